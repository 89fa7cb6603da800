//! Reads fields of a body, by the rules of the calling settings.

use calling_rest::{
    problem::{Problem, ProblemCode},
    settings::SettingsPatch,
};
use serde_json::{Map, Value, json};

use crate::platform::answer::{Refusal, Result};

/// A URL.
pub(super) fn url(fields: &Map<String, Value>, name: &'static str) -> Result<Option<String>> {
    fields
        .get(name)
        .map(|value| checked(name, value))
        .transpose()
        .map(Option::flatten)
}

/// Validates a URL.
pub(super) fn check_url(name: &'static str, url: &str) -> Result<()> {
    checked(name, &url.into()).map(drop)
}

fn checked(name: &'static str, value: &Value) -> Result<Option<String>> {
    let fault = match SettingsPatch::from_value(&json!({ "url": value })) {
        Ok(patch) => return Ok(patch.url),
        Err(faults) => faults.into_iter().next().unwrap_or_else(Problem::not_json),
    };
    Err(Refusal::problems(&[Problem {
        code: fault.code,
        field: Some(name),
        message: [name, fault.message.strip_prefix("url").unwrap_or_default()].concat(),
    }]))
}

/// A boolean.
pub(super) fn flag(fields: &Map<String, Value>, name: &'static str) -> Result<Option<bool>> {
    match fields.get(name) {
        None => Ok(None),
        Some(Value::Bool(flag)) => Ok(Some(*flag)),
        Some(_) => Err(Refusal::problems(&[Problem {
            code: ProblemCode::WrongType,
            field: Some(name),
            message: format!("{name} is neither true nor false: use one of them, without quotes"),
        }])),
    }
}

/// Refuses a body without a field, with the fix.
pub(super) fn missing(name: &'static str, what: &str) -> Refusal {
    Refusal::problems(&[Problem {
        code: ProblemCode::MissingField,
        field: Some(name),
        message: format!("{name} is missing: add {what}"),
    }])
}
