//! `/integrations/v1/{appId}/timeline`: event types, their properties, and events.
//!
//! | module | holds |
//! |---|---|
//! | [`event_types`] | types of an app's events, and their templates |
//! | [`event_properties`] | properties of an event type |
//! | [`events`] | events on the timelines of records |
//!
//! Event types and their properties are the developer's, so they take the key of the
//! developer account. Events take an access token with the scope `timeline`. Both are open
//! only to apps that already have such events.
//!
//! Source: the legacy timeline guide and its reference, read 2026-11.

use serde::{Deserialize, Serialize};

use super::{
    Error, Method, Request, Secret,
    problem::{Problem, ProblemCode},
};

pub mod event_properties;
pub mod event_types;
pub mod events;

/// A developer of an app's event types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Developer {
    /// The app; the service's type is int32.
    pub app_id: i32,
    /// The API key of the developer account; goes into the query as `hapikey`.
    pub key: Secret,
    /// The developer, as a user of that account; goes into the query as `userId`. The
    /// service refuses most calls without it, though its newest reference does not name it.
    pub user_id: Option<i64>,
}

impl Developer {
    fn request(&self, method: Method, route: &'static str, ids: &[i64]) -> Request {
        let mut query = vec![("hapikey", self.key.clone())];
        if let Some(user) = self.user_id {
            query.push(("userId", Secret::new(user.to_string())));
        }
        request(method, route, self.app_id, ids)
            .with_query(query)
            .with_secrets([&self.key])
    }
}

/// The type of records that events of a type are shown on.
///
/// Source: the legacy timeline guide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub enum EventObjectType {
    /// Contacts.
    #[default]
    Contact,
    /// Companies.
    Company,
    /// Deals.
    Deal,
}

impl EventObjectType {
    /// The identifier of the type of records: `0-1`.
    #[must_use]
    pub const fn type_id(self) -> &'static str {
        match self {
            Self::Contact => "0-1",
            Self::Company => "0-2",
            Self::Deal => "0-3",
        }
    }

    /// The name on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Contact => "CONTACT",
            Self::Company => "COMPANY",
            Self::Deal => "DEAL",
        }
    }
}

fn request(method: Method, route: &'static str, app_id: i32, ids: &[i64]) -> Request {
    let app_id = i64::from(app_id);
    let ids = [&app_id].into_iter().chain(ids).map(i64::to_string);
    let ids: Vec<String> = ids.collect();
    let values: Vec<&str> = ids.iter().map(String::as_str).collect();
    Request::at(method, route, &values)
}

fn checked(problems: Vec<Problem>) -> Result<(), Error> {
    if problems.is_empty() {
        Ok(())
    } else {
        Err(Error::Invalid(problems))
    }
}

fn problem(code: ProblemCode, field: &'static str, why: &str) -> Problem {
    Problem::new(code, Some(field), &[field, " ", why].concat())
}

/// Checks that a text is not empty.
fn filled(text: &str, field: &'static str, fix: &str) -> Option<Problem> {
    let is_empty = text.trim().is_empty();
    is_empty.then(|| problem(ProblemCode::Empty, field, &["is empty: ", fix].concat()))
}

#[cfg(test)]
mod tests {
    use super::events::{Installation, PutEvent, TimelineEvent};
    use crate::{Endpoint as _, Response};

    #[test]
    fn a_change_is_answered_with_or_without_what_it_made() {
        let put = PutEvent {
            installation: Installation::default(),
            event: TimelineEvent::default(),
        };
        let response = |status, body: &str| Response {
            status,
            headers: Vec::new(),
            body: body.as_bytes().to_vec(),
        };

        assert_eq!(put.parse(&response(204, "")).unwrap(), None);
        let body = r#"{"id":"1","eventTypeId":5,"objectId":"7","room":"8","later":[1]}"#;
        let event = put.parse(&response(200, body)).unwrap().unwrap();
        assert_eq!((&*event.event_type_id, event.object_id), ("5", Some(7)));
        assert_eq!(event.values["room"], "8");
    }
}
