//! Until when a window does not act for a call: others may act for it.

use alloc::vec::Vec;

use crate::protocol::limits::{LEAD_AFTER, WINDOWS_ANSWER_WITHIN};
use crate::protocol::{Millis, WindowId};

/// A time in which a window acts for no call that others may have.
///
/// ```text
///  Free --begins to lead beside others--> Leading --what the last leader said arrived--> Free
///   ^  \--it was silent: it asks who leads--> Asking --all answered, or none in time--+
///   +----------------------------------------------------------------------------------+
/// ```
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Hold {
    /// It acts.
    Free,
    /// It began to lead then.
    Leading {
        /// When.
        since: Millis,
    },
    /// It asked then who leads.
    Asking {
        /// When.
        since: Millis,
        /// The number of the question.
        question: u32,
        /// Those that did not answer yet.
        silent: Vec<WindowId>,
    },
}

impl Hold {
    pub(super) const fn new() -> Self {
        Self::Free
    }

    /// This window begins to lead.
    pub(super) fn begin_to_lead(&mut self, now: Millis) {
        *self = Self::Leading { since: now };
    }

    /// This window asks the others who leads.
    pub(super) fn ask(&mut self, now: Millis, question: u32, others: Vec<WindowId>) {
        *self = Self::Asking {
            since: now,
            question,
            silent: others,
        };
    }

    /// Another window answered a question.
    pub(super) fn answered(&mut self, window: &WindowId, number: u32) {
        if matches!(self, Self::Asking { question, .. } if *question == number) {
            self.lose(window);
        }
    }

    /// A window has nothing to answer any more.
    pub(super) fn lose(&mut self, window: &WindowId) {
        if let Self::Asking { silent, .. } = self {
            silent.retain(|other| other != window);
            if silent.is_empty() {
                *self = Self::Free;
            }
        }
    }

    /// A window is heard for the first time; the question that it is to answer too.
    pub(super) fn meet(&mut self, window: &WindowId) -> Option<u32> {
        match self {
            Self::Asking {
                question, silent, ..
            } => {
                silent.push(window.clone());
                Some(*question)
            }
            _ => None,
        }
    }

    /// Time passed.
    pub(super) fn check(&mut self, now: Millis) {
        let (since, length) = match self {
            Self::Free => return,
            Self::Leading { since } => (*since, LEAD_AFTER),
            Self::Asking { since, .. } => (*since, WINDOWS_ANSWER_WITHIN),
        };
        // A clock set back must not hold for longer.
        if now - since >= length || now < since {
            *self = Self::Free;
        }
    }

    /// When it ends at the latest.
    pub(super) fn due(&self) -> Option<Millis> {
        match self {
            Self::Free => None,
            Self::Leading { since } => Some(*since + LEAD_AFTER),
            Self::Asking { since, .. } => Some(*since + WINDOWS_ANSWER_WITHIN),
        }
    }

    pub(super) fn is_on(&self) -> bool {
        *self != Self::Free
    }
}
