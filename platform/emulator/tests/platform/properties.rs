//! The definitions of properties, and what their kinds take.

use emulator::Profile;
use serde_json::json;

use crate::support::{BOTH, Fixture};

const CONTACTS: &str = "/crm/v3/objects/contacts";
const CALL_PROPERTIES: &str = "/crm/v3/properties/calls";

/// Source of the fields: the service's published OpenAPI file for properties, v3, read
/// 2026-11.
#[tokio::test]
async fn every_definition_has_the_fields_of_the_service() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        for name in ["contacts", "companies", "calls", "2-12345"] {
            let target = format!("/crm/v3/properties/{name}");

            let list = fixture.ask(&token, "GET", &target, &json!({})).await.json();

            assert!(list["results"].as_array().unwrap().len() > 3, "{name}");
            for one in list["results"].as_array().unwrap() {
                for text in ["name", "label", "groupName", "type", "fieldType"] {
                    assert!(!one[text].as_str().unwrap().is_empty(), "{one}");
                }
                assert!(one["description"].is_string(), "{one}");
                assert!(one["options"].is_array(), "{one}");
                for flag in [
                    "calculated",
                    "externalOptions",
                    "hasUniqueValue",
                    "hidden",
                    "formField",
                    "hubspotDefined",
                    "archived",
                ] {
                    assert!(one[flag].is_boolean(), "{flag} {one}");
                }
                let modification = &one["modificationMetadata"];
                assert!(modification["readOnlyValue"].is_boolean(), "{one}");
                let target = format!("{target}/{}", one["name"].as_str().unwrap());
                let alone = fixture.ask(&token, "GET", &target, &json!({})).await;
                assert_eq!(&alone.json(), one);
            }
        }
    }
}

/// Source: the contract's reading that scopes of schemas open the definitions.
#[tokio::test]
async fn definitions_need_the_scope_of_the_schema_or_of_the_records() {
    let fixture = Fixture::new(Profile::Spec);
    let body = json!({ "name": "stage", "label": "Stage", "groupName": "call",
        "type": "string", "fieldType": "text" });
    for (scopes, statuses) in [
        (["oauth", "crm.objects.contacts.read"], (200, 403, 200)),
        (["oauth", "crm.schemas.contacts.read"], (200, 403, 403)),
        (["oauth", "crm.schemas.contacts.write"], (403, 200, 403)),
        (["oauth", "crm.schemas.companies.read"], (403, 403, 403)),
    ] {
        let token = fixture.token_of(&scopes).await;

        let read = fixture.ask(&token, "GET", CALL_PROPERTIES, &body).await;
        let made = fixture.ask(&token, "POST", CALL_PROPERTIES, &body).await;
        let records = fixture.ask(&token, "GET", CONTACTS, &body).await;

        let found = (read.status, made.status, records.status);
        assert_eq!(found, statuses, "{scopes:?}");
        if read.status == 403 {
            assert_eq!(
                read.error()["errors"][0]["context"]["requiredGranularScopes"],
                json!(["crm.objects.contacts.read", "crm.schemas.contacts.read"])
            );
        }
    }
}
