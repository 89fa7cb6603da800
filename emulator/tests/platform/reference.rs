//! The reference's tables, row by row: a test for each, typed from the reference by
//! hand. The module is the table, the name is the row.

use std::time::Duration;

use axum::body::Body;
use calling_rest::{
    Endpoint as _, Response, Secret,
    card_migration::{CardMigration, MigrateCard},
};
use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{
    self, BOTH, Fixture, Reply, SETTINGS, authorization, exchange_form, given, refresh_form,
    request, with_settings,
};

fn is_uuid(text: &Value) -> bool {
    let text = text.as_str().unwrap_or_default();
    let dashes: Vec<usize> = text.match_indices('-').map(|(place, _)| place).collect();
    let is_hex = |byte: u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f' | b'-');
    text.len() == 36 && dashes == [8, 13, 18, 23] && text.bytes().all(is_hex)
}

/// "Error object (returned by the card migration endpoint as its default response)",
/// which the service's other endpoints answer too.
mod error_object {
    use super::*;

    /// Refusals of every kind.
    async fn refusals() -> Vec<Reply> {
        let mut replies = Vec::new();
        for profile in BOTH {
            let fixture = with_settings(profile).await;
            let (access, _) = fixture.tokens().await;
            let bearer = format!("Bearer {access}");
            let target = SETTINGS.split('?').next().unwrap();
            let headers = [("authorization", bearer.as_str())];
            let of_token = |method: &str| request(method, target, &headers, Body::empty());
            let faulty = json!({ "name": "", "url": "ftp://x", "width": -1 });
            replies.extend([
                fixture.get("/crm/v3/none").await,
                fixture.get(target).await,
                fixture.get(&format!("{target}?hapikey=canary")).await,
                fixture.send(of_token("DELETE")).await,
                fixture.json("POST", SETTINGS, &given()).await,
                fixture.json("PATCH", SETTINGS, &faulty).await,
                fixture.json("PUT", SETTINGS, &given()).await,
                fixture.raw("PATCH", SETTINGS, "text/plain", "{}").await,
                fixture.get("/oauth/v1/access-tokens/canary").await,
            ]);
        }
        assert_eq!(
            replies.iter().map(|reply| reply.status).collect::<Vec<_>>(),
            [404, 401, 401, 403, 409, 400, 405, 415, 404].repeat(2)
        );
        replies
    }

    /// The values of a field, where a refusal has it.
    async fn values(field: &str) -> Vec<Option<Value>> {
        let replies = refusals().await;
        let value = |reply: &Reply| reply.json().get(field).cloned();
        replies.iter().map(value).collect()
    }

    fn is_map_of_lists(value: &Value) -> bool {
        let is_texts = |value: &Value| {
            let list = value.as_array();
            list.is_some_and(|list| list.iter().all(Value::is_string))
        };
        value
            .as_object()
            .is_some_and(|map| map.values().all(is_texts))
    }

    async fn details() -> Vec<Value> {
        let errors = values("errors").await.into_iter().flatten();
        let details: Vec<Value> = errors
            .flat_map(|errors| errors.as_array().unwrap().clone())
            .collect();
        assert!(details.len() >= 8, "{details:?}");
        details
    }

    #[tokio::test]
    async fn category_string_yes_error_category() {
        for category in values("category").await {
            let category = category.expect("required");
            let text = category.as_str().unwrap();
            let is_name = text
                .bytes()
                .all(|byte| byte == b'_' || byte.is_ascii_uppercase());
            assert!(is_name && !text.is_empty(), "{text}");
        }
    }

    #[tokio::test]
    async fn correlation_id_string_uuid_yes_unique_request_identifier() {
        let mut ids: Vec<String> = Vec::new();
        // Two platforms of one seed number their answers alike.
        for id in values("correlationId").await.into_iter().take(9) {
            let id = id.expect("required");
            assert!(is_uuid(&id), "{id}");
            assert!(!ids.contains(&id.to_string()), "{id}");
            ids.push(id.to_string());
        }
    }

    #[tokio::test]
    async fn message_string_yes_human_readable_description() {
        for message in values("message").await {
            let message = message.expect("required");
            assert!(message.as_str().unwrap().contains(' '), "{message}");
        }
    }

    #[tokio::test]
    async fn sub_category_string_no() {
        for category in values("subCategory").await.into_iter().flatten() {
            assert!(category.is_string(), "{category}");
        }
    }

    #[tokio::test]
    async fn context_object_string_to_array_of_strings_no() {
        for context in values("context").await.into_iter().flatten() {
            assert!(is_map_of_lists(&context), "{context}");
        }
    }

