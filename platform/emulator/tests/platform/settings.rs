//! The calling settings and what belongs to them, by the tables of the platform's
//! reference: one test per row, typed from it by hand.

use std::time::Duration;

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{BOTH, Fixture, Reply, SETTINGS, phone_settings, with_settings};

fn first_fault(reply: &Reply) -> (u16, Value, Value) {
    let body = reply.error();
    assert_eq!(body["category"], "VALIDATION_ERROR");
    (
        reply.status,
        body["errors"][0]["in"].clone(),
        body["errors"][0]["code"].clone(),
    )
}

/// Reference, calling settings: POST. The service's file lists eleven fields of
/// the answer, all required.
#[tokio::test]
async fn create_answers_every_field() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);

        let reply = fixture.json("POST", SETTINGS, &phone_settings()).await;

        assert_eq!(reply.status, 200);
        assert_eq!(
            reply.header("content-type"),
            "application/json;charset=utf-8"
        );
        assert_eq!(
            reply.json(),
            json!({
                "name": "Phone", "url": "https://phone.example/", "height": 600, "width": 400,
                "isReady": false, "supportsCustomObjects": false, "supportsInboundCalling": true,
                "usesCallingWindow": true, "usesRemote": false,
                "createdAt": "2026-01-01T00:00:00.000Z", "updatedAt": "2026-01-01T00:00:00.000Z",
            })
        );
    }
}

/// Reference, calling settings: GET.
#[tokio::test]
async fn read_answers_what_was_created() {
    for profile in BOTH {
        let fixture = with_settings(profile).await;

        let reply = fixture.get(SETTINGS).await;

        assert_eq!(reply.status, 200);
        assert_eq!(reply.json()["name"], "Phone");
        assert_eq!(reply.json()["isReady"], false);
    }
}

/// Reference, calling settings: PATCH of any subset of the settings, the empty one as well.
#[tokio::test]
async fn any_subset_of_the_settings_is_changed() {
    let names = ["name", "url", "height", "width", "isReady"];
    let other = json!({ "name": "Other", "url": "https://other.example/", "height": 1,
        "width": 2, "isReady": true });
    for subset in 0_u32..32 {
        let fixture = with_settings(BOTH[subset as usize % 2]).await;
        let mut expected = fixture.get(SETTINGS).await.json();
        let mut patch = json!({});
        let chosen = names
            .iter()
            .enumerate()
            .filter(|(index, _)| subset & (1 << index) != 0);
        for (_, name) in chosen {
            patch[*name] = other[*name].clone();
            expected[*name] = other[*name].clone();
        }

        let changed = fixture.json("PATCH", SETTINGS, &patch).await;

        assert_eq!((changed.status, changed.json()), (200, expected), "{patch}");
    }
}

/// Reference, readiness: PATCH with isReady takes the app from test to production.
#[tokio::test]
async fn a_patch_of_is_ready_changes_nothing_else() {
    for profile in BOTH {
        let fixture = with_settings(profile).await;
        let mut expected = fixture.get(SETTINGS).await.json();
        fixture.advance(Duration::from_millis(1500)).await;

        let reply = fixture
            .json("PATCH", SETTINGS, &json!({ "isReady": true }))
            .await;

        expected["isReady"] = json!(true);
        expected["updatedAt"] = json!("2026-01-01T00:00:01.500Z");
        assert_eq!((reply.status, reply.json()), (200, expected.clone()));
        assert_eq!(fixture.get(SETTINGS).await.json(), expected);
    }
}

/// Reference: success is 200 for every endpoint; the service's file has 204 here.
#[tokio::test]
async fn delete_answers_by_profile() {
    for (profile, status) in [(Profile::Spec, 200), (Profile::Vendor, 204)] {
        let fixture = with_settings(profile).await;

        let reply = fixture.delete(SETTINGS).await;

        assert_eq!((reply.status, reply.text.as_str()), (status, ""));
        assert_eq!(fixture.get(SETTINGS).await.status, 404);
        assert_eq!(fixture.delete(SETTINGS).await.status, status, "again");
    }
}

