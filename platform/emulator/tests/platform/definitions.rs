//! Definitions of properties that change and go, many at once, and the groups they are in.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{BOTH, Fixture};

const CALLS: &str = "/crm/v3/properties/calls";

fn new(name: &str) -> Value {
    json!({ "name": name, "label": "X", "groupName": "call", "type": "string", "fieldType": "text" })
}

fn names(list: &Value) -> Vec<&str> {
    let all = list["results"].as_array().unwrap().iter();
    all.map(|one| one["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_property_is_changed_and_deleted_with_its_values() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let ask = async |method: &str, target: &str, body: Value| {
            fixture.ask(&token, method, target, &body).await
        };
        let one = format!("{CALLS}/ticket_phone");
        let mut definition = new("ticket_phone");
        definition["hasUniqueValue"] = true.into();
        ask("POST", CALLS, definition.clone()).await;
        let call = json!({ "properties": { "ticket_phone": "+15559999" } });
        let made = ask("POST", "/crm/v3/objects/calls", call.clone()).await;
        let id = made.json()["id"].as_str().unwrap().to_owned();
        let record = format!("/crm/v3/objects/calls/{id}?propertiesWithHistory=ticket_phone");

        let changed = ask("PATCH", &one, json!({ "label": "Ticket", "hidden": true })).await;
        let of_kind = ask("PATCH", &one, json!({ "type": "number" })).await;
        let deleted = ask("DELETE", &one, json!({})).await;
        let gone = ask("GET", &one, json!({})).await;
        let archived = ask("GET", &format!("{one}?archived=true"), json!({})).await;
        let all = ask("GET", CALLS, json!({})).await.json();
        let of_past = ask("GET", &format!("{CALLS}?archived=true"), json!({}))
            .await
            .json();
        let written = ask("POST", "/crm/v3/objects/calls", call.clone()).await;
        // Defined anew, it begins anew.
        let again = ask("POST", CALLS, definition).await;
        let read = ask("GET", &record, json!({})).await.json();
        let same = ask("POST", "/crm/v3/objects/calls", call).await;

        assert_eq!(changed.status, 200, "{}", changed.text);
        let changed = changed.json();
        assert_eq!(
            (&changed["label"], &changed["hidden"]),
            (&"Ticket".into(), &true.into())
        );
        assert_eq!(
            (&changed["type"], &changed["hasUniqueValue"]),
            (&"string".into(), &true.into())
        );
        assert_eq!(of_kind.status, 400);
        assert_eq!(
            of_kind.error()["message"],
            "the type of ticket_phone is string and cannot change, since records may have values \
             of it: define another property"
        );
        assert_eq!(
            deleted.status,
            if profile == Profile::Vendor { 204 } else { 200 }
        );
        assert_eq!(gone.status, 404);
        assert_eq!(archived.json()["archived"], true);
        assert!(!names(&all).contains(&"ticket_phone"));
        assert_eq!(names(&of_past), ["ticket_phone"]);
        assert_eq!(written.status, 400, "{}", written.text);
        assert!(again.status < 300, "{}", again.text);
        let value = &read["properties"]["ticket_phone"];
        assert!(value.is_null(), "{read}");
        assert!(!read.to_string().contains("5559999"), "{read}");
        assert!(same.status < 300, "{}", same.text);
    }
}

#[tokio::test]
async fn what_the_service_defined_stays() {
    let fixture = Fixture::new(Profile::Spec);
    let token = fixture.host_token().await;
    let own = "is the service's own: only a";
    for (method, path, body, status, message) in [
        ("PATCH", "hs_call_title", json!({ "label": "x" }), 400, format!("hs_call_title {own} property that the account defined can be changed or deleted")),
        ("DELETE", "hs_call_title", json!({}), 400, format!("hs_call_title {own} property that the account defined can be changed or deleted")),
        ("DELETE", "nothing", json!({}), 404, "there is no property nothing among calls: GET /crm/v3/properties/calls lists those there are".to_owned()),
        ("GET", "hs_call_title?archived=true", json!({}), 404, "there is no deleted property hs_call_title among calls: GET /crm/v3/properties/calls lists those there are".to_owned()),
        ("PATCH", "groups/call", json!({ "label": "x" }), 400, format!("call {own} group that the account made can be changed or deleted")),
        ("DELETE", "groups/engagement", json!({}), 400, format!("engagement {own} group that the account made can be changed or deleted")),
        ("DELETE", "groups/demo", json!({}), 400, "the property demo_end_status is in the group demo: give it another group, or delete it first".to_owned()),
        ("GET", "groups/nothing", json!({}), 404, "there is no group nothing among those of calls: GET /crm/v3/properties/calls/groups lists those there are".to_owned()),
        ("POST", "groups", json!({ "name": "A b", "label": "x" }), 400, "A b cannot name a group: use small letters, digits and underscores, a letter first, and 100 at most".to_owned()),
        ("POST", "groups", json!({ "name": "a", "label": " " }), 400, "label is empty: add a text that people see".to_owned()),
        ("POST", "groups", json!({ "name": "call", "label": "x" }), 409, "a group with the name call is among those of calls already: use it, or another name".to_owned()),
        ("POST", "batch/read", json!({ "inputs": [] }), 400, "the batch has 0 inputs: use 1 to 100".to_owned()),
        ("POST", "batch/archive", json!({ "inputs": [{ "name": "hs_call_title" }] }), 400, format!("hs_call_title {own} property that the account defined can be changed or deleted")),
    ] {
        let target = format!("{CALLS}/{path}");
        let reply = fixture.ask(&token, method, &target, &body).await;

        assert_eq!(reply.status, status, "{target} {}", reply.text);
        assert_eq!(reply.error()["message"], message, "{target}");
    }
}

