//! A team of agents, their customers, and the faults.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use calling_widget_sdk::phone::CallEvent as On;
use calling_widget_sdk::protocol::{EndStatus, Millis};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::UserInput;
use serde_json::{Value, json};
use simulation::{Browser, HOST};

use crate::ledger::{Call, Id, Ledger, Leg, contact};
use crate::random::Random;
use crate::rates::Fault;
use crate::window::{Window, options};
use crate::{Planted, Shift, Tally};

/// A team at work.
pub(crate) struct Team<'a> {
    pub(crate) shift: &'a Shift,
    /// True if its agents have up to three windows, which share calls.
    pub(crate) shares: bool,
    pub(crate) now: u64,
    pub(crate) random: Random,
    pub(crate) windows: Vec<Window>,
    /// The browser of each agent.
    pub(crate) browsers: Vec<Browser>,
    pub(crate) ledger: Ledger,
    queue: VecDeque<Id>,
    /// Events by time; the second number keeps their order.
    coming: BTreeMap<(u64, u64), Event>,
    last_event: u64,
    pub(crate) last_said: u64,
    last_call: Id,
    settled_calls: u32,
    weights: Vec<usize>,
    pub(crate) tally: Tally,
}

#[derive(Clone, Debug)]
pub(crate) enum Event {
    /// A customer calls, or an agent does.
    Begins,
    /// The telephony moves a call.
    Line(Id, Line),
    /// A window's phone reports it.
    Phone(usize, Id, On, Option<EndStatus>),
    /// An event of the window's browser arrives.
    Channel(usize, u32),
    /// The agent acts.
    Acts(Id, On),
    /// The store answers a host's request, which is about this call.
    Stored(usize, u32, u32, Result<Value, String>, Option<Id>),
    /// A timer of a page's.
    Silent(usize, u32, Id, u32),
    /// A page looks for the engagement of a call.
    Looks(usize, u32, Id, u32),
    Fault(Fault),
    /// The app's page is there again.
    Returns(usize, u32),
    LogsIn(usize, u32),
    /// A call ended so long ago that everything about it is reported.
    Settled,
    /// The agent places a window's last call, without faults.
    Last(usize),
    /// The host's END_CALL of this time has ended a call.
    HungUp(Id, u64),
    /// The last call reached the app.
    Reached(usize, Id),
}

#[derive(Clone, Copy, Debug)]
pub(crate) enum Line {
    Answered,
    Over(EndStatus),
    Transferred,
}

pub(crate) type Checked<T = ()> = Result<T, String>;

