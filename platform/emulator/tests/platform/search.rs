//! Records by the values of their properties, where a table cannot say it:
//! `data/exchanges/search.json` has the rest.

use std::time::Duration;

use emulator::Profile;
use serde_json::{Value, json};

use crate::support::{BOTH, Fixture};

const SEARCH: &str = "/crm/v3/objects/companies/search";

/// Companies with names of one letter, and what is said of each.
async fn companies(profile: Profile) -> (Fixture, String) {
    let fixture = Fixture::new(profile);
    let token = fixture.host_token().await;
    for (name, further) in [
        (
            "a",
            json!({ "numberofemployees": "9", "city": "Bremen", "is_public": true }),
        ),
        (
            "b",
            json!({ "numberofemployees": "10", "city": "BREMEN", "closedate": "2026-01-31" }),
        ),
        (
            "c",
            json!({ "numberofemployees": "100.5", "city": "Old Bremen", "type": "PARTNER" }),
        ),
        (
            "d",
            json!({ "city": "Kiel", "closedate": "1769904000000", "type": "VENDOR" }),
        ),
    ] {
        fixture.advance(Duration::from_secs(1)).await;
        let mut properties = further;
        properties["name"] = json!(name);
        let body = json!({ "properties": properties });
        let target = "/crm/v3/objects/companies";
        let made = fixture.ask(&token, "POST", target, &body).await;
        assert!(made.status < 300, "{}", made.text);
    }
    (fixture, token)
}

/// The names of what is found, in order; those that are there from the start have longer
/// ones.
async fn names(fixture: &Fixture, token: &str, search: &Value) -> String {
    let mut search = search.clone();
    search["properties"] = json!(["name"]);
    if search["limit"].is_null() {
        search["limit"] = json!(200);
    }
    let reply = fixture.ask(token, "POST", SEARCH, &search).await;
    assert_eq!(reply.status, 200, "{search} {}", reply.text);
    let found = reply.json();
    let names = found["results"].as_array().unwrap().iter();
    names
        .map(|one| one["properties"]["name"].as_str().unwrap())
        .filter(|name| name.len() == 1)
        .collect()
}

fn filter(name: &str, operator: &str, value: &str) -> Value {
    json!({ "propertyName": name, "operator": operator, "value": value })
}

fn of(filters: &[Value]) -> Value {
    json!({ "filterGroups": [{ "filters": filters }] })
}

/// Source: the service's guide to CRM search, read 2026-11.
#[tokio::test]
async fn each_operator_compares_as_the_kind_of_its_property_does() {
    for profile in BOTH {
        let (fixture, token) = companies(profile).await;
        for (name, operator, value, found) in [
            ("name", "EQ", "B", "b"),
            ("name", "NEQ", "b", "acd"),
            ("city", "EQ", "bremen", "ab"),
            ("city", "CONTAINS_TOKEN", "bremen", "abc"),
            ("city", "CONTAINS_TOKEN", "bre*", "abc"),
            ("city", "CONTAINS_TOKEN", "old bremen", "c"),
            ("city", "NOT_CONTAINS_TOKEN", "old", "abd"),
            ("numberofemployees", "LT", "10", "a"),
            ("numberofemployees", "LTE", "10", "ab"),
            ("numberofemployees", "GT", "10", "c"),
            ("numberofemployees", "GTE", "10.0", "bc"),
            ("numberofemployees", "EQ", "10.0", "b"),
            ("numberofemployees", "NEQ", "10", "ac"),
            ("is_public", "EQ", "true", "a"),
            ("type", "EQ", "PARTNER", "c"),
            ("type", "EQ", "partner", ""),
            ("closedate", "GTE", "2026-02-01", "d"),
            ("closedate", "LT", "1769904000000", "b"),
            ("createdate", "GT", "2026-01-01T00:00:02Z", "cd"),
            ("createdate", "LTE", "2026-01-01T00:00:02.000Z", "ab"),
            ("numberofemployees", "HAS_PROPERTY", "", "abc"),
            ("numberofemployees", "NOT_HAS_PROPERTY", "", "d"),
        ] {
            let search = of(&[filter(name, operator, value)]);
            let listed = names(&fixture, &token, &search).await;
            assert_eq!(listed, found, "{name} {operator} {value}");
        }
        for (further, found) in [
            (json!({ "operator": "IN", "values": ["A", "d"] }), "ad"),
            (json!({ "operator": "NOT_IN", "values": ["a", "d"] }), "bc"),
            (
                json!({ "operator": "BETWEEN", "value": "b", "highValue": "c" }),
                "bc",
            ),
        ] {
            let mut filter = further;
            filter["propertyName"] = json!("name");
            let listed = names(&fixture, &token, &of(&[filter.clone()])).await;
            assert_eq!(listed, found, "{filter}");
        }
    }
}

#[tokio::test]
async fn any_group_is_met_by_all_of_its_filters() {
    let (fixture, token) = companies(Profile::Spec).await;
    let search = json!({ "filterGroups": [
        { "filters": [filter("city", "EQ", "bremen"), filter("numberofemployees", "GT", "9")] },
        { "filters": [filter("city", "EQ", "kiel")] },
    ] });

    assert_eq!(names(&fixture, &token, &search).await, "bd");
    assert_eq!(names(&fixture, &token, &json!({})).await, "abcd");
}

