//! The values of an event, validated by the properties of its type.

use calling_rest::timeline::{
    event_properties::{EventProperty, EventPropertyType},
    events::TimelineEvent,
};
use serde_json::{Map, Value, json};

use super::stored::Defined;
use crate::platform::answer::{Refusal, Result, quoted, refuse};

/// Converts an event's values to the stored form: texts beside its own fields, including
/// those sent in `extraData`.
pub(super) fn judge(event: &mut TimelineEvent, defined: &Defined) -> Result<()> {
    let mut judged = std::collections::BTreeMap::new();
    for (name, value) in std::mem::take(&mut event.values) {
        let property = defined.property(&name);
        if property.is_none() && name != PRESENTATION {
            return Err(refuse!(
                invalid(&name, "UNKNOWN_FIELD"),
                "{} is neither a field of an event nor a property of its type: leave it out, \
                 make a property of that name, or put it into extraData",
                quoted(&name)
            ));
        }
        if let Some(text) = judged_value(&name, &value, property)? {
            judged.insert(name, Value::String(text));
        }
    }
    let extra = event.extra_data.as_ref().and_then(Value::as_object);
    for (name, value) in extra.into_iter().flatten() {
        let Some(property) = defined.property(name) else {
            continue;
        };
        // Not a value of a property: for templates alone.
        if judged.contains_key(name) || value.is_array() || value.is_object() {
            continue;
        }
        if let Some(text) = judged_value(name, value, Some(property))? {
            judged.insert(name.clone(), Value::String(text));
        }
    }
    event.values = judged;
    Ok(())
}

/// A value in stored form; `None` for an absent one.
fn judged_value(
    name: &str,
    value: &Value,
    property: Option<&EventProperty>,
) -> Result<Option<String>> {
    let text = match value {
        Value::Null => return Ok(None),
        Value::String(text) if text.is_empty() => return Ok(None),
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        Value::Array(_) | Value::Object(_) => {
            let message = format!("{} is a list or an object: send a text", quoted(name));
            return Err(Refusal::invalid(name, "WRONG_TYPE", message));
        }
    };
    let Some(property) = property else {
        return Ok(Some(text));
    };
    let options = property.options.as_deref().unwrap_or_default();
    let (is_good, code, expected) = match property.property_type {
        EventPropertyType::String => (true, "", String::new()),
        EventPropertyType::Numeric => (
            text.trim().parse::<f64>().is_ok_and(f64::is_finite),
            "INVALID_LONG",
            "a number such as 12 or 0.5".to_owned(),
        ),
        EventPropertyType::Date => (
            text.parse()
                .is_ok_and(|ms| jiff::Timestamp::from_millisecond(ms).is_ok()),
            "INVALID_DATE",
            "a moment in milliseconds since 1970".to_owned(),
        ),
        EventPropertyType::Enumeration => (
            options.iter().any(|option| option.value == text),
            "INVALID_OPTION",
            match options {
                [] => "none, since the property has no options".to_owned(),
                _ => ["one of ", &join_some(options.iter().map(|one| &*one.value))].concat(),
            },
        ),
    };
    if is_good {
        return Ok(Some(text));
    }
    let value = quoted(&text);
    let message = format!("{value} is no value of {}: use {expected}", quoted(name));
    Err(Refusal::invalid(name, code, message))
}

fn join_some<'a>(values: impl Iterator<Item = &'a str>) -> String {
    let values: Vec<&str> = values.take(MOST_SHOWN).collect();
    values.join(", ")
}

/// The values of an event for the templates of its type.
pub(super) fn for_templates(event: &TimelineEvent, defined: &Defined) -> Value {
    let mut values = Map::new();
    for (name, value) in &event.values {
        let property = defined.property(name);
        let is_number = property.is_some_and(|one| one.property_type == EventPropertyType::Numeric);
        let number = value.as_str().filter(|_| is_number).and_then(exact_number);
        values.insert(name.clone(), number.unwrap_or_else(|| value.clone()));
    }
    let own = json!({
        "id": event.id, "eventTypeId": event.event_type_id, "objectId": event.object_id,
        "email": event.email, "objectType": defined.event_type.object_type,
        "timestamp": event.timestamp, "extraData": event.extra_data,
    });
    if let Value::Object(own) = own {
        values.extend(own);
    }
    Value::Object(values)
}

/// A number, if it prints as it was sent: so that `if` treats 0 as false.
fn exact_number(text: &str) -> Option<Value> {
    let number: Value = serde_json::from_str(text).ok()?;
    (number.is_number() && format!("{number}") == text).then_some(number)
}

/// A field in the reference: a property of the example's own event type.
const PRESENTATION: &str = "presentationId";

/// The most options in a refusal.
const MOST_SHOWN: usize = 12;
