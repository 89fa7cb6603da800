//! Several windows of one user: each a widget with a host of its own, and a channel
//! between them.
//!
//! ```text
//!   host      host            a call comes in: the app of each window says the same of it,
//!    |         |              each in its own time
//!  widget -- widget           windows are closed, and others are opened in their place
//!       channel
//! ```
//!
//! What `docs/windows.md` promises holds for windows that know each other, so five things
//! are as they are in a browser as a rule: the channel keeps the order of each sender and
//! delivers within a timer's time; that a window is gone is heard after what it said; the
//! app speaks in a window once that has a role, and where another window takes its commands,
//! it says the next once it is shown what came of the last; and a window is closed once
//! the other one knows its role and what an earlier one left is taken over.

mod scope;
mod search;
mod window;

use std::collections::VecDeque;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::widget::{Input, Role, WindowInput};
use serde_json::{Value, json};

use simulation::Sent;

use crate::fingerprint::{Base, Canon};

pub use scope::{DESKS, DeskFault, DeskScope, Event, Promise};
pub use search::{Outcome, search};
use window::{INSTANCE, Said, Window, WindowSite};

/// Two windows, and the channel between them.
#[derive(Clone, Debug)]
pub struct Desk {
    scope: DeskScope,
    left: [u8; 3],
    now: Millis,
    windows: [Option<Window>; 2],
    /// What each window said and the other did not hear yet, with the name it is from.
    channel: [VecDeque<(String, Said)>; 2],
    /// How many windows there were.
    opened: u8,
    /// How often each step reached any host.
    posted: [u8; 4],
    /// How many steps of the call the apps have heard of.
    begun: usize,
    /// What a window that was closed left was taken over.
    is_settled: bool,
    broken: Option<Promise>,
}

/// The steps of the call, in the order in which an app says them.
const STEPS: [&str; 4] = [
    "INCOMING_CALL",
    "CALL_ANSWERED",
    "CALL_ENDED",
    "CALL_COMPLETED",
];

/// Longer than the wait for a leader, and than the grace after a window is gone.
const WAIT: Millis = Millis(3_500.0);

impl Desk {
    /// Two windows that know each other.
    #[must_use]
    pub fn new(scope: DeskScope) -> Self {
        let mut desk = Self {
            scope,
            left: [scope.closes, scope.opens, scope.waits],
            now: Millis(1_000.0),
            windows: [None, None],
            channel: Default::default(),
            opened: 0,
            posted: [0; 4],
            begun: 0,
            is_settled: true,
            broken: None,
        };
        for at in [0, 1] {
            desk.open(at, false);
        }
        desk.pass();
        desk
    }

    /// What is not so any more.
    #[must_use]
    pub const fn broken(&self) -> Option<Promise> {
        self.broken
    }

    /// Everything that may happen next.
    pub fn events(&self, events: &mut Vec<Event>) {
        events.clear();
        let [closes, opens, waits] = self.left;
        for at in [0, 1] {
            match &self.windows[at] {
                Some(window) => {
                    if window.steps < STEPS.len()
                        && window.role() != Role::Alone
                        && (self.scope.is_eager || !window.is_waiting)
                        && self.may_start(at)
                    {
                        events.push(Event::Say(at));
                    }
                    // A call goes on where there is a window to go on in.
                    if closes > 0 && self.is_settled && self.is_joined(1 - at) {
                        events.push(Event::Close(at));
                    }
                }
                None if opens > 0 => {
                    events.extend([Event::Open(at, false), Event::Open(at, true)]);
                }
                None => {}
            }
            if !self.channel[at].is_empty() {
                events.push(Event::Deliver(at));
            }
        }
        let is_agreed = self.is_settled && [0, 1].map(|at| self.is_joined(at)) == [true; 2];
        if waits > 0 && !is_agreed && self.is_quiet() {
            events.push(Event::Wait);
        }
    }

