//! A working day of calls between the two halves: the lid is closed in the
//! middle of things, and for half of the day the tab is in the background, where
//! timers run once a minute.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "a test may fail"
)]

use calling_widget_sdk::lifecycle::Calls;
use calling_widget_sdk::protocol::limits::{MAX_CLOSED_CALLS, MAX_OPEN_CALLS};
use calling_widget_sdk::protocol::{Kind, Millis};
use calling_widget_sdk::session::host::{
    HostConfig, HostInput, HostOutput, HostState, StoreRequest,
};
use calling_widget_sdk::session::widget::{Outcome, Output, Question};
use calling_widget_sdk::session::{Code, calls_snapshot, host, widget};
use serde_json::{Value, json};

use crate::edges::{HostEdge, Options, Sent, WidgetEdge};

const CRM: &str = "https://crm.example";
const PHONE: &str = "https://phone.example";

const SECOND: f64 = 1_000.0;
const MINUTE: f64 = 60.0 * SECOND;

/// How many calls the day has, and what time each takes up: with the lid closed
/// for some minutes in every 25th, twice, eight hours.
const CALLS: u32 = 500;
const EACH: f64 = 45.6 * SECOND;
const SLEEP: f64 = 2.5 * MINUTE;

/// What is going to happen.
enum Event {
    ToWidget(Value),
    ToHost(Value),
    /// The record store answers.
    Stored(u32, Value),
    /// The app sends.
    App(Value),
    Dial(u32),
}

struct Day {
    now: f64,
    host: HostEdge,
    widget: WidgetEdge,
    instance: u32,
    is_hidden: bool,
    coming: Vec<(f64, Event)>,
    /// Engagements that were created, and those that are on the timeline.
    created: u32,
    timeline: Vec<u64>,
    updated: u32,
    heard: Vec<String>,
    reports: Vec<String>,
    wake_ups: u32,
    /// What the app asked its receipts, and what came of it.
    asked: usize,
    outcomes: Vec<Outcome>,
}

impl Day {
    fn new() -> Self {
        let mut widget = WidgetEdge::new(PHONE, "w", true);
        let instance = widget.attach(
            Millis(0.0),
            Options {
                origins: Some(vec![CRM.to_owned()]),
                ..Options::default()
            },
        );
        let config = HostConfig::new(
            CRM.to_owned(),
            PHONE.to_owned(),
            "h".to_owned(),
            json!({ "portalId": 1, "userId": 2, "ownerId": 3, "iframeLocation": "remote" }),
        );
        let mut day = Self {
            now: 1_700_000_000_000.0,
            host: HostEdge::new(config),
            widget,
            instance,
            is_hidden: false,
            coming: Vec::new(),
            created: 0,
            timeline: Vec::new(),
            updated: 0,
            heard: Vec::new(),
            reports: Vec::new(),
            wake_ups: 0,
            asked: 0,
            outcomes: Vec::new(),
        };
        day.host.enter(
            Millis(day.now),
            HostInput::Frame(host::FrameInput::FrameLoaded {}),
        );
        day.pass(SECOND);
        assert_eq!(day.host.state(), HostState::Initialized);
        day
    }

    /// One call of the day, from the click to the timeline.
    fn call(&mut self, number: u32) {
        self.heard.clear();
        let end = self.now + EACH;
        self.after(0.0, Event::Dial(number));
        if number % 25 == 7 {
            // The lid is closed while the engagement is being created.
            self.pass(50.0);
            self.sleep(SLEEP);
        }
        self.pass(8.0 * SECOND);
        let ids = self.ids(number);
        match number {
            // An app that forgets: to say that it ended, or to complete it.
            _ if number.is_multiple_of(29) => {}
            _ if number.is_multiple_of(3) => self.app("CALL_ENDED", &ids),
            _ => {
                self.app("CALL_ENDED", &ids);
                self.pass(2.0 * SECOND);
                let mut data = ids;
                data["engagementProperties"] =
                    json!({ "hs_timestamp": "1", "hs_call_title": "A call" });
                self.app("CALL_COMPLETED", &data);
                if number % 25 == 19 {
                    // And while it is being completed.
                    self.pass(50.0);
                    self.sleep(SLEEP);
                }
            }
        }
        let end = if self.now > end {
            self.now + 15.0 * SECOND
        } else {
            end
        };
        self.pass(end - self.now);
        if number.is_multiple_of(29) {
            self.host
                .command(
                    Millis(self.now),
                    HostInput::User(host::UserInput::EndCall {}),
                )
                .ok();
            self.pass(SECOND);
        }
    }

