//! Events of apps on the timelines of records: `/integrations/v1/{appId}/timeline`.
//!
//! Rows of the contract and of the legacy guide are named with each test.

use std::time::Duration;

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{self, BOTH, Fixture, KEY, Reply};

const TYPES: &str = "/integrations/v1/123/timeline/event-types";
const EVENT: &str = "/integrations/v1/123/timeline/event";
const OTHER_KEY: &str = "emulator-developer-key-456";

/// A platform, and an access token of the seeded app.
struct Timeline {
    fixture: Fixture,
    token: String,
}

impl Timeline {
    async fn new(profile: Profile) -> Self {
        let fixture = Fixture::new(profile);
        let (token, _) = fixture.tokens().await;
        Self { fixture, token }
    }

    /// Asks as the developer.
    async fn dev(&self, method: &str, path: &str, body: &Value) -> Reply {
        let target = format!("{path}?hapikey={KEY}&userId=9");
        self.fixture.json(method, &target, body).await
    }

    /// Asks as the app in the account.
    async fn app(&self, method: &str, path: &str, body: &Value) -> Reply {
        self.fixture.ask(&self.token, method, path, body).await
    }

    async fn made_type(&self, body: Value) -> i64 {
        let made = self.dev("POST", TYPES, &body).await;
        assert_eq!(made.status, 200, "{}", made.text);
        made.json()["id"].as_i64().unwrap()
    }

    /// An event type of contacts with these templates.
    async fn with_templates(&self, header: &str, detail: &str) -> i64 {
        let body = json!({ "name": "Webinar", "headerTemplate": header, "detailTemplate": detail });
        self.made_type(body).await
    }

    async fn made_property(&self, of: i64, body: Value) -> Value {
        let made = self
            .dev("POST", &format!("{TYPES}/{of}/properties"), &body)
            .await;
        assert_eq!(made.status, 200, "{}", made.text);
        made.json()
    }

    /// Stores an event; in either profile it is there then.
    async fn put(&self, event: &Value) {
        let reply = self.app("PUT", EVENT, event).await;
        assert!([200, 204].contains(&reply.status), "{}", reply.text);
    }

    async fn stored(&self, of: i64, id: &str) -> Value {
        let reply = self
            .app("GET", &format!("{EVENT}/{of}/{id}"), &Value::Null)
            .await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()
    }

    /// An event as a page shows it.
    async fn view(&self, of: i64, id: &str) -> Value {
        let path = format!("/emulator/timeline/123/{of}/{id}");
        let reply = self.app("GET", &path, &Value::Null).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()
    }

    async fn record(&self, path: &str) -> Value {
        let token = self.fixture.host_token().await;
        let reply = self.fixture.ask(&token, "GET", path, &Value::Null).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()
    }

    async fn timeline(&self, record: &str) -> Vec<String> {
        let timeline = self.record(&format!("/emulator/timeline/{record}")).await;
        let results = timeline["results"].as_array().unwrap().iter();
        results
            .map(|one| one["id"].as_str().unwrap().to_owned())
            .collect()
    }
}

fn refused(reply: &Reply, status: u16, field: &str) {
    assert_eq!(reply.status, status, "{}", reply.text);
    assert_eq!(reply.json()["errors"][0]["in"], field, "{}", reply.text);
}

/// 4.4, rows 1 to 3; 2.5.
#[tokio::test]
async fn an_event_type_is_made_listed_and_read() {
    for profile in BOTH {
        let timeline = Timeline::new(profile).await;
        let body = json!({ "name": "Webinar", "applicationId": "123", "objectType": "COMPANY",
            "headerTemplate": "# {{id}} {{objectType}}", "detailTemplate": null });

        let made = timeline.dev("POST", TYPES, &body).await;

        assert_eq!(made.status, 200, "{}", made.text);
        let made = made.json();
        let id = made["id"].as_i64().expect("a number");
        assert_eq!(
            made,
            json!({ "id": id, "name": "Webinar", "applicationId": 123, "objectType": "COMPANY",
                "headerTemplate": "# {{id}} {{objectType}}", "detailTemplate": null })
        );
        let read = timeline
            .dev("GET", &format!("{TYPES}/{id}"), &Value::Null)
            .await;
        assert_eq!((read.status, read.json()), (200, made.clone()));
        let list = timeline.dev("GET", TYPES, &Value::Null).await;
        assert_eq!(list.status, 200);
        assert!(list.json().as_array().unwrap().contains(&made));
        // Contacts, where nothing else is said.
        let of = timeline.made_type(json!({ "name": "Plain" })).await;
        let read = timeline
            .dev("GET", &format!("{TYPES}/{of}"), &Value::Null)
            .await;
        assert_eq!(read.json()["objectType"], "CONTACT");
    }
}

