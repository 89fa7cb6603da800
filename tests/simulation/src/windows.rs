//! The browser around a user's windows, as `pkg/src/widget/windows.ts` uses it: a channel that
//! keeps each sender's order, and locks, which show who leads and who is gone.

use std::collections::{BTreeMap, VecDeque};

use calling_widget_sdk::session::widget::{WindowInput, WindowOutput};
use serde_json::{Value, json};

/// The channel and the locks of a user's windows, each in a place of its own.
#[derive(Clone, Debug, Default)]
pub struct Browser {
    tabs: BTreeMap<usize, Tab>,
    /// The windows that requested the leader's lock; the first one has it.
    pub requests: Vec<usize>,
}

/// A window, and what is due to it.
#[derive(Clone, Debug, Default)]
pub struct Tab {
    /// Its name.
    pub name: String,
    watched: Vec<String>,
    /// The messages of the others, each sender's in order.
    pub said: VecDeque<Value>,
    /// The watched windows that are gone.
    pub gone: VecDeque<String>,
    /// True if it got the leader's lock.
    pub leads: bool,
}

/// A kind of event that may be due to a window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// A message of another window.
    Said,
    /// The lock of a window that is gone was released.
    Gone,
    /// It gets the leader's lock.
    Lead,
}

impl Due {
    /// Each of them. A released lock comes behind the messages of its last holder; in this order it
    /// comes behind all.
    pub const ALL: [Self; 3] = [Self::Said, Self::Gone, Self::Lead];
}

impl Tab {
    /// True if an event of this kind is due to it.
    #[must_use]
    pub fn has(&self, due: Due) -> bool {
        match due {
            Due::Said => !self.said.is_empty(),
            Due::Gone => !self.gone.is_empty(),
            Due::Lead => self.leads,
        }
    }

    /// The kind of the event that is due next, if any.
    #[must_use]
    pub fn next(&self) -> Option<Due> {
        Due::ALL.into_iter().find(|due| self.has(*due))
    }

    /// Takes an event that is due; a message is entered under an id of the page's.
    pub fn take(&mut self, due: Due, message_id: String) -> Option<WindowInput> {
        match due {
            Due::Said => Some(heard(self.said.pop_front()?, message_id)),
            Due::Gone => {
                let window = self.gone.pop_front()?;
                Some(WindowInput::Gone { window })
            }
            Due::Lead => std::mem::take(&mut self.leads).then_some(WindowInput::Lead {}),
        }
    }
}

impl Browser {
    /// Adds a window, which hears only later messages.
    pub fn open(&mut self, at: usize, name: String) {
        let tab = Tab {
            name,
            ..Tab::default()
        };
        self.tabs.insert(at, tab);
    }

    /// The window of a place.
    #[must_use]
    pub fn tab(&self, at: usize) -> Option<&Tab> {
        self.tabs.get(&at)
    }

    /// The same, mutable.
    pub fn tab_mut(&mut self, at: usize) -> Option<&mut Tab> {
        self.tabs.get_mut(&at)
    }

    /// True if nothing is due to the window of a place.
    #[must_use]
    pub fn is_quiet(&self, at: usize) -> bool {
        self.tab(at).is_none_or(|tab| tab.next().is_none())
    }

    /// Releases the locks of a window that is gone; returns the windows that something is due to.
    pub fn close(&mut self, at: usize) -> Vec<usize> {
        let mut due = self.give_on(at);
        let Some(Tab { name, .. }) = self.tabs.remove(&at) else {
            return due;
        };
        for (other, tab) in &mut self.tabs {
            let before = tab.watched.len();
            tab.watched.retain(|watched| *watched != name);
            if tab.watched.len() < before {
                tab.gone.push_back(name.clone());
                due.push(*other);
            }
        }
        due
    }

    /// Carries out a window's order; returns the windows that something is due to then.
    pub fn order(&mut self, at: usize, output: WindowOutput) -> Vec<usize> {
        match output {
            WindowOutput::Say { said } => {
                let others = self.tabs.iter_mut().filter(|(other, _)| **other != at);
                let hear = |(other, tab): (&usize, &mut Tab)| {
                    tab.said.push_back(said.json());
                    *other
                };
                return others.map(hear).collect();
            }
            WindowOutput::Watch { window } => {
                let is_there = self.tabs.values().any(|tab| tab.name == window);
                match self.tabs.get_mut(&at) {
                    Some(tab) if is_there => tab.watched.push(window),
                    Some(tab) => {
                        tab.gone.push_back(window);
                        return vec![at];
                    }
                    None => {}
                }
            }
            WindowOutput::Lead { may_lead: false } => return self.give_on(at),
            WindowOutput::Lead { may_lead: true } => {
                self.requests.push(at);
                if self.requests.first() == Some(&at) {
                    return self.grant();
                }
            }
        }
        Vec::new()
    }

    /// Gives the leader's lock to the next that requested it.
    fn give_on(&mut self, at: usize) -> Vec<usize> {
        let had_lock = self.requests.first() == Some(&at);
        self.requests.retain(|window| *window != at);
        if !had_lock {
            return Vec::new();
        }
        if let Some(tab) = self.tab_mut(at) {
            tab.leads = false;
        }
        self.grant()
    }

    fn grant(&mut self) -> Vec<usize> {
        let first = self.requests.first().copied();
        if let Some(tab) = first.and_then(|at| self.tab_mut(at)) {
            tab.leads = true;
        }
        first.into_iter().collect()
    }
}

/// A message of the channel, as the page enters it.
#[must_use]
pub fn heard(said: Value, message_id: String) -> WindowInput {
    let message = said.get("message").filter(|message| message.is_object());
    WindowInput::Heard {
        message: message.cloned().unwrap_or_else(|| json!({})).into(),
        is_relayed: said.get("isRelayed") == Some(&json!(true)),
        said: said.into(),
        message_id,
    }
}
