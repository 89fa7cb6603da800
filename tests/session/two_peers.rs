//! Both halves together, under simulated time and with a delay in between.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

use calling_widget_sdk::protocol::{Direction, Kind, MESSAGES, Millis};
use calling_widget_sdk::session::host::{
    HostConfig, HostOutput, HostState, ReportOutput, StoreRequest, UserInput,
};
use calling_widget_sdk::session::{Code, calls_snapshot};
use serde_json::{Value, json};
use simulation::{HOST, HostEdge, Options, Pages, Pair, WIDGET, WidgetEdge};

const CRM: &str = "https://crm.example";
const PHONE: &str = "https://phone.example";

/// How long a message is under way.
const DELAY: f64 = 3.0;

/// The app's one instance.
const INSTANCE: u32 = 1;

/// A CRM page, a widget in its frame, a calling app in the widget, and a clock.
struct World {
    pair: Pair,
    site: Site,
    loads: u32,
}

/// What the pages do, and what they saw.
#[derive(Default)]
struct Site {
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
    engagements: u32,
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
        Self {
            pair: Pair::new(1_000.0, DELAY, HostEdge::new(config), widget(0)),
            site: Site::default(),
            loads: 0,
        }
    }

    /// A world whose app has said INITIALIZED.
    fn ready() -> Self {
        let mut world = Self::new();
        world.load();
        world.run();
        assert_eq!(world.pair.host().state(), HostState::Initialized);
        world.site.traffic.clear();
        world.site.heard.clear();
        world
    }

    /// How many messages of a type the app's handlers were called with.
    fn heard(&self, wire: &str) -> usize {
        let heard = self.site.heard.iter();
        heard.filter(|message| message["type"] == wire).count()
    }

    /// The widget's page loads, or loads again; what was posted to it arrives all the same.
    fn load(&mut self) {
        self.loads += 1;
        *self.pair.widget_mut() = widget(self.loads);
        self.pair.load();
    }

    /// The app calls a method of the SDK.
    fn app(&mut self, wire: &str, data: Value) {
        app(&mut self.pair, wire, data);
    }

    fn dial(&mut self) -> Result<String, Code> {
        let data = json!({
            "phoneNumber": "+15550100123",
            "calleeInfo": { "calleeId": 51, "calleeObjectTypeId": "0-1" },
        });
        self.pair.command(UserInput::Dial { data })
    }

    /// Lets time pass until nothing is under way and the host waits for nothing.
    fn run(&mut self) {
        self.pair.settle(&mut self.site);
    }

    fn end(&mut self, status: &str) {
        end(&mut self.pair, status);
    }

    fn complete(&mut self) {
        let id = engagement(&self.pair);
        self.app(
            "CALL_COMPLETED",
            json!({
                "externalCallId": "c-1", "engagementId": id,
                "engagementProperties": { "hs_timestamp": "1000", "hs_call_title": "A call" },
            }),
        );
    }

    /// The store answers what it left unanswered.
    fn answer_late(&mut self) {
        self.site.store_hangs = false;
        for (request, result) in std::mem::take(&mut self.site.unanswered) {
            self.pair.stored(HOST, request, result);
        }
        self.run();
    }

    /// The two sides' calls, which have to agree.
    fn calls(&self) -> Vec<Value> {
        let sides = [self.pair.widget().calls(), self.pair.host().calls()];
        let [at_widget, at_host] = sides.map(calls_snapshot::<Value>);
        assert_eq!(at_widget, at_host);
        at_host
    }
}

impl Pages for Site {
    /// A calling app as plain as it gets.
    fn heard(&mut self, pair: &mut Pair, _side: usize, message: &Value) {
        self.heard.push(message.clone());
        match message["type"].as_str() {
            Some("READY") => app(
                pair,
                "INITIALIZED",
                json!({ "isLoggedIn": true, "isAvailable": true }),
            ),
            Some("DIAL_NUMBER") => {
                let data = json!({
                    "externalCallId": "c-1", "fromNumber": "+15550100999",
                    "toNumber": message["data"]["phoneNumber"], "createEngagement": true,
                    "dialingContext": message["data"],
                });
                app(pair, "OUTGOING_CALL_STARTED", data);
            }
            Some("END_CALL") => end(pair, "COMPLETED"),
            _ => {}
        }
    }

    fn handle_request(
        &mut self,
        pair: &mut Pair,
        side: usize,
        request: u32,
        ask: StoreRequest<Value>,
    ) {
        let result = self.store(ask);
        if self.store_hangs {
            self.unanswered.push((request, result));
        } else {
            pair.stored(side, request, result);
        }
    }

