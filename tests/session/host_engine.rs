//! Transcripts of the host half: literal messages in, literal orders out.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

use calling_widget_sdk::lifecycle::Call;
use calling_widget_sdk::protocol::limits::MAX_LATE_ANSWERS;
use calling_widget_sdk::protocol::{Kind, Millis};
use calling_widget_sdk::session::door::{Json, Write};
use calling_widget_sdk::session::host::{
    ChangeOutput, FrameInput, FrameOutput, HostConfig, HostInput, HostOutput, HostState, Lifecycle,
    MessageInput, ReportOutput, StoreInput, StoreOutput, StoreRequest, TimeInput, UserInput,
    Visibility,
};
use calling_widget_sdk::session::{Code, calls_snapshot};
use serde_json::{Value, json};

use simulation::HostEdge;

const CRM: &str = "https://crm.example";
const WIDGET: &str = "https://phone.example";

/// A host with a clock and a widget's hand to write with.
struct Page {
    host: HostEdge,
    now: f64,
    sent: u32,
}

impl Page {
    fn new(change: impl FnOnce(&mut HostConfig<Value>)) -> Self {
        let mut config = HostConfig::new(
            CRM.to_owned(),
            WIDGET.to_owned(),
            "h1".to_owned(),
            json!({ "portalId": 1, "userId": 2, "ownerId": 3, "iframeLocation": "remote" }),
        );
        change(&mut config);
        Self {
            host: HostEdge::new(config),
            now: 1_000.0,
            sent: 0,
        }
    }

    /// A host whose widget is initialized, logged in and available.
    fn ready(change: impl FnOnce(&mut HostConfig<Value>)) -> Self {
        let mut page = Self::new(change);
        page.connect();
        page.say(
            "INITIALIZED",
            json!({ "isLoggedIn": true, "isAvailable": true }),
        );
        page
    }

    /// The widget's page loads and acknowledges the first SYNC.
    fn connect(&mut self) {
        let id = self
            .enter_raw(HostInput::Frame(FrameInput::FrameLoaded {}))
            .iter()
            .find_map(|output| match output {
                HostOutput::Frame(FrameOutput::Post { message, .. })
                    if message["type"] == "SYNC" =>
                {
                    Some(message["messageId"].clone())
                }
                _ => None,
            })
            .expect("SYNC goes out at the load");
        self.receive(
            &json!({ "type": "SYNC_ACK", "messageId": id, "version": "0.9.7", "debugMode": true }),
        );
    }

    /// The widget sends a message; what the host does about it.
    fn say(&mut self, wire: &str, data: Value) -> Vec<Value> {
        self.sent += 1;
        let mut message = json!({ "type": wire, "messageId": format!("w1_{}", self.sent) });
        if !data.is_null() {
            message["data"] = data;
        }
        self.receive(&message)
    }

    fn receive(&mut self, message: &Value) -> Vec<Value> {
        self.receive_from(WIDGET, message)
    }

    fn receive_from(&mut self, origin: &str, message: &Value) -> Vec<Value> {
        self.event(true, origin, message)
    }

    /// A message event with what the browser attests.
    fn event(&mut self, is_trusted: bool, origin: &str, message: &Value) -> Vec<Value> {
        self.host
            .event(Millis(self.now), is_trusted, origin, message);
        self.drain()
    }

    fn dial(&mut self, data: Value) -> (Result<String, Code>, Vec<Value>) {
        let outcome = self.command(HostInput::User(UserInput::Dial { data }));
        (outcome, self.drain())
    }

    /// The page sends by hand; what comes of it stays with the host.
    fn send(&mut self, kind: Kind, data: Option<Value>) -> Result<String, Code> {
        self.host.send(Millis(self.now), kind, data)
    }

    /// Another command; what comes of it stays with the host.
    fn command(&mut self, input: HostInput<Value>) -> Result<String, Code> {
        self.host.command(Millis(self.now), input)
    }

    fn ask(&mut self, input: HostInput<Value>) -> bool {
        self.host.ask(Millis(self.now), input)
    }

    fn navigated(&mut self, request: u32, has_succeeded: bool) -> Vec<Value> {
        self.enter(HostInput::Store(StoreInput::Navigated {
            request,
            has_succeeded,
        }))
    }

    fn answer(&mut self, request: u32, result: Result<Value, &str>) -> Vec<Value> {
        self.host
            .stored(Millis(self.now), request, result.map_err(str::to_owned));
        self.drain()
    }

    /// Any other input; what the host does about it.
    fn enter(&mut self, input: HostInput<Value>) -> Vec<Value> {
        self.host.enter(Millis(self.now), input);
        self.drain()
    }

    fn enter_raw(&mut self, input: HostInput<Value>) -> Vec<HostOutput<Value>> {
        self.host.enter(Millis(self.now), input);
        self.drain_raw()
    }

    /// The next timer fires; when, and what the host does about it.
    fn wake(&mut self) -> Option<(Millis, Vec<Value>)> {
        let at = self.host.wake()?;
        self.now = at.0;
        Some((at, self.enter(HostInput::Time(TimeInput::Timeout {}))))
    }

    /// Time passes until the host has given every question to the store up.
    fn give_up(&mut self) -> Vec<Value> {
        std::iter::from_fn(|| self.wake())
            .flat_map(|(_, outputs)| outputs)
            .collect()
    }

    /// What the host orders, without the log's and the call list's notices.
    fn drain(&mut self) -> Vec<Value> {
        self.drain_raw().into_iter().filter_map(shown).collect()
    }

    fn drain_raw(&mut self) -> Vec<HostOutput<Value>> {
        std::iter::from_fn(|| self.host.poll()).collect()
    }

    fn count(&self, code: Code) -> u32 {
        self.host
            .counts()
            .iter()
            .find(|(known, _)| *known == code)
            .map_or(0, |(_, count)| *count)
    }

    fn calls(&self) -> Vec<Value> {
        calls_snapshot(self.host.calls())
    }

    /// Where each call's engagement stands.
    fn engagements(&self) -> Vec<Value> {
        let calls = self.calls().into_iter();
        calls.map(|call| call["engagement"].clone()).collect()
    }
}

/// The name that crosses the door.
fn name(value: &impl Write) -> Value {
    serde_json::from_str(&Json::of(value)).expect("JSON")
}

/// An order as JSON, without message ids.
fn shown(output: HostOutput<Value>) -> Option<Value> {
    Some(match output {
        HostOutput::Report(ReportOutput::Received { .. }) => return None,
        HostOutput::Frame(FrameOutput::Post { message, origin }) => {
            assert_eq!(origin, WIDGET, "every post names the widget's origin");
            match message.get("data") {
                Some(data) => json!(["post", message["type"], data]),
                None => json!(["post", message["type"]]),
            }
        }
        HostOutput::Report(ReportOutput::Notify { kind, message, .. }) => {
            let name = kind.map_or("unknownMessage", |kind| kind.message().name);
            json!(["notify", name, message["type"]])
        }
        HostOutput::Change(ChangeOutput::StateChanged { state }) => json!(["state", name(&state)]),
        HostOutput::Report(ReportOutput::Failed { code }) => json!(["failed", code.as_str()]),
        HostOutput::Report(ReportOutput::Alert { text, source }) => {
            json!(["alert", text, name(&source)])
        }
        HostOutput::Frame(FrameOutput::VisibilityChanged {
            visibility:
                Visibility {
                    is_minimized,
                    is_hidden,
                },
        }) => json!(["visibility", is_minimized, is_hidden]),
        HostOutput::Frame(FrameOutput::Resize { width, height }) => {
            json!(["resize", width, height])
        }
        HostOutput::Frame(FrameOutput::MoveFrame { url }) => json!(["move", url]),
        HostOutput::Store(StoreOutput::Navigate { request, data }) => {
            json!(["navigate", request, data])
        }
        HostOutput::Store(StoreOutput::Store { request, ask }) => match ask {
            StoreRequest::Create { input, .. } => json!(["create", request, input]),
            StoreRequest::Adopt { engagement, input } => {
                json!(["adopt", request, engagement, input])
            }
            StoreRequest::Complete {
                engagement,
                outcome,
                ..
            } => json!(["complete", request, engagement, outcome]),
            StoreRequest::Associate { engagement, to } => {
                json!(["associate", request, engagement, to])
            }
            StoreRequest::Update {
                engagement,
                properties,
                ..
            } => json!(["update", request, engagement, properties]),
            StoreRequest::MatchCaller { number } => json!(["match", request, number]),
            StoreRequest::Publish {
                engagement,
                external_call_id,
                ..
            } => json!(["publish", request, engagement, external_call_id]),
        },
        HostOutput::Report(ReportOutput::Diagnostic {
            code,
            detail,
            is_error,
        }) => {
            let level = if is_error { "error" } else { "warn" };
            json!([level, code.as_str(), detail])
        }
        // Changes, each the subject of a test of its own.
        _ => return None,
    })
}

fn contact_dial() -> Value {
    json!({
        "phoneNumber": "+15550100123", "objectId": 51, "objectType": "CONTACT",
        "calleeInfo": { "calleeId": 51, "calleeObjectTypeId": "0-1" }, "startTimestamp": 900,
    })
}