    #[tokio::test]
    async fn errors_array_of_error_detail_no() {
        let errors: Vec<_> = values("errors").await.into_iter().flatten().collect();
        assert!(!errors.is_empty());
        for list in errors {
            let list = list.as_array().expect("a list").clone();
            assert!(!list.is_empty() && list.iter().all(Value::is_object));
        }
    }

    #[tokio::test]
    async fn links_object_string_to_string_no() {
        let links: Vec<_> = values("links").await.into_iter().flatten().collect();
        assert!(!links.is_empty());
        for map in links {
            assert_eq!(
                map,
                json!({ "scopes": "http://localhost:8140/emulator/docs" })
            );
        }
    }

    #[tokio::test]
    async fn detail_message_string_required() {
        for detail in details().await {
            assert!(detail["message"].is_string(), "{detail}");
        }
    }

    #[tokio::test]
    async fn detail_code_string() {
        let details = details().await;
        let codes: Vec<_> = details.iter().filter_map(|one| one.get("code")).collect();
        assert!(!codes.is_empty() && codes.iter().all(|code| code.is_string()));
    }

    #[tokio::test]
    async fn detail_in_string_name_of_the_field() {
        let details = details().await;
        let mut fields: Vec<_> = details
            .iter()
            .filter_map(|one| one["in"].as_str())
            .collect();
        fields.sort_unstable();
        fields.dedup();
        assert_eq!(fields, ["name", "url", "width"]);
    }

    #[tokio::test]
    async fn detail_sub_category_string() {
        for detail in details().await {
            assert!(detail.get("subCategory").is_none_or(Value::is_string));
        }
    }

    #[tokio::test]
    async fn detail_context_object_string_to_array_of_strings() {
        let details = details().await;
        let contexts: Vec<_> = details
            .iter()
            .filter_map(|one| one.get("context"))
            .collect();
        assert!(!contexts.is_empty());
        for context in contexts {
            assert!(is_map_of_lists(context), "{context}");
        }
    }
}

/// "Token response (from the token endpoint)".
mod token_response {
    use super::*;

    async fn responses() -> Vec<Value> {
        let mut bodies = Vec::new();
        for profile in BOTH {
            let fixture = Fixture::new(profile);
            let exchanged = fixture.exchange(&fixture.code().await).await.json();
            let refresh = exchanged["refresh_token"].as_str().unwrap().to_owned();
            let form = refresh_form(&refresh);
            bodies.push(fixture.form("/oauth/v1/token", &form).await.json());
            bodies.push(exchanged);
        }
        bodies
    }

    #[tokio::test]
    async fn token_type_string_token_kind() {
        for body in responses().await {
            assert_eq!(body["token_type"], "bearer");
        }
    }

    #[tokio::test]
    async fn access_token_string_short_lived_up_to_512_characters() {
        for body in responses().await {
            let length = body["access_token"].as_str().unwrap().len();
            assert!((1..=512).contains(&length), "{length}");
        }
    }

    #[tokio::test]
    async fn refresh_token_string_returned_when_exchanging_a_code() {
        let bodies = responses().await;
        assert!(bodies.iter().all(|body| is_uuid(&body["refresh_token"])));
    }

    #[tokio::test]
    async fn expires_in_integer_lifetime_in_seconds() {
        for body in responses().await {
            assert_eq!(body["expires_in"], 1800);
        }
    }
}

/// "Access-token metadata (from the metadata endpoint)", 100 seconds after the issue.
mod access_token_metadata {
    use super::*;

    async fn metadata(profile: Profile) -> (String, Value) {
        let fixture = Fixture::new(profile);
        let (access, _) = fixture.tokens().await;
        fixture.advance(Duration::from_secs(100)).await;
        let target = format!("/oauth/v1/access-tokens/{access}");
        let reply = fixture.get(&target).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        (access, reply.json())
    }

    async fn field(name: &str, expected: Value) {
        for profile in BOTH {
            let (_, body) = metadata(profile).await;
            assert_eq!(body[name], expected, "{name}");
        }
    }

    async fn signed(name: &str, expected: Value) {
        for profile in BOTH {
            let (_, body) = metadata(profile).await;
            assert_eq!(body["signed_access_token"][name], expected, "{name}");
        }
    }

    #[tokio::test]
    async fn token_string_the_access_token() {
        for profile in BOTH {
            let (access, body) = metadata(profile).await;
            assert_eq!(body["token"], access.as_str());
        }
    }

    #[tokio::test]
    async fn user_string_identity_of_the_user() {
        field("user", json!("admin@crm.example")).await;
    }

    #[tokio::test]
    async fn hub_domain_string_domain_of_the_account() {
        field("hub_domain", json!("crm.example")).await;
    }

