//! No two halves loop: any combination of messages from both sides causes a
//! bounded number of further messages, then silence.
//!
//! The wire is lossless and instant, since a lost message only ends a loop
//! sooner. Every pair of types, known or unknown, goes out together, one from
//! each side: once as a side posts it, and once under an id of the other side,
//! as a reply.

#![expect(clippy::indexing_slicing, reason = "a test may fail")]

use std::rc::Rc;

use calling_widget_sdk::protocol::{MESSAGES, Millis, Name};
use calling_widget_sdk::session::host::{FrameOutput, HostOutput, StoreOutput, StoreRequest};
use calling_widget_sdk::session::widget::{AppOutput, Output};
use serde_json::{Value, json};
use simulation::{HOST, HostEdge, Options, Order, Pair, Peer, WIDGET, WidgetEdge, trusting};

/// The origin of each side's page.
const ORIGINS: [&str; 2] = ["https://one.example", "https://other.example"];

/// The most messages after one pair, the two included: the longest exchange, a
/// call that is dialled in a hidden frame, takes twelve.
const MOST: usize = 12;

/// The most SYNCs meanwhile, since a host whose widget moves opens a new session:
/// those of one time-out, for both sides.
const MOST_SYNCS: usize = 2 * 301;

/// Simulated time until silence: longer than any time-out.
const HORIZON: f64 = 120_000.0;

#[test]
fn a_widget_and_a_host_fall_silent_after_any_pair_of_messages() {
    let mut world = World::new(widget(0), host(1));
    world.open();

    every_pair(&world);
}

#[test]
fn two_widgets_face_to_face_fall_silent_after_any_two_messages() {
    let mut world = World::new(widget(0), widget(1));
    for at in [0, 1] {
        // No host opens their sessions, so each is handed a SYNC of the other's.
        world.pair.post(
            at,
            json!({ "type": "SYNC", "messageId": "x_1", "portalId": 1 }),
        );
    }
    world.settle("two widgets that meet");

    every_pair(&world);
}

#[test]
fn two_hosts_face_to_face_fall_silent_after_any_two_messages() {
    let mut world = World::new(host(0), host(1));
    world.open_by_lies();

    every_pair(&world);
}

fn every_pair(ready: &World) {
    let types = types();
    for one in &types {
        for other in &types {
            for way in [Way::Own, Way::Borrowed] {
                let mut world = ready.clone();
                world.say(0, one, way);
                world.say(1, other, way);
                world.settle(&format!("{one} and {other}, {way:?}"));
            }
        }
    }
}

/// The way a message is posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// As the half posts it, or, where the half does not, as a page would post it
    /// past the half.
    Own,
    /// Past the half, under an id that the other side has used.
    Borrowed,
}

/// Every known type, and some unknown ones.
fn types() -> Vec<&'static str> {
    let unknown = [
        "CALL_PARKED",
        "CALL_PARKED_FAILED",
        "_FAILED",
        "toString",
        "constructor",
        "__proto__",
        "hasOwnProperty",
        "sync",
    ];
    let known = MESSAGES.iter().map(|message| message.wire);
    known.chain(unknown).collect()
}

fn widget(at: usize) -> Peer {
    let mut widget = WidgetEdge::new(ORIGINS[at], &format!("w{at}"), true);
    widget.attach(
        Millis(0.0),
        Options {
            debug_mode: true,
            ..trusting(ORIGINS[1 - at])
        },
    );
    widget.into()
}

fn host(at: usize) -> Peer {
    let context = json!({ "portalId": 1, "userId": 2, "iframeLocation": "remote" });
    let (own, widget, name) = (ORIGINS[at], ORIGINS[1 - at], format!("h{at}"));
    HostEdge::new(HostEdge::config(own, widget, &name, context)).into()
}

/// Two sides that hear each other, and a clock; an eager app behind each widget, a store that does
/// little behind each host.
#[derive(Clone)]
struct World {
    pair: Pair,
    engagements: u32,
    forged: u32,
}

impl World {
    fn new(one: Peer, other: Peer) -> Self {
        Self {
            pair: Pair::new(1_000.0, 0.0, one, other),
            engagements: 0,
            forged: 0,
        }
    }

    /// Opens the session between a widget and the page that frames it.
    fn open(&mut self) {
        self.pair.load();
        self.settle("the opening");
    }

    /// Opens both sides' sessions although neither is a widget: every SYNC is
    /// acknowledged as if one were there.
    fn open_by_lies(&mut self) {
        self.pair.load();
        self.drain();
        let syncs = [HOST, WIDGET].map(|to| self.pair.take_flight(to, 0));
        for sync in syncs.into_iter().flatten() {
            let mut ack = Value::clone(&sync.message);
            ack["type"] = json!("SYNC_ACK");
            ack[Name::SdkVersion.as_str()] = json!("1.0.0");
            self.pair.post(1 - sync.to, ack);
        }
        self.settle("the opening");
    }