fn outgoing(more: &Value) -> Value {
    let mut data = json!({
        "externalCallId": "c-1", "fromNumber": "+15550100999", "toNumber": "+15550100123",
        "callStartTime": 950,
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        data[name] = value.clone();
    }
    data
}

fn incoming(more: &Value) -> Value {
    let mut data = json!({
        "externalCallId": "c-2", "fromNumber": "+15550100123", "toNumber": "+15550100999",
        "callStartTime": 950,
    });
    for (name, value) in more.as_object().into_iter().flatten() {
        data[name] = value.clone();
    }
    data
}

#[test]
fn sync_carries_the_context_at_the_top_level() {
    let mut page = Page::new(|_| {});

    let outputs = page.enter_raw(HostInput::Frame(FrameInput::FrameLoaded {}));

    assert_eq!(
        outputs,
        [
            HostOutput::Frame(FrameOutput::Post {
                message: json!({
                    "type": "SYNC", "messageId": "h1_1", "hostUrl": CRM,
                    "portalId": 1, "userId": 2, "ownerId": 3, "iframeLocation": "remote",
                }),
                origin: WIDGET.to_owned(),
            }),
            HostOutput::Change(ChangeOutput::StateChanged {
                state: HostState::Syncing
            }),
        ]
    );
}

#[test]
fn the_ack_connects_and_initialized_makes_the_widget_usable() {
    let mut page = Page::new(|_| {});

    page.connect();
    let connected = page.host.state();
    let outputs = page.say(
        "INITIALIZED",
        json!({ "isLoggedIn": true, "isAvailable": true, "sizeInfo": { "width": 400, "height": 600 } }),
    );

    assert_eq!(connected, HostState::Connected);
    assert_eq!(
        outputs,
        [
            json!(["notify", "initialized", "INITIALIZED"]),
            json!(["resize", "400px", "600px"]),
            json!(["state", "initialized"]),
        ]
    );
    let widget = page.host.widget();
    assert!(widget.is_logged_in && widget.is_available);
    assert_eq!(widget.version.as_deref(), Some("0.9.7"));
    assert_eq!(widget.debug_mode, Some(true));
}

/// A host in each state, with the id that its widget may acknowledge.
fn page_in(state: HostState) -> (Page, Value) {
    let mut page = Page::new(|_| {});
    let mut sync = Value::Null;
    if state == HostState::Failed {
        page.enter(HostInput::Frame(FrameInput::FrameFailed {}));
    } else if state != HostState::Loading {
        sync = page
            .enter_raw(HostInput::Frame(FrameInput::FrameLoaded {}))
            .iter()
            .find_map(|output| match output {
                HostOutput::Frame(FrameOutput::Post { message, .. }) => {
                    Some(message["messageId"].clone())
                }
                _ => None,
            })
            .expect("SYNC goes out at the load");
        if state != HostState::Syncing {
            page.receive(&json!({ "type": "SYNC_ACK", "messageId": sync }));
        }
        if state == HostState::Initialized {
            page.say("INITIALIZED", json!({}));
        }
    }
    assert_eq!(page.host.state(), state);
    (page, sync)
}

#[test]
fn every_state_answers_every_input_as_the_table_of_transitions_says() {
    const STATES: [HostState; 5] = [
        HostState::Loading,
        HostState::Syncing,
        HostState::Connected,
        HostState::Initialized,
        HostState::Failed,
    ];
    const EVENTS: [&str; 6] = [
        "frameLoading",
        "frameLoaded",
        "frameFailed",
        "SYNC_ACK",
        "INITIALIZED",
        "timeout",
    ];
    for state in STATES {
        for event in EVENTS {
            let (mut page, sync) = page_in(state);
            if state == HostState::Loading {
                // Its time-out counts from an address.
                page.enter(HostInput::Frame(FrameInput::FrameLoading {}));
            }

            match event {
                "frameLoading" => drop(page.enter(HostInput::Frame(FrameInput::FrameLoading {}))),
                "frameLoaded" => drop(page.enter(HostInput::Frame(FrameInput::FrameLoaded {}))),
                "frameFailed" => drop(page.enter(HostInput::Frame(FrameInput::FrameFailed {}))),
                "SYNC_ACK" => {
                    page.receive(&json!({ "type": "SYNC_ACK", "messageId": sync }));
                }
                "INITIALIZED" => drop(page.say("INITIALIZED", json!({}))),
                _ => {
                    for _ in 0..400 {
                        page.now += 100.0;
                        page.enter(HostInput::Time(TimeInput::Timeout {}));
                    }
                }
            }

            let expected = HostState::TRANSITIONS
                .iter()
                .find(|(from, by, _)| *from == state && *by == event)
                .map_or(state, |(_, _, to)| *to);
            assert_eq!(page.host.state(), expected, "{state:?} {event}");
        }
    }
}

#[test]
fn a_start_time_that_is_none_counts_as_now() {
    for time in [json!(0), json!(-1), json!("soon"), json!(null)] {
        let mut page = Page::ready(|_| {});
        page.now = 77_000.0;

        let started = page.say(
            "OUTGOING_CALL_STARTED",
            outgoing(&json!({ "createEngagement": true, "callStartTime": time })),
        );

        let input = started.iter().find_map(|order| order[2].get("startedAt"));
        assert_eq!(input, Some(&json!(77_000)), "{time}: {started:?}");
    }
}

#[test]
fn an_outbound_call_from_click_to_the_completed_engagement() {
    let mut page = Page::ready(|_| {});

    let (outcome, dialled) = page.dial(contact_dial());
    let started = page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    let created = page.answer(1, Ok(json!({ "id": 4021 })));
    let answered = page.say("CALL_ANSWERED", json!({ "externalCallId": "c-1" }));
    page.now = 60_000.0;
    let ended = page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-1", "engagementId": 4021, "callEndStatus": "COMPLETED" }),
    );
    let completed = page.say(
        "CALL_COMPLETED",
        json!({
            "externalCallId": "c-1", "engagementId": 4021,
            "engagementProperties": { "hs_timestamp": "950", "hs_call_title": "Hello" },
        }),
    );
    let inserted = page.answer(2, Ok(json!({ "id": 4021 })));
    let associated = page.answer(3, Ok(json!({ "id": 4021 })));
    let updated = page.answer(4, Ok(json!({ "id": 4021 })));

    assert_eq!(outcome.as_deref(), Ok("h1_2"));
    let mut dial = contact_dial();
    dial["portalId"] = json!(1);
    dial["ownerId"] = json!(3);
    assert_eq!(dialled, [json!(["post", "DIAL_NUMBER", dial])]);
    assert_eq!(
        started,
        [
            json!(["notify", "outgoingCall", "OUTGOING_CALL_STARTED"]),
            json!(["create", 1, {
                "externalCallId": "c-1", "direction": "OUTBOUND", "fromNumber": "+15550100999",
                "toNumber": "+15550100123", "startedAt": 950, "owner": "service",
            }]),
        ]
    );
    let result = json!({ "engagementId": 4021, "externalCallId": "c-1" });
    assert_eq!(
        created,
        [
            json!(["post", "CREATE_ENGAGEMENT_SUCCEEDED", result]),
            json!(["post", "ENGAGEMENT_CREATED", result]),
        ]
    );
    assert_eq!(
        answered,
        [json!(["notify", "callAnswered", "CALL_ANSWERED"])]
    );
    assert_eq!(ended, [json!(["notify", "callEnded", "CALL_ENDED"])]);
    assert_eq!(
        completed,
        [
            json!(["notify", "callCompleted", "CALL_COMPLETED"]),
            json!(["complete", 2, 4021, { "endedAt": 60_000, "callEndStatus": "COMPLETED" }]),
        ]
    );
    assert_eq!(
        inserted,
        [json!(["associate", 3, 4021, [{ "portalId": 1, "objectId": 51, "objectTypeId": "0-1" }]])]
    );
    assert_eq!(
        associated,
        [
            json!(["visibility", false, true]),
            json!(["update", 4, 4021, { "hs_timestamp": "950", "hs_call_title": "Hello" }]),
        ]
    );
    assert_eq!(
        updated,
        [json!(["post", "UPDATE_ENGAGEMENT_SUCCEEDED", result])]
    );
    assert_eq!(
        page.calls(),
        [json!({
            "externalCallId": "c-1", "engagementId": 4021, "direction": "outbound",
            "state": "completed", "callEndStatus": "COMPLETED", "engagement": "updated",
        })]
    );
}

#[test]
fn a_number_without_callee_info_belongs_to_the_record_it_names() {
    for (object_type, id) in [
        ("CONTACT", Some("0-1")),
        ("COMPANY", Some("0-2")),
        ("DEAL", None),
    ] {
        let mut page = Page::ready(|_| {});
        let end = json!({ "externalCallId": "c-1", "engagementId": 7 });

        let (outcome, _) = page.dial(json!({
            "phoneNumber": "+15550100123", "objectId": 51, "objectType": object_type,
        }));
        page.say(
            "OUTGOING_CALL_STARTED",
            outgoing(&json!({ "createEngagement": true })),
        );
        page.answer(1, Ok(json!({ "id": 7 })));
        page.say("CALL_ENDED", end.clone());
        page.say("CALL_COMPLETED", end);
        let orders = page.answer(2, Ok(json!({ "id": 7 })));

        let associated = orders.iter().find(|order| order[0] == "associate");
        let to = id.map(|id| json!([{ "portalId": 1, "objectId": 51, "objectTypeId": id }]));
        assert!(outcome.is_ok(), "{object_type}");
        assert_eq!(
            associated.map(|order| order[3].clone()),
            to,
            "{object_type}"
        );
    }
}

#[test]
fn a_type_counts_where_no_record_is_named() {
    let mut page = Page::ready(|_| {});

    let (custom, _) = page.dial(json!({
        "phoneNumber": "+15550100123", "calleeInfo": { "calleeObjectTypeId": "2-7" },
    }));
    let (contact, _) = page.dial(json!({
        "phoneNumber": "+15550100123", "calleeInfo": { "calleeObjectTypeId": "0-1" },
    }));

    assert_eq!(custom, Err(Code::CustomObjectsNotSupported));
    assert!(contact.is_ok());
}

#[test]
fn a_call_belongs_to_whom_the_number_was_said_to() {
    let to = |id: u64, kind: &str| json!([{ "portalId": 1, "objectId": id, "objectTypeId": kind }]);
    for (dial, expected) in [
        // The type of another record does not rub off.
        (
            json!({ "calleeInfo": { "calleeId": 51 }, "objectId": 52, "objectType": "COMPANY" }),
            None,
        ),
        (
            json!({ "calleeInfo": { "calleeId": 0, "calleeObjectTypeId": "0-1" }, "objectId": 52 }),
            Some(to(52, "0-1")),
        ),
        (
            json!({ "calleeInfo": { "calleeObjectTypeId": "" }, "objectId": 52, "objectType": "CONTACT" }),
            Some(to(52, "0-1")),
        ),
        (
            json!({ "objectId": "123456789012", "objectType": "COMPANY" }),
            Some(to(123_456_789_012, "0-2")),
        ),
        // As a number it may be another record's.
        (
            json!({ "objectId": "9007199254740992", "objectType": "COMPANY" }),
            None,
        ),
    ] {
        let mut page = Page::ready(|_| {});
        let mut number = dial.clone();
        number["phoneNumber"] = json!("+15550100123");
        let (outcome, _) = page.dial(number);
        page.say(
            "OUTGOING_CALL_STARTED",
            outgoing(&json!({ "createEngagement": true })),
        );
        page.answer(1, Ok(json!({ "id": 7 })));
        let end = json!({ "externalCallId": "c-1", "engagementId": 7 });
        page.say("CALL_ENDED", end.clone());
        page.say("CALL_COMPLETED", end);

        let orders = page.answer(2, Ok(json!({ "id": 7 })));

        let associated = orders.iter().find(|order| order[0] == "associate");
        assert!(outcome.is_ok(), "{dial}");
        assert_eq!(associated.map(|order| order[3].clone()), expected, "{dial}");
    }
}

#[test]
fn an_inbound_call_is_matched_always_and_gets_its_engagement_if_asked() {
    let mut page = Page::ready(|_| {});
    let contact = json!({
        "callerIdType": "CONTACT", "firstName": "A", "lastName": "B", "email": "c",
        "objectCoordinates": { "portalId": 1, "objectId": 51, "objectTypeId": "0-1" },
    });
    let company = json!({
        "callerIdType": "COMPANY", "name": "D",
        "objectCoordinates": { "portalId": 1, "objectId": 61, "objectTypeId": "0-2" },
    });

    let started = page.say(
        "INCOMING_CALL",
        incoming(&json!({ "createEngagement": true })),
    );
    let matched = page.answer(1, Ok(json!([contact, company])));
    let created = page.answer(2, Ok(json!({ "id": 7 })));
    let chosen = page.say(
        "NAVIGATE_TO_RECORD",
        json!({ "engagementId": 7, "objectCoordinates": company["objectCoordinates"] }),
    );
    page.navigated(3, true);
    page.say("CALL_ANSWERED", json!({ "externalCallId": "c-2" }));
    page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-2", "engagementId": 7 }),
    );
    page.say(
        "CALL_COMPLETED",
        json!({ "externalCallId": "c-2", "engagementId": 7, "hideWidget": false }),
    );
    let associated = page.answer(4, Ok(json!({ "id": 7 })));
    let done = page.answer(5, Ok(json!({ "id": 7 })));

    assert_eq!(
        started,
        [
            json!(["notify", "incomingCall", "INCOMING_CALL"]),
            json!(["match", 1, "+15550100123"]),
            json!(["create", 2, {
                "externalCallId": "c-2", "direction": "INBOUND", "fromNumber": "+15550100123",
                "toNumber": "+15550100999", "startedAt": 950, "owner": "service",
            }]),
        ]
    );
    assert_eq!(
        matched,
        [json!(["post", "CALLER_ID_MATCH_SUCCEEDED",
            { "callerIdMatches": [contact, company], "externalCallId": "c-2" }])]
    );
    assert_eq!(
        created,
        [json!(["post", "CREATE_ENGAGEMENT_SUCCEEDED",
            { "engagementId": 7, "externalCallId": "c-2" }])]
    );
    assert_eq!(
        chosen.last(),
        Some(&json!(["navigate", 3, {
            "engagementId": 7, "objectCoordinates": company["objectCoordinates"],
        }]))
    );
    assert_eq!(
        associated,
        [json!(["associate", 5, 7, [company["objectCoordinates"]]])]
    );
    assert_eq!(done, [] as [Value; 0], "hideWidget false keeps the widget");
}

