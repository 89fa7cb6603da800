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
    engine: Host,
    ordered: VecDeque<HostOutput>,
    /// The answer to the last input.
    answer: Option<AnswerOutput>,
    wake: Option<Millis>,
}

impl HostEdge {
    /// The settings of a host of an origin, for a widget of another that takes incoming calls.
    #[must_use]
    pub fn config(own: &str, widget: &str, instance: &str, context: Value) -> HostConfig {
        let [own, widget, instance] = [own, widget, instance].map(str::to_owned);
        HostConfig {
            own_origin: own,
            widget_origin: widget,
            instance_id: instance,
            context: context.into(),
            supports_inbound_calling: true,
            ..HostConfig::default()
        }
    }

    /// The settings of a host of [`CRM`](crate::CRM) for a widget of [`PHONE`](crate::PHONE).
    #[must_use]
    pub fn usual(instance: &str) -> HostConfig {
        let context = json!({ "portalId": 1, "userId": 2, "iframeLocation": "remote" });
        Self::config(crate::CRM, crate::PHONE, instance, context)
    }

    /// A host with these settings.
    #[must_use]
    pub fn new(config: HostConfig) -> Self {
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

    /// Enters an input; its orders are queued until they are carried out.
    pub fn enter(&mut self, now: Millis, input: impl Into<HostInput>) {
        let input = input.into();
        self.answer = None;
        if matches!(input, HostInput::Time(TimeInput::Timeout {})) {
            self.wake = None;
        }
        for output in self.engine.process(now, input) {
            match output {
                HostOutput::Page(PageOutput::Wake { at }) => {
                    debug_assert!(self.wake.is_none_or(|wake| at < wake), "it is due already");
                    self.wake = Some(at);
                }
                HostOutput::Answer(answer) => self.answer = Some(answer),
                _ => self.ordered.push_back(output),
            }
        }
    }

    /// Carries out a command of the page's; returns the id of its message.
    ///
    /// # Errors
    ///
    /// The reason for a refusal.
    ///
    /// # Panics
    ///
    /// If the engine does not answer.
    pub fn command(&mut self, now: Millis, input: impl Into<HostInput>) -> Result<String, Code> {
        self.enter(now, input);
        match self.answer.take() {
            Some(AnswerOutput::Sent { message_id }) => Ok(message_id),
            Some(AnswerOutput::Refused { code, detail }) => {
                let is_named = !detail.is_empty();
                debug_assert_eq!(is_named, code == Code::MissingField, "the missing field");
                Err(code)
            }
            other => panic!("a command is answered, not by {other:?}"),
        }
    }

    /// Asks a question of the page's.
    ///
    /// # Panics
    ///
    /// If the engine does not answer.
    pub fn ask(&mut self, now: Millis, input: impl Into<HostInput>) -> bool {
        self.enter(now, input);
        match self.answer.take() {
            Some(AnswerOutput::Answer { is_so }) => is_so,
            other => panic!("a question is answered, not by {other:?}"),
        }
    }

    /// Enters a message event of the frame's window.
    pub fn event(&mut self, now: Millis, is_trusted: bool, origin: &str, message: &Value) {
        self.arrive(now, is_trusted, false, origin, message);
    }

    /// Enters a message event without a window, as from a page that is gone.
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
        let admit = MessageInput::Admit {
            is_trusted,
            origin: origin.clone(),
            is_gone,
        };
        self.enter(now, admit);
        if self.answer == Some(AnswerOutput::Admitted {}) {
            let message = message.clone().into();
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

    /// Enters a message event as the browser makes it.
    pub fn receive(&mut self, now: Millis, origin: &str, message: &Value) {
        self.event(now, true, origin, message);
    }

    /// Sends a message of the page's by hand.
    ///
    /// # Errors
    ///
    /// The reason for the host's refusal.
    pub fn send(&mut self, now: Millis, kind: Kind, data: Option<Value>) -> Result<String, Code> {
        let message = match data {
            Some(data) => json!({ "type": kind.as_str(), "data": data }),
            None => json!({ "type": kind.as_str() }),
        };
        let message = message.into();
        self.command(now, UserInput::Send { message })
    }

    /// Sends a message unchanged.
    ///
    /// # Errors
    ///
    /// The reason for the host's refusal.
    pub fn send_raw(&mut self, now: Millis, message: Value) -> Result<String, Code> {
        let message = message.into();
        self.command(now, UserInput::SendRaw { message })
    }

    /// Enters the record store's answer.
    pub fn stored(&mut self, now: Millis, request: u32, result: Result<Value, String>) {
        let answer = match result {
            Ok(Value::Array(matches)) => json!({ "matches": matches }),
            Ok(record) => json!({ "record": record }),
            Err(text) => return self.enter(now, StoreInput::StoreFailed { request, text }),
        };
        let answer = answer.into();
        self.enter(now, StoreInput::Stored { request, answer });
    }

    /// Fires the timer, if it is due.
    pub fn tick(&mut self, now: Millis) {
        if self.wake.is_some_and(|at| at <= now) {
            self.enter(now, TimeInput::Timeout {});
        }
    }

    /// The next order to carry out.
    pub fn poll(&mut self) -> Option<HostOutput> {
        self.ordered.pop_front()
    }

    /// True if an output is left to carry out.
    #[must_use]
    pub fn has_orders(&self) -> bool {
        !self.ordered.is_empty()
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
impl Deref for HostEdge {
    type Target = Host;

    fn deref(&self) -> &Host {
        &self.engine
    }
}
