//! Card migration, by the tables of the reference: request, response and endpoint. The seeded
//! app 123 has the legacy cards 1001 (no tickets, 4 accounts) and 1002 (tickets, 12
//! accounts), and the app cards 5001 to 5003.

use std::time::Duration;

use axum::body::Body;
use calling_rest::{
    Endpoint as _, Response, Secret,
    card_migration::{CardMigration, MigrateCard},
};
use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{self, BOTH, Fixture, Reply, request};

const TARGET: &str = "/crm/v3/extensions/cards-dev/123/views/migrate";
const MINUTE: Duration = Duration::from_secs(60);

async fn ready(profile: Profile) -> (Fixture, String) {
    let fixture = Fixture::new(profile);
    let token = fixture.host_token().await;
    (fixture, token)
}

fn body(legacy: i64, app_card: i64) -> Value {
    json!({ "legacyCrmCardId": legacy, "appCardId": app_card,
        "allowDuplicateAppCardIds": false })
}

fn merging(legacy: i64, app_card: i64) -> Value {
    let mut body = body(legacy, app_card);
    body["allowDuplicateAppCardIds"] = json!(true);
    body
}

fn with_helpdesk(legacy: i64, app_card: i64, helpdesk: i64) -> Value {
    let mut body = body(legacy, app_card);
    body["helpdeskAppCardId"] = json!(helpdesk);
    body
}

/// Sends a body where a field is another or, with null, is not there.
async fn sent(field: &str, value: Value) -> Reply {
    let (fixture, token) = ready(Profile::Spec).await;
    let mut body = with_helpdesk(1001, 5001, 5003);
    body[field] = value;
    if body[field].is_null() {
        body.as_object_mut().unwrap().remove(field);
    }
    fixture.ask(&token, "POST", TARGET, &body).await
}

/// Status, category and the field at fault.
fn refusal(reply: &Reply) -> (u16, Value, Value) {
    let error = reply.error();
    let place = error["errors"][0]["in"].clone();
    (reply.status, error["category"].clone(), place)
}

fn faulty(field: &str) -> (u16, Value, Value) {
    (400, json!("VALIDATION_ERROR"), json!(field))
}

/// A field that is not of its type is named; a card that is not there is not found. Left out,
/// `allowDuplicateAppCardIds` counts as false.
#[tokio::test]
async fn each_field_of_the_request_is_as_the_reference_has_it() {
    let legacy = "legacyCrmCardId";
    let (app_card, duplicates) = ("appCardId", "allowDuplicateAppCardIds");
    let helpdesk = "helpdeskAppCardId";
    for (field, values, status) in [
        (legacy, json!([1001]), 200),
        (legacy, json!([null, "1001", 1.5, true]), 400),
        (legacy, json!([0, 5001, i64::MAX]), 404),
        (app_card, json!([5002]), 200),
        (app_card, json!([null, "5001", []]), 400),
        (app_card, json!([1001, -1]), 404),
        (duplicates, json!([null, false, true]), 200),
        (duplicates, json!(["true", 0]), 400),
        (helpdesk, json!([null]), 200),
        (helpdesk, json!(["5003"]), 400),
        (helpdesk, json!([7]), 404),
    ] {
        for value in values.as_array().unwrap() {
            let reply = sent(field, value.clone()).await;
            assert_eq!(reply.status, status, "{field} {value} {}", reply.text);
            if status == 400 {
                assert_eq!(refusal(&reply), faulty(field), "{}", reply.text);
            }
            if status == 404 {
                let expected = (404, json!("OBJECT_NOT_FOUND"), json!(null));
                assert_eq!(refusal(&reply), expected, "{}", reply.text);
            }
        }
    }
}

/// Whichever kind of view an app card was named for.
#[tokio::test]
async fn when_false_several_migrations_may_not_point_at_one_app_card() {
    for (second, field) in [
        (with_helpdesk(1002, 5001, 5003), "appCardId"),
        (with_helpdesk(1002, 5002, 5001), "helpdeskAppCardId"),
    ] {
        let (fixture, token) = ready(Profile::Spec).await;
        let first = fixture.ask(&token, "POST", TARGET, &body(1001, 5001)).await;
        assert_eq!(first.status, 200);

        let mut left_out = second.clone();
        left_out
            .as_object_mut()
            .unwrap()
            .remove("allowDuplicateAppCardIds");
        for body in [&second, &left_out] {
            let refused = fixture.ask(&token, "POST", TARGET, body).await;
            assert_eq!(refusal(&refused), faulty(field), "{}", refused.text);
        }

        // Nothing was started: another target is taken.
        let other = with_helpdesk(1002, 5002, 5003);
        let made = fixture.ask(&token, "POST", TARGET, &other).await;
        assert_eq!(made.status, 200, "{}", made.text);
    }
}

