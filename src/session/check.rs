//! Checks a payload against its field table.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::code::Code;
use crate::protocol::{
    Body, Field, FieldKind, Fields, Kind, Mask, Shape, Slot, ValueKind, concat, listed,
};

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
pub fn check_payload(body: &Body) -> Vec<Finding> {
    let mut findings = Findings(Vec::new());
    let Some(kind) = body.kind() else {
        return findings.0;
    };
    let shape = kind.message().shape;
    let slot = body.slot();
    if let Some(fields) = slot.fields() {
        findings.object(fields, "data");
        return findings.0;
    }
    match slot.value().kind() {
        ValueKind::Undefined => {
            for field in shape.fields.iter().filter(|field| field.need.is_checked()) {
                findings.missing(field, &join("data", field.name.as_str()));
            }
        }
        _ if shape.fields.is_empty() && shape.open => {}
        kind => {
            let expected = if shape.fields.is_empty() {
                "leave it out"
            } else {
                "give an object"
            };
            findings.wrong_type(kind, "data", expected);
        }
    }
    findings.0
}

/// The fields that are due in a host's message and absent or null, each as the message's
/// type and the field's path as in [`Finding::path`].
#[must_use]
pub fn missing_from_host(kind: Kind, slot: &dyn Slot) -> Vec<String> {
    let mut missing = Vec::new();
    look_for(kind.message().shape, slot.fields(), &mut |path| {
        missing.push(concat(&[kind.as_str(), ": data", path]));
    });
    missing
}

/// Reports the path of each due field that is missing. It runs for each message of a host, so a
/// path is made only for a missing field.
fn look_for(shape: &Shape, object: Option<&dyn Fields>, report: &mut dyn FnMut(&str)) {
    let Some(object) = object else {
        for field in shape
            .fields
            .iter()
            .filter(|field| field.need.is_due_from_host())
        {
            report(&join("", field.name.as_str()));
        }
        return;
    };
    object.each(&mut |field, slot| {
        if !field.need.is_due_from_host() {
            return;
        }
        match (slot.value().kind(), field.kind) {
            (ValueKind::Undefined | ValueKind::Null, _) => {
                report(&join("", field.name.as_str()));
            }
            (_, FieldKind::Object(inner)) => {
                look_for(inner, slot.fields(), &mut |path| {
                    report(&concat(&[".", field.name.as_str(), path]));
                });
            }
            _ => {}
        }
    });
}

/// The findings so far.
struct Findings(Vec<Finding>);

impl Findings {
    fn object(&mut self, object: &dyn Fields, path: &str) {
        object.each(&mut |field, slot| {
            let at = join(path, field.name.as_str());
            if !slot.value().is_undefined() {
                self.value(field, slot, &at);
            } else if field.need.is_checked() {
                self.missing(field, &at);
            }
        });
        let shape = object.shape();
        if object.has_others() && !shape.open {
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

    fn value(&mut self, field: &Field, slot: &dyn Slot, path: &str) {
        let value = slot.value();
        let kind = value.kind();
        let fits = match field.kind {
            FieldKind::Any => true,
            FieldKind::Text | FieldKind::Open(_) => kind == ValueKind::Text,
            FieldKind::Number => kind == ValueKind::Number,
            FieldKind::Boolean => kind == ValueKind::Boolean,
            FieldKind::TextOrNumber => matches!(kind, ValueKind::Text | ValueKind::Number),
            FieldKind::OneOf(values) => match value.text() {
                Some(text) if !values.contains(&text) => {
                    let remedy = concat(&[" is not a known value; ", &expected(field)]);
                    return self.add(Code::UnknownValue, path, remedy);
                }
                text => text.is_some(),
            },
            FieldKind::Object(_) => match slot.fields() {
                Some(fields) => return self.object(fields, path),
                None => false,
            },
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
