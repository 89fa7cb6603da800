//! A widget's page that is loaded anew while its calls go on: what the host knows of
//! a call is there for whoever tells of it again.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail"
)]

use std::collections::{BTreeMap, VecDeque};

use calling_widget_sdk::protocol::{Kind, Millis};
use calling_widget_sdk::session::host::{
    HostConfig, HostInput, HostOutput, HostState, StoreRequest,
};
use calling_widget_sdk::session::widget::{Outcome, Output, Question};
use calling_widget_sdk::session::{Code, host, widget};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::edges::{HostEdge, Options, WidgetEdge};

const CRM: &str = "https://crm.example";
const PHONE: &str = "https://phone.example";

/// A host, the widget's page in its frame, and a channel that keeps the order.
struct World {
    now: f64,
    host: HostEdge,
    widget: WidgetEdge,
    instance: u32,
    documents: u32,
    /// What is under way: whether to the widget, the message.
    net: VecDeque<(bool, Value)>,
    heard: Vec<Value>,
    /// Whether a page leaves its calls to the next, which sends the start of each call
    /// again whose answer may be lost, as `docs/widget.md` has it.
    resumes: bool,
    /// The receipts of the starts it sends again.
    receipts: Vec<u32>,
    store_fails: bool,
    /// How many engagements were created for each call.
    created: BTreeMap<String, u32>,
}

impl World {
    fn new(resumes: bool) -> Self {
        let (widget, instance) = widget(1, resumes);
        let mut world = Self {
            now: 1_000_000.0,
            host: HostEdge::new(HostConfig::new(
                CRM.to_owned(),
                PHONE.to_owned(),
                "h1".to_owned(),
                json!({ "portalId": 1, "userId": 2, "iframeLocation": "remote" }),
            )),
            widget,
            instance,
            documents: 1,
            net: VecDeque::new(),
            heard: Vec::new(),
            resumes,
            receipts: Vec::new(),
            store_fails: false,
            created: BTreeMap::new(),
        };
        world.host.enter(
            Millis(world.now),
            HostInput::Frame(host::FrameInput::FrameLoaded {}),
        );
        world.settle();
        assert_eq!(world.host.state(), HostState::Initialized);
        world.heard.clear();
        world
    }

    /// What was posted to a document goes with it.
    fn reload(&mut self) {
        self.documents += 1;
        let now = Millis(self.now);
        let journal = self.widget.journal(now, "frame");
        (self.widget, self.instance) = widget(self.documents, self.resumes);
        if let Some(journal) = journal {
            self.widget.resume(now, "frame", &journal).expect("its own");
        }
        self.net.retain(|(is_to_widget, _)| !is_to_widget);
        self.heard.clear();
        self.host
            .enter(now, HostInput::Frame(host::FrameInput::FrameLoaded {}));
        self.drain();
    }

    fn app(&mut self, wire: &str, data: &Value) {
        let message = json!({ "type": wire, "data": data });
        self.widget.send(Millis(self.now), self.instance, &message);
        self.drain();
    }

    fn start(&mut self, data: &Value) {
        self.app("OUTGOING_CALL_STARTED", data);
    }

    fn deliver(&mut self) {
        let Some((is_to_widget, message)) = self.net.pop_front() else {
            return;
        };
        let now = Millis(self.now);
        if is_to_widget {
            self.widget.hear(now, CRM, &message);
        } else {
            self.host.hear(now, PHONE, &message);
        }
        self.drain();
    }

    fn wait(&mut self, span: f64) {
        self.now += span;
        self.host.tick(Millis(self.now));
        self.widget.tick(Millis(self.now));
        self.drain();
    }

    /// Everything arrives until nothing is under way, and SYNC is acknowledged.
    fn settle(&mut self) {
        self.drain();
        for _ in 0..1_000 {
            if !self.net.is_empty() {
                self.deliver();
            } else if self.host.state() == HostState::Initialized {
                return;
            } else {
                self.wait(100.0);
            }
        }
        panic!("no session comes about");
    }

    fn drain(&mut self) {
        loop {
            let (host, widget) = (self.host.next(), self.widget.next());
            if host.is_none() && widget.is_none() {
                return;
            }
            match host {
                Some(HostOutput::Frame(host::FrameOutput::Post { message, .. })) => {
                    self.net.push_back((true, message))
                }
                Some(HostOutput::Store(host::StoreOutput::Store { request, ask })) => {
                    let result = self.store(&ask);
                    self.host.stored(Millis(self.now), request, result);
                }
                _ => {}
            }
            if let Some(output) = widget {
                self.at_widget(output);
            }
        }
    }

