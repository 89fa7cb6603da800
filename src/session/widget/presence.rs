//! The user's and the widget's state as posted: INITIALIZED, and later changes.

use super::command::Command;
use super::options::Mode;
use crate::protocol::{Envelope, Kind, Name, Object, Value};

/// A message's statement about the user: the field of INITIALIZED, and its value.
pub(super) const fn stated(kind: Kind) -> Option<(Name, bool)> {
    Some(match kind {
        Kind::LoggedIn => (Name::IsLoggedIn, true),
        Kind::LoggedOut => (Name::IsLoggedIn, false),
        Kind::UserAvailable => (Name::IsAvailable, true),
        Kind::UserUnavailable => (Name::IsAvailable, false),
        _ => return None,
    })
}

/// True if a message is queued until INITIALIZED is posted: a host takes nothing about a call
/// before it, and INITIALIZED would take back that the user is logged in or available.
pub(super) fn must_queue(kind: Option<Kind>) -> bool {
    kind.is_some_and(|kind| {
        kind == Kind::Initialized
            || kind.awaits_initialized()
            || stated(kind).is_some_and(|(_, value)| value)
    })
}

/// INITIALIZED with later changes.
#[derive(Clone, Debug, Default)]
pub(super) struct Presence {
    /// INITIALIZED as it would be posted now, for a host that begins a new session.
    current: Option<Object>,
    /// INITIALIZED as posted, and its instance, until the user logs out.
    posted: Option<(u32, Envelope)>,
}

impl Presence {
    pub(super) fn posted(&mut self, instance: u32, mode: Mode, message: &Envelope) {
        let Some(kind) = message.kind() else {
            return;
        };
        let change = match kind {
            Kind::Initialized => None,
            Kind::ResizeWidget => Some((Name::SizeInfo, message.data().clone())),
            _ => match stated(kind) {
                Some((fact, value)) => Some((fact, value.into())),
                None => return,
            },
        };
        // A component that mounts after the log-in says INITIALIZED as the first one did.
        if matches!(kind, Kind::Initialized | Kind::LoggedOut) {
            self.posted = None;
        }
        match change {
            _ if mode == Mode::Published => {}
            None => self.initialized(instance, message),
            Some((name, value)) => self.change(name, value),
        }
    }

    pub(super) fn remove(&mut self, instance: u32) {
        self.posted.take_if(|(by, _)| *by == instance);
    }

    /// Forgets all: another session begins, or the last instance was removed.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// True if another instance posted the same INITIALIZED.
    pub(super) fn is_posted_by_another(&self, command: &Command) -> bool {
        let posted = self.posted.as_ref();
        posted.is_some_and(|(by, posted)| *by != command.instance && posted.same(&command.message))
    }

    /// INITIALIZED as it would be posted now.
    pub(super) fn current(&self) -> Option<Envelope> {
        let current = self.current.clone()?;
        Some(Value::from(current).into())
    }

    fn initialized(&mut self, instance: u32, message: &Envelope) {
        let current = Object::new()
            .with(Name::Type, message.wire.clone())
            .with(Name::Data, message.data().clone());
        self.current = Some(current);
        self.posted = Some((instance, message.clone()));
    }

    fn change(&mut self, name: Name, value: Value) {
        if let Some(current) = &mut self.current {
            let data = current.field(Name::Data.as_str()).copied();
            current.set(Name::Data, data.with(name, value));
        }
    }
}
