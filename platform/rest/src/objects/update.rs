//! `PATCH /crm/v3/objects/{objectType}/{objectId}`

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{CrmObject, Input, OBJECT_ROUTE, ObjectType, id_property_query};
use crate::{Method, Request, Secret};

/// Sets properties of a record; an empty text or null clears a property.
///
/// Shape: `{"properties":{"firstname":"Ada"}}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct UpdateObject {
    /// A token with the type's scope for writing.
    #[serde(skip)]
    pub token: Secret,
    /// The type.
    #[serde(skip)]
    pub object_type: ObjectType,
    /// The record: its identifier, or the value of `id_property`.
    #[serde(skip)]
    pub id: String,
    /// A property whose values are unique, such as a contact's `email`.
    #[cfg_attr(feature = "schemas", schema(ignore))]
    pub id_property: Option<String>,
    /// The properties that change, by their internal names: texts, numbers, flags or null.
    #[cfg_attr(feature = "schemas", schema(value_type = BTreeMap<String, super::PropertyValue>, required = false))]
    pub properties: BTreeMap<String, serde_json::Value>,
}

endpoint! { |it: UpdateObject| -> CrmObject {
    let values = [it.object_type.as_str(), &it.id];
    Request::at(Method::Patch, OBJECT_ROUTE, &values)
        .with_bearer(&it.token)
        .with_query(id_property_query(it.id_property.as_deref()))
        .with_json(&Input {
            properties: &it.properties,
            associations: &[],
        })
} }
