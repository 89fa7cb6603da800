//! Faults to seed, one for each invariant: a search that finds none of them would prove nothing.

/// A seeded fault between the engines and the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The answer about one call carries an engagement that another will have: the engines
    /// recognise one that it already has.
    AnswerOfAnotherCall,
    /// The record store is asked twice to create an engagement.
    CreateTwice,
    /// The record store is asked twice to save an engagement's properties.
    SaveTwice,
    /// The host processes a command twice.
    TakeTwice,
    /// A post of the widget's is swallowed.
    SwallowPost,
    /// A post of the widget's is made twice.
    PostTwice,
    /// The record for the next page is not written.
    NoKeeping,
    /// Two posts of one flush change places.
    SwapPosts,
    /// INITIALIZED goes last.
    InitializedLast,
    /// READY is raised twice.
    ReadyTwice,
    /// A host's message does not reach the handlers.
    DropDelivery,
    /// A host's message reaches the handlers twice.
    HearTwice,
    /// The acknowledgement carries an id of its own.
    AckUnmatched,
    /// Every SYNC is acknowledged, and at once.
    AckEvery,
    /// The message ids start over.
    SameId,
    /// A post names any origin.
    AnyOrigin,
    /// The gate takes a foreign message for the peer's.
    OpenGate,
    /// A refused command is remembered as if it had gone out.
    RefusalMoves,
    /// ERROR is answered with an ERROR.
    AnswerError,
    /// The start of a call reaches the host under a second name as well.
    StartUnderTwoNames,
    /// Each side answers every message.
    Chatter,
    /// No INITIALIZED reaches the host.
    SwallowGreeting,
    /// A call's end status changes on its way.
    OtherEndStatus,
    /// The content of a call's completion does not reach the host.
    SwallowCompletion,
}
