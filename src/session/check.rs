//! Checks a payload against its field table.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::code::Code;
use crate::protocol::{Field, FieldKind, Kind, Payload, Shape, ValueKind};

/// What a payload has against its table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// What is wrong.
    pub code: Code,
    /// Where: field names joined by dots, list items by their position.
    pub path: String,
}

/// Every deviation of a payload from its field table, the first 16 of them.
///
/// Values are never part of a finding, since they may be personal data.
#[must_use]
pub fn check_payload<P: Payload>(shape: &Shape, data: Option<&P>) -> Vec<Finding> {
    let mut findings = Vec::new();
    match data {
        Some(data) if data.value_kind() == ValueKind::Object => {
            check_object(shape, data, "data", &mut findings);
        }
        None => {
            for field in shape.fields.iter().filter(|field| field.need.is_checked()) {
                add(&mut findings, Code::MissingField, &join("data", field.name));
            }
        }
        Some(data) if data.value_kind() == ValueKind::Undefined && shape.fields.is_empty() => {}
        Some(_) if shape.fields.is_empty() && shape.open => {}
        Some(_) => add(&mut findings, Code::WrongType, "data"),
    }
    findings
}

/// The fields that are due in a host's message and absent or null, each as the
/// message's type and the field's path as in [`Finding::path`].
#[must_use]
pub fn missing_from_host<P: Payload>(kind: Kind, data: Option<&P>) -> Vec<String> {
    let mut missing = Vec::new();
    let path = [kind.as_str(), ": data"].concat();
    look_for(kind.message().shape, data, &path, &mut missing);
    missing
}

fn look_for<P: Payload>(shape: &Shape, object: Option<&P>, path: &str, missing: &mut Vec<String>) {
    for field in shape.fields {
        if !field.need.is_due_from_host() {
            continue;
        }
        let at = join(path, field.name);
        match object.and_then(|object| object.field(field.name)) {
            Some(value) if value.value_kind() != ValueKind::Null => {
                if let FieldKind::Object(inner) = field.kind {
                    look_for(inner, Some(&value), &at, missing);
                }
            }
            _ => missing.push(at),
        }
    }
}

fn check_object<P: Payload>(shape: &Shape, object: &P, path: &str, findings: &mut Vec<Finding>) {
    for field in shape.fields {
        let at = join(path, field.name);
        match object.field(field.name) {
            Some(value) => check_value(field, &value, &at, findings),
            None if field.need.is_checked() => add(findings, Code::MissingField, &at),
            None => {}
        }
    }
    if shape.open {
        return;
    }
    for key in object.keys() {
        if !shape.fields.iter().any(|field| field.name == key) {
            add(findings, Code::UnknownField, &join(path, &key));
        }
    }
}

fn check_value<P: Payload>(field: &Field, value: &P, path: &str, findings: &mut Vec<Finding>) {
    let kind = value.value_kind();
    let fits = match field.kind {
        FieldKind::Any => true,
        FieldKind::Text | FieldKind::Open(_) => kind == ValueKind::Text,
        FieldKind::Number => kind == ValueKind::Number,
        FieldKind::Boolean => kind == ValueKind::Boolean,
        FieldKind::TextOrNumber => matches!(kind, ValueKind::Text | ValueKind::Number),
        FieldKind::OneOf(values) => match value.text() {
            Some(text) if !values.contains(&text.as_str()) => {
                return add(findings, Code::UnknownValue, path);
            }
            text => text.is_some(),
        },
        FieldKind::Object(shape) => {
            if kind == ValueKind::Object {
                return check_object(shape, value, path, findings);
            }
            false
        }
        FieldKind::List(_) => kind == ValueKind::List,
    };
    if !fits {
        add(findings, Code::WrongType, path);
    }
}

fn add(findings: &mut Vec<Finding>, code: Code, path: &str) {
    if findings.len() < MAX_FINDINGS {
        findings.push(Finding {
            code,
            path: path.to_owned(),
        });
    }
}

fn join(path: &str, name: &str) -> String {
    [path, ".", name].concat()
}

const MAX_FINDINGS: usize = 16;

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Code, check_payload};
    use crate::protocol::Kind;

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
                (Code::UnknownField, "data.extra".to_owned()),
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

    // A session that is handed an object's kind alone would report all of its fields.
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
                    assert!(!field.is_passed_on, "{} {}", message.wire, field.name);
                }
            }
        }
    }
}
