//! `GET`, `POST`, `PUT /crm/v4/associations/{fromObjectType}/{toObjectType}/labels` and
//! `DELETE …/labels/{associationTypeId}`
//!
//! As what records of two types may be associated: the kinds that every account has, and
//! the labels of this one.
//!
//! Source: the service's published OpenAPI file for the schema of associations, v4, read
//! 2026-11.

use serde::{Deserialize, Serialize};

use super::associations::AssociationType;

/// A label that is to be defined.
///
/// Shape: `{"name":"manager_of","label":"Manager of","inverseLabel":"Works under"}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NewLabel {
    /// Its internal name.
    pub name: String,
    /// As people read it from a record of the first type.
    pub label: String,
    /// As they read it from the other; `label` when absent.
    pub inverse_label: Option<String>,
}

/// New words of a label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ChangedLabel {
    /// The label's number.
    pub association_type_id: i64,
    /// As people read it from a record of the first type.
    pub label: String,
    /// As they read it from the other; unchanged when absent.
    pub inverse_label: Option<String>,
}

/// Kinds of associations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct LabelList {
    /// The default association first. A label that was just defined has an entry for each
    /// direction.
    #[serde(default)]
    pub results: Vec<AssociationType>,
}

/// The path of the kinds of two types.
pub const ROUTE: &str = "/crm/v4/associations/{fromObjectType}/{toObjectType}/labels";

/// The path of one label.
pub const LABEL_ROUTE: &str =
    "/crm/v4/associations/{fromObjectType}/{toObjectType}/labels/{associationTypeId}";
