//! Extended mode between both halves, over a channel that loses, doubles and
//! reorders, with either side loaded anew at any point.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test may fail"
)]

use std::collections::{BTreeMap, BTreeSet};

use calling_widget_sdk::protocol::limits::{MAX_REPEATS, MAX_UNCONFIRMED};
use calling_widget_sdk::protocol::{EXTENDED_FIELD, Kind, Millis, SDK_VERSION_FIELD};
use calling_widget_sdk::session::host::{
    Host, HostConfig, HostOutput, HostState, LinkOutput, StoreRequest,
};
use calling_widget_sdk::session::widget::{
    Environment, InstanceOptions, Outcome, Output, Question, ResumeFacts, Widget,
};
use calling_widget_sdk::session::{Code, Facts, HostPolicy, Relay, SourceId, calls_snapshot};
use proptest::prelude::*;
use serde_json::{Value, json};

const CRM: &str = "https://crm.example";
const PHONE: &str = "https://phone.example";

/// A post under way.
#[derive(Clone, Debug)]
struct Post {
    is_to_widget: bool,
    message: Value,
}

struct World {
    now: f64,
    host: Host<Value>,
    hosts: u32,
    widget: Widget<Value>,
    instance: u32,
    documents: u32,
    net: Vec<Post>,
    /// What the widget's documents sent: document, number.
    sent: Vec<(u32, u64)>,
    /// What the hosts took, in order: host, document, number.
    taken: Vec<(u32, u64, u64)>,
    /// How often READY reached the widget's documents, by the load.
    ready: BTreeMap<(u32, String), u32>,
    /// The ids of the messages each document's handlers heard.
    heard_ids: Vec<(u32, String)>,
    /// What the app heard of each message type.
    heard: Vec<Value>,
    /// What a store that recognises repeated questions holds: the engagements by
    /// the question's mark.
    store: BTreeMap<String, u64>,
    /// How often each engagement was asked for.
    asked: BTreeMap<String, u32>,
    /// Whether the widget's acknowledgements do not say what it is.
    is_plain: bool,
    app_answers: bool,
    /// Whether a page leaves what it owes to the next.
    resumes: bool,
    /// The id the app gives to its messages.
    chosen_id: Option<&'static str>,
    /// Whether a resumed app sends the start of each call again whose answer may be
    /// lost, as `docs/resume.md` has it.
    asks_again: bool,
    /// The receipts of the starts it sends again.
    receipts: Vec<u32>,
    /// Whether the store fails.
    fails: bool,
    /// The engagements that were created for each call.
    created: BTreeMap<String, BTreeSet<u64>>,
}

impl World {
    fn new() -> Self {
        let (widget, instance) = widget(1, false);
        let mut world = Self {
            now: 1_000_000.0,
            host: host(1),
            hosts: 1,
            widget,
            instance,
            documents: 1,
            net: Vec::new(),
            sent: Vec::new(),
            taken: Vec::new(),
            ready: BTreeMap::new(),
            heard_ids: Vec::new(),
            heard: Vec::new(),
            store: BTreeMap::new(),
            asked: BTreeMap::new(),
            is_plain: false,
            app_answers: true,
            resumes: false,
            chosen_id: None,
            asks_again: false,
            receipts: Vec::new(),
            fails: false,
            created: BTreeMap::new(),
        };
        world.host.handle_frame_loaded(Millis(world.now));
        world.drain();
        world
    }

    fn ready() -> Self {
        let mut world = Self::new();
        world.settle();
        assert_eq!(world.host.state(), HostState::Initialized);
        world.heard.clear();
        world
    }

    /// The two in a session, with pages that leave what they owe to the next.
    fn resuming() -> Self {
        let mut world = Self::new();
        world.resumes = true;
        world.reload_widget();
        world.settle();
        world
    }

    fn reload_widget(&mut self) {
        self.documents += 1;
        let now = Millis(self.now);
        let journal = self.widget.journal(now, "frame", true);
        (self.widget, self.instance) = widget(self.documents, self.resumes);
        if let Some(journal) = journal {
            let facts = ResumeFacts {
                frame: "frame",
                is_reload: true,
                is_only: true,
                is_claimed: false,
            };
            self.widget.resume(now, &journal, facts).expect("its own");
        }
        self.host.handle_frame_loaded(Millis(self.now));
        self.drain();
    }

    fn reload_host(&mut self) {
        self.hosts += 1;
        self.host = host(self.hosts);
        self.host.handle_frame_loaded(Millis(self.now));
        self.drain();
    }

    fn app(&mut self, wire: &str, mut data: Value) {
        let number = self.sent.len() as u64;
        data["n"] = json!(number);
        data["document"] = json!(self.documents);
        self.sent.push((self.documents, number));
        let mut message = json!({ "type": wire, "data": data });
        if let Some(id) = self.chosen_id {
            message["messageId"] = json!(id);
        }
        self.widget.send(Millis(self.now), self.instance, &message);
        self.drain();
    }

    fn start(&mut self, call: u32) {
        let id = format!("c-{}-{call}", self.documents);
        self.app(
            "OUTGOING_CALL_STARTED",
            json!({ "externalCallId": id, "createEngagement": true }),
        );
    }

    fn deliver(&mut self, at: usize) {
        if self.net.is_empty() {
            return;
        }
        let post = self.net.remove(at % self.net.len());
        let origin = if post.is_to_widget { CRM } else { PHONE };
        let facts = Facts {
            is_trusted: true,
            source: SourceId::PEER,
            origin,
        };
        let now = Millis(self.now);
        if post.is_to_widget {
            self.widget.handle_message(now, facts, &post.message);
        } else {
            self.host.handle_message(now, &facts, &post.message);
        }
        self.drain();
    }

    fn wait(&mut self, span: f64) {
        self.now += span;
        self.host.handle_timeout(Millis(self.now));
        self.widget.handle_timeout(Millis(self.now));
        self.drain();
    }

    /// Everything arrives in order and in time until nobody has anything to say.
    fn settle(&mut self) {
        for _ in 0..4_000 {
            if !self.net.is_empty() {
                self.deliver(0);
                continue;
            }
            let due = self
                .host
                .poll_timeout()
                .into_iter()
                .chain(self.widget.poll_timeout(Millis(self.now)))
                .map(|at| at.0)
                .reduce(f64::min);
            let Some(due) = due else { return };
            self.wait((due - self.now).max(0.0));
        }
        panic!("the two keep each other busy");
    }

    fn drain(&mut self) {
        loop {
            let (host, widget) = (self.host.poll_output(), self.widget.poll_output());
            if host.is_none() && widget.is_none() {
                return;
            }
            if let Some(output) = host {
                self.at_host(output);
            }
            if let Some(output) = widget {
                self.at_widget(output);
            }
        }
    }