/// Reference, fields of the settings: each is stored as it was sent.
#[tokio::test]
async fn every_field_is_stored() {
    for (field, value) in [
        ("name", json!("Other")),
        ("name", json!("Télé <b>phone</b>")),
        ("url", json!("http://localhost:8141/")),
        ("url", json!("https://phone.example/a?b=c#d")),
        ("width", json!(1)),
        ("height", json!(2_147_483_647)),
        ("isReady", json!(true)),
        ("isReady", json!(false)),
        ("supportsCustomObjects", json!(true)),
        ("supportsCustomObjects", json!(false)),
        ("supportsInboundCalling", json!(false)),
        ("usesCallingWindow", json!(false)),
        ("usesRemote", json!(true)),
    ] {
        let fixture = Fixture::new(Profile::Spec);
        let mut settings = phone_settings();
        settings[field] = value.clone();

        fixture.json("POST", SETTINGS, &settings).await;

        assert_eq!(fixture.get(SETTINGS).await.json()[field], value, "{field}");
        let patched = with_settings(Profile::Spec).await;
        let reply = patched
            .json("PATCH", SETTINGS, &json!({ field: value }))
            .await;
        assert_eq!(reply.json()[field], value, "{field}");
    }
}

/// Reference: isReady defaults to true.
#[tokio::test]
async fn name_and_address_are_enough() {
    let fixture = Fixture::new(Profile::Spec);

    let reply = fixture
        .json(
            "POST",
            SETTINGS,
            &json!({ "name": "P", "url": "https://p.example" }),
        )
        .await;

    assert_eq!(reply.status, 200);
    assert_eq!(reply.json()["isReady"], true);
}

#[tokio::test]
async fn each_fault_names_its_field() {
    let fixture = with_settings(Profile::Spec).await;
    for (field, value, code) in [
        ("name", json!(""), "EMPTY"),
        ("name", json!(7), "WRONG_TYPE"),
        ("url", json!("http://phone.example"), "INVALID_URL"),
        ("url", json!("javascript:alert(1)"), "INVALID_URL"),
        ("url", json!(null), "WRONG_TYPE"),
        ("width", json!(0), "INVALID_SIZE"),
        ("width", json!(1.5), "INVALID_SIZE"),
        ("height", json!(-1), "INVALID_SIZE"),
        ("height", json!(2_147_483_648_u64), "INVALID_SIZE"),
        ("height", json!("600"), "WRONG_TYPE"),
        ("isReady", json!("true"), "WRONG_TYPE"),
        ("supportsCustomObjects", json!(1), "WRONG_TYPE"),
        ("supportsInboundCalling", json!(null), "WRONG_TYPE"),
        ("usesCallingWindow", json!([]), "WRONG_TYPE"),
        ("usesRemote", json!({}), "WRONG_TYPE"),
    ] {
        let before = fixture.get(SETTINGS).await.text;

        let reply = fixture
            .json("PATCH", SETTINGS, &json!({ field: value }))
            .await;

        assert_eq!(
            first_fault(&reply),
            (400, json!(field), json!(code)),
            "{field} {value}"
        );
        assert_eq!(fixture.get(SETTINGS).await.text, before);
    }
    for field in ["name", "url"] {
        let mut settings = phone_settings();
        settings.as_object_mut().unwrap().remove(field);
        let reply = Fixture::new(Profile::Spec)
            .json("POST", SETTINGS, &settings)
            .await;
        assert_eq!(
            first_fault(&reply),
            (400, json!(field), json!("MISSING_FIELD"))
        );
    }
}

/// Usage in the wild: nothing stored is 404, settings that exist are 409.
#[tokio::test]
async fn what_is_not_there_is_not_found_and_what_is_there_conflicts() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        for reply in [
            fixture.get(SETTINGS).await,
            fixture.json("PATCH", SETTINGS, &json!({})).await,
        ] {
            assert_eq!(reply.status, 404);
            assert_eq!(
                reply.error(),
                json!({
                    "status": "error", "category": "OBJECT_NOT_FOUND",
                    "message": "the app 123 has no calling settings: create them first",
                })
            );
        }

        fixture.json("POST", SETTINGS, &phone_settings()).await;
        let reply = fixture
            .json(
                "POST",
                SETTINGS,
                &json!({ "name": "B", "url": "https://b.example" }),
            )
            .await;

        assert_eq!(reply.status, 409);
        assert_eq!(reply.error()["category"], "CONFLICT");
        assert_eq!(fixture.get(SETTINGS).await.json()["name"], "Phone");
    }
}

