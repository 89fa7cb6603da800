//! Which of the user's windows are there, and which one of them leads.

use alloc::string::String;
use alloc::vec::Vec;

use super::channel::{Header, HostState};
use super::hold::Hold;
use super::others::Others;
use crate::protocol::limits::LEADER_SPEAKS_WITHIN;
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
///  Apart --join--> Waiting --a leader is heard of, or none in time--> Agreed
///    ^               ^                                                  |
///    |               +-------- the app leaves it to the windows --------+
///    +-- leave, from any                 the app chooses --> Chosen ----+
/// ```
///
/// Each leadership has a term, a number that grows. Who begins to lead names a term that no
/// window has heard of; of two that name the same one, the window with the smaller name
/// leads. Only a window with a host leads.
#[derive(Clone, Debug)]
pub(super) struct Roster {
    /// This window among the others.
    id: WindowId,
    phase: Phase,
    /// What the app says this window is.
    chosen: Option<Role>,
    role: Role,
    /// The latest leadership that is known, and who leads in it.
    term: u32,
    leader: Option<WindowId>,
    host: HostState,
    has_lock: bool,
    others: Others,
    /// Until when this window does not act for a call.
    pub(super) hold: Hold,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Phase {
    /// No other window is heard.
    Apart,
    /// A window that leads has until then to say so.
    Waiting { until: Millis },
    /// The windows agree on the leader.
    Agreed,
    /// The app says which one leads.
    Chosen,
}

/// What a message of another window did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Heard {
    /// What this window is now, where that changed or the other one has to hear it.
    pub(super) role: Option<Role>,
    /// The edge has to see when the window is gone.
    pub(super) is_to_be_watched: bool,
    /// The question that the window has to answer too.
    pub(super) question: Option<u32>,
    /// The window knows less of the leadership than this one.
    pub(super) is_behind: bool,
}

impl Roster {
    pub(super) fn new() -> Self {
        Self {
            id: WindowId::from(String::new()),
            phase: Phase::Apart,
            chosen: None,
            role: Role::Alone,
            term: 0,
            leader: None,
            host: HostState::None,
            has_lock: false,
            others: Others::new(Millis(0.0)),
            hold: Hold::new(),
        }
    }

    /// This window can be heard by the others; `was` is what it was before a trap. What
    /// it is now, where that is known at once.
    pub(super) fn join(
        &mut self,
        now: Millis,
        window: WindowId,
        has_lock: bool,
        was: Role,
    ) -> Option<Role> {
        let leads = was == Role::Leader && self.can_lead();
        self.leader = leads.then(|| window.clone());
        self.id = window;
        self.has_lock = has_lock;
        self.term = 0;
        self.others = Others::new(now);
        self.hold = Hold::new();
        let role = self.begin(now);
        if !self.can_lead() {
            return Some(Role::Follower);
        }
        role.or((was != Role::Alone).then_some(was))
    }

    /// The others are heard no more.
    pub(super) fn leave(&mut self) {
        *self = Self {
            chosen: self.chosen,
            host: self.host,
            ..Self::new()
        };
    }

    /// The app says what this window is, or leaves it to the windows. What it is now,
    /// where that is known at once.
    pub(super) fn choose(&mut self, now: Millis, role: Option<Role>) -> Option<Role> {
        self.chosen = role;
        match self.phase {
            Phase::Apart => None,
            _ => self.begin(now),
        }
    }

    fn begin(&mut self, now: Millis) -> Option<Role> {
        let Some(chosen) = self.chosen else {
            self.phase = Phase::Waiting {
                until: now + LEADER_SPEAKS_WITHIN,
            };
            return None;
        };
        self.phase = Phase::Chosen;
        let leads = chosen == Role::Leader && self.can_lead();
        if leads {
            self.raise_term();
        } else if self.leads() {
            self.raise_term();
            self.leader = None;
        }
        Some(if leads { Role::Leader } else { Role::Follower })
    }

    /// Whether this window's host can be reached changed. What the window is now, where
    /// that changed.
    pub(super) fn set_host(&mut self, now: Millis, host: HostState) -> Option<Role> {
        if self.host == host {
            return None;
        }
        self.host = host;
        let others = self.others.iter().map(|(other, _)| other);
        let is_worse = others.min().is_some_and(|best| best < host);
        match self.phase {
            Phase::Apart => None,
            Phase::Chosen => self.begin(now),
            // A window whose host is silent leads as long as no other one is better off.
            _ if self.leads() && (!self.can_lead() || is_worse) => {
                self.raise_term();
                self.leader = None;
                self.settle(now).or(Some(Role::Follower))
            }
            _ => self.settle(now).or(Some(self.role)),
        }
    }

    /// Another window spoke; one that only a port reaches has no place among the others.
    pub(super) fn hear(&mut self, now: Millis, header: &Header, is_relayed: bool) -> Heard {
        let mut heard = Heard::default();
        if !is_relayed {
            let is_new = self.heard_at(&header.from).is_none();
            heard.is_to_be_watched = self.others.note(now, header, self.has_lock);
            if is_new && self.heard_at(&header.from).is_some() {
                heard.question = self.hold.meet(&header.from);
            }
        }
        heard.is_behind = header.term < self.term;
        if header.term > self.term {
            self.term = header.term;
            heard.role = self.follow(now, header);
        } else if header.term == self.term {
            heard.role = self.compare(now, header);
        }
        heard
    }