    #[tokio::test]
    async fn hub_id_integer_account_identifier() {
        field("hub_id", json!(62_515)).await;
    }

    #[tokio::test]
    async fn app_id_integer_app_identifier() {
        field("app_id", json!(123)).await;
    }

    #[tokio::test]
    async fn user_id_integer_user_identifier() {
        field("user_id", json!(9)).await;
    }

    #[tokio::test]
    async fn scopes_array_of_strings_granted_scopes() {
        let granted = ["crm.objects.contacts.read", "oauth", "timeline"];
        field("scopes", json!(granted)).await;
    }

    #[tokio::test]
    async fn expires_in_integer_remaining_lifetime_in_seconds() {
        field("expires_in", json!(1700)).await;
    }

    #[tokio::test]
    async fn token_type_string_token_kind() {
        field("token_type", json!("access")).await;
    }

    #[tokio::test]
    async fn signed_access_token_object_fields() {
        let (_, body) = metadata(Profile::Spec).await;
        let fields = body["signed_access_token"].as_object().unwrap();
        let mut names: Vec<&str> = fields.keys().map(String::as_str).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            [
                "appId",
                "expiresAt",
                "hubId",
                "hublet",
                "isUserLevel",
                "newSignature",
                "scopeToScopeGroupPks",
                "scopes",
                "signature",
                "trialScopeToScopeGroupPks",
                "trialScopes",
                "userId",
            ]
        );
    }

    #[tokio::test]
    async fn signed_expires_at_integer_epoch_milliseconds() {
        signed("expiresAt", json!(1_767_225_600_000_i64 + 1_800_000)).await;
    }

    #[tokio::test]
    async fn signed_scopes_string_encoded() {
        signed("scopes", json!("crm.objects.contacts.read oauth timeline")).await;
    }

    #[tokio::test]
    async fn signed_hub_id_integer() {
        signed("hubId", json!(62_515)).await;
    }

    #[tokio::test]
    async fn signed_user_id_integer() {
        signed("userId", json!(9)).await;
    }

    #[tokio::test]
    async fn signed_app_id_integer() {
        signed("appId", json!(123)).await;
    }

    #[tokio::test]
    async fn signed_signature_and_new_signature_string() {
        for profile in BOTH {
            let (access, body) = metadata(profile).await;
            let signed = &body["signed_access_token"];
            let (old, new) = (&signed["signature"], &signed["newSignature"]);
            assert!(is_uuid(old) && is_uuid(new) && old != new, "{old} {new}");
            // They belong to the token, and do not tell it.
            assert!(!access.contains(old.as_str().unwrap()));
        }
        let fixture = Fixture::new(Profile::Spec);
        let mut signatures = Vec::new();
        for _ in 0..2 {
            let (access, _) = fixture.tokens().await;
            let target = format!("/oauth/v1/access-tokens/{access}");
            let twice = [fixture.get(&target).await, fixture.get(&target).await];
            let [one, again] = twice.map(|reply| reply.json()["signed_access_token"].clone());
            assert_eq!(one["signature"], again["signature"]);
            signatures.push(one["signature"].clone());
        }
        assert_ne!(signatures[0], signatures[1]);
    }

    #[tokio::test]
    async fn signed_scope_to_scope_group_pks_string_encoded() {
        signed("scopeToScopeGroupPks", json!("")).await;
    }

    #[tokio::test]
    async fn signed_hublet_string() {
        signed("hublet", json!("na1")).await;
    }

    #[tokio::test]
    async fn signed_trial_scopes_string() {
        signed("trialScopes", json!("")).await;
    }

    #[tokio::test]
    async fn signed_trial_scope_to_scope_group_pks_string() {
        signed("trialScopeToScopeGroupPks", json!("")).await;
    }

    #[tokio::test]
    async fn signed_is_user_level_boolean() {
        signed("isUserLevel", json!(false)).await;
    }
}

/// "Calling settings (per app)".
mod calling_settings {
    use super::*;

    /// What is answered for a field that is given, and by every request after.
    async fn kept(name: &str, value: Value) {
        for profile in BOTH {
            let fixture = Fixture::new(profile);
            let mut settings = given();
            settings[name] = value.clone();
            let made = fixture.json("POST", SETTINGS, &settings).await;
            assert_eq!((made.status, &made.json()[name]), (200, &value));
            assert_eq!(fixture.get(SETTINGS).await.json()[name], value);
        }
    }

    async fn absent(name: &str) -> Value {
        let mut settings = given();
        settings.as_object_mut().unwrap().remove(name);
        let fixture = Fixture::new(Profile::Spec);
        fixture.json("POST", SETTINGS, &settings).await.json()[name].clone()
    }

    #[tokio::test]
    async fn name_string_shown_to_users() {
        kept("name", json!("Télé <b>phone</b>")).await;
    }

