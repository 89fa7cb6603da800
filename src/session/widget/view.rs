//! Changes since the edge's last state.

use alloc::string::String;
use alloc::vec::Vec;

use super::instances::Instances;
use super::link::Link;
use super::output::{ChangeOutput, Output, PageOutput, WidgetState};
use crate::lifecycle::Calls;
use crate::protocol::{Millis, Value};
use crate::session::{Alarm, call_snapshot};

/// The state last sent to the edge, so that only changes are sent.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    /// The host's origin, its window, the prefix of its message ids, and true if INITIALIZED was
    /// posted to it.
    host: (Option<String>, u32, String, bool),
    state: Option<WidgetState>,
    is_silent: bool,
    /// The instances that READY was delivered to.
    ready: Vec<u32>,
    pub(super) alarm: Alarm,
}

impl View {
    /// Reports a change of the session's host.
    pub(super) fn host(&mut self, link: &Link, outputs: &mut Vec<Output>) {
        let host = link.host();
        let pinned = host.map_or((None, 0, "", false), |host| {
            let origin = Some(&*host.origin);
            (origin, host.source.0, &*host.id_prefix, host.is_initialized)
        });
        let (origin, source, id_prefix, is_initialized) = &self.host;
        if pinned == (origin.as_deref(), *source, &**id_prefix, *is_initialized) {
            return;
        }
        let (origin, source, id_prefix, is_initialized) = pinned;
        let pinned = (
            origin.map(String::from),
            source,
            id_prefix.into(),
            is_initialized,
        );
        self.host.clone_from(&pinned);
        let (origin, source, id_prefix, is_initialized) = pinned;
        outputs.push(Output::Change(ChangeOutput::Pinned {
            origin,
            source,
            id_prefix,
            ready: host.map(|host| host.ready.value.clone()),
            user_hash: link.user_hash().map(Value::from),
            is_initialized,
        }));
    }

    /// Notes that the page has the state of an engine that trapped: its host may have been silent.
    pub(super) const fn restored(&mut self) {
        self.is_silent = true;
    }

    /// Reports a change of the session's state.
    pub(super) fn state(&mut self, state: WidgetState, outputs: &mut Vec<Output>) {
        if self.state.replace(state) != Some(state) {
            outputs.push(Output::Change(ChangeOutput::State { state }));
        }
    }

    /// Reports a change of the host's silence.
    pub(super) fn silence(&mut self, is_silent: bool, outputs: &mut Vec<Output>) {
        if self.is_silent != is_silent {
            self.is_silent = is_silent;
            outputs.push(Output::Change(ChangeOutput::Silent { is_silent }));
        }
    }

    /// Reports the instances that READY was delivered to.
    pub(super) fn ready(&mut self, instances: &Instances, outputs: &mut Vec<Output>) {
        for instance in instances.ready() {
            if !self.ready.contains(&instance) {
                self.ready.push(instance);
                let is_ready = true;
                outputs.push(Output::Change(ChangeOutput::Ready { instance, is_ready }));
            }
        }
    }

    /// Sets the next time-out.
    pub(super) fn wake(&mut self, at: Option<Millis>, outputs: &mut Vec<Output>) {
        let at = at.and_then(|at| self.alarm.set(at));
        outputs.extend(at.map(|at| Output::Page(PageOutput::Wake { at })));
    }
}

/// Outputs the calls that began, changed or were forgotten.
pub(super) fn changed_calls(calls: &mut Calls, outputs: &mut Vec<Output>) {
    for key in calls.take_changed() {
        outputs.push(match calls.get(key) {
            Some(call) => Output::Change(ChangeOutput::Call {
                key,
                is_under_way: call.is_own() && call.state.is_under_way(),
                call: call_snapshot(call).into(),
            }),
            None => Output::Change(ChangeOutput::Gone { key }),
        });
    }
}
