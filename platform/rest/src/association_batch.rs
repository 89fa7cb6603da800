//! `POST /crm/v4/associations/{fromObjectType}/{toObjectType}/batch/read`, `/create`,
//! `/associate/default`, `/archive` and `/labels/archive`
//!
//! Many associations of records of two types at once.
//!
//! Source: the service's published OpenAPI file for associations, v4, read 2026-11.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    Endpoint, Error, Method, Request, Response, Secret,
    associations::{AssociatedRecord, LabelledAssociation},
    identifier::text_or_number,
    object_batch::BatchOutcome,
    objects::{Association, AssociationSpec, ObjectId, ObjectType, Paging},
};

/// A batch of associations of two types.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchAssociations<B> {
    /// A token with the first type's scope for reading, or for writing.
    pub token: Secret,
    /// The type of the records that the associations lead from.
    pub from_object_type: ObjectType,
    /// The type of those that they lead to.
    pub to_object_type: ObjectType,
    /// What is done with which records.
    pub batch: B,
}

/// What a batch of associations may do.
pub trait AssociationBatch: Serialize {
    /// What comes back.
    type Outcome: DeserializeOwned + Default;

    /// Its path.
    const ROUTE: &'static str;
}

impl<B: AssociationBatch> Endpoint for BatchAssociations<B> {
    type Answer = B::Outcome;

    fn request(&self) -> Result<Request, Error> {
        let types = [self.from_object_type.as_str(), self.to_object_type.as_str()];
        Request::at(Method::Post, B::ROUTE, &types)
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

/// Reads what records are associated with.
///
/// Shape: `{"inputs":[{"id":"1001"},{"id":"1002","after":"7"}]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ReadAssociations {
    /// The records.
    pub inputs: Vec<ReadAssociationsInput>,
}

/// A record whose associations are read.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ReadAssociationsInput {
    /// Its identifier; numbers are read too.
    #[serde(deserialize_with = "text_or_number")]
    #[cfg_attr(feature = "schemas", schema(value_type = crate::identifier::TextOrNumber))]
    pub id: String,
    /// The cursor of the part before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
}

/// Associates records by labels.
///
/// Shape: `{"inputs":[{"from":{"id":"7"},"to":{"id":"9"},"types":[{"associationCategory":"SERVICE_DEFINED","associationTypeId":702}]}]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CreateAssociations {
    /// The associations.
    pub inputs: Vec<LabelledPair>,
}

/// Takes labels of records away; they stay associated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ArchiveLabels {
    /// The associations.
    pub inputs: Vec<LabelledPair>,
}

/// Two records, and as what they are associated.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct LabelledPair {
    /// The record it leads from.
    pub from: ObjectId,
    /// The record it leads to.
    pub to: ObjectId,
    /// Its kinds.
    pub types: Vec<AssociationSpec>,
}

/// Associates records as their types are by default.
///
/// Shape: `{"inputs":[{"from":{"id":"7"},"to":{"id":"9"}}]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CreateDefaultAssociations {
    /// The associations.
    pub inputs: Vec<DefaultPair>,
}

/// Two records.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct DefaultPair {
    /// The record the association leads from.
    pub from: ObjectId,
    /// The record it leads to.
    pub to: ObjectId,
}

/// Takes every association of records away.
///
/// Shape: `{"inputs":[{"from":{"id":"7"},"to":[{"id":"9"}]}]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ArchiveAssociations {
    /// The associations.
    pub inputs: Vec<ArchivedPairs>,
}

/// A record, and those that it is no longer associated with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ArchivedPairs {
    /// The record.
    pub from: ObjectId,
    /// The others.
    pub to: Vec<ObjectId>,
}

/// What one record is associated with.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct AssociationsOfRecord {
    /// The record.
    pub from: ObjectId,
    /// The others, and as what.
    #[serde(default)]
    pub to: Vec<AssociatedRecord>,
    /// Where the list goes on; absent at its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paging: Option<Paging>,
}

impl AssociationBatch for ReadAssociations {
    type Outcome = BatchOutcome<AssociationsOfRecord>;
    const ROUTE: &'static str = READ_ROUTE;
}

impl AssociationBatch for CreateAssociations {
    type Outcome = BatchOutcome<LabelledAssociation>;
    const ROUTE: &'static str = CREATE_ROUTE;
}

impl AssociationBatch for CreateDefaultAssociations {
    type Outcome = BatchOutcome<Association>;
    const ROUTE: &'static str = DEFAULT_ROUTE;
}

impl AssociationBatch for ArchiveAssociations {
    type Outcome = ();
    const ROUTE: &'static str = ARCHIVE_ROUTE;
}

