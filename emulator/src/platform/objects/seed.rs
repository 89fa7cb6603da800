//! The records that are there from the start.

use std::collections::BTreeMap;

use calling_rest::properties::Property;
use rusqlite::{Connection, params};
use serde::{Deserialize, de::DeserializeOwned};

use super::{
    kept::{Kept, Objects, Other, Properties, json, unread},
    schema::{Schema, own_property},
    source::Source,
    types::RecordType,
    value,
};
use crate::Profile;

/// Fills a namespace with the demo's account, and with the callers of the reference.
pub(crate) fn fill(data: &Connection, namespace: &str, now_ms: i64) -> rusqlite::Result<()> {
    let account = account()?;
    let quotes = quotes()?;
    define(data, namespace, account.properties)?;
    let records = account.records.into_iter().chain(callers());
    for record in records.chain(quotes.records) {
        let schema = schema(data, namespace, &record.object_type_id)?;
        let kept = kept(&schema, record.object_id, record.properties, now_ms, now_ms);
        objects(data, namespace, &schema).put(&kept)?;
    }
    for (from, id, to, to_id) in quotes.associations {
        let schema = schema(data, namespace, &from)?;
        let other = Other {
            type_id: to,
            id: to_id,
        };
        objects(data, namespace, &schema).associate(id, &other, None)?;
    }
    let schema = schema(data, namespace, "0-48")?;
    let objects = objects(data, namespace, &schema);
    for call in account.calls {
        let start_ms = now_ms - call.hours_ago * HOUR_MS;
        let end_ms = start_ms + call.duration_ms;
        let mut properties = call.properties;
        properties.insert("hs_timestamp".to_owned(), start_ms.to_string());
        properties.insert("demo_ended_at".to_owned(), end_ms.to_string());
        objects.put(&kept(&schema, call.object_id, properties, start_ms, end_ms))?;
        for other in call.associations {
            objects.associate(
                call.object_id,
                &Other {
                    type_id: other.object_type_id,
                    id: other.object_id,
                },
                None,
            )?;
        }
    }
    Ok(())
}

/// Gives a namespace of a file of the second layout what it had no place for: the
/// definitions of properties, of those too that its records brought, and the values that
/// no two records have. Of two that have the same, the first one counts.
pub(crate) fn fill_further(data: &Connection, namespace: &str) -> rusqlite::Result<()> {
    define(data, namespace, account()?.properties)?;
    let mut statement =
        data.prepare("SELECT type, name FROM object_property WHERE ns = ?1 ORDER BY type, name")?;
    let names: Vec<(String, String)> = statement
        .query_map([namespace], |row| Ok((row.get(0)?, row.get(1)?)))?
        .collect::<Result<_, _>>()?;
    for (type_id, name) in names {
        let schema = schema(data, namespace, &type_id)?;
        if schema.property(&name).is_none() {
            schema.define(data, namespace, &schema.unlabelled(&name))?;
        }
    }
    put_in_form(data, namespace)?;
    let unique: Vec<(&str, &str)> = RecordType::all()
        .iter()
        .flat_map(|kind| {
            let unique = kind.properties().values().filter(|one| one.is_unique());
            unique.map(|one| (&*kind.type_id, &*one.property.name))
        })
        .collect();
    for (type_id, name) in unique {
        data.execute(
            "INSERT OR IGNORE INTO object_unique (ns, type, name, value, id)
             SELECT object.ns, object.type, ?3, given.value, object.id
             FROM object, json_each(object.properties) AS given
             WHERE object.ns = ?1 AND object.archived_ms IS NULL AND given.key = ?3
               AND (object.type = ?2 OR (?2 = '2-' AND object.type LIKE '2-%'))
             ORDER BY object.id",
            [namespace, type_id, name],
        )?;
    }
    Ok(())
}

/// Rewrites the values of every record in the form of their property's kind. A value that
/// the kind does not allow stays as it is.
fn put_in_form(data: &Connection, namespace: &str) -> rusqlite::Result<()> {
    let types: Vec<String> = data
        .prepare("SELECT DISTINCT type FROM object WHERE ns = ?1")?
        .query_map([namespace], |row| row.get(0))?
        .collect::<Result<_, _>>()?;
    for type_id in types {
        let schema = schema(data, namespace, &type_id)?;
        let mut rows =
            data.prepare("SELECT id, properties FROM object WHERE ns = ?1 AND type = ?2")?;
        let rows: Vec<(i64, String)> = rows
            .query_map([namespace, &type_id], |row| Ok((row.get(0)?, row.get(1)?)))?
            .collect::<Result<_, _>>()?;
        for (id, body) in rows {
            let properties: Properties =
                serde_json::from_str(&body).map_err(|error| unread(1, error))?;
            let body = json(&in_form(&schema, properties))?;
            data.prepare_cached(
                "UPDATE object SET properties = ?4 WHERE ns = ?1 AND type = ?2 AND id = ?3",
            )?
            .execute(params![namespace, type_id, id, body])?;
        }
    }
    Ok(())
}

