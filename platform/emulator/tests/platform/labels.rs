//! The labels of associations that an account defines.

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{BOTH, Fixture};

const LABELS: &str = "/crm/v4/associations/contacts/companies/labels";

fn names(list: &Value) -> Vec<(i64, Option<&str>)> {
    let all = list["results"].as_array().unwrap().iter();
    all.map(|one| (one["typeId"].as_i64().unwrap(), one["label"].as_str()))
        .collect()
}

#[tokio::test]
async fn a_label_is_defined_used_renamed_and_deleted() {
    for profile in BOTH {
        let fixture = Fixture::new(profile);
        let token = fixture.host_token().await;
        let ask = async |method: &str, target: &str, body: Value| {
            fixture.ask(&token, method, target, &body).await
        };
        let back = "/crm/v4/associations/companies/contacts/labels";
        let new = json!({ "name": "adviser", "label": "Adviser", "inverseLabel": "Advised by" });

        let before = ask("GET", LABELS, json!({})).await.json();
        let made = ask("POST", LABELS, new).await;
        let there = ask("GET", LABELS, json!({})).await.json();
        let inverse = ask("GET", back, json!({})).await.json();
        let used = ask(
            "PUT",
            "/crm/v4/objects/contacts/1001/associations/companies/201",
            json!([{ "associationCategory": "USER_DEFINED", "associationTypeId": 100_001 }]),
        )
        .await;
        let as_service = ask(
            "PUT",
            "/crm/v4/objects/contacts/1001/associations/companies/201",
            json!([{ "associationCategory": "HUBSPOT_DEFINED", "associationTypeId": 100_001 }]),
        )
        .await;
        let words = json!({ "associationTypeId": 100_001, "label": "Counsel" });
        let renamed = ask("PUT", LABELS, words).await;
        let of_contact = "/crm/v4/objects/contacts/1001/associations/companies";
        let of_company = "/crm/v4/objects/companies/201/associations/contacts";
        let (seen, seen_back) = (
            ask("GET", of_contact, json!({})).await.json(),
            ask("GET", of_company, json!({})).await.json(),
        );
        let deleted = ask("DELETE", &format!("{LABELS}/100001"), json!({})).await;
        let left = ask("GET", of_contact, json!({})).await.json();
        let after = ask("GET", LABELS, json!({})).await.json();

        assert_eq!(names(&before), [(279, None)]);
        assert_eq!(made.status, 200, "{}", made.text);
        assert_eq!(
            names(&made.json()),
            [(100_001, Some("Adviser")), (100_002, Some("Advised by"))]
        );
        assert_eq!(made.json()["results"][0]["category"], "USER_DEFINED");
        assert_eq!(names(&there), [(279, None), (100_001, Some("Adviser"))]);
        assert_eq!(
            names(&inverse),
            [(280, None), (100_002, Some("Advised by"))]
        );
        assert!(used.status < 300, "{}", used.text);
        assert_eq!(used.json()["labels"], json!(["Adviser"]));
        assert_eq!(as_service.status, 400);
        assert_eq!(
            as_service.error()["message"],
            "associationCategory is HUBSPOT_DEFINED: 100001 is of USER_DEFINED"
        );
        let success = if profile == Profile::Vendor { 204 } else { 200 };
        assert_eq!((renamed.status, deleted.status), (success, success));
        assert_eq!(
            seen["results"][0]["associationTypes"][1]["label"],
            "Counsel"
        );
        assert_eq!(
            seen_back["results"][0]["associationTypes"][1]["label"],
            "Advised by"
        );
        let types = left["results"][0]["associationTypes"].as_array().unwrap();
        assert_eq!(types.len(), 1, "{left}");
        assert_eq!(names(&after), names(&before));
    }
}

/// One number where it reads the same from both, as between two contacts.
#[tokio::test]
async fn a_label_of_one_type_has_one_number() {
    let fixture = Fixture::new(Profile::Vendor);
    let token = fixture.host_token().await;
    let target = "/crm/v4/associations/contacts/contacts/labels";
    let friend = json!({ "name": "friend", "label": "Friend" });
    let parent = json!({ "name": "parent", "label": "Parent", "inverseLabel": "Child" });

    let one = fixture.ask(&token, "POST", target, &friend).await.json();
    let two = fixture.ask(&token, "POST", target, &parent).await.json();
    let put = fixture
        .ask(
            &token,
            "PUT",
            "/crm/v4/objects/contacts/101/associations/contacts/102",
            &json!([{ "associationCategory": "USER_DEFINED", "associationTypeId": 100_002 }]),
        )
        .await;
    let child = fixture
        .ask(
            &token,
            "GET",
            "/crm/v4/objects/contacts/102/associations/contacts",
            &json!({}),
        )
        .await
        .json();

    assert_eq!(names(&one), [(100_001, Some("Friend"))]);
    assert_eq!(
        names(&two),
        [(100_002, Some("Parent")), (100_003, Some("Child"))]
    );
    assert_eq!(put.status, 201, "{}", put.text);
    assert_eq!(child["results"][0]["associationTypes"][1]["label"], "Child");
}

