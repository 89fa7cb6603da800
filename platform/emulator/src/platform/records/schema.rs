//! A type of records in one namespace: its built-in properties and those defined there.

use std::{collections::BTreeMap, sync::Arc};

use calling_rest::properties::{ModificationMetadata, Property, PropertyOption};

use super::{property::Defined, types::RecordType};
use crate::{
    platform::{
        answer::{Result, quoted, refuse},
        namespace::Namespace,
    },
    store::Json,
};

/// A snapshot of a type of records in one namespace.
#[derive(Clone, Debug)]
pub(crate) struct Schema {
    pub(crate) kind: &'static RecordType,
    pub(crate) type_id: String,
    /// Custom properties, by name.
    own: Arc<BTreeMap<String, Defined>>,
    /// Archived custom properties.
    archived: Arc<Vec<Property>>,
}

impl Schema {
    /// The schema of a type named in a request.
    pub(crate) fn named(namespace: &Namespace<'_>, name: &str) -> Result<Self> {
        let Some((kind, type_id)) = RecordType::find(name, namespace.profile) else {
            return Err(refuse!(
                invalid("objectType", "INVALID_OPTION"),
                "Unable to infer object type from: {}; use {}",
                quoted(name),
                RecordType::names()
            ));
        };
        let query = "SELECT body FROM property WHERE ns = ?1 AND type = ?2";
        let defined: Vec<Json<Property>> = namespace.all(query, &[&type_id], |row| row.get(0))?;
        let (archived, own): (Vec<Property>, Vec<Property>) = defined
            .into_iter()
            .map(|Json(property)| property)
            .partition(|property| property.archived == Some(true));
        let own = own
            .into_iter()
            .map(|property| (property.name.clone(), Defined::own(property)));
        Ok(Self {
            kind,
            type_id,
            own: Arc::new(own.collect()),
            archived: Arc::new(archived),
        })
    }

    /// A property of the type.
    pub(crate) fn property(&self, name: &str) -> Option<&Defined> {
        self.kind.property(name).or_else(|| self.own.get(name))
    }

    /// Archived custom properties.
    pub(crate) fn archived(&self) -> impl Iterator<Item = &Property> {
        self.archived.iter()
    }

    /// Every property, by name.
    pub(crate) fn properties(&self) -> impl Iterator<Item = &Defined> {
        let all: BTreeMap<&String, &Defined> =
            self.own.iter().chain(self.kind.properties()).collect();
        all.into_values()
    }

    /// True if no two records have the same value of a property.
    pub(crate) fn is_unique(&self, name: &str) -> bool {
        self.property(name).is_some_and(Defined::is_unique)
    }

    /// The name of one record: `contact`.
    pub(crate) fn singular(&self) -> &str {
        self.kind.singular(&self.type_id)
    }

    /// The name of many records, and the type's in paths: `contacts`.
    pub(crate) fn plural(&self) -> &str {
        self.kind.plural(&self.type_id)
    }

    /// Defines the properties that a record brings, if the type accepts any name.
    pub(crate) fn take_names<'a>(
        &self,
        namespace: &Namespace<'_>,
        names: impl Iterator<Item = &'a String>,
    ) -> Result<()> {
        if !self.kind.takes_any_name {
            return Ok(());
        }
        for name in names.filter(|name| self.property(name).is_none()) {
            self.define(namespace, &self.unlabelled(name))?;
        }
        Ok(())
    }

    /// Stores the definition of a property.
    pub(crate) fn define(&self, namespace: &Namespace<'_>, property: &Property) -> Result<()> {
        namespace.run(
            "INSERT OR REPLACE INTO property (ns, type, name, body) VALUES (?1, ?2, ?3, ?4)",
            &[&self.type_id, &property.name, &Json(property)],
        )?;
        Ok(())
    }

    /// Deletes the values of a property in every record, with earlier ones.
    pub(crate) fn forget(&self, namespace: &Namespace<'_>, name: &str) -> Result<()> {
        let place = ["$.", name].concat();
        namespace.run(
            "UPDATE object SET properties = json_remove(properties, ?3)
             WHERE ns = ?1 AND type = ?2 AND properties ->> ?3 IS NOT NULL",
            &[&self.type_id, &place],
        )?;
        for table in ["object_unique", "object_history"] {
            let delete = format!("DELETE FROM {table} WHERE ns = ?1 AND type = ?2 AND name = ?3");
            namespace.run(&delete, &[&self.type_id, &name])?;
        }
        Ok(())
    }

    /// A property's definition derived from its name alone.
    pub(crate) fn unlabelled(&self, name: &str) -> Property {
        own_property(Property {
            name: name.to_owned(),
            label: name.replace('_', " "),
            kind: "string".to_owned(),
            field_type: "text".to_owned(),
            group_name: self.kind.group.clone(),
            ..Property::default()
        })
    }
}

/// A custom property, with the facts that all of them share.
pub(crate) fn own_property(property: Property) -> Property {
    let options = property.options.into_iter().zip(0..);
    Property {
        options: options
            .map(|(option, place)| PropertyOption {
                display_order: option.display_order.or(Some(place)),
                ..option
            })
            .collect(),
        calculated: Some(false),
        external_options: Some(false),
        has_unique_value: Some(property.has_unique_value.unwrap_or(false)),
        hidden: Some(property.hidden.unwrap_or(false)),
        form_field: Some(property.form_field.unwrap_or(false)),
        hubspot_defined: Some(false),
        display_order: Some(property.display_order.unwrap_or(-1)),
        archived: Some(false),
        modification_metadata: Some(ModificationMetadata {
            archivable: true,
            read_only_definition: false,
            read_only_value: false,
            read_only_options: Some(false),
        }),
        ..property
    }
}

/// True if a text is a valid name of a property.
pub(crate) fn is_name(name: &str) -> bool {
    name.len() <= LONGEST_NAME
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

const LONGEST_NAME: usize = 100;
