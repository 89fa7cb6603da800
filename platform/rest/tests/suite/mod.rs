//! The cases of the REST client, over any transport: run by the native client, and by the
//! client in wasm, in Node and in a browser. Cases of JavaScript alone are in
//! `platform/tests/clients/support/rest-cases.ts`.

#![allow(dead_code, reason = "each runner uses a part of it")]

mod apps;
#[cfg(target_arch = "wasm32")]
pub(crate) mod fetch;
mod records;
mod world;

use std::{collections::BTreeMap, pin::pin};

use calling_rest::{
    Error, Secret,
    access::Access,
    calling_settings::{App, CreateSettings, DeleteSettings, ReadSettings, UpdateSettings},
    channel_connection::{
        CreateChannelConnection, DeleteChannelConnection, ReadChannelConnection,
        UpdateChannelConnection,
    },
    client::{Client, LONGEST_BODY, TokenStore, Transport},
    inbound_call::{CallNumber, FinalCallStatus, InboundCall},
    oauth::{
        Authorization, ClientCredentials, Credentials, DeleteRefreshToken, ExchangeCode,
        Introspect, Introspection, OAuthVersion, ReadAccessToken, ReadRefreshToken, RefreshTokens,
        RevokeToken, TokenKind, Tokens,
    },
    objects::{AssociateObjects, CreateObject, ListObjects, ObjectType, Selection, UpdateObject},
    pkce::CodeVerifier,
    recording::{Recording, RecordingAction, RecordingReady},
    retry::Policy,
    settings::{CallingSettings, SettingsPatch},
};
use futures_util::future::{Either, join, join_all, select};
use serde_json::json;

pub(crate) use apps::*;
pub(crate) use records::*;
pub(crate) use world::{Profile, World};

/// Passes every case's name to a macro, which makes a test of each.
macro_rules! for_each_case {
    ($each:ident) => {
        $each! {
            settings_are_created_read_changed_and_removed
            oauth_runs_from_consent_to_deletion
            a_token_with_the_scope_does_what_the_key_does
            an_app_gets_a_token_of_its_own
            the_third_version_makes_tokens_looks_into_them_and_ends_them
            a_code_is_exchanged_by_who_has_the_verifier
            the_settings_beside_them_are_served
            records_are_made_changed_associated_and_listed
            a_quote_goes_from_nothing_to_published_and_back
            records_are_associated_by_label
            records_are_made_read_changed_found_and_deleted_many_at_once
            the_properties_of_a_type_are_read_and_defined
            an_event_type_gets_a_property_and_an_event_a_value
            an_event_of_nobody_is_not_sent
            the_migration_of_a_card_starts_and_the_same_call_reports_it
            faults_are_retried_as_the_policy_says
            the_token_store_refreshes_once_before_the_end
            callers_of_a_token_store_share_a_failure_and_the_next_one_tries_again
            a_token_at_its_end_is_renewed
            what_has_faults_is_not_sent_and_every_fault_is_named
            a_call_ends_when_its_caller_waits_no_longer
            secrets_are_in_the_request_and_in_no_error
            a_redirect_is_an_answer_and_is_not_followed
            what_is_no_answer_of_the_services_is_reported
            an_answer_that_does_not_come_is_waited_for_until_the_time_out
            an_unreachable_service_is_named_without_the_key
            a_key_is_sent_by_https_or_on_this_machine_only
            the_clock_goes_on_while_it_waits
        }
    };
}
pub(crate) use for_each_case;

const CLIENT_ID: &str = "00000000-0000-4000-8000-000000000123";
const CLIENT_SECRET: &str = "emulator-client-secret-123";
const KEY: &str = "emulator-developer-key-123";
const REDIRECT: &str = "http://localhost:3000/oauth/callback";
const SCOPES: &str = "crm.objects.contacts.read oauth timeline";

fn app() -> App {
    App {
        id: 123,
        access: Access::Key(Secret::new(KEY)),
    }
}