/// The legacy guide: `PUT` and `DELETE` of an event type are 204 without a body.
#[tokio::test]
async fn an_event_type_is_replaced_and_deleted() {
    for profile in BOTH {
        let timeline = Timeline::new(profile).await;
        let of = timeline.with_templates("{{id}}", "").await;
        let path = format!("{TYPES}/{of}");
        timeline
            .put(&json!({ "id": "w", "eventTypeId": of, "objectId": 101 }))
            .await;

        let changed = timeline
            .dev("PUT", &path, &json!({ "name": "Other" }))
            .await;
        let moved = timeline
            .dev(
                "PUT",
                &path,
                &json!({ "name": "Other", "objectType": "DEAL" }),
            )
            .await;
        let read = timeline.dev("GET", &path, &Value::Null).await.json();
        let deleted = timeline.dev("DELETE", &path, &Value::Null).await;

        let is_spec = profile == Profile::Spec;
        assert_eq!(changed.status, if is_spec { 200 } else { 204 });
        if is_spec {
            assert_eq!(changed.json(), read);
        } else {
            assert_eq!((&*changed.text, &*deleted.text), ("", ""));
        }
        assert_eq!(
            (&read["name"], &read["headerTemplate"]),
            (&json!("Other"), &Value::Null)
        );
        refused(&moved, 400, "objectType");
        assert_eq!(deleted.status, if is_spec { 200 } else { 204 });
        assert_eq!(timeline.dev("GET", &path, &Value::Null).await.status, 404);
        assert!(
            !timeline
                .timeline("contacts/101")
                .await
                .contains(&"w".to_owned())
        );
    }
}

/// 4.4, rows 4 to 6; 2.6.
#[tokio::test]
async fn properties_are_made_listed_replaced_and_deleted() {
    for profile in BOTH {
        let timeline = Timeline::new(profile).await;
        let of = timeline.with_templates("", "").await;
        let path = format!("{TYPES}/{of}/properties");
        let options = json!([{ "value": "a", "label": "A" }]);

        let mut made = Vec::new();
        for (name, kind, options) in [
            ("seats", "Numeric", Value::Null),
            ("title", "String", Value::Null),
            ("room", "Enumeration", options.clone()),
            ("empty", "Enumeration", json!([])),
            ("start", "Date", Value::Null),
        ] {
            let body = json!({ "name": name, "label": "Label", "propertyType": kind,
                "options": options });
            made.push(timeline.made_property(of, body).await);
        }

        let room = made[2]["id"].clone();
        assert_eq!(
            made[2],
            json!({ "id": room, "eventTypeId": of, "name": "room", "label": "Label",
                "propertyType": "Enumeration", "objectProperty": null,
                "options": [{ "value": "a", "label": "A", "propertyId": room }] })
        );
        assert_eq!(
            (&made[0]["options"], &made[3]["options"]),
            (&Value::Null, &json!([]))
        );
        let list = timeline.dev("GET", &path, &Value::Null).await;
        assert_eq!((list.status, list.json()), (200, json!(made)));

        let change = json!({ "id": room, "name": "room", "label": "Hall",
            "propertyType": "Enumeration", "options": [{ "value": "b", "label": "B" }] });
        let changed = timeline.dev("PUT", &path, &change).await;
        let is_spec = profile == Profile::Spec;
        assert_eq!(
            changed.status,
            if is_spec { 200 } else { 204 },
            "{}",
            changed.text
        );
        let list = timeline.dev("GET", &path, &Value::Null).await.json();
        assert_eq!(list[2]["label"], "Hall");
        assert_eq!(list[2]["options"][0]["value"], "b");
        if is_spec {
            assert_eq!(changed.json(), list[2]);
        }
        let deleted = timeline
            .dev("DELETE", &format!("{path}/{room}"), &Value::Null)
            .await;
        assert_eq!(deleted.status, if is_spec { 200 } else { 204 });
        let list = timeline.dev("GET", &path, &Value::Null).await.json();
        assert_eq!(list.as_array().unwrap().len(), 4);
        let again = timeline
            .dev("DELETE", &format!("{path}/{room}"), &Value::Null)
            .await;
        assert_eq!(again.status, 404);
    }
}

/// The legacy guide: what of a property is unique, and what cannot change.
#[tokio::test]
async fn a_property_has_a_name_of_its_own_and_stays_what_it_is() {
    let timeline = Timeline::new(Profile::Spec).await;
    let of = timeline.with_templates("", "").await;
    let other = timeline.with_templates("", "").await;
    let path = format!("{TYPES}/{of}/properties");
    let body = |name: &str, kind: &str| json!({ "name": name, "label": "L", "propertyType": kind });
    let id = timeline.made_property(of, body("room", "String")).await["id"].clone();
    let with_id = |mut body: Value, id: &Value| {
        body["id"] = id.clone();
        body
    };

    assert_eq!(
        timeline
            .dev("POST", &path, &body("room", "Date"))
            .await
            .status,
        409
    );
    refused(
        &timeline.dev("POST", &path, &body("a b", "String")).await,
        400,
        "name",
    );
    refused(
        &timeline.dev("POST", &path, &body("lookup", "String")).await,
        400,
        "name",
    );
    refused(
        &timeline.dev("POST", &path, &body("x", "Boolean")).await,
        400,
        "propertyType",
    );
    let mut options = body("x", "Numeric");
    options["options"] = json!([{ "value": "a", "label": "A" }]);
    refused(&timeline.dev("POST", &path, &options).await, 400, "options");
    let mut nowhere = body("x", "String");
    nowhere["objectProperty"] = json!("no_such_property");
    refused(
        &timeline.dev("POST", &path, &nowhere).await,
        400,
        "objectProperty",
    );
    for changed in [body("hall", "String"), body("room", "Numeric")] {
        let reply = timeline.dev("PUT", &path, &with_id(changed, &id)).await;
        refused(&reply, 400, "name");
    }
    let unknown = with_id(body("room", "String"), &json!(7));
    assert_eq!(timeline.dev("PUT", &path, &unknown).await.status, 404);
    let elsewhere = format!("{TYPES}/{other}/properties");
    let moved = timeline
        .dev("PUT", &elsewhere, &with_id(body("room", "String"), &id))
        .await;
    assert_eq!(moved.status, 404);
}

