//! What the reader reads, and what it reports.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::json;

use super::*;
use crate::{identifier::text_or_number, settings::SettingsPatch};

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Sample {
    id: i32,
    name: String,
    is_ready: Option<bool>,
    #[serde(default)]
    tags: Vec<String>,
    kind: Kind,
    numbers: Option<BTreeMap<String, Inner>>,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
enum Kind {
    #[default]
    Small,
    VeryLarge,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
struct Inner {
    number: i64,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
struct Part {
    number: i64,
    #[serde(deserialize_with = "text_or_number")]
    after: String,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
struct Search {
    #[serde(default)]
    names: Vec<String>,
    kinds: Vec<Kind>,
    #[serde(default)]
    parts: Vec<Part>,
    #[serde(deserialize_with = "text_or_number")]
    after: String,
}

fn read(value: &Value) -> (Sample, Vec<String>) {
    let mut reader = Reader::default();
    let sample = reader.read("sample", Some(value));
    let texts = reader.problems(Vec::new());
    (sample, texts.into_iter().map(|it| it.message).collect())
}

#[test]
fn what_is_as_expected_is_read() {
    let value = json!({ "id": 7.0, "name": "a", "isReady": true, "tags": ["b"], "new": 1,
        "kind": "VERY_LARGE", "numbers": { "one": { "number": 1 } } });

    let (sample, problems) = read(&value);

    assert_eq!(problems, [""; 0]);
    assert_eq!(
        sample,
        Sample {
            id: 7,
            name: "a".to_owned(),
            is_ready: Some(true),
            tags: vec!["b".to_owned()],
            kind: Kind::VeryLarge,
            numbers: Some(BTreeMap::from([("one".to_owned(), Inner { number: 1 })])),
        }
    );
}

#[test]
fn every_fault_is_reported_in_order_and_without_its_value() {
    let value = json!({ "id": "canary", "isReady": null, "tags": ["b", { "canary": 1 }],
        "kind": "canary", "numbers": { "one": {}, "two": "canary" } });

    let (_, problems) = read(&value);

    assert_eq!(
        problems,
        [
            "id is no whole number: use one, without quotes",
            "name is missing: add a text",
            "isReady is neither true nor false: use one of them, without quotes",
            "tags[1] is no text: use a text",
            "kind is not an allowed value: use one of SMALL, VERY_LARGE",
            "numbers.one.number is missing: add a whole number",
            "numbers.two is no object: use an object with number",
        ]
    );
}

#[test]
fn what_is_no_object_has_one_fault() {
    assert_eq!(
        read(&json!(["canary"])).1,
        ["sample is no object: use an object with id, name, isReady, tags, kind, numbers"]
    );
    let mut reader = Reader::default();
    let _: Sample = reader.read("sample", None);
    let problems = reader.problems(vec![Problem::new(ProblemCode::Empty, Some("name"), "")]);
    assert_eq!(problems.len(), 1);
    assert_eq!(
        (problems[0].code, problems[0].field),
        (ProblemCode::MissingField, Some("sample"))
    );
}

/// The faults of a parameter, by its name and the path inside it.
fn faults<T: DeserializeOwned + Default>(value: Option<&Value>) -> Vec<String> {
    let mut reader = Reader::default();
    let _: T = reader.field("search", value);
    let check = Problem::new(ProblemCode::Empty, Some("kinds"), "checked");
    let problems = reader.problems(vec![check]).into_iter();
    problems.map(|it| it.message).collect()
}

#[test]
fn a_field_with_a_default_may_be_absent_and_may_not_be_null() {
    assert_eq!(
        faults::<Search>(Some(&json!({ "kinds": ["SMALL"], "after": 1 }))),
        ["checked"]
    );
    assert_eq!(
        faults::<Search>(Some(&json!({ "kinds": [], "names": null, "after": 1 }))),
        ["search.names is no list: use a list"]
    );
}

#[test]
fn every_fault_inside_a_parameter_is_reported_with_its_path() {
    let value = json!({ "kinds": ["SMALL", "canary"],
        "parts": [{ "after": true }, {}, 7, { "number": 1.5, "after": "" }] });

    assert_eq!(
        faults::<Search>(Some(&value)),
        [
            "search.kinds[1] is not an allowed value: use one of SMALL, VERY_LARGE",
            "search.parts[0].number is missing: add a whole number",
            "search.parts[0].after is of another type: use a text or a whole number",
            "search.parts[1].number is missing: add a whole number",
            "search.parts[1].after is missing: add a value",
            "search.parts[2] is no object: use an object with number, after",
            "search.parts[3].number is no whole number of the field's range: use one",
            "search.after is missing: add a value",
        ]
    );
    assert_eq!(
        faults::<Search>(None),
        ["search is missing: add an object with names, kinds, parts, after"]
    );
    assert_eq!(
        faults::<Search>(Some(&json!("canary"))),
        ["search is no object: use an object with names, kinds, parts, after"]
    );
}

#[test]
fn an_object_with_fields_of_any_name_is_read_too() {
    #[derive(Debug, Default, Deserialize)]
    struct Open {
        id: String,
        #[serde(flatten)]
        inner: Inner,
        #[serde(flatten)]
        more: BTreeMap<String, Value>,
    }

    assert_eq!(
        faults::<Open>(Some(&json!({ "more": 1 }))),
        [
            "search.id is missing: add a text",
            "search.number is missing: add a value"
        ]
    );
    let mut reader = Reader::default();
    let read: Open = reader.field("open", Some(&json!({ "id": "a", "number": 1, "b": [2] })));
    assert_eq!((read.id.as_str(), read.inner.number), ("a", 1));
    assert_eq!(read.more["b"], json!([2]));
}

#[test]
fn an_object_that_is_read_in_two_parts_has_its_faults_once() {
    #[derive(Debug, Default, Deserialize)]
    #[serde(default)]
    struct Page {
        limit: Option<u32>,
    }
    let mut reader = Reader::default();

    let _: Page = reader.field("selection", Some(&json!("canary")));
    let _: Inner = reader.field("selection", Some(&json!("canary")));

    assert_eq!(reader.problems(Vec::new()).len(), 1);
}

#[test]
fn a_part_of_a_path_leads_nowhere_else() {
    let code = |value: Value| {
        let mut reader = Reader::default();
        reader.part("id", Some(&value));
        let problems = reader.problems(Vec::new()).into_iter();
        problems.map(|it| it.code).collect::<Vec<_>>()
    };

    for good in ["1", "2-123", "a/b", "...", "a.b"] {
        assert_eq!(code(json!(good)), [], "{good}");
    }
    assert_eq!(code(json!("")), [ProblemCode::Empty]);
    assert_eq!(code(json!(".")), [ProblemCode::InvalidName]);
    assert_eq!(code(json!("..")), [ProblemCode::InvalidName]);
    assert_eq!(code(json!(1)), [ProblemCode::WrongType]);
}

#[test]
fn a_check_says_more_of_a_number_that_does_not_fit_and_nothing_of_a_placeholder() {
    let mut reader = Reader::default();
    let _: i32 = reader.field("a", Some(&json!(1.5)));
    let _: i32 = reader.field("b", Some(&json!(3_000_000_000_u32)));
    let _: i32 = reader.field("c", Some(&json!("1")));
    let check = |field| Problem::new(ProblemCode::InvalidId, Some(field), "checked");

    let problems = reader.problems(vec![check("c"), check("b")]);

    let found: Vec<_> = problems.iter().map(|it| (it.code, it.field)).collect();
    assert_eq!(
        found,
        [
            (ProblemCode::WrongType, Some("a")),
            (ProblemCode::InvalidId, Some("b")),
            (ProblemCode::WrongType, Some("c")),
        ]
    );
}

#[test]
fn a_field_that_an_object_cannot_have_is_refused_and_those_of_an_answer_are_not() {
    let read = |value: Value| {
        let mut reader = Reader::default();
        let patch: SettingsPatch = reader.read_whole("patch", Some(&value), &["createdAt"]);
        let texts = reader.problems(Vec::new()).into_iter();
        (
            patch.is_ready,
            texts.map(|it| it.message).collect::<Vec<_>>(),
        )
    };
    let fix = "use name, url, width, height, isReady, supportsCustomObjects, \
               supportsInboundCalling, usesCallingWindow, usesRemote";

    assert_eq!(
        read(json!({ "isReady": true, "createdAt": "2026-01-01T00:00:00Z" })),
        (Some(true), Vec::new())
    );
    assert_eq!(
        read(json!({ "isredy": true })),
        (None, vec![format!("isredy is unknown: {fix}")])
    );
    assert_eq!(
        read(json!({ "isReady": 1, "a": 1, "can ary": "canary" })),
        (
            Some(false),
            vec![
                format!("a is unknown: {fix}"),
                format!("a field is unknown: {fix}"),
                "isReady is neither true nor false: use one of them, without quotes".to_owned(),
            ]
        )
    );
    assert_eq!(read(json!([])).1.len(), 1);
}