fn settings() -> CallingSettings {
    CallingSettings::from_value(&json!({
        "name": "Phone", "url": "https://phone.example/", "height": 600, "width": 400,
        "isReady": false,
    }))
    .unwrap()
}

fn credentials() -> Credentials {
    Credentials {
        client_id: CLIENT_ID.to_owned(),
        client_secret: Secret::new(CLIENT_SECRET),
        version: OAuthVersion::V1,
    }
}

fn authorization() -> Authorization {
    Authorization {
        client_id: CLIENT_ID.to_owned(),
        redirect_uri: REDIRECT.to_owned(),
        scopes: SCOPES.split(' ').map(str::to_owned).collect(),
        optional_scopes: Vec::new(),
        state: Some(Secret::new("st&te")),
        code_challenge: None,
    }
}

/// The thinner body of a refusal by the token endpoint.
fn refusal(error: &Error) -> (Option<u16>, Option<&str>, Option<&str>) {
    let Error::Refused { status, object } = error else {
        panic!("{error}")
    };
    (
        Some(*status),
        object.status.as_deref(),
        object.error.as_deref(),
    )
}

pub(crate) async fn settings_are_created_read_changed_and_removed<T: Transport>(world: &World<T>) {
    let client = world.client();
    let read = ReadSettings { app: app() };
    assert_eq!(client.call(&read).await.unwrap_err().status(), Some(404));

    let create = CreateSettings {
        app: app(),
        settings: settings(),
    };
    let made = client.call(&create).await.unwrap();
    let again = client.call(&create).await.unwrap_err();
    let update = UpdateSettings {
        app: app(),
        patch: SettingsPatch::ready(),
    };
    let ready = client.call(&update).await.unwrap();

    assert!(!made.is_in_production());
    assert_eq!(made.created_at.as_deref(), Some("2026-01-01T00:00:00.000Z"));
    assert!(
        again
            .to_string()
            .starts_with("the service answered 409: CONFLICT, "),
        "{again}"
    );
    assert!(ready.is_in_production());
    assert_eq!(client.call(&read).await.unwrap(), ready);
    client.call(&DeleteSettings { app: app() }).await.unwrap();
    assert_eq!(client.call(&read).await.unwrap_err().status(), Some(404));
}

pub(crate) async fn oauth_runs_from_consent_to_deletion<T: Transport>(world: &World<T>) {
    let client = world.client();

    let tokens = exchanged(&client, world, &authorization()).await;
    let refresh_token = tokens.refresh_token.clone().unwrap();
    let refreshed = client
        .call(&RefreshTokens {
            credentials: credentials(),
            refresh_token: refresh_token.clone(),
        })
        .await
        .unwrap();

    assert_eq!(tokens.expires_in, 1800);
    assert_eq!(refreshed.refresh_token, Some(refresh_token.clone()));
    let metadata = client
        .call(&ReadAccessToken {
            token: refreshed.access_token.clone(),
        })
        .await
        .unwrap();
    assert_eq!(metadata.app_id, 123);
    assert_eq!(metadata.token, refreshed.access_token);
    assert_eq!(
        metadata.signed_access_token.unwrap().is_user_level,
        Some(false)
    );
    let known = client
        .call(&ReadRefreshToken {
            token: refresh_token.clone(),
        })
        .await
        .unwrap();
    assert_eq!(known.client_id, CLIENT_ID);
    client
        .call(&DeleteRefreshToken {
            token: refresh_token.clone(),
        })
        .await
        .unwrap();
    let gone = client
        .call(&RefreshTokens {
            credentials: credentials(),
            refresh_token,
        })
        .await
        .unwrap_err();
    assert_eq!(
        refusal(&gone),
        (Some(400), Some("BAD_REFRESH_TOKEN"), Some("invalid_grant"))
    );
    let still = ReadAccessToken {
        token: refreshed.access_token,
    };
    assert!(client.call(&still).await.is_ok());
}

/// The tokens of a new consent, also to the scopes that the settings need.
async fn tokens<T: Transport>(client: &Client<T>, world: &World<T>) -> Tokens {
    let authorization = Authorization {
        optional_scopes: vec!["developers-write".to_owned()],
        ..authorization()
    };
    exchanged(client, world, &authorization).await
}

