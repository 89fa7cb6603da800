//! One of the two pages of a pair.

use calling_widget_sdk::protocol::Millis;
use serde_json::Value;

use crate::{HostEdge, WidgetEdge};

/// A page with one half of a session in it.
#[derive(Clone, Debug)]
pub enum Peer {
    /// A CRM's page.
    Host(Box<HostEdge>),
    /// A calling app's page.
    Widget(Box<WidgetEdge>),
}

impl Peer {
    /// The page's own origin.
    pub(crate) fn origin(&self) -> &str {
        match self {
            Self::Host(host) => host.origin(),
            Self::Widget(widget) => widget.origin(),
        }
    }

    pub(crate) fn receive(&mut self, now: Millis, origin: &str, message: &Value) {
        match self {
            Self::Host(host) => host.receive(now, origin, message),
            Self::Widget(widget) => widget.receive(now, origin, message),
        }
    }

    /// Fires the page's timer, if it is due.
    pub(crate) fn tick(&mut self, now: Millis) {
        match self {
            Self::Host(host) => host.tick(now),
            Self::Widget(widget) => widget.tick(now),
        }
    }

    /// Sets the clock: the timer runs on.
    pub(crate) fn set_clock(&mut self, by: Millis) {
        let wake = match self {
            Self::Host(host) => host.wake_mut(),
            Self::Widget(widget) => widget.wake_mut(),
        };
        *wake = wake.map(|at| at + by);
    }

    /// The time at which the page's timer fires.
    #[must_use]
    pub const fn wake(&self) -> Option<Millis> {
        match self {
            Self::Host(host) => host.wake(),
            Self::Widget(widget) => widget.wake(),
        }
    }
}
