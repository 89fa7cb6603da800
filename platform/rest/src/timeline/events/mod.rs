//! `POST`, `PUT /integrations/v1/{appId}/timeline/event`, `PUT …/event/batch` and
//! `GET …/event/{eventTypeId}/{eventId}`
//!
//! Source: the legacy timeline reference, events; the batch, the reading, `timestamp` and
//! the values at the top level are in its guide alone. Read 2026-11.

mod event;

use serde::{Deserialize, Serialize};

pub(super) use self::event::RESERVED_NAMES;
pub use self::event::{TimelineEvent, TimelineIframe};
use super::{checked, problem, request};
use crate::{
    Method, Request, Secret,
    problem::{Problem, ProblemCode},
};

/// An app in the account that it is installed in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Installation {
    /// The app; the service's type is int32.
    pub app_id: i32,
    /// An access token of the app, with the scope `timeline`.
    pub token: Secret,
}

impl Installation {
    fn request(&self, method: Method, route: &'static str) -> Request {
        request(method, route, self.app_id, &[]).with_bearer(&self.token)
    }
}

/// Creates an event, or replaces the one with its identifier.
#[derive(Clone, Debug, PartialEq)]
pub struct CreateEvent {
    /// The app and its token.
    pub installation: Installation,
    /// The event.
    pub event: TimelineEvent,
}

endpoint! { |it: CreateEvent| -> Option<TimelineEvent> {
    checked(it.event.problems())?;
    it.installation
        .request(Method::Post, ROUTE)
        .with_json(&it.event)
} }

/// The same by `PUT`, which can be repeated.
#[derive(Clone, Debug, PartialEq)]
pub struct PutEvent {
    /// The app and its token.
    pub installation: Installation,
    /// The event.
    pub event: TimelineEvent,
}

endpoint! { |it: PutEvent| -> Option<TimelineEvent> {
    checked(it.event.problems())?;
    it.installation
        .request(Method::Put, ROUTE)
        .with_json(&it.event)
} }

/// Up to a hundred events.
///
/// Shape: `{"eventWrappers":[{"id":"w-1","eventTypeId":"5",…}]}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct EventBatch {
    /// The events.
    pub event_wrappers: Vec<TimelineEvent>,
}

impl EventBatch {
    /// The problem of their number, if any.
    #[must_use]
    pub fn problem(events: usize) -> Option<Problem> {
        problem_of_number("eventWrappers", events)
    }
}

fn problem_of_number(field: &'static str, events: usize) -> Option<Problem> {
    let why = "has none, or more than 100: send 1 to 100 events";
    (!(1..=MOST_EVENTS).contains(&events)).then(|| problem(ProblemCode::InvalidSize, field, why))
}

/// Puts up to a hundred events.
#[derive(Clone, Debug, PartialEq)]
pub struct PutEvents {
    /// The app and its token.
    pub installation: Installation,
    /// The events.
    pub events: Vec<TimelineEvent>,
}

endpoint! { |it: PutEvents| -> Option<EventBatch> {
    // By the caller's name; the body has another one.
    let of_all = problem_of_number("events", it.events.len());
    let each = it.events.iter().enumerate().flat_map(|(at, event)| {
        let problems = event.problems().into_iter();
        problems.map(move |found| Problem {
            message: format!("events[{at}].{}", found.message),
            ..found
        })
    });
    checked(of_all.into_iter().chain(each).collect())?;
    it.installation
        .request(Method::Put, BATCH_ROUTE)
        .with_json(&EventBatch {
            event_wrappers: it.events.clone(),
        })
} }

/// Reads an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadEvent {
    /// The app and its token.
    pub installation: Installation,
    /// Its type.
    pub event_type_id: i64,
    /// Its identifier among the events of that type.
    pub id: String,
}

endpoint! { |it: ReadEvent| -> TimelineEvent {
    let Installation { app_id, token } = &it.installation;
    let [app, kind] = [i64::from(*app_id), it.event_type_id].map(|id| id.to_string());
    let request = Request::at(Method::Get, EVENT_ROUTE, &[&app, &kind, &it.id]);
    Ok(request.with_bearer(token))
} }

/// The path of creating and replacing an event.
pub const ROUTE: &str = "/integrations/v1/{appId}/timeline/event";

/// The path of replacing many.
pub const BATCH_ROUTE: &str = "/integrations/v1/{appId}/timeline/event/batch";

/// The path of one event.
pub const EVENT_ROUTE: &str = "/integrations/v1/{appId}/timeline/event/{eventTypeId}/{eventId}";

/// The largest number of events in a batch.
///
/// Source: the legacy timeline guide.
pub const MOST_EVENTS: usize = 100;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Endpoint as _, Error};

    #[test]
    fn a_wrong_event_of_a_batch_is_named_by_the_callers_id() {
        let texts = |events: Vec<TimelineEvent>| {
            let put = PutEvents {
                installation: Installation::default(),
                events,
            };
            match put.request() {
                Err(Error::Invalid(problems)) => {
                    problems.into_iter().map(|it| it.message).collect()
                }
                other => panic!("{other:?}"),
            }
        };
        let good = TimelineEvent {
            id: "w-1".to_owned(),
            event_type_id: "5".to_owned(),
            object_id: Some(101),
            ..TimelineEvent::default()
        };
        let bad = TimelineEvent {
            id: String::new(),
            ..good.clone()
        };

        let of_one: Vec<String> = texts(vec![good.clone(), good, bad]);
        let of_all: Vec<String> = texts(Vec::new());

        assert_eq!(of_one.len(), 1);
        assert!(
            of_one[0].starts_with("events[2].id is empty: "),
            "{of_one:?}"
        );
        assert!(of_all[0].starts_with("events has none"), "{of_all:?}");
    }
}
