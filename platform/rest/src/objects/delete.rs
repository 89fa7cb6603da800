//! `DELETE /crm/v3/objects/{objectType}/{objectId}`

use super::{OBJECT_ROUTE, ObjectType, path_to, request_to};
use crate::{Endpoint, Error, Method, Request, Response, Secret};

/// Deletes a record; one that is not there counts as deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteObject {
    /// A token with the type's scope for writing.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
    /// The record.
    pub id: String,
}

impl Endpoint for DeleteObject {
    type Answer = ();

    fn request(&self) -> Result<Request, Error> {
        let path = path_to(&self.object_type, &self.id);
        Ok(request_to(Method::Delete, OBJECT_ROUTE, path, &self.token))
    }

    fn answer(&self, _: &Response) -> Result<(), Error> {
        Ok(())
    }
}