#[tokio::test]
async fn when_true_that_is_allowed() {
    let (fixture, token) = ready(Profile::Spec).await;
    fixture.ask(&token, "POST", TARGET, &body(1001, 5001)).await;
    let mut second = merging(1002, 5001);
    second["helpdeskAppCardId"] = json!(5003);

    let made = fixture.ask(&token, "POST", TARGET, &second).await;

    assert_eq!(made.status, 200, "{}", made.text);
    assert_eq!(made.json()["totalPortalCount"], 12);
    // Whoever asks how far it is need not allow it again.
    second["allowDuplicateAppCardIds"] = json!(false);
    assert_eq!(
        fixture.ask(&token, "POST", TARGET, &second).await.status,
        200
    );
}

#[tokio::test]
async fn it_is_needed_only_when_the_legacy_card_supported_tickets() {
    let (fixture, token) = ready(Profile::Spec).await;

    let refused = fixture.ask(&token, "POST", TARGET, &body(1002, 5001)).await;
    let made = fixture
        .ask(&token, "POST", TARGET, &with_helpdesk(1002, 5001, 5003))
        .await;

    assert_eq!(refusal(&refused), faulty("helpdeskAppCardId"));
    assert_eq!(made.status, 200, "{}", made.text);
}

/// The same request again reports how far it is; there is no other way to ask.
#[tokio::test]
async fn ended_at_integer_int64_time_the_migration_ended() {
    for profile in BOTH {
        let (fixture, _) = ready(profile).await;
        let mut seen = Vec::new();
        for wait in [Duration::ZERO, MINUTE, 2 * MINUTE, MINUTE, 60 * MINUTE] {
            fixture.advance(wait).await;
            // A token lives shorter than the last wait.
            let token = fixture.host_token().await;
            let reply = fixture.ask(&token, "POST", TARGET, &body(1001, 5001)).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
            let progress = reply.json();
            // In ms since the epoch; the clock stands at the start of 2026.
            assert_eq!(progress["startedAt"], 1_767_225_600_000_i64);
            assert_eq!(progress["totalPortalCount"], 4);
            let message = progress["message"].as_str().unwrap();
            assert!(message.contains(' '), "{message}");
            seen.push((
                progress["remainingPortalCount"].clone(),
                progress["endedAt"].clone(),
            ));
        }
        let ended = json!(1_767_225_840_000_i64);
        let expected = [
            (json!(4), json!(null)),
            (json!(3), json!(null)),
            (json!(1), json!(null)),
            (json!(0), ended.clone()),
            (json!(0), ended),
        ];
        assert_eq!(seen, expected);
    }
}

#[tokio::test]
async fn a_card_that_is_migrated_is_not_sent_elsewhere() {
    let (fixture, token) = ready(Profile::Spec).await;
    fixture.ask(&token, "POST", TARGET, &body(1001, 5001)).await;

    for other in [body(1001, 5002), with_helpdesk(1001, 5001, 5003)] {
        let refused = fixture.ask(&token, "POST", TARGET, &other).await;
        let expected = (409, json!("CONFLICT"), json!(null));
        assert_eq!(refusal(&refused), expected, "{}", refused.text);
    }
    fixture.advance(MINUTE).await;
    let same = fixture.ask(&token, "POST", TARGET, &body(1001, 5001)).await;
    assert_eq!(same.json()["remainingPortalCount"], 3);
}

#[tokio::test]
async fn path_parameter_app_id_integer_int32_the_app_holding_the_legacy_card() {
    let (fixture, token) = ready(Profile::Spec).await;
    for (app, status) in [
        ("123", 200),
        ("456", 404),
        ("999", 404),
        ("x", 400),
        ("2147483648", 400),
    ] {
        let target = TARGET.replace("123", app);
        let reply = fixture
            .ask(&token, "POST", &target, &body(1001, 5001))
            .await;
        assert_eq!(reply.status, status, "{app} {}", reply.text);
        assert!(status == 200 || reply.error()["message"].is_string());
    }
    // A card of another developer's app is not there for this one.
    for body in [body(1003, 5001), body(1001, 5004)] {
        let reply = fixture.ask(&token, "POST", TARGET, &body).await;
        assert_eq!(reply.status, 404, "{}", reply.text);
    }
}