#[tokio::test]
async fn what_is_found_is_in_the_order_that_is_asked_for() {
    let (fixture, token) = companies(Profile::Spec).await;
    let by = |name: &str, direction: &str| json!({ "propertyName": name, "direction": direction });
    for (sort, order) in [
        (by("name", "DESCENDING"), "dcba"),
        (by("numberofemployees", "ASCENDING"), "abcd"),
        // What has no value is last.
        (by("numberofemployees", "DESCENDING"), "cbad"),
        (by("closedate", "DESCENDING"), "dbac"),
        (json!({ "propertyName": "name" }), "abcd"),
        (json!("name"), "abcd"),
        (json!("-name"), "dcba"),
        // As the service's client for Node has it.
        (json!(by("createdate", "DESCENDING").to_string()), "dcba"),
    ] {
        let listed = names(&fixture, &token, &json!({ "sorts": [sort] })).await;
        assert_eq!(listed, order, "{sort}");
    }
}

#[tokio::test]
async fn what_is_found_is_told_part_by_part() {
    let (fixture, token) = companies(Profile::Vendor).await;
    let mut search = json!({ "sorts": ["name"], "limit": 4, "properties": ["name", "city"] });
    let mut listed = Vec::new();
    loop {
        let found = fixture.ask(&token, "POST", SEARCH, &search).await.json();
        // The four, and the two that are there from the start.
        assert_eq!(found["total"], 6);
        for one in found["results"].as_array().unwrap() {
            listed.push(one["properties"]["name"].as_str().unwrap().to_owned());
            assert!(one["properties"].get("city").is_some(), "{one}");
            assert!(one["properties"].get("phone").is_none(), "{one}");
        }
        let Some(after) = found["paging"]["next"]["after"].as_str() else {
            break;
        };
        search["after"] = json!(after);
    }
    assert_eq!(
        listed,
        ["a", "b", "c", "d", "Example Works", "Harbour & Finch"]
    );
    let counted = fixture
        .ask(&token, "POST", SEARCH, &json!({ "limit": 0 }))
        .await
        .json();
    assert_eq!(counted, json!({ "total": 6, "results": [] }));
}

/// Numbers, flags, null and filters without a group, as clients in other languages send them.
#[tokio::test]
async fn a_search_is_read_as_programs_send_it() {
    let (fixture, token) = companies(Profile::Vendor).await;
    let is = |name: &str, operator: &str, value: Value| {
        of(&[
            json!({ "propertyName": name, "operator": operator, "value": value, "values": null, "highValue": null }),
        ])
    };
    for (search, found) in [
        (json!({ "filters": [filter("name", "EQ", "b")] }), "b"),
        (
            json!({ "filterGroups": null, "filters": [filter("name", "EQ", "b")] }),
            "b",
        ),
        (is("numberofemployees", "EQ", json!(10)), "b"),
        (is("numberofemployees", "GTE", json!(100.5)), "c"),
        (is("is_public", "EQ", json!(true)), "a"),
        (is("is_public", "EQ", json!("True")), "a"),
        (
            of(&[
                json!({ "propertyName": "numberofemployees", "operator": "IN", "values": [9, "10"] }),
            ]),
            "ab",
        ),
        (
            of(&[
                json!({ "propertyName": "numberofemployees", "operator": "BETWEEN", "value": 9, "highValue": 10 }),
            ]),
            "ab",
        ),
        (
            json!({ "filterGroups": null, "filters": null, "query": null, "sorts": null, "after": null, "limit": "200" }),
            "abcd",
        ),
    ] {
        assert_eq!(names(&fixture, &token, &search).await, found, "{search}");
    }
}

/// The first search by a text makes an index of the property, which later writes keep.
#[tokio::test]
async fn an_exact_text_is_found_whatever_its_case_while_records_change() {
    let (fixture, token) = companies(Profile::Spec).await;
    let by = |operator: &str, values: Value| {
        let mut filter = json!({ "propertyName": "city", "operator": operator });
        let field = if values.is_array() { "values" } else { "value" };
        filter[field] = values;
        json!({ "filterGroups": [{ "filters": [filter] }] })
    };
    let id = async |name: &str| {
        let search = json!({ "filterGroups": [{ "filters": [
            { "propertyName": "name", "operator": "EQ", "value": name }] }] });
        let found = fixture.ask(&token, "POST", SEARCH, &search).await.json();
        let id = found["results"][0]["id"].as_str().unwrap();
        format!("/crm/v3/objects/companies/{id}")
    };
    assert_eq!(
        names(&fixture, &token, &by("EQ", json!("bremen"))).await,
        "ab"
    );
    assert_eq!(names(&fixture, &token, &by("EQ", json!("kiel"))).await, "d");

    let change = json!({ "properties": { "city": "KIEL" } });
    fixture.ask(&token, "PATCH", &id("a").await, &change).await;
    let change = json!({ "properties": { "city": "Köln" } });
    fixture.ask(&token, "PATCH", &id("b").await, &change).await;
    fixture
        .ask(&token, "DELETE", &id("d").await, &json!({}))
        .await;

    for (search, expected) in [
        (by("EQ", json!("bremen")), ""),
        (by("EQ", json!("Kiel")), "a"),
        (by("EQ", json!("KÖLN")), "b"),
        (by("IN", json!(["kiel", "old bremen"])), "ac"),
        (by("IN", json!(["kiel", "köln"])), "ab"),
    ] {
        assert_eq!(names(&fixture, &token, &search).await, expected, "{search}");
    }
}