/// 4.5: an event is made and replaced by either method.
#[tokio::test]
async fn an_event_is_made_and_replaced_by_its_identifier() {
    for profile in BOTH {
        for method in ["POST", "PUT"] {
            let timeline = Timeline::new(profile).await;
            let of = timeline.with_templates("{{id}}", "").await;
            let event = json!({ "id": "w/1", "eventTypeId": of.to_string(), "objectId": 101,
                "timestamp": 1_767_225_000_000_i64, "extraData": { "a": { "b": [1] } },
                "presentationId": "7" });

            let made = timeline.app(method, EVENT, &event).await;

            let is_spec = profile == Profile::Spec;
            assert_eq!(
                made.status,
                if is_spec { 200 } else { 204 },
                "{}",
                made.text
            );
            if is_spec {
                assert_eq!(made.json(), event);
            } else {
                assert_eq!(made.text, "");
            }
            assert_eq!(timeline.stored(of, "w%2F1").await, event);
            // All of it is replaced.
            let next = json!({ "id": "w/1", "eventTypeId": of, "objectId": 102 });
            timeline.put(&next).await;
            assert_eq!(
                timeline.stored(of, "w%2F1").await,
                json!({ "id": "w/1", "eventTypeId": of.to_string(), "objectId": 102,
                    "timestamp": 1_767_225_600_000_i64 })
            );
            assert_eq!(timeline.timeline("contacts/101").await, [""; 0]);
            assert_eq!(timeline.timeline("contacts/102").await, ["w/1"]);
        }
    }
}

/// The legacy guide: an identifier is unique among the events of a type.
#[tokio::test]
async fn events_of_two_types_may_have_one_identifier() {
    let timeline = Timeline::new(Profile::Spec).await;
    let types = [
        timeline.with_templates("one", "").await,
        timeline.with_templates("two", "").await,
    ];
    for of in types {
        timeline
            .put(&json!({ "id": "w", "eventTypeId": of, "objectId": 101 }))
            .await;
    }

    assert_eq!(timeline.timeline("contacts/101").await, ["w", "w"]);
}

/// The legacy guide: a batch has up to a hundred events; 4.5 and 7.2 for the answers.
#[tokio::test]
async fn a_batch_is_stored_whole_or_not_at_all() {
    for profile in BOTH {
        let timeline = Timeline::new(profile).await;
        let of = timeline.with_templates("", "").await;
        let path = format!("{EVENT}/batch");
        let events = |count: usize| -> Vec<Value> {
            let each = 0..count;
            each.map(|at| json!({ "id": format!("w{at}"), "eventTypeId": of, "objectId": 101 }))
                .collect()
        };

        let put = timeline
            .app("PUT", &path, &json!({ "eventWrappers": events(100) }))
            .await;
        let many = timeline
            .app("PUT", &path, &json!({ "eventWrappers": events(101) }))
            .await;
        let missing = timeline.app("PUT", &path, &json!({})).await;
        refused(&missing, 400, "eventWrappers");
        let none = timeline
            .app("PUT", &path, &json!({ "eventWrappers": [] }))
            .await;
        let mut bad = events(3);
        bad[0]["email"] = json!("new@people.example");
        bad[0]["id"] = json!("fresh");
        bad[2]["unknown"] = json!("x");
        let bad = timeline
            .app("PUT", &path, &json!({ "eventWrappers": bad }))
            .await;

        let is_spec = profile == Profile::Spec;
        assert_eq!(put.status, if is_spec { 200 } else { 204 }, "{}", put.text);
        if is_spec {
            assert_eq!(put.json()["eventWrappers"].as_array().unwrap().len(), 100);
        }
        refused(&many, 400, "eventWrappers");
        refused(&none, 400, "eventWrappers");
        assert_eq!(bad.status, 400, "{}", bad.text);
        assert_eq!(bad.error()["errors"][0]["in"], "eventWrappers[2].unknown");
        let message = bad.error()["message"].as_str().unwrap().to_owned();
        assert!(
            message.starts_with("eventWrappers[2]: unknown is neither"),
            "{message}"
        );
        for (field, value, part) in [
            ("objectId", json!(999_999), "eventWrappers[1]: "),
            (
                "eventTypeId",
                json!("999999"),
                "eventWrappers[1]: there is no event type 999999",
            ),
            // Text of the caller's names no event.
            (
                "eventTypeId",
                json!("eventWrappers[1]"),
                "eventWrappers[1]: ",
            ),
            (
                "timestamp",
                json!(i64::MAX),
                "eventWrappers[1]: timestamp is no moment",
            ),
            ("timestamp", json!([]), "eventWrappers[1].timestamp is "),
            ("id", json!(""), "eventWrappers[1]: id is empty"),
            ("id", json!(null), "eventWrappers[1].id is null: use a text"),
        ] {
            let mut one = events(3);
            one[1][field] = value;
            let reply = timeline
                .app("PUT", &path, &json!({ "eventWrappers": one }))
                .await;
            let message = reply.error()["message"].as_str().unwrap().to_owned();
            assert!(message.starts_with(part), "{field}: {message}");
        }
        let fresh = timeline
            .app("GET", &format!("{EVENT}/{of}/fresh"), &Value::Null)
            .await;
        assert_eq!(fresh.status, 404);
        let ada = timeline.record("/crm/v3/objects/contacts/101").await;
        assert_eq!(ada["properties"]["email"], "ada@people.example");
    }
}

