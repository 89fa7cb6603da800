//! `/integrations/v1/{appId}/timeline`: event types, their properties, and events.
//!
//! | module | holds |
//! |---|---|
//! | [`event_types`] | what kinds of events an app has, and how they are shown |
//! | [`event_properties`] | the values that events of a type have |
//! | [`events`] | what happened, on the timeline of a record |
//!
//! Event types and their properties are the developer's, so they take the key of the
//! developer account. Events take an access token with the scope `timeline`. Both are open
//! only to apps that have events of this kind already.
//!
//! Source: the legacy timeline guide and its reference, read 2026-11.

use serde::{Deserialize, Deserializer, Serialize};

use super::{
    Error, Method, Request, Secret,
    problem::{Problem, ProblemCode},
};

pub mod event_properties;
pub mod event_types;
pub mod events;

/// A developer, by whom an app's event types are made.
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

/// The kind of records that events of a type are shown on.
///
/// Source: the legacy timeline guide.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
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

    /// As it stands on the wire.
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

/// A text that has to say something.
fn filled(text: &str, field: &'static str, fix: &str) -> Option<Problem> {
    let is_empty = text.trim().is_empty();
    is_empty.then(|| problem(ProblemCode::Empty, field, &["is empty: ", fix].concat()))
}

/// A whole number, which some clients send as its digits.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a whole number, or its digits")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
enum NumberOrDigits {
    Number(i64),
    Digits(String),
}

/// A whole number, or its digits.
///
/// # Errors
///
/// Those of the deserializer, for a value that is neither.
fn number_or_digits<'de, D: Deserializer<'de>>(deserializer: D) -> Result<i64, D::Error> {
    match NumberOrDigits::deserialize(deserializer)? {
        NumberOrDigits::Number(number) => Ok(number),
        NumberOrDigits::Digits(digits) => digits
            .parse()
            .map_err(|_| serde::de::Error::custom("expected a whole number, or its digits")),
    }
}

/// The same, where nothing or null may be.
///
/// # Errors
///
/// As [`number_or_digits`].
pub(crate) fn number_if_any<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<i64>, D::Error> {
    #[derive(Deserialize)]
    struct Number(#[serde(deserialize_with = "number_or_digits")] i64);
    Ok(Option::<Number>::deserialize(deserializer)?.map(|number| number.0))
}

#[cfg(test)]
mod tests {
    use super::{
        event_properties::{
            CreateEventProperty, DeleteEventProperty, EventPropertyChange, ListEventProperties,
            NewEventProperty, UpdateEventProperty,
        },
        event_types::{
            CreateEventType, DeleteEventType, ListEventTypes, NewEventType, ReadEventType,
            UpdateEventType,
        },
        events::{CreateEvent, Installation, PutEvent, PutEvents, ReadEvent, TimelineEvent},
        *,
    };
    use crate::Endpoint as _;
    use crate::Response;

    fn line(request: Result<Request, Error>) -> String {
        let request = request.unwrap();
        assert!(!format!("{request:?}").contains("canary"));
        let body = String::from_utf8_lossy(&request.body);
        let line = format!("{} {} {body}", request.method.as_str(), request.target());
        line.trim_end().to_owned()
    }

    /// The calls of section 4.4 of the reference, and those beside them.
    #[test]
    fn the_requests_for_event_types_are_as_published() {
        let developer = || Developer {
            app_id: 7,
            key: Secret::new("canary"),
            user_id: Some(9),
        };
        let event_type = || NewEventType {
            name: "Webinar".to_owned(),
            application_id: Some(7),
            header_template: Some("# {{id}}".to_owned()),
            ..NewEventType::default()
        };
        let property = || NewEventProperty {
            name: "room".to_owned(),
            label: "Room".to_owned(),
            ..NewEventProperty::default()
        };
        let requests = [
            CreateEventType {
                developer: developer(),
                event_type: event_type(),
            }
            .request(),
            ListEventTypes {
                developer: developer(),
            }
            .request(),
            ReadEventType {
                developer: developer(),
                id: 5,
            }
            .request(),
            UpdateEventType {
                developer: developer(),
                id: 5,
                event_type: event_type(),
            }
            .request(),
            DeleteEventType {
                developer: developer(),
                id: 5,
            }
            .request(),
            ListEventProperties {
                developer: developer(),
                event_type_id: 5,
            }
            .request(),
            CreateEventProperty {
                developer: developer(),
                event_type_id: 5,
                property: property(),
            }
            .request(),
            UpdateEventProperty {
                developer: developer(),
                event_type_id: 5,
                change: EventPropertyChange {
                    id: 6,
                    property: property(),
                },
            }
            .request(),
            DeleteEventProperty {
                developer: developer(),
                event_type_id: 5,
                id: 6,
            }
            .request(),
        ]
        .map(line);

        let query = "?hapikey=canary&userId=9";
        let body = r##"{"name":"Webinar","applicationId":7,"headerTemplate":"# {{id}}"}"##;
        let field = r#"{"name":"room","label":"Room","propertyType":"String"}"#;
        let types = "/integrations/v1/7/timeline/event-types";
        assert_eq!(
            requests,
            [
                format!("POST {types}{query} {body}"),
                format!("GET {types}{query}"),
                format!("GET {types}/5{query}"),
                format!("PUT {types}/5{query} {body}"),
                format!("DELETE {types}/5{query}"),
                format!("GET {types}/5/properties{query}"),
                format!("POST {types}/5/properties{query} {field}"),
                format!(
                    "PUT {types}/5/properties{query} {}",
                    field.replacen('{', r#"{"id":6,"#, 1)
                ),
                format!("DELETE {types}/5/properties/6{query}"),
            ]
        );
    }

    /// The calls of section 4.5 of the reference, and those beside them.
    #[test]
    fn the_requests_for_events_are_as_published() {
        let installation = || Installation {
            app_id: 7,
            token: Secret::new("canary"),
        };
        let event = || TimelineEvent {
            id: "a/b".to_owned(),
            event_type_id: "5".to_owned(),
            email: Some("ada@people.example".to_owned()),
            values: [("room".to_owned(), "7".into())].into(),
            ..TimelineEvent::default()
        };
        let requests = [
            CreateEvent {
                installation: installation(),
                event: event(),
            }
            .request(),
            PutEvent {
                installation: installation(),
                event: event(),
            }
            .request(),
            PutEvents {
                installation: installation(),
                events: vec![event()],
            }
            .request(),
            ReadEvent {
                installation: installation(),
                event_type_id: 5,
                id: "a/b".to_owned(),
            }
            .request(),
        ]
        .map(line);

        let body = r#"{"id":"a/b","eventTypeId":"5","email":"ada@people.example","room":"7"}"#;
        let events = "/integrations/v1/7/timeline/event";
        assert_eq!(
            requests,
            [
                format!("POST {events} {body}"),
                format!("PUT {events} {body}"),
                format!("PUT {events}/batch {{\"eventWrappers\":[{body}]}}"),
                format!("GET {events}/5/a%2Fb"),
            ]
        );
    }

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