    fn ids(&self, number: u32) -> Value {
        let id = format!("c-{number}");
        let calls: Vec<Value> = calls_snapshot(self.widget.calls());
        let call = calls
            .iter()
            .find(|call| call["externalCallId"] == id.as_str());
        let engagement = call.map(|call| call["engagementId"].clone());
        json!({ "externalCallId": id, "engagementId": engagement })
    }

    fn app(&mut self, wire: &str, data: &Value) {
        self.after(0.0, Event::App(json!({ "type": wire, "data": data })));
        self.pass(0.0);
    }

    fn after(&mut self, millis: f64, event: Event) {
        self.coming.push((self.now + millis, event));
    }

    /// Nothing runs. What comes meanwhile comes after; timers are due at once.
    fn sleep(&mut self, millis: f64) {
        self.now += millis;
        for (at, event) in &mut self.coming {
            let is_network = matches!(event, Event::Stored(..));
            *at = at.max(self.now + if is_network { 800.0 } else { 5.0 });
        }
    }

    /// Time passes, and everything due happens.
    fn pass(&mut self, millis: f64) {
        let end = self.now + millis;
        for _ in 0..10_000 {
            self.drain();
            let timers = [self.widget.wake(), self.host.wake()];
            let [widget, host] = timers.map(|due| due.map_or(f64::INFINITY, |due| self.runs(due)));
            let event = self
                .coming
                .iter()
                .map(|(at, _)| *at)
                .fold(f64::INFINITY, f64::min);
            let next = widget.min(host).min(event);
            if next > end {
                self.now = end;
                return;
            }
            self.now = self.now.max(next);
            if widget <= self.now || host <= self.now {
                self.wake_ups += 1;
                self.host.tick(Millis(self.now));
                self.widget.tick(Millis(self.now));
            } else {
                let at = self.coming.iter().position(|(at, _)| *at == event);
                let (_, event) = self.coming.remove(at.expect("the next event"));
                self.happen(event);
            }
        }
        panic!("time does not pass");
    }

    /// When a timer that is due really runs: in the background once a minute.
    fn runs(&self, due: Millis) -> f64 {
        let due = due.0.max(self.now);
        if self.is_hidden {
            (due / MINUTE).ceil() * MINUTE
        } else {
            due
        }
    }

    fn happen(&mut self, event: Event) {
        let now = Millis(self.now);
        match event {
            Event::ToWidget(message) => self.widget.hear(now, CRM, &message),
            Event::ToHost(message) => self.host.hear(now, PHONE, &message),
            Event::Stored(request, value) => {
                self.host.stored(now, request, Ok(value));
            }
            Event::App(message) => {
                let wire = message["type"].as_str().expect("a type");
                let kind = Kind::parse(wire).expect("a known type");
                let receipt = self.widget.track(now, self.instance, kind);
                let sent = self.widget.send(now, self.instance, &message);
                self.widget.track_end(now, receipt);
                assert!(!matches!(sent, Sent::Refused(_)), "{sent:?} {message}");
                for question in Question::of(kind) {
                    self.asked += 1;
                    self.widget
                        .wait(now, receipt, *question, Some(Millis(30.0 * SECOND)));
                }
            }
            Event::Dial(number) => {
                let data = json!({
                    "phoneNumber": format!("+1555{number:07}"),
                    "subjectId": number, "objectId": number, "objectType": "CONTACT",
                    "countryCode": "US", "toPhoneNumberSrc": "phone",
                    "calleeInfo": { "calleeId": number, "calleeObjectTypeId": "0-1" },
                });
                let dialled = self
                    .host
                    .command(now, HostInput::User(host::UserInput::Dial { data }));
                assert!(dialled.is_ok(), "{dialled:?} {number}");
            }
        }
    }

    fn drain(&mut self) {
        loop {
            let (host, widget) = (self.host.next(), self.widget.next());
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
            HostOutput::Frame(host::FrameOutput::Post { message, .. }) => {
                self.after(3.0, Event::ToWidget(message));
            }
            HostOutput::Store(host::StoreOutput::Store { request, ask }) => {
                let value = match &ask {
                    StoreRequest::Create { .. } => {
                        self.created += 1;
                        json!({ "id": self.created })
                    }
                    StoreRequest::Complete { engagement, .. } => {
                        self.timeline.push(engagement.as_u64().expect("a number"));
                        Value::Null
                    }
                    StoreRequest::Update { .. } => {
                        self.updated += 1;
                        Value::Null
                    }
                    _ => Value::Null,
                };
                self.after(200.0, Event::Stored(request, value));
            }
            HostOutput::Report(host::ReportOutput::Diagnostic { code, detail, .. }) => {
                self.reports
                    .push(format!("host {} {detail}", code.as_str()));
            }
            _ => {}
        }
    }

