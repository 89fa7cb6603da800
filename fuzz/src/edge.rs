//! The widget page's edge: inputs go through `process`, and what is ordered waits
//! until it is carried out, posts and changes first.

use std::collections::VecDeque;
use std::ops::Deref;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::widget::{
    AnswerOutput, AppInput, Environment, Input, JournalInput, LifecycleMode, MessageInput, Mode,
    Output, PageInput, SendOutcome, Verdict, Widget,
};
use serde_json::{Value, json};

pub(crate) struct Edge {
    engine: Widget<Value>,
    instance_id: String,
    pub(crate) now: Millis,
    ordered: VecDeque<Output<Value>>,
    turns: VecDeque<Output<Value>>,
    answer: Option<AnswerOutput<Value>>,
    last_instance: u32,
    last_message: u32,
}

/// What an instance asks for.
#[derive(Default)]
pub(crate) struct Options {
    pub(crate) debug_mode: bool,
    pub(crate) lifecycle: LifecycleMode,
    pub(crate) is_strict: bool,
    pub(crate) origins: Option<Vec<String>>,
    pub(crate) is_relay: bool,
    pub(crate) mode: Mode,
    pub(crate) keeps_repeated_dials: bool,
    pub(crate) resume: bool,
}

impl Edge {
    /// An engine whose message ids begin with `instance_id`.
    pub(crate) fn new(own_origin: &str, instance_id: &str, is_embedded: bool) -> Self {
        let mut edge = Self {
            engine: Widget::new(Environment {
                own_origin: String::new(),
                instance_id: String::new(),
                is_embedded: false,
                given_host: None,
            }),
            now: Millis(1000.0),
            instance_id: instance_id.to_owned(),
            ordered: VecDeque::new(),
            turns: VecDeque::new(),
            answer: None,
            last_instance: 0,
            last_message: 0,
        };
        edge.enter(Input::Page(PageInput::Start {
            own_origin: own_origin.to_owned(),
            instance_id: instance_id.to_owned(),
            is_embedded,
            given_host: None,
        }));
        edge.ordered.clear();
        edge
    }

    pub(crate) fn enter(&mut self, input: Input<Value>) {
        self.answer = None;
        for order in self.engine.process(self.now, input) {
            match order {
                Output::Answer(answer) => self.answer = Some(answer),
                Output::App(_) => self.turns.push_back(order),
                _ => self.ordered.push_back(order),
            }
        }
    }

    /// Another instance; its number.
    pub(crate) fn attach(&mut self, options: Options) -> u32 {
        self.last_instance += 1;
        self.enter(Input::App(AppInput::Attach {
            instance: self.last_instance,
            debug_mode: options.debug_mode,
            lifecycle: options.lifecycle,
            is_strict: options.is_strict,
            origins: options.origins,
            is_relay: options.is_relay,
            mode: options.mode,
            keeps_repeated_dials: options.keeps_repeated_dials,
            resume: options.resume,
            is_ready: false,
        }));
        self.last_instance
    }

    /// A message event with all that the browser attests.
    pub(crate) fn event(&mut self, is_trusted: bool, source: u32, origin: &str, message: &Value) {
        let origin = origin.to_owned();
        self.enter(Input::Message(MessageInput::Hear {
            is_trusted,
            source,
            origin: origin.clone(),
            is_sync: None,
        }));
        match self.answer {
            Some(AnswerOutput::Admitted {}) => self.enter(Input::Message(MessageInput::Receive {
                source,
                origin,
                message: message.clone(),
            })),
            Some(AnswerOutput::AskSync {}) => {
                let is_sync = Some(message.get("type") == Some(&json!("SYNC")));
                self.enter(Input::Message(MessageInput::Hear {
                    is_trusted,
                    source,
                    origin,
                    is_sync,
                }));
            }
            _ => {}
        }
    }

    /// A message of the app's, under an id that no other edge gives.
    pub(crate) fn send(&mut self, instance: u32, message: &Value) -> Option<SendOutcome> {
        self.last_message += 1;
        self.enter(Input::App(AppInput::Send {
            instance,
            message: message.clone(),
            message_id: format!("{}e_{}", self.instance_id, self.last_message),
        }));
        match self.answer.take() {
            Some(AnswerOutput::Sent { outcome }) => Some(outcome),
            _ => None,
        }
    }

    /// The handlers have returned.
    pub(crate) fn delivered(&mut self) {
        self.enter(Input::App(AppInput::Delivered { served: Vec::new() }));
    }

    /// The record for the next page.
    pub(crate) fn journal(&mut self) -> Option<Value> {
        let frame = "frame".to_owned();
        self.enter(Input::Journal(JournalInput::Journal { frame }));
        match self.answer.take() {
            Some(AnswerOutput::Journal { record }) => record,
            _ => None,
        }
    }

    /// The record of an earlier page; what becomes of it.
    pub(crate) fn resume(&mut self, record: &Value) -> Option<Verdict> {
        let (frame, record) = ("frame".to_owned(), record.clone());
        self.enter(Input::Journal(JournalInput::Resume { frame, record }));
        match self.answer.take() {
            Some(AnswerOutput::Resumable { verdict }) => Some(verdict),
            _ => None,
        }
    }

    /// What the last input was answered with.
    pub(crate) fn answer(&mut self) -> Option<AnswerOutput<Value>> {
        self.answer.take()
    }

    /// What is to be carried out next.
    pub(crate) fn next(&mut self) -> Option<Output<Value>> {
        self.ordered.pop_front().or_else(|| self.turns.pop_front())
    }
}

/// What the engine says of itself.
impl Deref for Edge {
    type Target = Widget<Value>;

    fn deref(&self) -> &Widget<Value> {
        &self.engine
    }
}
