//! A record, and lists of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One record.
///
/// Shape: `{"id":"1001","properties":{"firstname":"Ada"},"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z","archived":false}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CrmObject {
    /// Its identifier within its type: digits.
    pub id: String,
    /// The properties that were asked for and have a value, by their internal names.
    #[serde(default)]
    pub properties: BTreeMap<String, Option<String>>,
    /// When it was made; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub created_at: String,
    /// When it last changed; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub updated_at: String,
    /// Whether it was deleted.
    #[serde(default)]
    pub archived: bool,
    /// When it was deleted; ISO date-time, UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub archived_at: Option<String>,
    /// The values that properties had, the newest first, where asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub properties_with_history: Option<BTreeMap<String, Vec<PastValue>>>,
    /// The records it belongs to, by their type's plural name, where asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub associations: Option<BTreeMap<String, Associated>>,
}

/// A value that a property had from a moment on.
///
/// Shape: `{"value":"Ada","timestamp":"2026-01-01T00:00:00.000Z","sourceType":"INTEGRATION","sourceId":"123","updatedByUserId":9}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PastValue {
    /// The value; empty where it was taken away.
    #[serde(default)]
    pub value: String,
    /// From when on; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub timestamp: String,
    /// What wrote it: `INTEGRATION` for an app, `CRM_UI` for a page of the CRM.
    #[serde(default)]
    pub source_type: String,
    /// Which of them; of an app its identifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_id: Option<String>,
    /// Its name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_label: Option<String>,
    /// The user for whom it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_by_user_id: Option<i64>,
}

/// The records of one type that a record belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Associated {
    /// One entry a record and kind of association.
    #[serde(default)]
    pub results: Vec<AssociatedObject>,
    /// Where the list goes on; absent at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paging: Option<Paging>,
}

/// One record that another belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct AssociatedObject {
    /// The record.
    pub id: String,
    /// The kind of association: `call_to_contact`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// A part of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ObjectList {
    /// The records, by their identifiers.
    #[serde(default)]
    pub results: Vec<CrmObject>,
    /// Where the list goes on; absent at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paging: Option<Paging>,
}

/// Where a list goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Paging {
    /// The next part.
    pub next: NextPage,
}

/// The next part of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NextPage {
    /// The cursor of the next request.
    pub after: String,
    /// The next request's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}
