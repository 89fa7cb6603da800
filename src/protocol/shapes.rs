//! The field table of every payload.
//!
//! Sources named in the rows: **reference** is the public reference of the
//! calling SDK ("Calling extensions SDK", messages and payloads, read 2026-11);
//! **SDK types** are the type declarations of the npm package
//! `@hubspot/calling-extensions-sdk` 0.9.7, **SDK source** its code, **SDK demo**
//! its demo apps, **older SDK readme** its readme before 0.5; **observed** is what
//! hosts were observed to do; **assumed** is undocumented; **this project** is ours.

use super::enums::{
    CALL_STATUSES, CALLER_ID_TYPES, END_STATUSES, IFRAME_LOCATIONS, OBJECT_TYPES, OPEN_IN,
};
use super::field::FieldKind::{Boolean, List, Number, Object, OneOf, Open, Text, TextOrNumber};
use super::field::{Field, Mask, Shape};
use super::name::Name;

const REFERENCE: &str = "reference";
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
const fn portal_id(field: Field) -> Field {
    field
        .masked(Mask::Id)
        .doc("The CRM account's identifier.", REFERENCE)
}

const fn user_id(field: Field) -> Field {
    field
        .masked(Mask::Id)
        .doc("The CRM user's identifier.", REFERENCE)
}

const fn owner_id(field: Field) -> Field {
    field
        .masked(Mask::Id)
        .doc("The user's identifier as an owner of records.", REFERENCE)
}

const fn iframe_location(field: Field) -> Field {
    field.doc(
        "The place of the frame; `widget` takes no incoming calls.",
        REFERENCE,
    )
}

const PORTAL_ID: Field = portal_id(Field::optional(Name::PortalId, Number));
const LISTED_PORTAL_ID: Field = portal_id(Field::listed(Name::PortalId, Number));
const USER_ID: Field = user_id(Field::optional(Name::UserId, Number));
const LISTED_USER_ID: Field = user_id(Field::listed(Name::UserId, Number));
const OWNER_ID: Field = owner_id(Field::optional(Name::OwnerId, TextOrNumber));
const LISTED_OWNER_ID: Field = owner_id(Field::listed(Name::OwnerId, TextOrNumber));
const READY_ENGAGEMENT_ID: Field = Field::optional(Name::EngagementId, Number)
    .masked(Mask::RecordId)
    .doc(
        "An engagement the host already has for this frame.",
        REFERENCE,
    );
const IFRAME_LOCATION: Field = iframe_location(Field::optional(
    Name::IframeLocation,
    OneOf(IFRAME_LOCATIONS),
));
const LISTED_IFRAME_LOCATION: Field =
    iframe_location(Field::listed(Name::IframeLocation, OneOf(IFRAME_LOCATIONS)));
const USES_CALLING_WINDOW: Field = Field::optional(Name::UsesCallingWindow, Boolean).doc(
    "Runs calls in the separate call window; true when absent.",
    "SDK source",
);
const HOST_URL: Field = Field::optional(Name::HostUrl, Text)
    .masked(Mask::Address)
    .compared()
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
    .passed_on()
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

/// No payload at all.
pub const NOTHING: Shape = Shape::new("NoPayload", "No payload.", &[]);

/// A payload of the sender's own making.
pub const ANYTHING: Shape = Shape::new("AnyPayload", "Any payload.", &[]).open();

/// An error that a host reports.
pub const HOST_ERROR: Shape = Shape::new(
    "HostError",
    "An error that the host reports.",
    &[Field::optional(Name::Message, Text)
        .masked(Mask::Whole)
        .doc("The fault, in words.", "older SDK readme")],
)
.open();

/// A record's coordinates.
pub const OBJECT_COORDINATES: Shape = Shape::new(
    "ObjectCoordinates",
    "The coordinates of a record in the CRM.",
    &[
        Field::required(Name::PortalId, Number)
            .masked(Mask::Id)
            .doc("The CRM account's identifier.", TYPES),
        Field::required(Name::ObjectId, Number)
            .masked(Mask::RecordId)
            .doc("The record's identifier.", TYPES),
        Field::required(Name::ObjectTypeId, Open(OBJECT_TYPE_IDS))
            .masked(Mask::TypeId)
            .closed_in_types()
            .doc(
                "`0-1` a contact, `0-2` a company; custom objects have ids of their own.",
                TYPES,
            ),
    ],
);

