//! A CRM page's edge around its half of a session, in place of the browser's.

use std::collections::VecDeque;
use std::ops::Deref;
use std::rc::Rc;

use calling_widget_sdk::protocol::{Kind, Millis};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::{
    AnswerOutput, Host, HostConfig, HostInput, HostOutput, MessageInput, PageOutput, StoreInput,
    TimeInput, UserInput,
};
use serde_json::{Value, json};

/// The CRM page's edge.
#[derive(Clone, Debug)]
pub struct HostEdge {
    origin: Rc<str>,
    engine: Host<Value>,
    ordered: VecDeque<HostOutput<Value>>,
    /// What the last input was answered with.
    answer: Option<AnswerOutput>,
    wake: Option<Millis>,
}

impl HostEdge {
    /// A host of these settings.
    #[must_use]
    pub fn new(config: HostConfig<Value>) -> Self {
        Self {
            origin: config.own_origin.as_str().into(),
            engine: Host::new(config),
            ordered: VecDeque::new(),
            answer: None,
            wake: None,
        }
    }

    /// The page's own origin.
    #[must_use]
    pub fn origin(&self) -> &str {
        &self.origin
    }

    /// Hands in an input; what is ordered waits until it is carried out.
    pub fn enter(&mut self, now: Millis, input: impl Into<HostInput<Value>>) {
        let input = input.into();
        self.answer = None;
        if matches!(input, HostInput::Time(TimeInput::Timeout {})) {
            self.wake = None;
        }
        for output in self.engine.process(now, input) {
            match output {
                HostOutput::Page(PageOutput::Wake { at }) => self.wake = Some(at),
                HostOutput::Answer(answer) => self.answer = Some(answer),
                _ => self.ordered.push_back(output),
            }
        }
    }

    /// A command of the page's: the id of the message it became.
    ///
    /// # Errors
    ///
    /// Why none did.
    ///
    /// # Panics
    ///
    /// Where the engine does not answer.
    pub fn command(
        &mut self,
        now: Millis,
        input: impl Into<HostInput<Value>>,
    ) -> Result<String, Code> {
        self.enter(now, input);
        match self.answer.take() {
            Some(AnswerOutput::Sent { message_id }) => Ok(message_id),
            Some(AnswerOutput::Refused { code, .. }) => Err(code),
            other => panic!("a command is answered, not by {other:?}"),
        }
    }

    /// A question of the page's.
    ///
    /// # Panics
    ///
    /// Where the engine does not answer.
    pub fn ask(&mut self, now: Millis, input: impl Into<HostInput<Value>>) -> bool {
        self.enter(now, input);
        match self.answer.take() {
            Some(AnswerOutput::Answer { is_so }) => is_so,
            other => panic!("a question is answered, not by {other:?}"),
        }
    }

    /// A message event of the frame's window.
    pub fn event(&mut self, now: Millis, is_trusted: bool, origin: &str, message: &Value) {
        self.arrive(now, is_trusted, false, origin, message);
    }

    /// A message event of no window, as of a page that is gone.
    pub fn gone(&mut self, now: Millis, origin: &str, message: &Value) {
        self.arrive(now, true, true, origin, message);
    }

    fn arrive(
        &mut self,
        now: Millis,
        is_trusted: bool,
        is_gone: bool,
        origin: &str,
        message: &Value,
    ) {
        let origin = origin.to_owned();
        let hear = MessageInput::Hear {
            is_trusted,
            origin: origin.clone(),
            is_gone,
        };
        self.enter(now, hear);
        if self.answer == Some(AnswerOutput::Admitted {}) {
            let message = message.clone();
            self.enter(
                now,
                MessageInput::Receive {
                    origin,
                    is_gone,
                    message,
                },
            );
        }
    }

    /// The same, as the browser makes it.
    pub fn hear(&mut self, now: Millis, origin: &str, message: &Value) {
        self.event(now, true, origin, message);
    }

    /// The page sends a message of its own by hand.
    ///
    /// # Errors
    ///
    /// Why the host refused it.
    pub fn send(&mut self, now: Millis, kind: Kind, data: Option<Value>) -> Result<String, Code> {
        let message = match data {
            Some(data) => json!({ "type": kind.as_str(), "data": data }),
            None => json!({ "type": kind.as_str() }),
        };
        self.command(now, UserInput::Send { message })
    }

    /// The page sends a message as it is.
    ///
    /// # Errors
    ///
    /// Why the host refused it.
    pub fn send_raw(&mut self, now: Millis, message: Value) -> Result<String, Code> {
        self.command(now, UserInput::SendRaw { message })
    }

    /// The record store answers.
    pub fn stored(&mut self, now: Millis, request: u32, result: Result<Value, String>) {
        let answer = match result {
            Ok(Value::Array(matches)) => json!({ "matches": matches }),
            Ok(record) => json!({ "record": record }),
            Err(text) => return self.enter(now, StoreInput::StoreFailed { request, text }),
        };
        self.enter(now, StoreInput::Stored { request, answer });
    }

    /// The timer fires, if it is due.
    pub fn tick(&mut self, now: Millis) {
        if self.wake.is_some_and(|at| at <= now) {
            self.enter(now, TimeInput::Timeout {});
        }
    }

    /// What is to be carried out next.
    pub fn poll(&mut self) -> Option<HostOutput<Value>> {
        self.ordered.pop_front()
    }

    /// The engine itself, for what no edge would do.
    pub const fn engine_mut(&mut self) -> &mut Host<Value> {
        &mut self.engine
    }

    /// Whether anything is to be carried out.
    #[must_use]
    pub fn has_orders(&self) -> bool {
        !self.ordered.is_empty()
    }

    pub(crate) const fn wake_mut(&mut self) -> &mut Option<Millis> {
        &mut self.wake
    }

    /// When the timer fires.
    #[must_use]
    pub const fn wake(&self) -> Option<Millis> {
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
