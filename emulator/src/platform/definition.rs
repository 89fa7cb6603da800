//! Every endpoint, once: the router and the OpenAPI document come from this table.
//!
//! What a request and an answer hold is a type, most often one that the client has too:
//! its fields, and what they mean, are described there alone.

mod timeline;

use calling_rest::{
    Method,
    associations::{
        self as association_routes, AssociationList, LabelledAssociation, ListAssociations,
    },
    calling_settings::{self, StoredSettings},
    card_migration::{self, CardMigration, CardMigrationProgress},
    channel_connection::{
        self, ChannelConnection, CreateChannelConnection, UpdateChannelConnection,
    },
    inbound_call::{self, InboundCall, InboundCallAnswer},
    oauth::{
        self as oauth_routes, AccessTokenMetadata, Introspection, RefreshTokenMetadata, Tokens,
    },
    object_batch::{
        self, BatchArchive, BatchCreate, BatchOutcome, BatchRead, BatchUpdate, BatchUpsert,
        UpsertedObject,
    },
    object_search::{self, Found, Search},
    objects::{
        self as object_routes, AssociationOutcome, AssociationSpec, CreateObject, CrmObject,
        ListObjects, ObjectList, ReadObject, Selection, UpdateObject,
    },
    properties::{self as property_routes, NewProperty, Property, PropertyList},
    recording::{self, NewRecordingSettings, RecordingReady, RecordingSettings},
    settings::{CallingSettings, SettingsPatch},
};

use super::{
    answer::{Answer, Refusal},
    apps::{self, NewApp, RegisteredApp, UninstalledApp},
    call::{Call, Space},
    cards,
    control::{self, Advance, NamespaceName, RemovedNamespace, SnapshotName, TakenSnapshot, Time},
    faults::Faults,
    guard::Exposure,
    host_page::{self, HostPage},
    inbound,
    log::{LogEntries, LogQuery},
    oauth::{
        consent::{self, AuthorizationQuery, Decision},
        grant::{self, TokenForm},
        tokens::{self, TokenQuestion},
    },
    objects::{self, Archived},
    quotes::{
        self,
        account::{AccountChange, AccountSettings},
        payment::{MovedPayment, PaymentMove},
    },
    service::Health,
    settings,
    shape::{Params, Shape, params, shape},
};

/// One endpoint.
#[derive(Debug)]
pub(crate) struct Definition {
    pub(crate) method: Method,
    pub(crate) route: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) exposure: Exposure,
    pub(crate) access: Access,
    /// Scopes of which a token has to have one, where the path does not say which.
    pub(crate) scopes: &'static [&'static str],
    pub(crate) request: Request,
    /// Parameters of the query.
    pub(crate) query: &'static [Params],
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
    /// A developer's key.
    Key,
    /// A developer's key, or an access token of the app.
    KeyOrToken,
    /// An access token.
    Token,
}

/// What the body of a request holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Request {
    /// Nothing.
    None,
    /// A form with the fields of this type.
    Form(Shape),
    /// A JSON object of this type.
    Body(Shape),
    /// A JSON list of objects of this type.
    List(Shape),
    /// The same, where no body counts as an empty object.
    OptionalBody(Shape),
}

