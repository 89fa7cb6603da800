//! The record store with its faults, and faults around an agent.

use std::collections::BTreeSet;

use calling_widget_sdk::phone::TAKEN;
use calling_widget_sdk::protocol::{EndStatus, Millis};
use calling_widget_sdk::session::host::StoreRequest;
use serde_json::Value;
use simulation::HOST;

use crate::ledger::{Call, Id, Leg};
use crate::rates::Fault;
use crate::team::{Checked, Event, Team};

impl Team<'_> {
    pub(crate) fn asked(&mut self, at: usize, request: u32, ask: &StoreRequest) -> Checked {
        let fault = self
            .shift
            .draw(&mut self.random, Fault::StoreSlow, Fault::StoreNever);
        let is_done = !matches!(fault, Some(Fault::StoreRefuses | Fault::StoreNever));
        let host = self.windows[at].host;
        let in_time = (fault != Some(Fault::StoreLate)).then_some((at, host));
        let (id, answer) = self.ledger.ask(ask, in_time, is_done)?;
        if let Some(fault) = fault {
            self.count(fault);
        }
        let answer = is_done.then_some(answer).ok_or("full".to_owned());
        let within = match fault {
            Some(Fault::StoreSlow) => self.random.of(1_000, 20_000),
            Some(Fault::StoreLate) => {
                // The host has given it up by then.
                id.into_iter().for_each(|id| self.note(id, "STORE_LATE"));
                self.random.of(31_000, 50_000)
            }
            Some(Fault::StoreNever) => {
                // Its own page knows the call.
                id.into_iter().for_each(|id| self.note(id, "STORE_SILENT"));
                STORE_MS
            }
            _ => self.random.of(50, 250),
        };
        if let Some(call) = id.and_then(|id| self.ledger.calls.get_mut(&id)) {
            call.awaited
                .push((self.now, self.now + within.min(STORE_MS)));
        }
        if fault == Some(Fault::StoreNever) {
            return Ok(());
        }
        self.after(within, Event::Stored(at, host, request, answer, id));
        Ok(())
    }

    pub(crate) fn store_answers(
        &mut self,
        at: usize,
        host: u32,
        request: u32,
        answer: Result<Value, String>,
        id: Option<Id>,
    ) -> Checked {
        let refused = id.filter(|_| answer.is_err());
        let pages = &mut self.windows[at];
        if pages.host != host {
            refused
                .into_iter()
                .for_each(|id| self.note(id, "STORE_FAILED"));
            return Ok(());
        }
        if !pages.app.is_registered {
            // Its answer goes to a page that is gone, or not there yet.
            id.into_iter().for_each(|id| self.note(id, "STORE_UNHEARD"));
        }
        let pages = &mut self.windows[at];
        let before = self.tally.of("reports", "STORE_FAILED");
        pages.set_time(self.now);
        pages.pair.stored(HOST, request, answer);
        self.turn(at)?;
        if let Some(id) = refused {
            if self.tally.of("reports", "STORE_FAILED") <= before {
                return Err(format!("call {id}: the store refused, and no STORE_FAILED"));
            }
            self.note(id, "STORE_FAILED");
        }
        Ok(())
    }

    pub(crate) fn count(&mut self, fault: Fault) {
        self.tally.count("faults", fault.to_string());
    }

    pub(crate) fn fail(&mut self, fault: Fault) -> Checked {
        let at = self.random.of(0, self.windows.len() as u64) as usize;
        if !self.is_there(at) {
            return Ok(());
        }
        self.count(fault);
        let span = self.random.of(200, 6_000);
        let is_everywhere = matches!(
            fault,
            Fault::ClockJumps | Fault::OtherAccount | Fault::Sleeps
        );
        for other in self.windows_of(self.windows[at].agent) {
            if other == at || is_everywhere {
                self.strike(other, fault, span)?;
            }
        }
        Ok(())
    }

    /// Applies a fault to a window.
    fn strike(&mut self, at: usize, fault: Fault, span: u64) -> Checked {
        self.trace(|| format!("window {at}: {fault:?}"));
        let now = self.now;
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
            Fault::Doubled => pages.wire.doubles = [true; 2],
            Fault::ClockJumps => {
                let by = (span as f64 - 3_100.0) * 2_400.0;
                pages.offset += by;
                pages.pair.set_clock(Millis(by));
            }
            Fault::Hangs | Fault::Sleeps => {
                let ms = span * if fault == Fault::Hangs { 3 } else { 40 };
                pages.asleep_until = pages.asleep_until.max(now + ms);
                pages.well_since = pages.asleep_until;
                self.blur(at, ms);
            }
            Fault::HostReloaded
            | Fault::LogInPage
            | Fault::OtherAccount
            | Fault::QueueFull
            | Fault::StorageDenied
            | Fault::TabClosed
            | Fault::WidgetReloaded => {
                self.leave(at, fault);
                let times = match fault {
                    Fault::LogInPage => 10,
                    Fault::TabClosed if self.shares => 40,
                    _ => 1,
                };
                self.after(span * times, Event::Returns(at, page));
            }
            _ => {}
        }
        self.turn(at)
    }

    /// Leaves a page, with all that is lost with it: see `docs/reliability.md`.
    pub(crate) fn leave(&mut self, at: usize, fault: Fault) {
        let pages = &mut self.windows[at];
        let mut shown: BTreeSet<_> = pages.calls(|call| !call.is_own()).collect();
        let unsent = pages.unsent();
        // A page that was away for long ends and completes its calls late.
        let mut left = pages.recorded();
        left.extend(pages.calls(|call| call.engagement.name() == "updating"));
        left.extend(self.ongoing(at).map(|(id, _)| id));
        left.retain(|id| !self.goes_on(at, fault, *id));
        self.leave_twice(at);
        self.release(at);
        if self.shares {
            self.hang_up_all(at);
        } else {
            // It may be back too late to be counted then.
            self.blur(at, 1);
        }
        let pages = &mut self.windows[at];
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
            // A page hears in order: the posts of the page before, then the load.
            Fault::LogInPage if pages.pair.next_arrival().is_none() => pages.pair.load(),
            Fault::QueueFull => pages.app.is_slow = true,
            Fault::StorageDenied => lost_with = Some("lost with a page without storage"),
            _ => {}
        }
        for (id, call) in self.ledger.of(&left) {
            let was_unsent = unsent.contains(&id);
            let was_unsent = was_unsent.then_some("lost in the queue of a page");
            call.lost_with = lost_with.or(was_unsent).or(call.lost_with);
        }
        // The window that had them is gone, and this one was about to take them over.
        for other in self.windows_of(self.windows[at].agent) {
            let recorded = self.windows[other].recorded();
            shown.retain(|id| !recorded.contains(id) && !self.is_known(at, *id));
        }
        for (_, call) in self.ledger.of(&shown) {
            call.lost_with.get_or_insert("lost with both its windows");
        }
    }

    /// Marks calls that may be completed again: those whose completion the store has not answered,
    /// and those of pages too new to know the changes that this one made.
    fn leave_twice(&mut self, at: usize) {
        let mut again: BTreeSet<_> = self.ongoing(at).map(|(id, _)| id).collect();
        again.retain(|id| {
            let said = self.windows[at].said(*id);
            self.shares && said.is_some_and(|said| said["engagement"] == "updating")
        });
        for other in self.windows_of(self.windows[at].agent) {
            let window = &self.windows[other];
            if other != at && window.away_since.is_none() && self.now < window.well_since + 1_500 {
                again.extend(window.recorded());
            }
        }
        self.ledger.may_repeat(&again);
    }

    /// True if a call goes on in other windows when this one is left: not if its host may not have
    /// passed its end to the record store.
    fn goes_on(&self, at: usize, fault: Fault, id: Id) -> bool {
        let loses_host = !matches!(
            fault,
            Fault::LogInPage | Fault::QueueFull | Fault::StorageDenied | Fault::WidgetReloaded
        );
        let said = self.windows[at].said(id).unwrap_or_default();
        let is_over = TAKEN.contains(&said["state"].as_str().unwrap_or_default());
        fault != Fault::OtherAccount && self.is_known(at, id) && !(loses_host && is_over)
    }

    /// Ends the page's phone, as a SIP library does, and the calls that it took.
    fn hang_up_all(&mut self, at: usize) {
        let window = &mut self.windows[at];
        let sessions = std::mem::take(&mut window.sessions);
        for id in sessions.iter().chain(window.app.calls.keys()) {
            // No other window knows when it was answered.
            if let Some(call) = self.ledger.calls.get_mut(id) {
                call.blur_ms += 1;
            }
        }
        for id in sessions {
            if let Some(call) = self.ledger.calls.get_mut(&id)
                && call.taker == Some(at)
            {
                call.taker = None;
                call.is_end_assumed = true;
                match (call.leg, call.is_inbound) {
                    (Leg::Talking, _) => self.end(id, EndStatus::Completed),
                    (Leg::Ringing, false) => self.end(id, EndStatus::Canceled),
                    _ => {}
                }
            }
        }
    }

    /// Makes the agent's page deaf for this long.
    pub(crate) fn blur(&mut self, at: usize, ms: u64) {
        self.ongoing(at).for_each(|(_, call)| call.blur_ms += ms);
    }

    /// The agent's calls that may have unreported events.
    pub(crate) fn ongoing(&mut self, at: usize) -> impl Iterator<Item = (Id, &mut Call)> {
        let agent = self.windows[at].agent;
        let since = self.now.saturating_sub(60_000);
        // A page that slept reports later.
        let is_ongoing =
            move |call: &Call| call.leg != Leg::Over || call.ended + call.blur_ms > since;
        let calls = self.ledger.calls.iter_mut().map(|(id, call)| (*id, call));
        calls.filter(move |(_, call)| call.agent == agent && is_ongoing(call))
    }
}

/// The time that a host gives its store.
const STORE_MS: u64 = 30_000;