    fn at_host(&mut self, output: HostOutput<Value>) {
        match output {
            HostOutput::Post { message, .. } => self.net.push(Post {
                is_to_widget: true,
                message,
            }),
            HostOutput::Received(message) => {
                assert!(message.get(EXTENDED_FIELD).is_none(), "{message}");
                if let Some(number) = message["data"]["n"].as_u64() {
                    let document = message["data"]["document"].as_u64().unwrap();
                    self.taken.push((self.hosts, document, number));
                }
            }
            HostOutput::Notify { message, .. } => {
                assert!(message.get(EXTENDED_FIELD).is_none(), "{message}");
            }
            HostOutput::Store { request, ask } => {
                let result = if self.fails {
                    Err("full".to_owned())
                } else {
                    Ok(self.answer(&ask))
                };
                self.host
                    .handle_store_result(Millis(self.now), request, result);
            }
            _ => {}
        }
    }

    fn answer(&mut self, ask: &StoreRequest<Value>) -> Value {
        let StoreRequest::Create {
            idempotency_key,
            input,
        } = ask
        else {
            return json!([]);
        };
        let next = 100 + self.store.len() as u64;
        let key = idempotency_key
            .clone()
            .unwrap_or_else(|| format!("plain {next}"));
        *self.asked.entry(key.clone()).or_default() += 1;
        let id = *self.store.entry(key).or_insert(next);
        let call = input["externalCallId"].to_string();
        self.created.entry(call).or_default().insert(id);
        json!({ "id": id })
    }

    fn at_widget(&mut self, output: Output<Value>) {
        match output {
            Output::Post { mut message, .. } => {
                if self.is_plain {
                    message.as_object_mut().unwrap().remove(SDK_VERSION_FIELD);
                }
                self.net.push(Post {
                    is_to_widget: false,
                    message,
                });
            }
            Output::Deliver { message, .. } => {
                assert!(message.get(EXTENDED_FIELD).is_none(), "{message}");
                if message["type"] == "READY" && self.app_answers {
                    *self
                        .ready
                        .entry((self.documents, String::new()))
                        .or_default() += 1;
                    let data = json!({ "isLoggedIn": true, "isAvailable": true });
                    let message = json!({ "type": "INITIALIZED", "data": data });
                    self.widget.send(Millis(self.now), self.instance, &message);
                }
                if let Some(id) = message["messageId"].as_str() {
                    self.heard_ids.push((self.documents, id.to_owned()));
                }
                self.heard.push(message);
                self.widget.handle_delivered(Millis(self.now));
            }
            Output::Resumed { account } => {
                if self.asks_again {
                    self.ask_again(&account);
                }
                self.widget.handle_delivered(Millis(self.now));
            }
            _ => {}
        }
    }

    fn ask_again(&mut self, account: &Value) {
        let calls = account["calls"].as_object().expect("calls").values();
        for call in calls.filter(|call| call["engagement"] == "pending") {
            let data =
                json!({ "externalCallId": call["externalCallId"], "createEngagement": true });
            let message = json!({ "type": "OUTGOING_CALL_STARTED", "data": data });
            let receipt = self.widget.track(self.instance, Kind::OutgoingCallStarted);
            self.widget.send(Millis(self.now), self.instance, &message);
            self.widget.tracked_end(receipt);
            self.receipts.push(receipt);
        }
    }

    fn act(&mut self, action: Action) {
        match action {
            Action::Start(call) => self.start(call),
            Action::Data => self.app("CALL_DATA", json!({})),
            Action::Deliver(at) => self.deliver(at),
            Action::Lose(at) => {
                if !self.net.is_empty() {
                    let at = at % self.net.len();
                    self.net.remove(at);
                }
            }
            Action::Double(at) => {
                if !self.net.is_empty() {
                    let post = self.net[at % self.net.len()].clone();
                    self.net.push(post);
                }
            }
            Action::Wait(span) => self.wait(span),
            Action::ReloadWidget => self.reload_widget(),
            Action::ReloadHost => self.reload_host(),
            Action::Dial => {
                let data = json!({ "phoneNumber": "+15550100123" });
                let _ = self.host.dial_number(Millis(self.now), &data);
                self.drain();
            }
        }
    }

    /// How often the widget gave a code.
    fn count(&self, code: Code) -> u32 {
        let counts = self.widget.counts().iter();
        counts
            .filter(|(known, _)| *known == code)
            .map(|(_, count)| *count)
            .sum()
    }

    fn count_of(&self, wire: &str) -> usize {
        self.heard.iter().filter(|m| m["type"] == wire).count()
    }

    /// The numbers the running host took from the running document, in order.
    fn taken_here(&self) -> Vec<u64> {
        let here = |taken: &&(u32, u64, u64)| {
            taken.0 == self.hosts && taken.1 == u64::from(self.documents)
        };
        self.taken
            .iter()
            .filter(here)
            .map(|taken| taken.2)
            .collect()
    }
}

fn host(number: u32) -> Host<Value> {
    let mut config = config(number);
    config.confirms_messages = true;
    Host::new(config)
}

fn plain_host(number: u32) -> Host<Value> {
    Host::new(config(number))
}

fn config(number: u32) -> HostConfig<Value> {
    HostConfig::new(
        CRM.to_owned(),
        PHONE.to_owned(),
        format!("h{number}"),
        json!({ "portalId": 1, "userId": 2, "iframeLocation": "remote" }),
    )
}

fn widget(document: u32, resume: bool) -> (Widget<Value>, u32) {
    let mut widget = Widget::new(Environment {
        own_origin: PHONE.to_owned(),
        instance_id: format!("w{document}"),
        is_embedded: true,
    });
    let instance = widget.attach(InstanceOptions {
        policy: Some(HostPolicy::from_list([CRM]).expect("an origin")),
        resume,
        ..InstanceOptions::default()
    });
    (widget, instance)
}

/// A relay whose widget acknowledged.
fn relay() -> Relay<Value> {
    let mut relay = Relay::new(CRM.to_owned(), PHONE.to_owned(), "r1".to_owned());
    relay.handle_frame_loaded(Millis(0.0));
    let from_widget = Facts {
        is_trusted: true,
        source: SourceId::PEER,
        origin: PHONE,
    };
    let ack = json!({ "type": "SYNC_ACK", "messageId": "r1_1" });
    assert_eq!(relay.handle_message(from_widget, &ack), Ok(false));
    while relay.poll_output().is_some() {}
    relay
}

fn relayed(relay: &mut Relay<Value>) -> Vec<Value> {
    let posted = |output| match output {
        LinkOutput::Post(message) => Some(message),
        _ => None,
    };
    std::iter::from_fn(|| relay.poll_output())
        .filter_map(posted)
        .collect()
}

