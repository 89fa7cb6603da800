//! Exchanges with the platform, as tables: `data/exchanges` has requests and answers.
//!
//! Each exchange runs on a platform of its own, in both profiles unless it names one, and once
//! for each of its cases. A row is an action, the data sent with it, and the expected answer.
//!
//! | action | meaning |
//! |---|---|
//! | `METHOD /path` | a request with the host page's token and the header of control paths; DELETE and GET send nothing |
//! | `app METHOD /path` | the same with a token of the app 123 |
//! | `key METHOD /path` | the same with the app's developer key and a user, and no token |
//! | `none METHOD /path` | the same without any |
//! | `as TOKEN METHOD /path` | the same with this token |
//! | `scopes A,B METHOD /path` | the same with a token of the app 7 that has these scopes |
//! | `with NAME:VALUE …` | any of them with this header, in the place of another of its name |
//! | `N times …` | any of them N times; `{n}` is the number before |
//! | `make NAME TYPE` | a new record with these properties; `{NAME}` is then its id |
//! | `set TYPE/ID` | new properties of a record |
//! | `read TYPE/ID` | properties of a record; sends nothing |
//! | `link TYPE/ID TYPE/ID` | a default association; sends nothing |
//! | `advance MS` | a later time; sends nothing |
//!
//! | expected | meaning |
//! |---|---|
//! | a number, or a list of one for each profile | the status; without one it is a success |
//! | a code such as `LOCKED`, or a list of codes | those of a refusal with 400 |
//! | an object | part of the answer, of its properties after `make`, `set` and `read`; null means absent |
//! | `{NAME}=/pointer` | nothing: `{NAME}` is then this part of the answer |
//! | `{NAME}=before\|after` | nothing: `{NAME}` is the text between the two in the answer's location or body |
//! | `@name: value` | part of a header; without a value, none |
//! | `=NAME: A B` | a property of the results, one after the other |
//! | `in: field CODE` | the field of a refusal with 400, and its code, which is optional |
//! | any other text | part of the answer's text; after `!`, none |
//!
//! Bodies are JSON, or a form as a text; a text that begins with `{` or `[` is sent as JSON. In both,
//! `{"times": [N, value]}` is a list of as many, or a text that is repeated. `{owner}` and `{builtin}`
//! are the profile's names of that property and of the category of built-in associations, `{timeline}`
//! is the path of the app's timeline events, `{client}` the credentials of the app 123 in a form,
//! `{redirect}` its address in one, `{consent}` its parameters of the page of consent.

use std::{panic::AssertUnwindSafe, time::Duration};

