//! The definitions of properties, and what their kinds take.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{BOTH, Fixture};

const CONTACTS: &str = "/crm/v3/objects/contacts";
const CALL_PROPERTIES: &str = "/crm/v3/properties/calls";

fn property<'a>(list: &'a Value, name: &str) -> &'a Value {
    let all = list["results"].as_array().unwrap();
    let found = all.iter().find(|one| one["name"] == name);
    found.unwrap_or_else(|| panic!("{name} is not listed"))
}

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

#[tokio::test]
async fn a_definition_says_what_its_property_holds() {
    let fixture = Fixture::new(Profile::Vendor);
    let token = fixture.host_token().await;
    let list = async |name: &str| {
        let target = format!("/crm/v3/properties/{name}");
        fixture.ask(&token, "GET", &target, &json!({})).await.json()
    };
    let (contacts, calls) = (list("contacts").await, list("calls").await);

    for (list, name, kind, field, group) in [
        (&contacts, "email", "string", "text", "contactinformation"),
        (
            &contacts,
            "phone",
            "string",
            "phonenumber",
            "contactinformation",
        ),
        (
            &contacts,
            "createdate",
            "datetime",
            "date",
            "contactinformation",
        ),
        (
            &contacts,
            "lifecyclestage",
            "enumeration",
            "radio",
            "contactinformation",
        ),
        (&calls, "hs_timestamp", "datetime", "date", "engagement"),
        (&calls, "hs_call_body", "string", "html", "call"),
        (&calls, "hs_call_duration", "number", "number", "call"),
        (&calls, "hs_call_direction", "enumeration", "select", "call"),
        (&calls, "demo_published", "bool", "booleancheckbox", "demo"),
    ] {
        let one = property(list, name);
        assert_eq!(one["type"], kind, "{name}");
        assert_eq!(one["fieldType"], field, "{name}");
        assert_eq!(one["groupName"], group, "{name}");
    }
    let unique: Vec<&str> = contacts["results"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|one| one["hasUniqueValue"] == true)
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(unique, ["email", "hs_object_id", "hs_unique_creation_key"]);
    let direction = &property(&calls, "hs_call_direction")["options"];
    assert_eq!(
        *direction,
        json!([
            { "label": "Inbound", "value": "INBOUND", "hidden": false, "displayOrder": 0 },
            { "label": "Outbound", "value": "OUTBOUND", "hidden": false, "displayOrder": 1 },
        ])
    );
    let owner = property(&calls, "hubspot_owner_id");
    assert_eq!(owner["externalOptions"], true);
    assert_eq!(owner["referencedObjectType"], "OWNER");
    let domain = property(&contacts, "hs_email_domain");
    assert_eq!(domain["calculated"], true);
    assert_eq!(domain["modificationMetadata"]["readOnlyValue"], true);
    // What the account of the demo defined is not the service's.
    assert_eq!(property(&calls, "demo_owner")["hubspotDefined"], false);
}

/// Source of the codes: reports of the service's own answers, read 2026-11.
#[tokio::test]
async fn what_is_no_value_of_a_property_is_refused_with_what_is_expected() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let rows: Vec<(String, String, Value, String, String)> =
            serde_json::from_str(include_str!("data/value_refusals.json")).unwrap();
        for (plural, name, value, code, message) in rows {
            let target = format!("/crm/v3/objects/{plural}");
            let body = json!({ "properties": { &name: value } });

            let reply = fixture.ask(&token, "POST", &target, &body).await;

            assert_eq!(reply.status, 400, "{name} {}", reply.text);
            let error = reply.error();
            assert_eq!(error["category"], "VALIDATION_ERROR");
            assert_eq!(error["errors"][0]["code"], code);
            assert_eq!(error["errors"][0]["message"], message);
            assert_eq!(error["errors"][0]["context"]["propertyName"], json!([name]));
        }
    }
}

#[tokio::test]
async fn a_definition_that_cannot_be_is_refused_with_the_way_out() {
    let fixture = Fixture::new(Profile::Spec);
    let token = fixture.host_token().await;
    let whole = json!({ "name": "stage", "label": "Stage", "groupName": "call",
        "type": "string", "fieldType": "text" });
    let rows: Vec<(String, Value, String, String)> =
        serde_json::from_str(include_str!("data/definition_refusals.json")).unwrap();
    for (field, value, place, message) in rows {
        let mut body = whole.clone();
        body[&field] = value;

        let reply = fixture.ask(&token, "POST", CALL_PROPERTIES, &body).await;

        assert_eq!(reply.status, 400, "{field} {}", reply.text);
        assert_eq!(reply.error()["errors"][0]["in"], place);
        assert_eq!(reply.error()["message"], message);
    }
    let none = fixture
        .ask(&token, "GET", "/crm/v3/properties/calls/none", &json!({}))
        .await;
    assert_eq!(none.status, 404);
    assert_eq!(
        none.error()["message"],
        "there is no property none among calls: GET /crm/v3/properties/calls lists those there are"
    );
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
