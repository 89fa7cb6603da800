//! Checks a payload against its field table.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::code::Code;
use crate::protocol::{Field, FieldKind, Kind, Mask, Payload, Shape, ValueKind, concat, listed};

/// One deviation of a payload from its field table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The kind of deviation.
    pub code: Code,
    /// The field's path: names joined by dots.
    pub path: String,
    /// The actual and the expected, to be read after the path: ` is a number; give a string`. It
    /// contains no value.
    pub remedy: String,
}

impl Finding {
    /// The path and the remedy in one sentence.
    #[must_use]
    pub fn sentence(&self) -> String {
        concat(&[self.path.as_str(), &self.remedy])
    }
}

/// The first 16 deviations of a payload from its field table.
///
/// Findings contain no values, since these may be personal data, nor names that the table lacks.
#[must_use]
pub fn check_payload<P: Payload>(shape: &Shape, data: Option<&P>) -> Vec<Finding> {
    let mut findings = Findings(Vec::new());
    match data {
        Some(data) if data.value_kind() == ValueKind::Object => {
            findings.object(shape, data, "data");
        }
        None => {
            for field in shape.fields.iter().filter(|field| field.need.is_checked()) {
                findings.missing(field, &join("data", field.name.as_str()));
            }
        }
        Some(data) if data.value_kind() == ValueKind::Undefined && shape.fields.is_empty() => {}
        Some(_) if shape.fields.is_empty() && shape.open => {}
        Some(data) => {
            let expected = if shape.fields.is_empty() {
                "leave it out"
            } else {
                "give an object"
            };
            findings.wrong_type(data.value_kind(), "data", expected);
        }
    }
    findings.0
}

/// The fields that are due in a host's message and absent or null, each as the message's
/// type and the field's path as in [`Finding::path`].
#[must_use]
pub fn missing_from_host<P: Payload>(kind: Kind, data: Option<&P>) -> Vec<String> {
    let mut missing = Vec::new();
    look_for(kind.message().shape, data, &mut |path| {
        missing.push(concat(&[kind.as_str(), ": data", path]));
    });
    missing
}

/// Reports the path of each due field that is missing. It runs for each message of a host, so a
/// path is made only for a missing field.
fn look_for<P: Payload>(shape: &Shape, object: Option<&P>, report: &mut dyn FnMut(&str)) {
    for field in shape.fields {
        if !field.need.is_due_from_host() {
            continue;
        }
        match object.and_then(|object| object.field(field.name)) {
            Some(value) if value.value_kind() != ValueKind::Null => {
                if let FieldKind::Object(inner) = field.kind {
                    look_for(inner, Some(&value), &mut |path| {
                        report(&concat(&[".", field.name.as_str(), path]));
                    });
                }
            }
            _ => report(&join("", field.name.as_str())),
        }
    }
}

/// The findings so far.
struct Findings(Vec<Finding>);

impl Findings {
    fn object<P: Payload>(&mut self, shape: &Shape, object: &P, path: &str) {
        for field in shape.fields {
            let at = join(path, field.name.as_str());
            match object.field(field.name) {
                Some(value) => self.value(field, &value, &at),
                None if field.need.is_checked() => self.missing(field, &at),
                None => {}
            }
        }
        if shape.open {
            return;
        }
        let is_known = |key: &str| shape.fields.iter().any(|field| field.name.as_str() == key);
        if object.keys().iter().any(|key| !is_known(key)) {
            // The name may be personal data too.
            let names: Vec<&str> = shape
                .fields
                .iter()
                .map(|field| field.name.as_str())
                .collect();
            let remedy = concat(&[" has other fields than ", &listed(&names, ", ")]);
            self.add(Code::UnknownField, path, remedy);
        }
    }

    fn value<P: Payload>(&mut self, field: &Field, value: &P, path: &str) {
        let kind = value.value_kind();
        let fits = match field.kind {
            FieldKind::Any => true,
            FieldKind::Text | FieldKind::Open(_) => kind == ValueKind::Text,
            FieldKind::Number => kind == ValueKind::Number,
            FieldKind::Boolean => kind == ValueKind::Boolean,
            FieldKind::TextOrNumber => matches!(kind, ValueKind::Text | ValueKind::Number),
            FieldKind::OneOf(values) => match value.text() {
                Some(text) if !values.contains(&text.as_str()) => {
                    let remedy = concat(&[" is not a known value; ", &expected(field)]);
                    return self.add(Code::UnknownValue, path, remedy);
                }
                text => text.is_some(),
            },
            FieldKind::Object(shape) => {
                if kind == ValueKind::Object {
                    return self.object(shape, value, path);
                }
                false
            }
            FieldKind::List(_) => kind == ValueKind::List,
        };
        if !fits {
            self.wrong_type(kind, path, &expected(field));
        }
    }

    fn missing(&mut self, field: &Field, path: &str) {
        let remedy = concat(&[" is missing; ", &expected(field)]);
        self.add(Code::MissingField, path, remedy);
    }

    fn wrong_type(&mut self, kind: ValueKind, path: &str, expected: &str) {
        self.add(
            Code::WrongType,
            path,
            concat(&[" is ", named(kind), "; ", expected]),
        );
    }

    fn add(&mut self, code: Code, path: &str, remedy: String) {
        if self.0.len() < MAX_FINDINGS {
            self.0.push(Finding {
                code,
                path: path.to_owned(),
                remedy,
            });
        }
    }
}

