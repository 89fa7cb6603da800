//! The browser around an agent's windows: the channel between them, and the locks that show the
//! leader and the gone windows, as `pkg/src/widget/windows.ts` uses them.

use std::collections::VecDeque;

use calling_widget_sdk::session::widget::{Input, WindowInput, WindowOutput};
use serde_json::json;

use super::ledger::Id;
use super::team::{Checked, Event, Team};

/// A window's place in the browser.
#[derive(Clone, Debug, Default)]
pub(super) struct Tab {
    /// Its name among the agent's windows, once it joined them.
    name: Option<String>,
    is_met: bool,
    /// The windows whose locks it requested.
    watched: Vec<String>,
    /// The time of its request for the leader's lock.
    leads_since: Option<u64>,
    /// Messages and locks on their way to it, in order: a lock comes after its last holder's
    /// messages.
    inbox: VecDeque<WindowInput>,
}

impl Tab {
    pub(super) fn is_quiet(&self) -> bool {
        self.inbox.is_empty()
    }
}

impl Team<'_> {
    /// Loads a page that will share its calls.
    pub(super) fn open(&mut self, at: usize) {
        let window = &mut self.windows[at];
        window.desk.name = self.shares.then(|| format!("w{at}p{}", window.page));
    }

    /// Adds the window to the agent's others, and gives it its lock.
    pub(super) fn join(&mut self, at: usize, name: String) {
        self.windows[at].tab.name = Some(name);
        self.send_to(at, WindowInput::Meet {});
    }

    /// Adds the window again after its engine trapped.
    pub(super) fn join_again(&mut self, at: usize) {
        let Tab { name, is_met, .. } = self.windows[at].tab.clone();
        let Some(window) = name else { return };
        self.enter(at, WindowInput::Join { window });
        if is_met {
            self.enter(at, WindowInput::Meet {});
        }
    }

    /// Carries out a window's message to the others, or its request to the browser.
    pub(super) fn order(&mut self, at: usize, output: WindowOutput) {
        let agent = self.windows[at].agent;
        match output {
            WindowOutput::Say { said } => {
                let others = self.windows_of(agent).into_iter();
                let hears = |other: &usize| *other != at && self.windows[*other].tab.name.is_some();
                for other in others.filter(hears).collect::<Vec<_>>() {
                    let said = said.json();
                    let message = said.get("message").cloned();
                    self.last_said += 1;
                    let heard = WindowInput::Heard {
                        message: message.unwrap_or_else(|| json!({})).into(),
                        said: said.into(),
                        is_relayed: false,
                        message_id: format!("f{}", self.last_said),
                    };
                    self.send_to(other, heard);
                }
            }
            WindowOutput::Watch { window } => {
                let mut all = self.windows.iter();
                if all.any(|other| other.tab.name.as_ref() == Some(&window)) {
                    self.windows[at].tab.watched.push(window);
                } else {
                    self.send_to(at, WindowInput::Gone { window });
                }
            }
            WindowOutput::Lead { may_lead: true } => {
                if self.leader(agent) == Some(at) {
                    // It has the lock from before its engine trapped.
                    return self.enter(at, WindowInput::Lead {});
                }
                self.last_said += 1;
                let since = &mut self.windows[at].tab.leads_since;
                *since = since.or(Some(self.last_said));
                if self.leader(agent) == Some(at) {
                    self.send_to(at, WindowInput::Lead {});
                }
            }
            WindowOutput::Lead { may_lead: false } => self.give_on(at),
        }
    }

    /// Delivers the first in a window's queue.
    pub(super) fn receive(&mut self, at: usize) -> Checked {
        let agent = self.windows[at].agent;
        let tab = &mut self.windows[at].tab;
        let Some(input) = tab.inbox.pop_front() else {
            return Ok(());
        };
        tab.is_met |= matches!(input, WindowInput::Meet {});
        if matches!(input, WindowInput::Lead {}) && self.leader(agent) != Some(at) {
            return Ok(());
        }
        self.trace(|| format!("window {at}: {input:?}"));
        self.enter(at, input);
        self.turn(at)
    }

    /// True if another of the agent's windows knows a call.
    pub(super) fn is_known(&self, at: usize, id: Id) -> bool {
        let mut others = self.windows_of(self.windows[at].agent).into_iter();
        others.any(|other| other != at && self.windows[other].said(id).is_some())
    }

    /// Releases the locks of a page that is gone.
    pub(super) fn release(&mut self, at: usize) {
        self.give_on(at);
        let Some(gone) = std::mem::take(&mut self.windows[at].tab).name else {
            return;
        };
        for other in self.windows_of(self.windows[at].agent) {
            let watched = &mut self.windows[other].tab.watched;
            if let Some(place) = watched.iter().position(|name| *name == gone) {
                let window = watched.remove(place);
                self.send_to(other, WindowInput::Gone { window });
            }
        }
    }

    /// Gives the leader's lock to the next that requested it.
    fn give_on(&mut self, at: usize) {
        let agent = self.windows[at].agent;
        let led = self.leader(agent) == Some(at);
        self.windows[at].tab.leads_since = None;
        if let Some(next) = self.leader(agent).filter(|_| led) {
            self.send_to(next, WindowInput::Lead {});
        }
    }

    /// The window that has the leader's lock.
    fn leader(&self, agent: usize) -> Option<usize> {
        let windows = self.windows_of(agent).into_iter();
        let asked = windows.filter_map(|at| Some((self.windows[at].tab.leads_since?, at)));
        asked.min().map(|(_, at)| at)
    }

    fn send_to(&mut self, at: usize, input: WindowInput) {
        self.windows[at].tab.inbox.push_back(input);
        let most = if self.random.chance(0.02) { 900 } else { 15 };
        let wait = self.random.of(1, most);
        self.after(wait, Event::Channel(at, self.windows[at].page));
    }

    fn enter(&mut self, at: usize, input: WindowInput) {
        let window = &mut self.windows[at];
        window.set_time(self.now);
        let now = window.pair.now;
        window.pair.widget_mut().enter(now, Input::Window(input));
    }
}
