//! `GET`, `POST`, `PUT /integrations/v1/{appId}/timeline/event-types/{eventTypeId}/properties`
//! and `DELETE …/properties/{propertyId}`
//!
//! Source: the legacy timeline reference, event-type properties; `DELETE` and the type
//! `Date` are in its guide alone. Read 2026-11.

use serde::{Deserialize, Serialize};

use super::{Developer, checked, events::RESERVED_NAMES, filled, problem};
use crate::{
    Method,
    problem::{Problem, ProblemCode},
};

/// A property of an event type.
///
/// Shape: `{"id":6,"eventTypeId":5,"name":"room","label":"Room","propertyType":"Enumeration","objectProperty":null,"options":[{"value":"a","label":"A","propertyId":6}]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct EventProperty {
    /// Assigned by the service.
    pub id: i64,
    /// The event type it belongs to.
    pub event_type_id: i64,
    /// Its name in events and templates.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// The kind of its values.
    pub property_type: EventPropertyType,
    /// The property of the record that also receives its values.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub object_property: Option<String>,
    /// The values of an enumeration; null for other kinds.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub options: Option<Vec<EventOption>>,
}

/// The kind of a property's values. On the wire every value is a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub enum EventPropertyType {
    /// A moment, in ms since 1970.
    Date,
    /// One of the property's options.
    Enumeration,
    /// A number.
    Numeric,
    /// Any text.
    #[default]
    String,
}

/// One value of an enumeration.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct EventOption {
    /// The value, as events have it.
    pub value: String,
    /// Its name for people.
    pub label: String,
    /// The property it belongs to; in answers only.
    pub property_id: Option<i64>,
}

/// A property to create or replace.
///
/// Shape: `{"name":"room","label":"Room","propertyType":"String"}`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NewEventProperty {
    /// Its name in events and templates: letters, digits, `.`, `_` and `-`.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// The kind of its values.
    pub property_type: EventPropertyType,
    /// The property of the record that also receives its values.
    pub object_property: Option<String>,
    /// The values of an enumeration.
    pub options: Option<Vec<EventOption>>,
}

impl NewEventProperty {
    /// Its problems, for the client and the emulator.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        let is_name =
            |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '_' | '-');
        if self.name.is_empty() || !self.name.chars().all(is_name) {
            let why = "is no name: use letters, digits, dots, underscores and hyphens";
            problems.push(problem(ProblemCode::InvalidName, "name", why));
        } else if HELPERS.contains(&&*self.name) || RESERVED_NAMES.contains(&&*self.name) {
            let why = "is a name that templates or events use themselves: use another";
            problems.push(problem(ProblemCode::InvalidName, "name", why));
        }
        problems.extend(filled(&self.label, "label", "give the property a label"));
        let options = self.options.as_deref().unwrap_or_default();
        if self.property_type != EventPropertyType::Enumeration && !options.is_empty() {
            let why = "are for the type Enumeration: leave them out, or use that type";
            problems.push(problem(ProblemCode::InvalidOption, "options", why));
        }
        let is_twice = |at: usize, value: &str| options.iter().take(at).any(|o| o.value == value);
        let is_bad = |(at, one): (usize, &EventOption)| {
            one.value.is_empty() || one.label.trim().is_empty() || is_twice(at, &one.value)
        };
        if options.iter().enumerate().any(is_bad) {
            let why = "have an entry without value or label, or a value twice: give each its own";
            problems.push(problem(ProblemCode::InvalidOption, "options", why));
        }
        problems
    }
}

/// A new definition of the property with its identifier.
///
/// Shape: `{"id":6,"name":"room","label":"Room","propertyType":"String"}`. Name and type
/// cannot change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct EventPropertyChange {
    /// The property.
    pub id: i64,
    /// The new definition.
    #[serde(flatten)]
    pub property: NewEventProperty,
}

/// Lists the properties of an event type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListEventProperties {
    /// The developer.
    pub developer: Developer,
    /// The event type.
    pub event_type_id: i64,
}

endpoint! { |it: ListEventProperties| -> Vec<EventProperty> {
    let parts = [it.event_type_id];
    Ok(it.developer.request(Method::Get, ROUTE, &parts))
} }

