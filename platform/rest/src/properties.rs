//! `GET`, `POST /crm/v3/properties/{objectType}` and `GET`, `PATCH`, `DELETE
//! /crm/v3/properties/{objectType}/{propertyName}`
//!
//! Properties of a type's records, and their allowed values.
//!
//! Source: the service's published OpenAPI file for properties, v3, read 2026-11.

use serde::{Deserialize, Serialize};

use super::{Method, Request, Secret, objects::ObjectType};

/// Lists the properties of a type.
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

/// Reads one property of a type.
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

/// The properties of a type, on a single page.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyList {
    /// The properties.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub results: Vec<Property>,
}

/// One property of a type.
///
/// Shape: `{"name":"email","label":"Email","type":"string","fieldType":"text","groupName":"contactinformation","description":"…","options":[],"hasUniqueValue":true}`.
#[serde_with::skip_serializing_none]
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
    /// Its input control: `text`, `textarea`, `html`, `number`, `date`, `select`, `radio`,
    /// `checkbox`, `booleancheckbox`, `phonenumber`, `file`.
    pub field_type: String,
    /// The group it is shown in.
    #[serde(default)]
    pub group_name: String,
    /// Its description; may be empty.
    #[serde(default)]
    pub description: String,
    /// The options of an enumeration; empty for other kinds.
    #[serde(default)]
    pub options: Vec<PropertyOption>,
    /// True if the service calculates its value.
    pub calculated: Option<bool>,
    /// True if its options are stored elsewhere, such as the users of the account.
    pub external_options: Option<bool>,
    /// True if its values are unique among the records of the type.
    pub has_unique_value: Option<bool>,
    /// True if it is hidden from people.
    pub hidden: Option<bool>,
    /// True if forms may contain it.
    pub form_field: Option<bool>,
    /// True if built-in; otherwise an account defined it.
    pub hubspot_defined: Option<bool>,
    /// Its position among others; -1 for the end.
    pub display_order: Option<i64>,
    /// True if it was deleted.
    pub archived: Option<bool>,
    /// The type of its options, if they are stored elsewhere: `OWNER`.
    pub referenced_object_type: Option<String>,
    /// Creation time; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub created_at: Option<String>,
    /// Time of the definition's last change; ISO date-time, UTC.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub updated_at: Option<String>,
    /// The allowed changes.
    pub modification_metadata: Option<ModificationMetadata>,
}

/// One option of an enumeration.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyOption {
    /// Its name for people.
    pub label: String,
    /// The value.
    pub value: String,
    /// True if it is not offered to people.
    #[serde(default)]
    pub hidden: bool,
    /// Its position among others.
    pub display_order: Option<i64>,
    /// Its description.
    pub description: Option<String>,
}

/// The allowed changes of a property.
#[serde_with::skip_serializing_none]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ModificationMetadata {
    /// True if it can be deleted.
    pub archivable: bool,
    /// True if its definition is read-only.
    pub read_only_definition: bool,
    /// True if its value is read-only.
    pub read_only_value: bool,
    /// True if its options are read-only.
    pub read_only_options: Option<bool>,
}

/// A property to define.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NewProperty {
    /// Its internal name: small letters, digits and underscores, a letter first.
    pub name: String,
    /// Its name for people.
    pub label: String,
    /// The kind of its values, as in [`Property`].
    #[serde(rename = "type")]
    pub kind: String,
    /// Its input control, as in [`Property`].
    pub field_type: String,
    /// The group it is shown in.
    pub group_name: String,
    /// Its description.
    pub description: Option<String>,
    /// The options of an enumeration.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<PropertyOption>,
    /// True if its values have to be unique among the records of the type.
    pub has_unique_value: Option<bool>,
    /// True if it is hidden from people.
    pub hidden: Option<bool>,
    /// True if forms may contain it.
    pub form_field: Option<bool>,
    /// Its position among others; -1 for the end.
    pub display_order: Option<i64>,
}

/// Changes of a definition.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PropertyChange {
    /// Its name for people.
    pub label: Option<String>,
    /// The kind of its values, as in [`Property`].
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// Its input control, as in [`Property`].
    pub field_type: Option<String>,
    /// The group it is shown in.
    pub group_name: Option<String>,
    /// Its description.
    pub description: Option<String>,
    /// All options of an enumeration.
    pub options: Option<Vec<PropertyOption>>,
    /// True if it is hidden from people.
    pub hidden: Option<bool>,
    /// True if forms may contain it.
    pub form_field: Option<bool>,
    /// Its position among others; -1 for the end.
    pub display_order: Option<i64>,
}

/// The path of a type's properties.
pub const ROUTE: &str = "/crm/v3/properties/{objectType}";

/// The path of one property.
pub const PROPERTY_ROUTE: &str = "/crm/v3/properties/{objectType}/{propertyName}";
