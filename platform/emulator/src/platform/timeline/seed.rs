//! The built-in event types and events.

use calling_rest::timeline::events::TimelineEvent;
use serde::Deserialize;

use super::stored::{self, Defined, StoredEvent};
use crate::platform::{
    answer::{Refusal, Result},
    namespace::Namespace,
};

/// Fills a namespace with them, on records of the demo's account.
pub(crate) fn fill(namespace: &Namespace<'_>) -> Result<()> {
    let seed = read().map_err(|_| Refusal::internal("the events from the start cannot be read"))?;
    for defined in seed.types {
        stored::add(namespace, &defined)?;
        let event_type = &defined.event_type;
        let type_id = event_type.id.to_string();
        let events = seed.events.iter();
        for past in events.filter(|past| past.event.event_type_id == type_id) {
            let at_ms = namespace.now_ms - past.hours_ago * HOUR_MS;
            let event = TimelineEvent {
                timestamp: Some(at_ms),
                ..past.event.clone()
            };
            let record = event.object_id;
            let event = StoredEvent {
                event,
                type_id: event_type.id,
                at_ms,
            };
            let object_type = event_type.object_type.type_id();
            stored::put_event(namespace, &event, object_type, record)?;
        }
    }
    Ok(())
}

fn read() -> serde_json::Result<Seed> {
    serde_json::from_str(SEED)
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

    /// A request could write every built-in event too.
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
                let values = values::for_templates(&event, of);
                read.render(&values, &jiff::tz::TimeZone::UTC).unwrap();
            }
        }
    }
}
