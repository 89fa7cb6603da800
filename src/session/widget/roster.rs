//! Which of the user's windows are there, and which one of them leads.

use alloc::string::String;
use alloc::vec::Vec;

use crate::protocol::limits::{ASK_WINDOWS_EVERY, LEADER_SPEAKS_WITHIN, WINDOW_GONE_AFTER};
use crate::protocol::{Millis, WindowId};

/// What a window is among the user's windows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Role {
    /// It shares its calls with nobody.
    #[default]
    Alone,
    /// It takes the calls that come in, and those of windows that are gone.
    Leader,
    /// Another window does.
    Follower,
}

named!(Role { Alone = "alone", Leader = "leader", Follower = "follower", });

/// The user's windows, as this one hears of them.
///
/// ```text
///  Apart --join--> Waiting --the leader speaks, or nobody does in time--> Agreed
///    ^               ^                                                      |
///    |               +---------- the app leaves it to the windows ----------+
///    +-- leave, from any                     the app chooses --> Chosen ----+
/// ```
///
/// The window leads that says so first. Of several the one with the smallest name does,
/// and so it is where the leader is gone.
#[derive(Clone, Debug)]
pub(super) struct Roster {
    /// This window among the others.
    id: WindowId,
    phase: Phase,
    /// What the app says this window is.
    chosen: Option<Role>,
    role: Role,
    leader: Option<WindowId>,
    others: Vec<Other>,
    /// When the others were asked last whether they are there.
    asked_at: Millis,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// No other window is heard.
    Apart,
    /// The others are heard through a window that opened this one; one of them leads.
    Guest,
    /// A window that leads has until then to say so.
    Waiting { until: Millis },
    /// The windows agree on the leader.
    Agreed,
    /// The app says which one leads.
    Chosen,
}

/// Another window.
#[derive(Clone, Debug)]
struct Other {
    id: WindowId,
    heard_at: Millis,
    /// The edge sees when it is gone. Any other is gone that is silent for long.
    is_watched: bool,
}

impl Roster {
    pub(super) const fn new() -> Self {
        Self {
            id: WindowId(String::new()),
            phase: Phase::Apart,
            chosen: None,
            role: Role::Alone,
            leader: None,
            others: Vec::new(),
            asked_at: Millis(0.0),
        }
    }

    /// This window can be heard by the others; `was` is what it was before a trap. What
    /// it is now, where that is known at once.
    pub(super) fn join(
        &mut self,
        now: Millis,
        window: WindowId,
        can_lead: bool,
        was: Role,
    ) -> Option<Role> {
        self.leader = (was == Role::Leader).then(|| window.clone());
        self.id = window;
        self.others.clear();
        self.asked_at = now;
        if !can_lead {
            self.phase = Phase::Guest;
            return Some(Role::Follower);
        }
        self.chosen(now).or((was != Role::Alone).then_some(was))
    }

    /// The others are heard no more.
    pub(super) fn leave(&mut self) {
        *self = Self {
            chosen: self.chosen,
            ..Self::new()
        };
    }

    /// The app says what this window is, or leaves it to the windows. What it is now,
    /// where that is known at once.
    pub(super) fn choose(&mut self, now: Millis, role: Option<Role>) -> Option<Role> {
        self.chosen = role;
        match self.phase {
            Phase::Apart | Phase::Guest => None,
            _ => self.chosen(now),
        }
    }

    fn chosen(&mut self, now: Millis) -> Option<Role> {
        if self.chosen.is_some() {
            self.phase = Phase::Chosen;
            self.leader = None;
        } else {
            self.agree(now);
        }
        self.chosen
    }

    fn agree(&mut self, now: Millis) {
        self.phase = Phase::Waiting {
            until: now + LEADER_SPEAKS_WITHIN,
        };
    }

    /// Another window spoke.
    pub(super) fn hear(&mut self, now: Millis, window: WindowId, is_watched: bool) {
        match self.others.iter_mut().find(|other| other.id == window) {
            Some(other) => {
                other.heard_at = now;
                other.is_watched |= is_watched;
            }
            None => self.others.push(Other {
                id: window,
                heard_at: now,
                is_watched,
            }),
        }
    }

