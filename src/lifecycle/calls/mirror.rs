//! Calls of other pages: the page before this one, and the user's other windows.

use alloc::vec::Vec;

use super::{Call, Calls};
use crate::protocol::limits::MAX_OPEN_CALLS;
use crate::protocol::{ExternalCallId, WindowId};

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
            call.is_resumed = true;
            self.touch(call.key);
            self.calls.insert(at, call);
            at = at.saturating_add(1);
        }
        self.last_key = self.last_key.saturating_add(earlier.last_key);
        grown
    }

    /// Merges the calls that another window announced, its own and those of a third one that it
    /// names as their owner, where they are open and unknown. A call without an id is known to its
    /// own window only, and one that is over never opens again: an open call under its id is
    /// another one where both are announced. A call that both windows claim stays here if this one
    /// `keeps` it.
    pub(crate) fn mirror(&mut self, own: &WindowId, window: &WindowId, keeps: bool, theirs: &Self) {
        let is_named = |call: &&Call| call.external_call_id.is_some();
        self.forget(|call| {
            let is_theirs = call.owner.as_ref() == Some(window);
            let mut announced = theirs.calls.iter();
            is_theirs && !announced.any(|other| other.external_call_id == call.external_call_id)
        });
        let mut left = theirs.calls.as_slice();
        while let Some((their, newer)) = left.split_first() {
            left = newer;
            let has_id = |call: &Call| call.external_call_id == their.external_call_id;
            // Of calls under one id, the newest counts.
            if !is_named(&their) || newer.iter().any(has_id) {
                continue;
            }
            let follows_another = theirs.calls.iter().filter(|call| has_id(call)).count() > 1;
            let is_another =
                |known: &Call| follows_another && their.state.is_open() && !known.state.is_open();
            let mut known = self.calls.iter_mut().rev();
            let known = known.find(|call| has_id(call));
            let known = known.filter(|known| !is_another(known));
            let owner = their.owner.as_ref().unwrap_or(window);
            let is_news = known.is_none() && owner != own && their.state.is_open();
            if their.owner.is_some() && !is_news {
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
                    // A closed call is older than open ones, and forgotten first.
                    let mut calls = self.calls.iter();
                    let open = calls.position(|call| !is_open && call.state.is_open());
                    self.calls.insert(open.unwrap_or(self.calls.len()), call);
                    self.forget_old(self.last_key);
                }
                continue;
            };
            let is_ours = known.is_own() && known.state.is_open() && keeps;
            let would_reopen = !known.state.is_open() && their.state.is_open();
            if is_ours || would_reopen {
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

    /// Takes over the calls of windows that are gone; returns their handles.
    pub(crate) fn adopt(
        &mut self,
        own: &WindowId,
        is_gone: impl Fn(&WindowId) -> bool,
    ) -> Vec<u32> {
        self.change(&mut |call| {
            let is_adopted = call.owner.take_if(|owner| is_gone(owner)).is_some();
            if is_adopted {
                call.is_adopted = true;
                call.taker.take_if(|taker| taker == own);
            }
            is_adopted
        })
    }

    /// Leaves a call to another window.
    pub(crate) fn leave_to(&mut self, key: u32, window: &WindowId) {
        if let Some(call) = self.get_mut(key) {
            call.owner = Some(window.clone());
            self.touch(key);
        }
    }

    /// Records that another window's app answered a call of this window, or this window's did.
    pub(crate) fn set_taker(&mut self, id: &ExternalCallId, taker: Option<&WindowId>) {
        let mut calls = self.calls.iter_mut().rev();
        if let Some(call) = calls.find(|call| call.external_call_id.as_ref() == Some(id)) {
            call.taker = taker.cloned();
            let key = call.key;
            self.touch(key);
        }
    }

    /// Forgets a gone window; returns the handles of the calls here that its app had answered.
    pub(crate) fn forget_taker(&mut self, window: &WindowId) -> Vec<u32> {
        self.change(&mut |call| {
            call.is_own() && call.taker.take_if(|taker| taker == window).is_some()
        })
    }

    /// Forgets the calls of other windows.
    pub(crate) fn forget_others(&mut self) {
        self.forget(|call| !call.is_own());
    }
}
