//! A world as a state to search from: its possible steps, and its fingerprint.

use std::collections::HashSet;

use calling_widget_sdk::session::host::HostState;
use calling_widget_sdk::session::widget::WidgetState;
use serde_json::Value;
use simulation::{Flight, HOST, INSTANCE, WIDGET};

use super::World;
use super::app::Command;
use crate::fingerprint::{Canon, Digest};
use crate::invariant::Invariant;
use crate::scope::Budget;
use crate::search::State;
use crate::settle::settle;

/// A possible next action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// The widget's script runs.
    Boot,
    /// The frame's load event reaches the CRM's page.
    Load,
    /// A message arrives at this side: the first is the oldest.
    Deliver(usize, usize),
    /// A message arrives, and will again.
    Duplicate(usize, usize),
    /// A message is lost.
    Lose(usize, usize),
    /// The record store answers a question, or fails to.
    Answer(usize, bool),
    /// The next timer fires.
    Tick,
    /// 600 ms pass.
    Doze,
    /// 11 s pass, asleep.
    Sleep,
    /// 35 s pass, and timers fire every 5 s.
    Stall,
    /// The app is initialized.
    Initialize,
    /// The app does something about a call.
    App(Command, usize),
    /// The user clicks a number.
    Dial,
    /// The user hangs up in the CRM.
    HangUp,
    /// The widget's page is loaded anew.
    ReloadWidget,
    /// The widget's page ends without a word, and is loaded anew.
    CrashWidget,
    /// The edge writes the record for the next page.
    Keep,
    /// The CRM's page creates a new host around the same frame.
    RenewHost,
    /// The CRM's page is loaded anew.
    ReloadPage,
}

impl Action {
    /// What is left of the acts that this is one of, unless there may be any number.
    pub(super) const fn budget(self, left: &mut Budget) -> Option<&mut u8> {
        Some(match self {
            Self::Deliver(_, 1..) => &mut left.overtakes,
            Self::Duplicate(..) => &mut left.duplicates,
            Self::Lose(..) => &mut left.losses,
            Self::Answer(_, false) => &mut left.failures,
            Self::Tick => &mut left.ticks,
            Self::Doze => &mut left.dozes,
            Self::Sleep => &mut left.sleeps,
            Self::Stall => &mut left.stalls,
            Self::Dial => &mut left.dials,
            Self::HangUp => &mut left.hangups,
            Self::ReloadWidget => &mut left.reloads,
            Self::CrashWidget => &mut left.crashes,
            Self::RenewHost => &mut left.renewals,
            Self::ReloadPage => &mut left.pages,
            _ => return None,
        })
    }
}

impl State for World {
    type Step = Action;
    type Rule = Invariant;

    /// The fair step is the first.
    fn steps(&self, actions: &mut Vec<Action>) {
        actions.clear();
        actions.extend((!self.is_booted).then_some(Action::Boot));
        actions.extend(self.is_load_due.then_some(Action::Load));
        for side in [WIDGET, HOST] {
            for (at, flight) in self.pair.flights(side).enumerate() {
                let is_same =
                    |other: &Flight| other.from == flight.from && other.message == flight.message;
                if self.pair.flights(side).take(at).any(is_same) {
                    continue;
                }
                if at == 0 || self.left.overtakes > 0 {
                    actions.extend([Action::Deliver(side, at), Action::Duplicate(side, at)]);
                }
                actions.push(Action::Lose(side, at));
            }
        }
        for at in 0..self.crm.questions.len() {
            actions.extend([Action::Answer(at, true), Action::Answer(at, false)]);
        }
        actions.extend(self.is_record_due.then_some(Action::Keep));
        let is_timed = self.timer().is_some();
        actions.extend(is_timed.then_some(Action::Tick));
        if is_timed || self.pair.host().wake().is_some() || !self.watch.unposted.is_empty() {
            actions.extend([Action::Doze, Action::Sleep, Action::Stall]);
        }
        actions.extend(self.is_login_due.then_some(Action::Initialize));
        for call in (0..self.scope.calls).filter(|_| self.is_booted) {
            let may = |command: &Command| self.app.may(*command, call);
            let commands = [Command::Start, Command::End, Command::Complete];
            let commands = commands.into_iter().filter(may);
            actions.extend(commands.map(|command| Action::App(command, call)));
        }
        actions.extend([Action::Dial, Action::HangUp]);
        actions.extend([Action::ReloadWidget, Action::CrashWidget]);
        actions.extend([Action::RenewHost, Action::ReloadPage]);
        let mut left = self.left;
        actions.retain(|action| action.budget(&mut left).is_none_or(|left| *left > 0));
    }