#[test]
fn of_many_records_to_open_the_last_64_may_still_fail() {
    let mut page = Page::ready(|_| {});
    let target =
        |id: u32| json!({ "objectCoordinates": { "objectId": id, "objectTypeId": "0-1" } });
    for id in 1..=65 {
        page.say("NAVIGATE_TO_RECORD", target(id));
    }

    let answers = [1, 2, 65].map(|request| page.navigated(request, false));

    let refused = |id| vec![json!(["post", "NAVIGATE_TO_RECORD_FAILED", target(id)])];
    assert_eq!(answers, [vec![], refused(2), refused(65)]);
}

#[test]
fn a_record_that_is_no_match_is_opened_and_not_associated() {
    let coordinates =
        |id: u32, kind: &str| json!({ "portalId": 1, "objectId": id, "objectTypeId": kind });
    for target in [
        coordinates(99, "0-3"),
        coordinates(99, "0-1"),
        coordinates(51, "0-2"),
        json!({}),
    ] {
        let mut page = Page::ready(|_| {});
        let contact =
            json!({ "callerIdType": "CONTACT", "objectCoordinates": coordinates(51, "0-1") });

        page.say(
            "INCOMING_CALL",
            incoming(&json!({ "createEngagement": true })),
        );
        page.answer(1, Ok(json!([contact])));
        page.answer(2, Ok(json!({ "id": 7 })));
        let opened = page.say("NAVIGATE_TO_RECORD", json!({ "objectCoordinates": target }));
        page.say("CALL_ANSWERED", json!({ "externalCallId": "c-2" }));
        let end = json!({ "externalCallId": "c-2", "engagementId": 7 });
        page.say("CALL_ENDED", end.clone());
        page.say("CALL_COMPLETED", end);
        let associated = page.answer(4, Ok(json!({ "id": 7 })));

        assert_eq!(
            opened.last().map(|order| &order[0]),
            Some(&json!("navigate"))
        );
        let matches = json!([contact["objectCoordinates"]]);
        assert_eq!(
            associated,
            [json!(["associate", 5, 7, matches])],
            "{target}"
        );
    }
}

#[test]
fn a_failed_match_and_a_failed_creation_are_answered_with_the_stores_text() {
    let mut page = Page::ready(|_| {});
    page.say(
        "INCOMING_CALL",
        incoming(&json!({ "createEngagement": true })),
    );

    let matched = page.answer(1, Err("no index"));
    let created = page.answer(2, Err("no room"));

    assert_eq!(
        matched,
        [
            json!(["warn", "STORE_FAILED", "matchCallerId"]),
            json!(["post", "CALLER_ID_MATCH_FAILED",
                { "error": { "message": "no index" }, "externalCallId": "c-2" }]),
        ]
    );
    assert_eq!(
        created,
        [
            json!(["warn", "STORE_FAILED", "createEngagement"]),
            json!(["post", "CREATE_ENGAGEMENT_FAILED",
                { "error": { "message": "no room" }, "externalCallId": "c-2" }]),
        ]
    );
}

#[test]
fn what_is_no_list_of_matches_is_a_failed_match() {
    for odd in [json!(null), json!({}), json!("none"), json!(0)] {
        let mut page = Page::ready(|_| {});
        page.say("INCOMING_CALL", incoming(&json!({})));

        let matched = page.answer(1, Ok(odd.clone()));

        assert_eq!(
            matched,
            [
                json!(["warn", "STORE_FAILED", "matchCallerId"]),
                json!(["post", "CALLER_ID_MATCH_FAILED", {
                    "error": { "message": "the record store gave no list of matches" },
                    "externalCallId": "c-2",
                }]),
            ],
            "{odd}"
        );
    }
}

#[test]
fn a_failed_update_is_answered_and_the_widget_is_hidden_all_the_same() {
    let mut page = Page::ready(|_| {});
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    page.answer(1, Ok(json!({ "id": 9 })));
    page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-1", "engagementId": 9 }),
    );
    page.say(
        "CALL_COMPLETED",
        json!({ "externalCallId": "c-1", "engagementId": 9, "engagementProperties": { "hs_timestamp": "1" } }),
    );

    let not_inserted = page.answer(2, Err("down"));
    let not_updated = page.answer(3, Err("still down"));

    assert_eq!(
        not_inserted,
        [
            json!(["warn", "STORE_FAILED", "completeEngagement"]),
            json!(["visibility", false, true]),
            json!(["update", 3, 9, { "hs_timestamp": "1" }]),
        ]
    );
    assert_eq!(
        not_updated,
        [
            json!(["warn", "STORE_FAILED", "updateEngagement"]),
            json!(["post", "UPDATE_ENGAGEMENT_FAILED", {
                "error": { "message": "still down" }, "engagementId": 9, "externalCallId": "c-1",
            }]),
        ]
    );
}

#[test]
fn a_completion_that_waits_for_the_store_does_not_hide_the_next_call() {
    let mut page = Page::ready(|_| {});
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    page.answer(1, Ok(json!({ "id": 9 })));
    let over = json!({ "externalCallId": "c-1", "engagementId": 9 });
    page.say("CALL_ENDED", over.clone());
    page.say("CALL_COMPLETED", over);
    let (dialled, _) = page.dial(contact_dial());

    page.answer(2, Ok(json!({ "id": 9 })));

    assert!(dialled.is_ok());
    assert!(!page.host.visibility().is_hidden);
}

#[test]
fn a_completion_waits_for_the_engagement_that_is_still_being_created() {
    let mut page = Page::ready(|_| {});
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-1", "engagementId": 0 }),
    );

    let completed = page.say(
        "CALL_COMPLETED",
        json!({ "externalCallId": "c-1", "engagementId": 0 }),
    );
    let created = page.answer(1, Ok(json!({ "id": 9 })));

    assert_eq!(
        completed,
        [json!(["notify", "callCompleted", "CALL_COMPLETED"])]
    );
    assert_eq!(
        created.last(),
        Some(&json!(["complete", 2, 9, { "endedAt": 1000 }]))
    );
}

#[test]
fn a_second_answer_of_the_store_settles_no_other_question() {
    let mut page = Page::ready(|_| {});
    for id in ["c-1", "c-2"] {
        let start = json!({ "externalCallId": id, "fromNumber": "1", "createEngagement": true });
        page.say("OUTGOING_CALL_STARTED", start);
    }
    page.answer(1, Ok(json!({ "id": 9 })));

    let again = page.answer(1, Ok(json!({ "id": 10 })));
    let other = page.answer(2, Ok(json!({ "id": 11 })));

    assert_eq!(again, [] as [Value; 0]);
    assert_eq!(other[0][2]["engagementId"], 11);
    assert_eq!(other[0][2]["externalCallId"], "c-2");
}

#[test]
fn an_engagement_the_app_supplies_is_adopted_and_completed() {
    let mut page = Page::ready(|_| {});
    drop(page.dial(contact_dial()));
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

    let ended = page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-1", "engagementId": 77 }),
    );
    page.answer(1, Ok(json!({ "id": 77 })));
    let completed = page.say(
        "CALL_COMPLETED",
        json!({ "externalCallId": "c-1", "engagementId": "77" }),
    );

    assert_eq!(
        ended.last(),
        Some(&json!(["adopt", 1, 77, {
            "externalCallId": "c-1", "direction": "OUTBOUND", "fromNumber": "+15550100999",
            "toNumber": "+15550100123", "startedAt": 950, "owner": "app",
        }]))
    );
    assert_eq!(
        completed.last(),
        Some(&json!(["complete", 2, 77, { "endedAt": 1000 }]))
    );
    assert_eq!(page.calls()[0]["engagement"], "supplied");
}

#[test]
fn a_call_from_a_custom_object_must_ask_for_its_engagement() {
    let mut page = Page::ready(|config| config.supports_custom_objects = true);
    let mut dial = contact_dial();
    dial["calleeInfo"] = json!({ "calleeId": 71, "calleeObjectTypeId": "2-44" });
    drop(page.dial(dial));

    let started = page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

    assert_eq!(
        started,
        [
            json!(["notify", "outgoingCall", "OUTGOING_CALL_STARTED"]),
            json!([
                "warn",
                "CUSTOM_OBJECT_NEEDS_ENGAGEMENT",
                "OUTGOING_CALL_STARTED"
            ]),
            json!(["post", "CREATE_ENGAGEMENT_FAILED", {
                "error": { "message": "a call from a custom object needs createEngagement: true" },
                "externalCallId": "c-1",
            }]),
        ]
    );
    assert_eq!(page.calls()[0]["engagement"], "failed");
}

#[test]
fn a_call_from_a_custom_object_that_asks_is_associated_with_it() {
    let mut page = Page::ready(|config| config.supports_custom_objects = true);
    let context = json!({
        "phoneNumber": "+15550100123", "portalId": 1,
        "calleeInfo": { "calleeId": 71, "calleeObjectTypeId": "2-44" },
    });
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true, "dialingContext": context })),
    );
    page.answer(1, Ok(json!({ "id": 5 })));
    page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-1", "engagementId": 5 }),
    );
    page.say(
        "CALL_COMPLETED",
        json!({ "externalCallId": "c-1", "engagementId": 5 }),
    );

    let associated = page.answer(2, Ok(json!({ "id": 5 })));

    assert_eq!(
        associated,
        [json!(["associate", 3, 5, [{ "portalId": 1, "objectId": 71, "objectTypeId": "2-44" }]])]
    );
}

#[test]
fn without_support_for_custom_objects_no_dialling_is_offered_there() {
    let mut page = Page::ready(|_| {});
    let dial = json!({
        "phoneNumber": "+15550100123", "calleeInfo": { "calleeId": 71, "calleeObjectTypeId": "2-44" },
    });

    let (outcome, outputs) = page.dial(dial);

    assert_eq!(outcome, Err(Code::CustomObjectsNotSupported));
    assert_eq!(outputs, [] as [Value; 0]);
    let can_dial = ["0-1", "0-2", "2-44"].map(|object_type| {
        page.ask(HostInput::User(UserInput::CanDial {
            object_type_id: object_type.to_owned(),
        }))
    });
    assert_eq!(can_dial, [true, true, false]);
}

#[test]
fn the_location_widget_takes_no_incoming_calls() {
    let mut page = Page::ready(|config| config.context["iframeLocation"] = json!("widget"));

    let outputs = page.say(
        "INCOMING_CALL",
        incoming(&json!({ "createEngagement": true })),
    );

    assert_eq!(
        outputs,
        [json!([
            "warn",
            "INBOUND_NOT_SUPPORTED",
            "INCOMING_CALL in the location `widget`"
        ])]
    );
    assert_eq!(page.calls(), [] as [Value; 0]);
    assert_eq!(page.count(Code::InboundNotSupported), 1);
}

