//! `POST`, `GET`, `PATCH`, `DELETE /crm/v3/extensions/calling/{appId}/settings/channel-connection`
//!
//! Source: the service's published OpenAPI file for calling extensions, v3, read
//! 2026-11.

use serde::{Deserialize, Serialize};

use super::{Method, calling_settings::App};

/// The app's endpoint from which the service fetches the phone numbers of a user.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ChannelConnection {
    /// The endpoint's address.
    pub url: Option<String>,
    /// True if it is ready for production.
    pub is_ready: Option<bool>,
    /// Creation time; an ISO date-time, in answers only.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub created_at: Option<String>,
    /// Time of the last change; an ISO date-time, in answers only.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub updated_at: Option<String>,
}

/// Registers the connection.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", schema(rename_all = "camelCase"))]
pub struct CreateChannelConnection {
    /// The app and the credentials.
    #[serde(skip)]
    pub app: App,
    /// The endpoint's address.
    pub url: String,
    /// True if it is ready for production.
    pub is_ready: bool,
}

endpoint! { |it: CreateChannelConnection| -> ChannelConnection {
    let mut checks = it.app.checks();
    checks.address("url", &it.url);
    checks.finish()?;
    it.app
        .request(Method::Post, ROUTE)
        .with_json(&ChannelConnection {
            url: Some(it.url.clone()),
            is_ready: Some(it.is_ready),
            ..ChannelConnection::default()
        })
} }

/// Reads the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadChannelConnection {
    /// The app and the credentials.
    pub app: App,
}

endpoint! { |it: ReadChannelConnection| -> ChannelConnection {
    it.app.checks().finish()?;
    Ok(it.app.request(Method::Get, ROUTE))
} }

/// Changes the given fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", schema(rename_all = "camelCase"))]
pub struct UpdateChannelConnection {
    /// The app and the credentials.
    #[serde(skip)]
    pub app: App,
    /// The new address.
    pub url: Option<String>,
    /// The new readiness.
    pub is_ready: Option<bool>,
}

endpoint! { |it: UpdateChannelConnection| -> ChannelConnection {
    let mut checks = it.app.checks();
    if let Some(url) = &it.url {
        checks.address("url", url);
    }
    checks.finish()?;
    it.app
        .request(Method::Patch, ROUTE)
        .with_json(&ChannelConnection {
            url: it.url.clone(),
            is_ready: it.is_ready,
            ..ChannelConnection::default()
        })
} }

/// Removes the connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteChannelConnection {
    /// The app and the credentials.
    pub app: App,
}

endpoint! { |it: DeleteChannelConnection| -> () {
    it.app.checks().finish()?;
    Ok(it.app.request(Method::Delete, ROUTE))
} }

/// The path of the channel connection.
pub const ROUTE: &str = "/crm/v3/extensions/calling/{appId}/settings/channel-connection";
