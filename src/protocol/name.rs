//! The names of fields, as on the wire.
//!
//! The tables, the rules and the records spell a field as a [`Name`]: a misspelt one does not
//! compile, and a lookup compares a byte.

macro_rules! names {
    ($($name:ident = $wire:literal,)+) => {
        /// The name of a field that this project knows.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[expect(missing_docs, reason = "the tables say what each field is")]
        pub enum Name {
            $($name,)+
        }

        impl Name {
            /// The name on the wire.
            #[must_use]
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$name => $wire,)+
                }
            }
        }
    };
}

names! {
    AgeMs = "ageMs",
    All = "all",
    Associations = "associations",
    At = "at",
    CallEndStatus = "callEndStatus",
    CallId = "callId",
    CallStartTime = "callStartTime",
    CallStatus = "callStatus",
    CalleeId = "calleeId",
    CalleeInfo = "calleeInfo",
    CalleeObjectTypeId = "calleeObjectTypeId",
    CallerIdMatches = "callerIdMatches",
    CallerIdType = "callerIdType",
    Calls = "calls",
    Conflict = "conflict",
    CountryCode = "countryCode",
    CreateEngagement = "createEngagement",
    Data = "data",
    DebugMode = "debugMode",
    DialingContext = "dialingContext",
    Direction = "direction",
    Email = "email",
    EndedAt = "endedAt",
    Engagement = "engagement",
    EngagementId = "engagementId",
    EngagementProperties = "engagementProperties",
    Error = "error",
    ExternalCallId = "externalCallId",
    FirstName = "firstName",
    Frame = "frame",
    From = "from",
    FromNumber = "fromNumber",
    Height = "height",
    HideWidget = "hideWidget",
    Host = "host",
    HostUrl = "hostUrl",
    HsActivityType = "hs_activity_type",
    HsAttachmentIds = "hs_attachment_ids",
    HsCallBody = "hs_call_body",
    HsCallCalleeObjectId = "hs_call_callee_object_id",
    HsCallCalleeObjectType = "hs_call_callee_object_type",
    HsCallDirection = "hs_call_direction",
    HsCallDisposition = "hs_call_disposition",
    HsCallDuration = "hs_call_duration",
    HsCallFromNumber = "hs_call_from_number",
    HsCallRecordingUrl = "hs_call_recording_url",
    HsCallSource = "hs_call_source",
    HsCallStatus = "hs_call_status",
    HsCallTitle = "hs_call_title",
    HsCallToNumber = "hs_call_to_number",
    HsTimestamp = "hs_timestamp",
    HubspotOwnerId = "hubspot_owner_id",
    IFrameUrl = "iFrameUrl",
    Id = "id",
    IdFrom = "idFrom",
    IframeLocation = "iframeLocation",
    IsAvailable = "isAvailable",
    IsCutOff = "isCutOff",
    IsHidden = "isHidden",
    IsLoggedIn = "isLoggedIn",
    IsMinimized = "isMinimized",
    Key = "key",
    LastName = "lastName",
    Leads = "leads",
    Matches = "matches",
    Message = "message",
    MessageId = "messageId",
    Name = "name",
    Number = "number",
    ObjectCoordinates = "objectCoordinates",
    ObjectId = "objectId",
    ObjectType = "objectType",
    ObjectTypeId = "objectTypeId",
    OlderPhoneNumber = "phone_number",
    OpenIn = "openIn",
    Owner = "owner",
    OwnerId = "ownerId",
    PhoneNumber = "phoneNumber",
    PortalId = "portalId",
    Properties = "properties",
    Record = "record",
    ReferenceCallId = "externalCallID",
    Says = "says",
    SdkVersion = "sdkVersion",
    SizeInfo = "sizeInfo",
    StartTimestamp = "startTimestamp",
    StartedAt = "startedAt",
    State = "state",
    SubjectId = "subjectId",
    Taker = "taker",
    To = "to",
    ToNumber = "toNumber",
    ToPhoneNumberSrc = "toPhoneNumberSrc",
    Type = "type",
    TypeFrom = "typeFrom",
    UserId = "userId",
    UsesCallingWindow = "usesCallingWindow",
    Version = "version",
    Width = "width",
}
