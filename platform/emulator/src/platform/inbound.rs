//! `POST /crm/v3/extensions/calling/inbound-call` and
//! `POST /crm/v3/extensions/calling/recordings/ready`

use calling_rest::{
    Method,
    inbound_call::{self, InboundCall, InboundCallAnswer},
    recording::{self, RecordingReady},
};
use jiff::Timestamp;
use serde_json::{Map, Value, json};

use super::{
    answer::{Answer, Result, quoted, refuse},
    apps::HUB_ID,
    clock::iso,
    credentials::any_authenticated,
    endpoint::Endpoint,
    namespace::Namespace,
    objects,
    records::{
        store::{Properties, Record, with_number},
        type_ids::{COMPANY, CONTACT},
    },
    request::Request,
    scopes::WRITE,
};
use crate::store::Json;

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::keyed(Method::Post, recording::READY_ROUTE, recording_ready)
        .summary("Tells that a call's recording can be fetched")
        .example(r#"{"engagementId":9001}"#)
        .takes::<RecordingReady>()
        .vendor(204),
    Endpoint::keyed(Method::Post, inbound_call::ROUTE, receive)
        .summary("Tells of an incoming call")
        .example(
            r#"{"callStartedTimestamp":"2026-01-01T00:00:00Z","createEngagement":true,
               "durationSeconds":90,"engagementProperties":{"hs_call_title":"A question"},
               "externalCallId":"call-1","finalCallStatus":"COMPLETED",
               "fromNumber":{"e164Number":"+15550100","phoneNumberType":"MOBILE"},
               "potentialRecipientUserIds":[9],"toNumber":{"e164Number":"+15550199",
               "phoneNumberType":"FIXED_LINE"},"userId":9}"#,
        )
        .takes::<InboundCall>()
        .answers::<InboundCallAnswer>(),
];

fn receive(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = any_authenticated(request, namespace, WRITE)?;
    let call: InboundCall = request.read(namespace.profile)?;
    if let Some(started) = &call.call_started_timestamp {
        check_moment("callStartedTimestamp", started)?;
    }
    let engagement = if call.create_engagement {
        Some(objects::make_call(namespace, app, &engagement(&call, namespace.now_ms))?.id)
    } else {
        None
    };
    namespace.run(
        "INSERT OR REPLACE INTO call (ns, app, id, engagement, body, has_recording)
         VALUES (?1, ?2, ?3, ?4, ?5, 0)",
        &[&app, &call.external_call_id, &engagement, &Json(&call)],
    )?;
    let from = &call.from_number;
    let extension = from
        .extension
        .as_deref()
        .filter(|extension| !extension.is_empty());
    let number = extension.map_or_else(
        || from.e164_number.clone(),
        |extension| format!("{};ext={extension}", from.e164_number),
    );
    let callers = with_number(namespace, &[CONTACT, COMPANY], &number)?.into_iter();
    let caller_id_matches = callers
        .map(|(type_id, record)| matched(&type_id, record))
        .collect();
    Answer::ok(&InboundCallAnswer { caller_id_matches })
}

fn matched(type_id: &str, record: Record) -> Value {
    let mut properties = record.properties;
    let names: &[(&str, &str)] = if type_id == CONTACT {
        &[
            ("firstname", "firstName"),
            ("lastname", "lastName"),
            ("email", "email"),
        ]
    } else {
        &[("name", "name")]
    };
    let mut fields: Map<String, Value> = names
        .iter()
        .filter_map(|(name, field)| Some(((*field).to_owned(), properties.remove(*name)?.into())))
        .collect();
    let kind = if type_id == CONTACT {
        "CONTACT"
    } else {
        "COMPANY"
    };
    fields.insert("callerIdType".to_owned(), kind.into());
    fields.insert(
        "objectCoordinates".to_owned(),
        json!({ "portalId": HUB_ID, "objectId": record.id, "objectTypeId": type_id }),
    );
    Value::Object(fields)
}

/// Refuses a text that is no ISO date-time.
fn check_moment(name: &str, text: &str) -> Result<()> {
    if text.contains('T') && text.parse::<Timestamp>().is_ok() {
        return Ok(());
    }
    Err(refuse!(
        invalid(name, "INVALID_DATE"),
        "{} is no value of {name}: use a moment such as 2026-01-31T12:00:00Z",
        quoted(text)
    ))
}

/// The properties of an incoming call's engagement: those in the request, with defaults from
/// the call itself.
fn engagement(call: &InboundCall, now_ms: i64) -> Properties {
    let mut properties = call.engagement_properties.clone();
    let status = serde_json::to_value(call.final_call_status).unwrap_or_default();
    let known = [
        ("hs_call_direction", Some("INBOUND".to_owned())),
        (
            "hs_call_duration",
            call.duration_seconds
                .map(|seconds| seconds.saturating_mul(1000).to_string()),
        ),
        ("hs_call_external_id", Some(call.external_call_id.clone())),
        (
            "hs_call_from_number",
            Some(call.from_number.e164_number.clone()),
        ),
        ("hs_call_status", status.as_str().map(str::to_owned)),
        (
            "hs_call_to_number",
            Some(call.to_number.e164_number.clone()),
        ),
        (
            "hs_timestamp",
            Some(
                call.call_started_timestamp
                    .clone()
                    .unwrap_or_else(|| iso(now_ms)),
            ),
        ),
    ];
    for (name, value) in known {
        if let Some(value) = value {
            properties.entry(name.to_owned()).or_insert(value);
        }
    }
    properties
}

/// Notes that the recording of an engagement is available. Nothing is fetched: the emulator
/// makes no requests.
fn recording_ready(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let app = any_authenticated(request, namespace, WRITE)?;
    let ready: RecordingReady = request.read(namespace.profile)?;
    let note = "UPDATE call SET has_recording = 1 WHERE ns = ?1 AND app = ?2 AND engagement = ?3";
    namespace.run(note, &[&app, &ready.engagement_id])?;
    Ok(Answer::empty(namespace.status(204)))
}
