//! The windows of a user, in the simulated browser.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{
    AppOutput, ChangeOutput, Input, Output, PageOutput, Role, TimeInput, WindowInput, WindowOutput,
};
use serde_json::{Value, json};
use simulation::{Browser, heard};

use super::page::{HOST, Options, Page, Sent, about, resuming, sync};

/// The windows of a user, and the browser between them.
pub(super) struct Desk {
    pub(super) windows: Vec<Window>,
    pub(super) browser: Browser,
    pub(super) now: Millis,
}

pub(super) struct Window {
    pub(super) page: Page,
    pub(super) is_open: bool,
    /// The window hangs: messages to it are queued, and no timer fires.
    pub(super) hangs: bool,
    /// The apps' messages that were posted to the window's own host.
    pub(super) posted: Vec<Value>,
    /// The session's own messages about calls that it took over: types and data.
    pub(super) announced: Vec<Value>,
    /// Given to the app: END_CALL, and calls of windows that are gone.
    pub(super) given: Vec<Value>,
    /// How many locks it requested, and how many others there are.
    pub(super) watched: usize,
    pub(super) others: u32,
    pub(super) heard: u32,
    pub(super) said: u32,
}

impl Desk {
    /// A number of windows with open sessions; the first one leads.
    pub(super) fn of(count: usize) -> Self {
        let mut desk = Self {
            windows: Vec::new(),
            browser: Browser::default(),
            now: Millis(1_000_000.0),
        };
        for _ in 0..count {
            let at = desk.open(Options::default());
            desk.join(at);
        }
        desk
    }

    /// The same, with a call that came in at the first one.
    pub(super) fn ringing(count: usize) -> Self {
        let mut desk = Self::of(count);
        desk.says(0, &about("INCOMING_CALL", "c-1"));
        desk
    }

    /// The same, answered in a window.
    pub(super) fn answered(count: usize, by: usize) -> Self {
        let mut desk = Self::ringing(count);
        desk.says(by, &about("CALL_ANSWERED", "c-1"));
        desk
    }

    pub(super) fn open(&mut self, options: Options) -> usize {
        let mut page = Page::waiting_with(options);
        page.now = self.now;
        page.host(&sync("h_1"));
        self.add(page)
    }

    /// A new page that resumes from a record; it has not met the others yet.
    pub(super) fn reopen(&mut self, record: Option<Value>) -> usize {
        let after = self.open(resuming());
        self.share(after);
        let page = &mut self.windows[after].page;
        let taken = page.resume("frame", &record.expect("a call is open"));
        taken.expect("it is fresh");
        self.carry_out(after);
        after
    }

    pub(super) fn add(&mut self, page: Page) -> usize {
        self.windows.push(Window {
            page,
            is_open: true,
            hangs: false,
            posted: Vec::new(),
            announced: Vec::new(),
            given: Vec::new(),
            watched: 0,
            others: 0,
            heard: 0,
            said: 0,
        });
        self.windows.len() - 1
    }

    /// A window joins the others, and the browser gives it its lock.
    pub(super) fn join(&mut self, at: usize) {
        self.share(at);
        self.enter(at, WindowInput::Meet {});
        self.settle();
    }

    /// A window that waits for its lock.
    pub(super) fn share(&mut self, at: usize) {
        self.browser.open(at, name(at));
        self.enter(at, WindowInput::Join { window: name(at) });
    }

    pub(super) fn enter(&mut self, at: usize, input: impl Into<Input>) {
        self.windows[at].page.now = self.now;
        self.windows[at].page.enter(input);
        self.carry_out(at);
    }

    /// Sends a message of a window's app, and delivers the windows' messages after it.
    pub(super) fn says(&mut self, at: usize, message: &Value) -> Sent {
        self.windows[at].page.now = self.now;
        let sent = self.windows[at].page.say(1, message);
        self.carry_out(at);
        self.settle();
        sent
    }

    /// A message of a window's host.
    pub(super) fn host_says(&mut self, at: usize, message: &Value) {
        self.windows[at].page.feed(true, 1, HOST, message);
        self.carry_out(at);
        self.settle();
    }

