//! `/integrations/v1/{appId}/timeline/event`

use calling_rest::timeline::events::{EventBatch, TimelineEvent};
use serde::Deserialize;
use serde_json::Value;

use super::{
    body, changed, id_of, installation, none_such, read_part, record, refuse,
    stored::{self, Stored},
    values,
};
use crate::platform::{
    answer::{Answer, Refusal},
    apps::App,
    call::{Call, Space},
};

/// Creates an event, or puts it in place of the one of its identifier.
pub(crate) fn save(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = installation(call, space)?;
    let given = Value::Object(call.object(space.profile)?);
    let event = space.whole(|| save_one(call, space, &app, "", given))?;
    changed(space, &event)
}

/// Does so with up to a hundred: all of them, or none.
pub(crate) fn save_batch(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = installation(call, space)?;
    let Listed {
        event_wrappers: list,
    } = body(call, space)?;
    refuse(call, space, EventBatch::problem(list.len()).as_slice())?;
    let events = space.whole(|| {
        let each = list.into_iter().enumerate().map(|(at, given)| {
            let place = format!("eventWrappers[{at}]");
            save_one(call, space, &app, &place, given)
        });
        each.collect::<Result<Vec<TimelineEvent>, Refusal>>()
    })?;
    changed(
        space,
        &EventBatch {
            event_wrappers: events,
        },
    )
}

/// A batch whose events are read one by one, so that a fault is named with its place.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Listed {
    event_wrappers: Vec<Value>,
}

/// Reads an event.
pub(crate) fn read(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = installation(call, space)?;
    Answer::json(200, &named(call, space, &app)?.event)
}

/// The event of the path, whose type is the app's.
pub(super) fn named(call: &Call, space: &Space<'_>, app: &App) -> Result<Stored, Refusal> {
    let type_id = id_of(call, "eventTypeId", "event type")?;
    if stored::newest(space, app.id, type_id)?.is_none() {
        return Err(none_such("event type", call.part("eventTypeId")));
    }
    let id = call.part("eventId");
    stored::event(space, type_id, id)?.ok_or_else(|| none_such("event", id))
}

fn save_one(
    call: &Call,
    space: &Space<'_>,
    app: &App,
    place: &str,
    given: Value,
) -> Result<TimelineEvent, Refusal> {
    let mut event: TimelineEvent = read_part(call, space, place, given)?;
    refuse(call, space, &event.problems())?;
    let type_id = event.event_type_id.parse().unwrap_or_default();
    let defined = stored::in_force(space, type_id)?
        .filter(|defined| defined.event_type.application_id == i64::from(app.id));
    let Some(defined) = defined else {
        return Err(Refusal::invalid(
            "eventTypeId",
            "INVALID_OPTION",
            format!(
                "there is no event type {type_id} of the app {}: use one that GET \
                 /integrations/v1/{}/timeline/event-types lists",
                app.id, app.id
            ),
        ));
    };
    let of = defined.event_type.object_type;
    refuse(call, space, &event.problems_on(of))?;
    values::judge(&mut event, &defined)?;
    let at_ms = event.timestamp.unwrap_or(space.now_ms);
    if jiff::Timestamp::from_millisecond(at_ms).is_err() {
        return Err(Refusal::invalid(
            "timestamp",
            "INVALID_DATE",
            "timestamp is no moment: use milliseconds since 1970",
        ));
    }
    event.timestamp = Some(at_ms);
    let record = record::of_event(space, app, &defined, &event)?;
    event.object_id = record;
    let stored = Stored {
        event,
        type_id,
        at_ms,
    };
    stored::put_event(space, &stored, of.type_id(), record)?;
    Ok(stored.event)
}
