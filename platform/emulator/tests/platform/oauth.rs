//! OAuth by the tables of the platform's reference: one test per row, typed from
//! it by hand.

use std::{collections::BTreeMap, time::Duration};

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{self, BOTH, Fixture, exchange_form, is_uuid, refresh_form};

/// Form fields to replace or, with null, to remove.
type Change = BTreeMap<String, Option<String>>;

/// The scopes of [`SCOPES`], granted.
const GRANTED: [&str; 3] = ["crm.objects.contacts.read", "oauth", "timeline"];

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
        // They are derived from the token, and do not reveal it.
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

/// The token endpoint's refusal, without the correlation id.
fn refusal(status: &str, error: &str, text: &str) -> Value {
    json!({ "status": status, "message": text, "error": error, "error_description": text })
}

/// Every refusal of the token endpoint, with its exact body. A row is its name, the base
/// form, the fields to replace or, with null, to remove, and its refusal; a value with `$` is
/// one of this run.
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
    // None of these used the code up, or revoked the tokens.
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

        let text = "the body is no form: send content-type application/x-www-form-urlencoded";
        let expected = refusal("BAD_REQUEST", "invalid_request", text);
        assert_eq!((reply.status, reply.error()), (400, expected), "{media}");
    }
}
