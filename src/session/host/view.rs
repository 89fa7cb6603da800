//! Changes since the edge's last state.

use alloc::vec::Vec;

use super::WidgetInfo;
use super::calls::HostCalls;
use super::output::{ChangeOutput, FrameOutput, HostOutput, PageOutput, ReportOutput};
use crate::protocol::{Kind, Millis, Name, Value};
use crate::session::{Alarm, call_snapshot};

/// The state last sent to the edge, so that only changes are sent.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    widget: WidgetInfo,
    is_active: bool,
    pub(super) alarm: Alarm,
}

impl View {
    /// Reports a change of the widget.
    pub(super) fn widget(&mut self, widget: &WidgetInfo, outputs: &mut Vec<HostOutput>) {
        if self.widget == *widget {
            return;
        }
        self.widget = widget.clone();
        outputs.push(HostOutput::Change(ChangeOutput::WidgetChanged {
            widget: widget.clone(),
        }));
    }

    /// Reports a change of whether leaving the page would lose a call.
    pub(super) fn active(&mut self, is_active: bool, outputs: &mut Vec<HostOutput>) {
        if self.is_active != is_active {
            self.is_active = is_active;
            outputs.push(HostOutput::Change(ChangeOutput::Active { is_active }));
        }
    }

    /// Sets the next time-out.
    pub(super) fn wake(&mut self, at: Option<Millis>, outputs: &mut Vec<HostOutput>) {
        let at = at.and_then(|at| self.alarm.set(at));
        outputs.extend(at.map(|at| HostOutput::Page(PageOutput::Wake { at })));
    }
}

/// Outputs the calls that began, changed or were forgotten.
pub(super) fn changed_calls(calls: &mut HostCalls, outputs: &mut Vec<HostOutput>) {
    for key in calls.take_changed() {
        outputs.push(match calls.get(key) {
            Some(call) => {
                let mut snapshot = call_snapshot(call);
                if calls.records.is_cut_off(call) {
                    snapshot.set(Name::IsCutOff, true);
                }
                HostOutput::Change(ChangeOutput::Call {
                    key,
                    call: snapshot.into(),
                })
            }
            None => HostOutput::Change(ChangeOutput::Gone { key }),
        });
    }
}

/// Adds to a message the call that it changed, where an input led to one of each. Messages about
/// the user or the frame change none, although another output of the same input may.
pub(super) fn name_call(outputs: &mut [HostOutput]) {
    let mut calls = outputs.iter().filter_map(|output| match output {
        HostOutput::Change(ChangeOutput::Call { key, .. }) => Some(*key),
        _ => None,
    });
    let (Some(key), None) = (calls.next(), calls.next()) else {
        return;
    };
    let mut messages = outputs.iter_mut().filter_map(|output| match output {
        HostOutput::Frame(FrameOutput::Post { message, call, .. })
        | HostOutput::Report(ReportOutput::Received { message, call }) => {
            may_change_call(message).then_some(call)
        }
        _ => None,
    });
    if let (Some(call), None) = (messages.next(), messages.next()) {
        *call = Some(key);
    }
}

fn may_change_call(message: &Value) -> bool {
    let wire = message.named(Name::Type);
    !matches!(
        wire.text().and_then(Kind::parse),
        Some(Kind::Initialized | Kind::LoggedIn | Kind::VisibilityChanged)
    )
}
