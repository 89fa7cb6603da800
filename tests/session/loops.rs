//! No two halves keep each other busy: whatever either side sends, in whatever
//! combination, a bounded number of messages follows, and then silence.
//!
//! The wire is perfect and at once, since a lost message only ends a loop
//! sooner. Every pair of types goes out together, the first from one side and
//! the second from the other, known types and unknown ones alike, once as a
//! side posts it and once under an id of the other side's, as a reply.

#![expect(clippy::indexing_slicing, reason = "a test may fail")]

use std::collections::VecDeque;

use calling_widget_sdk::protocol::{MESSAGES, Millis, SDK_VERSION_FIELD};
use calling_widget_sdk::session::host::{HostConfig, HostInput, HostOutput, StoreRequest};
use calling_widget_sdk::session::widget::Output;
use calling_widget_sdk::session::{host, widget};
use serde_json::{Value, json};

use crate::edges::{HostEdge, Options, WidgetEdge};

/// Where each side's page is from.
const ORIGINS: [&str; 2] = ["https://one.example", "https://other.example"];

/// The most that may follow one pair of messages, the two included: the longest
/// exchange there is, a call that is dialled, ended and completed, takes nine.
const MOST: usize = 9;

/// The most SYNCs that may go out meanwhile, since a host whose widget moves
/// begins anew: both sides' share of one time-out.
const MOST_SYNCS: usize = 2 * 301;

/// Simulated time after which everything is to be silent: longer than any
/// time-out.
const HORIZON: f64 = 120_000.0;

#[test]
fn a_widget_and_a_host_fall_silent_after_any_pair_of_messages() {
    let mut world = World::new(Side::widget(0), Side::host(1));
    world.open();

    every_pair(&world);
}

#[test]
fn two_widgets_face_to_face_fall_silent_after_any_pair_of_messages() {
    let mut world = World::new(Side::widget(0), Side::widget(1));
    for at in [0, 1] {
        // No host opens their sessions, so each is handed a SYNC of the other's.
        world.post(
            1 - at,
            json!({ "type": "SYNC", "messageId": "x_1", "portalId": 1 }),
        );
    }
    world.settle("two widgets that meet");

    every_pair(&world);
}

#[test]
fn two_hosts_face_to_face_fall_silent_after_any_pair_of_messages() {
    let mut world = World::new(Side::host(0), Side::host(1));
    world.open_by_lies();

    every_pair(&world);
}

#[test]
fn two_hosts_that_never_acknowledge_each_other_give_up() {
    let mut world = World::new(Side::host(0), Side::host(1));
    world.load();

    let (posted, syncs) = world.run();

    assert_eq!(posted, 0);
    assert!((2..=MOST_SYNCS).contains(&syncs), "{syncs}");
    assert_eq!(world.run(), (0, 0), "nothing after the time-out");
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

/// How a message goes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    /// As the half posts it, or, where the half does not, as a page would post it
    /// past the half.
    Own,
    /// Past the half, under an id that the other side has used.
    Borrowed,
}

/// Every known type, and what is none.
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

/// One half with the application or the page behind it.
#[derive(Clone)]
enum Side {
    Widget(Box<WidgetEdge>, u32),
    Host(Box<HostEdge>),
}

impl Side {
    fn widget(at: usize) -> Self {
        let mut widget = WidgetEdge::new(ORIGINS[at], &format!("w{at}"), true);
        let instance = widget.attach(
            Millis(0.0),
            Options {
                origins: Some(vec![ORIGINS[1 - at].to_owned()]),
                debug_mode: true,
                ..Options::default()
            },
        );
        Self::Widget(Box::new(widget), instance)
    }

    fn host(at: usize) -> Self {
        Self::Host(Box::new(HostEdge::new(HostConfig::new(
            ORIGINS[at].to_owned(),
            ORIGINS[1 - at].to_owned(),
            format!("h{at}"),
            json!({ "portalId": 1, "userId": 2, "iframeLocation": "remote" }),
        ))))
    }
}

/// Two sides that hear each other, and a clock.
#[derive(Clone)]
struct World {
    now: f64,
    sides: [Side; 2],
    /// What is under way: to which side, the message.
    under_way: VecDeque<(usize, Value)>,
    engagements: u32,
    forged: u32,
}

impl World {
    fn new(one: Side, other: Side) -> Self {
        Self {
            now: 1_000.0,
            sides: [one, other],
            under_way: VecDeque::new(),
            engagements: 0,
            forged: 0,
        }
    }

    /// Opens the session between a widget and what frames it.
    fn open(&mut self) {
        self.load();
        self.settle("the opening");
    }

    /// Opens both sides' sessions although neither is a widget: every SYNC is
    /// acknowledged as if one were there.
    fn open_by_lies(&mut self) {
        self.load();
        let mut posts = Vec::new();
        for at in [0, 1] {
            self.drain(at, &mut posts);
        }
        for (to, sync) in posts {
            let mut ack = sync;
            ack["type"] = json!("SYNC_ACK");
            ack[SDK_VERSION_FIELD] = json!("1.0.0");
            self.under_way.push_back((1 - to, ack));
        }
        self.settle("the opening");
    }