    /// A message of a side's application.
    fn say(&mut self, from: usize, wire: &str, way: Way) {
        let mut message = json!({ "type": wire, "data": {
            "externalCallId": "c-1", "engagementId": 7, "createEngagement": true,
            "phoneNumber": "+15550100", "toNumber": "+15550100", "fromNumber": "+15550199",
            "message": "x", "engagementProperties": { "hs_call_title": "x" },
            "objectCoordinates": { "portalId": 1, "objectId": 2, "objectTypeId": "0-1" },
            "iFrameUrl": ORIGINS[1], "isLoggedIn": true,
        } });
        if way != Way::Own {
            let letter = match self.pair.peers[1 - from] {
                Peer::Widget(_) => 'w',
                Peer::Host(_) => 'h',
            };
            message["messageId"] = json!(format!("{letter}{}_1", 1 - from));
            return self.pair.post(1 - from, message);
        }
        let now = self.pair.now;
        let is_posted = match &mut self.pair.peers[from] {
            Peer::Widget(widget) => {
                Rc::make_mut(widget).send(now, INSTANCE, &message);
                true
            }
            Peer::Host(host) => Rc::make_mut(host).send_raw(now, message.clone()).is_ok(),
        };
        if !is_posted {
            self.forged += 1;
            message["messageId"] = json!(format!("forged_{}", self.forged));
            self.pair.post(1 - from, message);
        }
    }

    /// Runs both sides; asserts the limits, and silence after.
    fn settle(&mut self, occasion: &str) {
        let (posted, syncs) = self.run();

        assert!(posted <= MOST, "{posted} messages follow {occasion}");
        assert!(syncs <= MOST_SYNCS, "{syncs} SYNCs follow {occasion}");
        assert_eq!(self.run(), (0, 0), "no silence after {occasion}");
    }

    /// Runs both sides up to the horizon; counts the messages, and the SYNCs apart.
    fn run(&mut self) -> (usize, usize) {
        let end = self.pair.now.0 + HORIZON;
        let (mut count, mut syncs) = (0, 0);
        loop {
            self.drain();
            if let Some(flight) = self.pair.deliver() {
                let counter = if flight.message["type"] == "SYNC" {
                    &mut syncs
                } else {
                    &mut count
                };
                *counter += 1;
                if *counter > 1_000 {
                    return (count, syncs);
                }
                continue;
            }
            match self.pair.next_timer() {
                // Even with a timer that is due at once, the clock has to advance.
                Some(due) if due.0 <= end => {
                    self.pair.now = Millis(due.0.max(self.pair.now.0 + 1.0));
                }
                _ => break,
            }
            self.pair.tick();
        }
        self.pair.now = Millis(end);
        (count, syncs)
    }

    /// Carries out both sides' orders.
    fn drain(&mut self) {
        let engagements = &mut self.engagements;
        self.pair.drain(&mut |pair, side, order| match &order {
            Order::Widget(Output::App(AppOutput::Deliver { message, .. })) => {
                let now = pair.now;
                if let Peer::Widget(widget) = &mut pair.peers[side] {
                    for answer in app_answers(&message.json()) {
                        Rc::make_mut(widget).send(now, INSTANCE, &answer);
                    }
                }
            }
            Order::Host(HostOutput::Store(StoreOutput::Store { request, ask })) => {
                *engagements += 1;
                let result = match ask {
                    StoreRequest::Create { .. } => Ok(json!({ "id": engagements })),
                    StoreRequest::MatchCaller { .. } => Ok(json!([])),
                    _ => Err("the store is down".to_owned()),
                };
                pair.stored(side, *request, result);
            }
            Order::Host(HostOutput::Store(StoreOutput::Navigate { request, .. })) => {
                pair.navigated(side, *request, false);
            }
            Order::Host(HostOutput::Frame(FrameOutput::MoveFrame { .. })) => pair.load_frame(side),
            _ => pair.carry_out(side, &order),
        });
    }
}

/// The app's one instance.
const INSTANCE: u32 = 1;

/// The answers of an eager calling app to a message.
fn app_answers(message: &Value) -> Vec<Value> {
    let about = |wire: &str| json!({ "type": wire, "data": { "externalCallId": "c-1" } });
    let wire = message["type"].as_str().unwrap_or_default();
    match wire {
        "READY" => vec![json!({ "type": "INITIALIZED", "data": { "isLoggedIn": true } })],
        "DIAL_NUMBER" => vec![json!({ "type": "OUTGOING_CALL_STARTED", "data": {
            "externalCallId": "c-1", "createEngagement": true,
        } })],
        "CREATE_ENGAGEMENT_SUCCEEDED" => vec![about("CALL_ANSWERED")],
        "END_CALL" => vec![
            about("CALL_ENDED"),
            json!({ "type": "CALL_COMPLETED", "data": {
            "externalCallId": "c-1", "engagementProperties": { "hs_call_title": "x" },
        } }),
        ],
        // Every failure is reported to the user on the host's page.
        _ if wire.ends_with("FAILED") => {
            vec![json!({ "type": "ERROR", "data": { "message": wire } })]
        }
        "VISIBILITY_CHANGED" => vec![json!({
            "type": "RESIZE_WIDGET", "data": { "width": 400, "height": 600 },
        })],
        "CALLER_ID_MATCH_SUCCEEDED" => vec![json!({ "type": "NAVIGATE_TO_RECORD", "data": {
            "objectCoordinates": { "portalId": 1, "objectId": 2, "objectTypeId": "0-1" },
        } })],
        _ => Vec::new(),
    }
}
