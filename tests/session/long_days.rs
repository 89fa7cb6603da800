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
    HostConfig, HostOutput, HostState, ReportOutput, StoreRequest, UserInput,
};
use calling_widget_sdk::session::widget::{AppOutput, Outcome, Output, Question};
use calling_widget_sdk::session::{Code, calls_snapshot};
use serde_json::{Value, json};
use simulation::{HOST, HostEdge, Options, Pages, Pair, Sent, WIDGET, WidgetEdge};

const CRM: &str = "https://crm.example";
const PHONE: &str = "https://phone.example";

/// The app's one instance.
const INSTANCE: u32 = 1;

const SECOND: f64 = 1_000.0;
const MINUTE: f64 = 60.0 * SECOND;

/// How many calls the day has, and what time each takes up: with the lid closed
/// for some minutes in every 25th, twice, eight hours.
const CALLS: u32 = 500;
const EACH: f64 = 45.6 * SECOND;
const SLEEP: f64 = 2.5 * MINUTE;

/// What somebody is going to do.
enum Act {
    /// The app sends.
    App(Value),
    Dial(u32),
}

struct Day {
    pair: Pair,
    site: Site,
    is_hidden: bool,
    wake_ups: u32,
    /// How many questions the app asked its receipts.
    requests: usize,
}

/// What the pages do, and what they saw.
#[derive(Default)]
struct Site {
    acts: Vec<(f64, Act)>,
    /// Engagements that were created, and those that are on the timeline.
    created: u32,
    timeline: Vec<u64>,
    updated: u32,
    heard: Vec<String>,
    reports: Vec<String>,
    /// What came of the questions.
    outcomes: Vec<Outcome>,
}

impl Day {
    fn new() -> Self {
        let mut widget = WidgetEdge::new(PHONE, "w", true);
        widget.attach(
            Millis(0.0),
            Options {
                origins: Some(vec![CRM.to_owned()]),
                ..Options::default()
            },
        );
        let host = HostEdge::new(HostConfig::new(
            CRM.to_owned(),
            PHONE.to_owned(),
            "h".to_owned(),
            json!({ "portalId": 1, "userId": 2, "ownerId": 3, "iframeLocation": "remote" }),
        ));
        let mut day = Self {
            pair: Pair::new(1_700_000_000_000.0, 3.0, host, widget),
            site: Site::default(),
            is_hidden: false,
            wake_ups: 0,
            requests: 0,
        };
        day.pair.load();
        day.pass(SECOND);
        assert_eq!(day.pair.host().state(), HostState::Initialized);
        day
    }

    const fn now(&self) -> f64 {
        self.pair.now.0
    }

    /// One call of the day, from the click to the timeline.
    fn call(&mut self, number: u32) {
        self.site.heard.clear();
        let end = self.now() + EACH;
        self.site.acts.push((self.now(), Act::Dial(number)));
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
        let end = if self.now() > end {
            self.now() + 15.0 * SECOND
        } else {
            end
        };
        self.pass(end - self.now());
        if number.is_multiple_of(29) {
            self.pair.command(UserInput::EndCall {}).ok();
            self.pass(SECOND);
        }
    }

    fn ids(&self, number: u32) -> Value {
        let id = format!("c-{number}");
        let calls: Vec<Value> = calls_snapshot(self.pair.widget().calls());
        let call = calls
            .iter()
            .find(|call| call["externalCallId"] == id.as_str());
        let engagement = call.map(|call| call["engagementId"].clone());
        json!({ "externalCallId": id, "engagementId": engagement })
    }

    fn app(&mut self, wire: &str, data: &Value) {
        let act = Act::App(json!({ "type": wire, "data": data }));
        self.site.acts.push((self.now(), act));
        self.pass(0.0);
    }

    /// Nothing runs. What comes meanwhile comes after; timers are due at once.
    fn sleep(&mut self, millis: f64) {
        self.pair.sleep(millis);
        for (at, _) in &mut self.site.acts {
            *at = at.max(self.pair.now.0 + 5.0);
        }
    }

    /// Time passes, and everything due happens.
    fn pass(&mut self, millis: f64) {
        let end = self.now() + millis;
        for _ in 0..10_000 {
            self.pair.drain(&mut self.site);
            let [host, widget] = [HOST, WIDGET].map(|side| {
                let due = self.pair.peers[side].wake();
                due.map_or(f64::INFINITY, |due| self.runs(due))
            });
            let arrival = self.pair.next_arrival().map_or(f64::INFINITY, |at| at.0);
            let acts = self.site.acts.iter().map(|(at, _)| *at);
            let act = acts.fold(f64::INFINITY, f64::min);
            let next = widget.min(host).min(arrival).min(act);
            if next > end {
                self.pair.now = Millis(end);
                return;
            }
            self.pair.now = Millis(self.now().max(next));
            if widget <= self.now() || host <= self.now() {
                self.wake_ups += 1;
                self.pair.tick(&mut self.site);
            } else if arrival <= act {
                self.pair.deliver(&mut self.site);
            } else {
                let at = self.site.acts.iter().position(|(at, _)| *at == act);
                let (_, act) = self.site.acts.remove(at.expect("the next act"));
                self.act(act);
            }
        }
        panic!("time does not pass");
    }

    /// When a timer that is due really runs: in the background once a minute.
    fn runs(&self, due: Millis) -> f64 {
        let due = due.0.max(self.now());
        if self.is_hidden {
            (due / MINUTE).ceil() * MINUTE
        } else {
            due
        }
    }