    /// Takes a step.
    pub fn take(&mut self, event: Event) {
        match event {
            Event::Say(at) => self.say(at),
            Event::Deliver(from) => self.deliver(from),
            Event::Close(at) => {
                self.left[0] -= 1;
                self.is_settled = false;
                if let Some(window) = self.windows[at].take() {
                    self.channel[at].push_back((window.name, Said::Gone));
                }
            }
            Event::Open(at, is_smaller) => {
                self.left[1] -= 1;
                self.open(at, is_smaller);
            }
            Event::Wait => {
                self.left[2] -= 1;
                self.is_settled = true;
                self.pass();
            }
        }
        if self.posted.iter().any(|times| *times > 1) {
            self.broken = Some(Promise::OneActs);
        }
    }

    /// Lets everything arrive, and the apps of the windows that are left say the rest;
    /// what does not hold then.
    #[must_use]
    pub fn at_rest(&self) -> Option<Promise> {
        let mut desk = self.clone();
        desk.pass();
        let roles: Vec<Role> = desk.windows.iter().flatten().map(Window::role).collect();
        let leaders = roles.iter().filter(|role| **role == Role::Leader);
        if !roles.is_empty() && leaders.count() != 1 {
            return Some(Promise::OneLeads);
        }
        for at in [0, 1] {
            let is_left = |window: &Window| window.steps < STEPS.len();
            while desk.windows[at].as_ref().is_some_and(is_left) {
                desk.say(at);
                desk.pass();
            }
        }
        if let Some(broken) = desk.broken {
            return Some(broken);
        }
        if desk.posted.iter().any(|times| *times > 1) {
            return Some(Promise::OneActs);
        }
        let is_begun = desk.posted[0] > 0;
        let is_whole = desk.posted == [1; 4];
        (is_begun && !roles.is_empty() && !is_whole).then_some(Promise::NothingLost)
    }

    /// The state's fingerprint.
    pub(crate) fn fingerprint(&self, canon: &mut Canon) -> u128 {
        let base = Base {
            now: self.now.0,
            last_ids: [0, 0],
            document: u32::MAX,
            posted: 0,
        };
        let digests: Vec<_> = self
            .windows
            .iter()
            .map(|window| {
                canon.digest(|out| match window {
                    Some(window) => window.write_state(out),
                    None => Ok(()),
                })
            })
            .collect();
        let said = canon.digest(|out| write!(out, "{:?}", self.channel));
        canon.begin();
        for digest in digests.iter().chain([&said]) {
            canon.add(digest, &base);
        }
        canon.add_bytes(self.left);
        canon.add_bytes(self.posted);
        canon.add_bytes([u8::from(self.is_settled), self.begun as u8, self.opened]);
        canon.finish()
    }

    /// A call that is placed begins in one window; the others' apps go on with it.
    fn may_start(&self, at: usize) -> bool {
        let is_next = self.windows[at]
            .as_ref()
            .is_some_and(|window| window.steps > 0 || window.knows_call());
        !self.scope.dials || self.begun == 0 || is_next
    }

    fn say(&mut self, at: usize) {
        let first = if self.scope.dials {
            "OUTGOING_CALL_STARTED"
        } else {
            STEPS[0]
        };
        let Some(window) = &mut self.windows[at] else {
            return;
        };
        // Who did not place the call goes on with its next step.
        if self.scope.dials && self.begun > 0 && window.steps == 0 {
            window.steps = 1;
        }
        let wire = if window.steps == 0 {
            first
        } else {
            STEPS[window.steps]
        };
        window.steps += 1;
        self.begun = self.begun.max(window.steps);
        let message = json!({ "type": wire, "data": { "externalCallId": "c-1" } });
        window.pair.now = self.now;
        window.is_waiting = window.pair.send(INSTANCE, &message) == Sent::Forwarded;
        let step = window.steps - 1;
        if window.is_waiting && self.scope.fault == Some(DeskFault::PostsItself) {
            self.posted[step] += 1;
        }
        self.carry_out(at);
    }

