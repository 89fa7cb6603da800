//! The browser around a user's windows, as `pkg/src/widget/windows.ts` uses it: a channel that
//! keeps each sender's order, and locks, which show who leads and who is gone.

use std::collections::{BTreeMap, VecDeque};

use calling_widget_sdk::session::widget::{WindowInput, WindowOutput};
use serde_json::{Value, json};

/// The channel and the locks of a user's windows, each in a place of its own.
///
/// What is due to a window waits until it is taken. A released lock comes behind the messages of
/// its last holder; [`take`](Self::take) lets it come behind all.
#[derive(Clone, Debug, Default)]
pub struct Browser {
    windows: BTreeMap<usize, Place>,
    /// The windows that requested the leader's lock; the first one has it.
    requests: Vec<usize>,
    /// True once that one knows.
    is_granted: bool,
}

#[derive(Clone, Debug, Default)]
struct Place {
    name: String,
    said: VecDeque<Value>,
    gone: VecDeque<String>,
    watched: Vec<String>,
}

impl Browser {
    /// Adds a window, which hears only later messages.
    pub fn open(&mut self, at: usize, name: String) {
        let place = Place {
            name,
            ..Place::default()
        };
        self.windows.insert(at, place);
    }

    /// Releases the locks of a window that is gone; returns the windows that something is due to.
    pub fn close(&mut self, at: usize) -> Vec<usize> {
        let mut due = self.give_on(at);
        let Some(Place { name, .. }) = self.windows.remove(&at) else {
            return due;
        };
        for (other, place) in &mut self.windows {
            let before = place.watched.len();
            place.watched.retain(|watched| *watched != name);
            if place.watched.len() < before {
                place.gone.push_back(name.clone());
                due.push(*other);
            }
        }
        due
    }

    /// Carries out a window's order; returns the windows that something is due to then.
    pub fn order(&mut self, at: usize, output: WindowOutput) -> Vec<usize> {
        match output {
            WindowOutput::Say { said } => {
                let said = said.json();
                let others = self.windows.iter_mut().filter(|(other, _)| **other != at);
                let hear = |(other, place): (&usize, &mut Place)| {
                    place.said.push_back(said.clone());
                    *other
                };
                others.map(hear).collect()
            }
            WindowOutput::Watch { window } => {
                let is_there = self.windows.values().any(|place| place.name == window);
                let Some(place) = self.windows.get_mut(&at) else {
                    return Vec::new();
                };
                if is_there {
                    place.watched.push(window);
                    return Vec::new();
                }
                place.gone.push_back(window);
                vec![at]
            }
            WindowOutput::Lead { may_lead: false } => self.give_on(at),
            WindowOutput::Lead { may_lead: true } => {
                if !self.requests.contains(&at) {
                    self.requests.push(at);
                }
                // One that trapped still has the lock, and is told again.
                let has_lock = self.requests.first() == Some(&at);
                self.is_granted &= !has_lock;
                has_lock.then_some(at).into_iter().collect()
            }
        }
    }

    /// Takes what is due to a window next: messages come before released locks.
    pub fn take(&mut self, at: usize, message_id: impl FnOnce() -> String) -> Option<WindowInput> {
        if let Some(said) = self.hear(at) {
            return Some(heard(said, message_id()));
        }
        let gone = self.notice(at).map(|window| WindowInput::Gone { window });
        gone.or_else(|| self.grant(at).then_some(WindowInput::Lead {}))
    }

    /// Takes the oldest message for a window.
    pub fn hear(&mut self, at: usize) -> Option<Value> {
        self.windows.get_mut(&at)?.said.pop_front()
    }

    /// Takes the name of a watched window that is gone.
    pub fn notice(&mut self, at: usize) -> Option<String> {
        self.windows.get_mut(&at)?.gone.pop_front()
    }

    /// Tells a window that it has the leader's lock; false if it has not, or knows.
    pub fn grant(&mut self, at: usize) -> bool {
        let may_lead = self.may_lead(at);
        self.is_granted |= may_lead;
        may_lead
    }

    /// True if a message for a window is pending.
    #[must_use]
    pub fn has_said(&self, at: usize) -> bool {
        let place = self.windows.get(&at);
        place.is_some_and(|place| !place.said.is_empty())
    }

    /// True if a window may notice that another is gone.
    #[must_use]
    pub fn has_gone(&self, at: usize) -> bool {
        let place = self.windows.get(&at);
        place.is_some_and(|place| !place.gone.is_empty())
    }

    /// True if a window has the leader's lock, and does not know.
    #[must_use]
    pub fn may_lead(&self, at: usize) -> bool {
        !self.is_granted && self.requests.first() == Some(&at)
    }

    /// True if nothing is due to a window.
    #[must_use]
    pub fn is_quiet(&self, at: usize) -> bool {
        !self.has_said(at) && !self.has_gone(at) && !self.may_lead(at)
    }

    /// The windows that requested the leader's lock; the first one has it.
    #[must_use]
    pub fn requests(&self) -> &[usize] {
        &self.requests
    }

    /// Gives the leader's lock to the next that requested it.
    fn give_on(&mut self, at: usize) -> Vec<usize> {
        let had_lock = self.requests.first() == Some(&at);
        self.requests.retain(|window| *window != at);
        self.is_granted &= !had_lock;
        let next = self.requests.first().filter(|_| had_lock);
        next.copied().into_iter().collect()
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
