//! Messages of the widget's that have no effect.

use alloc::string::String;

use crate::lifecycle::Refused;
use crate::protocol::Kind;
use crate::session::Code;

/// A message that has no effect, and the reason.
pub(super) struct Ignored {
    pub(super) code: Code,
    /// The subject; never a value.
    pub(super) detail: String,
}

impl From<Refused> for Ignored {
    fn from(refused: Refused) -> Self {
        Self {
            code: refused.code.into(),
            detail: refused.sentence(),
        }
    }
}

impl Ignored {
    /// A message of this kind, with the reason to read after its name.
    pub(super) fn new(code: Code, kind: Kind, why: &str) -> Self {
        Self {
            code,
            detail: [kind.as_str(), why].concat(),
        }
    }
}
