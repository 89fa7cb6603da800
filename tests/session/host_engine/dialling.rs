//! Numbers that the user dials.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::UserInput;
use serde_json::{Value, json};

use crate::table::{rows, value, with};

use super::page::{Page, asking, contact_dial, engaged, incoming, named, outgoing};

#[test]
fn a_call_starts_when_its_app_says_and_ends_no_earlier() {
    for (time, times) in [
        (json!(0), [77_000, 78_000]),
        (json!(-1), [77_000, 78_000]),
        (json!("soon"), [77_000, 78_000]),
        (json!(null), [77_000, 78_000]),
        (json!(60_000), [60_000, 78_000]),
        // By the clock of a phone that is ahead.
        (json!(79_000), [79_000, 79_000]),
    ] {
        let mut page = Page::ready(|_| {});
        page.now = 77_000.0;
        page.say(
            "OUTGOING_CALL_STARTED",
            outgoing(&json!({ "createEngagement": true, "callStartTime": time })),
        );
        page.answer(1, Ok(json!({ "id": 7 })));
        page.now = 78_000.0;

        let completed = page.finish(&named("c-1"));

        let call = &completed.last().expect("an order")[3];
        let found = ["startedAt", "endedAt"].map(|field| call[field].clone());
        assert_eq!(found, times.map(|time| json!(time)), "{time}");
    }
}

/// Fields of a dialled number, and the record that its call is associated with.
const CALLEES: &str = r#"
{ "objectId": 51, "objectType": "CONTACT" } | 51 0-1
{ "objectId": 51, "objectType": "DEAL" } |
{ "calleeInfo": { "calleeId": 51 }, "objectId": 52, "objectType": "COMPANY" } |
{ "calleeInfo": { "calleeId": 0, "calleeObjectTypeId": "0-1" }, "objectId": 52 } | 52 0-1
{ "calleeInfo": { "calleeObjectTypeId": "" }, "objectId": 52, "objectType": "CONTACT" } | 52 0-1
{ "objectId": "123456789012", "objectType": "COMPANY" } | 123456789012 0-2
{ "objectId": "9007199254740992", "objectType": "COMPANY" } |
"#;

/// The type of another record is not used, nor an id beyond the safe integers, which
/// rounding could turn into another record's.
#[test]
fn a_call_belongs_to_whom_the_number_was_said_to() {
    for [dial, expected] in rows(CALLEES) {
        let mut page = Page::ready(|_| {});
        let mut number = value(dial).expect("a number");
        number["phoneNumber"] = json!("+15550100123");
        let (outcome, _) = page.dial(number);
        page.start_asking();
        page.answer(1, Ok(json!({ "id": 7 })));

        let completed = page.finish(&engaged("c-1", 7));

        assert!(outcome.is_ok(), "{dial}");
        let to = completed[1][3]["associations"].get(0).map(|to| {
            let kind = to["objectTypeId"].as_str().unwrap_or_default();
            format!("{} {kind}", to["objectId"])
        });
        assert_eq!(to.unwrap_or_default(), expected, "{dial}");
    }
}

#[test]
fn a_number_dialled_while_loading_waits_for_initialized() {
    let mut page = Page::new(|_| {});

    let (outcome, _) = page.dial(contact_dial());
    page.connect();
    let outputs = page.say("INITIALIZED", json!({ "isLoggedIn": true }));

    assert_eq!(outcome, Err(Code::HeldLoading));
    assert_eq!(
        outputs.last().map(|output| output[1].clone()),
        Some(json!("DIAL_NUMBER"))
    );
}

