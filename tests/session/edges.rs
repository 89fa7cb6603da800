//! A test's edge around an engine, in place of the browser's. It hands inputs to
//! `process` and keeps the outputs until the test carries them out.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Deref;

use calling_widget_sdk::protocol::{Kind, Millis, Payload};
use calling_widget_sdk::session::host::{Host, HostConfig, HostInput, HostOutput};
use calling_widget_sdk::session::widget::{
    Environment, Input, LifecycleMode, Mode, Output, Question, SendOutcome, Verdict, Widget,
};
use calling_widget_sdk::session::{Code, SourceId, host, widget};
use serde_json::{Value, json};

/// The CRM page's edge.
#[derive(Clone)]
pub(crate) struct HostEdge {
    engine: Host<Value>,
    ordered: VecDeque<HostOutput<Value>>,
    /// What the last input was answered with.
    answer: Option<host::AnswerOutput>,
    wake: Option<Millis>,
}

impl HostEdge {
    pub(crate) fn new(config: HostConfig<Value>) -> Self {
        Self {
            engine: Host::new(config),
            ordered: VecDeque::new(),
            answer: None,
            wake: None,
        }
    }

    pub(crate) fn enter(&mut self, now: Millis, input: HostInput<Value>) {
        self.answer = None;
        if matches!(input, HostInput::Time(host::TimeInput::Timeout {})) {
            self.wake = None;
        }
        for output in self.engine.process(now, input) {
            match output {
                HostOutput::Page(host::PageOutput::Wake { at }) => self.wake = at,
                HostOutput::Answer(answer) => self.answer = Some(answer),
                _ => self.ordered.push_back(output),
            }
        }
    }

    /// A command of the page's: the id of the message it became, or why none did.
    pub(crate) fn command(&mut self, now: Millis, input: HostInput<Value>) -> Result<String, Code> {
        self.enter(now, input);
        match self.answer.take() {
            Some(host::AnswerOutput::Sent { message_id }) => Ok(message_id),
            Some(host::AnswerOutput::Refused { code, .. }) => Err(code),
            other => panic!("a command is answered, not by {other:?}"),
        }
    }

    /// A question of the page's.
    pub(crate) fn ask(&mut self, now: Millis, input: HostInput<Value>) -> bool {
        self.enter(now, input);
        match self.answer.take() {
            Some(host::AnswerOutput::Answer { is_so }) => is_so,
            other => panic!("a question is answered, not by {other:?}"),
        }
    }

    /// A message event of the frame's window.
    pub(crate) fn event(&mut self, now: Millis, is_trusted: bool, origin: &str, message: &Value) {
        let origin = origin.to_owned();
        self.enter(
            now,
            HostInput::Message(host::MessageInput::Hear {
                is_trusted,
                origin: origin.clone(),
            }),
        );
        if self.answer == Some(host::AnswerOutput::Admitted {}) {
            let message = message.clone();
            self.enter(
                now,
                HostInput::Message(host::MessageInput::Receive { origin, message }),
            );
        }
    }

    /// The same, as the browser makes it.
    pub(crate) fn hear(&mut self, now: Millis, origin: &str, message: &Value) {
        self.event(now, true, origin, message);
    }

    /// The page sends a message of its own by hand.
    pub(crate) fn send(
        &mut self,
        now: Millis,
        kind: Kind,
        data: Option<Value>,
    ) -> Result<String, Code> {
        let message = match data {
            Some(data) => json!({ "type": kind.as_str(), "data": data }),
            None => json!({ "type": kind.as_str() }),
        };
        self.command(now, HostInput::User(host::UserInput::Send { message }))
    }

    /// The page sends a message as it is.
    pub(crate) fn send_raw(&mut self, now: Millis, message: Value) -> Result<String, Code> {
        self.command(now, HostInput::User(host::UserInput::SendRaw { message }))
    }

    /// The record store answers.
    pub(crate) fn stored(&mut self, now: Millis, request: u32, result: Result<Value, String>) {
        let input = match result {
            Ok(Value::Array(matches)) => HostInput::Store(host::StoreInput::Stored {
                request,
                answer: json!({ "matches": matches }),
            }),
            Ok(record) => HostInput::Store(host::StoreInput::Stored {
                request,
                answer: json!({ "record": record }),
            }),
            Err(text) => HostInput::Store(host::StoreInput::StoreFailed { request, text }),
        };
        self.enter(now, input);
    }

    /// The timer fires, if it is due.
    pub(crate) fn tick(&mut self, now: Millis) {
        if self.wake.is_some_and(|at| at <= now) {
            self.enter(now, HostInput::Time(host::TimeInput::Timeout {}));
        }
    }

