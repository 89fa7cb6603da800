//! Imports the records and properties of a seed file, as requests would create them.

use std::collections::BTreeMap;

use calling_rest::properties::NewProperty;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::{
    ends::Ends,
    lookup::no_record,
    pair::{Pair, is_there},
    properties,
    writer::Writer,
};
use crate::platform::{
    answer::{Refusal, Result},
    namespace::Namespace,
    records::{Schema, changes::judge},
};

/// A record to create.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Import {
    /// A name of the type.
    #[serde(rename = "type")]
    object_type: String,
    /// Its id; `None` assigns the next one.
    id: Option<i64>,
    properties: Map<String, Value>,
    #[serde(default)]
    associations: Vec<ImportedAssociation>,
}

/// An associated record.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ImportedAssociation {
    #[serde(rename = "type")]
    object_type: String,
    id: i64,
    /// The numbers of labels.
    #[serde(default)]
    labels: Vec<i64>,
}

/// Defines a custom property.
pub(crate) fn define(namespace: &Namespace<'_>, object_type: &str, new: NewProperty) -> Result<()> {
    let schema = Schema::named(namespace, object_type)?;
    properties::define(namespace, &schema, new).map(drop)
}

/// Creates records. Caches types, since many records share one.
#[derive(Debug)]
pub(crate) struct Importer<'a> {
    namespace: &'a Namespace<'a>,
    schemas: BTreeMap<String, Schema>,
}

impl<'a> Importer<'a> {
    pub(crate) const fn new(namespace: &'a Namespace<'a>) -> Self {
        Self {
            namespace,
            schemas: BTreeMap::new(),
        }
    }

    /// Creates a record with its associations, all or nothing. A refusal names the field.
    pub(crate) fn import(&mut self, record: Import) -> Result<()> {
        let namespace = self.namespace;
        if let Some(id) = record.id
            && !(1..=LAST_SMALL).contains(&id)
            && id < FIRST_LARGE
        {
            let message = format!(
                "{id} is no id of its own: use 1 to {LAST_SMALL}, or {FIRST_LARGE} or more, since a \
                 new record may get the others"
            );
            return Err(Refusal::invalid("id", "INVALID_OPTION", message));
        }
        let schema = self.schema(&record.object_type);
        let schema = schema.map_err(|refusal| refusal.at("type"))?;
        let is_new_name = |name: &String| schema.property(name).is_none();
        let defines = record.properties.keys().any(is_new_name);
        let mut ends = Vec::new();
        for (at, to) in record.associations.iter().enumerate() {
            let place = format!("associations[{at}]");
            let other = self.schema(&to.object_type);
            let other = other.map_err(|refusal| refusal.at(&place))?;
            ends.push((place, to, Ends::between(namespace, schema.clone(), other)?));
        }
        let changes = judge(record.properties, namespace, &schema)?;
        let writer = Writer::of_start(namespace, &schema);
        if let Some(id) = record.id
            && writer.objects().find(id)?.is_some()
        {
            let message = format!("there is a {} {id} already: use another", schema.singular());
            return Err(Refusal::invalid("id", "VALUE_TAKEN", message));
        }
        writer.make_as(record.id, changes, |id| {
            for (place, to, ends) in &ends {
                associate(namespace, ends, id, to).map_err(|refusal| refusal.at(place))?;
            }
            Ok(())
        })?;
        if defines {
            // The record defined the properties it brought.
            self.schemas.remove(&record.object_type);
        }
        Ok(())
    }

    fn schema(&mut self, name: &str) -> Result<Schema> {
        if let Some(known) = self.schemas.get(name) {
            return Ok(known.clone());
        }
        let schema = Schema::named(self.namespace, name)?;
        self.schemas.insert(name.to_owned(), schema.clone());
        Ok(schema)
    }
}

fn associate(
    namespace: &Namespace<'_>,
    ends: &Ends,
    id: i64,
    to: &ImportedAssociation,
) -> Result<()> {
    if !is_there(namespace, &ends.to, to.id)? {
        return Err(no_record(namespace, &ends.to, &to.id.to_string()));
    }
    let kinds = to.labels.iter().map(|number| ends.numbered(*number));
    let kinds = kinds.collect::<Result<Vec<_>>>()?;
    let pair = Pair {
        ends,
        id,
        to_id: to.id,
    };
    pair.associate(namespace, &kinds)
}

/// Ids of new records start after it.
const LAST_SMALL: i64 = 9_999;

/// More records than a namespace ever has.
const FIRST_LARGE: i64 = 1_000_000_000;
