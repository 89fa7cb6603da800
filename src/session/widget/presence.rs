//! What was posted about the user and the widget: INITIALIZED, and what changed since.

use super::options::Mode;
use crate::protocol::{Kind, Payload};

/// INITIALIZED as it stands.
#[derive(Clone, Debug)]
pub(super) struct Presence<P> {
    /// INITIALIZED as it would be posted now, for a host that begins a new session.
    current: Option<P>,
    /// INITIALIZED as it was posted and the instance it is from, until a later log-in or
    /// availability.
    posted: Option<(u32, P)>,
}

impl<P: Payload> Presence<P> {
    pub(super) const fn new() -> Self {
        Self {
            current: None,
            posted: None,
        }
    }

    /// A message of an instance was posted.
    pub(super) fn posted(&mut self, instance: u32, mode: Mode, kind: Kind, message: &P) {
        let flag = |value| Some(P::from_boolean(value));
        let change = match kind {
            Kind::Initialized => None,
            Kind::LoggedIn => Some(("isLoggedIn", flag(true))),
            Kind::LoggedOut => Some(("isLoggedIn", flag(false))),
            Kind::UserAvailable => Some(("isAvailable", flag(true))),
            Kind::UserUnavailable => Some(("isAvailable", flag(false))),
            Kind::ResizeWidget => Some(("sizeInfo", message.field("data"))),
            _ => return,
        };
        if kind != Kind::ResizeWidget {
            self.posted = None;
        }
        match change {
            _ if mode == Mode::Published => {}
            None => self.initialized(instance, message),
            Some((name, value)) => self.change(name, value),
        }
    }

    /// An instance was removed.
    pub(super) fn remove(&mut self, instance: u32) {
        self.posted.take_if(|(by, _)| *by == instance);
    }

    /// Another session begins, or the last instance was removed.
    pub(super) fn clear(&mut self) {
        *self = Self::new();
    }

    /// Whether another instance posted the same INITIALIZED.
    pub(super) fn is_posted_by_another(&self, instance: u32, message: &P) -> bool {
        self.posted
            .as_ref()
            .is_some_and(|(by, posted)| *by != instance && posted.same(message))
    }

    /// INITIALIZED as it would be posted now.
    pub(super) const fn current(&self) -> Option<&P> {
        self.current.as_ref()
    }

    fn initialized(&mut self, instance: u32, message: &P) {
        let mut current = P::empty();
        current.put("type", message.field("type"));
        current.put("data", message.field("data"));
        self.current = Some(current);
        self.posted = Some((instance, message.clone()));
    }

    fn change(&mut self, name: &str, value: Option<P>) {
        if let Some(current) = &mut self.current {
            let data = current.field("data");
            let mut data = data.map_or_else(P::empty, |data| data.copied());
            data.put(name, value);
            current.put("data", Some(data));
        }
    }
}
