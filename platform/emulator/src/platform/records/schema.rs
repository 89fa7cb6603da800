//! A type of records in one namespace: what every account has of it, and the properties
//! that are defined there.

use std::{collections::BTreeMap, sync::Arc};

use calling_rest::properties::{ModificationMetadata, Property};

use super::{property::Defined, types::RecordType};
use crate::{
    platform::{
        answer::{Result, quoted, refuse},
        namespace::Namespace,
    },
    store::Json,
};

/// A type of records in one namespace, as it was when it was read.
#[derive(Clone, Debug)]
pub(crate) struct Schema {
    pub(crate) kind: &'static RecordType,
    pub(crate) type_id: String,
    /// What is defined in the namespace, by name.
    own: Arc<BTreeMap<String, Defined>>,
    /// What was defined there and is deleted.
    archived: Arc<Vec<Property>>,
}

impl Schema {
    /// The schema of a name of a request.
    pub(crate) fn named(namespace: &Namespace<'_>, name: &str) -> Result<Self> {
        let Some((kind, type_id)) = RecordType::find(name, namespace.profile) else {
            return Err(refuse!(
                invalid("objectType", "INVALID_OPTION"),
                "{} is no object type: use {}",
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

    /// A property that records of the type have.
    pub(crate) fn property(&self, name: &str) -> Option<&Defined> {
        self.kind.property(name).or_else(|| self.own.get(name))
    }

    /// How many properties are defined in the namespace.
    pub(crate) fn own_count(&self) -> usize {
        self.own.len()
    }

    /// The properties that were defined in the namespace and are deleted.
    pub(crate) fn archived(&self) -> impl Iterator<Item = &Property> {
        self.archived.iter()
    }

    /// Every property, by its name.
    pub(crate) fn properties(&self) -> impl Iterator<Item = &Defined> {
        let all: BTreeMap<&String, &Defined> =
            self.own.iter().chain(self.kind.properties()).collect();
        all.into_values()
    }

    /// Whether no two records have the same value of a property.
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

    /// Defines the names that records of the type bring, where any name is taken.
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

    /// Takes the values of a property from every record, with those they had.
    pub(crate) fn forget(&self, namespace: &Namespace<'_>, name: &str) -> Result<()> {
        let place = ["$.", name].concat();
        namespace.run(
            "DELETE FROM object_phone WHERE ns = ?1 AND type = ?2 AND instr(?4, 'phone')
               AND EXISTS (
                 SELECT 1 FROM object
                 WHERE object.ns = ?1 AND object.type = ?2 AND object.id = object_phone.id
                   AND properties ->> ?3 = number
                   AND NOT EXISTS (
                     SELECT 1 FROM json_each(properties)
                     WHERE instr(key, 'phone') AND key <> ?4 AND value = number))",
            &[&self.type_id, &place, &name],
        )?;
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

    /// The definition of a property of which only the name is known.
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

/// A property that an account defined, with the facts that are the same for all of them.
pub(crate) fn own_property(property: Property) -> Property {
    Property {
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

/// Whether a text can name a property.
pub(crate) fn is_name(name: &str) -> bool {
    name.len() <= LONGEST_NAME
        && name.starts_with(|first: char| first.is_ascii_lowercase())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
}

const LONGEST_NAME: usize = 100;
