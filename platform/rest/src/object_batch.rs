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
    objects::{CrmObject, NewAssociation, ObjectType},
};

/// A batch of records of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchObjects<B> {
    /// A token with the type's scope for reading, or for writing.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
    /// The operation and its records.
    pub batch: B,
}

/// An operation on many records.
pub trait Batch: Serialize {
    /// The content of the answer.
    type Outcome: DeserializeOwned + Default;

    /// Its path.
    const ROUTE: &'static str;

    /// True if it changes nothing.
    const ONLY_READS: bool = false;
}

impl<B: Batch> Endpoint for BatchObjects<B> {
    type Answer = B::Outcome;

    fn request(&self) -> Result<Request, Error> {
        let request = Request::at(Method::Post, B::ROUTE, &[self.object_type.as_str()]);
        Request {
            only_reads: B::ONLY_READS,
            ..request.with_bearer(&self.token)
        }
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
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BatchRead {
    /// The records.
    pub inputs: Vec<Input>,
    /// Internal names of properties; the type's default set when empty.
    #[serde(default)]
    pub properties: Vec<String>,
    /// Properties whose earlier values are returned too.
    #[serde(default)]
    pub properties_with_history: Vec<String>,
    /// The unique property that `id` is a value of; a record's own identifier when
    /// absent.
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

/// The inputs of a batch, and nothing else.
///
/// Shape: `{"inputs":[{"id":"101"}]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Inputs<T> {
    /// The inputs.
    #[cfg_attr(feature = "schemas", schema(inline))]
    pub inputs: Vec<T>,
}

/// Creates records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BatchCreate {
    /// The records.
    pub inputs: Vec<CreateInput>,
}

/// A record to create.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CreateInput {
    /// Its properties, by their internal names.
    pub properties: BTreeMap<String, serde_json::Value>,
    /// Its associations.
    pub associations: Option<Vec<NewAssociation>>,
    /// The caller's name for this input. If every input has one, a faulty input is reported
    /// by it, and the others are still carried out.
    pub object_write_trace_id: Option<String>,
}

/// Sets properties of records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BatchUpdate {
    /// The records.
    pub inputs: Vec<UpdateInput>,
}

/// Sets properties of records, and creates missing records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BatchUpsert {
    /// The records.
    pub inputs: Vec<UpdateInput>,
}

/// A record to change.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct UpdateInput {
    /// Its identifier, or the value of `idProperty`; numbers are read too.
    #[serde(deserialize_with = "text_or_number")]
    #[cfg_attr(feature = "schemas", schema(value_type = crate::identifier::TextOrNumber))]
    pub id: String,
    /// The unique property that `id` is a value of.
    pub id_property: Option<String>,
    /// The properties that change, by their internal names.
    pub properties: BTreeMap<String, serde_json::Value>,
    /// The caller's name for this input. If every input has one, a faulty input is reported
    /// by it, and the others are still carried out.
    pub object_write_trace_id: Option<String>,
}

/// Deletes records; missing ones count as deleted.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BatchArchive {
    /// The records.
    pub inputs: Vec<Input>,
}

impl Batch for BatchRead {
    type Outcome = BatchOutcome<CrmObject>;
    const ROUTE: &'static str = READ_ROUTE;
    const ONLY_READS: bool = true;
}

impl Batch for BatchCreate {
    type Outcome = BatchOutcome<CrmObject>;
    const ROUTE: &'static str = CREATE_ROUTE;
}

impl Batch for BatchUpdate {
    type Outcome = BatchOutcome<CrmObject>;
    const ROUTE: &'static str = UPDATE_ROUTE;
}

impl Batch for BatchUpsert {
    type Outcome = BatchOutcome<UpsertedObject>;
    const ROUTE: &'static str = UPSERT_ROUTE;
}

impl Batch for BatchArchive {
    type Outcome = ();
    const ROUTE: &'static str = ARCHIVE_ROUTE;
}

/// The outcome of a batch. Parts of it may have failed: the service's status is 207 then,
/// which is a success, and `errors` lists the failures.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BatchOutcome<T> {
    /// `COMPLETE`.
    #[serde(default)]
    pub status: String,
    /// The records read or written.
    #[serde(default = "Vec::new")]
    #[cfg_attr(feature = "schemas", schema(required = true, inline))]
    pub results: Vec<T>,
    /// The number of entries in `errors`.
    pub num_errors: Option<i64>,
    /// The failures.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<Vec<BatchError>>))]
    pub errors: Vec<BatchError>,
    /// Start time; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub started_at: Option<String>,
    /// End time; ISO date-time, UTC.
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

/// The failure of a part of a batch.
///
/// Shape: `{"status":"error","category":"OBJECT_NOT_FOUND","message":"…","context":{"ids":["7"]},"errors":[],"links":{}}`.
#[serde_with::skip_serializing_none]
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
    #[serde(rename = "subCategory")]
    pub sub_category: Option<String>,
    /// The error, with a remedy if there is one.
    #[serde(default)]
    pub message: String,
    /// The inputs at fault: `ids`, or `objectWriteTraceId`.
    #[serde(default)]
    pub context: BTreeMap<String, Vec<String>>,
    /// More detail.
    #[serde(default)]
    pub errors: Vec<ErrorDetail>,
    /// Names mapped to addresses of documentation.
    #[serde(default)]
    pub links: BTreeMap<String, String>,
}

/// A record that was changed or created.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct UpsertedObject {
    /// The record.
    #[serde(flatten)]
    pub object: CrmObject,
    /// True if it was created.
    #[serde(default)]
    pub new: bool,
}

/// The path of reading many.
pub const READ_ROUTE: &str = "/crm/v3/objects/{objectType}/batch/read";

/// The path of creating many.
pub const CREATE_ROUTE: &str = "/crm/v3/objects/{objectType}/batch/create";

/// The path of changing many.
pub const UPDATE_ROUTE: &str = "/crm/v3/objects/{objectType}/batch/update";

/// The path of changing or creating many.
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