    fn at_widget(&mut self, output: Output<Value>) {
        match output {
            Output::Page(widget::PageOutput::Post { message, .. }) => {
                self.after(3.0, Event::ToHost(message));
            }
            Output::App(widget::AppOutput::Deliver { message, .. }) => {
                self.handle(&message);
                self.widget.delivered(Millis(self.now));
            }
            Output::App(widget::AppOutput::Settled { outcome, .. }) => self.outcomes.push(outcome),
            Output::App(widget::AppOutput::Report { code, detail, .. }) => {
                self.reports
                    .push(format!("widget {} {detail}", code.as_str()));
            }
            _ => {}
        }
    }

    /// The app's handlers.
    fn handle(&mut self, message: &Value) {
        let wire = message["type"].as_str().expect("a type");
        self.heard.push(wire.to_owned());
        let data = &message["data"];
        let (wire, data) = match wire {
            "READY" => (
                "INITIALIZED",
                json!({ "isLoggedIn": true, "isAvailable": true }),
            ),
            "DIAL_NUMBER" => (
                "OUTGOING_CALL_STARTED",
                json!({
                    "externalCallId": format!("c-{}", data["calleeInfo"]["calleeId"]),
                    "toNumber": data["phoneNumber"], "fromNumber": "+15550100", "createEngagement": true,
                }),
            ),
            "CREATE_ENGAGEMENT_SUCCEEDED" => (
                "CALL_ANSWERED",
                json!({ "externalCallId": data["externalCallId"] }),
            ),
            "END_CALL" => {
                let calls: Vec<Value> = calls_snapshot(self.widget.calls());
                let active = calls.iter().rev().find(|call| call["state"] == "connected");
                let id = active.map(|call| call["externalCallId"].clone());
                ("CALL_ENDED", json!({ "externalCallId": id }))
            }
            _ => return,
        };
        self.after(1.0, Event::App(json!({ "type": wire, "data": data })));
    }

    /// How much the two engines hold in all their tables: the length of all they
    /// would tell of themselves.
    fn weight(&self) -> usize {
        format!("{:?}{:?}", *self.widget, *self.host).len()
    }
}

#[test]
fn a_day_of_calls_loses_nothing_doubles_nothing_and_grows_nothing() {
    let mut day = Day::new();
    let began = day.now;
    let mut weights = Vec::new();

    for number in 1..=CALLS {
        day.is_hidden = number / 20 % 2 == 1;
        day.call(number);

        assert!(
            day.heard
                .iter()
                .any(|wire| wire == "CREATE_ENGAGEMENT_SUCCEEDED"),
            "call {number}: {:?} {:?}",
            day.heard,
            day.reports
        );
        for calls in [day.widget.calls(), day.host.calls()] {
            let open = open(calls);
            assert!(open <= MAX_OPEN_CALLS, "{open} open calls");
            assert!(calls.iter().count() - open <= MAX_CLOSED_CALLS);
        }
        if number % 100 == 0 {
            weights.push(day.weight());
        }
    }

    let hours = (day.now - began) / (60.0 * MINUTE);
    assert!((7.5..8.5).contains(&hours), "{hours} hours");
    assert_eq!(day.created, CALLS);
    let mut timeline = day.timeline.clone();
    timeline.dedup();
    assert_eq!(timeline, day.timeline, "completed twice");
    let forgotten = (1..=CALLS)
        .filter(|n| n.is_multiple_of(29) || n.is_multiple_of(3))
        .count();
    assert_eq!(day.timeline.len(), CALLS as usize - forgotten);
    assert_eq!(day.updated as usize, day.timeline.len());
    assert!(day.asked > CALLS as usize);
    assert_eq!(day.outcomes, vec![Outcome::Answered; day.asked]);
    for code in [
        Code::NoHost,
        Code::HostSilent,
        Code::Stale,
        Code::StoreFailed,
    ] {
        for counts in [day.widget.counts(), day.host.counts()] {
            assert!(!counts.iter().any(|(known, _)| *known == code), "{code:?}");
        }
    }
    // Once as many calls are remembered as ever are, nothing grows.
    let (first, last) = (weights[2] as f64, weights[4] as f64);
    assert!(last < first * 1.01, "{weights:?}");
    // Two heartbeats while an answer is owed, not a busy loop.
    assert!(day.wake_ups < CALLS * 10, "{} wake-ups", day.wake_ups);
    assert_eq!(day.reports, [""; 0]);
}

fn open(calls: &Calls) -> usize {
    calls.iter().filter(|call| call.state.is_open()).count()
}