/// A size.
pub const SIZE: Shape = Shape::new("SizeInfo", "A size.", &[WIDTH, HEIGHT]);

/// SYNC's fields, at the envelope's top level.
pub const SYNC: Shape = Shape::new(
    "SyncFields",
    "The fields of SYNC, at the message's top level.",
    &[
        HOST_URL,
        PORTAL_ID,
        USER_ID,
        OWNER_ID,
        READY_ENGAGEMENT_ID,
        IFRAME_LOCATION,
        USES_CALLING_WINDOW,
    ],
)
.open();

/// SYNC_ACK's fields, at the envelope's top level.
pub const SYNC_ACK: Shape = Shape::new(
    "SyncAckFields",
    "The fields of SYNC_ACK, at the message's top level: every field of the SYNC, and these.",
    &[
        Field::optional(Name::DebugMode, Boolean).doc("True if the widget logs.", "SDK source"),
        Field::optional(Name::Version, Text)
            .masked(Mask::Version)
            .doc(
                "The version of the published SDK the widget is compatible with.",
                "SDK source",
            ),
        Field::optional(Name::IFrameUrl, Text)
            .masked(Mask::Address)
            .doc("The widget page's origin as it names itself.", "SDK source"),
        Field::optional(Name::SdkVersion, Text)
            .masked(Mask::Version)
            .doc("This package's version.", "this project"),
    ],
)
.open();

/// READY's payload.
pub const READY: Shape = Shape::new(
    "OnReady",
    "The page, the user and the account of the host.",
    &[
        READY_ENGAGEMENT_ID,
        LISTED_PORTAL_ID,
        LISTED_USER_ID,
        LISTED_OWNER_ID,
        LISTED_IFRAME_LOCATION,
        USES_CALLING_WINDOW,
        HOST_URL,
    ],
)
.open();

/// INITIALIZED's payload.
pub const INITIALIZED: Shape = Shape::new(
    "OnInitialized",
    "The initial state of the softphone.",
    &[
        Field::optional(Name::IsLoggedIn, Boolean)
            .doc("True if the user is logged in to the calling app.", BOTH),
        Field::optional(Name::IsAvailable, Boolean)
            .doc("True if the user can take calls.", REFERENCE),
        Field::optional(Name::EngagementId, Number)
            .masked(Mask::RecordId)
            .doc("An engagement the app already has.", BOTH),
        Field::optional(Name::SizeInfo, Object(&SIZE)).doc("The size the widget wants.", REFERENCE),
        Field::optional(Name::IframeLocation, Open(IFRAME_LOCATIONS))
            .doc("The place of the frame, as in READY.", DEMO),
        USES_CALLING_WINDOW,
        PORTAL_ID,
        HOST_URL,
    ],
);

/// INCOMING_CALL's payload.
pub const INCOMING_CALL: Shape = Shape::new(
    "OnIncomingCall",
    "A call that comes in.",
    &[
        CALL_ID,
        Field::required(Name::FromNumber, Text)
            .masked(Mask::Phone)
            .doc(
                "The caller's number; the host matches it with its records.",
                BOTH,
            ),
        Field::expected(Name::ToNumber, Text)
            .masked(Mask::Phone)
            .required_in_types()
            .doc("The number that is called.", BOTH),
        CALL_START_TIME,
        CREATE_ENGAGEMENT,
    ],
);

/// OUTGOING_CALL_STARTED's payload.
pub const OUTGOING_CALL: Shape = Shape::new(
    "OnOutgoingCall",
    "A call that the user places.",
    &[
        CALL_ID,
        TO_NUMBER,
        FROM_NUMBER,
        CALL_START_TIME,
        CREATE_ENGAGEMENT,
        Field::optional(Name::DialingContext, Object(&DIAL_NUMBER))
            .passed_on()
            .doc(
                "The whole payload of the onDialNumber that this call answers.",
                REFERENCE,
            ),
        Field::optional(Name::PhoneNumber, Text)
            .masked(Mask::Phone)
            .doc("The number that is called.", REFERENCE)
            .deprecated("toNumber"),
    ],
);

