//! A widget's outputs, and what holds for all of them.

use calling_widget_sdk::lifecycle::Calls;
use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::protocol::limits::{MAX_CLOSED_CALLS, MAX_OPEN_CALLS, MAX_WINDOWS};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{AppOutput, ChangeOutput, Output, PageOutput, Plan};
use serde_json::Value;
use simulation::WidgetEdge;

/// More orders than any one step gives: more sends than the queue holds, with a
/// report for each of 16 fields and answers of every instance.
const MOST_ORDERS: usize = 16_384;

/// The outputs of a widget.
#[derive(Debug, Default)]
pub(crate) struct Outputs {
    pub(crate) posts: Vec<Value>,
    /// The number of messages to the handlers, and of those to other windows.
    pub(crate) delivered: usize,
    pub(crate) said: usize,
}

/// Carries out a widget's orders; handlers do nothing.
pub(crate) fn drain(widget: &mut WidgetEdge, now: Millis) -> Outputs {
    drain_with(widget, now, |_, _| {})
}

/// Carries out a widget's orders; `handle` has each first.
pub(crate) fn drain_with(
    widget: &mut WidgetEdge,
    now: Millis,
    mut handle: impl FnMut(&mut WidgetEdge, &Output),
) -> Outputs {
    let mut outputs = Outputs::default();
    let mut orders = 0;
    while let Some(output) = widget.poll() {
        orders += 1;
        assert!(orders <= MOST_ORDERS, "the orders have no end");
        assert!(widget.wake().is_none_or(|at| at.0.is_finite()));
        handle(widget, &output);
        match output {
            Output::Page(PageOutput::Post {
                message, origin, ..
            }) => {
                assert_eq!(widget.host_origin(), Some(origin.as_str()));
                outputs.posts.push(message.json());
            }
            Output::App(AppOutput::Deliver { to, .. }) => {
                outputs.delivered += 1;
                to.iter().for_each(check_plan);
                widget.delivered(now);
            }
            Output::App(AppOutput::Report { code, detail, .. }) => {
                assert!(Code::ALL.contains(&code) && detail.len() < 256, "{detail}");
            }
            Output::App(AppOutput::Resumed { .. }) => widget.delivered(now),
            Output::Window(_) => outputs.said += 1,
            Output::Change(ChangeOutput::Windows { others, .. }) => {
                assert!(others as usize <= MAX_WINDOWS, "{others} windows");
            }
            _ => {}
        }
    }
    check_calls(widget.calls(), MAX_CLOSED_CALLS);
    outputs
}

/// Checks that a message calls few handlers of an instance.
pub(crate) fn check_plan(plan: &Plan) {
    assert!(plan.all.len() <= 1 && plan.first_of.len() <= 3, "{plan:?}");
}

/// Checks that a side's calls are bounded.
pub(crate) fn check_calls(calls: &Calls, most_closed: usize) {
    let open = calls.iter().filter(|call| call.state.is_open()).count();
    assert!(open <= MAX_OPEN_CALLS, "{open} open calls");
    let closed = calls.iter().count() - open;
    assert!(closed <= most_closed, "{closed} closed calls");
}