    /// A later leadership was heard of.
    fn follow(&mut self, now: Millis, header: &Header) -> Option<Role> {
        if self.phase == Phase::Chosen {
            if !self.leads() {
                self.leader.clone_from(&header.leader);
            }
            return None;
        }
        let Some(leader) = &header.leader else {
            self.leader = None;
            return self.settle(now);
        };
        self.agree_on(now, leader);
        if !self.leads() {
            return Some(Role::Follower);
        }
        if self.can_lead() {
            // Another window wants this one to lead.
            if self.role != Role::Leader {
                self.hold.begin_to_lead(now);
            }
            return Some(Role::Leader);
        }
        self.leader = None;
        self.settle(now)
    }

    /// A window spoke that knows of the same leadership.
    fn compare(&mut self, now: Millis, header: &Header) -> Option<Role> {
        let leader = header.leader.as_ref()?;
        if self.phase == Phase::Chosen {
            if !self.leads() {
                self.leader = Some(leader.clone());
            }
            return None;
        }
        match &self.leader {
            Some(known) if known == leader => None,
            // The other one yields, once it hears this.
            Some(known) if *known == self.id && self.id < *leader => {
                (*leader == header.from).then_some(Role::Leader)
            }
            Some(known) if *leader != header.from || known < leader => None,
            None if *leader == self.id => {
                self.phase = Phase::Agreed;
                self.settle(now)
            }
            _ => {
                self.agree_on(now, leader);
                Some(Role::Follower)
            }
        }
    }

    /// A window is said to lead.
    fn agree_on(&mut self, now: Millis, leader: &WindowId) {
        self.leader = Some(leader.clone());
        self.phase = Phase::Agreed;
        if *leader != self.id {
            self.others.expect(now, leader);
        }
    }

    /// Another window is gone; whether it was there.
    pub(super) fn lose(&mut self, window: &WindowId) -> bool {
        if self.leader.as_ref() == Some(window) {
            self.leader = None;
        }
        self.hold.lose(window);
        self.others.lose(window)
    }

    /// Has the window lead that is the first of those that can, where none does. What this
    /// one is now, where that changed.
    pub(super) fn settle(&mut self, now: Millis) -> Option<Role> {
        if self.phase != Phase::Agreed || self.leader.is_some() {
            return None;
        }
        let windows = self.others.iter().chain([(self.host, &self.id)]);
        let first = windows.filter(|(host, _)| *host != HostState::None).min();
        let first = first.map(|(_, id)| id.clone());
        let Some(first) = first else {
            return Some(Role::Follower);
        };
        let is_first_of_all = self.term == 0 && self.others.count() == 0;
        self.raise_term();
        if first != self.id {
            self.leader = Some(first);
            return Some(Role::Follower);
        }
        if !is_first_of_all {
            // What other windows did, and what the last leader said, may be on its way.
            self.hold.begin_to_lead(now);
        }
        Some(Role::Leader)
    }

    /// This window leads, in a term that no window has heard of.
    pub(super) fn raise_term(&mut self) {
        self.term = self.term.saturating_add(1);
        self.leader = Some(self.id.clone());
    }

    /// Time passed; what this window is now, where that changed.
    pub(super) fn wait(&mut self, now: Millis) -> Option<Role> {
        match self.phase {
            Phase::Waiting { until } if until <= now => {
                self.phase = Phase::Agreed;
                self.settle(now)
            }
            _ => None,
        }
    }

    /// The windows that were silent for too long, where the others are to be asked again
    /// whether they are there.
    pub(super) fn ask(&mut self, now: Millis) -> Option<Vec<WindowId>> {
        if self.is_joined() {
            self.others.ask(now)
        } else {
            None
        }
    }

    /// This window was silent: it asks who leads, and acts for no call until the others
    /// have answered.
    pub(super) fn doubt(&mut self, now: Millis, question: u32) {
        let others = self.others.iter().map(|(_, id)| id.clone());
        self.hold.ask(now, question, others.collect());
    }

    /// When there is something to do in time.
    pub(super) fn due(&self) -> Option<Millis> {
        let asks_at = self.is_joined().then(|| self.others.asks_at());
        let agreed_at = match self.phase {
            Phase::Waiting { until } => Some(until),
            _ => None,
        };
        Millis::earliest(&[asks_at, agreed_at, self.hold.due()])
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

    pub(super) const fn term(&self) -> u32 {
        self.term
    }

    pub(super) const fn leader(&self) -> Option<&WindowId> {
        self.leader.as_ref()
    }

    /// What every message of this window says of it.
    pub(super) fn header(&self) -> Header {
        Header {
            from: self.id.clone(),
            term: self.term,
            leader: self.leader.clone(),
            has_lock: self.has_lock,
            host: self.host,
        }
    }

    /// When a window was heard last; none for one that is not there.
    pub(super) fn heard_at(&self, window: &WindowId) -> Option<Millis> {
        self.others.heard_at(window)
    }

    /// How many other windows are there.
    pub(super) const fn others(&self) -> usize {
        self.others.count()
    }

    /// Whether other windows are heard.
    pub(super) fn is_joined(&self) -> bool {
        self.phase != Phase::Apart
    }

    /// Whether the windows agree on a leader, and not the app.
    pub(super) fn agrees(&self) -> bool {
        self.phase == Phase::Agreed
    }

    /// Whether it is not known yet who leads, or what the last leader did.
    pub(super) fn is_undecided(&self) -> bool {
        matches!(self.phase, Phase::Waiting { .. }) || self.hold.is_on()
    }

    /// Whether this window's host can be reached.
    pub(super) fn can_lead(&self) -> bool {
        self.host != HostState::None
    }

    fn leads(&self) -> bool {
        self.leader.as_ref() == Some(&self.id)
    }
}