/// 2.7 and its rule: at least one identity.
#[tokio::test]
async fn an_event_names_its_record_by_one_of_three() {
    let timeline = Timeline::new(Profile::Spec).await;
    let of = timeline.with_templates("", "").await;
    let event = |id: &str, who: Value| {
        let mut event = json!({ "id": id, "eventTypeId": of });
        event
            .as_object_mut()
            .unwrap()
            .extend(who.as_object().unwrap().clone());
        event
    };

    refused(
        &timeline.app("PUT", EVENT, &event("0", json!({}))).await,
        400,
        "objectId",
    );
    let none = timeline
        .app("PUT", EVENT, &event("0", json!({ "objectId": 999 })))
        .await;
    assert_eq!(none.status, 404, "{}", none.text);
    // An address finds its contact, and makes one that is not there.
    timeline
        .put(&event("1", json!({ "email": "Ada@People.Example" })))
        .await;
    assert_eq!(timeline.stored(of, "1").await["objectId"], 101);
    timeline
        .put(&event("2", json!({ "email": "new@people.example" })))
        .await;
    let made = timeline.stored(of, "2").await["objectId"].as_i64().unwrap();
    assert!(made > 10_000);
    timeline
        .put(&event("3", json!({ "email": "new@people.example" })))
        .await;
    assert_eq!(timeline.stored(of, "3").await["objectId"], made);
    let wrong = timeline
        .app("PUT", EVENT, &event("4", json!({ "email": "nobody" })))
        .await;
    assert_eq!(wrong.status, 400, "{}", wrong.text);
    // With an identifier beside, that contact gets the address.
    timeline
        .put(&event(
            "5",
            json!({ "objectId": 102, "email": "benny@people.example" }),
        ))
        .await;
    let ben = timeline.record("/crm/v3/objects/contacts/102").await;
    assert_eq!(ben["properties"]["email"], "benny@people.example");
    let taken = json!({ "objectId": 102, "email": "ada@people.example" });
    assert_eq!(
        timeline.app("PUT", EVENT, &event("6", taken)).await.status,
        409
    );
}

/// The legacy guide, `utk`: a visitor who is nobody yet is visit_of_ada once an event says who.
#[tokio::test]
async fn events_of_a_visitor_wait_for_the_contact() {
    let timeline = Timeline::new(Profile::Spec).await;
    let of = timeline.with_templates("", "").await;
    let visit = |id: &str, utk: &str| json!({ "id": id, "eventTypeId": of, "utk": utk });

    timeline.put(&visit("1", "token-a")).await;
    timeline.put(&visit("2", "token-b")).await;
    assert_eq!(timeline.stored(of, "1").await.get("objectId"), None);
    let mut visit_of_ada = visit("3", "token-a");
    visit_of_ada["objectId"] = json!(101);
    timeline.put(&visit_of_ada).await;

    assert_eq!(timeline.timeline("contacts/101").await, ["1", "3"]);
    assert_eq!(timeline.stored(of, "1").await["objectId"], 101);
    timeline.put(&visit("4", "token-a")).await;
    assert_eq!(timeline.timeline("contacts/101").await, ["1", "3", "4"]);
    // An address beside the token is that contact's from then on.
    let mut named = visit("5", "token-a");
    named["email"] = json!("countess@people.example");
    timeline.put(&named).await;
    let ada = timeline.record("/crm/v3/objects/contacts/101").await;
    assert_eq!(ada["properties"]["email"], "countess@people.example");
}

/// 2.5: record kinds; the legacy guide: companies and deals are named by `objectId`.
#[tokio::test]
async fn a_company_is_named_by_its_identifier() {
    let timeline = Timeline::new(Profile::Spec).await;
    let of = timeline
        .made_type(json!({ "name": "Visit", "objectType": "COMPANY" }))
        .await;

    let by_email = json!({ "id": "1", "eventTypeId": of, "email": "ada@people.example" });
    refused(
        &timeline.app("PUT", EVENT, &by_email).await,
        400,
        "objectId",
    );
    timeline
        .put(&json!({ "id": "1", "eventTypeId": of, "objectId": 201 }))
        .await;
    assert_eq!(timeline.timeline("companies/201").await, ["1"]);
    let ticket = timeline
        .dev(
            "POST",
            TYPES,
            &json!({ "name": "T", "objectType": "TICKET" }),
        )
        .await;
    refused(&ticket, 400, "objectType");
}

