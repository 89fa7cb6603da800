//! A team of agents, the customers they talk to, and what goes wrong meanwhile.

use std::collections::{BTreeMap, VecDeque};

use calling_widget_sdk::phone::{
    CallEvent as On, PhoneCallState as Is, Step, after, timeline_status,
};
use calling_widget_sdk::protocol::limits::MAX_QUEUED;
use calling_widget_sdk::protocol::{EndStatus, Kind, Millis};
use calling_widget_sdk::session::host::{StoreRequest, UserInput};
use calling_widget_sdk::session::widget::{Outcome, Question};
use serde_json::{Value, json};

use super::agent::{Agent, Bound, DeskEvent, INSTANCE};
use super::ledger::{Call, Id, Ledger, Leg, ON_THE_TIMELINE, TRANSFERRED, call_of, name};
use super::random::Random;
use super::rates::Fault;
use super::{Shift, Tally};
use crate::{HOST, Sent, WIDGET};

/// A team at work.
pub(super) struct Team<'a> {
    shift: &'a Shift,
    now: u64,
    random: Random,
    agents: Vec<Agent>,
    ledger: Ledger,
    queue: VecDeque<Id>,
    /// What happens when; the second number keeps the order.
    coming: BTreeMap<(u64, u64), Event>,
    last_event: u64,
    last_call: Id,
    settled_calls: u32,
    weights: Vec<usize>,
    tally: Tally,
}

#[derive(Clone, Copy, Debug)]
enum Event {
    /// A customer calls, or an agent does.
    Begins,
    /// The telephony moves a call.
    Line(Id, Line),
    /// An agent's phone reports it.
    Phone(usize, Id, On, Option<EndStatus>),
    /// The agent acts.
    Acts(Id, On),
    Stored(usize, u32, u32, Stored, Option<Id>),
    /// A timer of a page's.
    Silent(usize, u32, Id, u32),
    Fault(Fault),
    /// The app's page is there again.
    Returns(usize, u32),
    LogsIn(usize, u32),
    /// A call ended so long ago that all is said about it.
    Settled,
    /// The agent places the last call, in which nothing may go wrong.
    Last(usize),
    /// The last call reached the app.
    Reached(usize, Id),
}

#[derive(Clone, Copy, Debug)]
enum Line {
    Answered,
    Over(EndStatus),
    Transferred,
}

#[derive(Clone, Copy, Debug)]
enum Stored {
    Nothing,
    Matches,
    Record(u64),
    Refused,
}

type Checked<T = ()> = Result<T, String>;

impl<'a> Team<'a> {
    pub(super) fn new(shift: &'a Shift) -> Self {
        let agents = (0..shift.agents).map(|number| Agent::new(number, shift.is_published));
        Self {
            shift,
            now: 0,
            random: Random(shift.seed),
            agents: agents.collect(),
            ledger: Ledger::default(),
            queue: VecDeque::new(),
            coming: BTreeMap::new(),
            last_event: 0,
            last_call: 0,
            settled_calls: 0,
            weights: Vec::new(),
            tally: Tally::default(),
        }
    }

