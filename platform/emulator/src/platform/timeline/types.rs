//! `/integrations/v1/{appId}/timeline/event-types`

use calling_rest::{
    Method,
    timeline::event_types::{EventType, NewEventType, ROUTE, TYPE_ROUTE},
};

use super::{
    access::{DeveloperQuery, developer, developing_user},
    body::{body, changed, id_of, none_such, refuse},
    stored::{self, Defined},
    template::Template,
};
use crate::platform::{
    answer::{Answer, Refusal, Result, refuse},
    apps::App,
    endpoint::Endpoint,
    namespace::Namespace,
    request::Request,
    shape::params,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::of_developer(Method::Post, ROUTE, create)
        .summary("Makes an event type of an app")
        .at("/integrations/v1/123/timeline/event-types?userId=9")
        .example(
            r#"{"applicationId":123,
               "detailTemplate":"{{#each extraData.guests}}- {{this}}\n{{/each}}",
               "headerTemplate":"Visited **{{place}}**","name":"Visit","objectType":"CONTACT"}"#,
        )
        .takes::<NewEventType>()
        .with_query(&[params::<DeveloperQuery>])
        .answers::<EventType>(),
    Endpoint::of_developer(Method::Get, ROUTE, list)
        .summary("Lists the event types of an app")
        .at("/integrations/v1/123/timeline/event-types?userId=9")
        .lists::<EventType>(),
    Endpoint::of_developer(Method::Get, TYPE_ROUTE, read)
        .summary("Reads an event type")
        .at("/integrations/v1/123/timeline/event-types/5001?userId=9")
        .answers::<EventType>(),
    Endpoint::of_developer(Method::Put, TYPE_ROUTE, update)
        .summary("Puts an event type in place of another; events show it an hour later")
        .at("/integrations/v1/123/timeline/event-types/5001?userId=9")
        .example(r#"{"headerTemplate":"Rated **{{rating}} of 5**","name":"Survey"}"#)
        .takes::<NewEventType>()
        .with_query(&[params::<DeveloperQuery>])
        .answers::<EventType>()
        .vendor(204),
    Endpoint::of_developer(Method::Delete, TYPE_ROUTE, delete)
        .summary("Deletes an event type, and its events")
        .at("/integrations/v1/123/timeline/event-types/5001?userId=9")
        .with_query(&[params::<DeveloperQuery>])
        .vendor(204),
];

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = developing_user(request, namespace)?;
    let new = checked(request, namespace, &app)?;
    check_count(namespace, &app)?;
    let id = FIRST_ID + namespace.serial()?;
    let event_type = event_type(id, &app, new);
    stored::add(
        namespace,
        &Defined {
            event_type: event_type.clone(),
            properties: Vec::new(),
        },
    )?;
    Answer::ok(&event_type)
}

fn list(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = developer(request, namespace)?;
    let types = stored::types(namespace, app.id)?;
    let types: Vec<EventType> = types.into_iter().map(|one| one.event_type).collect();
    Answer::ok(&types)
}

fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = developer(request, namespace)?;
    Answer::ok(&named(request, namespace, &app)?.event_type)
}

fn update(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = developing_user(request, namespace)?;
    let new = checked(request, namespace, &app)?;
    let mut defined = named(request, namespace, &app)?;
    let before = defined.event_type;
    let of = new.object_type.unwrap_or(before.object_type);
    if of != before.object_type {
        return Err(refuse!(
            invalid("objectType", "INVALID_OPTION"),
            "objectType is {} and stays so, since events are on such records: make another \
             event type",
            before.object_type.as_str()
        ));
    }
    defined.event_type = event_type(before.id, &app, new);
    defined.event_type.object_type = of;
    stored::change(namespace, &defined)?;
    changed(namespace, &defined.event_type)
}

fn delete(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = developing_user(request, namespace)?;
    let defined = named(request, namespace, &app)?;
    stored::delete(namespace, defined.event_type.id)?;
    Ok(Answer::empty(namespace.status(204)))
}

/// The event type in the path: the newest version.
pub(super) fn named(request: &Request, namespace: &Namespace<'_>, app: &App) -> Result<Defined> {
    let id = id_of(request, "eventTypeId", "event type")?;
    let known = stored::newest(namespace, app.id, id)?;
    known.ok_or_else(|| none_such("event type", request.part("eventTypeId")))
}

fn checked(request: &Request, namespace: &Namespace<'_>, app: &App) -> Result<NewEventType> {
    let new: NewEventType = body(request, namespace)?;
    refuse(request, namespace, &new.problems(app.id))?;
    check_templates(&new)?;
    Ok(new)
}

pub(super) fn check_templates(new: &NewEventType) -> Result<()> {
    for (field, template) in [
        ("headerTemplate", &new.header_template),
        ("detailTemplate", &new.detail_template),
    ] {
        if let Some(Err(fault)) = template.as_deref().map(Template::read) {
            let message = format!("{field} is no template: {fault}");
            return Err(Refusal::invalid(field, "INVALID_TEMPLATE", message));
        }
    }
    Ok(())
}

/// Refuses an event type above the limit of an app.
pub(super) fn check_count(namespace: &Namespace<'_>, app: &App) -> Result<()> {
    if stored::types(namespace, app.id)?.len() < MOST_TYPES {
        return Ok(());
    }
    Err(refuse!(
        invalid("name", "TOO_MANY"),
        "the app has {MOST_TYPES} event types already: delete some"
    ))
}

pub(super) fn event_type(id: i64, app: &App, new: NewEventType) -> EventType {
    EventType {
        id,
        name: new.name,
        application_id: app.id.into(),
        object_type: new.object_type.unwrap_or_default(),
        header_template: new.header_template,
        detail_template: new.detail_template,
    }
}

/// Above the ids of built-in ones.
pub(super) const FIRST_ID: i64 = 1_000_000;

/// The most event types of an app.
///
/// Source: the legacy timeline guide.
const MOST_TYPES: usize = 750;