/// The tokens exchanged for the code of a consent.
async fn exchanged<T: Transport>(
    client: &Client<T>,
    world: &World<T>,
    authorization: &Authorization,
) -> Tokens {
    let exchange = ExchangeCode {
        credentials: credentials(),
        code: world.code_of(authorization).await,
        redirect_uri: REDIRECT.to_owned(),
        code_verifier: None,
    };
    client.call(&exchange).await.unwrap()
}

pub(crate) async fn a_token_with_the_scope_does_what_the_key_does<T: Transport>(world: &World<T>) {
    let client = world.client();
    let token = tokens(&client, world).await.access_token;
    let narrow = ClientCredentials {
        credentials: credentials(),
        scopes: vec!["oauth".to_owned()],
    };
    let narrow = client.call(&narrow).await.unwrap().access_token;
    let app = |token: &Secret| App {
        id: 123,
        access: Access::Token(token.clone()),
    };

    let create = CreateSettings {
        app: app(&token),
        settings: settings(),
    };
    let made = client.call(&create).await.unwrap();
    let ready = RecordingReady {
        access: Access::Token(token),
        engagement_id: 1,
    };
    client.call(&ready).await.unwrap();
    let delete = DeleteSettings { app: app(&narrow) };
    let refused = client.call(&delete).await.unwrap_err();

    assert_eq!(made.settings.name.as_deref(), Some("Phone"));
    let Error::Refused { status, object } = refused else {
        panic!("{refused}")
    };
    assert_eq!(
        (status, object.category.as_deref()),
        (403, Some("MISSING_SCOPES"))
    );
}

pub(crate) async fn an_app_gets_a_token_of_its_own<T: Transport>(world: &World<T>) {
    let client = world.client();
    let ask = |scope: &str| ClientCredentials {
        credentials: credentials(),
        scopes: vec![scope.to_owned()],
    };

    let before = client.call(&ask("oauth")).await.unwrap_err();
    tokens(&client, world).await;
    let own = client.call(&ask("oauth")).await.unwrap();
    let undeclared = client.call(&ask("files")).await.unwrap_err();

    assert_eq!(
        refusal(&before),
        (
            Some(400),
            Some("APP_NOT_INSTALLED"),
            Some("unauthorized_client")
        )
    );
    assert_eq!((own.refresh_token, own.expires_in), (None, 1800));
    let expected = (world.profile == Profile::Vendor).then_some("client_credentials");
    assert_eq!(own.token_use.as_deref(), expected);
    assert_eq!(
        refusal(&undeclared),
        (Some(400), Some("BAD_SCOPE"), Some("invalid_scope"))
    );
}

pub(crate) async fn the_third_version_makes_tokens_looks_into_them_and_ends_them<T: Transport>(
    world: &World<T>,
) {
    let client = world.client();
    let credentials = Credentials {
        version: OAuthVersion::V3,
        ..credentials()
    };
    let refresh_token = tokens(&client, world).await.refresh_token.unwrap();
    let refresh = RefreshTokens {
        credentials: credentials.clone(),
        refresh_token: refresh_token.clone(),
    };
    let fresh = client.call(&refresh).await.unwrap();
    let introspect = async |token: &Secret, hint| {
        let question = Introspect {
            credentials: credentials.clone(),
            token: token.clone(),
            hint,
        };
        client.call(&question).await.unwrap()
    };

    let known = introspect(&fresh.access_token, Some(TokenKind::AccessToken)).await;
    let before = introspect(&refresh_token, None).await;
    let revoke = RevokeToken {
        credentials: credentials.clone(),
        token: refresh_token.clone(),
    };
    client.call(&revoke).await.unwrap();
    let after = introspect(&refresh_token, Some(TokenKind::RefreshToken)).await;

    assert!(known.active && before.active);
    assert_eq!(known.token_use.as_deref(), Some("access_token"));
    assert_eq!(known.client_id.as_deref(), Some(CLIENT_ID));
    assert_eq!(
        (known.app_id, known.hub_id, known.user_id),
        (Some(123), Some(62_515), Some(9))
    );
    assert_eq!(before.token_use.as_deref(), Some("refresh_token"));
    assert_eq!(after, Introspection::default());
    let gone = client.call(&refresh).await.unwrap_err();
    assert_eq!(
        refusal(&gone),
        (Some(400), Some("BAD_REFRESH_TOKEN"), Some("invalid_grant"))
    );
    assert!(introspect(&fresh.access_token, None).await.active);
}

