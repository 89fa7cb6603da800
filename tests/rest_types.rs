//! Holds the types of `calling-widget-sdk/rest` to what the calls take and answer.

#![expect(clippy::expect_used, reason = "a test may fail")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use calling_widget_sdk::rest::{
    Endpoint, Response, Secret,
    channel_connection::ChannelConnection,
    inbound_call::InboundCall,
    oauth::{
        Credentials, Introspect, OAuthVersion, ReadAccessToken, ReadRefreshToken, RefreshTokens,
    },
    recording::RecordingSettings,
    settings::CallingSettings,
};
use serde::Serialize;
use serde_json::{Value, json};

#[test]
fn what_is_sent_and_kept_has_the_fields_of_its_type() {
    let settings = json!({
        "name": "Phone", "url": "https://phone.example/", "width": 400, "height": 600,
        "isReady": false, "supportsCustomObjects": true, "supportsInboundCalling": true,
        "usesCallingWindow": true, "usesRemote": true,
    });
    let settings = CallingSettings::from_value(&settings).expect("they are good");
    let number =
        json!({ "e164Number": "+15550100", "phoneNumberType": "MOBILE", "extension": "1" });
    let call: InboundCall = serde_json::from_value(json!({
        "externalCallId": "c-1", "createEngagement": true, "engagementProperties": {},
        "finalCallStatus": "BUSY", "fromNumber": number, "toNumber": number,
        "potentialRecipientUserIds": [], "callStartedTimestamp": "2026-11-21T07:00:00Z", "durationSeconds": 1,
        "userId": 1,
    }))
    .expect("it is whole");
    let call = serde_json::to_value(call).expect("plain data");
    let connection = ChannelConnection {
        url: Some(String::new()),
        is_ready: Some(true),
        created_at: Some(String::new()),
        updated_at: Some(String::new()),
    };
    let recording = RecordingSettings {
        url_to_retrieve_authed_recording: Some(String::new()),
    };

    let plain = |value| names(&value);
    assert_eq!(
        declared(&["CallingSettings"]),
        plain(serde_json::to_value(settings).expect("plain data"))
    );
    assert_eq!(declared(&["CallNumber"]), names(&call["fromNumber"]));
    assert_eq!(declared(&["InboundCall"]), names(&call));
    assert_eq!(
        declared(&["ChannelConnection", "Stamps"]),
        plain(serde_json::to_value(connection).expect("plain data"))
    );
    assert_eq!(
        declared(&["RecordingSettings"]),
        plain(serde_json::to_value(recording).expect("plain data"))
    );
}

#[test]
fn what_is_answered_about_tokens_has_the_fields_of_its_type() {
    let signed = json!({ "expiresAt": 1, "scopes": "s", "hubId": 1, "userId": 2, "appId": 3,
        "signature": "s", "scopeToScopeGroupPks": "g", "newSignature": "n", "hublet": "na1",
        "trialScopes": "t", "trialScopeToScopeGroupPks": "g", "isUserLevel": false,
        "appInstallId": "i", "audience": "a", "installingUserId": 1,
        "isPrivateDistribution": false, "isServiceAccount": false });
    let tokens = json!({ "token_type": "bearer", "access_token": "a", "refresh_token": "r",
        "expires_in": 1800, "token_use": "access_token", "hub_id": 1, "user_id": 2,
        "scopes": [], "id_token": "i" });
    let access = json!({ "token": "t", "user": "u", "hub_domain": "d", "hub_id": 1, "app_id": 2,
        "user_id": 3, "scopes": [], "expires_in": 4, "token_type": "access",
        "is_private_distribution": false, "signed_access_token": signed });
    let refresh = json!({ "token": "t", "client_id": "c", "hub_id": 1, "user_id": 2, "scopes": [],
        "token_type": "refresh_token", "user": "u", "hub_domain": "d" });
    let introspection = json!({ "active": true, "token_use": "access_token", "token": "t",
        "user": "u", "hub_domain": "d", "hub_id": 1, "app_id": 2, "client_id": "c", "user_id": 3,
        "scopes": [], "expires_in": 4, "token_type": "access", "is_private_distribution": false,
        "signed_access_token": signed });
    let token = Secret::new("t");
    let credentials = Credentials {
        client_id: "c".to_owned(),
        client_secret: Secret::new("s"),
        version: OAuthVersion::V1,
    };

    assert_eq!(
        declared(&["Tokens"]),
        names_in_camel_case(
            &RefreshTokens {
                credentials: credentials.clone(),
                refresh_token: token.clone(),
            },
            &tokens,
            &["freshForMs"],
        )
    );
    assert_eq!(
        declared(&["AccessTokenMetadata"]),
        names_in_camel_case(
            &ReadAccessToken {
                token: token.clone(),
            },
            &access,
            &[],
        )
    );
    assert_eq!(
        declared(&["RefreshTokenMetadata"]),
        names_in_camel_case(
            &ReadRefreshToken {
                token: token.clone(),
            },
            &refresh,
            &[],
        )
    );
    assert_eq!(
        declared(&["Introspection"]),
        names_in_camel_case(
            &Introspect {
                credentials,
                token,
                hint: None,
            },
            &introspection,
            &[],
        )
    );
    // What is read of it was compared with those of the whole.
    assert_eq!(declared(&["SignedAccessToken"]), names(&signed));
}

/// The fields that a type writes of a body, and what the calls add.
fn names_in_camel_case<E: Endpoint<Answer: Serialize>>(
    endpoint: &E,
    body: &Value,
    added: &[&str],
) -> BTreeSet<String> {
    let response = Response {
        status: 200,
        headers: Vec::new(),
        body: body.to_string().into_bytes(),
    };
    let typed = endpoint.parse(&response).expect("the body is good");
    let value = serde_json::to_value(typed).expect("plain data");
    assert_eq!(value, *body, "what is read is written again");
    let mut names: BTreeSet<String> = names(&value)
        .iter()
        .map(|name| {
            let mut words = name.split('_');
            let first = words.next().unwrap_or_default().to_owned();
            words.fold(first, |name, word| {
                let (initial, rest) = word.split_at(1);
                [name, initial.to_uppercase(), rest.to_owned()].concat()
            })
        })
        .collect();
    names.extend(added.iter().map(|&name| name.to_owned()));
    names
}

fn names(value: &Value) -> BTreeSet<String> {
    let fields = value.as_object().expect("an object");
    fields.keys().cloned().collect()
}

/// The fields that object types of `types.ts` declare.
fn declared(types: &[&str]) -> BTreeSet<String> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("pkg/src/rest/types.ts");
    let text = fs::read_to_string(path).expect("the types are there");
    types
        .iter()
        .flat_map(|of| {
            let body = text
                .split_once(&format!("export type {of} = {{\n"))
                .and_then(|(_, rest)| rest.split_once("\n};"))
                .map(|(body, _)| body)
                .expect("the type is declared");
            body.lines().filter_map(field).collect::<Vec<_>>()
        })
        .collect()
}

/// The field a line declares.
fn field(line: &str) -> Option<String> {
    let declaration = line.trim().trim_start_matches("readonly ");
    let (name, _) = declaration.split_once(':')?;
    let name = name.trim_end_matches('?');
    name.chars()
        .all(char::is_alphanumeric)
        .then(|| name.to_owned())
}
