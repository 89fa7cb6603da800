//! The phone's rules together with both engines, in an exhaustive search: a phone reports
//! anything about two calls, in any order, repeated and late.

#![expect(clippy::indexing_slicing, reason = "a test may fail")]

use calling_widget_sdk::phone::{CallEvent as On, PhoneCallState as Is, Rule, Step, after};
use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::calls_snapshot;
use calling_widget_sdk::session::widget::{AppOutput, LifecycleMode, Output};
use model::{Canon, Search, State};
use serde_json::{Value, json};
use simulation::{
    CRM, HostEdge, INSTANCE, Options, Order, PHONE, Pair, Sent, WidgetEdge, initialized, trusting,
};

/// The table, or one with a fault.
type Rules = fn(Is, On) -> Rule;

/// A binding, like `pkg/src/phone`.
#[derive(Clone)]
struct Bound {
    pair: Pair,
    calls: [Call; 2],
    rules: Rules,
    broken: Option<&'static str>,
}

#[derive(Clone, Copy, Debug)]
struct Call {
    state: Is,
    /// True while a request to the phone has a time-out.
    is_timed: bool,
    is_completing: bool,
}

/// The app is initialized at READY.
fn handle(pair: &mut Pair, side: usize, order: Order) {
    match &order {
        Order::Widget(Output::App(AppOutput::Deliver { message, .. }))
            if message.json()["type"] == "READY" =>
        {
            pair.send(INSTANCE, &initialized());
        }
        order => pair.carry_out(side, order),
    }
}

impl Bound {
    fn new(rules: Rules) -> Self {
        let mut widget = WidgetEdge::new(PHONE, "w1", true);
        let options = Options {
            lifecycle: LifecycleMode::Strict,
            ..trusting(CRM)
        };
        widget.attach(Millis(0.0), options);
        let mut pair = Pair::new(1_000.0, 3.0, HostEdge::new(HostEdge::usual("h1")), widget);
        pair.load();
        pair.settle(&mut handle);
        let none = Call {
            state: Is::None,
            is_timed: false,
            is_completing: false,
        };
        Self {
            pair,
            calls: [none; 2],
            rules,
            broken: None,
        }
    }

    /// Applies an event to a call; the error is the broken invariant.
    fn happen(&mut self, at: usize, event: On) -> Result<(), &'static str> {
        let before = self.calls[at].state;
        let is_full = self.calls.iter().any(|call| call.state.is_open());
        let event = match event {
            On::Dial if is_full => On::DialBusy,
            // This phone has one line.
            On::Outgoing if is_full && before == Is::None => On::DialBusy,
            On::Incoming if is_full && before == Is::None => On::IncomingBusy,
            event => event,
        };
        let rule = (self.rules)(before, event);
        let call = &mut self.calls[at];
        call.state = rule.to;
        call.is_timed &= rule.to == before;
        let mut is_known = before != Is::None;
        for step in rule.steps {
            let (wire, data) = match step {
                Step::OutgoingCall => (
                    "OUTGOING_CALL_STARTED",
                    json!({ "toNumber": "+15550100123" }),
                ),
                Step::IncomingCall => ("INCOMING_CALL", json!({ "fromNumber": "+15550100123" })),
                Step::CallAnswered => ("CALL_ANSWERED", json!({})),
                Step::CallEnded(_) => ("CALL_ENDED", json!({})),
                Step::CallTransferred => ("CALL_TRANSFERRED", json!({})),
                Step::CallCompleted => ("CALL_COMPLETED", json!({})),
                Step::Complete => {
                    self.calls[at].is_completing = true;
                    continue;
                }
                Step::Await(ms) => {
                    self.calls[at].is_timed = *ms > 0;
                    continue;
                }
                _ => continue,
            };
            is_known |= matches!(step, Step::OutgoingCall | Step::IncomingCall);
            if !is_known {
                return Err("unknown-inert");
            }
            self.send(wire, at, data)?;
        }
        self.pair.settle(&mut handle);
        if self
            .calls
            .iter()
            .filter(|call| call.state.is_open())
            .count()
            > 1
        {
            return Err("open-bounded");
        }
        Ok(())
    }

    fn send(&mut self, wire: &str, at: usize, mut data: Value) -> Result<(), &'static str> {
        data["externalCallId"] = json!(format!("c-{at}"));
        match self
            .pair
            .send(INSTANCE, &json!({ "type": wire, "data": data }))
        {
            Sent::Posted(_) => Ok(()),
            _ => Err("never-refused"),
        }
    }

    /// Lets the phone fall silent: pending work still ends; the error is the broken invariant.
    fn fall_silent(mut self) -> Result<(), &'static str> {
        for has_ended in [false, true] {
            for at in [0, 1, 0, 1] {
                if has_ended && self.calls[at].state.is_open() {
                    self.happen(at, On::Ended)?;
                }
                if self.calls[at].is_timed {
                    self.happen(at, On::Silent)?;
                }
                self.complete(at)?;
            }
            let waits = |call: &Call| {
                !matches!(
                    call.state,
                    Is::None | Is::Closed | Is::Dialing | Is::Ringing | Is::Connected
                )
            };
            if self.calls.iter().any(waits) {
                return Err("silence-ends");
            }
        }
        let calls = self.at_host();
        let is_over = |call: &Value| call == "completed" || call == "transferred";
        if calls.iter().all(is_over) {
            Ok(())
        } else {
            Err("sides-agree")
        }
    }

    fn complete(&mut self, at: usize) -> Result<(), &'static str> {
        if core::mem::take(&mut self.calls[at].is_completing) {
            self.happen(at, On::Completed)?;
        }
        Ok(())
    }

    fn at_host(&self) -> Vec<Value> {
        let calls = calls_snapshot(self.pair.host().calls()).into_iter();
        calls.map(|call| call.field("state").json()).collect()
    }
}