#[test]
fn without_support_for_inbound_calling_incoming_calls_are_ignored() {
    let mut page = Page::ready(|config| config.supports_inbound_calling = false);

    let outputs = page.say("INCOMING_CALL", incoming(&json!({})));

    assert_eq!(
        outputs,
        [json!([
            "warn",
            "INBOUND_NOT_SUPPORTED",
            "INCOMING_CALL without `supportsInboundCalling`"
        ])]
    );
}

#[test]
fn an_unavailable_user_gets_no_incoming_calls() {
    let mut page = Page::ready(|_| {});
    page.say("USER_UNAVAILABLE", Value::Null);

    let ignored = page.say("INCOMING_CALL", incoming(&json!({})));
    let answered = page.say("CALL_ANSWERED", json!({ "externalCallId": "c-2" }));
    page.say("USER_AVAILABLE", Value::Null);
    let taken = page.say("INCOMING_CALL", incoming(&json!({})));

    assert_eq!(
        ignored,
        [json!(["warn", "USER_UNAVAILABLE", "INCOMING_CALL"])]
    );
    assert_eq!(
        answered[0],
        json!([
            "warn",
            "NOT_STARTED",
            "callAnswered is not allowed while unknown; allowed: outgoingCall, incomingCall"
        ])
    );
    assert_eq!(taken.last(), Some(&json!(["match", 1, "+15550100123"])));
}

#[test]
fn a_call_that_began_in_another_window_is_known_by_its_engagement() {
    let mut page = Page::ready(|_| {});

    let ended = page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-9", "engagementId": 7, "callEndStatus": "COMPLETED" }),
    );
    let nameless = page.say("CALL_ENDED", json!({ "engagementId": 8 }));
    page.say(
        "CALL_COMPLETED",
        json!({ "externalCallId": "c-9", "engagementId": 7, "hideWidget": true }),
    );

    let calls: Vec<Value> = page.host.calls().iter().map(call_state).collect();
    assert!(
        !ended.iter().any(|output| output[1] == "NOT_STARTED"),
        "{ended:?}"
    );
    assert_eq!(calls, [json!(["c-9", "7", "completed"])]);
    // Without an id it is about the newest call.
    assert!(
        nameless.iter().any(|output| output[1] == "ALREADY_ENDED"),
        "{nameless:?}"
    );
}

fn call_state(call: &Call) -> Value {
    let id = call.external_call_id.as_ref().map(|id| &id.0);
    let engagement = call.engagement.id().map(|id| &id.text);
    json!([id, engagement, call.state.name()])
}

#[test]
fn hide_widget_is_ignored_in_a_call_task() {
    for (in_call_task, hidden) in [(false, false), (true, true)] {
        let mut page = Page::ready(|_| {});
        page.enter(HostInput::User(UserInput::SetInCallTask { in_call_task }));
        page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
        page.say(
            "CALL_ENDED",
            json!({ "externalCallId": "c-1", "engagementId": 0 }),
        );

        page.say(
            "CALL_COMPLETED",
            json!({ "externalCallId": "c-1", "engagementId": 0, "hideWidget": false }),
        );

        assert_eq!(page.host.visibility().is_hidden, hidden, "{in_call_task}");
    }
}

#[test]
fn engagements_the_service_owns_need_no_publication() {
    for (wire, answer) in [
        ("FINALIZE_ENGAGEMENT", "FINALIZE_ENGAGEMENT_SUCCEEDED"),
        ("PUBLISH_TO_CHANNEL", "PUBLISH_TO_CHANNEL_SUCCEEDED"),
    ] {
        let mut page = Page::ready(|_| {});
        page.say(
            "OUTGOING_CALL_STARTED",
            outgoing(&json!({ "createEngagement": true })),
        );
        page.answer(1, Ok(json!({ "id": 5 })));
        page.say(
            "CALL_ENDED",
            json!({ "externalCallId": "c-1", "engagementId": 5 }),
        );

        let outputs = page.say(wire, json!({ "externalCallId": "c-1", "engagementId": 5 }));

        assert_eq!(
            outputs.get(1..),
            Some(
                &[
                    json!(["warn", "PUBLICATION_NOT_NEEDED", wire]),
                    json!(["post", answer, { "engagementId": 5, "externalCallId": "c-1" }]),
                ][..]
            )
        );
    }
}

#[test]
fn engagements_the_app_owns_are_published() {
    for (result, expected) in [
        (
            Ok(Value::Null),
            json!(["post", "FINALIZE_ENGAGEMENT_SUCCEEDED",
            { "engagementId": 77, "externalCallId": "c-1" }]),
        ),
        (
            Err("no channel"),
            json!(["post", "FINALIZE_ENGAGEMENT_FAILED", {
                "error": { "message": "no channel" }, "engagementId": 77, "externalCallId": "c-1",
            }]),
        ),
    ] {
        let mut page = Page::ready(|_| {});
        page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
        page.say(
            "CALL_ENDED",
            json!({ "externalCallId": "c-1", "engagementId": 77 }),
        );
        page.say(
            "FINALIZE_ENGAGEMENT",
            json!({ "externalCallId": "c-1", "engagementId": 77 }),
        );

        let adopted = page.answer(1, Ok(json!({ "id": 77 })));
        let published = page.answer(2, result);

        assert_eq!(adopted, [json!(["publish", 2, 77, "c-1"])]);
        assert_eq!(published.last(), Some(&expected));
    }
}

/// The call `c-1` with the host's engagement 1001, and the ended call `c-9`
/// that names it.
fn two_calls(more: &Value) -> (Page, Vec<Value>) {
    let mut page = Page::ready(|_| {});
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    page.answer(1, Ok(json!({ "id": 1001 })));
    let mut other = json!({ "externalCallId": "c-9", "createEngagement": false });
    for (name, value) in more.as_object().into_iter().flatten() {
        other[name] = value.clone();
    }
    page.say("OUTGOING_CALL_STARTED", outgoing(&other));
    let ended = page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-9", "engagementId": 1001 }),
    );
    (page, ended)
}

#[test]
fn the_engagement_of_another_call_is_refused_and_left_alone() {
    let (mut page, ended) = two_calls(&json!({}));

    let completed = page.say(
        "CALL_COMPLETED",
        json!({
            "externalCallId": "c-9", "engagementId": "1001", "hideWidget": false,
            "engagementProperties": { "hs_call_title": "Theirs" },
        }),
    );

    let refused = json!([
        "warn",
        "OTHER_ENGAGEMENT",
        "engagementId is not allowed while another call has it; allowed: "
    ]);
    assert_eq!(ended.get(1..), Some(&[refused.clone()][..]));
    assert_eq!(
        completed.get(2..),
        Some(
            &[
                refused,
                json!(["post", "UPDATE_ENGAGEMENT_FAILED", {
                    "error": { "message": "the engagement is not this call's" },
                    "externalCallId": "c-9",
                }]),
            ][..]
        )
    );
    assert_eq!(page.calls()[0]["engagement"], "created");
    assert_eq!(page.calls()[1]["engagement"], "none");
}

#[test]
fn the_engagement_of_another_call_is_not_published() {
    for (wire, answer) in [
        ("FINALIZE_ENGAGEMENT", "FINALIZE_ENGAGEMENT_FAILED"),
        ("PUBLISH_TO_CHANNEL", "PUBLISH_TO_CHANNEL_FAILED"),
    ] {
        let (mut page, _) = two_calls(&json!({}));

        let outputs = page.say(
            wire,
            json!({ "externalCallId": "c-9", "engagementId": 1001 }),
        );

        assert_eq!(
            outputs.last(),
            Some(&json!(["post", answer, {
                "error": { "message": "the engagement is not this call's" },
                "externalCallId": "c-9",
            }]))
        );
        assert_eq!(page.calls()[0]["engagement"], "created");
    }
}

#[test]
fn properties_for_another_engagement_do_not_reach_the_calls_own() {
    let (mut page, _) = two_calls(&json!({ "createEngagement": true }));

    page.answer(2, Ok(json!({ "id": 1002 })));
    let other = page.say(
        "CALL_COMPLETED",
        json!({
            "externalCallId": "c-9", "engagementId": 1001, "hideWidget": false,
            "engagementProperties": { "hs_call_title": "Theirs" },
        }),
    );

    assert_eq!(
        other.get(3..),
        Some(
            &[
                json!(["complete", 3, 1002, { "endedAt": 1000 }]),
                json!(["post", "UPDATE_ENGAGEMENT_FAILED", {
                    "error": { "message": "the engagement is not this call's" },
                    "engagementId": 1002, "externalCallId": "c-9",
                }]),
            ][..]
        )
    );
    assert_eq!(page.engagements(), ["created", "created"]);
}

#[test]
fn a_publication_of_another_engagement_leaves_the_calls_own_as_it_is() {
    for wire in ["FINALIZE_ENGAGEMENT", "PUBLISH_TO_CHANNEL"] {
        let (mut page, _) = two_calls(&json!({ "createEngagement": true }));
        page.answer(2, Ok(json!({ "id": 1002 })));

        page.say(
            wire,
            json!({ "externalCallId": "c-9", "engagementId": 1001 }),
        );

        assert_eq!(page.engagements(), ["created", "created"], "{wire}");
    }
}

#[test]
fn an_engagement_that_the_store_gives_twice_is_the_first_calls() {
    let (mut page, _) = two_calls(&json!({ "createEngagement": true }));

    let outputs = page.answer(2, Ok(json!({ "id": "1001" })));

    assert_eq!(
        outputs,
        [
            json!([
                "warn",
                "OTHER_ENGAGEMENT",
                "onCreateEngagementSucceeded is not allowed while another call has it; allowed: "
            ]),
            json!(["post", "CREATE_ENGAGEMENT_FAILED", {
                "error": { "message": "the engagement is not this call's" },
                "externalCallId": "c-9",
            }]),
        ]
    );
    assert_eq!(page.engagements(), ["created", "failed"]);
}

#[test]
fn an_engagement_the_store_makes_for_a_call_that_has_one_by_then_is_not_taken() {
    let mut page = Page::ready(|_| {});
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-1", "engagementId": 77 }),
    );

    let outputs = page.answer(1, Ok(json!({ "id": 9 })));

    assert_eq!(outputs[0][1], "OTHER_ENGAGEMENT");
    assert_eq!(outputs[1][1], "CREATE_ENGAGEMENT_FAILED");
    assert_eq!(page.calls()[0]["engagementId"], 77);
    assert_eq!(page.engagements(), ["supplied"]);
}

#[test]
fn an_answer_by_hand_with_the_engagement_of_another_call_is_reported_and_moves_nothing() {
    for kind in [Kind::CreateEngagementSucceeded, Kind::EngagementCreated] {
        let (mut page, _) = two_calls(&json!({ "createEngagement": true }));
        let data = json!({ "externalCallId": "c-9", "engagementId": 1001 });

        let sent = page.send(kind, Some(data.clone()));
        let outputs = page.drain();
        let later = page.answer(2, Ok(json!({ "id": 1002 })));

        assert!(sent.is_ok(), "it is the page's own act");
        assert_eq!(
            outputs,
            [
                json!([
                    "warn",
                    "OTHER_ENGAGEMENT",
                    "onCreateEngagementSucceeded is not allowed while another call has it; allowed: "
                ]),
                json!(["post", kind.as_str(), data]),
            ]
        );
        assert_eq!(later[0][1], "CREATE_ENGAGEMENT_SUCCEEDED");
        assert_eq!(page.engagements(), ["created", "created"]);
    }
}