    /// Another window said whether it leads. What this one is now, where that changed
    /// or the other one has to hear it.
    pub(super) fn said(&mut self, window: &WindowId, is_leader: bool) -> Option<Role> {
        let is_known = self.others.iter().any(|other| other.id == *window);
        if !is_known || !self.agrees() {
            return None;
        }
        let led = self.leader.as_ref() == Some(window);
        if !is_leader && led {
            self.leader = None;
            return self.settle();
        }
        if !is_leader || led {
            return None;
        }
        if self.leader.as_ref() == Some(&self.id) && self.id < *window {
            // The other one yields, once it hears this.
            return Some(Role::Leader);
        }
        self.leader = Some(window.clone());
        Some(Role::Follower)
    }

    /// Another window is gone; whether it was there.
    pub(super) fn lose(&mut self, window: &WindowId) -> bool {
        let before = self.others.len();
        self.others.retain(|other| other.id != *window);
        if self.leader.as_ref() == Some(window) {
            self.leader = None;
        }
        self.others.len() < before
    }

    /// Has the window with the smallest name lead where none does. What this one is now,
    /// where that changed.
    pub(super) fn settle(&mut self) -> Option<Role> {
        if !self.agrees() || self.leader.is_some() {
            return None;
        }
        let others = self.others.iter().map(|other| &other.id);
        let first = others.chain([&self.id]).min().cloned();
        let role = if first.as_ref() == Some(&self.id) {
            Role::Leader
        } else {
            Role::Follower
        };
        self.leader = first;
        Some(role)
    }

    /// Time passed; what this window is now, where that changed.
    pub(super) fn wait(&mut self, now: Millis) -> Option<Role> {
        match self.phase {
            Phase::Waiting { until } if until <= now => {
                self.phase = Phase::Agreed;
                self.settle()
            }
            _ => None,
        }
    }

    /// The windows that were silent for too long, where the others are to be asked again
    /// whether they are there.
    pub(super) fn ask(&mut self, now: Millis) -> Option<Vec<WindowId>> {
        let since = now - self.asked_at;
        // A clock set back must not end the questions.
        if !self.asks() || since >= Millis(0.0) && since < ASK_WINDOWS_EVERY {
            return None;
        }
        self.asked_at = now;
        let was_asleep = since > ASK_WINDOWS_EVERY + ASK_WINDOWS_EVERY || since < Millis(0.0);
        let mut silent = Vec::new();
        for other in self.others.iter_mut().filter(|other| !other.is_watched) {
            if was_asleep {
                // This window heard nobody, and nobody is gone for that.
                other.heard_at = now;
            } else if now - other.heard_at > WINDOW_GONE_AFTER {
                silent.push(other.id.clone());
            }
        }
        Some(silent)
    }

    /// When there is something to do in time.
    pub(super) fn due(&self) -> Option<Millis> {
        let asks_at = self.asks().then_some(self.asked_at + ASK_WINDOWS_EVERY);
        match self.phase {
            Phase::Waiting { until } => asks_at.map(|at| at.min(until)),
            _ => asks_at,
        }
    }

    /// This window got another role.
    pub(super) const fn set_role(&mut self, role: Role) {
        self.role = role;
    }

    pub(super) const fn role(&self) -> Role {
        self.role
    }

    pub(super) const fn id(&self) -> &WindowId {
        &self.id
    }

    /// How many other windows are there.
    pub(super) const fn others(&self) -> usize {
        self.others.len()
    }

    /// Whether other windows are heard.
    pub(super) fn is_joined(&self) -> bool {
        self.phase != Phase::Apart
    }

    fn agrees(&self) -> bool {
        matches!(self.phase, Phase::Waiting { .. } | Phase::Agreed)
    }

    /// Whether the others are asked now and then: a guest is reached by a port alone.
    fn asks(&self) -> bool {
        !matches!(self.phase, Phase::Apart | Phase::Guest)
    }
}
