//! Chooses the app's handlers of a message.

use alloc::string::String;
use alloc::vec::Vec;

use super::bounded::push_bounded;
use super::output::Plan;
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
    /// The handlers of an instance for a message.
    ///
    /// `FAILED` gets every failure, and first. Then the message's own handler; without it, a
    /// stand-in that has not yet run for this engagement, and `onFailed` for a failure; without
    /// these, `defaultEventHandler`.
    ///
    /// Without `stand_ins` as in the published SDK: `FAILED`, then the message's own handler or the
    /// default one.
    pub(super) fn plan(&mut self, instance: u32, message: &Envelope, stand_ins: bool) -> Plan {
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
        Plan {
            instance,
            all,
            first_of,
        }
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
                push_bounded(&mut self.offered, run, MAX_SERVED);
            }
            first_of.push(handler);
        }
    }

    /// Notes the handler that took the message of the latest plan; an empty name for none. Returns
    /// the type of a message that no handler took, now or under its other name; empty if unknown.
    pub(super) fn took(&mut self, handler: &str) -> Option<&'static str> {
        let offered = core::mem::take(&mut self.offered);
        if let Some(run) = offered.into_iter().rev().find(|run| run.handler == handler) {
            push_bounded(&mut self.served, run, MAX_SERVED);
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
    use serde_json::json;

    use super::Routes;

    /// The handlers that an app has; and the messages that it gets one after another: the type and
    /// the engagement of each, and the handlers that run.
    const CASES: &[(&str, &[&str])] = &[
        // A failure goes to its own handler, else to the general one.
        (
            "onFailed FAILED onUpdateEngagementFailed defaultEventHandler",
            &[
                "UPDATE_ENGAGEMENT_FAILED 0 | FAILED onUpdateEngagementFailed",
                "FAILED 0 | onFailed",
                "NEW_THING_FAILED 0 | FAILED onFailed",
            ],
        ),
        (
            "onFailed FAILED defaultEventHandler",
            &["UPDATE_ENGAGEMENT_FAILED 0 | FAILED onFailed"],
        ),
        // One that a stand-in took is not reported again.
        (
            "onPublishToChannelFailed onFailed",
            &[
                "PUBLISH_TO_CHANNEL_FAILED 7 | onPublishToChannelFailed",
                "FINALIZE_ENGAGEMENT_FAILED 7 |",
            ],
        ),
        // A stand-in runs once per engagement.
        (
            "onEngagementCreated defaultEventHandler",
            &[
                "ENGAGEMENT_CREATED 7 | onEngagementCreated",
                "CREATE_ENGAGEMENT_SUCCEEDED 7 | defaultEventHandler",
                "CREATE_ENGAGEMENT_SUCCEEDED 8 | onEngagementCreated",
            ],
        ),
        // The default handler is not called for the second name of a message that was handled.
        (
            "onEngagementCreated defaultEventHandler",
            &[
                "CREATE_ENGAGEMENT_SUCCEEDED 7 | onEngagementCreated",
                "ENGAGEMENT_CREATED 7 |",
            ],
        ),
        // Where both handlers are present, each gets its own message.
        (
            "onCreateEngagementSucceeded onEngagementCreated",
            &[
                "ENGAGEMENT_CREATED 7 | onEngagementCreated",
                "CREATE_ENGAGEMENT_SUCCEEDED 7 | onCreateEngagementSucceeded",
            ],
        ),
        // A newer handler gets no older message in place of its own.
        (
            "onCreateEngagementSucceeded defaultEventHandler",
            &[
                "ENGAGEMENT_CREATED 7 | defaultEventHandler",
                "CREATE_ENGAGEMENT_SUCCEEDED 7 | onCreateEngagementSucceeded",
            ],
        ),
        (
            "onFinalizeEngagementSucceeded defaultEventHandler",
            &[
                "PUBLISH_TO_CHANNEL_SUCCEEDED 7 | defaultEventHandler",
                "FINALIZE_ENGAGEMENT_SUCCEEDED 7 | onFinalizeEngagementSucceeded",
            ],
        ),
        (
            "onFinalizeEngagementFailed defaultEventHandler",
            &[
                "PUBLISH_TO_CHANNEL_FAILED 7 | defaultEventHandler",
                "FINALIZE_ENGAGEMENT_FAILED 7 | onFinalizeEngagementFailed",
            ],
        ),
        (
            "onNavigateToRecord defaultEventHandler",
            &["NAVIGATE_TO_RECORD 0 | onNavigateToRecord"],
        ),
        // A widget's own message, and an unknown one, have only the default handler.
        (
            "initialized onReady defaultEventHandler toString",
            &[
                "INITIALIZED 0 | defaultEventHandler",
                "toString 0 | defaultEventHandler",
                " 0 | defaultEventHandler",
                "NEW_THING 0 | defaultEventHandler",
            ],
        ),
    ];

    const DEFAULT: &str = "defaultEventHandler";

    #[test]
    fn each_message_runs_the_handlers_of_the_table() {
        for (handlers, steps) in CASES {
            let handlers: Vec<_> = handlers.split(' ').collect();
            let mut routes = Routes::default();
            for step in *steps {
                let (told, expected) = step.split_once(" |").expect("a message and handlers");
                let (wire, engagement) = told.split_once(' ').expect("a type and an engagement");
                let engagement: u32 = engagement.parse().expect("a number");
                let data = json!({ "engagementId": engagement });
                let message = json!({ "type": wire, "data": data }).into();
                let plan = routes.plan(0, &message, true);
                let (mut run, mut first_of) = (plan.all, plan.first_of);
                run.retain(|name| handlers.contains(name));
                first_of.push(DEFAULT);
                let is_first = |name: &&str| name.is_empty() || handlers.contains(name);
                let first = first_of.into_iter().find(is_first).unwrap_or_default();
                routes.took(first);
                run.extend(Some(first).filter(|name| !name.is_empty()));

                assert_eq!(run.join(" "), expected.trim(), "{step} with {handlers:?}");
            }
        }
    }
}
