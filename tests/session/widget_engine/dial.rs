//! Numbers that the host asks for twice.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{LifecycleMode, Mode};
use serde_json::{Value, json};

use super::page::{
    HOST, Options, Page, Sent, about, delivered, other_sync, report, reports, with_lifecycle,
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

#[test]
fn another_click_on_the_same_number_is_dialled() {
    let mut page = Page::ready();

    for (id, at) in [("h_2", 7), ("h_3", 8), ("h_4", 7)] {
        assert_eq!(delivered(&page.host(&dial(id, at))), ["DIAL_NUMBER"]);
    }
}

#[test]
fn any_value_that_differs_makes_another_dial() {
    for (field, value) in [
        ("phoneNumber", json!("+12025550144")),
        ("objectId", json!("51")),
        ("calleeInfo", json!({ "calleeId": 51 })),
        ("extra", json!(null)),
        ("startTimestamp", json!(7.5)),
    ] {
        let mut page = Page::ready();
        let mut other = dial("h_3", 7);
        other["data"][field] = value;
        page.host(&dial("h_2", 7));

        assert_eq!(delivered(&page.host(&other)), ["DIAL_NUMBER"], "{field}");
    }
}

#[test]
fn a_dial_that_does_not_tell_when_is_never_suppressed() {
    let mut page = Page::ready();

    for id in ["h_2", "h_3"] {
        let outputs = page.host(&without_start(id));

        assert_eq!(delivered(&outputs), ["DIAL_NUMBER"]);
    }
    assert_eq!(page.count(Code::RepeatedDial), 0);
}

#[test]
fn only_the_last_dial_counts() {
    let mut page = Page::ready();
    page.host(&dial("h_2", 7));
    page.host(&without_start("h_3"));

    let outputs = page.host(&dial("h_4", 7));

    assert_eq!(delivered(&outputs), ["DIAL_NUMBER"]);
}

#[test]
fn any_command_in_between_makes_it_another_dial() {
    for command in [
        about("OUTGOING_CALL_STARTED", "c-1"),
        about("CALL_ENDED", "unknown"),
        json!({ "type": "USER_UNAVAILABLE" }),
        json!({ "type": "CALL_DATA", "data": 1 }),
    ] {
        let mut page = Page::ready();
        page.host(&dial("h_2", 7));
        page.send(&command);

        let outputs = page.host(&dial("h_3", 7));

        assert_eq!(delivered(&outputs), ["DIAL_NUMBER"], "{command}");
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
fn what_the_host_says_in_between_does_not_count() {
    let mut page = Page::ready();
    page.host(&dial("h_2", 7));
    page.host(&json!({ "type": "VISIBILITY_CHANGED", "messageId": "h_3", "data": {} }));

    assert_eq!(delivered(&page.host(&dial("h_4", 7))), [""; 0]);
}

#[test]
fn a_new_host_session_starts_afresh() {
    let mut page = Page::ready();
    page.host(&dial("h_2", 7));
    page.host(&other_sync());

    assert_eq!(delivered(&page.host(&dial("other_2", 7))), ["DIAL_NUMBER"]);
}

#[test]
fn an_instance_may_ask_for_every_dial() {
    let mut page = Page::ready_with(keeping());
    page.host(&dial("h_2", 7));

    let outputs = page.host(&dial("h_3", 7));

    assert_eq!(delivered(&outputs), ["DIAL_NUMBER"]);
    assert_eq!(page.count(Code::RepeatedDial), 1);
}

#[test]
fn a_relay_and_the_published_mode_get_every_dial() {
    for (is_relay, mode) in [(true, Mode::Normal), (false, Mode::Published)] {
        let mut page = Page::ready_with(Options {
            is_relay,
            mode,
            ..Options::default()
        });
        page.host(&dial("h_2", 7));

        assert_eq!(delivered(&page.host(&dial("h_3", 7))), ["DIAL_NUMBER"]);
    }
}

#[test]
fn of_two_instances_only_the_one_that_asks_for_repeats_gets_them() {
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
fn what_the_app_hands_in_itself_is_its_own_act() {
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