impl State for Bound {
    type Step = (usize, On);
    type Rule = &'static str;

    fn steps(&self, steps: &mut Vec<(usize, On)>) {
        steps.clear();
        for (at, call) in self.calls.iter().enumerate() {
            let may = |event: &On| match event {
                // Derived from other events, or from other windows.
                On::DialBusy | On::IncomingBusy | On::Taken => false,
                On::Silent => call.is_timed,
                On::Completed => call.is_completing,
                _ => true,
            };
            let events = On::ALL.iter().copied().filter(may);
            steps.extend(events.map(|event| (at, event)));
        }
    }

    fn take(&mut self, (at, event): (usize, On)) {
        let done = match event {
            On::Completed => self.complete(at),
            _ => self.happen(at, event),
        };
        self.broken = done.err();
    }

    fn broken(&self) -> &[&'static str] {
        self.broken.as_slice()
    }

    fn settle(&self) -> Vec<&'static str> {
        self.clone().fall_silent().err().into_iter().collect()
    }

    fn fingerprint(&mut self, canon: &mut Canon) -> u128 {
        canon.text(&format!("{:?} {:?}", self.calls, self.at_host()))
    }
}

const fn broken(to: Is, steps: &'static [Step]) -> Rule {
    Rule {
        to,
        steps,
        code: None,
    }
}

#[test]
fn every_order_of_a_phones_events_gives_the_host_valid_calls() {
    let report = Search::new(Bound::new(after)).run();

    assert_eq!(report.found, None);
    assert!(report.states > 100, "{}", report.states);
}

#[test]
fn each_invariant_is_broken_by_a_rule_with_a_fault() {
    let faults: [(&str, Rules); 5] = [
        ("never-refused", |state, event| match (state, event) {
            (Is::Connected, On::Answered) => broken(Is::Connected, &[Step::CallAnswered]),
            pair => after(pair.0, pair.1),
        }),
        ("unknown-inert", |state, event| match (state, event) {
            (Is::None, On::Ended) => broken(Is::None, &[Step::CallEnded(None)]),
            pair => after(pair.0, pair.1),
        }),
        ("open-bounded", |state, event| match (state, event) {
            (Is::None, On::IncomingBusy) => broken(Is::Ringing, &[Step::IncomingCall]),
            pair => after(pair.0, pair.1),
        }),
        ("silence-ends", |state, event| match (state, event) {
            (Is::HangingUp, On::Silent) => broken(Is::HangingUp, &[]),
            pair => after(pair.0, pair.1),
        }),
        ("sides-agree", |state, event| match (state, event) {
            (Is::Declining, On::Ended) => broken(Is::Closed, &[]),
            pair => after(pair.0, pair.1),
        }),
    ];
    for (invariant, rules) in faults {
        let found = Search::new(Bound::new(rules)).only(invariant).run().found;

        assert!(found.is_some(), "{invariant}");
    }
}
