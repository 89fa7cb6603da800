//! Both halves together, under simulated time and with a delay in between.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

use std::collections::VecDeque;

use calling_widget_sdk::protocol::{Direction, Kind, MESSAGES, Millis};
use calling_widget_sdk::session::host::{
    HostConfig, HostInput, HostOutput, HostState, StoreRequest,
};
use calling_widget_sdk::session::widget::Output;
use calling_widget_sdk::session::{Code, calls_snapshot, host, widget};
use serde_json::{Value, json};

use crate::edges::{HostEdge, Options, WidgetEdge};

const CRM: &str = "https://crm.example";
const PHONE: &str = "https://phone.example";

/// How long a message is under way.
const DELAY: f64 = 3.0;

/// More steps than any flow takes: past them the two keep each other busy.
const MANY: usize = 5_000;

/// A CRM page, a widget in its frame, a calling app in the widget, and a clock.
struct World {
    now: f64,
    host: HostEdge,
    widget: WidgetEdge,
    instance: u32,
    loads: u32,
    /// What is under way: when it arrives, whether at the widget, the message.
    under_way: VecDeque<(f64, bool, Value)>,
    /// The widget's page does not run before this.
    stalled_until: f64,
    /// Every message that was posted, SYNC aside: `>` to the widget.
    traffic: Vec<String>,
    /// What the app's handlers were called with.
    heard: Vec<Value>,
    alerts: Vec<String>,
    store_fails: bool,
    /// The store does what it is asked and does not answer.
    store_hangs: bool,
    /// What it has not answered.
    unanswered: Vec<(u32, Result<Value, String>)>,
    next_engagement: u32,
    timeline: Vec<Value>,
}

impl World {
    fn new() -> Self {
        let config = HostConfig::new(
            CRM.to_owned(),
            PHONE.to_owned(),
            "h1".to_owned(),
            json!({ "portalId": 1, "userId": 2, "iframeLocation": "remote" }),
        );
        let (widget, instance) = widget(0);
        Self {
            now: 1_000.0,
            host: HostEdge::new(config),
            widget,
            instance,
            loads: 0,
            under_way: VecDeque::new(),
            stalled_until: 0.0,
            traffic: Vec::new(),
            heard: Vec::new(),
            alerts: Vec::new(),
            store_fails: false,
            store_hangs: false,
            unanswered: Vec::new(),
            next_engagement: 100,
            timeline: Vec::new(),
        }
    }

    /// A world whose app has said INITIALIZED.
    fn ready() -> Self {
        let mut world = Self::new();
        world.load();
        world.run();
        assert_eq!(world.host.state(), HostState::Initialized);
        world.traffic.clear();
        world.heard.clear();
        world
    }

    /// The widget's page loads, or loads again.
    fn load(&mut self) {
        self.loads += 1;
        (self.widget, self.instance) = widget(self.loads);
        self.host.enter(
            Millis(self.now),
            HostInput::Frame(host::FrameInput::FrameLoaded {}),
        );
    }

    /// The app calls a method of the SDK.
    fn app(&mut self, wire: &str, data: Value) {
        let mut message = json!({ "type": wire });
        if !data.is_null() {
            message["data"] = data;
        }
        self.widget.send(Millis(self.now), self.instance, &message);
    }

    fn dial(&mut self) -> Result<String, Code> {
        let data = json!({
            "phoneNumber": "+15550100123",
            "calleeInfo": { "calleeId": 51, "calleeObjectTypeId": "0-1" },
        });
        self.host.command(
            Millis(self.now),
            HostInput::User(host::UserInput::Dial { data }),
        )
    }

    /// Lets time pass until nothing is under way and nobody waits.
    fn run(&mut self) {
        for _ in 0..MANY {
            self.drain();
            let Some(at) = self.next_event() else { return };
            self.now = self.now.max(at);
            self.deliver_due();
            self.host.tick(Millis(self.now));
            self.widget.tick(Millis(self.now));
        }
        panic!(
            "traffic does not stop: {:?}",
            self.traffic.iter().rev().take(8).collect::<Vec<_>>()
        );
    }

    fn next_event(&self) -> Option<f64> {
        self.under_way
            .iter()
            .map(|(at, to_widget, _)| {
                if *to_widget {
                    at.max(self.stalled_until)
                } else {
                    *at
                }
            })
            .chain(self.host.wake().map(|at| at.0))
            .reduce(f64::min)
    }

