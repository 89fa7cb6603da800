//! `POST /crm/v3/extensions/cards-dev/{appId}/views/migrate`
//!
//! Replaces a legacy CRM card by an app card, in the views of every account that has
//! access to the legacy card. The first call starts the migration; repeating it reports
//! the progress.
//!
//! Source: the service's published OpenAPI file for public app CRM cards, v3, read
//! 2026-11.

use serde::{Deserialize, Serialize};

use super::{
    Method, Request, Secret,
    identifier::{number_if_any, number_or_digits},
};

/// A legacy card and its replacement; the digits of their numbers are read too.
///
/// Shape: `{"legacyCrmCardId":1001,"appCardId":5001,"allowDuplicateAppCardIds":false,"helpdeskAppCardId":5003}`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CardMigration {
    /// The legacy CRM card that is replaced.
    #[serde(deserialize_with = "number_or_digits")]
    pub legacy_crm_card_id: i64,
    /// The app card that replaces it in views.
    #[serde(deserialize_with = "number_or_digits")]
    pub app_card_id: i64,
    /// True if migrations of several legacy cards may share this app card, which merges
    /// them; defaults to false.
    #[serde(default)]
    pub allow_duplicate_app_card_ids: bool,
    /// The app card that replaces it in help-desk views; needed only when the legacy card
    /// supported tickets.
    #[serde(default, deserialize_with = "number_if_any")]
    pub helpdesk_app_card_id: Option<i64>,
}

/// The progress of a migration.
///
/// Shape: `{"message":"…","startedAt":1767225600000,"totalPortalCount":4,"remainingPortalCount":3}`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CardMigrationProgress {
    /// The progress in words.
    pub message: String,
    /// Start time, in ms since the epoch.
    pub started_at: Option<i64>,
    /// End time, in ms since the epoch; absent until then.
    pub ended_at: Option<i64>,
    /// Number of accounts with access to the legacy card.
    pub total_portal_count: Option<i64>,
    /// Number of these accounts not yet switched to the app card.
    pub remaining_portal_count: Option<i64>,
}

/// Starts a migration, or reports its progress.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MigrateCard {
    /// A token of the app, with the scope `developers-write`.
    pub token: Secret,
    /// The app that has the legacy card; the service's type is int32.
    pub app_id: i32,
    /// The legacy card and its replacement.
    pub migration: CardMigration,
}

endpoint! { |it: MigrateCard| -> CardMigrationProgress {
    Request::at(Method::Post, ROUTE, &[&it.app_id.to_string()])
        .with_bearer(&it.token)
        .with_json(&it.migration)
} }

/// The path of a migration.
pub const ROUTE: &str = "/crm/v3/extensions/cards-dev/{appId}/views/migrate";
