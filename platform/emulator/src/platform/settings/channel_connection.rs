//! `/crm/v3/extensions/calling/{appId}/settings/channel-connection`

use calling_rest::{
    Method,
    channel_connection::{
        ChannelConnection, CreateChannelConnection, ROUTE, UpdateChannelConnection,
    },
};

use super::{
    fields::{flag, missing, url},
    stored::{Setting, Stored, create, delete, read, update},
};
use crate::{
    Profile,
    platform::{
        answer::{Answer, Result},
        clock::iso,
        endpoint::Endpoint,
        request::Request,
    },
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::keyed(Method::Post, ROUTE, create::<ChannelConnection>)
        .summary("Registers where an app's numbers are asked for")
        .example(r#"{"isReady":false,"url":"https://phone.example/numbers"}"#)
        .takes_without_null::<CreateChannelConnection>()
        .answers::<ChannelConnection>()
        .refuses(&[400, 401, 403, 404, 409]),
    Endpoint::keyed(Method::Get, ROUTE, read::<ChannelConnection>)
        .summary("Reads where an app's numbers are asked for")
        .after("POST /crm/v3/extensions/calling/{appId}/settings/channel-connection")
        .answers::<ChannelConnection>(),
    Endpoint::keyed(Method::Patch, ROUTE, update::<ChannelConnection>)
        .summary("Changes where an app's numbers are asked for")
        .after("POST /crm/v3/extensions/calling/{appId}/settings/channel-connection")
        .example(r#"{"isReady":true}"#)
        .takes_without_null::<UpdateChannelConnection>()
        .answers::<ChannelConnection>(),
    Endpoint::keyed(Method::Delete, ROUTE, delete::<ChannelConnection>)
        .summary("Removes where an app's numbers are asked for")
        .after("POST /crm/v3/extensions/calling/{appId}/settings/channel-connection")
        .vendor(204),
];

impl Setting for ChannelConnection {
    const KIND: &str = "channel-connection";
    const WORDS: &str = "channel connection settings";

    fn of_new(request: &Request, profile: Profile) -> Result<Self> {
        let fields = request.object(profile)?;
        let url = url(&fields, "url")?.ok_or_else(|| missing("url", "the app's address for it"))?;
        let is_ready =
            flag(&fields, "isReady")?.ok_or_else(|| missing("isReady", "true or false"))?;
        Ok(Self {
            url: Some(url),
            is_ready: Some(is_ready),
            ..Self::default()
        })
    }

    fn of_change(request: &Request, profile: Profile) -> Result<Self> {
        let fields = request.object(profile)?;
        Ok(Self {
            url: url(&fields, "url")?,
            is_ready: flag(&fields, "isReady")?,
            ..Self::default()
        })
    }

    fn answer(stored: Stored<Self>) -> Result<Answer> {
        Answer::ok(&Self {
            created_at: Some(iso(stored.created_ms)),
            updated_at: Some(iso(stored.updated_ms)),
            ..stored.value
        })
    }
}