pub(crate) async fn a_code_is_exchanged_by_who_has_the_verifier<T: Transport>(world: &World<T>) {
    let client = world.client();
    let verifier = CodeVerifier::from_bytes(&[7; 32]);
    let authorization = Authorization {
        code_challenge: Some(verifier.challenge()),
        ..authorization()
    };
    let exchange = async |authorization: &Authorization, code_verifier| {
        let call = ExchangeCode {
            credentials: credentials(),
            code: world.code_of(authorization).await,
            redirect_uri: REDIRECT.to_owned(),
            code_verifier,
        };
        client.call(&call).await
    };

    let right = exchange(&authorization, Some(verifier)).await;
    let refused = exchange(&authorization, None).await.unwrap_err();

    assert!(right.is_ok(), "{right:?}");
    assert_eq!(
        refusal(&refused),
        (Some(400), Some("BAD_CODE_VERIFIER"), Some("invalid_grant"))
    );
}

pub(crate) async fn the_settings_beside_them_are_served<T: Transport>(world: &World<T>) {
    let client = world.client();
    let recording = |action| Recording { app: app(), action };
    let url = |text: &str| text.to_owned();
    client
        .call(&recording(RecordingAction::Create(url(
            "https://a.example/",
        ))))
        .await
        .unwrap();
    client
        .call(&recording(RecordingAction::Update(url(
            "https://b.example/",
        ))))
        .await
        .unwrap();
    let read = client
        .call(&recording(RecordingAction::Read))
        .await
        .unwrap();
    assert_eq!(
        read.url_to_retrieve_authed_recording.as_deref(),
        Some("https://b.example/")
    );

    client
        .call(&CreateChannelConnection {
            app: app(),
            url: url("https://c.example/"),
            is_ready: false,
        })
        .await
        .unwrap();
    let update = UpdateChannelConnection {
        app: app(),
        url: None,
        is_ready: Some(true),
    };
    let changed = client.call(&update).await.unwrap();
    assert_eq!(changed.is_ready, Some(true));
    let read = ReadChannelConnection { app: app() };
    assert_eq!(client.call(&read).await.unwrap(), changed);
    let delete = DeleteChannelConnection { app: app() };
    client.call(&delete).await.unwrap();

    client
        .call(&RecordingReady {
            access: Access::Key(Secret::new(KEY)),
            engagement_id: 1,
        })
        .await
        .unwrap();
    let number = |text: &str| CallNumber {
        e164_number: text.to_owned(),
        phone_number_type: "MOBILE".to_owned(),
        extension: None,
    };
    let answer = client
        .call(&InboundCall {
            access: Access::Key(Secret::new(KEY)),
            external_call_id: "c-1".to_owned(),
            create_engagement: false,
            engagement_properties: BTreeMap::new(),
            final_call_status: FinalCallStatus::Missed,
            from_number: number("+15550101"),
            to_number: number("+15550199"),
            potential_recipient_user_ids: vec![9],
            call_started_timestamp: Some("2026-11-21T07:00:00Z".to_owned()),
            duration_seconds: None,
            user_id: None,
        })
        .await
        .unwrap();
    assert_eq!(answer.caller_id_matches.len(), 1);
    assert_eq!(answer.caller_id_matches[0]["firstName"], "Ben");
}

