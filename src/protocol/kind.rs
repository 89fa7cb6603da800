//! The message table: every type of message, both ways.

use super::field::Shape;
use super::{Part, Slot, Typed, Value, shapes};

/// One row of the message table.
#[derive(Debug)]
pub struct Message {
    /// The message.
    pub kind: Kind,
    /// Its `type` on the wire.
    pub wire: &'static str,
    /// The side that sends it.
    pub direction: Direction,
    /// The widget's method that sends it, or the handler that takes it; empty
    /// where there is none.
    pub name: &'static str,
    /// The handlers used when the message's own is absent.
    pub aliases: &'static [&'static str],
    /// Its payload.
    pub shape: &'static Shape,
    /// Its meaning.
    #[cfg(feature = "tables")]
    pub doc: &'static str,
    /// The handler or method in place of a deprecated message's; empty for the others.
    pub deprecated: &'static str,
}

/// The sender of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// The widget.
    ToHost,
    /// The host.
    FromHost,
    /// Either side.
    Both,
    /// Nobody: each side raises it itself, and never posts it.
    Local,
}

macro_rules! messages {
    ($(
        $(#[doc = $doc:literal])+
        $kind:ident = $wire:literal, $direction:ident, $name:literal
        , $shape:ident
        $(, aliases $aliases:expr)?
        $(, deprecated $instead:literal)?;
    )+) => {
        /// A type of message.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Kind {
            $($(#[doc = $doc])+ $kind,)+
        }

        /// Every message, in the published order of each direction.
        pub const MESSAGES: &[Message] = &[$(Message {
            kind: Kind::$kind,
            wire: $wire,
            direction: Direction::$direction,
            name: $name,
            aliases: messages!(@or [] $(, $aliases)?),
            shape: <shapes::$shape as Typed>::SHAPE,
            #[cfg(feature = "tables")]
            doc: concat!($($doc, "\n"),+),
            deprecated: messages!(@or "" $(, $instead)?),
        },)+];

        /// A message's payload, as its type says.
        #[derive(Clone, Debug)]
        pub enum Body {
            $($(#[doc = $doc])+ $kind(Part<shapes::$shape>),)+
            /// That of a type that the table lacks.
            Unknown(Value),
        }

        impl Body {
            /// Reads the payload of a message of this type.
            #[must_use]
            pub fn read(kind: Option<Kind>, data: Value) -> Self {
                match kind {
                    $(Some(Kind::$kind) => Self::$kind(data.into()),)+
                    None => Self::Unknown(data),
                }
            }

            /// The message's type; `None` for one the table lacks.
            #[must_use]
            pub const fn kind(&self) -> Option<Kind> {
                match self {
                    $(Self::$kind(_) => Some(Kind::$kind),)+
                    Self::Unknown(_) => None,
                }
            }

            /// The payload with its fields.
            #[must_use]
            pub fn slot(&self) -> &dyn Slot {
                match self {
                    $(Self::$kind(part) => part,)+
                    Self::Unknown(value) => value,
                }
            }
        }

        impl Kind {
            /// The kind of a wire `type`; `None` for one the table lacks.
            #[must_use]
            pub fn parse(wire: &str) -> Option<Self> {
                MESSAGES.iter().find(|message| message.wire == wire).map(|message| message.kind)
            }

            /// Its `type` on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                self.message().wire
            }

            /// True if it asks the app to act, so that only one of several instances gets it.
            pub(crate) const fn asks_app(self) -> bool {
                matches!(self, Self::DialNumber | Self::EndCall)
            }

            /// True if it begins a call.
            pub(crate) const fn is_start(self) -> bool {
                matches!(self, Self::OutgoingCallStarted | Self::IncomingCall)
            }

            /// True if it is about the end of a call.
            pub(crate) const fn is_end(self) -> bool {
                matches!(
                    self,
                    Self::CallTransferred
                        | Self::CallEnded
                        | Self::CallCompleted
                        | Self::FinalizeEngagement
                        | Self::PublishToChannel
                )
            }

            /// True if a host takes it only after INITIALIZED: all that moves a call.
            pub(crate) const fn awaits_initialized(self) -> bool {
                self.is_start() || self.is_end() || matches!(self, Self::CallAnswered)
            }

            /// Its row of the table.
            #[must_use]
            #[expect(clippy::indexing_slicing, reason = "the table and the enum are one list")]
            pub const fn message(self) -> &'static Message {
                &MESSAGES[self as usize]
            }
        }
    };
    (@or []) => { &[] };
    (@or "") => { "" };
    (@or $default:tt, $given:expr) => { $given };
}

messages! {
    /// The host opens a session; repeated until acknowledged. Its fields are
    /// at the message's top level.
    Sync = "SYNC", FromHost, "", Sync;
    /// The widget acknowledges a SYNC, with the SYNC's own message id and
    /// fields. Its fields are at the message's top level.
    SyncAck = "SYNC_ACK", ToHost, "", SyncAck;
    /// The host got no acknowledgement in time. Raised on the host's side.
    SyncAckFailed = "SYNC_ACK_FAILED", Local, "", Nothing;
    /// The session is open. Each side raises it itself; it is never posted.
    Ready = "READY", Local, "onReady", Ready;
    /// A side unloads. In the published constants; no side is known to send it.
    Unloading = "UNLOADING", Both, "", Nothing;

    /// The softphone is ready for interaction; required after READY.
    Initialized = "INITIALIZED", ToHost, "initialized", Initialized;
    /// The user can take calls.
    UserAvailable = "USER_AVAILABLE", ToHost, "userAvailable", Nothing;
    /// The user cannot take calls.
    UserUnavailable = "USER_UNAVAILABLE", ToHost, "userUnavailable", Nothing;
    /// The user logged in. Needed only if INITIALIZED did not say so.
    LoggedIn = "LOGGED_IN", ToHost, "userLoggedIn", Nothing;
    /// The user logged out.
    LoggedOut = "LOGGED_OUT", ToHost, "userLoggedOut", Nothing;
    /// A call comes in. The host matches the caller's number, and creates an
    /// engagement if asked.
    IncomingCall = "INCOMING_CALL", ToHost, "incomingCall", IncomingCall;
    /// The user places a call. The host creates an engagement if asked; a call
    /// from a custom object must ask.
    OutgoingCallStarted = "OUTGOING_CALL_STARTED", ToHost, "outgoingCall", OutgoingCall;
    /// A call was answered.
    CallAnswered = "CALL_ANSWERED", ToHost, "callAnswered", CallAnswered;
    /// A call was transferred away and no longer concerns this widget.
    CallTransferred = "CALL_TRANSFERRED", ToHost, "callTransferred", CallTransferred;
    /// A call ended. From here on the user may leave the page or close the widget.
    CallEnded = "CALL_ENDED", ToHost, "callEnded", CallEnded;
    /// The user has finished with a call. The host puts the engagement on the
    /// timeline, sets the default associations, hides the widget unless told
    /// not to, and applies the properties.
    CallCompleted = "CALL_COMPLETED", ToHost, "callCompleted", CallCompleted;
    /// The widget asks the host to open a record. Only a failure is answered.
    /// Documents also name a handler for it; no host is known to send it.
    NavigateToRecord = "NAVIGATE_TO_RECORD", Both, "navigateToRecord", NavigateToRecord,
        aliases &["onNavigateToRecord"];
    /// The widget hands over a complete engagement of its own.
    FinalizeEngagement = "FINALIZE_ENGAGEMENT", ToHost, "finalizeEngagement", FinalizeEngagement;
    /// The widget publishes a call to a connected channel. Not needed for
    /// engagements the host owns.
    PublishToChannel = "PUBLISH_TO_CHANNEL", ToHost, "publishToChannel", PublishToChannel,
        deprecated "finalizeEngagement";
    /// The widget wants another size.
    ResizeWidget = "RESIZE_WIDGET", ToHost, "resizeWidget", ResizeWidget;
    /// The widget reports an error, which the host shows to the user.
    Error = "ERROR", ToHost, "sendError", SendError;
    /// The widget moves to another address.
    SetWidgetUrl = "SET_WIDGET_URL", Both, "setWidgetUrl", SetWidgetUrl;
    /// The app's own data about a call.
    CallData = "CALL_DATA", ToHost, "callData", Anything;

    /// The user wants to call a number.
    DialNumber = "DIAL_NUMBER", FromHost, "onDialNumber", DialNumber;
    /// The host created the engagement.
    CreateEngagementSucceeded = "CREATE_ENGAGEMENT_SUCCEEDED", FromHost, "onCreateEngagementSucceeded", EngagementResult,
        aliases &["onEngagementCreated"];
    /// The host could not create the engagement.
    CreateEngagementFailed = "CREATE_ENGAGEMENT_FAILED", FromHost, "onCreateEngagementFailed", Failure,
        aliases &["onEngagementCreatedFailed"];
    /// The host created the engagement of an outgoing call.
    EngagementCreated = "ENGAGEMENT_CREATED", FromHost, "onEngagementCreated", EngagementResult,
        deprecated "onCreateEngagementSucceeded";
    /// The host applied the engagement's properties.
    UpdateEngagementSucceeded = "UPDATE_ENGAGEMENT_SUCCEEDED", FromHost, "onUpdateEngagementSucceeded",
        EngagementResult;
    /// The host could not apply the engagement's properties.
    UpdateEngagementFailed = "UPDATE_ENGAGEMENT_FAILED", FromHost, "onUpdateEngagementFailed", Failure;
    /// The host looked the caller's number up.
    CallerIdMatchSucceeded = "CALLER_ID_MATCH_SUCCEEDED", FromHost, "onCallerIdMatchSucceeded",
        CallerIdMatches;
    /// The host could not look the caller's number up.
    CallerIdMatchFailed = "CALLER_ID_MATCH_FAILED", FromHost, "onCallerIdMatchFailed", Failure;
    /// The host could not open a record.
    NavigateToRecordFailed = "NAVIGATE_TO_RECORD_FAILED", FromHost, "onNavigateToRecordFailed",
        NavigationFailure;
    /// The host could not associate an engagement with its records. In the published
    /// constants from 0.8.1 to 0.9.4; undocumented.
    UpdateAssociationsFailed = "UPDATE_ASSOCIATIONS_FAILED", FromHost, "onUpdateAssociationsFailed", Failure;
    /// The call was published to a connected channel.
    PublishToChannelSucceeded = "PUBLISH_TO_CHANNEL_SUCCEEDED", FromHost, "onPublishToChannelSucceeded", ChannelResult,
        deprecated "onFinalizeEngagementSucceeded";
    /// The call could not be published to a connected channel.
    PublishToChannelFailed = "PUBLISH_TO_CHANNEL_FAILED", FromHost, "onPublishToChannelFailed", ChannelResult,
        deprecated "onFinalizeEngagementFailed";
    /// The host took the engagement over.
    FinalizeEngagementSucceeded = "FINALIZE_ENGAGEMENT_SUCCEEDED", FromHost, "onFinalizeEngagementSucceeded", ChannelResult,
        aliases &["onPublishToChannelSucceeded"];
    /// The host could not take the engagement over.
    FinalizeEngagementFailed = "FINALIZE_ENGAGEMENT_FAILED", FromHost, "onFinalizeEngagementFailed", ChannelResult,
        aliases &["onPublishToChannelFailed"];
    /// In the published constants; undocumented.
    InitiateCallIdSucceeded = "INITIATE_CALL_ID_SUCCEEDED", FromHost, "onInitiateCallIdSucceeded",
        InitiateCallId;
    /// In the published constants; undocumented.
    InitiateCallIdFailed = "INITIATE_CALL_ID_FAILED", FromHost, "onInitiateCallIdFailed", InitiateCallId;
    /// The user hangs up on the host's side; the widget ends the call.
    EndCall = "END_CALL", FromHost, "onEndCall", Nothing;
    /// The host knows a call's status from elsewhere.
    SetCallState = "SET_CALL_STATE", FromHost, "onSetCallState", SetCallState;
    /// The user minimised, hid or showed the widget.
    VisibilityChanged = "VISIBILITY_CHANGED", FromHost, "onVisibilityChanged", Visibility;
    /// The host could not take the widget's new address.
    SetWidgetUrlFailed = "SET_WIDGET_URL_FAILED", FromHost, "onSetWidgetUrlFailed", Failure;
    /// A request failed. Its handler also takes a `*_FAILED` message that has no handler of its own.
    Failed = "FAILED", FromHost, "onFailed", Failure;
}

#[cfg(test)]
mod tests {
    use super::{Direction, Kind, MESSAGES};

    #[test]
    fn every_row_is_found_by_its_type_and_by_its_kind() {
        for message in MESSAGES {
            assert_eq!(Kind::parse(message.wire), Some(message.kind));
            assert_eq!(message.kind.message().wire, message.wire);
            assert_eq!(message.kind.as_str(), message.wire);
        }
    }

    #[test]
    fn methods_and_handlers_are_named_once() {
        let mut names: Vec<_> = MESSAGES
            .iter()
            .map(|m| m.name)
            .filter(|n| !n.is_empty())
            .collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();

        assert_eq!(names.len(), count);
        assert!(MESSAGES.iter().all(|m| {
            m.direction != Direction::FromHost || m.name.is_empty() || m.name.starts_with("on")
        }));
    }
}
