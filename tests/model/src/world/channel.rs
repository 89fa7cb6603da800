//! The messages between the two windows.

use std::cell::RefCell;
use std::rc::Rc;

use serde_json::Value;

use crate::fingerprint::{Canon, Digest};

thread_local! {
    static CANON: RefCell<Canon> = RefCell::default();
}

/// A pending message.
#[derive(Clone, Debug)]
pub(crate) struct Flight {
    /// The message.
    pub(crate) message: Rc<Value>,
    /// Its text.
    pub(crate) digest: Rc<Digest>,
    /// The number of the sending side's document or host.
    pub(crate) from: u32,
}

impl Flight {
    pub(crate) fn new(message: Value, from: u32) -> Self {
        Self {
            digest: CANON
                .with_borrow_mut(|canon| Rc::new(canon.digest(|out| write!(out, "{message}")))),
            message: Rc::new(message),
            from,
        }
    }

    /// True if another is identical.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        self.from == other.from && self.digest == other.digest
    }

    /// The message's type.
    pub(crate) fn wire(&self) -> &str {
        wire(&self.message)
    }
}

/// A message's type; empty if it has none.
pub(crate) fn wire(message: &Value) -> &str {
    message
        .get("type")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// A message's id; empty if it has none.
pub(crate) fn message_id(message: &Value) -> &str {
    message
        .get("messageId")
        .and_then(Value::as_str)
        .unwrap_or_default()
}

/// The receiver of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// To the widget.
    Widget,
    /// To the host.
    Host,
}