pub(crate) async fn records_are_made_changed_associated_and_listed<T: Transport>(world: &World<T>) {
    let client = world.client();
    let token = world.host_token().await;
    let properties = |title: &str| {
        BTreeMap::from([
            ("hs_call_title".to_owned(), json!(title)),
            ("hs_timestamp".to_owned(), json!("2026-01-01")),
            ("hs_call_body".to_owned(), json!(null)),
        ])
    };
    let made = client
        .call(&CreateObject {
            token: token.clone(),
            object_type: ObjectType::CALLS,
            properties: properties("First"),
            associations: Vec::new(),
        })
        .await
        .unwrap();
    let change = UpdateObject {
        token: token.clone(),
        object_type: ObjectType::CALLS,
        id: made.id.clone(),
        id_property: None,
        properties: properties("Second"),
    };
    client.call(&change).await.unwrap();
    let associate = AssociateObjects {
        token: token.clone(),
        object_type: ObjectType::CALLS,
        id: made.id.clone(),
        to_object_type: ObjectType::COMPANIES,
        to_id: "2001".to_owned(),
    };
    client.call(&associate).await.unwrap();
    let list = ListObjects {
        token,
        object_type: ObjectType::CALLS,
        selection: Selection {
            properties: vec!["hs_call_title".to_owned(), "hs_call_body".to_owned()],
            associations: vec![ObjectType::COMPANIES],
            ..Selection::default()
        },
        limit: Some(1),
        after: Some(made.id.clone()),
    };
    let listed = client.call(&list).await.unwrap();

    assert_eq!((listed.results.len(), listed.paging), (1, None));
    let second = &listed.results[0];
    assert_eq!(
        second.properties["hs_call_title"].as_deref(),
        Some("Second")
    );
    assert_eq!(
        second.properties.get("hs_call_body").cloned().flatten(),
        None
    );
    let companies = &second.associations.as_ref().unwrap()["companies"];
    assert_eq!(companies.results[0].id, "2001");
    let unknown = ListObjects {
        token: Secret::new("canary"),
        ..list
    };
    let error = client.call(&unknown).await.unwrap_err();
    assert_eq!(error.status(), Some(401));
    assert!(!format!("{error} {error:?}").contains("canary"));
}

pub(crate) async fn faults_are_retried_as_the_policy_says<T: Transport>(world: &World<T>) {
    let client = world.client();
    let client = client.with_policy(Policy {
        retries: 2,
        longest_wait_ms: 1000,
        non_idempotent: false,
    });
    let create = CreateSettings {
        app: app(),
        settings: settings(),
    };
    client.call(&create).await.unwrap();
    let switch = json!({ "status": 503, "times": 2 });
    world.control("POST", "/emulator/faults", &switch).await;

    assert!(client.call(&ReadSettings { app: app() }).await.is_ok());

    let switch = json!({ "rateLimit": { "max": 0, "policy": "DAILY" } });
    world.control("POST", "/emulator/faults", &switch).await;
    let error = client.call(&ReadSettings { app: app() }).await.unwrap_err();
    let Error::Refused { status, object } = error else {
        panic!("{error}")
    };
    assert_eq!(
        (status, object.policy_name.as_deref()),
        (429, Some("DAILY"))
    );
    assert_eq!(object.error_type.as_deref(), Some("RATE_LIMIT"));
}

pub(crate) async fn the_token_store_refreshes_once_before_the_end<T: Transport>(world: &World<T>) {
    let client = world.client();
    let tokens = exchanged(&client, world, &authorization()).await;
    let store = TokenStore::new(client, credentials(), tokens.refresh_token.unwrap());

    let answers = join_all((0..20).map(|_| store.access_token())).await;

    let first = answers[0].as_ref().unwrap();
    assert!(answers.iter().all(|token| token.as_ref() == Ok(first)));
    let log = world.get("/emulator/log.json?q=/oauth/v1/token").await;
    assert_eq!(log.json()["results"].as_array().unwrap().len(), 2);
}

pub(crate) async fn callers_of_a_token_store_share_a_failure_and_the_next_one_tries_again<
    T: Transport,