    /// What is to be carried out next.
    pub(crate) fn next(&mut self) -> Option<HostOutput<Value>> {
        self.ordered.pop_front()
    }

    /// When the timer fires.
    pub(crate) const fn wake(&self) -> Option<Millis> {
        self.wake
    }
}

/// What the engine says of itself.
impl Deref for HostEdge {
    type Target = Host<Value>;

    fn deref(&self) -> &Host<Value> {
        &self.engine
    }
}

/// The widget page's edge. Posts and changes are carried out at once, what the
/// app is to hear in turn.
#[derive(Clone)]
pub(crate) struct WidgetEdge {
    engine: Widget<Value>,
    instance_id: String,
    ordered: VecDeque<Output<Value>>,
    turns: VecDeque<Output<Value>>,
    /// What the last input was answered with.
    answer: Option<widget::AnswerOutput<Value>>,
    wake: Option<Millis>,
    /// The instances that are there, the oldest first.
    pub(crate) instances: Vec<u32>,
    mirror: Mirror,
    last_instance: u32,
    last_message: u32,
    last_receipt: u32,
    last_wait: u32,
}

/// What a widget page's edge has of a session at any time, so that another engine can go
/// on where one that trapped stood.
#[derive(Clone, Default)]
struct Mirror {
    own_origin: String,
    is_embedded: bool,
    traps: u32,
    pinned: Option<(String, u32, String, Value)>,
    presence: (Option<Value>, u32),
    calls: BTreeMap<u32, Value>,
    options: BTreeMap<u32, Options>,
    ready: Vec<u32>,
}

impl Mirror {
    fn note(&mut self, order: &Output<Value>) {
        match order.clone() {
            Output::Change(widget::ChangeOutput::Pinned {
                origin,
                source,
                id_prefix,
                ready,
                ..
            }) => {
                let ready = ready.unwrap_or_else(|| json!({}));
                self.pinned = origin.map(|origin| (origin, source, id_prefix, ready));
            }
            Output::Change(widget::ChangeOutput::Presence {
                presence,
                posted_by,
            }) => self.presence = (presence, posted_by),
            Output::Change(widget::ChangeOutput::Call { key, mut call, .. }) => {
                call.put("key", Some(json!(key)));
                self.calls.insert(key, call);
            }
            Output::Change(widget::ChangeOutput::Gone { key }) => drop(self.calls.remove(&key)),
            Output::Change(widget::ChangeOutput::Ready {
                instance,
                is_ready: true,
            }) => self.ready.push(instance),
            _ => {}
        }
    }

    fn restored(&self) -> Input<Value> {
        let (origin, source, id_prefix, ready) = match self.pinned.clone() {
            Some((origin, source, id_prefix, ready)) => (Some(origin), source, id_prefix, ready),
            None => (None, 0, String::new(), json!({})),
        };
        let (presence, posted_by) = self.presence.clone();
        Input::Page(widget::PageInput::Restore {
            origin,
            source,
            id_prefix,
            ready,
            presence: presence.unwrap_or_else(|| json!({})),
            posted_by,
            snapshot: json!({ "calls": self.calls.values().collect::<Vec<_>>() }),
        })
    }
}

/// What an instance asks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    pub(crate) debug_mode: bool,
    pub(crate) lifecycle: LifecycleMode,
    pub(crate) validate_strictly: bool,
    /// The host origins to trust, in place of the default ones.
    pub(crate) origins: Option<Vec<String>>,
    pub(crate) is_relay: bool,
    pub(crate) keeps_repeated_dials: bool,
    pub(crate) mode: Mode,
    pub(crate) resume: bool,
}

/// What became of a send.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Sent {
    /// It was posted under this message id.
    Posted(String),
    Queued,
    Suppressed,
    Forwarded,
    /// It was not sent, and this is what was reported first.
    Refused(Code),
}

impl WidgetEdge {
    pub(crate) fn new(own_origin: &str, instance_id: &str, is_embedded: bool) -> Self {
        let mut edge = Self {
            engine: Widget::new(Environment {
                own_origin: String::new(),
                instance_id: String::new(),
                is_embedded: false,
                given_host: None,
            }),
            instance_id: instance_id.to_owned(),
            ordered: VecDeque::new(),
            turns: VecDeque::new(),
            answer: None,
            wake: None,
            instances: Vec::new(),
            mirror: Mirror {
                own_origin: own_origin.to_owned(),
                is_embedded,
                ..Mirror::default()
            },
            last_instance: 0,
            last_message: 0,
            last_receipt: 0,
            last_wait: 0,
        };
        edge.start(Millis(0.0));
        edge
    }

