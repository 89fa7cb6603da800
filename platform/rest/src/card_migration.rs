//! `POST /crm/v3/extensions/cards-dev/{appId}/views/migrate`
//!
//! An app card takes the place of a legacy CRM card, in the views of every account that
//! has access to the legacy card. The first call starts the migration; the same call
//! again reports how far it is.
//!
//! Source: the service's published OpenAPI file for public app CRM cards, v3, read
//! 2026-11.

use serde::{Deserialize, Serialize};

use super::{Method, Request, Secret};

/// Which card takes the place of which.
///
/// Shape: `{"legacyCrmCardId":1001,"appCardId":5001,"allowDuplicateAppCardIds":false,"helpdeskAppCardId":5003}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CardMigration {
    /// The legacy CRM card that is replaced.
    pub legacy_crm_card_id: i64,
    /// The app card that replaces it in views.
    pub app_card_id: i64,
    /// Whether migrations of several legacy cards may lead to the same app card, which
    /// merges them; false when absent.
    #[serde(default)]
    pub allow_duplicate_app_card_ids: bool,
    /// The app card that replaces it in help-desk views; needed only when the legacy card
    /// supported tickets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub helpdesk_app_card_id: Option<i64>,
}

/// How far a migration is.
///
/// Shape: `{"message":"…","startedAt":1767225600000,"totalPortalCount":4,"remainingPortalCount":3}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CardMigrationProgress {
    /// What happens, for people.
    pub message: String,
    /// When it started, in ms since the epoch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub started_at: Option<i64>,
    /// When it ended, in ms since the epoch; absent before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_at: Option<i64>,
    /// How many accounts have access to the legacy card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_portal_count: Option<i64>,
    /// How many of them are still to be switched to the app card.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub remaining_portal_count: Option<i64>,
}

/// Starts a migration, or asks how far it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MigrateCard {
    /// A token of the app, with the scope `developers-write`.
    pub token: Secret,
    /// The app that has the legacy card; the service's type is int32.
    pub app_id: i32,
    /// Which card takes the place of which.
    pub migration: CardMigration,
}

endpoint! { |it: MigrateCard| -> CardMigrationProgress {
    Request::at(Method::Post, ROUTE, &[&it.app_id.to_string()])
        .with_bearer(&it.token)
        .with_json(&it.migration)
} }

/// The path of a migration.
pub const ROUTE: &str = "/crm/v3/extensions/cards-dev/{appId}/views/migrate";
