//! The frame's size, its address, and the records it opens.

use calling_widget_sdk::session::host::HostState;
use serde_json::{Value, json};

use crate::table::{rows, value, with};

use super::page::{Page, incoming, outgoing, warn};

/// A size, the resulting one, and `odd` if it is reported.
const SIZES: &str = r#"
{ "width": 412.5, "height": 600 }       | ["412.5px", "600px"] |
{ "width": "100%", "height": "80.5px" } | ["100%", "80.5px"]   |
{ "width": -1, "height": null }         |                      | odd
{ "width": "50vw", "height": 300 }      | [null, "300px"]      | odd
{ "width": 0, "height": 300 }           | [null, "300px"]      | odd
{ "width": 300 }                        | ["300px", null]      |
{ "height": 300 }                       | [null, "300px"]      |
"#;

#[test]
fn sizes_are_pixels_when_they_are_numbers() {
    let odd = "x|10px;position:fixed||1e9|99999px|-1px|..|1.2.3|80vh|20em".split('|');
    let odd = odd.map(|odd| (json!({ "width": odd, "height": 1e9 }), None, true));
    let sizes =
        rows(SIZES).map(|[data, size, odd]| (json!(value(data)), value(size), !odd.is_empty()));
    let mut page = Page::ready(|_| {});
    for (data, size, is_odd) in sizes.chain(odd) {
        let outputs = page.say("RESIZE_WIDGET", data.clone());

        let is_told = outputs.contains(&warn("WRONG_TYPE", "RESIZE_WIDGET size"));
        let resized = outputs.iter().find(|order| order[0] == "resize");
        let resized = resized.map(|order| json!([order[1], order[2]]));
        assert_eq!((is_told, resized), (is_odd, size), "{data}");
    }
}

#[test]
fn a_record_that_cannot_be_opened_is_answered_with_the_request() {
    let mut page = Page::ready(|_| {});
    let request = json!({
        "engagementId": 7,
        "objectCoordinates": { "portalId": 1, "objectId": 51, "objectTypeId": "0-1" },
    });

    page.say("NAVIGATE_TO_RECORD", request.clone());
    let failed = page.navigated(1, false);
    page.navigated(1, false);
    let without_target = page.say("NAVIGATE_TO_RECORD", json!({ "engagementId": 7 }));

    assert_eq!(
        failed,
        [json!(["post", "NAVIGATE_TO_RECORD_FAILED", request])]
    );
    assert_eq!(
        without_target.last(),
        Some(&json!(["post", "NAVIGATE_TO_RECORD_FAILED", { "engagementId": 7 }]))
    );
}

#[test]
fn the_widget_may_move_within_its_origin_and_to_allowed_ones() {
    for url in ["https://phone.example/v2", "https://eu.phones.example/"] {
        let address = json!({ "iFrameUrl": url });
        for fields in [json!({ "data": address }), address.clone()] {
            let mut page = Page::ready(|config| {
                config.allowed_widget_origins = vec!["https://*.phones.example".to_owned()];
            });

            let message = json!({ "type": "SET_WIDGET_URL", "messageId": "w1_9" });
            let outputs = page.receive(&with(message, &fields));

            assert_eq!(
                outputs,
                [
                    json!(["notify", "setWidgetUrl", "SET_WIDGET_URL"]),
                    json!(["move", url]),
                    json!(["state", "loading"]),
                ]
            );
        }
    }
}

#[test]
fn a_moved_widget_is_heard_only_from_its_new_address() {
    let mut page = Page::ready(|config| {
        config.allowed_widget_origins = vec!["https://*.phones.example".to_owned()];
    });
    page.say(
        "SET_WIDGET_URL",
        json!({ "iFrameUrl": "https://eu.phones.example/" }),
    );
    let ack = page.load();
    let there = "https://eu.phones.example";

    let from_before = page.receive(&ack);
    let is_connected_before = page.host.state() == HostState::Connected;
    page.receive_from(there, &ack);
    let back = page.receive_from(
        there,
        &json!({
            "type": "SET_WIDGET_URL", "messageId": "w1_9",
            "data": { "iFrameUrl": "https://phone.example/" },
        }),
    );

    assert_eq!(from_before, [warn("NOT_PINNED", "")]);
    assert!(!is_connected_before);
    assert!(back.contains(&json!(["move", "https://phone.example/"])));
}

#[test]
fn the_widget_may_not_move_anywhere_else() {
    for url in [
        json!("https://evil.example/"),
        json!("javascript:alert(1)"),
        json!("https://phone.example@evil.example/"),
        json!(7),
    ] {
        let mut page = Page::ready(|_| {});

        let outputs = page.say("SET_WIDGET_URL", json!({ "iFrameUrl": url }));

        assert_eq!(outputs.len(), 3, "{url}");
        assert_eq!(outputs[1][1], "WIDGET_URL_REFUSED", "{url}");
        assert_eq!(outputs[2][1], "SET_WIDGET_URL_FAILED", "{url}");
    }
}

#[test]
fn a_call_shows_a_hidden_widget_and_posts_the_change() {
    for (kind, start) in [
        ("INCOMING_CALL", incoming(&json!({}))),
        ("OUTGOING_CALL_STARTED", outgoing(&json!({}))),
    ] {
        let mut page = Page::ready(|_| {});
        let minimized = page.put([Some(true), None]);

        let outputs = page.say(kind, start);

        assert_eq!(
            minimized,
            [
                json!(["visibility", true, false]),
                json!(["post", "VISIBILITY_CHANGED", { "isMinimized": true, "isHidden": false }]),
            ]
        );
        assert_eq!(
            outputs.get(1..3),
            Some(
                &[
                    json!(["visibility", false, false]),
                    json!(["post", "VISIBILITY_CHANGED", { "isMinimized": false, "isHidden": false }]),
                ][..]
            )
        );
    }
}

#[test]
fn a_widget_hidden_or_shown_by_a_call_is_told() {
    let told = |outputs: Vec<Value>| -> Vec<Value> {
        let posts = outputs.into_iter().filter(|output| output[0] == "post");
        posts
            .map(|output| json!([output[1], output[2]["isHidden"]]))
            .collect()
    };
    for has_call in [true, false] {
        let mut page = Page::ready(|_| {});
        if has_call {
            page.say("INCOMING_CALL", incoming(&json!({})));
            page.say("CALL_ENDED", json!({ "externalCallId": "c-2" }));
        }

        let completed = page.say("CALL_COMPLETED", json!({}));
        let again = page.say("CALL_COMPLETED", json!({}));
        let (_, dialled) = page.dial(json!({ "phoneNumber": "+15550199" }));

        assert_eq!(told(completed), [json!(["VISIBILITY_CHANGED", true])]);
        assert_eq!(told(again), [Value::Null; 0]);
        assert_eq!(
            told(dialled),
            [
                json!(["DIAL_NUMBER", null]),
                json!(["VISIBILITY_CHANGED", false]),
            ]
        );
    }
}

#[test]
fn a_widget_that_loads_while_hidden_is_told_so() {
    let mut page = Page::ready(|_| {});
    page.put([None, Some(true)]);

    let ack = page.load();
    let outputs = page.receive(&ack);

    let hidden = json!({ "isMinimized": false, "isHidden": true });
    assert!(outputs.contains(&json!(["post", "VISIBILITY_CHANGED", hidden])));
}
