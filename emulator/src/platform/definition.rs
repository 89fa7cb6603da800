//! Every endpoint, once: the router and the OpenAPI document come from this table.

mod batch;
mod records;
mod search;

use calling_widget_sdk::rest::{
    Method,
    calling_settings::{self, StoredSettings},
    channel_connection, inbound_call, oauth as oauth_routes, object_batch, object_search,
    objects as object_routes, properties as property_routes, recording,
    settings::{CallingSettings, SettingsPatch},
};

use self::{
    batch::{BATCH_CHANGED, BATCH_CREATE, BATCH_DONE, BATCH_IDS, BATCH_READ, BATCH_UPDATE},
    records::{
        ASSOCIATED, OBJECT, OBJECT_CHANGE, OBJECT_CHANGE_QUERY, OBJECT_INPUT, OBJECT_LIST,
        OBJECT_SELECTION, OBJECTS, PROPERTIES, PROPERTY, PROPERTY_INPUT,
    },
    search::{FOUND, SEARCHED},
};
use super::{
    answer::{Answer, Refusal},
    apps,
    call::{Call, Space},
    control,
    guard::Exposure,
    host_page, inbound,
    oauth::{consent, grant, tokens},
    objects, settings,
    shape::{Shape, shape},
};

/// One endpoint.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) method: Method,
    pub(crate) route: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) exposure: Exposure,
    pub(crate) access: Access,
    pub(crate) request: Request,
    /// Parameters of the query beside a body.
    pub(crate) query: &'static [Field],
    /// Whether a part of it may fail, which the service answers with 207.
    pub(crate) is_in_part: bool,
    /// The service's own status of success; by default it is 200.
    pub(crate) vendor_status: u16,
    pub(crate) answer: Content,
    pub(crate) refusals: &'static [u16],
    pub(crate) handler: Handler,
}

/// What a caller has to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Access {
    /// Nothing.
    Free,
    /// A developer's key, or an access token of the app.
    KeyOrToken,
    /// An access token.
    Token,
}

/// What a request holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Request {
    /// Nothing but its address.
    None,
    /// Parameters of the query.
    Query(&'static [Field]),
    /// A form.
    Form(&'static [Field]),
    /// A JSON object of this type.
    Body(Shape),
    /// A JSON object; of a change no field is required.
    Json {
        fields: &'static [Field],
        is_change: bool,
    },
}

/// What an answer holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content {
    /// Nothing.
    Empty,
    /// A JSON object of this type.
    Of(Shape),
    /// A JSON object.
    Json(&'static [Field]),
    /// A page.
    Page,
    /// The way back to an app.
    Redirect,
}

/// One field.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) is_required: bool,
    pub(crate) meaning: &'static str,
}

