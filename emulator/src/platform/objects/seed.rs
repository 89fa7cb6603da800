//! The records that are there from the start.

use std::collections::BTreeMap;

use rusqlite::Connection;
use serde::Deserialize;

use super::kept::{Kept, Objects, Other, Properties};

/// Fills a namespace with the demo's account, and with the callers of the reference.
pub(crate) fn fill(data: &Connection, namespace: &str, now_ms: i64) -> rusqlite::Result<()> {
    let account: Account = serde_json::from_str(ACCOUNT)
        .map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))?;
    for record in account.records.into_iter().chain(callers()) {
        let objects = Objects {
            data,
            namespace,
            type_id: &record.object_type_id,
        };
        objects.put(&Kept {
            id: record.object_id,
            properties: record.properties,
            created_ms: now_ms,
            updated_ms: now_ms,
            archived_ms: None,
        })?;
    }
    for call in account.calls {
        let objects = Objects {
            data,
            namespace,
            type_id: "0-48",
        };
        let start_ms = now_ms - call.hours_ago * HOUR_MS;
        let end_ms = start_ms + call.duration_ms;
        let mut properties = call.properties;
        properties.insert("hs_timestamp".to_owned(), start_ms.to_string());
        properties.insert("demo_ended_at".to_owned(), end_ms.to_string());
        objects.put(&Kept {
            id: call.object_id,
            properties,
            created_ms: start_ms,
            updated_ms: end_ms,
            archived_ms: None,
        })?;
        for other in call.associations {
            objects.associate(
                call.object_id,
                &Other {
                    type_id: other.object_type_id,
                    id: other.object_id,
                },
            )?;
        }
    }
    Ok(())
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
    records: Vec<Record>,
    calls: Vec<PastCall>,
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

const HOUR_MS: i64 = 3_600_000;
