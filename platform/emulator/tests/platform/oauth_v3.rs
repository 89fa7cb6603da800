//! The token endpoints of the third version, and the tokens of an app itself: the
//! rows of the platform's published files, one test each, typed from them by hand.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{self, BOTH, CLIENT_ID, CLIENT_SECRET, Fixture, OTHER_CLIENT_SECRET, form};

const CLIENT: [(&str, &str); 2] = [("client_id", CLIENT_ID), ("client_secret", CLIENT_SECRET)];

/// What an introspection answers.
async fn introspected(fixture: &Fixture, token: &str) -> Value {
    let reply = fixture
        .form(
            "/oauth/v3/token/introspect",
            &[&CLIENT[..], &[("token", token)]].concat(),
        )
        .await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    reply.json()
}

fn refusal(status: &str, error: &str, text: &str) -> Value {
    json!({ "status": status, "message": text, "error": error, "error_description": text })
}

/// Published file, v3: credentials stand in the body only, and the grants are two.
#[tokio::test]
async fn the_third_version_reads_the_body_only() {
    let fixture = Fixture::new(Profile::Vendor);
    let (_, refresh) = fixture.tokens().await;
    let secret = form(&[("client_secret", CLIENT_SECRET)]);

    let in_the_query = fixture
        .form(
            &format!("/oauth/v3/token?{secret}"),
            &[
                ("grant_type", "refresh_token"),
                ("client_id", CLIENT_ID),
                ("refresh_token", &refresh),
            ],
        )
        .await;
    let for_the_app = fixture
        .form(
            "/oauth/v3/token",
            &[&CLIENT[..], &[("grant_type", "client_credentials")]].concat(),
        )
        .await;

    assert_eq!((in_the_query.status, for_the_app.status), (400, 400));
    assert_eq!(
        in_the_query.error(),
        refusal(
            "BAD_CLIENT_SECRET",
            "invalid_client",
            "missing or invalid client secret"
        )
    );
    assert_eq!(
        for_the_app.error(),
        refusal(
            "BAD_GRANT_TYPE",
            "unsupported_grant_type",
            "missing or unknown grant type: use authorization_code or refresh_token"
        )
    );
}

/// Published file, v1, grant client_credentials: no refresh token, and the use.
#[tokio::test]
async fn an_app_gets_a_token_of_its_own_once_it_is_installed() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let grant = [&CLIENT[..], &[("grant_type", "client_credentials")]].concat();

        let before = fixture.form("/oauth/v1/token", &grant).await;
        fixture.tokens().await;
        let own = fixture.form("/oauth/v1/token", &grant).await;
        let narrow = fixture
            .form(
                "/oauth/v1/token",
                &[&grant[..], &[("scope", "oauth automation developers-read")]].concat(),
            )
            .await;

        assert_eq!(
            (before.status, before.error()),
            (
                400,
                refusal(
                    "APP_NOT_INSTALLED",
                    "unauthorized_client",
                    "the app is not installed in the account: send a user to the authorization address first"
                )
            )
        );
        let body = own.json();
        assert_eq!(own.status, 200, "{}", own.text);
        assert_eq!(body["token_type"], "bearer");
        assert_eq!(body["expires_in"], 1800);
        assert_eq!(body.get("refresh_token"), None);
        assert_eq!(body.get("user_id"), None);
        if profile == Profile::Vendor {
            assert_eq!(body["token_use"], "client_credentials");
            assert_eq!(body["hub_id"], 62_515);
        }
        let scopes = async |reply: &support::Reply| {
            let token = reply.json()["access_token"].as_str().unwrap().to_owned();
            introspected(&fixture, &token).await["scopes"].clone()
        };
        assert_eq!(
            scopes(&own).await,
            json!(["crm.objects.contacts.read", "oauth", "timeline"])
        );
        // The account cannot grant `automation`.
        assert_eq!(scopes(&narrow).await, json!(["developers-read", "oauth"]));
    }
}

/// The thinner body, exactly, for each fault of the two questions.
#[tokio::test]
async fn questions_about_tokens_refuse_with_exact_bodies() {
    let fixture = Fixture::new(Profile::Spec);
    let (access, _) = fixture.tokens().await;
    let bad = |text: &str| refusal("BAD_REQUEST", "invalid_request", text);
    let client = refusal(
        "BAD_CLIENT_ID",
        "invalid_client",
        "missing or unknown client id",
    );
    let secret = refusal(
        "BAD_CLIENT_SECRET",
        "invalid_client",
        "missing or invalid client secret",
    );
    let missing = bad("the token is missing: send the field token");
    let twice = bad("the field token is there twice: send it once");
    let id = ("client_id", CLIENT_ID);
    let key = ("client_secret", CLIENT_SECRET);
    let other_key = ("client_secret", OTHER_CLIENT_SECRET);
    let token = ("token", access.as_str());
    for route in ["/oauth/v3/token/introspect", "/oauth/v3/token/revoke"] {
        for (fields, expected) in [
            (vec![key, token], &client),
            (vec![("client_id", "canary"), key, token], &client),
            (vec![id, token], &secret),
            (vec![id, ("client_secret", "canary"), token], &secret),
            (vec![id, other_key, token], &secret),
            (vec![id, key], &missing),
            (vec![id, key, ("token", "")], &missing),
            (vec![id, key, token, ("token", "canary")], &twice),
        ] {
            let reply = fixture.form(route, &fields).await;

            assert_eq!(reply.status, 400, "{route} {fields:?}");
            assert_eq!(reply.error(), *expected, "{route} {fields:?}");
            assert!(!reply.text.contains("canary"), "{route}");
        }
        let json = fixture
            .json("POST", route, &json!({ "token": access }))
            .await;
        assert_eq!(
            json.error(),
            bad("the body is no form: send content-type application/x-www-form-urlencoded")
        );
    }
    assert_eq!(introspected(&fixture, &access).await["active"], true);
}
