//! Several windows of one user: each a widget with a host of its own, and a channel
//! between them.
//!
//! ```text
//!   host      host            a call comes in: the app of each window says the same of it,
//!    |         |              each in its own time
//!  widget -- widget           windows hang and come back, are closed, and others are opened
//!       channel               in their place
//! ```
//!
//! The promises of `docs/windows.md` presuppose three facts of browsers, so these hold here: the
//! channel keeps the order of each sender, and windows that do not hang receive a message before a
//! timer of seconds fires; a lock is granted after its last holder's messages; and a window's step
//! is atomic.

mod fault;
mod rest;
mod scope;
mod window;

use std::rc::Rc;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::widget::{Input, WindowInput};
use serde_json::json;
use simulation::{Browser, Due, INSTANCE, Pair, Sent, Tab};

use crate::fingerprint::{Base, Canon};
use crate::search::State;

pub use fault::DeskFault;
pub use scope::{DESKS, DeskScope, Event, Promise};
use window::{Effects, Window};

/// Two windows, and the channel between them.
#[derive(Clone, Debug)]
pub struct Desk {
    scope: DeskScope,
    left: [u8; 4],
    now: Millis,
    windows: [Option<Rc<Window>>; 2],
    browser: Browser,
    /// The number of windows so far.
    opened: u8,
    /// The number of times that each step reached any host.
    posted: [u8; STEPS.len()],
    /// The number of the call's steps that the apps know.
    begun: usize,
    broken: Vec<Promise>,
}

/// The steps of the call, in an app's order.
const STEPS: [&str; 2] = ["INCOMING_CALL", "CALL_ENDED"];

/// Longer than a command may be pending.
const WAIT: Millis = Millis(4_500.0);

impl Desk {
    /// Two windows that know each other.
    #[must_use]
    pub fn new(scope: DeskScope) -> Self {
        let mut desk = Self {
            scope,
            left: [scope.closes, scope.opens, scope.hangs, scope.waits],
            now: Millis(1_000.0),
            windows: [None, None],
            browser: Browser::default(),
            opened: 0,
            posted: [0; STEPS.len()],
            begun: 0,
            broken: Vec::new(),
        };
        for at in [0, 1] {
            desk.open(at);
            desk.pass(WAIT);
        }
        desk
    }

    /// True if an app may start the call: only one window places it; the others continue it.
    fn may_start(&self, at: usize) -> bool {
        let is_next = self.windows[at]
            .as_ref()
            .is_some_and(|window| window.steps > 0 || window.knows_call());
        !self.scope.dials || self.begun == 0 || is_next
    }

    fn say(&mut self, at: usize) {
        let is_dialled = self.scope.dials;
        let first = if is_dialled {
            "OUTGOING_CALL_STARTED"
        } else {
            STEPS[0]
        };
        let (now, is_begun) = (self.now, self.begun > 0);
        let Some(window) = self.window_mut(at) else {
            return;
        };
        // The other windows' apps continue with the next step.
        if is_dialled && is_begun && window.steps == 0 {
            window.steps = 1;
        }
        let step = window.steps;
        let wire = if step == 0 { first } else { STEPS[step] };
        window.steps += 1;
        window.said[step] = true;
        let mut data = json!({ "externalCallId": "c-1" });
        if step == 0 {
            data["createEngagement"] = json!(true);
        }
        let message = json!({ "type": wire, "data": data });
        window.pair.now = now;
        let sent = window.pair.send(INSTANCE, &message);
        self.begun = self.begun.max(step + 1);
        if sent == Sent::Forwarded && self.scope.fault == Some(DeskFault::PostsItself) {
            self.posted[step] += 1;
        }
        self.carry_out(at);
    }