/// What an answer holds.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Content {
    /// Nothing.
    Empty,
    /// A JSON object of this type.
    Of(Shape),
    /// A list of such objects.
    ListOf(Shape),
    /// An OpenAPI document.
    Document,
    /// A page.
    Page,
    /// A file of a page; its name says of which type it is.
    File,
    /// The way back to an app.
    Redirect,
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
    Docs,
    DocsFile,
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
            scopes: &[],
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
        definition.scopes = match method {
            Method::Get => &[settings::READ],
            _ => &[settings::WRITE],
        };
        definition.refusals = &[400, 401, 403, 404];
        definition
    }

    const fn of_developer(
        method: Method,
        route: &'static str,
        summary: &'static str,
        handler: fn(&Call, &Space<'_>) -> Result<Answer, Refusal>,
    ) -> Self {
        let mut definition = Self::keyed(method, route, summary, handler);
        definition.access = Access::Key;
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
        definition.scopes = &[];
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
        definition
    }

    const fn scoped(mut self, scopes: &'static [&'static str]) -> Self {
        self.scopes = scopes;
        self
    }

    const fn takes(mut self, request: Request) -> Self {
        self.request = request;
        self
    }

    const fn with_query(mut self, parameters: &'static [Params]) -> Self {
        self.query = parameters;
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

/// Every endpoint, in the order of the OpenAPI document.
pub(crate) static DEFINITIONS: &[Definition] = &[
    Definition::keyed(
        Method::Post,
        calling_settings::ROUTE,
        "Registers an app's calling settings",
        settings::create,
    )
    .takes(Request::Body(shape::<CallingSettings>().without_null()))
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
    .takes(Request::Body(shape::<SettingsPatch>().without_null()))
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
    .takes(Request::Body(shape::<NewRecordingSettings>()))
    .answers(Content::Of(shape::<RecordingSettings>()))
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::keyed(
        Method::Get,
        recording::ROUTE,
        "Reads where recordings are fetched",
        settings::read_recording,
    )
    .answers(Content::Of(shape::<RecordingSettings>())),
    Definition::keyed(
        Method::Patch,
        recording::ROUTE,
        "Changes where recordings are fetched",
        settings::update_recording,
    )
    .takes(Request::Body(shape::<RecordingSettings>().without_null()))
    .answers(Content::Of(shape::<RecordingSettings>())),
    Definition::keyed(
        Method::Post,
        channel_connection::ROUTE,
        "Registers where an app's numbers are asked for",
        settings::create_connection,
    )
    .takes(Request::Body(
        shape::<CreateChannelConnection>().without_null(),
    ))
    .answers(Content::Of(shape::<ChannelConnection>()))
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::keyed(
        Method::Get,
        channel_connection::ROUTE,
        "Reads where an app's numbers are asked for",
        settings::read_connection,
    )
    .answers(Content::Of(shape::<ChannelConnection>())),
    Definition::keyed(
        Method::Patch,
        channel_connection::ROUTE,
        "Changes where an app's numbers are asked for",
        settings::update_connection,
    )
    .takes(Request::Body(
        shape::<UpdateChannelConnection>().without_null(),
    ))
    .answers(Content::Of(shape::<ChannelConnection>())),
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
    .takes(Request::Body(shape::<RecordingReady>()))
    .vendor(204),
    Definition::keyed(
        Method::Post,
        inbound_call::ROUTE,
        "Tells of an incoming call",
        inbound::inbound_call,
    )
    .takes(Request::Body(shape::<InboundCall>()))
    .answers(Content::Of(shape::<InboundCallAnswer>())),
    Definition::with_token(
        Method::Post,
        card_migration::ROUTE,
        "Replaces a legacy CRM card by an app card; the same request again reports how far it is",
        cards::migrate,
    )
    .scoped(&[settings::WRITE])
    .takes(Request::Body(shape::<CardMigration>()))
    .answers(Content::Of(shape::<CardMigrationProgress>()))
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::with_token(
        Method::Get,
        object_routes::ROUTE,
        "Lists the records of a type",
        objects::list,
    )
    .with_query(&[
        params::<ListObjects>,
        params::<Selection>,
        params::<Archived>,
    ])
    .answers(Content::Of(shape::<ObjectList>())),
    Definition::with_token(
        Method::Post,
        object_routes::ROUTE,
        "Makes a record",
        objects::create,
    )
    .takes(Request::Body(shape::<CreateObject>()))
    .answers(Content::Of(shape::<CrmObject>()))
    .vendor(201)
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::with_token(
        Method::Post,
        object_search::ROUTE,
        "Searches records by the values of their properties",
        objects::search::search,
    )
    .takes(Request::Body(shape::<Search>()))
    .answers(Content::Of(shape::<Found>())),
    Definition::with_token(
        Method::Post,
        object_batch::READ_ROUTE,
        "Reads up to 100 records; with --profile vendor it is 207 where some are not there",
        objects::batch::read,
    )
    .takes(Request::Body(shape::<BatchRead>()))
    .with_query(&[params::<Archived>])
    .answers(Content::Of(shape::<BatchOutcome<CrmObject>>()))
    .in_part(),
    Definition::with_token(
        Method::Post,
        object_batch::CREATE_ROUTE,
        "Makes up to 100 records, all or none; each by itself where every input has an \
         objectWriteTraceId",
        objects::batch::create,
    )
    .takes(Request::Body(shape::<BatchCreate>()))
    .answers(Content::Of(shape::<BatchOutcome<CrmObject>>()))
    .vendor(201)
    .in_part()
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::with_token(
        Method::Post,
        object_batch::UPDATE_ROUTE,
        "Sets properties of up to 100 records; those that are not there are told",
        objects::batch::update,
    )
    .takes(Request::Body(shape::<BatchUpdate>()))
    .answers(Content::Of(shape::<BatchOutcome<CrmObject>>()))
    .in_part()
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::with_token(
        Method::Post,
        object_batch::UPSERT_ROUTE,
        "Sets properties of up to 100 records by a unique property, and makes those that are \
         not there",
        objects::batch::upsert,
    )
    .takes(Request::Body(shape::<BatchUpsert>()))
    .answers(Content::Of(shape::<BatchOutcome<UpsertedObject>>()))
    .in_part()
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::with_token(
        Method::Post,
        object_batch::ARCHIVE_ROUTE,
        "Deletes up to 100 records; those that are not there count as deleted",
        objects::batch::archive,
    )
    .takes(Request::Body(shape::<BatchArchive>()))
    .vendor(204),
    Definition::with_token(
        Method::Get,
        object_routes::OBJECT_ROUTE,
        "Reads a record",
        objects::read,
    )
    .with_query(&[
        params::<ReadObject>,
        params::<Selection>,
        params::<Archived>,
    ])
    .answers(Content::Of(shape::<CrmObject>())),
    Definition::with_token(
        Method::Patch,
        object_routes::OBJECT_ROUTE,
        "Sets properties of a record",
        objects::update,
    )
    .takes(Request::Body(shape::<UpdateObject>()))
    .with_query(&[params::<ReadObject>])
    .answers(Content::Of(shape::<CrmObject>()))
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
    .answers(Content::Of(shape::<AssociationOutcome>())),
    Definition::with_token(
        Method::Get,
        association_routes::LIST_ROUTE,
        "Lists the records of a type that a record is associated with",
        objects::associations::list,
    )
    .with_query(&[params::<ListAssociations>])
    .answers(Content::Of(shape::<AssociationList>())),
    Definition::with_token(
        Method::Put,
        association_routes::LABEL_ROUTE,
        "Associates two records by labels, in both directions",
        objects::associations::label,
    )
    .takes(Request::List(shape::<AssociationSpec>()))
    .answers(Content::Of(shape::<LabelledAssociation>()))
    .vendor(201),
    Definition::with_token(
        Method::Delete,
        association_routes::LABEL_ROUTE,
        "Takes every association of two records away",
        objects::associations::dissociate,
    )
    .vendor(204),
    Definition::with_token(
        Method::Get,
        property_routes::ROUTE,
        "Tells which properties the records of a type have",
        objects::properties::list,
    )
    .answers(Content::Of(shape::<PropertyList>())),
    Definition::with_token(
        Method::Post,
        property_routes::ROUTE,
        "Defines a property",
        objects::properties::create,
    )
    .takes(Request::Body(shape::<NewProperty>()))
    .answers(Content::Of(shape::<Property>()))
    .vendor(201)
    .refuses(&[400, 401, 403, 404, 409]),
    Definition::with_token(
        Method::Get,
        property_routes::PROPERTY_ROUTE,
        "Tells what one property is",
        objects::properties::read,
    )
    .answers(Content::Of(shape::<Property>())),
    timeline::CREATE_TYPE,
    timeline::LIST_TYPES,
    timeline::READ_TYPE,
    timeline::UPDATE_TYPE,
    timeline::DELETE_TYPE,
    timeline::LIST_PROPERTIES,
    timeline::CREATE_PROPERTY,
    timeline::UPDATE_PROPERTY,
    timeline::DELETE_PROPERTY,
    timeline::CREATE_EVENT,
    timeline::PUT_EVENT,
    timeline::PUT_EVENTS,
    timeline::READ_EVENT,
    timeline::SHOWN_TIMELINE,
    timeline::SHOWN_EVENT,
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
    .takes(Request::Form(shape::<TokenForm>()))
    .answers(Content::Of(shape::<Tokens>()))
    .refuses(&[400]),
    Definition::open(
        Method::Post,
        oauth_routes::TOKEN_V3_ROUTE,
        "Exchanges a code, or makes a new access token",
        grant::token_v3,
    )
    .takes(Request::Form(shape::<TokenForm>()))
    .answers(Content::Of(shape::<Tokens>()))
    .refuses(&[400]),
    Definition::open(
        Method::Post,
        oauth_routes::INTROSPECT_ROUTE,
        "Tells whether a token of the app is good, and what is known of it",
        tokens::introspect,
    )
    .takes(Request::Form(shape::<TokenQuestion>()))
    .answers(Content::Of(shape::<Introspection>()))
    .refuses(&[400]),
    Definition::open(
        Method::Post,
        oauth_routes::REVOKE_ROUTE,
        "Ends a refresh token of the app; access tokens stay valid",
        tokens::revoke,
    )
    .takes(Request::Form(shape::<TokenQuestion>()))
    .refuses(&[400]),
    Definition::open(
        Method::Get,
        oauth_routes::ACCESS_TOKEN_ROUTE,
        "Tells what is known of an access token",
        tokens::read_access,
    )
    .answers(Content::Of(shape::<AccessTokenMetadata>()))
    .refuses(&[404]),
    Definition::open(
        Method::Get,
        oauth_routes::REFRESH_TOKEN_ROUTE,
        "Tells what is known of a refresh token",
        tokens::read_refresh,
    )
    .answers(Content::Of(shape::<RefreshTokenMetadata>()))
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
    .answers(Content::Of(shape::<Health>())),
    Definition::new(
        Method::Get,
        "/emulator/openapi.json",
        "This document",
        Exposure::Own,
        Handler::Own(Own::Document),
    )
    .answers(Content::Document),
    Definition::new(
        Method::Get,
        "/emulator/docs",
        "This document as a page, from which each endpoint can be tried",
        Exposure::Own,
        Handler::Own(Own::Docs),
    )
    .answers(Content::Page),
    Definition::new(
        Method::Get,
        "/emulator/docs/{file}",
        "A file of that page",
        Exposure::Own,
        Handler::Own(Own::DocsFile),
    )
    .answers(Content::File)
    .refuses(&[404]),
    Definition::new(
        Method::Get,
        "/emulator/log",
        "The last requests as a page",
        Exposure::Own,
        Handler::Own(Own::Log),
    )
    .with_query(&[params::<LogQuery>])
    .answers(Content::Page),
    Definition::new(
        Method::Get,
        "/emulator/log.json",
        "The last requests, the newest first",
        Exposure::Guarded,
        Handler::Own(Own::LogData),
    )
    .with_query(&[params::<LogQuery>])
    .answers(Content::Of(shape::<LogEntries>())),
    Definition::control(
        Method::Post,
        "/emulator/host-page",
        "Gives the demo's host page a token for its records and settings",
        Handler::Data(host_page::open),
    )
    .answers(Content::Of(shape::<HostPage>()))
    .refuses(&[]),
    Definition::control(
        Method::Post,
        "/emulator/reset",
        "Brings the namespace back to its start",
        Handler::Own(Own::Reset),
    )
    .answers(Content::Of(shape::<NamespaceName>())),
    Definition::control(
        Method::Post,
        "/emulator/snapshot",
        "Keeps what the namespace holds, under a name",
        Handler::Data(control::snapshot),
    )
    .answers(Content::Of(shape::<TakenSnapshot>()))
    .takes(Request::OptionalBody(shape::<SnapshotName>()))
    .refuses(&[400, 429]),
    Definition::control(
        Method::Post,
        "/emulator/restore",
        "Brings back what a snapshot holds",
        Handler::Data(control::restore),
    )
    .answers(Content::Of(shape::<TakenSnapshot>()))
    .takes(Request::OptionalBody(shape::<SnapshotName>()))
    .refuses(&[400, 404]),
    Definition::control(
        Method::Delete,
        "/emulator/namespaces/{name}",
        "Takes a namespace away, with its snapshots",
        Handler::Own(Own::RemoveNamespace),
    )
    .answers(Content::Of(shape::<RemovedNamespace>()))
    .refuses(&[404]),
    Definition::new(
        Method::Get,
        "/quotes/{slug}",
        "Shows a published quote; with .pdf behind its slug as a PDF",
        Exposure::Linked,
        Handler::Data(quotes::page::show),
    )
    .answers(Content::Page)
    .refuses(&[404]),
    Definition::control(
        Method::Post,
        "/emulator/quotes/{quoteId}/payment",
        "Moves the payment of a published quote on",
        Handler::Data(quotes::payment::proceed),
    )
    .takes(Request::Body(shape::<PaymentMove>()))
    .answers(Content::Of(shape::<MovedPayment>()))
    .refuses(&[400, 404]),
    Definition::control(
        Method::Get,
        "/emulator/account",
        "Reads what the account settles for its quotes",
        Handler::Data(quotes::account::read),
    )
    .answers(Content::Of(shape::<AccountSettings>())),
    Definition::control(
        Method::Patch,
        "/emulator/account",
        "Changes what the account settles for its quotes",
        Handler::Data(quotes::account::update),
    )
    .takes(Request::Body(shape::<AccountChange>()))
    .answers(Content::Of(shape::<AccountSettings>())),
    Definition::control(
        Method::Get,
        "/emulator/clock",
        "Tells the time of the namespace",
        Handler::Data(control::read_clock),
    )
    .answers(Content::Of(shape::<Time>())),
    Definition::control(
        Method::Post,
        "/emulator/clock",
        "Moves the time of the namespace forward",
        Handler::Data(control::move_clock),
    )
    .takes(Request::Body(shape::<Advance>()))
    .answers(Content::Of(shape::<Time>())),
    Definition::control(
        Method::Get,
        "/emulator/faults",
        "Tells which faults are switched on",
        Handler::Own(Own::ReadFaults),
    )
    .answers(Content::Of(shape::<Faults>())),
    Definition::control(
        Method::Post,
        "/emulator/faults",
        "Switches faults on, in place of those that were",
        Handler::Own(Own::SetFaults),
    )
    .takes(Request::Body(shape::<Faults>()))
    .answers(Content::Of(shape::<Faults>())),
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
    .answers(Content::Of(shape::<RegisteredApp>()))
    .takes(Request::Body(shape::<NewApp>()))
    .refuses(&[400, 409]),
    Definition::control(
        Method::Delete,
        "/emulator/apps/{appId}/installation",
        "Takes an app out of the account; its tokens end",
        Handler::Data(control::uninstall),
    )
    .answers(Content::Of(shape::<UninstalledApp>())),
];

const AUTHORIZE: Definition = Definition::new(
    Method::Get,
    oauth_routes::AUTHORIZE_ROUTE,
    "Asks the user for consent",
    Exposure::Linked,
    Handler::Data(consent::show),
)
.with_query(&[params::<AuthorizationQuery>])
.answers(Content::Page)
.refuses(&[400, 404]);

const DECIDE: Definition = Definition::new(
    Method::Post,
    oauth_routes::AUTHORIZE_ROUTE,
    "Takes the user's decision",
    Exposure::Guarded,
    Handler::Data(consent::decide),
)
.takes(Request::Form(shape::<Decision>()))
.answers(Content::Redirect)
.refuses(&[400]);
