//! `GET /emulator/timeline/{objectType}/{objectId}` and
//! `GET /emulator/timeline/{appId}/{eventTypeId}/{eventId}`: events as a page shows them.

use std::collections::BTreeMap;

use calling_rest::{Method, timeline::events::TimelineIframe};
use jiff::tz::TimeZone;
use serde::Serialize;
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::{
    access::installation,
    body::none_such,
    date, events,
    markup::{self, Place},
    stored::{self, Defined, StoredEvent},
    template::Template,
    values,
};
use crate::platform::{
    answer::{Answer, Refusal, Result, quoted},
    endpoint::{AnswerBody, Endpoint},
    namespace::Namespace,
    objects,
    quotes::account::Account,
    request::Request,
    shape::{params, shape},
};

/// The endpoints of this module.
pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token(
        Method::Get,
        "/emulator/timeline/{objectType}/{objectId}",
        of_record,
    )
    .summary("The events of a record with title and detail as safe HTML, the newest first")
    .with_query(&[params::<TimelineQuery>])
    .answers(AnswerBody::Of(shape::<ShownTimeline>())),
    Endpoint::with_token(
        Method::Get,
        "/emulator/timeline/{appId}/{eventTypeId}/{eventId}",
        of_event,
    )
    .summary("An event with title and detail as safe HTML")
    .answers(AnswerBody::Of(shape::<ShownEvent>())),
];

/// How much of a timeline is meant, and by what the record is named.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query, rename_all = "camelCase")]
pub(crate) struct TimelineQuery {
    /// How many events; 50 by default.
    #[expect(dead_code, reason = "read from the request as it is")]
    #[param(minimum = 1, maximum = 100)]
    limit: Option<i64>,
    /// A property whose values are unique, by which the record is named.
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
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ShownEvent {
    /// The app whose event it is.
    app_id: i64,
    /// Its type.
    event_type_id: i64,
    /// The name of its type, for people.
    event_type_name: String,
    /// Its identifier among the events of its type.
    id: String,
    /// When it happened, in milliseconds since 1970.
    timestamp: i64,
    /// Its title: HTML of one line, safe to show.
    header: String,
    /// What it shows when it is opened: HTML, safe to show; empty where there is nothing.
    detail: String,
    /// A page of the app that it opens.
    #[serde(rename = "timelineIFrame", skip_serializing_if = "Option::is_none")]
    timeline_iframe: Option<TimelineIframe>,
    /// Why a template shows nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

/// The timeline of a record, for a token that may read the record.
pub(crate) fn of_record(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (type_id, id) = objects::readable(request, namespace)?;
    let limit = match request.query.get("limit") {
        None => DEFAULT_LIMIT,
        Some(text) => text
            .parse()
            .ok()
            .filter(|limit| (1..=HIGHEST_LIMIT).contains(limit))
            .ok_or_else(|| {
                Refusal::invalid(
                    "limit",
                    "INVALID_INTEGER",
                    format!(
                        "limit is {}: use a whole number from 1 to {HIGHEST_LIMIT}",
                        quoted(text)
                    ),
                )
            })?,
    };
    let mut view = Renderer::of(namespace)?;
    let mut results = Vec::new();
    for event in stored::events_of(namespace, &type_id, id, limit)? {
        results.extend(view.event(event)?);
    }
    Answer::json(200, &ShownTimeline { results })
}

/// One event, for its app.
pub(crate) fn of_event(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = installation(request, namespace)?;
    let event = events::named(request, namespace, &app)?;
    let view = Renderer::of(namespace)?.event(event)?;
    Answer::json(
        200,
        &view.ok_or_else(|| none_such("event", request.part("eventId")))?,
    )
}

/// Renders events, and reads the templates of each type once.
struct Renderer<'a> {
    namespace: &'a Namespace<'a>,
    /// That of the account, for dates.
    zone: TimeZone,
    types: BTreeMap<i64, Option<Readable>>,
}

/// A type whose templates were read.
struct Readable {
    defined: Defined,
    header: Result<Template, String>,
    detail: Result<Template, String>,
}

impl<'a> Renderer<'a> {
    fn of(namespace: &'a Namespace<'a>) -> Result<Self> {
        Ok(Self {
            namespace,
            zone: date::zone(&Account::of(namespace)?.time_zone),
            types: BTreeMap::new(),
        })
    }

    fn event(
        &mut self,
        StoredEvent {
            event,
            type_id,
            at_ms,
        }: StoredEvent,
    ) -> Result<Option<ShownEvent>> {
        if !self.types.contains_key(&type_id) {
            let readable = stored::in_force(self.namespace, type_id)?.map(Readable::of);
            self.types.insert(type_id, readable);
        }
        let Some(Some(of)) = self.types.get(&type_id) else {
            return Ok(None);
        };
        let inputs = values::for_templates(&event, &of.defined);
        let header = rendered(&of.header, &inputs, &self.zone, Place::Header);
        let detail = rendered(&of.detail, &inputs, &self.zone, Place::Detail);
        let faults = [("header", &header), ("detail", &detail)].map(|(name, outcome)| {
            let fault = outcome.as_ref().err()?;
            Some(format!("the {name} is not shown: {fault}"))
        });
        let faults: Vec<String> = faults.into_iter().flatten().collect();
        let kind = &of.defined.event_type;
        Ok(Some(ShownEvent {
            app_id: kind.application_id,
            event_type_id: type_id,
            event_type_name: kind.name.clone(),
            id: event.id,
            timestamp: at_ms,
            header: header.unwrap_or_default(),
            detail: detail.unwrap_or_default(),
            timeline_iframe: event.timeline_iframe,
            problem: (!faults.is_empty()).then(|| faults.join("; ")),
        }))
    }
}

impl Readable {
    fn of(defined: Defined) -> Self {
        let read = |text: &Option<String>| Template::read(text.as_deref().unwrap_or_default());
        Self {
            header: read(&defined.event_type.header_template),
            detail: read(&defined.event_type.detail_template),
            defined,
        }
    }
}

fn rendered(
    template: &Result<Template, String>,
    inputs: &Value,
    zone: &TimeZone,
    place: Place,
) -> Result<String, String> {
    let text = template
        .as_ref()
        .map_err(Clone::clone)?
        .render(inputs, zone)?;
    Ok(markup::html(&text, place))
}

const DEFAULT_LIMIT: i64 = 50;
const HIGHEST_LIMIT: i64 = 100;