    fn deliver_due(&mut self) {
        let mut later = VecDeque::new();
        for (at, to_widget, message) in std::mem::take(&mut self.under_way) {
            if at > self.now || (to_widget && self.stalled_until > self.now) {
                later.push_back((at, to_widget, message));
                continue;
            }
            if to_widget {
                self.widget.hear(Millis(self.now), CRM, &message);
            } else {
                self.host.hear(Millis(self.now), PHONE, &message);
            }
            self.drain_into(&mut later);
        }
        self.under_way = later;
    }

    fn drain(&mut self) {
        let mut posted = VecDeque::new();
        self.drain_into(&mut posted);
        self.under_way.append(&mut posted);
    }

    fn drain_into(&mut self, posted: &mut VecDeque<(f64, bool, Value)>) {
        loop {
            let (host, widget) = (self.host.next(), self.widget.next());
            if host.is_none() && widget.is_none() {
                return;
            }
            if let Some(output) = host {
                self.at_host(output, posted);
            }
            if let Some(output) = widget {
                self.at_widget(output, posted);
            }
        }
    }

    fn at_host(&mut self, output: HostOutput<Value>, posted: &mut VecDeque<(f64, bool, Value)>) {
        match output {
            HostOutput::Frame(host::FrameOutput::Post { message, origin }) => {
                assert_eq!(origin, PHONE);
                if message["type"] != "SYNC" {
                    self.note('>', &message);
                }
                posted.push_back((self.now + DELAY, true, message));
            }
            HostOutput::Report(host::ReportOutput::Alert { text, .. }) => self.alerts.push(text),
            HostOutput::Store(host::StoreOutput::Navigate { request, .. }) => {
                let has_succeeded = true;
                self.host.enter(
                    Millis(self.now),
                    HostInput::Store(host::StoreInput::Navigated {
                        request,
                        has_succeeded,
                    }),
                );
            }
            HostOutput::Store(host::StoreOutput::Store { request, ask }) => {
                let result = self.store(ask);
                if self.store_hangs {
                    return self.unanswered.push((request, result));
                }
                self.host.stored(Millis(self.now), request, result);
            }
            _ => {}
        }
    }

    fn at_widget(&mut self, output: Output<Value>, posted: &mut VecDeque<(f64, bool, Value)>) {
        match output {
            Output::Page(widget::PageOutput::Post {
                message, origin, ..
            }) => {
                assert_eq!(origin, CRM);
                self.note('<', &message);
                posted.push_back((self.now + DELAY, false, message));
            }
            Output::App(widget::AppOutput::Deliver { message, .. }) => {
                self.heard.push(message.clone());
                self.app_handles(&message);
                self.widget.delivered(Millis(self.now));
            }
            Output::App(widget::AppOutput::Resumed { .. }) => {
                self.widget.delivered(Millis(self.now))
            }
            _ => {}
        }
    }

    /// A calling app as plain as it gets.
    fn app_handles(&mut self, message: &Value) {
        match message["type"].as_str() {
            Some("READY") => self.app(
                "INITIALIZED",
                json!({ "isLoggedIn": true, "isAvailable": true }),
            ),
            Some("DIAL_NUMBER") => {
                let data = json!({
                    "externalCallId": "c-1", "fromNumber": "+15550100999",
                    "toNumber": message["data"]["phoneNumber"], "createEngagement": true,
                    "dialingContext": message["data"],
                });
                self.app("OUTGOING_CALL_STARTED", data);
            }
            Some("END_CALL") => self.end("COMPLETED"),
            _ => {}
        }
    }

    fn end(&mut self, status: &str) {
        let id = self.engagement();
        self.app(
            "CALL_ENDED",
            json!({ "externalCallId": "c-1", "engagementId": id, "callEndStatus": status }),
        );
    }

    fn complete(&mut self) {
        let id = self.engagement();
        self.app(
            "CALL_COMPLETED",
            json!({
                "externalCallId": "c-1", "engagementId": id,
                "engagementProperties": { "hs_timestamp": "1000", "hs_call_title": "A call" },
            }),
        );
    }

    /// The engagement id the widget knows of.
    fn engagement(&self) -> Value {
        calls_snapshot::<Value>(self.widget.calls())
            .last()
            .and_then(|call| call.get("engagementId").cloned())
            .unwrap_or(json!(0))
    }

