//! `GET`, `POST /crm/v3/properties/{objectType}/groups` and `GET`, `PATCH`, `DELETE
//! /crm/v3/properties/{objectType}/groups/{groupName}`
//!
//! The groups that properties are shown in.
//!
//! Source: the service's published OpenAPI file for properties, v3, read 2026-11.

use serde::{Deserialize, Serialize};

/// The groups of a type's properties, all in one part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyGroupList {
    /// The groups.
    #[serde(default)]
    pub results: Vec<PropertyGroup>,
}

/// A group that properties are shown in.
///
/// Shape: `{"name":"contactinformation","label":"Contact information","displayOrder":-1,"archived":false}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyGroup {
    /// Its internal name.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// Its place among others; -1 for the end.
    #[serde(default)]
    pub display_order: i64,
    /// Whether it was deleted.
    #[serde(default)]
    pub archived: bool,
}

/// A group that is to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NewPropertyGroup {
    /// Its internal name: small letters, digits and underscores, a letter first.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// Its place among others; -1, for the end, when absent.
    pub display_order: Option<i64>,
}

/// What changes of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyGroupChange {
    /// Its name for people.
    pub label: Option<String>,
    /// Its place among others; -1 for the end.
    pub display_order: Option<i64>,
}

/// The path of the groups of a type's properties.
pub const ROUTE: &str = "/crm/v3/properties/{objectType}/groups";

/// The path of one group.
pub const GROUP_ROUTE: &str = "/crm/v3/properties/{objectType}/groups/{groupName}";
