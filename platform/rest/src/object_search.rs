//! `POST /crm/v3/objects/{objectType}/search`
//!
//! Finds records of a type by the values of their properties.
//!
//! Source: the service's published OpenAPI files for CRM objects, v3, and its guide to
//! CRM search, read 2026-11.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{self, MapAccess, Visitor, value::MapAccessDeserializer},
};

use super::{
    Method, Request, Secret,
    identifier::{number_if_any, text_if_any, texts},
    objects::{CrmObject, ObjectType, Paging},
    response::or_default,
};

/// Searches records of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchObjects {
    /// A token with the type's scope for reading.
    pub token: Secret,
    /// The type.
    pub object_type: ObjectType,
    /// The criteria.
    pub search: Search,
}

endpoint! { |it: SearchObjects| -> Found {
    Request::at(Method::Post, ROUTE, &[it.object_type.as_str()])
        .that_reads()
        .with_bearer(&it.token)
        .with_json(&it.search)
} }

/// The criteria of a search: a record has to meet every filter of one group at least, and to
/// contain all words of the query.
///
/// Shape: `{"filterGroups":[{"filters":[{"propertyName":"email","operator":"EQ","value":"ada@people.example"}]}],"properties":["email"],"limit":10}`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
// A misspelt `filterGroups` would find every record.
#[serde_with::skip_serializing_none]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Search {
    /// Up to five groups; without one, every record matches.
    #[serde(
        default,
        deserialize_with = "or_default",
        skip_serializing_if = "Vec::is_empty"
    )]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<Vec<FilterGroup>>))]
    pub filter_groups: Vec<FilterGroup>,
    /// Words that one of the type's searched properties begins with.
    #[serde(default, deserialize_with = "text_if_any")]
    pub query: Option<String>,
    /// One order at most; by default the oldest first.
    #[serde(
        default,
        deserialize_with = "or_default",
        skip_serializing_if = "Vec::is_empty"
    )]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<Vec<Sort>>))]
    pub sorts: Vec<Sort>,
    /// Internal names of properties; the type's default set when empty.
    #[serde(
        default,
        deserialize_with = "or_default",
        skip_serializing_if = "Vec::is_empty"
    )]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<Vec<String>>))]
    pub properties: Vec<String>,
    /// Number of entries, 1 to 200; 10 when absent.
    #[serde(default, deserialize_with = "number_if_any")]
    #[cfg_attr(feature = "schemas", schema(minimum = 0, maximum = 200))]
    pub limit: Option<i64>,
    /// The cursor from the previous page: the number of records before.
    pub after: Option<Cursor>,
}

/// Filters that all have to be met.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct FilterGroup {
    /// Up to six, and eighteen in all groups.
    pub filters: Vec<Filter>,
}

/// A condition on the value of a property.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Filter {
    /// The property's internal name; or `associations.` and a type's name, for the associated
    /// records of that type.
    pub property_name: String,
    /// The comparison.
    pub operator: Operator,
    /// The value to compare with; the lower end of a range.
    #[serde(default, deserialize_with = "text_if_any")]
    pub value: Option<String>,
    /// The upper end of a range.
    #[serde(default, deserialize_with = "text_if_any")]
    pub high_value: Option<String>,
    /// The values of a list.
    #[serde(
        default,
        deserialize_with = "texts",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub values: Vec<String>,
}

/// A comparison with the value of a property.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub enum Operator {
    /// It is between `value` and `highValue`, both included.
    Between,
    /// One of its words is `value`; `*` stands for any letters.
    ContainsToken,
    /// It is `value`.
    Eq,
    /// It is greater than `value`.
    Gt,
    /// It is `value` or greater.
    Gte,
    /// It has a value.
    HasProperty,
    /// It is one of `values`.
    In,
    /// It is less than `value`.
    Lt,
    /// It is `value` or less.
    Lte,
    /// It differs from `value`.
    Neq,
    /// None of its words is `value`.
    NotContainsToken,
    /// It has no value.
    NotHasProperty,
    /// It is not one of `values`.
    NotIn,
}

/// An order of records: an object, or, as the service's own clients send it, a text that
/// is such an object's JSON or the name of a property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub enum Sort {
    /// By one property.
    By(SortBy),
    /// `{"propertyName":…}` as a text, or a name, with `-` in front for the greatest
    /// first.
    Text(String),
}

/// By hand, since of an untagged enum no fault has a name.
impl<'de> Deserialize<'de> for Sort {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TextOrObject;

        impl<'de> Visitor<'de> for TextOrObject {
            type Value = Sort;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object with propertyName and direction, or a text")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Sort, E> {
                Ok(Sort::Text(text.to_owned()))
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Sort, A::Error> {
                SortBy::deserialize(MapAccessDeserializer::new(fields)).map(Sort::By)
            }
        }

        deserializer.deserialize_any(TextOrObject)
    }
}

/// An order by one property.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct SortBy {
    /// The property's internal name.
    pub property_name: String,
    /// The direction.
    #[serde(default)]
    pub direction: Direction,
}

/// The direction of an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub enum Direction {
    /// The smallest first.
    #[default]
    Ascending,
    /// The greatest first.
    Descending,
}

/// A cursor, sent as a text or as a number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub enum Cursor {
    /// As a text.
    Text(String),
    /// As a number.
    Number(i64),
}

/// A page of results.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Found {
    /// The number of matches in all.
    pub total: i64,
    /// The records of this page.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(required = true))]
    pub results: Vec<CrmObject>,
    /// The next page; absent at the end.
    pub paging: Option<Paging>,
}

/// The path of a search.
pub const ROUTE: &str = "/crm/v3/objects/{objectType}/search";