/// The expected value of a field.
fn expected(field: &Field) -> String {
    let what = match field.kind {
        FieldKind::Text if field.mask == Mask::Phone => "a string like \"+15550100\"",
        FieldKind::Text | FieldKind::Open(_) => "a string",
        FieldKind::Number => "a number",
        FieldKind::Boolean => "true or false",
        FieldKind::TextOrNumber => "a string or a number",
        FieldKind::OneOf(values) => return concat(&["give one of ", &listed(values, ", ")]),
        FieldKind::Object(_) => "an object",
        FieldKind::List(_) => "a list",
        FieldKind::Any => "a value",
    };
    concat(&["give ", what])
}

/// A kind of value with its article.
const fn named(kind: ValueKind) -> &'static str {
    match kind {
        ValueKind::Undefined => "undefined",
        ValueKind::Null => "null",
        ValueKind::Boolean => "a boolean",
        ValueKind::Number => "a number",
        ValueKind::Text => "a string",
        ValueKind::List => "a list",
        ValueKind::Object => "an object",
        ValueKind::Function => "a function",
        ValueKind::Other => "no JSON value",
    }
}

fn join(path: &str, name: &str) -> String {
    concat(&[path, ".", name])
}

const MAX_FINDINGS: usize = 16;

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Code, Finding, check_payload};
    use crate::protocol::{END_STATUSES, Kind};

    fn findings(kind: Kind, data: &Value) -> Vec<(Code, String)> {
        check_payload(kind.message().shape, Some(data))
            .into_iter()
            .map(|finding| (finding.code, finding.path))
            .collect()
    }

    #[test]
    fn a_good_payload_has_no_findings() {
        let data = json!({ "externalCallId": "c-1", "engagementId": 7, "callEndStatus": "MISSED" });

        assert_eq!(findings(Kind::CallEnded, &data), []);
        assert_eq!(
            check_payload::<Value>(Kind::UserAvailable.message().shape, None),
            []
        );
    }

    #[test]
    fn every_fault_names_its_field_and_never_its_value() {
        let data = json!({
            "engagementId": "7",
            "callEndStatus": "HUNG_UP",
            "extra": "+15550100",
        });

        assert_eq!(
            findings(Kind::CallEnded, &data),
            [
                (Code::MissingField, "data.externalCallId".to_owned()),
                (Code::WrongType, "data.engagementId".to_owned()),
                (Code::UnknownValue, "data.callEndStatus".to_owned()),
                (Code::UnknownField, "data".to_owned()),
            ]
        );
    }

    #[test]
    fn a_finding_says_what_is_there_and_what_to_give() {
        let sentences = |kind: Kind, data: &Value| -> Vec<String> {
            let findings = check_payload(kind.message().shape, Some(data));
            findings.iter().map(Finding::sentence).collect()
        };

        assert_eq!(
            sentences(
                Kind::OutgoingCallStarted,
                &json!({ "externalCallId": "c-1", "toNumber": 15_550_100 })
            ),
            [
                r#"data.toNumber is a number; give a string like "+15550100""#,
                r#"data.fromNumber is missing; give a string like "+15550100""#,
            ]
        );
        assert_eq!(
            sentences(
                Kind::CallEnded,
                &json!({ "externalCallId": null, "engagementId": 7, "callEndStatus": "HUNG_UP" })
            ),
            [
                "data.externalCallId is null; give a string".to_owned(),
                format!(
                    "data.callEndStatus is not a known value; give one of {}",
                    END_STATUSES.join(", ")
                ),
            ]
        );
    }

    #[test]
    fn nested_objects_are_checked_and_open_ones_may_hold_more() {
        let data = json!({
            "externalCallId": "c-1", "engagementId": "7",
            "engagementProperties": { "hs_timestamp": true, "own_property": "x" },
        });

        assert_eq!(
            findings(Kind::CallCompleted, &data),
            [(
                Code::WrongType,
                "data.engagementProperties.hs_timestamp".to_owned()
            )]
        );
    }

    #[test]
    fn null_counts_as_a_wrong_type() {
        assert_eq!(
            findings(Kind::ResizeWidget, &json!({ "width": null, "height": 400 })),
            [(Code::WrongType, "data.width".to_owned())]
        );
        assert_eq!(
            findings(Kind::ResizeWidget, &Value::Null),
            [(Code::WrongType, "data".to_owned())]
        );
    }

    #[test]
    fn data_of_the_apps_own_may_be_anything() {
        assert_eq!(findings(Kind::CallData, &json!([1, 2])), []);
    }

    // A session that gets only an object's type would report all of its fields.
    #[cfg(feature = "tables")]
    #[test]
    fn objects_a_host_has_to_fill_are_read_by_every_session() {
        for message in crate::protocol::MESSAGES {
            for field in message.shape.fields {
                let crate::protocol::FieldKind::Object(inner) = field.kind else {
                    continue;
                };
                let is_due = field.need.is_due_from_host();
                if is_due
                    && inner
                        .fields
                        .iter()
                        .any(|field| field.need.is_due_from_host())
                {
                    assert!(
                        !field.is_passed_on,
                        "{} {}",
                        message.wire,
                        field.name.as_str()
                    );
                }
            }
        }
    }
}
