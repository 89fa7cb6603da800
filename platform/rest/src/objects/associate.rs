//! `PUT /crm/v4/objects/{objectType}/{objectId}/associations/default/{toObjectType}/{toObjectId}`

use serde::{Deserialize, Serialize};

use super::ObjectType;
use crate::{
    Method, Request, Secret,
    identifier::{number_or_digits, text_or_number},
};

/// Associates two records, in both directions, by the default association of their types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssociateObjects {
    /// A token with the first type's scope for writing.
    pub token: Secret,
    /// One record's type.
    pub object_type: ObjectType,
    /// One record.
    pub id: String,
    /// The other record's type.
    pub to_object_type: ObjectType,
    /// The other record.
    pub to_id: String,
}

endpoint! { |it: AssociateObjects| -> AssociationOutcome {
    let values = [
        it.object_type.as_str(),
        &it.id,
        it.to_object_type.as_str(),
        &it.to_id,
    ];
    Ok(Request::at(Method::Put, ASSOCIATION_ROUTE, &values).with_bearer(&it.token))
} }

/// The outcome of an association.
///
/// Shape: `{"status":"COMPLETE","results":[…],"startedAt":"…","completedAt":"…"}`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct AssociationOutcome {
    /// `COMPLETE`.
    pub status: String,
    /// One entry per direction.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub results: Vec<Association>,
    /// Start time; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub started_at: Option<String>,
    /// End time; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub completed_at: Option<String>,
}

/// One direction of an association.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Association {
    /// The record it leads from.
    pub from: ObjectId,
    /// The record it leads to.
    pub to: ObjectId,
    /// Its kind.
    pub association_spec: AssociationSpec,
}

/// A record of an association.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ObjectId {
    /// Its identifier within its type; numbers are read too.
    #[serde(deserialize_with = "text_or_number")]
    #[cfg_attr(feature = "schemas", schema(value_type = crate::identifier::TextOrNumber))]
    pub id: String,
}

/// The kind of an association.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct AssociationSpec {
    /// Its category: `SERVICE_DEFINED` or `USER_DEFINED`.
    pub association_category: String,
    /// Its number; its digits are read too.
    #[serde(deserialize_with = "number_or_digits")]
    pub association_type_id: i64,
}

/// An association created with a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NewAssociation {
    /// The record it leads to.
    pub to: ObjectId,
    /// Its types, each from the new record's type to the other's.
    pub types: Vec<AssociationSpec>,
}

/// The path of an association of two records.
pub const ASSOCIATION_ROUTE: &str =
    "/crm/v4/objects/{objectType}/{objectId}/associations/default/{toObjectType}/{toObjectId}";
