//! `POST /crm/v3/properties/{objectType}/batch/create`, `/read` and `/archive`
//!
//! Up to a hundred definitions of properties at once.
//!
//! Source: the service's published OpenAPI file for properties, v3, read 2026-11.

use serde::Deserialize;

/// Reads definitions.
///
/// Shape: `{"archived":false,"inputs":[{"name":"email"}]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ReadDefinitions {
    /// True if deleted ones are read.
    #[serde(default)]
    pub archived: bool,
    /// The properties.
    pub inputs: Vec<PropertyName>,
}

/// A property, by its internal name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyName {
    /// The name.
    pub name: String,
}

/// The path of defining many.
pub const CREATE_ROUTE: &str = "/crm/v3/properties/{objectType}/batch/create";

/// The path of reading many.
pub const READ_ROUTE: &str = "/crm/v3/properties/{objectType}/batch/read";

/// The path of deleting many.
pub const ARCHIVE_ROUTE: &str = "/crm/v3/properties/{objectType}/batch/archive";
