//! Numbers that the host asks for twice.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{LifecycleMode, Mode};
use serde_json::{Value, json};

use super::page::{
    HOST, Options, Page, Sent, about, delivered, other_sync, relaying, report, reports,
    with_lifecycle, with_mode,
};

/// A number that was clicked at a time; the fields as a record page sends them.
fn dial(id: &str, at: i64) -> Value {
    json!({
        "type": "DIAL_NUMBER", "messageId": id,
        "data": {
            "phoneNumber": "+12025550143", "ownerId": "3", "subjectId": 50,
            "objectId": 51, "objectType": "CONTACT", "portalId": 1,
            "countryCode": "US", "toPhoneNumberSrc": "phone",
            "calleeInfo": { "calleeId": 51, "calleeObjectTypeId": "0-1" },
            "startTimestamp": at,
        },
    })
}

fn without_start(id: &str) -> Value {
    let mut message = dial(id, 7);
    if let Some(data) = message.get_mut("data").and_then(Value::as_object_mut) {
        data.remove("startTimestamp");
    }
    message
}

fn keeping() -> Options {
    Options {
        keeps_repeated_dials: true,
        ..Options::default()
    }
}

#[test]
fn the_same_click_again_is_dialled_once() {
    let mut page = Page::ready();
    page.host(&dial("h_2", 7));

    for id in ["h_2", "h_3"] {
        let outputs = page.host(&dial(id, 7));

        assert_eq!(outputs, [report("note", "REPEATED_DIAL", "")], "{id}");
    }

    assert_eq!(page.count(Code::RepeatedDial), 2);
    assert_eq!(page.calls().as_array().map(Vec::len), Some(1));
}

/// True if a number is dialled after another one and messages of the host or the app between.
fn is_dialled(options: Options, first: &Value, between: &[Value], second: &Value) -> bool {
    let mut page = Page::ready_with(options);
    page.host(first);
    for message in between {
        if message.get("messageId").is_some() {
            page.host(message);
        } else {
            page.send(message);
        }
    }
    let outputs = page.host(second);
    let is_dialled = delivered(&outputs) == ["DIAL_NUMBER"];
    assert!(is_dialled || delivered(&outputs).is_empty());
    is_dialled
}

#[test]
fn a_dial_repeats_only_the_one_directly_before_it() {
    let visible = json!({ "type": "VISIBILITY_CHANGED", "messageId": "h_3", "data": {} });
    for (between, expected) in [
        (visible, false),
        (dial("h_3", 8), true),
        (without_start("h_3"), true),
        (other_sync(), true),
        (about("OUTGOING_CALL_STARTED", "c-1"), true),
        (about("CALL_ENDED", "unknown"), true),
        (json!({ "type": "USER_UNAVAILABLE" }), true),
        (json!({ "type": "CALL_DATA", "data": 1 }), true),
    ] {
        let (first, second) = (dial("h_2", 7), dial("h_4", 7));
        let found = is_dialled(
            Options::default(),
            &first,
            std::slice::from_ref(&between),
            &second,
        );
        assert_eq!(found, expected, "{between}");
    }
}

#[test]
fn a_different_value_or_no_timestamp_makes_another_dial() {
    let first = dial("h_2", 7);
    for (field, value) in [
        ("phoneNumber", json!("+12025550144")),
        ("objectId", json!("51")),
        ("calleeInfo", json!({ "calleeId": 51 })),
        ("extra", json!(null)),
        ("startTimestamp", json!(7.5)),
    ] {
        let mut other = dial("h_3", 7);
        other["data"][field] = value;
        assert!(
            is_dialled(Options::default(), &first, &[], &other),
            "{field}"
        );
    }
    let [first, second] = ["h_2", "h_3"].map(without_start);
    assert!(is_dialled(Options::default(), &first, &[], &second));
    let [first, second] = [dial("h_2", 0), dial("h_3", 0)];
    assert!(is_dialled(Options::default(), &first, &[], &second));
}

#[test]
fn every_dial_reaches_keepers_relays_and_published_instances() {
    for options in [keeping(), relaying(), with_mode(Mode::Published)] {
        assert!(is_dialled(options, &dial("h_2", 7), &[], &dial("h_3", 7)));
    }
}

#[test]
fn a_refused_command_in_between_does_not_count() {
    let mut page = Page::ready_with(with_lifecycle(LifecycleMode::Strict));
    page.host(&dial("h_2", 7));

    let (sent, _) = page.send(&about("CALL_COMPLETED", "c-1"));
    let outputs = page.host(&dial("h_3", 7));

    assert!(matches!(sent, Sent::Refused(_)), "{sent:?}");
    assert_eq!(delivered(&outputs), [""; 0]);
}

#[test]
fn repeats_reach_only_the_instance_that_asks_for_them() {
    let mut page = Page::ready();
    let second = page.attach(keeping());
    page.timeout();
    page.drain();
    page.host(&dial("h_2", 7));

    let again = dial("h_3", 7);
    let outputs = page.host(&again);

    assert_eq!(outputs[1..], [json!({ "deliver": again, "only": second })]);
}

#[test]
fn a_dial_handed_in_by_the_app_is_never_a_repeat() {
    let mut page = Page::ready();

    for _ in 0..2 {
        let outputs = page.inject(1, HOST, &dial("h_2", 7));

        assert_eq!(delivered(&outputs), ["DIAL_NUMBER"]);
    }
}

#[test]
fn a_callee_that_conflicts_is_noted_by_the_fields_name_alone() {
    let mut page = Page::ready();
    let mut message = dial("h_2", 7);
    message["data"]["objectId"] = json!(52);

    let outputs = page.host(&message);

    assert_eq!(
        reports(&outputs),
        [&report("note", "CALLEE_CONFLICT", "objectId")]
    );
    assert_eq!(outputs[1], json!({ "deliver": message }));
}