impl<'a> Team<'a> {
    pub(crate) fn new(shift: &'a Shift) -> Self {
        let mut random = Random(shift.seed);
        let shares = shift
            .draw(&mut random, Fault::SharedCalls, Fault::SharedCalls)
            .is_some();
        let mut windows = Vec::new();
        for agent in 0..shift.agents {
            let most = if shares { random.of(1, 4) } else { 1 };
            windows.extend((0..most).map(|_| Window::new(agent, shift)));
        }
        Self {
            shift,
            shares,
            now: 0,
            random,
            windows,
            browsers: vec![Browser::default(); shift.agents],
            ledger: Ledger::default(),
            queue: VecDeque::new(),
            coming: BTreeMap::new(),
            last_event: 0,
            last_said: 0,
            last_call: 0,
            settled_calls: 0,
            weights: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Works until every call is over and judged; fails with the first violation.
    pub(crate) fn work(mut self) -> Checked<Tally> {
        for at in 0..self.windows.len() {
            if at > 0 && self.windows[at - 1].agent == self.windows[at].agent {
                self.windows[at].away_since = Some(0);
                let opened = self.random.of(0, 600_000);
                self.after(opened, Event::Returns(at, 0));
                continue;
            }
            self.open(at);
            self.windows[at].set_time(0);
            self.windows[at].pair.load();
            self.turn(at)?;
        }
        self.after(5_000, Event::Begins);
        let mut steps = 0_u64;
        while let Some((&(next, _), _)) = self.coming.first_key_value() {
            let due = self.windows.iter().enumerate();
            let due = due.filter_map(|(at, pages)| Some((pages.due()?, at))).min();
            match due {
                Some((due, at)) if due <= next => {
                    self.now = self.now.max(due);
                    let pages = &mut self.windows[at];
                    pages.set_time(self.now);
                    let Window { pair, wire, .. } = pages;
                    pair.deliver_due(&mut |pair, side, order| wire.handle(pair, side, order));
                    pair.tick();
                    self.turn(at)?;
                }
                _ => {
                    self.now = self.now.max(next);
                    if let Some((_, event)) = self.coming.pop_first() {
                        self.handle(event)?;
                    }
                }
            }
            steps += 1;
            if steps > 20_000 + 20_000 * u64::from(self.shift.calls) {
                return Err("the pages keep each other busy".to_owned());
            }
        }
        self.judge()?;
        self.check_weights()?;
        Ok(self.tally)
    }

    pub(crate) fn after(&mut self, ms: u64, event: Event) {
        self.last_event += 1;
        self.coming.insert((self.now + ms, self.last_event), event);
    }

    /// Traces an event, if anybody reads it.
    pub(crate) fn trace(&mut self, what: impl FnOnce() -> String) {
        if let Some(trace) = &self.shift.trace {
            let line = format!("{:>9} {}", self.now, what());
            trace.borrow_mut().push(line);
        }
    }

    pub(crate) fn handle(&mut self, event: Event) -> Checked {
        self.trace(|| format!("{event:?}"));
        if let Event::Phone(at, ..)
        | Event::Channel(at, ..)
        | Event::Silent(at, ..)
        | Event::Looks(at, ..)
        | Event::Stored(at, ..) = event
        {
            let wakes = self.windows[at].asleep_until;
            if wakes > self.now {
                if let Event::Phone(_, id, On::Answered, _) = event
                    && let Some(call) = self.ledger.calls.get_mut(&id)
                    && self.shares
                {
                    // The other windows see no answer, and assume another device's.
                    call.is_end_assumed = true;
                }
                self.after(wakes - self.now, event);
                return Ok(());
            }
        }
        match event {
            Event::Begins => self.begin(),
            Event::Line(id, line) => {
                self.move_line(id, line);
                Ok(())
            }
            Event::Phone(at, id, on, status) => {
                let window = &mut self.windows[at];
                if !window.sessions.contains(&id) {
                    // It went with its page.
                    return Ok(());
                }
                let is_over = matches!(on, On::Ended | On::Elsewhere | On::Declined);
                if is_over {
                    window.sessions.remove(&id);
                }
                if self.shares && on != On::Incoming && !window.app.calls.contains_key(&id) {
                    // Another window ended it.
                    return Ok(());
                }
                if window.away_since.is_some() {
                    // Nobody hears it; the next page asks the phone.
                    if let (true, Some(call)) = (is_over, self.ledger.calls.get_mut(&id)) {
                        call.is_end_assumed = true;
                    }
                    return Ok(());
                }
                self.happen(at, id, self.event_of(at, id, on), status)
            }
            Event::Channel(at, page) if self.windows[at].page == page => self.receive(at),
            Event::Looks(at, page, id, seconds) if self.windows[at].page == page => {
                self.look(at, id, seconds)
            }
            Event::Channel(..) | Event::Looks(..) => Ok(()),
            Event::Acts(id, on) => self.act(id, on),
            Event::Stored(at, host, request, answer, id) => {
                self.store_answers(at, host, request, answer, id)
            }
            Event::Silent(at, page, id, timer) => {
                let pages = &self.windows[at];
                let call = pages.app.calls.get(&id);
                if pages.page == page && call.is_some_and(|call| call.timer == timer) {
                    return self.happen(at, id, self.event_of(at, id, On::Silent), None);
                }
                Ok(())
            }
            Event::Fault(fault) => self.fail(fault),
            Event::Returns(at, page) => {
                let has_others = self.windows_of(self.windows[at].agent).len() > 1;
                let pages = &mut self.windows[at];
                if pages.page != page {
                    return Ok(());
                }
                pages.set_time(self.now);
                let busy = pages.pair.busy_until[HOST] - pages.pair.now;
                if busy >= Millis(0.0) {
                    // A page hears in order: the posts of the page before, then the load.
                    self.after(busy.0 as u64 + 1, event);
                    return Ok(());
                }
                let since = pages.away_since.unwrap_or(self.now);
                pages.well_since = self.now;
                // The window that took a call over may be gone as well: see `docs/reliability.md`.
                let mut stale = pages.recorded();
                stale.retain(|id| has_others && !self.is_known(at, *id));
                self.ledger.may_repeat(&stale);
                self.windows[at].arrive();
                self.open(at);
                if !self.shares {
                    self.blur(at, self.now - since);
                }
                self.turn(at)
            }
            Event::LogsIn(at, page) => {
                let pages = &mut self.windows[at];
                if pages.page != page || pages.away_since.is_some() {
                    return Ok(());
                }
                pages.set_time(self.now);
                self.log_in(at)?;
                self.turn(at)
            }
            Event::Settled => {
                self.settled_calls += 1;
                if self.shift.planted == Some(Planted::InstancesKept) {
                    let pair = &mut self.windows[0].pair;
                    let now = pair.now;
                    pair.widget_mut().attach(now, options());
                }
                if self.settled_calls.is_multiple_of(20) {
                    self.weights
                        .push(self.windows.iter().map(Window::weight).sum());
                }
                Ok(())
            }
            Event::Last(at) => self.place_last(at),
            Event::HungUp(id, asked) => {
                let is_over = |call: &Call| call.leg == Leg::Over;
                let is_done = self.ledger.calls.get(&id).is_none_or(is_over);
                // It names no call: one that rings meanwhile is taken for it.
                if is_done || self.ledger.rang(id, asked) {
                    return Ok(());
                }
                Err(format!("END_CALL did not end call {id}"))
            }
            Event::Reached(at, id) => {
                if self.windows[at].app.calls.contains_key(&id) {
                    return Ok(());
                }
                Err(format!(
                    "window {at} cannot dial {REACHED_MS} ms after the last fault"
                ))
            }
        }
    }

    pub(crate) fn begin(&mut self) -> Checked {
        if self.last_call >= self.shift.calls {
            for at in 0..self.windows.len() {
                self.after(DIALS_WITHIN_MS, Event::Last(at));
            }
            return Ok(());
        }
        let gap = self.random.of(1, 60_000 / self.windows.len() as u64);
        self.after(gap, Event::Begins);
        if let Some(fault) = self
            .shift
            .draw(&mut self.random, Fault::Late, Fault::QueueFull)
        {
            let wait = self.random.of(0, 30_000);
            self.after(wait, Event::Fault(fault));
        }
        if self.random.chance(0.55) {
            let number = self.number();
            let id = self.new_call(usize::MAX, true, number);
            self.queue.push_back(id);
            return self.distribute();
        }
        let is_free = |at: &usize| self.is_there(*at) && self.load(self.windows[*at].agent) == 0;
        let free: Vec<usize> = (0..self.windows.len()).filter(is_free).collect();
        if free.is_empty() {
            return Ok(());
        }
        let at = free[self.random.of(0, free.len() as u64) as usize];
        if self.random.chance(0.5) {
            self.click(at).map(drop)
        } else {
            let number = self.number();
            let id = self.new_call(self.windows[at].agent, false, number);
            self.happen(at, id, On::Dial, None)
        }
    }

    /// Clicks a number in the CRM; returns the call, if the number was sent.
    pub(crate) fn click(&mut self, at: usize) -> Checked<Option<Id>> {
        let number = self.number();
        let id = self.new_call(self.windows[at].agent, false, number.clone());
        let contact = contact(&number);
        let data = json!({
            "phoneNumber": number, "subjectId": contact, "objectId": contact,
            "objectType": "CONTACT", "countryCode": "US", "toPhoneNumberSrc": "phone",
            "calleeInfo": { "calleeId": contact, "calleeObjectTypeId": "0-1" },
        });
        if let Some(call) = self.ledger.calls.get_mut(&id) {
            call.has_contact = true;
        }
        let dialled = self.windows[at]
            .pair
            .command(UserInput::Dial { data: data.into() });
        self.turn(at)?;
        if let Err(code) = dialled {
            // The user is told. A queued number is dialled once the app is ready.
            if !matches!(code, Code::HeldLoading | Code::HeldLoggedOut) {
                self.ledger.calls.remove(&id);
            }
            self.tally.count("refused", code.as_str());
            return Ok(None);
        }
        Ok(Some(id))
    }

    pub(crate) fn number(&mut self) -> String {
        format!("+1{}", self.random.of(2_000_000_000, 9_999_999_999))
    }

    pub(crate) fn new_call(&mut self, agent: usize, is_inbound: bool, number: String) -> Id {
        self.last_call += 1;
        self.ledger
            .calls
            .insert(self.last_call, Call::new(agent, is_inbound, number));
        self.last_call
    }

    /// The agent's windows.
    pub(crate) fn windows_of(&self, agent: usize) -> Vec<usize> {
        let all = 0..self.windows.len();
        all.filter(|at| self.windows[*at].agent == agent).collect()
    }

    /// True if the agent can use the window.
    pub(crate) fn is_there(&self, at: usize) -> bool {
        let window = &self.windows[at];
        let is_awake = window.away_since.is_none() && window.asleep_until <= self.now;
        is_awake && (window.app.is_registered || !self.shares)
    }

    /// The number of an agent's open calls.
    pub(crate) fn load(&self, agent: usize) -> usize {
        let windows = self.windows.iter().filter(|window| window.agent == agent);
        let open = windows.flat_map(|window| {
            let calls = window.app.calls.iter();
            let open = calls.filter(|(_, call)| call.state.is_open());
            open.map(|(id, _)| id).chain(&window.sessions)
        });
        open.collect::<BTreeSet<_>>().len()
    }

    /// Assigns queued customers to agents without a call, some to one who talks.
    pub(crate) fn distribute(&mut self) -> Checked {
        for _ in 0..self.queue.len() {
            let most = usize::from(self.random.chance(0.2));
            let there = (0..self.windows.len()).filter(|at| self.is_there(*at));
            let agents = there.map(|at| self.windows[at].agent);
            let loads = agents.map(|agent| (self.load(agent), agent));
            let Some((_, agent)) = loads.filter(|(load, _)| *load <= most).min() else {
                return Ok(());
            };
            let Some(id) = self.queue.pop_front() else {
                return Ok(());
            };
            if let Some(call) = self.ledger.calls.get_mut(&id) {
                call.agent = agent;
            }
            let (wait, fate) = (self.random.of(1_000, 8_000), self.random.of(0, 100));
            match fate {
                0..75 => self.after(wait, Event::Acts(id, On::Answer)),
                75..85 => self.after(wait, Event::Acts(id, On::Decline)),
                _ => {}
            }
            let patience = if fate < 92 { 25_000 } else { wait + 3_000 };
            self.after(patience, Event::Line(id, Line::Over(EndStatus::Missed)));
            for at in self.windows_of(agent) {
                if self.windows[at].app.is_registered || !self.shares {
                    self.windows[at].sessions.insert(id);
                    let within = self.random.of(0, 100);
                    self.after(within, Event::Phone(at, id, On::Incoming, None));
                }
            }
        }
        Ok(())
    }

    /// Rings a customer, who is busy, away, or talkative.
    pub(crate) fn ring(&mut self, id: Id) {
        let wait = self.random.of(1_500, 15_000);
        let status = match self.random.of(0, 100) {
            0..10 => EndStatus::Busy,
            10..25 => EndStatus::NoAnswer,
            25..30 => EndStatus::Failed,
            30..35 => EndStatus::Rejected,
            35..45 => return self.gives_up(id, wait),
            _ => return self.after(wait, Event::Line(id, Line::Answered)),
        };
        self.after(wait, Event::Line(id, Line::Over(status)));
    }

    pub(crate) fn gives_up(&mut self, id: Id, wait: u64) {
        self.after(wait, Event::Acts(id, On::HangUp));
        self.after(40_000, Event::Line(id, Line::Over(EndStatus::NoAnswer)));
    }

    /// Lets them talk, until one of them ends it.
    pub(crate) fn talk(&mut self, id: Id) {
        let talk = self.random.of(5_000, 90_000);
        self.after(
            talk + 30_000,
            Event::Line(id, Line::Over(EndStatus::Completed)),
        );
        match self.random.of(0, 100) {
            0..50 => self.after(talk, Event::Line(id, Line::Over(EndStatus::Completed))),
            50..80 => self.after(talk, Event::Acts(id, On::HangUp)),
            80..90 => self.after(talk, Event::Acts(id, On::EndCall)),
            _ => self.after(talk, Event::Acts(id, On::Transfer)),
        }
    }

    pub(crate) fn move_line(&mut self, id: Id, line: Line) {
        let now = self.now;
        let Some(call) = self.ledger.calls.get_mut(&id) else {
            return;
        };
        match (call.leg, line) {
            // If the window that answered is gone, it rings on in the others.
            (Leg::Ringing, Line::Answered) if call.taker.is_some() => {
                call.leg = Leg::Talking;
                call.answered = Some(now);
                self.report(20, id, On::Answered, None);
                self.talk(id);
            }
            (Leg::Ringing, Line::Over(status)) => self.end(id, status),
            (Leg::Talking, Line::Over(EndStatus::Completed)) => self.end(id, EndStatus::Completed),
            (Leg::Talking, Line::Transferred) => {
                call.is_transferred = true;
                let number = call.number.clone();
                self.report(0, id, On::Transferred, None);
                self.end(id, EndStatus::Completed);
                if self.last_call < self.shift.calls {
                    let other = self.new_call(usize::MAX, true, number);
                    self.queue.push_back(other);
                }
            }
            _ => {}
        }
    }

    pub(crate) fn end(&mut self, id: Id, status: EndStatus) {
        if let Some(call) = self.ledger.calls.get_mut(&id) {
            call.leg = Leg::Over;
            call.ended = self.now;
            call.status = status;
            self.report(50, id, On::Ended, Some(status));
            self.after(SETTLED_MS, Event::Settled);
        }
    }

    /// Reports an event by the phones that have a call: of several that ring, those that did not
    /// take it report that.
    fn report(&mut self, within: u64, id: Id, on: On, status: Option<EndStatus>) {
        let Some(call) = self.ledger.calls.get(&id) else {
            return;
        };
        let taker = call.taker;
        let is_declined = call.is_inbound && status == Some(EndStatus::Rejected);
        for at in 0..self.windows.len() {
            if self.windows[at].sessions.contains(&id) {
                let on = match on {
                    On::Answered if taker != Some(at) => On::Elsewhere,
                    On::Ended if is_declined => On::Declined,
                    _ => on,
                };
                let more = self.random.of(0, 40);
                self.after(within + more, Event::Phone(at, id, on, status));
            }
        }
    }

    /// Checks every call against its customer's and the record store's view.
    pub(crate) fn judge(&mut self) -> Checked {
        for (id, call) in &self.ledger.calls {
            if !call.is_begun {
                // The host's posts to a page go with it.
                self.tally.count("clicks", "lost");
                if call.blur_ms == 0 {
                    return Err(format!("click {id} is lost, and no page went with it"));
                }
                continue;
            }
            let may_mix = self.shift.is_published && self.ledger.may_mix(*id);
            let verdict = call.verdict(may_mix, self.shift.is_calm());
            let outcome = verdict.map_err(|why| format!("call {id}: {why}"))?;
            self.tally.count("outcomes", outcome);
            if self.shift.is_calm() && call.created.len() > 1 {
                return Err(format!(
                    "call {id}: two engagements, and nothing went wrong"
                ));
            }
            for _ in call.created.iter().skip(1) {
                self.tally
                    .count("engagements", "beside the first of a call");
            }
            self.tally.count("calls", "begun");
        }
        Ok(())
    }

    /// Checks that every agent can dial again, in each window.
    pub(crate) fn place_last(&mut self, at: usize) -> Checked {
        let agent = self.windows[at].agent;
        let well = self.now.saturating_sub(DIALS_WITHIN_MS);
        // The end of a call may be on its way to the host, or to another window.
        let is_quiet = self.windows_of(agent).into_iter().all(|at| {
            let window = &self.windows[at];
            let is_quiet = window.pair.next_arrival().is_none();
            is_quiet && self.browsers[agent].is_quiet(at) && window.well_since <= well
        });
        let is_free = self.queue.is_empty() && self.load(agent) == 0;
        if !self.is_there(at) || !is_free || !is_quiet {
            self.after(1_000, Event::Last(at));
            return Ok(());
        }
        let clicked = self.click(at)?;
        let id = clicked.ok_or_else(|| {
            format!(
                "window {at} cannot dial {DIALS_WITHIN_MS} ms after the last fault: {:?}",
                self.tally
            )
        })?;
        self.after(REACHED_MS, Event::Reached(at, id));
        Ok(())
    }

    /// Checks that nothing grows once the bounded lists of calls and receipts are full. A page that
    /// is loaded anew begins anew.
    pub(crate) fn check_weights(&self) -> Checked {
        let is_full = self.shift.calls as usize >= MANY_CALLS * self.windows.len();
        let (_, late) = self.weights.split_at(self.weights.len() / 2);
        let (before, after) = late.split_at(late.len() / 2);
        match (before.iter().max(), after.iter().max()) {
            (Some(before), Some(after))
                if self.shift.is_calm() && is_full && *after > before + before / 10 =>
            {
                Err(format!("the engines grow: {:?}", self.weights))
            }
            _ => Ok(()),
        }
    }
}

/// The calls of an agent that fill every bounded list.
const MANY_CALLS: usize = 300;

/// A host gives a store, and a page that loads, half a minute each.
const DIALS_WITHIN_MS: u64 = 60_000;

/// The time within which the app has the number.
const REACHED_MS: u64 = 1_000;

/// The time after which everything about a call is over: after a laptop's sleep, the store's
/// time-out and the receipt's.
const SETTLED_MS: u64 = 600_000;
