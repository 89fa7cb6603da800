//! An event and its problems.

use std::collections::BTreeMap;

use calling_widget_sdk::protocol::{Origin, origin_of_url};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    identifier::{number_if_any, text_or_number},
    problem::{Problem, ProblemCode},
    timeline::{EventObjectType, filled, problem},
};

/// Something that happened, on the timeline of a record.
///
/// Shape: `{"id":"w-1","eventTypeId":"5","email":"ada@people.example","timestamp":1767225600000,"extraData":{"seats":[1,2]},"room":"a"}`.
/// It names a record by at least one of `objectId`, `email` and `utk`. An event of the same
/// type and identifier replaces the earlier one.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct TimelineEvent {
    /// Chosen by the caller; unique among the events of the type. Numbers are read too.
    #[serde(deserialize_with = "text_or_number")]
    #[cfg_attr(feature = "schemas", schema(value_type = crate::identifier::TextOrNumber))]
    pub id: String,
    /// Its type.
    #[serde(deserialize_with = "text_or_number")]
    #[cfg_attr(feature = "schemas", schema(value_type = crate::identifier::NumberOrDigits))]
    pub event_type_id: String,
    /// The record, by its identifier.
    #[serde(default, deserialize_with = "number_if_any")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<crate::identifier::NumberOrDigits>))]
    pub object_id: Option<i64>,
    /// The contact, by its e-mail address; a missing one is created. With `objectId` or
    /// `utk`, that contact gets this address.
    pub email: Option<String>,
    /// The contact, by a visitor's token.
    pub utk: Option<String>,
    /// When it happened, in ms since 1970; the time of sending if absent.
    #[serde(default, deserialize_with = "number_if_any")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<crate::identifier::NumberOrDigits>))]
    pub timestamp: Option<i64>,
    /// Anything for the templates: an object, whose fields may be values of properties, a
    /// list, or a text.
    pub extra_data: Option<Value>,
    /// A page of the app that the event opens.
    #[serde(rename = "timelineIFrame")]
    pub timeline_iframe: Option<TimelineIframe>,
    /// The values of the type's properties, by their names: texts, whatever their kind.
    /// `presentationId` is one of them.
    #[serde(flatten)]
    pub values: BTreeMap<String, Value>,
}

impl TimelineEvent {
    /// Its problems, for the client and the emulator. Those that depend on its type, such as
    /// the values, are found by the service.
    #[must_use]
    pub fn problems(&self) -> Vec<Problem> {
        let mut problems = Vec::new();
        problems.extend(filled(&self.id, "id", "choose an identifier"));
        if self.event_type_id.parse::<i64>().is_err() {
            let why = "is no identifier of an event type: use the digits of its id";
            problems.push(problem(ProblemCode::InvalidId, "eventTypeId", why));
        }
        let is_filled = |text: &Option<String>| text.as_deref().is_some_and(|t| !t.is_empty());
        if self.object_id.is_none() && !is_filled(&self.email) && !is_filled(&self.utk) {
            let why = "is missing, and so are email and utk: name the record by one of them";
            problems.push(problem(ProblemCode::MissingField, "objectId", why));
        }
        if let Some(iframe) = &self.timeline_iframe {
            problems.extend(iframe.problems());
        }
        problems
    }

    /// Its problems for a type whose events are shown on these records.
    #[must_use]
    pub fn problems_on(&self, object_type: EventObjectType) -> Vec<Problem> {
        let mut problems = self.problems();
        let is_nameless = self.object_id.is_none() && problems.is_empty();
        if object_type != EventObjectType::Contact && is_nameless {
            let why = "is missing: email and utk name contacts alone, so add the record's id";
            problems.push(problem(ProblemCode::MissingField, "objectId", why));
        }
        problems
    }
}

/// A page of the app that an event opens in a separate window.
///
/// Shape: `{"linkLabel":"Open","iframeLabel":"The ticket","iframeUri":"https://…","width":800,"height":300}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct TimelineIframe {
    /// The text of the link.
    pub link_label: String,
    /// The title of the window.
    pub iframe_label: String,
    /// The page's address, by https.
    pub iframe_uri: String,
    /// The frame's width in px.
    pub width: u32,
    /// The frame's height in px.
    pub height: u32,
}

impl TimelineIframe {
    fn problems(&self) -> Vec<Problem> {
        let fix = "say what it opens";
        let mut problems = Vec::new();
        problems.extend(filled(&self.link_label, "timelineIFrame.linkLabel", fix));
        problems.extend(filled(
            &self.iframe_label,
            "timelineIFrame.iframeLabel",
            fix,
        ));
        if !is_https(&self.iframe_uri) {
            let why = "is no https address: use one like https://app.example/ticket";
            let field = "timelineIFrame.iframeUri";
            problems.push(problem(ProblemCode::InvalidUrl, field, why));
        }
        for (field, size) in [
            ("timelineIFrame.width", self.width),
            ("timelineIFrame.height", self.height),
        ] {
            if !(1..=LARGEST_PX).contains(&size) {
                let why = "is no size: use a whole number of pixels from 1 to 10000";
                problems.push(problem(ProblemCode::InvalidSize, field, why));
            }
        }
        problems
    }
}

/// True if an address is https with a host, and has no invalid characters.
fn is_https(address: &str) -> bool {
    let is_plain = address.bytes().all(|byte| byte.is_ascii_graphic());
    let is_safe = !address.contains(['"', '\'', '<', '>', '\\', '`']);
    let origin = origin_of_url(address);
    let origin = origin.as_deref().and_then(Origin::parse);
    is_plain && is_safe && origin.is_some_and(|origin| origin.scheme == "https")
}

/// Fields of an event and its names in templates, which no property may have.
pub(in crate::timeline) const RESERVED_NAMES: [&str; 9] = [
    "email",
    "eventTypeId",
    "extraData",
    "id",
    "objectId",
    "objectType",
    "timelineIFrame",
    "timestamp",
    "utk",
];

/// Larger than any screen.
const LARGEST_PX: u32 = 10_000;
