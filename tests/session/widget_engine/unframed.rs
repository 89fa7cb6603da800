//! Pages without a host: not framed, or with a session that the app opens itself.

use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{AppInput, AppOutput, Output, PageOutput, WidgetState};
use serde_json::{Value, json};

use super::page::{HOST, NOTHING, OWN, Page, Sent, delivered, other_sync, posted, report, sync};

fn note(number: u32) -> Value {
    json!({ "type": "CALL_DATA", "data": number })
}

#[test]
fn a_page_that_is_not_framed_says_so() {
    let mut page = Page::unframed();

    let (sent, outputs) = page.send(&json!({ "type": "INITIALIZED", "data": {} }));

    assert_eq!(page.widget.state(), WidgetState::NotEmbedded);
    assert_eq!(page.widget.state().as_str(), "notEmbedded");
    assert_eq!((sent, outputs), (Sent::Queued, Vec::new()));
}

#[test]
fn a_message_the_app_hands_in_skips_the_gate() {
    let mut page = Page::unframed();

    let outputs = page.inject(1, "https://any.example.com", &sync("t_1"));

    assert_eq!(posted(&outputs), ["SYNC_ACK"]);
    assert_eq!(outputs[0]["origin"], json!("https://any.example.com"));
    assert_eq!(outputs[0]["to"], json!(1));
    assert_eq!(delivered(&outputs), ["READY"]);
    assert_eq!(page.widget.state(), WidgetState::Ready);
    // The next one may have another.
    page.wait(1_000.0);
    let again = page.inject(1, HOST, &other_sync());
    assert_eq!(again[0]["origin"], json!(HOST));
}

#[test]
fn the_instance_that_a_sync_is_handed_to_acknowledges_it_itself() {
    let mut page = Page::waiting();
    let second = page.join();

    page.enter(AppInput::Inject {
        instance: second,
        origin: HOST.to_owned(),
        message: sync("t_1").into(),
    });
    let acks: Vec<(u32, Value)> = std::iter::from_fn(|| page.widget.poll())
        .filter_map(|order| match order {
            Output::App(AppOutput::Acknowledge { instance, message }) => {
                Some((instance, message.json()))
            }
            Output::Page(PageOutput::Post { message, .. }) => panic!("{message:?} was posted"),
            _ => None,
        })
        .collect();
    // Its app may change it, and posts it before READY was taken.
    let mut changed = acks[0].1.clone();
    changed["extra"] = json!(7);
    let (sent, outputs) = page.send_of(second, &changed);

    assert_eq!(acks.len(), 1);
    assert_eq!(acks[0].0, second);
    assert_eq!(acks[0].1["type"], "SYNC_ACK");
    assert_eq!(acks[0].1["messageId"], "t_1");
    assert_eq!(sent, Sent::Posted("t_1".to_owned()));
    assert_eq!(
        outputs,
        [json!({ "post": changed, "origin": HOST, "to": 1 })]
    );
}

#[test]
fn a_message_handed_in_reaches_its_instance_only() {
    let mut page = Page::waiting();
    page.join();
    let hang_up = json!({ "type": "END_CALL", "messageId": "t_1", "data": {} });

    let outputs = page.inject(2, "", &hang_up);

    assert_eq!(outputs, [json!({ "deliver": hang_up, "only": 2 })]);
}

#[test]
fn a_value_that_is_no_message_is_malformed_by_hand_too() {
    let mut page = Page::waiting();

    for message in [Value::Null, json!({}), json!({ "type": "" })] {
        assert_eq!(page.inject(1, "", &message), NOTHING);
    }

    assert_eq!(page.count(Code::Malformed), 3);
}

#[test]
fn a_message_handed_in_needs_neither_id_nor_origin() {
    let mut page = Page::waiting();

    let opened = page.inject(1, "", &json!({ "type": "SYNC", "portalId": 1 }));
    let hang_up = json!({ "type": "END_CALL" });
    let heard = page.inject(1, "", &hang_up);

    assert_eq!(posted(&opened), ["SYNC_ACK"]);
    assert_eq!(opened[0]["post"]["messageId"], json!("ws_1"));
    assert_eq!(opened[0]["origin"], json!(OWN));
    assert_eq!(delivered(&opened), ["READY"]);
    assert_eq!(heard, [json!({ "deliver": hang_up })]);
}

