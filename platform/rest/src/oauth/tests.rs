//! What is sent and read, of the endpoints together.

use super::*;
use crate::{Endpoint, Error, Method, Response, Secret, pkce::CodeVerifier};

fn credentials() -> Credentials {
    Credentials {
        client_id: "id".to_owned(),
        client_secret: Secret::new("canary&1"),
        version: OAuthVersion::V1,
    }
}

fn response(body: &str) -> Response {
    Response {
        status: 200,
        headers: Vec::new(),
        body: body.as_bytes().to_vec(),
    }
}

#[test]
fn the_authorization_address_carries_what_is_set() {
    let mut authorization = Authorization {
        client_id: "id".to_owned(),
        redirect_uri: "https://app.example/back?x=1".to_owned(),
        scopes: vec!["contacts".to_owned(), "timeline".to_owned()],
        optional_scopes: Vec::new(),
        state: None,
        code_challenge: None,
    };

    assert_eq!(
        authorization.url("https://auth.example/"),
        "https://auth.example/oauth/authorize?client_id=id&redirect_uri=https%3A%2F%2Fapp.example%2Fback%3Fx%3D1&scope=contacts%20timeline"
    );
    authorization.optional_scopes = vec!["content".to_owned()];
    authorization.state = Some(Secret::new("s t"));
    assert!(
        authorization
            .url("https://auth.example")
            .ends_with("&optional_scope=content&state=s%20t")
    );
    authorization.code_challenge = Some(CodeVerifier::from_bytes(&[0; 32]).challenge());
    assert!(authorization.url("https://auth.example").ends_with(
        "&state=s%20t&code_challenge=DwBzhbb51LfusnSGBa_hqYSgo7-j8BTQnip4TOnlzRo&code_challenge_method=S256"
    ));
}

/// Source: the OAuth API reference, form fields of the token endpoint.
#[test]
fn the_token_endpoint_takes_a_form() {
    let exchange = ExchangeCode {
        credentials: credentials(),
        code: Secret::new("co+de"),
        redirect_uri: "https://app.example/back".to_owned(),
        code_verifier: None,
    };
    let proved = ExchangeCode {
        code_verifier: CodeVerifier::parse(&"canary-verifier_".repeat(3)).ok(),
        ..exchange.clone()
    };
    let refresh = RefreshTokens {
        credentials: credentials(),
        refresh_token: Secret::new("canary2"),
    };

    let requests = [
        &exchange as &dyn Endpoint<Answer = Tokens>,
        &proved,
        &refresh,
    ]
    .map(|call| call.request().unwrap());

    assert_eq!(
        requests
            .each_ref()
            .map(|r| String::from_utf8(r.body.clone()).unwrap()),
        [
            "grant_type=authorization_code&code=co%2Bde&redirect_uri=https%3A%2F%2Fapp.example%2Fback&client_id=id&client_secret=canary%261",
            "grant_type=authorization_code&code=co%2Bde&redirect_uri=https%3A%2F%2Fapp.example%2Fback&code_verifier=canary-verifier_canary-verifier_canary-verifier_&client_id=id&client_secret=canary%261",
            "grant_type=refresh_token&refresh_token=canary2&client_id=id&client_secret=canary%261",
        ]
    );
    for request in &requests {
        assert_eq!(
            (request.method, request.target().as_str()),
            (Method::Post, "/oauth/v1/token")
        );
        assert!(
            request
                .headers
                .contains(&("content-type", "application/x-www-form-urlencoded"))
        );
    }
    assert_eq!(
        requests.each_ref().map(|request| request.secrets.len()),
        [2, 3, 2]
    );
    let printed = format!("{exchange:?} {proved:?} {refresh:?} {requests:?}");
    assert!(
        !printed.contains("canary") && !printed.contains("co+de"),
        "{printed}"
    );
}

/// Source: the service's published OpenAPI file, v3: the fields of each form.
#[test]
fn the_third_version_takes_forms_too() {
    let v3 = Credentials {
        version: OAuthVersion::V3,
        ..credentials()
    };
    let token = || Secret::new("canary2");
    let requests = [
        RefreshTokens {
            credentials: v3.clone(),
            refresh_token: token(),
        }
        .request(),
        Introspect {
            credentials: v3.clone(),
            token: token(),
            hint: Some(TokenKind::AccessToken),
        }
        .request(),
        RevokeToken {
            credentials: v3.clone(),
            token: token(),
        }
        .request(),
        ClientCredentials {
            credentials: v3,
            scopes: vec!["a".to_owned(), "b".to_owned()],
        }
        .request(),
    ]
    .map(Result::unwrap);

    let sent = requests.each_ref().map(|request| {
        let body = String::from_utf8(request.body.clone()).unwrap();
        [request.method.as_str(), &request.target(), &body].join(" ")
    });
    let client = "client_id=id&client_secret=canary%261";
    assert_eq!(
        sent,
        [
            format!("POST /oauth/v3/token grant_type=refresh_token&refresh_token=canary2&{client}"),
            format!(
                "POST /oauth/v3/token/introspect token=canary2&token_type_hint=access_token&{client}"
            ),
            format!(
                "POST /oauth/v3/token/revoke token=canary2&token_type_hint=refresh_token&{client}"
            ),
            format!("POST /oauth/v1/token grant_type=client_credentials&scope=a%20b&{client}"),
        ]
    );
    assert_eq!(
        requests.each_ref().map(|request| request.secrets.len()),
        [2, 2, 2, 1]
    );
    assert!(!format!("{requests:?}").contains("canary"));
}

