//! A property: its definition in a type's file, and constraints on its values.

use calling_rest::properties::{ModificationMetadata, Property, PropertyOption};
use rust_decimal::Decimal;
use serde::Deserialize;

use crate::Profile;

/// A property, and constraints on its values beyond the definition.
#[derive(Clone, Debug)]
pub(crate) struct Defined {
    pub(crate) property: Property,
    pub(crate) format: Option<Format>,
    pub(crate) bounds: Bounds,
    /// True if a request's value is overridden; other computed properties refuse one.
    pub(crate) is_overridden: bool,
}

/// The range of a number.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Bounds {
    pub(crate) least: Option<Decimal>,
    pub(crate) above: Option<Decimal>,
    pub(crate) most: Option<Decimal>,
}

/// The form of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) enum Format {
    /// The code of a currency by ISO 4217, in capital letters.
    Currency,
    /// An e-mail address, in small letters.
    Email,
    /// A day; any moment of it in UTC stands for it.
    Day,
    /// A period by ISO 8601, in capital letters.
    Period,
    /// A part of a URL: lower-case letters, digits and hyphens.
    Slug,
}

impl Defined {
    /// Of a custom property.
    pub(crate) const fn own(property: Property) -> Self {
        Self {
            property,
            format: None,
            bounds: Bounds {
                least: None,
                above: None,
                most: None,
            },
            is_overridden: false,
        }
    }

    /// True if no two records may have the same value.
    pub(crate) fn is_unique(&self) -> bool {
        self.property.has_unique_value == Some(true)
    }

    /// True if a value may be several options.
    pub(crate) fn is_multiple(&self) -> bool {
        self.property.kind == "enumeration" && self.property.field_type == "checkbox"
    }

    /// True if a value is the id of an owner.
    pub(crate) fn is_owner(&self) -> bool {
        self.property.referenced_object_type.as_deref() == Some("OWNER")
    }

    /// True if the service itself computes the value.
    pub(crate) fn is_computed(&self) -> bool {
        let modification = self.property.modification_metadata;
        modification.is_some_and(|metadata| metadata.read_only_value)
    }
}

/// A property in a type's file.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Listed {
    name: String,
    /// Its name in the vendor's profile, if different.
    vendor_name: Option<String>,
    label: String,
    #[serde(rename = "type")]
    kind: String,
    field_type: String,
    group_name: Option<String>,
    description: String,
    #[serde(default)]
    options: Vec<ListedOption>,
    /// The options in the vendor's profile, if different.
    vendor_options: Option<Vec<ListedOption>>,
    #[serde(default)]
    external_options: bool,
    referenced_object_type: Option<String>,
    #[serde(default)]
    unique: bool,
    /// True if it is calculated on read.
    #[serde(default)]
    calculated: bool,
    /// True if the service writes it.
    #[serde(default)]
    read_only: bool,
    /// True if a request's value is overridden, not refused.
    #[serde(default)]
    overridden: bool,
    format: Option<Format>,
    /// The inclusive minimum of a number.
    least: Option<Decimal>,
    /// The exclusive minimum of a number.
    above: Option<Decimal>,
    /// The inclusive maximum of a number.
    most: Option<Decimal>,
}

/// A value of an enumeration.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum ListedOption {
    /// A value, and its name for people.
    Named(String, String),
    /// `REAL_ESTATE`, whose name is its words: `Real estate`.
    Words(String),
}

impl ListedOption {
    fn value_and_label(self) -> (String, String) {
        match self {
            Self::Named(value, label) => (value, label),
            Self::Words(value) => {
                let words = value.replace('_', " ").to_lowercase();
                let (first, rest) = words.split_at_checked(1).unwrap_or_default();
                (value, first.to_uppercase() + rest)
            }
        }
    }
}

impl Listed {
    /// The property in a profile.
    pub(super) fn defined(self, group: &str, profile: Profile) -> Defined {
        let is_spec = profile == Profile::Spec;
        let options = match self.vendor_options {
            Some(options) if !is_spec => options,
            _ => self.options,
        };
        let options = options
            .into_iter()
            .map(ListedOption::value_and_label)
            .zip(0..);
        let is_read_only = self.read_only || self.calculated;
        Defined {
            property: Property {
                name: match self.vendor_name {
                    Some(name) if !is_spec => name,
                    _ => self.name,
                },
                label: self.label,
                kind: self.kind,
                field_type: self.field_type,
                group_name: self.group_name.unwrap_or_else(|| group.to_owned()),
                description: self.description,
                options: options
                    .map(|((value, label), order)| PropertyOption {
                        label,
                        value,
                        hidden: false,
                        display_order: Some(order),
                        description: None,
                    })
                    .collect(),
                calculated: Some(self.calculated),
                external_options: Some(self.external_options),
                has_unique_value: Some(self.unique),
                hidden: Some(false),
                form_field: Some(!is_read_only),
                hubspot_defined: Some(true),
                display_order: Some(-1),
                archived: Some(false),
                referenced_object_type: self.referenced_object_type,
                created_at: None,
                updated_at: None,
                modification_metadata: Some(ModificationMetadata {
                    archivable: false,
                    read_only_definition: true,
                    read_only_value: is_read_only,
                    read_only_options: Some(true),
                }),
            },
            format: self.format,
            bounds: Bounds {
                least: self.least,
                above: self.above,
                most: self.most,
            },
            is_overridden: self.overridden,
        }
    }
}

/// Kinds of values in the service. Source: its published OpenAPI file for
/// properties, v3, read 2026-11.
pub(crate) const KINDS: [&str; 6] = [
    "bool",
    "date",
    "datetime",
    "enumeration",
    "number",
    "string",
];
