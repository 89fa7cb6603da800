//! The types of records: each is a file in `types`, read once.
//!
//! A file has the type's names, its scopes, the numbers of its associations and its
//! properties. How a calculated property is computed is in the type's hooks. A property's
//! `groupName` may be left out if it is the type's own.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use super::property::{Defined, Listed};
use crate::Profile;

/// A type of records.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RecordType {
    /// Its id, also used in messages: `0-1`. For custom objects, the prefix that all of them
    /// share.
    pub(crate) type_id: String,
    /// Its names in paths and answers.
    singular: String,
    plural: String,
    /// Its name for people.
    pub(crate) label: String,
    pub(crate) scopes: Scopes,
    /// The property for the moment of creation.
    pub(crate) created: String,
    /// The property for the moment of the last change.
    pub(crate) updated: String,
    /// Required properties of a new record.
    #[serde(default)]
    pub(crate) required: Vec<String>,
    /// The properties in an answer to a request that names none, beside those of every record.
    pub(crate) defaults: Vec<String>,
    /// The properties that a search for words reads.
    pub(crate) searched: Vec<String>,
    /// The numbers of the associations with other types.
    pub(crate) associations: Vec<AssociationNumber>,
    /// The group of most properties.
    pub(crate) group: String,
    /// True if a name that a record brings becomes a property: schemas of custom objects are
    /// not imitated.
    #[serde(default)]
    pub(crate) takes_any_name: bool,
    properties: Vec<Listed>,
    #[serde(skip)]
    defined: BTreeMap<String, Defined>,
}

/// The scopes that a token needs.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Scopes {
    pub(crate) read: String,
    pub(crate) write: String,
    /// For the definitions of properties; the scope for reading records does too.
    pub(crate) schema_read: String,
    pub(crate) schema_write: String,
}

/// The number of an association with another type.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AssociationNumber {
    pub(crate) to: String,
    pub(crate) type_id: i64,
    /// Its words for people; the same in both directions. The default association has none.
    pub(crate) label: Option<String>,
}

impl RecordType {
    /// The type of a name in a path, with its id: a plural or a singular in any case, or an id.
    pub(crate) fn find(name: &str, profile: Profile) -> Option<(&'static Self, String)> {
        let types = match profile {
            Profile::Spec => &*SPEC,
            Profile::Vendor => &*VENDOR,
        };
        if is_custom(name) {
            let custom = types.iter().find(|one| one.type_id == CUSTOM)?;
            return Some((custom, name.to_owned()));
        }
        let known = types
            .iter()
            .filter(|one| one.type_id != CUSTOM)
            .find(|one| {
                let names = [&one.type_id, &one.singular, &one.plural];
                names.iter().any(|known| known.eq_ignore_ascii_case(name))
            })?;
        Some((known, known.type_id.clone()))
    }

    /// Every type.
    pub(crate) fn all() -> &'static [Self] {
        &SPEC
    }

    /// The names of all types, for a message.
    pub(crate) fn names() -> String {
        let of_all = Self::all().iter().filter(|one| one.type_id != CUSTOM);
        let mut names: Vec<&str> = of_all.map(|one| one.plural.as_str()).collect();
        names.sort_unstable();
        [&names.join(", "), ", or a custom object's such as 2-12345"].concat()
    }

    /// A built-in property.
    pub(crate) fn property(&self, name: &str) -> Option<&Defined> {
        self.defined.get(name)
    }

    /// The built-in properties, by name.
    pub(crate) const fn properties(&self) -> &BTreeMap<String, Defined> {
        &self.defined
    }

    /// The number of the association with another type, by a label or the default one.
    pub(crate) fn association(&self, to: &str, label: Option<&str>) -> Option<&AssociationNumber> {
        self.associations
            .iter()
            .find(|one| one.to == to && one.label.as_deref() == label)
    }

    /// The name of one record; a custom object's is its type id.
    pub(crate) fn singular<'a>(&'a self, type_id: &'a str) -> &'a str {
        if self.type_id == CUSTOM {
            type_id
        } else {
            &self.singular
        }
    }

    /// The name of many records; a custom object's is its type id.
    pub(crate) fn plural<'a>(&'a self, type_id: &'a str) -> &'a str {
        if self.type_id == CUSTOM {
            type_id
        } else {
            &self.plural
        }
    }
}