#[test]
fn an_unknown_token_is_not_active_and_tells_nothing() {
    let introspect = Introspect {
        credentials: credentials(),
        token: Secret::new("t"),
        hint: None,
    };

    let unknown = introspect.parse(&response(r#"{"active":false}"#));
    let known = introspect
        .parse(&response(
            r#"{"active":true,"token_use":"refresh_token","token":"canary","client_id":"id","scopes":["oauth"]}"#,
        ))
        .unwrap();

    assert_eq!(unknown, Ok(Introspection::default()));
    assert!(known.active);
    assert_eq!(known.token_use.as_deref(), Some("refresh_token"));
    assert!(!format!("{known:?}").contains("canary"));
}

#[test]
fn tokens_may_be_long_and_are_not_printed() {
    let refresh = RefreshTokens {
        credentials: credentials(),
        refresh_token: Secret::default(),
    };
    let long = "canary".repeat(200);

    let tokens = refresh
        .parse(&response(&format!(
            r#"{{"token_type":"bearer","access_token":"{long}","refresh_token":"canary2","expires_in":1800,"hub_id":1,"user_id":2,"token_use":"access_token","scopes":["oauth"],"id_token":"canary3"}}"#
        )))
        .unwrap();

    assert_eq!(tokens.access_token.expose(), long);
    assert_eq!(tokens.refresh_token, Some(Secret::new("canary2")));
    assert_eq!(
        (tokens.token_type.as_str(), tokens.expires_in),
        ("bearer", 1800)
    );
    assert_eq!((tokens.hub_id, tokens.user_id), (Some(1), Some(2)));
    assert_eq!(tokens.token_use.as_deref(), Some("access_token"));
    assert_eq!(tokens.scopes, Some(vec!["oauth".to_owned()]));
    assert_eq!(tokens.id_token, Some(Secret::new("canary3")));
    assert!(!format!("{tokens:?}").contains("canary"));
}

#[test]
fn a_body_that_cannot_be_read_is_not_quoted() {
    let refresh = RefreshTokens {
        credentials: credentials(),
        refresh_token: Secret::default(),
    };

    for body in [
        r#"{"access_token":"canary","expires_in":"canary"}"#,
        r#""canary""#,
        "canary",
    ] {
        let error = refresh.parse(&response(body)).unwrap_err();
        assert!(matches!(error, Error::Malformed { .. }));
        assert!(!format!("{error} {error:?}").contains("canary"));
    }
}

/// Source: the OAuth API reference, every field of the metadata.
#[test]
fn every_field_of_the_metadata_is_read() {
    let body = r#"{"token":"t","user":"user@example.com","hub_domain":"hub.example","hub_id":1,"app_id":2,"user_id":3,"scopes":["contacts"],"expires_in":1754,"token_type":"access","is_private_distribution":true,"signed_access_token":{"expiresAt":1763708400000,"scopes":"AAEC","hubId":1,"userId":3,"appId":2,"signature":"s","scopeToScopeGroupPks":"g","newSignature":"n","hublet":"na1","trialScopes":"ts","trialScopeToScopeGroupPks":"tg","isUserLevel":false,"appInstallId":"i","audience":"a","installingUserId":4,"isPrivateDistribution":true,"isServiceAccount":false}}"#;

    let metadata = ReadAccessToken {
        token: Secret::new("t"),
    }
    .parse(&response(body))
    .unwrap();

    assert_eq!(
        metadata,
        AccessTokenMetadata {
            token: Secret::new("t"),
            user: Some("user@example.com".to_owned()),
            hub_domain: Some("hub.example".to_owned()),
            hub_id: 1,
            app_id: 2,
            user_id: 3,
            scopes: vec!["contacts".to_owned()],
            expires_in: 1754,
            token_type: "access".to_owned(),
            is_private_distribution: Some(true),
            signed_access_token: Some(SignedAccessToken {
                expires_at: Some(1_763_708_400_000),
                scopes: Some("AAEC".to_owned()),
                hub_id: Some(1),
                user_id: Some(3),
                app_id: Some(2),
                signature: Some(Secret::new("s")),
                scope_to_scope_group_pks: Some("g".to_owned()),
                new_signature: Some(Secret::new("n")),
                hublet: Some("na1".to_owned()),
                trial_scopes: Some("ts".to_owned()),
                trial_scope_to_scope_group_pks: Some("tg".to_owned()),
                is_user_level: Some(false),
                app_install_id: Some("i".to_owned()),
                audience: Some("a".to_owned()),
                installing_user_id: Some(4),
                is_private_distribution: Some(true),
                is_service_account: Some(false),
            }),
        }
    );
}

#[test]
fn a_token_in_a_path_is_escaped_and_not_printed() {
    let token = || Secret::new("can/ary?");
    let requests = [
        ReadAccessToken { token: token() }.request().unwrap(),
        ReadRefreshToken { token: token() }.request().unwrap(),
        DeleteRefreshToken { token: token() }.request().unwrap(),
    ];

    assert_eq!(
        requests.each_ref().map(|r| (r.method.as_str(), r.target())),
        [
            ("GET", "/oauth/v1/access-tokens/can%2Fary%3F".to_owned()),
            ("GET", "/oauth/v1/refresh-tokens/can%2Fary%3F".to_owned()),
            ("DELETE", "/oauth/v1/refresh-tokens/can%2Fary%3F".to_owned()),
        ]
    );
    assert!(!format!("{requests:?}").contains("ary"));
}