    fn store(&mut self, ask: StoreRequest<Value>) -> Result<Value, String> {
        if self.store_fails {
            return Err("the store is down".to_owned());
        }
        match ask {
            StoreRequest::Create { .. } => {
                self.next_engagement += 1;
                Ok(json!({ "id": self.next_engagement }))
            }
            StoreRequest::Complete {
                engagement,
                outcome,
                ..
            } => {
                self.timeline
                    .push(json!([engagement, outcome["callEndStatus"]]));
                Ok(Value::Null)
            }
            StoreRequest::MatchCaller { .. } => Ok(json!([])),
            _ => Ok(Value::Null),
        }
    }

    /// The store answers what it left unanswered.
    fn answer_late(&mut self) {
        self.store_hangs = false;
        for (request, result) in std::mem::take(&mut self.unanswered) {
            self.host.stored(Millis(self.now), request, result);
        }
        self.run();
    }

    fn note(&mut self, mark: char, message: &Value) {
        let wire = message["type"].as_str().expect("a type");
        self.traffic.push(format!("{mark} {wire}"));
    }

    /// The two sides' calls, which have to agree.
    fn calls(&self) -> Vec<Value> {
        let [at_widget, at_host] =
            [self.widget.calls(), self.host.calls()].map(calls_snapshot::<Value>);
        assert_eq!(at_widget, at_host);
        at_host
    }
}

fn widget(load: u32) -> (WidgetEdge, u32) {
    let mut widget = WidgetEdge::new(PHONE, &format!("w{load}"), true);
    let instance = widget.attach(
        Millis(0.0),
        Options {
            origins: Some(vec![CRM.to_owned()]),
            ..Options::default()
        },
    );
    (widget, instance)
}

#[test]
fn an_engagement_made_late_is_known_to_both_sides() {
    let mut world = World::ready();
    world.store_hangs = true;
    world.dial().expect("ready");
    world.run();
    let failed = world.calls();

    world.answer_late();

    assert_eq!(failed[0]["engagement"], "failed");
    let call = &world.calls()[0];
    assert_eq!(call["engagement"], "created");
    assert_eq!(call["engagementId"], 101);
    assert_eq!(
        world.traffic[world.traffic.len() - 3..],
        [
            "> CREATE_ENGAGEMENT_FAILED",
            "> CREATE_ENGAGEMENT_SUCCEEDED",
            "> ENGAGEMENT_CREATED"
        ]
    );
}

#[test]
fn a_late_engagement_of_a_call_that_is_over_is_on_the_timeline() {
    let mut world = World::ready();
    world.store_hangs = true;
    world.dial().expect("ready");
    world.run();
    world.end("COMPLETED");
    world.complete();
    world.run();

    world.answer_late();

    assert_eq!(world.calls()[0]["engagement"], "created");
    assert_eq!(world.timeline, [json!([101, "COMPLETED"])]);
}

#[test]
fn both_sides_keep_an_engagement_to_its_call() {
    let mut world = World::ready();
    world.dial().expect("ready");
    world.run();
    for wire in ["OUTGOING_CALL_STARTED", "CALL_ENDED", "FINALIZE_ENGAGEMENT"] {
        let mut data = json!({ "externalCallId": "c-2" });
        if wire != "OUTGOING_CALL_STARTED" {
            data["engagementId"] = json!(101);
        }
        world.app(wire, data);
    }
    world.run();

    let engagements: Vec<_> = world
        .calls()
        .iter()
        .map(|call| call["engagement"].clone())
        .collect();
    assert_eq!(engagements, ["created", "none"]);
    assert_eq!(
        world.traffic.last().map(String::as_str),
        Some("> FINALIZE_ENGAGEMENT_FAILED")
    );
    for counts in [world.widget.counts(), world.host.counts()] {
        let counted = counts
            .iter()
            .find(|(code, _)| *code == Code::OtherEngagement);
        assert_eq!(counted.map(|(_, times)| *times), Some(2));
    }
}

#[test]
fn a_store_that_gives_one_engagement_twice_gives_it_to_one_call() {
    let mut world = World::ready();
    world.dial().expect("ready");
    world.run();
    world.next_engagement -= 1;
    world.app(
        "OUTGOING_CALL_STARTED",
        json!({ "externalCallId": "c-2", "createEngagement": true }),
    );
    world.run();

    let calls = world.calls();
    assert_eq!(calls[0]["engagementId"], 101);
    assert_eq!(calls[1]["engagement"], "failed");
}

