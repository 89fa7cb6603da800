//! Identifiers, which some clients send as numbers, and numbers, which some send as texts.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Number;

/// Reads an identifier, which some clients send as a number.
///
/// # Errors
///
/// The deserializer's, for a value that is neither.
pub fn text_or_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(match TextOrNumber::deserialize(deserializer)? {
        TextOrNumber::Text(text) => text,
        TextOrNumber::Number(number) => number.to_string(),
    })
}

/// An identifier as sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "expected a text or a whole number")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub enum TextOrNumber {
    /// As a text.
    Text(String),
    /// As a number.
    Number(i64),
}

/// Reads a property's value, which may be sent as a number or a flag; null is none.
pub(crate) fn text_if_any<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    Ok(Option::<Scalar>::deserialize(deserializer)?.map(String::from))
}

/// Reads a list of such values; null is an empty one.
pub(crate) fn texts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let values = Option::<Vec<Scalar>>::deserialize(deserializer)?.unwrap_or_default();
    Ok(values.into_iter().map(String::from).collect())
}

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text, a number, true or false")]
enum Scalar {
    Text(String),
    Number(Number),
    Flag(bool),
}

impl From<Scalar> for String {
    fn from(value: Scalar) -> Self {
        match value {
            Scalar::Text(text) => text,
            Scalar::Number(number) => number.to_string(),
            Scalar::Flag(flag) => flag.to_string(),
        }
    }
}

/// A whole number, which some clients send as its digits.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a whole number, or its digits")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub(super) enum NumberOrDigits {
    Number(i64),
    Digits(String),
}

/// Reads a whole number, or its digits.
///
/// # Errors
///
/// The deserializer's, for a value that is neither.
pub(crate) fn number_or_digits<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<i64, D::Error> {
    match NumberOrDigits::deserialize(deserializer)? {
        NumberOrDigits::Number(number) => Ok(number),
        NumberOrDigits::Digits(digits) => digits
            .parse()
            .map_err(|_| serde::de::Error::custom("expected a whole number, or its digits")),
    }
}

/// Like [`number_or_digits`], for a value that may be absent or null.
///
/// # Errors
///
/// As [`number_or_digits`].
pub(crate) fn number_if_any<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<i64>, D::Error> {
    #[derive(Deserialize)]
    struct Number(#[serde(deserialize_with = "number_or_digits")] i64);
    Ok(Option::<Number>::deserialize(deserializer)?.map(|number| number.0))
}