#[test]
fn the_field_goes_out_only_after_the_other_side_announced_itself() {
    let mut world = World::new();

    let sync = world.net[0].clone();
    world.deliver(0);
    let plain: Vec<_> = world.net.iter().map(|post| post.message.clone()).collect();
    world.settle();
    let count = world.count_of("READY");

    assert!(sync.message.get(EXTENDED_FIELD).is_none());
    assert_eq!(plain.len(), 2, "the acknowledgement and INITIALIZED");
    assert!(plain.iter().all(|m| m.get(EXTENDED_FIELD).is_none()));
    assert_eq!(count, 1);
    assert_eq!(world.host.state(), HostState::Initialized);
}

#[test]
fn a_widget_that_does_not_say_what_it_is_never_meets_the_field() {
    let mut world = World::new();
    world.is_plain = true;

    world.settle();
    world.start(1);
    let posts: Vec<_> = world.net.iter().map(|post| post.message.clone()).collect();
    world.settle();

    assert_eq!(world.host.state(), HostState::Initialized);
    assert!(posts.iter().all(|m| m.get(EXTENDED_FIELD).is_none()));
    assert_eq!(world.count_of("CREATE_ENGAGEMENT_SUCCEEDED"), 1);
}

#[test]
fn ready_does_not_carry_the_field() {
    let mut world = World::ready();

    world.reload_host();
    world.settle();

    assert_eq!(world.count_of("READY"), 1);
    assert!(world.heard[0]["data"].get(EXTENDED_FIELD).is_none());
    assert_eq!(world.heard[0]["data"]["portalId"], 1);
}

#[test]
fn what_a_proxy_passes_on_is_heard_by_the_widget_behind_it() {
    let mut world = World::ready();
    let mut relay = relay();
    let (mut behind, _) = widget(2, false);

    let data = json!({ "phoneNumber": "+15550100123" });
    let dialled = world.host.dial_number(Millis(world.now), &data);
    world.drain();
    assert!(dialled.is_ok() && world.net[0].message[EXTENDED_FIELD].is_object());
    world.settle();
    for message in &world.heard {
        relay.send(message.clone()).expect("it is connected");
    }
    let from_relay = Facts {
        is_trusted: true,
        source: SourceId::PEER,
        origin: CRM,
    };
    let sync = json!({ "type": "SYNC", "messageId": "r1_1" });
    behind.handle_message(Millis(world.now), from_relay, &sync);
    for message in relayed(&mut relay) {
        behind.handle_message(Millis(world.now), from_relay, &message);
    }

    let heard = std::iter::from_fn(|| behind.poll_output()).filter_map(|output| match output {
        Output::Deliver { message, .. } => Some(message["type"].clone()),
        _ => None,
    });
    assert_eq!(heard.collect::<Vec<_>>(), ["READY", "DIAL_NUMBER"]);
}

#[test]
fn a_message_that_has_the_field_already_goes_out_without_it() {
    let mut world = World::ready();
    world.host = plain_host(2);
    world.host.handle_frame_loaded(Millis(world.now));
    world.drain();
    world.settle();
    let mut message = json!({ "type": "END_CALL" });
    message[EXTENDED_FIELD] = json!({ "v": 1, "load": "h9_1", "peer": "w9.1", "seq": 1 });

    world.host.send_raw(&message).expect("it is connected");
    message["type"] = json!("USER_AVAILABLE");
    world
        .widget
        .send(Millis(world.now), world.instance, &message);
    world.drain();
    let mut relay = relay();
    relay.send(message).expect("it is connected");

    let posts = world.net.iter().map(|post| post.message.clone());
    let posts: Vec<_> = posts.chain(relayed(&mut relay)).collect();
    let types: Vec<_> = posts
        .iter()
        .map(|message| message["type"].clone())
        .collect();
    assert_eq!(types, ["END_CALL", "USER_AVAILABLE", "USER_AVAILABLE"]);
    assert!(posts.iter().all(|m| m.get(EXTENDED_FIELD).is_none()));
}

#[test]
fn a_host_that_did_not_ask_for_it_confirms_nothing() {
    let mut world = World::ready();
    world.host = plain_host(2);
    world.host.handle_frame_loaded(Millis(world.now));
    world.drain();
    world.settle();
    let field = json!({ "v": 1, "load": "h2_1", "peer": "w1.1", "open": true, "seq": 1 });
    let mut status = json!({ "type": "SYNC_ACK", "messageId": "w1_90" });
    let mut start = json!({ "type": "OUTGOING_CALL_STARTED", "messageId": "w1_91", "data": {
        "externalCallId": "c-1", "createEngagement": true,
    } });

    for message in [&mut status, &mut start] {
        message[EXTENDED_FIELD] = field.clone();
        world.net.push(Post {
            is_to_widget: false,
            message: message.clone(),
        });
        world.deliver(0);
    }

    assert_eq!(world.net.len(), 2, "the answers to the start");
    for post in &world.net {
        assert!(post.message.get(EXTENDED_FIELD).is_none(), "{post:?}");
    }
}

#[test]
fn a_lost_command_and_a_lost_answer_come_again_and_count_once() {
    let mut world = World::ready();

    world.start(1);
    world.net.clear();
    world.wait(600.0);
    while world.net.iter().any(|post| !post.is_to_widget) {
        world.deliver(0);
    }
    world.net.clear();
    world.settle();

    assert_eq!(world.taken_here(), [0]);
    assert_eq!(world.store.len(), 1);
    assert_eq!(world.count_of("CREATE_ENGAGEMENT_SUCCEEDED"), 1);
}

#[test]
fn commands_that_arrive_out_of_order_count_in_order() {
    let mut world = World::ready();

    world.start(1);
    world.app("CALL_ANSWERED", json!({ "externalCallId": "c-1-1" }));
    world.app(
        "CALL_ENDED",
        json!({ "externalCallId": "c-1-1", "engagementId": 100 }),
    );
    world.net.reverse();
    world.settle();

    assert_eq!(world.taken_here(), [0, 1, 2]);
}

#[test]
fn an_answer_names_the_message_it_answers() {
    let mut world = World::ready();

    world.start(1);
    let id = world.net[0].message["messageId"].clone();
    world.deliver(0);

    let answer = world
        .net
        .iter()
        .find(|post| post.message["type"] == "CREATE_ENGAGEMENT_SUCCEEDED")
        .expect("an answer");
    assert_eq!(answer.message[EXTENDED_FIELD]["id"], id);
}

#[test]
fn a_start_that_another_host_carried_out_creates_nothing_anew() {
    let mut world = World::ready();

    world.start(1);
    world.deliver(0);
    world.net.clear();
    world.reload_host();
    world.settle();

    assert_eq!(world.store.len(), 1);
    assert_eq!(world.asked.values().copied().collect::<Vec<_>>(), [2]);
    assert_eq!(world.count_of("READY"), 1);
    assert_eq!(world.heard.last().unwrap()["data"]["engagementId"], 100);
}