/// Reference, authentication: a developer account's key in the query. Which are no keys is in
/// `refusals.rs`; one of another developer finds nothing, and an unknown one not even that.
#[tokio::test]
async fn the_key_of_another_developer_finds_no_settings() {
    let fixture = with_settings(Profile::Spec).await;
    for (app, key, status) in [
        ("123", "emulator-developer-key-456", 404),
        ("999", "emulator-developer-key-123", 404),
        ("999", "canary", 401),
    ] {
        let target = format!("/crm/v3/extensions/calling/{app}/settings?hapikey={key}");
        for method in ["GET", "DELETE", "PATCH", "POST"] {
            let reply = fixture.json(method, &target, &phone_settings()).await;

            assert_eq!(reply.status, status, "{method} {target}");
            assert!(!reply.text.contains("canary"));
        }
    }
    assert_eq!(fixture.get(SETTINGS).await.json()["name"], "Phone");
}

#[tokio::test]
async fn an_app_id_is_a_whole_number_of_32_bits() {
    let fixture = Fixture::new(Profile::Spec);
    for id in ["abc", "1.5", "2147483648", "-", "%20", "123%00"] {
        let target =
            format!("/crm/v3/extensions/calling/{id}/settings?hapikey=emulator-developer-key-123");

        let reply = fixture.get(&target).await;

        assert_eq!(
            first_fault(&reply),
            (400, json!("appId"), json!("INVALID_INTEGER")),
            "{id}"
        );
    }
}

/// The service tells place and no category; the reference requires a category.
#[tokio::test]
async fn a_body_that_is_no_json_tells_where() {
    for (profile, category) in [
        (Profile::Spec, json!("VALIDATION_ERROR")),
        (Profile::Vendor, Value::Null),
    ] {
        let fixture = Fixture::new(profile);

        let reply = fixture
            .raw("POST", SETTINGS, "application/json", "{\"name\": canary")
            .await;

        assert_eq!(reply.status, 400);
        assert_eq!(
            reply.error()["message"],
            "Invalid input JSON on line 1, column 10"
        );
        assert_eq!(reply.error()["category"], category);
    }
}

#[tokio::test]
async fn a_body_of_another_kind_is_refused() {
    let fixture = Fixture::new(Profile::Spec);
    let deep = ["[".repeat(33), "]".repeat(33)].concat();
    for (media, body, status) in [
        ("text/plain", phone_settings().to_string(), 415),
        ("", phone_settings().to_string(), 415),
        ("application/json", "[]".to_owned(), 400),
        ("application/json", String::new(), 400),
        ("application/json", deep, 400),
        ("application/json", " ".repeat(2 * 1024 * 1024 + 1), 413),
    ] {
        let reply = fixture.raw("POST", SETTINGS, media, body).await;

        assert_eq!(reply.status, status, "{media}");
        assert_eq!(reply.error()["category"], "VALIDATION_ERROR");
    }
    assert_eq!(fixture.get(SETTINGS).await.status, 404);
}

#[tokio::test]
async fn everything_else_answers_the_error_object() {
    let fixture = Fixture::new(Profile::Spec);
    for (target, shown, near) in [
        ("/", "/", ""),
        ("/crm/v3/objects", "/crm/v3/objects", ""),
        (
            "/crm/v3/objects/contacts/1/notes",
            "/crm/v3/objects/contacts/*/notes",
            "",
        ),
        (
            "/crm/v3/extensions/calling",
            "/crm/v3/extensions/calling",
            "",
        ),
        (
            "/oauth/v9/token",
            "/oauth/v9/token",
            "/oauth/v1/token is near it, and ",
        ),
        ("/ns/UPPER/x", "/ns/*/*", ""),
        ("/ns/a", "/", ""),
    ] {
        let reply = fixture.get(target).await;

        assert_eq!(reply.status, 404, "{target}");
        let message =
            format!("there is no path {shown}: {near}/emulator/docs lists those there are");
        assert_eq!(
            reply.error(),
            json!({ "status": "error", "category": "OBJECT_NOT_FOUND", "message": message })
        );
    }
    let reply = fixture.json("PUT", SETTINGS, &phone_settings()).await;
    assert_eq!(
        (reply.status, reply.header("allow")),
        (405, "POST, GET, PATCH, DELETE")
    );
}

