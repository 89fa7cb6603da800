//! `DELETE /crm/v3/objects/{objectType}/{objectId}`

use super::{OBJECT_ROUTE, ObjectType, path_to, request_to};
use crate::{Method, Secret};

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

endpoint! { |it: DeleteObject| -> () {
    let path = path_to(&it.object_type, &it.id);
    Ok(request_to(Method::Delete, OBJECT_ROUTE, path, &it.token))
} }