#[test]
fn a_widget_loaded_anew_is_told_of_the_engagement_its_call_has() {
    for is_plain in [false, true] {
        let mut world = World::new();
        world.is_plain = is_plain;
        world.settle();
        let start = json!({ "externalCallId": "c-1", "createEngagement": true });

        world.app("OUTGOING_CALL_STARTED", start.clone());
        world.settle();
        world.reload_widget();
        world.settle();
        world.heard.clear();
        world.app("OUTGOING_CALL_STARTED", start);
        world.settle();

        assert_eq!(world.store.len(), 1);
        let answers: Vec<_> = world
            .heard
            .iter()
            .map(|m| (m["type"].as_str().unwrap(), &m["data"]["engagementId"]))
            .collect();
        assert_eq!(
            answers,
            [
                ("CREATE_ENGAGEMENT_SUCCEEDED", &json!(100)),
                ("ENGAGEMENT_CREATED", &json!(100))
            ]
        );
        assert!(
            world
                .host
                .counts()
                .iter()
                .all(|(code, _)| *code != Code::AlreadyStarted)
        );
        assert!(world.host.has_active_call());
    }
}

/// A call whose start was confirmed, with its answer lost and both pages loaded anew.
fn unanswered(chosen_id: Option<&'static str>) -> World {
    let mut world = World::resuming();
    world.chosen_id = chosen_id;
    world.app("OUTGOING_CALL_STARTED", unanswered_start());
    // The start arrives, and its confirmation; the answer does not.
    world.deliver(0);
    world.deliver(0);
    world.net.clear();
    reload_both(&mut world);
    world
}

fn unanswered_start() -> Value {
    json!({ "externalCallId": "c-1", "createEngagement": true })
}

fn reload_both(world: &mut World) {
    world.reload_widget();
    world.reload_host();
    world.settle();
    world.heard.clear();
}

#[test]
fn a_start_that_a_resumed_page_sends_again_creates_nothing_anew_at_another_host() {
    for chosen_id in [None, Some("mine")] {
        let mut world = unanswered(chosen_id);
        assert_eq!(world.taken.len(), 1, "the start was confirmed");

        for _ in 0..2 {
            world.app("OUTGOING_CALL_STARTED", unanswered_start());
            world.deliver(0);
            world.deliver(0);
            world.net.clear();
            reload_both(&mut world);
        }
        world.app("OUTGOING_CALL_STARTED", unanswered_start());
        world.settle();

        assert_eq!(world.store.len(), 1);
        assert_eq!(world.asked.values().copied().collect::<Vec<_>>(), [4]);
        assert_eq!(world.count_of("CREATE_ENGAGEMENT_SUCCEEDED"), 1);
        assert_eq!(world.heard.last().unwrap()["data"]["engagementId"], 100);
    }
}

#[test]
fn starts_under_the_apps_ids_stay_two_for_a_host_that_comes_to_confirm() {
    let mut world = World::resuming();
    world.chosen_id = Some("mine");
    world.host = plain_host(2);
    world.reload_widget();
    world.settle();
    // No announcement is waited for any more.
    for _ in 0..11 {
        world.wait(1_000.0);
    }
    let starts = ["c-1", "c-2"].map(|id| json!({ "externalCallId": id, "createEngagement": true }));
    for start in &starts {
        world.app("OUTGOING_CALL_STARTED", start.clone());
    }
    world.net.clear();
    reload_both(&mut world);

    for start in starts {
        world.app("OUTGOING_CALL_STARTED", start);
    }
    world.settle();

    assert_eq!(world.store.len(), 2);
}

#[test]
fn a_start_that_is_sent_again_before_ready_creates_nothing_anew_either() {
    let mut world = World::resuming();
    world.app("OUTGOING_CALL_STARTED", unanswered_start());
    world.deliver(0);
    world.deliver(0);
    world.net.clear();
    world.reload_widget();
    world.reload_host();

    world.app("OUTGOING_CALL_STARTED", unanswered_start());
    world.settle();

    assert_eq!(world.store.len(), 1);
    assert_eq!(world.count_of("CREATE_ENGAGEMENT_SUCCEEDED"), 1);
}

#[test]
fn the_receipt_of_a_start_that_is_sent_again_is_answered() {
    let mut world = World::resuming();
    world.asks_again = true;
    world.reload_widget();
    world.app("OUTGOING_CALL_STARTED", unanswered_start());
    world.reload_widget();
    world.settle();

    let now = Millis(world.now);
    let receipt = world.receipts[0];
    let wait = world
        .widget
        .wait(now, receipt, Question::Engagement, f64::NAN);

    let settled = world.widget.poll_output();
    assert_eq!(
        settled,
        Some(Output::Settled {
            wait,
            outcome: Outcome::Answered,
            value: Some(json!(100)),
        })
    );
}

#[test]
fn a_running_call_whose_start_is_sent_again_is_active() {
    let mut world = World::resuming();
    world.app("OUTGOING_CALL_STARTED", unanswered_start());
    world.deliver(0);
    world.net.clear();
    world.asks_again = true;
    world.reload_widget();
    world.settle();

    assert!(world.host.has_active_call());
    assert_eq!(world.store.len(), 1);
}

#[test]
fn a_page_that_resumes_amid_a_session_sends_what_was_left_unconfirmed() {
    let mut world = World::resuming();
    world.app("CALL_DATA", json!({}));
    world.net.clear();
    let now = Millis(world.now);
    let journal = world.widget.journal(now, "frame", true);
    (world.widget, world.instance) = widget(9, false);
    world.documents = 9;
    world.host.handle_frame_loaded(now);
    world.drain();
    world.settle();

    // What it would say has been said.
    world.app_answers = false;
    world.widget.attach(InstanceOptions {
        resume: true,
        ..InstanceOptions::default()
    });
    let facts = ResumeFacts {
        frame: "frame",
        is_reload: true,
        is_only: true,
        is_claimed: false,
    };
    let journal = journal.expect("something is kept");
    world
        .widget
        .resume(Millis(world.now), &journal, facts)
        .expect("its own");
    world.drain();
    world.settle();

    assert_eq!(world.taken.len(), 1);
}

#[test]
fn a_number_that_is_dialled_after_a_pause_is_repeated_no_sooner_than_due() {
    let mut world = World::ready();
    world.now += 3_000.0;

    world.act(Action::Dial);
    world.net.clear();
    world.wait(0.0);

    assert!(world.net.is_empty());
}

