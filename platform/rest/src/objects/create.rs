//! `POST /crm/v3/objects/{objectType}`

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{CrmObject, Input, NewAssociation, ObjectType, ROUTE};
use crate::{Method, Request, Secret};

/// Creates a record.
///
/// Shape: `{"properties":{"firstname":"Ada"},"associations":[{"to":{"id":"201"},"types":[{"associationCategory":"SERVICE_DEFINED","associationTypeId":279}]}]}`.
/// With the property `hs_unique_creation_key`, a record created earlier with the same value is
/// returned unchanged, and none is created.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CreateObject {
    /// A token with the type's scope for writing.
    #[serde(skip)]
    pub token: Secret,
    /// The type.
    #[serde(skip)]
    pub object_type: ObjectType,
    /// Its properties, by their internal names: texts, numbers, flags, or null for none.
    #[cfg_attr(feature = "schemas", schema(value_type = BTreeMap<String, super::PropertyValue>))]
    pub properties: BTreeMap<String, serde_json::Value>,
    /// Its associations.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = false))]
    pub associations: Vec<NewAssociation>,
}

endpoint! { |it: CreateObject| -> CrmObject {
    Request::at(Method::Post, ROUTE, &[it.object_type.as_str()])
        .with_bearer(&it.token)
        .with_json(&Input {
            properties: &it.properties,
            associations: &it.associations,
        })
} }

/// The property that identifies a repeated creation.
pub const CREATION_KEY: &str = "hs_unique_creation_key";
