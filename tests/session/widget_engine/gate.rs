//! Message events that pass the gate.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{
    AppOutput, Level, MessageInput, Mode, Output, PageInput, WidgetState,
};
use serde_json::{Value, json};

use super::page::{HOST, NOTHING, OWN, Page, about, posted, report, reports, sync, with_mode};

const ELSEWHERE: &str = "https://evil.example.com";

#[test]
fn an_event_is_checked_for_trust_window_origin_shape_and_time() {
    let dial = json!({ "type": "DIAL_NUMBER", "messageId": "h_1", "data": {} });
    for (is_trusted, source, origin, message, code) in [
        (false, 0, ELSEWHERE, Value::Null, Code::UntrustedEvent),
        (true, 0, ELSEWHERE, sync("h_1"), Code::ForeignSource),
        (true, 1, ELSEWHERE, Value::Null, Code::OriginRefused),
        (true, 1, HOST, Value::Null, Code::Malformed),
        (true, 1, HOST, dial, Code::BeforeSync),
    ] {
        for mode in [Mode::Normal, Mode::Published] {
            let mut page = Page::waiting_with(with_mode(mode));

            assert_eq!(page.event(is_trusted, source, origin, &message), NOTHING);
            assert_eq!(page.widget.counts(), [(code, 1)]);
        }
    }
}

#[test]
fn after_the_handshake_no_other_origin_or_ancestor_is_the_host() {
    let mut page = Page::ready();
    let end = json!({ "type": "END_CALL", "messageId": "x_2" });

    for (source, origin) in [(1, "https://app-eu1.hubspot.com"), (2, HOST)] {
        for message in [sync("x_1"), end.clone()] {
            assert_eq!(page.event(true, source, origin, &message), NOTHING);
        }
    }

    assert_eq!(page.count(Code::NotPinned), 4);
    assert_eq!(page.widget.host_origin(), Some(HOST));
}

fn refused(origin: &str) -> Value {
    let detail = format!("{origin}; to allow it, name it in `allowedHostOrigins`");
    report("warn", "ORIGIN_REFUSED", &detail)
}

#[test]
fn an_origin_that_no_option_can_allow_is_pointed_to_a_port() {
    for origin in ["null", "file://", "app://crm"] {
        let mut page = Page::waiting();

        let outputs = page.event(true, 1, origin, &sync("h_1"));

        let detail = outputs[0]["detail"].as_str().expect("a warning");
        assert!(detail.starts_with(origin), "{detail}");
        assert!(detail.contains("`hostWindow`"), "{detail}");
        assert!(!detail.contains("allowedHostOrigins"), "{detail}");
    }
}

#[test]
fn a_refused_sync_warns_once_and_names_the_origin() {
    let mut page = Page::waiting();

    let first = page.event(true, 1, ELSEWHERE, &sync("h_1"));
    let second = page.event(true, 1, ELSEWHERE, &sync("h_2"));

    assert_eq!(first, [refused(ELSEWHERE)]);
    assert_eq!(second, NOTHING);
    assert_eq!(page.count(Code::OriginRefused), 2);
    assert_eq!(page.widget.state(), WidgetState::Waiting);
    // No further message is read.
    page.enter(MessageInput::Admit {
        is_trusted: true,
        source: 1,
        origin: ELSEWHERE.to_owned(),
        is_sync: None,
    });
    assert_eq!(page.widget.take_answer(), None);
}

#[test]
fn a_refused_sync_warns_once_however_many_other_notes_there_are() {
    let mut page = Page::waiting();
    page.event(true, 1, ELSEWHERE, &sync("h_1"));
    for call in 0..300 {
        let id = call.to_string();
        page.send(&about("INCOMING_CALL", &id));
        page.send(&about("INCOMING_CALL", &id));
        page.send(&about("CALL_TRANSFERRED", &id));
        page.detach(1);
        page.join();
    }

    let outputs = page.event(true, 1, ELSEWHERE, &sync("h_2"));

    assert_eq!(outputs, NOTHING);
}

#[test]
fn a_message_other_than_sync_from_a_refused_origin_warns_nobody() {
    let mut page = Page::waiting();

    for message in [
        json!({ "type": "webpackOk" }),
        json!("setImmediate$0.1"),
        json!({ "type": "DIAL_NUMBER", "messageId": "h_1" }),
        json!({ "type": 4 }),
    ] {
        assert_eq!(page.event(true, 1, ELSEWHERE, &message), NOTHING);
    }

    assert_eq!(page.widget.counts(), [(Code::OriginRefused, 4)]);
}

#[test]
fn a_message_is_judged_again_where_the_edge_did_not_ask() {
    let receive = |message: Value| {
        let mut page = Page::waiting();
        page.enter(MessageInput::Receive {
            source: 1,
            origin: ELSEWHERE.to_owned(),
            message: message.into(),
        });
        page.drain()
    };

    assert_eq!(receive(sync("h_1")), [refused(ELSEWHERE)]);
    assert_eq!(receive(json!({ "type": "DIAL_NUMBER" })), NOTHING);
}

