//! The error object.
//!
//! Its fields are those of the platform's error schema; the token endpoint and the rate
//! limit answer thinner bodies with fields of their own, so none is required, and a body
//! of another shape is stored as it came.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};

/// The error object of a refusal.
///
/// Every field is optional: not each part of the service sends all of them.
/// Shape: `{"status":"error","message":"…","correlationId":"…","category":"VALIDATION_ERROR"}`.
// The fields are written in the service's order.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", schema(as = Error))]
pub struct ErrorObject {
    /// `error`, or the token endpoint's code: `BAD_REFRESH_TOKEN`.
    #[cfg_attr(feature = "schemas", schema(required, nullable = false))]
    pub status: Option<String>,
    /// The error, with a remedy if there is one.
    #[cfg_attr(feature = "schemas", schema(required, nullable = false))]
    pub message: Option<String>,
    /// The request's identifier, to quote in reports; a uuid.
    #[cfg_attr(
        feature = "schemas",
        schema(required, nullable = false, format = "uuid")
    )]
    pub correlation_id: Option<String>,
    /// Another identifier of the request.
    pub request_id: Option<String>,
    /// More detail.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<Vec<ErrorDetail>>))]
    pub errors: Vec<ErrorDetail>,
    /// The condition's context, such as names of invalid properties.
    pub context: Option<BTreeMap<String, Vec<String>>>,
    /// Names mapped to addresses of documentation.
    pub links: Option<BTreeMap<String, String>>,
    /// The category: `VALIDATION_ERROR`.
    pub category: Option<String>,
    /// A narrower category; most often a text.
    pub sub_category: Option<Value>,
    /// The rate limit's kind: `RATE_LIMIT`.
    pub error_type: Option<String>,
    /// The rate limit's policy: `TEN_SECONDLY_ROLLING`.
    pub policy_name: Option<String>,
    /// The rate limit's group.
    pub group_name: Option<String>,
    /// The token endpoint's code of RFC 6749: `invalid_grant`.
    pub error: Option<String>,
    /// The token endpoint's text.
    #[serde(rename = "error_description")]
    pub error_description: Option<String>,
    /// Fields not listed here, and those of an unexpected type.
    #[serde(flatten)]
    #[cfg_attr(feature = "schemas", schema(ignore))]
    pub other: Map<String, Value>,
    /// The body if it is no JSON object, up to 4,096 bytes; not serialised.
    #[serde(skip)]
    pub text: Option<String>,
}

/// One detail of an error.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ErrorDetail {
    /// The error.
    pub message: Option<String>,
    /// The detail's code.
    pub code: Option<String>,
    /// The field or parameter it is about; on the wire `in`.
    #[serde(rename = "in")]
    pub location: Option<String>,
    /// A narrower category.
    pub sub_category: Option<String>,
    /// The condition's context.
    pub context: Option<BTreeMap<String, Vec<String>>>,
    /// Fields not listed here, and those of an unexpected type.
    #[serde(flatten)]
    #[cfg_attr(feature = "schemas", schema(ignore))]
    pub other: Map<String, Value>,
}

impl ErrorObject {
    /// Reads a body, as it came and as JSON; never fails.
    pub(crate) fn read(body: &[u8], value: Option<Value>) -> Self {
        match value {
            Some(Value::Object(fields)) => Self::from_fields(fields),
            _ => Self {
                text: body_text(body),
                ..Self::default()
            },
        }
    }

    fn from_fields(mut fields: Map<String, Value>) -> Self {
        let fields_ref = &mut fields;
        let mut object = Self {
            category: take(fields_ref, "category"),
            correlation_id: take(fields_ref, "correlationId"),
            message: take(fields_ref, "message"),
            sub_category: fields_ref.remove("subCategory"),
            context: take(fields_ref, "context"),
            errors: Vec::new(),
            links: take(fields_ref, "links"),
            status: take(fields_ref, "status"),
            error_type: take(fields_ref, "errorType"),
            policy_name: take(fields_ref, "policyName"),
            group_name: take(fields_ref, "groupName"),
            request_id: take(fields_ref, "requestId"),
            error: take(fields_ref, "error"),
            error_description: take(fields_ref, "error_description"),
            other: Map::new(),
            text: None,
        };
        object.errors = take(fields_ref, "errors").unwrap_or_default();
        object.other = fields;
        object
    }

    /// The category, which is the status of a token's refusal; that of any other is `error`.
    pub(crate) fn kind(&self) -> Option<&str> {
        let status = self.status.as_deref().filter(|status| *status != "error");
        self.category.as_deref().or(status)
    }

    pub(super) fn summary(&self) -> String {
        let parts = [
            self.kind(),
            self.message
                .as_deref()
                .or(self.error_description.as_deref()),
        ];
        let known: Vec<&str> = parts.into_iter().flatten().collect();
        let known = if known.is_empty() {
            "no reason given".to_owned()
        } else {
            known.join(", ")
        };
        match &self.correlation_id {
            Some(id) => [known.as_str(), " (correlation id ", id, ")"].concat(),
            None => known,
        }
    }
}