/// The legacy guide, values; 2.7 for `extraData`.
#[tokio::test]
async fn values_are_judged_by_their_property() {
    let timeline = Timeline::new(Profile::Spec).await;
    let of = timeline.with_templates("", "").await;
    for (name, kind, options) in [
        ("seats", "Numeric", Value::Null),
        ("title", "String", Value::Null),
        (
            "room",
            "Enumeration",
            json!([{ "value": "a", "label": "A" }]),
        ),
        ("start", "Date", Value::Null),
    ] {
        let body = json!({ "name": name, "label": "L", "propertyType": kind, "options": options });
        timeline.made_property(of, body).await;
    }
    let event = |field: &str, value: Value| {
        let mut event = json!({ "id": "1", "eventTypeId": of, "objectId": 101 });
        event[field] = value;
        event
    };

    for (field, value, stored) in [
        ("seats", json!("12.50"), "12.50"),
        ("seats", json!(7), "7"),
        ("title", json!("Ada & co"), "Ada & co"),
        ("room", json!("a"), "a"),
        ("start", json!("1767225600000"), "1767225600000"),
    ] {
        timeline.put(&event(field, value.clone())).await;
        assert_eq!(timeline.stored(of, "1").await[field], stored, "{field}");
        // The same from the data for the templates.
        timeline
            .put(&event("extraData", json!({ field: value, "more": [1] })))
            .await;
        let read = timeline.stored(of, "1").await;
        assert_eq!(
            (&read[field], &read["extraData"]["more"]),
            (&json!(stored), &json!([1]))
        );
    }
    for (field, value) in [
        ("seats", json!("many")),
        ("seats", json!([1])),
        ("room", json!("b")),
        ("room", json!("A")),
        ("start", json!("2026-01-01")),
        ("unknown", json!("x")),
        ("object_id", json!("x")),
        ("__proto__", json!("x")),
        ("constructor", json!("x")),
    ] {
        let reply = timeline
            .app("PUT", EVENT, &event(field, value.clone()))
            .await;
        refused(&reply, 400, field);
        if ["seats", "room", "start"].contains(&field) && !value.is_array() {
            let inside = event("extraData", json!({ field: value }));
            refused(&timeline.app("PUT", EVENT, &inside).await, 400, field);
        }
    }
    for (field, value) in [
        ("timestamp", json!("soon")),
        ("objectId", json!("x")),
        ("timelineIFrame", json!({ "linkLabel": "Open" })),
        ("eventTypeId", json!({})),
    ] {
        let reply = timeline.app("PUT", EVENT, &event(field, value)).await;
        assert_eq!(reply.status, 400, "{field}");
        assert!(reply.text.contains(field), "{field}: {}", reply.text);
    }
}

/// 2.6, `objectProperty`: the value is the record's too.
#[tokio::test]
async fn a_value_is_written_to_the_record() {
    let timeline = Timeline::new(Profile::Spec).await;
    let of = timeline.with_templates("", "").await;
    for (name, to) in [("place", "city"), ("stage", "lifecyclestage")] {
        let body = json!({ "name": name, "label": "L", "propertyType": "String",
            "objectProperty": to });
        timeline.made_property(of, body).await;
    }

    let event = json!({ "id": "1", "eventTypeId": of, "objectId": 101, "place": "Turin" });
    timeline.put(&event).await;
    let ada = timeline
        .record("/crm/v3/objects/contacts/101?propertiesWithHistory=city")
        .await;
    assert_eq!(ada["properties"]["city"], "Turin");
    let source = &ada["propertiesWithHistory"]["city"][0];
    assert_eq!(
        (&source["sourceType"], &source["sourceId"]),
        (&json!("INTEGRATION"), &json!("123"))
    );
    // What the record cannot have is refused, and nothing of the event stays.
    let bad = json!({ "id": "2", "eventTypeId": of, "email": "fresh@people.example",
        "stage": "no such stage" });
    let reply = timeline.app("PUT", EVENT, &bad).await;
    assert_eq!(reply.status, 400, "{}", reply.text);
    let read = timeline
        .app("GET", &format!("{EVENT}/{of}/2"), &Value::Null)
        .await;
    assert_eq!(read.status, 404);
    let token = timeline.fixture.host_token().await;
    let path = "/crm/v3/objects/contacts/fresh@people.example?idProperty=email";
    let fresh = timeline
        .fixture
        .ask(&token, "GET", path, &Value::Null)
        .await;
    assert_eq!(fresh.status, 404);
}

/// 8, "Propagation delay of event-type changes"; 4.4, row 6: new and existing events.
#[tokio::test]
async fn a_change_of_a_type_reaches_events_within_an_hour() {
    let timeline = Timeline::new(Profile::Spec).await;
    let of = timeline.with_templates("old {{room}}", "").await;
    let option = |value: &str| json!([{ "value": value, "label": "L" }]);
    let room = json!({ "name": "room", "label": "L", "propertyType": "Enumeration",
        "options": option("a") });
    // What is made new is there at once.
    let made = timeline.made_property(of, room).await;
    let event = |id: &str, room: &str| json!({ "id": id, "eventTypeId": of, "objectId": 101, "room": room });
    timeline.put(&event("1", "a")).await;

    let path = format!("{TYPES}/{of}");
    let new = json!({ "name": "New", "headerTemplate": "new {{room}}" });
    assert_eq!(timeline.dev("PUT", &path, &new).await.status, 200);
    let change = json!({ "id": made["id"], "name": "room", "label": "L",
        "propertyType": "Enumeration", "options": option("b") });
    let properties = format!("{path}/properties");
    assert_eq!(timeline.dev("PUT", &properties, &change).await.status, 200);

    // Its developer reads the change; events do not have it yet.
    let read = timeline.dev("GET", &path, &Value::Null).await.json();
    assert_eq!(read["headerTemplate"], "new {{room}}");
    assert_eq!(timeline.view(of, "1").await["header"], "old a");
    timeline.fixture.advance(Duration::from_secs(3599)).await;
    let timeline = Timeline {
        token: timeline.fixture.tokens().await.0,
        ..timeline
    };
    assert_eq!(timeline.view(of, "1").await["eventTypeName"], "Webinar");
    refused(
        &timeline.app("PUT", EVENT, &event("2", "b")).await,
        400,
        "room",
    );
    // A property that is made meanwhile waits for nothing.
    let note = json!({ "name": "note", "label": "L", "propertyType": "String" });
    timeline.made_property(of, note).await;
    let mut noted = event("3", "a");
    noted["note"] = json!("x");
    timeline.put(&noted).await;

    timeline.fixture.advance(Duration::from_secs(1)).await;

    assert_eq!(timeline.view(of, "1").await["header"], "new a");
    assert_eq!(timeline.view(of, "1").await["eventTypeName"], "New");
    timeline.put(&event("2", "b")).await;
    refused(
        &timeline.app("PUT", EVENT, &event("4", "a")).await,
        400,
        "room",
    );
    noted["room"] = json!("b");
    timeline.put(&noted).await;
}

