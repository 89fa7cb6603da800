//! Records of the CRM: contacts, companies, call engagements, custom objects; an endpoint a
//! file. They are asked for with an access token, not with a developer's key.
//!
//! Source: the service's published OpenAPI files for CRM objects, v3, and for
//! associations, v4, read 2026-11.

mod associate;
mod create;
mod days;
mod delete;
mod list;
mod read;
mod record;
mod update;

use std::{borrow::Cow, collections::BTreeMap};

use serde::{Deserialize, Serialize};

pub(crate) use self::days::check_days;
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
use super::{Method, Request, Secret, query::escape};

/// A type of records, by any of the names the service takes in a path.
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

    /// As it stands in a path.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// What of a record is asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default, rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::IntoParams))]
#[cfg_attr(feature = "schemas", into_params(parameter_in = Query, rename_all = "camelCase"))]
#[cfg_attr(
    feature = "schemas",
    ts(rename = "ObjectSelection", rename_all = "camelCase", optional_fields)
)]
pub struct Selection {
    /// Internal names of properties; a set that belongs to the type when empty.
    #[cfg_attr(feature = "schemas", param(style = Form, explode = false, required = false))]
    #[cfg_attr(feature = "schemas", ts(as = "Option<Vec<String>>"))]
    pub properties: Vec<String>,
    /// Internal names of properties that are answered with the values they had.
    #[cfg_attr(feature = "schemas", param(style = Form, explode = false, required = false))]
    #[cfg_attr(feature = "schemas", ts(as = "Option<Vec<String>>"))]
    pub properties_with_history: Vec<String>,
    /// Types whose associated records are answered.
    #[cfg_attr(feature = "schemas", param(style = Form, explode = false, required = false, value_type = Vec<String>))]
    #[cfg_attr(feature = "schemas", ts(as = "Option<Vec<String>>"))]
    pub associations: Vec<ObjectType>,
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

fn request_to(method: Method, route: &'static str, path: String, token: &Secret) -> Request {
    Request::to(method, route, path).with_bearer(token)
}

fn path_of(object_type: &ObjectType) -> String {
    ["/crm/v3/objects/", &escape(object_type.as_str())].concat()
}

fn path_to(object_type: &ObjectType, id: &str) -> String {
    [&path_of(object_type), "/", &escape(id)].concat()
}

fn selection_query(selection: &Selection) -> super::query::Parameters {
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

fn id_property_query(property: Option<&str>) -> super::query::Parameters {
    property
        .map(|name| ("idProperty", Secret::new(name)))
        .into_iter()
        .collect()
}

/// The path of a type's records.
pub const ROUTE: &str = "/crm/v3/objects/{objectType}";

/// The path of one record.
pub const OBJECT_ROUTE: &str = "/crm/v3/objects/{objectType}/{objectId}";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Endpoint as _, Response};

    fn token() -> Secret {
        Secret::new("canary")
    }

    fn line(request: &Request) -> String {
        let body = String::from_utf8_lossy(&request.body);
        format!("{} {} {body}", request.method.as_str(), request.target())
            .trim_end()
            .to_owned()
    }

    #[test]
    fn the_requests_are_as_published() {
        let properties = BTreeMap::from([("firstname".to_owned(), "Ada".into())]);
        let contacts = || ObjectType::CONTACTS;
        let requests = [
            ListObjects {
                token: token(),
                object_type: ObjectType::CALLS,
                selection: Selection {
                    properties: vec!["a".to_owned(), "b".to_owned()],
                    properties_with_history: vec!["c".to_owned()],
                    associations: vec![contacts(), ObjectType::new("2-7")],
                },
                limit: Some(100),
                after: Some("17".to_owned()),
            }
            .request(),
            ReadObject {
                token: token(),
                object_type: contacts(),
                id: "1/2".to_owned(),
                id_property: Some("email".to_owned()),
                selection: Selection::default(),
            }
            .request(),
            CreateObject {
                token: token(),
                object_type: contacts(),
                properties: properties.clone(),
                associations: vec![NewAssociation {
                    to: ObjectId { id: "2".to_owned() },
                    types: vec![AssociationSpec {
                        association_category: "SERVICE_DEFINED".to_owned(),
                        association_type_id: 279,
                    }],
                }],
            }
            .request(),
            UpdateObject {
                token: token(),
                object_type: contacts(),
                id: "1".to_owned(),
                id_property: None,
                properties,
            }
            .request(),
            DeleteObject {
                token: token(),
                object_type: contacts(),
                id: "1".to_owned(),
            }
            .request(),
            AssociateObjects {
                token: token(),
                object_type: ObjectType::CALLS,
                id: "1".to_owned(),
                to_object_type: contacts(),
                to_id: "2".to_owned(),
            }
            .request(),
        ]
        .map(Result::unwrap);

        assert_eq!(
            requests.each_ref().map(line),
            [
                "GET /crm/v3/objects/calls?properties=a%2Cb&propertiesWithHistory=c&associations=contacts%2C2-7&limit=100&after=17",
                "GET /crm/v3/objects/contacts/1%2F2?idProperty=email",
                r#"POST /crm/v3/objects/contacts {"properties":{"firstname":"Ada"},"associations":[{"to":{"id":"2"},"types":[{"associationCategory":"SERVICE_DEFINED","associationTypeId":279}]}]}"#,
                r#"PATCH /crm/v3/objects/contacts/1 {"properties":{"firstname":"Ada"}}"#,
                "DELETE /crm/v3/objects/contacts/1",
                "PUT /crm/v4/objects/calls/1/associations/default/contacts/2",
            ]
        );
        for request in &requests {
            assert_eq!(request.secrets, [token()]);
            assert!(!format!("{request:?}").contains("canary"));
        }
    }

    #[test]
    fn an_answer_is_read_as_it_is_published() {
        let body = br#"{"results":[{"id":"7","properties":{"a":"1","b":null},
            "createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z","archived":false,
            "propertiesWithHistory":{"a":[{"value":"1","timestamp":"2026-01-01T00:00:00.000Z",
            "sourceType":"INTEGRATION","sourceId":"123","updatedByUserId":9}]},
            "associations":{"contacts":{"results":[{"id":"9","type":"call_to_contact"}]}}}],
            "paging":{"next":{"after":"8","link":"x"}}}"#;
        let response = Response {
            status: 200,
            headers: Vec::new(),
            body: body.to_vec(),
        };
        let list = ListObjects {
            token: token(),
            object_type: ObjectType::CALLS,
            selection: Selection::default(),
            limit: None,
            after: None,
        };

        let read = list.parse(&response).unwrap();

        assert_eq!(read.paging.unwrap().next.after, "8");
        let object = &read.results[0];
        assert_eq!(object.properties["a"].as_deref(), Some("1"));
        assert_eq!(object.properties["b"], None);
        let past = &object.properties_with_history.as_ref().unwrap()["a"][0];
        assert_eq!((&*past.value, past.updated_by_user_id), ("1", Some(9)));
        let contacts = &object.associations.as_ref().unwrap()["contacts"];
        assert_eq!(contacts.results[0].kind, "call_to_contact");
    }
}
