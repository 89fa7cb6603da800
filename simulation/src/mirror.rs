//! What a page has of a session at any time, so that another engine can go on where one
//! that trapped stood.

use std::collections::BTreeMap;

use calling_widget_sdk::protocol::Payload as _;
use calling_widget_sdk::session::widget::{ChangeOutput, Input, Output, PageInput};
use serde_json::{Value, json};

use crate::Options;

/// What a widget page's edge has of a session at any time, so that another engine can go
/// on where one that trapped stood.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mirror {
    prefix: String,
    pub(crate) is_embedded: bool,
    pub(crate) traps: usize,
    pinned: Option<(String, u32, String, Value)>,
    presence: (Option<Value>, u32),
    calls: BTreeMap<u32, Value>,
    pub(crate) options: BTreeMap<u32, Options>,
    pub(crate) ready: Vec<u32>,
}

impl Mirror {
    pub(crate) fn new(prefix: &str, is_embedded: bool) -> Self {
        Self {
            prefix: prefix.to_owned(),
            is_embedded,
            ..Self::default()
        }
    }

    /// What the session's ids begin with: they differ from the edge's, and after a trap
    /// from those before.
    pub(crate) fn session(&self) -> String {
        format!("{}{}", self.prefix, "s".repeat(self.traps + 1))
    }

    pub(crate) fn note(&mut self, order: &Output<Value>) {
        match order.clone() {
            Output::Change(ChangeOutput::Pinned {
                origin,
                source,
                id_prefix,
                ready,
                ..
            }) => {
                let ready = ready.unwrap_or_else(|| json!({}));
                self.pinned = origin.map(|origin| (origin, source, id_prefix, ready));
            }
            Output::Change(ChangeOutput::Presence {
                presence,
                posted_by,
            }) => self.presence = (presence, posted_by),
            Output::Change(ChangeOutput::Call { key, mut call, .. }) => {
                call.put("key", Some(json!(key)));
                self.calls.insert(key, call);
            }
            Output::Change(ChangeOutput::Gone { key }) => drop(self.calls.remove(&key)),
            Output::Change(ChangeOutput::Ready {
                instance,
                is_ready: true,
            }) => self.ready.push(instance),
            _ => {}
        }
    }

    pub(crate) fn restored(&self) -> Input<Value> {
        let (origin, source, id_prefix, ready) = match self.pinned.clone() {
            Some((origin, source, id_prefix, ready)) => (Some(origin), source, id_prefix, ready),
            None => (None, 0, String::new(), json!({})),
        };
        let (presence, posted_by) = self.presence.clone();
        Input::Page(PageInput::Restore {
            origin,
            source,
            id_prefix,
            ready,
            presence: presence.unwrap_or_else(|| json!({})),
            posted_by,
            snapshot: json!({ "calls": self.calls.values().collect::<Vec<_>>() }),
        })
    }
}
