//! `/integrations/v1/{appId}/timeline/event-types/{eventTypeId}/properties`

use calling_rest::timeline::event_properties::{
    EventOption, EventProperty, EventPropertyChange, EventPropertyType, NewEventProperty,
};

use super::{
    body, changed, developing_user, none_such, refuse,
    stored::{self, Defined},
    types::{FIRST_ID, named},
};
use crate::platform::{
    answer::{Answer, Refusal, quoted},
    call::{Call, Space},
    objects,
};

/// Lists the properties of an event type.
pub(crate) fn list(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = developing_user(call, space)?;
    Answer::json(200, &named(call, space, &app)?.properties)
}

/// Makes a property.
pub(crate) fn create(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = developing_user(call, space)?;
    let given: NewEventProperty = body(call, space)?;
    refuse(call, space, &given.problems())?;
    let defined = named(call, space, &app)?;
    check_record_property(space, &defined, &given)?;
    if defined.property(&given.name).is_some() {
        return Err(Refusal::new(
            409,
            "CONFLICT",
            "NAME_TAKEN",
            format!(
                "the event type has a property {} already: change it with PUT, or use another name",
                quoted(&given.name)
            ),
        ));
    }
    let property = property(FIRST_ID + space.serial()?, &defined, given);
    stored::add_property(space, defined.event_type.id, &property)?;
    Answer::json(200, &property)
}

/// Puts a property in place of the one of its identifier. Name and type stay.
pub(crate) fn update(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = developing_user(call, space)?;
    let EventPropertyChange {
        id,
        property: given,
    } = body(call, space)?;
    refuse(call, space, &given.problems())?;
    let mut defined = named(call, space, &app)?;
    check_record_property(space, &defined, &given)?;
    let changed_to = property(id, &defined, given);
    let known = defined.properties.iter_mut().find(|one| one.id == id);
    let known = known.ok_or_else(|| none_such("property", &id.to_string()))?;
    let is_same =
        (&known.name, known.property_type) == (&changed_to.name, changed_to.property_type);
    if !is_same {
        return Err(Refusal::invalid(
            "name",
            "INVALID_OPTION",
            "name and propertyType stay as they are, since events have values of them: make \
             another property",
        ));
    }
    *known = changed_to.clone();
    stored::change(space, &defined)?;
    changed(space, &changed_to)
}

/// Deletes a property.
pub(crate) fn delete(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = developing_user(call, space)?;
    let mut defined = named(call, space, &app)?;
    let id = call.part("propertyId");
    let before = defined.properties.len();
    defined.properties.retain(|one| one.id.to_string() != id);
    if defined.properties.len() == before {
        return Err(none_such("property", id));
    }
    stored::change(space, &defined)?;
    Ok(Answer::empty(space.status(204)))
}

/// Refuses a property that writes to one that records of the type do not have.
fn check_record_property(
    space: &Space<'_>,
    defined: &Defined,
    given: &NewEventProperty,
) -> Result<(), Refusal> {
    let Some(name) = &given.object_property else {
        return Ok(());
    };
    let of = defined.event_type.object_type;
    if objects::has_property(space, of.type_id(), name)? {
        return Ok(());
    }
    Err(Refusal::invalid(
        "objectProperty",
        "PROPERTY_DOESNT_EXIST",
        format!(
            "no {} has a property {}: use one that GET /crm/v3/properties/{} lists",
            of.as_str(),
            quoted(name),
            of.type_id()
        ),
    ))
}

fn property(id: i64, defined: &Defined, given: NewEventProperty) -> EventProperty {
    let options = given.options.unwrap_or_default().into_iter();
    let options = options.map(|option| EventOption {
        property_id: Some(id),
        ..option
    });
    EventProperty {
        id,
        event_type_id: defined.event_type.id,
        name: given.name,
        label: given.label,
        property_type: given.property_type,
        object_property: given.object_property,
        options: (given.property_type == EventPropertyType::Enumeration).then(|| options.collect()),
    }
}