    #[tokio::test]
    async fn url_string_address_of_the_calling_app() {
        kept("url", json!("https://phone.example/a?b=c#d")).await;
        kept("url", json!("http://localhost:9025/")).await;
    }

    #[tokio::test]
    async fn width_number_iframe_width() {
        kept("width", json!(417)).await;
    }

    #[tokio::test]
    async fn height_number_iframe_height() {
        kept("height", json!(623)).await;
    }

    #[tokio::test]
    async fn is_ready_boolean_defaults_to_true() {
        kept("isReady", json!(true)).await;
        kept("isReady", json!(false)).await;
        assert_eq!(absent("isReady").await, true);
    }

    #[tokio::test]
    async fn supports_custom_objects_boolean() {
        kept("supportsCustomObjects", json!(true)).await;
        kept("supportsCustomObjects", json!(false)).await;
    }
}

/// "Calling app readiness".
mod calling_app_readiness {
    use super::*;

    #[tokio::test]
    async fn is_ready_false_patch_with_is_ready_true_is_ready_true() {
        for profile in BOTH {
            let fixture = with_settings(profile).await;
            let mut expected = fixture.get(SETTINGS).await.json();
            assert_eq!(expected["isReady"], false);

            let patch = json!({ "isReady": true });
            let changed = fixture.json("PATCH", SETTINGS, &patch).await;

            expected["isReady"] = json!(true);
            assert_eq!((changed.status, changed.json()), (200, expected.clone()));
            assert_eq!(fixture.get(SETTINGS).await.json(), expected);
        }
    }
}

/// "OAuth tokens", and the install step below it.
mod oauth_tokens {
    use super::*;

    #[tokio::test]
    async fn post_token_exchange_grant_type_code_redirect_uri_client_id_client_secret() {
        for profile in BOTH {
            let fixture = Fixture::new(profile);
            let code = fixture.code().await;
            let reply = fixture.form("/oauth/v1/token", &exchange_form(&code)).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
            assert!(is_uuid(&reply.json()["refresh_token"]));
        }
    }

    #[tokio::test]
    async fn post_token_refresh_grant_type_refresh_token_client_id_client_secret() {
        for profile in BOTH {
            let fixture = Fixture::new(profile);
            let (access, refresh) = fixture.tokens().await;
            let form = refresh_form(&refresh);
            let reply = fixture.form("/oauth/v1/token", &form).await;
            assert_eq!(reply.status, 200, "{}", reply.text);
            assert_ne!(reply.json()["access_token"], access.as_str());
        }
    }

    #[tokio::test]
    async fn get_access_tokens_token_metadata() {
        for profile in BOTH {
            let fixture = Fixture::new(profile);
            let (access, _) = fixture.tokens().await;
            let target = format!("/oauth/v1/access-tokens/{access}");
            let reply = fixture.get(&target).await;
            assert_eq!((reply.status, &reply.json()["app_id"]), (200, &json!(123)));
        }
    }

    #[tokio::test]
    async fn delete_refresh_tokens_token_deletes_only_the_refresh_token() {
        for (profile, status) in [(Profile::Spec, 200), (Profile::Vendor, 204)] {
            let fixture = Fixture::new(profile);
            let (access, refresh) = fixture.tokens().await;
            let target = format!("/oauth/v1/refresh-tokens/{refresh}");

            let deleted = fixture.delete(&target).await;

            assert_eq!((deleted.status, deleted.text.as_str()), (status, ""));
            assert_eq!(fixture.get(&target).await.status, 404);
            // "Access tokens already generated stay valid. The app stays installed."
            let metadata = format!("/oauth/v1/access-tokens/{access}");
            assert_eq!(fixture.get(&metadata).await.status, 200);
            let own = [
                ("grant_type", "client_credentials"),
                ("client_id", support::CLIENT_ID),
                ("client_secret", support::CLIENT_SECRET),
                ("scope", "oauth"),
            ];
            assert_eq!(fixture.form("/oauth/v1/token", &own).await.status, 200);
        }
    }

    #[tokio::test]
    async fn install_step_client_id_redirect_uri_scopes_optional_scopes_and_state() {
        let fixture = Fixture::new(Profile::Spec);
        let mut query = authorization();
        query.retain(|(name, _)| *name != "scope");
        query.extend([
            ("scopes", support::SCOPES),
            ("optional_scopes", "developers-read"),
            ("state", "st&te"),
        ]);
        let request = fixture.consent(&query).await;

        let reply = fixture.decide(&request, "9", "allow").await;

        let location = reply.header("location");
        let code = support::between(location, "?code=", "&").to_owned();
        let expected = format!("{}?code={code}&state=st%26te", support::REDIRECT);
        assert_eq!(location, expected);
        assert_eq!(fixture.exchange(&code).await.status, 200);
    }
}

