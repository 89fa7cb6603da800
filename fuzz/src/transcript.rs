//! Lists of messages, as the files in `tests/fixtures/messages` hold them.

use std::collections::VecDeque;

use calling_widget_sdk::protocol::{Kind, Millis};
use calling_widget_sdk::session::host::{Host, HostConfig, HostInput, HostOutput, StoreRequest};
use calling_widget_sdk::session::widget::Output;
use calling_widget_sdk::session::{calls_snapshot, check_payload, host, widget};
use serde_json::{Value, json};

use crate::edge::{Edge, Options};

/// JSON: a list of messages. The widget is given each as its host's, and each as
/// its app's; what it posts reaches a host, and what that posts comes back.
///
/// # Panics
///
/// When the two keep each other busy, when a finding is none of the table's fields,
/// or when a call's snapshot lacks a field.
pub fn transcript(input: &[u8]) {
    let Ok(Value::Array(messages)) = serde_json::from_slice::<Value>(input) else {
        return;
    };
    let mut world = World::new();
    for (at, message) in messages.iter().take(MOST).enumerate() {
        world.now += 50.0;
        world.widget.now = Millis(world.now);
        let kind = message
            .get("type")
            .and_then(Value::as_str)
            .and_then(Kind::parse);
        if let Some(kind) = kind {
            let findings = check_payload(kind.message().shape, message.get("data"));
            assert!(findings.len() <= 16, "{findings:?}");
        }
        if at % 2 == 0 {
            world.widget.send(1, message);
        } else {
            world.to_widget.push(message.clone());
        }
        world.settle();
    }
    for call in calls_snapshot::<Value>(world.widget.calls()) {
        for field in ["direction", "state", "engagement"] {
            assert!(call.get(field).is_some_and(Value::is_string), "{call}");
        }
    }
}

/// A host and a widget whose wire delivers at once.
struct World {
    now: f64,
    widget: Edge,
    host: Host<Value>,
    host_outputs: VecDeque<HostOutput<Value>>,
    to_widget: Vec<Value>,
    to_host: Vec<Value>,
}

impl World {
    fn new() -> Self {
        let mut widget = Edge::new(PHONE, "w", true);
        widget.attach(Options::default());
        let context = json!({ "portalId": 1, "iframeLocation": "remote" });
        let config = HostConfig::new(CRM.to_owned(), PHONE.to_owned(), "h".to_owned(), context);
        let mut world = Self {
            now: 1000.0,
            widget,
            host: Host::new(config),
            host_outputs: VecDeque::new(),
            to_widget: Vec::new(),
            to_host: Vec::new(),
        };
        world.enter_host(HostInput::Frame(host::FrameInput::FrameLoaded {}));
        world.settle();
        world
    }

    fn settle(&mut self) {
        for round in 0.. {
            assert!(round < 32, "the two keep each other busy");
            self.drain();
            if self.to_widget.is_empty() && self.to_host.is_empty() {
                return;
            }
            for message in std::mem::take(&mut self.to_widget) {
                self.widget.event(true, 1, CRM, &message);
            }
            for message in std::mem::take(&mut self.to_host) {
                let origin = PHONE.to_owned();
                self.enter_host(HostInput::Message(host::MessageInput::Receive {
                    origin,
                    message,
                }));
            }
        }
    }

    fn enter_host(&mut self, input: HostInput<Value>) {
        self.host_outputs
            .extend(self.host.process(Millis(self.now), input));
    }

    fn drain(&mut self) {
        while let Some(output) = self.widget.next() {
            match output {
                Output::Page(widget::PageOutput::Post { message, .. }) => {
                    self.to_host.push(message)
                }
                Output::App(widget::AppOutput::Deliver { message, .. }) => {
                    if message.get("type") == Some(&json!("READY")) {
                        let hello =
                            json!({ "type": "INITIALIZED", "data": { "isLoggedIn": true } });
                        self.widget.send(1, &hello);
                    }
                    self.widget.delivered();
                }
                _ => {}
            }
        }
        while let Some(output) = self.host_outputs.pop_front() {
            match output {
                HostOutput::Frame(host::FrameOutput::Post { message, .. }) => {
                    self.to_widget.push(message)
                }
                HostOutput::Store(host::StoreOutput::Store { request, ask }) => {
                    let answer = match ask {
                        StoreRequest::Create { .. } => json!({ "record": { "id": request } }),
                        _ => json!({ "matches": [] }),
                    };
                    self.enter_host(HostInput::Store(host::StoreInput::Stored {
                        request,
                        answer,
                    }));
                }
                HostOutput::Store(host::StoreOutput::Navigate { request, .. }) => {
                    self.enter_host(HostInput::Store(host::StoreInput::Navigated {
                        request,
                        has_succeeded: false,
                    }));
                }
                _ => {}
            }
        }
    }
}

const CRM: &str = "https://app.hubspot.com";
const PHONE: &str = "https://phone.example";
const MOST: usize = 64;
