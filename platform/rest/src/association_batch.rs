//! `POST /crm/v4/associations/{fromObjectType}/{toObjectType}/batch/read`, `/create`,
//! `/associate/default`, `/archive` and `/labels/archive`
//!
//! Many associations of records of two types at once.
//!
//! Source: the service's published OpenAPI file for associations, v4, read 2026-11.

use serde::{Deserialize, Serialize};

use super::{
    associations::AssociatedRecord,
    identifier::text_or_number,
    objects::{AssociationSpec, ObjectId, Paging},
};

/// A record whose associations are read.
///
/// Shape: `{"id":"1002","after":"7"}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ReadAssociations {
    /// Its identifier; numbers are read too.
    #[serde(deserialize_with = "text_or_number")]
    #[cfg_attr(feature = "schemas", schema(value_type = crate::identifier::TextOrNumber))]
    pub id: String,
    /// The cursor from the previous page.
    pub after: Option<String>,
}

/// Two records and the types of their association.
///
/// Shape: `{"from":{"id":"7"},"to":{"id":"9"},"types":[{"associationCategory":"SERVICE_DEFINED","associationTypeId":702}]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct LabelledPair {
    /// The record it leads from.
    pub from: ObjectId,
    /// The record it leads to.
    pub to: ObjectId,
    /// The association's types.
    pub types: Vec<AssociationSpec>,
}

/// Two records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct DefaultPair {
    /// The record the association leads from.
    pub from: ObjectId,
    /// The record it leads to.
    pub to: ObjectId,
}

/// A record and those it is no longer associated with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ArchivedPairs {
    /// The record.
    pub from: ObjectId,
    /// The others.
    pub to: Vec<ObjectId>,
}

/// The associations of one record.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct AssociationsOfRecord {
    /// The record.
    pub from: ObjectId,
    /// The associated records, with their labels.
    #[serde(default)]
    pub to: Vec<AssociatedRecord>,
    /// The next page; absent at the end.
    pub paging: Option<Paging>,
}

/// The path of reading many.
pub const READ_ROUTE: &str = "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch/read";

/// The path of associating many by labels.
pub const CREATE_ROUTE: &str = "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch/create";

/// The path of associating many by default.
pub const DEFAULT_ROUTE: &str =
    "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch/associate/default";

/// The path of removing many associations.
pub const ARCHIVE_ROUTE: &str =
    "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch/archive";

/// The path of removing labels of many.
pub const ARCHIVE_LABELS_ROUTE: &str =
    "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch/labels/archive";