>(
    world: &World<T>,
) {
    let client = world.client();
    let refresh_token = tokens(&client, world).await.refresh_token.unwrap();
    let store = TokenStore::new(client, credentials(), refresh_token);
    let switch = json!({ "route": "/oauth/v1/token", "status": 503, "times": 1 });
    world.control("POST", "/emulator/faults", &switch).await;

    let (one, other) = join(store.access_token(), store.access_token()).await;
    let later = store.access_token().await;

    assert_eq!(one.unwrap_err().status(), Some(503));
    assert_eq!(other.unwrap_err().status(), Some(503));
    assert!(later.is_ok(), "{later:?}");
}

pub(crate) async fn what_has_faults_is_not_sent_and_every_fault_is_named<T: Transport>(
    world: &World<T>,
) {
    let client = world.client();
    let faulty = CreateSettings {
        app: app(),
        settings: CallingSettings {
            name: " ".to_owned(),
            url: "http://phone.example".to_owned(),
            width: Some(0),
            ..settings()
        },
    };
    let connection = CreateChannelConnection {
        app: app(),
        url: "ftp://a.example".to_owned(),
        is_ready: true,
    };

    let errors = [
        client.call(&faulty).await.map(drop).unwrap_err(),
        client.call(&connection).await.map(drop).unwrap_err(),
    ];

    let named = errors.map(|error| {
        let Error::Invalid(problems) = error else {
            panic!("{error}")
        };
        let fields = problems.iter().filter_map(|problem| problem.field);
        fields.collect::<Vec<_>>()
    });
    assert_eq!(named, [vec!["name", "url", "width"], vec!["url"]]);
    let log = world.get("/emulator/log.json?q=/crm/v3").await;
    assert_eq!(log.json()["results"], json!([]));
}

pub(crate) async fn a_call_ends_when_its_caller_waits_no_longer<T: Transport>(world: &World<T>) {
    let client = world.client();
    let read = ReadSettings { app: app() };
    let switch = json!({ "latencyMs": 5000 });
    world.control("POST", "/emulator/faults", &switch).await;

    let call = pin!(client.call(&read));
    let soon = pin!(client.transport().wait(50));
    assert!(matches!(select(call, soon).await, Either::Right(_)));

    world
        .control("DELETE", "/emulator/faults", &json!({}))
        .await;
    assert_eq!(client.call(&read).await.unwrap_err().status(), Some(404));
}

pub(crate) async fn secrets_are_in_the_request_and_in_no_error<T: Transport>(world: &World<T>) {
    let client = world.client();
    let canary = |name: &str| Secret::new(["canary-", name].concat());
    let credentials = Credentials {
        client_secret: canary("secret"),
        ..credentials()
    };
    let of = |access| ReadSettings {
        app: App { id: 123, access },
    };
    let errors = [
        client.call(&of(Access::Key(canary("key")))).await.map(drop),
        client
            .call(&of(Access::Token(canary("bearer"))))
            .await
            .map(drop),
        client
            .call(&ReadAccessToken {
                token: canary("access"),
            })
            .await
            .map(drop),
        client
            .call(&RefreshTokens {
                credentials: credentials.clone(),
                refresh_token: canary("refresh"),
            })
            .await
            .map(drop),
        client
            .call(&ExchangeCode {
                credentials,
                code: canary("code"),
                redirect_uri: REDIRECT.to_owned(),
                code_verifier: CodeVerifier::parse(&"canary-verifier".repeat(3)).ok(),
            })
            .await
            .map(drop),
    ];

    for outcome in errors {
        let error = outcome.unwrap_err();
        assert!(matches!(error, Error::Refused { .. }), "{error}");
        assert!(!format!("{error} {error:?}").contains("canary"), "{error}");
    }
}

pub(crate) async fn a_token_at_its_end_is_renewed<T: Transport>(world: &World<T>) {
    let client = Client::new(world.prepared("short-tokens"));
    let store = TokenStore::new(client, credentials(), Secret::new("r1"));

    let first = store.access_token().await.unwrap();
    let second = store.access_token().await.unwrap();

    assert_eq!((first.expose(), second.expose()), ("a1", "a2"));
    assert_eq!(store.refresh_token().await, Secret::new("r1"));
}

