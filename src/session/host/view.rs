//! What changed since the edge was given it.

use alloc::vec::Vec;

use super::WidgetState;
use super::calls::HostCalls;
use super::output::{ChangeOutput, HostOutput, PageOutput};
use crate::protocol::{Millis, Name, Payload};
use crate::session::snapshot::call_snapshot;

/// What the edge was given last, so that it is given only what changed.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    widget: WidgetState,
    is_active: bool,
    wake: Option<Millis>,
}

impl View {
    /// What the widget said of itself.
    pub(super) fn widget<P>(&mut self, widget: &WidgetState, outputs: &mut Vec<HostOutput<P>>) {
        if self.widget == *widget {
            return;
        }
        self.widget = widget.clone();
        let widget = widget.clone();
        outputs.push(HostOutput::Change(ChangeOutput::WidgetChanged {
            is_logged_in: widget.is_logged_in,
            is_available: widget.is_available,
            version: widget.version,
            sdk_version: widget.sdk_version,
            debug_mode: widget.debug_mode,
        }));
    }

    /// Whether leaving the page would lose a call.
    pub(super) fn active<P>(&mut self, is_active: bool, outputs: &mut Vec<HostOutput<P>>) {
        if self.is_active != is_active {
            self.is_active = is_active;
            outputs.push(HostOutput::Change(ChangeOutput::Active { is_active }));
        }
    }

    /// The next time-out. One that stands already and is early enough stays: when it comes
    /// too early, the next one is set then, which costs less than one for each message.
    pub(super) fn wake<P>(&mut self, at: Option<Millis>, outputs: &mut Vec<HostOutput<P>>) {
        let Some(at) = at else { return };
        if self.wake.is_none_or(|standing| at < standing) {
            self.wake = Some(at);
            outputs.push(HostOutput::Page(PageOutput::Wake { at }));
        }
    }

    /// The time-out has come: no other is set.
    pub(super) const fn woken(&mut self) {
        self.wake = None;
    }
}

/// The calls that began, changed or are forgotten.
pub(super) fn changed_calls<P: Payload>(
    calls: &mut HostCalls<P>,
    outputs: &mut Vec<HostOutput<P>>,
) {
    for key in calls.take_changed() {
        outputs.push(match calls.get(key) {
            Some(call) => {
                let mut snapshot: P = call_snapshot(call);
                if calls.is_cut_off(call) {
                    snapshot.put(Name::IsCutOff, Some(P::from_boolean(true)));
                }
                HostOutput::Change(ChangeOutput::Call {
                    key,
                    call: snapshot,
                })
            }
            None => HostOutput::Change(ChangeOutput::Gone { key }),
        });
    }
}
