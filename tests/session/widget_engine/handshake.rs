//! Opening a session, and the effects of further SYNCs.

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{Output, PageOutput, WidgetState};
use serde_json::{Value, json};

use super::page::{HOST, NOTHING, OWN, Page, Sent, debugging, delivered, other_sync, posted, sync};
use crate::table::with;

#[test]
fn the_first_sync_is_acknowledged_and_ready_has_all_its_fields() {
    let mut page = Page::waiting();
    // Fields as the published host sends them, and some that it does not know.
    let fields = json!({
        "hostUrl": HOST, "portalId": 1, "userId": 2, "ownerId": "3", "engagementId": 4,
        "iframeLocation": "remote", "usesCallingWindow": false,
        "newField": { "a": [1] }, "nothing": null,
    });
    let id = "1700000000000_1700000000100";
    // It would change what the fields inherit.
    let proto = json!({ "role": 9 });

    let sync = json!({ "type": "SYNC", "messageId": id, "__proto__": proto });
    let outputs = page.host(&with(sync, &fields));

    let ack = json!({
        "type": "SYNC_ACK", "messageId": id, "__proto__": proto,
        "debugMode": false, "version": "0.9.7", "iFrameUrl": OWN,
        "sdkVersion": env!("CARGO_PKG_VERSION"),
    });
    let ack = with(ack, &fields);
    let ready = json!({ "type": "READY", "data": fields });
    assert_eq!(
        outputs,
        [
            json!({ "post": ack, "origin": HOST, "to": 1 }),
            json!({ "deliver": ready })
        ]
    );
    assert_eq!(page.widget.state(), WidgetState::Ready);
}

#[test]
fn a_sync_cannot_change_what_its_acknowledgement_says() {
    for debugs in [false, true] {
        let mut page = Page::waiting();
        if debugs {
            page.attach(debugging());
            page.drain();
        }
        let mut message = sync("h_1");
        message["version"] = json!("9.9.9");
        message["iFrameUrl"] = json!("https://evil.example.com");
        message["debugMode"] = json!(!debugs);

        let outputs = page.host(&message);

        let ack = &outputs[0]["post"];
        assert_eq!(ack["version"], json!("0.9.7"));
        assert_eq!(ack["iFrameUrl"], json!(OWN));
        assert_eq!(ack["debugMode"], json!(debugs));
    }
}

#[test]
fn a_later_sync_is_acknowledged_without_a_second_ready() {
    let mut page = Page::ready();

    page.wait(500.0);
    let again = page.host(&sync("h_6"));
    page.wait(499.0);
    let ignored = page.host(&sync("h_11"));
    page.wait(1.0);
    let third = page.host(&sync("h_12"));

    assert_eq!(posted(&again), ["SYNC_ACK", "INITIALIZED"]);
    assert_eq!(again[0]["post"]["messageId"], json!("h_6"));
    assert_eq!(again[1]["post"]["messageId"], json!("ws_1"));
    assert_eq!(delivered(&again), [""; 0]);
    assert_eq!(ignored, NOTHING);
    assert_eq!(page.count(Code::SyncRepeated), 1);
    assert_eq!(posted(&third), ["SYNC_ACK", "INITIALIZED"]);
    assert_eq!(page.count(Code::AckRepeated), 2);
}

