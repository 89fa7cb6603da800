//! `POST /crm/v3/objects/{objectType}/batch/read`, `/create`, `/update`, `/upsert` and
//! `/archive`
//!
//! Up to a hundred records of a type at once.
//!
//! Source: the service's published OpenAPI files for CRM objects, v3, read 2026-11.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    Endpoint, Error, Method, Request, Response, Secret,
    error::ErrorDetail,
    identifier::text_or_number,
    objects::{CrmObject, NewAssociation, ObjectType, check_days},
};

/// A batch of records of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchObjects<B> {
    /// A token with the type's scope for reading, or for writing.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
    /// What is done with which records.
    pub batch: B,
}

/// What a batch may do.
pub trait Batch: Serialize {
    /// What comes back.
    type Outcome: DeserializeOwned + Default;

    /// Its path.
    const ROUTE: &'static str;

    /// The properties that it sets, of each record.
    fn properties(&self) -> impl Iterator<Item = &BTreeMap<String, serde_json::Value>> {
        std::iter::empty()
    }
}

impl<B: Batch> Endpoint for BatchObjects<B> {
    type Answer = B::Outcome;

    fn request(&self) -> Result<Request, Error> {
        for properties in self.batch.properties() {
            check_days(&self.object_type, properties)?;
        }
        Request::at(Method::Post, B::ROUTE, &[self.object_type.as_str()])
            .with_bearer(&self.token)
            .with_json(&self.batch)
    }

    fn answer(&self, response: &Response) -> Result<B::Outcome, Error> {
        if response.body.is_empty() {
            return Ok(B::Outcome::default());
        }
        response.json()
    }
}

/// Reads records.
///
/// Shape: `{"inputs":[{"id":"101"}],"properties":["email"]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BatchRead {
    /// The records.
    pub inputs: Vec<Input>,
    /// Internal names of properties; a set that belongs to the type when empty.
    #[serde(default)]
    pub properties: Vec<String>,
    /// Those whose earlier values are answered too.
    #[serde(default)]
    pub properties_with_history: Vec<String>,
    /// The unique property that `id` is a value of; a record's own identifier when
    /// absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id_property: Option<String>,
}

/// One record, by its identifier.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Input {
    /// Its identifier; numbers are read too.
    #[serde(deserialize_with = "text_or_number")]
    #[cfg_attr(feature = "schemas", schema(value_type = crate::identifier::TextOrNumber))]
    pub id: String,
}

/// Makes records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BatchCreate {
    /// The records.
    pub inputs: Vec<CreateInput>,
}

/// One record that is to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CreateInput {
    /// Its properties, by their internal names.
    pub properties: BTreeMap<String, serde_json::Value>,
    /// What it is associated with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub associations: Option<Vec<NewAssociation>>,
    /// A name of the caller's for this input. Where every input has one, a fault of one
    /// leaves the others to be done, and is reported with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object_write_trace_id: Option<String>,
}

/// Sets properties of records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BatchUpdate {
    /// The records.
    pub inputs: Vec<UpdateInput>,
}

/// Sets properties of records, and makes those that are not there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BatchUpsert {
    /// The records.
    pub inputs: Vec<UpdateInput>,
}

/// One record that is to change.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct UpdateInput {
    /// Its identifier, or the value of `idProperty`; numbers are read too.
    #[serde(deserialize_with = "text_or_number")]
    #[cfg_attr(feature = "schemas", schema(value_type = crate::identifier::TextOrNumber))]
    pub id: String,
    /// The unique property that `id` is a value of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id_property: Option<String>,
    /// The properties that change, by their internal names.
    pub properties: BTreeMap<String, serde_json::Value>,
    /// A name of the caller's for this input. Where every input has one, a fault of one
    /// leaves the others to be done, and is reported with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub object_write_trace_id: Option<String>,
}

/// Deletes records; those that are not there count as deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BatchArchive {
    /// The records.
    pub inputs: Vec<Input>,
}

impl Batch for BatchRead {
    type Outcome = BatchOutcome<CrmObject>;
    const ROUTE: &'static str = READ_ROUTE;
}

impl Batch for BatchCreate {
    type Outcome = BatchOutcome<CrmObject>;
    const ROUTE: &'static str = CREATE_ROUTE;