    fn act(&mut self, act: Act) {
        let now = self.pair.now;
        match act {
            Act::App(message) => {
                let wire = message["type"].as_str().expect("a type");
                let kind = Kind::parse(wire).expect("a known type");
                let widget = self.pair.widget_mut();
                let receipt = widget.track(now, INSTANCE, kind);
                let sent = widget.send(now, INSTANCE, &message);
                widget.track_end(now, receipt);
                assert!(!matches!(sent, Sent::Refused(_)), "{sent:?} {message}");
                for question in Question::of(kind) {
                    self.requests += 1;
                    widget.wait(now, receipt, *question, Some(Millis(30.0 * SECOND)));
                }
            }
            Act::Dial(number) => {
                let data = json!({
                    "phoneNumber": format!("+1555{number:07}"),
                    "subjectId": number, "objectId": number, "objectType": "CONTACT",
                    "countryCode": "US", "toPhoneNumberSrc": "phone",
                    "calleeInfo": { "calleeId": number, "calleeObjectTypeId": "0-1" },
                });
                let dialled = self.pair.command(UserInput::Dial { data });
                assert!(dialled.is_ok(), "{dialled:?} {number}");
            }
        }
    }

    /// How much the two engines hold in all their tables: the length of all they
    /// would say of themselves.
    fn weight(&self) -> usize {
        format!("{:?}{:?}", **self.pair.widget(), **self.pair.host()).len()
    }
}

impl Pages for Site {
    fn handle_request(
        &mut self,
        pair: &mut Pair,
        _side: usize,
        request: u32,
        ask: StoreRequest<Value>,
    ) {
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
        pair.store_later(200.0, request, Ok(value));
    }

    fn at_host(&mut self, output: HostOutput<Value>) {
        if let HostOutput::Report(ReportOutput::Diagnostic { code, detail, .. }) = output {
            self.reports
                .push(format!("host {} {detail}", code.as_str()));
        }
    }

    fn at_widget(&mut self, output: Output<Value>) {
        match output {
            Output::App(AppOutput::Settled { outcome, .. }) => self.outcomes.push(outcome),
            Output::App(AppOutput::Report { code, detail, .. }) => {
                self.reports
                    .push(format!("widget {} {detail}", code.as_str()));
            }
            _ => {}
        }
    }

    fn heard(&mut self, pair: &mut Pair, _side: usize, message: &Value) {
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
                let calls: Vec<Value> = calls_snapshot(pair.widget().calls());
                let active = calls.iter().rev().find(|call| call["state"] == "connected");
                let id = active.map(|call| call["externalCallId"].clone());
                ("CALL_ENDED", json!({ "externalCallId": id }))
            }
            _ => return,
        };
        let act = Act::App(json!({ "type": wire, "data": data }));
        self.acts.push((pair.now.0 + 1.0, act));
    }
}

#[test]
fn a_day_of_calls_loses_nothing_doubles_nothing_and_grows_nothing() {
    let mut day = Day::new();
    let began = day.pair.now.0;
    let mut weights = Vec::new();

    for number in 1..=CALLS {
        day.is_hidden = number / 20 % 2 == 1;
        day.call(number);

        assert!(
            day.site
                .heard
                .iter()
                .any(|wire| wire == "CREATE_ENGAGEMENT_SUCCEEDED"),
            "call {number}: {:?} {:?}",
            day.site.heard,
            day.site.reports
        );
        for calls in [day.pair.widget().calls(), day.pair.host().calls()] {
            let open = open(calls);
            assert!(open <= MAX_OPEN_CALLS, "{open} open calls");
            assert!(calls.iter().count() - open <= MAX_CLOSED_CALLS);
        }
        if number % 100 == 0 {
            weights.push(day.weight());
        }
    }

    let hours = (day.pair.now.0 - began) / (60.0 * MINUTE);
    assert!((7.5..8.5).contains(&hours), "{hours} hours");
    assert_eq!(day.site.created, CALLS);
    let mut timeline = day.site.timeline.clone();
    timeline.dedup();
    assert_eq!(timeline, day.site.timeline, "completed twice");
    let forgotten = (1..=CALLS)
        .filter(|n| n.is_multiple_of(29) || n.is_multiple_of(3))
        .count();
    assert_eq!(day.site.timeline.len(), CALLS as usize - forgotten);
    assert_eq!(day.site.updated as usize, day.site.timeline.len());
    assert!(day.requests > CALLS as usize);
    assert_eq!(day.site.outcomes, vec![Outcome::Answered; day.requests]);
    for code in [
        Code::NoHost,
        Code::HostSilent,
        Code::Stale,
        Code::StoreFailed,
    ] {
        for counts in [day.pair.widget().counts(), day.pair.host().counts()] {
            assert!(!counts.iter().any(|(known, _)| *known == code), "{code:?}");
        }
    }
    // Once as many calls are remembered as ever are, nothing grows.
    let (first, last) = (weights[2] as f64, weights[4] as f64);
    assert!(last < first * 1.01, "{weights:?}");
    // Two heartbeats while an answer is owed, not a busy loop.
    assert!(day.wake_ups < CALLS * 10, "{} wake-ups", day.wake_ups);
    assert_eq!(day.site.reports, [""; 0]);
}

fn open(calls: &Calls) -> usize {
    calls.iter().filter(|call| call.state.is_open()).count()
}
