//! A record of a seed file, as a request would create it.

use serde_json::{Map, Value};

use super::{
    ends::Ends,
    lookup::no_record,
    pair::{Pair, is_there},
    writer::Writer,
};
use crate::platform::{
    answer::{Refusal, Result},
    namespace::Namespace,
    records::{Objects, Schema, changes::judge, hooks::Side, type_ids::QUOTE},
};

/// A record to create.
#[derive(Debug)]
pub(crate) struct Import<'a> {
    /// A name of its type.
    pub(crate) object_type: &'a str,
    /// Its identifier; the next one where it has none.
    pub(crate) id: Option<i64>,
    pub(crate) properties: Map<String, Value>,
    pub(crate) associations: Vec<ImportedAssociation<'a>>,
}

/// A record that it is associated with.
#[derive(Debug)]
pub(crate) struct ImportedAssociation<'a> {
    pub(crate) object_type: &'a str,
    pub(crate) id: i64,
    /// The numbers of labels.
    pub(crate) labels: &'a [i64],
}

/// Creates a record with its associations, or nothing of it. A refusal names the field.
pub(crate) fn import(namespace: &Namespace<'_>, record: Import<'_>) -> Result<()> {
    let named = |name| Schema::named(namespace, name);
    let schema = named(record.object_type).map_err(|refusal| refusal.at("type"))?;
    let changes = judge(record.properties, namespace, &schema)?;
    let writer = Writer::of_start(namespace, &schema);
    if let Some(id) = record.id
        && writer.objects().find(id)?.is_some()
    {
        let message = format!("there is a {} {id} already: use another", schema.singular());
        return Err(Refusal::invalid("id", "VALUE_TAKEN", message));
    }
    writer.make_as(record.id, changes, |id| {
        for (at, to) in record.associations.iter().enumerate() {
            let place = format!("associations[{at}]");
            associate(namespace, &schema, id, to).map_err(|refusal| refusal.at(&place))?;
        }
        Ok(())
    })?;
    Ok(())
}

fn associate(
    namespace: &Namespace<'_>,
    schema: &Schema,
    id: i64,
    to: &ImportedAssociation<'_>,
) -> Result<()> {
    let from = Schema::named(namespace, &schema.type_id)?;
    let ends = Ends::of(namespace, from, to.object_type)?;
    if !is_there(namespace, &ends.to, to.id)? {
        return Err(no_record(namespace, &ends.to, &to.id.to_string()));
    }
    check_quote(namespace, (&ends.from, id), &ends.to)?;
    check_quote(namespace, (&ends.to, to.id), &ends.from)?;
    let kinds = to.labels.iter().map(|number| ends.numbered(*number));
    let kinds = kinds.collect::<Result<Vec<_>>>()?;
    let pair = Pair {
        ends: &ends,
        id,
        to_id: to.id,
    };
    pair.associate(namespace, &kinds)
}

/// A quote is computed anew with each of its parts. A request waits for that once, but a start
/// for all of them.
fn check_quote(namespace: &Namespace<'_>, (schema, id): Side<'_>, other: &Schema) -> Result<()> {
    if schema.type_id != QUOTE {
        return Ok(());
    }
    let quotes = Objects::of(namespace, schema);
    let links = quotes.links(id, &other.type_id, 0, MOST_OF_QUOTE)?;
    if i64::try_from(links.len()).is_ok_and(|count| count < MOST_OF_QUOTE) {
        return Ok(());
    }
    let message = format!(
        "the quote {id} has {MOST_OF_QUOTE} {}, and of a seed it may have no more: add them by \
         requests",
        other.plural()
    );
    Err(Refusal::invalid("associations", "TOO_MANY", message))
}

const MOST_OF_QUOTE: i64 = 200;