    fn open(&mut self, at: usize, is_smaller: bool) {
        let name = if is_smaller {
            format!("a{}", 9 - self.opened)
        } else {
            format!("m{}", self.opened)
        };
        self.opened += 1;
        // What the other said before is not heard by one that comes later.
        self.channel[1 - at].clear();
        // The app of a window that comes later hears of what comes after.
        let mut window = Window::new(self.now, name.clone());
        window.steps = self.begun;
        self.windows[at] = Some(window);
        self.enter(
            at,
            WindowInput::Join {
                window: name.clone(),
                can_lead: true,
                was: Role::Alone,
            },
        );
        self.channel[at].push_back((name, Said::Hello));
    }

    fn enter(&mut self, at: usize, input: WindowInput<Value>) {
        if let Some(window) = &mut self.windows[at] {
            window.pair.now = self.now;
            let now = self.now;
            window.pair.widget_mut().enter(now, Input::Window(input));
        }
        self.carry_out(at);
    }

    /// The first thing that a window said arrives at the other, if that is there.
    fn deliver(&mut self, from: usize) {
        let to = 1 - from;
        let Some((window, said)) = self.channel[from].pop_front() else {
            return;
        };
        let is_answer = matches!(said, Said::Calls(..) | Said::Gone);
        let is_under_way = |(_, said): &(String, Said)| matches!(said, Said::Command(..));
        if is_answer
            && !self.channel[to].iter().any(is_under_way)
            && let Some(window) = &mut self.windows[to]
        {
            window.is_waiting = false;
        }
        if let Said::Gone = said {
            if self.scope.fault != Some(DeskFault::GoneUnheard) {
                self.enter(to, WindowInput::Gone { window });
            }
            return;
        }
        self.enter(
            to,
            WindowInput::Present {
                window: window.clone(),
                is_watched: true,
            },
        );
        let input = match said {
            Said::Hello => WindowInput::Welcome {},
            Said::Calls(calls, is_leader) => WindowInput::Announced {
                window,
                calls,
                is_leader,
            },
            Said::Command(to, message) => WindowInput::Forwarded {
                to,
                message,
                message_id: String::new(),
            },
            Said::Gone => return,
        };
        self.enter(to, input);
    }

    /// Carries out what a window orders, once what is due in time is done; its host hears
    /// at once.
    fn carry_out(&mut self, at: usize) {
        let Some(window) = &mut self.windows[at] else {
            return;
        };
        let mut site = WindowSite::default();
        window.pair.now = self.now;
        window.pair.tick(&mut site);
        while window.pair.next_arrival().is_some() {
            window.pair.deliver(&mut site);
        }
        for said in site.said {
            self.channel[at].push_back((window.name.clone(), said));
        }
        for wire in site.posted {
            // The start of a call that is placed is its first step.
            let wire = if wire == "OUTGOING_CALL_STARTED" {
                STEPS[0]
            } else {
                &wire
            };
            let is_swallowed =
                self.scope.fault == Some(DeskFault::EndSwallowed) && wire == "CALL_ENDED";
            if let Some(step) = STEPS.iter().position(|step| *step == wire)
                && !is_swallowed
            {
                self.posted[step] += 1;
            }
        }
    }

    /// Whether a window is there that knows what it is.
    fn is_joined(&self, at: usize) -> bool {
        let window = self.windows[at].as_ref();
        window.is_some_and(|window| window.role() != Role::Alone)
    }

    fn is_quiet(&self) -> bool {
        self.channel.iter().all(VecDeque::is_empty)
    }

    /// Everything said arrives, and time passes; timers fire in their order.
    fn pass(&mut self) {
        let end = self.now + WAIT;
        loop {
            while let Some(from) = (0..2).find(|from| !self.channel[*from].is_empty()) {
                self.deliver(from);
            }
            let timers = self.windows.iter().flatten();
            let next = timers.filter_map(|window| window.pair.next_timer());
            let Some(next) = next.reduce(Millis::min).filter(|next| *next <= end) else {
                break;
            };
            self.now = if self.now < next { next } else { self.now };
            for at in [0, 1] {
                self.carry_out(at);
            }
        }
        self.now = end;
    }
}