#[test]
fn a_call_that_was_started_without_an_engagement_may_still_ask_for_one() {
    let mut world = World::resuming();

    world.app("OUTGOING_CALL_STARTED", json!({ "externalCallId": "c-1" }));
    world.settle();
    reload_both(&mut world);
    world.app("OUTGOING_CALL_STARTED", unanswered_start());
    world.settle();

    assert_eq!(world.count_of("CREATE_ENGAGEMENT_SUCCEEDED"), 1);
}

#[test]
fn another_calls_start_creates_another_engagement_after_a_resumption() {
    let mut world = unanswered(None);

    world.app("OUTGOING_CALL_STARTED", unanswered_start());
    world.app(
        "OUTGOING_CALL_STARTED",
        json!({ "externalCallId": "c-2", "createEngagement": true }),
    );
    world.settle();

    assert_eq!(world.store.len(), 2);
}

#[test]
fn what_a_page_left_unconfirmed_its_successor_sends_again_and_it_counts_once() {
    for is_lost in [true, false] {
        let mut world = World::resuming();

        world.start(1);
        if is_lost {
            world.net.clear();
        } else {
            // It arrives, and its confirmation and the answer do not.
            world.deliver(0);
            world.net.clear();
        }
        world.reload_widget();
        world.settle();

        let starts = world.taken.iter().filter(|(_, _, number)| *number == 0);
        assert_eq!(starts.count(), 1, "lost: {is_lost}");
        assert_eq!(world.store.len(), 1);
        let created = world
            .heard
            .iter()
            .filter(|message| message["type"] == "CREATE_ENGAGEMENT_SUCCEEDED");
        assert!(created.count() >= 1, "lost: {is_lost}");
    }
}

#[test]
fn all_that_a_page_left_unconfirmed_is_sent_again() {
    let mut world = World::resuming();

    for _ in 0..3 {
        world.app("CALL_DATA", json!({}));
    }
    world.net.clear();
    world.reload_widget();
    world.settle();

    let numbers: Vec<u64> = world.taken.iter().map(|taken| taken.2).collect();
    assert_eq!(numbers, [0, 1, 2]);
}

#[test]
fn what_failed_before_a_reload_is_asked_for_anew() {
    let mut world = World::resuming();
    let start = json!({ "externalCallId": "c-1", "createEngagement": true });
    world.fails = true;
    world.app("OUTGOING_CALL_STARTED", start.clone());
    world.settle();
    world.reload_widget();
    world.settle();

    world.fails = false;
    world.app("OUTGOING_CALL_STARTED", start);
    world.settle();

    assert_eq!(world.store.len(), 1);
    assert_eq!(world.count_of("CREATE_ENGAGEMENT_SUCCEEDED"), 1);
}

#[test]
fn what_one_account_left_unconfirmed_is_not_sent_to_another() {
    let mut world = World::ready();
    world.start(1);
    world.net.clear();

    world.hosts += 1;
    let mut config = config(world.hosts);
    config.context["portalId"] = json!(9);
    config.confirms_messages = true;
    world.host = Host::new(config);
    world.host.handle_frame_loaded(Millis(world.now));
    world.drain();
    world.settle();

    assert_eq!(world.host.state(), HostState::Initialized);
    assert!(world.taken.is_empty(), "{:?}", world.taken);
    assert_eq!(world.count(Code::Unconfirmed), 1);
}

#[test]
fn all_that_fits_the_journal_is_read_back() {
    let mut world = World::resuming();
    // A message of many keys is posted and not confirmed; the next page queues
    // another before READY.
    let many = || json!({ "list": vec![0; 5_000] });
    world.app("CALL_DATA", many());
    world.net.clear();
    world.reload_widget();
    world.net.clear();
    world.app("CALL_DATA", many());
    let told = world.count(Code::NotKept);
    world.reload_widget();
    world.settle();

    let numbers: Vec<u64> = world.taken.iter().map(|taken| taken.2).collect();
    assert_eq!(told, 1);
    assert_eq!(numbers, [0], "the one that was kept");
}

#[test]
fn what_initialized_says_anew_is_not_sent_again() {
    for reload in [World::reload_widget, World::reload_host] {
        let mut world = World::resuming();

        world.app("LOGGED_OUT", json!({}));
        world.app("CALL_DATA", json!({}));
        world.net.clear();
        reload(&mut world);
        world.settle();

        let numbers: Vec<u64> = world.taken.iter().map(|taken| taken.2).collect();
        assert_eq!(numbers, [1]);
    }
}

#[test]
fn the_size_is_the_new_pages_own_to_tell() {
    let mut world = World::resuming();
    world.app("RESIZE_WIDGET", json!({ "width": 300 }));
    world.app("CALL_DATA", json!({}));
    world.net.clear();

    world.reload_widget();
    world.settle();

    let numbers: Vec<u64> = world.taken.iter().map(|taken| taken.2).collect();
    assert_eq!(numbers, [1]);
}

#[test]
fn what_was_left_outlives_a_page_that_ends_before_the_host_announces_itself() {
    let mut world = World::resuming();

    world.start(1);
    world.net.clear();
    world.reload_widget();
    // READY is raised and INITIALIZED posted; nothing else arrives.
    world.deliver(0);
    world.net.clear();
    world.reload_widget();
    world.settle();

    let starts = world.taken.iter().filter(|(_, _, number)| *number == 0);
    assert_eq!(starts.count(), 1);
    assert_eq!(world.store.len(), 1);
}

#[test]
fn what_was_left_unconfirmed_is_not_sent_to_a_host_that_does_not_confirm() {
    let mut world = World::resuming();
    world.start(1);
    world.deliver(0);
    world.net.clear();
    world.hosts += 1;
    world.host = plain_host(world.hosts);
    world.reload_widget();
    world.settle();
    world.wait(11_000.0);
    world.wait(11_000.0);
    world.settle();

    assert_eq!(world.taken.len(), 1);
    assert_eq!(world.count(Code::Unconfirmed), 1);
}

#[test]
fn an_announcement_that_comes_late_is_told_how_the_widget_stands() {
    let mut world = World::new();

    world.deliver(0);
    world.wait(6_000.0);
    world.wait(6_000.0);
    world.settle();

    assert_eq!(world.host.state(), HostState::Initialized);
}

#[test]
fn an_announcement_whose_answer_was_lost_is_answered_again() {
    let mut world = World::new();
    let mut announcement = None;
    while !world.net.is_empty() {
        let post = &world.net[0];
        if post.is_to_widget && post.message.get(EXTENDED_FIELD).is_some() {
            announcement.get_or_insert_with(|| post.clone());
        }
        world.deliver(0);
    }
    let announcement = announcement.expect("the host announces itself");
    assert!(announcement.message[EXTENDED_FIELD].get("peer").is_none());

    world.net.push(announcement);
    world.deliver(0);

    assert_eq!(world.net.len(), 1);
    assert!(!world.net[0].is_to_widget);
    assert!(world.net[0].message[EXTENDED_FIELD].is_object());
}