#[test]
fn the_deprecated_phone_number_is_read_as_to_number() {
    let mut page = Page::ready(|_| {});

    let outputs = page.say(
        "OUTGOING_CALL_STARTED",
        json!({ "phoneNumber": "+15550100123", "createEngagement": true }),
    );

    let create = outputs.last().expect("an order");
    assert_eq!(create[2]["toNumber"], "+15550100123");
}

#[test]
fn messages_of_older_sdks_are_about_the_current_call() {
    let mut page = Page::ready(|_| {});
    drop(page.dial(contact_dial()));

    page.say(
        "OUTGOING_CALL_STARTED",
        json!({ "createEngagement": "true" }),
    );
    page.say("CALL_ANSWERED", Value::Null);
    page.say("CALL_ENDED", Value::Null);
    page.say("CALL_COMPLETED", json!({ "engagementId": 33 }));

    assert_eq!(
        page.calls(),
        [json!({
            "engagementId": 33, "direction": "outbound", "state": "completed",
            "engagement": "supplied",
        })]
    );
}

#[test]
fn a_number_dialled_while_loading_waits_for_initialized() {
    let mut page = Page::new(|_| {});

    let (outcome, _) = page.dial(contact_dial());
    page.connect();
    let outputs = page.say("INITIALIZED", json!({ "isLoggedIn": true }));

    assert_eq!(outcome, Err(Code::HeldLoading));
    assert_eq!(
        outputs.last().map(|output| output[1].clone()),
        Some(json!("DIAL_NUMBER"))
    );
}

#[test]
fn a_number_dialled_while_logged_out_waits_for_the_log_in() {
    let mut page = Page::new(|_| {});
    page.connect();
    page.say("INITIALIZED", json!({ "isLoggedIn": false }));

    let (first, alert) = page.dial(contact_dial());
    let (second, _) = page.dial(json!({ "phoneNumber": "+15550100777" }));
    let outputs = page.say("LOGGED_IN", Value::Null);

    assert_eq!(
        (first, second),
        (Err(Code::HeldLoggedOut), Err(Code::HeldLoggedOut))
    );
    assert_eq!(
        alert,
        [json!([
            "alert",
            "Log in to the calling app to place this call.",
            "host"
        ])]
    );
    assert_eq!(
        outputs,
        [
            json!(["notify", "userLoggedIn", "LOGGED_IN"]),
            json!(["post", "DIAL_NUMBER", {
                "phoneNumber": "+15550100777", "portalId": 1, "ownerId": 3, "startTimestamp": 1000,
            }]),
        ]
    );
}

#[test]
fn after_a_log_out_a_number_waits_again() {
    let mut page = Page::ready(|_| {});

    page.say("LOGGED_OUT", Value::Null);
    let (outcome, _) = page.dial(contact_dial());

    assert_eq!(outcome, Err(Code::HeldLoggedOut));
}

#[test]
fn a_number_that_waited_is_dialled_once_even_by_a_widget_that_loads_again() {
    let mut page = Page::new(|_| {});
    page.connect();
    page.say("INITIALIZED", json!({ "isLoggedIn": false }));
    drop(page.dial(contact_dial()));
    page.say("LOGGED_IN", Value::Null);

    page.connect();
    let again = page.say("INITIALIZED", json!({ "isLoggedIn": true }));

    assert!(again.iter().all(|output| output[1] != "DIAL_NUMBER"));
}

#[test]
fn a_number_that_waits_can_be_dropped() {
    let mut page = Page::new(|_| {});
    page.connect();
    page.say("INITIALIZED", json!({ "isLoggedIn": false }));
    drop(page.dial(contact_dial()));

    let dropped = [(); 2].map(|()| page.ask(HostInput::User(UserInput::CancelDial {})));
    let outputs = page.say("LOGGED_IN", Value::Null);

    assert_eq!(dropped, [true, false]);
    assert_eq!(outputs, [json!(["notify", "userLoggedIn", "LOGGED_IN"])]);
}

#[test]
fn no_second_call_is_dialled_and_a_newer_dial_replaces_an_unanswered_one() {
    let mut page = Page::ready(|_| {});

    let (first, _) = page.dial(contact_dial());
    let (replaced, _) = page.dial(contact_dial());
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
    let (refused, _) = page.dial(contact_dial());

    assert!(first.is_ok() && replaced.is_ok());
    assert_eq!(refused, Err(Code::CallActive));
    assert_eq!(page.calls().len(), 1);
}

#[test]
fn a_number_typed_in_the_widget_is_not_associated_with_the_record_clicked_before() {
    let mut page = Page::ready(|_| {});
    drop(page.dial(contact_dial()));
    page.say(
        "OUTGOING_CALL_STARTED",
        json!({ "externalCallId": "c-1", "toNumber": "+442071838750", "createEngagement": true }),
    );
    page.answer(1, Ok(json!({ "id": 5 })));
    page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-1", "engagementId": 5 }),
    );
    page.say(
        "CALL_COMPLETED",
        json!({ "externalCallId": "c-1", "engagementId": 5 }),
    );

    let completed = page.answer(2, Ok(json!({ "id": 5 })));

    assert_eq!(completed, [json!(["visibility", false, true])]);
}

#[test]
fn a_hang_up_on_the_page_asks_for_the_calls_end() {
    let mut page = Page::ready(|_| {});
    let idle = page.command(HostInput::User(UserInput::EndCall {}));
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

    let asked = page.command(HostInput::User(UserInput::EndCall {}));
    let outputs = page.drain();

    assert_eq!(idle, Err(Code::NotStarted));
    assert!(asked.is_ok());
    assert_eq!(outputs, [json!(["post", "END_CALL"])]);
}

#[test]
fn a_transferred_call_is_done_without_being_ended() {
    let mut page = Page::ready(|_| {});
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
    page.say("CALL_ANSWERED", json!({ "externalCallId": "c-1" }));

    page.say("CALL_TRANSFERRED", json!({ "externalCallId": "c-1" }));
    let ended = page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-1", "engagementId": 1 }),
    );

    assert_eq!(page.calls()[0]["state"], "transferred");
    assert!(!page.host.has_active_call());
    assert_eq!(ended[0][1], "ALREADY_TRANSFERRED");
}

#[test]
fn messages_out_of_order_are_ignored_counted_and_reported_by_the_mode() {
    for (lifecycle, level) in [(Lifecycle::Warn, "warn"), (Lifecycle::Strict, "error")] {
        let mut page = Page::ready(|config| config.lifecycle = lifecycle);
        page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

        let outputs = page.say(
            "CALL_COMPLETED",
            json!({ "externalCallId": "c-1", "engagementId": 1 }),
        );

        assert_eq!(
            outputs,
            [json!([
                level,
                "NOT_ENDED",
                "callCompleted is not allowed while dialing; allowed: callAnswered, callEnded, callTransferred"
            ])]
        );
        assert_eq!(page.calls()[0]["state"], "dialing");
        assert_eq!(page.count(Code::NotEnded), 1);
    }
}

#[test]
fn calls_before_initialized_are_ignored() {
    let mut page = Page::new(|_| {});
    page.connect();

    let outputs = page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

    assert_eq!(
        outputs,
        [json!([
            "warn",
            "NOT_READY",
            "OUTGOING_CALL_STARTED before INITIALIZED"
        ])]
    );
}

#[test]
fn an_error_is_shown_and_never_answered() {
    let mut page = Page::ready(|_| {});

    let shown = page.say("ERROR", json!({ "message": "No line" }));
    let older = page.say(
        "ERROR",
        json!({ "type": "UNKNOWN_MESSAGE_TYPE", "data": { "originalMessage": {} } }),
    );

    assert_eq!(
        shown,
        [
            json!(["notify", "sendError", "ERROR"]),
            json!(["alert", "No line", "widget"]),
        ]
    );
    assert_eq!(
        older,
        [
            json!(["notify", "sendError", "ERROR"]),
            json!(["warn", "UNKNOWN_TYPE", "the widget does not know a message"]),
        ]
    );
}

#[test]
fn data_of_the_apps_own_is_handed_to_the_page() {
    let mut page = Page::ready(|_| {});

    let outputs = page.say("CALL_DATA", json!({ "a": 1 }));

    assert_eq!(outputs, [json!(["notify", "callData", "CALL_DATA"])]);
}

#[test]
fn unknown_types_and_the_hosts_own_types_are_never_answered() {
    let mut page = Page::ready(|_| {});

    let unknown = page.say("CALL_PARKED", json!({ "slot": 1 }));
    let odd = page.say("Maria +15550100123", Value::Null);
    let own = page.say("DIAL_NUMBER", json!({ "phoneNumber": "+15550100123" }));

    assert_eq!(
        unknown,
        [
            json!(["notify", "unknownMessage", "CALL_PARKED"]),
            json!(["warn", "UNKNOWN_TYPE", "CALL_PARKED"]),
        ]
    );
    assert_eq!(odd.last(), Some(&json!(["warn", "UNKNOWN_TYPE", ""])));
    assert_eq!(own, [json!(["warn", "WRONG_DIRECTION", "DIAL_NUMBER"])]);
}

#[test]
fn sizes_are_pixels_when_they_are_numbers() {
    let mut page = Page::ready(|_| {});

    let numbers = page.say("RESIZE_WIDGET", json!({ "width": 412.5, "height": 600 }));
    let texts = page.say(
        "RESIZE_WIDGET",
        json!({ "width": "100%", "height": "80.5px" }),
    );
    let none = page.say("RESIZE_WIDGET", json!({ "width": -1, "height": null }));
    let one = page.say("RESIZE_WIDGET", json!({ "width": "50vw", "height": 300 }));
    let width = page.say("RESIZE_WIDGET", json!({ "width": 300 }));
    let height = page.say("RESIZE_WIDGET", json!({ "height": 300 }));

    for odd in [
        "x",
        "10px;position:fixed",
        "",
        "1e9",
        "99999px",
        "-1px",
        "..",
        "1.2.3",
        "80vh",
        "20em",
    ] {
        let outputs = page.say("RESIZE_WIDGET", json!({ "width": odd, "height": 1e9 }));
        assert_eq!(
            outputs.last().map(|output| &output[0]),
            Some(&json!("warn")),
            "{odd}"
        );
    }
    assert_eq!(numbers.last(), Some(&json!(["resize", "412.5px", "600px"])));
    assert_eq!(texts.last(), Some(&json!(["resize", "100%", "80.5px"])));
    assert_eq!(
        one[one.len() - 2..],
        [
            json!(["warn", "WRONG_TYPE", "RESIZE_WIDGET size"]),
            json!(["resize", null, "300px"]),
        ]
    );
    let sides = [width, height].map(|orders| {
        let resized = orders.iter().find(|order| order[0] == "resize");
        resized.cloned().unwrap_or_default()
    });
    assert_eq!(
        sides,
        [
            json!(["resize", "300px", null]),
            json!(["resize", null, "300px"])
        ]
    );
    assert_eq!(
        none.last(),
        Some(&json!(["warn", "WRONG_TYPE", "RESIZE_WIDGET size"]))
    );
}