    /// Nothing goes wrong: pages load, messages arrive in order, the store answers, timers fire.
    fn fair(&self) -> Option<Action> {
        if !self.is_booted {
            Some(Action::Boot)
        } else if self.is_load_due {
            Some(Action::Load)
        } else if self.pair.flights(WIDGET).next().is_some() {
            Some(Action::Deliver(WIDGET, 0))
        } else if self.pair.flights(HOST).next().is_some() {
            Some(Action::Deliver(HOST, 0))
        } else if self.is_login_due {
            Some(Action::Initialize)
        } else if !self.crm.questions.is_empty() {
            Some(Action::Answer(0, true))
        } else if self.is_record_due {
            Some(Action::Keep)
        } else {
            self.timer().map(|_| Action::Tick)
        }
    }

    fn take(&mut self, action: Action) {
        self.act(action);
    }

    fn broken(&self) -> &[Invariant] {
        &self.broken
    }

    fn probe(&self, tried: &mut HashSet<u128>, canon: &mut Canon) -> Vec<Invariant> {
        self.try_strangers(tried, canon)
    }

    fn settle(&self) -> Vec<Invariant> {
        settle(self).broken
    }

    /// True if both sides are in one session: the host has the acknowledgement and INITIALIZED of
    /// the running document, which has it for its host.
    fn is_in_session(&self) -> bool {
        self.is_booted
            && !self.is_load_due
            && self.pair.host().state() == HostState::Initialized
            && self.pair.widget().state() == WidgetState::Ready
            && self.pair.widget().is_open_to(INSTANCE)
            && self.watch.connected_to == Some(self.document())
            && self.watch.initialized_by == Some(self.document())
    }

    fn fingerprint(&mut self, canon: &mut Canon) -> u128 {
        let (host, widget) = self.digests(canon);
        let flights = [WIDGET, HOST].map(|side| {
            let mut digest = |flight: &Flight| (text(&flight.message, canon), flight.from);
            self.pair.flights(side).map(&mut digest).collect::<Vec<_>>()
        });
        let record = self.record.as_ref().map(|record| text(record, canon));
        let base = self.base();
        canon.begin();
        canon.add(&host, &base);
        canon.add(&widget, &base);
        for (mark, flights) in b"hw".iter().copied().zip(&flights) {
            canon.add_bytes([mark]);
            for (digest, from) in flights {
                canon.add(digest, &base);
                canon.add_instance(mark, *from);
            }
        }
        self.app.add_to(canon);
        self.crm.add_to(canon);
        self.left.add_to(canon);
        canon.add_bytes([u8::from(self.is_booted), u8::from(self.is_load_due)]);
        canon.add_instance(b'h', self.pair.serials[HOST]);
        canon.add_instance(b'w', self.document());
        self.watch.add_to(canon, &base);
        canon.add_bytes([u8::from(self.is_record_due), u8::from(self.is_login_due)]);
        if let Some(record) = &record {
            canon.add(record, &base);
        }
        canon.finish()
    }
}

fn text(message: &Value, canon: &mut Canon) -> Digest {
    canon.digest(|out| write!(out, "{message}"))
}
