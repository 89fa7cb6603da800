//! A record, and lists of them.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// One record.
///
/// Shape: `{"id":"1001","properties":{"firstname":"Ada"},"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z","archived":false}`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CrmObject {
    /// Its identifier within its type: digits.
    pub id: String,
    /// The requested properties that have a value, by their internal names.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub properties: BTreeMap<String, Option<String>>,
    /// Creation time; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub created_at: String,
    /// Time of the last change; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub updated_at: String,
    /// True if it was deleted.
    #[serde(default)]
    pub archived: bool,
    /// Deletion time; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub archived_at: Option<String>,
    /// The history of properties' values, the newest first, if requested.
    pub properties_with_history: Option<BTreeMap<String, Vec<PastValue>>>,
    /// The associated records, by their type's plural name, if requested.
    pub associations: Option<BTreeMap<String, Associated>>,
}

/// A value in the history of a property.
///
/// Shape: `{"value":"Ada","timestamp":"2026-01-01T00:00:00.000Z","sourceType":"INTEGRATION","sourceId":"123","updatedByUserId":9}`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PastValue {
    /// The value; empty if it was removed.
    #[serde(default)]
    pub value: String,
    /// Time of the change; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub timestamp: String,
    /// The source: `INTEGRATION` for an app, `CRM_UI` for a page of the CRM.
    #[serde(default)]
    pub source_type: String,
    /// The source's identifier; for an app, the app's.
    pub source_id: Option<String>,
    /// Its name for people.
    pub source_label: Option<String>,
    /// The user for whom it was written.
    pub updated_by_user_id: Option<i64>,
}

/// The associated records of one type.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Associated {
    /// One entry per record and kind of association.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub results: Vec<AssociatedObject>,
    /// The next page; absent at the end.
    pub paging: Option<Paging>,
}

/// One associated record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct AssociatedObject {
    /// The record.
    pub id: String,
    /// The kind of association: `call_to_contact`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// A page of a list.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ObjectList {
    /// The records, ordered by identifier.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub results: Vec<CrmObject>,
    /// The next page; absent at the end.
    pub paging: Option<Paging>,
}

/// The paging of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Paging {
    /// The next page.
    pub next: NextPage,
}

/// The next page of a list.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NextPage {
    /// The cursor of the next request.
    pub after: String,
    /// The next request's address.
    pub link: Option<String>,
}
