//! Records of the CRM: contacts, companies, call engagements, custom objects; one endpoint a
//! file. They take an access token, not a developer's key.
//!
//! Source: the service's published OpenAPI files for CRM objects, v3, and for
//! associations, v4, read 2026-11.

mod associate;
mod create;
mod delete;
mod list;
mod read;
mod record;
mod update;

use std::{borrow::Cow, collections::BTreeMap};

use serde::{Deserialize, Serialize};

pub use self::{
    associate::{
        ASSOCIATION_ROUTE, AssociateObjects, Association, AssociationOutcome, AssociationSpec,
        NewAssociation, ObjectId,
    },
    create::{CREATION_KEY, CreateObject},
    delete::DeleteObject,
    list::ListObjects,
    read::ReadObject,
    record::{Associated, AssociatedObject, CrmObject, NextPage, ObjectList, Paging, PastValue},
    update::UpdateObject,
};
use super::{Secret, query::Parameters};

/// A type of records, by any of the names the service accepts in a path.
///
/// Shape: `contacts`, `contact`, `0-1`; `companies`, `company`, `0-2`; `calls`,
/// `call`, `0-48`; a custom object's `2-12345`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct ObjectType(Cow<'static, str>);

impl ObjectType {
    /// Call engagements.
    pub const CALLS: Self = Self(Cow::Borrowed("calls"));
    /// Deals.
    pub const DEALS: Self = Self(Cow::Borrowed("deals"));
    /// Discounts of quotes.
    pub const DISCOUNTS: Self = Self(Cow::Borrowed("discounts"));
    /// Fees of quotes.
    pub const FEES: Self = Self(Cow::Borrowed("fees"));
    /// Line items of deals and quotes.
    pub const LINE_ITEMS: Self = Self(Cow::Borrowed("line_items"));
    /// Templates of quotes.
    pub const QUOTE_TEMPLATES: Self = Self(Cow::Borrowed("quote_template"));
    /// Quotes.
    pub const QUOTES: Self = Self(Cow::Borrowed("quotes"));
    /// Taxes of quotes.
    pub const TAXES: Self = Self(Cow::Borrowed("taxes"));
    /// Companies.
    pub const COMPANIES: Self = Self(Cow::Borrowed("companies"));
    /// Contacts.
    pub const CONTACTS: Self = Self(Cow::Borrowed("contacts"));

    /// A type by its name.
    pub fn new(name: impl Into<String>) -> Self {
        Self(Cow::Owned(name.into()))
    }

    /// The name in a path.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The parts of a record to return.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::IntoParams, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", into_params(parameter_in = Query, rename_all = "camelCase"))]
pub struct Selection {
    /// Internal names of properties; the type's default set when empty.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", param(style = Form, explode = false))]
    pub properties: Vec<String>,
    /// Internal names of properties to return with their earlier values.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", param(style = Form, explode = false))]
    pub properties_with_history: Vec<String>,
    /// Types of associated records to return.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", param(style = Form, explode = false, value_type = Vec<String>))]
    #[cfg_attr(feature = "schemas", schema(value_type = Vec<String>))]
    pub associations: Vec<ObjectType>,
}

#[cfg(feature = "rest-exports")]
impl Selection {
    /// The names of its fields, for the reader of an object that has further ones.
    pub(crate) const FIELDS: [&'static str; 3] =
        ["properties", "propertiesWithHistory", "associations"];
}

/// The value of a property as it may be sent.
#[cfg(feature = "schemas")]
#[derive(utoipa::ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "it is its schema alone that is used")]
enum PropertyValue {
    Text(String),
    Number(f64),
    Flag(bool),
    None,
}

#[derive(Serialize)]
struct Input<'a> {
    properties: &'a BTreeMap<String, serde_json::Value>,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    associations: &'a [NewAssociation],
}

fn selection_query(selection: &Selection) -> Parameters {
    let mut query = Vec::new();
    if !selection.properties.is_empty() {
        query.push(("properties", Secret::new(selection.properties.join(","))));
    }
    if !selection.properties_with_history.is_empty() {
        let names = selection.properties_with_history.join(",");
        query.push(("propertiesWithHistory", Secret::new(names)));
    }
    if !selection.associations.is_empty() {
        let names: Vec<&str> = selection
            .associations
            .iter()
            .map(ObjectType::as_str)
            .collect();
        query.push(("associations", Secret::new(names.join(","))));
    }
    query
}

fn id_property_query(property: Option<&str>) -> Parameters {
    property
        .map(|name| ("idProperty", Secret::new(name)))
        .into_iter()
        .collect()
}

/// The path of a type's records.
pub const ROUTE: &str = "/crm/v3/objects/{objectType}";

/// The path of one record.
pub const OBJECT_ROUTE: &str = "/crm/v3/objects/{objectType}/{objectId}";
