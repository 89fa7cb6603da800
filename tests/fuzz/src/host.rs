//! Sequences of events in a host's session.

use std::collections::HashSet;

use calling_widget_sdk::protocol::limits::{MAX_CLOSED_CALLS, MAX_KEPT_CALLS, MAX_OPEN_CALLS};
use calling_widget_sdk::protocol::{Millis, Name, SDK_VERSION};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::{
    FrameInput, FrameOutput, HostInput, HostOutput, ReportOutput, StoreInput, StoreOutput,
    StoreRequest, TimeInput, UserInput,
};
use serde_json::{Value, json};

use simulation::{CRM, HostEdge, PHONE};

use crate::bytes::Bytes;
use crate::drain::check_calls;

/// Bytes: a byte for each step, then what the step takes.
///
/// # Panics
///
/// When a post names an origin that the widget may not have, when a message id
/// repeats, when the store is asked about an engagement it does not know or to
/// complete one twice without notes or another end, or when calls, questions, counters or the
/// orders of one step are not bounded.
pub fn host(input: &[u8]) {
    let mut bytes = Bytes(input);
    let mut run = Run::new(bytes.next());
    for _ in 0..STEPS {
        if bytes.is_empty() {
            break;
        }
        run.step(&mut bytes);
        run.drain();
        run.check();
    }
}

const SECOND: &str = "https://second.example";
const STEPS: usize = 256;

/// More orders than any one step gives: every open question times out at once, and each
/// failure is reported and answered.
const MOST_ORDERS: usize = 16 * (MAX_OPEN_CALLS + MAX_CLOSED_CALLS);

struct Run {
    host: HostEdge,
    now: Millis,
    /// The ids of posted messages.
    posted: HashSet<String>,
    /// The last SYNC's id.
    sync: Value,
    /// True if the widget's acknowledgement names our package.
    is_ours: bool,
    /// Questions to the store: the number, and true if it creates an engagement.
    requests: Vec<(u32, bool)>,
    navigations: Vec<u32>,
    /// Engagements the store was asked to complete, each with its end.
    completed: Vec<[Value; 3]>,
    engagements: u32,
}

impl Run {
    fn new(setting: u8) -> Self {
        let place = ["remote", "widget"][usize::from(setting & 1)];
        let context = json!({ "portalId": 1, "userId": 2, "iframeLocation": place });
        let mut config = HostEdge::config(CRM, PHONE, "h", context);
        config.allowed_widget_origins = vec![SECOND.to_owned()];
        config.supports_custom_objects = setting & 2 != 0;
        config.supports_inbound_calling = setting & 4 == 0;
        config.in_call_task = setting & 8 != 0;
        Self {
            host: HostEdge::new(config),
            now: Millis(1_000_000.0),
            posted: HashSet::new(),
            sync: Value::Null,
            is_ours: setting & 32 == 0,
            requests: Vec::new(),
            navigations: Vec::new(),
            completed: Vec::new(),
            engagements: 1000,
        }
    }

    fn step(&mut self, bytes: &mut Bytes<'_>) {
        match bytes.next() % 16 {
            0 => self.enter(match bytes.next() % 4 {
                0 => FrameInput::FrameLoading {},
                1 | 2 => FrameInput::FrameLoaded {},
                _ => FrameInput::FrameFailed {},
            }),
            1 => {
                let mut ack = json!({ "type": "SYNC_ACK", "messageId": self.sync });
                if self.is_ours {
                    ack[Name::SdkVersion.as_str()] = json!(SDK_VERSION);
                }
                self.receive(&ack);
                let hello = json!({ "type": "INITIALIZED", "messageId": "w_1", "data": {
                    "isLoggedIn": bytes.next() & 3 != 0, "isAvailable": true,
                } });
                self.receive(&hello);
            }
            2..=5 => {
                let attested = bytes.next();
                let is_trusted = attested & 15 != 15;
                let is_of_the_frame = attested & 48 != 48;
                let origins = [PHONE, PHONE, SECOND, "https://evil.example"];
                let origin = origins[usize::from(attested >> 6)];
                let message = bytes.message();
                if is_of_the_frame {
                    self.host.event(self.now, is_trusted, origin, &message);
                }
            }
            6 => {
                let data = bytes.data().into();
                self.enter(UserInput::Dial { data });
            }
            7 => match bytes.next() % 4 {
                0 => self.enter(UserInput::EndCall {}),
                1 => self.enter(UserInput::CancelDial {}),
                2 => {
                    let in_call_task = bytes.next() & 1 != 0;
                    self.enter(UserInput::SetInCallTask { in_call_task });
                }
                _ => {
                    let how = bytes.next();
                    let is = |bit: u8| (how & bit != 0).then_some(how & (bit << 1) != 0);
                    self.enter(UserInput::SetVisibility {
                        is_minimized: is(1),
                        is_hidden: is(4),
                    });
                }
            },
            8 => {
                let mut message = json!({ "type": bytes.wire() });
                if bytes.next() & 1 != 0 {
                    message["data"] = bytes.data();
                }
                let message = message.into();
                self.enter(UserInput::Send { message });
            }
            9 => {
                let message = bytes.message().into();
                self.enter(UserInput::SendRaw { message });
            }
            10 => {
                let request = self.navigations.pop().unwrap_or(bytes.next().into());
                let has_succeeded = bytes.next() & 1 != 0;
                self.enter(StoreInput::Navigated {
                    request,
                    has_succeeded,
                });
            }
            11..=13 => self.answer(bytes),
            _ => {
                let waits = [1.0, 50.0, 100.0, 5_000.0, 30_000.0, 1e9, -5_000.0];
                self.now = self.now + Millis(bytes.pick(&waits));
                self.enter(TimeInput::Timeout {});
            }
        }
    }

