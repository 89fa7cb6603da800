//! Records by unique values, and the values they had.

use std::time::Duration;

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{BOTH, Fixture};

const CONTACTS: &str = "/crm/v3/objects/contacts";

fn email(address: &str) -> Value {
    json!({ "properties": { "email": address } })
}

#[tokio::test]
async fn a_record_is_read_and_changed_by_a_unique_property() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let ada = format!("{CONTACTS}/Ada%40people.example?idProperty=email");
        let change = json!({ "properties": { "firstname": "Adele" } });

        let changed = fixture.ask(&token, "PATCH", &ada, &change).await;
        let read = fixture.ask(&token, "GET", &ada, &json!({})).await;
        let by_id = format!("{CONTACTS}/101?idProperty=hs_object_id");
        let by_id = fixture.ask(&token, "GET", &by_id, &json!({})).await;

        assert_eq!(changed.status, 200, "{}", changed.text);
        assert_eq!(read.json()["id"], "101");
        assert_eq!(read.json()["properties"]["firstname"], "Adele");
        assert_eq!(by_id.json(), read.json());
    }
}

#[tokio::test]
async fn a_property_that_is_not_unique_names_no_record() {
    for (profile, category) in [
        (Profile::Spec, json!("OBJECT_NOT_FOUND")),
        (Profile::Vendor, Value::Null),
    ] {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let read = async |target: &str| {
            let target = format!("{CONTACTS}/{target}");
            let reply = fixture.ask(&token, "GET", &target, &json!({})).await;
            (reply.status, reply.error())
        };

        let (status, refused) = read("Ada?idProperty=firstname").await;
        assert_eq!(status, 400);
        assert_eq!(refused["errors"][0]["in"], "idProperty");
        assert_eq!(
            refused["message"],
            "firstname is no property of contacts that is unique: use one of email, hs_object_id, \
             hs_unique_creation_key"
        );
        let (status, missing) = read("none@people.example?idProperty=email").await;
        assert_eq!((status, &missing["category"]), (404, &category));
        assert_eq!(
            missing["message"],
            "there is no contact none@people.example: GET /crm/v3/objects/contacts lists those \
             there are"
        );
        let (status, plain) = read("ada@people.example").await;
        assert_eq!(status, 404);
        assert_eq!(
            plain["message"],
            "ada@people.example is no identifier of a record: use the digits of its id, or add \
             idProperty=email"
        );
    }
}

/// Source of the message: reports of the service's own answers, read 2026-11.
#[tokio::test]
async fn a_second_contact_with_an_address_conflicts_with_the_first() {
    for (profile, made) in [(Profile::Spec, 200), (Profile::Vendor, 201)] {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let conflict = json!({
            "status": "error", "category": "CONFLICT",
            "message": "Contact already exists. Existing ID: 101: it has the email \
                ada@people.example, so change that record with PATCH or use another value",
        });

        let second = fixture
            .ask(&token, "POST", CONTACTS, &email("ADA@people.example"))
            .await;
        let own = format!("{CONTACTS}/101");
        let again = fixture
            .ask(&token, "PATCH", &own, &email("ada@people.example"))
            .await;
        let other = format!("{CONTACTS}/102");
        let taken = fixture
            .ask(&token, "PATCH", &other, &email("ada@people.example"))
            .await;

        assert_eq!((second.status, second.error()), (409, conflict.clone()));
        assert_eq!(again.status, 200, "{}", again.text);
        assert_eq!((taken.status, taken.error()), (409, conflict));
        // A deleted record leaves its address to others.
        fixture.ask(&token, "DELETE", &own, &json!({})).await;
        let free = fixture
            .ask(&token, "POST", CONTACTS, &email("ada@people.example"))
            .await;
        assert_eq!(free.status, made, "{}", free.text);
        let archived = format!("{own}?archived=true");
        let archived = fixture.ask(&token, "GET", &archived, &json!({})).await;
        assert_eq!(archived.json()["properties"]["email"], "ada@people.example");
    }
}

