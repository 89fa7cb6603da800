//! `POST /crm/v3/extensions/calling/inbound-call` and
//! `POST /crm/v3/extensions/calling/recordings/ready`

use calling_widget_sdk::rest::inbound_call::{InboundCall, InboundCallAnswer};
use rusqlite::params;
use serde_json::{Map, Value, json};

use super::{
    answer::{Answer, Refusal},
    apps::{HUB_ID, any_authenticated},
    call::{Call, Space},
    settings::WRITE,
};

/// Takes a call in, and answers the records of its caller.
pub(crate) fn inbound_call(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = any_authenticated(call, space, WRITE)?;
    let fields = call.object(space.profile)?;
    for name in REQUIRED {
        if !fields.contains_key(name) {
            return Err(Refusal::invalid(
                name,
                "MISSING_FIELD",
                format!("{name} is missing: add it"),
            ));
        }
    }
    let body = Value::Object(fields);
    let told: InboundCall = serde_json::from_value(body.clone())
        .map_err(|_| Refusal::invalid(faulty(&body), "WRONG_TYPE", wrong(faulty(&body))))?;
    let engagement = if told.create_engagement {
        Some(space.serial()?)
    } else {
        None
    };
    space.data.execute(
        "INSERT OR REPLACE INTO call (ns, app, id, engagement, body, has_recording)
         VALUES (?1, ?2, ?3, ?4, ?5, 0)",
        params![
            space.name,
            app,
            told.external_call_id,
            engagement,
            body.to_string()
        ],
    )?;
    let mut statement = space.data.prepare_cached(
        "SELECT kind, id, body FROM record WHERE ns = ?1 AND phone = ?2 ORDER BY kind DESC, id",
    )?;
    let rows = statement.query_map(params![space.name, told.from_number.e164_number], |row| {
        Ok((row.get(0)?, row.get(1)?, row.get(2)?))
    })?;
    let mut caller_id_matches = Vec::new();
    for row in rows {
        let (kind, id, body): (String, i64, String) = row?;
        caller_id_matches.push(matched(&kind, id, &body)?);
    }
    Answer::json(200, &InboundCallAnswer { caller_id_matches })
}

fn matched(kind: &str, id: i64, body: &str) -> Result<Value, Refusal> {
    let mut fields: Map<String, Value> = serde_json::from_str(body)
        .map_err(|_| Refusal::internal("a record in the data cannot be read"))?;
    let object_type = if kind == "CONTACT" { "0-1" } else { "0-2" };
    fields.insert("callerIdType".to_owned(), kind.into());
    fields.insert(
        "objectCoordinates".to_owned(),
        json!({ "portalId": HUB_ID, "objectId": id, "objectTypeId": object_type }),
    );
    Ok(Value::Object(fields))
}

/// Takes in that the recording of an engagement can be fetched. Nothing is
/// fetched: the emulator calls nobody.
pub(crate) fn recording_ready(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let app = any_authenticated(call, space, WRITE)?;
    let fields = call.object(space.profile)?;
    let Some(value) = fields.get("engagementId") else {
        return Err(Refusal::invalid(
            "engagementId",
            "MISSING_FIELD",
            "engagementId is missing: add the engagement of the call",
        ));
    };
    let Some(engagement) = value.as_i64() else {
        return Err(Refusal::invalid(
            "engagementId",
            "WRONG_TYPE",
            "engagementId is no whole number of 64 bits",
        ));
    };
    space.data.execute(
        "UPDATE call SET has_recording = 1 WHERE ns = ?1 AND app = ?2 AND engagement = ?3",
        params![space.name, app, engagement],
    )?;
    Ok(Answer::empty(space.status(204)))
}

/// The first field whose value is not of its type: each is tried in a call that is
/// good otherwise.
fn faulty(body: &Value) -> &'static str {
    let number = json!({ "e164Number": "+15550100", "phoneNumberType": "MOBILE" });
    let good = json!({
        "externalCallId": "c", "createEngagement": false, "engagementProperties": {},
        "finalCallStatus": "RINGING", "fromNumber": number, "toNumber": number,
        "potentialRecipientUserIds": [],
    });
    REQUIRED
        .into_iter()
        .chain(OPTIONAL)
        .find(|name| {
            let mut tried = good.clone();
            if let (Some(value), Some(fields)) = (body.get(name), tried.as_object_mut()) {
                fields.insert((*name).to_owned(), value.clone());
            }
            serde_json::from_value::<InboundCall>(tried).is_err()
        })
        .unwrap_or("body")
}

fn wrong(name: &str) -> String {
    format!("{name} is not of its type, or no value of its list")
}

const REQUIRED: [&str; 7] = [
    "externalCallId",
    "createEngagement",
    "engagementProperties",
    "finalCallStatus",
    "fromNumber",
    "toNumber",
    "potentialRecipientUserIds",
];

const OPTIONAL: [&str; 3] = ["callStartedTimestamp", "durationSeconds", "userId"];
