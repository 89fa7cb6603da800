//! Keys and tokens.

use std::{fmt, hint::black_box};

use serde::{Deserialize, Deserializer, Serializer};

/// A key, a token or a code. Keep it out of logs.
///
/// `Debug` prints nothing of it. Serialising it is a decision, so there is no `Serialize`; a
/// field meant to hand it over says so with [`exposed`].
#[derive(Clone, Default)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Secret(String);

impl Secret {
    /// Wraps a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The text, for the wire only.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

/// Compares in a time that depends on the lengths only.
impl PartialEq for Secret {
    fn eq(&self, other: &Self) -> bool {
        let (ours, theirs) = (self.0.as_bytes(), other.0.as_bytes());
        let difference = ours
            .iter()
            .zip(theirs)
            .fold(0, |sum, (a, b)| black_box(sum | (a ^ b)));
        ours.len() == theirs.len() && difference == 0
    }
}

impl Eq for Secret {}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[secret]")
    }
}

impl fmt::Display for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("[secret]")
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}

/// Serialises a secret: for fields of answers that hand it over.
///
/// # Errors
///
/// The serializer's.
pub fn exposed<S: Serializer>(secret: &Secret, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(secret.expose())
}

/// Like [`exposed`], for a field that may be absent.
///
/// # Errors
///
/// The serializer's.
pub fn exposed_if_any<S: Serializer>(
    secret: &Option<Secret>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match secret {
        Some(secret) => exposed(secret, serializer),
        None => serializer.serialize_none(),
    }
}

#[cfg(test)]
mod tests {
    use super::Secret;

    #[test]
    fn it_prints_nothing() {
        let secret = Secret::new("canary");

        assert_eq!(
            format!("{secret} {secret:?} {secret:#?}"),
            "[secret] [secret] [secret]"
        );
    }

    #[test]
    fn it_equals_the_same_text_only() {
        let secret = Secret::new("abc");

        assert_eq!(secret, Secret::new("abc"));
        for other in ["", "ab", "abd", "abcd", "xbc"] {
            assert_ne!(secret, Secret::new(other), "{other}");
        }
    }
}
