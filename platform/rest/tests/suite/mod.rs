//! The cases of a transport, and of what waits for one: run with the native transport, and in
//! wasm in Node, in a page and in a worker. They ask prepared answers. The calls of the
//! endpoints are in `platform/tests/clients/support/rest-cases.ts`, against the emulator.

#![allow(dead_code, reason = "each runner uses a part of it")]

#[cfg(target_arch = "wasm32")]
pub(crate) mod fetch;
mod world;

use std::pin::pin;

use calling_rest::{
    Error, Method, Request, Secret,
    access::Access,
    calling_settings::{App, ReadSettings},
    client::{AppTokens, Client, LONGEST_BODY, TokenStore, Transport},
    oauth::{Credentials, OAuthVersion},
    retry::Policy,
};
use futures_util::future::{Either, join, select};
use serde_json::json;

use world::Plain;
pub(crate) use world::World;

/// Passes every case's name to a macro, which makes a test of each.
macro_rules! for_each_case {
    ($each:ident) => {
        $each! {
            a_request_is_sent_with_all_its_parts
            faults_are_retried_as_the_policy_says
            callers_of_a_token_store_share_its_outcome
            a_token_at_its_end_is_renewed
            a_call_ends_when_its_caller_waits_no_longer
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

fn read_settings() -> ReadSettings {
    let access = Access::Key(Secret::new("canary"));
    ReadSettings {
        app: App { id: 123, access },
    }
}

/// A store of tokens that a prepared service makes.
pub(crate) fn token_store<T: Transport>(world: &World<T>, way: &str) -> TokenStore<AppTokens<T>> {
    let credentials = Credentials {
        client_id: "id".to_owned(),
        client_secret: Secret::new("s"),
        version: OAuthVersion::V1,
    };
    let client = Client::new(world.prepared(way)).with_policy(Policy::NEVER);
    TokenStore::new(client, credentials, Secret::new("r1"))
}

pub(crate) async fn a_request_is_sent_with_all_its_parts<T: Transport>(world: &World<T>) {
    let client = Client::new(world.prepared("mirror"));
    for method in [Method::Post, Method::Patch, Method::Put, Method::Delete] {
        let request = Request::at(method, "/x/{id}", &["a/ü"])
            .with_query(vec![("q", Secret::new("1 &"))])
            .with_bearer(&Secret::new("t"))
            .with_json(&json!({ "name": "Zoë" }))
            .unwrap();

        let sent = client.call(&Plain(request)).await.unwrap();

        let expected = json!({
            "method": method.as_str(), "path": "x/a/ü", "query": "q=1%20%26",
            "authorization": "Bearer t", "content-type": "application/json",
            "accept": "application/json", "body": r#"{"name":"Zoë"}"#,
        });
        assert_eq!(sent, expected);
    }
}

pub(crate) async fn faults_are_retried_as_the_policy_says<T: Transport>(world: &World<T>) {
    let read = read_settings();

    let patient = Client::new(world.prepared("busy-twice")).call(&read).await;
    let hasty = Client::new(world.prepared("busy-at-first")).with_policy(Policy::NEVER);

    assert_eq!(patient.unwrap().settings.name.as_deref(), Some("Phone"));
    assert_eq!(hasty.call(&read).await.unwrap_err().status(), Some(503));
    assert_eq!(world.requests_to("busy-twice").await, 3);
    assert_eq!(world.requests_to("busy-at-first").await, 1);
}

pub(crate) async fn callers_of_a_token_store_share_its_outcome<T: Transport>(world: &World<T>) {
    let store = token_store(world, "tokens-after-a-fault");

    let (one, other) = join(store.access_token(), store.access_token()).await;
    let later = join(store.access_token(), store.access_token()).await;

    assert_eq!(one.unwrap_err().status(), Some(503));
    assert_eq!(other.unwrap_err().status(), Some(503));
    assert_eq!(later, (Ok(Secret::new("a2")), Ok(Secret::new("a2"))));
    assert_eq!(world.requests_to("tokens-after-a-fault").await, 2);
}

pub(crate) async fn a_token_at_its_end_is_renewed<T: Transport>(world: &World<T>) {
    let store = token_store(world, "short-tokens");

    let first = store.access_token().await.unwrap();
    let second = store.access_token().await.unwrap();

    assert_eq!((first.expose(), second.expose()), ("a1", "a2"));
    assert_eq!(store.refresh_token().await, Secret::new("r1"));
}

pub(crate) async fn a_call_ends_when_its_caller_waits_no_longer<T: Transport>(world: &World<T>) {
    let client = Client::new(world.prepared("silent"));
    let read = read_settings();

    let call = pin!(client.call(&read));
    let soon = pin!(client.transport().wait(50));

    assert!(matches!(select(call, soon).await, Either::Right(_)));
}

pub(crate) async fn a_redirect_is_an_answer_and_is_not_followed<T: Transport>(world: &World<T>) {
    let client = Client::new(world.prepared("redirect"));

    let error = client.call(&read_settings()).await.unwrap_err();

    // A browser hides the status.
    let status = error.status();
    assert!(matches!(error, Error::Refused { .. }), "{error}");
    assert!(matches!(status, Some(0 | 302)), "{status:?}");
    assert_eq!(world.requests_to("redirect").await, 1);
    assert_eq!(world.requests_to("elsewhere").await, 0);
}

pub(crate) async fn what_is_no_answer_of_the_services_is_reported<T: Transport>(world: &World<T>) {
    let read = read_settings();

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

        let error = client.call(&read_settings()).await.unwrap_err();

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
    let client = Client::new(world.closed()).with_policy(Policy::NEVER);

    let error = client.call(&read_settings()).await.unwrap_err();

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
