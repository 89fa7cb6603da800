//! `GET /crm/v3/owners` and `GET /crm/v3/owners/{ownerId}`
//!
//! Owners of records. A record names its owner by an identifier that differs from that of
//! the owner's user.
//!
//! Source: the service's published OpenAPI file for owners, v3, read 2026-11.

use serde::{Deserialize, Serialize};

use super::objects::Paging;

/// Lists owners by ascending identifier.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
#[cfg_attr(feature = "schemas", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schemas", into_params(parameter_in = Query))]
pub struct ListOwners {
    /// Returns only the owner with this e-mail address.
    pub email: Option<String>,
    /// Number of entries, 1 to 500; 100 when absent.
    #[cfg_attr(feature = "schemas", param(minimum = 1, maximum = 500))]
    pub limit: Option<u32>,
    /// The cursor from the previous page.
    pub after: Option<String>,
}

/// Reads an owner.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::IntoParams))]
#[cfg_attr(feature = "schemas", into_params(parameter_in = Query, rename_all = "camelCase"))]
pub struct ReadOwner {
    /// The kind of identifier: `id` for the owner's, `userId` for the user's; defaults to
    /// `id`.
    pub id_property: Option<String>,
}

/// A page of a list of owners.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct OwnerList {
    /// The owners.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub results: Vec<Owner>,
    /// The next page; absent at the end.
    pub paging: Option<Paging>,
}

/// A user or a queue that may own records.
///
/// Shape: `{"id":"41629779","email":"admin@crm.example","type":"PERSON","firstName":"Amal","lastName":"Admin","userId":9,"userIdIncludingInactive":9,"createdAt":"…","updatedAt":"…","archived":false}`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Owner {
    /// The identifier by which records name the owner.
    pub id: String,
    /// The e-mail address.
    pub email: Option<String>,
    /// The kind: `PERSON` or `QUEUE`.
    #[serde(default, rename = "type")]
    pub kind: String,
    /// The given name.
    pub first_name: Option<String>,
    /// The family name.
    pub last_name: Option<String>,
    /// The owner's user; absent for one who left the account.
    pub user_id: Option<i64>,
    /// The owner's user, also for one who left the account.
    pub user_id_including_inactive: Option<i64>,
    /// Creation time; ISO date-time, UTC.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub created_at: String,
    /// Time of the last change; ISO date-time, UTC.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub updated_at: String,
    /// True if the owner left the account.
    #[serde(default)]
    pub archived: bool,
}

/// The path of the owners.
pub const ROUTE: &str = "/crm/v3/owners";

/// The path of one owner.
pub const OWNER_ROUTE: &str = "/crm/v3/owners/{ownerId}";