/// CALL_ANSWERED's payload.
pub const CALL_ANSWERED: Shape = Shape::new("OnCallAnswered", "A call was answered.", &[CALL_ID]);

/// CALL_TRANSFERRED's payload.
pub const CALL_TRANSFERRED: Shape =
    Shape::new("OnCallTransferred", "A call left this widget.", &[CALL_ID]);

/// CALL_ENDED's payload.
pub const CALL_ENDED: Shape = Shape::new(
    "OnCallEnded",
    "A call ended.",
    &[
        CALL_ID,
        Field::optional(Name::EngagementId, Number)
            .masked(Mask::RecordId)
            .required_in_types()
            .doc("The call engagement's identifier, where one exists.", BOTH),
        Field::optional(Name::CallEndStatus, OneOf(END_STATUSES))
            .doc("The end status of the call.", BOTH),
    ],
);

/// CALL_COMPLETED's payload.
pub const CALL_COMPLETED: Shape = Shape::new(
    "OnCallCompleted",
    "The user has finished with a call; the host may log it.",
    &[
        CALL_ID,
        Field::optional(Name::EngagementId, TextOrNumber)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", BOTH),
        Field::optional(Name::HideWidget, Boolean).doc(
            "Makes the host close the widget; true when absent, ignored in a Call task.",
            BOTH,
        ),
        Field::optional(Name::EngagementProperties, Object(&ENGAGEMENT_PROPERTIES))
            .passed_on()
            .doc("Properties the host sets on the engagement.", BOTH),
    ],
);

/// Properties of a call engagement.
pub const ENGAGEMENT_PROPERTIES: Shape = Shape::new(
    "RawEngagementProperties",
    "Properties of a call engagement, by their internal names; values are strings.",
    &[
        Field::expected(Name::HsTimestamp, TextOrNumber)
            .masked(Mask::Time)
            .required_in_types()
            .unit("ms since the epoch, or ISO 8601")
            .doc(
                "When the call took place; its position on the timeline.",
                TYPES,
            ),
        Field::optional(Name::HsCallTitle, Text)
            .masked(Mask::Whole)
            .doc("The call's title.", TYPES),
        Field::optional(Name::HsCallBody, Text)
            .masked(Mask::Whole)
            .doc("The notes.", TYPES),
        Field::optional(Name::HsCallDirection, Open(&["INBOUND", "OUTBOUND"]))
            .doc("The direction, as the CRM user sees it.", TYPES),
        Field::optional(Name::HsCallStatus, Open(CALL_STATUSES)).doc("The call's status.", TYPES),
        Field::optional(Name::HsCallDuration, Text)
            .masked(Mask::Count)
            .unit("ms")
            .doc("The duration of the call.", TYPES),
        Field::optional(Name::HsCallFromNumber, Text)
            .masked(Mask::Phone)
            .doc("The number the call came from.", TYPES),
        Field::optional(Name::HsCallToNumber, Text)
            .masked(Mask::Phone)
            .doc("The number that was called.", TYPES),
        Field::optional(Name::HsCallDisposition, Text)
            .masked(Mask::Id)
            .doc("The outcome's identifier.", TYPES),
        Field::optional(Name::HsCallRecordingUrl, Text)
            .masked(Mask::Whole)
            .doc("Where the recording is; https only.", TYPES),
        Field::optional(Name::HsCallCalleeObjectId, Text)
            .masked(Mask::RecordId)
            .doc("The record on the other end.", TYPES),
        Field::optional(Name::HsCallCalleeObjectType, Text)
            .masked(Mask::TypeId)
            .doc("That record's type.", TYPES),
        Field::optional(Name::HsCallSource, Open(&["INTEGRATIONS_PLATFORM"])).doc(
            "The call's source; needed for recordings and transcripts.",
            TYPES,
        ),
        Field::optional(Name::HubspotOwnerId, Text)
            .masked(Mask::Id)
            .doc("The engagement's owner.", TYPES),
        Field::optional(Name::HsActivityType, Text)
            .doc("The call's type, as the account defines them.", TYPES),
        Field::optional(Name::HsAttachmentIds, Text)
            .doc("Attachments' ids, joined by semicolons.", TYPES),
    ],
)
.open();