    fn start(&mut self, now: Millis) {
        let Mirror {
            own_origin,
            is_embedded,
            traps,
            ..
        } = &self.mirror;
        // The session's own ids differ from the edge's, and after a trap from those before.
        let suffix = "s".repeat(*traps as usize + 1);
        let start = Input::Page(widget::PageInput::Start {
            own_origin: own_origin.clone(),
            instance_id: format!("{}{suffix}", self.instance_id),
            is_embedded: *is_embedded,
            given_host: None,
        });
        self.enter(now, start);
    }

    /// The engine traps: another one takes its place.
    pub(crate) fn trap(&mut self, now: Millis) {
        self.mirror.traps += 1;
        self.start(now);
        self.enter(now, self.mirror.restored());
        let ready = std::mem::take(&mut self.mirror.ready);
        for instance in self.instances.clone() {
            let options = self.mirror.options.get(&instance).cloned();
            let is_ready = ready.contains(&instance);
            self.enter_attach(now, instance, options.unwrap_or_default(), is_ready);
        }
        self.delivered(now);
    }

    pub(crate) fn enter(&mut self, now: Millis, input: Input<Value>) {
        self.answer = None;
        match &input {
            Input::Time(widget::TimeInput::Timeout {}) => self.wake = None,
            Input::App(widget::AppInput::Detach { instance }) => {
                self.instances.retain(|other| other != instance)
            }
            _ => {}
        }
        for order in self.engine.process(now, input) {
            self.mirror.note(&order);
            match order {
                Output::Page(widget::PageOutput::Wake { at }) => self.wake = at,
                Output::Answer(answer) => self.answer = Some(answer),
                Output::App(_) => self.turns.push_back(order),
                _ => self.ordered.push_back(order),
            }
        }
    }

    /// Another instance; its number.
    pub(crate) fn attach(&mut self, now: Millis, options: Options) -> u32 {
        self.last_instance += 1;
        let instance = self.last_instance;
        self.instances.push(instance);
        self.mirror.options.insert(instance, options.clone());
        self.enter_attach(now, instance, options, false);
        instance
    }

    fn enter_attach(&mut self, now: Millis, instance: u32, options: Options, is_ready: bool) {
        self.enter(
            now,
            Input::App(widget::AppInput::Attach {
                instance,
                debug_mode: options.debug_mode,
                lifecycle: options.lifecycle,
                is_strict: options.validate_strictly,
                origins: options.origins,
                is_relay: options.is_relay,
                mode: options.mode,
                keeps_repeated_dials: options.keeps_repeated_dials,
                resume: options.resume,
                is_ready,
            }),
        );
    }

    /// A message event with all that the browser attests.
    pub(crate) fn event(
        &mut self,
        now: Millis,
        is_trusted: bool,
        source: u32,
        origin: &str,
        message: &Value,
    ) {
        let origin = origin.to_owned();
        self.enter(
            now,
            Input::Message(widget::MessageInput::Hear {
                is_trusted,
                source,
                origin: origin.clone(),
                is_sync: None,
            }),
        );
        match self.answer {
            Some(widget::AnswerOutput::Admitted {}) => self.enter(
                now,
                Input::Message(widget::MessageInput::Receive {
                    source,
                    origin,
                    message: message.clone(),
                }),
            ),
            Some(widget::AnswerOutput::AskSync {}) => self.enter(
                now,
                Input::Message(widget::MessageInput::Hear {
                    is_trusted,
                    source,
                    origin,
                    is_sync: Some(message.get("type") == Some(&json!("SYNC"))),
                }),
            ),
            _ => {}
        }
    }

    /// A message of the parent window's.
    pub(crate) fn hear(&mut self, now: Millis, origin: &str, message: &Value) {
        self.event(now, true, SourceId::PEER.0, origin, message);
    }

