//! OAuth by the tables of the platform's reference: one test per row, typed from
//! it by hand.

use std::time::Duration;

use axum::body::Body;
use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{
    self, BOTH, CLIENT_ID, CLIENT_SECRET, Fixture, REDIRECT, SCOPES, authorization, exchange_form,
    refresh_form, request,
};

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

        let metadata = fixture
            .get(&format!("/oauth/v1/access-tokens/{token}"))
            .await;

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

#[tokio::test]
async fn an_account_in_the_path_is_the_seeded_one() {
    let fixture = Fixture::new(Profile::Spec);
    let query = support::form(&authorization());

    let own = fixture
        .get(&format!("/oauth/62515/authorize?{query}"))
        .await;
    let other = fixture
        .get(&format!("/oauth/62516/authorize?{query}"))
        .await;

    assert_eq!((own.status, other.status), (200, 400));
}

/// Reference, token response: token_type, access_token, refresh_token, expires_in.
#[tokio::test]
async fn a_codes_exchange_answers_four_fields() {
    let fixture = Fixture::new(Profile::Spec);

    let reply = fixture.exchange(&fixture.code().await).await;

    let body = reply.json();
    let mut names: Vec<&String> = body.as_object().unwrap().keys().collect();
    names.sort();
    assert_eq!(
        names,
        ["access_token", "expires_in", "refresh_token", "token_type"]
    );
    assert_eq!(reply.status, 200);
    assert_eq!(body["token_type"], "bearer");
    assert_eq!(body["expires_in"], 1800);
    assert_eq!(body["refresh_token"].as_str().unwrap().len(), 36);
    let length = body["access_token"].as_str().unwrap().len();
    assert!((200..=512).contains(&length), "{length}");
}

/// The service's file has four more.
#[tokio::test]
async fn the_vendors_exchange_answers_more_fields() {
    let fixture = Fixture::new(Profile::Vendor);

    let body = fixture.exchange(&fixture.code().await).await.json();

    assert_eq!(body["token_use"], "access_token");
    assert_eq!(body["hub_id"], 62_515);
    assert_eq!(body["user_id"], 9);
    assert_eq!(
        body["scopes"],
        json!(["crm.objects.contacts.read", "oauth", "timeline"])
    );
}

/// Reference, access-token metadata: every field.
#[tokio::test]
async fn metadata_has_every_field() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let (access, _) = fixture.tokens().await;
        fixture.advance(Duration::from_secs(100)).await;

        let reply = fixture
            .get(&format!("/oauth/v1/access-tokens/{access}"))
            .await;

        let body = reply.json();
        assert_eq!(reply.status, 200);
        assert_eq!(body["token"], access.as_str());
        assert_eq!(body["user"], "admin@crm.example");
        assert_eq!(body["hub_domain"], "crm.example");
        assert_eq!(body["hub_id"], 62_515);
        assert_eq!(body["app_id"], 123);
        assert_eq!(body["user_id"], 9);
        assert_eq!(
            body["scopes"],
            json!(["crm.objects.contacts.read", "oauth", "timeline"])
        );
        assert_eq!(body["expires_in"], 1700);
        assert_eq!(body["token_type"], "access");
        let signed = &body["signed_access_token"];
        assert_eq!(signed["expiresAt"], 1_767_225_600_000_i64 + 1_800_000);
        assert_eq!(signed["hubId"], 62_515);
        assert_eq!(signed["userId"], 9);
        assert_eq!(signed["appId"], 123);
        assert_eq!(signed["isUserLevel"], false);
        for text in [
            "scopes",
            "signature",
            "scopeToScopeGroupPks",
            "newSignature",
            "hublet",
            "trialScopes",
            "trialScopeToScopeGroupPks",
        ] {
            assert!(signed[text].is_string(), "{text}");
        }
        let is_vendor = profile == Profile::Vendor;
        for further in [
            "appInstallId",
            "audience",
            "installingUserId",
            "isPrivateDistribution",
            "isServiceAccount",
        ] {
            assert_eq!(signed.get(further).is_some(), is_vendor, "{further}");
        }
        assert_eq!(body.get("is_private_distribution").is_some(), is_vendor);
    }
}