impl AssociationBatch for ArchiveLabels {
    type Outcome = ();
    const ROUTE: &'static str = ARCHIVE_LABELS_ROUTE;
}

/// The path of reading many.
pub const READ_ROUTE: &str = "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch/read";

/// The path of associating many by labels.
pub const CREATE_ROUTE: &str = "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch/create";

/// The path of associating many by default.
pub const DEFAULT_ROUTE: &str =
    "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch/associate/default";

/// The path of taking many associations away.
pub const ARCHIVE_ROUTE: &str =
    "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch/archive";

/// The path of taking labels of many away.
pub const ARCHIVE_LABELS_ROUTE: &str =
    "/crm/v4/associations/{fromObjectType}/{toObjectType}/batch/labels/archive";

#[cfg(test)]
mod tests {
    use super::*;

    fn id(id: &str) -> ObjectId {
        ObjectId { id: id.to_owned() }
    }

    fn line<B: AssociationBatch>(batch: B) -> String {
        let request = BatchAssociations {
            token: Secret::new("canary"),
            from_object_type: ObjectType::CONTACTS,
            to_object_type: ObjectType::new("a/b"),
            batch,
        }
        .request()
        .unwrap();
        assert!(!format!("{request:?}").contains("canary"));
        let body = String::from_utf8_lossy(&request.body);
        format!("{} {} {body}", request.method.as_str(), request.target())
    }

    #[test]
    fn the_requests_are_as_published() {
        let pair = LabelledPair {
            from: id("7"),
            to: id("9"),
            types: vec![AssociationSpec {
                association_category: "USER_DEFINED".to_owned(),
                association_type_id: 5,
            }],
        };
        let types = r#""types":[{"associationCategory":"USER_DEFINED","associationTypeId":5}]"#;
        let place = "POST /crm/v4/associations/contacts/a%2Fb/batch";
        for (line, expected) in [
            (
                line(ReadAssociations {
                    inputs: vec![ReadAssociationsInput {
                        id: "7".to_owned(),
                        after: None,
                    }],
                }),
                format!(r#"{place}/read {{"inputs":[{{"id":"7"}}]}}"#),
            ),
            (
                line(CreateAssociations {
                    inputs: vec![pair.clone()],
                }),
                format!(
                    r#"{place}/create {{"inputs":[{{"from":{{"id":"7"}},"to":{{"id":"9"}},{types}}}]}}"#
                ),
            ),
            (
                line(CreateDefaultAssociations {
                    inputs: vec![DefaultPair {
                        from: id("7"),
                        to: id("9"),
                    }],
                }),
                format!(
                    r#"{place}/associate/default {{"inputs":[{{"from":{{"id":"7"}},"to":{{"id":"9"}}}}]}}"#
                ),
            ),
            (
                line(ArchiveAssociations {
                    inputs: vec![ArchivedPairs {
                        from: id("7"),
                        to: vec![id("9")],
                    }],
                }),
                format!(
                    r#"{place}/archive {{"inputs":[{{"from":{{"id":"7"}},"to":[{{"id":"9"}}]}}]}}"#
                ),
            ),
            (
                line(ArchiveLabels { inputs: vec![pair] }),
                format!(
                    r#"{place}/labels/archive {{"inputs":[{{"from":{{"id":"7"}},"to":{{"id":"9"}},{types}}}]}}"#
                ),
            ),
        ] {
            assert_eq!(line, expected);
        }
    }

    #[test]
    fn what_is_not_associated_is_reported_beside_what_is() {
        let body = br#"{"status":"COMPLETE","results":[{"from":{"id":7},"to":[{"toObjectId":9,
            "associationTypes":[{"category":"HUBSPOT_DEFINED","typeId":1,"label":null}]}]}],
            "numErrors":1,"errors":[{"status":"error","category":"OBJECT_NOT_FOUND","subCategory":
            "crm.associations.NO_ASSOCIATIONS_FOUND","message":"m","context":{}}],
            "startedAt":"x","completedAt":"y"}"#;
        let response = Response {
            status: 207,
            headers: Vec::new(),
            body: body.to_vec(),
        };

        let outcome = BatchAssociations {
            token: Secret::new("canary"),
            from_object_type: ObjectType::CONTACTS,
            to_object_type: ObjectType::COMPANIES,
            batch: ReadAssociations::default(),
        }
        .parse(&response)
        .unwrap();

        assert_eq!(outcome.results[0].to[0].to_object_id, "9");
        let narrower = outcome.errors[0].sub_category.as_deref();
        assert_eq!(narrower, Some("crm.associations.NO_ASSOCIATIONS_FOUND"));
    }
}
