//! Facts about a message that the browser attests.

/// The window a message came from, as the edge numbers it.
///
/// 1 is the widget's parent, 2 the parent's parent and so on up to the top. 0 is any other window: an
/// opener, a sibling, the window itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SourceId(pub u32);

impl SourceId {
    /// A window that takes no part in the session.
    pub const FOREIGN: Self = Self(0);

    /// The widget's parent.
    pub const PEER: Self = Self(1);
}

/// Facts about a message that the browser attests, unlike the message's own claims.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Facts<'a> {
    /// True if the browser made the event (`isTrusted`).
    pub(crate) is_trusted: bool,
    /// The window it came from.
    pub(crate) source: SourceId,
    /// The sender's origin, serialised.
    pub(crate) origin: &'a str,
}