/// "Calling settings" among the endpoints.
mod calling_settings_endpoints {
    use super::*;

    #[tokio::test]
    async fn post_settings_hapikey_body_name_url_height_width_is_ready() {
        for profile in BOTH {
            let fixture = Fixture::new(profile);
            let made = fixture.json("POST", SETTINGS, &given()).await;
            assert_eq!(made.status, 200);
            for (name, value) in given().as_object().unwrap() {
                assert_eq!(&made.json()[name], value, "{name}");
            }
        }
    }

    #[tokio::test]
    async fn patch_same_path_any_subset_of_the_settings() {
        let names = ["name", "url", "height", "width", "isReady"];
        let other = json!({ "name": "Other", "url": "https://other.example/", "height": 1,
            "width": 2, "isReady": true });
        for profile in BOTH {
            // Each of the 32 subsets, the empty one as well.
            for subset in 0_u32..32 {
                let fixture = with_settings(profile).await;
                let mut expected = fixture.get(SETTINGS).await.json();
                let mut patch = json!({});
                for (index, name) in names.iter().enumerate() {
                    if subset & (1 << index) != 0 {
                        patch[*name] = other[*name].clone();
                        expected[*name] = other[*name].clone();
                    }
                }
                let changed = fixture.json("PATCH", SETTINGS, &patch).await;
                assert_eq!((changed.status, changed.json()), (200, expected), "{patch}");
            }
        }
    }

    #[tokio::test]
    async fn get_same_path_none() {
        for profile in BOTH {
            let fixture = Fixture::new(profile);
            let made = fixture.json("POST", SETTINGS, &given()).await.json();
            let read = fixture.get(SETTINGS).await;
            assert_eq!((read.status, read.json()), (200, made));
        }
    }

    #[tokio::test]
    async fn delete_same_path_none() {
        for (profile, status) in [(Profile::Spec, 200), (Profile::Vendor, 204)] {
            let fixture = with_settings(profile).await;
            let deleted = fixture.delete(SETTINGS).await;
            assert_eq!((deleted.status, deleted.text.as_str()), (status, ""));
            assert_eq!(fixture.get(SETTINGS).await.status, 404);
        }
    }
}

/// "Card migration": request, response and endpoint. The seeded app 123 has the legacy
/// cards 1001 (no tickets, 4 accounts) and 1002 (tickets, 12 accounts), and the app cards
/// 5001 to 5003.
mod card_migration {
    use super::*;

    const TARGET: &str = "/crm/v3/extensions/cards-dev/123/views/migrate";
    const MINUTE: Duration = Duration::from_secs(60);

    async fn ready(profile: Profile) -> (Fixture, String) {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        (fixture, token)
    }

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

    /// Sends a body where a field is another or, with null, is not there.
    async fn sent(field: &str, value: Value) -> Reply {
        let (fixture, token) = ready(Profile::Spec).await;
        let mut given = with_helpdesk(1001, 5001, 5003);
        given[field] = value;
        if given[field].is_null() {
            given.as_object_mut().unwrap().remove(field);
        }
        fixture.ask(&token, "POST", TARGET, &given).await
    }

    /// Status, category and the field at fault.
    fn refusal(reply: &Reply) -> (u16, Value, Value) {
        let error = reply.error();
        let place = error["errors"][0]["in"].clone();
        (reply.status, error["category"].clone(), place)
    }

    fn faulty(field: &str) -> (u16, Value, Value) {
        (400, json!("VALIDATION_ERROR"), json!(field))
    }

    async fn answered(field: &str) -> Value {
        let (fixture, token) = ready(Profile::Spec).await;
        let reply = fixture.ask(&token, "POST", TARGET, &body(1001, 5001)).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()[field].clone()
    }

    #[tokio::test]
    async fn legacy_crm_card_id_integer_int64_yes() {
        assert_eq!(sent("legacyCrmCardId", json!(1001)).await.status, 200);
        for value in [json!(null), json!("1001"), json!(1.5), json!(true)] {
            let reply = sent("legacyCrmCardId", value).await;
            assert_eq!(refusal(&reply), faulty("legacyCrmCardId"), "{}", reply.text);
        }
        for unknown in [json!(0), json!(5001), json!(i64::MAX)] {
            let reply = sent("legacyCrmCardId", unknown).await;
            let expected = (404, json!("OBJECT_NOT_FOUND"), json!(null));
            assert_eq!(refusal(&reply), expected, "{}", reply.text);
        }
    }