/// What a field holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Kind {
    Text,
    Int32,
    Int64,
    Flag,
    DateTime,
    Texts,
    Numbers,
    TextMap,
    /// The same, where a value may be null.
    UnsetTextMap,
    Objects,
    Object(&'static [Field]),
    /// A list of objects of this form.
    List(&'static [Field]),
    /// Values that are neither lists nor objects, by names that are not known before.
    Scalars,
    /// Objects by names that are not known before.
    Map,
    /// As that, or null.
    Unset(&'static Self),
    /// A text, or the number in it.
    Identifier,
    /// Values of any type by names that are not known before.
    AnyMap,
    /// Lists of objects by names that are not known before.
    Lists,
    /// One of these texts.
    OneOf(&'static [&'static str]),
    /// A value of several forms, which the meaning tells.
    Anything,
    /// A whole number between two, both included.
    Range(i64, i64),
}

/// Who answers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Handler {
    /// A function of the request and the data.
    Data(fn(&Call, &Space<'_>) -> Result<Answer, Refusal>),
    /// The server itself.
    Own(Own),
}

/// What needs no data.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Own {
    Health,
    Log,
    LogData,
    ReadFaults,
    SetFaults,
    ClearFaults,
    RemoveNamespace,
    Reset,
    Document,
    Reference,
}

impl Definition {
    const fn new(
        method: Method,
        route: &'static str,
        summary: &'static str,
        exposure: Exposure,
        handler: Handler,
    ) -> Self {
        Self {
            method,
            route,
            summary,
            exposure,
            access: Access::Free,
            request: Request::None,
            query: &[],
            is_in_part: false,
            vendor_status: 200,
            answer: Content::Empty,
            refusals: &[],
            handler,
        }
    }

    const fn keyed(
        method: Method,
        route: &'static str,
        summary: &'static str,
        handler: fn(&Call, &Space<'_>) -> Result<Answer, Refusal>,
    ) -> Self {
        let mut definition = Self::new(
            method,
            route,
            summary,
            Exposure::Guarded,
            Handler::Data(handler),
        );
        definition.access = Access::KeyOrToken;
        definition.refusals = &[400, 401, 403, 404];
        definition
    }

    const fn with_token(
        method: Method,
        route: &'static str,
        summary: &'static str,
        handler: fn(&Call, &Space<'_>) -> Result<Answer, Refusal>,
    ) -> Self {
        let mut definition = Self::keyed(method, route, summary, handler);
        definition.access = Access::Token;
        definition
    }

    const fn open(
        method: Method,
        route: &'static str,
        summary: &'static str,
        handler: fn(&Call, &Space<'_>) -> Result<Answer, Refusal>,
    ) -> Self {
        Self::new(
            method,
            route,
            summary,
            Exposure::Guarded,
            Handler::Data(handler),
        )
    }

    const fn control(
        method: Method,
        route: &'static str,
        summary: &'static str,
        handler: Handler,
    ) -> Self {
        let mut definition = Self::new(method, route, summary, Exposure::Control, handler);
        definition.refusals = &[400];
        definition.answer = Content::Json(&[]);
        definition
    }

    const fn takes(mut self, request: Request) -> Self {
        self.request = request;
        self
    }

    const fn with_query(mut self, fields: &'static [Field]) -> Self {
        self.query = fields;
        self
    }

    const fn in_part(mut self) -> Self {
        self.is_in_part = true;
        self
    }

    const fn answers(mut self, answer: Content) -> Self {
        self.answer = answer;
        self
    }

    const fn vendor(mut self, status: u16) -> Self {
        self.vendor_status = status;
        self
    }

    const fn refuses(mut self, statuses: &'static [u16]) -> Self {
        self.refusals = statuses;
        self
    }
}

const fn required(name: &'static str, kind: Kind, meaning: &'static str) -> Field {
    Field {
        name,
        kind,
        is_required: true,
        meaning,
    }
}

const fn optional(name: &'static str, kind: Kind, meaning: &'static str) -> Field {
    Field {
        name,
        kind,
        is_required: false,
        meaning,
    }
}

const fn whole(fields: &'static [Field]) -> Request {
    Request::Json {
        fields,
        is_change: false,
    }
}

const fn change(fields: &'static [Field]) -> Request {
    Request::Json {
        fields,
        is_change: true,
    }
}

/// Every endpoint, in the order of the OpenAPI document.
pub(crate) static DEFINITIONS: &[Definition] = &[
    Definition::keyed(
        Method::Post,
        calling_settings::ROUTE,
        "Registers an app's calling settings",
        settings::create,
    )
    .takes(Request::Body(shape::<CallingSettings>()))
    .answers(Content::Of(shape::<StoredSettings>()))
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::keyed(
        Method::Get,
        calling_settings::ROUTE,
        "Reads an app's calling settings",
        settings::read,
    )
    .answers(Content::Of(shape::<StoredSettings>())),
    Definition::keyed(
        Method::Patch,
        calling_settings::ROUTE,
        "Changes the given calling settings",
        settings::update,
    )
    .takes(Request::Body(shape::<SettingsPatch>()))
    .answers(Content::Of(shape::<StoredSettings>())),
    Definition::keyed(
        Method::Delete,
        calling_settings::ROUTE,
        "Removes an app's calling settings",
        settings::delete,
    )
    .vendor(204),
    Definition::keyed(
        Method::Post,
        recording::ROUTE,
        "Registers where recordings are fetched",
        settings::create_recording,
    )
    .takes(whole(RECORDING))
    .answers(Content::Json(RECORDING))
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::keyed(
        Method::Get,
        recording::ROUTE,
        "Reads where recordings are fetched",
        settings::read_recording,
    )
    .answers(Content::Json(RECORDING)),
    Definition::keyed(
        Method::Patch,
        recording::ROUTE,
        "Changes where recordings are fetched",
        settings::update_recording,
    )
    .takes(change(RECORDING))
    .answers(Content::Json(RECORDING)),
    Definition::keyed(
        Method::Post,
        channel_connection::ROUTE,
        "Registers where an app's numbers are asked for",
        settings::create_connection,
    )
    .takes(whole(CONNECTION))
    .answers(Content::Json(STORED_CONNECTION))
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::keyed(
        Method::Get,
        channel_connection::ROUTE,
        "Reads where an app's numbers are asked for",
        settings::read_connection,
    )
    .answers(Content::Json(STORED_CONNECTION)),
    Definition::keyed(
        Method::Patch,
        channel_connection::ROUTE,
        "Changes where an app's numbers are asked for",
        settings::update_connection,
    )
    .takes(change(CONNECTION))
    .answers(Content::Json(STORED_CONNECTION)),
    Definition::keyed(
        Method::Delete,
        channel_connection::ROUTE,
        "Removes where an app's numbers are asked for",
        settings::delete_connection,
    )
    .vendor(204),
    Definition::keyed(
        Method::Post,
        recording::READY_ROUTE,
        "Tells that a call's recording can be fetched",
        inbound::recording_ready,
    )
    .takes(whole(READY))
    .vendor(204),
    Definition::keyed(
        Method::Post,
        inbound_call::ROUTE,
        "Tells of an incoming call",
        inbound::inbound_call,
    )
    .takes(whole(INBOUND_CALL))
    .answers(Content::Json(INBOUND_ANSWER)),
    Definition::with_token(
        Method::Get,
        object_routes::ROUTE,
        "Lists the records of a type",
        objects::list,
    )
    .takes(Request::Query(OBJECT_LIST))
    .answers(Content::Json(OBJECTS)),
    Definition::with_token(
        Method::Post,
        object_routes::ROUTE,
        "Makes a record",
        objects::create,
    )
    .takes(whole(OBJECT_INPUT))
    .answers(Content::Json(OBJECT))
    .vendor(201)
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::with_token(
        Method::Post,
        object_search::ROUTE,
        "Searches records by the values of their properties",
        objects::search::search,
    )
    .takes(whole(SEARCHED))
    .answers(Content::Json(FOUND)),
    Definition::with_token(
        Method::Post,
        object_batch::READ_ROUTE,
        "Reads up to 100 records; with --profile vendor it is 207 where some are not there",
        objects::batch::read,
    )
    .takes(whole(BATCH_READ))
    .answers(Content::Json(BATCH_DONE))
    .in_part(),
    Definition::with_token(
        Method::Post,
        object_batch::CREATE_ROUTE,
        "Makes up to 100 records, all or none; each by itself where every input has an \
         objectWriteTraceId",
        objects::batch::create,
    )
    .takes(whole(BATCH_CREATE))
    .answers(Content::Json(BATCH_DONE))
    .vendor(201)
    .in_part()
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::with_token(
        Method::Post,
        object_batch::UPDATE_ROUTE,
        "Sets properties of up to 100 records; those that are not there are told",
        objects::batch::update,
    )
    .takes(whole(BATCH_UPDATE))
    .answers(Content::Json(BATCH_DONE))
    .in_part()
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::with_token(
        Method::Post,
        object_batch::UPSERT_ROUTE,
        "Sets properties of up to 100 records by a unique property, and makes those that are \
         not there",
        objects::batch::upsert,
    )
    .takes(whole(BATCH_UPDATE))
    .answers(Content::Json(BATCH_CHANGED))
    .in_part()
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::with_token(
        Method::Post,
        object_batch::ARCHIVE_ROUTE,
        "Deletes up to 100 records; those that are not there count as deleted",
        objects::batch::archive,
    )
    .takes(whole(BATCH_IDS))
    .vendor(204),
    Definition::with_token(
        Method::Get,
        object_routes::OBJECT_ROUTE,
        "Reads a record",
        objects::read,
    )
    .takes(Request::Query(OBJECT_SELECTION))
    .answers(Content::Json(OBJECT)),
    Definition::with_token(
        Method::Patch,
        object_routes::OBJECT_ROUTE,
        "Sets properties of a record",
        objects::update,
    )
    .takes(change(OBJECT_CHANGE))
    .with_query(OBJECT_CHANGE_QUERY)
    .answers(Content::Json(OBJECT))
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::with_token(
        Method::Delete,
        object_routes::OBJECT_ROUTE,
        "Deletes a record; one that is not there counts as deleted",
        objects::delete,
    )
    .vendor(204),
    Definition::with_token(
        Method::Put,
        object_routes::ASSOCIATION_ROUTE,
        "Associates two records, in both directions",
        objects::associations::associate,
    )
    .answers(Content::Json(ASSOCIATED)),
    Definition::with_token(
        Method::Get,
        property_routes::ROUTE,
        "Tells which properties the records of a type have",
        objects::properties::list,
    )
    .answers(Content::Json(PROPERTIES)),
    Definition::with_token(
        Method::Post,
        property_routes::ROUTE,
        "Defines a property",
        objects::properties::create,
    )
    .takes(whole(PROPERTY_INPUT))
    .answers(Content::Json(PROPERTY))
    .vendor(201)
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::with_token(
        Method::Get,
        property_routes::PROPERTY_ROUTE,
        "Tells what one property is",
        objects::properties::read,
    )
    .answers(Content::Json(PROPERTY)),
    AUTHORIZE,
    DECIDE,
    Definition {
        route: "/oauth/{accountId}/authorize",
        ..AUTHORIZE
    },
    Definition {
        route: "/oauth/{accountId}/authorize",
        ..DECIDE
    },
    Definition::open(
        Method::Post,
        oauth_routes::TOKEN_ROUTE,
        "Exchanges a code, makes a new access token, or one of the app itself",
        grant::token,
    )
    .takes(Request::Form(TOKEN_FORM))
    .answers(Content::Json(TOKENS))
    .refuses(&[400]),
    Definition::open(
        Method::Post,
        oauth_routes::TOKEN_V3_ROUTE,
        "Exchanges a code, or makes a new access token",
        grant::token_v3,
    )
    .takes(Request::Form(TOKEN_V3_FORM))
    .answers(Content::Json(TOKENS))
    .refuses(&[400]),
    Definition::open(
        Method::Post,
        oauth_routes::INTROSPECT_ROUTE,
        "Tells whether a token of the app is good, and what is known of it",
        tokens::introspect,
    )
    .takes(Request::Form(TOKEN_QUESTION))
    .answers(Content::Json(INTROSPECTION))
    .refuses(&[400]),
    Definition::open(
        Method::Post,
        oauth_routes::REVOKE_ROUTE,
        "Ends a refresh token of the app; access tokens stay valid",
        tokens::revoke,
    )
    .takes(Request::Form(TOKEN_QUESTION))
    .refuses(&[400]),
    Definition::open(
        Method::Get,
        oauth_routes::ACCESS_TOKEN_ROUTE,
        "Tells what is known of an access token",
        tokens::read_access,
    )
    .answers(Content::Json(ACCESS_TOKEN))
    .refuses(&[404]),
    Definition::open(
        Method::Get,
        oauth_routes::REFRESH_TOKEN_ROUTE,
        "Tells what is known of a refresh token",
        tokens::read_refresh,
    )
    .answers(Content::Json(REFRESH_TOKEN))
    .refuses(&[404]),
    Definition::open(
        Method::Delete,
        oauth_routes::REFRESH_TOKEN_ROUTE,
        "Deletes a refresh token; access tokens stay valid, and the app stays installed",
        tokens::delete_refresh,
    )
    .vendor(204)
    .refuses(&[404]),
    Definition::new(
        Method::Get,
        "/emulator/health",
        "Tells that the emulator runs",
        Exposure::Public,
        Handler::Own(Own::Health),
    )
    .answers(Content::Json(HEALTH)),
    Definition::new(
        Method::Get,
        "/emulator/openapi.json",
        "This document",
        Exposure::Own,
        Handler::Own(Own::Document),
    )
    .answers(Content::Json(&[])),
    Definition::new(
        Method::Get,
        "/emulator/docs",
        "This document as a page",
        Exposure::Own,
        Handler::Own(Own::Reference),
    )
    .answers(Content::Page),
    Definition::new(
        Method::Get,
        "/emulator/log",
        "The last requests as a page",
        Exposure::Own,
        Handler::Own(Own::Log),
    )
    .takes(Request::Query(SEARCH))
    .answers(Content::Page),
    Definition::new(
        Method::Get,
        "/emulator/log.json",
        "The last requests, the newest first",
        Exposure::Guarded,
        Handler::Own(Own::LogData),
    )
    .takes(Request::Query(SEARCH))
    .answers(Content::Json(LOG)),
    Definition::control(
        Method::Post,
        "/emulator/host-page",
        "Gives the demo's host page a token for its records and settings",
        Handler::Data(host_page::open),
    )
    .answers(Content::Json(HOST_PAGE))
    .refuses(&[]),
    Definition::control(
        Method::Post,
        "/emulator/reset",
        "Brings the namespace back to its start",
        Handler::Own(Own::Reset),
    ),
    Definition::control(
        Method::Post,
        "/emulator/snapshot",
        "Keeps what the namespace holds, under a name",
        Handler::Data(control::snapshot),
    )
    .takes(change(SNAPSHOT))
    .refuses(&[400, 429]),
    Definition::control(
        Method::Post,
        "/emulator/restore",
        "Brings back what a snapshot holds",
        Handler::Data(control::restore),
    )
    .takes(change(SNAPSHOT))
    .refuses(&[400, 404]),
    Definition::control(
        Method::Delete,
        "/emulator/namespaces/{name}",
        "Takes a namespace away, with its snapshots",
        Handler::Own(Own::RemoveNamespace),
    )
    .answers(Content::Json(REMOVED))
    .refuses(&[404]),
    Definition::control(
        Method::Get,
        "/emulator/clock",
        "Tells the time of the namespace",
        Handler::Data(control::read_clock),
    )
    .answers(Content::Json(TIME)),
    Definition::control(
        Method::Post,
        "/emulator/clock",
        "Moves the time of the namespace forward",
        Handler::Data(control::move_clock),
    )
    .takes(whole(ADVANCE))
    .answers(Content::Json(TIME)),
    Definition::control(
        Method::Get,
        "/emulator/faults",
        "Tells which faults are switched on",
        Handler::Own(Own::ReadFaults),
    )
    .answers(Content::Json(FAULTS)),
    Definition::control(
        Method::Post,
        "/emulator/faults",
        "Switches faults on, in place of those that were",
        Handler::Own(Own::SetFaults),
    )
    .takes(change(FAULTS))
    .answers(Content::Json(FAULTS)),
    Definition::control(
        Method::Delete,
        "/emulator/faults",
        "Switches every fault off",
        Handler::Own(Own::ClearFaults),
    )
    .answers(Content::Empty),
    Definition::control(
        Method::Post,
        "/emulator/apps/{appId}",
        "Registers an app, or registers it anew",
        Handler::Data(apps::register),
    )
    .takes(whole(APP))
    .refuses(&[400, 409]),
    Definition::control(
        Method::Delete,
        "/emulator/apps/{appId}/installation",
        "Takes an app out of the account; its tokens end",
        Handler::Data(control::uninstall),
    ),
];

const AUTHORIZE: Definition = Definition::new(
    Method::Get,
    oauth_routes::AUTHORIZE_ROUTE,
    "Asks the user for consent",
    Exposure::Linked,
    Handler::Data(consent::show),
)
.takes(Request::Query(AUTHORIZATION))
.answers(Content::Page)
.refuses(&[400, 404]);

const DECIDE: Definition = Definition::new(
    Method::Post,
    oauth_routes::AUTHORIZE_ROUTE,
    "Takes the user's decision",
    Exposure::Guarded,
    Handler::Data(consent::decide),
)
.takes(Request::Form(DECISION))
.answers(Content::Redirect)
.refuses(&[400]);

const RECORDING: &[Field] = &[required(
    "urlToRetrieveAuthedRecording",
    Kind::Text,
    "Address that recordings are fetched from",
)];

const CONNECTION: &[Field] = &[
    required("url", Kind::Text, "The app's address for its numbers"),
    required("isReady", Kind::Flag, "Whether it is ready for production"),
];

const STORED_CONNECTION: &[Field] = &[
    required("url", Kind::Text, "The app's address for its numbers"),
    required("isReady", Kind::Flag, "Whether it is ready for production"),
    required("createdAt", Kind::DateTime, "When it was made"),
    required("updatedAt", Kind::DateTime, "When it last changed"),
];

const READY: &[Field] = &[required(
    "engagementId",
    Kind::Int64,
    "The call's engagement",
)];

const NUMBER: &[Field] = &[
    required("e164Number", Kind::Text, "The number, E.164"),
    required("phoneNumberType", Kind::Text, "Its type"),
    optional("extension", Kind::Text, "The extension"),
];

const INBOUND_CALL: &[Field] = &[
    required(
        "externalCallId",
        Kind::Text,
        "The app's identifier of the call",
    ),
    required(
        "createEngagement",
        Kind::Flag,
        "Whether an engagement is made",
    ),
    required(
        "engagementProperties",
        Kind::TextMap,
        "Properties of that engagement",
    ),
    required(
        "finalCallStatus",
        Kind::Text,
        "How the call stands, or ended",
    ),
    required("fromNumber", Kind::Object(NUMBER), "Who calls"),
    required("toNumber", Kind::Object(NUMBER), "Who is called"),
    required(
        "potentialRecipientUserIds",
        Kind::Numbers,
        "Users who may take it",
    ),
    optional("callStartedTimestamp", Kind::DateTime, "When it began"),
    optional("durationSeconds", Kind::Int64, "How long it took"),
    optional("userId", Kind::Int64, "The user who took it"),
];

const INBOUND_ANSWER: &[Field] = &[required(
    "callerIdMatches",
    Kind::Objects,
    "Records that may belong to the caller, a list",
)];

const HOST_PAGE: &[Field] = &[
    required("appId", Kind::Int32, "The app whose settings it goes by"),
    required("portalId", Kind::Int64, "The account"),
    required(
        "hasSettings",
        Kind::Flag,
        "Whether the app has calling settings",
    ),
    required("accessToken", Kind::Text, "Its token"),
    required("expiresIn", Kind::Int64, "The token's lifetime in seconds"),
];

const AUTHORIZATION: &[Field] = &[
    required("client_id", Kind::Text, "The app's client id"),
    required(
        "redirect_uri",
        Kind::Text,
        "Where the user comes back; registered with the app",
    ),
    optional(
        "scope",
        Kind::Text,
        "Scopes, with spaces between; also spelt scopes",
    ),
    optional(
        "optional_scope",
        Kind::Text,
        "Optional scopes; also spelt optional_scopes",
    ),
    optional("state", Kind::Text, "Comes back unchanged"),
    optional("code_challenge", Kind::Text, "The challenge of PKCE"),
    optional("code_challenge_method", Kind::Text, "S256 or plain"),
];

const DECISION: &[Field] = &[
    required("request", Kind::Text, "The request that the page names"),
    required("user", Kind::Int64, "The user who decides"),
    required("decision", Kind::Text, "allow or cancel"),
];

const TOKEN_FORM: &[Field] = &[
    required(
        "grant_type",
        Kind::Text,
        "authorization_code, refresh_token or client_credentials",
    ),
    required("client_id", Kind::Text, "The app's client id"),
    required("client_secret", Kind::Text, "The app's client secret"),
    optional("code", Kind::Text, "The code to exchange"),
    optional(
        "redirect_uri",
        Kind::Text,
        "The address the code was made for",
    ),
    optional("code_verifier", Kind::Text, "The verifier of PKCE"),
    optional("refresh_token", Kind::Text, "The refresh token"),
    optional(
        "scope",
        Kind::Text,
        "With client_credentials, scopes with spaces between; else those the app needs",
    ),
];

const TOKEN_V3_FORM: &[Field] = &[
    required(
        "grant_type",
        Kind::Text,
        "authorization_code or refresh_token",
    ),
    required("client_id", Kind::Text, "The app's client id"),
    required("client_secret", Kind::Text, "The app's client secret"),
    optional("code", Kind::Text, "The code to exchange"),
    optional(
        "redirect_uri",
        Kind::Text,
        "The address the code was made for",
    ),
    optional("code_verifier", Kind::Text, "The verifier of PKCE"),
    optional("refresh_token", Kind::Text, "The refresh token"),
];

const TOKEN_QUESTION: &[Field] = &[
    required("client_id", Kind::Text, "The app's client id"),
    required("client_secret", Kind::Text, "The app's client secret"),
    required("token", Kind::Text, "The token"),
    optional(
        "token_type_hint",
        Kind::Text,
        "access_token or refresh_token",
    ),
];

const INTROSPECTION: &[Field] = &[
    required("active", Kind::Flag, "Whether it can be used"),
    optional("token_use", Kind::Text, "access_token or refresh_token"),
    optional("token", Kind::Text, "The token"),
    optional("user", Kind::Text, "E-mail address of the user"),
    optional("hub_domain", Kind::Text, "Domain of the account"),
    optional("hub_id", Kind::Int64, "Account"),
    optional("app_id", Kind::Int64, "App"),
    optional("client_id", Kind::Text, "The app's client id"),
    optional("user_id", Kind::Int64, "User"),
    optional("scopes", Kind::Texts, "Granted scopes"),
    optional(
        "expires_in",
        Kind::Int64,
        "Remaining lifetime in seconds of an access token",
    ),
    optional("token_type", Kind::Text, "Token kind"),
    optional(
        "is_private_distribution",
        Kind::Flag,
        "Whether the app is distributed privately",
    ),
    optional(
        "signed_access_token",
        Kind::Object(SIGNED),
        "The signed form of an access token",
    ),
];

const TOKENS: &[Field] = &[
    required("token_type", Kind::Text, "Token kind"),
    required(
        "access_token",
        Kind::Text,
        "Short-lived; up to 512 characters",
    ),
    optional(
        "refresh_token",
        Kind::Text,
        "Makes new access tokens; absent with client_credentials",
    ),
    required(
        "expires_in",
        Kind::Int64,
        "Lifetime of the access token in seconds",
    ),
    optional(
        "token_use",
        Kind::Text,
        "access_token or client_credentials; in the vendor profile",
    ),
    optional("hub_id", Kind::Int64, "Account; in the vendor profile"),
    optional("user_id", Kind::Int64, "User; in the vendor profile"),
    optional(
        "scopes",
        Kind::Texts,
        "Granted scopes; in the vendor profile",
    ),
];

const ACCESS_TOKEN: &[Field] = &[
    required("token", Kind::Text, "The access token"),
    required("user", Kind::Text, "E-mail address of the user"),
    required("hub_domain", Kind::Text, "Domain of the account"),
    required("hub_id", Kind::Int64, "Account"),
    required("app_id", Kind::Int64, "App"),
    required("user_id", Kind::Int64, "User"),
    required("scopes", Kind::Texts, "Granted scopes"),
    required("expires_in", Kind::Int64, "Remaining lifetime in seconds"),
    required("token_type", Kind::Text, "Token kind"),
    required(
        "signed_access_token",
        Kind::Object(SIGNED),
        "The signed form",
    ),
    optional(
        "is_private_distribution",
        Kind::Flag,
        "In the vendor profile",
    ),
];

const SIGNED: &[Field] = &[
    required(
        "expiresAt",
        Kind::Int64,
        "When it expires, in ms since the epoch",
    ),
    required("scopes", Kind::Text, "Scopes, encoded"),
    required("hubId", Kind::Int64, "Account"),
    required("userId", Kind::Int64, "User"),
    required("appId", Kind::Int64, "App"),
    required("signature", Kind::Text, "Signature"),
    required("scopeToScopeGroupPks", Kind::Text, "Encoded"),
    required("newSignature", Kind::Text, "Signature"),
    required("hublet", Kind::Text, "Data centre"),
    required("trialScopes", Kind::Text, "Encoded"),
    required("trialScopeToScopeGroupPks", Kind::Text, "Encoded"),
    required("isUserLevel", Kind::Flag, "Whether it is a user's"),
    optional("appInstallId", Kind::Text, "In the vendor profile"),
    optional("audience", Kind::Text, "In the vendor profile"),
    optional("installingUserId", Kind::Int64, "In the vendor profile"),
    optional("isPrivateDistribution", Kind::Flag, "In the vendor profile"),
    optional("isServiceAccount", Kind::Flag, "In the vendor profile"),
];

const REFRESH_TOKEN: &[Field] = &[
    required("token", Kind::Text, "The refresh token"),
    required("client_id", Kind::Text, "The app's client id"),
    required("hub_id", Kind::Int64, "Account"),
    required("user_id", Kind::Int64, "User"),
    required("scopes", Kind::Texts, "Granted scopes"),
    required("token_type", Kind::Text, "Token kind"),
    optional("user", Kind::Text, "E-mail address of the user"),
    optional("hub_domain", Kind::Text, "Domain of the account"),
];

const HEALTH: &[Field] = &[
    required("status", Kind::Text, "ok"),
    required("profile", Kind::Text, "spec or vendor"),
];

const SEARCH: &[Field] = &[optional(
    "q",
    Kind::Text,
    "Words that have to be in the entry",
)];

const LOG: &[Field] = &[required("results", Kind::Objects, "The entries, a list")];

const SNAPSHOT: &[Field] = &[optional("name", Kind::Text, "Its name; default by default")];

const REMOVED: &[Field] = &[
    required("namespace", Kind::Text, "Its name"),
    required("snapshots", Kind::Int64, "How many snapshots went with it"),
];

const TIME: &[Field] = &[
    required("nowMs", Kind::Int64, "The time in ms since the epoch"),
    required("now", Kind::DateTime, "The time"),
];

const ADVANCE: &[Field] = &[required("advanceMs", Kind::Int64, "By how many ms")];

const FAULTS: &[Field] = &[
    optional("route", Kind::Text, "Only this route"),
    optional("status", Kind::Int32, "The status answered instead"),
    optional("times", Kind::Int32, "For how many requests"),
    optional("latencyMs", Kind::Int64, "How long an answer waits"),
    optional(
        "retryAfterS",
        Kind::Int32,
        "What the refusal says of asking again, in seconds",
    ),
    optional("rateLimit", Kind::Object(RATE_LIMIT), "A limit of requests"),
];

const RATE_LIMIT: &[Field] = &[
    required("max", Kind::Int32, "Requests answered in ten seconds"),
    optional(
        "policy",
        Kind::Text,
        "DAILY, TEN_SECONDLY_ROLLING or SECONDLY",
    ),
];

const APP: &[Field] = &[
    required("name", Kind::Text, "Its name, as users see it"),
    required("clientId", Kind::Text, "Its client id"),
    required("clientSecret", Kind::Text, "Its client secret"),
    required("developerKey", Kind::Text, "Its developer's API key"),
    required("redirectUris", Kind::Texts, "Where users may come back"),
    optional("scopes", Kind::Texts, "Scopes it needs"),
    optional(
        "optionalScopes",
        Kind::Texts,
        "Scopes it takes when it can have them",
    ),
];