#[tokio::test]
async fn the_values_a_property_had_are_told_the_newest_first() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let page = fixture.host_token().await;
        let app = fixture
            .token_of(&["crm.objects.contacts.write", "oauth"])
            .await;
        let ada = format!("{CONTACTS}/101");
        for (token, name) in [(&app, "Adele"), (&page, "Adele"), (&page, "")] {
            fixture.advance(Duration::from_secs(60)).await;
            let body = json!({ "properties": { "firstname": name, "jobtitle": "Boss" } });
            fixture.ask(token, "PATCH", &ada, &body).await;
        }
        let query = "propertiesWithHistory=firstname,jobtitle&propertiesWithHistory=lastname,none";

        let read = fixture
            .ask(&page, "GET", &format!("{ada}?{query}"), &json!({}))
            .await
            .json();

        let at = |minute: u32| format!("2026-01-01T00:0{minute}:00.000Z");
        let by_app = |value: &str, minute| {
            json!({ "value": value, "timestamp": at(minute), "sourceType": "INTEGRATION",
                "sourceId": "7", "updatedByUserId": 9 })
        };
        let at_start =
            |value: &str| json!({ "value": value, "timestamp": at(0), "sourceType": "IMPORT" });
        assert_eq!(
            read["propertiesWithHistory"],
            json!({
                "firstname": [
                    { "value": "", "timestamp": at(3), "sourceType": "CRM_UI",
                        "sourceId": "userId:9", "updatedByUserId": 9 },
                    by_app("Adele", 1),
                    at_start("Ada"),
                ],
                "jobtitle": [by_app("Boss", 1)],
                "lastname": [at_start("Example")],
            })
        );
        // A property with its history has its value too.
        assert_eq!(read["properties"]["jobtitle"], "Boss");
        let listed = format!("{CONTACTS}?limit=50&{query}");
        let listed = fixture.ask(&page, "GET", &listed, &json!({})).await.json();
        assert_eq!(
            listed["results"][0]["propertiesWithHistory"],
            read["propertiesWithHistory"]
        );
        let many = format!("{CONTACTS}?limit=51&{query}");
        let many = fixture.ask(&page, "GET", &many, &json!({})).await;
        assert_eq!(
            many.error()["message"],
            "limit is 51: use a whole number from 1 to 50"
        );
    }
}

#[tokio::test]
async fn a_record_is_made_with_its_associations_or_not_at_all() {
    let fixture = Fixture::new(Profile::Vendor);
    let token = fixture.host_token().await;
    let calls = "/crm/v3/objects/calls";
    let make = async |id: Value, number: Value| {
        let types =
            json!([{ "associationCategory": "HUBSPOT_DEFINED", "associationTypeId": number }]);
        let body = json!({ "properties": { "hs_call_title": "New" },
            "associations": [{ "to": { "id": id }, "types": types }] });
        fixture.ask(&token, "POST", calls, &body).await
    };

    let made = make(json!(1001), json!(194)).await;
    let company = make(json!("2001"), json!(182)).await;

    let id = made.json()["id"].as_str().unwrap().to_owned();
    let read = format!("{calls}/{id}?associations=contacts");
    let read = fixture.ask(&token, "GET", &read, &json!({})).await.json();
    assert_eq!(
        read["associations"]["contacts"]["results"],
        json!([{ "id": "1001", "type": "call_to_contact" }])
    );
    assert_eq!(company.status, 201, "{}", company.text);
    for (id, number, place, message) in [
        (
            json!("77"),
            json!(194),
            Value::Null,
            "there is no contact 77, which the new record is to belong to: make it first",
        ),
        (
            json!("1001"),
            json!(193),
            json!("associations"),
            "193 is no type of an association of calls: use 194 for 0-1, 182 for 0-2, 206 for 0-3, \
             220 for 0-5",
        ),
        (
            json!("1001"),
            json!("x"),
            json!("associations[0].types[0].associationTypeId"),
            "associations[0].types[0].associationTypeId is a text: use a whole number",
        ),
    ] {
        let refused = make(id, number).await;
        assert_eq!(refused.status, 400);
        let error = refused.error();
        assert_eq!(error["message"], message);
        assert_eq!(error["errors"][0]["in"], place);
    }
    let listed = fixture.ask(&token, "GET", calls, &json!({})).await.json();
    // The one that is there from the start, and two that were made.
    assert_eq!(listed["results"].as_array().unwrap().len(), 3);
}