const RECORDING: &str =
    "/crm/v3/extensions/calling/123/settings/recording?hapikey=emulator-developer-key-123";

/// The service's file: POST, GET, PATCH of the recording settings.
#[tokio::test]
async fn recording_settings_are_created_read_and_changed() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let body = |url: &str| json!({ "urlToRetrieveAuthedRecording": url });
        assert_eq!(fixture.get(RECORDING).await.status, 404);
        assert_eq!(
            fixture
                .json("PATCH", RECORDING, &body("https://a.example/"))
                .await
                .status,
            404
        );

        let made = fixture
            .json("POST", RECORDING, &body("https://a.example/"))
            .await;
        let again = fixture
            .json("POST", RECORDING, &body("https://b.example/"))
            .await;
        let changed = fixture
            .json("PATCH", RECORDING, &body("https://c.example/"))
            .await;

        assert_eq!(
            (made.status, made.json()),
            (200, body("https://a.example/"))
        );
        assert_eq!(again.status, 409);
        assert_eq!(
            (changed.status, changed.json()),
            (200, body("https://c.example/"))
        );
        assert_eq!(
            fixture.get(RECORDING).await.json(),
            body("https://c.example/")
        );
        for (body, code) in [
            (json!({}), "MISSING_FIELD"),
            (body("ftp://x"), "INVALID_URL"),
        ] {
            let reply = Fixture::new(profile).json("POST", RECORDING, &body).await;
            assert_eq!(
                first_fault(&reply),
                (400, json!("urlToRetrieveAuthedRecording"), json!(code))
            );
        }
    }
}

const CONNECTION: &str =
    "/crm/v3/extensions/calling/123/settings/channel-connection?hapikey=emulator-developer-key-123";

/// The service's file: POST, GET, PATCH, DELETE of the channel connection.
#[tokio::test]
async fn a_channel_connection_is_created_read_changed_and_removed() {
    for (profile, deleted) in [(Profile::Spec, 200), (Profile::Vendor, 204)] {
        let fixture = Fixture::new(profile);
        assert_eq!(fixture.get(CONNECTION).await.status, 404);
        for (body, field) in [
            (json!({ "isReady": true }), "url"),
            (json!({ "url": "https://a.example/" }), "isReady"),
        ] {
            let reply = fixture.json("POST", CONNECTION, &body).await;
            assert_eq!(
                first_fault(&reply),
                (400, json!(field), json!("MISSING_FIELD"))
            );
        }

        let made = fixture
            .json(
                "POST",
                CONNECTION,
                &json!({ "url": "https://a.example/", "isReady": false }),
            )
            .await;
        let changed = fixture
            .json("PATCH", CONNECTION, &json!({ "isReady": true }))
            .await;

        let expected = |is_ready: bool| {
            json!({ "url": "https://a.example/", "isReady": is_ready,
                "createdAt": "2026-01-01T00:00:00.000Z", "updatedAt": "2026-01-01T00:00:00.000Z" })
        };
        assert_eq!((made.status, made.json()), (200, expected(false)));
        assert_eq!((changed.status, changed.json()), (200, expected(true)));
        assert_eq!(fixture.get(CONNECTION).await.json(), expected(true));
        assert_eq!(fixture.delete(CONNECTION).await.status, deleted);
        assert_eq!(fixture.get(CONNECTION).await.status, 404);
    }
}

const INBOUND: &str = "/crm/v3/extensions/calling/inbound-call?hapikey=emulator-developer-key-123";
const READY: &str =
    "/crm/v3/extensions/calling/recordings/ready?hapikey=emulator-developer-key-123";

fn inbound_call(from: &str) -> Value {
    json!({
        "externalCallId": "c-1", "createEngagement": true, "engagementProperties": {},
        "finalCallStatus": "COMPLETED",
        "fromNumber": { "e164Number": from, "phoneNumberType": "MOBILE" },
        "toNumber": { "e164Number": "+15550199", "phoneNumberType": "FIXED_LINE" },
        "potentialRecipientUserIds": [9],
    })
}

