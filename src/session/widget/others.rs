//! Which of the user's other windows are there.

use alloc::vec::Vec;

use super::channel::{Header, HostState};
use crate::protocol::limits::{ASK_WINDOWS_EVERY, MAX_WINDOWS, WINDOW_GONE_AFTER};
use crate::protocol::{Millis, WindowId};

/// The other windows, as this one hears of them.
#[derive(Clone, Debug)]
pub(super) struct Others {
    windows: Vec<Other>,
    /// When they were asked last whether they are there.
    asked_at: Millis,
}

/// Another window.
#[derive(Clone, Debug)]
struct Other {
    id: WindowId,
    heard_at: Millis,
    host: HostState,
    /// The edge sees when it is gone. Any other is gone that is silent for long.
    is_watched: bool,
}

impl Others {
    pub(super) const fn new(now: Millis) -> Self {
        Self {
            windows: Vec::new(),
            asked_at: now,
        }
    }

    /// Takes note of another window; whether the edge is to see when it is gone.
    pub(super) fn note(&mut self, now: Millis, header: &Header, has_lock: bool) -> bool {
        let watches = has_lock && header.has_lock;
        let mut known = self.windows.iter_mut();
        if let Some(other) = known.find(|other| other.id == header.from) {
            other.heard_at = now;
            other.host = header.host;
            let is_new = watches && !other.is_watched;
            other.is_watched |= watches;
            return is_new;
        }
        if self.windows.len() >= MAX_WINDOWS {
            return false;
        }
        self.windows.push(Other {
            id: header.from.clone(),
            heard_at: now,
            host: header.host,
            is_watched: watches,
        });
        watches
    }

    /// Another window is said to lead: it is gone if it does not speak in time.
    pub(super) fn expect(&mut self, now: Millis, leader: &WindowId) {
        if self.heard_at(leader).is_none() && self.windows.len() < MAX_WINDOWS {
            self.windows.push(Other {
                id: leader.clone(),
                heard_at: now,
                host: HostState::Alive,
                is_watched: false,
            });
        }
    }

    /// Another window is gone; whether it was there.
    pub(super) fn lose(&mut self, window: &WindowId) -> bool {
        let before = self.windows.len();
        self.windows.retain(|other| other.id != *window);
        self.windows.len() < before
    }

    /// The windows that were silent for too long, where the others are to be asked again
    /// whether they are there.
    pub(super) fn ask(&mut self, now: Millis) -> Option<Vec<WindowId>> {
        let since = now - self.asked_at;
        // A clock set back must not end the questions.
        if since >= Millis(0.0) && since < ASK_WINDOWS_EVERY {
            return None;
        }
        self.asked_at = now;
        let was_asleep = since > ASK_WINDOWS_EVERY + ASK_WINDOWS_EVERY || since < Millis(0.0);
        let mut silent = Vec::new();
        for other in &mut self.windows {
            if was_asleep {
                // This window heard nobody, and nobody is gone for that.
                other.heard_at = now;
            } else if !other.is_watched && now - other.heard_at > WINDOW_GONE_AFTER {
                silent.push(other.id.clone());
            }
        }
        Some(silent)
    }

    /// When they are asked next.
    pub(super) fn asks_at(&self) -> Millis {
        self.asked_at + ASK_WINDOWS_EVERY
    }

    /// When a window was heard last; none for one that is not there.
    pub(super) fn heard_at(&self, window: &WindowId) -> Option<Millis> {
        let mut windows = self.windows.iter();
        let other = windows.find(|other| other.id == *window);
        other.map(|other| other.heard_at)
    }

    /// Whether each one's host can be reached, and its name.
    pub(super) fn iter(&self) -> impl Iterator<Item = (HostState, &WindowId)> {
        self.windows.iter().map(|other| (other.host, &other.id))
    }

    pub(super) const fn count(&self) -> usize {
        self.windows.len()
    }
}
