//! Both halves together, under simulated time and with a delay in between.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::host::{HostConfig, HostState, StoreRequest, UserInput};
use calling_widget_sdk::session::{Code, calls_snapshot};
use serde_json::{Value, json};
use simulation::{HOST, HostEdge, Options, Pages, Pair, WidgetEdge};

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
}

/// What the pages do, and what they saw.
#[derive(Default)]
struct Site {
    /// Every message that was posted, SYNC aside: `>` to the widget.
    traffic: Vec<String>,
    /// What the app's handlers were called with.
    heard: Vec<Value>,
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
            pair: Pair::new(1_000.0, DELAY, HostEdge::new(config), widget("w1")),
            site: Site::default(),
        }
    }

    /// A world whose app has said INITIALIZED.
    fn ready() -> Self {
        let mut world = Self::new();
        world.pair.load();
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
        let value = match ask {
            StoreRequest::Create { .. } => {
                self.engagements += 1;
                json!({ "id": 100 + self.engagements })
            }
            StoreRequest::Complete {
                engagement,
                outcome,
                ..
            } => {
                self.timeline
                    .push(json!([engagement, outcome["callEndStatus"]]));
                Value::Null
            }
            StoreRequest::MatchCaller { .. } => json!([]),
            _ => Value::Null,
        };
        pair.stored(side, request, Ok(value));
    }

    fn posted(&mut self, from: usize, message: &Value) {
        let wire = message["type"].as_str().expect("a type");
        if wire != "SYNC" {
            let mark = if from == HOST { '>' } else { '<' };
            self.traffic.push(format!("{mark} {wire}"));
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

fn widget(name: &str) -> WidgetEdge {
    let mut widget = WidgetEdge::new(PHONE, name, true);
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
fn the_handshake_takes_one_ack_and_ready_comes_once() {
    let mut world = World::new();

    world.pair.load();
    world.run();

    assert_eq!(world.site.traffic, ["< SYNC_ACK", "< INITIALIZED"]);
    assert_eq!(world.site.heard.len(), 1);
    assert_eq!(world.site.heard[0]["type"], "READY");
    assert_eq!(world.site.heard[0]["data"]["portalId"], 1);
}

#[test]
fn a_widget_that_hears_the_sync_before_its_own_load_ends_in_a_session() {
    let mut world = World::new();
    // The page that loads first, a log-in page say, has no widget. It gives way
    // to the widget's, whose script hears the host before its frame's load does.
    world.pair.load();
    *world.pair.widget_mut() = widget("w2");
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
fn calls_without_end_grow_nothing() {
    let mut world = World::ready();
    let mut weights = Vec::new();

    for number in 1..=400 {
        let ids = json!({ "externalCallId": format!("c-{number}") });
        let mut start = ids.clone();
        start["fromNumber"] = json!("+15550100123");
        start["createEngagement"] = json!(true);
        world.app("INCOMING_CALL", start);
        world.run();
        for wire in ["CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"] {
            world.app(wire, ids.clone());
        }
        world.run();
        if number % 100 == 0 {
            // All that the two engines would say of themselves.
            let engines = format!("{:?}{:?}", **world.pair.widget(), **world.pair.host());
            weights.push(engines.len());
        }
    }

    assert_eq!(world.site.engagements, 400);
    let (first, last) = (weights[1] as f64, weights[3] as f64);
    assert!(last < first * 1.01, "{weights:?}");
}
