//! The field table of every payload.
//!
//! Sources named in the rows: **reference** is the public reference of the
//! calling SDK ("Calling extensions SDK", messages and payloads, read 2026-11);
//! **SDK types** are the type declarations of the npm package
//! `@hubspot/calling-extensions-sdk` 0.9.7, **SDK source** its code, **SDK demo**
//! its demo apps, **older SDK readme** its readme before 0.5; **observed** is what
//! hosts were observed to do; **assumed** is undocumented; **this project** is ours.

use super::enums::{CALLER_ID_TYPES, CallStatus, EndStatus, IframeLocation, OBJECT_TYPES, OPEN_IN};
use super::field::FieldKind::{Boolean, List, Number, Object, OneOf, Open, Text, TextOrNumber};
use super::field::{Field, Mask, Need};
use super::name::Name;
use super::{Part, Value, tables};

const REFERENCE: &str = "reference";
const OLD_REFERENCE: &str = "reference of SDK 0.1";
const TYPES: &str = "SDK types";
const DEMO: &str = "SDK demo";
const BOTH: &str = "reference, SDK types";
const ASSUMED: &str = "assumed";

/// Object type ids hosts are known to use; custom objects have ids of their own.
pub const OBJECT_TYPE_IDS: &[&str] = &["0-1", "0-2"];

const fn external_call_id(field: Field) -> Field {
    field.masked(Mask::Id).doc(
        "The call's identifier, chosen by the calling app; unique among open calls.",
        BOTH,
    )
}

const EXTERNAL_CALL_ID: Field = external_call_id(Field::required(Name::ExternalCallId, Text));
const CALL_ID: Field =
    external_call_id(Field::expected(Name::ExternalCallId, Text)).required_in_types();
const ENGAGEMENT_ID: Field = Field::required(Name::EngagementId, Number)
    .masked(Mask::RecordId)
    .doc("The call engagement's identifier.", BOTH);
const NAMED_ENGAGEMENT_ID: Field = Field::optional(Name::EngagementId, Number)
    .masked(Mask::RecordId)
    .doc(
        "The call engagement's identifier, for a host that did not see the call begin.",
        "this project",
    );
const FROM_NUMBER: Field = Field::expected(Name::FromNumber, Text)
    .masked(Mask::Phone)
    .doc("The number the call comes from.", BOTH);
const TO_NUMBER: Field = Field::optional(Name::ToNumber, Text)
    .masked(Mask::Phone)
    .doc("The number that is called.", BOTH);
const CALL_START_TIME: Field = Field::optional(Name::CallStartTime, Number)
    .masked(Mask::Time)
    .unit("ms since the epoch")
    .doc("When the call began.", BOTH);
const CREATE_ENGAGEMENT: Field = Field::optional(Name::CreateEngagement, Boolean).doc(
    "Makes the host create the call's engagement; it answers with success or failure.",
    BOTH,
);
/// The same field where the reference lists it for a host's message.
const fn listed(mut field: Field) -> Field {
    field.need = Need::Listed;
    field
}

const PORTAL_ID: Field = Field::optional(Name::PortalId, Number)
    .masked(Mask::Id)
    .doc("The CRM account's identifier.", REFERENCE);
const USER_ID: Field = Field::optional(Name::UserId, Number)
    .masked(Mask::Id)
    .doc("The CRM user's identifier.", REFERENCE);
const OWNER_ID: Field = Field::optional(Name::OwnerId, TextOrNumber)
    .masked(Mask::Id)
    .doc("The user's identifier as an owner of records.", REFERENCE);
const READY_ENGAGEMENT_ID: Field = Field::optional(Name::EngagementId, Number)
    .masked(Mask::RecordId)
    .doc(
        "An engagement the host already has for this frame.",
        REFERENCE,
    );
const IFRAME_LOCATION: Field = Field::optional(Name::IframeLocation, OneOf(IframeLocation::NAMES))
    .doc(
        "The place of the frame; `widget` takes no incoming calls.",
        REFERENCE,
    );
const USES_CALLING_WINDOW: Field = Field::optional(Name::UsesCallingWindow, Boolean).doc(
    "Runs calls in the separate call window; true when absent.",
    "SDK source",
);
const HOST_URL: Field = Field::optional(Name::HostUrl, Text)
    .masked(Mask::Address)
    .doc(
        "The host page's origin as it names itself; never used as an address.",
        "SDK source",
    );