#[test]
fn a_flood_from_loads_nobody_knows_is_answered_once_each_and_changes_nothing() {
    let mut world = World::ready();
    let mut answers = 0;

    for n in 1..=5_000 {
        let mut message = json!({ "type": "END_CALL", "messageId": format!("x{n}_{n}") });
        message[EXTENDED_FIELD] = json!({
            "v": 1, "load": format!("x{n}_1"), "peer": "w1", "seq": n, "base": n, "ack": n,
        });
        world.net.push(Post {
            is_to_widget: true,
            message,
        });
        world.deliver(0);
        assert!(world.net.len() <= 1, "{n}");
        answers += world.net.len();
        world.net.clear();
    }
    world.start(1);
    world.settle();

    assert!(answers <= 5_000);
    assert_eq!(world.count_of("END_CALL"), 0);
    assert_eq!(world.count_of("CREATE_ENGAGEMENT_SUCCEEDED"), 1);
    assert_eq!(world.taken_here(), [0]);
    assert_eq!(world.store.len(), 1);
}

#[test]
fn a_start_with_another_number_is_another_call() {
    for (kind, field) in [
        ("OUTGOING_CALL_STARTED", "toNumber"),
        ("INCOMING_CALL", "fromNumber"),
    ] {
        let mut world = World::ready();
        let start = |number: &str| json!({ "externalCallId": "c-1", "createEngagement": true, field: number });

        world.app(kind, start("+15550100123"));
        world.settle();
        world.reload_widget();
        world.settle();
        world.heard.clear();
        world.app(kind, start("+15550100999"));
        world.settle();

        assert_eq!(world.count_of("CREATE_ENGAGEMENT_SUCCEEDED"), 0, "{kind}");
    }
}

#[test]
fn a_caller_who_withholds_the_number_or_writes_it_otherwise_is_the_same() {
    for (first, again) in [
        ("anonymous", "anonymous"),
        ("+15550100123", ""),
        ("+15550100123", "+1 (555) 010-0123"),
    ] {
        let mut world = World::ready();
        let start = |number: &str| json!({ "externalCallId": "c-1", "createEngagement": true, "fromNumber": number });

        world.app("INCOMING_CALL", start(first));
        world.settle();
        world.reload_widget();
        world.settle();
        world.heard.clear();
        world.app("INCOMING_CALL", start(again));
        world.settle();

        assert_eq!(world.count_of("CREATE_ENGAGEMENT_SUCCEEDED"), 1, "{again}");
        assert_eq!(world.store.len(), 1, "{again}");
    }
}

#[test]
fn a_frame_that_now_holds_a_plain_widget_is_heard_plainly() {
    let mut world = World::ready();
    world.is_plain = true;

    world.reload_widget();
    world.widget.stay_plain();
    world.settle();
    world.start(1);
    world.settle();

    assert_eq!(world.taken_here(), [0]);
    assert_eq!(world.store.len(), 1);
}

#[test]
fn an_answer_that_names_no_call_is_tied_by_the_message_it_answers() {
    let mut world = World::ready();
    world.start(1);
    world.start(2);
    // Both starts arrive, and then the answers, which name neither call.
    world.deliver(0);
    world.deliver(0);
    for post in &mut world.net {
        if let Some(data) = post.message["data"].as_object_mut() {
            data.remove("externalCallId");
        }
    }

    world.settle();

    let calls = calls_snapshot(world.widget.calls());
    let engagements: Vec<&Value> = calls
        .iter()
        .map(|call: &Value| &call["engagementId"])
        .collect();
    assert_eq!(engagements, [&json!(100), &json!(101)]);
}

#[test]
fn an_announcement_is_repeated_in_pauses_that_grow() {
    let mut world = World::new();
    // The acknowledgement that says what the widget is arrives, and nothing more.
    world.deliver(0);
    world.deliver(0);
    let mut at = Vec::new();
    let start = world.now;
    while let Some(due) = world.host.poll_timeout() {
        world.net.clear();
        world.now = due.0.max(world.now);
        world.host.handle_timeout(Millis(world.now));
        world.drain();
        at.extend(
            world
                .net
                .iter()
                .filter(|post| post.is_to_widget)
                .map(|_| world.now - start),
        );
    }

    let pauses: Vec<f64> = at.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(at.len(), MAX_REPEATS as usize, "{at:?}");
    assert!(
        pauses.windows(2).all(|pair| pair[0] < pair[1]),
        "{pauses:?}"
    );
}

#[test]
fn an_announcement_is_not_repeated_before_its_time() {
    let mut world = World::new();
    world.deliver(0);
    world.deliver(0);
    world.net.clear();

    for _ in 0..49 {
        world.wait(10.0);
    }
    let early = world.net.len();
    world.wait(20.0);

    assert_eq!((early, world.net.len()), (0, 1));
}

#[test]
fn a_host_that_does_not_confirm_announces_itself_to_nobody() {
    let mut world = World::new();
    world.host = plain_host(1);
    world.net.clear();
    world.host.handle_frame_loaded(Millis(world.now));
    world.drain();
    world.settle();
    assert_eq!(world.host.state(), HostState::Initialized);
    let data = json!({ "n": 900, "document": 1 });
    let mut message = json!({ "type": "CALL_DATA", "messageId": "w1_900", "data": data });
    message[EXTENDED_FIELD] =
        json!({ "v": 1, "load": "h1_77", "peer": "w1.1", "open": true, "seq": 1, "base": 1 });

    world.net.push(Post {
        is_to_widget: false,
        message,
    });
    world.deliver(0);

    assert!(world.net.is_empty());
    assert!(world.taken.is_empty());
}

#[test]
fn two_messages_under_one_id_of_the_apps_both_count() {
    let mut world = World::ready();
    world.chosen_id = Some("mine");

    world.app("CALL_DATA", json!({}));
    world.app("CALL_DATA", json!({}));
    world.settle();

    assert_eq!(world.taken_here(), [0, 1]);
}

#[test]
fn a_message_of_the_hosts_that_comes_again_is_confirmed_again() {
    let mut world = World::ready();
    world.act(Action::Dial);
    world.deliver(0);
    // The confirmation is lost.
    world.net.clear();

    world.wait(600.0);
    world.deliver(0);

    assert_eq!(world.count(Code::Repeated), 1);
    assert_eq!(world.count_of("DIAL_NUMBER"), 1);
    let status = &world.net.last().unwrap().message;
    assert_eq!(status["type"], "SYNC_ACK");
    assert_eq!(status[EXTENDED_FIELD]["ack"], 1);
}