    fn posted(&mut self, from: usize, message: &Value) {
        let wire = message["type"].as_str().expect("a type");
        if wire != "SYNC" {
            let mark = if from == HOST { '>' } else { '<' };
            self.traffic.push(format!("{mark} {wire}"));
        }
    }

    fn at_host(&mut self, output: HostOutput<Value>) {
        if let HostOutput::Report(ReportOutput::Alert { text, .. }) = output {
            self.alerts.push(text);
        }
    }
}

impl Site {
    fn store(&mut self, ask: StoreRequest<Value>) -> Result<Value, String> {
        if self.store_fails {
            return Err("the store is down".to_owned());
        }
        match ask {
            StoreRequest::Create { .. } => {
                self.engagements += 1;
                Ok(json!({ "id": 100 + self.engagements }))
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
}

fn app(pair: &mut Pair, wire: &str, data: Value) {
    let mut message = json!({ "type": wire });
    if !data.is_null() {
        message["data"] = data;
    }
    pair.send(INSTANCE, &message);
}

fn end(pair: &mut Pair, status: &str) {
    let id = engagement(pair);
    app(
        pair,
        "CALL_ENDED",
        json!({ "externalCallId": "c-1", "engagementId": id, "callEndStatus": status }),
    );
}

/// The engagement id the widget has.
fn engagement(pair: &Pair) -> Value {
    calls_snapshot::<Value>(pair.widget().calls())
        .last()
        .and_then(|call| call.get("engagementId").cloned())
        .unwrap_or(json!(0))
}

fn widget(load: u32) -> WidgetEdge {
    let mut widget = WidgetEdge::new(PHONE, &format!("w{load}"), true);
    widget.attach(
        Millis(0.0),
        Options {
            origins: Some(vec![CRM.to_owned()]),
            ..Options::default()
        },
    );
    widget
}

#[test]
fn an_engagement_made_late_is_known_to_both_sides() {
    let mut world = World::ready();
    world.site.store_hangs = true;
    world.dial().expect("ready");
    world.run();
    let failed = world.calls();

    world.answer_late();

    assert_eq!(failed[0]["engagement"], "failed");
    let call = &world.calls()[0];
    assert_eq!(call["engagement"], "created");
    assert_eq!(call["engagementId"], 101);
    assert_eq!(
        world.site.traffic[world.site.traffic.len() - 3..],
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
    world.site.store_hangs = true;
    world.dial().expect("ready");
    world.run();
    world.end("COMPLETED");
    world.complete();
    world.run();

    world.answer_late();

    assert_eq!(world.calls()[0]["engagement"], "created");
    assert_eq!(world.site.timeline, [json!([101, "COMPLETED"])]);
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
        world.site.traffic.last().map(String::as_str),
        Some("> FINALIZE_ENGAGEMENT_FAILED")
    );
    for counts in [world.pair.widget().counts(), world.pair.host().counts()] {
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
    world.site.engagements -= 1;
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

    assert_eq!(world.site.traffic, ["< SYNC_ACK", "< INITIALIZED"]);
    assert_eq!(world.site.heard.len(), 1);
    assert_eq!(world.site.heard[0]["type"], "READY");
    assert_eq!(world.site.heard[0]["data"]["portalId"], 1);
}

#[test]
fn a_widget_stalled_for_two_seconds_is_ready_once() {
    let mut world = World::new();
    world.pair.busy_until[WIDGET] = Millis(3_000.0);

    world.load();
    world.run();

    assert_eq!(world.pair.host().state(), HostState::Initialized);
    assert_eq!(world.heard("READY"), 1);
    let acks = world
        .site
        .traffic
        .iter()
        .filter(|t| *t == "< SYNC_ACK")
        .count();
    assert_eq!(acks, 1);
}

#[test]
fn a_widget_that_hears_the_sync_before_its_own_load_ends_in_a_session() {
    let mut world = World::new();
    // The page that loads first, a log-in page say, has no widget. It gives way
    // to the widget's, whose script hears the host before its frame's load does.
    world.pair.load();
    *world.pair.widget_mut() = widget(1);
    world.pair.now = world.pair.now + Millis(DELAY);
    world.pair.drain(&mut world.site);
    world.pair.now = world.pair.now + Millis(DELAY);
    world.pair.deliver_due(&mut world.site);

    world.pair.load();
    world.run();

    assert_eq!(world.pair.host().state(), HostState::Initialized);
    assert_eq!(world.heard("READY"), 1);
}

#[test]
fn a_lost_acknowledgement_ends_in_a_session_all_the_same() {
    let mut world = World::new();
    world.load();
    world.pair.drain(&mut world.site);
    world.pair.now = world.pair.now + Millis(DELAY);
    world.pair.deliver_due(&mut world.site);
    world.pair.drain(&mut world.site);

    world.pair.lose(|_, message| message["type"] == "SYNC_ACK");
    world.run();

    assert_eq!(world.pair.host().state(), HostState::Initialized);
    assert_eq!(world.heard("READY"), 1);
}

#[test]
fn a_sync_that_comes_late_is_harmless() {
    let mut world = World::ready();

    let at = world.pair.now + Millis(20_000.0);
    world.pair.post_at(
        at,
        WIDGET,
        json!({ "type": "SYNC", "messageId": "h1_1", "hostUrl": CRM, "portalId": 1, "userId": 2, "iframeLocation": "remote" }),
    );
    world.run();

    assert_eq!(world.heard("READY"), 0);
    assert_eq!(world.pair.host().state(), HostState::Initialized);
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
        world.site.traffic,
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
    assert_eq!(world.site.timeline, [json!([101, "COMPLETED"])]);
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
                .site
                .traffic
                .contains(&"> CALLER_ID_MATCH_SUCCEEDED".to_owned())
        );
        assert_eq!(world.site.timeline, [json!([101, status])]);
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
    assert!(!world.pair.host().has_active_call());
    assert!(world.dial().is_ok());
}

#[test]
fn the_page_hangs_up() {
    let mut world = World::ready();
    world.dial().expect("ready to dial");
    world.run();

    world
        .pair
        .command(UserInput::EndCall {})
        .expect("a call runs");
    world.run();

    assert_eq!(
        world.site.traffic.iter().rev().take(2).collect::<Vec<_>>(),
        ["< CALL_ENDED", "> END_CALL"]
    );
    assert_eq!(world.calls()[0]["state"], "ended");
}

#[test]
fn engagement_failures_reach_the_app() {
    let mut world = World::ready();
    world.site.store_fails = true;

    world.dial().expect("ready to dial");
    world.run();
    let failed = world.site.heard.last().cloned();
    world.end("FAILED");
    world.complete();
    world.run();

    assert_eq!(
        failed.expect("an answer")["data"]["error"]["message"],
        "the store is down"
    );
    assert_eq!(
        world.site.heard.last().expect("an answer")["type"],
        "UPDATE_ENGAGEMENT_FAILED"
    );
    assert_eq!(world.pair.host().calls().iter().count(), 1);
    assert!(world.site.timeline.is_empty());
}

#[test]
fn a_number_dialled_while_the_widget_loads_is_called_when_it_is_ready() {
    let mut world = World::new();
    world.pair.busy_until[WIDGET] = Millis(2_000.0);
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
    world.site.heard.clear();

    world.load();
    world.run();

    assert_eq!(world.pair.host().state(), HostState::Initialized);
    assert_eq!(world.site.heard.len(), 1);
    assert!(!world.pair.host().has_active_call());
    assert!(world.dial().is_ok());
}

#[test]
fn no_message_of_either_side_keeps_the_two_busy() {
    for message in MESSAGES {
        let mut world = World::ready();
        let now = world.pair.now;
        let data =
            json!({ "externalCallId": "c-9", "engagementId": 5, "message": "x", "type": "x" });

        match message.direction {
            Direction::ToHost => world.app(message.wire, data.clone()),
            Direction::FromHost if message.kind != Kind::Sync => {
                world
                    .pair
                    .host_mut()
                    .send(now, message.kind, Some(data.clone()))
                    .expect("a host's message");
            }
            _ => {
                let raw = json!({ "type": message.wire, "data": data });
                let _ = world.pair.host_mut().send_raw(now, raw);
                world.app(message.wire, data.clone());
            }
        }
        world.run();

        assert!(
            world.site.traffic.len() <= 4,
            "{}: {:?}",
            message.wire,
            world.site.traffic
        );
    }
}

#[test]
fn types_nobody_knows_and_errors_end_where_they_arrive() {
    let mut world = World::ready();
    let now = world.pair.now;

    world
        .pair
        .host_mut()
        .send_raw(now, json!({ "type": "CALL_PARKED", "data": 1 }))
        .expect("connected");
    world.app("CALL_PARKED", json!({}));
    world.app("ERROR", json!({ "message": "No line" }));
    world.run();

    assert_eq!(
        world.site.traffic,
        ["> CALL_PARKED", "< CALL_PARKED", "< ERROR"]
    );
    assert_eq!(world.site.alerts, ["No line"]);
}
