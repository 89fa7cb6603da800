//! `GET /emulator/timeline/{objectType}/{objectId}` and
//! `GET /emulator/timeline/{appId}/{eventTypeId}/{eventId}`: events as a page shows them.

use calling_rest::{Method, timeline::events::TimelineIframe};
use jiff::tz::TimeZone;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::{
    access::installation,
    body::none_such,
    events,
    markup::{self, Place},
    stored::{self, StoredEvent},
    template::Template,
    values,
};
use crate::platform::{
    answer::{Answer, Result},
    endpoint::Endpoint,
    namespace::Namespace,
    objects,
    quotes::account::Account,
    request::Request,
    shape::params,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(
        Method::Get,
        "/emulator/timeline/{objectType}/{objectId}",
        of_record,
    )
    .summary("The events of a record with title and detail as safe HTML, the newest first")
    .with_query(&[params::<TimelineQuery>])
    .answers::<ShownTimeline>(),
    Endpoint::with_token(
        Method::Get,
        "/emulator/timeline/{appId}/{eventTypeId}/{eventId}",
        of_event,
    )
    .summary("An event with title and detail as safe HTML")
    .answers::<ShownEvent>(),
];

/// The page size of a timeline, and the key of its record.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct TimelineQuery {
    /// The most events; 50 by default.
    #[expect(dead_code, reason = "read from the request as it is")]
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
    /// A unique property as the record's key.
    #[expect(dead_code, reason = "read from the request as it is")]
    id_property: Option<String>,
}

/// The events of a record, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShownTimeline {
    /// The events.
    results: Vec<ShownEvent>,
}

/// An event as a page shows it.
#[serde_with::skip_serializing_none]
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShownEvent {
    /// The app of the event.
    app_id: i64,
    /// Its type.
    event_type_id: i64,
    /// The name of its type, for people.
    event_type_name: String,
    /// Its id, unique within its type.
    id: String,
    /// The moment when it happened, in milliseconds since 1970.
    timestamp: i64,
    /// Its title: one line of HTML, safe to show.
    header: String,
    /// Its details: HTML, safe to show; may be empty.
    detail: String,
    /// A page of the app that it opens.
    #[serde(rename = "timelineIFrame")]
    timeline_iframe: Option<TimelineIframe>,
    /// The reason why a template shows nothing.
    problem: Option<String>,
}

fn of_record(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (type_id, id) = objects::readable(request, namespace)?;
    let limit = objects::limit(request, DEFAULT_LIMIT, HIGHEST_LIMIT)?;
    let zone = Account::of(namespace)?.zone();
    let mut results = Vec::new();
    for event in stored::events_of(namespace, &type_id, id, limit)? {
        results.extend(shown(namespace, &zone, event)?);
    }
    Answer::ok(&ShownTimeline { results })
}

fn of_event(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = installation(request, namespace)?;
    let event = events::named(request, namespace, &app)?;
    let shown = shown(namespace, &Account::of(namespace)?.zone(), event)?;
    Answer::ok(&shown.ok_or_else(|| none_such("event", request.part("eventId")))?)
}

/// An event as a page shows it, with dates in this time zone.
fn shown(
    namespace: &Namespace<'_>,
    zone: &TimeZone,
    StoredEvent {
        event,
        type_id,
        at_ms,
    }: StoredEvent,
) -> Result<Option<ShownEvent>> {
    let Some(defined) = stored::in_force(namespace, type_id)? else {
        return Ok(None);
    };
    let kind = &defined.event_type;
    let inputs = values::for_templates(&event, &defined);
    let mut problems = Vec::new();
    let mut rendered = |name: &str, text: &Option<String>, place: Place| {
        let template = Template::read(text.as_deref().unwrap_or_default());
        match template.and_then(|template| template.render(&inputs, zone)) {
            Ok(text) => markup::html(&text, place),
            Err(fault) => {
                problems.push(format!("the {name} is not shown: {fault}"));
                String::new()
            }
        }
    };
    let header = rendered("header", &kind.header_template, Place::Header);
    let detail = rendered("detail", &kind.detail_template, Place::Detail);
    Ok(Some(ShownEvent {
        app_id: kind.application_id,
        event_type_id: type_id,
        event_type_name: kind.name.clone(),
        id: event.id,
        timestamp: at_ms,
        header,
        detail,
        timeline_iframe: event.timeline_iframe,
        problem: (!problems.is_empty()).then(|| problems.join("; ")),
    }))
}

const DEFAULT_LIMIT: i64 = 50;
const HIGHEST_LIMIT: i64 = 100;
