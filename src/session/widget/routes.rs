//! Chooses the app's handlers of a message.

use alloc::string::String;
use alloc::vec::Vec;

use crate::protocol::{Body, Envelope, Kind, Name};

/// The handlers that took an instance's messages, per engagement: a stand-in handler runs once for
/// each engagement.
#[derive(Clone, Debug, Default)]
pub(super) struct Routes {
    served: Vec<Served>,
    /// The handlers that may take the messages that are being delivered.
    offered: Vec<Served>,
    /// True if a handler already took the message of the latest plan, under its other name.
    was_served: bool,
    /// The message of the latest plan, if its type is known.
    kind: Option<Kind>,
}

impl Routes {
    pub(super) const fn new() -> Self {
        Self {
            served: Vec::new(),
            offered: Vec::new(),
            was_served: false,
            kind: None,
        }
    }

    /// The names of the handlers to call, if present, and those of which only the first present one
    /// is called.
    ///
    /// `FAILED` gets every failure, and first. Then the message's own handler; without it, a
    /// stand-in that has not yet run for this engagement, and `onFailed` for a failure; without
    /// these, `defaultEventHandler`.
    ///
    /// Without `stand_ins` as in the published SDK: `FAILED`, then the message's own handler or the
    /// default one.
    pub(super) fn plan(
        &mut self,
        message: &Envelope,
        stand_ins: bool,
    ) -> (Vec<&'static str>, Vec<&'static str>) {
        let mut all = Vec::new();
        let mut first_of = Vec::new();
        self.was_served = false;
        self.kind = message.kind();
        let is_failure = message.wire.ends_with("_FAILED");
        if is_failure {
            all.push(Kind::Failed.as_str());
        }
        if let Some(kind) = self.kind {
            self.offer(kind, &message.body, stand_ins, &mut first_of);
        }
        if is_failure && stand_ins && !self.was_served {
            first_of.push(Kind::Failed.message().name);
        }
        (all, first_of)
    }

    /// A message's own handler, and its stand-ins.
    fn offer(
        &mut self,
        kind: Kind,
        body: &Body,
        stand_ins: bool,
        first_of: &mut Vec<&'static str>,
    ) {
        let message = kind.message();
        let newer = message.deprecated;
        let is_shared = !newer.is_empty() || !message.aliases.is_empty();
        let payload = body.slot().fields().filter(|_| is_shared);
        let engagement = payload
            .and_then(|payload| payload.named(Name::EngagementId))
            .and_then(|id| id.id_text());
        // An app that handles the newer message misses nothing in the older one.
        self.was_served = self.served.iter().any(|served| {
            served.handler == newer && Some(&served.engagement) == engagement.as_ref()
        });
        let aliases = if stand_ins { message.aliases } else { &[] };
        for &handler in core::iter::once(&message.name).chain(aliases) {
            // A widget's own message has a method's name there.
            if !handler.starts_with("on") {
                continue;
            }
            if let Some(engagement) = &engagement {
                let run = Served {
                    handler,
                    engagement: engagement.clone(),
                    kind,
                };
                if self.ran_for_another(&run) {
                    self.was_served = true;
                    if handler == message.name {
                        // A message that its own handler took does not go to the default one.
                        first_of.push(NO_HANDLER);
                    }
                    continue;
                }
                push_bounded(&mut self.offered, run);
            }
            first_of.push(handler);
        }
    }

    /// Notes the handler that took the message of the latest plan; an empty name for none. Returns
    /// the type of a message that no handler took, now or under its other name; empty if unknown.
    pub(super) fn took(&mut self, handler: &str) -> Option<&'static str> {
        let offered = core::mem::take(&mut self.offered);
        if let Some(run) = offered.into_iter().rev().find(|run| run.handler == handler) {
            push_bounded(&mut self.served, run);
        }
        let is_unhandled = handler.is_empty() && !self.was_served;
        is_unhandled.then(|| self.kind.map_or("", Kind::as_str))
    }

    /// True if the handler already ran for this engagement with another message; the same message
    /// again is the host's own repetition.
    fn ran_for_another(&self, run: &Served) -> bool {
        self.served.iter().any(|served| {
            served.handler == run.handler
                && served.engagement == run.engagement
                && served.kind != run.kind
        })
    }
}

fn push_bounded(list: &mut Vec<Served>, run: Served) {
    if list.len() >= MAX_SERVED {
        list.remove(0);
    }
    list.push(run);
}

