//! Card migration, where a table cannot say it: `data/exchanges/cards.json` has the rest. The
//! seeded app 123 has the legacy cards 1001 (no tickets, 4 accounts) and 1002 (tickets, 12
//! accounts), and the app cards 5001 to 5003.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{self, BOTH, Fixture};

const TARGET: &str = "/crm/v3/extensions/cards-dev/123/views/migrate";

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
        let refused = migrate(body(2, 11)).await;
        assert_eq!(refused.error()["errors"][0]["in"], "helpdeskAppCardId");
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
async fn an_app_has_a_thousand_cards_at_most() {
    let fixture = Fixture::new(Profile::Spec);
    let cards = json!({ "appCards": (1..=1001).collect::<Vec<i64>>() });

    let refused = fixture
        .control("POST", "/emulator/apps/7", &app(&cards))
        .await;

    assert_eq!(
        refused.error()["message"],
        "appCards has 1001 cards: use 1000 at most"
    );
}