/// Creates a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateEventProperty {
    /// The developer.
    pub developer: Developer,
    /// The event type.
    pub event_type_id: i64,
    /// The property.
    pub property: NewEventProperty,
}

endpoint! { |it: CreateEventProperty| -> EventProperty {
    checked(it.property.problems())?;
    let parts = [it.event_type_id];
    it.developer
        .request(Method::Post, ROUTE, &parts)
        .with_json(&it.property)
} }

/// Replaces a property. It can take up to an hour until events show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpdateEventProperty {
    /// The developer.
    pub developer: Developer,
    /// The event type.
    pub event_type_id: i64,
    /// The property.
    pub change: EventPropertyChange,
}

endpoint! { |it: UpdateEventProperty| -> Option<EventProperty> {
    checked(it.change.property.problems())?;
    let parts = [it.event_type_id];
    it.developer
        .request(Method::Put, ROUTE, &parts)
        .with_json(&it.change)
} }

/// Deletes a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteEventProperty {
    /// The developer.
    pub developer: Developer,
    /// The event type.
    pub event_type_id: i64,
    /// The property.
    pub id: i64,
}

endpoint! { |it: DeleteEventProperty| -> () {
    let parts = [it.event_type_id, it.id];
    Ok(it
        .developer
        .request(Method::Delete, PROPERTY_ROUTE, &parts))
} }

/// The path of an event type's properties.
pub const ROUTE: &str = "/integrations/v1/{appId}/timeline/event-types/{eventTypeId}/properties";

/// The path of one property.
pub const PROPERTY_ROUTE: &str =
    "/integrations/v1/{appId}/timeline/event-types/{eventTypeId}/properties/{propertyId}";

/// Helpers of templates, which no property may shadow.
///
/// Source: the legacy timeline guide.
const HELPERS: [&str; 2] = ["log", "lookup"];

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(property: &NewEventProperty) -> Vec<(ProblemCode, Option<&'static str>)> {
        let problems = property.problems().into_iter();
        problems.map(|one| (one.code, one.field)).collect()
    }

    #[test]
    fn a_name_has_the_signs_of_a_name_and_is_nobody_elses() {
        let named = |name: &str| NewEventProperty {
            name: name.to_owned(),
            label: "Label".to_owned(),
            ..NewEventProperty::default()
        };

        for name in ["room", "Room.2_b-c", "presentationId", "7", "constructor"] {
            assert_eq!(faults(&named(name)), [], "{name}");
        }
        for name in [
            "",
            "a b",
            "a/b",
            "{{x}}",
            "ä",
            "log",
            "lookup",
            "id",
            "extraData",
            "objectId",
        ] {
            let fault = (ProblemCode::InvalidName, Some("name"));
            assert_eq!(faults(&named(name)), [fault], "{name}");
        }
    }

    #[test]
    fn options_are_for_enumerations_only_with_distinct_values() {
        let option = |value: &str, label: &str| EventOption {
            value: value.to_owned(),
            label: label.to_owned(),
            property_id: None,
        };
        let with = |property_type, options: &[EventOption]| NewEventProperty {
            name: "room".to_owned(),
            label: "Room".to_owned(),
            property_type,
            options: Some(options.to_vec()),
            ..NewEventProperty::default()
        };
        let fault = (ProblemCode::InvalidOption, Some("options"));

        let two = [option("a", "A"), option("b", "B")];
        assert_eq!(faults(&with(EventPropertyType::Enumeration, &two)), []);
        for of in [
            EventPropertyType::Date,
            EventPropertyType::Numeric,
            EventPropertyType::String,
        ] {
            assert_eq!(faults(&with(of, &[])), [], "{of:?}");
            assert_eq!(faults(&with(of, &two)), [fault], "{of:?}");
        }
        for bad in [
            vec![option("", "A")],
            vec![option("a", " ")],
            vec![option("a", "A"), option("a", "B")],
        ] {
            let bad = with(EventPropertyType::Enumeration, &bad);
            assert_eq!(faults(&bad), [fault], "{bad:?}");
        }
    }
}
