//! The emulator writes what the client reads: both have the same types.

#![expect(clippy::expect_used, reason = "a test may fail")]

use calling_rest::oauth::{AccessTokenMetadata, Introspection, RefreshTokenMetadata, Tokens};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

#[test]
fn answers_about_tokens_are_read_and_written_alike() {
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

    is_written_again::<Tokens>(&tokens);
    is_written_again::<AccessTokenMetadata>(&access);
    is_written_again::<RefreshTokenMetadata>(&refresh);
    is_written_again::<Introspection>(&introspection);
}

/// Every field of a body is read, and written under its name.
fn is_written_again<T: DeserializeOwned + Serialize>(body: &Value) {
    let read: T = serde_json::from_value(body.clone()).expect("the body is good");

    assert_eq!(serde_json::to_value(read).expect("plain data"), *body);
}