#[test]
fn a_number_dialled_while_logged_out_waits_for_the_log_in() {
    let mut page = Page::logged_out();

    let (first, alert) = page.dial(contact_dial());
    let (second, _) = page.dial(
        json!({ "phoneNumber": "+15550100777", "phone_number": "+15550100777", "portalId": 9 }),
    );
    let outputs = page.say("LOGGED_IN", Value::Null);

    assert_eq!(
        (first, second),
        (Err(Code::HeldLoggedOut), Err(Code::HeldLoggedOut))
    );
    assert_eq!(
        alert,
        [json!([
            "alert",
            "Log in to the calling app to place this call.",
            "host"
        ])]
    );
    assert_eq!(
        outputs,
        [
            json!(["notify", "userLoggedIn", "LOGGED_IN"]),
            json!(["post", "DIAL_NUMBER", {
                "phoneNumber": "+15550100777", "phone_number": "+15550100777", "portalId": 9, "ownerId": 3, "startTimestamp": 1000,
            }]),
        ]
    );
}

#[test]
fn a_queued_number_is_dialled_once_across_reloads() {
    let mut page = Page::logged_out();
    drop(page.dial(contact_dial()));
    page.say("LOGGED_IN", Value::Null);

    page.connect();
    let again = page.say("INITIALIZED", json!({ "isLoggedIn": true }));

    assert!(again.iter().all(|output| output[1] != "DIAL_NUMBER"));
}

#[test]
fn a_number_that_waits_can_be_dropped() {
    let mut page = Page::logged_out();
    drop(page.dial(contact_dial()));

    let dropped = [(); 2].map(|()| page.ask(UserInput::CancelDial {}));
    let outputs = page.say("LOGGED_IN", Value::Null);

    assert_eq!(dropped, [true, false]);
    assert_eq!(outputs, [json!(["notify", "userLoggedIn", "LOGGED_IN"])]);
}

#[test]
fn a_dial_replaces_an_unanswered_one_and_never_an_active_call() {
    let mut page = Page::ready(|_| {});

    let (first, _) = page.dial(contact_dial());
    let (replaced, _) = page.dial(json!({ "phoneNumber": "+15550100777" }));
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
    let (refused, _) = page.dial(contact_dial());

    assert!(first.is_ok() && replaced.is_ok());
    assert_eq!(refused, Err(Code::CallActive));
    assert_eq!(page.calls().len(), 1);
}

#[test]
fn a_double_click_dials_once() {
    let other_record = json!({ "calleeInfo": { "calleeId": 52, "calleeObjectTypeId": "0-1" } });
    for (said, since, more, is_dialled) in [
        ("", 499.0, json!({}), false),
        ("", 500.0, json!({}), true),
        ("", -1.0, json!({}), true),
        ("", 0.0, json!({ "phoneNumber": "+15550100777" }), true),
        ("", 0.0, other_record, true),
        ("CALL_COMPLETED", 0.0, json!({}), true),
        ("INITIALIZED", 0.0, json!({}), true),
    ] {
        let mut page = Page::ready(|_| {});
        drop(page.dial(contact_dial()));
        match said {
            "INITIALIZED" => page.reconnect(),
            "" => {}
            wire => drop(page.say(wire, Value::Null)),
        }
        page.now += since;

        let (outcome, dialled) = page.dial(with(contact_dial(), &more));

        let expected = if is_dialled {
            None
        } else {
            Some(Code::RepeatedDial)
        };
        assert_eq!(outcome.err(), expected, "{said} {since} {more}");
        let posts = dialled.iter().any(|order| order[1] == "DIAL_NUMBER");
        assert_eq!(posts, is_dialled, "{said} {since} {more}");
    }
}

#[test]
fn a_number_can_be_dialled_while_a_call_rings() {
    let mut page = Page::ready(|_| {});
    page.say("INCOMING_CALL", incoming(&json!({})));

    let (outcome, _) = page.dial(contact_dial());
    page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));

    assert!(outcome.is_ok(), "{outcome:?}");
    assert_eq!(page.states(), ["ringing", "dialing"]);
}

#[test]
fn an_end_without_a_start_is_the_clicked_numbers_unless_another_call_is_open() {
    for (is_other_open, end, is_over) in [
        (false, json!({}), true),
        (false, json!({ "externalCallId": "c-2" }), true),
        (true, json!({}), false),
    ] {
        let mut page = Page::calling();
        page.say("CALL_ENDED", json!({ "externalCallId": "c-1" }));
        if !is_other_open {
            page.finish(&json!({ "externalCallId": "c-1" }));
        }
        drop(page.dial(contact_dial()));

        page.say("CALL_ENDED", end);

        assert_eq!(page.host.has_active_call(), !is_over);
    }
}