/// 7.3: an app without events is refused everywhere; one that says it has some is not.
#[tokio::test]
async fn an_app_without_events_is_refused() {
    let fixture = Fixture::new(Profile::Spec);
    let types = format!("/integrations/v1/456/timeline/event-types?hapikey={OTHER_KEY}");
    let app = json!({ "name": "Mine", "clientId": "mine", "clientSecret": "s",
        "developerKey": "k", "redirectUris": [], "scopes": ["timeline"] });
    let own = "/integrations/v1/7/timeline/event-types?hapikey=k";

    let other = fixture.get(&types).await;
    fixture.control("POST", "/emulator/apps/7", &app).await;
    let before = fixture.get(own).await;
    let mut with_events = app.clone();
    with_events["hasTimelineEvents"] = json!(true);
    fixture
        .control("POST", "/emulator/apps/7", &with_events)
        .await;
    let after = fixture.get(own).await;

    for reply in [&other, &before] {
        assert_eq!(reply.status, 403, "{}", reply.text);
        assert_eq!(reply.error()["category"], "FORBIDDEN");
    }
    assert_eq!((after.status, after.json()), (200, json!([])));
    let token = fixture.token_of(&["timeline"]).await;
    let event = json!({ "id": "1", "eventTypeId": "5001", "objectId": 101 });
    let put = fixture
        .ask(&token, "PUT", "/integrations/v1/7/timeline/event", &event)
        .await;
    // Registered anew without the flag.
    assert_eq!(put.status, 403, "{}", put.text);
}

/// The legacy guide, authentication: a developer's key for types, a token for events.
#[tokio::test]
async fn types_take_a_key_and_events_a_token() {
    let timeline = Timeline::new(Profile::Spec).await;
    let fixture = &timeline.fixture;
    let event = json!({ "id": "1", "eventTypeId": "5001", "objectId": 101 });
    let none = &Value::Null;

    for (reply, status) in [
        (fixture.get(TYPES).await, 401),
        (fixture.get(&format!("{TYPES}?hapikey=wrong")).await, 401),
        (
            fixture.get(&format!("{TYPES}?hapikey={OTHER_KEY}")).await,
            404,
        ),
        (timeline.app("GET", TYPES, none).await, 401),
        (
            fixture
                .json("PUT", &format!("{EVENT}?hapikey={KEY}"), &event)
                .await,
            401,
        ),
        (
            timeline
                .app("PUT", "/integrations/v1/456/timeline/event", &event)
                .await,
            404,
        ),
        (
            timeline
                .app("PUT", "/integrations/v1/x/timeline/event", &event)
                .await,
            400,
        ),
    ] {
        assert_eq!(reply.status, status, "{}", reply.text);
    }
    let token = fixture.token_of(&["oauth"]).await;
    let reply = fixture
        .ask(&token, "PUT", "/integrations/v1/7/timeline/event", &event)
        .await;
    assert_eq!(reply.status, 403);
    assert_eq!(reply.error()["category"], "MISSING_SCOPES");
}

/// The service refuses a creation without the user; its older client for Node names the user
/// there alone.
#[tokio::test]
async fn the_vendor_profile_requires_the_user() {
    for profile in BOTH {
        let timeline = Timeline::new(profile).await;
        let of = timeline.with_templates("", "").await;
        for (method, path) in [
            ("GET", TYPES.to_owned()),
            ("POST", TYPES.to_owned()),
            ("PUT", format!("{TYPES}/{of}")),
            ("GET", format!("{TYPES}/{of}/properties")),
            ("POST", format!("{TYPES}/{of}/properties")),
            ("DELETE", format!("{TYPES}/{of}")),
        ] {
            let body = json!({ "name": "a", "label": "L", "propertyType": "String" });
            let target = format!("{path}?hapikey={KEY}");
            let reply = timeline.fixture.json(method, &target, &body).await;
            if method == "POST" && profile == Profile::Vendor {
                refused(&reply, 400, "userId");
            } else {
                assert!(reply.status < 300, "{method} {path} {}", reply.text);
            }
        }
    }
}

/// The legacy guide: an event's type is the app's own.
#[tokio::test]
async fn an_event_is_of_a_type_of_its_app() {
    let fixture = Fixture::new(Profile::Spec);
    let app = json!({ "name": "Mine", "clientId": "mine", "clientSecret": "s",
        "developerKey": "mine-key", "redirectUris": [support::REDIRECT], "scopes": ["timeline"],
        "hasTimelineEvents": true });
    let token = fixture.token_of(&["timeline"]).await;
    fixture.control("POST", "/emulator/apps/7", &app).await;
    let events = "/integrations/v1/7/timeline/event";

    let event = json!({ "id": "1", "eventTypeId": "5001", "objectId": 101 });
    let put = fixture.ask(&token, "PUT", events, &event).await;
    refused(&put, 400, "eventTypeId");
    for path in ["5001/survey-7341", "7/1", "x/1"] {
        let read = fixture
            .ask(&token, "GET", &format!("{events}/{path}"), &Value::Null)
            .await;
        assert_eq!(read.status, 404, "{path}");
    }
    let types = "/integrations/v1/7/timeline/event-types";
    let read = fixture.get(&format!("{types}/5001?hapikey=mine-key")).await;
    assert_eq!(read.status, 404);
    let reply = fixture
        .ask(
            &token,
            "GET",
            "/emulator/timeline/7/5001/survey-7341",
            &Value::Null,
        )
        .await;
    assert_eq!(reply.status, 404);
}

