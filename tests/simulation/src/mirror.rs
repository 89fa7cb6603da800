//! The page's copy of a session's state, which has to equal the engine's.

use std::collections::{BTreeMap, BTreeSet};

use calling_widget_sdk::protocol::Value;
use calling_widget_sdk::session::call_snapshot;
use calling_widget_sdk::session::widget::{ChangeOutput, Output, Widget, WidgetState};
use serde_json::Value as Json;

/// The widget page edge's copy of a session's state.
#[derive(Clone, Debug, Default)]
pub(crate) struct Mirror {
    state: Option<WidgetState>,
    is_silent: bool,
    calls: BTreeMap<u32, Json>,
    /// The calls that leaving the page would cut off.
    under_way: BTreeSet<u32>,
}

impl Mirror {
    pub(crate) fn note(&mut self, order: &Output) {
        let Output::Change(change) = order else {
            return;
        };
        match change {
            ChangeOutput::State { state } => self.state = Some(*state),
            ChangeOutput::Silent { is_silent } => self.is_silent = *is_silent,
            ChangeOutput::Call {
                key,
                call,
                is_under_way,
            } => {
                self.calls.insert(*key, call.json());
                self.under_way.remove(key);
                self.under_way.extend(is_under_way.then_some(*key));
            }
            ChangeOutput::Gone { key } => {
                self.calls.remove(key);
                self.under_way.remove(key);
            }
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
        let calls = widget.calls().iter();
        let calls = calls.map(|call| (call.key(), Value::from(call_snapshot(call)).json()));
        debug_assert_eq!(self.calls, calls.collect(), "the page's copy of the calls");
    }
}