/// The service's file: callerIdMatches; a contact has names, a company one name.
#[tokio::test]
async fn an_incoming_call_is_matched_with_the_callers_records() {
    let fixture = Fixture::new(Profile::Spec);

    let known = fixture
        .json("POST", INBOUND, &inbound_call("+15550100"))
        .await;
    let unknown = fixture
        .json("POST", INBOUND, &inbound_call("+15550177"))
        .await;

    assert_eq!(
        (known.status, known.json()),
        (
            200,
            json!({ "callerIdMatches": [
            { "callerIdType": "CONTACT", "firstName": "Ada", "lastName": "Example", "email": "ada@people.example",
              "objectCoordinates": { "portalId": 62515, "objectId": 101, "objectTypeId": "0-1" } },
            { "callerIdType": "COMPANY", "name": "Example Works",
              "objectCoordinates": { "portalId": 62515, "objectId": 201, "objectTypeId": "0-2" } },
        ] })
        )
    );
    assert_eq!(
        (unknown.status, unknown.json()),
        (200, json!({ "callerIdMatches": [] }))
    );
}

/// The service's file: which fields are required.
#[tokio::test]
async fn an_incoming_call_needs_seven_fields_of_their_types() {
    let fixture = Fixture::new(Profile::Spec);
    for field in [
        "externalCallId",
        "createEngagement",
        "engagementProperties",
        "finalCallStatus",
        "fromNumber",
        "toNumber",
        "potentialRecipientUserIds",
    ] {
        let mut call = inbound_call("+15550100");
        call.as_object_mut().unwrap().remove(field);
        let reply = fixture.json("POST", INBOUND, &call).await;
        assert_eq!(
            first_fault(&reply),
            (400, json!(field), json!("MISSING_FIELD"))
        );

        call[field] = json!(3.5);
        let reply = fixture.json("POST", INBOUND, &call).await;
        assert_eq!(
            first_fault(&reply),
            (400, json!(field), json!("WRONG_TYPE"))
        );
    }
    for status in [
        "BUSY",
        "CALLING_CRM_USER",
        "CANCELED",
        "COMPLETED",
        "CONNECTING",
        "FAILED",
        "HOLD",
        "IN_PROGRESS",
        "MISSED",
        "NO_ANSWER",
        "QUEUED",
        "RINGING",
        "UNKNOWN",
    ] {
        let mut call = inbound_call("+15550100");
        call["finalCallStatus"] = json!(status);
        assert_eq!(
            fixture.json("POST", INBOUND, &call).await.status,
            200,
            "{status}"
        );
    }
    for started in ["", "yesterday", "2026-01-01", "2026-01-01 00:00:00Z"] {
        let mut call = inbound_call("+15550100");
        call["callStartedTimestamp"] = json!(started);
        let reply = fixture.json("POST", INBOUND, &call).await;
        let expected = (400, json!("callStartedTimestamp"), json!("INVALID_DATE"));
        assert_eq!(first_fault(&reply), expected, "{started}");
    }
    let keyless = INBOUND.split('?').next().unwrap();
    assert_eq!(
        fixture
            .json("POST", keyless, &inbound_call("+1"))
            .await
            .status,
        401
    );
}

/// The service's file: engagementId, int64; 204.
#[tokio::test]
async fn a_recording_is_told_to_be_ready() {
    for (profile, status) in [(Profile::Spec, 200), (Profile::Vendor, 204)] {
        let fixture = Fixture::new(profile);

        let reply = fixture
            .json(
                "POST",
                READY,
                &json!({ "engagementId": 9_007_199_254_740_993_i64 }),
            )
            .await;

        assert_eq!((reply.status, reply.text.as_str()), (status, ""));
        for (body, code) in [
            (json!({}), "MISSING_FIELD"),
            (json!({ "engagementId": "7" }), "WRONG_TYPE"),
        ] {
            let reply = fixture.json("POST", READY, &body).await;
            assert_eq!(
                first_fault(&reply),
                (400, json!("engagementId"), json!(code))
            );
        }
    }
}