    /// A message of the app's, under the next id unless it has one itself.
    pub(crate) fn send(&mut self, now: Millis, instance: u32, message: &Value) -> Sent {
        let id = format!("{}_{}", self.instance_id, self.last_message + 1);
        let (posts, turns) = (self.ordered.len(), self.turns.len());
        self.enter(
            now,
            Input::App(widget::AppInput::Send {
                instance,
                message: message.clone(),
                message_id: id.clone(),
            }),
        );
        let Some(widget::AnswerOutput::Sent { outcome }) = self.answer.take() else {
            panic!("a send is answered");
        };
        let has_own = message
            .get("messageId")
            .is_some_and(|own| own.is_number() || own.as_str().is_some_and(|own| !own.is_empty()));
        if matches!(outcome, SendOutcome::Posted | SendOutcome::Queued) && !has_own {
            self.last_message += 1;
        }
        match outcome {
            SendOutcome::Posted => {
                let post = self.ordered.range(posts..).find_map(|order| match order {
                    Output::Page(widget::PageOutput::Post { message, .. }) => {
                        message.get("messageId")
                    }
                    _ => None,
                });
                Sent::Posted(post.and_then(Value::as_str).unwrap_or_default().to_owned())
            }
            SendOutcome::Queued => Sent::Queued,
            SendOutcome::Suppressed => Sent::Suppressed,
            SendOutcome::Forwarded => Sent::Forwarded,
            SendOutcome::Refused => {
                let code = self.turns.range(turns..).find_map(|order| match order {
                    Output::App(widget::AppOutput::Report { code, .. }) => Some(*code),
                    _ => None,
                });
                // What is only counted is not reported each time.
                Sent::Refused(code.unwrap_or(Code::Destroyed))
            }
        }
    }

    /// The handlers have returned.
    pub(crate) fn delivered(&mut self, now: Millis) {
        self.enter(
            now,
            Input::App(widget::AppInput::Delivered { served: Vec::new() }),
        );
    }

    /// Opens a receipt; its number.
    pub(crate) fn track(&mut self, now: Millis, instance: u32, kind: Kind) -> u32 {
        self.last_receipt += 1;
        self.enter(
            now,
            Input::Receipt(widget::ReceiptInput::Track {
                instance,
                receipt: self.last_receipt,
                wire: kind.as_str().to_owned(),
            }),
        );
        self.last_receipt
    }

    pub(crate) fn track_end(&mut self, now: Millis, receipt: u32) {
        self.enter(
            now,
            Input::Receipt(widget::ReceiptInput::TrackEnd { receipt }),
        );
    }

    /// Asks what came of a receipt's message; the number of the wait.
    pub(crate) fn wait(
        &mut self,
        now: Millis,
        receipt: u32,
        question: Question,
        timeout: Option<Millis>,
    ) -> u32 {
        self.last_wait += 1;
        self.enter(
            now,
            Input::Receipt(widget::ReceiptInput::Wait {
                wait: self.last_wait,
                receipt,
                question,
                timeout,
            }),
        );
        self.last_wait
    }

    /// The record for the next page.
    pub(crate) fn journal(&mut self, now: Millis, frame: &str) -> Option<Value> {
        let frame = frame.to_owned();
        self.enter(now, Input::Journal(widget::JournalInput::Journal { frame }));
        match self.answer.take() {
            Some(widget::AnswerOutput::Journal { record }) => record,
            other => panic!("a record is asked for, not {other:?}"),
        }
    }

    /// The record of an earlier page; what becomes of it, or why it is of no use.
    pub(crate) fn resume(
        &mut self,
        now: Millis,
        frame: &str,
        record: &Value,
    ) -> Result<Verdict, Code> {
        let turns = self.turns.len();
        let (frame, record) = (frame.to_owned(), record.clone());
        self.enter(
            now,
            Input::Journal(widget::JournalInput::Resume { frame, record }),
        );
        match self.answer.take() {
            Some(widget::AnswerOutput::Resumable {
                verdict: Verdict::Useless,
            }) => match self.turns.get(turns) {
                Some(Output::App(widget::AppOutput::Report { code, .. })) => Err(*code),
                other => panic!("it is reported why, not {other:?}"),
            },
            Some(widget::AnswerOutput::Resumable { verdict }) => Ok(verdict),
            other => panic!("a verdict is asked for, not {other:?}"),
        }
    }

    /// The timer fires, if it is due.
    pub(crate) fn tick(&mut self, now: Millis) {
        if self.wake.is_some_and(|at| at <= now) {
            self.enter(now, Input::Time(widget::TimeInput::Timeout {}));
        }
    }

    /// What the last input was answered with.
    pub(crate) const fn take_answer(&mut self) -> Option<widget::AnswerOutput<Value>> {
        self.answer.take()
    }

    /// What is to be carried out next.
    pub(crate) fn next(&mut self) -> Option<Output<Value>> {
        self.ordered.pop_front().or_else(|| self.turns.pop_front())
    }

    /// When the timer fires.
    pub(crate) const fn wake(&self) -> Option<Millis> {
        self.wake
    }
}

/// What the engine says of itself.
impl Deref for WidgetEdge {
    type Target = Widget<Value>;

    fn deref(&self) -> &Widget<Value> {
        &self.engine
    }
}
