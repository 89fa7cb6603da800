//! `GET /emulator/timeline/{objectType}/{objectId}` and
//! `GET /emulator/timeline/{appId}/{eventTypeId}/{eventId}`: events as a page shows them.

use std::collections::{BTreeMap, BTreeSet};

use calling_rest::{Method, timeline::events::TimelineIframe};
use jiff::tz::TimeZone;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::{
    access::installation,
    body::none_such,
    events,
    markup::{self, Place},
    stored::{self, Defined, StoredEvent},
    template::Template,
    values,
};
use crate::platform::{
    answer::{Answer, Result},
    budget::Budget,
    endpoint::{Endpoint, LastStep},
    namespace::Namespace,
    objects,
    quotes::account::Account,
    request::Request,
    shape::params,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::with_token_in_steps(
        Method::Get,
        "/emulator/timeline/{objectType}/{objectId}",
        of_record,
    )
    .summary("The events of a record with title and detail as safe HTML, the newest first")
    .with_query(&[params::<TimelineQuery>])
    .answers::<ShownTimeline>(),
    Endpoint::with_token_in_steps(
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

fn of_record(request: &Request, namespace: &Namespace<'_>) -> Result<LastStep> {
    let (type_id, id) = objects::readable(request, namespace)?;
    let limit = objects::limit(request, DEFAULT_LIMIT, HIGHEST_LIMIT)?;
    let events = stored::events_of(namespace, &type_id, id, limit)?;
    let types = events.iter().map(|event| event.type_id);
    let mut renderer = Renderer::of(namespace, types)?;
    Ok(Box::new(move || {
        let mut results = Vec::new();
        for event in events {
            results.extend(renderer.event(event.read()?));
        }
        Answer::ok(&ShownTimeline { results })
    }))
}

fn of_event(request: &Request, namespace: &Namespace<'_>) -> Result<LastStep> {
    let app = installation(request, namespace)?;
    let event = events::named(request, namespace, &app)?;
    let mut renderer = Renderer::of(namespace, [event.type_id])?;
    let none = none_such("event", request.part("eventId"));
    Ok(Box::new(move || {
        let shown = renderer.event(event).ok_or(none)?;
        Answer::ok(&shown)
    }))
}

/// Renders events without access to the data, and parses the templates of each type once.
struct Renderer {
    /// The account's, for dates.
    zone: TimeZone,
    types: BTreeMap<i64, Readable>,
    budget: Budget,
}

/// A type, and its templates once parsed.
struct Readable {
    defined: Defined,
    templates: Option<[Result<Template, String>; 2]>,
}

impl Renderer {
    /// For events of these types.
    fn of(namespace: &Namespace<'_>, types: impl IntoIterator<Item = i64>) -> Result<Self> {
        let mut readable = BTreeMap::new();
        for id in types.into_iter().collect::<BTreeSet<i64>>() {
            let defined = stored::in_force(namespace, id)?;
            readable.extend(defined.map(|defined| (id, Readable::of(defined))));
        }
        Ok(Self {
            zone: Account::of(namespace)?.zone(),
            types: readable,
            budget: Budget::of(MOST_STEPS),
        })
    }

    fn event(
        &mut self,
        StoredEvent {
            event,
            type_id,
            at_ms,
        }: StoredEvent,
    ) -> Option<ShownEvent> {
        let Readable { defined, templates } = self.types.get_mut(&type_id)?;
        let kind = &defined.event_type;
        let read = |text: &Option<String>| {
            let text = text.as_deref().unwrap_or_default();
            if self.budget.spend(text.len() * STEPS_TO_READ) {
                Template::read(text)
            } else {
                Err(TOO_MUCH.to_owned())
            }
        };
        let [header, detail] = templates
            .get_or_insert_with(|| [read(&kind.header_template), read(&kind.detail_template)]);
        let inputs = values::for_templates(&event, defined);
        let rendered = |template: &Result<Template, String>, place: Place| {
            let template = template.as_ref().map_err(Clone::clone)?;
            let text = template.render(&inputs, &self.zone, &self.budget);
            let text = text.and_then(|text| {
                let is_within = self.budget.spend(text.len());
                is_within.then_some(text).ok_or_else(String::new)
            });
            match text {
                Ok(text) => Ok(markup::html(&text, place)),
                Err(_) if self.budget.is_overspent() => Err(TOO_MUCH.to_owned()),
                Err(fault) => Err(fault),
            }
        };
        let header = rendered(header, Place::Header);
        let detail = rendered(detail, Place::Detail);
        let faults = [("header", &header), ("detail", &detail)].map(|(name, outcome)| {
            let fault = outcome.as_ref().err()?;
            Some(format!("the {name} is not shown: {fault}"))
        });
        let faults: Vec<String> = faults.into_iter().flatten().collect();
        Some(ShownEvent {
            app_id: kind.application_id,
            event_type_id: type_id,
            event_type_name: kind.name.clone(),
            id: event.id,
            timestamp: at_ms,
            header: header.unwrap_or_default(),
            detail: detail.unwrap_or_default(),
            timeline_iframe: event.timeline_iframe,
            problem: (!faults.is_empty()).then(|| faults.join("; ")),
        })
    }
}

impl Readable {
    const fn of(defined: Defined) -> Self {
        Self {
            defined,
            templates: None,
        }
    }
}

/// The reason to stop rendering events.
const TOO_MUCH: &str =
    "the events of this answer take more work than one may: ask for fewer of them with limit";

/// The rendering budget of one answer: a second or two.
const MOST_STEPS: u64 = 1 << 22;

/// The cost of parsing a byte of a template.
const STEPS_TO_READ: usize = 4;

const DEFAULT_LIMIT: i64 = 50;
const HIGHEST_LIMIT: i64 = 100;
