//! Refusals of faulty seed files; `data/exchanges/seed.json` has what a good one adds.

use emulator::{Options, Platform, PlatformError, Seed, SeedFault};

use super::support::options;

/// One entry of each kind, with all its fields.
pub(crate) const WHOLE: &str = include_str!("data/seed.json");

/// The fault of a text, from its parsing or from the platform.
fn fault(text: &str) -> SeedFault {
    let additions = match Seed::read(text.as_bytes()) {
        Ok(additions) => additions,
        Err(fault) => return fault,
    };
    let options = Options {
        additions,
        ..options()
    };
    match Platform::new(options) {
        Err(PlatformError::Seed(fault)) => fault,
        other => panic!("{other:?}: {text}"),
    }
}

const APP: &str = r#""appId":7,"name":"Mine","clientId":"mine","clientSecret":"canary-secret","developerKey":"canary-key","redirectUris":["http://localhost:3000/back"]"#;

const OWN: &str =
    r#""name":"plan","label":"Plan","fieldType":"text","groupName":"contactinformation""#;

/// Each a text, where `APP` and `OWN` stand for the fields of an app and of a property; the
/// line of the fault, and the message or, before `…`, its beginning.
const FAULTS: &str = include_str!("data/seed_faults.json");

#[test]
fn a_fault_is_named_by_its_line_its_field_and_what_is_expected() {
    let faults: Vec<(String, usize, String)> = serde_json::from_str(FAULTS).unwrap();
    let mut other = Vec::new();
    for (text, line, words) in faults {
        let text = text.replace("APP", APP).replace("OWN", OWN);

        let fault = fault(&text);

        let said = match words.strip_suffix('…') {
            Some(start) => fault.message.starts_with(start),
            None => fault.message == words,
        };
        assert!(!fault.message.contains("canary"), "{fault}");
        if fault.line != line || !said {
            other.push(format!("{text}\n  {fault}\n  {line}: {words}"));
        }
    }
    assert!(other.is_empty(), "{}", other.join("\n"));
}

/// As editors of other systems write it.
#[test]
fn a_mark_of_the_byte_order_and_other_ends_of_lines_are_read() {
    let windows = ["\u{feff}", &WHOLE.replace('\n', "\r\n")].concat();

    let seed = Seed::read(windows.as_bytes()).unwrap();
    let fault = fault(&windows.replace("\"Eve\"", "[]"));

    assert_eq!(seed.number(), Some(7));
    let line = WHOLE.lines().position(|line| line.contains("\"Eve\""));
    assert_eq!(fault.line, line.unwrap() + 1);
}

#[test]
fn a_seed_that_is_too_large_or_too_deep_is_refused_at_once() {
    let deep = ["[".repeat(200_000), "]".repeat(200_000)].concat();
    let records = vec![r#"{"type":"contacts","properties":{}}"#; 10_001].join(",\n");
    for (text, words) in [
        (
            format!(r#"{{"records":{deep}}}"#),
            "the seed is no JSON: recursion limit exceeded, in column 138",
        ),
        (
            format!(r#"{{"records":[{records}]}}"#),
            "records has 10001 entries: use 10000 at most",
        ),
        (
            " ".repeat(17 * 1024 * 1024),
            "the seed has more than 16777216 bytes: leave some of it out",
        ),
        (
            format!(r#"{{"{}":1}}"#, "x".repeat(1_000_000)),
            &["x".repeat(300), "…".to_owned()].concat(),
        ),
    ] {
        assert_eq!(fault(&text).message, words);
    }
    for (bytes, line) in [(&b"{\n\"apps\xe9\":[]}"[..], 2), (b"\xff\xfe{\0}\0", 1)] {
        let fault = Seed::read(bytes).unwrap_err();
        let said = format!("line {line}: the seed is no text: save it as UTF-8");
        assert_eq!(fault.to_string(), said);
    }
}

/// A name in a message changes neither a terminal nor a line.
#[test]
fn a_faults_text_is_one_line_without_control_characters() {
    let fault = fault(
        "{\"records\":[{\"type\":\"contacts\",\"properties\":{\"a\\u001b[2J\\nerror: \\u0000\\u202e\\u2028\":\"x\"}}]}",
    );

    let message = &fault.message;
    let is_plain = message.is_ascii() && !message.chars().any(char::is_control);
    assert!(is_plain, "{message:?}");
    assert_eq!(fault.line, 1);
}

#[test]
fn nothing_secret_is_in_what_a_seed_prints_of_itself() {
    let text = format!("{{\"apps\":[{{{APP}}}]}}");

    let seed = Seed::read(text.as_bytes()).unwrap();

    assert!(!format!("{seed:?}").contains("canary"));
}
