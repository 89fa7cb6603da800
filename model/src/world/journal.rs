//! What the widget's page leaves for the one that is loaded in its place.

use calling_widget_sdk::session::widget::ResumeFacts;
use serde_json::Value;

use super::World;
use super::channel::Flight;
use super::watch::Tag;
use crate::fault::Fault;
use crate::invariant::Invariant;

const FRAME: &str = "frame";

impl World {
    /// Writes what the next page is to find.
    pub(super) fn keep(&mut self, is_closed: bool) {
        self.is_keeping_due = false;
        if !self.is_booted || self.fault == Some(Fault::NoKeeping) {
            return;
        }
        let kept = self.widget.journal(self.now, FRAME, is_closed);
        self.kept = kept.map(|kept| Flight::new(kept, self.document));
    }

    /// The page takes what an earlier one left, so that no other does.
    pub(super) fn take_kept(&mut self) {
        let Some(kept) = self.kept.take() else { return };
        let facts = ResumeFacts {
            frame: FRAME,
            is_reload: true,
            is_only: true,
            is_claimed: false,
        };
        // Refused or not is the engine's to say, and is seen by what is posted.
        let _ = self.widget.touch().resume(self.now, &kept.message, facts);
    }

    /// What is owed and was left to the next page.
    pub(super) fn left_owed(&self) -> Vec<Tag> {
        let mut left = self.kept_tags();
        let mut owed = self.watch.owed.clone();
        owed.retain(|tag| match left.iter().position(|left| left == tag) {
            Some(at) => {
                left.remove(at);
                true
            }
            None => false,
        });
        owed
    }

    /// A page that ends in peace leaves everything it owes.
    pub(super) fn check_kept(&mut self) {
        if !self.scope.resume {
            return;
        }
        let owed = self.watch.owed.iter();
        let owed = owed.filter(|tag| tag.is_left_to_the_next()).count();
        if self.left_owed().len() < owed {
            self.violate(Invariant::NothingOwedLost);
        }
    }

    fn kept_tags(&self) -> Vec<Tag> {
        let owed = self.kept.as_ref().map(|kept| &kept.message["owed"]);
        let Some(Value::Object(owed)) = owed else {
            return Vec::new();
        };
        owed.values()
            .map(|waiting| Tag::of(&waiting["message"]))
            .collect()
    }
}
