//! The event types and events that are there from the start.

use calling_rest::timeline::events::TimelineEvent;
use rusqlite::{Connection, params};
use serde::Deserialize;

use super::stored::Defined;

/// Fills a namespace with them, on records of the demo's account.
pub(crate) fn fill(data: &Connection, namespace: &str, now_ms: i64) -> rusqlite::Result<()> {
    let seed = read().map_err(unread)?;
    for defined in seed.types {
        let event_type = &defined.event_type;
        data.execute(
            "INSERT OR IGNORE INTO timeline_type (ns, id, version, app, from_ms, body)
             VALUES (?1, ?2, 1, ?3, ?4, ?5)",
            params![
                namespace,
                event_type.id,
                event_type.application_id,
                i64::MIN,
                serde_json::to_string(&defined).map_err(unread)?
            ],
        )?;
        let type_id = event_type.id.to_string();
        let events = seed.events.iter();
        for past in events.filter(|past| past.event.event_type_id == type_id) {
            let at_ms = now_ms - past.hours_ago * HOUR_MS;
            let event = TimelineEvent {
                timestamp: Some(at_ms),
                ..past.event.clone()
            };
            data.execute(
                "INSERT OR IGNORE INTO timeline_event (ns, type, id, object_type, object_id, at_ms, body)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
                params![
                    namespace,
                    event_type.id,
                    event.id,
                    event_type.object_type.type_id(),
                    event.object_id,
                    at_ms,
                    serde_json::to_string(&event).map_err(unread)?
                ],
            )?;
        }
    }
    Ok(())
}

fn read() -> serde_json::Result<Seed> {
    serde_json::from_str(SEED)
}

fn unread(error: serde_json::Error) -> rusqlite::Error {
    rusqlite::Error::ToSqlConversionFailure(error.into())
}

#[derive(Deserialize)]
struct Seed {
    types: Vec<Defined>,
    events: Vec<PastEvent>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PastEvent {
    hours_ago: i64,
    event: TimelineEvent,
}

const SEED: &str = include_str!("seed.json");

const HOUR_MS: i64 = 3_600_000;

#[cfg(test)]
mod tests {
    use super::{
        super::{template::Template, values},
        *,
    };

    /// What is there from the start could be written by a request too.
    #[test]
    fn every_event_from_the_start_is_good() {
        let seed = read().unwrap();
        for PastEvent { mut event, .. } in seed.events {
            let types = &mut seed.types.iter();
            let id = &event.event_type_id;
            let of = types
                .find(|one| one.event_type.id.to_string() == *id)
                .unwrap();
            assert_eq!(event.problems_on(of.event_type.object_type), []);
            let before = event.clone();
            values::judge(&mut event, of).unwrap();
            assert_eq!(event, before);
            for template in [
                &of.event_type.header_template,
                &of.event_type.detail_template,
            ] {
                let read = Template::read(template.as_deref().unwrap_or_default()).unwrap();
                let given = values::for_templates(&event, of);
                read.render(&given, &jiff::tz::TimeZone::UTC).unwrap();
            }
        }
    }
}