/// What the service says of a field that is missing.
#[tokio::test]
async fn a_missing_field_is_invalid_json_to_the_service() {
    for profile in BOTH {
        let timeline = Timeline::new(profile).await;
        for reply in [
            timeline
                .dev("POST", TYPES, &json!({ "objectType": "CONTACT" }))
                .await,
            timeline
                .app("PUT", EVENT, &json!({ "id": "1", "objectId": 101 }))
                .await,
            timeline
                .app("PUT", EVENT, &json!({ "id": "1", "eventTypeId": "5001" }))
                .await,
        ] {
            assert_eq!(reply.status, 400);
            let error = reply.error();
            let message = error["message"].as_str().unwrap();
            let is_vendor = profile == Profile::Vendor;
            assert_eq!(error.get("category").is_none(), is_vendor, "{message}");
            assert_eq!(
                message.starts_with("Invalid input JSON on line 1, column "),
                is_vendor,
                "{message}"
            );
        }
    }
}

/// The legacy guide, templates: a fault is refused where it is stored.
#[tokio::test]
async fn a_template_with_a_fault_is_refused_with_its_place() {
    let timeline = Timeline::new(Profile::Spec).await;
    for field in ["headerTemplate", "detailTemplate"] {
        let body = json!({ "name": "Bad", field: "one\n{{#if a}}" });
        let reply = timeline.dev("POST", TYPES, &body).await;
        refused(&reply, 400, field);
        assert!(reply.text.contains("line 2, column"), "{}", reply.text);
    }
    let of = timeline.with_templates("good", "").await;
    let bad = json!({ "name": "Bad", "headerTemplate": "{{steal this}}" });
    let reply = timeline.dev("PUT", &format!("{TYPES}/{of}"), &bad).await;
    refused(&reply, 400, "headerTemplate");
    assert!(
        reply.text.contains("there is no helper steal"),
        "{}",
        reply.text
    );
}

/// The legacy guide, templates and frames: an event as the record's page shows it.
/// The legacy guide, templates: its own examples.
#[tokio::test]
async fn extra_data_may_be_a_list() {
    let timeline = Timeline::new(Profile::Vendor).await;
    let of = timeline
        .with_templates("{{extraData[1]}}", "[a link](hubspot.com)")
        .await;
    for (id, extra, shown) in [
        ("1", json!(["a", "b"]), "b"),
        ("2", json!([{ "x": 1 }, 2]), "2"),
        ("3", json!("text"), ""),
    ] {
        let event = json!({ "id": id, "eventTypeId": of, "objectId": 101, "extraData": extra });
        let sent = timeline.app("PUT", EVENT, &event).await;
        assert_eq!(sent.status, 204, "{}", sent.text);

        let view = timeline.view(of, id).await;

        assert_eq!(view["header"], shown);
        let detail = view["detail"].as_str().unwrap();
        assert!(detail.contains("href=\"https://hubspot.com\""), "{detail}");
    }
}

#[tokio::test]
async fn an_event_is_shown_with_title_detail_and_frame() {
    let timeline = Timeline::new(Profile::Spec).await;
    let of = timeline
        .with_templates(
            "Seat **{{seats}}** {{#if seats}}taken{{else}}free{{/if}}",
            "# {{extraData.title}}\n{{#each extraData.list}}\n- {{this}}\n{{/each}}\n\n\
             :phone: {{#formatDate timestamp format=\"short\"}}{{/formatDate}}\nsecond line",
        )
        .await;
    let body = json!({ "name": "seats", "label": "L", "propertyType": "Numeric" });
    timeline.made_property(of, body).await;
    let iframe = json!({ "linkLabel": "Open", "iframeLabel": "Ticket", "width": 800, "height": 300,
        "iframeUri": "https://app.example/t" });
    timeline
        .put(
            &json!({ "id": "1", "eventTypeId": of, "objectId": 101, "seats": "0",
            "timestamp": 1_416_325_631_000_i64, "timelineIFrame": iframe,
            "extraData": { "title": "**T** & <b>", "list": ["a", "_b_"] } }),
        )
        .await;

    let view = timeline.view(of, "1").await;

    assert_eq!(
        view,
        json!({ "appId": 123, "eventTypeId": of, "eventTypeName": "Webinar", "id": "1",
            "timestamp": 1_416_325_631_000_i64, "timelineIFrame": iframe,
            "header": "Seat <strong>0</strong> free",
            "detail": "<h1>**T** &amp; &lt;b&gt;</h1>\n<ul>\n<li>a</li>\n<li>_b_</li>\n</ul>\n\
                <p>☎️ 11/18/14 3:47 PM<br>\nsecond line</p>" })
    );
    let all = timeline.record("/emulator/timeline/contacts/101").await;
    assert_eq!(all["results"], json!([view]));
    let mut http = json!({ "id": "2", "eventTypeId": of, "objectId": 101 });
    http["timelineIFrame"] = iframe;
    http["timelineIFrame"]["iframeUri"] = json!("http://app.example/t");
    refused(
        &timeline.app("PUT", EVENT, &http).await,
        400,
        "timelineIFrame.iframeUri",
    );
}

