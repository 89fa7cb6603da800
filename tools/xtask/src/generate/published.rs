//! The published package's `Constants` as data: names, groups and order.
//!
//! An app that replaces the published package reads these names, so they and their order are part
//! of the contract. Source: `@hubspot/calling-extensions-sdk` 0.9.7, exported constants; and those
//! of earlier versions only (`UPDATE_ASSOCIATIONS_FAILED`, 0.8.1 to 0.9.4), in their place.

use calling_widget_sdk::protocol::{CallStatus, Kind, MESSAGES};

/// `thirdPartyToHostEvents`: the types a widget sends.
pub(super) const TO_HOST_EVENTS: &[Kind] = &[
    Kind::CallAnswered,
    Kind::CallCompleted,
    Kind::CallData,
    Kind::CallEnded,
    Kind::CallTransferred,
    Kind::IncomingCall,
    Kind::Initialized,
    Kind::LoggedIn,
    Kind::LoggedOut,
    Kind::NavigateToRecord,
    Kind::OutgoingCallStarted,
    Kind::PublishToChannel,
    Kind::ResizeWidget,
    Kind::UserAvailable,
    Kind::UserUnavailable,
    Kind::FinalizeEngagement,
];

/// The second part of `messageType`: the types a host sends.
pub(super) const FROM_HOST_EVENTS: &[Kind] = &[
    Kind::CallerIdMatchFailed,
    Kind::CallerIdMatchSucceeded,
    Kind::CreateEngagementFailed,
    Kind::CreateEngagementSucceeded,
    Kind::DialNumber,
    Kind::EngagementCreated,
    Kind::InitiateCallIdFailed,
    Kind::InitiateCallIdSucceeded,
    Kind::NavigateToRecordFailed,
    Kind::UpdateAssociationsFailed,
    Kind::PublishToChannelFailed,
    Kind::PublishToChannelSucceeded,
    Kind::FinalizeEngagementFailed,
    Kind::FinalizeEngagementSucceeded,
    Kind::SetWidgetUrlFailed,
    Kind::UpdateEngagementFailed,
    Kind::UpdateEngagementSucceeded,
    Kind::VisibilityChanged,
];

/// The last part of `messageType`: the session's own types.
pub(super) const SESSION_EVENTS: &[Kind] = &[
    Kind::EndCall,
    Kind::Error,
    Kind::Ready,
    Kind::SetCallState,
    Kind::SetWidgetUrl,
    Kind::SyncAckFailed,
    Kind::SyncAck,
    Kind::Sync,
    Kind::Unloading,
    Kind::Failed,
];

/// `messageHandlerNames`: the types that have a handler.
pub(super) const HANDLED: &[Kind] = &[
    Kind::CallerIdMatchFailed,
    Kind::CallerIdMatchSucceeded,
    Kind::CreateEngagementFailed,
    Kind::CreateEngagementSucceeded,
    Kind::DialNumber,
    Kind::EndCall,
    Kind::EngagementCreated,
    Kind::InitiateCallIdFailed,
    Kind::InitiateCallIdSucceeded,
    Kind::NavigateToRecordFailed,
    Kind::UpdateAssociationsFailed,
    Kind::PublishToChannelFailed,
    Kind::PublishToChannelSucceeded,
    Kind::FinalizeEngagementFailed,
    Kind::FinalizeEngagementSucceeded,
    Kind::Ready,
    Kind::SetCallState,
    Kind::SetWidgetUrlFailed,
    Kind::UpdateEngagementFailed,
    Kind::UpdateEngagementSucceeded,
    Kind::VisibilityChanged,
    Kind::Failed,
];

/// Handlers that documents name and the published table lacks, with their messages: the other
/// names of a handler that are no message's own.
pub(super) fn documented_handlers() -> Vec<(&'static str, Kind)> {
    let mut handlers: Vec<_> = MESSAGES
        .iter()
        .flat_map(|message| message.aliases.iter().map(|name| (*name, message.kind)))
        .filter(|(name, _)| MESSAGES.iter().all(|message| message.name != *name))
        .collect();
    handlers.sort_unstable_by_key(|(name, _)| *name);
    handlers
}

/// `debugMessageType`: the headings of lines in the log.
pub(super) const DEBUG_MESSAGE_TYPES: &[(&str, &str)] = &[
    ("FROM_HUBSPOT", "From HubSpot"),
    ("TO_HUBSPOT", "To HubSpot"),
    ("GENERIC_MESSAGE", "Generic Message"),
];

/// `errorType`.
pub(super) const ERROR_TYPES: &[(&str, &str)] = &[("UNKNOWN_MESSAGE_TYPE", "UNKNOWN_MESSAGE_TYPE")];

/// The prefix of a call status's name in the constants.
pub(super) const CALL_STATUS_PREFIX: &str = "INTERNAL_";

/// `callStatus` and its groups, by the name of the constant.
pub(super) const CALL_STATUS_GROUPS: &[(&str, &[CallStatus])] = &[
    (
        "callStatus",
        &[
            CallStatus::Connecting,
            CallStatus::CallingCrmUser,
            CallStatus::InProgress,
            CallStatus::Canceled,
            CallStatus::Failed,
            CallStatus::Busy,
            CallStatus::NoAnswer,
            CallStatus::Completed,
            CallStatus::Ending,
            CallStatus::Queued,
            CallStatus::Ringing,
        ],
    ),
    (
        "callRingingStatus",
        &[
            CallStatus::Queued,
            CallStatus::Ringing,
            CallStatus::Connecting,
            CallStatus::CallingCrmUser,
        ],
    ),
    ("callInProgressStatus", &[CallStatus::InProgress]),
    ("callEndingStatus", &[CallStatus::Ending]),
    (
        "callEndStatus",
        &[
            CallStatus::Completed,
            CallStatus::Failed,
            CallStatus::Canceled,
            CallStatus::Busy,
            CallStatus::NoAnswer,
        ],
    ),
];

#[cfg(test)]
mod tests {
    use super::HANDLED;
    use calling_widget_sdk::protocol::{Direction, MESSAGES};

    #[test]
    fn every_message_with_a_handler_is_handled() {
        for message in MESSAGES {
            let handler = matches!(message.direction, Direction::FromHost | Direction::Local)
                && !message.name.is_empty();

            assert_eq!(HANDLED.contains(&message.kind), handler, "{}", message.wire);
        }
    }
}