/// A handler that ran for an engagement, and its message.
#[derive(Clone, Debug)]
struct Served {
    handler: &'static str,
    engagement: String,
    kind: Kind,
}

const MAX_SERVED: usize = 64;

/// No handler: none after it is called.
const NO_HANDLER: &str = "";

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Routes;

    /// The handlers that run, of those an app has.
    fn plan(routes: &mut Routes, wire: &str, data: &Value, handlers: &[&str]) -> Vec<&'static str> {
        let message = json!({ "type": wire, "data": data }).into();
        let (mut all, mut first_of) = routes.plan(&message, true);
        all.retain(|name| handlers.contains(name));
        first_of.push("defaultEventHandler");
        let first = first_of
            .into_iter()
            .find(|name| name.is_empty() || handlers.contains(name));
        routes.took(first.unwrap_or_default());
        all.extend(first.filter(|name| !name.is_empty()));
        all
    }

    #[test]
    fn a_failure_goes_to_its_own_handler_or_the_general_one() {
        let general = ["onFailed", "FAILED", "defaultEventHandler"];
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
            ["FAILED", "onUpdateEngagementFailed"]
        );
        assert_eq!(
            plan(
                &mut Routes::new(),
                "UPDATE_ENGAGEMENT_FAILED",
                &json!({}),
                &general
            ),
            ["FAILED", "onFailed"]
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
            ["FAILED", "onFailed"]
        );
    }

    #[test]
    fn a_failure_that_a_stand_in_took_is_not_reported_again() {
        let mut routes = Routes::new();
        let data = json!({ "engagementId": 7 });
        let handlers = ["onPublishToChannelFailed", "onFailed"];

        assert_eq!(
            plan(&mut routes, "PUBLISH_TO_CHANNEL_FAILED", &data, &handlers),
            ["onPublishToChannelFailed"]
        );
        assert!(plan(&mut routes, "FINALIZE_ENGAGEMENT_FAILED", &data, &handlers).is_empty());
    }

    #[test]
    fn a_stand_in_runs_once_per_engagement() {
        let mut routes = Routes::new();
        let data = json!({ "engagementId": 7 });
        let handlers = ["onEngagementCreated", "defaultEventHandler"];

        assert_eq!(
            plan(&mut routes, "ENGAGEMENT_CREATED", &data, &handlers),
            ["onEngagementCreated"]
        );
        assert_eq!(
            plan(&mut routes, "CREATE_ENGAGEMENT_SUCCEEDED", &data, &handlers),
            ["defaultEventHandler"]
        );
        assert_eq!(
            plan(
                &mut routes,
                "CREATE_ENGAGEMENT_SUCCEEDED",
                &json!({ "engagementId": 8 }),
                &handlers
            ),
            ["onEngagementCreated"]
        );
    }

    #[test]
    fn a_newer_handler_gets_no_older_message_in_place_of_its_own() {
        let newer = [
            (
                "ENGAGEMENT_CREATED",
                "CREATE_ENGAGEMENT_SUCCEEDED",
                "onCreateEngagementSucceeded",
            ),
            (
                "PUBLISH_TO_CHANNEL_SUCCEEDED",
                "FINALIZE_ENGAGEMENT_SUCCEEDED",
                "onFinalizeEngagementSucceeded",
            ),
            (
                "PUBLISH_TO_CHANNEL_FAILED",
                "FINALIZE_ENGAGEMENT_FAILED",
                "onFinalizeEngagementFailed",
            ),
        ];
        let data = json!({ "engagementId": 7 });

        for (older, own, handler) in newer {
            let mut routes = Routes::new();
            let handlers = [handler, "defaultEventHandler"];
            assert_eq!(
                plan(&mut routes, older, &data, &handlers),
                ["defaultEventHandler"]
            );
            assert_eq!(plan(&mut routes, own, &data, &handlers), [handler]);
        }
    }

    #[test]
    fn the_default_handler_is_not_called_for_a_handled_second_name() {
        let mut routes = Routes::new();
        let data = json!({ "engagementId": 7 });
        let handlers = ["onEngagementCreated", "defaultEventHandler"];

        assert_eq!(
            plan(&mut routes, "CREATE_ENGAGEMENT_SUCCEEDED", &data, &handlers),
            ["onEngagementCreated"]
        );
        assert!(plan(&mut routes, "ENGAGEMENT_CREATED", &data, &handlers).is_empty());
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
    fn a_widgets_own_message_has_only_the_default_handler() {
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
