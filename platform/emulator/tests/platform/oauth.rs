//! OAuth by the tables of the platform's reference: one test per row, typed from
//! it by hand.

use std::{collections::BTreeMap, time::Duration};

use axum::body::Body;
use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{
    self, BOTH, CLIENT_ID, Fixture, REDIRECT, SCOPES, authorization, exchange_form, is_uuid,
    refresh_form, request,
};

/// The fields of a form that are others or, with null, not there.
type Change = BTreeMap<String, Option<String>>;

/// The scopes of [`SCOPES`], granted.
const GRANTED: [&str; 3] = ["crm.objects.contacts.read", "oauth", "timeline"];

/// Reference, install step: the redirect address receives a code, and the state.
#[tokio::test]
async fn consent_leads_back_with_a_code_and_the_state() {
    let fixture = Fixture::new(Profile::Spec);
    let mut query = authorization();
    query.push(("state", "a b&c=é"));

    let page = fixture
        .get(&["/oauth/authorize?", &support::form(&query)].concat())
        .await;
    let consent = support::between(&page.text, "name=\"request\" value=\"", "\"");
    let reply = fixture.decide(consent, "9", "allow").await;

    assert_eq!(page.header("content-type"), "text/html;charset=utf-8");
    assert!(
        page.header("content-security-policy")
            .contains("form-action 'self' http://localhost:3000;")
    );
    for scope in SCOPES.split(' ') {
        assert!(
            page.text.contains(&format!("<li>{scope}</li>")),
            "{}",
            page.text
        );
    }
    assert_eq!((reply.status, reply.text.as_str()), (303, ""));
    let location = reply.header("location");
    assert!(
        location.starts_with("http://localhost:3000/oauth/callback?code="),
        "{location}"
    );
    assert!(
        location.ends_with("&state=a%20b%26c%3D%C3%A9"),
        "{location}"
    );
}

/// Reference: the parameters are called scopes and optional_scopes.
#[tokio::test]
async fn both_spellings_of_the_scopes_are_read() {
    let fixture = Fixture::new(Profile::Spec);
    for (scope, optional) in [("scope", "optional_scope"), ("scopes", "optional_scopes")] {
        let code = fixture
            .code_of(&[
                ("client_id", CLIENT_ID),
                ("redirect_uri", REDIRECT),
                (scope, SCOPES),
                (optional, "crm.objects.companies.read automation"),
            ])
            .await;
        let tokens = fixture.exchange(&code).await.json();
        let token = tokens["access_token"].as_str().unwrap();

        let metadata = fixture.access(token).await;

        // The account cannot grant `automation`: dropped without a word.
        assert_eq!(
            metadata.json()["scopes"],
            json!([
                "crm.objects.companies.read",
                "crm.objects.contacts.read",
                "oauth",
                "timeline"
            ])
        );
    }
}

/// Reference, token response: four fields. The service's file has four more.
#[tokio::test]
async fn a_codes_exchange_answers_the_fields_of_its_profile() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);

        let reply = fixture.exchange(&fixture.code().await).await;

        assert_eq!(reply.status, 200, "{}", reply.text);
        let mut body = reply.json();
        let fields = body.as_object_mut().unwrap();
        let access = fields.remove("access_token").unwrap();
        let length = access.as_str().unwrap().len();
        assert!((200..=512).contains(&length), "{length}");
        assert!(is_uuid(&fields.remove("refresh_token").unwrap()));
        let mut expected = json!({ "token_type": "bearer", "expires_in": 1800 });
        if profile == Profile::Vendor {
            expected = json!({ "token_type": "bearer", "expires_in": 1800, "hub_id": 62_515,
                "scopes": GRANTED, "token_use": "access_token", "user_id": 9 });
        }
        assert_eq!(body, expected);
    }
}

