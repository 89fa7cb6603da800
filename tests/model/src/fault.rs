//! Faults to seed, one for each invariant: a search that finds none of them
//! would show nothing.

/// Something between the engines and the world that is broken on purpose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The answer about one call carries the engagement that another will have: of
    /// one that it has, the engines know.
    AnswerOfAnotherCall,
    /// The record store is asked twice to create an engagement.
    CreateTwice,
    /// The record store is asked twice to save an engagement's properties.
    SaveTwice,
    /// The host takes a command, and takes it again.
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
    /// Each side answers whatever it hears.
    Chatter,
    /// No INITIALIZED reaches the host.
    SwallowGreeting,
    /// A call's end status changes on its way.
    OtherEndStatus,
    /// What a call is completed with does not reach the host.
    SwallowCompletion,
}