    #[tokio::test]
    async fn app_card_id_integer_int64_yes() {
        assert_eq!(sent("appCardId", json!(5002)).await.status, 200);
        for value in [json!(null), json!("5001"), json!([])] {
            let reply = sent("appCardId", value).await;
            assert_eq!(refusal(&reply), faulty("appCardId"), "{}", reply.text);
        }
        for unknown in [json!(1001), json!(-1)] {
            let reply = sent("appCardId", unknown).await;
            let expected = (404, json!("OBJECT_NOT_FOUND"), json!(null));
            assert_eq!(refusal(&reply), expected, "{}", reply.text);
        }
    }

    /// Left out, it counts as false.
    #[tokio::test]
    async fn allow_duplicate_app_card_ids_boolean_default_false() {
        for value in [json!(null), json!(false), json!(true)] {
            assert_eq!(sent("allowDuplicateAppCardIds", value).await.status, 200);
        }
        for value in [json!("true"), json!(0)] {
            let reply = sent("allowDuplicateAppCardIds", value).await;
            let expected = faulty("allowDuplicateAppCardIds");
            assert_eq!(refusal(&reply), expected, "{}", reply.text);
        }
    }

    /// Whichever kind of view an app card was named for.
    #[tokio::test]
    async fn when_false_several_migrations_may_not_point_at_one_app_card() {
        for (second, field) in [
            (with_helpdesk(1002, 5001, 5003), "appCardId"),
            (with_helpdesk(1002, 5002, 5001), "helpdeskAppCardId"),
        ] {
            let (fixture, token) = ready(Profile::Spec).await;
            let first = fixture.ask(&token, "POST", TARGET, &body(1001, 5001)).await;
            assert_eq!(first.status, 200);

            let mut left_out = second.clone();
            left_out
                .as_object_mut()
                .unwrap()
                .remove("allowDuplicateAppCardIds");
            for given in [&second, &left_out] {
                let refused = fixture.ask(&token, "POST", TARGET, given).await;
                assert_eq!(refusal(&refused), faulty(field), "{}", refused.text);
            }

            // Nothing was started: another target is taken.
            let other = with_helpdesk(1002, 5002, 5003);
            let made = fixture.ask(&token, "POST", TARGET, &other).await;
            assert_eq!(made.status, 200, "{}", made.text);
        }
    }

    #[tokio::test]
    async fn when_true_that_is_allowed() {
        let (fixture, token) = ready(Profile::Spec).await;
        fixture.ask(&token, "POST", TARGET, &body(1001, 5001)).await;
        let mut second = merging(1002, 5001);
        second["helpdeskAppCardId"] = json!(5003);

        let made = fixture.ask(&token, "POST", TARGET, &second).await;

        assert_eq!(made.status, 200, "{}", made.text);
        assert_eq!(made.json()["totalPortalCount"], 12);
        // Whoever asks how far it is need not allow it again.
        second["allowDuplicateAppCardIds"] = json!(false);
        assert_eq!(
            fixture.ask(&token, "POST", TARGET, &second).await.status,
            200
        );
    }

    #[tokio::test]
    async fn helpdesk_app_card_id_integer_int64_no() {
        assert_eq!(sent("helpdeskAppCardId", json!(null)).await.status, 200);
        let reply = sent("helpdeskAppCardId", json!("5003")).await;
        assert_eq!(refusal(&reply), faulty("helpdeskAppCardId"));
        let reply = sent("helpdeskAppCardId", json!(7)).await;
        assert_eq!(reply.status, 404, "{}", reply.text);
    }

    #[tokio::test]
    async fn it_is_needed_only_when_the_legacy_card_supported_tickets() {
        let (fixture, token) = ready(Profile::Spec).await;

        let refused = fixture.ask(&token, "POST", TARGET, &body(1002, 5001)).await;
        let made = fixture
            .ask(&token, "POST", TARGET, &with_helpdesk(1002, 5001, 5003))
            .await;

        assert_eq!(refusal(&refused), faulty("helpdeskAppCardId"));
        assert_eq!(made.status, 200, "{}", made.text);
    }

    #[tokio::test]
    async fn message_string_yes_human_readable() {
        let message = answered("message").await;
        assert!(message.as_str().unwrap().contains(' '), "{message}");
    }

    /// In ms since the epoch; the clock stands at the start of 2026.
    #[tokio::test]
    async fn started_at_integer_int64_time_the_migration_started() {
        assert_eq!(answered("startedAt").await, 1_767_225_600_000_i64);
    }

    #[tokio::test]
    async fn total_portal_count_integer_int64_accounts_that_have_access() {
        assert_eq!(answered("totalPortalCount").await, 4);
    }