    fn receive(&mut self, message: &Value) {
        self.host.receive(self.now, PHONE, message);
        self.drain();
    }

    fn enter(&mut self, input: impl Into<HostInput>) {
        self.host.enter(self.now, input);
    }

    /// Answers one of the store's questions, or one that nobody asked.
    fn answer(&mut self, bytes: &mut Bytes<'_>) {
        let how = bytes.next();
        if self.requests.is_empty() || how == 255 {
            let request = bytes.next().into();
            let is_open = self.requests.iter().any(|(open, _)| *open == request);
            if !is_open {
                let before = self.host.counts().len();
                self.enter(StoreInput::Stored {
                    request,
                    answer: json!({ "record": { "id": 9 } }).into(),
                });
                assert!(!self.host.has_orders(), "an answer nobody asked for");
                assert_eq!(self.host.counts().len(), before);
            }
            return;
        }
        let (request, creates) = self
            .requests
            .remove(usize::from(how & 15) % self.requests.len());
        self.engagements += 1;
        let answer = match how >> 4 {
            0 => {
                let text = "the store is down".to_owned();
                return self.enter(StoreInput::StoreFailed { request, text });
            }
            1 => json!({ "record": { "id": null } }),
            2 => json!({ "matches": [
                { "objectCoordinates": { "objectId": 1, "objectTypeId": "0-1" } },
            ] }),
            _ if creates => json!({ "record": { "id": self.engagements } }),
            _ => json!({ "matches": [] }),
        };
        let answer = answer.into();
        self.enter(StoreInput::Stored { request, answer });
    }

    fn drain(&mut self) {
        let mut orders = 0;
        assert!(self.host.wake().is_none_or(|at| at.0.is_finite()));
        while let Some(output) = self.host.poll() {
            orders += 1;
            assert!(orders <= MOST_ORDERS, "the orders have no end");
            match output {
                HostOutput::Frame(FrameOutput::Post {
                    message, origin, ..
                }) => self.post(&message.json(), &origin),
                HostOutput::Store(StoreOutput::Store { request, ask }) => {
                    let creates = matches!(ask, StoreRequest::Create { .. });
                    if let StoreRequest::Complete { engagement, call } = ask {
                        let call = call.json();
                        let [status, ended_at] =
                            ["callEndStatus", "endedAt"].map(|name| &call[name]);
                        let completed = [&engagement.json(), status, ended_at].map(Value::clone);
                        // Later notes are saved, too, and a later end.
                        let has_notes = call["properties"] != json!({});
                        let is_first = !self.completed.contains(&completed);
                        assert!(has_notes || is_first, "{completed:?} twice");
                        self.completed.push(completed);
                    }
                    self.requests.push((request, creates));
                }
                HostOutput::Store(StoreOutput::Navigate { request, .. }) => {
                    self.navigations.push(request)
                }
                HostOutput::Frame(FrameOutput::MoveFrame { url }) => {
                    let known = [PHONE, SECOND].iter().any(|origin| url.starts_with(origin));
                    assert!(known, "{url}");
                }
                HostOutput::Report(ReportOutput::Diagnostic { code, detail, .. }) => {
                    assert!(Code::ALL.contains(&code) && detail.len() < 512, "{detail}");
                }
                _ => {}
            }
        }
    }

    fn post(&mut self, message: &Value, origin: &str) {
        assert!([PHONE, SECOND].contains(&origin), "{origin}");
        let id = message.get("messageId").and_then(Value::as_str);
        let id = id.expect("every post has an id").to_owned();
        assert!(id.starts_with("h_"), "the host made no such id: {id}");
        if message.get("type") == Some(&json!("SYNC")) {
            self.sync = json!(id);
        }
        assert!(self.posted.insert(id), "an id again: {message}");
    }

    fn check(&self) {
        check_calls(self.host.calls(), MAX_CLOSED_CALLS + MAX_KEPT_CALLS);
        assert!(self.host.counts().len() <= Code::ALL.len(), "counters");
    }
}