const IFRAME_URL: Field = Field::required(Name::IFrameUrl, Text)
    .masked(Mask::Address)
    .doc("The widget's address.", TYPES);
const WIDTH: Field = Field::required(Name::Width, Number)
    .masked(Mask::Size)
    .unit("px")
    .doc("The widget's width.", BOTH);
const HEIGHT: Field = Field::required(Name::Height, Number)
    .masked(Mask::Size)
    .unit("px")
    .doc("The widget's height.", BOTH);
const ERROR: Field = Field::optional(Name::Error, Object(&HOST_ERROR))
    .doc("The fault, in words.", "older SDK readme");

const ADDED_CALL_ID: Field = Field::optional(Name::ExternalCallId, Text)
    .masked(Mask::Id)
    .doc(
        "The call's identifier, which tells answers to several calls apart. Some hosts add it.",
        "observed",
    );
const ADDED_ENGAGEMENT_ID: Field = Field::optional(Name::EngagementId, Number)
    .masked(Mask::RecordId)
    .doc(
        "The call engagement's identifier. Some hosts add it.",
        "observed",
    );

tables! {
    /// No payload at all.
    NOTHING as Nothing = "NoPayload", "No payload." {}

    /// A payload of the sender's own making.
    ANYTHING as Anything = "AnyPayload", "Any payload.", open {}

    /// An error that a host reports.
    HOST_ERROR as HostError = "HostError", "An error that the host reports.", open {
        message: Value = Field::optional(Name::Message, Text)
        .masked(Mask::Whole)
        .doc("The fault, in words.", "older SDK readme"),
    }

    /// A record's coordinates.
    OBJECT_COORDINATES as ObjectCoordinates = "ObjectCoordinates", "The coordinates of a record in the CRM." {
        portal_id: Value = Field::required(Name::PortalId, Number)
            .masked(Mask::Id)
            .doc("The CRM account's identifier.", TYPES),
        object_id: Value = Field::required(Name::ObjectId, Number)
            .masked(Mask::RecordId)
            .doc("The record's identifier.", TYPES),
        object_type_id: Value = Field::required(Name::ObjectTypeId, Open(OBJECT_TYPE_IDS))
            .masked(Mask::TypeId)
            .closed_in_types()
            .doc(
                "`0-1` a contact, `0-2` a company; custom objects have ids of their own.",
                TYPES,
            ),
    }

    /// A size.
    SIZE as Size = "SizeInfo", "A size." {
        width: Value = WIDTH,
        height: Value = HEIGHT,
    }

    /// SYNC's fields, at the envelope's top level.
    SYNC as Sync = "SyncFields", "The fields of SYNC, at the message's top level.", open {
        host_url: Value = HOST_URL,
        portal_id: Value = PORTAL_ID,
        user_id: Value = USER_ID,
        owner_id: Value = OWNER_ID,
        engagement_id: Value = READY_ENGAGEMENT_ID,
        iframe_location: Value = IFRAME_LOCATION,
        uses_calling_window: Value = USES_CALLING_WINDOW,
    }

    /// SYNC_ACK's fields, at the envelope's top level.
    SYNC_ACK as SyncAck = "SyncAckFields", "The fields of SYNC_ACK, at the message's top level: every field of the SYNC, and these.", open {
        debug_mode: Value = Field::optional(Name::DebugMode, Boolean).doc("True if the widget logs.", "SDK source"),
        version: Value = Field::optional(Name::Version, Text)
            .masked(Mask::Version)
            .doc(
                "The version of the published SDK the widget is compatible with.",
                "SDK source",
            ),
        iframe_url: Value = Field::optional(Name::IFrameUrl, Text)
            .masked(Mask::Address)
            .doc("The widget page's origin as it names itself.", "SDK source"),
        sdk_version: Value = Field::optional(Name::SdkVersion, Text)
            .masked(Mask::Version)
            .doc("This package's version.", "this project"),
    }

    /// READY's payload.
    READY as Ready = "OnReady", "The page, the user and the account of the host.", open {
        engagement_id: Value = READY_ENGAGEMENT_ID,
        portal_id: Value = listed(PORTAL_ID),
        user_id: Value = listed(USER_ID),
        owner_id: Value = listed(OWNER_ID),
        iframe_location: Value = listed(IFRAME_LOCATION),
        uses_calling_window: Value = USES_CALLING_WINDOW,
        host_url: Value = HOST_URL,
    }

    /// INITIALIZED's payload.
    INITIALIZED as Initialized = "OnInitialized", "The initial state of the softphone." {
        is_logged_in: Value = Field::optional(Name::IsLoggedIn, Boolean)
            .doc("True if the user is logged in to the calling app.", BOTH),
        is_available: Value = Field::optional(Name::IsAvailable, Boolean)
            .doc("True if the user can take calls.", REFERENCE),
        engagement_id: Value = Field::optional(Name::EngagementId, Number)
            .masked(Mask::RecordId)
            .doc("An engagement the app already has.", BOTH),
        size_info: Part<Size> = Field::optional(Name::SizeInfo, Object(&SIZE)).doc("The size the widget wants.", REFERENCE),
        iframe_location: Value = Field::optional(Name::IframeLocation, Open(IframeLocation::NAMES))
            .doc("The place of the frame, as in READY.", DEMO),
        uses_calling_window: Value = USES_CALLING_WINDOW,
        portal_id: Value = PORTAL_ID,
        host_url: Value = HOST_URL,
    }

    /// INCOMING_CALL's payload.
    INCOMING_CALL as IncomingCall = "OnIncomingCall", "A call that comes in." {
        external_call_id: Value = CALL_ID,
        from_number: Value = Field::required(Name::FromNumber, Text)
            .masked(Mask::Phone)
            .doc(
                "The caller's number; the host matches it with its records.",
                BOTH,
            ),
        to_number: Value = Field::expected(Name::ToNumber, Text)
            .masked(Mask::Phone)
            .required_in_types()
            .doc("The number that is called.", BOTH),
        call_start_time: Value = CALL_START_TIME,
        create_engagement: Value = CREATE_ENGAGEMENT,
        engagement_id: Value = NAMED_ENGAGEMENT_ID,
        phone_number: Value = Field::optional(Name::PhoneNumber, Text)
            .masked(Mask::Phone)
            .doc("The caller's number.", OLD_REFERENCE)
            .deprecated("fromNumber"),
    }

    /// OUTGOING_CALL_STARTED's payload.
    OUTGOING_CALL as OutgoingCall = "OnOutgoingCall", "A call that the user places." {
        external_call_id: Value = CALL_ID,
        to_number: Value = TO_NUMBER,
        from_number: Value = FROM_NUMBER,
        call_start_time: Value = CALL_START_TIME,
        create_engagement: Value = CREATE_ENGAGEMENT,
        engagement_id: Value = NAMED_ENGAGEMENT_ID,
        dialing_context: Part<DialNumber> = Field::optional(Name::DialingContext, Object(&DIAL_NUMBER))
            .doc(
                "The whole payload of the onDialNumber that this call answers.",
                REFERENCE,
            ),
        phone_number: Value = Field::optional(Name::PhoneNumber, Text)
            .masked(Mask::Phone)
            .doc("The number that is called.", REFERENCE)
            .deprecated("toNumber"),
    }

    /// CALL_ANSWERED's payload.
    CALL_ANSWERED as CallAnswered = "OnCallAnswered", "A call was answered." {
        external_call_id: Value = CALL_ID,
        engagement_id: Value = NAMED_ENGAGEMENT_ID,
    }

    /// CALL_TRANSFERRED's payload.
    CALL_TRANSFERRED as CallTransferred = "OnCallTransferred", "A call left this widget." {
        external_call_id: Value = CALL_ID,
        engagement_id: Value = NAMED_ENGAGEMENT_ID,
    }

    /// CALL_ENDED's payload.
    CALL_ENDED as CallEnded = "OnCallEnded", "A call ended." {
        external_call_id: Value = CALL_ID,
        reference_call_id: Value = Field::optional(Name::ReferenceCallId, Text)
            .masked(Mask::Id)
            .doc("The call's identifier, as the reference spelt it.", REFERENCE)
            .deprecated("externalCallId"),
        engagement_id: Value = Field::optional(Name::EngagementId, Number)
            .masked(Mask::RecordId)
            .required_in_types()
            .doc("The call engagement's identifier, where one exists.", BOTH),
        call_end_status: Value = Field::optional(Name::CallEndStatus, OneOf(EndStatus::NAMES))
            .doc("The end status of the call.", BOTH),
    }

    /// CALL_COMPLETED's payload.
    CALL_COMPLETED as CallCompleted = "OnCallCompleted", "The user has finished with a call; the host may log it." {
        external_call_id: Value = CALL_ID,
        engagement_id: Value = Field::optional(Name::EngagementId, TextOrNumber)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", BOTH),
        hide_widget: Value = Field::optional(Name::HideWidget, Boolean).doc(
            "Makes the host close the widget; true when absent, ignored in a Call task.",
            BOTH,
        ),
        engagement_properties: Part<EngagementProperties> = Field::optional(Name::EngagementProperties, Object(&ENGAGEMENT_PROPERTIES))
            .doc("Properties the host sets on the engagement.", BOTH),
    }

    /// Properties of a call engagement.
    ENGAGEMENT_PROPERTIES as EngagementProperties = "RawEngagementProperties", "Properties of a call engagement, by their internal names; values are strings.", open {
        hs_timestamp: Value = Field::expected(Name::HsTimestamp, TextOrNumber)
            .masked(Mask::Time)
            .required_in_types()
            .unit("ms since the epoch, or ISO 8601")
            .doc(
                "When the call took place; its position on the timeline.",
                TYPES,
            ),
        hs_call_title: Value = Field::optional(Name::HsCallTitle, Text)
            .masked(Mask::Whole)
            .doc("The call's title.", TYPES),
        hs_call_body: Value = Field::optional(Name::HsCallBody, Text)
            .masked(Mask::Whole)
            .doc("The notes.", TYPES),
        hs_call_direction: Value = Field::optional(Name::HsCallDirection, Open(&["INBOUND", "OUTBOUND"]))
            .doc("The direction, as the CRM user sees it.", TYPES),
        hs_call_status: Value = Field::optional(Name::HsCallStatus, Open(CallStatus::NAMES)).doc("The call's status.", TYPES),
        hs_call_duration: Value = Field::optional(Name::HsCallDuration, Text)
            .masked(Mask::Count)
            .unit("ms")
            .doc("The duration of the call.", TYPES),
        hs_call_from_number: Value = Field::optional(Name::HsCallFromNumber, Text)
            .masked(Mask::Phone)
            .doc("The number the call came from.", TYPES),
        hs_call_to_number: Value = Field::optional(Name::HsCallToNumber, Text)
            .masked(Mask::Phone)
            .doc("The number that was called.", TYPES),
        hs_call_disposition: Value = Field::optional(Name::HsCallDisposition, Text)
            .masked(Mask::Id)
            .doc("The outcome's identifier.", TYPES),
        hs_call_recording_url: Value = Field::optional(Name::HsCallRecordingUrl, Text)
            .masked(Mask::Whole)
            .doc("Where the recording is; https only.", TYPES),
        hs_call_callee_object_id: Value = Field::optional(Name::HsCallCalleeObjectId, Text)
            .masked(Mask::RecordId)
            .doc("The record on the other end.", TYPES),
        hs_call_callee_object_type: Value = Field::optional(Name::HsCallCalleeObjectType, Text)
            .masked(Mask::TypeId)
            .doc("That record's type.", TYPES),
        hs_call_source: Value = Field::optional(Name::HsCallSource, Open(&["INTEGRATIONS_PLATFORM"])).doc(
            "The call's source; needed for recordings and transcripts.",
            TYPES,
        ),
        hubspot_owner_id: Value = Field::optional(Name::HubspotOwnerId, Text)
            .masked(Mask::Id)
            .doc("The engagement's owner.", TYPES),
        hs_activity_type: Value = Field::optional(Name::HsActivityType, Text)
            .doc("The call's type, as the account defines them.", TYPES),
        hs_attachment_ids: Value = Field::optional(Name::HsAttachmentIds, Text)
            .doc("Attachments' ids, joined by semicolons.", TYPES),
    }

    /// NAVIGATE_TO_RECORD's payload.
    NAVIGATE_TO_RECORD as NavigateToRecord = "OnNavigateToRecord", "A record the host is to open." {
        engagement_id: Value = Field::optional(Name::EngagementId, Number)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", BOTH),
        object_coordinates: Part<ObjectCoordinates> = Field::required(Name::ObjectCoordinates, Object(&OBJECT_COORDINATES))
            .doc("The record.", BOTH),
        open_in: Value = Field::optional(Name::OpenIn, OneOf(OPEN_IN)).doc("Where to open it.", TYPES),
    }

    /// FINALIZE_ENGAGEMENT's payload.
    FINALIZE_ENGAGEMENT as FinalizeEngagement = "OnFinalizeEngagement", "A complete engagement of the app's own." {
        external_call_id: Value = EXTERNAL_CALL_ID,
        engagement_id: Value = ENGAGEMENT_ID,
    }

    /// PUBLISH_TO_CHANNEL's payload.
    PUBLISH_TO_CHANNEL as PublishToChannel = "OnPublishToChannel", "A call to be published to a connected channel." {
        external_call_id: Value = EXTERNAL_CALL_ID,
        engagement_id: Value = ENGAGEMENT_ID,
    }

    /// RESIZE_WIDGET's payload.
    RESIZE_WIDGET as ResizeWidget = "OnResize", "The size the widget wants." {
        width: Value = WIDTH,
        height: Value = HEIGHT,
    }

    /// ERROR's payload.
    SEND_ERROR as SendError = "OnError", "An error the host shows to the user." {
        message: Value = Field::required(Name::Message, Text)
            .masked(Mask::Whole)
            .doc("The text the user reads.", BOTH),
        error_type: Value = Field::optional(Name::Type, Text)
            .masked(Mask::MessageType)
            .doc(
                "The kind of error: `UNKNOWN_MESSAGE_TYPE` answers a type that the \
             published SDK does not know.",
                "SDK source",
            ),
    }

    /// SET_WIDGET_URL's payload.
    SET_WIDGET_URL as SetWidgetUrl = "OnSetWidgetUrl", "The widget's new address." {
        iframe_url: Value = IFRAME_URL,
    }

    /// DIAL_NUMBER's payload.
    DIAL_NUMBER as DialNumber = "OnDialNumber", "A number the user wants to call, and where it was found.", open {
        phone_number: Value = Field::listed(Name::PhoneNumber, Text)
            .masked(Mask::Phone)
            .doc("The number to call.", REFERENCE),
        owner_id: Value = listed(OWNER_ID),
        subject_id: Value = Field::listed(Name::SubjectId, Number)
            .masked(Mask::RecordId)
            .doc("The record the user is on.", REFERENCE),
        object_id: Value = Field::listed(Name::ObjectId, Number)
            .masked(Mask::RecordId)
            .doc("The record the number belongs to.", REFERENCE),
        object_type: Value = Field::listed(Name::ObjectType, OneOf(OBJECT_TYPES)).doc("That record's kind.", REFERENCE),
        portal_id: Value = listed(PORTAL_ID),
        country_code: Value = Field::listed(Name::CountryCode, Text).doc("The number's country.", REFERENCE),
        callee_info: Part<CalleeInfo> = Field::listed(Name::CalleeInfo, Object(&CALLEE_INFO)).doc("Who is called.", REFERENCE),
        start_timestamp: Value = Field::listed(Name::StartTimestamp, Number)
            .masked(Mask::Time)
            .unit("ms since the epoch")
            .doc("When the user clicked.", REFERENCE),
        to_phone_number_src: Value = Field::listed(Name::ToPhoneNumberSrc, Text)
            .doc("The record property that holds the number.", REFERENCE),
        older_phone_number: Value = Field::optional(Name::OlderPhoneNumber, Text)
            .masked(Mask::Phone)
            .doc("The number to call, by an older name.", "observed")
            .deprecated("phoneNumber"),
    }

    /// The callee.
    CALLEE_INFO as CalleeInfo = "CalleeInfo", "The record on the other end of a call.", open {
        callee_id: Value = Field::listed(Name::CalleeId, Number)
            .masked(Mask::RecordId)
            .doc("The record's identifier.", REFERENCE),
        callee_object_type_id: Value = Field::listed(Name::CalleeObjectTypeId, Open(OBJECT_TYPE_IDS))
            .masked(Mask::TypeId)
            .doc("The record's object type.", REFERENCE),
    }

    /// The payload of an engagement's success.
    ENGAGEMENT_RESULT as EngagementResult = "EngagementResult", "An engagement the host created or updated.", open {
        engagement_id: Value = Field::listed(Name::EngagementId, Number)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", REFERENCE),
        external_call_id: Value = ADDED_CALL_ID,
    }

    /// The payload of a failure.
    FAILURE as Failure = "HostFailure", "A request that failed at the host.", open {
        error: Part<HostError> = ERROR,
        engagement_id: Value = ADDED_ENGAGEMENT_ID,
        external_call_id: Value = ADDED_CALL_ID,
    }

    /// CALLER_ID_MATCH_SUCCEEDED's payload.
    CALLER_ID_MATCHES as CallerIdMatches = "CallerIdMatches", "The records that have the caller's number.", open {
        caller_id_matches: Value = Field::listed(
            Name::CallerIdMatches,
            List(&[&CONTACT_ID_MATCH, &COMPANY_ID_MATCH]),
        )
        .doc("The matches; may be empty.", TYPES),
        call_id: Value = Field::optional(Name::CallId, Number)
            .masked(Mask::Id)
            .doc(
                "The host's own number for the call. Some hosts add it.",
                "observed",
            ),
        external_call_id: Value = ADDED_CALL_ID,
    }

    /// A matched contact.
    CONTACT_ID_MATCH as ContactIdMatch = "ContactIdMatch", "A contact that has the caller's number.", open {
        caller_id_type: Value = Field::required(Name::CallerIdType, OneOf(CALLER_ID_TYPES.split_at(1).0))
            .doc("Always CONTACT.", TYPES),
        object_coordinates: Part<ObjectCoordinates> = Field::required(Name::ObjectCoordinates, Object(&OBJECT_COORDINATES))
            .doc("The contact.", TYPES),
        first_name: Value = Field::required(Name::FirstName, Text)
            .masked(Mask::Whole)
            .doc("First name.", TYPES),
        last_name: Value = Field::required(Name::LastName, Text)
            .masked(Mask::Whole)
            .doc("Last name.", TYPES),
        email: Value = Field::required(Name::Email, Text)
            .masked(Mask::Whole)
            .doc("E-mail address.", TYPES),
    }

    /// A matched company.
    COMPANY_ID_MATCH as CompanyIdMatch = "CompanyIdMatch", "A company that has the caller's number.", open {
        caller_id_type: Value = Field::required(Name::CallerIdType, OneOf(CALLER_ID_TYPES.split_at(1).1))
            .doc("Always COMPANY.", TYPES),
        object_coordinates: Part<ObjectCoordinates> = Field::required(Name::ObjectCoordinates, Object(&OBJECT_COORDINATES))
            .doc("The company.", TYPES),
        name: Value = Field::required(Name::Name, Text)
            .masked(Mask::Whole)
            .doc("The company's name.", TYPES),
    }

    /// NAVIGATE_TO_RECORD_FAILED's payload.
    NAVIGATION_FAILURE as NavigationFailure = "NavigationFailure", "A record the host could not open.", open {
        engagement_id: Value = Field::optional(Name::EngagementId, Number)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", REFERENCE),
        object_coordinates: Part<ObjectCoordinates> = Field::listed(Name::ObjectCoordinates, Object(&OBJECT_COORDINATES))
            .doc("The record.", REFERENCE),
        error: Part<HostError> = ERROR,
    }

    /// The payload of a channel publication's outcome.
    CHANNEL_RESULT as ChannelResult = "ChannelResult", "The result of publishing an engagement.", open {
        engagement_id: Value = Field::listed(Name::EngagementId, Number)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", BOTH),
        external_call_id: Value = Field::listed(Name::ExternalCallId, Text)
            .masked(Mask::Id)
            .doc("The call's identifier.", BOTH),
        error: Part<HostError> = ERROR,
    }

    /// INITIATE_CALL_ID_*'s payload.
    INITIATE_CALL_ID as InitiateCallId = "InitiateCallIdResult", "Undocumented.", open {
        external_call_id: Value = Field::optional(Name::ExternalCallId, Text)
        .masked(Mask::Id)
        .doc("The call's identifier.", ASSUMED),
    }

    /// SET_CALL_STATE's payload.
    SET_CALL_STATE as SetCallState = "CallStateChange", "A call's status as the host sees it.", open {
        call_status: Value = Field::optional(Name::CallStatus, OneOf(CallStatus::NAMES)).doc("The status.", ASSUMED),
    }

    /// VISIBILITY_CHANGED's payload.
    VISIBILITY as Visibility = "VisibilityChange", "The widget's visibility to the user.", open {
        is_minimized: Value = Field::listed(Name::IsMinimized, Boolean).doc("The user minimised it.", REFERENCE),
        is_hidden: Value = Field::listed(Name::IsHidden, Boolean).doc("The user hid it.", REFERENCE),
    }
}
