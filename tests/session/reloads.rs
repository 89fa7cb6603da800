//! A widget's page that is loaded anew while its calls go on: what the host knows of
//! a call is there for whoever tells of it again.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail"
)]

use std::collections::BTreeMap;

use calling_widget_sdk::protocol::{Kind, Millis};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::{HostConfig, HostState, StoreRequest};
use calling_widget_sdk::session::widget::{AppOutput, Outcome, Output, Question};
use proptest::prelude::*;
use serde_json::{Value, json};
use simulation::{HostEdge, Options, Pages, Pair, WidgetEdge};

const CRM: &str = "https://crm.example";
const PHONE: &str = "https://phone.example";

/// The app's one instance.
const INSTANCE: u32 = 1;

/// A host, the widget's page in its frame, and a channel that keeps the order.
struct World {
    pair: Pair,
    site: Site,
    documents: u32,
    /// Whether a page leaves its calls to the next, which sends the start of each call
    /// again whose answer may be lost, as `docs/widget.md` has it.
    resumes: bool,
}

/// What the pages do, and what they saw.
#[derive(Default)]
struct Site {
    heard: Vec<Value>,
    /// The receipts of the starts it sends again.
    receipts: Vec<u32>,
    store_fails: bool,
    /// How many engagements were created for each call.
    created: BTreeMap<String, u32>,
}

impl World {
    fn new(resumes: bool) -> Self {
        let host = HostEdge::new(HostConfig::new(
            CRM.to_owned(),
            PHONE.to_owned(),
            "h1".to_owned(),
            json!({ "portalId": 1, "userId": 2, "iframeLocation": "remote" }),
        ));
        let mut world = Self {
            pair: Pair::new(1_000_000.0, 0.0, host, widget(1, resumes)),
            site: Site::default(),
            documents: 1,
            resumes,
        };
        world.pair.load();
        world.settle();
        assert_eq!(world.pair.host().state(), HostState::Initialized);
        world.site.heard.clear();
        world
    }

    /// What was posted to a document goes with it.
    fn reload(&mut self) {
        self.documents += 1;
        let now = self.pair.now;
        let journal = self.pair.widget_mut().journal(now, "frame");
        let mut next = widget(self.documents, self.resumes);
        if let Some(journal) = journal {
            next.resume(now, "frame", &journal).expect("its own");
        }
        self.site.heard.clear();
        self.pair.reload(next);
        self.drain();
    }

    fn app(&mut self, wire: &str, data: &Value) {
        let message = json!({ "type": wire, "data": data });
        self.pair.send(INSTANCE, &message);
        self.drain();
    }

    fn start(&mut self, data: &Value) {
        self.app("OUTGOING_CALL_STARTED", data);
    }

    fn deliver(&mut self) {
        self.pair.deliver(&mut self.site);
    }

    fn wait(&mut self, span: f64) {
        self.pair.pass(span, &mut self.site);
    }

    fn drain(&mut self) {
        self.pair.drain(&mut self.site);
    }

    /// Everything arrives until nothing is under way, and SYNC is acknowledged.
    fn settle(&mut self) {
        self.drain();
        for _ in 0..1_000 {
            if self.pair.next_arrival().is_some() {
                self.deliver();
            } else if self.pair.host().state() == HostState::Initialized {
                return;
            } else {
                self.wait(100.0);
            }
        }
        panic!("no session comes about");
    }

    /// The engagements that the app heard of: by which message, and which.
    fn reported(&self) -> Vec<(&str, &Value)> {
        let named = |message: &&Value| !message["data"]["engagementId"].is_null();
        let messages = self.site.heard.iter().filter(named);
        messages
            .map(|message| {
                let wire = message["type"].as_str().expect("a type");
                (wire, &message["data"]["engagementId"])
            })
            .collect()
    }

    fn engagements(&self) -> u32 {
        self.site.created.values().sum()
    }
}

impl Pages for Site {
    fn heard(&mut self, pair: &mut Pair, _side: usize, message: &Value) {
        if message["type"] == "READY" {
            let data = json!({ "isLoggedIn": true, "isAvailable": true });
            pair.send(INSTANCE, &json!({ "type": "INITIALIZED", "data": data }));
        }
        self.heard.push(message.clone());
    }

    fn resumed(&mut self, pair: &mut Pair, account: &Value) {
        let calls = account["calls"].as_object().expect("calls").values();
        let now = pair.now;
        for call in calls.filter(|call| call["engagement"] == "pending") {
            let data =
                json!({ "externalCallId": call["externalCallId"], "createEngagement": true });
            let message = json!({ "type": "OUTGOING_CALL_STARTED", "data": data });
            let widget = pair.widget_mut();
            let receipt = widget.track(now, INSTANCE, Kind::OutgoingCallStarted);
            widget.send(now, INSTANCE, &message);
            widget.track_end(now, receipt);
            self.receipts.push(receipt);
        }
    }

    fn handle_request(
        &mut self,
        pair: &mut Pair,
        side: usize,
        request: u32,
        ask: StoreRequest<Value>,
    ) {
        let result = match &ask {
            _ if self.store_fails => Err("full".to_owned()),
            StoreRequest::Create { input } => {
                let call = input["externalCallId"].to_string();
                *self.created.entry(call).or_default() += 1;
                Ok(json!({ "id": 99 + self.created.values().sum::<u32>() }))
            }
            _ => Ok(json!([])),
        };
        pair.stored(side, request, result);
    }
}