#[test]
fn a_repeated_initialized_has_what_the_app_reported_since() {
    let size = json!({ "width": 3, "height": 4 });
    for (wire, name, value) in [
        ("LOGGED_IN", "isLoggedIn", json!(true)),
        ("LOGGED_OUT", "isLoggedIn", json!(false)),
        ("USER_AVAILABLE", "isAvailable", json!(true)),
        ("USER_UNAVAILABLE", "isAvailable", json!(false)),
        ("RESIZE_WIDGET", "sizeInfo", size.clone()),
    ] {
        for id in ["h_6", "other_1"] {
            let mut page = Page::ready();
            let is_off = value == json!(false);
            let said = json!({
                "isLoggedIn": is_off, "isAvailable": is_off, "theme": "dark",
                "sizeInfo": { "width": 1, "height": 2 },
            });
            page.app(&json!({ "type": "INITIALIZED", "data": said }));
            page.app(&json!({ "type": wire, "data": size }));

            page.wait(500.0);
            let again = page.host(&sync(id));

            let mut by_now = said;
            by_now[name] = value.clone();
            assert_eq!(posted(&again), ["SYNC_ACK", "INITIALIZED"]);
            assert_eq!(again[1]["post"]["data"], by_now, "{wire}");
        }
    }
}

#[test]
fn initialized_of_an_earlier_host_session_is_not_told_again() {
    let mut page = Page::ready();
    page.app(&json!({ "type": "INITIALIZED", "data": { "isLoggedIn": true } }));
    page.host_silently(&other_sync());

    page.wait(500.0);
    let again = page.host(&other_sync());

    assert_eq!(posted(&again), ["SYNC_ACK"]);
}

#[test]
fn a_clock_set_back_does_not_silence_the_widget() {
    let mut page = Page::ready();

    page.wait(-3_600_000.0);
    let outputs = page.host(&sync("h_2"));

    assert_eq!(posted(&outputs), ["SYNC_ACK", "INITIALIZED"]);
}

#[test]
fn a_clock_that_is_no_number_breaks_nothing() {
    for now in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, -1.0] {
        let mut page = Page::waiting();
        page.now = Millis(now);

        page.host(&sync("h_1"));
        let again = page.host(&sync("h_2"));
        let (sent, _) = page.send(&json!({ "type": "CALL_DATA" }));

        assert!(again.len() <= 2);
        assert!(matches!(sent, Sent::Posted(_)));
    }
}

#[test]
fn another_page_of_the_host_gets_an_ack_and_initialized_at_once() {
    let mut page = Page::ready();

    let outputs = page.host(&sync("other_1"));
    let repeats = [page.host(&sync("other_2")), page.host(&sync("other_3"))];

    assert_eq!(posted(&outputs), ["SYNC_ACK", "INITIALIZED"]);
    assert_eq!(outputs[0]["post"]["messageId"], json!("other_1"));
    assert_eq!(delivered(&outputs), [""; 0]);
    assert_eq!(repeats, [NOTHING, NOTHING]);
    assert_eq!(page.count(Code::HostReplaced), 1);
}

#[test]
fn ids_of_one_part_do_not_tell_one_page_from_another() {
    for ids in [json!(["a", "b", "c", "d"]), json!([1, 2, 3, 4])] {
        let mut page = Page::waiting();

        let first = page.host(&with(sync(""), &json!({ "messageId": ids[0] })));
        for at in [1, 2] {
            let again = with(sync(""), &json!({ "messageId": ids[at] }));
            assert_eq!(page.host(&again), NOTHING);
        }
        assert_eq!(page.count(Code::HostReplaced), 0);
        let other = page.host(&with(other_sync(), &json!({ "messageId": ids[3] })));

        assert_eq!(first[0]["post"]["messageId"], ids[0]);
        assert_eq!(other[0]["post"]["messageId"], ids[3]);
        assert_eq!(delivered(&other), ["READY"]);
    }
}

