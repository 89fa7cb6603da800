//! One of the two pages of a pair, and its orders.

use std::rc::Rc;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::host::HostOutput;
use calling_widget_sdk::session::widget::Output;
use serde_json::Value;

use crate::{HostEdge, WidgetEdge};

/// A page with one half of a session in it; clones share it until one of them changes it.
#[derive(Clone, Debug)]
pub enum Peer {
    /// A CRM's page.
    Host(Rc<HostEdge>),
    /// A calling app's page.
    Widget(Rc<WidgetEdge>),
}

/// An order of a page's half.
#[derive(Clone, Debug)]
pub enum Order {
    /// Of a host.
    Host(HostOutput),
    /// Of a widget.
    Widget(Output),
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
            Self::Host(host) => Rc::make_mut(host).receive(now, origin, message),
            Self::Widget(widget) => Rc::make_mut(widget).receive(now, origin, message),
        }
    }

    /// Fires the page's timer, if it is due.
    pub fn tick(&mut self, now: Millis) {
        if self.wake().is_none_or(|at| at > now) {
            return;
        }
        match self {
            Self::Host(host) => Rc::make_mut(host).tick(now),
            Self::Widget(widget) => Rc::make_mut(widget).tick(now),
        }
    }

    /// The next order to carry out.
    pub(crate) fn poll(&mut self) -> Option<Order> {
        match self {
            Self::Host(host) if host.has_orders() => Rc::make_mut(host).poll().map(Order::Host),
            Self::Widget(widget) if widget.has_orders() => {
                Rc::make_mut(widget).poll().map(Order::Widget)
            }
            _ => None,
        }
    }

    /// Sets the clock: the timer runs on.
    pub(crate) fn set_clock(&mut self, by: Millis) {
        let wake = match self {
            Self::Host(host) => Rc::make_mut(host).wake_mut(),
            Self::Widget(widget) => Rc::make_mut(widget).wake_mut(),
        };
        *wake = wake.map(|at| at + by);
    }

    /// The time at which the page's timer fires.
    #[must_use]
    pub fn wake(&self) -> Option<Millis> {
        match self {
            Self::Host(host) => host.wake(),
            Self::Widget(widget) => widget.wake(),
        }
    }
}

/// A host's page.
impl From<HostEdge> for Peer {
    fn from(host: HostEdge) -> Self {
        Self::Host(Rc::new(host))
    }
}

/// A widget's page.
impl From<WidgetEdge> for Peer {
    fn from(widget: WidgetEdge) -> Self {
        Self::Widget(Rc::new(widget))
    }
}