/// NAVIGATE_TO_RECORD's payload.
pub const NAVIGATE_TO_RECORD: Shape = Shape::new(
    "OnNavigateToRecord",
    "A record the host is to open.",
    &[
        Field::optional(Name::EngagementId, Number)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", BOTH),
        Field::required(Name::ObjectCoordinates, Object(&OBJECT_COORDINATES))
            .doc("The record.", BOTH),
        Field::optional(Name::OpenIn, OneOf(OPEN_IN)).doc("Where to open it.", TYPES),
    ],
);

/// FINALIZE_ENGAGEMENT's payload.
pub const FINALIZE_ENGAGEMENT: Shape = Shape::new(
    "OnFinalizeEngagement",
    "A complete engagement of the app's own.",
    &[EXTERNAL_CALL_ID, ENGAGEMENT_ID],
);

/// PUBLISH_TO_CHANNEL's payload.
pub const PUBLISH_TO_CHANNEL: Shape = Shape::new(
    "OnPublishToChannel",
    "A call to be published to a connected channel.",
    &[EXTERNAL_CALL_ID, ENGAGEMENT_ID],
);

/// RESIZE_WIDGET's payload.
pub const RESIZE_WIDGET: Shape =
    Shape::new("OnResize", "The size the widget wants.", &[WIDTH, HEIGHT]);

/// ERROR's payload.
pub const SEND_ERROR: Shape = Shape::new(
    "OnError",
    "An error the host shows to the user.",
    &[
        Field::required(Name::Message, Text)
            .masked(Mask::Whole)
            .doc("The text the user reads.", BOTH),
        Field::optional(Name::Type, Text)
            .masked(Mask::MessageType)
            .doc(
                "The kind of error: `UNKNOWN_MESSAGE_TYPE` answers a type that the \
             published SDK does not know.",
                "SDK source",
            ),
    ],
);

/// SET_WIDGET_URL's payload.
pub const SET_WIDGET_URL: Shape =
    Shape::new("OnSetWidgetUrl", "The widget's new address.", &[IFRAME_URL]);

/// DIAL_NUMBER's payload.
pub const DIAL_NUMBER: Shape = Shape::new(
    "OnDialNumber",
    "A number the user wants to call, and where it was found.",
    &[
        Field::listed(Name::PhoneNumber, Text)
            .masked(Mask::Phone)
            .compared()
            .doc("The number to call.", REFERENCE),
        LISTED_OWNER_ID,
        Field::listed(Name::SubjectId, Number)
            .masked(Mask::RecordId)
            .doc("The record the user is on.", REFERENCE),
        Field::listed(Name::ObjectId, Number)
            .masked(Mask::RecordId)
            .doc("The record the number belongs to.", REFERENCE),
        Field::listed(Name::ObjectType, OneOf(OBJECT_TYPES)).doc("That record's kind.", REFERENCE),
        LISTED_PORTAL_ID,
        Field::listed(Name::CountryCode, Text).doc("The number's country.", REFERENCE),
        Field::listed(Name::CalleeInfo, Object(&CALLEE_INFO)).doc("Who is called.", REFERENCE),
        Field::listed(Name::StartTimestamp, Number)
            .masked(Mask::Time)
            .unit("ms since the epoch")
            .doc("When the user clicked.", REFERENCE),
        Field::listed(Name::ToPhoneNumberSrc, Text)
            .doc("The record property that holds the number.", REFERENCE),
    ],
)
.open();

/// The callee.
pub const CALLEE_INFO: Shape = Shape::new(
    "CalleeInfo",
    "The record on the other end of a call.",
    &[
        Field::listed(Name::CalleeId, Number)
            .masked(Mask::RecordId)
            .doc("The record's identifier.", REFERENCE),
        Field::listed(Name::CalleeObjectTypeId, Open(OBJECT_TYPE_IDS))
            .masked(Mask::TypeId)
            .doc("The record's object type.", REFERENCE),
    ],
)
.open();

/// The payload of an engagement's success.
pub const ENGAGEMENT_RESULT: Shape = Shape::new(
    "EngagementResult",
    "An engagement the host created or updated.",
    &[
        Field::listed(Name::EngagementId, Number)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", REFERENCE),
        ADDED_CALL_ID,
    ],
)
.open();