fn widget(document: u32, resume: bool) -> WidgetEdge {
    let mut widget = WidgetEdge::new(PHONE, &format!("w{document}"), true);
    widget.attach(
        Millis(0.0),
        Options {
            origins: Some(vec![CRM.to_owned()]),
            resume,
            ..Options::default()
        },
    );
    widget
}

fn start() -> Value {
    json!({ "externalCallId": "c-1", "createEngagement": true })
}

#[test]
fn a_widget_loaded_anew_is_told_of_the_engagement_its_call_has() {
    let mut world = World::new(false);
    world.start(&start());
    world.settle();
    world.reload();
    world.settle();

    world.start(&start());
    world.settle();

    assert_eq!(world.engagements(), 1);
    assert_eq!(
        world.reported(),
        [
            ("CREATE_ENGAGEMENT_SUCCEEDED", &json!(100)),
            ("ENGAGEMENT_CREATED", &json!(100))
        ]
    );
    let mut counts = world.pair.host().counts().iter();
    assert!(counts.all(|(code, _)| *code != Code::AlreadyStarted));
    assert!(world.pair.host().has_active_call());
}

#[test]
fn a_start_with_another_number_is_another_call() {
    for (kind, field) in [
        ("OUTGOING_CALL_STARTED", "toNumber"),
        ("INCOMING_CALL", "fromNumber"),
    ] {
        let mut world = World::new(false);
        let start = |number: &str| json!({ "externalCallId": "c-1", "createEngagement": true, field: number });
        world.app(kind, &start("+15550100123"));
        world.settle();
        world.reload();
        world.settle();

        world.app(kind, &start("+15550100999"));
        world.settle();

        assert_eq!(world.reported(), [], "{kind}");
    }
}

#[test]
fn a_caller_who_withholds_the_number_or_writes_it_otherwise_is_the_same() {
    for (first, again) in [
        ("anonymous", "anonymous"),
        ("+15550100123", ""),
        ("+15550100123", "+1 (555) 010-0123"),
    ] {
        let mut world = World::new(false);
        let start = |number: &str| json!({ "externalCallId": "c-1", "createEngagement": true, "fromNumber": number });
        world.app("INCOMING_CALL", &start(first));
        world.settle();
        world.reload();
        world.settle();

        world.app("INCOMING_CALL", &start(again));
        world.settle();

        assert_eq!(world.reported().len(), 1, "{again}");
        assert_eq!(world.engagements(), 1, "{again}");
    }
}

#[test]
fn a_call_that_was_started_without_an_engagement_may_still_ask_for_one() {
    let mut world = World::new(false);
    world.start(&json!({ "externalCallId": "c-1" }));
    world.settle();
    world.reload();
    world.settle();

    world.start(&start());
    world.settle();

    assert_eq!(
        world.reported()[0],
        ("CREATE_ENGAGEMENT_SUCCEEDED", &json!(100))
    );
}

#[test]
fn what_failed_before_a_reload_is_asked_for_anew() {
    let mut world = World::new(true);
    world.site.store_fails = true;
    world.start(&start());
    world.settle();
    world.reload();
    world.settle();

    world.site.store_fails = false;
    world.start(&start());
    world.settle();

    assert_eq!(world.engagements(), 1);
    assert_eq!(
        world.reported()[0],
        ("CREATE_ENGAGEMENT_SUCCEEDED", &json!(100))
    );
}

#[test]
fn a_running_call_whose_start_is_sent_again_is_active() {
    let mut world = World::new(true);
    world.start(&start());
    world.deliver();
    // The answer is lost with the page.
    world.reload();
    world.settle();

    assert!(world.pair.host().has_active_call());
    assert_eq!(world.engagements(), 1);
    assert_eq!(
        world.reported()[0],
        ("CREATE_ENGAGEMENT_SUCCEEDED", &json!(100))
    );
}

#[test]
fn the_receipt_of_a_start_that_is_sent_again_is_answered() {
    let mut world = World::new(true);
    world.start(&start());
    world.reload();
    world.settle();

    let receipt = world.site.receipts[0];
    let now = world.pair.now;
    let wait = world
        .pair
        .widget_mut()
        .wait(now, receipt, Question::Engagement, None);

    let settled = world.pair.widget_mut().poll();
    assert_eq!(
        settled,
        Some(Output::App(AppOutput::Settled {
            wait,
            outcome: Outcome::Answered,
            value: Some(json!(100)),
        }))
    );
}

#[derive(Clone, Debug)]
enum Action {
    Start,
    Deliver,
    /// All that is under way is lost.
    Lose,
    Wait(f64),
    Reload,
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        3 => Just(Action::Start),
        12 => Just(Action::Deliver),
        1 => Just(Action::Lose),
        3 => (1.0_f64..160.0).prop_map(Action::Wait),
        2 => Just(Action::Reload),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn no_call_has_two_engagements_though_its_start_is_sent_again(
        actions in prop::collection::vec(action(), 1..60),
    ) {
        let mut world = World::new(true);

        for (call, action) in actions.into_iter().enumerate() {
            match action {
                // Each call is another one.
                Action::Start => world.start(&json!({
                    "externalCallId": format!("c-{call}"), "createEngagement": true,
                })),
                Action::Deliver => world.deliver(),
                Action::Lose => world.pair.lose(|_, _| true),
                Action::Wait(span) => world.wait(span),
                Action::Reload => world.reload(),
            }
        }
        world.reload();
        world.settle();

        for (call, engagements) in &world.site.created {
            prop_assert_eq!(*engagements, 1, "{}", call);
        }
    }
}
