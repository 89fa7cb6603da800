//! Data from a seed file, and refusals of faulty ones.

use std::collections::BTreeSet;

use emulator::{Options, Platform, PlatformError, Profile, Seed, SeedFault};
use serde_json::{Value, json};

use super::support::{BOTH, Fixture, Reply, options};

/// One entry of each kind, with all its fields.
const WHOLE: &str = include_str!("data/seed.json");

fn with(profile: Profile, text: &str) -> Result<Fixture, PlatformError> {
    let additions = Seed::read(text.as_bytes())?;
    let options = Options {
        profile,
        additions,
        ..options()
    };
    Ok(Fixture {
        router: Platform::new(options)?.router(),
    })
}

/// The fault of a text, from its parsing or from the platform.
fn fault(text: &str) -> SeedFault {
    match with(Profile::Spec, text) {
        Err(PlatformError::Seed(fault)) => fault,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("no fault: {text}"),
    }
}

async fn read(fixture: &Fixture, namespace: &str, target: &str) -> Reply {
    let token = fixture.host_token_in(namespace).await;
    let target = [namespace, target].concat();
    fixture.ask(&token, "GET", &target, &json!({})).await
}

/// In each namespace, even after a reset: the file's data, and the platform's own.
#[tokio::test]
async fn what_a_seed_has_is_there_from_the_start() {
    for profile in BOTH {
        let fixture = with(profile, WHOLE).unwrap();
        let again = fixture.order("POST", "/ns/again/emulator/reset").await;
        assert_eq!(again.status, 200, "{}", again.text);
        for namespace in ["", "/ns/fresh", "/ns/again"] {
            let get = async |target: &str| {
                let reply = read(&fixture, namespace, target).await;
                assert_eq!(reply.status, 200, "{target} {}", reply.text);
                reply.json()
            };

            let contact = get("/crm/v3/objects/contacts/7?associations=companies").await;
            assert_eq!(contact["properties"]["email"], "eve@people.example");
            assert_eq!(contact["properties"]["firstname"], "Eve");
            assert_eq!(
                contact["associations"]["companies"]["results"][0]["id"],
                "27493818419"
            );
            let by_email = "/crm/v3/objects/contacts/ada@people.example?idProperty=email";
            assert_eq!(get(by_email).await["id"], "101");
            let badge = "/crm/v3/objects/contacts/B-7?idProperty=badge";
            assert_eq!(get(badge).await["id"], "7");
            let plan = get("/crm/v3/properties/companies/plan").await;
            assert_eq!(plan["groupName"], "billing");
            assert_eq!(plan["options"][1]["value"], "large");
            let quote = get("/crm/v3/objects/quotes/8?properties=hs_quote_amount,hs_locked").await;
            assert_eq!(quote["properties"]["hs_quote_amount"], "80");
            assert_eq!(quote["properties"]["hs_locked"], "true");
            let signers = get("/crm/v4/objects/quotes/8/associations/contacts").await;
            assert_eq!(signers["results"][0]["associationTypes"][1]["typeId"], 702);
            let ticket = get("/crm/v3/objects/tickets?properties=subject").await;
            assert_eq!(ticket["results"][0]["properties"]["subject"], "No tone");

            let owners = get("/crm/v3/owners").await;
            let owners = owners["results"].as_array().unwrap().iter();
            let owners: Vec<String> = owners
                .map(|one| format!("{} {} {}", one["id"], one["userId"], one["email"]))
                .collect();
            assert_eq!(
                owners,
                [
                    "\"77\" 7 \"kim@crm.example\"",
                    "\"41629779\" 9 \"admin@crm.example\"",
                    "\"41629780\" 10 \"agent@crm.example\"",
                    "\"41629782\" 12 \"lee@crm.example\""
                ]
            );

            let types = format!(
                "{namespace}/integrations/v1/789/timeline/event-types/41/properties\
                 ?hapikey=key-789&userId=1"
            );
            let properties = fixture.get(&types).await;
            assert_eq!(properties.status, 200, "{}", properties.text);
            let properties = properties.json();
            assert_eq!(properties[0]["name"], "room");
            assert_eq!(properties[0]["options"][1]["value"], "b");
            assert_eq!(properties[1]["objectProperty"], "lastname");
        }
    }
}