/// The payload of a failure.
pub const FAILURE: Shape = Shape::new(
    "HostFailure",
    "A request that failed at the host.",
    &[ERROR, ADDED_ENGAGEMENT_ID, ADDED_CALL_ID],
)
.open();

/// CALLER_ID_MATCH_SUCCEEDED's payload.
pub const CALLER_ID_MATCHES: Shape = Shape::new(
    "CallerIdMatches",
    "The records that have the caller's number.",
    &[
        Field::listed(
            Name::CallerIdMatches,
            List(&[&CONTACT_ID_MATCH, &COMPANY_ID_MATCH]),
        )
        .passed_on()
        .doc("The matches; may be empty.", TYPES),
        Field::optional(Name::CallId, Number)
            .masked(Mask::Id)
            .passed_on()
            .doc(
                "The host's own number for the call. Some hosts add it.",
                "observed",
            ),
        ADDED_CALL_ID,
    ],
)
.open();

/// A matched contact.
pub const CONTACT_ID_MATCH: Shape = Shape::new(
    "ContactIdMatch",
    "A contact that has the caller's number.",
    &[
        Field::required(Name::CallerIdType, OneOf(CALLER_ID_TYPES.split_at(1).0))
            .doc("Always CONTACT.", TYPES),
        Field::required(Name::ObjectCoordinates, Object(&OBJECT_COORDINATES))
            .doc("The contact.", TYPES),
        Field::required(Name::FirstName, Text)
            .masked(Mask::Whole)
            .doc("First name.", TYPES),
        Field::required(Name::LastName, Text)
            .masked(Mask::Whole)
            .doc("Last name.", TYPES),
        Field::required(Name::Email, Text)
            .masked(Mask::Whole)
            .doc("E-mail address.", TYPES),
    ],
)
.open();

/// A matched company.
pub const COMPANY_ID_MATCH: Shape = Shape::new(
    "CompanyIdMatch",
    "A company that has the caller's number.",
    &[
        Field::required(Name::CallerIdType, OneOf(CALLER_ID_TYPES.split_at(1).1))
            .doc("Always COMPANY.", TYPES),
        Field::required(Name::ObjectCoordinates, Object(&OBJECT_COORDINATES))
            .doc("The company.", TYPES),
        Field::required(Name::Name, Text)
            .masked(Mask::Whole)
            .doc("The company's name.", TYPES),
    ],
)
.open();

/// NAVIGATE_TO_RECORD_FAILED's payload.
pub const NAVIGATION_FAILURE: Shape = Shape::new(
    "NavigationFailure",
    "A record the host could not open.",
    &[
        Field::optional(Name::EngagementId, Number)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", REFERENCE),
        Field::listed(Name::ObjectCoordinates, Object(&OBJECT_COORDINATES))
            .doc("The record.", REFERENCE),
        ERROR,
    ],
)
.open();

/// The payload of a channel publication's outcome.
pub const CHANNEL_RESULT: Shape = Shape::new(
    "ChannelResult",
    "The result of publishing an engagement.",
    &[
        Field::listed(Name::EngagementId, Number)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", BOTH),
        Field::listed(Name::ExternalCallId, Text)
            .masked(Mask::Id)
            .doc("The call's identifier.", BOTH),
        ERROR,
    ],
)
.open();

/// INITIATE_CALL_ID_*'s payload.
pub const INITIATE_CALL_ID: Shape = Shape::new(
    "InitiateCallIdResult",
    "Undocumented.",
    &[Field::optional(Name::ExternalCallId, Text)
        .masked(Mask::Id)
        .doc("The call's identifier.", ASSUMED)],
)
.open();

/// SET_CALL_STATE's payload.
pub const SET_CALL_STATE: Shape = Shape::new(
    "CallStateChange",
    "A call's status as the host sees it.",
    &[Field::optional(Name::CallStatus, OneOf(CALL_STATUSES)).doc("The status.", ASSUMED)],
)
.open();

/// VISIBILITY_CHANGED's payload.
pub const VISIBILITY: Shape = Shape::new(
    "VisibilityChange",
    "The widget's visibility to the user.",
    &[
        Field::listed(Name::IsMinimized, Boolean).doc("The user minimised it.", REFERENCE),
        Field::listed(Name::IsHidden, Boolean).doc("The user hid it.", REFERENCE),
    ],
)
.open();
