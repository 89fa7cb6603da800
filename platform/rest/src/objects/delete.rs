//! `DELETE /crm/v3/objects/{objectType}/{objectId}`

use super::{OBJECT_ROUTE, ObjectType};
use crate::{Method, Request, Secret};

/// Deletes a record; a missing one counts as deleted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteObject {
    /// A token with the type's scope for writing.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
    /// The record.
    pub id: String,
}

endpoint! { |it: DeleteObject| -> () {
    let values = [it.object_type.as_str(), &it.id];
    Ok(Request::at(Method::Delete, OBJECT_ROUTE, &values).with_bearer(&it.token))
} }