/// The app as a user installs it, with its cards; a user without the right cannot.
#[tokio::test]
async fn an_app_of_a_seed_is_installed_and_has_its_cards() {
    let fixture = with(Profile::Spec, WHOLE).unwrap();
    let query = [
        ("client_id", "mine"),
        ("redirect_uri", "http://localhost:3000/back"),
        ("scope", "developers-write oauth"),
    ];

    let request = fixture.consent(&query).await;
    let refused = fixture.decide(&request, "12", "allow").await;
    let code = fixture.code_of(&query).await;
    let form = [
        ("grant_type", "authorization_code"),
        ("code", code.as_str()),
        ("redirect_uri", "http://localhost:3000/back"),
        ("client_id", "mine"),
        ("client_secret", "secret-789"),
    ];
    let tokens = fixture.form("/oauth/v1/token", &form).await;
    assert_eq!(tokens.status, 200, "{}", tokens.text);
    let token = tokens.json()["access_token"].as_str().unwrap().to_owned();
    let migration = json!({ "legacyCrmCardId": 2001, "appCardId": 6001 });
    let target = "/crm/v3/extensions/cards-dev/789/views/migrate";
    let migrated = fixture.ask(&token, "POST", target, &migration).await;

    let back = refused.header("location");
    assert!(back.contains("?error=access_denied&"), "{back}");
    assert_eq!(migrated.json()["totalPortalCount"], 5, "{}", migrated.text);
}

/// Its source is `IMPORT`, as for the platform's own data.
#[tokio::test]
async fn a_record_of_a_seed_has_no_author_among_people_and_apps() {
    let fixture = with(Profile::Vendor, WHOLE).unwrap();

    let target = "/crm/v3/objects/contacts/7?propertiesWithHistory=firstname";
    let contact = read(&fixture, "", target).await.json();

    let history = &contact["propertiesWithHistory"]["firstname"][0];
    assert_eq!(history["sourceType"], "IMPORT");
    // Later records get other ids.
    let token = fixture.host_token().await;
    let body = json!({ "properties": {} });
    let made = fixture
        .ask(&token, "POST", "/crm/v3/objects/contacts", &body)
        .await
        .json();
    let id: i64 = made["id"].as_str().unwrap().parse().unwrap();
    assert!((10_000..1_000_000).contains(&id), "{id}");
}

