//! `GET`, `POST /crm/v3/properties/{objectType}/groups` and `GET`, `PATCH`, `DELETE
//! /crm/v3/properties/{objectType}/groups/{groupName}`
//!
//! The groups that properties are shown in.
//!
//! Source: the service's published OpenAPI file for properties, v3, read 2026-11.

use serde::{Deserialize, Serialize};

use super::{Method, Request, Secret, objects::ObjectType, query::escape};

/// Lists the groups of a type's properties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListGroups {
    /// A token with the type's scope for reading, or with that of its schema.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
}

/// Makes a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateGroup {
    /// A token with the scope for writing of the type's schema.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
    /// The group.
    pub group: NewPropertyGroup,
}

/// Reads a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadGroup {
    /// A token with the type's scope for reading, or with that of its schema.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
    /// The group's internal name.
    pub name: String,
}

/// Changes a group's label or place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpdateGroup {
    /// A token with the scope for writing of the type's schema.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
    /// The group's internal name.
    pub name: String,
    /// What changes.
    pub change: PropertyGroupChange,
}

/// Deletes a group that no property is in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteGroup {
    /// A token with the scope for writing of the type's schema.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
    /// The group's internal name.
    pub name: String,
}

endpoint! { |it: ListGroups| -> PropertyGroupList {
    let path = path_of(&it.object_type);
    Ok(Request::to(Method::Get, ROUTE, path).with_bearer(&it.token))
} }

endpoint! { |it: CreateGroup| -> PropertyGroup {
    let path = path_of(&it.object_type);
    Request::to(Method::Post, ROUTE, path)
        .with_bearer(&it.token)
        .with_json(&it.group)
} }

endpoint! { |it: ReadGroup| -> PropertyGroup {
    let path = path_to(&it.object_type, &it.name);
    Ok(Request::to(Method::Get, GROUP_ROUTE, path).with_bearer(&it.token))
} }

endpoint! { |it: UpdateGroup| -> PropertyGroup {
    let path = path_to(&it.object_type, &it.name);
    Request::to(Method::Patch, GROUP_ROUTE, path)
        .with_bearer(&it.token)
        .with_json(&it.change)
} }

endpoint! { |it: DeleteGroup| -> () {
    let path = path_to(&it.object_type, &it.name);
    Ok(Request::to(Method::Delete, GROUP_ROUTE, path).with_bearer(&it.token))
} }

/// The groups of a type's properties, all in one part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyGroupList {
    /// The groups.
    #[serde(default)]
    pub results: Vec<PropertyGroup>,
}

/// A group that properties are shown in.
///
/// Shape: `{"name":"contactinformation","label":"Contact information","displayOrder":-1,"archived":false}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyGroup {
    /// Its internal name.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// Its place among others; -1 for the end.
    #[serde(default)]
    pub display_order: i64,
    /// Whether it was deleted.
    #[serde(default)]
    pub archived: bool,
}

/// A group that is to be made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NewPropertyGroup {
    /// Its internal name: small letters, digits and underscores, a letter first.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// Its place among others; -1, for the end, when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_order: Option<i64>,
}

/// What changes of a group.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyGroupChange {
    /// Its name for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Its place among others; -1 for the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_order: Option<i64>,
}

fn path_of(object_type: &ObjectType) -> String {
    ROUTE.replace("{objectType}", &escape(object_type.as_str()))
}

fn path_to(object_type: &ObjectType, name: &str) -> String {
    [&path_of(object_type), "/", &escape(name)].concat()
}

/// The path of the groups of a type's properties.
pub const ROUTE: &str = "/crm/v3/properties/{objectType}/groups";

/// The path of one group.
pub const GROUP_ROUTE: &str = "/crm/v3/properties/{objectType}/groups/{groupName}";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Endpoint as _;

    #[test]
    fn the_requests_are_as_published() {
        let token = || Secret::new("canary");
        let object_type = || ObjectType::CALLS;
        let name = || "a/b".to_owned();
        let requests = [
            ListGroups {
                token: token(),
                object_type: object_type(),
            }
            .request(),
            CreateGroup {
                token: token(),
                object_type: object_type(),
                group: NewPropertyGroup {
                    name: "phone".to_owned(),
                    label: "Phone".to_owned(),
                    display_order: Some(1),
                },
            }
            .request(),
            ReadGroup {
                token: token(),
                object_type: object_type(),
                name: name(),
            }
            .request(),
            UpdateGroup {
                token: token(),
                object_type: object_type(),
                name: name(),
                change: PropertyGroupChange {
                    label: Some("Calls".to_owned()),
                    display_order: None,
                },
            }
            .request(),
            DeleteGroup {
                token: token(),
                object_type: object_type(),
                name: name(),
            }
            .request(),
        ]
        .map(Result::unwrap);

        let lines = requests.each_ref().map(|request| {
            let body = String::from_utf8_lossy(&request.body);
            let line = format!("{} {} {body}", request.method.as_str(), request.target());
            line.trim_end().to_owned()
        });
        assert_eq!(
            lines,
            [
                "GET /crm/v3/properties/calls/groups",
                r#"POST /crm/v3/properties/calls/groups {"name":"phone","label":"Phone","displayOrder":1}"#,
                "GET /crm/v3/properties/calls/groups/a%2Fb",
                r#"PATCH /crm/v3/properties/calls/groups/a%2Fb {"label":"Calls"}"#,
                "DELETE /crm/v3/properties/calls/groups/a%2Fb",
            ]
        );
        for request in &requests {
            assert_eq!(request.secrets, [token()]);
        }
    }
}