    #[tokio::test]
    async fn remaining_portal_count_integer_int64_accounts_still_to_be_switched() {
        assert_eq!(answered("remainingPortalCount").await, 4);
    }

    /// The same request again reports how far it is; there is no other way to ask.
    #[tokio::test]
    async fn ended_at_integer_int64_time_the_migration_ended() {
        for profile in BOTH {
            let (fixture, _) = ready(profile).await;
            let mut seen = Vec::new();
            for wait in [Duration::ZERO, MINUTE, 2 * MINUTE, MINUTE, 60 * MINUTE] {
                fixture.advance(wait).await;
                // A token lives shorter than the last wait.
                let token = fixture.host_token().await;
                let reply = fixture.ask(&token, "POST", TARGET, &body(1001, 5001)).await;
                assert_eq!(reply.status, 200, "{}", reply.text);
                let told = reply.json();
                assert_eq!(told["startedAt"], 1_767_225_600_000_i64);
                assert_eq!(told["totalPortalCount"], 4);
                seen.push((
                    told["remainingPortalCount"].clone(),
                    told["endedAt"].clone(),
                ));
            }
            let ended = json!(1_767_225_840_000_i64);
            let expected = [
                (json!(4), json!(null)),
                (json!(3), json!(null)),
                (json!(1), json!(null)),
                (json!(0), ended.clone()),
                (json!(0), ended),
            ];
            assert_eq!(seen, expected);
        }
    }

    #[tokio::test]
    async fn a_card_that_is_migrated_is_not_sent_elsewhere() {
        let (fixture, token) = ready(Profile::Spec).await;
        fixture.ask(&token, "POST", TARGET, &body(1001, 5001)).await;

        for other in [body(1001, 5002), with_helpdesk(1001, 5001, 5003)] {
            let refused = fixture.ask(&token, "POST", TARGET, &other).await;
            let expected = (409, json!("CONFLICT"), json!(null));
            assert_eq!(refusal(&refused), expected, "{}", refused.text);
        }
        fixture.advance(MINUTE).await;
        let same = fixture.ask(&token, "POST", TARGET, &body(1001, 5001)).await;
        assert_eq!(same.json()["remainingPortalCount"], 3);
    }

    #[tokio::test]
    async fn path_parameter_app_id_integer_int32_the_app_holding_the_legacy_card() {
        let (fixture, token) = ready(Profile::Spec).await;
        for (app, status) in [
            ("123", 200),
            ("456", 404),
            ("999", 404),
            ("x", 400),
            ("2147483648", 400),
        ] {
            let target = TARGET.replace("123", app);
            let reply = fixture
                .ask(&token, "POST", &target, &body(1001, 5001))
                .await;
            assert_eq!(reply.status, status, "{app} {}", reply.text);
            assert!(status == 200 || reply.error()["message"].is_string());
        }
        // A card of another developer's app is not there for this one.
        for given in [body(1003, 5001), body(1001, 5004)] {
            let reply = fixture.ask(&token, "POST", TARGET, &given).await;
            assert_eq!(reply.status, 404, "{}", reply.text);
        }
    }

    #[tokio::test]
    async fn any_other_outcome_error_object() {
        let (fixture, token) = ready(Profile::Spec).await;
        let authorization = format!("Bearer {token}");
        let headers = [("authorization", authorization.as_str())];
        let plain = request("POST", TARGET, &headers, Body::from("{}"));
        for (reply, status) in [
            (fixture.ask(&token, "POST", TARGET, &json!([])).await, 400),
            (
                fixture.ask(&token, "POST", TARGET, &body(7, 5001)).await,
                404,
            ),
            (
                fixture
                    .ask("canary", "POST", TARGET, &body(1001, 5001))
                    .await,
                401,
            ),
            (fixture.json("POST", TARGET, &body(1001, 5001)).await, 401),
            (fixture.ask(&token, "GET", TARGET, &json!({})).await, 405),
            (fixture.send(plain).await, 415),
        ] {
            assert_eq!(reply.status, status, "{}", reply.text);
            let error = reply.json();
            for field in ["category", "correlationId", "message"] {
                assert!(error[field].is_string(), "{field}: {error}");
            }
        }
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

    #[tokio::test]
    async fn the_call_of_the_client_is_answered() {
        let (fixture, token) = ready(Profile::Spec).await;
        let call = MigrateCard {
            token: Secret::new(&token),
            app_id: 123,
            migration: CardMigration {
                legacy_crm_card_id: 1002,
                app_card_id: 5002,
                allow_duplicate_app_card_ids: false,
                helpdesk_app_card_id: Some(5003),
            },
        };
        let asked = call.request().unwrap();
        let sent: Value = serde_json::from_slice(&asked.body).unwrap();

        let reply = fixture
            .ask(&token, asked.method.as_str(), &asked.target(), &sent)
            .await;
        let progress = call.parse(&Response {
            status: reply.status,
            headers: Vec::new(),
            body: reply.text.into_bytes(),
        });

        let progress = progress.unwrap();
        assert_eq!(progress.total_portal_count, Some(12));
        assert_eq!(progress.remaining_portal_count, Some(12));
        assert_eq!(progress.ended_at, None);
    }

    /// The key of a developer opens the calling settings, not this.
    #[tokio::test]
    async fn a_developers_key_is_no_access_token() {
        let fixture = Fixture::new(Profile::Spec);
        let target = format!("{TARGET}?hapikey={}", support::KEY);
        let reply = fixture.json("POST", &target, &body(1001, 5001)).await;
        assert_eq!(reply.status, 401, "{}", reply.text);
    }
}

/// "Authentication", of what the emulator serves.
mod authentication {
    use super::*;