use emulator::{Options, Profile, Seed};
use futures_util::FutureExt as _;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::{
    seed_file::WHOLE,
    support::{BOTH, CLIENT, Fixture, KEY, REDIRECT, Reply, authorization, form, options},
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Exchange {
    name: String,
    profile: Option<String>,
    /// Another exchange, whose rows come first.
    first: Option<String>,
    /// True to start with `data/seed.json`.
    #[serde(default)]
    seed: bool,
    #[serde(default)]
    cases: Vec<Map<String, Value>>,
    rows: Vec<Vec<Value>>,
}

/// One run of an exchange.
struct Run {
    fixture: Fixture,
    profile: Profile,
    names: Vec<(String, Value)>,
}

/// The caller.
enum Caller<'a> {
    App,
    Host,
    Key,
    None,
    Scopes(&'a str),
    Token(&'a str),
}

impl Run {
    async fn send(
        &self,
        caller: Caller<'_>,
        method: &str,
        target: &str,
        body: Option<&Value>,
        with: Option<(&str, &str)>,
    ) -> Reply {
        let (mut target, mut headers) = (target.to_owned(), vec![("x-emulator-control", "1")]);
        let token = match caller {
            Caller::App => Some(self.fixture.tokens().await.0),
            Caller::Host => Some(self.fixture.host_token_in(namespace_of(&target)).await),
            Caller::Scopes(scopes) => {
                let scopes: Vec<&str> = scopes.split(',').collect();
                Some(self.fixture.token_of(&scopes).await)
            }
            Caller::Token(token) => Some(token.to_owned()),
            Caller::Key => {
                target.push_str(if target.contains('?') { "&" } else { "?" });
                target.push_str(&format!("hapikey={KEY}&userId=9"));
                None
            }
            Caller::None => None,
        };
        let token = token.map(|token| format!("Bearer {token}"));
        if let Some(token) = &token {
            headers.push(("authorization", token));
        }
        let body = match body {
            None => String::new(),
            Some(Value::String(form)) => {
                let is_json = form.starts_with(['{', '[']);
                headers.push(("content-type", if is_json { JSON } else { FORM }));
                form.clone()
            }
            Some(body) => {
                headers.push(("content-type", JSON));
                body.to_string()
            }
        };
        if let Some((name, _)) = with {
            headers.retain(|(other, _)| *other != name);
        }
        headers.extend(with);
        self.fixture.call(method, &target, &headers, body).await
    }

    async fn row(&mut self, row: &[Value]) {
        let mut row = row.iter();
        let done = row.next().unwrap().as_str().unwrap();
        let (with, doing) = match done.strip_prefix("with ") {
            Some(rest) => {
                let (header, doing) = rest.split_once(' ').unwrap();
                (header.split_once(':'), doing)
            }
            None => (None, done),
        };
        let (caller, doing) = match doing.split_once(' ').unwrap() {
            ("app", doing) => (Caller::App, doing),
            ("key", doing) => (Caller::Key, doing),
            ("none", doing) => (Caller::None, doing),
            ("as", doing) => {
                let (token, doing) = doing.split_once(' ').unwrap();
                (Caller::Token(token), doing)
            }
            ("scopes", doing) => {
                let (scopes, doing) = doing.split_once(' ').unwrap();
                (Caller::Scopes(scopes), doing)
            }
            _ => (Caller::Host, doing),
        };
        let mut words = doing.split(' ');
        let (verb, what) = (words.next().unwrap(), words.next().unwrap());
        let further = words.next().unwrap_or_default();
        let record = |method: &'static str| (method, format!("/crm/v3/objects/{what}"));
        let (method, target) = match verb {
            "make" => ("POST", format!("/crm/v3/objects/{further}")),
            "set" => record("PATCH"),
            "read" => record("GET"),
            "link" => {
                let path = format!("/crm/v4/objects/{what}/associations/default/{further}");
                ("PUT", path)
            }
            "advance" => {
                let by = Duration::from_millis(what.parse().unwrap());
                return self.fixture.advance(by).await;
            }
            method => (method, what.to_owned()),
        };
        let is_of_properties = ["make", "set", "read"].contains(&verb);
        let body = match verb {
            "make" | "set" => row.next().map(|sent| json!({ "properties": sent })),
            "POST" | "PUT" | "PATCH" => row.next().filter(|sent| !sent.is_null()).cloned(),
            _ => None,
        };
        let expected: Vec<&Value> = row.collect();
        let target = match expected.iter().find_map(|one| one.as_object()) {
            Some(fields) if verb == "read" => {
                let names: Vec<&str> = fields.keys().map(String::as_str).collect();
                format!("{target}?properties={}", names.join(","))
            }
            _ => target,
        };

        let reply = self
            .send(caller, method, &target, body.as_ref(), with)
            .await;

        let place = format!("{done} {:?} {:?}: {}", self.profile, self.names, reply.text);
        let is_refused = reply.status >= 400;
        let mut has_status = false;
        for one in expected {
            has_status |= self.has_status(one, &reply, &place);
            match one {
                Value::Object(_) => {
                    let found = reply.json();
                    let found = if is_of_properties && !is_refused {
                        &found["properties"]
                    } else {
                        &found
                    };
                    assert!(holds(found, one), "{one} is not in {place}");
                }
                Value::String(text) if !is_code(text) && !text.starts_with("in: ") => {
                    self.text(text, &reply, &place);
                }
                Value::Null | Value::Bool(_) => panic!("{one} is nothing to expect: {place}"),
                _ => {}
            }
        }
        assert!(has_status || !is_refused, "{place}");
        if is_refused && reply.text.starts_with('{') {
            reply.error();
        }
        if verb == "make" && !is_refused {
            self.names
                .push((what.to_owned(), reply.json()["id"].clone()));
        }
    }

    /// Checks a status or codes, if expected.
    fn has_status(&self, expected: &Value, reply: &Reply, place: &str) -> bool {
        let both = expected
            .as_array()
            .filter(|all| all.first().is_some_and(Value::is_number));
        let status = both.map_or(expected, |both| {
            &both[usize::from(self.profile == Profile::Vendor)]
        });
        if let Some(status) = status.as_u64() {
            assert_eq!(u64::from(reply.status), status, "{place}");
            return true;
        }
        let field = expected.as_str().and_then(|text| text.strip_prefix("in: "));
        if let Some(field) = field {
            let (field, code) = field.split_once(' ').unwrap_or((field, ""));
            let error = &reply.json()["errors"][0];
            assert_eq!(
                (reply.status, &error["in"]),
                (400, &field.into()),
                "{place}"
            );
            assert!(code.is_empty() || error["code"] == code, "{place}");
            return true;
        }
        let codes = match expected {
            Value::Array(codes) => codes.clone(),
            Value::String(code) if is_code(code) => vec![expected.clone()],
            _ => return false,
        };
        let body = reply.json();
        let errors = body["errors"].as_array().into_iter().flatten();
        let found: Vec<Value> = errors.map(|error| error["code"].clone()).collect();
        assert_eq!((reply.status, found), (400, codes), "{place}");
        true
    }

    fn text(&mut self, text: &str, reply: &Reply, place: &str) {
        let captured = text
            .strip_prefix('{')
            .and_then(|text| text.split_once("}="));
        if let Some((name, pointer)) = captured {
            let value = match pointer.split_once('|') {
                None => reply.json().pointer(pointer).cloned(),
                Some((before, after)) => {
                    let texts = [reply.header("location"), &reply.text];
                    let mut found = texts.iter().filter_map(|text| text.split_once(before));
                    let found = found.next().map(|(_, rest)| rest.split(after).next());
                    found.flatten().map(Value::from)
                }
            };
            let value = value.unwrap_or_else(|| panic!("no {name} in {place}"));
            self.names.push((name.to_owned(), value));
        } else if let Some((name, value)) =
            text.strip_prefix('@').and_then(|it| it.split_once(": "))
        {
            let found = reply.header(name);
            let is_there = found.contains(value) && found.is_empty() == value.is_empty();
            assert!(is_there, "{name} is {found} in {place}");
        } else if let Some((name, values)) =
            text.strip_prefix('=').and_then(|it| it.split_once(": "))
        {
            let found = reply.json();
            let results = found["results"].as_array().into_iter().flatten();
            let found = results.map(|one| one["properties"][name].as_str().unwrap_or("-"));
            assert_eq!(found.collect::<Vec<_>>().join(" "), values, "{place}");
        } else if let Some(text) = text.strip_prefix('!') {
            assert!(!reply.text.contains(text), "{text} is in {place}");
        } else {
            assert!(reply.text.contains(text), "{text} is not in {place}");
        }
    }
}

/// The namespace that a target begins with, as a part of it.
fn namespace_of(target: &str) -> &str {
    let name = target.strip_prefix("/ns/").and_then(|rest| rest.find('/'));
    name.map_or("", |end| &target[..end + 4])
}

const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";

/// True for the code of a refusal.
fn is_code(text: &str) -> bool {
    text.len() > 3 && text.bytes().all(|it| it.is_ascii_uppercase() || it == b'_')
}

/// True if a value includes the wanted one; null stands for an absent value.
fn holds(found: &Value, wanted: &Value) -> bool {
    match (found, wanted) {
        (_, Value::Object(fields)) => fields.iter().all(|(name, one)| holds(&found[name], one)),
        (Value::Array(all), Value::Array(wanted)) => {
            all.len() == wanted.len() && all.iter().zip(wanted).all(|(one, it)| holds(one, it))
        }
        _ => found == wanted,
    }
}

/// Runs every exchange of a file, and lists those that fail.
async fn run(file: &str) {
    let exchanges: Vec<Exchange> = serde_json::from_str(file).unwrap();
    let mut failed = Vec::new();
    for (exchange, profile) in exchanges.iter().flat_map(|one| BOTH.map(|it| (one, it))) {
        let name = format!("{profile:?}").to_lowercase();
        if exchange.profile.as_ref().is_some_and(|only| *only != name) {
            continue;
        }
        let none = [Map::new()];
        let cases = match &*exchange.cases {
            [] => &none[..],
            cases => cases,
        };
        let first = exchange.first.as_ref();
        let first = first.map(|name| exchanges.iter().find(|one| one.name == *name).unwrap());
        let rows = first.into_iter().chain([exchange]);
        let rows: Vec<&Vec<Value>> = rows.flat_map(|one| &one.rows).collect();
        for case in cases {
            let additions = if exchange.seed { WHOLE } else { "{}" };
            let options = Options {
                profile,
                additions: Seed::read(additions.as_bytes()).unwrap(),
                ..options()
            };
            let of_case = run_case(options, case, &rows);
            if AssertUnwindSafe(of_case).catch_unwind().await.is_err() {
                failed.push(format!("{} {name} {case:?}", exchange.name));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

async fn run_case(options: Options, case: &Map<String, Value>, rows: &[&Vec<Value>]) {
    let profile = options.profile;
    let mut run = Run {
        fixture: Fixture::filled(options).await,
        profile,
        names: case
            .iter()
            .map(|(name, value)| (name.clone(), filled(value, &[])))
            .collect(),
    };
    let (owner, builtin) = match profile {
        Profile::Spec => ("svc_owner_id", "SERVICE_DEFINED"),
        Profile::Vendor => ("hubspot_owner_id", "HUBSPOT_DEFINED"),
    };
    for (name, value) in [
        ("owner", owner),
        ("builtin", builtin),
        ("timeline", "/integrations/v1/123/timeline"),
        ("client", &form(&CLIENT)),
        ("redirect", &form(&[("", REDIRECT)])[1..]),
        ("consent", &form(&authorization())),
    ] {
        run.names.push((name.to_owned(), value.into()));
    }
    for row in rows {
        let (count, done) = match row[0].as_str().unwrap().split_once(" times ") {
            Some((count, done)) => (count.parse().unwrap(), done),
            None => (1, row[0].as_str().unwrap()),
        };
        let row: Vec<Value> = [done.into()].into_iter().chain(row[1..].to_vec()).collect();
        for number in 0..count {
            run.names.push(("n".to_owned(), number.to_string().into()));
            let row: Vec<Value> = row.iter().map(|one| filled(one, &run.names)).collect();
            run.row(&row).await;
            run.names.retain(|(name, _)| name != "n");
        }
    }
}

/// A row with names and cases filled in: a text that is `{name}` alone becomes the value.
fn filled(row: &Value, names: &[(String, Value)]) -> Value {
    match row {
        Value::String(text) => {
            let whole = names
                .iter()
                .find(|(name, _)| *text == format!("{{{name}}}"));
            if let Some((_, value)) = whole {
                return filled(value, names);
            }
            let within = |text: String, (name, value): &(String, Value)| {
                let value = value
                    .as_str()
                    .map_or_else(|| value.to_string(), str::to_owned);
                text.replace(&format!("{{{name}}}"), &value)
            };
            names.iter().fold(text.clone(), within).into()
        }
        Value::Array(all) => all.iter().map(|one| filled(one, names)).collect(),
        Value::Object(fields) if fields.contains_key("times") && fields["times"].is_array() => {
            let count = usize::try_from(fields["times"][0].as_u64().unwrap()).unwrap();
            match filled(&fields["times"][1], names) {
                Value::String(text) => text.repeat(count).into(),
                value => vec![value; count].into(),
            }
        }
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, one)| {
                let name = filled(&name.as_str().into(), names);
                (name.as_str().unwrap().to_owned(), filled(one, names))
            });
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

macro_rules! tables {
    ($($name:ident: $file:literal,)*) => { $(
        #[tokio::test]
        async fn $name() {
            run(include_str!(concat!("data/exchanges/", $file, ".json"))).await;
        }
    )* };
}

tables! {
    batches_are_as_the_service_does_them: "batches",
    card_migrations_are_as_the_reference_says: "cards",
    settings_and_calls_are_as_the_reference_says: "settings",
    associations_are_as_version_3_has_them: "associations_v3",
    control_requests_refuse_what_would_do_nothing: "control",
    definitions_are_made_changed_and_deleted: "definitions",
    labels_are_the_accounts_own: "labels",
    line_items_come_to_what_their_terms_say: "line_items",
    records_are_known_by_unique_values: "identity",
    records_are_as_both_profiles_have_them: "records",
    tokens_end_as_the_reference_says: "oauth",
    owners_and_their_records_are_as_the_service_has_them: "owners",
    quotes_are_as_the_contract_says: "quotes",
    timelines_are_as_the_contract_and_the_legacy_guide_say: "timeline",
    a_seed_has_what_requests_would_make: "seed",
    searches_are_as_the_service_does_them: "search",
    values_and_bodies_are_read_as_the_service_reads_them: "values",
}