    pub(super) fn carry_out(&mut self, at: usize) {
        while let Some(order) = self.windows[at].page.widget.poll() {
            let window = &mut self.windows[at];
            match order {
                Output::Page(PageOutput::Post { message, by: 0, .. }) => {
                    let message = message.json();
                    let wire = message["type"].as_str().unwrap_or_default();
                    if wire.contains("CALL") {
                        window.announced.push(json!([wire, message["data"]]));
                    }
                }
                Output::Page(PageOutput::Post { message, .. }) => {
                    window.posted.push(message.json())
                }
                Output::App(AppOutput::Deliver { message, .. }) => {
                    let message = message.json();
                    if message["type"] == "END_CALL" {
                        window.given.push(message["data"].clone());
                    }
                    window.page.delivered();
                }
                Output::App(AppOutput::Resumed { account }) => {
                    window
                        .given
                        .push(account.json()["calls"][0]["state"].clone());
                    window.page.delivered();
                }
                Output::Window(order) => {
                    window.said += u32::from(matches!(order, WindowOutput::Say { .. }));
                    window.watched += usize::from(matches!(order, WindowOutput::Watch { .. }));
                    self.browser.order(at, order);
                }
                Output::Change(ChangeOutput::Windows { others, .. }) => window.others = others,
                _ => {}
            }
        }
    }

    /// Delivers everything to windows that do not hang.
    pub(super) fn settle(&mut self) {
        let mut heard = 0;
        while let Some(at) = (0..self.windows.len())
            .find(|at| self.windows[*at].lives() && !self.browser.is_quiet(*at))
        {
            heard += 1;
            assert!(heard < MOST_SAID, "the windows never come to rest");
            self.windows[at].heard += 1;
            let message_id = format!("f{}", self.windows[at].heard);
            let tab = self.browser.tab_mut(at).expect("it is not quiet");
            let due = tab.next().expect("it is not quiet");
            let input = tab.take(due, message_id).expect("it is due");
            self.enter(at, input);
        }
    }

    pub(super) fn hears(&mut self, at: usize, said: Value) {
        self.windows[at].heard += 1;
        let message_id = format!("f{}", self.windows[at].heard);
        self.enter(at, heard(said, message_id));
    }

    /// Closes a window: its messages are delivered first, then its locks are released.
    pub(super) fn close(&mut self, gone: usize) {
        self.windows[gone].is_open = false;
        self.settle();
        self.browser.close(gone);
        self.settle();
    }

    /// Advances the clock: every timer fires when due, after the messages before it.
    pub(super) fn pass(&mut self, millis: f64) {
        let end = self.now + Millis(millis);
        loop {
            self.settle();
            let live = self.windows.iter().filter(|window| window.lives());
            let due = live.filter_map(|window| window.page.wake());
            let Some(due) = due.reduce(Millis::min).filter(|due| *due <= end) else {
                break;
            };
            self.now = if self.now < due { due } else { self.now };
            for at in 0..self.windows.len() {
                let window = &self.windows[at];
                if window.lives() && window.page.wake().is_some_and(|at| at <= self.now) {
                    self.enter(at, TimeInput::Timeout {});
                }
            }
        }
        self.now = end;
    }

    pub(super) fn role(&self, at: usize) -> Role {
        self.windows[at].page.widget.role()
    }

    pub(super) fn count(&self, at: usize, code: Code) -> u32 {
        self.windows[at].page.count(code)
    }

    /// Compares the types of messages about calls that the hosts got, with their windows.
    #[track_caller]
    pub(super) fn expect(&self, expected: &[(usize, &str)]) {
        let posted = self.windows.iter().enumerate().flat_map(|(at, window)| {
            let wires = window.posted.iter().map(|message| &message["type"]);
            wires.map(move |wire| (at, wire.as_str().expect("a type")))
        });
        let posted: Vec<_> = posted.filter(|(_, wire)| wire.contains("CALL")).collect();
        assert_eq!(posted, expected);
    }

    pub(super) fn call(&self, at: usize) -> Value {
        self.windows[at].page.calls()[0].clone()
    }

    pub(super) fn states(&self, at: usize) -> Vec<Value> {
        let calls = self.windows[at].page.calls();
        let calls = calls.as_array().expect("a list");
        calls.iter().map(|call| call["state"].clone()).collect()
    }
}

impl Window {
    fn lives(&self) -> bool {
        self.is_open && !self.hangs
    }
}

/// More messages than windows exchange without a loop.
const MOST_SAID: u32 = 2_000;

pub(super) fn name(at: usize) -> String {
    format!("w{at}")
}
