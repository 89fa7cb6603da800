//! `POST /crm/v3/properties/{objectType}/batch/create`, `/read` and `/archive`
//!
//! Up to a hundred definitions of properties at once.
//!
//! Source: the service's published OpenAPI file for properties, v3, read 2026-11.

use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{
    Endpoint, Error, Method, Request, Response, Secret,
    object_batch::BatchOutcome,
    objects::ObjectType,
    properties::{NewProperty, Property},
};

/// A batch of definitions of one type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BatchProperties<B> {
    /// A token with the scope for reading or for writing of the type's schema.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
    /// What is done with which properties.
    pub batch: B,
}

/// What a batch of definitions may do.
pub trait PropertyBatch: Serialize {
    /// What comes back.
    type Outcome: DeserializeOwned + Default;

    /// Its path.
    const ROUTE: &'static str;
}

impl<B: PropertyBatch> Endpoint for BatchProperties<B> {
    type Answer = B::Outcome;

    fn request(&self) -> Result<Request, Error> {
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

/// Defines properties.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CreateProperties {
    /// The properties.
    pub inputs: Vec<NewProperty>,
}

/// Reads definitions.
///
/// Shape: `{"archived":false,"inputs":[{"name":"email"}]}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ReadDefinitions {
    /// Whether those are meant that were deleted.
    #[serde(default)]
    pub archived: bool,
    /// The properties.
    pub inputs: Vec<PropertyName>,
}

/// Deletes definitions, and the values that records have of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ArchiveProperties {
    /// The properties.
    pub inputs: Vec<PropertyName>,
}

/// A property, by its internal name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyName {
    /// The name.
    pub name: String,
}

impl PropertyBatch for CreateProperties {
    type Outcome = BatchOutcome<Property>;
    const ROUTE: &'static str = CREATE_ROUTE;
}

impl PropertyBatch for ReadDefinitions {
    type Outcome = BatchOutcome<Property>;
    const ROUTE: &'static str = READ_ROUTE;
}

impl PropertyBatch for ArchiveProperties {
    type Outcome = ();
    const ROUTE: &'static str = ARCHIVE_ROUTE;
}

/// The path of defining many.
pub const CREATE_ROUTE: &str = "/crm/v3/properties/{objectType}/batch/create";

/// The path of reading many.
pub const READ_ROUTE: &str = "/crm/v3/properties/{objectType}/batch/read";

/// The path of deleting many.
pub const ARCHIVE_ROUTE: &str = "/crm/v3/properties/{objectType}/batch/archive";

#[cfg(test)]
mod tests {
    use super::*;

    fn line<B: PropertyBatch>(batch: B) -> String {
        let request = BatchProperties {
            token: Secret::new("canary"),
            object_type: ObjectType::CALLS,
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
        let inputs = vec![PropertyName {
            name: "stage".to_owned(),
        }];
        let new = NewProperty {
            name: "stage".to_owned(),
            label: "Stage".to_owned(),
            kind: "string".to_owned(),
            field_type: "text".to_owned(),
            group_name: "call".to_owned(),
            ..NewProperty::default()
        };

        assert_eq!(
            [
                line(CreateProperties { inputs: vec![new] }),
                line(ReadDefinitions {
                    archived: true,
                    inputs: inputs.clone(),
                }),
                line(ArchiveProperties { inputs }),
            ],
            [
                r#"POST /crm/v3/properties/calls/batch/create {"inputs":[{"name":"stage","label":"Stage","type":"string","fieldType":"text","groupName":"call"}]}"#,
                r#"POST /crm/v3/properties/calls/batch/read {"archived":true,"inputs":[{"name":"stage"}]}"#,
                r#"POST /crm/v3/properties/calls/batch/archive {"inputs":[{"name":"stage"}]}"#,
            ]
        );
    }
}