/// True for up to 18 digits behind the prefix of custom objects.
fn is_custom(name: &str) -> bool {
    name.strip_prefix(CUSTOM).is_some_and(|number| {
        (1..=18).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn read(profile: Profile) -> Vec<RecordType> {
    FILES
        .into_iter()
        .filter_map(|file| {
            // The file is built in: a test reads each.
            let mut one: RecordType = serde_json::from_str(file).ok()?;
            let every = EVERY.replace("{created}", &one.created);
            let every = every.replace("{updated}", &one.updated);
            let every: Vec<Listed> = serde_json::from_str(&every).ok()?;
            one.defined = std::mem::take(&mut one.properties)
                .into_iter()
                .chain(every)
                .map(|listed| listed.defined(&one.group, profile))
                .map(|defined| (defined.property.name.clone(), defined))
                .collect();
            Some(one)
        })
        .collect()
}

static SPEC: LazyLock<Vec<RecordType>> = LazyLock::new(|| read(Profile::Spec));
static VENDOR: LazyLock<Vec<RecordType>> = LazyLock::new(|| read(Profile::Vendor));

/// The prefix of the type ids of custom objects.
const CUSTOM: &str = "2-";

/// The properties of every type.
const EVERY: &str = include_str!("types/every.json");

const FILES: [&str; 16] = [
    include_str!("types/calls.json"),
    include_str!("types/companies.json"),
    include_str!("types/contacts.json"),
    include_str!("types/custom.json"),
    include_str!("types/deals.json"),
    include_str!("types/discounts.json"),
    include_str!("types/fees.json"),
    include_str!("types/line_items.json"),
    include_str!("types/notes.json"),
    include_str!("types/payments.json"),
    include_str!("types/products.json"),
    include_str!("types/quote_templates.json"),
    include_str!("types/quotes.json"),
    include_str!("types/tasks.json"),
    include_str!("types/taxes.json"),
    include_str!("types/tickets.json"),
];

#[cfg(test)]
mod tests {
    use super::{super::property::KINDS, *};

    #[test]
    fn every_file_is_read_and_names_what_it_has() {
        for file in FILES {
            let read = serde_json::from_str::<RecordType>(file);
            assert!(read.is_ok(), "{read:?}");
        }
        for one in SPEC.iter().chain(VENDOR.iter()) {
            let names = [&one.created, &one.updated];
            for name in one.defaults.iter().chain(&one.required).chain(names) {
                assert!(one.property(name).is_some(), "{} {name}", one.type_id);
            }
            for Defined { property, .. } in one.properties().values() {
                let name = &property.name;
                assert!(KINDS.contains(&&*property.kind), "{name} {}", property.kind);
                assert!(!property.description.is_empty(), "{name}");
                let has_options = !property.options.is_empty();
                let may_have = matches!(&*property.kind, "bool" | "enumeration");
                let elsewhere = property.external_options == Some(true);
                assert_eq!(has_options, may_have && !elsewhere, "{name}");
            }
        }
    }

    #[test]
    fn an_association_has_a_number_in_each_direction() {
        for one in SPEC.iter() {
            for number in &one.associations {
                let other = SPEC
                    .iter()
                    .find(|other| other.type_id == number.to)
                    .unwrap();
                let back = other.associations.iter();
                let back = back.filter(|back| back.to == one.type_id && back.label == number.label);
                assert_eq!(back.count(), 1, "{} {}", one.type_id, number.to);
            }
        }
    }

    #[test]
    fn a_type_is_known_by_each_of_its_names() {
        let id = |name: &str| RecordType::find(name, Profile::Spec).map(|(_, id)| id);
        for (names, known) in [
            (["contact", "CONTACTS", "0-1"], "0-1"),
            (["company", "companies", "0-2"], "0-2"),
            (["call", "calls", "0-48"], "0-48"),
            (["quote", "quotes", "0-14"], "0-14"),
            (["ticket", "tickets", "0-5"], "0-5"),
            (["product", "products", "0-7"], "0-7"),
            (["quote_template", "quote_templates", "0-64"], "0-64"),
            (["2-1", "2-12345", "2-123456789012345678"], ""),
        ] {
            for name in names {
                let known = if known.is_empty() { name } else { known };
                assert_eq!(id(name).as_deref(), Some(known));
            }
        }
        for name in ["", "2-", "2-x", "0-999", "2-1234567890123456789"] {
            assert_eq!(id(name), None, "{name}");
        }
    }

    #[test]
    fn the_owner_has_the_name_of_the_profile() {
        for (profile, name) in [
            (Profile::Spec, "svc_owner_id"),
            (Profile::Vendor, "hubspot_owner_id"),
        ] {
            let (contacts, _) = RecordType::find("contacts", profile).unwrap();
            assert!(contacts.property(name).is_some(), "{name}");
        }
    }
}
