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
    /// The host's origin.
    origin: Option<String>,
    /// Its window, a hash of its user, and true if INITIALIZED was posted to it.
    host: (u32, Option<f64>, bool),
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
        let origin = host.map(|host| &*host.origin);
        let others = (
            host.map_or(0, |host| host.source.0),
            link.user_hash(),
            host.is_some_and(|host| host.is_initialized),
        );
        if self.origin.as_deref() == origin && self.host == others {
            return;
        }
        self.origin = origin.map(String::from);
        self.host = others;
        let (source, user_hash, is_initialized) = others;
        outputs.push(Output::Change(ChangeOutput::Pinned {
            origin: self.origin.clone(),
            source,
            user_hash: user_hash.map(Value::from),
            is_initialized,
        }));
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
                outputs.push(Output::Change(ChangeOutput::Ready { instance }));
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
