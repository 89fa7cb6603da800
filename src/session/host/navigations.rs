//! The page's open navigations.

use alloc::collections::VecDeque;

use super::outbox::Outbox;
use super::output::{HostOutput, StoreOutput};
use crate::protocol::Value;
use crate::protocol::limits::MAX_NAVIGATIONS;

/// The navigations that the page has not answered, the oldest first.
#[derive(Clone, Debug, Default)]
pub(super) struct Navigations(VecDeque<(u32, Value)>);

impl Navigations {
    /// Asks the page to open a record, under a number.
    pub(super) fn ask(&mut self, request: u32, data: &Value, outbox: &mut Outbox) {
        if self.0.len() >= MAX_NAVIGATIONS {
            self.0.pop_front();
        }
        self.0.push_back((request, data.clone()));
        outbox.push(HostOutput::Store(StoreOutput::Navigate {
            request,
            data: data.clone(),
        }));
    }

    /// Takes the page's answer; returns the widget's request.
    pub(super) fn answered(&mut self, request: u32) -> Option<Value> {
        let at = self.0.iter().position(|(id, _)| *id == request)?;
        self.0.remove(at).map(|(_, data)| data)
    }
}