#[test]
fn a_widget_that_speaks_plainly_is_told_again_how_its_host_does() {
    let mut world = World::ready();

    world.net.push(Post {
        is_to_widget: false,
        message: json!({ "type": "CALL_DATA", "messageId": "w1_900" }),
    });
    world.deliver(0);

    let announcement = &world.net[0].message;
    assert_eq!(announcement["type"], "SYNC");
    assert_eq!(announcement[EXTENDED_FIELD]["load"], "h1_1");
    assert_eq!(announcement[EXTENDED_FIELD].get("peer"), None);
}

#[test]
fn a_message_with_its_place_alone_counts() {
    let mut world = World::ready();
    world.app("CALL_DATA", json!({}));
    let field = &mut world.net[0].message[EXTENDED_FIELD];
    field.as_object_mut().unwrap().remove("id");

    world.deliver(0);

    assert_eq!(world.taken_here(), [0]);
}

#[test]
fn a_message_comes_again_when_it_is_time_and_no_sooner() {
    let mut world = World::ready();
    world.act(Action::Dial);
    world.net.clear();

    for _ in 0..9 {
        world.wait(50.0);
    }
    let early = world.net.len();
    world.wait(100.0);

    assert_eq!((early, world.net.len()), (0, 1));
}

#[test]
fn a_message_for_another_session_of_the_load_is_not_heard() {
    let mut world = World::ready();
    world.act(Action::Dial);
    world.net[0].message[EXTENDED_FIELD]["peer"] = json!("w1.9");

    world.deliver(0);

    assert_eq!(world.count_of("DIAL_NUMBER"), 0);
    assert_eq!(world.count(Code::OldLoad), 1);
}

#[test]
fn a_sync_that_comes_again_leaves_the_mode_on() {
    let mut world = World::ready();
    world.wait(1_000.0);
    let sync = json!({ "type": "SYNC", "messageId": "h1_90", "portalId": 1, "userId": 2, "iframeLocation": "remote" });

    world.net.push(Post {
        is_to_widget: true,
        message: sync,
    });
    world.deliver(0);
    world.net.clear();
    world.app("CALL_DATA", json!({}));

    assert!(world.net[0].message[EXTENDED_FIELD].is_object());
}

#[test]
fn a_message_of_an_earlier_load_is_known_again_after_many_others() {
    let mut world = World::ready();
    world.app("CALL_DATA", json!({}));
    let id = world.net[0].message[EXTENDED_FIELD]["id"].clone();
    world.settle();
    for _ in 0..400 {
        world.app("CALL_DATA", json!({}));
        world.settle();
    }

    world.app("CALL_DATA", json!({}));
    world.net[0].message[EXTENDED_FIELD]["id"] = id;
    world.deliver(0);

    assert_eq!(world.taken_here().len(), 401);
}

#[test]
fn a_message_without_its_place_or_its_session_does_not_count() {
    let unnumbered = |world: &World| {
        let mut counts = world.host.counts().iter();
        counts
            .find(|(code, _)| *code == Code::Unnumbered)
            .map_or(0, |(_, count)| *count)
    };
    for name in ["open", "seq"] {
        let mut world = World::ready();
        world.app("CALL_DATA", json!({}));
        let field = &mut world.net[0].message[EXTENDED_FIELD];
        field.as_object_mut().unwrap().remove(name);
        let before = unnumbered(&world);

        world.deliver(0);
        let taken = world.taken_here();
        let after = unnumbered(&world);
        world.settle();

        assert_eq!(taken, Vec::<u64>::new(), "{name}");
        assert_eq!(after, before + 1, "{name}");
        assert_eq!(world.taken_here(), [0], "it comes again as it was");
    }
}

#[test]
fn another_document_that_asks_is_not_told_what_the_known_one_sent() {
    let mut world = World::ready();
    world.app("CALL_DATA", json!({}));
    world.settle();
    let mut status = json!({ "type": "SYNC_ACK", "messageId": "w9_1" });
    status[EXTENDED_FIELD] = json!({ "v": 1, "load": "h1_1", "peer": "w9.1", "open": false });

    world.net.push(Post {
        is_to_widget: false,
        message: status,
    });
    world.deliver(0);

    let field = &world.net[0].message[EXTENDED_FIELD];
    assert_eq!(field["peer"], "w9.1");
    assert_eq!(field.get("ack"), None);
}

#[test]
fn only_an_announcement_of_the_load_that_opened_the_session_turns_the_mode_on() {
    for (load, is_on) in [("h1_1", true), ("h1_7", false), ("h2_1", false)] {
        let mut world = World::new();
        world.deliver(0);
        world.net.clear();
        let mut announcement = json!({ "type": "SYNC", "messageId": "h1_8", "portalId": 1 });
        announcement[EXTENDED_FIELD] = json!({ "v": 1, "load": load });

        world.net.push(Post {
            is_to_widget: true,
            message: announcement,
        });
        world.deliver(0);
        world.net.clear();
        world.app("CALL_DATA", json!({}));

        let field = world.net[0].message.get(EXTENDED_FIELD);
        assert_eq!(field.is_some(), is_on, "{load}");
    }
}

#[test]
fn late_messages_of_an_earlier_load_do_nothing() {
    let mut world = World::ready();

    world.start(1);
    let late = world.net.clone();
    world.net.clear();
    world.reload_widget();
    world.settle();
    world.net = late;
    world.settle();

    assert_eq!(world.store.len(), 0);
    assert!(
        world
            .host
            .counts()
            .iter()
            .any(|(code, _)| *code == Code::OldLoad)
    );
}

#[test]
fn a_silent_host_is_left_alone_and_heard_again() {
    let mut world = World::ready();

    world.start(1);
    let mut posts = 0;
    while let Some(due) = world.widget.poll_timeout(Millis(world.now)) {
        posts += world.net.len();
        world.net.clear();
        world.now = world.now.max(due.0);
        world.widget.handle_timeout(Millis(world.now));
        world.drain();
    }
    let unconfirmed = world.count(Code::Unconfirmed);
    world.app("CALL_DATA", json!({}));
    while let Some(due) = world.widget.poll_timeout(Millis(world.now)) {
        world.now = world.now.max(due.0);
        world.widget.handle_timeout(Millis(world.now));
        world.drain();
    }
    let all = world.count(Code::Unconfirmed);
    world.net.clear();
    world
        .host
        .send(calling_widget_sdk::protocol::Kind::EndCall, None)
        .expect("connected");
    world.settle();

    assert_eq!(posts, MAX_REPEATS as usize, "{posts}");
    assert_eq!([unconfirmed, all], [1, 2], "each is told of, once");
    assert_eq!(world.store.len(), 1);
}