#[test]
fn the_opaque_origin_opens_no_session() {
    let mut page = Page::at("null", true);
    page.join();

    let outputs = page.event(true, 1, "null", &sync("h_1"));

    assert_eq!(posted(&outputs), [""; 0]);
    assert_eq!(page.widget.state(), WidgetState::Waiting);
}

#[test]
fn the_own_origin_or_a_further_ancestor_may_open_a_session() {
    for (source, origin) in [(1, OWN), (3, HOST), (2, "https://app-eu1.hubspot.com")] {
        let mut page = Page::waiting();

        let outputs = page.event(true, source, origin, &sync("h_1"));

        assert_eq!(outputs[0]["origin"], json!(origin));
        assert_eq!(outputs[0]["to"], json!(source));
        assert_eq!(page.widget.host_origin(), Some(origin));
    }
}

#[test]
fn origins_that_only_look_like_the_hosts_are_refused() {
    for origin in [
        "http://app.hubspot.com",
        "https://app.hubspot.com.evil.example",
        "https://evilapp.hubspot.com",
        "https://app-eu1.evil.hubspot.com",
        "https://app.hubspot.com:8443",
        "https://hubspot.com",
        "http://localhost:8140",
        "file://",
        "",
    ] {
        let mut page = Page::waiting();

        page.event(true, 1, origin, &sync("h_1"));

        assert_eq!(page.widget.state(), WidgetState::Waiting, "{origin}");
    }
}

#[test]
fn a_value_that_is_no_message_is_malformed() {
    for message in [
        Value::Null,
        json!(true),
        json!(7),
        json!("SYNC"),
        json!([]),
        json!([{ "type": "SYNC", "messageId": "h_1" }]),
        json!({}),
        json!({ "type": "SYNC" }),
        json!({ "messageId": "h_1" }),
        json!({ "type": "", "messageId": "h_1" }),
        json!({ "type": "SYNC", "messageId": "" }),
        json!({ "type": "SYNC", "messageId": null }),
        json!({ "type": "SYNC", "messageId": {} }),
        json!({ "type": "SYNC", "messageId": true }),
        json!({ "type": 1, "messageId": "h_1" }),
        json!({ "type": ["SYNC"], "messageId": "h_1" }),
    ] {
        let mut page = Page::waiting();

        let outputs = page.host(&message);

        assert_eq!(outputs, NOTHING, "{message}");
        assert_eq!(page.widget.counts(), [(Code::Malformed, 1)], "{message}");
    }
}

#[test]
fn a_sync_needs_no_more_than_its_type_and_an_id() {
    for id in [json!("h_1"), json!(17), json!(1.5), json!("plain")] {
        let mut page = Page::waiting();

        let outputs = page.host(&json!({ "type": "SYNC", "messageId": id }));

        assert_eq!(outputs[0]["post"]["messageId"], id);
        assert_eq!(page.widget.state(), WidgetState::Ready);
    }
}

#[test]
fn a_flood_that_is_refused_is_reported_at_each_power_of_ten() {
    let mut page = Page::waiting();
    page.drain();

    for times in [1, 8, 1, 90, 100] {
        page.enter(MessageInput::Refuse {
            code: Code::TooDeep,
            times,
        });
        // One that the session refuses itself.
        page.feed(false, 1, HOST, &Value::Null);
    }

    let reported: Vec<(Code, Level, u32)> = std::iter::from_fn(|| page.widget.poll())
        .filter_map(|order| match order {
            Output::App(AppOutput::Report {
                code, level, count, ..
            }) => Some((code, level, count)),
            _ => None,
        })
        .collect();
    let [first, tenth, hundredth] = [1, 10, 100].map(|count| (Code::TooDeep, Level::Note, count));
    let counted = (Code::UntrustedEvent, Level::Count, 1);
    assert_eq!(reported, [first, counted, tenth, hundredth]);
    let counts = [(Code::TooDeep, 200), (Code::UntrustedEvent, 5)];
    assert_eq!(page.widget.counts(), counts);
}

#[test]
fn the_url_a_message_names_is_never_an_address() {
    let mut page = Page::waiting();
    let mut message = sync("h_1");
    message["hostUrl"] = json!(ELSEWHERE);

    let outputs = page.host(&message);
    let (_, sent) = page.send(&json!({ "type": "INITIALIZED", "data": {} }));

    assert_eq!(outputs[0]["origin"], json!(HOST));
    assert_eq!(sent[0]["origin"], json!(HOST));
    assert_eq!(page.widget.host_origin(), Some(HOST));
    assert_eq!(page.count(Code::HostUrlDiffers), 1);
}

#[test]
fn the_edges_own_diagnostics_are_reported_at_the_level_of_their_code() {
    let mut page = Page::ready();
    for (code, level) in [
        (Code::HandlerThrew, None),
        (Code::JournalInUse, Some("note")),
        (Code::NotKept, Some("warn")),
        (Code::HookResultIgnored, Some("error")),
    ] {
        let detail = "x".to_owned();

        page.enter(PageInput::Note { code, detail });

        let told = level.map(|level| report(level, code.as_str(), "x"));
        assert_eq!(reports(&page.drain()), Vec::from_iter(told.as_ref()));
        assert_eq!(page.count(code), 1);
    }
}