#[test]
fn a_record_that_cannot_be_opened_is_answered_with_the_request() {
    let mut page = Page::ready(|_| {});
    let request = json!({
        "engagementId": 7,
        "objectCoordinates": { "portalId": 1, "objectId": 51, "objectTypeId": "0-1" },
    });

    page.say("NAVIGATE_TO_RECORD", request.clone());
    let failed = page.navigated(1, false);
    page.navigated(1, false);
    let without_target = page.say("NAVIGATE_TO_RECORD", json!({ "engagementId": 7 }));

    assert_eq!(
        failed,
        [json!(["post", "NAVIGATE_TO_RECORD_FAILED", request])]
    );
    assert_eq!(
        without_target.last(),
        Some(&json!(["post", "NAVIGATE_TO_RECORD_FAILED", { "engagementId": 7 }]))
    );
}

#[test]
fn the_widget_may_move_within_its_origin_and_to_allowed_ones() {
    for (data, url) in [
        (
            json!({ "iFrameUrl": "https://phone.example/v2" }),
            "https://phone.example/v2",
        ),
        (
            json!({ "iFrameUrl": "https://eu.phones.example/" }),
            "https://eu.phones.example/",
        ),
    ] {
        let mut page = Page::ready(|config| {
            config.allowed_widget_origins = vec!["https://*.phones.example".to_owned()];
        });

        let outputs = page.say("SET_WIDGET_URL", data);

        assert_eq!(
            outputs,
            [
                json!(["notify", "setWidgetUrl", "SET_WIDGET_URL"]),
                json!(["move", url]),
                json!(["state", "loading"]),
            ]
        );
    }
}

#[test]
fn a_widget_that_moved_is_heard_from_there_alone_and_may_come_back() {
    let mut page = Page::ready(|config| {
        config.allowed_widget_origins = vec!["https://*.phones.example".to_owned()];
    });
    page.say(
        "SET_WIDGET_URL",
        json!({ "iFrameUrl": "https://eu.phones.example/" }),
    );
    let sync = page
        .enter_raw(HostInput::Frame(FrameInput::FrameLoaded {}))
        .into_iter()
        .find_map(|output| match output {
            HostOutput::Frame(FrameOutput::Post { message, .. }) => Some(message),
            _ => None,
        });
    let ack = json!({
        "type": "SYNC_ACK", "messageId": sync.expect("SYNC")["messageId"], "version": "0.9.7",
    });
    let there = "https://eu.phones.example";

    let from_before = page.receive(&ack);
    let is_connected_before = page.host.state() == HostState::Connected;
    page.receive_from(there, &ack);
    let back = page.receive_from(
        there,
        &json!({
            "type": "SET_WIDGET_URL", "messageId": "w1_9",
            "data": { "iFrameUrl": "https://phone.example/" },
        }),
    );

    assert_eq!(from_before, [json!(["warn", "NOT_PINNED", ""])]);
    assert!(!is_connected_before);
    assert!(back.contains(&json!(["move", "https://phone.example/"])));
}

#[test]
fn the_widgets_new_address_may_stand_at_the_top_level() {
    let mut page = Page::ready(|_| {});

    let outputs = page.receive(&json!({
        "type": "SET_WIDGET_URL", "messageId": "w1_9", "iFrameUrl": "https://phone.example/v2",
    }));

    assert!(outputs.contains(&json!(["move", "https://phone.example/v2"])));
}

#[test]
fn the_widget_may_not_move_anywhere_else() {
    for url in [
        json!("https://evil.example/"),
        json!("javascript:alert(1)"),
        json!("https://phone.example@evil.example/"),
        json!(7),
    ] {
        let mut page = Page::ready(|_| {});

        let outputs = page.say("SET_WIDGET_URL", json!({ "iFrameUrl": url }));

        assert_eq!(outputs.len(), 3, "{url}");
        assert_eq!(outputs[1][1], "WIDGET_URL_REFUSED", "{url}");
        assert_eq!(outputs[2][1], "SET_WIDGET_URL_FAILED", "{url}");
    }
}

#[test]
fn only_the_frames_own_trusted_well_formed_messages_pass_the_gate() {
    let mut page = Page::ready(|_| {});
    let good = json!({ "type": "ERROR", "messageId": "w1_1", "data": { "message": "x" } });
    let from = [
        (false, WIDGET, good.clone(), Code::UntrustedEvent),
        (true, "https://evil.example", good, Code::NotPinned),
        (true, WIDGET, json!(null), Code::Malformed),
        (true, WIDGET, json!("webpackHotUpdate"), Code::Malformed),
        (true, WIDGET, json!({ "type": "ERROR" }), Code::Malformed),
        (
            true,
            WIDGET,
            json!({ "type": 7, "messageId": "w1_2" }),
            Code::Malformed,
        ),
    ];

    for (is_trusted, origin, message, code) in from {
        let before = page.count(code);
        let first = page.event(is_trusted, origin, &message);
        let again = page.event(is_trusted, origin, &message);

        assert_eq!(page.count(code), before + 2, "{code:?}");
        // Anyone may post anything: a code is reported once, an event made by a script never.
        let is_told = code != Code::UntrustedEvent && before == 0;
        let told: Vec<&Value> = first.iter().map(|output| &output[1]).collect();
        let expected = json!(code.as_str());
        assert_eq!(told, Vec::from_iter(is_told.then_some(&expected)));
        assert_eq!(again, Vec::<Value>::new());
    }
}

#[test]
fn before_the_handshake_nothing_is_heard() {
    let mut page = Page::new(|_| {});
    page.enter(HostInput::Frame(FrameInput::FrameLoaded {}));

    page.say("INITIALIZED", json!({ "isLoggedIn": true }));

    assert_eq!(page.host.state(), HostState::Syncing);
    assert_eq!(page.count(Code::BeforeSync), 1);
}

#[test]
fn a_widget_that_stays_silent_fails_once_and_commands_say_so() {
    let mut page = Page::new(|_| {});
    page.enter(HostInput::Frame(FrameInput::FrameLoaded {}));
    let mut last = Vec::new();

    while let Some((_, outputs)) = page.wake() {
        last = outputs;
    }

    assert_eq!(
        last,
        [
            json!(["state", "failed"]),
            json!(["failed", "SYNC_ACK_FAILED"])
        ]
    );
    assert_eq!(page.dial(contact_dial()).0, Err(Code::SyncAckFailed));
    assert_eq!(
        page.command(HostInput::User(UserInput::EndCall {})),
        Err(Code::NotReady)
    );
}

#[test]
fn a_frame_that_reports_an_error_has_failed_and_is_not_heard() {
    let mut page = Page::ready(|_| {});

    let orders = page.enter(HostInput::Frame(FrameInput::FrameFailed {}));
    let heard = page.say("LOGGED_OUT", Value::Null);

    assert_eq!(
        orders,
        [
            json!(["state", "failed"]),
            json!(["failed", "SYNC_ACK_FAILED"])
        ]
    );
    assert_eq!(heard, [json!(["warn", "BEFORE_SYNC", "LOGGED_OUT"])]);
}

#[test]
fn a_reloaded_widget_keeps_its_calls_on_the_page_but_none_is_active() {
    let mut page = Page::ready(|_| {});
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
    let active = page.host.has_active_call();

    page.connect();
    let after = page.host.has_active_call();
    page.say("INITIALIZED", json!({ "isLoggedIn": true }));
    let (dialled, _) = page.dial(contact_dial());

    assert!(active && !after);
    assert_eq!(page.calls()[0]["state"], "dialing");
    assert!(dialled.is_ok());
}

#[test]
fn a_call_that_a_load_of_the_widget_cut_off_is_marked_until_a_message_is_about_it() {
    fn marks(outputs: &[HostOutput<Value>]) -> Vec<bool> {
        outputs
            .iter()
            .filter_map(|output| match output {
                HostOutput::Change(ChangeOutput::Call { call, .. }) => {
                    Some(call["isCutOff"] == json!(true))
                }
                _ => None,
            })
            .collect()
    }
    let mut page = Page::ready(|_| {});
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
    page.say("CALL_ANSWERED", json!({ "externalCallId": "c-1" }));

    let loaded = page.enter_raw(HostInput::Frame(FrameInput::FrameLoaded {}));
    page.connect();
    page.say("INITIALIZED", json!({ "isLoggedIn": true }));
    let named = page.enter_raw(HostInput::Message(MessageInput::Receive {
        origin: WIDGET.to_owned(),
        message: json!({ "type": "OUTGOING_CALL_STARTED", "messageId": "w2_1", "data": outgoing(&json!({})) }),
    }));

    assert_eq!(marks(&loaded), [true]);
    assert_eq!(marks(&named), [false]);
}

#[test]
fn a_reloaded_widget_may_go_on_with_its_call() {
    let mut page = Page::ready(|_| {});
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
    page.connect();
    page.say("INITIALIZED", json!({ "isLoggedIn": true }));

    page.say("CALL_ANSWERED", json!({ "externalCallId": "c-1" }));

    assert!(page.host.has_active_call());
    assert_eq!(page.calls()[0]["state"], "connected");
}

#[test]
fn a_store_that_does_not_answer_fails_in_time() {
    let mut page = Page::ready(|_| {});
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );

    let (mut due, mut outputs) = (None, Vec::new());
    while let Some((at, more)) = page.wake() {
        due = Some(at);
        outputs.extend(more);
    }

    assert_eq!(due, Some(Millis(31_000.0)));
    assert_eq!(
        outputs.last().map(|output| output[1].clone()),
        Some(json!("CREATE_ENGAGEMENT_FAILED"))
    );
    assert_eq!(page.engagements(), ["failed"]);
}

/// A call in one direction whose engagement the store did not make in time.
fn late(wire: &str) -> Page {
    let mut page = Page::ready(|_| {});
    page.say(
        wire,
        json!({ "externalCallId": "c-1", "createEngagement": true }),
    );
    page.give_up();
    assert_eq!(page.engagements(), ["failed"]);
    page
}

#[test]
fn an_engagement_that_the_store_makes_late_is_the_calls() {
    for (wire, answers) in [
        ("INCOMING_CALL", &["CREATE_ENGAGEMENT_SUCCEEDED"][..]),
        (
            "OUTGOING_CALL_STARTED",
            &["CREATE_ENGAGEMENT_SUCCEEDED", "ENGAGEMENT_CREATED"],
        ),
    ] {
        let mut page = late(wire);

        let outputs = page.answer(1, Ok(json!({ "id": 4 })));

        let about = json!({ "engagementId": 4, "externalCallId": "c-1" });
        let expected: Vec<_> = answers
            .iter()
            .map(|answer| json!(["post", answer, about]))
            .collect();
        assert_eq!(outputs, expected);
        assert_eq!(page.engagements(), ["created"]);
        assert_eq!(page.count(Code::StoreLate), 1);
    }
}

#[test]
fn a_start_that_is_repeated_names_the_engagement_that_was_made_late() {
    let mut page = late("OUTGOING_CALL_STARTED");
    page.connect();
    page.say("INITIALIZED", json!({ "isLoggedIn": true }));
    page.answer(1, Ok(json!({ "id": 4 })));

    let again = page.say(
        "OUTGOING_CALL_STARTED",
        json!({ "externalCallId": "c-1", "createEngagement": true }),
    );

    let about = json!({ "engagementId": 4, "externalCallId": "c-1" });
    assert!(again.ends_with(&[
        json!(["notify", "outgoingCall", "OUTGOING_CALL_STARTED"]),
        json!(["post", "CREATE_ENGAGEMENT_SUCCEEDED", about]),
        json!(["post", "ENGAGEMENT_CREATED", about]),
    ]));
}