#[tokio::test]
async fn any_other_outcome_error_object() {
    let (fixture, token) = ready(Profile::Spec).await;
    let authorization = format!("Bearer {token}");
    let headers = [("authorization", authorization.as_str())];
    let plain = request("POST", TARGET, &headers, Body::from("{}"));
    for (reply, status) in [
        (fixture.ask(&token, "POST", TARGET, &json!([])).await, 400),
        (
            fixture.ask(&token, "POST", TARGET, &body(7, 5001)).await,
            404,
        ),
        (
            fixture
                .ask("canary", "POST", TARGET, &body(1001, 5001))
                .await,
            401,
        ),
        (fixture.json("POST", TARGET, &body(1001, 5001)).await, 401),
        (fixture.ask(&token, "GET", TARGET, &json!({})).await, 405),
        (fixture.send(plain).await, 415),
    ] {
        assert_eq!(reply.status, status, "{}", reply.text);
        let error = reply.json();
        for field in ["category", "correlationId", "message"] {
            assert!(error[field].is_string(), "{field}: {error}");
        }
    }
}

/// "Scopes declared for the card migration scheme: developers-read, developers-write,
/// private-apps-read. The migration endpoint requires developers-write."
#[tokio::test]
async fn the_migration_endpoint_requires_developers_write() {
    let target = TARGET.replace("123", "7");
    for scope in ["developers-read", "developers-write", "private-apps-read"] {
        let fixture = Fixture::new(Profile::Spec);
        let document = fixture.get("/emulator/openapi.json").await.json();
        let bearer = &document["components"]["securitySchemes"]["bearer"]["description"];
        assert!(bearer.as_str().unwrap().contains(scope), "{bearer}");
        let token = fixture.token_of(&["oauth", scope]).await;

        let reply = fixture
            .ask(&token, "POST", &target, &body(1001, 5001))
            .await;

        // The app 7 has no cards.
        let status = if scope == "developers-write" {
            404
        } else {
            403
        };
        assert_eq!(reply.status, status, "{scope} {}", reply.text);
        if status == 403 {
            let wanted = &reply.error()["errors"][0]["context"]["requiredGranularScopes"];
            assert_eq!(wanted, &json!(["developers-write"]));
        }
    }
}

#[tokio::test]
async fn the_call_of_the_client_is_answered() {
    let (fixture, token) = ready(Profile::Spec).await;
    let call = MigrateCard {
        token: Secret::new(&token),
        app_id: 123,
        migration: CardMigration {
            legacy_crm_card_id: 1002,
            app_card_id: 5002,
            allow_duplicate_app_card_ids: false,
            helpdesk_app_card_id: Some(5003),
        },
    };
    let request = call.request().unwrap();
    let sent: Value = serde_json::from_slice(&request.body).unwrap();

    let reply = fixture
        .ask(&token, request.method.as_str(), &request.target(), &sent)
        .await;
    let progress = call.parse(&Response {
        status: reply.status,
        headers: Vec::new(),
        body: reply.text.into_bytes(),
    });

    let progress = progress.unwrap();
    assert_eq!(progress.total_portal_count, Some(12));
    assert_eq!(progress.remaining_portal_count, Some(12));
    assert_eq!(progress.ended_at, None);
}

/// The key of a developer opens the calling settings, not this.
#[tokio::test]
async fn a_developers_key_is_no_access_token() {
    let fixture = Fixture::new(Profile::Spec);
    let target = format!("{TARGET}?hapikey={}", support::KEY);
    let reply = fixture.json("POST", &target, &body(1001, 5001)).await;
    assert_eq!(reply.status, 401, "{}", reply.text);
}

fn app(cards: &Value) -> Value {
    let mut app = json!({ "name": "Mine", "clientId": "mine", "clientSecret": "canary-secret",
        "developerKey": "canary-key", "redirectUris": [support::REDIRECT],
        "scopes": ["developers-write", "oauth"] });
    for (name, value) in cards.as_object().unwrap() {
        app[name] = value.clone();
    }
    app
}

