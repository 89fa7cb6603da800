//! `GET /crm/v3/objects/{objectType}/{objectId}`

use serde::Deserialize;

use super::{CrmObject, OBJECT_ROUTE, ObjectType, Selection, asked, known_by, path_to, selected};
use crate::{Endpoint, Error, Method, Request, Response, Secret};

/// Reads a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::IntoParams))]
#[cfg_attr(feature = "schemas", into_params(parameter_in = Query, rename_all = "camelCase"))]
#[cfg_attr(
    feature = "schemas",
    ts(rename = "ObjectReading", rename_all = "camelCase", optional_fields)
)]
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
    /// What of it is answered.
    #[serde(skip)]
    pub selection: Selection,
}

impl Endpoint for ReadObject {
    type Answer = CrmObject;

    fn request(&self) -> Result<Request, Error> {
        let path = path_to(&self.object_type, &self.id);
        Ok(asked(Method::Get, OBJECT_ROUTE, path, &self.token)
            .with_query(selected(&self.selection))
            .with_query(known_by(self.id_property.as_deref())))
    }

    fn answer(&self, response: &Response) -> Result<CrmObject, Error> {
        response.json()
    }
}