#[test]
fn more_than_is_kept_goes_out_all_the_same() {
    let mut world = World::ready();

    for _ in 0..300 {
        world.app("CALL_DATA", json!({}));
    }
    let lost = world.count(Code::Unconfirmed);
    world.settle();

    assert_eq!(lost, 300 - MAX_UNCONFIRMED as u32);
    assert_eq!(world.taken_here(), (0..300).collect::<Vec<_>>());
}

#[test]
fn only_a_page_that_keeps_tells_what_it_cannot_keep() {
    for resumes in [true, false] {
        let mut world = World::new();
        world.resumes = resumes;
        world.reload_widget();
        world.settle();

        world.app("CALL_DATA", json!({ "few": "words" }));
        let before = world.count(Code::NotKept);
        world.app("CALL_DATA", json!({ "many": "x".repeat(100_000) }));

        assert_eq!(before, 0);
        assert_eq!(world.count(Code::NotKept) > 0, resumes);
        world.settle();
        assert_eq!(world.taken_here(), [0, 1]);
    }
}

#[test]
fn a_widget_that_waited_in_vain_for_an_announcement_has_nothing_more_to_do() {
    let mut world = World::new();
    world.is_plain = true;
    world.settle();

    // Exactly when the widget asked for it, not a moment later.
    for _ in 0..20 {
        let Some(due) = world.widget.poll_timeout(Millis(world.now)) else {
            return;
        };
        world.now = world.now.max(due.0);
        world.widget.handle_timeout(Millis(world.now));
        world.drain();
    }
    panic!("it asks for the same time again and again");
}

#[test]
fn a_host_that_gave_up_announces_itself_once_the_widget_numbers_a_message() {
    let mut world = World::ready();
    world.app("CALL_DATA", json!({}));
    let late = world.net.remove(0);
    world.reload_host();
    let is_announcement =
        |post: &Post| post.is_to_widget && post.message.get(EXTENDED_FIELD).is_some();
    for _ in 0..60 {
        while !world.net.is_empty() {
            if is_announcement(&world.net[0]) {
                world.net.remove(0);
            } else {
                world.deliver(0);
            }
        }
        world.wait(6_000.0);
    }
    assert!(world.net.is_empty(), "it has given up");

    world.net.push(late);
    world.deliver(0);

    assert!(world.net.iter().any(is_announcement));
}

#[test]
fn junk_in_the_field_is_as_no_field() {
    let junk = [
        json!(null),
        json!("x"),
        json!([]),
        json!({}),
        json!({ "v": 2, "load": "h1" }),
        json!({ "v": 1, "load": 7 }),
        json!({ "v": 1, "load": "h1", "seq": -1 }),
        json!({ "v": 1, "load": "h1", "seq": 1.5 }),
        json!({ "v": 1, "load": "h1", "seq": 4_294_967_295_u32 }),
        json!({ "v": 1, "load": "x".repeat(129) }),
    ];
    for junk in junk {
        let mut world = World::ready();
        let mut message = json!({ "type": "END_CALL", "messageId": "h1_900" });
        message[EXTENDED_FIELD] = junk.clone();

        world.net.push(Post {
            is_to_widget: true,
            message,
        });
        world.settle();

        assert_eq!(world.count_of("END_CALL"), 1, "{junk}");
    }
}

#[derive(Clone, Debug)]
enum Action {
    Start(u32),
    Data,
    Deliver(usize),
    Lose(usize),
    Double(usize),
    Wait(f64),
    ReloadWidget,
    ReloadHost,
    Dial,
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        3 => (0_u32..3).prop_map(Action::Start),
        3 => Just(Action::Data),
        12 => (0_usize..6).prop_map(Action::Deliver),
        3 => (0_usize..6).prop_map(Action::Lose),
        2 => (0_usize..6).prop_map(Action::Double),
        // In all less than posts are kept for an announcement.
        3 => (1.0_f64..160.0).prop_map(Action::Wait),
        1 => Just(Action::ReloadWidget),
        1 => Just(Action::ReloadHost),
        1 => Just(Action::Dial),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn nothing_is_lost_or_doubled(actions in prop::collection::vec(action(), 1..60)) {
        let mut world = World::new();

        for action in actions {
            world.act(action);
        }
        world.settle();

        prop_assert_eq!(world.host.state(), HostState::Initialized);
        // Each host took each message once at most, in the order of its document.
        for host in 1..=world.hosts {
            let taken: Vec<_> = world.taken.iter().filter(|taken| taken.0 == host).collect();
            for document in 1..=world.documents {
                let numbers: Vec<_> = taken
                    .iter()
                    .filter(|taken| taken.1 == u64::from(document))
                    .map(|taken| taken.2)
                    .collect();
                prop_assert!(numbers.windows(2).all(|pair| pair[0] < pair[1]), "{numbers:?}");
            }
        }
        // Each document heard each message once at most.
        let mut heard = world.heard_ids.clone();
        heard.sort();
        prop_assert!(heard.windows(2).all(|pair| pair[0] != pair[1]), "{heard:?}");
        // What the living document sent was taken by some host.
        for (document, number) in &world.sent {
            if *document == world.documents {
                prop_assert!(
                    world.taken.iter().any(|taken| taken.2 == *number),
                    "{number} is lost"
                );
            }
        }
        // The store was asked once for each start, by whatever host.
        let mut calls: Vec<_> = world.asked.values().collect();
        calls.retain(|times| **times > world.hosts);
        prop_assert!(calls.is_empty());
    }
    #[test]
    fn no_call_has_two_engagements_though_its_start_is_sent_again(
        actions in prop::collection::vec(action(), 1..60),
    ) {
        let mut world = World::resuming();
        world.asks_again = true;

        for (call, action) in actions.into_iter().enumerate() {
            match action {
                // Each call is another one.
                Action::Start(_) => world.start(call as u32),
                action => world.act(action),
            }
        }
        world.settle();

        for (call, engagements) in &world.created {
            prop_assert_eq!(engagements.len(), 1, "{}", call);
        }
    }
}

#[test]
fn what_the_other_side_refuses_does_not_hold_up_what_follows() {
    let mut deep = json!(1);
    for _ in 0..40 {
        deep = json!([deep]);
    }
    let mut world = World::ready();

    for message in [
        json!({ "type": "CALL_DATA", "data": deep }),
        json!({ "type": 7 }),
        json!({ "data": 1 }),
    ] {
        world
            .widget
            .send(Millis(world.now), world.instance, &message);
    }
    world.drain();
    world.settle();
    world.start(1);
    world.settle();
    let deep_dial = json!({ "type": "END_CALL", "data": deep });
    world.host.send_raw(&deep_dial).expect("it is connected");
    world
        .host
        .send_raw(&json!({ "type": "END_CALL" }))
        .expect("it is connected");
    world.drain();
    world.settle();

    assert_eq!(world.taken_here(), [0]);
    assert_eq!(world.count_of("END_CALL"), 1);
}