fn account() -> rusqlite::Result<Account> {
    read(ACCOUNT)
}

fn quotes() -> rusqlite::Result<Quotes> {
    read(QUOTES)
}

fn read<T: DeserializeOwned>(file: &str) -> rusqlite::Result<T> {
    serde_json::from_str(file)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

fn define(
    data: &Connection,
    namespace: &str,
    properties: Vec<OwnProperty>,
) -> rusqlite::Result<()> {
    for own in properties {
        let schema = schema(data, namespace, &own.object_type_id)?;
        schema.define(data, namespace, &own_property(own.property))?;
    }
    Ok(())
}

/// The profile's names do not matter here: no record of these has one that differs.
fn schema(data: &Connection, namespace: &str, type_id: &str) -> rusqlite::Result<Schema> {
    Schema::find(data, namespace, Profile::Spec, type_id)?
        .ok_or_else(|| rusqlite::Error::InvalidParameterName(type_id.to_owned()))
}

fn objects<'a>(data: &'a Connection, namespace: &'a str, schema: &'a Schema) -> Objects<'a> {
    Objects {
        data,
        namespace,
        schema,
        // No value is computed here: the records are only stored.
        now_ms: 0,
    }
}

fn in_form(schema: &Schema, properties: Properties) -> Properties {
    let in_form = |(name, text): (String, String)| {
        let kept = match schema.property(&name) {
            Some(defined) => value::kept(&name, defined, text.clone()).unwrap_or(text),
            None => text,
        };
        (name, kept)
    };
    properties.into_iter().map(in_form).collect()
}

/// A record whose values are in the form of their kinds.
fn kept(
    schema: &Schema,
    id: i64,
    properties: Properties,
    created_ms: i64,
    updated_ms: i64,
) -> Kept {
    Kept {
        id,
        properties: in_form(schema, properties),
        created_ms,
        updated_ms,
        archived_ms: None,
        source: Source::start(),
    }
}

/// The callers that tests of the platform's endpoints ask for.
fn callers() -> [Record; 3] {
    let record = |type_id: &str, object_id, properties: &[(&str, &str)]| Record {
        object_type_id: type_id.to_owned(),
        object_id,
        properties: properties
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect::<BTreeMap<_, _>>(),
    };
    [
        record(
            "0-1",
            101,
            &[
                ("email", "ada@people.example"),
                ("firstname", "Ada"),
                ("lastname", "Example"),
                ("phone", "+15550100"),
            ],
        ),
        record(
            "0-2",
            201,
            &[("name", "Example Works"), ("phone", "+15550100")],
        ),
        record(
            "0-1",
            102,
            &[
                ("email", "ben@people.example"),
                ("firstname", "Ben"),
                ("lastname", "Example"),
                ("phone", "+15550101"),
            ],
        ),
    ]
}

#[derive(Deserialize)]
struct Account {
    /// What this account has of properties beside those that each one has.
    properties: Vec<OwnProperty>,
    records: Vec<Record>,
    calls: Vec<PastCall>,
}

/// Quotes and what belongs to them. What follows from that is not in the file: `quotes`
/// computes it.
#[derive(Deserialize)]
struct Quotes {
    records: Vec<Record>,
    /// Each two records by type and identifier.
    associations: Vec<(String, i64, String, i64)>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct OwnProperty {
    object_type_id: String,
    #[serde(flatten)]
    property: Property,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    object_type_id: String,
    object_id: i64,
    properties: Properties,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PastCall {
    object_id: i64,
    hours_ago: i64,
    duration_ms: i64,
    associations: Vec<Coordinates>,
    properties: Properties,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Coordinates {
    object_type_id: String,
    object_id: i64,
}

/// The account of the demo, which the host page draws: one file for both.
const ACCOUNT: &str = include_str!("../../../../www/shared/crm.json");

const QUOTES: &str = include_str!("quotes.json");

const HOUR_MS: i64 = 3_600_000;

#[cfg(test)]
mod tests {
    use super::{super::value::kept, *};

    /// What is there from the start could be written by a request too.
    #[test]
    fn every_value_of_the_account_is_one_of_its_property() {
        let data = Connection::open_in_memory().unwrap();
        data.execute_batch("CREATE TABLE property (ns, type, name, body)")
            .unwrap();
        let account = account().unwrap();
        define(&data, "a", account.properties).unwrap();

        let calls = account.calls.into_iter().map(|call| Record {
            object_type_id: "0-48".to_owned(),
            object_id: call.object_id,
            properties: call.properties,
        });
        let records = account.records.into_iter().chain(callers()).chain(calls);
        for record in records.chain(quotes().unwrap().records) {
            let schema = schema(&data, "a", &record.object_type_id).unwrap();
            for (name, value) in record.properties {
                let defined = schema.property(&name);
                let defined = defined.unwrap_or_else(|| panic!("{name} is not defined"));
                let judged = kept(&name, defined, value.clone());
                assert_eq!(judged.as_deref(), Ok(&*value), "{name}");
            }
        }
    }
}
