//! `/integrations/v1/{appId}/timeline/event-types/{eventTypeId}/properties`

use calling_rest::{
    Method,
    timeline::event_properties::{
        EventOption, EventProperty, EventPropertyChange, EventPropertyType, NewEventProperty,
        PROPERTY_ROUTE, ROUTE,
    },
};

use super::{
    access::{DeveloperQuery, developing_user},
    body::{body, changed, none_such, refuse},
    stored::{self, Defined},
    types::{FIRST_ID, named},
};
use crate::platform::{
    answer::{Answer, Result, quoted, refuse},
    endpoint::Endpoint,
    namespace::Namespace,
    objects,
    request::Request,
    shape::params,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::of_developer(Method::Get, ROUTE, list)
        .summary("Lists the properties of an event type")
        .at("/integrations/v1/123/timeline/event-types/5001/properties?userId=9")
        .with_query(&[params::<DeveloperQuery>])
        .lists::<EventProperty>(),
    Endpoint::of_developer(Method::Post, ROUTE, create)
        .summary("Makes a property of an event type")
        .at("/integrations/v1/123/timeline/event-types/5001/properties?userId=9")
        .example(
            r#"{"label":"Language","name":"language","options":[{"label":"English",
               "value":"en"},{"label":"Swedish","value":"sv"}],"propertyType":"Enumeration"}"#,
        )
        .takes::<NewEventProperty>()
        .with_query(&[params::<DeveloperQuery>])
        .answers::<EventProperty>()
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::of_developer(Method::Put, ROUTE, update)
        .summary("Puts a property in place of another; events show it an hour later")
        .at("/integrations/v1/123/timeline/event-types/5001/properties?userId=9")
        .example(r#"{"id":5101,"label":"Stars","name":"rating","propertyType":"Numeric"}"#)
        .takes::<EventPropertyChange>()
        .with_query(&[params::<DeveloperQuery>])
        .answers::<EventProperty>()
        .vendor(204),
    Endpoint::of_developer(Method::Delete, PROPERTY_ROUTE, delete)
        .summary("Deletes a property of an event type; events miss it an hour later")
        .at("/integrations/v1/123/timeline/event-types/5001/properties/5101?userId=9")
        .with_query(&[params::<DeveloperQuery>])
        .vendor(204),
];

fn list(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = developing_user(request, namespace)?;
    Answer::ok(&named(request, namespace, &app)?.properties)
}

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = developing_user(request, namespace)?;
    let new: NewEventProperty = body(request, namespace)?;
    refuse(request, namespace, &new.problems())?;
    let defined = named(request, namespace, &app)?;
    check_new(namespace, &defined, &new)?;
    let property = property(FIRST_ID + namespace.serial()?, &defined, new);
    stored::add_property(namespace, defined.event_type.id, &property)?;
    Answer::ok(&property)
}

fn update(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = developing_user(request, namespace)?;
    let EventPropertyChange { id, property: new } = body(request, namespace)?;
    refuse(request, namespace, &new.problems())?;
    let mut defined = named(request, namespace, &app)?;
    check_record_property(namespace, &defined, &new)?;
    let changed_to = property(id, &defined, new);
    let known = defined.properties.iter_mut().find(|one| one.id == id);
    let known = known.ok_or_else(|| none_such("property", &id.to_string()))?;
    let is_same =
        (&known.name, known.property_type) == (&changed_to.name, changed_to.property_type);
    if !is_same {
        return Err(refuse!(
            invalid("name", "INVALID_OPTION"),
            "name and propertyType stay as they are, since events have values of them: make \
             another property"
        ));
    }
    *known = changed_to.clone();
    stored::change(namespace, &defined)?;
    changed(namespace, &changed_to)
}

fn delete(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = developing_user(request, namespace)?;
    let mut defined = named(request, namespace, &app)?;
    let id = request.part("propertyId");
    let before = defined.properties.len();
    defined.properties.retain(|one| one.id.to_string() != id);
    if defined.properties.len() == before {
        return Err(none_such("property", id));
    }
    stored::change(namespace, &defined)?;
    Ok(Answer::empty(namespace.status(204)))
}

/// Refuses an invalid property of an event type.
pub(super) fn check_new(
    namespace: &Namespace<'_>,
    defined: &Defined,
    new: &NewEventProperty,
) -> Result<()> {
    check_record_property(namespace, defined, new)?;
    if defined.property(&new.name).is_none() {
        return Ok(());
    }
    Err(refuse!(
        new(409, "CONFLICT", "NAME_TAKEN"),
        "the event type has a property {} already: change it with PUT, or use another name",
        quoted(&new.name)
    ))
}

/// Refuses a property mapped to one that records of the type do not have.
fn check_record_property(
    namespace: &Namespace<'_>,
    defined: &Defined,
    new: &NewEventProperty,
) -> Result<()> {
    let Some(name) = &new.object_property else {
        return Ok(());
    };
    let of = defined.event_type.object_type;
    if objects::has_property(namespace, of.type_id(), name)? {
        return Ok(());
    }
    Err(refuse!(
        invalid("objectProperty", "PROPERTY_DOESNT_EXIST"),
        "no {} has a property {}: use one that GET /crm/v3/properties/{} lists",
        of.as_str(),
        quoted(name),
        of.type_id()
    ))
}

pub(super) fn property(id: i64, defined: &Defined, new: NewEventProperty) -> EventProperty {
    let options = new.options.unwrap_or_default().into_iter();
    let options = options.map(|option| EventOption {
        property_id: Some(id),
        ..option
    });
    EventProperty {
        id,
        event_type_id: defined.event_type.id,
        name: new.name,
        label: new.label,
        property_type: new.property_type,
        object_property: new.object_property,
        options: (new.property_type == EventPropertyType::Enumeration).then(|| options.collect()),
    }
}
