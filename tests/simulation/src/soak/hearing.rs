//! Events of an agent's pages, and the app's reactions.

use calling_widget_sdk::phone::{CallEvent as On, PhoneCallState as Is};
use calling_widget_sdk::protocol::EndStatus;
use calling_widget_sdk::protocol::limits::MAX_QUEUED;
use calling_widget_sdk::session::widget::{Outcome, Question};
use serde_json::{Value, json};

use super::ledger::{Leg, call_of};
use super::team::{Checked, Event, Team};
use super::window::{Bound, DeskEvent, INSTANCE};
use crate::WIDGET;

impl Team<'_> {
    /// Carries out what both pages order, and handles what comes of it.
    pub(super) fn turn(&mut self, at: usize) -> Checked {
        loop {
            let pages = &mut self.windows[at];
            pages.set_time(self.now);
            pages.pair.drain(&mut pages.desk);
            let events = std::mem::take(&mut pages.desk.events);
            if events.is_empty() {
                return Ok(());
            }
            for event in events {
                self.hear(at, event)?;
            }
        }
    }

    pub(super) fn hear(&mut self, at: usize, event: DeskEvent) -> Checked {
        self.trace(|| format!("window {at}: {event:?}"));
        match event {
            DeskEvent::Heard(message) => self.heard(at, &message),
            DeskEvent::Resumed(account) => self.resume(at, &account),
            DeskEvent::Asked(request, ask) => self.asked(at, request, &ask),
            DeskEvent::Settled(wait, outcome) => self.settled(at, wait, outcome),
            DeskEvent::ReadyAgain(ready) => {
                self.windows[at].pair.post(WIDGET, ready);
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

    pub(super) fn heard(&mut self, at: usize, message: &Value) -> Checked {
        let data = &message["data"];
        match message["type"].as_str().unwrap_or_default() {
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

    pub(super) fn log_in(&mut self, at: usize) -> Checked {
        let pages = &mut self.windows[at];
        let data = json!({ "isLoggedIn": true, "isAvailable": true });
        pages
            .pair
            .send(INSTANCE, &json!({ "type": "INITIALIZED", "data": data }));
        pages.app.queued.clear();
        Ok(())
    }

    pub(super) fn settled(&mut self, at: usize, wait: u32, outcome: Outcome) -> Checked {
        let Some((id, question)) = self.windows[at].app.waits.remove(&wait) else {
            return Ok(());
        };
        if outcome != Outcome::Answered {
            self.note(id, outcome.as_str());
        }
        if question == Question::Engagement {
            return self.completed(at, id);
        }
        Ok(())
    }

    /// The calls of the page before: the phone has them, or they are over.
    pub(super) fn resume(&mut self, at: usize, account: &Value) -> Checked {
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
                self.start(at, id);
            }
            if state == Is::Ended || matches!(leg, None | Some(Leg::Over)) {
                if let Some(call) = self.ledger.calls.get_mut(&id) {
                    call.is_end_assumed = true;
                }
                self.happen(at, id, On::Lost, None)?;
                continue;
            }
            if let Some(call) = self.windows[at].app.calls.get_mut(&id) {
                call.lost_at = None;
            }
            // The phone tells the page that comes where its call is.
            if leg == Some(Leg::Talking) {
                self.after(50, Event::Phone(at, id, On::Answered, None));
            }
        }
        Ok(())
    }
}