#[tokio::test]
async fn a_label_that_cannot_be_is_refused_with_what_is_expected() {
    let fixture = Fixture::new(Profile::Spec);
    let token = fixture.host_token().await;
    let one = format!("{LABELS}/279");
    let unknown = format!("{LABELS}/5");
    let word = format!("{LABELS}/x");
    let long = "x".repeat(101);
    let new = |name: &str, label: &str| json!({ "name": name, "label": label });
    fixture
        .ask(&token, "POST", LABELS, &new("taken", "Taken"))
        .await;
    let twice = fixture
        .ask(&token, "POST", LABELS, &new("taken", "Again"))
        .await;
    assert_eq!(twice.status, 409);
    for (method, target, body, status, message) in [
        (
            "POST",
            LABELS,
            new("a b", "A"),
            400,
            "a b cannot name a label: use letters, digits and underscores, a letter first, and 100 at most",
        ),
        (
            "POST",
            LABELS,
            new("a", " "),
            400,
            "label has 1 characters: use 1 to 100, which people read",
        ),
        (
            "POST",
            LABELS,
            new("a", &long),
            400,
            "label has 101 characters: use 1 to 100, which people read",
        ),
        (
            "PUT",
            LABELS,
            json!({ "associationTypeId": 279, "label": "A" }),
            400,
            "279 is the service's own: only a label that the account defined can be changed",
        ),
        (
            "DELETE",
            &one,
            json!({}),
            400,
            "279 is the service's own: only a label that the account defined can be changed",
        ),
        (
            "DELETE",
            &unknown,
            json!({}),
            404,
            "there is no label 5 between contacts and companies: GET …/labels lists those there are",
        ),
        (
            "DELETE",
            &word,
            json!({}),
            400,
            "x is no number of a label: use its typeId",
        ),
    ] {
        let reply = fixture.ask(&token, method, target, &body).await;

        assert_eq!(reply.status, status, "{target} {}", reply.text);
        assert_eq!(reply.error()["message"], message);
    }
}

/// A new record brings the account's labels as it does the service's.
#[tokio::test]
async fn a_record_is_made_with_a_label_of_the_account() {
    let fixture = Fixture::new(Profile::Vendor);
    let token = fixture.host_token().await;
    let new = json!({ "name": "caller", "label": "Caller" });
    let labels = "/crm/v4/associations/calls/contacts/labels";
    fixture.ask(&token, "POST", labels, &new).await;
    let types = json!([{ "associationCategory": "USER_DEFINED", "associationTypeId": 100_001 }]);
    let body = json!({ "properties": {}, "associations":
        [{ "to": { "id": "1001" }, "types": types }] });

    let made = fixture
        .ask(&token, "POST", "/crm/v3/objects/calls", &body)
        .await;

    assert_eq!(made.status, 201, "{}", made.text);
    let id = made.json()["id"].as_str().unwrap().to_owned();
    let target = format!("/crm/v4/objects/calls/{id}/associations/contacts");
    let list = fixture.ask(&token, "GET", &target, &json!({})).await.json();
    assert_eq!(list["results"][0]["associationTypes"][1]["label"], "Caller");
}

#[tokio::test]
async fn labels_are_bounded() {
    let fixture = Fixture::new(Profile::Spec);
    let token = fixture.host_token().await;
    for number in 0..50 {
        let new = json!({ "name": format!("label_{number}"), "label": "L" });
        let made = fixture.ask(&token, "POST", LABELS, &new).await;
        assert_eq!(made.status, 200, "{}", made.text);
    }
    let new = json!({ "name": "one_more", "label": "L" });

    let refused = fixture.ask(&token, "POST", LABELS, &new).await;

    assert_eq!(refused.status, 400);
    assert_eq!(
        refused.error()["message"],
        "there are 50 labels between contacts and companies already: delete one first"
    );
}