#[test]
fn a_late_engagement_satisfies_the_repeated_start_and_the_next_is_reported() {
    for second in [Ok(json!({ "id": 5 })), Err("down"), Err("")] {
        let mut page = late("INCOMING_CALL");
        page.connect();
        page.say(
            "INITIALIZED",
            json!({ "isLoggedIn": true, "isAvailable": true }),
        );
        let again = page.say(
            "INCOMING_CALL",
            json!({ "externalCallId": "c-1", "createEngagement": true }),
        );
        let made = page.answer(1, Ok(json!({ "id": 4 })));

        let code = if second.is_ok() {
            "OTHER_ENGAGEMENT"
        } else {
            "STORE_FAILED"
        };
        let outputs = match second {
            Err("") => page.give_up(),
            answer => page.answer(2, answer),
        };

        assert_eq!(again.last().expect("asked")[0], "create");
        assert_eq!(made[0][1], "CREATE_ENGAGEMENT_SUCCEEDED");
        assert_eq!(outputs.len(), 1, "nothing is posted: {outputs:?}");
        assert_eq!(outputs[0][1], code);
        assert_eq!(page.calls()[0]["engagementId"], 4);
        assert_eq!(page.engagements(), ["created"]);
    }
}

#[test]
fn a_creation_that_waits_is_not_asked_for_once_there_is_an_engagement() {
    let mut page = Page::ready(|_| {});
    let start = json!({ "externalCallId": "c-1", "createEngagement": true });
    page.say("OUTGOING_CALL_STARTED", start.clone());
    page.send(
        Kind::CreateEngagementFailed,
        Some(json!({ "externalCallId": "c-1" })),
    )
    .expect("connected");
    page.connect();
    page.say("INITIALIZED", json!({ "isLoggedIn": true }));
    page.say("OUTGOING_CALL_STARTED", start);

    let outputs = page.answer(1, Ok(json!({ "id": 4 })));

    let types: Vec<_> = outputs.iter().map(|output| &output[1]).collect();
    assert_eq!(types, ["CREATE_ENGAGEMENT_SUCCEEDED", "ENGAGEMENT_CREATED"]);
}

#[test]
fn a_late_engagement_is_not_swapped_in() {
    let mut page = late("OUTGOING_CALL_STARTED");
    page.say(
        "CALL_ENDED",
        json!({ "externalCallId": "c-1", "engagementId": 77 }),
    );

    let outputs = page.answer(1, Ok(json!({ "id": 4 })));

    assert_eq!(outputs.len(), 1, "{outputs:?}");
    assert_eq!(outputs[0][1], "OTHER_ENGAGEMENT");
    assert_eq!(page.calls()[0]["engagementId"], 77);
}

#[test]
fn a_late_engagement_of_a_completed_call_goes_on_the_timeline() {
    let mut page = Page::ready(|_| {});
    drop(page.dial(contact_dial()));
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    page.say("CALL_ENDED", json!({ "externalCallId": "c-1" }));
    page.say("CALL_COMPLETED", json!({ "externalCallId": "c-1" }));
    page.give_up();

    let made = page.answer(1, Ok(json!({ "id": 4 })));
    let completed = page.answer(2, Ok(json!({ "id": 4 })));

    assert_eq!(
        made.last(),
        Some(&json!(["complete", 2, 4, { "endedAt": 1000 }]))
    );
    let contact = json!({ "portalId": 1, "objectId": 51, "objectTypeId": "0-1" });
    assert_eq!(completed, [json!(["associate", 3, 4, [contact]])]);
    assert_eq!(page.answer(3, Ok(Value::Null)), [Value::Null; 0]);
}

#[test]
fn what_the_store_does_late_with_an_engagement_counts_too() {
    for (wire, answer, state) in [
        ("CALL_COMPLETED", "UPDATE_ENGAGEMENT_SUCCEEDED", "updated"),
        (
            "FINALIZE_ENGAGEMENT",
            "FINALIZE_ENGAGEMENT_SUCCEEDED",
            "finalized",
        ),
        (
            "PUBLISH_TO_CHANNEL",
            "PUBLISH_TO_CHANNEL_SUCCEEDED",
            "finalized",
        ),
    ] {
        let (mut page, request) = asked_for(wire);
        let failed = page.give_up();

        let outputs = page.answer(request, Ok(Value::Null));
        let again = page.answer(request, Ok(Value::Null));

        assert_eq!(failed.last().expect("an answer")[0], "post");
        let about = json!({ "engagementId": 77, "externalCallId": "c-1" });
        assert_eq!(outputs, [json!(["post", answer, about])]);
        assert_eq!(page.engagements(), [state]);
        assert_eq!(again, [Value::Null; 0]);
    }
}

#[test]
fn a_match_that_comes_late_is_counted_and_takes_no_engagements_place() {
    let mut page = Page::ready(|_| {});
    for number in 0..=MAX_LATE_ANSWERS {
        let id = format!("c-{number}");
        let mut data = json!({ "externalCallId": id, "createEngagement": number == 0 });
        if number > 0 {
            data["fromNumber"] = json!("+15550100123");
        }
        page.say("INCOMING_CALL", data);
        if number > 0 {
            page.say("CALL_TRANSFERRED", json!({ "externalCallId": id }));
        }
    }
    page.give_up();

    let matched = page.answer(MAX_LATE_ANSWERS as u32 + 1, Ok(json!([])));
    let made = page.answer(1, Ok(json!({ "id": 4 })));

    assert_eq!(matched, [Value::Null; 0]);
    assert_eq!(made[0][1], "CREATE_ENGAGEMENT_SUCCEEDED");
    assert_eq!(page.count(Code::StoreLate), 2);
}

#[test]
fn a_late_failure_is_counted_and_changes_nothing() {
    let mut page = late("OUTGOING_CALL_STARTED");

    let outputs = page.answer(1, Err("down"));
    let after = page.answer(1, Ok(json!({ "id": 4 })));

    assert_eq!((outputs, after), (vec![], vec![]));
    assert_eq!(page.engagements(), ["failed"]);
    assert_eq!(page.count(Code::StoreLate), 1);
}

#[test]
fn a_late_publication_does_not_answer_the_one_under_way() {
    let (mut page, first) = asked_for("FINALIZE_ENGAGEMENT");
    page.give_up();
    let data = json!({ "externalCallId": "c-1", "engagementId": 77 });
    let second = page.say("FINALIZE_ENGAGEMENT", data);

    let late = page.answer(first, Ok(Value::Null));
    let waiting = page.engagements();
    let in_time = page.answer(first + 1, Err("down"));

    assert_eq!(
        second.last(),
        Some(&json!(["publish", first + 1, 77, "c-1"]))
    );
    assert_eq!(late, [Value::Null; 0]);
    assert_eq!(waiting, ["finalizing"]);
    assert_eq!(in_time[1][1], "FINALIZE_ENGAGEMENT_FAILED");
    assert_eq!(page.engagements(), ["finalizeFailed"]);
}

#[test]
fn what_is_late_counts_for_an_hour_and_for_the_last_of_many_calls() {
    for (minutes, is_taken) in [(59.0, true), (61.0, false)] {
        let mut page = late("OUTGOING_CALL_STARTED");
        page.now += minutes * 60_000.0;
        let outputs = page.answer(1, Ok(json!({ "id": 4 })));
        assert_eq!(!outputs.is_empty(), is_taken, "{minutes}");
    }

    let mut page = Page::ready(|_| {});
    for number in 0..=MAX_LATE_ANSWERS {
        let id = format!("c-{number}");
        page.say(
            "OUTGOING_CALL_STARTED",
            json!({ "externalCallId": id, "createEngagement": true }),
        );
        // More calls than may be open, and than are remembered closed.
        if number % 2 == 1 {
            page.say("CALL_TRANSFERRED", json!({ "externalCallId": id }));
        }
    }
    page.give_up();
    assert_eq!(page.calls().len(), MAX_LATE_ANSWERS + 1);
    let [first, second] = [1, 2].map(|request| page.answer(request, Ok(json!({ "id": request }))));
    assert_eq!(first, [Value::Null; 0]);
    assert_eq!(second[0][1], "CREATE_ENGAGEMENT_SUCCEEDED");
}

#[test]
fn a_late_engagement_of_a_call_that_made_room_is_dropped() {
    let mut page = late("OUTGOING_CALL_STARTED");
    for number in 0..64 {
        page.connect();
        page.say("INITIALIZED", json!({ "isLoggedIn": true }));
        page.say(
            "OUTGOING_CALL_STARTED",
            json!({ "externalCallId": format!("o-{number}") }),
        );
    }

    assert_eq!(page.answer(1, Ok(json!({ "id": 4 }))), [Value::Null; 0]);
    assert!(page.engagements().iter().all(|state| state == "none"));
}

#[test]
fn a_store_that_answers_late_after_the_widget_was_reloaded_revives_no_call() {
    let mut page = late("OUTGOING_CALL_STARTED");
    page.connect();

    page.answer(1, Ok(json!({ "id": 4 })));

    assert_eq!(page.engagements(), ["created"]);
    assert!(!page.host.has_active_call());
}

/// A call with an engagement of the app's, 77, about which the store was asked
/// what a message of the widget leads to, and the number of that question.
fn asked_for(wire: &str) -> (Page, u32) {
    let mut page = Page::ready(|_| {});
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
    let data = json!({
        "externalCallId": "c-1", "engagementId": 77,
        "engagementProperties": { "hs_call_title": "Theirs" },
    });
    page.say("CALL_ENDED", data.clone());
    page.answer(1, Ok(Value::Null));
    page.say(wire, data);
    if wire != "CALL_COMPLETED" {
        return (page, 2);
    }
    page.answer(2, Ok(Value::Null));
    (page, 3)
}

#[test]
fn a_widget_that_repeats_itself_asks_a_store_that_hangs_no_more_than_once_more() {
    for (wire, answer) in [
        ("FINALIZE_ENGAGEMENT", "FINALIZE_ENGAGEMENT_SUCCEEDED"),
        ("PUBLISH_TO_CHANNEL", "PUBLISH_TO_CHANNEL_SUCCEEDED"),
    ] {
        let (mut page, first) = asked_for(wire);
        let data = json!({ "externalCallId": "c-1", "engagementId": 77 });
        for _ in 0..1_000 {
            page.say(wire, data.clone());
        }

        let then = page.answer(first, Ok(Value::Null));
        let last = page.answer(first + 1, Ok(Value::Null));

        let about = json!({ "engagementId": 77, "externalCallId": "c-1" });
        let done = json!(["post", answer, about]);
        assert_eq!(
            then,
            [done.clone(), json!(["publish", first + 1, 77, "c-1"])]
        );
        assert_eq!(last, [done]);
    }
}

#[test]
fn a_publication_that_is_repeated_comes_after_what_was_said_between() {
    let (mut page, first) = asked_for("FINALIZE_ENGAGEMENT");
    let data = json!({
        "externalCallId": "c-1", "engagementId": 77,
        "engagementProperties": { "hs_call_title": "Theirs" },
    });
    for wire in [
        "FINALIZE_ENGAGEMENT",
        "CALL_COMPLETED",
        "FINALIZE_ENGAGEMENT",
    ] {
        page.say(wire, data.clone());
    }

    let mut asked = Vec::new();
    for request in first..first + 4 {
        let outputs = page.answer(request, Ok(Value::Null));
        asked.extend(outputs.last().map(|output| output[0].clone()));
    }

    assert_eq!(asked, ["complete", "update", "publish", "post"]);
}

