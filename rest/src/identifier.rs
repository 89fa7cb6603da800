//! An identifier, which some clients send as a number.

use serde::{Deserialize, Deserializer};

/// An identifier, which some clients send as a number.
///
/// # Errors
///
/// Those of the deserializer, for a value that is neither.
pub fn text_or_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(match TextOrNumber::deserialize(deserializer)? {
        TextOrNumber::Text(text) => text,
        TextOrNumber::Number(number) => number.to_string(),
    })
}

/// An identifier as it may be sent.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or a whole number")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub(super) enum TextOrNumber {
    /// As it came.
    Text(String),
    /// Its number.
    Number(i64),
}