    fn open(&mut self, at: usize) {
        let name = self.opened.to_string();
        self.opened += 1;
        self.browser.open(at, name.clone());
        // The app of a later window learns only of later steps.
        let has_host = at == 0 || !self.scope.has_popout;
        let pretends = self.scope.fault == Some(DeskFault::HostPretended);
        let mut window = Window::new(self.now, name.clone(), has_host, pretends);
        window.steps = self.begun;
        self.windows[at] = Some(Rc::new(window));
        self.enter(at, WindowInput::Join { window: name });
        self.enter(at, WindowInput::Meet {});
    }

    fn enter(&mut self, at: usize, input: WindowInput) {
        let now = self.now;
        if let Some(window) = self.window_mut(at) {
            window.pair.now = now;
            window.pair.widget_mut().enter(now, Input::Window(input));
        }
        self.carry_out(at);
    }

    /// Enters an event that is due to a window.
    fn receive(&mut self, at: usize, due: Due) {
        let fault = self.scope.fault;
        let Some(tab) = self.browser.tab_mut(at) else {
            return;
        };
        let said = tab.said.front_mut();
        let message_id = said.as_ref().map_or_else(String::new, |said| {
            format!("{}_{}", said["from"], said["number"])
        });
        let is_lost = fault.is_some_and(|fault| fault.takes(due, said));
        let input = tab.take(due, message_id);
        if let Some(input) = input.filter(|_| !is_lost) {
            self.enter(at, input);
        }
    }

    /// True if an event is due to a window that does not hang: a lock comes after all messages.
    fn may_receive(&self, at: usize, due: Due) -> bool {
        let overtakes = self.scope.fault == Some(DeskFault::ReleaseOvertakes);
        let may =
            |tab: &Tab| tab.has(due) && (due == Due::Said || tab.said.is_empty() || overtakes);
        !self.hangs(at) && self.browser.tab(at).is_some_and(may)
    }

    /// Carries out a window's orders and due timers; its host hears at once.
    fn carry_out(&mut self, at: usize) {
        let now = self.now;
        let Some(window) = self.window_mut(at) else {
            return;
        };
        let mut effects = Effects::default();
        let mut handle = |pair: &mut Pair, side, order| effects.handle(pair, side, order);
        window.pair.now = now;
        window.pair.tick();
        window.pair.drain(&mut handle);
        while window.pair.deliver().is_some() {
            window.pair.drain(&mut handle);
        }
        for order in effects.orders {
            self.browser.order(at, order);
        }
        for message in effects.posted {
            let wire = message["type"].as_str().unwrap_or_default();
            // The window took the call over: its host learns of it, and creates nothing.
            if message["data"]["createEngagement"] == false {
                if let Some(window) = self.window_mut(at) {
                    window.announced += 1;
                }
                continue;
            }
            // A placed call's first step is its start.
            let wire = if wire == "OUTGOING_CALL_STARTED" {
                STEPS[0]
            } else {
                wire
            };
            let is_swallowed = self.windows[at].as_ref().is_none_or(|one| !one.has_host)
                || self.scope.fault == Some(DeskFault::EndSwallowed) && wire == "CALL_ENDED";
            if let Some(step) = STEPS.iter().position(|step| *step == wire)
                && !is_swallowed
            {
                self.posted[step] += 1;
            }
        }
    }

    fn set_hangs(&mut self, at: usize, hangs: bool) {
        if let Some(window) = self.window_mut(at) {
            window.hangs = hangs;
        }
    }

    /// A window, mutable.
    fn window_mut(&mut self, at: usize) -> Option<&mut Window> {
        let window = Rc::make_mut(self.windows[at].as_mut()?);
        window.forget_digest();
        Some(window)
    }

    fn hangs(&self, at: usize) -> bool {
        self.windows[at].as_ref().is_some_and(|window| window.hangs)
    }

    /// True if every message has arrived where it can.
    fn is_quiet(&self) -> bool {
        [0, 1]
            .iter()
            .all(|at| self.hangs(*at) || self.browser.is_quiet(*at))
    }