    #[tokio::test]
    async fn authorization_address_oauth_authorize() {
        let fixture = Fixture::new(Profile::Spec);
        let query = support::form(&authorization());
        let page = fixture.get(&format!("/oauth/authorize?{query}")).await;
        assert_eq!(page.status, 200);
        assert_eq!(page.header("content-type"), "text/html;charset=utf-8");
    }

    #[tokio::test]
    async fn a_user_must_install_the_app_before_the_token_endpoints_are_used() {
        let fixture = Fixture::new(Profile::Spec);
        let own = [
            ("grant_type", "client_credentials"),
            ("client_id", support::CLIENT_ID),
            ("client_secret", support::CLIENT_SECRET),
            ("scope", "oauth"),
        ];
        let before = fixture.form("/oauth/v1/token", &own).await;
        fixture.code().await;
        let after = fixture.form("/oauth/v1/token", &own).await;
        assert_eq!((before.status, after.status), (400, 200));
        assert_eq!(before.error()["status"], "APP_NOT_INSTALLED");
    }

    #[tokio::test]
    async fn access_tokens_are_short_lived_see_expires_in() {
        let fixture = Fixture::new(Profile::Spec);
        let tokens = fixture.exchange(&fixture.code().await).await.json();
        let lifetime = tokens["expires_in"].as_u64().unwrap();
        let access = tokens["access_token"].as_str().unwrap();
        let target = format!("/oauth/v1/access-tokens/{access}");

        fixture.advance(Duration::from_secs(lifetime - 1)).await;
        let before = fixture.get(&target).await;
        fixture.advance(Duration::from_secs(1)).await;
        let after = fixture.get(&target).await;

        assert_eq!((before.status, after.status), (200, 404));
        assert_eq!(before.json()["expires_in"], 1);
    }

    #[tokio::test]
    async fn the_calling_settings_take_the_key_as_the_query_parameter_hapikey() {
        let fixture = with_settings(Profile::Spec).await;
        let path = SETTINGS.split('?').next().unwrap();
        assert_eq!(fixture.get(SETTINGS).await.status, 200);
        assert_eq!(fixture.get(path).await.status, 401);
    }

    #[tokio::test]
    async fn installing_needs_the_users_permission_to_do_so() {
        let fixture = Fixture::new(Profile::Spec);
        let request = fixture.consent(&authorization()).await;
        let refused = fixture.decide(&request, "10", "allow").await;
        assert!(refused.header("location").contains("error="), "{refused:?}");
        assert!(!refused.header("location").contains("code="));
    }
}

/// "Errors" and "Limits", of what the emulator serves.
mod errors_and_limits {
    use super::*;

    #[tokio::test]
    async fn success_is_http_200_for_every_endpoint() {
        let fixture = Fixture::new(Profile::Spec);
        let (access, refresh) = fixture.tokens().await;
        let metadata = format!("/oauth/v1/access-tokens/{access}");
        let statuses = [
            fixture.json("POST", SETTINGS, &given()).await.status,
            fixture.get(SETTINGS).await.status,
            fixture.json("PATCH", SETTINGS, &json!({})).await.status,
            fixture.delete(SETTINGS).await.status,
            fixture
                .form("/oauth/v1/token", &refresh_form(&refresh))
                .await
                .status,
            fixture.get(&metadata).await.status,
            fixture
                .delete(&format!("/oauth/v1/refresh-tokens/{refresh}"))
                .await
                .status,
        ];
        assert_eq!(statuses, [200; 7]);
    }

    #[tokio::test]
    async fn access_token_size_up_to_512_characters() {
        let fixture = Fixture::new(Profile::Spec);
        for _ in 0..20 {
            let (access, _) = fixture.tokens().await;
            assert!(access.len() <= 512, "{}", access.len());
        }
    }
}
