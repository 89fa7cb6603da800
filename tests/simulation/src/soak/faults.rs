//! The record store with its faults, and what goes wrong around an agent.

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::host::StoreRequest;
use calling_widget_sdk::session::widget::Outcome;
use serde_json::{Value, json};

use super::ledger::{Call, Id, Leg};
use super::rates::Fault;
use super::team::{Checked, Event, Stored, Team};
use crate::HOST;

impl Team<'_> {
    pub(super) fn asked(&mut self, at: usize, request: u32, ask: &StoreRequest<Value>) -> Checked {
        let fault = self.shift.rates.draw(&mut self.random, Fault::KINDS.0);
        let is_done = !matches!(fault, Some(Fault::StoreRefuses | Fault::StoreNever));
        let host = self.windows[at].host;
        let in_time = (fault != Some(Fault::StoreLate)).then_some(host);
        let (id, answer) = self.ledger.ask(ask, in_time, is_done)?;
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
        self.after(within, Event::Stored(at, host, request, stored, id));
        Ok(())
    }

    pub(super) fn store_answers(
        &mut self,
        at: usize,
        host: u32,
        request: u32,
        stored: Stored,
        id: Option<Id>,
    ) -> Checked {
        let pages = &mut self.windows[at];
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
        self.turn(at)?;
        if let (Stored::Refused, Some(id)) = (stored, id) {
            let after = self.windows[at].desk.reports.get("STORE_FAILED").copied();
            if after.unwrap_or_default() <= before {
                return Err(format!("call {id}: the store refused, and no STORE_FAILED"));
            }
            self.note(id, "STORE_FAILED");
        }
        Ok(())
    }

    pub(super) fn count(&mut self, fault: Fault) {
        *self.tally.faults.entry(fault.field()).or_default() += 1;
    }

    pub(super) fn fail(&mut self, fault: Fault) -> Checked {
        let at = self.random.of(0, self.windows.len() as u64) as usize;
        if self.load(at).is_none() {
            return Ok(());
        }
        self.count(fault);
        self.trace(|| format!("window {at}: {fault:?}"));
        let now = self.now;
        let span = self.random.of(200, 6_000);
        let page = self.windows[at].page + 1;
        let pages = &mut self.windows[at];
        pages.set_time(now);
        pages.well_since = now;
        match fault {
            Fault::Late => {
                let side = (span % 2) as usize;
                pages.pair.busy_until[side] = pages.pair.now + Millis(span as f64);
                self.blur(at, span);
            }
            Fault::Doubled => pages.desk.doubles = [true; 2],
            Fault::Traps => {
                let clock = pages.pair.now;
                pages.pair.widget_mut().trap(clock);
                let waits = std::mem::take(&mut pages.app.waits);
                for (wait, what) in waits {
                    self.windows[at].app.waits.insert(wait, what);
                    self.settled(at, wait, Outcome::SessionLost)?;
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
                self.blur(at, span * 40);
            }
            Fault::HostReloaded
            | Fault::LogInPage
            | Fault::OtherAccount
            | Fault::QueueFull
            | Fault::StorageDenied
            | Fault::TabClosed
            | Fault::WidgetReloaded => {
                self.leave(at, fault);
                let times = if fault == Fault::LogInPage { 10 } else { 1 };
                self.after(span * times, Event::Returns(at, page));
            }
            _ => {}
        }
        self.turn(at)
    }

    /// A page is left, and what goes with it: see `docs/reliability.md`.
    pub(super) fn leave(&mut self, at: usize, fault: Fault) {
        let pages = &mut self.windows[at];
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
        for (id, call) in self.ongoing(at) {
            let was_queued = queued
                .contains(&id)
                .then_some("lost in the queue of a page");
            call.lost_with = lost_with.or(was_queued).or(call.lost_with);
        }
    }

    /// The agent's page hears nothing for so long.
    pub(super) fn blur(&mut self, at: usize, ms: u64) {
        self.ongoing(at).for_each(|(_, call)| call.blur_ms += ms);
    }

    /// The agent's calls of which not all may have been said.
    pub(super) fn ongoing(&mut self, at: usize) -> impl Iterator<Item = (Id, &mut Call)> {
        let since = self.now.saturating_sub(60_000);
        // A page that slept says it later.
        let is_ongoing =
            move |call: &Call| call.leg != Leg::Over || call.ended + call.blur_ms > since;
        let calls = self.ledger.calls.iter_mut().map(|(id, call)| (*id, call));
        calls.filter(move |(_, call)| call.agent == at && is_ongoing(call))
    }
}
