//! The built-in records.

use calling_rest::properties::Property;
use serde::{Deserialize, de::DeserializeOwned};

use crate::platform::{
    answer::{Refusal, Result},
    namespace::Namespace,
    records::{
        Author, Objects, Schema,
        schema::own_property,
        store::{Properties, Record},
        type_ids::{CALL, CONTACT, QUOTE},
        value::normalized,
    },
};

/// Fills a namespace with the demo's account, and with the callers of the reference.
pub(crate) fn fill(namespace: &Namespace<'_>) -> Result<()> {
    let now_ms = namespace.now_ms;
    let account: Account = read(ACCOUNT)?;
    let quotes: Quotes = read(QUOTES)?;
    for own in account.properties {
        let schema = Schema::named(namespace, &own.object_type_id)?;
        schema.define(namespace, &own_property(own.property))?;
    }
    for seeded in account.records.into_iter().chain(quotes.records) {
        let objects = Objects::named(namespace, &seeded.object_type_id)?;
        let made = (seeded.object_id, now_ms, now_ms);
        objects.put(&record(&objects.schema, made, seeded.properties))?;
    }
    for (from, id, to, to_id) in quotes.associations {
        Objects::named(namespace, &from)?.associate(id, (&to, to_id), None)?;
    }
    let objects = Objects::named(namespace, QUOTE)?;
    for (quote, contact) in quotes.signers {
        objects.associate(quote, (CONTACT, contact), Some(SIGNER))?;
    }
    let calls = Objects::named(namespace, CALL)?;
    for call in account.calls {
        let id = call.object_id;
        let start_ms = now_ms - call.hours_ago * HOUR_MS;
        let end_ms = start_ms + call.duration_ms;
        let mut properties = call.properties;
        properties.insert("hs_timestamp".to_owned(), start_ms.to_string());
        properties.insert("demo_ended_at".to_owned(), end_ms.to_string());
        calls.put(&record(&calls.schema, (id, start_ms, end_ms), properties))?;
        for other in call.associations {
            calls.associate(id, (&other.object_type_id, other.object_id), None)?;
        }
    }
    Ok(())
}

fn read<T: DeserializeOwned>(file: &str) -> Result<T> {
    serde_json::from_str(file)
        .map_err(|_| Refusal::internal("the records from the start cannot be read"))
}

/// A record with its values in stored form.
fn record(
    schema: &Schema,
    (id, created_ms, updated_ms): (i64, i64, i64),
    properties: Properties,
) -> Record {
    let in_form = |(name, text): (String, String)| {
        let value = match schema.property(&name) {
            Some(defined) => normalized(&name, defined, text.clone()).unwrap_or(text),
            None => text,
        };
        (name, value)
    };
    Record {
        id,
        properties: properties.into_iter().map(in_form).collect(),
        created_ms,
        updated_ms,
        archived_ms: None,
        author: Author::start(),
    }
}

#[derive(Deserialize)]
struct Account {
    /// Custom properties of this account.
    properties: Vec<OwnProperty>,
    records: Vec<SeedRecord>,
    calls: Vec<PastCall>,
}

/// The callers that tests of the platform's endpoints ask for; quotes and their parts. Computed
/// values are not in the file: `quotes` computes them.
#[derive(Deserialize)]
struct Quotes {
    records: Vec<SeedRecord>,
    /// Pairs of records, each by type and id.
    associations: Vec<(String, i64, String, i64)>,
    /// Quotes, each with a contact who has to sign.
    signers: Vec<(i64, i64)>,
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
struct SeedRecord {
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

/// The demo's account, which the host page shows: one file for both.
const ACCOUNT: &str = include_str!("../../../../../www/shared/crm.json");

/// The label of a signer, from a quote and back.
const SIGNER: (i64, i64) = (702, 703);

const QUOTES: &str = include_str!("quotes.json");

const HOUR_MS: i64 = 3_600_000;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Profile, platform::records::types::RecordType};

    /// A request could write every built-in value too.
    #[test]
    fn every_value_of_the_account_is_one_of_its_property() {
        let account: Account = read(ACCOUNT).unwrap();
        let quotes: Quotes = read(QUOTES).unwrap();
        let own: BTreeSet<(String, String)> = account
            .properties
            .into_iter()
            .map(|own| (own.object_type_id, own.property.name))
            .collect();
        let calls = account.calls.into_iter().map(|call| SeedRecord {
            object_type_id: CALL.to_owned(),
            object_id: call.object_id,
            properties: call.properties,
        });
        let records = account.records.into_iter().chain(calls);
        for record in records.chain(quotes.records) {
            let (kind, type_id) = RecordType::find(&record.object_type_id, Profile::Spec).unwrap();
            for (name, value) in record.properties {
                if own.contains(&(type_id.clone(), name.clone())) {
                    continue;
                }
                let defined = kind.property(&name);
                let defined = defined.unwrap_or_else(|| panic!("{name} is not defined"));
                let stored = normalized(&name, defined, value.clone());
                assert_eq!(stored.as_deref(), Ok(&*value), "{name}");
            }
        }
    }
}