/// Reference, access-token metadata: every field, 100 seconds after the issue. The service's
/// file has six more.
#[tokio::test]
async fn metadata_has_every_field() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let (access, _) = fixture.tokens().await;
        fixture.advance(Duration::from_secs(100)).await;

        let reply = fixture.access(&access).await;

        assert_eq!(reply.status, 200);
        let mut body = reply.json();
        let signed = body["signed_access_token"].as_object_mut().unwrap();
        let [old, new] = ["signature", "newSignature"].map(|name| signed.remove(name).unwrap());
        assert!(is_uuid(&old) && is_uuid(&new) && old != new, "{old} {new}");
        // They belong to the token, and do not tell it.
        assert!(!access.contains(old.as_str().unwrap()));
        let mut expected = json!({
            "token": access, "user": "admin@crm.example", "hub_domain": "crm.example",
            "hub_id": 62_515, "app_id": 123, "user_id": 9, "scopes": GRANTED,
            "expires_in": 1700, "token_type": "access",
            "signed_access_token": {
                "expiresAt": 1_767_225_600_000_i64 + 1_800_000, "scopes": GRANTED.join(" "),
                "hubId": 62_515, "userId": 9, "appId": 123, "scopeToScopeGroupPks": "",
                "hublet": "na1", "trialScopes": "", "trialScopeToScopeGroupPks": "",
                "isUserLevel": false,
            },
        });
        if profile == Profile::Vendor {
            expected["is_private_distribution"] = json!(false);
            let signed = &mut expected["signed_access_token"];
            signed["appInstallId"] = json!("123");
            signed["audience"] = json!("emulator");
            signed["installingUserId"] = json!(9);
            signed["isPrivateDistribution"] = json!(false);
            signed["isServiceAccount"] = json!(false);
        }
        assert_eq!(body, expected);
    }
}

/// Reference: deletes only the refresh token; access tokens stay valid, and the
/// app stays installed.
#[tokio::test]
async fn deleting_a_refresh_token_deletes_nothing_else() {
    for (profile, status) in [(Profile::Spec, 200), (Profile::Vendor, 204)] {
        let fixture = Fixture::new(profile);
        let (access, refresh) = fixture.tokens().await;

        let reply = fixture
            .delete(&format!("/oauth/v1/refresh-tokens/{refresh}"))
            .await;

        assert_eq!((reply.status, reply.text.as_str()), (status, ""));
        assert_eq!(fixture.access(&access).await.status, 200);
        assert_eq!(fixture.refresh(&refresh).await.status, 404);
        // Still installed: a user who may not install it gets a code.
        let consent = fixture.consent(&authorization()).await;
        let reply = fixture.decide(&consent, "10", "allow").await;
        assert!(
            reply.header("location").contains("?code="),
            "{}",
            reply.header("location")
        );
    }
}

/// Reference: installing needs the user's permission to do so.
#[tokio::test]
async fn a_user_without_the_permission_cannot_install() {
    let fixture = Fixture::new(Profile::Spec);
    let consent = fixture.consent(&authorization()).await;

    let reply = fixture.decide(&consent, "10", "allow").await;

    assert_eq!(reply.status, 303);
    assert_eq!(
        reply.header("location"),
        "http://localhost:3000/oauth/callback?error=access_denied&error_description=the%20user%20may%20not%20install%20apps%2C%20and%20the%20app%20is%20not%20installed"
    );
}

/// The guide: a user who cancels stays where they are.
#[tokio::test]
async fn cancelling_redirects_nowhere() {
    let fixture = Fixture::new(Profile::Spec);
    let consent = fixture.consent(&authorization()).await;

    let reply = fixture.decide(&consent, "9", "cancel").await;
    let again = fixture.decide(&consent, "9", "allow").await;

    assert_eq!((reply.status, reply.header("location")), (200, ""));
    assert_eq!(again.status, 400);
}

/// RFC 7636, appendix B.
#[tokio::test]
async fn a_challenge_is_honoured() {
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    let hashed = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
    for (challenge, method) in [
        (hashed, Some("S256")),
        (verifier, Some("plain")),
        (verifier, None),
    ] {
        let fixture = Fixture::new(Profile::Spec);
        let mut query = authorization();
        query.push(("code_challenge", challenge));
        query.extend(method.map(|method| ("code_challenge_method", method)));
        let code = fixture.code_of(&query).await;
        let mut form = exchange_form(&code);
        form.push(("code_verifier", verifier));

        let reply = fixture.form("/oauth/v1/token", &form).await;

        assert_eq!(reply.status, 200, "{method:?} {}", reply.text);
    }
}