/// A choice: dates are in the account's time zone, which is UTC at first.
#[tokio::test]
async fn a_date_is_in_the_time_zone_of_the_account() {
    let timeline = Timeline::new(Profile::Spec).await;
    let of = timeline
        .with_templates("{{#formatDate timestamp}}{{/formatDate}}", "")
        .await;
    timeline
        .put(&json!({ "id": "1", "eventTypeId": of, "objectId": 101,
            "timestamp": 1_416_325_631_000_i64 }))
        .await;

    let utc = timeline.view(of, "1").await;
    let zone = json!({ "timeZone": "US/Eastern" });
    timeline
        .fixture
        .control("PATCH", "/emulator/account", &zone)
        .await;
    let eastern = timeline.view(of, "1").await;

    assert_eq!(utc["header"], "Nov 18, 2014 3:47:11 PM");
    assert_eq!(eastern["header"], "Nov 18, 2014 10:47:11 AM");
}

/// 2.5: an event on a deal.
#[tokio::test]
async fn an_event_is_on_a_deal() {
    let timeline = Timeline::new(Profile::Spec).await;
    let of = timeline
        .made_type(json!({ "name": "Step", "objectType": "DEAL" }))
        .await;
    let token = timeline.fixture.host_token().await;
    let body = json!({ "properties": { "dealname": "Cases" } });
    let deals = "/crm/v3/objects/deals";
    let made = timeline.fixture.ask(&token, "POST", deals, &body).await;
    assert_eq!(made.status, 200, "{}", made.text);
    let id: i64 = made.json()["id"].as_str().unwrap().parse().unwrap();

    timeline
        .put(&json!({ "id": "1", "eventTypeId": of, "objectId": id }))
        .await;

    assert_eq!(timeline.timeline(&format!("deals/{id}")).await, ["1"]);
}

#[tokio::test]
async fn a_rendering_without_end_is_told_and_hurts_nobody() {
    let timeline = Timeline::new(Profile::Spec).await;
    let of = timeline
        .with_templates(
            "fine",
            "{{#each extraData.a}}{{#each ../extraData.a}}{{#each ../../extraData.a}}\
             {{/each}}{{/each}}{{/each}}",
        )
        .await;
    let many: Vec<i32> = (0..20_000).collect();
    timeline
        .put(&json!({ "id": "1", "eventTypeId": of, "objectId": 101, "extraData": { "a": many } }))
        .await;

    let view = timeline.view(of, "1").await;

    assert_eq!(
        (&view["header"], &view["detail"]),
        (&json!("fine"), &json!(""))
    );
    let problem = view["problem"].as_str().unwrap();
    assert_eq!(
        problem,
        "the detail is not shown: it takes more than 10000 steps"
    );
}

/// What is there from the start, for the demo.
#[tokio::test]
async fn the_demo_has_events() {
    let timeline = Timeline::new(Profile::Spec).await;

    assert_eq!(
        timeline.timeline("contacts/1001").await,
        ["survey-7341", "voicemail-118"]
    );
    assert_eq!(timeline.timeline("companies/2001").await, ["number-9"]);
    let all = timeline
        .record("/emulator/timeline/contacts/1001?limit=1")
        .await;
    assert_eq!(
        all["results"][0]["header"],
        "Rated a call <strong>4 of 5</strong> by text"
    );
    assert_eq!(all["results"].as_array().unwrap().len(), 1);
    let token = timeline.fixture.host_token().await;
    for (target, status) in [
        ("contacts/7", 404),
        ("nothing/1001", 400),
        ("contacts/1001?limit=0", 400),
    ] {
        let path = format!("/emulator/timeline/{target}");
        let reply = timeline
            .fixture
            .ask(&token, "GET", &path, &Value::Null)
            .await;
        assert_eq!(reply.status, status, "{target}");
    }
    let reply = timeline
        .fixture
        .get("/emulator/timeline/contacts/1001")
        .await;
    assert_eq!(reply.status, 401);
}

#[tokio::test]
async fn a_snapshot_holds_types_events_and_visitors() {
    let timeline = Timeline::new(Profile::Spec).await;
    let of = timeline.with_templates("{{id}}", "").await;
    let event = json!({ "id": "1", "eventTypeId": of, "objectId": 101, "utk": "t" });
    timeline.put(&event).await;
    let control = async |path: &str| {
        let reply = timeline.fixture.order("POST", path).await;
        assert_eq!(reply.status, 200, "{}", reply.text);
    };

    control("/emulator/snapshot").await;
    timeline
        .dev("DELETE", &format!("{TYPES}/{of}"), &Value::Null)
        .await;
    control("/emulator/restore").await;
    assert_eq!(timeline.timeline("contacts/101").await, ["1"]);
    timeline
        .put(&json!({ "id": "2", "eventTypeId": of, "utk": "t" }))
        .await;
    assert_eq!(timeline.stored(of, "2").await["objectId"], 101);
    control("/emulator/reset").await;
    let (token, _) = timeline.fixture.tokens().await;
    let timeline = Timeline { token, ..timeline };
    let path = format!("{EVENT}/{of}/1");
    assert_eq!(timeline.app("GET", &path, &Value::Null).await.status, 404);
    assert_eq!(timeline.timeline("contacts/1001").await.len(), 2);
}
