//! `GET /crm/v3/objects/{objectType}`

use serde::Deserialize;

use super::{ObjectList, ObjectType, ROUTE, Selection, selection_query};
use crate::{Method, Request, Secret, query::part};

/// Lists records by ascending identifier.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::IntoParams, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", into_params(parameter_in = Query, rename_all = "camelCase"))]
pub struct ListObjects {
    /// A token with the type's scope for reading.
    #[serde(skip)]
    pub token: Secret,
    /// The type.
    #[serde(skip)]
    pub object_type: ObjectType,
    /// The parts of each record to return.
    #[serde(skip)]
    pub selection: Selection,
    /// Number of entries, 1 to 100; 10 when absent.
    #[cfg_attr(feature = "schemas", param(minimum = 1, maximum = 100))]
    pub limit: Option<u32>,
    /// The cursor from the previous page.
    pub after: Option<String>,
}

endpoint! { |it: ListObjects| -> ObjectList {
    Ok(Request::at(Method::Get, ROUTE, &[it.object_type.as_str()])
        .with_bearer(&it.token)
        .with_query(selection_query(&it.selection))
        .with_query(part(it.limit, it.after.as_deref())))
} }
