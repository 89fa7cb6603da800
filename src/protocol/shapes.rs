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

const EXTERNAL_CALL_ID: Field = external_call_id(Field::required("externalCallId", Text));
const CALL_ID: Field =
    external_call_id(Field::expected("externalCallId", Text)).required_in_types();
const ENGAGEMENT_ID: Field = Field::required("engagementId", Number)
    .masked(Mask::RecordId)
    .doc("The call engagement's identifier.", BOTH);
const FROM_NUMBER: Field = Field::expected("fromNumber", Text)
    .masked(Mask::Phone)
    .doc("The number the call comes from.", BOTH);
const TO_NUMBER: Field = Field::optional("toNumber", Text)
    .masked(Mask::Phone)
    .doc("The number that is called.", BOTH);
const CALL_START_TIME: Field = Field::optional("callStartTime", Number)
    .masked(Mask::Time)
    .unit("ms since the epoch")
    .doc("When the call began.", BOTH);
const CREATE_ENGAGEMENT: Field = Field::optional("createEngagement", Boolean).doc(
    "Whether the host creates the call's engagement; it answers with success or failure.",
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
        "Where the frame is shown; `widget` takes no incoming calls.",
        REFERENCE,
    )
}

const PORTAL_ID: Field = portal_id(Field::optional("portalId", Number));
const LISTED_PORTAL_ID: Field = portal_id(Field::listed("portalId", Number));
const USER_ID: Field = user_id(Field::optional("userId", Number));
const LISTED_USER_ID: Field = user_id(Field::listed("userId", Number));
const OWNER_ID: Field = owner_id(Field::optional("ownerId", TextOrNumber));
const LISTED_OWNER_ID: Field = owner_id(Field::listed("ownerId", TextOrNumber));
const READY_ENGAGEMENT_ID: Field = Field::optional("engagementId", Number)
    .masked(Mask::RecordId)
    .doc(
        "An engagement the host already has for this frame.",
        REFERENCE,
    );
const IFRAME_LOCATION: Field =
    iframe_location(Field::optional("iframeLocation", OneOf(IFRAME_LOCATIONS)));
const LISTED_IFRAME_LOCATION: Field =
    iframe_location(Field::listed("iframeLocation", OneOf(IFRAME_LOCATIONS)));
const USES_CALLING_WINDOW: Field = Field::optional("usesCallingWindow", Boolean).doc(
    "Whether calls run in the separate call window; true when absent.",
    "SDK source",
);
const HOST_URL: Field = Field::optional("hostUrl", Text)
    .masked(Mask::Address)
    .compared()
    .doc(
        "The host page's origin as it names itself; never used as an address.",
        "SDK source",
    );
const IFRAME_URL: Field = Field::required("iFrameUrl", Text)
    .masked(Mask::Address)
    .doc("The widget's address.", TYPES);
const WIDTH: Field = Field::required("width", Number)
    .masked(Mask::Size)
    .unit("px")
    .doc("The widget's width.", BOTH);
const HEIGHT: Field = Field::required("height", Number)
    .masked(Mask::Size)
    .unit("px")
    .doc("The widget's height.", BOTH);
const ERROR: Field = Field::optional("error", Object(&HOST_ERROR))
    .passed_on()
    .doc("What went wrong.", "older SDK readme");

const ADDED_CALL_ID: Field = Field::optional("externalCallId", Text)
    .masked(Mask::Id)
    .doc(
        "The call's identifier, which tells answers to several calls apart. Some hosts add it.",
        "observed",
    );
const ADDED_ENGAGEMENT_ID: Field = Field::optional("engagementId", Number)
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
    &[Field::optional("message", Text)
        .masked(Mask::Whole)
        .doc("What went wrong.", "older SDK readme")],
)
.open();

