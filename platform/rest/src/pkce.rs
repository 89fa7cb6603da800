//! Proof key for code exchange: a code works only for the client that asked for it.
//!
//! The verifier stays where the authorization began, its challenge goes into the
//! authorization address, and the verifier follows with the code. Whoever reads the
//! code on its way back cannot exchange it.
//!
//! Source: RFC 7636.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize as _, Deserializer, de::IgnoredAny};
use sha2::{Digest as _, Sha256};

use super::{
    Error, Secret,
    problem::{Problem, ProblemCode},
};

/// The secret half: 43 to 128 letters, digits and `-._~`. It prints nothing.
///
/// ```
/// use calling_rest::pkce::CodeVerifier;
///
/// # fn random() -> [u8; 32] { [7; 32] }
/// let verifier = CodeVerifier::from_bytes(&random());
/// assert_eq!(verifier.challenge().as_str().len(), 43);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeVerifier(Secret);

impl CodeVerifier {
    /// From 32 unguessable bytes of the system's randomness.
    #[must_use]
    pub fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self(Secret::new(URL_SAFE_NO_PAD.encode(bytes)))
    }

    /// Parses a stored verifier.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] when it is malformed; the error does not quote it.
    ///
    /// Source: RFC 7636, section 4.1.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let is_good = (43..=128).contains(&text.len()) && text.bytes().all(is_unreserved);
        checked("codeVerifier", is_good, VERIFIER).map(|()| Self(Secret::new(text)))
    }

    /// The half that is sent first: the verifier's SHA-256 in base64url.
    ///
    /// Source: RFC 7636, section 4.2, method `S256`.
    #[must_use]
    pub fn challenge(&self) -> CodeChallenge {
        CodeChallenge(URL_SAFE_NO_PAD.encode(Sha256::digest(self.0.expose())))
    }

    /// The text, to store until the code comes back, and for the wire.
    #[must_use]
    pub const fn secret(&self) -> &Secret {
        &self.0
    }
}

/// The public half, by the method `S256`: 43 characters of base64url.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeChallenge(String);

impl CodeChallenge {
    /// Parses a challenge.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`] when it cannot be a SHA-256 in base64url.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let is_of_base64 = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
        let is_good = text.len() == 43 && text.bytes().all(is_of_base64);
        checked("codeChallenge", is_good, CHALLENGE).map(|()| Self(text.to_owned()))
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)
}

/// Reads nothing: callers parse the text themselves, to report a [`Problem`].
pub(super) fn unread<'de, T, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    IgnoredAny::deserialize(deserializer).map(|_| None)
}

fn checked(name: &'static str, is_good: bool, why: &str) -> Result<(), Error> {
    if is_good {
        return Ok(());
    }
    Err(Error::Invalid(vec![Problem::new(
        ProblemCode::InvalidPkce,
        Some(name),
        &[name, " ", why].concat(),
    )]))
}

const VERIFIER: &str =
    "is no verifier: use the 43 to 128 letters, digits and -._~ that the challenge was made of";

const CHALLENGE: &str =
    "is no challenge of the method S256: use the one that was made with the verifier";

#[cfg(test)]
mod tests {
    use super::*;

    /// Source: RFC 7636, appendix B.
    #[test]
    fn the_standards_example_comes_out() {
        let octets = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212,
            37, 77, 105, 214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
        ];

        let verifier = CodeVerifier::from_bytes(&octets);

        assert_eq!(
            verifier.secret().expose(),
            "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
        );
        assert_eq!(
            verifier.challenge().as_str(),
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"
        );
        assert!(!format!("{verifier:?}").contains("dBjf"));
    }

    #[test]
    fn a_stored_verifier_has_the_same_challenge() {
        let verifier = CodeVerifier::from_bytes(&[9; 32]);

        assert_eq!(
            CodeVerifier::parse(verifier.secret().expose()).as_ref(),
            Ok(&verifier)
        );
        assert_eq!(
            CodeChallenge::parse(verifier.challenge().as_str()),
            Ok(verifier.challenge())
        );
        assert!(CodeVerifier::parse(&"a-._~Z9".repeat(18)).is_ok());
    }

    #[test]
    fn another_form_is_refused_without_quoting_it() {
        let long = "a".repeat(129);
        for text in [
            "",
            &"a".repeat(42),
            &long,
            &["canary", &"+".repeat(43)].concat(),
        ] {
            let error = CodeVerifier::parse(text).unwrap_err();

            let Error::Invalid(problems) = &error else {
                panic!("{error}")
            };
            assert_eq!(problems[0].code, ProblemCode::InvalidPkce);
            assert_eq!(problems[0].field, Some("codeVerifier"));
            assert!(!format!("{error:?}").contains("canary"));
        }
        for text in [
            "",
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-c",
            &"=".repeat(43),
        ] {
            assert!(CodeChallenge::parse(text).is_err(), "{text}");
        }
    }
}
