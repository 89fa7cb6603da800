//! A widget page's edge around its half of a session, in place of the browser's.

mod receipts;

use std::collections::VecDeque;
use std::ops::Deref;
use std::rc::Rc;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::widget::{
    AnswerOutput, AppInput, AppOutput, Environment, Input, JournalInput, MessageInput, Output,
    PageInput, PageOutput, SendOutcome, TimeInput, Verdict, Widget,
};
use calling_widget_sdk::session::{Code, SourceId};
use serde_json::{Value, json};

use crate::mirror::Mirror;
use crate::options::{Options, Sent};

/// The widget page's edge. Posts and changes are carried out at once, outputs for the app in turn.
#[derive(Clone, Debug)]
pub struct WidgetEdge {
    engine: Widget,
    own_origin: Rc<str>,
    /// The prefix of the edge's message ids.
    prefix: Rc<str>,
    ordered: VecDeque<Output>,
    turns: VecDeque<Output>,
    /// The answer to the last input.
    answer: Option<AnswerOutput>,
    wake: Option<Millis>,
    /// The attached instances, the oldest first.
    pub instances: Vec<u32>,
    mirror: Option<Box<Mirror>>,
    last_instance: u32,
    last_message: u32,
    last_receipt: u32,
    last_wait: u32,
}

impl WidgetEdge {
    /// A page of an origin, framed or not, without instances. The message ids of the
    /// edge begin with `instance_id`, those of the session with that and an `s`.
    #[must_use]
    pub fn new(own_origin: &str, instance_id: &str, is_embedded: bool) -> Self {
        let mut edge = Self::unstarted(own_origin, instance_id);
        edge.mirror = Some(Box::default());
        edge.start(Millis(0.0), format!("{instance_id}s"), is_embedded);
        edge
    }

    /// A page whose session and whose edge use these prefixes for message ids, and whose start is
    /// over. It stores no more than that needs.
    #[must_use]
    pub fn with_ids(own_origin: &str, session: &str, prefix: &str, is_embedded: bool) -> Self {
        let mut edge = Self::unstarted(own_origin, prefix);
        edge.start(Millis(0.0), session.to_owned(), is_embedded);
        edge.ordered.clear();
        edge
    }

    fn unstarted(own_origin: &str, prefix: &str) -> Self {
        Self {
            engine: Widget::new(Environment::default()),
            own_origin: own_origin.into(),
            prefix: prefix.into(),
            ordered: VecDeque::new(),
            turns: VecDeque::new(),
            answer: None,
            wake: None,
            instances: Vec::new(),
            mirror: None,
            last_instance: 0,
            last_message: 0,
            last_receipt: 0,
            last_wait: 0,
        }
    }