pub(crate) async fn a_redirect_is_an_answer_and_is_not_followed<T: Transport>(world: &World<T>) {
    let client = Client::new(world.prepared("redirect"));

    let error = client.call(&ReadSettings { app: app() }).await.unwrap_err();

    // A browser hides the status.
    let status = error.status();
    assert!(matches!(error, Error::Refused { .. }), "{error}");
    assert!(matches!(status, Some(0 | 302)), "{status:?}");
    assert_eq!(world.requests_to("redirect").await, 1);
    assert_eq!(world.requests_to("elsewhere").await, 0);
}

pub(crate) async fn what_is_no_answer_of_the_services_is_reported<T: Transport>(world: &World<T>) {
    let read = ReadSettings { app: app() };

    let text = Client::new(world.prepared("text")).call(&read).await;
    let page = Client::new(world.prepared("gateway"))
        .with_policy(Policy::NEVER)
        .call(&read)
        .await;
    let long = Client::new(world.prepared("long")).call(&read).await;

    let text = text.unwrap_err();
    assert!(matches!(text, Error::Malformed { .. }), "{text}");
    assert_eq!(text.status(), Some(200));
    assert!(!format!("{text} {text:?}").contains("canary"), "{text}");
    assert_eq!(
        page.unwrap_err().to_string(),
        "the service answered 502: no reason given"
    );
    assert_eq!(
        long.unwrap_err(),
        Error::Malformed {
            status: Some(200),
            reason: format!("it is longer than {LONGEST_BODY} bytes"),
        }
    );
    // A retry would bring the same.
    assert_eq!(world.requests_to("long").await, 1);
}

pub(crate) async fn an_answer_that_does_not_come_is_waited_for_until_the_time_out<
    T: Transport + Hasty,
>(
    world: &World<T>,
) {
    for way in ["silent", "stalling"] {
        let client = Client::new(world.prepared(way).hasty()).with_policy(Policy::NEVER);

        let error = client.call(&ReadSettings { app: app() }).await.unwrap_err();

        let expected = Error::Unreachable("it took too long".to_owned());
        assert_eq!(error, expected, "{way}");
    }
}

/// A transport whose time-out can be shortened.
pub(crate) trait Hasty {
    fn hasty(self) -> Self;
}

pub(crate) async fn an_unreachable_service_is_named_without_the_key<
    T: Transport + std::fmt::Debug,
>(
    world: &World<T>,
) {
    let app = App {
        id: 123,
        access: Access::Key(Secret::new("canary")),
    };
    let client = Client::new(world.closed()).with_policy(Policy::NEVER);

    let error = client.call(&ReadSettings { app }).await.unwrap_err();

    assert!(matches!(error, Error::Unreachable(_)), "{error}");
    assert!(!format!("{client:?} {error:?} {error}").contains("canary"));
}

pub(crate) async fn a_key_is_sent_by_https_or_on_this_machine_only<T: Transport>(world: &World<T>) {
    for base_url in [
        "https://api.example",
        "http://localhost:8140",
        "http://127.0.0.1:1",
        "http://[::1]:1/ns/a",
    ] {
        assert!(world.transport(base_url).is_ok(), "{base_url}");
    }
    for (base_url, code) in [
        ("http://api.example", "base_url is not https"),
        ("ftp://api.example", "base_url is no http or https address"),
        ("api.example", "base_url is no http or https address"),
        ("", "base_url is no http or https address"),
        ("http://localhost.example", "base_url is not https"),
        ("https://api.example/?key=1", "base_url has a query"),
    ] {
        let Err(error) = world.transport(base_url) else {
            panic!("{base_url} is taken")
        };
        assert!(error.to_string().starts_with(code), "{error}");
    }
}

pub(crate) async fn the_clock_goes_on_while_it_waits<T: Transport>(world: &World<T>) {
    let transport = world.closed();

    let before = transport.now_ms();
    transport.wait(30).await;
    let waited = transport.now_ms() - before;

    // Timers and clocks are rounded by themselves.
    assert!((28..10_000).contains(&waited), "{waited}");
}