#[tokio::test]
async fn an_app_is_registered_with_cards_of_its_own() {
    let target = TARGET.replace("123", "7");
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let token = fixture.token_of(&["developers-write", "oauth"]).await;
        let cards = json!({ "legacyCards": [{ "id": 1 }, { "id": 2, "accounts": 3,
            "supportsTickets": true }, { "id": 9_223_372_036_854_775_807_i64, "accounts": 0 }],
            "appCards": [10, 11, 5001] });

        let made = fixture
            .control("POST", "/emulator/apps/7", &app(&cards))
            .await;

        assert_eq!(made.status, 200, "{}", made.text);
        assert_eq!(made.json()["app"]["appCards"], cards["appCards"]);
        assert!(!made.text.contains("canary"));
        let migrate = async |body: Value| fixture.ask(&token, "POST", &target, &body).await;
        let one = migrate(body(1, 10)).await.json();
        assert_eq!(one["totalPortalCount"], 1);
        assert_eq!(
            refusal(&migrate(body(2, 11)).await),
            faulty("helpdeskAppCardId")
        );
        let two = migrate(with_helpdesk(2, 11, 5001)).await.json();
        assert_eq!(two["remainingPortalCount"], 3);
        let nowhere = migrate(merging(i64::MAX, 10)).await.json();
        assert_eq!(nowhere["remainingPortalCount"], 0);
        assert_eq!(nowhere["endedAt"], nowhere["startedAt"]);
        for missing in [body(3, 10), body(1001, 10), body(1, 12)] {
            assert_eq!(migrate(missing).await.status, 404);
        }
        // Registered anew without them, it has none.
        let again = fixture
            .control("POST", "/emulator/apps/7", &app(&json!({})))
            .await;
        assert_eq!(again.status, 200, "{}", again.text);
        assert_eq!(migrate(body(1, 10)).await.status, 404);
    }
}

#[tokio::test]
async fn a_card_that_cannot_be_is_refused_with_its_place_and_nothing_is_registered() {
    let fixture = Fixture::new(Profile::Spec);
    let many: Vec<i64> = (1..=1001).collect();
    for (cards, place, words) in [
        (
            json!({ "appCards": [0] }),
            "appCards",
            "0 is no id of a card: use 1 or more",
        ),
        (
            json!({ "appCards": [5, 6, 5] }),
            "appCards",
            "appCards has the id 5 twice: give each card its own",
        ),
        (
            json!({ "appCards": many }),
            "appCards",
            "appCards has 1001 cards: use 1000 at most",
        ),
        (
            json!({ "legacyCards": [{ "id": -1 }] }),
            "legacyCards",
            "-1 is no id of a card: use 1 or more",
        ),
        (
            json!({ "legacyCards": [{ "id": 1 }, { "id": 1 }] }),
            "legacyCards",
            "legacyCards has the id 1 twice: give each card its own",
        ),
        (
            json!({ "legacyCards": [{ "id": 1, "accounts": -4 }] }),
            "legacyCards",
            "the legacy card 1 has -4 accounts: use a whole number from 0 to 1000000",
        ),
        (
            json!({ "legacyCards": [{ "accounts": 4 }] }),
            "legacyCards[0].id",
            "legacyCards[0].id is missing: add it as /emulator/docs describes it",
        ),
        (
            json!({ "legacyCards": [{ "id": 1 }, { "id": "2" }] }),
            "legacyCards[1].id",
            "legacyCards[1].id is not as expected: use the form that /emulator/docs describes",
        ),
        (
            json!({ "legacyCards": [{ "id": 1, "tickets": true }] }),
            "legacyCards[0].tickets",
            "legacyCards[0].tickets is not as expected: use the form that /emulator/docs describes",
        ),
        (
            json!({ "appCards": [1.5] }),
            "appCards[0]",
            "appCards[0] is not as expected: use the form that /emulator/docs describes",
        ),
        (
            json!({ "appCards": { "id": 1 } }),
            "appCards",
            "appCards is not as expected: use the form that /emulator/docs describes",
        ),
        // No value is quoted: it may be a secret.
        (
            json!({ "redirectUris": "https://ada:canary@phone.example/" }),
            "redirectUris",
            "redirectUris is not as expected: use the form that /emulator/docs describes",
        ),
        (
            json!({ "clientSecret": 1_234_567_890 }),
            "clientSecret",
            "clientSecret is not as expected: use the form that /emulator/docs describes",
        ),
    ] {
        let reply = fixture
            .control("POST", "/emulator/apps/7", &app(&cards))
            .await;

        assert_eq!(reply.status, 400, "{cards} {}", reply.text);
        let error = reply.error();
        assert_eq!(error["message"], words);
        assert_eq!(error["errors"][0]["in"], place);
        assert!(!reply.text.contains("canary") && !reply.text.contains("1234567890"));
    }
    let settings = "/crm/v3/extensions/calling/7/settings?hapikey=canary-key";
    assert_eq!(fixture.get(settings).await.status, 401);
}