    /// Works until every call is over and judged; why that is not as it should be.
    pub(super) fn work(mut self) -> Checked<Tally> {
        for at in 0..self.agents.len() {
            self.agents[at].set_time(0);
            self.agents[at].pair.load();
            self.turn(at)?;
        }
        self.after(5_000, Event::Begins);
        let mut steps = 0_u64;
        while let Some((&(at, _), _)) = self.coming.first_key_value() {
            let due = self.agents.iter().enumerate();
            let due = due
                .filter_map(|(agent, pages)| Some((pages.due()?, agent)))
                .min();
            match due {
                Some((due, agent)) if due <= at => {
                    self.now = self.now.max(due);
                    let pages = &mut self.agents[agent];
                    pages.set_time(self.now);
                    pages.pair.deliver_due(&mut pages.desk);
                    pages.pair.tick(&mut pages.desk);
                    self.turn(agent)?;
                }
                _ => {
                    self.now = self.now.max(at);
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
        for pages in &self.agents {
            for (code, count) in &pages.desk.reports {
                *self.tally.reports.entry(code).or_default() += count;
            }
        }
        Ok(self.tally)
    }

    fn after(&mut self, ms: u64, event: Event) {
        self.last_event += 1;
        self.coming.insert((self.now + ms, self.last_event), event);
    }

    /// Takes a note of what happens, where anybody is going to read it.
    fn trace(&mut self, what: impl FnOnce() -> String) {
        if let Some(trace) = &self.shift.trace {
            let line = format!("{:>9} {}", self.now, what());
            trace.borrow_mut().push(line);
        }
    }

    fn handle(&mut self, event: Event) -> Checked {
        self.trace(|| format!("{event:?}"));
        match event {
            Event::Begins => self.begin(),
            Event::Line(id, line) => {
                self.move_line(id, line);
                Ok(())
            }
            Event::Phone(agent, id, on, status) => {
                let pages = &self.agents[agent];
                if pages.asleep_until > self.now {
                    let wakes = pages.asleep_until - self.now;
                    self.after(wakes, event);
                    return Ok(());
                }
                if pages.away_since.is_some() {
                    // Nobody hears it; the page that comes asks the phone.
                    if let (On::Ended, Some(call)) = (on, self.ledger.calls.get_mut(&id)) {
                        call.is_end_assumed = true;
                    }
                    return Ok(());
                }
                self.happen(agent, id, on, status)
            }
            Event::Acts(id, on) => self.act(id, on),
            Event::Stored(agent, host, request, stored, id) => {
                self.store_answers(agent, host, request, stored, id)
            }
            Event::Silent(agent, page, id, timer) => {
                let pages = &self.agents[agent];
                if pages.asleep_until > self.now {
                    let wakes = pages.asleep_until - self.now;
                    self.after(wakes, event);
                    return Ok(());
                }
                let call = pages.app.calls.get(&id);
                if pages.page == page && call.is_some_and(|call| call.timer == timer) {
                    return self.happen(agent, id, On::Silent, None);
                }
                Ok(())
            }
            Event::Fault(fault) => self.fail(fault),
            Event::Returns(agent, page) => {
                let pages = &mut self.agents[agent];
                if pages.page != page {
                    return Ok(());
                }
                let since = pages.away_since.unwrap_or(self.now);
                pages.well_since = self.now;
                pages.set_time(self.now);
                pages.arrive();
                self.blur(agent, self.now - since);
                self.turn(agent)
            }
            Event::LogsIn(agent, page) => {
                let pages = &mut self.agents[agent];
                if pages.page != page || pages.away_since.is_some() {
                    return Ok(());
                }
                pages.set_time(self.now);
                self.log_in(agent)?;
                self.turn(agent)
            }
            Event::Settled => {
                self.settled_calls += 1;
                if self.settled_calls.is_multiple_of(20) {
                    self.weights
                        .push(self.agents.iter().map(Agent::weight).sum());
                }
                Ok(())
            }
            Event::Last(agent) => self.place_last(agent),
            Event::Reached(agent, id) => {
                if self.agents[agent].app.calls.contains_key(&id) {
                    return Ok(());
                }
                Err(format!(
                    "agent {agent} cannot dial {REACHED_MS} ms after the last fault"
                ))
            }
        }
    }

    // The customers.

    fn begin(&mut self) -> Checked {
        if self.last_call >= self.shift.calls {
            for agent in 0..self.agents.len() {
                self.after(DIALS_WITHIN_MS, Event::Last(agent));
            }
            return Ok(());
        }
        let gap = self.random.of(1, 60_000 / self.agents.len() as u64);
        self.after(gap, Event::Begins);
        if let Some(fault) = self.shift.rates.draw(&mut self.random, AROUND_AGENTS) {
            let wait = self.random.of(0, 30_000);
            self.after(wait, Event::Fault(fault));
        }
        if self.random.chance(0.55) {
            let number = self.number();
            let id = self.new_call(usize::MAX, true, number);
            self.queue.push_back(id);
            return self.distribute();
        }
        let free: Vec<usize> = (0..self.agents.len())
            .filter(|at| self.load(*at) == Some(0))
            .collect();
        if free.is_empty() {
            return Ok(());
        }
        let agent = free[self.random.of(0, free.len() as u64) as usize];
        if self.random.chance(0.5) {
            self.click(agent).map(drop)
        } else {
            let number = self.number();
            let id = self.new_call(agent, false, number);
            self.happen(agent, id, On::Dial, None)
        }
    }

    /// The user clicks a number in the CRM; the call, where the number went out.
    fn click(&mut self, agent: usize) -> Checked<Option<Id>> {
        let number = self.number();
        let id = self.new_call(agent, false, number.clone());
        let data = json!({
            "phoneNumber": number, "subjectId": id, "objectId": id, "objectType": "CONTACT",
            "countryCode": "US", "toPhoneNumberSrc": "phone",
            "calleeInfo": { "calleeId": id, "calleeObjectTypeId": "0-1" },
        });
        let dialled = self.agents[agent].pair.command(UserInput::Dial { data });
        self.turn(agent)?;
        if let Err(code) = dialled {
            // The user is told; what is queued is dialled once the app is there.
            *self.tally.refused.entry(code.as_str()).or_default() += 1;
            return Ok(None);
        }
        Ok(Some(id))
    }

    fn number(&mut self) -> String {
        format!("+1{}", self.random.of(2_000_000_000, 9_999_999_999))
    }

    fn new_call(&mut self, agent: usize, is_inbound: bool, number: String) -> Id {
        self.last_call += 1;
        self.ledger
            .calls
            .insert(self.last_call, Call::new(agent, is_inbound, number));
        self.last_call
    }

    /// How many calls an agent has who can take any.
    fn load(&self, agent: usize) -> Option<usize> {
        let pages = &self.agents[agent];
        let is_there = pages.away_since.is_none() && pages.asleep_until <= self.now;
        let open = pages.app.calls.values().filter(|call| call.state.is_open());
        is_there.then(|| open.count())
    }

    /// Customers in the queue get to agents without a call, some to one who talks.
    fn distribute(&mut self) -> Checked {
        for _ in 0..self.queue.len() {
            let most = usize::from(self.random.chance(0.2));
            let loads = (0..self.agents.len()).filter_map(|at| Some((self.load(at)?, at)));
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
            self.happen(agent, id, On::Incoming, None)?;
        }
        Ok(())
    }

    /// The customer who is called, busy, away, or talkative.
    fn ring(&mut self, id: Id) {
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

    fn gives_up(&mut self, id: Id, wait: u64) {
        self.after(wait, Event::Acts(id, On::HangUp));
        self.after(40_000, Event::Line(id, Line::Over(EndStatus::NoAnswer)));
    }

    /// They talk, and one of them ends it.
    fn talk(&mut self, id: Id) {
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

    // The telephony.

    fn move_line(&mut self, id: Id, line: Line) {
        let now = self.now;
        let Some(call) = self.ledger.calls.get_mut(&id) else {
            return;
        };
        let agent = call.agent;
        match (call.leg, line) {
            (Leg::Ringing, Line::Answered) => {
                call.leg = Leg::Talking;
                call.answered = Some(now);
                self.after(20, Event::Phone(agent, id, On::Answered, None));
                self.talk(id);
            }
            (Leg::Ringing, Line::Over(status)) => self.end(id, status),
            (Leg::Talking, Line::Over(EndStatus::Completed)) => self.end(id, EndStatus::Completed),
            (Leg::Talking, Line::Transferred) => {
                call.is_transferred = true;
                let number = call.number.clone();
                self.after(0, Event::Phone(agent, id, On::Transferred, None));
                self.end(id, EndStatus::Completed);
                if self.last_call < self.shift.calls {
                    let other = self.new_call(usize::MAX, true, number);
                    self.queue.push_back(other);
                }
            }
            _ => {}
        }
    }

    fn end(&mut self, id: Id, status: EndStatus) {
        if let Some(call) = self.ledger.calls.get_mut(&id) {
            call.leg = Leg::Over;
            call.ended = self.now;
            call.status = status;
            let agent = call.agent;
            self.after(50, Event::Phone(agent, id, On::Ended, Some(status)));
            self.after(SETTLED_MS, Event::Settled);
        }
    }

    // The agent.

    fn act(&mut self, id: Id, on: On) -> Checked {
        let Some(call) = self.ledger.calls.get(&id) else {
            return Ok(());
        };
        let agent = call.agent;
        let is_there = call.leg != Leg::Over && self.load(agent).is_some();
        let pages = &mut self.agents[agent];
        if !is_there || !pages.app.calls.contains_key(&id) {
            return Ok(());
        }
        let open = pages.app.calls.values().filter(|call| call.state.is_open());
        if on == On::EndCall && open.count() == 1 {
            // Refused while the host knows of no call; the customer ends it then.
            let _ = pages.pair.command(UserInput::EndCall {});
            return self.turn(agent);
        }
        let on = if on == On::EndCall { On::HangUp } else { on };
        self.happen(agent, id, on, None)
    }

    /// An event of a call; what follows is in the table.
    fn happen(&mut self, agent: usize, id: Id, on: On, status: Option<EndStatus>) -> Checked {
        let now = self.now;
        let truth = self.ledger.calls.get_mut(&id);
        let pages = &mut self.agents[agent];
        pages.set_time(now);
        let state = pages.app.calls.get(&id).map_or(Is::None, |call| call.state);
        let rule = after(state, on);
        if let (Some(code), Some(truth)) = (rule.code, truth) {
            use calling_widget_sdk::phone::PhoneCode as Code;
            if matches!(code, Code::Silent | Code::Threw | Code::UnknownCall) {
                truth.codes.insert(code.name());
            }
        }
        if rule.to == Is::None {
            return Ok(());
        }
        if let Some(truth) = self.ledger.calls.get_mut(&id) {
            truth.is_begun = true;
        }
        let number = self.ledger.calls.get(&id).map(|call| call.number.clone());
        let call = pages.app.calls.entry(id).or_insert_with(|| Bound {
            state,
            is_inbound: on == On::Incoming,
            number,
            receipt: None,
            timer: 0,
            status: None,
            started: Some(now),
            answered: None,
            ended: None,
            lost_at: None,
        });
        if rule.to != state {
            call.timer += 1;
        }
        call.state = rule.to;
        for step in rule.steps {
            self.take(agent, id, *step, status)?;
        }
        if rule.to == Is::Closed {
            let pages = &mut self.agents[agent];
            pages.times.remove(&id);
            pages.app.calls.remove(&id);
            self.distribute()?;
        }
        self.turn(agent)
    }

    fn take(&mut self, agent: usize, id: Id, step: Step, status: Option<EndStatus>) -> Checked {
        let now = self.now;
        let about = json!({ "externalCallId": name(id) });
        let engagement = self.agents[agent]
            .said(id)
            .and_then(|said| said.get("engagementId").cloned());
        let pages = &mut self.agents[agent];
        let Some(call) = pages.app.calls.get_mut(&id) else {
            return Ok(());
        };
        match step {
            Step::OutgoingCall | Step::IncomingCall => {
                pages.times.insert(id, (call.started, None));
                self.start(agent, id);
            }
            Step::CallAnswered => {
                call.answered = call.answered.or(Some(now));
                pages.times.insert(id, (call.started, call.answered));
                self.say(agent, id, Kind::CallAnswered, about);
            }
            Step::CallEnded(fixed) => {
                let ended = fixed.or(status).unwrap_or(EndStatus::Failed);
                call.ended = Some(call.lost_at.unwrap_or(now));
                call.status = Some(ended);
                let mut data = about;
                data["callEndStatus"] = json!(ended.as_str());
                if let Some(engagement) = engagement {
                    data["engagementId"] = engagement;
                }
                self.say(agent, id, Kind::CallEnded, data);
            }
            Step::CallTransferred => self.say(agent, id, Kind::CallTransferred, about),
            Step::Complete => return self.complete(agent, id),
            Step::CallCompleted => self.say_completed(agent, id, about, engagement),
            Step::Dial => {
                self.after(1_000, Event::Phone(agent, id, On::Ringing, None));
                self.ring(id);
            }
            Step::Answer => self.after(100, Event::Line(id, Line::Answered)),
            Step::Reject | Step::RejectBusy => self.hang_up(id, EndStatus::Rejected),
            Step::HangUp => self.hang_up(id, EndStatus::Canceled),
            Step::Transfer => {
                if self.random.chance(0.85) {
                    self.after(500, Event::Line(id, Line::Transferred));
                } else {
                    self.after(500, Event::Phone(agent, id, On::TransferFailed, None));
                }
            }
            Step::Await(ms) => {
                call.timer += 1;
                let timer = call.timer;
                let page = pages.page;
                if ms > 0 {
                    self.after(ms.into(), Event::Silent(agent, page, id, timer));
                }
            }
            Step::Control | Step::Held | Step::Unheld => {}
        }
        Ok(())
    }

    /// The phone obeys at once, and reports it a moment later.
    fn hang_up(&mut self, id: Id, unanswered: EndStatus) {
        match self.ledger.calls.get(&id).map(|call| call.leg) {
            Some(Leg::Ringing) => self.end(id, unanswered),
            Some(Leg::Talking) => self.end(id, EndStatus::Completed),
            _ => {}
        }
    }

    fn start(&mut self, agent: usize, id: Id) {
        let pages = &mut self.agents[agent];
        let Some(call) = pages.app.calls.get(&id) else {
            return;
        };
        let number = call.number.clone().unwrap_or_default();
        let (kind, from, to) = if call.is_inbound {
            (Kind::IncomingCall, number.as_str(), OWN_NUMBER)
        } else {
            (Kind::OutgoingCallStarted, OWN_NUMBER, number.as_str())
        };
        let data = json!({
            "externalCallId": name(id), "fromNumber": from, "toNumber": to,
            "callStartTime": pages.pair.now.0, "createEngagement": true,
        });
        let now = pages.pair.now;
        let receipt = pages.pair.widget_mut().track(now, INSTANCE, kind);
        self.say(agent, id, kind, data);
        let pages = &mut self.agents[agent];
        pages.pair.widget_mut().track_end(now, receipt);
        if let Some(call) = pages.app.calls.get_mut(&id) {
            call.receipt = Some(receipt);
        }
    }

    /// The app says something of a call.
    fn say(&mut self, agent: usize, id: Id, kind: Kind, data: Value) {
        let pages = &mut self.agents[agent];
        let message = json!({ "type": kind.as_str(), "data": data });
        let sent = pages.pair.send(INSTANCE, &message);
        if sent == Sent::Queued {
            pages.app.queued.push(id);
        }
        self.trace(|| format!("agent {agent}: says {message}: {sent:?}"));
        if let Sent::Refused(code) = sent {
            self.note(id, code.as_str());
        }
    }

    /// Waits for the engagement; at once where there is none to come.
    fn complete(&mut self, agent: usize, id: Id) -> Checked {
        let pages = &mut self.agents[agent];
        match pages.app.calls.get(&id).and_then(|call| call.receipt) {
            Some(receipt) => {
                self.wait(agent, id, receipt, Question::Engagement);
                Ok(())
            }
            None => self.completed(agent, id),
        }
    }

    fn completed(&mut self, agent: usize, id: Id) -> Checked {
        let said = self.agents[agent].said(id);
        if said.is_none_or(|said| said.get("engagementId").is_none()) {
            self.note(id, "PHONE_NO_ENGAGEMENT");
        }
        self.happen(agent, id, On::Completed, None)
    }

    fn wait(&mut self, agent: usize, id: Id, receipt: u32, question: Question) {
        let pages = &mut self.agents[agent];
        let now = pages.pair.now;
        let wait = pages.pair.widget_mut().wait(now, receipt, question, None);
        pages.app.waits.insert(wait, (id, question));
    }

    fn say_completed(&mut self, agent: usize, id: Id, mut data: Value, engagement: Option<Value>) {
        let pages = &mut self.agents[agent];
        let Some(call) = pages.app.calls.get(&id) else {
            return;
        };
        data["hideWidget"] = json!(false);
        let has_properties = engagement.is_some();
        if let Some(engagement) = engagement {
            let own = Some(OWN_NUMBER.to_owned());
            let (from, to) = if call.is_inbound {
                (call.number.clone(), own)
            } else {
                (own, call.number.clone())
            };
            let direction = if call.is_inbound {
                "INBOUND"
            } else {
                "OUTBOUND"
            };
            let status = call.status.unwrap_or(EndStatus::Failed);
            let mut own = json!({
                "hs_call_direction": direction, "hs_call_status": timeline_status(status),
            });
            for (field, value) in [("hs_call_from_number", from), ("hs_call_to_number", to)] {
                if let Some(value) = value {
                    own[field] = json!(value);
                }
            }
            if let (Some(answered), Some(ended)) = (call.answered, call.ended) {
                own["hs_call_duration"] = json!(ended.saturating_sub(answered).to_string());
            }
            data["engagementId"] = engagement;
            data["engagementProperties"] = own;
        }
        let now = pages.pair.now;
        let receipt = pages
            .pair
            .widget_mut()
            .track(now, INSTANCE, Kind::CallCompleted);
        self.say(agent, id, Kind::CallCompleted, data);
        self.agents[agent].pair.widget_mut().track_end(now, receipt);
        if has_properties {
            self.wait(agent, id, receipt, Question::Saved);
        }
    }

    /// A failure that names the call.
    fn note(&mut self, id: Id, code: &'static str) {
        if let Some(call) = self.ledger.calls.get_mut(&id) {
            call.codes.insert(code);
        }
    }

    // The pages.

    /// Carries out what both pages order, and handles what comes of it.
    fn turn(&mut self, agent: usize) -> Checked {
        loop {
            let pages = &mut self.agents[agent];
            pages.set_time(self.now);
            pages.pair.drain(&mut pages.desk);
            let events = std::mem::take(&mut pages.desk.events);
            if events.is_empty() {
                return Ok(());
            }
            for event in events {
                self.hear(agent, event)?;
            }
        }
    }

    fn hear(&mut self, agent: usize, event: DeskEvent) -> Checked {
        self.trace(|| format!("agent {agent}: {event:?}"));
        match event {
            DeskEvent::Heard(message) => self.heard(agent, &message),
            DeskEvent::Resumed(account) => self.resume(agent, &account),
            DeskEvent::Asked(request, ask) => self.asked(agent, request, &ask),
            DeskEvent::Settled(wait, outcome) => self.settled(agent, wait, outcome),
            DeskEvent::ReadyAgain(ready) => {
                self.agents[agent].pair.post(WIDGET, ready);
                Ok(())
            }
            DeskEvent::Notified(message) => {
                let Some(id) = call_of(&message["data"]["externalCallId"]) else {
                    return Ok(());
                };
                let wire = message["type"].as_str().unwrap_or_default();
                let call = self.ledger.calls.get_mut(&id);
                match call.map(|call| call.advance(wire)) {
                    Some(true) => Ok(()),
                    Some(false) => Err(format!("call {id}: {wire} out of order")),
                    None => Err(format!("{wire} about a call {id} that nobody began")),
                }
            }
        }
    }

    fn heard(&mut self, agent: usize, message: &Value) -> Checked {
        let data = &message["data"];
        match message["type"].as_str().unwrap_or_default() {
            "READY" if self.agents[agent].app.is_slow => {
                let pages = &mut self.agents[agent];
                let page = pages.page;
                let message = json!({ "type": "NAVIGATE_TO_RECORD", "data": {} });
                for _ in 0..=MAX_QUEUED {
                    pages.pair.send(INSTANCE, &message);
                }
                self.after(8_000, Event::LogsIn(agent, page));
                Ok(())
            }
            "READY" => self.log_in(agent),
            "DIAL_NUMBER" => {
                let number = data["phoneNumber"].as_str().unwrap_or_default();
                let clicked = self
                    .ledger
                    .calls
                    .iter()
                    .find(|(_, call)| call.number == number);
                let id = clicked
                    .filter(|(_, call)| !call.is_begun)
                    .map(|(id, _)| *id);
                let id = id.ok_or_else(|| format!("{number} is dialled twice"))?;
                self.happen(agent, id, On::Dial, None)
            }
            "END_CALL" => {
                let open = self.agents[agent].app.calls.iter().rev();
                let newest = open.clone().find(|(_, call)| call.state.is_open());
                let id = call_of(&data["externalCallId"]).or(newest.map(|(id, _)| *id));
                id.map_or(Ok(()), |id| self.happen(agent, id, On::EndCall, None))
            }
            wire @ ("CREATE_ENGAGEMENT_FAILED" | "UPDATE_ENGAGEMENT_FAILED") => {
                let named = call_of(&data["externalCallId"]);
                let id = named.or_else(|| self.ledger.of_engagement(&data["engagementId"]));
                if let Some(id) = id {
                    let is_create = wire.starts_with("CREATE");
                    self.note(
                        id,
                        if is_create {
                            "CREATE_ENGAGEMENT_FAILED"
                        } else {
                            "UPDATE_ENGAGEMENT_FAILED"
                        },
                    );
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn log_in(&mut self, agent: usize) -> Checked {
        let pages = &mut self.agents[agent];
        let data = json!({ "isLoggedIn": true, "isAvailable": true });
        pages
            .pair
            .send(INSTANCE, &json!({ "type": "INITIALIZED", "data": data }));
        pages.app.queued.clear();
        Ok(())
    }

    fn settled(&mut self, agent: usize, wait: u32, outcome: Outcome) -> Checked {
        let Some((id, question)) = self.agents[agent].app.waits.remove(&wait) else {
            return Ok(());
        };
        if outcome != Outcome::Answered {
            self.note(id, outcome.as_str());
        }
        if question == Question::Engagement {
            return self.completed(agent, id);
        }
        Ok(())
    }

    /// The calls of the page before: the phone has them, or they are over.
    fn resume(&mut self, agent: usize, account: &Value) -> Checked {
        let age = account["ageMs"].as_f64().unwrap_or_default() as u64;
        let calls = account["calls"].as_object().cloned().unwrap_or_default();
        for said in calls.values() {
            let state = match said["state"].as_str().unwrap_or_default() {
                "dialing" => Is::Dialing,
                "ringing" => Is::Ringing,
                "connected" => Is::Connected,
                "ended" => Is::Ended,
                _ => continue,
            };
            let Some(id) = call_of(&said["externalCallId"]) else {
                return Err(format!("resumed what nobody began: {said}"));
            };
            let pages = &mut self.agents[agent];
            if pages.app.calls.contains_key(&id) {
                continue;
            }
            let (started, answered) = pages.times.get(&id).copied().unwrap_or_default();
            let status = said["callEndStatus"].as_str().and_then(EndStatus::parse);
            let call = Bound {
                state,
                is_inbound: said["direction"] == "inbound",
                number: None,
                receipt: None,
                timer: 0,
                status,
                started,
                answered,
                ended: None,
                lost_at: Some(self.now.saturating_sub(age)),
            };
            pages.app.calls.insert(id, call);
            let leg = self.ledger.calls.get(&id).map(|call| call.leg);
            if said["engagement"] == "pending" && state != Is::Ended {
                self.start(agent, id);
            }
            if state == Is::Ended || matches!(leg, None | Some(Leg::Over)) {
                if let Some(call) = self.ledger.calls.get_mut(&id) {
                    call.is_end_assumed = true;
                }
                self.happen(agent, id, On::Lost, None)?;
                continue;
            }
            if let Some(call) = self.agents[agent].app.calls.get_mut(&id) {
                call.lost_at = None;
            }
            // The phone tells the page that comes where its call is.
            if leg == Some(Leg::Talking) {
                self.after(50, Event::Phone(agent, id, On::Answered, None));
            }
        }
        Ok(())
    }

    // The record store.

    fn asked(&mut self, agent: usize, request: u32, ask: &StoreRequest<Value>) -> Checked {
        let fault = self.shift.rates.draw(&mut self.random, OF_THE_STORE);
        let is_done = !matches!(fault, Some(Fault::StoreRefuses | Fault::StoreNever));
        let (id, answer) = self.ledger.ask(ask, is_done)?;
        if let Some(fault) = fault {
            self.count(fault);
        }
        let stored = match (&answer, is_done) {
            (_, false) => Stored::Refused,
            (Value::Array(_), _) => Stored::Matches,
            (Value::Object(_), _) => Stored::Record(answer["id"].as_u64().unwrap_or_default()),
            _ => Stored::Nothing,
        };
        let within = match fault {
            Some(Fault::StoreSlow) => self.random.of(1_000, 20_000),
            Some(Fault::StoreLate) => self.random.of(31_000, 50_000),
            Some(Fault::StoreNever) => {
                // Its own page knows which it was.
                id.into_iter().for_each(|id| self.note(id, "STORE_SILENT"));
                return Ok(());
            }
            _ => self.random.of(50, 250),
        };
        let host = self.agents[agent].host;
        self.after(within, Event::Stored(agent, host, request, stored, id));
        Ok(())
    }

    fn store_answers(
        &mut self,
        agent: usize,
        host: u32,
        request: u32,
        stored: Stored,
        id: Option<Id>,
    ) -> Checked {
        let pages = &mut self.agents[agent];
        if pages.asleep_until > self.now {
            let wakes = pages.asleep_until - self.now;
            self.after(wakes + 800, Event::Stored(agent, host, request, stored, id));
            return Ok(());
        }
        if pages.host != host {
            if let (Stored::Refused, Some(id)) = (stored, id) {
                self.note(id, "STORE_FAILED");
            }
            return Ok(());
        }
        let answer = match stored {
            Stored::Nothing => Ok(Value::Null),
            Stored::Matches => Ok(json!([])),
            Stored::Record(id) => Ok(json!({ "id": id })),
            Stored::Refused => Err("full".to_owned()),
        };
        let before = pages
            .desk
            .reports
            .get("STORE_FAILED")
            .copied()
            .unwrap_or_default();
        pages.set_time(self.now);
        pages.pair.stored(HOST, request, answer);
        self.turn(agent)?;
        if let (Stored::Refused, Some(id)) = (stored, id) {
            let after = self.agents[agent].desk.reports.get("STORE_FAILED").copied();
            if after.unwrap_or_default() <= before {
                return Err(format!("call {id}: the store refused, and no STORE_FAILED"));
            }
            self.note(id, "STORE_FAILED");
        }
        Ok(())
    }

    // What goes wrong.

    fn count(&mut self, fault: Fault) {
        *self.tally.faults.entry(fault.field()).or_default() += 1;
    }

    fn fail(&mut self, fault: Fault) -> Checked {
        let agent = self.random.of(0, self.agents.len() as u64) as usize;
        if self.load(agent).is_none() {
            return Ok(());
        }
        self.count(fault);
        self.trace(|| format!("agent {agent}: {fault:?}"));
        let now = self.now;
        let span = self.random.of(200, 6_000);
        let page = self.agents[agent].page + 1;
        let pages = &mut self.agents[agent];
        pages.set_time(now);
        pages.well_since = now;
        match fault {
            Fault::Late => {
                let side = (span % 2) as usize;
                pages.pair.busy_until[side] = pages.pair.now + Millis(span as f64);
                self.blur(agent, span);
            }
            Fault::Doubled => pages.desk.doubles = [true; 2],
            Fault::Traps => {
                let at = pages.pair.now;
                pages.pair.widget_mut().trap(at);
                let waits = std::mem::take(&mut pages.app.waits);
                for (wait, what) in waits {
                    self.agents[agent].app.waits.insert(wait, what);
                    self.settled(agent, wait, Outcome::SessionLost)?;
                }
            }
            Fault::ClockJumps => {
                let by = self.random.of(0, 14_400_000) as f64 - 7_200_000.0;
                pages.offset += by;
                pages.pair.set_clock(Millis(by));
            }
            Fault::Sleeps => {
                pages.asleep_until = now + span * 40;
                pages.well_since = pages.asleep_until;
                self.blur(agent, span * 40);
            }
            Fault::HostReloaded
            | Fault::LogInPage
            | Fault::OtherAccount
            | Fault::QueueFull
            | Fault::StorageDenied
            | Fault::TabClosed
            | Fault::WidgetReloaded => {
                self.leave(agent, fault);
                let times = if fault == Fault::LogInPage { 10 } else { 1 };
                self.after(span * times, Event::Returns(agent, page));
            }
            _ => {}
        }
        self.turn(agent)
    }

    /// A page is left, and what goes with it: see `docs/reliability.md`.
    fn leave(&mut self, agent: usize, fault: Fault) {
        let pages = &mut self.agents[agent];
        let queued = std::mem::take(&mut pages.app.queued);
        pages.leave(
            self.now,
            !matches!(fault, Fault::StorageDenied | Fault::TabClosed),
        );
        let mut lost_with = None;
        match fault {
            Fault::HostReloaded | Fault::OtherAccount | Fault::TabClosed => {
                pages.replace_host(fault == Fault::OtherAccount);
                lost_with = Some("lost with the host's page");
            }
            Fault::LogInPage => pages.pair.load(),
            Fault::QueueFull => pages.app.is_slow = true,
            Fault::StorageDenied => lost_with = Some("lost with a page without storage"),
            _ => {}
        }
        for (id, call) in self.ongoing(agent) {
            let was_queued = queued
                .contains(&id)
                .then_some("lost in the queue of a page");
            call.lost_with = lost_with.or(was_queued).or(call.lost_with);
        }
    }

    /// The agent's page hears nothing for so long.
    fn blur(&mut self, agent: usize, ms: u64) {
        self.ongoing(agent).for_each(|(_, call)| call.blur_ms += ms);
    }

    /// The agent's calls of which not all may have been said.
    fn ongoing(&mut self, agent: usize) -> impl Iterator<Item = (Id, &mut Call)> {
        let since = self.now.saturating_sub(60_000);
        let is_ongoing = move |call: &Call| call.leg != Leg::Over || call.ended > since;
        let calls = self.ledger.calls.iter_mut().map(|(id, call)| (*id, call));
        calls.filter(move |(_, call)| call.agent == agent && is_ongoing(call))
    }

    /// Holds every call against what its customer and the record store know of it.
    fn judge(&mut self) -> Checked {
        for (id, call) in &self.ledger.calls {
            if !call.is_begun {
                // Its number was queued in the CRM, and went with a page.
                self.tally.lost_clicks += 1;
                if self.shift.is_calm() {
                    return Err(format!("click {id} is lost, and nothing went wrong"));
                }
                continue;
            }
            let outcome = call.verdict().map_err(|why| format!("call {id}: {why}"))?;
            let is_whole = [TRANSFERRED, ON_THE_TIMELINE].contains(&outcome.as_str());
            let is_excused = self.shift.is_published && outcome.ends_with("AMBIGUOUS");
            if self.shift.is_calm() && !is_whole && !is_excused {
                return Err(format!("call {id}: {outcome}, and nothing went wrong"));
            }
            *self.tally.outcomes.entry(outcome).or_default() += 1;
            self.tally.orphans += u64::from(call.orphans());
            self.tally.calls += 1;
        }
        Ok(())
    }

    /// Every agent can dial again.
    fn place_last(&mut self, agent: usize) -> Checked {
        let well = self.agents[agent].well_since + DIALS_WITHIN_MS;
        if self.load(agent) != Some(0) || self.now < well || !self.queue.is_empty() {
            self.after(1_000, Event::Last(agent));
            return Ok(());
        }
        let clicked = self.click(agent)?;
        let id = clicked.ok_or_else(|| {
            format!(
                "agent {agent} cannot dial {DIALS_WITHIN_MS} ms after the last fault: {:?}",
                self.tally.refused
            )
        })?;
        self.after(REACHED_MS, Event::Reached(agent, id));
        Ok(())
    }

    /// Once as many calls and receipts are remembered as ever are, nothing grows. A page
    /// that is loaded anew begins anew.
    fn check_weights(&self) -> Checked {
        let is_full = self.shift.calls as usize >= MANY_CALLS * self.agents.len();
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

const OF_THE_STORE: &[Fault] = &[
    Fault::StoreSlow,
    Fault::StoreRefuses,
    Fault::StoreLate,
    Fault::StoreNever,
];

const AROUND_AGENTS: &[Fault] = &[
    Fault::Late,
    Fault::Doubled,
    Fault::WidgetReloaded,
    Fault::HostReloaded,
    Fault::LogInPage,
    Fault::OtherAccount,
    Fault::TabClosed,
    Fault::Sleeps,
    Fault::ClockJumps,
    Fault::Traps,
    Fault::StorageDenied,
    Fault::QueueFull,
];

/// Calls of an agent by which everything is full that is bounded.
const MANY_CALLS: usize = 300;

const OWN_NUMBER: &str = "+12025550100";

/// A host gives a store, and a page that loads, half a minute each.
const DIALS_WITHIN_MS: u64 = 60_000;

/// How soon the app has the number.
const REACHED_MS: u64 = 1_000;

/// When everything about a call is over: after a laptop's sleep, the store's time-out and
/// the receipt's.
const SETTLED_MS: u64 = 600_000;