#[test]
fn a_sync_by_hand_opens_the_session_for_its_instance_alone() {
    let mut page = Page::waiting();
    page.join();
    page.send_of(1, &note(1));
    page.send_of(2, &note(2));

    let outputs = page.inject(2, "", &sync("t_1"));
    let later = page.send_of(1, &note(3));

    assert_eq!(posted(&outputs), ["SYNC_ACK", "CALL_DATA"]);
    assert_eq!(outputs[1]["only"], json!(2));
    assert_eq!(later.0, Sent::Queued);
    assert!(page.widget.is_open_to(2) && !page.widget.is_open_to(1));
}

#[test]
fn an_instance_after_a_session_by_hand_begins_anew() {
    let mut page = Page::waiting();
    page.inject(1, "", &sync("t_1"));

    let next = page.join();
    page.timeout();
    let due = page.wake();
    let outputs = page.inject(next, "", &sync("t_2"));

    assert_eq!(due, None);
    assert_eq!(posted(&outputs), ["SYNC_ACK"]);
    assert_eq!(outputs[1]["only"], json!(next));
}

#[test]
fn a_sync_by_hand_leaves_a_real_hosts_session_a_real_one() {
    let mut page = Page::ready();

    let outputs = page.inject(1, "https://any.example.com", &other_sync());
    let late = page.join();
    let (_, sent) = page.send_of(late, &json!({ "type": "INITIALIZED" }));

    assert_eq!(page.wake(), Some(page.now));
    assert_eq!(outputs[0]["origin"], json!(HOST));
    assert_eq!(sent[0]["origin"], json!(HOST));
}

#[test]
fn a_repeated_sync_by_hand_is_acknowledged_at_the_first_origin() {
    let mut page = Page::waiting();
    page.inject(1, "https://one.example.com", &sync("t_1"));
    page.app(&json!({ "type": "INITIALIZED", "data": {} }));

    page.wait(1_000.0);
    let outputs = page.inject(1, "https://two.example.com", &sync("t_2"));

    assert_eq!(posted(&outputs), ["SYNC_ACK"]);
    assert_eq!(outputs[0]["origin"], json!("https://one.example.com"));
}

#[test]
fn a_session_declared_open_takes_queued_and_later_messages() {
    let mut page = Page::waiting();
    page.app(&note(1));

    page.assume_ready("https://crm.example.com");
    let waited = page.drain();
    let (sent, outputs) = page.send(&note(2));

    assert_eq!(posted(&waited), ["CALL_DATA"]);
    assert_eq!(delivered(&waited), [""; 0]);
    assert!(matches!(sent, Sent::Posted(_)), "{sent:?}");
    assert_eq!(outputs[0]["origin"], json!("https://crm.example.com"));
    assert_eq!(page.widget.state(), WidgetState::Ready);
}

#[test]
fn the_next_instance_may_declare_the_session_open_too() {
    let mut page = Page::waiting();
    page.assume_ready("https://crm.example.com");
    let next = page.join();

    let before = page.send_of(next, &note(1));
    page.assume_ready("https://crm.example.com");
    let outputs = page.drain();

    assert_eq!(before.0, Sent::Queued);
    assert_eq!(posted(&outputs), ["CALL_DATA"]);
    assert!(page.widget.is_open_to(next));
}

#[test]
fn declaring_a_real_hosts_session_open_changes_nothing() {
    let mut page = Page::ready();
    let late = page.join();

    page.assume_ready("https://any.example.com");

    assert_eq!(page.drain(), NOTHING);
    assert!(!page.widget.is_ready(late), "READY is due to it");
    assert_eq!(page.widget.host_origin(), Some(HOST));
}

#[test]
fn a_full_queue_of_an_unframed_page_is_a_note_and_no_error() {
    let mut page = Page::unframed();
    for number in 0..256 {
        page.app(&note(number));
    }

    let (sent, outputs) = page.send(&note(256));

    assert_eq!(sent, Sent::Refused(Code::NotEmbedded));
    let detail = report("note", "NOT_EMBEDDED", "CALL_DATA");
    assert_eq!(outputs, [detail]);
}
