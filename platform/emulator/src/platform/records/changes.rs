//! Validates the properties of a request as the service does.

use std::collections::BTreeMap;

use calling_rest::error::ErrorDetail;
use serde_json::{Map, Value, json};

use super::{
    property::Defined,
    schema::{Schema, is_name},
    store::{Changes, Properties},
    value::{Fault, judged},
};
use crate::{
    Profile,
    platform::{
        answer::{Refusal, Result, quoted, refuse},
        namespace::Namespace,
        users::{self, User},
    },
};

/// The changes that set a value.
pub(crate) fn with_values(changes: Changes) -> Properties {
    changes
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
        .collect()
}

/// Returns the properties of a body. A body with other fields alone most likely has its
/// properties one level too high.
pub(crate) fn fields(body: &mut Map<String, Value>, is_change: bool) -> Result<Map<String, Value>> {
    const FORM: &str = "use {\"properties\":{\"name\":\"value\"}}";
    let wrong = |code, message: String| Err(Refusal::invalid("properties", code, message));
    match body.remove("properties") {
        Some(Value::Object(fields)) => Ok(fields),
        Some(_) => wrong("WRONG_TYPE", format!("properties is no object: {FORM}")),
        // A change may be empty.
        None if is_change && body.is_empty() => Ok(Map::new()),
        None => match body.keys().find(|name| *name != "associations") {
            Some(name) => wrong(
                "MISSING_FIELD",
                format!("{} does not stand in properties: {FORM}", quoted(name)),
            ),
            None => wrong("MISSING_FIELD", format!("properties is missing: {FORM}")),
        },
    }
}

/// Validates each property, and refuses all if one has a fault.
pub(crate) fn judge(
    fields: impl IntoIterator<Item = (String, Value)>,
    namespace: &Namespace<'_>,
    schema: &Schema,
) -> Result<Changes> {
    let mut changes = BTreeMap::new();
    let mut faults = Vec::new();
    for (name, value) in fields {
        let defined = schema.property(&name);
        let is_ignored =
            |defined: &Defined| namespace.profile == Profile::Spec || defined.is_overridden;
        if defined.is_some_and(|defined| defined.is_computed() && is_ignored(defined)) {
            // As the reference says.
            continue;
        }
        let mut judged = change(&name, value, schema);
        if let Ok(Some(owner)) = &judged
            && defined.is_some_and(Defined::is_owner)
            && let Some(fault) = owner_fault(&name, owner, &users::all(namespace)?)
        {
            judged = Err(fault);
        }
        match judged {
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

fn change(name: &str, value: Value, schema: &Schema) -> Result<Option<String>, Fault> {
    match schema.property(name) {
        Some(defined) if defined.is_computed() => Err((
            "READ_ONLY_VALUE",
            format!("{name} is written by the service alone: leave it out"),
        )),
        Some(defined) => judged(name, defined, value),
        None if schema.kind.takes_any_name && is_name(name) => {
            judged(name, &Defined::own(schema.unlabelled(name)), value)
        }
        None => Err(("PROPERTY_DOESNT_EXIST", unknown(name, schema))),
    }
}

/// The fault of an owner who does not exist.
fn owner_fault(name: &str, owner: &str, users: &[User]) -> Option<Fault> {
    if users.iter().any(|user| user.owner.to_string() == owner) {
        return None;
    }
    let is_meant = |user: &&User| {
        user.id.to_string() == owner || user.details.email.eq_ignore_ascii_case(owner)
    };
    let fix = match users.iter().find(is_meant) {
        Some(user) => format!("that user is the owner {}", user.owner),
        None => "use the id of an owner that GET /crm/v3/owners lists".to_owned(),
    };
    let message = format!("{} is no value of {name}: {fix}", quoted(owner));
    Some(("INVALID_OWNER_ID", message))
}

/// The text for an unknown property, with the fix; apps know the service's first words.
pub(crate) fn unknown(name: &str, schema: &Schema) -> String {
    let plural = schema.plural();
    let property = quoted(name);
    if schema.kind.takes_any_name {
        return format!(
            "Property \"{property}\" does not exist among {plural}: use small letters, digits and \
             underscores for a new one"
        );
    }
    format!(
        "Property \"{property}\" does not exist among {plural}: use one that GET \
         /crm/v3/properties/{plural} lists, or define it there with POST"
    )
}

/// Refuses values of properties, each with its fault.
pub(crate) fn refused(faults: &[(String, Fault)]) -> Refusal {
    let list: Vec<Value> = faults
        .iter()
        .map(|(name, (code, message))| {
            json!({
                "isValid": false, "message": message, "error": code, "name": name,
                "localizedErrorMessage": message,
            })
        })
        .collect();
    let mut refusal = refuse!(
        new(400, "VALIDATION_ERROR", "INVALID_INPUT"),
        "Property values were not valid: {}",
        Value::from(list)
    );
    let details = faults.iter();
    let details =
        details.map(|(name, (code, message))| detail(code, vec![name.clone()], message.clone()));
    refusal.object.errors = details.collect();
    refusal
}

/// A fault of these properties, as an entry of an answer's `errors`.
pub(crate) fn detail(code: &str, names: Vec<String>, message: String) -> ErrorDetail {
    ErrorDetail {
        message: Some(message),
        code: Some(code.to_owned()),
        context: Some(BTreeMap::from([("propertyName".to_owned(), names)])),
        ..ErrorDetail::default()
    }
}
