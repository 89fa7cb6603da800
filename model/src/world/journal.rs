//! The record that the widget's page leaves for the one that is loaded in its place.

use calling_widget_sdk::lifecycle::{Call, CallState};
use calling_widget_sdk::session::widget::{AnswerOutput, Input, JournalInput, Output, Widget};
use serde_json::Value;

use super::World;
use super::app::call_number;
use super::channel::Flight;
use crate::fault::Fault;
use crate::invariant::Invariant;

const FRAME: &str = "frame";

impl World {
    /// Writes the record, or removes it.
    pub(super) fn keep(&mut self) {
        self.is_keeping_due = false;
        if !self.is_booted || self.fault == Some(Fault::NoKeeping) {
            return;
        }
        let frame = FRAME.to_owned();
        // Asking changes nothing.
        let mut widget = Widget::clone(&self.widget);
        let orders = widget.process(self.now, Input::Journal(JournalInput::Journal { frame }));
        let kept = orders.into_iter().find_map(|order| match order {
            Output::Answer(AnswerOutput::Journal { record }) => record,
            _ => None,
        });
        self.kept = kept.map(|kept| Flight::new(kept, self.document));
    }

    /// The page takes over the record of an earlier one.
    pub(super) fn take_kept(&mut self) {
        if let Some(kept) = self.kept.clone() {
            // Refused or not is the engine's to say, and is seen by its calls.
            self.enter_widget(Input::Journal(JournalInput::Resume {
                frame: FRAME.to_owned(),
                record: Value::clone(&kept.message),
            }));
        }
    }

    /// The page ends in peace: the next one has to know its open calls.
    pub(super) fn end_document(&mut self) {
        self.keep();
        if !self.scope.resume || !self.is_booted {
            return;
        }
        let is_posted = |call: &usize| {
            let mut pending = self.watch.owed.iter();
            !pending.any(|tag| tag.is_start() && tag.call == Some(*call))
        };
        let is_begun = |call: &&Call| call.state.is_open() && call.state != CallState::Requested;
        let open = self.widget.calls().iter().filter(is_begun);
        let open: Vec<usize> = open.filter_map(number).filter(is_posted).collect();
        self.watch.left.extend(open);
    }

    /// The page is in session, and knows the calls that were left to it.
    pub(super) fn check_resumed(&mut self) {
        let left = std::mem::take(&mut self.watch.left);
        let known: Vec<usize> = self.widget.calls().iter().filter_map(number).collect();
        if left.iter().any(|call| !known.contains(call)) {
            self.violate(Invariant::CallsResumed);
        }
    }
}

fn number(call: &Call) -> Option<usize> {
    call_number(&call.external_call_id.as_ref()?.0)
}
