//! The page's copy of a session's state, from which another engine continues after a trap.

use std::collections::{BTreeMap, BTreeSet};

use calling_widget_sdk::protocol::Value;
use calling_widget_sdk::session::call_snapshot;
use calling_widget_sdk::session::widget::{
    ChangeOutput, Input, Output, PageInput, Widget, WidgetState,
};
use serde_json::{Value as Json, json};

use crate::Options;

/// The widget page edge's copy of a session's state, from which another engine continues after a
/// trap.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mirror {
    prefix: String,
    pub(crate) is_embedded: bool,
    pub(crate) traps: usize,
    pinned: Option<(String, u32, String, Json, bool)>,
    presence: (Option<Json>, u32),
    state: Option<WidgetState>,
    is_silent: bool,
    calls: BTreeMap<u32, Json>,
    /// The calls that leaving the page would cut off.
    under_way: BTreeSet<u32>,
    queued: BTreeMap<u32, PageInput>,
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

    /// The prefix of the session's ids: it differs from the edge's, and after a trap from the one
    /// before.
    pub(crate) fn session(&self) -> String {
        format!("{}{}", self.prefix, "s".repeat(self.traps + 1))
    }

    pub(crate) fn note(&mut self, order: &Output) {
        let Output::Change(change) = order else {
            return;
        };
        match change.clone() {
            ChangeOutput::Pinned {
                origin,
                source,
                id_prefix,
                ready,
                is_initialized,
                ..
            } => {
                let ready = ready.map_or_else(|| json!({}), Json::from);
                self.pinned =
                    origin.map(|origin| (origin, source, id_prefix, ready, is_initialized));
            }
            ChangeOutput::Presence {
                presence,
                posted_by,
            } => self.presence = (presence.map(Json::from), posted_by),
            ChangeOutput::State { state } => self.state = Some(state),
            ChangeOutput::Silent { is_silent } => self.is_silent = is_silent,
            ChangeOutput::Call {
                key,
                call,
                is_under_way,
            } => {
                let mut call = call.json();
                call["key"] = json!(key);
                self.calls.insert(key, call);
                self.under_way.remove(&key);
                self.under_way.extend(is_under_way.then_some(key));
            }
            ChangeOutput::Gone { key } => {
                self.calls.remove(&key);
                self.under_way.remove(&key);
            }
            ChangeOutput::Queued {
                number,
                instance,
                message,
                message_id,
                since,
                call,
                before,
            } => {
                let queued = PageInput::Requeue {
                    instance,
                    message: message.into(),
                    message_id,
                    since,
                    call,
                    before: before.map(Into::into),
                };
                self.queued.insert(number, queued);
            }
            ChangeOutput::Unqueued { numbers } => {
                self.queued.retain(|number, _| !numbers.contains(number));
            }
            ChangeOutput::Ready {
                instance,
                is_ready: true,
            } => self.ready.push(instance),
            _ => {}
        }
    }

    /// Checks that the page's copy equals the engine's state.
    pub(crate) fn assert_told(&self, widget: &Widget) {
        let told = (self.state, self.is_silent, !self.under_way.is_empty());
        let state = (
            Some(widget.state()),
            widget.is_host_silent(),
            widget.has_call_under_way(),
        );
        debug_assert_eq!(told, state, "the page's copy of the state");
        let keyed = widget.calls().iter().map(|call| {
            let mut snapshot = Json::from(Value::from(call_snapshot(call)));
            snapshot["key"] = json!(call.key());
            (call.key(), snapshot)
        });
        debug_assert_eq!(self.calls, keyed.collect(), "the page's copy of the calls");
    }

    /// Takes the queued messages; the engine that gets them outputs them anew.
    pub(crate) fn take_queued(&mut self) -> Vec<PageInput> {
        std::mem::take(&mut self.queued).into_values().collect()
    }

    pub(crate) fn restored(&self) -> Input {
        let (origin, source, id_prefix, ready, is_initialized) = match self.pinned.clone() {
            Some((origin, source, id_prefix, ready, is_initialized)) => {
                (Some(origin), source, id_prefix, ready, is_initialized)
            }
            None => (None, 0, String::new(), json!({}), false),
        };
        let (presence, posted_by) = self.presence.clone();
        Input::Page(PageInput::Restore {
            origin,
            source,
            id_prefix,
            ready: ready.into(),
            is_initialized,
            presence: presence.unwrap_or_else(|| json!({})).into(),
            posted_by,
            snapshot: json!({ "calls": self.calls.values().collect::<Vec<_>>() }).into(),
        })
    }
}