#[test]
fn what_the_store_does_with_an_earlier_pages_call_is_no_answer_to_this_one() {
    let mut page = Page::ready(|_| {});
    page.say("OUTGOING_CALL_STARTED", json!({ "createEngagement": true }));
    page.say("CALL_ENDED", json!({}));
    page.say(
        "CALL_COMPLETED",
        json!({ "engagementProperties": { "hs_call_title": "t" } }),
    );
    page.connect();
    page.say("INITIALIZED", json!({ "isLoggedIn": true }));

    let mut posted = Vec::new();
    for request in 1..=3 {
        posted.extend(page.answer(request, Ok(json!({ "id": 4 }))));
    }

    assert_eq!(page.engagements(), ["updated"]);
    posted.retain(|order| order[0] == "post");
    assert_eq!(posted, [Value::Null; 0]);
}

#[test]
fn of_two_questions_to_the_store_the_earlier_ends_first() {
    let mut page = Page::ready(|_| {});
    page.say("INCOMING_CALL", incoming(&json!({})));
    page.say(
        "CALL_TRANSFERRED",
        json!({ "externalCallId": "c-2", "engagementId": 7 }),
    );
    page.now += 2_000.0;
    page.enter(HostInput::Time(TimeInput::Timeout {}));
    page.say(
        "INCOMING_CALL",
        incoming(&json!({ "externalCallId": "c-3" })),
    );

    let mut ended = Vec::new();
    while let Some((at, outputs)) = page.wake() {
        ended.extend(outputs.iter().filter(|o| o[0] == "post").map(|_| at));
    }

    assert_eq!(ended, [Millis(31_000.0), Millis(33_000.0)]);
}

#[test]
fn a_store_has_its_time_though_the_page_slept_meanwhile() {
    let mut page = Page::ready(|_| {});
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );

    page.now = 3_600_000.0;
    let early = page.enter(HostInput::Time(TimeInput::Timeout {}));
    let outputs = page.answer(1, Ok(json!({ "id": 4 })));

    assert_eq!(early, [] as [Value; 0]);
    assert!(
        outputs
            .iter()
            .any(|output| output[1] == "CREATE_ENGAGEMENT_SUCCEEDED")
    );
}

#[test]
fn calls_that_earlier_loads_left_open_make_room() {
    let mut page = Page::ready(|_| {});

    for number in 0..200 {
        page.connect();
        page.say("INITIALIZED", json!({ "isLoggedIn": true }));
        page.say(
            "OUTGOING_CALL_STARTED",
            json!({ "externalCallId": format!("c-{number}") }),
        );
    }

    assert_eq!(page.count(Code::TooManyCalls), 0);
    assert_eq!(page.calls().len(), 64);
    assert_eq!(page.calls()[63]["externalCallId"], "c-199");

    page.connect();
    page.say("INITIALIZED", json!({ "isLoggedIn": true }));
    let (dialled, _) = page.dial(json!({ "phoneNumber": "+15550100123" }));

    assert!(dialled.is_ok(), "{dialled:?}");
    assert_eq!(page.calls().len(), 64);
}

#[test]
fn questions_to_the_store_are_bounded() {
    let mut page = Page::ready(|_| {});

    for number in 0..300 {
        page.say(
            "INCOMING_CALL",
            json!({ "externalCallId": format!("c-{number}"), "fromNumber": "+15550100123", "toNumber": "+15550100999" }),
        );
        page.say(
            "CALL_TRANSFERRED",
            json!({ "externalCallId": format!("c-{number}") }),
        );
    }

    assert_eq!(page.count(Code::StoreFailed), 300 - 256);
}

#[test]
fn the_page_may_answer_by_hand_and_the_calls_follow() {
    let mut page = Page::ready(|_| {});
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );

    let sent = page.send(
        Kind::CreateEngagementSucceeded,
        Some(json!({ "engagementId": 12 })),
    );
    let outputs = page.drain();

    assert!(sent.is_ok());
    assert_eq!(
        outputs,
        [json!(["post", "CREATE_ENGAGEMENT_SUCCEEDED", { "engagementId": 12 }])]
    );
    assert_eq!(page.calls()[0]["engagement"], "created");
}

#[test]
fn an_engagement_the_page_made_by_hand_is_not_adopted_once_more() {
    for (kind, is_made) in [
        (Kind::CreateEngagementSucceeded, true),
        (Kind::UpdateEngagementSucceeded, false),
    ] {
        let mut page = Page::ready(|_| {});
        page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
        let data = json!({ "externalCallId": "c-1", "engagementId": 12 });
        assert!(page.send(kind, Some(data.clone())).is_ok());

        let outputs = page.say("CALL_ENDED", data);

        let is_adopted = outputs.iter().any(|output| output[0] == "adopt");
        assert_eq!(is_adopted, !is_made, "{outputs:?}");
    }
}

#[test]
fn the_page_hears_that_its_calls_changed() {
    let mut page = Page::ready(|_| {});
    let start = json!({
        "type": "OUTGOING_CALL_STARTED", "messageId": "w1_9", "data": outgoing(&json!({})),
    });
    let outputs = page.enter_raw(HostInput::Message(MessageInput::Receive {
        origin: WIDGET.to_owned(),
        message: start,
    }));

    let calls: Vec<&Value> = outputs
        .iter()
        .filter_map(|output| match output {
            HostOutput::Change(ChangeOutput::Call { call, .. }) => Some(call),
            _ => None,
        })
        .collect();
    assert_eq!(calls.len(), 1, "each call once");
    assert_eq!(calls[0]["state"], "dialing");
}

#[test]
fn what_the_page_answers_by_hand_settles_each_step() {
    let mut page = Page::ready(|_| {});
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    let steps = [
        (Kind::CreateEngagementFailed, "failed"),
        (Kind::CreateEngagementSucceeded, "created"),
        (Kind::UpdateEngagementSucceeded, "updated"),
        (Kind::UpdateEngagementFailed, "updateFailed"),
        (Kind::FinalizeEngagementFailed, "finalizeFailed"),
        (Kind::FinalizeEngagementSucceeded, "finalized"),
    ];

    for (kind, state) in steps {
        let data = json!({ "externalCallId": "c-1", "engagementId": 12 });

        assert!(page.send(kind, Some(data)).is_ok());

        assert_eq!(page.calls()[0]["engagement"], state, "{kind:?}");
    }
}

#[test]
fn a_host_sends_only_what_hosts_send() {
    let mut page = Page::new(|_| {});
    let early = page.send(Kind::SetCallState, None);
    page.connect();

    assert_eq!(early, Err(Code::NotReady));
    for kind in [Kind::CallEnded, Kind::Ready, Kind::Sync, Kind::SyncAck] {
        assert_eq!(page.send(kind, None), Err(Code::WrongDirection), "{kind:?}");
    }
    assert_eq!(
        page.command(HostInput::User(UserInput::SendRaw {
            message: json!({ "type": "SYNC" })
        })),
        Err(Code::WrongDirection)
    );
    assert_eq!(
        page.command(HostInput::User(UserInput::SendRaw {
            message: json!({ "data": 1 })
        })),
        Err(Code::MissingField)
    );
}

#[test]
fn every_message_id_is_the_hosts_own() {
    let mut page = Page::ready(|_| {});

    let id = page.command(HostInput::User(UserInput::SendRaw {
        message: json!({ "type": "X", "messageId": "w1_1", "data": [1] }),
    }));
    let outputs = page.drain_raw();

    let id = id.expect("sent");
    assert!(id.starts_with("h1_"), "{id}");
    assert_eq!(
        outputs,
        [HostOutput::Frame(FrameOutput::Post {
            message: json!({ "type": "X", "messageId": id, "data": [1] }),
            origin: WIDGET.to_owned(),
        })]
    );
}

#[test]
fn a_call_brings_a_hidden_widget_back_and_it_hears_of_it_if_it_was_told() {
    let mut page = Page::ready(|_| {});
    page.command(HostInput::User(UserInput::SetVisibility {
        is_minimized: Some(true),
        is_hidden: None,
    }))
    .expect("connected");
    let told = page.drain();

    let outputs = page.say("INCOMING_CALL", incoming(&json!({})));

    assert_eq!(
        told,
        [
            json!(["visibility", true, false]),
            json!(["post", "VISIBILITY_CHANGED", { "isMinimized": true, "isHidden": false }]),
        ]
    );
    assert_eq!(
        outputs.get(1..3),
        Some(
            &[
                json!(["visibility", false, false]),
                json!(["post", "VISIBILITY_CHANGED", { "isMinimized": false, "isHidden": false }]),
            ][..]
        )
    );
}

#[test]
fn payload_faults_are_mentioned_by_field_and_never_by_value() {
    let mut page = Page::ready(|_| {});

    let outputs = page.say(
        "INCOMING_CALL",
        json!({ "externalCallId": 7, "fromNumber": "+15550100123", "toNumber": "+15550100999", "secret": "s" }),
    );

    assert_eq!(
        outputs.get(..2),
        Some(
            &[
                json!([
                    "warn",
                    "WRONG_TYPE",
                    "INCOMING_CALL: data.externalCallId is a number; give a string"
                ]),
                json!([
                    "warn",
                    "UNKNOWN_FIELD",
                    "INCOMING_CALL: data.secret is no field of this message; check its spelling"
                ]),
            ][..]
        )
    );
    assert_eq!(page.calls()[0]["externalCallId"], "7");
}

#[test]
fn a_store_that_answers_after_the_widget_was_reloaded_revives_no_call() {
    let mut page = Page::ready(|_| {});
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    page.connect();

    page.answer(1, Ok(json!({ "id": 4 })));

    assert!(!page.host.has_active_call());
}

#[test]
fn what_the_page_says_by_hand_revives_no_call() {
    let mut page = Page::ready(|_| {});
    page.say(
        "OUTGOING_CALL_STARTED",
        outgoing(&json!({ "createEngagement": true })),
    );
    page.connect();

    page.send(
        Kind::CreateEngagementSucceeded,
        Some(json!({ "externalCallId": "c-1", "engagementId": 4 })),
    )
    .expect("connected");

    assert!(!page.host.has_active_call());
}

#[test]
fn a_call_without_an_id_gets_no_answer_of_an_earlier_pages() {
    let mut page = Page::ready(|_| {});
    let start = json!({ "createEngagement": true });
    page.say("OUTGOING_CALL_STARTED", start.clone());
    page.connect();
    page.say("INITIALIZED", json!({ "isLoggedIn": true }));
    page.say("OUTGOING_CALL_STARTED", start);

    let first = page.answer(1, Ok(json!({ "id": 4 })));
    let second = page.answer(2, Ok(json!({ "id": 5 })));

    assert!(!first.iter().any(|order| order[0] == "post"), "{first:?}");
    assert_eq!(
        second.first(),
        Some(&json!(["post", "CREATE_ENGAGEMENT_SUCCEEDED", { "engagementId": 5 }]))
    );
}

#[test]
fn a_call_that_made_room_gets_no_answer() {
    let mut page = Page::ready(|_| {});
    page.say("INCOMING_CALL", incoming(&json!({})));
    for number in 0..64 {
        page.connect();
        page.say("INITIALIZED", json!({ "isLoggedIn": true }));
        page.say(
            "OUTGOING_CALL_STARTED",
            json!({ "externalCallId": format!("o-{number}") }),
        );
    }

    assert_eq!(page.answer(1, Ok(json!([]))), [Value::Null; 0]);
}
