//! `GET`, `POST /crm/v3/properties/{objectType}/groups` and `GET
//! /crm/v3/properties/{objectType}/groups/{groupName}`
//!
//! Groups of properties.
//!
//! Source: the service's published OpenAPI file for properties, v3, read 2026-11.

use serde::{Deserialize, Serialize};

/// The groups of a type's properties, on a single page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyGroupList {
    /// The groups.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub results: Vec<PropertyGroup>,
}

/// A group of properties.
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
    /// Its position among others; -1 for the end.
    #[serde(default)]
    pub display_order: i64,
    /// True if it was deleted.
    #[serde(default)]
    pub archived: bool,
}

/// A group to create.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NewPropertyGroup {
    /// Its internal name: small letters, digits and underscores, a letter first.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// Its position among others; -1, for the end, when absent.
    pub display_order: Option<i64>,
}

/// The path of the groups of a type's properties.
pub const ROUTE: &str = "/crm/v3/properties/{objectType}/groups";

/// The path of one group.
pub const GROUP_ROUTE: &str = "/crm/v3/properties/{objectType}/groups/{groupName}";
