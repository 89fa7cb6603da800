//! The promises for a desk at rest.

use std::rc::Rc;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::Role;

use super::window::Window;
use super::{Desk, Promise, STEPS, WAIT};

/// Maximum number of times that time passes: longer than a command may be pending.
const PASSES: usize = 10;

impl Desk {
    /// Delivers everything while hanging windows go on hanging, then wakes them, and lets the apps
    /// of the remaining windows say the rest. Returns the promise that is broken then.
    ///
    /// `None` while a message is pending: its arrival is its own step, and the state after it comes
    /// to the same rest.
    pub(super) fn at_rest(&self) -> Option<Promise> {
        if !self.is_quiet() {
            return None;
        }
        let mut desk = self.clone();
        desk.rest();
        if let Some(broken) = desk.unfulfilled() {
            return Some(broken);
        }
        for at in [0, 1] {
            desk.set_hangs(at, false);
        }
        desk.rest();
        for at in [0, 1] {
            let is_left = |window: &Rc<Window>| window.steps < STEPS.len();
            while desk.windows[at].as_ref().is_some_and(is_left) {
                desk.say(at);
                desk.pass(Millis(1.0));
            }
        }
        desk.rest();
        desk.unfulfilled()
    }

    /// Lets time pass until nothing depends on it.
    fn rest(&mut self) {
        self.pass(Millis(1.0));
        for _ in 0..PASSES {
            if !self.awaits() && self.unfulfilled() != Some(Promise::OneLeads) {
                return;
            }
            self.pass(WAIT);
        }
    }

    /// True if a window that does not hang waits for a timer, or for one that hangs.
    pub(super) fn awaits(&self) -> bool {
        let mut windows = self.windows.iter().flatten();
        windows.any(|window| window.hangs || window.pair.widget().awaits_windows())
    }

    /// The promise that the windows that do not hang have broken.
    fn unfulfilled(&self) -> Option<Promise> {
        if self.posted.iter().any(|times| *times > 1) {
            return Some(Promise::OneActs);
        }
        let live = || self.windows.iter().flatten().filter(|window| !window.hangs);
        let leaders = live().filter(|window| window.role() == Role::Leader);
        let can_lead = live().any(|window| window.has_host);
        // A window that hangs keeps the lock.
        let hangs = self.windows.iter().flatten().any(|window| window.hangs);
        let least = usize::from(can_lead && !hangs);
        if !(least..=usize::from(can_lead)).contains(&leaders.count()) {
            return Some(Promise::OneLeads);
        }
        let is_reported = live().any(|window| {
            let mut counts = window.pair.widget().counts().iter();
            counts.any(|(code, _)| *code == Code::NotDelivered)
        });
        if is_reported && can_lead && self.scope.hangs == 0 {
            return Some(Promise::NothingLost);
        }
        if !live().all(|window| window.host_knows_calls()) {
            return Some(Promise::HostKnows);
        }
        for step in 0..STEPS.len() {
            let is_said = live().any(|window| window.said[step]);
            match self.posted[step] {
                // Nothing is promised for messages of a window that is closed or hangs, nor for
                // later ones.
                0 if !is_said => return None,
                0 if !is_reported => return Some(Promise::NothingLost),
                _ => {}
            }
        }
        None
    }
}