#[tokio::test]
async fn many_definitions_are_made_read_and_deleted_at_once() {
    for (profile, [created, partial, gone]) in [
        (Profile::Spec, [200, 200, 200]),
        (Profile::Vendor, [201, 207, 204]),
    ] {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let post = async |path: &str, body: Value| {
            let target = format!("{CALLS}/batch/{path}");
            fixture.ask(&token, "POST", &target, &body).await
        };
        let both = json!({ "inputs": [{ "name": "one" }, { "name": "two" }] });

        let made = post("create", json!({ "inputs": [new("one"), new("two")] })).await;
        let faulty = post(
            "create",
            json!({ "inputs": [new("three"), new("three"), new("No")] }),
        )
        .await;
        let read = post("read", both.clone()).await;
        let unknown = post(
            "read",
            json!({ "inputs": [{ "name": "one" }, { "name": "x" }] }),
        )
        .await;
        let half = json!({ "inputs": [{ "name": "one" }, { "name": "x" }] });
        let refused = post("archive", half).await;
        let archived = post("archive", both.clone()).await;
        let mut of_past = both;
        of_past["archived"] = true.into();
        let left = post("read", of_past).await.json();

        assert_eq!(made.status, created, "{}", made.text);
        assert_eq!(names(&made.json()), ["one", "two"]);
        assert_eq!(made.json()["status"], "COMPLETE");
        assert_eq!(faulty.status, partial);
        assert_eq!(names(&faulty.json()), ["three"]);
        let categories: Vec<Value> = faulty.json()["errors"]
            .as_array()
            .unwrap()
            .iter()
            .map(|error| error["category"].clone())
            .collect();
        assert_eq!(categories, ["CONFLICT", "VALIDATION_ERROR"]);
        assert_eq!(read.status, 200);
        assert_eq!(unknown.status, partial);
        assert_eq!(unknown.json()["numErrors"], 1);
        assert_eq!(refused.status, 404);
        assert_eq!(refused.error()["errors"][0]["in"], "inputs[1]");
        assert_eq!(archived.status, gone);
        assert_eq!(names(&left), ["one", "two"]);
    }
}

#[tokio::test]
async fn a_group_is_made_changed_and_deleted() {
    for (profile, [created, gone]) in [(Profile::Spec, [200, 200]), (Profile::Vendor, [201, 204])] {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let ask = async |method: &str, path: &str, body: Value| {
            let target = format!("{CALLS}/{path}");
            fixture.ask(&token, method, &target, &body).await
        };

        let before = ask("GET", "groups", json!({})).await.json();
        let made = ask(
            "POST",
            "groups",
            json!({ "name": "phone", "label": "Phone" }),
        )
        .await;
        let changed = ask("PATCH", "groups/phone", json!({ "displayOrder": 3 })).await;
        let mut property = new("stage");
        property["groupName"] = "phone".into();
        fixture.ask(&token, "POST", CALLS, &property).await;
        let in_use = ask("DELETE", "groups/phone", json!({})).await;
        ask("PATCH", "stage", json!({ "groupName": "call" })).await;
        let deleted = ask("DELETE", "groups/phone", json!({})).await;
        let after = ask("GET", "groups", json!({})).await.json();

        assert_eq!(names(&before), ["call", "demo", "engagement"]);
        assert_eq!(before["results"][0]["label"], "Call information");
        assert_eq!(before["results"][2]["label"], "Engagement");
        assert_eq!(made.status, created, "{}", made.text);
        let group =
            json!({ "name": "phone", "label": "Phone", "displayOrder": -1, "archived": false });
        assert_eq!(made.json(), group);
        assert_eq!(changed.json()["displayOrder"], 3);
        assert_eq!(in_use.status, 400);
        assert_eq!(deleted.status, gone);
        assert_eq!(after, before);
    }
}