#[test]
fn the_handshake_takes_one_ack_and_ready_comes_once() {
    let mut world = World::new();

    world.load();
    world.run();

    assert_eq!(world.traffic, ["< SYNC_ACK", "< INITIALIZED"]);
    assert_eq!(world.heard.len(), 1);
    assert_eq!(world.heard[0]["type"], "READY");
    assert_eq!(world.heard[0]["data"]["portalId"], 1);
}

#[test]
fn a_widget_stalled_for_two_seconds_is_ready_once() {
    let mut world = World::new();
    world.stalled_until = 3_000.0;

    world.load();
    world.run();

    assert_eq!(world.host.state(), HostState::Initialized);
    let ready = world.heard.iter().filter(|m| m["type"] == "READY").count();
    assert_eq!(ready, 1);
    let acks = world.traffic.iter().filter(|t| *t == "< SYNC_ACK").count();
    assert_eq!(acks, 1);
}

#[test]
fn a_widget_that_hears_the_sync_before_its_own_load_ends_in_a_session() {
    let mut world = World::new();
    // The page that loads first, a log-in page say, has no widget. It gives way
    // to the widget's, whose script hears the host before its frame's load does.
    world.host.enter(
        Millis(world.now),
        HostInput::Frame(host::FrameInput::FrameLoaded {}),
    );
    (world.widget, world.instance) = widget(1);
    world.now += DELAY;
    world.drain();
    world.now += DELAY;
    world.deliver_due();

    world.host.enter(
        Millis(world.now),
        HostInput::Frame(host::FrameInput::FrameLoaded {}),
    );
    world.run();

    assert_eq!(world.host.state(), HostState::Initialized);
    let ready = world.heard.iter().filter(|m| m["type"] == "READY").count();
    assert_eq!(ready, 1);
}

#[test]
fn a_lost_acknowledgement_ends_in_a_session_all_the_same() {
    let mut world = World::new();
    world.load();
    world.drain();
    world.now += DELAY;
    world.deliver_due();
    world.drain();

    world
        .under_way
        .retain(|(_, _, message)| message["type"] != "SYNC_ACK");
    world.run();

    assert_eq!(world.host.state(), HostState::Initialized);
    let ready = world.heard.iter().filter(|m| m["type"] == "READY").count();
    assert_eq!(ready, 1);
}

#[test]
fn a_sync_that_comes_late_is_harmless() {
    let mut world = World::ready();

    world.under_way.push_back((
        world.now + 20_000.0,
        true,
        json!({ "type": "SYNC", "messageId": "h1_1", "hostUrl": CRM, "portalId": 1, "userId": 2, "iframeLocation": "remote" }),
    ));
    world.run();

    let ready = world.heard.iter().filter(|m| m["type"] == "READY").count();
    assert_eq!(ready, 0);
    assert_eq!(world.host.state(), HostState::Initialized);
}

#[test]
fn outbound_from_the_click_to_the_timeline() {
    let mut world = World::ready();

    world.dial().expect("ready to dial");
    world.run();
    world.app("CALL_ANSWERED", json!({ "externalCallId": "c-1" }));
    world.run();
    world.end("COMPLETED");
    world.complete();
    world.run();

    assert_eq!(
        world.traffic,
        [
            "> DIAL_NUMBER",
            "< OUTGOING_CALL_STARTED",
            "> CREATE_ENGAGEMENT_SUCCEEDED",
            "> ENGAGEMENT_CREATED",
            "< CALL_ANSWERED",
            "< CALL_ENDED",
            "< CALL_COMPLETED",
            "> UPDATE_ENGAGEMENT_SUCCEEDED",
        ]
    );
    assert_eq!(world.timeline, [json!([101, "COMPLETED"])]);
    assert_eq!(
        world.calls(),
        [json!({
            "externalCallId": "c-1", "engagementId": 101, "direction": "outbound",
            "state": "completed", "callEndStatus": "COMPLETED", "engagement": "updated",
        })]
    );
}

