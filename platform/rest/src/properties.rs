//! `GET`, `POST /crm/v3/properties/{objectType}` and `GET`, `PATCH`, `DELETE
//! /crm/v3/properties/{objectType}/{propertyName}`
//!
//! Which properties the records of a type have, and what each may hold.
//!
//! Source: the service's published OpenAPI file for properties, v3, read 2026-11.

use serde::{Deserialize, Serialize};

use super::{Method, Request, Secret, objects::ObjectType};

/// Tells which properties the records of a type have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadProperties {
    /// A token with the type's scope for reading, or with that of its schema.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
}

endpoint! { |it: ReadProperties| -> PropertyList {
    Ok(Request::at(Method::Get, ROUTE, &[it.object_type.as_str()]).with_bearer(&it.token))
} }

/// Tells what one property of a type is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadProperty {
    /// A token with the type's scope for reading, or with that of its schema.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
    /// The property's internal name.
    pub name: String,
}

endpoint! { |it: ReadProperty| -> Property {
    let values = [it.object_type.as_str(), &it.name];
    Ok(Request::at(Method::Get, PROPERTY_ROUTE, &values).with_bearer(&it.token))
} }

/// Defines a property of a type.
///
/// Shape: `{"name":"ticket_url","label":"Ticket","type":"string","fieldType":"text","groupName":"call"}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateProperty {
    /// A token with the scope for writing of the type's schema.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
    /// The property.
    pub property: NewProperty,
}

endpoint! { |it: CreateProperty| -> Property {
    Request::at(Method::Post, ROUTE, &[it.object_type.as_str()])
        .with_bearer(&it.token)
        .with_json(&it.property)
} }

/// The properties of a type, all in one part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyList {
    /// The properties.
    #[serde(default)]
    pub results: Vec<Property>,
}

/// One property of a type.
///
/// Shape: `{"name":"email","label":"Email","type":"string","fieldType":"text","groupName":"contactinformation","description":"…","options":[],"hasUniqueValue":true}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Property {
    /// Its internal name.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// The kind of its values: `string`, `number`, `date`, `datetime`, `enumeration`,
    /// `bool`.
    #[serde(rename = "type")]
    pub kind: String,
    /// How it is edited: `text`, `textarea`, `html`, `number`, `date`, `select`, `radio`,
    /// `checkbox`, `booleancheckbox`, `phonenumber`, `file`.
    pub field_type: String,
    /// The group it is shown in.
    #[serde(default)]
    pub group_name: String,
    /// What it is for; may be empty.
    #[serde(default)]
    pub description: String,
    /// What an enumeration's values may be; empty for other kinds.
    #[serde(default)]
    pub options: Vec<PropertyOption>,
    /// Whether the service works its value out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calculated: Option<bool>,
    /// Whether its options are kept elsewhere, such as the users of the account.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub external_options: Option<bool>,
    /// Whether no two records of the type have the same value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_unique_value: Option<bool>,
    /// Whether people see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// Whether forms may have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form_field: Option<bool>,
    /// Whether it is the service's own; otherwise an account defined it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hubspot_defined: Option<bool>,
    /// Its place among others; -1 for the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_order: Option<i64>,
    /// Whether it was deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub archived: Option<bool>,
    /// What its options are, where they are kept elsewhere: `OWNER`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub referenced_object_type: Option<String>,
    /// When it was defined; ISO date-time, UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub created_at: Option<String>,
    /// When its definition last changed; ISO date-time, UTC.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub updated_at: Option<String>,
    /// What of it may be changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub modification_metadata: Option<ModificationMetadata>,
}

/// One value that an enumeration may have.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyOption {
    /// Its name for people.
    pub label: String,
    /// The value.
    pub value: String,
    /// Whether people are not offered it.
    #[serde(default)]
    pub hidden: bool,
    /// Its place among others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_order: Option<i64>,
    /// What it means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// What of a property may be changed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ModificationMetadata {
    /// Whether it can be deleted.
    pub archivable: bool,
    /// Whether its definition cannot be changed.
    pub read_only_definition: bool,
    /// Whether its value cannot be written.
    pub read_only_value: bool,
    /// Whether its options cannot be changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_only_options: Option<bool>,
}

/// A property that is to be defined.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NewProperty {
    /// Its internal name: small letters, digits and underscores, a letter first.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// The kind of its values, as a [`Property`] has it.
    #[serde(rename = "type")]
    pub kind: String,
    /// How it is edited, as a [`Property`] has it.
    pub field_type: String,
    /// The group it is shown in.
    pub group_name: String,
    /// What it is for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// What an enumeration's values may be.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<PropertyOption>,
    /// Whether no two records of the type may have the same value.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub has_unique_value: Option<bool>,
    /// Whether people do not see it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hidden: Option<bool>,
    /// Whether forms may have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form_field: Option<bool>,
    /// Its place among others; -1 for the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_order: Option<i64>,
}

/// What changes of a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyChange {
    /// Its name for people.
    pub label: Option<String>,
    /// The kind of its values, as a [`Property`] has it.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// How it is edited, as a [`Property`] has it.
    pub field_type: Option<String>,
    /// The group it is shown in.
    pub group_name: Option<String>,
    /// What it is for.
    pub description: Option<String>,
    /// What an enumeration's values may be, all of them.
    pub options: Option<Vec<PropertyOption>>,
    /// Whether people do not see it.
    pub hidden: Option<bool>,
    /// Whether forms may have it.
    pub form_field: Option<bool>,
    /// Its place among others; -1 for the end.
    pub display_order: Option<i64>,
}

/// The path of a type's properties.
pub const ROUTE: &str = "/crm/v3/properties/{objectType}";

/// The path of one property.
pub const PROPERTY_ROUTE: &str = "/crm/v3/properties/{objectType}/{propertyName}";