#[test]
fn the_number_of_a_seed_is_its_own() {
    for (text, number) in [
        (r#"{"number":7}"#, Some(7)),
        (r#"{"number":9007199254740991}"#, Some((1 << 53) - 1)),
        ("{}", None),
        (" \u{feff}{}", None),
    ] {
        let Ok(seed) = Seed::read(text.as_bytes()) else {
            assert!(text.starts_with(' '), "{text}");
            continue;
        };
        assert_eq!(seed.number(), number);
    }
}

/// As editors of other systems write it.
#[tokio::test]
async fn a_mark_of_the_byte_order_and_other_ends_of_lines_are_read() {
    let windows = ["\u{feff}", &WHOLE.replace('\n', "\r\n")].concat();

    let fixture = with(Profile::Spec, &windows).unwrap();
    let fault = fault(&windows.replace("\"Eve\"", "[]"));

    let contact = read(&fixture, "", "/crm/v3/objects/contacts/7").await;
    assert_eq!(contact.status, 200, "{}", contact.text);
    let line = WHOLE.lines().position(|line| line.contains("\"Eve\""));
    assert_eq!(fault.line, line.unwrap() + 1);
}

const APP: &str = r#""appId":7,"name":"Mine","clientId":"mine","clientSecret":"canary-secret","developerKey":"canary-key","redirectUris":["http://localhost:3000/back"]"#;

const OWN: &str =
    r#""name":"plan","label":"Plan","fieldType":"text","groupName":"contactinformation""#;

/// Each a text, where `APP` and `OWN` stand for the fields of an app and of a property; the
/// line of the fault, and the message.
const FAULTS: &str = include_str!("data/seed_faults.json");

#[test]
fn a_fault_is_named_by_its_line_its_field_and_what_is_expected() {
    let faults: Vec<(String, usize, String)> = serde_json::from_str(FAULTS).unwrap();
    let mut other = Vec::new();
    for (text, line, words) in faults {
        let text = text.replace("APP", APP).replace("OWN", OWN);

        let fault = fault(&text);

        let said = match words.ends_with(": ") {
            true => fault.message.starts_with(&words),
            false => fault.message == words,
        };
        assert!(!fault.message.contains("canary"), "{fault}");
        if fault.line != line || !said {
            other.push(format!("{text}\n  {fault}\n  {line}: {words}"));
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
}

/// A seed's app has the fields of the control path's app, and no other.
#[tokio::test]
async fn an_app_of_a_seed_has_the_fields_of_one_that_is_registered() {
    let fixture = Fixture::new(Profile::Spec);
    let document = fixture.get("/emulator/openapi.json").await.json();
    let schemas = &document["components"]["schemas"];
    let parts = schemas["NewApp"]["allOf"].as_array().unwrap();
    let fields = |schema: &Value| {
        let fields = schema["properties"].as_object().cloned();
        fields.unwrap_or_default().into_iter().map(|(name, _)| name)
    };
    let own = parts.iter().flat_map(fields);
    let mut expected: BTreeSet<String> = own.chain(fields(&schemas["Registration"])).collect();
    expected.insert("appId".to_owned());

    let fault = fault(r#"{"apps":[{"unheard-of":1}]}"#);

    let (_, listed) = fault.message.split_once(": use ").unwrap();
    let listed: BTreeSet<String> = listed.split(", ").map(str::to_owned).collect();
    assert_eq!(listed, expected);
}

#[test]
fn a_seed_that_is_too_large_or_too_deep_is_refused_at_once() {
    let deep = "[".repeat(200_000);
    let deep = [deep, "]".repeat(200_000)].concat();
    let records = vec![r#"{"type":"contacts","properties":{}}"#; 10_001].join(",\n");
    let users = vec![r#"{"id":1,"email":""}"#; 1001].join(",");
    let space = " ".repeat(17 * 1024 * 1024);
    for (text, words) in [
        (deep.clone(), "the seed is a list: use an object"),
        (
            format!(r#"{{"records":{deep}}}"#),
            "records[0] is a list: use an object",
        ),
        (
            format!(r#"{{"records":[{{"type":"contacts","properties":{{"a":{deep}}}}}]}}"#),
            &format!(
                "records[0].properties.a{}[0… is nested too deep: use fewer lists in lists",
                "[0]".repeat(25)
            ),
        ),
        (
            format!(r#"{{"records":[{records}]}}"#),
            "records has 10001 entries: use 10000 at most",
        ),
        (
            format!(r#"{{"users":[{users}]}}"#),
            "users has 1001 entries: use 1000 at most",
        ),
        (
            space,
            "the seed has more than 16777216 bytes: leave some of it out",
        ),
        (
            format!(r#"{{"{}":1}}"#, "x".repeat(1_000_000)),
            &format!(
                "{}… is no field that there is: use number, apps, users, properties, records, eventTypes",
                "x".repeat(100)
            ),
        ),
    ] {
        let fault = Seed::read(text.as_bytes()).unwrap_err();
        assert_eq!(fault.message, words);
    }
    let line = r#"{"type":"line_items","properties":{},"associations":[{"type":"0-14","id":5}]}"#;
    let quote = r#"{"type":"quotes","id":5,"properties":{"hs_title":"x","hs_expiration_date":"2099-12-31"}}"#;
    let lines = vec![line; 201].join(",\n");
    let many = fault(&format!(r#"{{"records":[{quote},{lines}]}}"#));
    assert_eq!(
        (many.line, &*many.message),
        (
            201,
            "records[201].associations[0] is refused: the quote 5 has 200 line_items, and of a seed it may have no more: add them by requests"
        )
    );
    let custom = (0..101).map(|at| format!(r#"{{"type":"2-777","properties":{{"p{at}":1}}}}"#));
    let custom: Vec<String> = custom.collect();
    let names = fault(&format!(r#"{{"records":[{}]}}"#, custom.join(",\n")));
    assert_eq!(
        names.to_string(),
        "line 101: records[100].properties is refused: 2-777 would have more than 100 properties: use fewer names"
    );
    let latin = Seed::read(b"{\n\"apps\xe9\":[]}").unwrap_err();
    assert_eq!(
        latin.to_string(),
        "line 2: the seed is no text: save it as UTF-8"
    );
    let utf_16 = Seed::read(b"\xff\xfe{\0}\0").unwrap_err();
    assert_eq!(
        utf_16.to_string(),
        "line 1: the seed is no text: save it as UTF-8"
    );
}

/// A name in a message changes neither a terminal nor a line.
#[test]
fn what_a_fault_repeats_is_one_line_without_control_characters() {
    let fault = fault(
        "{\"records\":[{\"type\":\"contacts\",\"properties\":{\"a\\u001b[2J\\nerror: \\u0000\\u202e\\u2028\":\"x\"}}]}",
    );

    assert!(
        fault.message.is_ascii() && !fault.message.chars().any(char::is_control),
        "{:?}",
        fault.message
    );
    assert_eq!(fault.line, 1);
}

#[test]
fn nothing_secret_is_in_what_a_seed_prints_of_itself() {
    let text = format!("{{\"apps\":[{{{APP}}}]}}");

    let seed = Seed::read(text.as_bytes()).unwrap();

    assert!(!format!("{seed:?}").contains("canary"));
}