/// The service's file: a token with developers-* does what the key does.
#[tokio::test]
async fn a_token_with_the_scope_opens_the_settings() {
    let fixture = Fixture::new(Profile::Vendor);
    let mut query = authorization();
    query.push(("optional_scope", "developers-read"));
    let tokens = fixture
        .exchange(&fixture.code_of(&query).await)
        .await
        .json();
    let reader = tokens["access_token"].as_str().unwrap().to_owned();
    let (plain, _) = fixture.tokens().await;
    let path = "/crm/v3/extensions/calling/123/settings";
    let ask = async |method: &str, path: &str, token: &str| {
        let bearer = format!("Bearer {token}");
        let headers = [
            ("authorization", bearer.as_str()),
            ("content-type", "application/json"),
        ];
        fixture
            .send(request(method, path, &headers, Body::from("{}")))
            .await
    };

    assert_eq!(ask("GET", path, &reader).await.status, 404);
    let refused = ask("DELETE", path, &reader).await;
    assert_eq!(
        (refused.status, refused.error()),
        (
            403,
            json!({
                "status": "error", "category": "MISSING_SCOPES",
                "message": "the access token has not the scope developers-write: have the app ask for it, and the user agree again",
                "errors": [{ "message": "all of these scopes are required",
                    "context": { "requiredGranularScopes": ["developers-write"] } }],
                "links": { "scopes": "http://localhost:8140/emulator/docs" },
            })
        )
    );
    assert_eq!(ask("GET", path, &plain).await.status, 403);
    assert_eq!(
        ask("GET", path, "canary").await.error()["category"],
        "INVALID_AUTHENTICATION"
    );
    assert_eq!(
        ask("GET", "/crm/v3/extensions/calling/456/settings", &reader)
            .await
            .status,
        404
    );
    fixture.advance(Duration::from_secs(1805)).await;
    let expired = ask("GET", path, &reader).await;
    assert_eq!(
        (expired.status, expired.error()),
        (
            401,
            json!({
                "status": "error", "category": "EXPIRED_AUTHENTICATION",
                "message": "the access token expired 5 seconds ago: refresh it",
            })
        )
    );
}

#[tokio::test]
async fn text_of_the_data_is_shown_as_text() {
    let fixture = Fixture::new(Profile::Spec);
    let app = json!({
        "name": "<script>alert(1)</script>", "clientId": "c", "clientSecret": "s",
        "developerKey": "k", "redirectUris": ["https://a.example/x?a=1&b='\"<>"],
        "scopes": [],
    });
    let odd = fixture.control("POST", "/emulator/apps/7", &app).await;
    let mut app = app;
    app["redirectUris"] = json!(["https://a.example/x?a=1"]);
    let registered = fixture.control("POST", "/emulator/apps/7", &app).await;

    let page = fixture
        .get("/oauth/authorize?client_id=c&redirect_uri=https%3A%2F%2Fa.example%2Fx%3Fa%3D1")
        .await;

    assert_eq!(
        (odd.status, registered.status, page.status),
        (200, 200, 200)
    );
    assert!(!page.text.contains("<script>"));
    assert!(page.text.contains("&lt;script&gt;"));
    let consent = support::between(&page.text, "name=\"request\" value=\"", "\"");
    let reply = fixture.decide(consent, "9", "allow").await;
    assert!(
        reply
            .header("location")
            .starts_with("https://a.example/x?a=1&code=")
    );
}

/// What the token endpoint answers, apart from the correlation id.
fn refusal(status: &str, error: &str, text: &str) -> Value {
    json!({ "status": status, "message": text, "error": error, "error_description": text })
}

