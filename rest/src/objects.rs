//! `GET`, `POST /crm/v3/objects/{objectType}`; `GET`, `PATCH`, `DELETE
//! /crm/v3/objects/{objectType}/{objectId}`; and
//! `PUT /crm/v4/objects/{objectType}/{objectId}/associations/default/{toObjectType}/{toObjectId}`
//!
//! Records of the CRM: contacts, companies, call engagements, custom objects. They
//! are asked for with an access token, not with a developer's key.
//!
//! Source: the service's published OpenAPI files for CRM objects, v3, and for
//! associations, v4, read 2026-11.

use std::{borrow::Cow, collections::BTreeMap};

use serde::{Deserialize, Serialize};

#[cfg(feature = "schemas")]
use super::object_batch::TextOrNumber;
use super::{
    Endpoint, Error, Method, Request, Response, Secret,
    object_batch::text_or_number,
    query::{escape, part},
};

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

/// One record.
///
/// Shape: `{"id":"1001","properties":{"firstname":"Ada"},"createdAt":"2026-01-01T00:00:00Z","updatedAt":"2026-01-01T00:00:00Z","archived":false}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", ts(optional_fields))]
pub struct CrmObject {
    /// Its identifier within its type: digits.
    pub id: String,
    /// The properties that were asked for and have a value, by their internal names.
    #[serde(default)]
    #[cfg_attr(
        feature = "schemas",
        ts(type = "Readonly<Record<string, string | null>>")
    )]
    pub properties: BTreeMap<String, Option<String>>,
    /// When it was made; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub created_at: String,
    /// When it last changed; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub updated_at: String,
    /// Whether it was deleted.
    #[serde(default)]
    pub archived: bool,
    /// When it was deleted; ISO date-time, UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub archived_at: Option<String>,
    /// The values that properties had, the newest first, where asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub properties_with_history: Option<BTreeMap<String, Vec<PastValue>>>,
    /// The records it belongs to, by their type's plural name, where asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub associations: Option<BTreeMap<String, Associated>>,
}

/// A value that a property had from a moment on.
///
/// Shape: `{"value":"Ada","timestamp":"2026-01-01T00:00:00.000Z","sourceType":"INTEGRATION","sourceId":"123","updatedByUserId":9}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", ts(optional_fields))]
pub struct PastValue {
    /// The value; empty where it was taken away.
    #[serde(default)]
    pub value: String,
    /// From when on; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub timestamp: String,
    /// What wrote it: `INTEGRATION` for an app, `CRM_UI` for a page of the CRM.
    #[serde(default)]
    pub source_type: String,
    /// Which of them; of an app its identifier.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_id: Option<String>,
    /// Its name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_label: Option<String>,
    /// The user for whom it was written.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub updated_by_user_id: Option<i64>,
}

/// The records of one type that a record belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Associated {
    /// One entry a record and kind of association.
    #[serde(default)]
    pub results: Vec<AssociatedObject>,
}

/// One record that another belongs to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AssociatedObject {
    /// The record.
    pub id: String,
    /// The kind of association: `call_to_contact`.
    #[serde(rename = "type")]
    pub kind: String,
}

/// A part of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", ts(optional_fields))]
pub struct ObjectList {
    /// The records, by their identifiers.
    #[serde(default)]
    pub results: Vec<CrmObject>,
    /// Where the list goes on; absent at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paging: Option<Paging>,
}

/// Where a list goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Paging {
    /// The next part.
    pub next: NextPage,
}

/// The next part of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", ts(optional_fields))]
pub struct NextPage {
    /// The cursor of the next request.
    pub after: String,
    /// The next request's address.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
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

/// Lists records, those with the smallest identifiers first.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::IntoParams))]
#[cfg_attr(feature = "schemas", into_params(parameter_in = Query, rename_all = "camelCase"))]
#[cfg_attr(feature = "schemas", ts(rename = "ObjectPage", optional_fields))]
pub struct ListObjects {
    /// A token with the type's scope for reading.
    #[serde(skip)]
    pub token: Secret,
    /// The type.
    #[serde(skip)]
    pub object_type: ObjectType,
    /// What of each record is answered.
    #[serde(skip)]
    pub selection: Selection,
    /// How many, 1 to 100; 10 when absent.
    #[cfg_attr(feature = "schemas", param(minimum = 1, maximum = 100))]
    pub limit: Option<u32>,
    /// The cursor of the part before.
    pub after: Option<String>,
}

impl Endpoint for ListObjects {
    type Answer = ObjectList;

    fn request(&self) -> Result<Request, Error> {
        let path = path_of(&self.object_type);
        Ok(asked(Method::Get, ROUTE, path, &self.token)
            .with_query(selected(&self.selection))
            .with_query(part(self.limit, self.after.as_deref())))
    }

    fn answer(&self, response: &Response) -> Result<ObjectList, Error> {
        response.json()
    }
}

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

/// Makes a record.
///
/// Shape: `{"properties":{"firstname":"Ada"},"associations":[{"to":{"id":"201"},"types":[{"associationCategory":"SERVICE_DEFINED","associationTypeId":279}]}]}`.
/// With the property `hs_unique_creation_key`, a record that was made with the same value is
/// answered as it is, and nothing is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", ts(rename = "NewObject", optional_fields))]
pub struct CreateObject {
    /// A token with the type's scope for writing.
    #[serde(skip)]
    pub token: Secret,
    /// The type.
    #[serde(skip)]
    pub object_type: ObjectType,
    /// Its properties, by their internal names: texts, numbers, flags, or null for none.
    #[cfg_attr(feature = "schemas", schema(value_type = BTreeMap<String, PropertyValue>))]
    #[cfg_attr(
        feature = "schemas",
        ts(type = "Readonly<Record<string, string | number | boolean | null>>")
    )]
    pub properties: BTreeMap<String, serde_json::Value>,
    /// What it is associated with.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = false))]
    #[cfg_attr(feature = "schemas", ts(as = "Option<Vec<NewAssociation>>"))]
    pub associations: Vec<NewAssociation>,
}