#[test]
fn a_clicked_number_keeps_its_record_after_a_click_on_another_and_a_cancel() {
    let mut page = Page::ready(|_| {});
    for (record, number) in [
        (51, "+15550100123"),
        (53, "+4930901820"),
        (52, "1-800-FLOWERS"),
    ] {
        let dial = json!({ "phoneNumber": number, "objectId": record, "objectType": "CONTACT" });
        assert!(page.dial(dial).0.is_ok());
    }
    page.say("CALL_COMPLETED", json!({ "hideWidget": true }));
    // An app keeps the context of the last click.
    let context =
        json!({ "phoneNumber": "1-800-FLOWERS", "objectId": 52, "objectType": "CONTACT" });
    let mut associated = |call: &str, number: &str, request: u32| {
        let start =
            json!({ "externalCallId": call, "toNumber": number, "dialingContext": context });
        page.say("OUTGOING_CALL_STARTED", with(start, &asking(call)));
        page.answer(request, Ok(json!({ "id": request })));
        let completed = page.finish(&engaged(call, request));
        page.answer(request + 1, Ok(json!({ "id": request })));
        completed[1][3]["associations"][0]["objectId"].clone()
    };

    // Dialled by hand.
    assert_eq!(associated("c-0", "+442071838750", 1), Value::Null);
    // With the prefix of an outside line.
    assert_eq!(associated("c-1", "9,15550100123", 3), 51);
    assert_eq!(associated("c-2", "9,18003569377", 5), 52);
    assert_eq!(associated("c-3", "+15550100123", 7), Value::Null);
    // With the code that withholds the user's own number.
    assert_eq!(associated("c-4", "#31#030901820", 9), 53);
}

#[test]
fn a_context_counts_for_the_number_that_was_clicked_with_it() {
    let dial = |number: &str, record: u32| json!({ "phoneNumber": number, "objectId": record, "objectType": "CONTACT" });
    let (first, second) = ("+15550100123", "+15550100124");
    let clicked = [dial(first, 51), dial(second, 52)];
    // A start, the number the host notes, and the record.
    for (start, called, record) in [
        (json!({ "dialingContext": clicked[0] }), first, json!(51)),
        (
            json!({ "toNumber": second, "dialingContext": clicked[0] }),
            second,
            json!(52),
        ),
        (
            json!({ "toNumber": first, "dialingContext": { "phoneNumber": first } }),
            first,
            json!(51),
        ),
        (
            json!({ "toNumber": second, "dialingContext": { "objectId": 0, "objectType": "CONTACT" } }),
            second,
            json!(52),
        ),
        // A pool's number, by which the phone calls the clicked one.
        (
            json!({ "toNumber": "+442071838750", "dialingContext": clicked[0] }),
            "+442071838750",
            json!(51),
        ),
        (
            json!({ "toNumber": "+442071838750", "dialingContext": dial("+15550100125", 53) }),
            "+442071838750",
            Value::Null,
        ),
        (
            json!({ "toNumber": "+15550100125", "dialingContext": dial("5550100125", 53) }),
            "+15550100125",
            json!(53),
        ),
        (
            json!({ "toNumber": "+15550100125", "dialingContext": dial("", 53) }),
            "+15550100125",
            json!(53),
        ),
    ] {
        let mut page = Page::ready(|_| {});
        for dial in &clicked {
            assert!(page.dial(dial.clone()).0.is_ok());
        }
        let mut start = start;
        start["createEngagement"] = json!(true);
        start["externalCallId"] = json!("c-1");
        page.say("OUTGOING_CALL_STARTED", start);
        page.answer(1, Ok(json!({ "id": 5 })));

        let completed = page.finish(&engaged("c-1", 5));

        let call = &completed[1][3];
        assert_eq!(call["toNumber"], called);
        assert_eq!(call["associations"][0]["objectId"], record);
    }
}