    /// Delivers every message, and lets time pass; timers fire in their order.
    fn pass(&mut self, time: Millis) {
        let end = self.now + time;
        loop {
            for at in [0, 1] {
                for (at, due) in [(1 - at, Due::Said), (at, Due::Gone), (at, Due::Lead)] {
                    while self.may_receive(at, due) {
                        self.receive(at, due);
                    }
                }
            }
            if !self.is_quiet() {
                continue;
            }
            let live = self.windows.iter().flatten().filter(|window| !window.hangs);
            let due = live.filter_map(|window| window.pair.next_timer());
            let Some(due) = due.reduce(Millis::min).filter(|due| *due <= end) else {
                break;
            };
            self.now = if self.now < due { due } else { self.now };
            for at in [0, 1] {
                if !self.hangs(at) {
                    self.carry_out(at);
                }
            }
        }
        self.now = end;
    }
}

impl State for Desk {
    type Step = Event;
    type Rule = Promise;

    fn steps(&self, events: &mut Vec<Event>) {
        events.clear();
        let [closes, opens, hangs, waits] = self.left;
        for at in [0, 1] {
            match &self.windows[at] {
                Some(window) if window.hangs => events.push(Event::Wake(at)),
                Some(window) => {
                    if window.steps < STEPS.len() && self.may_start(at) {
                        events.push(Event::Say(at));
                    }
                    if hangs > 0 {
                        events.push(Event::Hang(at));
                    }
                    if window.pair.next_timer().is_some_and(|at| at <= self.now) {
                        events.push(Event::Tick(at));
                    }
                }
                None if opens > 0 => events.push(Event::Open(at)),
                None => {}
            }
            // A call goes on where there is a window to go on in.
            if closes > 0 && self.windows.iter().all(Option::is_some) {
                events.push(Event::Close(at));
            }
            let may = |due: &Due| self.may_receive(at, *due);
            let due = Due::ALL.into_iter().filter(may);
            events.extend(due.map(|due| Event::Receive(at, due)));
        }
        if waits > 0 && self.awaits() && self.is_quiet() {
            events.push(Event::Wait);
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Say(at) => self.say(at),
            Event::Receive(at, due) => self.receive(at, due),
            Event::Tick(at) => self.carry_out(at),
            Event::Close(at) => {
                self.left[0] -= 1;
                self.windows[at] = None;
                self.browser.close(at);
            }
            Event::Open(at) => {
                self.left[1] -= 1;
                self.open(at);
            }
            Event::Hang(at) => {
                self.left[2] -= 1;
                self.set_hangs(at, true);
            }
            Event::Wake(at) => self.set_hangs(at, false),
            Event::Wait => {
                self.left[3] -= 1;
                self.pass(WAIT);
            }
        }
        let mut windows = self.windows.iter().flatten();
        if self.posted.iter().any(|times| *times > 1) || windows.any(|one| one.announced > 1) {
            self.broken.push(Promise::OneActs);
        }
    }

    fn fingerprint(&mut self, canon: &mut Canon) -> u128 {
        let base = Base {
            now: self.now.0,
            last_ids: [0, 0],
            document: u32::MAX,
            posted: 0,
        };
        let digests: Vec<_> = self
            .windows
            .iter()
            .flatten()
            .map(|window| window.digest(canon))
            .collect();
        let said = canon.digest(|out| write!(out, "{:?}", self.browser));
        canon.begin();
        for digest in &digests {
            canon.add(digest, &base);
        }
        canon.add(&said, &base);
        canon.add_bytes(
            self.windows
                .each_ref()
                .map(|window| u8::from(window.is_some())),
        );
        canon.add_bytes(self.left);
        canon.add_bytes(self.posted);
        canon.add_bytes([self.begun as u8, self.opened]);
        canon.finish()
    }

    fn broken(&self) -> &[Promise] {
        &self.broken
    }

    fn settle(&self) -> Vec<Promise> {
        self.at_rest().into_iter().collect()
    }
}
