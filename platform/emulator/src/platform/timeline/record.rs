//! The record of an event.

use calling_rest::timeline::{EventObjectType, events::TimelineEvent};
use serde_json::Map;

use super::stored::{self, Defined};
use crate::platform::{
    answer::{Result, refuse},
    apps::App,
    namespace::Namespace,
    objects,
};

/// Finds the record of an event, and writes the event's values to it. `None` for a visitor who
/// is no contact yet: the event is stored until then.
pub(super) fn of_event(
    namespace: &Namespace<'_>,
    app: &App,
    defined: &Defined,
    event: &TimelineEvent,
) -> Result<Option<i64>> {
    let of = defined.event_type.object_type;
    let utk = event.utk.as_deref().filter(|utk| !utk.is_empty());
    let email = event.email.as_deref().filter(|email| !email.is_empty());
    let email = email.filter(|_| of == EventObjectType::Contact);
    let utk = utk.filter(|_| of == EventObjectType::Contact);
    let visitor = match utk {
        Some(utk) if event.object_id.is_none() => stored::visitor(namespace, utk)?,
        _ => None,
    };
    let visitor = match visitor {
        Some(id) if objects::is_present(namespace, of.type_id(), id)? => Some(id),
        _ => None,
    };
    let named = match event.object_id {
        Some(id) if !objects::is_present(namespace, of.type_id(), id)? => {
            let kind = of.as_str();
            return Err(refuse!(
                not_found("NO_SUCH_RECORD"),
                "there is no {kind} {id}: use the identifier of a record that is there"
            ));
        }
        Some(id) => Some(id),
        None => visitor,
    };
    let record = match (named, email) {
        (None, Some(email)) => Some(objects::contact_of(namespace, app.id, email)?),
        (named, _) => named,
    };
    let Some(record) = record else {
        return Ok(None);
    };
    let mut properties = Map::new();
    if let (Some(email), true) = (email, named.is_some()) {
        properties.insert("email".to_owned(), email.into());
    }
    for property in &defined.properties {
        let value = event.values.get(&property.name);
        if let (Some(name), Some(value)) = (&property.object_property, value) {
            properties.insert(name.clone(), value.clone());
        }
    }
    if !properties.is_empty() {
        objects::set(namespace, app.id, of.type_id(), record, properties)?;
    }
    if let Some(utk) = utk {
        stored::note_visitor(namespace, utk, record)?;
    }
    Ok(Some(record))
}
