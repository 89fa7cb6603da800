//! A record as JSON.

use std::collections::BTreeMap;

use calling_rest::objects::{Associated, CrmObject, PastValue};

use super::{ends::Ends, hooks::hooks};
use crate::{
    Profile,
    platform::{
        answer::Result,
        clock::iso,
        namespace::Namespace,
        records::{
            Objects, Schema,
            kinds::Kind,
            store::{INTERNAL, Record},
            types::RecordType,
        },
        request::Request,
    },
};

/// The parts of a record in an answer.
#[derive(Debug, Default)]
pub(super) struct Projection {
    pub(super) properties: Vec<String>,
    /// Properties with their earlier values.
    pub(super) history: Vec<String>,
    /// Types of associated records, with the kinds of associations.
    pub(super) associations: Vec<Ends>,
}

impl Projection {
    /// Reads a request's query, for records of this type.
    pub(super) fn of(
        request: &Request,
        namespace: &Namespace<'_>,
        schema: &Schema,
    ) -> Result<Self> {
        let owned = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
        Ok(Self {
            properties: owned(request.query.list("properties")),
            history: owned(request.query.list("propertiesWithHistory")),
            associations: request
                .query
                .list("associations")
                .into_iter()
                // The service ignores those that do not exist.
                .filter(|name| RecordType::find(name, namespace.profile).is_some())
                .map(|name| Ends::of(namespace, schema.clone(), name))
                .collect::<Result<_, _>>()?,
        })
    }
}

/// A record with these properties and associations.
pub(super) fn json(
    namespace: &Namespace<'_>,
    objects: &Objects<'_>,
    projection: &Projection,
    record: Record,
) -> Result<CrmObject> {
    let schema = &objects.schema;
    let mut associations = BTreeMap::new();
    for ends in &projection.associations {
        let links = objects.links(record.id, &ends.to.type_id, 0, i64::MAX)?;
        if links.is_empty() {
            continue;
        }
        // Without built-in labels whose names the service has not shown.
        let is_known = |kind: &Kind| {
            kind.label.is_none() || kind.name.is_some() || ends.is_primary_company(kind)
        };
        let entries = links.iter().flat_map(|link| ends.entries(link, is_known));
        let results = entries.collect();
        let paging = None;
        // The service writes `line items` where a path has `line_items`.
        let name = ends.to.plural().replace('_', " ");
        associations.insert(name, Associated { results, paging });
    }
    let history = history(objects, projection, &record)?;
    // A property in the history is also among the values.
    let wanted: Vec<&String> = if projection.properties.is_empty() {
        schema
            .kind
            .defaults
            .iter()
            .chain(&projection.history)
            .collect()
    } else {
        projection
            .properties
            .iter()
            .chain(&projection.history)
            .collect()
    };
    let mut object = with_all(objects, record)?;
    let of_every_record = [&schema.kind.created, &schema.kind.updated];
    object.properties.retain(|name, _| {
        name == ID_PROPERTY || of_every_record.contains(&name) || wanted.contains(&name)
    });
    if namespace.profile == Profile::Vendor {
        for name in wanted {
            if schema.property(name).is_some() {
                object.properties.entry(name.clone()).or_insert(None);
            }
        }
    }
    object.properties_with_history = (!history.is_empty()).then_some(history);
    object.associations = (!associations.is_empty()).then_some(associations);
    Ok(object)
}

fn history(
    objects: &Objects<'_>,
    projection: &Projection,
    record: &Record,
) -> Result<BTreeMap<String, Vec<PastValue>>> {
    let mut history = BTreeMap::new();
    for name in &projection.history {
        let Some(defined) = objects.schema.property(name) else {
            continue;
        };
        let values = if defined.is_computed() {
            // Its history is unknown: it has the current value alone.
            let timestamp = iso(record.updated_ms);
            value(objects, record, name)
                .map(|value| record.author.clone().past_value(value, timestamp))
                .into_iter()
                .collect()
        } else {
            objects.history(record, name)?
        };
        history.insert(name.clone(), values);
    }
    Ok(history)
}

/// The value of a property: stored, calculated or built-in.
pub(super) fn value(objects: &Objects<'_>, record: &Record, name: &str) -> Option<String> {
    let schema = &objects.schema;
    let kind = schema.kind;
    if name == ID_PROPERTY {
        return Some(record.id.to_string());
    }
    if name == kind.created {
        return Some(iso(record.created_ms));
    }
    if name == kind.updated {
        return Some(iso(record.updated_ms));
    }
    match record.properties.get(name) {
        Some(value) => Some(value.clone()),
        None => {
            hooks(&schema.type_id).calculated(name, &record.properties, objects.namespace.now_ms)
        }
    }
}

/// A record with every property that has a value. One that an app removed is empty.
///
/// Source: the service's own answers, recorded by tests of `grouparoo/grouparoo`, read 2026-11.
pub(super) fn with_all(objects: &Objects<'_>, record: Record) -> Result<CrmObject> {
    let computed = objects
        .schema
        .kind
        .properties()
        .values()
        .filter(|defined| defined.is_computed())
        .map(|defined| &defined.property.name);
    let further: Vec<(String, Option<String>)> = computed
        .filter_map(|name| Some((name.clone(), Some(value(objects, &record, name)?))))
        .collect();
    let is_own = |name: &String| {
        let defined = objects.schema.property(name);
        defined.is_some_and(|defined| !defined.is_computed())
    };
    let cleared = objects.cleared(record.id)?.into_iter().filter(is_own);
    let mut properties: BTreeMap<String, Option<String>> = cleared
        .map(|name| (name, String::new()))
        .chain(record.properties)
        .filter(|(name, _)| !name.starts_with(INTERNAL))
        .map(|(name, value)| (name, Some(value)))
        .collect();
    properties.extend(further);
    Ok(CrmObject {
        id: record.id.to_string(),
        properties,
        created_at: iso(record.created_ms),
        updated_at: iso(record.updated_ms),
        archived: record.archived_ms.is_some(),
        archived_at: record.archived_ms.map(iso),
        properties_with_history: None,
        associations: None,
    })
}

/// The property for a record's own id.
pub(super) const ID_PROPERTY: &str = "hs_object_id";
