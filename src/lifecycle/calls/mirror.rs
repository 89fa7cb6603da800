//! Calls of other pages: of the page before this one, and of the user's other windows.

use alloc::vec::Vec;

use super::{Call, Calls};
use crate::protocol::WindowId;
use crate::protocol::limits::MAX_OPEN_CALLS;

impl Calls {
    /// Adds the previous page's calls that are unknown here by id and by engagement, up to
    /// the limit. Returns the offset of their handles.
    pub(crate) fn take_over(&mut self, earlier: &Self) -> u32 {
        let grown = self.last_key;
        let mut at = 0;
        for call in &earlier.calls {
            let mut own = self.calls.iter().skip(at);
            let is_known = own.any(|own| {
                own.external_call_id.is_some() && own.external_call_id == call.external_call_id
                    || own.engagement.id().is_some() && own.engagement.id() == call.engagement.id()
            });
            if is_known {
                continue;
            }
            let is_alike = |other: &&Call| other.state.is_open() == call.state.is_open();
            if self.calls.iter().filter(is_alike).count() >= MAX_OPEN_CALLS {
                continue;
            }
            let mut call = call.clone();
            call.key = call.key.saturating_add(grown);
            self.touch(call.key);
            self.calls.insert(at, call);
            at = at.saturating_add(1);
        }
        self.last_key = self.last_key.saturating_add(earlier.last_key);
        grown
    }

    /// Takes the calls of another window as it announced them, and those of a third one that
    /// it names as their owner, where they are unknown. A call without an id is
    /// known to its own window only, and one that is over never opens again. Where two
    /// windows have a call, the one that got it in the later term keeps it; of the same
    /// term, the one with the smaller name.
    pub(crate) fn mirror(&mut self, own: &WindowId, window: &WindowId, theirs: &Self) {
        let is_named = |call: &&Call| call.external_call_id.is_some();
        self.forget(|call| {
            let is_theirs = call.owner.as_ref() == Some(window);
            let mut announced = theirs.calls.iter();
            is_theirs && !announced.any(|other| other.external_call_id == call.external_call_id)
        });
        for their in theirs.calls.iter().filter(is_named) {
            let mut known = self.calls.iter_mut().rev();
            let known = known.find(|call| call.external_call_id == their.external_call_id);
            let owner = their.owner.as_ref().unwrap_or(window);
            if their.owner.is_some() && (known.is_some() || owner == own) {
                continue;
            }
            let Some(known) = known else {
                let is_open = their.state.is_open();
                let alike = self
                    .calls
                    .iter()
                    .filter(|call| call.state.is_open() == is_open);
                if !is_open || alike.count() < MAX_OPEN_CALLS {
                    self.last_key = self.last_key.wrapping_add(1);
                    let mut call = their.clone();
                    call.key = self.last_key;
                    call.owner = Some(owner.clone());
                    call.is_announced = false;
                    self.touch(call.key);
                    self.calls.push(call);
                    self.forget_old(self.last_key);
                }
                continue;
            };
            let is_ours = known.is_own() && known.state.is_open() && own < window;
            let is_older = their.term < known.term || their.term == known.term && is_ours;
            let would_reopen = !known.state.is_open() && their.state.is_open();
            if is_older || would_reopen {
                continue;
            }
            let mut call = their.clone();
            call.key = known.key;
            call.owner = Some(window.clone());
            call.is_announced = known.is_announced;
            if *known != call {
                let key = call.key;
                *known = call;
                self.touch(key);
                self.forget_old(key);
            }
        }
    }

    /// Calls that begin are of this term.
    pub(crate) const fn set_term(&mut self, term: u32) {
        self.term = term;
    }

    /// Takes over the calls of a window that is gone, in the term that was set; returns
    /// their handles.
    pub(crate) fn adopt(&mut self, window: &WindowId) -> Vec<u32> {
        let mut adopted = Vec::new();
        for call in &mut self.calls {
            if call.owner.as_ref() == Some(window) {
                call.owner = None;
                call.is_adopted = true;
                call.term = self.term;
                adopted.push(call.key);
            }
        }
        for key in &adopted {
            self.touch(*key);
        }
        adopted
    }

    /// Forgets what other windows have.
    pub(crate) fn forget_others(&mut self) {
        self.forget(|call| !call.is_own());
    }
}