    /// The page's own origin.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.own_origin
    }

    fn start(&mut self, now: Millis, instance_id: String, is_embedded: bool) {
        let start = PageInput::Start(Environment {
            own_origin: self.own_origin.to_string(),
            instance_id,
            is_embedded,
            given_host: None,
        });
        self.enter(now, Input::Page(start));
    }

    /// Enters an input; its orders are queued until they are carried out.
    pub fn enter(&mut self, now: Millis, input: impl Into<Input>) {
        let input = input.into();
        self.answer = None;
        match &input {
            Input::Time(TimeInput::Timeout {}) => self.wake = None,
            Input::App(AppInput::Detach { instance }) => {
                self.instances.retain(|other| other != instance)
            }
            _ => {}
        }
        for order in self.engine.process(now, input) {
            if let Some(mirror) = &mut self.mirror {
                mirror.note(&order);
            }
            match order {
                Output::Page(PageOutput::Wake { at }) => {
                    debug_assert!(self.wake.is_none_or(|wake| at < wake), "it is due already");
                    self.wake = Some(at);
                }
                Output::Answer(answer) => self.answer = Some(answer),
                Output::App(_) => self.turns.push_back(order),
                _ => self.ordered.push_back(order),
            }
        }
        if let Some(mirror) = &self.mirror {
            mirror.assert_told(&self.engine);
        }
    }

    /// Attaches another instance; returns its number.
    pub fn attach(&mut self, now: Millis, mut options: Options) -> u32 {
        self.last_instance += 1;
        let instance = self.last_instance;
        self.instances.push(instance);
        options.instance = instance;
        self.enter(now, AppInput::Attach(options));
        instance
    }

    /// Enters a message event with all facts that the browser attests.
    pub fn event(
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
            MessageInput::Admit {
                is_trusted,
                source,
                origin: origin.clone(),
                is_sync: None,
            },
        );
        match self.answer {
            Some(AnswerOutput::Admitted {}) => self.enter(
                now,
                MessageInput::Receive {
                    source,
                    origin,
                    message: message.clone().into(),
                },
            ),
            Some(AnswerOutput::AskSync {}) => self.enter(
                now,
                MessageInput::Admit {
                    is_trusted,
                    source,
                    origin,
                    is_sync: Some(message.get("type") == Some(&json!("SYNC"))),
                },
            ),
            _ => {}
        }
    }

    /// Enters a message of the parent window's.
    pub fn receive(&mut self, now: Millis, origin: &str, message: &Value) {
        self.event(now, true, SourceId::PEER.0, origin, message);
    }

    /// Sends a message of the app's, under the next id unless it has its own.
    ///
    /// # Panics
    ///
    /// If the engine does not answer.
    pub fn send(&mut self, now: Millis, instance: u32, message: &Value) -> Sent {
        let id = format!("{}_{}", self.prefix, self.last_message + 1);
        let (posts, turns) = (self.ordered.len(), self.turns.len());
        self.enter(
            now,
            AppInput::Send {
                instance,
                message: message.clone().into(),
                message_id: id.clone(),
            },
        );
        let Some(AnswerOutput::Sent { outcome }) = self.answer.take() else {
            panic!("a send is answered");
        };
        let has_own = message
            .get("messageId")
            .is_some_and(|own| own.is_number() || own.as_str().is_some_and(|own| !own.is_empty()));
        let is_used = !matches!(outcome, SendOutcome::Suppressed | SendOutcome::Refused);
        if is_used && !has_own {
            self.last_message += 1;
        }
        match outcome {
            SendOutcome::Posted => {
                let post = self.ordered.range(posts..).find_map(|order| match order {
                    Output::Page(PageOutput::Post { message, .. }) => {
                        message.field("messageId").text().map(str::to_owned)
                    }
                    _ => None,
                });
                Sent::Posted(post.unwrap_or_default())
            }
            SendOutcome::Queued => Sent::Queued,
            SendOutcome::Suppressed => Sent::Suppressed,
            SendOutcome::Forwarded => Sent::Forwarded,
            SendOutcome::Refused => {
                let code = self.turns.range(turns..).find_map(|order| match order {
                    Output::App(AppOutput::Report { code, .. }) => Some(*code),
                    _ => None,
                });
                // A counted code is not reported each time.
                Sent::Refused(code.unwrap_or(Code::Destroyed))
            }
        }
    }

    /// Notes that the handlers have returned.
    pub fn delivered(&mut self, now: Millis) {
        self.enter(now, AppInput::Delivered { served: Vec::new() });
    }

    /// The record for the next page.
    ///
    /// # Panics
    ///
    /// If the engine does not answer.
    pub fn journal(&mut self, now: Millis, frame: &str) -> Option<Value> {
        let frame = frame.to_owned();
        self.enter(now, JournalInput::Journal { frame });
        match self.answer.take() {
            Some(AnswerOutput::Journal { record }) => record.map(Value::from),
            other => panic!("a record is asked for, not {other:?}"),
        }
    }

    /// The verdict on the record of an earlier page.
    ///
    /// # Errors
    ///
    /// The reason why it is useless.
    ///
    /// # Panics
    ///
    /// If the engine gives no verdict.
    pub fn resume(&mut self, now: Millis, frame: &str, record: &Value) -> Result<Verdict, Code> {
        let turns = self.turns.len();
        let (frame, record) = (frame.to_owned(), record.clone().into());
        self.enter(now, JournalInput::Resume { frame, record });
        match self.answer.take() {
            Some(AnswerOutput::Resumable {
                verdict: Verdict::Useless,
            }) => match self.turns.get(turns) {
                Some(Output::App(AppOutput::Report { code, .. })) => Err(*code),
                other => panic!("it is reported why, not {other:?}"),
            },
            Some(AnswerOutput::Resumable { verdict }) => Ok(verdict),
            other => panic!("a verdict is asked for, not {other:?}"),
        }
    }

    /// Fires the timer, if it is due.
    pub fn tick(&mut self, now: Millis) {
        if self.wake.is_some_and(|at| at <= now) {
            self.enter(now, TimeInput::Timeout {});
        }
    }

    /// Takes the answer to the last input.
    pub const fn take_answer(&mut self) -> Option<AnswerOutput> {
        self.answer.take()
    }

    /// Takes the queued reports, out of turn.
    pub fn take_reports(&mut self) -> Vec<(Code, String)> {
        let mut reports = Vec::new();
        self.turns.retain(|order| match order {
            Output::App(AppOutput::Report { code, detail, .. }) => {
                reports.push((*code, detail.clone()));
                false
            }
            _ => true,
        });
        reports
    }

    /// True if there are orders to carry out.
    #[must_use]
    pub fn has_orders(&self) -> bool {
        !self.ordered.is_empty() || !self.turns.is_empty()
    }

    /// The next order to carry out.
    pub fn poll(&mut self) -> Option<Output> {
        self.ordered.pop_front().or_else(|| self.turns.pop_front())
    }

    pub(crate) const fn wake_mut(&mut self) -> &mut Option<Millis> {
        &mut self.wake
    }

    /// The time at which the timer fires.
    #[must_use]
    pub const fn wake(&self) -> Option<Millis> {
        self.wake
    }
}

/// Read access to the engine.
impl Deref for WidgetEdge {
    type Target = Widget;

    fn deref(&self) -> &Widget {
        &self.engine
    }
}
