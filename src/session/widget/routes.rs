//! Which of an app's handlers take a message.

use alloc::string::String;
use alloc::vec::Vec;

use crate::protocol::{Kind, Payload};

/// The handlers an instance was asked for, per engagement, so that a handler
/// that stands in for another runs once for each.
#[derive(Clone, Debug, Default)]
pub(super) struct Routes {
    served: Vec<Served>,
}

impl Routes {
    pub(super) const fn new() -> Self {
        Self { served: Vec::new() }
    }

    /// The names of the handlers to call, in order, of those the app has.
    ///
    /// Every failure goes to `FAILED` and `onFailed` first. Then the message's
    /// own handler; where that is absent, one that stands in for it, unless it
    /// already ran for this engagement; where there is none,
    /// `defaultEventHandler`. Also answers whether a handler took this already,
    /// on account of the message's other name.
    ///
    /// Without `stand_ins` as the published SDK: `FAILED`, then the message's
    /// own handler or the default one.
    pub(super) fn plan<P: Payload>(
        &mut self,
        wire: &str,
        data: Option<&P>,
        stand_ins: bool,
        has: impl Fn(&str) -> bool,
    ) -> (Vec<&'static str>, bool) {
        let mut plan = Vec::new();
        let mut was_served = false;
        let mut add = |name| {
            let present = has(name);
            if present {
                plan.push(name);
            }
            present
        };
        let kind = Kind::parse(wire);
        if wire.ends_with("_FAILED") {
            add(Kind::Failed.as_str());
            if stand_ins {
                add(Kind::Failed.message().name);
            }
        }
        let mut served = false;
        if let Some(kind) = kind {
            let message = kind.message();
            let engagement = data
                .filter(|_| !message.aliases.is_empty())
                .and_then(|data| data.field("engagementId"))
                .and_then(|id| id.id_text());
            let aliases = if stand_ins { message.aliases } else { &[] };
            for &handler in core::iter::once(&message.name).chain(aliases) {
                // What the widget sends has a method's name there.
                if served || !handler.starts_with("on") {
                    continue;
                }
                let run = engagement.clone().map(|engagement| Served {
                    handler,
                    engagement,
                    kind,
                });
                if run.as_ref().is_some_and(|run| self.ran_for_another(run)) {
                    was_served = true;
                    continue;
                }
                served = add(handler);
                if served && let Some(run) = run {
                    self.remember(run);
                }
            }
        }
        if !served {
            add("defaultEventHandler");
        }
        (plan, was_served)
    }

    /// Whether the handler already ran for this engagement on account of
    /// another message; the same message again is the host's own repetition.
    fn ran_for_another(&self, run: &Served) -> bool {
        self.served.iter().any(|served| {
            served.handler == run.handler
                && served.engagement == run.engagement
                && served.kind != run.kind
        })
    }

    fn remember(&mut self, run: Served) {
        if self.served.len() >= MAX_SERVED {
            self.served.remove(0);
        }
        self.served.push(run);
    }
}

/// A handler that ran for an engagement, and on account of which message.
#[derive(Clone, Debug)]
struct Served {
    handler: &'static str,
    engagement: String,
    kind: Kind,
}

const MAX_SERVED: usize = 64;

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Routes;

    fn plan(routes: &mut Routes, wire: &str, data: &Value, handlers: &[&str]) -> Vec<&'static str> {
        routes
            .plan(wire, Some(data), true, |name| handlers.contains(&name))
            .0
    }

    #[test]
    fn a_failure_goes_to_the_general_handlers_first() {
        let handlers = [
            "onFailed",
            "FAILED",
            "onUpdateEngagementFailed",
            "defaultEventHandler",
        ];

        assert_eq!(
            plan(
                &mut Routes::new(),
                "UPDATE_ENGAGEMENT_FAILED",
                &json!({}),
                &handlers
            ),
            ["FAILED", "onFailed", "onUpdateEngagementFailed"]
        );
        assert_eq!(
            plan(&mut Routes::new(), "FAILED", &json!({}), &handlers),
            ["onFailed"]
        );
        assert_eq!(
            plan(
                &mut Routes::new(),
                "NEW_THING_FAILED",
                &json!({}),
                &handlers
            ),
            ["FAILED", "onFailed", "defaultEventHandler"]
        );
    }

    #[test]
    fn a_stand_in_runs_once_per_engagement() {
        let mut routes = Routes::new();
        let data = json!({ "engagementId": 7 });
        let handlers = ["onCreateEngagementSucceeded", "defaultEventHandler"];

        assert_eq!(
            plan(&mut routes, "CREATE_ENGAGEMENT_SUCCEEDED", &data, &handlers),
            ["onCreateEngagementSucceeded"]
        );
        assert_eq!(
            plan(&mut routes, "ENGAGEMENT_CREATED", &data, &handlers),
            ["defaultEventHandler"]
        );
        assert_eq!(
            plan(
                &mut routes,
                "ENGAGEMENT_CREATED",
                &json!({ "engagementId": 8 }),
                &handlers
            ),
            ["onCreateEngagementSucceeded"]
        );
    }

    #[test]
    fn a_present_handler_of_its_own_leaves_the_stand_in_alone() {
        let mut routes = Routes::new();
        let data = json!({ "engagementId": 7 });
        let handlers = ["onCreateEngagementSucceeded", "onEngagementCreated"];

        assert_eq!(
            plan(&mut routes, "ENGAGEMENT_CREATED", &data, &handlers),
            ["onEngagementCreated"]
        );
        assert_eq!(
            plan(&mut routes, "CREATE_ENGAGEMENT_SUCCEEDED", &data, &handlers),
            ["onCreateEngagementSucceeded"]
        );
    }

    #[test]
    fn a_record_the_host_names_goes_to_the_documented_handler() {
        let data = json!({ "objectCoordinates": {} });
        let handlers = ["onNavigateToRecord", "defaultEventHandler"];

        for _ in 0..2 {
            assert_eq!(
                plan(&mut Routes::new(), "NAVIGATE_TO_RECORD", &data, &handlers),
                ["onNavigateToRecord"]
            );
        }
    }

    #[test]
    fn what_the_widget_itself_sends_has_no_handler() {
        let handlers = ["initialized", "onReady", "defaultEventHandler", "toString"];

        for wire in ["INITIALIZED", "toString", "", "NEW_THING"] {
            assert_eq!(
                plan(&mut Routes::new(), wire, &json!({}), &handlers),
                ["defaultEventHandler"],
                "{wire}"
            );
        }
    }
}
