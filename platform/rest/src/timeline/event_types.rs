//! `POST`, `GET /integrations/v1/{appId}/timeline/event-types` and
//! `GET`, `PUT`, `DELETE /integrations/v1/{appId}/timeline/event-types/{eventTypeId}`
//!
//! Source: the legacy timeline reference, event types; `PUT` and `DELETE` are in its guide
//! alone. Read 2026-11.

use serde::{Deserialize, Serialize};

use super::{Developer, EventObjectType, checked, filled, problem};
use crate::{
    Method,
    identifier::{number_if_any, number_or_digits},
    problem::{Problem, ProblemCode},
};

/// A type of an app's events.
///
/// Shape: `{"id":5,"name":"Webinar","applicationId":7,"objectType":"CONTACT","headerTemplate":"…","detailTemplate":null}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct EventType {
    /// Assigned by the service.
    pub id: i64,
    /// Its name, as users see it.
    pub name: String,
    /// The app it belongs to.
    #[serde(deserialize_with = "number_or_digits")]
    pub application_id: i64,
    /// The type of records its events are shown on.
    #[serde(default)]
    pub object_type: EventObjectType,
    /// The template of an event's title: Handlebars, then Markdown.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub header_template: Option<String>,
    /// The template of an event's detail: Handlebars, then Markdown.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub detail_template: Option<String>,
}

/// An event type to create or replace.
///
/// Shape: `{"name":"Webinar","applicationId":7,"objectType":"CONTACT","headerTemplate":"…"}`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NewEventType {
    /// Its name, as users see it.
    pub name: String,
    /// The app it belongs to, as in the path.
    #[serde(default, deserialize_with = "number_if_any")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<crate::identifier::NumberOrDigits>))]
    pub application_id: Option<i64>,
    /// The type of records its events are shown on; contacts when absent.
    pub object_type: Option<EventObjectType>,
    /// The template of an event's title: Handlebars, then Markdown.
    pub header_template: Option<String>,
    /// The template of an event's detail: Handlebars, then Markdown.
    pub detail_template: Option<String>,
}

impl NewEventType {
    /// Its problems, for the client and the emulator.
    #[must_use]
    pub fn problems(&self, app_id: i32) -> Vec<Problem> {
        let name = filled(&self.name, "name", "give the event type a name");
        let is_other = self
            .application_id
            .is_some_and(|id| id != i64::from(app_id));
        let app = is_other.then(|| {
            let why = "is not the app of the path: use the same one";
            problem(ProblemCode::InvalidOption, "applicationId", why)
        });
        name.into_iter().chain(app).collect()
    }
}

/// Creates an event type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateEventType {
    /// The developer.
    pub developer: Developer,
    /// The event type.
    pub event_type: NewEventType,
}

endpoint! { |it: CreateEventType| -> EventType {
    checked(it.event_type.problems(it.developer.app_id))?;
    it.developer
        .request(Method::Post, ROUTE, &[])
        .with_json(&it.event_type)
} }

/// Lists the event types of an app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListEventTypes {
    /// The developer.
    pub developer: Developer,
}

endpoint! { |it: ListEventTypes| -> Vec<EventType> {
    Ok(it.developer.request(Method::Get, ROUTE, &[]))
} }

/// Reads one event type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadEventType {
    /// The developer.
    pub developer: Developer,
    /// The event type.
    pub id: i64,
}

endpoint! { |it: ReadEventType| -> EventType {
    let parts = [it.id];
    Ok(it.developer.request(Method::Get, TYPE_ROUTE, &parts))
} }

/// Replaces an event type. It can take up to an hour until events show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpdateEventType {
    /// The developer.
    pub developer: Developer,
    /// The event type.
    pub id: i64,
    /// The new definition.
    pub event_type: NewEventType,
}

endpoint! { |it: UpdateEventType| -> Option<EventType> {
    checked(it.event_type.problems(it.developer.app_id))?;
    it.developer
        .request(Method::Put, TYPE_ROUTE, &[it.id])
        .with_json(&it.event_type)
} }

/// Deletes an event type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteEventType {
    /// The developer.
    pub developer: Developer,
    /// The event type.
    pub id: i64,
}

endpoint! { |it: DeleteEventType| -> () {
    let parts = [it.id];
    Ok(it.developer.request(Method::Delete, TYPE_ROUTE, &parts))
} }

/// The path of an app's event types.
pub const ROUTE: &str = "/integrations/v1/{appId}/timeline/event-types";

/// The path of one event type.
pub const TYPE_ROUTE: &str = "/integrations/v1/{appId}/timeline/event-types/{eventTypeId}";
