//! The definitions of properties, and the values that their kinds accept.

use serde_json::json;

use crate::support::{BOTH, Fixture};

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
