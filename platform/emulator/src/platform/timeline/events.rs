//! `/integrations/v1/{appId}/timeline/event`

use calling_rest::{
    Method,
    timeline::events::{BATCH_ROUTE, EVENT_ROUTE, EventBatch, ROUTE, TimelineEvent},
};
use serde::Deserialize;
use serde_json::Value;

use super::{
    access::installation,
    body::{body, changed, id_of, none_such, read_part, refuse},
    record,
    stored::{self, StoredEvent},
    values,
};
use crate::platform::{
    answer::{Answer, Refusal, Result, refuse},
    apps::App,
    endpoint::Endpoint,
    namespace::Namespace,
    request::Request,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    SAVE,
    Endpoint {
        method: Method::Put,
        ..SAVE
    },
    Endpoint::with_token(Method::Put, BATCH_ROUTE, save_batch)
        .summary("Puts up to 100 events, all or none")
        .example(
            r#"{"eventWrappers":[{"email":"maria.okafor@example.com","eventTypeId":"5001",
               "extraData":{"comment":"Thank you!"},"id":"survey-1","rating":"5"}]}"#,
        )
        .takes::<EventBatch>()
        .answers::<EventBatch>()
        .vendor(204),
    Endpoint::with_token(Method::Get, EVENT_ROUTE, read)
        .summary("Reads an event")
        .answers::<TimelineEvent>(),
];

const SAVE: Endpoint = Endpoint::with_token(Method::Post, ROUTE, save)
    .summary("Creates an event, or puts it in place of the one of its type and identifier")
    .example(
        r#"{"eventTypeId":"5002","id":"voicemail-119","objectId":1001,"seconds":"12",
               "timelineIFrame":{"height":180,"iframeLabel":"Voicemail",
               "iframeUri":"https://phone.example/voicemail/119",
               "linkLabel":"Play the voicemail","width":420},"timestamp":1767225000000,
               "transcript":"Please call back."}"#,
    )
    .takes::<TimelineEvent>()
    .answers::<TimelineEvent>()
    .vendor(204);

fn save(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = installation(request, namespace)?;
    let input = Value::Object(request.object(namespace.profile)?);
    let event = namespace.atomically(|| save_one(request, namespace, &app, "", input))?;
    changed(namespace, &event)
}

/// Saves up to a hundred events, all or nothing.
fn save_batch(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = installation(request, namespace)?;
    let Listed {
        event_wrappers: list,
    } = body(request, namespace)?;
    refuse(
        request,
        namespace,
        EventBatch::problem(list.len()).as_slice(),
    )?;
    let events = namespace.atomically(|| {
        let each = list.into_iter().enumerate().map(|(at, input)| {
            let place = format!("eventWrappers[{at}]");
            let saved = save_one(request, namespace, &app, &place, input);
            saved.map_err(|refusal| of_event(&place, refusal))
        });
        each.collect::<Result<Vec<TimelineEvent>>>()
    })?;
    changed(
        namespace,
        &EventBatch {
            event_wrappers: events,
        },
    )
}

/// A batch; its events are parsed one by one, so that a fault names its index.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    event_wrappers: Vec<Value>,
}

/// Adds the index of an event in a batch to its refusal.
fn of_event(place: &str, mut refusal: Refusal) -> Refusal {
    let object = &mut *refusal.object;
    let is_placed = |location: &String| location.starts_with(place);
    let mut details = object.errors.iter();
    if details.any(|detail| detail.location.as_ref().is_some_and(is_placed)) {
        return refusal;
    }
    let placed = |text: &String| {
        // The service's list of missing fields.
        match text.split_once("were not set: [") {
            Some((before, names)) => format!("{before}were not set: [{place}.{names}"),
            None => format!("{place}: {text}"),
        }
    };
    object.message = object.message.as_ref().map(placed);
    for detail in &mut object.errors {
        detail.message = detail.message.as_ref().map(placed);
        let location = detail.location.as_ref();
        detail.location = location.map(|field| [place, ".", field].concat());
    }
    refusal
}

fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = installation(request, namespace)?;
    Answer::ok(&named(request, namespace, &app)?.event)
}

/// The event in the path, if its type is the app's.
pub(super) fn named(
    request: &Request,
    namespace: &Namespace<'_>,
    app: &App,
) -> Result<StoredEvent> {
    let type_id = id_of(request, "eventTypeId", "event type")?;
    if stored::newest(namespace, app.id, type_id)?.is_none() {
        return Err(none_such("event type", request.part("eventTypeId")));
    }
    let id = request.part("eventId");
    stored::event(namespace, type_id, id)?.ok_or_else(|| none_such("event", id))
}

fn save_one(
    request: &Request,
    namespace: &Namespace<'_>,
    app: &App,
    place: &str,
    input: Value,
) -> Result<TimelineEvent> {
    let mut event: TimelineEvent = read_part(request, namespace, place, input)?;
    refuse(request, namespace, &event.problems())?;
    let type_id = event.event_type_id.parse().unwrap_or_default();
    let defined = stored::in_force(namespace, type_id)?
        .filter(|defined| defined.event_type.application_id == i64::from(app.id));
    let Some(defined) = defined else {
        return Err(refuse!(
            invalid("eventTypeId", "INVALID_OPTION"),
            "there is no event type {type_id} of the app {}: use one that GET \
             /integrations/v1/{}/timeline/event-types lists",
            app.id,
            app.id
        ));
    };
    let of = defined.event_type.object_type;
    refuse(request, namespace, &event.problems_on(of))?;
    values::judge(&mut event, &defined)?;
    let at_ms = event.timestamp.unwrap_or(namespace.now_ms);
    if jiff::Timestamp::from_millisecond(at_ms).is_err() {
        return Err(refuse!(
            invalid("timestamp", "INVALID_DATE"),
            "timestamp is no moment: use milliseconds since 1970"
        ));
    }
    event.timestamp = Some(at_ms);
    let record = record::of_event(namespace, app, &defined, &event)?;
    event.object_id = record;
    let stored = StoredEvent {
        event,
        type_id,
        at_ms,
    };
    stored::put_event(namespace, &stored, of.type_id(), record)?;
    Ok(stored.event)
}