/// Every refused case of the token endpoint, each with its exact body. A row is its name,
/// the form it begins with, the fields that are others or, with null, not there, and its
/// refusal; a value with `$` is one of this run.
#[tokio::test]
async fn the_token_endpoint_refuses_with_exact_bodies() {
    #[derive(serde::Deserialize)]
    struct Table {
        refusals: BTreeMap<String, [String; 3]>,
        rows: Vec<(String, String, Change, String)>,
    }
    let table: Table = serde_json::from_str(include_str!("data/token_refusals.json")).unwrap();
    assert!(table.rows.len() >= 50);
    let fixture = Fixture::new(Profile::Spec);
    let good = fixture.code().await;
    let (access, refresh) = fixture.tokens().await;
    let used = fixture.code().await;
    assert_eq!(fixture.exchange(&used).await.status, 200);
    let of_this_run = |value: &str| match value {
        "$good" => good.clone(),
        "$access" => access.clone(),
        "$refresh" => refresh.clone(),
        "$used" => used.clone(),
        "$other_client_id" => support::OTHER_CLIENT_ID.to_owned(),
        "$other_client_secret" => support::OTHER_CLIENT_SECRET.to_owned(),
        "$other_redirect" => support::OTHER_REDIRECT.to_owned(),
        other => other.to_owned(),
    };
    for (name, base, change, outcome) in &table.rows {
        let base = match base.as_str() {
            "exchange" => exchange_form(&good),
            "refresh" => refresh_form(&refresh),
            _ => Vec::new(),
        };
        let mut fields: Vec<(&str, String)> = base
            .into_iter()
            .filter(|(field, _)| !change.contains_key(*field))
            .map(|(field, value)| (field, value.to_owned()))
            .collect();
        for (field, value) in change {
            fields.extend(value.as_ref().map(|value| (&**field, of_this_run(value))));
        }
        let expected = match outcome.strip_prefix("twice ") {
            Some(field) => {
                fields.push((field, "canary".to_owned()));
                let text = format!("the field {field} is there twice: send it once");
                refusal("BAD_REQUEST", "invalid_request", &text)
            }
            None => {
                let [status, error, text] = &table.refusals[outcome];
                refusal(status, error, text)
            }
        };
        let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (*n, v.as_str())).collect();

        let reply = fixture.form("/oauth/v1/token", &fields).await;

        assert_eq!(reply.status, 400, "{name}: {}", reply.text);
        assert_eq!(reply.error(), expected, "{name}");
        assert!(!reply.text.contains("canary"), "{name}");
    }
    // Nothing of that used the code up, or ended the tokens.
    assert_eq!(fixture.exchange(&good).await.status, 200);
    let form = refresh_form(&refresh);
    assert_eq!(fixture.form("/oauth/v1/token", &form).await.status, 200);
}

#[tokio::test]
async fn a_token_request_of_another_kind_is_refused() {
    let fixture = Fixture::new(Profile::Spec);
    let code = fixture.code().await;
    for media in ["application/json", "text/plain", ""] {
        let body = support::form(&exchange_form(&code));

        let reply = fixture.raw("POST", "/oauth/v1/token", media, body).await;

        assert_eq!(
            (reply.status, reply.error()),
            (
                400,
                refusal(
                    "BAD_REQUEST",
                    "invalid_request",
                    "the body is no form: send content-type application/x-www-form-urlencoded"
                )
            ),
            "{media}"
        );
    }
}

