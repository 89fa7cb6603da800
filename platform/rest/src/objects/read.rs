//! `GET /crm/v3/objects/{objectType}/{objectId}`

use serde::Deserialize;

use super::{CrmObject, OBJECT_ROUTE, ObjectType, Selection, id_property_query, selection_query};
use crate::{Method, Request, Secret};

/// Reads a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::IntoParams, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", into_params(parameter_in = Query, rename_all = "camelCase"))]
pub struct ReadObject {
    /// A token with the type's scope for reading.
    #[serde(skip)]
    pub token: Secret,
    /// The type.
    #[serde(skip)]
    pub object_type: ObjectType,
    /// The record: its identifier, or the value of `id_property`.
    #[serde(skip)]
    pub id: String,
    /// A property whose values are unique, such as a contact's `email`.
    pub id_property: Option<String>,
    /// The parts of the record to return.
    #[serde(skip)]
    pub selection: Selection,
}

endpoint! { |it: ReadObject| -> CrmObject {
    let values = [it.object_type.as_str(), &it.id];
    Ok(Request::at(Method::Get, OBJECT_ROUTE, &values)
        .with_bearer(&it.token)
        .with_query(selection_query(&it.selection))
        .with_query(id_property_query(it.id_property.as_deref())))
} }