    fn properties(&self) -> impl Iterator<Item = &BTreeMap<String, serde_json::Value>> {
        self.inputs.iter().map(|input| &input.properties)
    }
}

impl Batch for BatchUpdate {
    type Outcome = BatchOutcome<CrmObject>;
    const ROUTE: &'static str = UPDATE_ROUTE;

    fn properties(&self) -> impl Iterator<Item = &BTreeMap<String, serde_json::Value>> {
        self.inputs.iter().map(|input| &input.properties)
    }
}

impl Batch for BatchUpsert {
    type Outcome = BatchOutcome<UpsertedObject>;
    const ROUTE: &'static str = UPSERT_ROUTE;

    fn properties(&self) -> impl Iterator<Item = &BTreeMap<String, serde_json::Value>> {
        self.inputs.iter().map(|input| &input.properties)
    }
}

impl Batch for BatchArchive {
    type Outcome = ();
    const ROUTE: &'static str = ARCHIVE_ROUTE;
}

/// What became of a batch. Some of it may have failed: the service's status is 207
/// then, which is a success, and `errors` says what.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BatchOutcome<T> {
    /// `COMPLETE`.
    #[serde(default)]
    pub status: String,
    /// The records that it was done with.
    #[serde(default = "Vec::new")]
    #[cfg_attr(feature = "schemas", schema(inline))]
    pub results: Vec<T>,
    /// How many entries `errors` has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub num_errors: Option<i64>,
    /// What failed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<Vec<BatchError>>))]
    pub errors: Vec<BatchError>,
    /// When it began; ISO date-time, UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub started_at: Option<String>,
    /// When it was done; ISO date-time, UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub completed_at: Option<String>,
}

impl<T> Default for BatchOutcome<T> {
    fn default() -> Self {
        Self {
            status: String::new(),
            results: Vec::new(),
            num_errors: None,
            errors: Vec::new(),
            started_at: None,
            completed_at: None,
        }
    }
}

/// Why a part of a batch failed.
///
/// Shape: `{"status":"error","category":"OBJECT_NOT_FOUND","message":"…","context":{"ids":["7"]},"errors":[],"links":{}}`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BatchError {
    /// `error`.
    #[serde(default)]
    pub status: String,
    /// The category: `OBJECT_NOT_FOUND`.
    #[serde(default)]
    pub category: String,
    /// A narrower category: `crm.associations.NO_ASSOCIATIONS_FOUND`.
    #[serde(
        default,
        rename = "subCategory",
        skip_serializing_if = "Option::is_none"
    )]
    pub sub_category: Option<String>,
    /// What happened, with remediation where there is one.
    #[serde(default)]
    pub message: String,
    /// What it is about: `ids`, or `objectWriteTraceId`.
    #[serde(default)]
    pub context: BTreeMap<String, Vec<String>>,
    /// More detail.
    #[serde(default)]
    pub errors: Vec<ErrorDetail>,
    /// Names mapped to addresses of documentation.
    #[serde(default)]
    pub links: BTreeMap<String, String>,
}

/// A record that was changed, or made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct UpsertedObject {
    /// The record.
    #[serde(flatten)]
    pub object: CrmObject,
    /// Whether it was made.
    #[serde(default)]
    pub new: bool,
}

/// The path of reading many.
pub const READ_ROUTE: &str = "/crm/v3/objects/{objectType}/batch/read";

/// The path of making many.
pub const CREATE_ROUTE: &str = "/crm/v3/objects/{objectType}/batch/create";

/// The path of changing many.
pub const UPDATE_ROUTE: &str = "/crm/v3/objects/{objectType}/batch/update";

/// The path of changing or making many.
pub const UPSERT_ROUTE: &str = "/crm/v3/objects/{objectType}/batch/upsert";

/// The path of deleting many.
pub const ARCHIVE_ROUTE: &str = "/crm/v3/objects/{objectType}/batch/archive";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identifier_may_be_a_number() {
        let read = |text: &str| serde_json::from_str::<Input>(text).map(|input| input.id);

        assert_eq!(read(r#"{"id":7}"#).unwrap(), "7");
        assert_eq!(read(r#"{"id":"a"}"#).unwrap(), "a");
        assert!(read(r#"{"id":true}"#).is_err());
    }
}
