//! Holds back the ends of calls while the page is being left.
//!
//! The host's page may be going too, and what it gets then is lost. So the page that follows has
//! these calls as they were before, and reports their ends.
//!
//! ```text
//!        the page is being left             it is gone: the next page reports the ends
//!  none -----------------------> Leaving --/
//!    ^                              |
//!    +--- it stays: they are posted-+   so they are once a call begins: it comes after them
//! ```

use super::Widget;
use super::command::Command;
use crate::lifecycle::{Call, Calls};
use crate::protocol::limits::PAGE_LEFT_WITHIN;
use crate::protocol::{Kind, Millis};

/// A page that is being left.
#[derive(Clone, Debug)]
pub(super) struct Leaving {
    before: Calls,
    /// False for a page that goes without a question (its frame is removed): its host stays, so
    /// the ends are posted; no page may follow.
    holds: bool,
    /// The time from which it counts as staying; none once it is gone.
    until: Option<Millis>,
}

impl Leaving {
    /// Resets the calls that are over to their earlier states.
    pub(super) fn take_back(&self, calls: &mut Calls) {
        let open = self.before.iter().filter(|call| call.state.is_open());
        for before in open {
            let is_over = |now: &Call| !now.state.is_under_way();
            if calls.get(before.key()).is_some_and(is_over) {
                calls.put_back(before);
            }
        }
    }
}

impl Widget {
    /// Notes that the page is being left: `is_certain` once it is hidden.
    pub(super) fn leave_page(&mut self, now: Millis, is_certain: bool) {
        // Another window takes over its calls.
        let has_heirs = self.windows.is_heard();
        let until = (!is_certain).then(|| now + PAGE_LEFT_WITHIN);
        match &mut self.leaving {
            Some(leaving) => leaving.until = until,
            None if has_heirs || self.persistence.is_on() => {
                self.leaving = Some(Leaving {
                    before: self.calls.clone(),
                    holds: has_heirs || !is_certain,
                    until,
                });
            }
            None => {}
        }
    }

    /// The page stays after all: posts the ends that were held back, here or in other windows.
    pub(super) fn stay_page(&mut self, now: Millis) {
        if self.leaving.take().is_some() {
            self.persistence.changed();
            self.flush(now);
        }
        self.say_again(now);
    }

    /// Takes a page that begins a call for one that stays, if it is not gone. Links to downloads and
    /// to other programs only seem to leave a page.
    pub(super) fn stay_for(&mut self, now: Millis, command: &Command) {
        if self.stays_at().is_some() && command.kind().is_some_and(Kind::is_start) {
            self.stay_page(now);
        }
    }

    /// True while the ends of calls are held back.
    pub(super) fn holds_ends(&self) -> bool {
        self.leaving.as_ref().is_some_and(|leaving| leaving.holds)
    }

    /// The time from which the page counts as staying.
    pub(super) fn stays_at(&self) -> Option<Millis> {
        self.leaving.as_ref()?.until
    }

    /// Handles the time-out.
    pub(super) fn check_stay(&mut self, now: Millis) {
        // A clock set back must not hold them for longer.
        let is_due = |until: Millis| now >= until || now + PAGE_LEFT_WITHIN < until;
        if self.stays_at().is_some_and(is_due) {
            self.stay_page(now);
        }
    }
}
