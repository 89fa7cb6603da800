//! `/crm/v3/extensions/calling/{appId}/settings/channel-connection`

use calling_rest::{
    Method,
    channel_connection::{
        ChannelConnection, CreateChannelConnection, ROUTE, UpdateChannelConnection,
    },
};

use super::{
    fields::{flag, missing, url},
    stored::{Kind, Stored, change, existing, insert, remove},
};
use crate::platform::{
    answer::{Answer, Result},
    clock::iso,
    credentials::authenticated,
    endpoint::Endpoint,
    namespace::Namespace,
    request::Request,
    scopes::{READ, WRITE},
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::keyed(Method::Post, ROUTE, create)
        .summary("Registers where an app's numbers are asked for")
        .example(r#"{"isReady":false,"url":"https://phone.example/numbers"}"#)
        .takes_without_null::<CreateChannelConnection>()
        .answers::<ChannelConnection>()
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::keyed(Method::Get, ROUTE, read)
        .summary("Reads where an app's numbers are asked for")
        .after("POST /crm/v3/extensions/calling/{appId}/settings/channel-connection")
        .answers::<ChannelConnection>(),
    Endpoint::keyed(Method::Patch, ROUTE, update)
        .summary("Changes where an app's numbers are asked for")
        .after("POST /crm/v3/extensions/calling/{appId}/settings/channel-connection")
        .example(r#"{"isReady":true}"#)
        .takes_without_null::<UpdateChannelConnection>()
        .answers::<ChannelConnection>(),
    Endpoint::keyed(Method::Delete, ROUTE, delete)
        .summary("Removes where an app's numbers are asked for")
        .after("POST /crm/v3/extensions/calling/{appId}/settings/channel-connection")
        .vendor(204),
];

fn create(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, WRITE)?;
    let fields = request.object(namespace.profile)?;
    let value = ChannelConnection {
        url: Some(url(&fields, "url")?.ok_or_else(|| missing("url", "the app's address for it"))?),
        is_ready: Some(
            flag(&fields, "isReady")?.ok_or_else(|| missing("isReady", "true or false"))?,
        ),
        ..ChannelConnection::default()
    };
    answer(insert(namespace, &app, Kind::ChannelConnection, value)?)
}

fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, READ)?;
    answer(existing(namespace, &app, Kind::ChannelConnection)?)
}

fn update(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = authenticated(request, namespace, WRITE)?;
    let fields = request.object(namespace.profile)?;
    let patch = ChannelConnection {
        url: url(&fields, "url")?,
        is_ready: flag(&fields, "isReady")?,
        ..ChannelConnection::default()
    };
    answer(change(namespace, &app, Kind::ChannelConnection, &patch)?)
}

fn delete(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    remove(request, namespace, Kind::ChannelConnection)
}

fn answer(stored: Stored<ChannelConnection>) -> Result<Answer> {
    Answer::ok(&ChannelConnection {
        created_at: Some(iso(stored.created_ms)),
        updated_at: Some(iso(stored.updated_ms)),
        ..stored.value
    })
}