impl<'de> Deserialize<'de> for ErrorDetail {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Map::deserialize(deserializer).map(Self::from_fields)
    }
}

impl ErrorDetail {
    fn from_fields(mut fields: Map<String, Value>) -> Self {
        Self {
            message: take(&mut fields, "message"),
            code: take(&mut fields, "code"),
            location: take(&mut fields, "in"),
            sub_category: take(&mut fields, "subCategory"),
            context: take(&mut fields, "context"),
            other: fields,
        }
    }
}

/// Removes and returns a field of the expected type; leaves it otherwise.
fn take<T: DeserializeOwned>(fields: &mut Map<String, Value>, name: &str) -> Option<T> {
    let value = T::deserialize(fields.get(name)?).ok()?;
    fields.remove(name);
    Some(value)
}

fn body_text(body: &[u8]) -> Option<String> {
    let start = body.get(..STORED_BYTES).unwrap_or(body);
    (!start.is_empty()).then(|| String::from_utf8_lossy(start).into_owned())
}

/// The number of bytes stored of a body of another shape.
const STORED_BYTES: usize = 4096;

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::ErrorObject;
    use crate::{Error, Response};

    fn refusal(status: u16, body: &str) -> Error {
        let response = Response {
            status,
            headers: vec![(
                "x-hubspot-correlation-id".to_owned(),
                "from-header".to_owned(),
            )],
            body: body.as_bytes().to_vec(),
        };
        response.refusal()
    }

    fn object(body: &str) -> ErrorObject {
        match refusal(400, body) {
            Error::Refused { object, .. } => *object,
            other => panic!("{other}"),
        }
    }

    fn read(body: &Value) -> ErrorObject {
        object(&body.to_string())
    }

    /// Source: the error object of the platform's API reference, every field; the bodies of a
    /// rate limit and of the token endpoint.
    #[test]
    fn every_field_of_an_error_object_is_read_and_written_as_it_was() {
        for body in [
            json!({
                "status": "error", "category": "VALIDATION_ERROR", "message": "Invalid input",
                "correlationId": "aeb5f871-7f07-4993-9211-075dc63e7cbf", "subCategory": "NARROW",
                "context": { "missingScopes": ["scope1", "scope2"] },
                "errors": [{
                    "message": "is not valid", "code": "INVALID", "in": "name",
                    "subCategory": "NARROWER", "context": { "propertyName": ["name"] },
                }],
                "links": { "knowledge-base": "https://docs.example/" },
            }),
            json!({
                "status": "error", "message": "too many", "errorType": "RATE_LIMIT",
                "correlationId": "c", "policyName": "TEN_SECONDLY_ROLLING", "groupName": "g",
            }),
            json!({
                "status": "BAD_REFRESH_TOKEN", "message": "m", "requestId": "r",
                "error": "invalid_grant", "error_description": "d", "correlationId": "c",
            }),
        ] {
            let object = read(&body);

            assert!(object.other.is_empty(), "{:?}", object.other);
            assert!(object.errors.iter().all(|detail| detail.other.is_empty()));
            assert_eq!(serde_json::to_value(object).unwrap(), body);
        }
        let more = json!({ "message": "m", "correlationId": "c", "extra": 1 });
        assert_eq!(serde_json::to_value(read(&more)).unwrap(), more);
        let from_header = read(&json!({ "message": "m" })).correlation_id;
        assert_eq!(from_header.as_deref(), Some("from-header"));
    }

    #[test]
    fn a_body_of_another_shape_is_stored_as_it_came() {
        let odd = read(&json!({ "message": 7, "errors": "none", "extra": [1] }));
        let html = object("<h1>Bad gateway</h1>");
        let empty = object("");

        assert_eq!(odd.message, None);
        assert_eq!(
            Value::Object(odd.other),
            json!({ "message": 7, "errors": "none", "extra": [1] })
        );
        assert_eq!(html.text.as_deref(), Some("<h1>Bad gateway</h1>"));
        assert_eq!(empty.text, None);
        for body in ["[]", "null", "{", "\u{0}", "\"x\""] {
            assert_eq!(object(body).text.as_deref(), Some(body));
        }
    }

    #[test]
    fn an_error_tells_status_category_message_and_identifier() {
        for (status, body, expected) in [
            (
                409,
                r#"{"category":"CONFLICT","message":"m","correlationId":"c-1"}"#,
                "409: CONFLICT, m (correlation id c-1)",
            ),
            (
                404,
                r#"{"status":"error","message":"resource not found"}"#,
                "404: resource not found (correlation id from-header)",
            ),
            (
                400,
                r#"{"status":"BAD_AUTH_CODE","message":"m"}"#,
                "400: BAD_AUTH_CODE, m (correlation id from-header)",
            ),
        ] {
            let error = refusal(status, body);
            assert_eq!(
                error.to_string(),
                ["the service answered ", expected].concat()
            );
            assert_eq!(error.status(), Some(status));
        }
    }
}
