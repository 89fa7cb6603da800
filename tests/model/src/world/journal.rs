//! The record of the widget's page for the page that a reload brings.

use std::rc::Rc;

use calling_widget_sdk::lifecycle::{Call, CallState};
use calling_widget_sdk::session::widget::JournalInput;
use serde_json::Value;
use simulation::WidgetEdge;

use super::World;
use super::app::call_number;
use crate::fault::Fault;
use crate::invariant::Invariant;

const FRAME: &str = "frame";

impl World {
    /// Writes the record, or removes it.
    pub(super) fn keep(&mut self) {
        self.is_record_due = false;
        if !self.is_booted || self.fault == Some(Fault::NoKeeping) {
            return;
        }
        // Asking changes nothing.
        let record = WidgetEdge::clone(self.pair.widget()).journal(self.pair.now, FRAME);
        self.record = record.map(Rc::new);
    }

    /// Takes over the record of an earlier page.
    pub(super) fn take_record(&mut self) {
        if let Some(record) = self.record.clone() {
            // The engine decides whether to refuse it, which shows in its calls.
            let (frame, record) = (FRAME.to_owned(), Value::clone(&record).into());
            let now = self.pair.now;
            let resume = JournalInput::Resume { frame, record };
            self.pair.widget_mut().enter(now, resume);
        }
    }

    /// Ends the page normally: the next one has to know its open calls.
    pub(super) fn end_document(&mut self) {
        self.keep();
        if !self.scope.resume || !self.is_booted {
            return;
        }
        let is_posted = |call: &usize| {
            let mut pending = self.watch.unposted.iter();
            !pending.any(|tag| tag.is_start() && tag.call == Some(*call))
        };
        let is_begun = |call: &&Call| call.state.is_open() && call.state != CallState::Requested;
        let open = self.pair.widget().calls().iter().filter(is_begun);
        let open: Vec<usize> = open.filter_map(number).filter(is_posted).collect();
        self.watch.left.extend(open);
    }

    /// Checks that the page in session knows the calls that were left to it.
    pub(super) fn check_resumed(&mut self) {
        let left = std::mem::take(&mut self.watch.left);
        let known: Vec<usize> = self
            .pair
            .widget()
            .calls()
            .iter()
            .filter_map(number)
            .collect();
        if left.iter().any(|call| !known.contains(call)) {
            self.violate(Invariant::CallsResumed);
        }
    }
}

fn number(call: &Call) -> Option<usize> {
    call_number(call.external_call_id.as_ref()?.as_str())
}