/// The service's file: metadata of a refresh token.
#[tokio::test]
async fn a_refresh_tokens_metadata_are_told() {
    let fixture = Fixture::new(Profile::Spec);
    let (_, refresh) = fixture.tokens().await;

    let reply = fixture
        .get(&format!("/oauth/v1/refresh-tokens/{refresh}"))
        .await;

    assert_eq!(
        (reply.status, reply.json()),
        (
            200,
            json!({
                "token": refresh, "client_id": CLIENT_ID, "hub_id": 62515, "user_id": 9,
                "scopes": ["crm.objects.contacts.read", "oauth", "timeline"], "token_type": "refresh",
                "user": "admin@crm.example", "hub_domain": "crm.example",
            })
        )
    );
}

/// Reference: new access tokens are obtained with the refresh token, which stays.
#[tokio::test]
async fn a_refresh_makes_another_access_token_with_the_same_refresh_token() {
    let fixture = Fixture::new(Profile::Spec);
    let (access, refresh) = fixture.tokens().await;
    fixture.advance(Duration::from_secs(1800)).await;
    assert_eq!(
        fixture
            .get(&format!("/oauth/v1/access-tokens/{access}"))
            .await
            .status,
        404
    );

    let reply = fixture
        .form("/oauth/v1/token", &refresh_form(&refresh))
        .await;

    let body = reply.json();
    assert_eq!(reply.status, 200);
    assert_eq!(body["refresh_token"], refresh.as_str());
    assert_ne!(body["access_token"], access.as_str());
    let fresh = body["access_token"].as_str().unwrap();
    assert_eq!(
        fixture
            .get(&format!("/oauth/v1/access-tokens/{fresh}"))
            .await
            .json()["expires_in"],
        1800
    );
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
        assert_eq!(
            fixture
                .get(&format!("/oauth/v1/access-tokens/{access}"))
                .await
                .status,
            200
        );
        assert_eq!(
            fixture
                .get(&format!("/oauth/v1/refresh-tokens/{refresh}"))
                .await
                .status,
            404
        );
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

/// RFC 6749, section 4.1.2: a code that comes twice ends what was made of it.
#[tokio::test]
async fn a_codes_reuse_revokes_its_tokens() {
    let fixture = Fixture::new(Profile::Spec);
    let code = fixture.code().await;
    let tokens = fixture.exchange(&code).await.json();
    let [access, refresh] =
        ["access_token", "refresh_token"].map(|name| tokens[name].as_str().unwrap().to_owned());
    let (other, _) = fixture.tokens().await;

    let reply = fixture.exchange(&code).await;

    assert_eq!(reply.status, 400);
    assert_eq!(
        fixture
            .get(&format!("/oauth/v1/access-tokens/{access}"))
            .await
            .status,
        404
    );
    assert_eq!(
        fixture
            .form("/oauth/v1/token", &refresh_form(&refresh))
            .await
            .status,
        400
    );
    assert_eq!(
        fixture
            .get(&format!("/oauth/v1/access-tokens/{other}"))
            .await
            .status,
        200
    );
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

/// The official clients send the secret in the query at times.
#[tokio::test]
async fn secret_and_refresh_token_may_stand_in_the_query() {
    let fixture = Fixture::new(Profile::Vendor);
    let (_, refresh) = fixture.tokens().await;
    let query = support::form(&[
        ("client_secret", CLIENT_SECRET),
        ("refresh_token", &refresh),
    ]);

    let reply = fixture
        .form(
            &format!("/oauth/v1/token?{query}"),
            &[("grant_type", "refresh_token"), ("client_id", CLIENT_ID)],
        )
        .await;

    assert_eq!(reply.status, 200, "{}", reply.text);
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

/// Every refused case of the token endpoint, each with its exact body.
#[tokio::test]
async fn the_token_endpoint_refuses_with_exact_bodies() {
    let grant = || {
        refusal(
            "BAD_GRANT_TYPE",
            "unsupported_grant_type",
            "missing or unknown grant type: use authorization_code, refresh_token or client_credentials",
        )
    };
    let client = || {
        refusal(
            "BAD_CLIENT_ID",
            "invalid_client",
            "missing or unknown client id",
        )
    };
    let secret = || {
        refusal(
            "BAD_CLIENT_SECRET",
            "invalid_client",
            "missing or invalid client secret",
        )
    };
    let code = || {
        refusal(
            "BAD_AUTH_CODE",
            "invalid_grant",
            "missing or unknown auth code",
        )
    };
    let redirect = || {
        refusal(
            "BAD_REDIRECT_URI",
            "invalid_request",
            "missing redirect uri, or one that is not registered with the app",
        )
    };
    let mismatch = || {
        refusal(
            "MISMATCH_REDIRECT_URI_AUTH_CODE",
            "invalid_grant",
            "the redirect uri is not the one that the auth code was made for",
        )
    };
    let verifier = || {
        refusal(
            "BAD_CODE_VERIFIER",
            "invalid_grant",
            "the code verifier does not belong to the challenge of the auth code",
        )
    };
    let token = || {
        refusal(
            "BAD_REFRESH_TOKEN",
            "invalid_grant",
            "missing or invalid refresh token",
        )
    };
    let twice = |name: &str| {
        refusal(
            "BAD_REQUEST",
            "invalid_request",
            &format!("the field {name} is there twice: send it once"),
        )
    };

    let fixture = Fixture::new(Profile::Spec);
    let good = fixture.code().await;
    let (access, refresh) = fixture.tokens().await;
    let used = {
        let used = fixture.code().await;
        assert_eq!(fixture.exchange(&used).await.status, 200);
        used
    };
    let with = |change: &[(&str, Option<&str>)],
                base: Vec<(&'static str, &str)>|
     -> Vec<(String, String)> {
        let mut fields: Vec<(String, String)> = base
            .iter()
            .map(|(n, v)| ((*n).to_owned(), (*v).to_owned()))
            .collect();
        for (name, value) in change {
            fields.retain(|(known, _)| known != name);
            fields.extend(value.map(|value| ((*name).to_owned(), value.to_owned())));
        }
        fields
    };
    let exchange = |change: &[(&str, Option<&str>)]| with(change, exchange_form(&good));
    let renew = |change: &[(&str, Option<&str>)]| with(change, refresh_form(&refresh));
    let double = |base: Vec<(String, String)>, name: &str| {
        let mut fields = base;
        fields.push((name.to_owned(), "canary".to_owned()));
        fields
    };
    let cases = [
        ("no form at all", vec![], grant()),
        ("no grant type", exchange(&[("grant_type", None)]), grant()),
        (
            "empty grant type",
            exchange(&[("grant_type", Some(""))]),
            grant(),
        ),
        (
            "unknown grant type",
            exchange(&[("grant_type", Some("password"))]),
            grant(),
        ),
        (
            "implicit grant type",
            exchange(&[("grant_type", Some("token"))]),
            grant(),
        ),
        (
            "grant type in capitals",
            exchange(&[("grant_type", Some("AUTHORIZATION_CODE"))]),
            grant(),
        ),
        (
            "grant type with a space",
            exchange(&[("grant_type", Some("authorization_code "))]),
            grant(),
        ),
        (
            "grant type of clients with a scope of none",
            exchange(&[
                ("grant_type", Some("client_credentials")),
                ("scope", Some("oauth canary")),
            ]),
            refusal(
                "BAD_SCOPE",
                "invalid_scope",
                "the app does not declare all of these scopes",
            ),
        ),
        ("no client", exchange(&[("client_id", None)]), client()),
        (
            "empty client",
            exchange(&[("client_id", Some(""))]),
            client(),
        ),
        (
            "unknown client",
            exchange(&[("client_id", Some("canary"))]),
            client(),
        ),
        (
            "client by app id",
            exchange(&[("client_id", Some("123"))]),
            client(),
        ),
        (
            "refresh without client",
            renew(&[("client_id", None)]),
            client(),
        ),
        (
            "refresh of an unknown client",
            renew(&[("client_id", Some("canary"))]),
            client(),
        ),
        ("no secret", exchange(&[("client_secret", None)]), secret()),
        (
            "empty secret",
            exchange(&[("client_secret", Some(""))]),
            secret(),
        ),
        (
            "wrong secret",
            exchange(&[("client_secret", Some("canary"))]),
            secret(),
        ),
        (
            "secret and more",
            exchange(&[("client_secret", Some("emulator-client-secret-1234"))]),
            secret(),
        ),
        (
            "less of the secret",
            exchange(&[("client_secret", Some("emulator-client-secret-12"))]),
            secret(),
        ),
        (
            "secret in capitals",
            exchange(&[("client_secret", Some("EMULATOR-CLIENT-SECRET-123"))]),
            secret(),
        ),
        (
            "secret of another app",
            exchange(&[("client_secret", Some(support::OTHER_CLIENT_SECRET))]),
            secret(),
        ),
        (
            "refresh with a wrong secret",
            renew(&[("client_secret", Some("canary"))]),
            secret(),
        ),
        (
            "refresh without secret",
            renew(&[("client_secret", None)]),
            secret(),
        ),
        (
            "no redirect",
            exchange(&[("redirect_uri", None)]),
            redirect(),
        ),
        (
            "empty redirect",
            exchange(&[("redirect_uri", Some(""))]),
            redirect(),
        ),
        (
            "unregistered redirect",
            exchange(&[("redirect_uri", Some("https://evil.example/"))]),
            redirect(),
        ),
        (
            "redirect with a slash more",
            exchange(&[(
                "redirect_uri",
                Some("http://localhost:3000/oauth/callback/"),
            )]),
            redirect(),
        ),
        (
            "redirect with a query",
            exchange(&[(
                "redirect_uri",
                Some("http://localhost:3000/oauth/callback?x=1"),
            )]),
            redirect(),
        ),
        (
            "redirect in capitals",
            exchange(&[("redirect_uri", Some("HTTP://localhost:3000/oauth/callback"))]),
            redirect(),
        ),
        (
            "redirect with user info",
            exchange(&[(
                "redirect_uri",
                Some("http://localhost:3000@evil.example/oauth/callback"),
            )]),
            redirect(),
        ),
        (
            "redirect of another app",
            exchange(&[("redirect_uri", Some(support::OTHER_REDIRECT))]),
            redirect(),
        ),
        (
            "another registered redirect",
            exchange(&[("redirect_uri", Some("http://localhost:8141/oauth/callback"))]),
            mismatch(),
        ),
        ("no code", exchange(&[("code", None)]), code()),
        ("empty code", exchange(&[("code", Some(""))]), code()),
        (
            "unknown code",
            exchange(&[("code", Some("canary"))]),
            code(),
        ),
        ("used code", exchange(&[("code", Some(&used))]), code()),
        (
            "access token as code",
            exchange(&[("code", Some(&access))]),
            code(),
        ),
        (
            "refresh token as code",
            exchange(&[("code", Some(&refresh))]),
            code(),
        ),
        (
            "code of another client",
            exchange(&[
                ("client_id", Some(support::OTHER_CLIENT_ID)),
                ("client_secret", Some(support::OTHER_CLIENT_SECRET)),
                ("redirect_uri", Some(support::OTHER_REDIRECT)),
            ]),
            code(),
        ),
        (
            "verifier without a challenge",
            exchange(&[(
                "code_verifier",
                Some("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"),
            )]),
            verifier(),
        ),
        (
            "no refresh token",
            renew(&[("refresh_token", None)]),
            token(),
        ),
        (
            "empty refresh token",
            renew(&[("refresh_token", Some(""))]),
            token(),
        ),
        (
            "unknown refresh token",
            renew(&[("refresh_token", Some("canary"))]),
            token(),
        ),
        (
            "access token as refresh token",
            renew(&[("refresh_token", Some(&access))]),
            token(),
        ),
        (
            "code as refresh token",
            renew(&[("refresh_token", Some(&good))]),
            token(),
        ),
        (
            "refresh token of another client",
            renew(&[
                ("client_id", Some(support::OTHER_CLIENT_ID)),
                ("client_secret", Some(support::OTHER_CLIENT_SECRET)),
            ]),
            token(),
        ),
        (
            "grant type twice",
            double(exchange(&[]), "grant_type"),
            twice("grant_type"),
        ),
        (
            "client twice",
            double(exchange(&[]), "client_id"),
            twice("client_id"),
        ),
        (
            "secret twice",
            double(exchange(&[]), "client_secret"),
            twice("client_secret"),
        ),
        ("code twice", double(exchange(&[]), "code"), twice("code")),
        (
            "redirect twice",
            double(exchange(&[]), "redirect_uri"),
            twice("redirect_uri"),
        ),
        (
            "refresh token twice",
            double(renew(&[]), "refresh_token"),
            twice("refresh_token"),
        ),
    ];
    assert!(cases.len() >= 40);
    for (name, fields, expected) in cases {
        let fields: Vec<(&str, &str)> = fields
            .iter()
            .map(|(n, v)| (n.as_str(), v.as_str()))
            .collect();

        let reply = fixture.form("/oauth/v1/token", &fields).await;

        assert_eq!(reply.status, 400, "{name}: {}", reply.text);
        assert_eq!(reply.error(), expected, "{name}");
        assert!(!reply.text.contains("canary"), "{name}");
    }
    // Nothing of that used the code up, or ended the tokens.
    assert_eq!(fixture.exchange(&good).await.status, 200);
    assert_eq!(
        fixture
            .form("/oauth/v1/token", &refresh_form(&refresh))
            .await
            .status,
        200
    );
}

#[tokio::test]
async fn an_old_code_is_expired() {
    let fixture = Fixture::new(Profile::Spec);
    let code = fixture.code().await;
    fixture.advance(Duration::from_secs(600)).await;

    let reply = fixture.exchange(&code).await;

    assert_eq!(
        (reply.status, reply.error()),
        (
            400,
            refusal(
                "EXPIRED_AUTH_CODE",
                "invalid_grant",
                "the auth code is expired: ask the user again"
            )
        )
    );
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
    for given in [
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
        form.extend(given.map(|given| ("code_verifier", given)));

        let reply = fixture.form("/oauth/v1/token", &form).await;

        assert_eq!(
            (reply.status, reply.error()),
            (400, expected.clone()),
            "{given:?}"
        );
        let mut form = exchange_form(&code);
        form.push(("code_verifier", verifier));
        assert_eq!(fixture.form("/oauth/v1/token", &form).await.status, 200);
    }
}

/// The whole page on which a fault is told.
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

/// The guide: faults of the address are told on a page, and nobody is redirected.
#[tokio::test]
async fn a_faulty_authorization_address_redirects_nowhere() {
    let fixture = Fixture::new(Profile::Spec);
    let long = "s".repeat(2049);
    let with = |change: &[(&'static str, Option<&str>)]| -> String {
        let mut fields: Vec<(&str, &str)> = authorization();
        for (name, value) in change {
            fields.retain(|(known, _)| known != name);
            fields.extend(value.map(|value| (*name, value)));
        }
        support::form(&fields)
    };
    for (query, reason, text) in [
        (
            with(&[("client_id", None)]),
            "NO_CLIENT",
            "The parameter client_id is missing.",
        ),
        (
            with(&[("client_id", Some("canary"))]),
            "UNKNOWN_CLIENT",
            "No app has the client_id of this address.",
        ),
        (
            with(&[("redirect_uri", None)]),
            "NO_REDIRECT",
            "The parameter redirect_uri is missing.",
        ),
        (
            with(&[("redirect_uri", Some("https://evil.example/"))]),
            "UNREGISTERED_REDIRECT",
            "The redirect_uri of this address is not registered with the app.",
        ),
        (
            with(&[(
                "redirect_uri",
                Some("http://localhost:3000/oauth/callback/../../evil"),
            )]),
            "UNREGISTERED_REDIRECT",
            "The redirect_uri of this address is not registered with the app.",
        ),
        (
            with(&[(
                "redirect_uri",
                Some("http://localhost:3000/oauth/callback#x"),
            )]),
            "UNREGISTERED_REDIRECT",
            "The redirect_uri of this address is not registered with the app.",
        ),
        (
            with(&[(
                "redirect_uri",
                Some("http://localhost:3000.evil.example/oauth/callback"),
            )]),
            "UNREGISTERED_REDIRECT",
            "The redirect_uri of this address is not registered with the app.",
        ),
        (
            with(&[("redirect_uri", Some("javascript:alert(1)"))]),
            "UNREGISTERED_REDIRECT",
            "The redirect_uri of this address is not registered with the app.",
        ),
        (
            with(&[("redirect_uri", Some("//evil.example"))]),
            "UNREGISTERED_REDIRECT",
            "The redirect_uri of this address is not registered with the app.",
        ),
        (
            with(&[("redirect_uri", Some(support::OTHER_REDIRECT))]),
            "UNREGISTERED_REDIRECT",
            "The redirect_uri of this address is not registered with the app.",
        ),
        (
            with(&[("response_type", Some("token"))]),
            "RESPONSE_TYPE",
            "The response_type can only be code.",
        ),
        (
            with(&[("scope", Some("oauth"))]),
            "MISSING_SCOPE",
            "The app requires these scopes too: crm.objects.contacts.read, timeline.",
        ),
        (
            with(&[("scope", None)]),
            "MISSING_SCOPE",
            "The app requires these scopes too: crm.objects.contacts.read, oauth, timeline.",
        ),
        (
            with(&[(
                "scope",
                Some("crm.objects.contacts.read oauth timeline canary"),
            )]),
            "UNKNOWN_SCOPE",
            "The app does not declare these scopes: canary.",
        ),
        (
            with(&[("optional_scope", Some("canary"))]),
            "UNKNOWN_SCOPE",
            "The app does not declare these scopes: canary.",
        ),
        (
            with(&[(
                "scope",
                Some("crm.objects.contacts.read oauth timeline automation"),
            )]),
            "OPTIONAL_AS_REQUIRED",
            "These scopes are optional for the app and belong into optional_scope: automation.",
        ),
        (
            with(&[("optional_scope", Some("timeline"))]),
            "REQUIRED_AS_OPTIONAL",
            "These scopes are required by the app and cannot be optional: timeline.",
        ),
        (
            with(&[("code_challenge", Some("short"))]),
            "BAD_CHALLENGE",
            "The code_challenge has to have 43 to 128 letters, digits or -._~",
        ),
        (
            with(&[("code_challenge_method", Some("S256"))]),
            "NO_CHALLENGE",
            "The parameter code_challenge is missing.",
        ),
        (
            with(&[
                (
                    "code_challenge",
                    Some("E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"),
                ),
                ("code_challenge_method", Some("S512")),
            ]),
            "CHALLENGE_METHOD",
            "The code_challenge_method can only be S256 or plain.",
        ),
        (
            with(&[("state", Some(&long))]),
            "LONG_STATE",
            "The state is longer than 2048 characters.",
        ),
        (
            [with(&[]), "&redirect_uri=x".to_owned()].concat(),
            "REPEATED",
            "The parameter redirect_uri is there twice.",
        ),
        (
            [with(&[]), "&state=a&state=b".to_owned()].concat(),
            "REPEATED",
            "The parameter state is there twice.",
        ),
    ] {
        let reply = fixture.get(&["/oauth/authorize?", &query].concat()).await;

        assert_eq!(
            (reply.status, reply.header("location")),
            (400, ""),
            "{query}"
        );
        assert_eq!(reply.header("content-type"), "text/html;charset=utf-8");
        assert_eq!(reply.text, fault_page(text, reason), "{query}");
    }
}

#[tokio::test]
async fn a_decision_needs_a_page_of_ours() {
    const UNKNOWN: (&str, &str) = (
        "UNKNOWN_CONSENT",
        "This page is no longer valid: go back to the app and start again.",
    );
    let fixture = Fixture::new(Profile::Spec);
    let old = fixture.consent(&authorization()).await;
    fixture.advance(Duration::from_secs(600)).await;
    let fresh = fixture.consent(&authorization()).await;
    for (request, user, decision, reason, text) in [
        ("", "9", "allow", UNKNOWN.0, UNKNOWN.1),
        ("canary", "9", "allow", UNKNOWN.0, UNKNOWN.1),
        (&old, "9", "allow", UNKNOWN.0, UNKNOWN.1),
        (
            &fresh,
            "",
            "allow",
            "UNKNOWN_USER",
            "Choose one of the users.",
        ),
        (
            &fresh,
            "11",
            "allow",
            "UNKNOWN_USER",
            "Choose one of the users.",
        ),
        (
            &fresh,
            "9",
            "",
            "NO_DECISION",
            "Choose whether to connect the app.",
        ),
        (
            &fresh,
            "9",
            "perhaps",
            "NO_DECISION",
            "Choose whether to connect the app.",
        ),
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

#[tokio::test]
async fn unknown_tokens_are_not_found_and_not_repeated() {
    let fixture = Fixture::new(Profile::Spec);
    let (access, refresh) = fixture.tokens().await;
    for (method, path, message) in [
        (
            "GET",
            "access-tokens/canary".to_owned(),
            "the access token is not known, or is expired",
        ),
        (
            "GET",
            format!("access-tokens/{refresh}"),
            "the access token is not known, or is expired",
        ),
        (
            "GET",
            "refresh-tokens/canary".to_owned(),
            "the refresh token is not known",
        ),
        (
            "GET",
            format!("refresh-tokens/{access}"),
            "the refresh token is not known",
        ),
        (
            "DELETE",
            "refresh-tokens/canary".to_owned(),
            "the refresh token is not known",
        ),
        (
            "DELETE",
            format!("refresh-tokens/{access}"),
            "the refresh token is not known",
        ),
    ] {
        let reply = fixture
            .send(request(
                method,
                &format!("/oauth/v1/{path}"),
                &[],
                Body::empty(),
            ))
            .await;

        assert_eq!(
            (reply.status, reply.error()),
            (
                404,
                json!({ "status": "error", "category": "OBJECT_NOT_FOUND", "message": message })
            )
        );
    }
}

#[tokio::test]
async fn uninstalling_ends_every_token() {
    let fixture = Fixture::new(Profile::Spec);
    let (access, refresh) = fixture.tokens().await;

    let reply = fixture
        .control("DELETE", "/emulator/apps/123/installation", &json!({}))
        .await;

    assert_eq!(reply.status, 200);
    assert_eq!(
        fixture
            .get(&format!("/oauth/v1/access-tokens/{access}"))
            .await
            .status,
        404
    );
    assert_eq!(
        fixture
            .form("/oauth/v1/token", &refresh_form(&refresh))
            .await
            .status,
        400
    );
}
