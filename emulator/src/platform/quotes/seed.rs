//! The quotes that are there from the start, with what belongs to them.

use serde::Deserialize;

use super::{Planned, QUOTE, settle, status::Step};
use crate::platform::{
    answer::Refusal,
    call::Space,
    objects::{Kept, Objects, Other, Properties, Schema, Source},
};

/// Fills a namespace.
pub(crate) fn fill(space: &Space<'_>) -> Result<(), Refusal> {
    let seed: Seed = serde_json::from_str(SEED)
        .map_err(|_| Refusal::internal("the quotes of the start cannot be read"))?;
    for record in seed.records {
        let schema = Schema::named(space, &record.object_type_id)?;
        Objects::of(space, &schema).put(&Kept {
            id: record.object_id,
            properties: record.properties,
            created_ms: space.now_ms,
            updated_ms: space.now_ms,
            archived_ms: None,
            source: Source::start(),
        })?;
    }
    for (from, id, to, to_id) in seed.associations {
        let schema = Schema::named(space, &from)?;
        let other = Other {
            type_id: to,
            id: to_id,
        };
        Objects::of(space, &schema).associate(id, &other, None)?;
    }
    let schema = Schema::named(space, QUOTE)?;
    let quotes = Objects::of(space, &schema);
    for record in quotes.list(0, false, i64::MAX)? {
        let is_published = super::is_locked(&record);
        let planned = Planned {
            step: if is_published {
                Step::Publish
            } else {
                Step::Edit
            },
            has_status: true,
        };
        settle(space, record, &planned)?;
    }
    Ok(())
}

#[derive(Deserialize)]
struct Seed {
    records: Vec<Record>,
    /// Each two records by type and identifier.
    associations: Vec<(String, i64, String, i64)>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    object_type_id: String,
    object_id: i64,
    properties: Properties,
}

const SEED: &str = include_str!("seed.json");