#[test]
fn a_new_prefix_with_a_new_identity_opens_a_new_session() {
    for (field, value, is_identity) in [
        ("portalId", json!(9), true),
        ("userId", json!(9), true),
        ("iframeLocation", json!("window"), true),
        ("iframeLocation", Value::Null, false),
        ("engagementId", json!(77), false),
        ("ownerId", json!(78), false),
        ("portalId", json!("1"), false),
        ("portalId", json!(1), false),
    ] {
        for (id, is_other) in [("h_2", false), ("other_1", true)] {
            let mut page = Page::ready();
            let mut message = sync(id);
            message[field] = value.clone();

            let at_once = page.host(&message);
            page.wait(1_000.0);
            let outputs = page.host(&message);

            if is_identity && is_other {
                assert_eq!(posted(&at_once), ["SYNC_ACK"], "{field}");
                assert_eq!(delivered(&at_once), ["READY"], "{field}");
                assert_eq!(at_once[1]["deliver"]["data"][field], value);
            } else {
                assert_eq!(posted(&outputs), ["SYNC_ACK", "INITIALIZED"], "{field}");
                assert_eq!(delivered(&at_once), [""; 0], "{field}");
            }
            assert_eq!(delivered(&outputs), [""; 0], "{field}");
        }
    }
}

#[test]
fn a_place_that_a_later_sync_names_is_the_sessions() {
    let mut page = Page::waiting();
    let place = |id: &str, place: Value| with(sync(id), &json!({ "iframeLocation": place }));
    page.host(&place("h_1", Value::Null));

    let named = page.host(&place("h_2", json!("remote")));
    let moved = page.host(&place("other_1", json!("window")));

    assert_eq!(delivered(&named), [""; 0]);
    assert_eq!(delivered(&moved), ["READY"]);
}

#[test]
fn a_posted_ready_is_refused() {
    let mut page = Page::ready();

    let ready = page.host(&json!({ "type": "READY", "messageId": "h_2", "data": {} }));
    let failed = page.host(&json!({ "type": "SYNC_ACK_FAILED", "messageId": "h_3" }));

    assert_eq!(ready, NOTHING);
    assert_eq!(failed, NOTHING);
    assert_eq!(page.count(Code::WrongDirection), 2);
}

#[test]
fn a_widgets_message_from_the_host_is_delivered_and_counted() {
    let mut page = Page::ready();
    let from_host = json!({ "type": "CALL_DATA", "messageId": "h_2", "data": {} });

    let outputs = page.host(&from_host);

    assert!(
        outputs.contains(&json!({ "deliver": from_host })),
        "{outputs:?}"
    );
    assert_eq!(page.count(Code::WrongDirection), 1);
}

#[test]
fn a_new_address_from_the_host_changes_no_origin() {
    let mut page = Page::ready();
    let message = json!({
        "type": "SET_WIDGET_URL", "messageId": "h_2", "iFrameUrl": "https://evil.example.com",
    });

    let outputs = page.host(&message);
    let (_, sent) = page.send(&json!({ "type": "CALL_DATA", "data": 1 }));

    assert_eq!(outputs, [json!({ "deliver": message })]);
    assert_eq!(sent[0]["origin"], json!(HOST));
    assert_eq!(page.count(Code::WidgetUrlIgnored), 1);
}

#[test]
fn the_queue_goes_out_once_every_handler_has_returned() {
    let mut page = Page::waiting();
    page.app(&json!({ "type": "CALL_DATA", "data": 1 }));
    page.app(&json!({ "type": "INITIALIZED" }));
    page.feed(true, 1, HOST, &sync("h_1"));
    // The next message arrives while the handlers of READY still run.
    let dial = json!({ "type": "DIAL_NUMBER", "messageId": "h_2", "data": {} });
    page.feed(true, 1, HOST, &dial);

    page.delivered();
    let posts = |page: &mut Page| -> Vec<String> {
        std::iter::from_fn(|| page.widget.poll())
            .filter_map(|output| match output {
                Output::Page(PageOutput::Post { message, .. }) => {
                    Some(message.field("type").json().to_string())
                }
                _ => None,
            })
            .collect()
    };
    let after_one = posts(&mut page);
    page.delivered();
    let after_both = posts(&mut page);

    assert_eq!(after_one, [r#""SYNC_ACK""#]);
    assert_eq!(after_both, [r#""INITIALIZED""#, r#""CALL_DATA""#]);
}
