//! A response as data, for every endpoint, and the parsing of its body.

use std::fmt;

use serde::{Deserialize, Deserializer, de::DeserializeOwned};
use serde_json::{Value, error::Category};

use super::{Error, ErrorObject, Secret, mask::Mask, parameters::answer};

/// A response.
///
/// `Debug` shows status and length: the body may hold tokens.
#[derive(Clone, PartialEq, Eq)]
pub struct Response {
    /// The status code.
    pub status: u16,
    /// The headers, names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl Response {
    /// True for any 2xx.
    #[must_use]
    pub const fn is_success(&self) -> bool {
        self.status >= 200 && self.status < 300
    }

    /// A header's first value; the name in lower case.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(known, _)| known == name)
            .map(|(_, value)| value.as_str())
    }

    /// The error of a response outside the success class.
    #[must_use]
    pub fn refusal(&self) -> Error {
        let mut object = ErrorObject::read(&self.body, self.value().ok());
        if object.correlation_id.is_none() {
            let header = self.header("x-hubspot-correlation-id");
            object.correlation_id = header.map(str::to_owned);
        }
        Error::Refused {
            status: self.status,
            object: Box::new(object),
        }
    }

    /// A copy with these secrets and the values of secret fields masked: for refusals, which
    /// may quote the request.
    #[must_use]
    pub fn without(&self, secrets: &[Secret]) -> Self {
        let mask = Mask::of(secrets);
        let body = match self.value() {
            Ok(mut value) => {
                mask.in_value(&mut value);
                serde_json::to_vec(&value).unwrap_or_default()
            }
            Err(_) => mask
                .in_text(&String::from_utf8_lossy(&self.body))
                .into_bytes(),
        };
        let headers = self
            .headers
            .iter()
            .map(|(name, value)| (name.clone(), mask.in_text(value)));
        Self {
            status: self.status,
            headers: headers.collect(),
            body,
        }
    }

    /// The body as any JSON.
    pub(crate) fn value(&self) -> serde_json::Result<Value> {
        // As a text: reading bytes too would double the reader's code.
        serde_json::from_str(&String::from_utf8_lossy(&self.body))
    }

    /// The body as JSON.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] when it is no JSON, or of another shape.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, Error> {
        self.read(&self.parsed()?)
    }

    /// The body as any JSON.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] when it is no JSON.
    pub(crate) fn parsed(&self) -> Result<Value, Error> {
        self.value().map_err(|error| {
            let fault = match error.classify() {
                Category::Eof => "it ends too early",
                Category::Data | Category::Io | Category::Syntax => "it is no JSON",
            };
            let (line, column) = (error.line(), error.column());
            self.malformed(format!("{fault}, at line {line}, column {column}"))
        })
    }

    /// Its value, as [`Response::parsed`] returned it.
    ///
    /// # Errors
    ///
    /// [`Error::Malformed`] when it is of another shape.
    pub(crate) fn read<T: DeserializeOwned>(&self, value: &Value) -> Result<T, Error> {
        answer(value).map_err(|reason| self.malformed(reason))
    }

    pub(crate) fn malformed(&self, reason: String) -> Error {
        Error::Malformed {
            status: Some(self.status),
            reason,
        }
    }
}

impl Response {
    /// Like `json`; none for an empty body, with which the service answers changes.
    pub(super) fn json_if_any<T: DeserializeOwned>(&self) -> Result<Option<T>, Error> {
        if self.body.is_empty() {
            return Ok(None);
        }
        self.json().map(Some)
    }
}

impl fmt::Debug for Response {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Response")
            .field("status", &self.status)
            .field("body_bytes", &self.body.len())
            .finish_non_exhaustive()
    }
}

/// Reads a field that the service may leave out or send as null, as its type's empty value.
///
/// # Errors
///
/// The deserializer's.
pub(super) fn or_default<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + Default,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oauth::{AccessTokenMetadata, Tokens};

    #[test]
    fn an_unexpected_body_is_reported_by_its_field_not_its_value() {
        fn reason<T: DeserializeOwned + fmt::Debug>(body: &str) -> String {
            let response = Response {
                status: 200,
                headers: Vec::new(),
                body: body.into(),
            };
            match response.json::<T>() {
                Err(Error::Malformed {
                    status: Some(200),
                    reason,
                }) => reason,
                other => panic!("{other:?}"),
            }
        }

        for (body, expected) in [
            ("canary", "it is no JSON, at line 1, column 1"),
            (
                r#"{"access_token":"a","expires_in":1} canary"#,
                "it is no JSON, at line 1, column 37",
            ),
            ("", "it ends too early, at line 1, column 0"),
            ("\"canary\"", "it is of another type"),
            (
                r#"{"access_token":"canary"}"#,
                "the field expires_in is missing",
            ),
            (
                r#"{"access_token":["canary"],"expires_in":1}"#,
                "the field access_token is of another type",
            ),
            (
                r#"{"access_token":"a","expires_in":1,"scopes":["a",{"canary":1}]}"#,
                "the field scopes[1] is of another type",
            ),
        ] {
            assert_eq!(reason::<Tokens>(body), expected, "{body}");
        }
        let nested = r#"{"token":"t","hub_id":1,"app_id":1,"user_id":1,"expires_in":1,
            "signed_access_token":{"isUserLevel":"canary"}}"#;
        assert_eq!(
            reason::<AccessTokenMetadata>(nested),
            "the field signed_access_token.isUserLevel is of another type"
        );
    }

    #[test]
    fn a_field_may_be_absent_or_null_unless_it_is_needed() {
        let read = |body: &str| {
            let response = Response {
                status: 200,
                headers: Vec::new(),
                body: body.into(),
            };
            response.json::<Tokens>()
        };

        let bare = read(r#"{"access_token":"a","expires_in":1}"#);
        let full = read(
            r#"{"access_token":"a","expires_in":1,"token_type":null,"scopes":null,"new":[1]}"#,
        );

        assert_eq!(bare.map(|tokens| tokens.token_type), Ok(String::new()));
        assert_eq!(full.map(|tokens| tokens.scopes), Ok(None));
    }
}