    /// The frame loads on whichever side has one.
    fn load(&mut self) {
        let now = Millis(self.now);
        for side in &mut self.sides {
            match side {
                Side::Widget(..) => {}
                Side::Host(host) => {
                    host.enter(now, HostInput::Frame(host::FrameInput::FrameLoaded {}))
                }
            }
        }
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
            let letter = match self.sides[1 - from] {
                Side::Widget(..) => 'w',
                Side::Host(_) => 'h',
            };
            message["messageId"] = json!(format!("{letter}{}_1", 1 - from));
            return self.post(from, message);
        }
        let now = Millis(self.now);
        let is_posted = match &mut self.sides[from] {
            Side::Widget(widget, instance) => {
                widget.send(now, *instance, &message);
                true
            }
            Side::Host(host) => host.send_raw(now, message.clone()).is_ok(),
        };
        if !is_posted {
            self.forged += 1;
            message["messageId"] = json!(format!("forged_{}", self.forged));
            self.post(from, message);
        }
    }

    fn post(&mut self, from: usize, message: Value) {
        self.under_way.push_back((1 - from, message));
    }

    /// Lets everything come to its end.
    fn settle(&mut self, occasion: &str) {
        let (posted, syncs) = self.run();

        assert!(posted <= MOST, "{posted} messages follow {occasion}");
        assert!(syncs <= MOST_SYNCS, "{syncs} SYNCs follow {occasion}");
        assert_eq!(self.run(), (0, 0), "no silence after {occasion}");
    }

    /// Runs both sides up to the horizon; how many messages were under way, and
    /// how many SYNCs beside them.
    fn run(&mut self) -> (usize, usize) {
        let end = self.now + HORIZON;
        let (mut count, mut syncs) = (0, 0);
        loop {
            for at in [0, 1] {
                let mut posts = Vec::new();
                self.drain(at, &mut posts);
                self.under_way.extend(posts);
            }
            if let Some((to, message)) = self.under_way.pop_front() {
                let counter = if message["type"] == "SYNC" {
                    &mut syncs
                } else {
                    &mut count
                };
                *counter += 1;
                if *counter > 1_000 {
                    return (count, syncs);
                }
                self.deliver(to, &message);
                continue;
            }
            let due = (0..2).filter_map(|at| self.due(at)).reduce(f64::min);
            match due {
                // What is due at once is done; the clock has to move all the same.
                Some(due) if due <= end => self.now = due.max(self.now + 1.0),
                _ => break,
            }
            self.wake();
        }
        self.now = end;
        (count, syncs)
    }

    fn due(&self, at: usize) -> Option<f64> {
        let due = match &self.sides[at] {
            Side::Widget(widget, _) => widget.wake(),
            Side::Host(host) => host.wake(),
        };
        due.map(|due| due.0)
    }

    fn wake(&mut self) {
        let now = Millis(self.now);
        for side in &mut self.sides {
            match side {
                Side::Widget(widget, _) => widget.tick(now),
                Side::Host(host) => host.tick(now),
            }
        }
    }

    fn deliver(&mut self, to: usize, message: &Value) {
        let now = Millis(self.now);
        let from = ORIGINS[1 - to];
        match &mut self.sides[to] {
            Side::Widget(widget, _) => widget.hear(now, from, message),
            Side::Host(host) => host.hear(now, from, message),
        }
    }

    /// Carries out a side's orders, its application's answers included.
    fn drain(&mut self, at: usize, posts: &mut Vec<(usize, Value)>) {
        let now = Millis(self.now);
        let to = 1 - at;
        match &mut self.sides[at] {
            Side::Widget(widget, instance) => {
                while let Some(output) = widget.next() {
                    match output {
                        Output::Page(widget::PageOutput::Post { message, .. }) => {
                            posts.push((to, message))
                        }
                        Output::App(widget::AppOutput::Deliver { message, .. }) => {
                            for answer in app_answers(&message) {
                                widget.send(now, *instance, &answer);
                            }
                            widget.delivered(now);
                        }
                        _ => {}
                    }
                }
            }
            Side::Host(host) => {
                while let Some(output) = host.next() {
                    match output {
                        HostOutput::Frame(host::FrameOutput::Post { message, .. }) => {
                            posts.push((to, message))
                        }
                        HostOutput::Store(host::StoreOutput::Navigate { request, .. }) => {
                            let has_succeeded = false;
                            host.enter(
                                now,
                                HostInput::Store(host::StoreInput::Navigated {
                                    request,
                                    has_succeeded,
                                }),
                            );
                        }
                        HostOutput::Store(host::StoreOutput::Store { request, ask }) => {
                            self.engagements += 1;
                            let result = match ask {
                                StoreRequest::Create { .. } => {
                                    Ok(json!({ "id": self.engagements }))
                                }
                                StoreRequest::MatchCaller { .. } => Ok(json!([])),
                                _ => Err("the store is down".to_owned()),
                            };
                            host.stored(now, request, result);
                        }
                        HostOutput::Frame(host::FrameOutput::MoveFrame { .. }) => {
                            host.enter(now, HostInput::Frame(host::FrameInput::FrameLoaded {}))
                        }
                        _ => {}
                    }
                }
            }
        }
    }
}

/// What a calling app sends when it hears a message, eager as they come.
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
        // Every failure is told to the user on the host's page.
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