#[tokio::test]
async fn a_wrong_verifier_is_refused() {
    let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    let expected = refusal(
        "BAD_CODE_VERIFIER",
        "invalid_grant",
        "the code verifier does not belong to the challenge of the auth code",
    );
    for wrong in [
        None,
        Some(""),
        Some("canary"),
        Some("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
        Some("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXl"),
    ] {
        let fixture = Fixture::new(Profile::Spec);
        let mut query = authorization();
        query.push((
            "code_challenge",
            "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
        ));
        query.push(("code_challenge_method", "S256"));
        let code = fixture.code_of(&query).await;
        let mut form = exchange_form(&code);
        form.extend(wrong.map(|wrong| ("code_verifier", wrong)));

        let reply = fixture.form("/oauth/v1/token", &form).await;

        assert_eq!(
            (reply.status, reply.error()),
            (400, expected.clone()),
            "{wrong:?}"
        );
        let mut form = exchange_form(&code);
        form.push(("code_verifier", verifier));
        assert_eq!(fixture.form("/oauth/v1/token", &form).await.status, 200);
    }
}

/// The whole page of a fault.
fn fault_page(text: &str, reason: &str) -> String {
    const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;\
        margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
        table{border-collapse:collapse;width:100%}\
        td,th{text-align:left;padding:.25rem .75rem .25rem 0;\
        border-bottom:1px solid #ccc;vertical-align:top}code{font-size:.9em}";
    format!(
        "<!DOCTYPE html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>This does not work</title>\
         <style>{STYLE}</style><h1>This does not work</h1><p>{text}</p>\
         <p>Reason: <code>{reason}</code></p></html>\n"
    )
}

/// The guide: faults of the address are shown on a page, and nobody is redirected. A row is
/// the parameters that are others or, with null, not there; what is added to the address; the
/// reason; and the text.
#[tokio::test]
async fn a_faulty_authorization_address_redirects_nowhere() {
    type Row = (Change, String, String, String);
    let rows: Vec<Row> = serde_json::from_str(include_str!("data/consent_refusals.json")).unwrap();
    assert!(rows.len() >= 23);
    let fixture = Fixture::new(Profile::Spec);
    for (change, more, reason, text) in rows {
        let mut fields: Vec<(&str, String)> = authorization()
            .into_iter()
            .filter(|(name, _)| !change.contains_key(*name))
            .map(|(name, value)| (name, value.to_owned()))
            .collect();
        for (name, value) in &change {
            let value = value.as_ref().map(|value| match value.as_str() {
                "$long" => "s".repeat(2049),
                "$other_redirect" => support::OTHER_REDIRECT.to_owned(),
                other => other.to_owned(),
            });
            fields.extend(value.map(|value| (&**name, value)));
        }
        let fields: Vec<(&str, &str)> = fields.iter().map(|(n, v)| (*n, v.as_str())).collect();
        let query = [support::form(&fields), more].concat();

        let reply = fixture.get(&["/oauth/authorize?", &query].concat()).await;

        let outcome = (reply.status, reply.header("location"));
        assert_eq!(outcome, (400, ""), "{query}");
        assert_eq!(reply.header("content-type"), "text/html;charset=utf-8");
        assert_eq!(reply.text, fault_page(&text, &reason), "{query}");
    }
}

#[tokio::test]
async fn a_decision_needs_a_page_of_ours() {
    const UNKNOWN: [&str; 2] = [
        "UNKNOWN_CONSENT",
        "This page is no longer valid: go back to the app and start again.",
    ];
    const NOBODY: [&str; 2] = ["UNKNOWN_USER", "Choose one of the users."];
    const UNDECIDED: [&str; 2] = ["NO_DECISION", "Choose whether to connect the app."];
    let fixture = Fixture::new(Profile::Spec);
    let old = fixture.consent(&authorization()).await;
    fixture.advance(Duration::from_secs(600)).await;
    let fresh = fixture.consent(&authorization()).await;
    for (request, user, decision, [reason, text]) in [
        ("", "9", "allow", UNKNOWN),
        ("canary", "9", "allow", UNKNOWN),
        (&old, "9", "allow", UNKNOWN),
        (&fresh, "", "allow", NOBODY),
        (&fresh, "11", "allow", NOBODY),
        (&fresh, "9", "", UNDECIDED),
        (&fresh, "9", "perhaps", UNDECIDED),
    ] {
        let reply = fixture.decide(request, user, decision).await;

        assert_eq!(
            (reply.status, reply.header("location")),
            (400, ""),
            "{user} {decision}"
        );
        assert_eq!(reply.text, fault_page(text, reason), "{user} {decision}");
    }
    assert_eq!(fixture.decide(&fresh, "9", "allow").await.status, 303);
    assert_eq!(
        fixture.decide(&fresh, "9", "allow").await.status,
        400,
        "once"
    );
}
