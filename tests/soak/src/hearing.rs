//! Events of an agent's pages, and the app's reactions.

use calling_widget_sdk::phone::{CallEvent as On, PhoneCallState as Is};
use calling_widget_sdk::protocol::EndStatus;
use calling_widget_sdk::protocol::limits::MAX_QUEUED;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::{HostOutput, ReportOutput, StoreOutput};
use calling_widget_sdk::session::widget::{
    AppOutput, ChangeOutput, Outcome, Output, Question, Role,
};
use serde_json::{Value, json};
use simulation::{INSTANCE, Order, initialized};

use crate::ledger::{Id, Leg, call_of};
use crate::team::{Checked, Event, Team};
use crate::window::{Bound, Window};

impl Team<'_> {
    /// Carries out both pages' posts, and handles their other orders.
    pub(crate) fn turn(&mut self, at: usize) -> Checked {
        loop {
            let window = &mut self.windows[at];
            window.set_time(self.now);
            let Window { pair, wire, .. } = window;
            pair.drain(&mut |pair, side, order| wire.handle(pair, side, order));
            let orders = std::mem::take(&mut wire.orders);
            if orders.is_empty() {
                return Ok(());
            }
            for order in orders {
                self.trace(|| format!("window {at}: {order:?}"));
                match order {
                    Order::Host(output) => self.at_host(at, output)?,
                    Order::Widget(output) => self.at_widget(at, output)?,
                }
            }
        }
    }

    fn at_host(&mut self, at: usize, output: HostOutput) -> Checked {
        let output = match output {
            HostOutput::Report(output) => output,
            HostOutput::Store(StoreOutput::Store { request, ask }) => {
                return self.asked(at, request, &ask);
            }
            _ => return Ok(()),
        };
        if let ReportOutput::Diagnostic { code, .. } = output {
            self.tally.count("reports", code.as_str());
        }
        let ReportOutput::Notify { message, .. } = output else {
            return Ok(());
        };
        let message = message.json();
        let Some(id) = call_of(&message["data"]["externalCallId"]) else {
            return Ok(());
        };
        let wire = message["type"].as_str().unwrap_or_default();
        let window = &self.windows[at];
        let host = if self.shares { window.host } else { 0 };
        let call = self.ledger.calls.get_mut(&id);
        let has_notes = message["data"]["engagementProperties"].is_object();
        match call.map(|call| call.advance((at, host), wire, has_notes)) {
            Some(true) => Ok(()),
            Some(false) => Err(format!("call {id}: {wire} out of order")),
            None => Err(format!("{wire} about a call {id} that nobody began")),
        }
    }

    fn at_widget(&mut self, at: usize, output: Output) -> Checked {
        match output {
            Output::App(AppOutput::Deliver { message, .. }) => {
                return self.heard(at, &message.json());
            }
            Output::App(AppOutput::Resumed { account }) => {
                return self.resume(at, &account.json());
            }
            Output::App(AppOutput::Report { code, .. }) => {
                self.tally.count("reports", code.as_str());
                if code == Code::NotDelivered {
                    for (_, call) in self.ongoing(at) {
                        call.codes.insert("NOT_DELIVERED");
                    }
                }
            }
            Output::App(AppOutput::Settled { wait, outcome, .. }) => {
                return self.settled(at, wait, outcome);
            }
            // The host may have told another window.
            Output::Change(ChangeOutput::Call { call, .. })
                if call.field("engagement") == json!("updateFailed") =>
            {
                let id = call_of(&call.field("externalCallId").json());
                id.into_iter()
                    .for_each(|id| self.note(id, "UPDATE_ENGAGEMENT_FAILED"));
            }
            Output::Window(output) => self.order(at, output),
            _ => {}
        }
        Ok(())
    }

    pub(crate) fn heard(&mut self, at: usize, message: &Value) -> Checked {
        let data = &message["data"];
        let wire = message["type"].as_str().unwrap_or_default();
        if wire == "READY" {
            self.join(at);
        }
        match wire {
            "READY" if self.windows[at].app.is_slow => {
                let pages = &mut self.windows[at];
                let page = pages.page;
                let message = json!({ "type": "NAVIGATE_TO_RECORD", "data": {} });
                for _ in 0..=MAX_QUEUED {
                    pages.pair.send(INSTANCE, &message);
                }
                self.after(8_000, Event::LogsIn(at, page));
                Ok(())
            }
            "READY" => self.log_in(at),
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
                self.happen(at, id, On::Dial, None)
            }
            "END_CALL" => {
                let open = self.windows[at].app.calls.iter().rev();
                let newest = open.clone().find(|(_, call)| call.state.is_open());
                let id = call_of(&data["externalCallId"]).or(newest.map(|(id, _)| *id));
                id.map_or(Ok(()), |id| self.happen(at, id, On::EndCall, None))
            }
            "CREATE_ENGAGEMENT_FAILED" => self.note_failure(data, "CREATE_ENGAGEMENT_FAILED"),
            "UPDATE_ENGAGEMENT_FAILED" => self.note_failure(data, "UPDATE_ENGAGEMENT_FAILED"),
            _ => Ok(()),
        }
    }

    /// Notes a failure of the host's about the call that it names, by its id or its engagement's.
    fn note_failure(&mut self, data: &Value, code: &'static str) -> Checked {
        let named = call_of(&data["externalCallId"]);
        let id = named.or_else(|| self.ledger.of_engagement(&data["engagementId"]));
        if let Some(id) = id {
            self.note(id, code);
        }
        Ok(())
    }

    pub(crate) fn log_in(&mut self, at: usize) -> Checked {
        let pages = &mut self.windows[at];
        pages.pair.send(INSTANCE, &initialized());
        pages.app.queued.clear();
        pages.app.is_registered = true;
        Ok(())
    }

    pub(crate) fn settled(&mut self, at: usize, wait: u32, outcome: Outcome) -> Checked {
        let Some((id, question)) = self.windows[at].app.waits.remove(&wait) else {
            return Ok(());
        };
        // Another window's posts show in the calls.
        let is_shared = self.windows[at].pair.widget().role() != Role::Alone;
        let is_forwarded = is_shared && outcome == Outcome::NotSent;
        if outcome != Outcome::Answered && !is_forwarded {
            self.note(id, outcome.as_str());
        } else if question == Question::Engagement {
            return self.look(at, id, ENGAGED_S);
        }
        if question == Question::Engagement {
            return self.completed(at, id);
        }
        Ok(())
    }

    /// Waits until a call's engagement is settled, in whichever window has the call.
    pub(crate) fn look(&mut self, at: usize, id: Id, seconds: u32) -> Checked {
        let window = &self.windows[at];
        let said = window.said(id);
        let is_settled = said.is_some_and(|said| said["engagement"] != "pending");
        if is_settled || seconds == 0 {
            return self.completed(at, id);
        }
        let page = window.page;
        self.after(1_000, Event::Looks(at, page, id, seconds - 1));
        Ok(())
    }

    /// Resumes the calls of the page before: the phone has them, or they are over.
    pub(crate) fn resume(&mut self, at: usize, account: &Value) -> Checked {
        let age = account["ageMs"].as_f64().unwrap_or_default() as u64;
        let calls = account["calls"].as_array().cloned().unwrap_or_default();
        for said in calls {
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
            let pages = &mut self.windows[at];
            let known = pages.app.calls.get(&id);
            // A call taken by another window that is gone: it was taken from here, or still rings.
            let is_here = known.is_some_and(|call| {
                let is_elsewhere = state == Is::Connected && !call.state.is_answered();
                call.state != Is::Left && !is_elsewhere
            });
            if is_here || said.get("owner").is_some() {
                continue;
            }
            let number = known.and_then(|call| call.number.clone());
            let timer = known.map_or(0, |call| call.timer + 1);
            let answered = pages.answered.get(&id).copied();
            let status = said["callEndStatus"].as_str().and_then(EndStatus::parse);
            let call = Bound {
                state,
                is_inbound: said["direction"] == "inbound",
                number,
                receipt: None,
                timer,
                status,
                answered,
                ended: None,
                lost_at: Some(self.now.saturating_sub(age)),
            };
            pages.app.calls.insert(id, call);
            let account = pages.account;
            let truth = self.ledger.calls.get(&id);
            if truth.is_some_and(|call| call.account != Some(account)) {
                return Err(format!("call {id} of another user is resumed"));
            }
            let leg = truth.map(|call| call.leg);
            if said["engagement"] == "pending" && state != Is::Ended {
                self.start(at, id);
            }
            let has = self.windows[at].sessions.contains(&id);
            if !has || state == Is::Ended || matches!(leg, None | Some(Leg::Over)) {
                if let Some(call) = self.ledger.calls.get_mut(&id) {
                    call.is_end_assumed = true;
                }
                self.happen(at, id, On::Lost, None)?;
                continue;
            }
            if let Some(call) = self.windows[at].app.calls.get_mut(&id) {
                call.lost_at = None;
            }
            // The phone tells the next page its call's state.
            if leg == Some(Leg::Talking) {
                self.after(50, Event::Phone(at, id, On::Answered, None));
            }
        }
        Ok(())
    }
}

/// The time-out of an app that waits for an engagement of another window's host, in time awake.
pub(crate) const ENGAGED_S: u32 = 30;
