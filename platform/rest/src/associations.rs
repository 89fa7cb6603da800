//! `PUT`, `DELETE /crm/v4/objects/{objectType}/{objectId}/associations/{toObjectType}/{toObjectId}`
//! and `GET /crm/v4/objects/{objectType}/{objectId}/associations/{toObjectType}`
//!
//! Labelled associations between records. The default association is
//! [`super::objects::AssociateObjects`].
//!
//! Source: the service's published OpenAPI file for associations, v4, read 2026-11.

use serde::{Deserialize, Serialize};

use super::{
    Method, Request, Secret,
    identifier::TextOrNumber,
    objects::{AssociationSpec, ObjectType, Paging},
    query::part,
};

/// Associates two records by labels, such as a quote with the contact who signs it.
///
/// Shape: `[{"associationCategory":"SERVICE_DEFINED","associationTypeId":702}]`. The
/// default association comes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LabelAssociation {
    /// A token with the first type's scope for writing.
    pub token: Secret,
    /// The two records.
    pub between: Between,
    /// The labels.
    pub labels: Vec<AssociationSpec>,
}

/// Removes every association of two records; succeeds if there is none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteAssociation {
    /// A token with the first type's scope for writing.
    pub token: Secret,
    /// The two records.
    pub between: Between,
}

/// Lists the records of a type that a record is associated with, and their labels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::IntoParams, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", into_params(parameter_in = Query, rename_all = "camelCase"))]
pub struct ListAssociations {
    /// A token with the first type's scope for reading.
    #[serde(skip)]
    pub token: Secret,
    /// The record's type.
    #[serde(skip)]
    pub object_type: ObjectType,
    /// The record.
    #[serde(skip)]
    pub id: String,
    /// The other records' type.
    #[serde(skip)]
    pub to_object_type: ObjectType,
    /// Number of entries, 1 to 500; 500 when absent.
    #[cfg_attr(feature = "schemas", param(minimum = 1, maximum = 500))]
    pub limit: Option<u32>,
    /// The cursor from the previous page.
    pub after: Option<String>,
}

/// Two records of an association.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Between {
    /// One record's type.
    pub object_type: ObjectType,
    /// One record.
    pub id: String,
    /// The other record's type.
    pub to_object_type: ObjectType,
    /// The other record.
    pub to_id: String,
}

/// A labelled association that was created.
///
/// Shape: `{"fromObjectTypeId":"0-14","fromObjectId":7,"toObjectTypeId":"0-1","toObjectId":9,"labels":["Signer"]}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct LabelledAssociation {
    /// The first record's type, by its identifier.
    pub from_object_type_id: String,
    /// The first record; a number at version 4, and a text under dated paths.
    pub from_object_id: TextOrNumber,
    /// The other record's type, by its identifier.
    pub to_object_type_id: String,
    /// The other record; a number at version 4, and a text under dated paths.
    pub to_object_id: TextOrNumber,
    /// The labels' names.
    #[serde(default)]
    pub labels: Vec<String>,
}

/// A page of a list of associations.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct AssociationList {
    /// One entry per associated record.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub results: Vec<AssociatedRecord>,
    /// The next page; absent at the end.
    pub paging: Option<Paging>,
}

/// One associated record and its labels.
///
/// Shape: `{"toObjectId":9,"associationTypes":[{"category":"SERVICE_DEFINED","typeId":69}]}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct AssociatedRecord {
    /// The record; a number at version 4, and a text under dated paths.
    pub to_object_id: TextOrNumber,
    /// The default association, and one entry per label.
    #[serde(default)]
    pub association_types: Vec<AssociationType>,
}

/// The type of an association.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct AssociationType {
    /// Its category: `SERVICE_DEFINED` or `USER_DEFINED`.
    pub category: String,
    /// Its number.
    pub type_id: i64,
    /// Its label; null for the default association.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub label: Option<String>,
}

impl Between {
    fn request(&self, method: Method) -> Request {
        let values = [
            self.object_type.as_str(),
            &self.id,
            self.to_object_type.as_str(),
            &self.to_id,
        ];
        Request::at(method, LABEL_ROUTE, &values)
    }
}

endpoint! { |it: LabelAssociation| -> LabelledAssociation {
    it.between
        .request(Method::Put)
        .with_bearer(&it.token)
        .with_json(&it.labels)
} }

endpoint! { |it: DeleteAssociation| -> () {
    Ok(it.between.request(Method::Delete).with_bearer(&it.token))
} }

endpoint! { |it: ListAssociations| -> AssociationList {
    let values = [
        it.object_type.as_str(),
        &it.id,
        it.to_object_type.as_str(),
    ];
    Ok(Request::at(Method::Get, LIST_ROUTE, &values)
        .with_bearer(&it.token)
        .with_query(part(it.limit, it.after.as_deref())))
} }

/// The path of the associations of one record with those of a type.
pub const LIST_ROUTE: &str = "/crm/v4/objects/{objectType}/{objectId}/associations/{toObjectType}";

/// The path of the associations of two records.
pub const LABEL_ROUTE: &str =
    "/crm/v4/objects/{objectType}/{objectId}/associations/{toObjectType}/{toObjectId}";
