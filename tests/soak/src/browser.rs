//! The browser around an agent's windows: the channel between them, and the locks that show the
//! leader and the gone windows, as `pkg/src/widget/windows.ts` uses them.

use calling_widget_sdk::session::widget::{Input, WindowInput, WindowOutput};

use crate::ledger::Id;
use crate::team::{Checked, Event, Team};

impl Team<'_> {
    /// Loads a page that will share its calls.
    pub(crate) fn open(&mut self, at: usize) {
        let window = &mut self.windows[at];
        window.wire.name = self.shares.then(|| format!("w{at}p{}", window.page));
    }

    /// Adds a window that joined the agent's others; the browser gives it its lock first.
    pub(crate) fn join(&mut self, at: usize) {
        if let Some(name) = self.windows[at].wire.name.take() {
            self.browsers[self.windows[at].agent].open(at, name);
            self.due(&[at]);
        }
    }

    /// Carries out a window's message to the others, or its request to the browser.
    pub(crate) fn order(&mut self, at: usize, output: WindowOutput) {
        let due = self.browsers[self.windows[at].agent].order(at, output);
        self.due(&due);
    }

    /// Delivers what is due to a window next.
    pub(crate) fn receive(&mut self, at: usize) -> Checked {
        let input = if std::mem::replace(&mut self.windows[at].is_met, true) {
            self.last_said += 1;
            let message_id = format!("f{}", self.last_said);
            let tab = self.browsers[self.windows[at].agent].tab_mut(at);
            tab.and_then(|tab| tab.take(tab.next()?, message_id))
        } else {
            Some(WindowInput::Meet {})
        };
        let Some(input) = input else { return Ok(()) };
        self.trace(|| format!("window {at}: {input:?}"));
        self.enter(at, input);
        self.turn(at)
    }

    /// True if another of the agent's windows knows a call.
    pub(crate) fn is_known(&self, at: usize, id: Id) -> bool {
        let mut others = self.windows_of(self.windows[at].agent).into_iter();
        others.any(|other| other != at && self.windows[other].said(id).is_some())
    }

    /// Releases the locks of a page that is gone.
    pub(crate) fn release(&mut self, at: usize) {
        self.windows[at].is_met = false;
        let due = self.browsers[self.windows[at].agent].close(at);
        self.due(&due);
    }

    /// Delivers to these windows, each in its time.
    fn due(&mut self, windows: &[usize]) {
        for at in windows.iter().copied() {
            let most = if self.random.chance(0.02 * self.shift.often) {
                900
            } else {
                15
            };
            let wait = self.random.of(1, most);
            self.after(wait, Event::Channel(at, self.windows[at].page));
        }
    }

    fn enter(&mut self, at: usize, input: WindowInput) {
        let window = &mut self.windows[at];
        window.set_time(self.now);
        let now = window.pair.now;
        window.pair.widget_mut().enter(now, Input::Window(input));
    }
}
