//! What stands in for the browser's edge around an engine: inputs go through
//! `process`, and what is ordered waits until the test carries it out.

use std::collections::VecDeque;
use std::ops::Deref;

use calling_widget_sdk::protocol::{Kind, Millis};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::{Host, HostConfig, HostInput, HostOutput};
use serde_json::{Value, json};

/// The CRM page's edge.
#[derive(Clone)]
pub(crate) struct HostEdge {
    engine: Host<Value>,
    ordered: VecDeque<HostOutput<Value>>,
    /// What the last input was answered with.
    answer: Option<HostOutput<Value>>,
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
        if matches!(input, HostInput::Timeout {}) {
            self.wake = None;
        }
        for output in self.engine.process(now, input) {
            match output {
                HostOutput::Wake { at } => self.wake = at,
                HostOutput::Sent { .. }
                | HostOutput::Refused { .. }
                | HostOutput::Answer { .. }
                | HostOutput::Admitted {} => self.answer = Some(output),
                _ => self.ordered.push_back(output),
            }
        }
    }

    /// A command of the page's: the id of the message it became, or why none did.
    pub(crate) fn command(&mut self, now: Millis, input: HostInput<Value>) -> Result<String, Code> {
        self.enter(now, input);
        match self.answer.take() {
            Some(HostOutput::Sent { message_id }) => Ok(message_id),
            Some(HostOutput::Refused { code, .. }) => Err(code),
            other => panic!("a command is answered, not by {other:?}"),
        }
    }

    /// A question of the page's.
    pub(crate) fn ask(&mut self, now: Millis, input: HostInput<Value>) -> bool {
        self.enter(now, input);
        match self.answer.take() {
            Some(HostOutput::Answer { is_so }) => is_so,
            other => panic!("a question is answered, not by {other:?}"),
        }
    }

    /// A message event of the frame's window.
    pub(crate) fn event(&mut self, now: Millis, is_trusted: bool, origin: &str, message: &Value) {
        let origin = origin.to_owned();
        self.enter(
            now,
            HostInput::Hear {
                is_trusted,
                origin: origin.clone(),
            },
        );
        if self.answer == Some(HostOutput::Admitted {}) {
            let message = message.clone();
            self.enter(now, HostInput::Receive { origin, message });
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
        self.command(now, HostInput::Send { message })
    }

    /// The page sends a message as it is.
    pub(crate) fn send_raw(&mut self, now: Millis, message: Value) -> Result<String, Code> {
        self.command(now, HostInput::SendRaw { message })
    }

    /// The record store answers.
    pub(crate) fn stored(&mut self, now: Millis, request: u32, result: Result<Value, String>) {
        let input = match result {
            Ok(Value::Array(matches)) => HostInput::Stored {
                request,
                answer: json!({ "matches": matches }),
            },
            Ok(record) => HostInput::Stored {
                request,
                answer: json!({ "record": record }),
            },
            Err(text) => HostInput::StoreFailed { request, text },
        };
        self.enter(now, input);
    }

    /// The timer fires, if it is due.
    pub(crate) fn tick(&mut self, now: Millis) {
        if self.wake.is_some_and(|at| at <= now) {
            self.enter(now, HostInput::Timeout {});
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