    fn store(&mut self, ask: &StoreRequest<Value>) -> Result<Value, String> {
        if self.store_fails {
            return Err("full".to_owned());
        }
        let StoreRequest::Create { input } = ask else {
            return Ok(json!([]));
        };
        let call = input["externalCallId"].to_string();
        *self.created.entry(call).or_default() += 1;
        Ok(json!({ "id": 99 + self.created.values().sum::<u32>() }))
    }

    fn at_widget(&mut self, output: Output<Value>) {
        match output {
            Output::Page(widget::PageOutput::Post { message, .. }) => {
                self.net.push_back((false, message))
            }
            Output::App(widget::AppOutput::Deliver { message, .. }) => {
                if message["type"] == "READY" {
                    let data = json!({ "isLoggedIn": true, "isAvailable": true });
                    self.app("INITIALIZED", &data);
                }
                self.heard.push(message);
                self.widget.delivered(Millis(self.now));
            }
            Output::App(widget::AppOutput::Resumed { account }) => {
                self.ask_again(&account);
                self.widget.delivered(Millis(self.now));
            }
            _ => {}
        }
    }

    fn ask_again(&mut self, account: &Value) {
        let calls = account["calls"].as_object().expect("calls").values();
        for call in calls.filter(|call| call["engagement"] == "pending") {
            let data =
                json!({ "externalCallId": call["externalCallId"], "createEngagement": true });
            let receipt =
                self.widget
                    .track(Millis(self.now), self.instance, Kind::OutgoingCallStarted);
            let message = json!({ "type": "OUTGOING_CALL_STARTED", "data": data });
            self.widget.send(Millis(self.now), self.instance, &message);
            self.widget.track_end(Millis(self.now), receipt);
            self.receipts.push(receipt);
        }
    }

    /// The engagements that the app heard of: by which message, and which.
    fn told(&self) -> Vec<(&str, &Value)> {
        let named = |message: &&Value| !message["data"]["engagementId"].is_null();
        let messages = self.heard.iter().filter(named);
        messages
            .map(|message| {
                let wire = message["type"].as_str().expect("a type");
                (wire, &message["data"]["engagementId"])
            })
            .collect()
    }

    fn engagements(&self) -> u32 {
        self.created.values().sum()
    }
}

fn widget(document: u32, resume: bool) -> (WidgetEdge, u32) {
    let mut widget = WidgetEdge::new(PHONE, &format!("w{document}"), true);
    let instance = widget.attach(
        Millis(0.0),
        Options {
            origins: Some(vec![CRM.to_owned()]),
            resume,
            ..Options::default()
        },
    );
    (widget, instance)
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
        world.told(),
        [
            ("CREATE_ENGAGEMENT_SUCCEEDED", &json!(100)),
            ("ENGAGEMENT_CREATED", &json!(100))
        ]
    );
    let mut counts = world.host.counts().iter();
    assert!(counts.all(|(code, _)| *code != Code::AlreadyStarted));
    assert!(world.host.has_active_call());
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

        assert_eq!(world.told(), [], "{kind}");
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

        assert_eq!(world.told().len(), 1, "{again}");
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
        world.told()[0],
        ("CREATE_ENGAGEMENT_SUCCEEDED", &json!(100))
    );
}

#[test]
fn what_failed_before_a_reload_is_asked_for_anew() {
    let mut world = World::new(true);
    world.store_fails = true;
    world.start(&start());
    world.settle();
    world.reload();
    world.settle();

    world.store_fails = false;
    world.start(&start());
    world.settle();

    assert_eq!(world.engagements(), 1);
    assert_eq!(
        world.told()[0],
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

    assert!(world.host.has_active_call());
    assert_eq!(world.engagements(), 1);
    assert_eq!(
        world.told()[0],
        ("CREATE_ENGAGEMENT_SUCCEEDED", &json!(100))
    );
}

#[test]
fn the_receipt_of_a_start_that_is_sent_again_is_answered() {
    let mut world = World::new(true);
    world.start(&start());
    world.reload();
    world.settle();

    let receipt = world.receipts[0];
    let now = Millis(world.now);
    let wait = world.widget.wait(now, receipt, Question::Engagement, None);

    let settled = world.widget.next();
    assert_eq!(
        settled,
        Some(Output::App(widget::AppOutput::Settled {
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
                Action::Lose => world.net.clear(),
                Action::Wait(span) => world.wait(span),
                Action::Reload => world.reload(),
            }
        }
        world.reload();
        world.settle();

        for (call, engagements) in &world.created {
            prop_assert_eq!(*engagements, 1, "{}", call);
        }
    }
}
