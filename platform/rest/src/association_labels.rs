//! `GET`, `POST`, `PUT /crm/v4/associations/{fromObjectType}/{toObjectType}/labels` and
//! `DELETE …/labels/{associationTypeId}`
//!
//! Kinds of associations between two types of records: the built-in ones, and the account's
//! labels.
//!
//! Source: the service's published OpenAPI file for the schema of associations, v4, read
//! 2026-11.

use serde::{Deserialize, Serialize};

use super::associations::AssociationType;

/// A label to define.
///
/// Shape: `{"name":"manager_of","label":"Manager of","inverseLabel":"Works under"}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NewLabel {
    /// Its internal name.
    pub name: String,
    /// As shown on a record of the first type.
    pub label: String,
    /// As shown on the other record; `label` when absent.
    pub inverse_label: Option<String>,
}

/// New texts of a label.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ChangedLabel {
    /// The label's number.
    pub association_type_id: i64,
    /// As shown on a record of the first type.
    pub label: String,
    /// As shown on the other record; unchanged when absent.
    pub inverse_label: Option<String>,
}

/// Kinds of associations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct LabelList {
    /// The default association first. A newly defined label has an entry for each direction.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub results: Vec<AssociationType>,
}

/// The path of the kinds of two types.
pub const ROUTE: &str = "/crm/v4/associations/{fromObjectType}/{toObjectType}/labels";

/// The path of one label.
pub const LABEL_ROUTE: &str =
    "/crm/v4/associations/{fromObjectType}/{toObjectType}/labels/{associationTypeId}";
