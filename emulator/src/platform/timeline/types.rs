//! `/integrations/v1/{appId}/timeline/event-types`

use calling_rest::timeline::event_types::{EventType, NewEventType};

use super::{
    body, changed, developer, developing_user, id_of, none_such, refuse,
    stored::{self, Defined},
    template::Template,
};
use crate::platform::{
    answer::{Answer, Refusal},
    apps::App,
    call::{Call, Space},
};

/// Makes an event type.
pub(crate) fn create(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = developing_user(call, space)?;
    let given = checked(call, space, &app)?;
    if stored::types(space, app.id)?.len() >= MOST_TYPES {
        return Err(Refusal::invalid(
            "name",
            "TOO_MANY",
            format!("the app has {MOST_TYPES} event types already: delete some"),
        ));
    }
    let id = FIRST_ID + space.serial()?;
    let event_type = event_type(id, &app, given);
    stored::add(
        space,
        &Defined {
            event_type: event_type.clone(),
            properties: Vec::new(),
        },
    )?;
    Answer::json(200, &event_type)
}

/// Lists the event types of an app.
pub(crate) fn list(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = developer(call, space)?;
    let types = stored::types(space, app.id)?;
    let types: Vec<EventType> = types.into_iter().map(|one| one.event_type).collect();
    Answer::json(200, &types)
}

/// Reads one.
pub(crate) fn read(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = developer(call, space)?;
    Answer::json(200, &named(call, space, &app)?.event_type)
}

/// Puts an event type in place of another. Records of one kind stay where its events are.
pub(crate) fn update(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = developing_user(call, space)?;
    let given = checked(call, space, &app)?;
    let mut defined = named(call, space, &app)?;
    let before = defined.event_type;
    let of = given.object_type.unwrap_or(before.object_type);
    if of != before.object_type {
        return Err(Refusal::invalid(
            "objectType",
            "INVALID_OPTION",
            format!(
                "objectType is {} and stays so, since events are on such records: make another \
                 event type",
                before.object_type.as_str()
            ),
        ));
    }
    defined.event_type = event_type(before.id, &app, given);
    defined.event_type.object_type = of;
    stored::change(space, &defined)?;
    changed(space, &defined.event_type)
}

/// Deletes an event type, and its events.
pub(crate) fn delete(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = developing_user(call, space)?;
    let defined = named(call, space, &app)?;
    stored::delete(space, defined.event_type.id)?;
    Ok(Answer::empty(space.status(204)))
}

/// The event type of the path, as its developer reads it.
pub(super) fn named(call: &Call, space: &Space<'_>, app: &App) -> Result<Defined, Refusal> {
    let id = id_of(call, "eventTypeId", "event type")?;
    let known = stored::newest(space, app.id, id)?;
    known.ok_or_else(|| none_such("event type", call.part("eventTypeId")))
}

fn checked(call: &Call, space: &Space<'_>, app: &App) -> Result<NewEventType, Refusal> {
    let given: NewEventType = body(call, space)?;
    refuse(call, space, &given.problems(app.id))?;
    for (field, template) in [
        ("headerTemplate", &given.header_template),
        ("detailTemplate", &given.detail_template),
    ] {
        if let Some(Err(fault)) = template.as_deref().map(Template::read) {
            let message = format!("{field} is no template: {fault}");
            return Err(Refusal::invalid(field, "INVALID_TEMPLATE", message));
        }
    }
    Ok(given)
}

fn event_type(id: i64, app: &App, given: NewEventType) -> EventType {
    EventType {
        id,
        name: given.name,
        application_id: app.id.into(),
        object_type: given.object_type.unwrap_or_default(),
        header_template: given.header_template,
        detail_template: given.detail_template,
    }
}

/// Above those that are there from the start.
pub(super) const FIRST_ID: i64 = 1_000_000;

/// How many event types an app may have.
///
/// Source: the legacy timeline guide.
const MOST_TYPES: usize = 750;