#[test]
fn inbound_answered_missed_and_rejected() {
    for (answered, status) in [(true, "COMPLETED"), (false, "MISSED"), (false, "REJECTED")] {
        let mut world = World::ready();

        world.app(
            "INCOMING_CALL",
            json!({ "externalCallId": "c-1", "fromNumber": "+15550100123", "toNumber": "+15550100999", "createEngagement": true }),
        );
        world.run();
        if answered {
            world.app("CALL_ANSWERED", json!({ "externalCallId": "c-1" }));
        }
        world.end(status);
        world.complete();
        world.run();

        assert!(
            world
                .traffic
                .contains(&"> CALLER_ID_MATCH_SUCCEEDED".to_owned())
        );
        assert_eq!(world.timeline, [json!([101, status])]);
        let call = &world.calls()[0];
        assert_eq!(
            (&call["state"], &call["callEndStatus"]),
            (&json!("completed"), &json!(status))
        );
    }
}

#[test]
fn a_transferred_call_leaves_both_sides() {
    let mut world = World::ready();
    world.dial().expect("ready to dial");
    world.run();

    world.app("CALL_ANSWERED", json!({ "externalCallId": "c-1" }));
    world.app("CALL_TRANSFERRED", json!({ "externalCallId": "c-1" }));
    world.run();

    assert_eq!(world.calls()[0]["state"], "transferred");
    assert!(!world.host.has_active_call());
    assert!(world.dial().is_ok());
}

#[test]
fn the_page_hangs_up() {
    let mut world = World::ready();
    world.dial().expect("ready to dial");
    world.run();

    world
        .host
        .command(
            Millis(world.now),
            HostInput::User(host::UserInput::EndCall {}),
        )
        .expect("a call runs");
    world.run();

    assert_eq!(
        world.traffic.iter().rev().take(2).collect::<Vec<_>>(),
        ["< CALL_ENDED", "> END_CALL"]
    );
    assert_eq!(world.calls()[0]["state"], "ended");
}

#[test]
fn engagement_failures_reach_the_app() {
    let mut world = World::ready();
    world.store_fails = true;

    world.dial().expect("ready to dial");
    world.run();
    let failed = world.heard.last().cloned();
    world.end("FAILED");
    world.complete();
    world.run();

    assert_eq!(
        failed.expect("an answer")["data"]["error"]["message"],
        "the store is down"
    );
    assert_eq!(
        world.heard.last().expect("an answer")["type"],
        "UPDATE_ENGAGEMENT_FAILED"
    );
    assert_eq!(world.host.calls().iter().count(), 1);
    assert!(world.timeline.is_empty());
}

#[test]
fn a_number_dialled_while_the_widget_loads_is_called_when_it_is_ready() {
    let mut world = World::new();
    world.stalled_until = 2_000.0;
    world.load();

    let outcome = world.dial();
    world.run();

    assert_eq!(outcome, Err(Code::HeldLoading));
    assert_eq!(world.calls()[0]["state"], "dialing");
}

#[test]
fn a_reloaded_widget_gets_a_session_of_its_own() {
    let mut world = World::ready();
    world.dial().expect("ready to dial");
    world.run();
    world.heard.clear();

    world.load();
    world.run();

    assert_eq!(world.host.state(), HostState::Initialized);
    assert_eq!(world.heard.len(), 1);
    assert!(!world.host.has_active_call());
    assert!(world.dial().is_ok());
}

#[test]
fn no_message_of_either_side_keeps_the_two_busy() {
    for message in MESSAGES {
        let mut world = World::ready();
        let data =
            json!({ "externalCallId": "c-9", "engagementId": 5, "message": "x", "type": "x" });

        match message.direction {
            Direction::ToHost => world.app(message.wire, data.clone()),
            Direction::FromHost if message.kind != Kind::Sync => {
                world
                    .host
                    .send(Millis(world.now), message.kind, Some(data.clone()))
                    .expect("a host's message");
            }
            _ => {
                let raw = json!({ "type": message.wire, "data": data });
                let _ = world.host.send_raw(Millis(world.now), raw);
                world.app(message.wire, data.clone());
            }
        }
        world.run();

        assert!(
            world.traffic.len() <= 4,
            "{}: {:?}",
            message.wire,
            world.traffic
        );
    }
}

#[test]
fn types_nobody_knows_and_errors_end_where_they_arrive() {
    let mut world = World::ready();

    world
        .host
        .send_raw(
            Millis(world.now),
            json!({ "type": "CALL_PARKED", "data": 1 }),
        )
        .expect("connected");
    world.app("CALL_PARKED", json!({}));
    world.app("ERROR", json!({ "message": "No line" }));
    world.run();

    assert_eq!(world.traffic, ["> CALL_PARKED", "< CALL_PARKED", "< ERROR"]);
    assert_eq!(world.alerts, ["No line"]);
}
