//! Imports an event type of a seed file, as requests would create it.

use calling_rest::timeline::{event_properties::NewEventProperty, event_types::NewEventType};

use super::{
    access::open_to,
    properties::{check_new, property},
    stored::{self, Defined},
    types::{FIRST_ID, check_count, check_templates, event_type},
};
use crate::platform::{
    answer::{Refusal, Result},
    apps,
    namespace::Namespace,
};

/// Creates an event type with its properties. A refusal names the field.
pub(crate) fn import(
    namespace: &Namespace<'_>,
    app: i32,
    id: Option<i64>,
    new: &NewEventType,
    properties: &[NewEventProperty],
) -> Result<()> {
    let Some(app) = apps::by_id(namespace, app)? else {
        let message = format!("there is no app {app}: register it among apps");
        return Err(Refusal::invalid("appId", "NO_SUCH_APP", message));
    };
    let app = open_to(app).map_err(|refusal| refusal.at("appId"))?;
    let problems = new.problems(app.id);
    if !problems.is_empty() {
        return Err(Refusal::problems(&problems));
    }
    check_templates(new)?;
    check_count(namespace, &app)?;
    let id = match id {
        Some(id) if !(1..FIRST_ID).contains(&id) => {
            let message = format!("{id} is no id of its own: use 1 to {}", FIRST_ID - 1);
            return Err(Refusal::invalid("id", "INVALID_OPTION", message));
        }
        Some(id) if stored::in_force(namespace, id)?.is_some() => {
            let message = format!("there is an event type {id} already: use another");
            return Err(Refusal::invalid("id", "VALUE_TAKEN", message));
        }
        Some(id) => id,
        None => FIRST_ID + namespace.serial()?,
    };
    let mut defined = Defined {
        event_type: event_type(id, &app, new.clone()),
        properties: Vec::new(),
    };
    for (at, new) in properties.iter().enumerate() {
        let place = format!("properties[{at}]");
        let problems = new.problems();
        if !problems.is_empty() {
            return Err(Refusal::problems(&problems).at(&place));
        }
        check_new(namespace, &defined, new).map_err(|refusal| refusal.at(&place))?;
        let id = FIRST_ID + namespace.serial()?;
        defined.properties.push(property(id, &defined, new.clone()));
    }
    stored::add(namespace, &defined)
}