/// A record's coordinates.
pub const OBJECT_COORDINATES: Shape = Shape::new(
    "ObjectCoordinates",
    "The coordinates of a record in the CRM.",
    &[
        Field::required("portalId", Number)
            .masked(Mask::Id)
            .doc("The CRM account's identifier.", TYPES),
        Field::required("objectId", Number)
            .masked(Mask::RecordId)
            .doc("The record's identifier.", TYPES),
        Field::required("objectTypeId", Open(OBJECT_TYPE_IDS))
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

/// SYNC's fields; they stand at the envelope's top level.
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

/// SYNC_ACK's fields; they stand at the envelope's top level.
pub const SYNC_ACK: Shape = Shape::new(
    "SyncAckFields",
    "The fields of SYNC_ACK, at the message's top level: every field of the SYNC, and these.",
    &[
        Field::optional("debugMode", Boolean).doc("Whether the widget logs.", "SDK source"),
        Field::optional("version", Text).masked(Mask::Version).doc(
            "The version of the published SDK the widget is compatible with.",
            "SDK source",
        ),
        Field::optional("iFrameUrl", Text)
            .masked(Mask::Address)
            .doc("The widget page's origin as it names itself.", "SDK source"),
        Field::optional("sdkVersion", Text)
            .masked(Mask::Version)
            .doc("This package's version.", "this project"),
    ],
)
.open();

/// READY's payload.
pub const READY: Shape = Shape::new(
    "OnReady",
    "What the host says about the page, the user and the account.",
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
        Field::optional("isLoggedIn", Boolean)
            .doc("Whether the user is logged in to the calling app.", BOTH),
        Field::optional("isAvailable", Boolean).doc("Whether the user can take calls.", REFERENCE),
        Field::optional("engagementId", Number)
            .masked(Mask::RecordId)
            .doc("An engagement the app already has.", BOTH),
        Field::optional("sizeInfo", Object(&SIZE)).doc("The size the widget wants.", REFERENCE),
        Field::optional("iframeLocation", Open(IFRAME_LOCATIONS))
            .doc("Where the frame is shown, as in READY.", DEMO),
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
        Field::required("fromNumber", Text).masked(Mask::Phone).doc(
            "The caller's number; the host matches it with its records.",
            BOTH,
        ),
        Field::expected("toNumber", Text)
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
        Field::optional("dialingContext", Object(&DIAL_NUMBER))
            .passed_on()
            .doc(
                "The whole payload of the onDialNumber that this call answers.",
                REFERENCE,
            ),
        Field::optional("phoneNumber", Text)
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
        Field::optional("engagementId", Number)
            .masked(Mask::RecordId)
            .required_in_types()
            .doc("The call engagement's identifier, where one exists.", BOTH),
        Field::optional("callEndStatus", OneOf(END_STATUSES)).doc("How the call ended.", BOTH),
    ],
);

/// CALL_COMPLETED's payload.
pub const CALL_COMPLETED: Shape = Shape::new(
    "OnCallCompleted",
    "The user has finished with a call; the host may log it.",
    &[
        CALL_ID,
        Field::optional("engagementId", TextOrNumber)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", BOTH),
        Field::optional("hideWidget", Boolean).doc(
            "Whether the host closes the widget; true when absent, ignored in a Call task.",
            BOTH,
        ),
        Field::optional("engagementProperties", Object(&ENGAGEMENT_PROPERTIES))
            .passed_on()
            .doc("Properties the host sets on the engagement.", BOTH),
    ],
);

/// Properties of a call engagement.
pub const ENGAGEMENT_PROPERTIES: Shape = Shape::new(
    "RawEngagementProperties",
    "Properties of a call engagement, by their internal names; values are strings.",
    &[
        Field::expected("hs_timestamp", TextOrNumber)
            .masked(Mask::Time)
            .required_in_types()
            .unit("ms since the epoch, or ISO 8601")
            .doc(
                "When the call took place; its position on the timeline.",
                TYPES,
            ),
        Field::optional("hs_call_title", Text)
            .masked(Mask::Whole)
            .doc("The call's title.", TYPES),
        Field::optional("hs_call_body", Text)
            .masked(Mask::Whole)
            .doc("The notes.", TYPES),
        Field::optional("hs_call_direction", Open(&["INBOUND", "OUTBOUND"]))
            .doc("The direction, as the CRM user sees it.", TYPES),
        Field::optional("hs_call_status", Open(CALL_STATUSES)).doc("The call's status.", TYPES),
        Field::optional("hs_call_duration", Text)
            .masked(Mask::Count)
            .unit("ms")
            .doc("How long the call lasted.", TYPES),
        Field::optional("hs_call_from_number", Text)
            .masked(Mask::Phone)
            .doc("The number the call came from.", TYPES),
        Field::optional("hs_call_to_number", Text)
            .masked(Mask::Phone)
            .doc("The number that was called.", TYPES),
        Field::optional("hs_call_disposition", Text)
            .masked(Mask::Id)
            .doc("The outcome's identifier.", TYPES),
        Field::optional("hs_call_recording_url", Text)
            .masked(Mask::Whole)
            .doc("Where the recording is; https only.", TYPES),
        Field::optional("hs_call_callee_object_id", Text)
            .masked(Mask::RecordId)
            .doc("The record on the other end.", TYPES),
        Field::optional("hs_call_callee_object_type", Text)
            .masked(Mask::TypeId)
            .doc("That record's type.", TYPES),
        Field::optional("hs_call_source", Open(&["INTEGRATIONS_PLATFORM"])).doc(
            "The call's source; needed for recordings and transcripts.",
            TYPES,
        ),
        Field::optional("hubspot_owner_id", Text)
            .masked(Mask::Id)
            .doc("The engagement's owner.", TYPES),
        Field::optional("hs_activity_type", Text)
            .doc("The call's type, as the account defines them.", TYPES),
        Field::optional("hs_attachment_ids", Text)
            .doc("Attachments' ids, joined by semicolons.", TYPES),
    ],
)
.open();

/// NAVIGATE_TO_RECORD's payload.
pub const NAVIGATE_TO_RECORD: Shape = Shape::new(
    "OnNavigateToRecord",
    "A record the host is to open.",
    &[
        Field::optional("engagementId", Number)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", BOTH),
        Field::required("objectCoordinates", Object(&OBJECT_COORDINATES)).doc("The record.", BOTH),
        Field::optional("openIn", OneOf(OPEN_IN)).doc("Where to open it.", TYPES),
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
        Field::required("message", Text)
            .masked(Mask::Whole)
            .doc("The text the user reads.", BOTH),
        Field::optional("type", Text).masked(Mask::MessageType).doc(
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
        Field::listed("phoneNumber", Text)
            .masked(Mask::Phone)
            .compared()
            .doc("The number to call.", REFERENCE),
        LISTED_OWNER_ID,
        Field::listed("subjectId", Number)
            .masked(Mask::RecordId)
            .doc("The record the user is on.", REFERENCE),
        Field::listed("objectId", Number)
            .masked(Mask::RecordId)
            .doc("The record the number belongs to.", REFERENCE),
        Field::listed("objectType", OneOf(OBJECT_TYPES)).doc("That record's kind.", REFERENCE),
        LISTED_PORTAL_ID,
        Field::listed("countryCode", Text).doc("The number's country.", REFERENCE),
        Field::listed("calleeInfo", Object(&CALLEE_INFO)).doc("Who is called.", REFERENCE),
        Field::listed("startTimestamp", Number)
            .masked(Mask::Time)
            .unit("ms since the epoch")
            .doc("When the user clicked.", REFERENCE),
        Field::listed("toPhoneNumberSrc", Text)
            .doc("The record property that holds the number.", REFERENCE),
    ],
)
.open();

/// Who is called.
pub const CALLEE_INFO: Shape = Shape::new(
    "CalleeInfo",
    "The record on the other end of a call.",
    &[
        Field::listed("calleeId", Number)
            .masked(Mask::RecordId)
            .doc("The record's identifier.", REFERENCE),
        Field::listed("calleeObjectTypeId", Open(OBJECT_TYPE_IDS))
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
        Field::listed("engagementId", Number)
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
            "callerIdMatches",
            List(&[&CONTACT_ID_MATCH, &COMPANY_ID_MATCH]),
        )
        .passed_on()
        .doc("The matches; may be empty.", TYPES),
        ADDED_CALL_ID,
    ],
)
.open();

/// A matched contact.
pub const CONTACT_ID_MATCH: Shape = Shape::new(
    "ContactIdMatch",
    "A contact that has the caller's number.",
    &[
        Field::required("callerIdType", OneOf(CALLER_ID_TYPES.split_at(1).0))
            .doc("Always CONTACT.", TYPES),
        Field::required("objectCoordinates", Object(&OBJECT_COORDINATES))
            .doc("The contact.", TYPES),
        Field::required("firstName", Text)
            .masked(Mask::Whole)
            .doc("First name.", TYPES),
        Field::required("lastName", Text)
            .masked(Mask::Whole)
            .doc("Last name.", TYPES),
        Field::required("email", Text)
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
        Field::required("callerIdType", OneOf(CALLER_ID_TYPES.split_at(1).1))
            .doc("Always COMPANY.", TYPES),
        Field::required("objectCoordinates", Object(&OBJECT_COORDINATES))
            .doc("The company.", TYPES),
        Field::required("name", Text)
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
        Field::optional("engagementId", Number)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", REFERENCE),
        Field::listed("objectCoordinates", Object(&OBJECT_COORDINATES))
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
        Field::listed("engagementId", Number)
            .masked(Mask::RecordId)
            .doc("The call engagement's identifier.", BOTH),
        Field::listed("externalCallId", Text)
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
    &[Field::optional("externalCallId", Text)
        .masked(Mask::Id)
        .doc("The call's identifier.", ASSUMED)],
)
.open();

/// SET_CALL_STATE's payload.
pub const SET_CALL_STATE: Shape = Shape::new(
    "CallStateChange",
    "A call's status as the host sees it.",
    &[Field::optional("callStatus", OneOf(CALL_STATUSES)).doc("The status.", ASSUMED)],
)
.open();

/// VISIBILITY_CHANGED's payload.
pub const VISIBILITY: Shape = Shape::new(
    "VisibilityChange",
    "Whether the user sees the widget.",
    &[
        Field::listed("isMinimized", Boolean).doc("The user minimised it.", REFERENCE),
        Field::listed("isHidden", Boolean).doc("The user hid it.", REFERENCE),
    ],
)
.open();