impl Endpoint for CreateObject {
    type Answer = CrmObject;

    fn request(&self) -> Result<Request, Error> {
        let path = path_of(&self.object_type);
        asked(Method::Post, ROUTE, path, &self.token).with_json(&Input {
            properties: &self.properties,
            associations: &self.associations,
        })
    }

    fn answer(&self, response: &Response) -> Result<CrmObject, Error> {
        response.json()
    }
}

/// Sets properties of a record; an empty text or null takes a property's value away.
///
/// Shape: `{"properties":{"firstname":"Ada"}}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", ts(rename = "ObjectChange", optional_fields))]
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
    #[cfg_attr(feature = "schemas", schema(value_type = BTreeMap<String, PropertyValue>, required = false))]
    #[cfg_attr(
        feature = "schemas",
        ts(type = "Readonly<Record<string, string | number | boolean | null>>")
    )]
    pub properties: BTreeMap<String, serde_json::Value>,
}

impl Endpoint for UpdateObject {
    type Answer = CrmObject;

    fn request(&self) -> Result<Request, Error> {
        let path = path_to(&self.object_type, &self.id);
        asked(Method::Patch, OBJECT_ROUTE, path, &self.token)
            .with_query(known_by(self.id_property.as_deref()))
            .with_json(&Input {
                properties: &self.properties,
                associations: &[],
            })
    }

    fn answer(&self, response: &Response) -> Result<CrmObject, Error> {
        response.json()
    }
}

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
        Ok(asked(Method::Delete, OBJECT_ROUTE, path, &self.token))
    }

    fn answer(&self, _: &Response) -> Result<(), Error> {
        Ok(())
    }
}

/// Associates two records, in both directions, as their types are by default.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AssociateObjects {
    /// A token with the first type's scope for writing.
    pub token: Secret,
    /// One record's type.
    pub object_type: ObjectType,
    /// One record.
    pub id: String,
    /// The other record's type.
    pub to_object_type: ObjectType,
    /// The other record.
    pub to_id: String,
}

impl Endpoint for AssociateObjects {
    type Answer = AssociationOutcome;

    fn request(&self) -> Result<Request, Error> {
        let path = [
            "/crm/v4/objects/",
            &escape(self.object_type.as_str()),
            "/",
            &escape(&self.id),
            "/associations/default/",
            &escape(self.to_object_type.as_str()),
            "/",
            &escape(&self.to_id),
        ]
        .concat();
        Ok(asked(Method::Put, ASSOCIATION_ROUTE, path, &self.token))
    }

    fn answer(&self, response: &Response) -> Result<AssociationOutcome, Error> {
        response.json()
    }
}

/// What became of an association.
///
/// Shape: `{"status":"COMPLETE","results":[…],"startedAt":"…","completedAt":"…"}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", ts(optional_fields))]
pub struct AssociationOutcome {
    /// `COMPLETE`.
    pub status: String,
    /// One entry a direction.
    #[serde(default)]
    pub results: Vec<Association>,
    /// When it began; ISO date-time, UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub started_at: Option<String>,
    /// When it was done; ISO date-time, UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub completed_at: Option<String>,
}

/// One direction of an association.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct Association {
    /// The record it leads from.
    pub from: ObjectId,
    /// The record it leads to.
    pub to: ObjectId,
    /// Its kind.
    pub association_spec: AssociationSpec,
}

/// A record of an association.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct ObjectId {
    /// Its identifier within its type; numbers are read too.
    #[serde(deserialize_with = "text_or_number")]
    #[cfg_attr(feature = "schemas", schema(value_type = TextOrNumber))]
    #[cfg_attr(feature = "schemas", ts(type = "string | number"))]
    pub id: String,
}

/// The kind of an association.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct AssociationSpec {
    /// Whose kind it is: `SERVICE_DEFINED` or `USER_DEFINED`.
    pub association_category: String,
    /// Its number.
    pub association_type_id: i64,
}

/// An association that is made with a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
pub struct NewAssociation {
    /// The record it leads to.
    pub to: ObjectId,
    /// Its kinds, each of them from the new record's type to the other's.
    pub types: Vec<AssociationSpec>,
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

fn asked(method: Method, route: &'static str, path: String, token: &Secret) -> Request {
    Request::to(method, route, path).with_bearer(token)
}

fn path_of(object_type: &ObjectType) -> String {
    ["/crm/v3/objects/", &escape(object_type.as_str())].concat()
}

fn path_to(object_type: &ObjectType, id: &str) -> String {
    [&path_of(object_type), "/", &escape(id)].concat()
}

fn selected(selection: &Selection) -> super::query::Parameters {
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

fn known_by(property: Option<&str>) -> super::query::Parameters {
    property
        .map(|name| ("idProperty", Secret::new(name)))
        .into_iter()
        .collect()
}

/// The path of a type's records.
pub const ROUTE: &str = "/crm/v3/objects/{objectType}";

/// The path of one record.
pub const OBJECT_ROUTE: &str = "/crm/v3/objects/{objectType}/{objectId}";

/// The path of an association of two records.
pub const ASSOCIATION_ROUTE: &str =
    "/crm/v4/objects/{objectType}/{objectId}/associations/default/{toObjectType}/{toObjectId}";

/// The property by which a creation that comes again is known.
pub const CREATION_KEY: &str = "hs_unique_creation_key";

#[cfg(test)]
mod tests {
    use super::*;

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
