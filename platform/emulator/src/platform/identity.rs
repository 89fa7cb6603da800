//! Ids, codes and tokens, and their stored hashes.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use calling_rest::pkce::CodeVerifier;
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;

use crate::system::{NoRandomness, random_key};

/// Generates unguessable values; with a seed, repeatable ones.
#[derive(Clone, Debug)]
pub(crate) struct Identity {
    key: [u8; 32],
    pub(crate) is_seeded: bool,
}

impl Identity {
    /// Seeded, or from the system's randomness.
    ///
    /// # Errors
    ///
    /// When the system has none.
    pub(crate) fn new(seed: Option<u64>) -> Result<Self, NoRandomness> {
        let key = match seed {
            Some(seed) => digest_of(&[b"seed", &seed.to_be_bytes()]),
            None => random_key()?,
        };
        Ok(Self {
            key,
            is_seeded: seed.is_some(),
        })
    }

    /// A lower-case UUID, for refresh tokens and correlation ids.
    pub(crate) fn uuid(&self, kind: &str, namespace: &str, serial: i64) -> String {
        let block = self.block(kind, namespace, serial, 0);
        let random = u128::from_be_bytes(block.first_chunk().copied().unwrap_or_default());
        // Version 4, and the standard's variant.
        let number = (random & !(0xf << 76) & !(0b11 << 62)) | (4 << 76) | (0b10 << 62);
        let mut text = format!("{number:032x}");
        for place in [20, 16, 12, 8] {
            text.insert(place, '-');
        }
        text
    }

    /// An opaque text of 256 characters that need no escaping.
    pub(crate) fn token(&self, kind: &str, namespace: &str, serial: i64) -> String {
        let bytes: Vec<u8> = (0..6)
            .flat_map(|part| self.block(kind, namespace, serial, part))
            .collect();
        URL_SAFE_NO_PAD.encode(bytes)
    }

    fn block(&self, kind: &str, namespace: &str, serial: i64, part: u8) -> [u8; 32] {
        digest_of(&[
            &self.key,
            kind.as_bytes(),
            b"\0",
            namespace.as_bytes(),
            b"\0",
            &serial.to_be_bytes(),
            &[part],
        ])
    }
}

/// The stored hash of a secret.
pub(crate) fn digest(secret: &str) -> Vec<u8> {
    digest_of(&[secret.as_bytes()]).to_vec()
}

/// True if a secret has this hash; takes constant time.
pub(crate) fn has_digest(secret: &str, stored: &[u8]) -> bool {
    digest(secret).ct_eq(stored).into()
}

/// True if a PKCE verifier matches a challenge of the method S256 or plain.
///
/// Source: RFC 7636, sections 4.1 and 4.6.
pub(crate) fn proves(verifier: &str, challenge: &str, is_hashed: bool) -> bool {
    let Ok(verifier) = CodeVerifier::parse(verifier) else {
        return false;
    };
    let hashed = verifier.challenge();
    let derived = if is_hashed {
        hashed.as_str()
    } else {
        verifier.secret().expose()
    };
    derived.as_bytes().ct_eq(challenge.as_bytes()).into()
}

fn digest_of(parts: &[&[u8]]) -> [u8; 32] {
    let mut hasher = Sha256::new();
    for part in parts {
        hasher.update(part);
    }
    hasher.finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The length is the service's.
    #[test]
    fn a_token_has_200_to_512_characters() {
        let token = Identity::new(None).unwrap().token("access", "default", 1);
        assert!((200..=512).contains(&token.len()), "{token}");
    }

    /// Source: RFC 7636, appendix B.
    #[test]
    fn the_standards_own_example_is_proved() {
        let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

        assert!(proves(verifier, challenge, true));
        assert!(!proves(verifier, challenge, false));
        assert!(proves(verifier, verifier, false));
        assert!(!proves("short", "short", false));
        assert!(!proves(&"a".repeat(129), &"a".repeat(129), false));
    }
}
