//! The app: it follows its phone by the table of `src/phone`, as `pkg/src/phone` does.

use calling_widget_sdk::phone::{
    CallEvent as On, PhoneCallState as Is, PhoneCode, Step, TAKEN, TAKEN_ELSEWHERE, after,
    timeline_status,
};
use calling_widget_sdk::protocol::{EndStatus, Kind};
use calling_widget_sdk::session::host::UserInput;
use calling_widget_sdk::session::widget::Question;
use serde_json::{Value, json};
use simulation::{INSTANCE, Sent};

use crate::hearing::ENGAGED_S;
use crate::ledger::{Id, Leg, direction, name};
use crate::team::{Checked, Event, Line, Team};
use crate::window::Bound;

impl Team<'_> {
    pub(crate) fn act(&mut self, id: Id, on: On) -> Checked {
        let Some(call) = self.ledger.calls.get(&id) else {
            return Ok(());
        };
        if call.leg == Leg::Over {
            return Ok(());
        }
        let agent = call.agent;
        let mut windows = self.windows_of(agent);
        windows.retain(|at| self.is_there(*at));
        let has = |said: Option<Value>| said.is_some_and(|said| said.get("owner").is_none());
        if on == On::EndCall && self.load(agent) == 1 {
            let owner = windows.iter().find(|at| has(self.windows[**at].said(id)));
            if let Some(at) = owner.copied() {
                // Refused while the host knows no call; the customer ends it then.
                let asked = self.windows[at].pair.command(UserInput::EndCall {});
                if asked.is_ok() && self.shift.is_calm() {
                    self.after(ENDS_WITHIN_MS, Event::HungUp(id, self.now));
                }
                return self.turn(at);
            }
        }
        windows.retain(|at| {
            let window = &self.windows[*at];
            window.app.calls.contains_key(&id) && window.sessions.contains(&id)
        });
        if windows.is_empty() {
            return Ok(());
        }
        let at = windows[self.random.of(0, windows.len() as u64) as usize];
        let on = if on == On::EndCall { On::HangUp } else { on };
        self.happen(at, id, on, None)
    }

    /// The table's event, where that depends on other windows' reports.
    pub(crate) fn event_of(&self, at: usize, id: Id, on: On) -> On {
        let window = &self.windows[at];
        let Some(state) = window.app.calls.get(&id).map(|call| call.state) else {
            return on;
        };
        let said = window.said(id).unwrap_or_default();
        let is_anothers = said.is_null() || said.get("taker").is_some();
        let said = said["state"].as_str().unwrap_or_default();
        let is_elsewhere = on == On::Elsewhere || on == On::Silent && state == Is::Left;
        let taken = if is_elsewhere && !state.is_answered() {
            TAKEN_ELSEWHERE
        } else {
            TAKEN
        };
        match on {
            On::Ended | On::Elsewhere | On::Declined if !state.is_open() => On::Ended,
            On::Ended | On::Elsewhere | On::Declined if taken.contains(&said) => On::Taken,
            On::Silent if is_elsewhere && (is_anothers || taken.contains(&said)) => On::Taken,
            On::Elsewhere => On::Left,
            On::Declined if !matches!(state, Is::Ringing | Is::Answering) => On::Ended,
            _ => on,
        }
    }

    /// Handles an event of a call by the table.
    pub(crate) fn happen(
        &mut self,
        at: usize,
        id: Id,
        on: On,
        status: Option<EndStatus>,
    ) -> Checked {
        let now = self.now;
        let truth = self.ledger.calls.get_mut(&id);
        let pages = &mut self.windows[at];
        pages.set_time(now);
        let state = pages.app.calls.get(&id).map_or(Is::None, |call| call.state);
        let rule = after(state, on);
        let is_failure = |code: &PhoneCode| {
            matches!(
                code,
                PhoneCode::Silent | PhoneCode::Threw | PhoneCode::UnknownCall
            )
        };
        if let (Some(code), Some(truth)) = (rule.code.filter(is_failure), truth) {
            truth.codes.insert(code.as_str());
        }
        if rule.to == Is::None {
            return Ok(());
        }
        if let Some(truth) = self.ledger.calls.get_mut(&id) {
            truth.is_begun = true;
            truth.account.get_or_insert(pages.account);
        }
        let number = self.ledger.calls.get(&id).map(|call| call.number.clone());
        let call = pages.app.calls.entry(id).or_insert_with(|| Bound {
            state,
            is_inbound: on == On::Incoming,
            number,
            receipt: None,
            timer: 0,
            status: None,
            answered: None,
            ended: None,
            lost_at: None,
        });
        if rule.to != state {
            call.timer += 1;
        }
        call.state = rule.to;
        for step in rule.steps {
            self.take(at, id, *step, status)?;
        }
        if rule.to == Is::Closed {
            let pages = &mut self.windows[at];
            pages.answered.remove(&id);
            pages.app.calls.remove(&id);
            self.distribute()?;
        }
        self.turn(at)
    }

    pub(crate) fn take(
        &mut self,
        at: usize,
        id: Id,
        step: Step,
        status: Option<EndStatus>,
    ) -> Checked {
        let now = self.now;
        let about = json!({ "externalCallId": name(id) });
        let engagement = self.windows[at]
            .said(id)
            .and_then(|said| said.get("engagementId").cloned());
        let pages = &mut self.windows[at];
        let has = pages.sessions.contains(&id);
        let Some(call) = pages.app.calls.get_mut(&id) else {
            return Ok(());
        };
        match step {
            Step::OutgoingCall | Step::IncomingCall => {
                pages.answered.remove(&id);
                self.start(at, id);
            }
            Step::CallAnswered => {
                let answered = *call.answered.get_or_insert(now);
                pages.answered.insert(id, answered);
                self.say(at, id, Kind::CallAnswered, about);
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
                self.say(at, id, Kind::CallEnded, data);
            }
            Step::CallTransferred => self.say(at, id, Kind::CallTransferred, about),
            Step::Complete => return self.complete(at, id),
            Step::CallCompleted => self.say_completed(at, id, about, engagement),
            Step::Dial => {
                pages.sessions.insert(id);
                self.took(at, id);
                self.after(1_000, Event::Phone(at, id, On::Ringing, None));
                self.ring(id);
            }
            Step::Answer => {
                self.took(at, id);
                self.after(100, Event::Line(id, Line::Answered));
            }
            Step::Reject | Step::RejectBusy if has => self.hang_up(id, EndStatus::Rejected),
            Step::HangUp if has => self.hang_up(id, EndStatus::Canceled),
            Step::Transfer => {
                if self.random.chance(0.85) {
                    self.after(500, Event::Line(id, Line::Transferred));
                } else {
                    self.after(500, Event::Phone(at, id, On::TransferFailed, None));
                }
            }
            Step::Await(ms) => {
                call.timer += 1;
                let timer = call.timer;
                let page = pages.page;
                if ms > 0 {
                    self.after(ms.into(), Event::Silent(at, page, id, timer));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn took(&mut self, at: usize, id: Id) {
        if let Some(call) = self.ledger.calls.get_mut(&id) {
            call.taker = Some(at);
        }
    }

    /// Hangs up: the phone obeys at once, and reports it a moment later.
    pub(crate) fn hang_up(&mut self, id: Id, unanswered: EndStatus) {
        match self.ledger.calls.get(&id).map(|call| call.leg) {
            Some(Leg::Ringing) => self.end(id, unanswered),
            Some(Leg::Talking) => self.end(id, EndStatus::Completed),
            _ => {}
        }
    }

    pub(crate) fn start(&mut self, at: usize, id: Id) {
        let pages = &mut self.windows[at];
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
        let receipt = self.say_tracked(at, id, kind, data);
        if let Some(call) = self.windows[at].app.calls.get_mut(&id) {
            call.receipt = Some(receipt);
        }
    }

    /// Sends a message about a call; returns its receipt.
    fn say_tracked(&mut self, at: usize, id: Id, kind: Kind, data: Value) -> u32 {
        let pair = &mut self.windows[at].pair;
        let now = pair.now;
        let receipt = pair.widget_mut().track(now, INSTANCE, kind);
        self.say(at, id, kind, data);
        let widget = self.windows[at].pair.widget_mut();
        widget.track_end(now, receipt);
        receipt
    }

    /// Sends a message of the app's about a call.
    pub(crate) fn say(&mut self, at: usize, id: Id, kind: Kind, data: Value) {
        let pages = &mut self.windows[at];
        let message = json!({ "type": kind.as_str(), "data": data });
        let sent = pages.pair.send(INSTANCE, &message);
        if sent == Sent::Queued {
            pages.app.queued.push(id);
        }
        self.trace(|| format!("window {at}: says {message}: {sent:?}"));
        if let Sent::Refused(code) = sent {
            self.note(id, code.as_str());
        }
    }

    /// Waits for the engagement, unless none will come.
    pub(crate) fn complete(&mut self, at: usize, id: Id) -> Checked {
        let pages = &mut self.windows[at];
        match pages.app.calls.get(&id).and_then(|call| call.receipt) {
            Some(receipt) => {
                self.wait(at, id, receipt, Question::Engagement);
                Ok(())
            }
            None => self.look(at, id, ENGAGED_S),
        }
    }

    pub(crate) fn completed(&mut self, at: usize, id: Id) -> Checked {
        let said = self.windows[at].said(id);
        if said.is_none_or(|said| said.get("engagementId").is_none()) {
            self.note(id, "PHONE_NO_ENGAGEMENT");
        }
        self.happen(at, id, On::Completed, None)
    }

    pub(crate) fn wait(&mut self, at: usize, id: Id, receipt: u32, question: Question) {
        let pages = &mut self.windows[at];
        let now = pages.pair.now;
        let wait = pages.pair.widget_mut().wait(now, receipt, question, None);
        pages.app.waits.insert(wait, (id, question));
    }

    pub(crate) fn say_completed(
        &mut self,
        at: usize,
        id: Id,
        mut data: Value,
        engagement: Option<Value>,
    ) {
        let pages = &mut self.windows[at];
        let Some(call) = pages.app.calls.get(&id) else {
            return;
        };
        data["hideWidget"] = json!(false);
        let has_properties = engagement.is_some();
        if let Some(engagement) = engagement {
            let (direction, field) = direction(call.is_inbound);
            let status = call.status.unwrap_or(EndStatus::Failed);
            let mut own = json!({
                "hs_call_direction": direction, "hs_call_status": timeline_status(status),
            });
            if let Some(number) = &call.number {
                own[field] = json!(number);
            }
            if let (Some(answered), Some(ended)) = (call.answered, call.ended) {
                own["hs_call_duration"] = json!(ended.saturating_sub(answered).to_string());
            }
            data["engagementId"] = engagement;
            data["engagementProperties"] = own;
        }
        let receipt = self.say_tracked(at, id, Kind::CallCompleted, data);
        if has_properties {
            self.wait(at, id, receipt, Question::Saved);
        }
    }

    /// Notes a failure that names the call.
    pub(crate) fn note(&mut self, id: Id, code: &'static str) {
        if let Some(call) = self.ledger.calls.get_mut(&id) {
            call.codes.insert(code);
        }
    }
}

const OWN_NUMBER: &str = "+12025550100";

/// The time within which END_CALL reaches the window that has the call, and ends it.
const ENDS_WITHIN_MS: u64 = 5_000;
