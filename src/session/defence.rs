//! The engines' defences by name, so that a test can show what each one is for.
//!
//! In everything that ships each of them holds: [`holds`] is the constant `true`
//! and leaves no trace in the module. The feature `weakened` is for the tests'
//! own build, in which a page can lower them one by one: an attack that is
//! blocked counts for something only if it lands there.

/// A question a message has to pass, or a rule for what is posted.
///
/// The order is that of `pkg/src/defence.ts`; the names there are these in camel
/// case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(dead_code, reason = "the facade asks for some of them")]
pub(crate) enum Defence {
    /// The browser made the event.
    Trusted,
    /// The widget hears the pages around it only.
    Ancestor,
    /// The host hears its frame only.
    Frame,
    /// The widget's host is of an allowed origin.
    AllowedOrigin,
    /// A session belongs to the origin that opened it.
    PinnedOrigin,
    /// A session belongs to the window that opened it.
    PinnedWindow,
    /// The host hears the widget's origin only.
    WidgetOrigin,
    /// Depth, keys and text are bounded.
    Limits,
    /// A message is an object with a type and an id.
    Envelope,
    /// What the SDK raises by itself is not taken from a message.
    RaisedHere,
    /// A handler's name comes from the table, never from a message.
    OwnHandlers,
    /// An origin is what the browser attests, not what a message says.
    AttestedOrigin,
    /// No message moves the host the widget talks to.
    FixedHost,
    /// A field's name never sets what an object inherits.
    PlainFields,
    /// Every post names its origin.
    NamedTarget,
    /// What is not known is not sent back.
    NoEcho,
    /// READY is raised once for a host's session.
    ReadyOnce,
    /// An acknowledgement answers a SYNC of this load.
    OwnAcknowledgement,
    /// Nothing counts before the handshake.
    AfterHandshake,
    /// No call before INITIALIZED.
    AfterInitialized,
    /// A widget moves to allowed origins only.
    AllowedMove,
    /// A widget moves to http and https addresses only.
    WebAddress,
    /// A size is a size, and one that fits a page.
    Sizes,
    /// What waits is bounded.
    BoundedQueue,
    /// A call keeps its engagement to itself.
    OwnEngagement,
    /// Where messages are confirmed, none counts without its place.
    Numbered,
    /// A confirmed message is of the load and the document it is heard in.
    OwnLoad,
    /// A place counts once, in its turn.
    InTurn,
    /// What an earlier load brought does not count again.
    FirstTime,
}

/// Whether a defence holds, which it does in everything that ships.
#[cfg(not(feature = "weakened"))]
pub(crate) const fn holds(_: Defence) -> bool {
    true
}

/// Whether a defence holds in this test.
#[cfg(feature = "weakened")]
pub(crate) fn holds(defence: Defence) -> bool {
    LOWERED.load(core::sync::atomic::Ordering::Relaxed) & (1 << defence as u32) == 0
}

/// Lowers the defences whose bits are set, in the enum's order.
#[cfg(feature = "weakened")]
pub fn lower(defences: u32) {
    LOWERED.store(defences, core::sync::atomic::Ordering::Relaxed);
}

#[cfg(feature = "weakened")]
static LOWERED: core::sync::atomic::AtomicU32 = core::sync::atomic::AtomicU32::new(0);
