//! Properties of a request: read, and judged as the service does.

use std::collections::BTreeMap;

use calling_widget_sdk::rest::{Method, error::ErrorDetail};
use serde_json::{Map, Value, json};

use super::{Facts, ID_PROPERTY, kept::Properties};
use crate::{
    Profile,
    platform::{
        answer::Refusal,
        call::{Call, Space},
    },
};

/// The properties of a new record; those without a value are left out.
pub(super) fn given(call: &Call, space: &Space<'_>, facts: &Facts) -> Result<Properties, Refusal> {
    Ok(with_values(changes(call, space, facts)?))
}

/// Those that have a value.
pub(super) fn with_values(changes: BTreeMap<String, Option<String>>) -> Properties {
    changes
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// The properties of a change; nothing takes a value away.
pub(super) fn changes(
    call: &Call,
    space: &Space<'_>,
    facts: &Facts,
) -> Result<BTreeMap<String, Option<String>>, Refusal> {
    let mut body = call.object(space.profile)?;
    let wrong = |code, message| Err(Refusal::invalid("properties", code, message));
    let fields = match body.remove("properties") {
        Some(Value::Object(fields)) => fields,
        Some(_) => {
            return wrong(
                "WRONG_TYPE",
                "properties is no object: use {\"properties\":{\"name\":\"value\"}}",
            );
        }
        // A change may hold any part of what there is, nothing too.
        None if call.method == Method::Patch && body.is_empty() => Map::new(),
        None => {
            return wrong(
                "MISSING_FIELD",
                "properties is missing: use {\"properties\":{\"name\":\"value\"}}",
            );
        }
    };
    if !matches!(body.get("associations"), None | Some(Value::Null))
        && body.get("associations") != Some(&json!([]))
    {
        return Err(Refusal::invalid(
            "associations",
            "NOT_SUPPORTED",
            "associations are not made with the record here: put them one by one at \
             /crm/v4/objects",
        ));
    }
    judge(fields, space, facts)
}

/// Judges each property by itself, and refuses all where one has a fault.
pub(super) fn judge(
    fields: impl IntoIterator<Item = (String, Value)>,
    space: &Space<'_>,
    facts: &Facts,
) -> Result<BTreeMap<String, Option<String>>, Refusal> {
    let mut changes = BTreeMap::new();
    let mut faults = Vec::new();
    for (name, value) in fields {
        if space.profile == Profile::Spec && is_computed(&name, facts) {
            // The reference says that it is ignored.
            continue;
        }
        match judged(&name, value, facts) {
            Ok(value) => {
                changes.insert(name, value);
            }
            Err(fault) => faults.push((name, fault)),
        }
    }
    if faults.is_empty() {
        return Ok(changes);
    }
    Err(refused(&faults))
}

/// Whether the service itself says what a property holds.
pub(super) fn is_computed(name: &str, facts: &Facts) -> bool {
    [ID_PROPERTY, facts.created, facts.updated].contains(&name)
}

/// What is wrong with a property: the service's code, and words.
type Fault = (&'static str, &'static str);

fn judged(name: &str, value: Value, facts: &Facts) -> Result<Option<String>, Fault> {
    let is_name = name.len() <= LONGEST_NAME
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if !is_name {
        return Err((
            "PROPERTY_DOESNT_EXIST",
            "the property does not exist: a name has small letters, digits and underscores",
        ));
    }
    if is_computed(name, facts) {
        return Err((
            "READ_ONLY_VALUE",
            "the property is the service's own: leave it out",
        ));
    }
    let text = match value {
        Value::Null => return Ok(None),
        Value::String(text) => text,
        Value::Number(number) => number.to_string(),
        Value::Bool(flag) => flag.to_string(),
        Value::Array(_) | Value::Object(_) => {
            return Err((
                "INVALID_OPTION",
                "the value is a list or an object: use a text",
            ));
        }
    };
    if text.len() > LONGEST_VALUE {
        return Err(("INVALID_OPTION", "the value is longer than 65536 bytes"));
    }
    Ok((!text.is_empty()).then_some(text))
}

/// Every fault, without the values, which may be personal.
fn refused(faults: &[(String, Fault)]) -> Refusal {
    let list: Vec<Value> = faults
        .iter()
        .map(|(name, (code, message))| {
            json!({
                "isValid": false, "message": message, "error": code, "name": name,
                "localizedErrorMessage": message,
            })
        })
        .collect();
    let mut refusal = Refusal::new(
        400,
        "VALIDATION_ERROR",
        "INVALID_INPUT",
        format!("Property values were not valid: {}", Value::from(list)),
    );
    refusal.object.errors = faults
        .iter()
        .map(|(name, (code, message))| ErrorDetail {
            message: Some((*message).to_owned()),
            code: Some((*code).to_owned()),
            context: Some(BTreeMap::from([(
                "propertyName".to_owned(),
                vec![name.clone()],
            )])),
            ..ErrorDetail::default()
        })
        .collect();
    refusal
}

const LONGEST_NAME: usize = 100;

/// More than any property of a call holds.
const LONGEST_VALUE: usize = 65_536;
