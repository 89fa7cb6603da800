//! What an earlier page kept, as anyone may have changed it.

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::widget::{
    Environment, InstanceOptions, Journal, Output, ResumeFacts, Widget,
};
use calling_widget_sdk::session::{CODES, Facts, SourceId, calls_snapshot};
use serde_json::{Value, json};

/// JSON: a journal as it was found in the storage.
///
/// # Panics
///
/// When one is taken over that does not read, when what was owed goes out twice
/// or to another host, when a call comes back that was not kept, or when what the
/// page keeps in its turn does not read.
pub fn journal(input: &[u8]) {
    let Ok(found) = serde_json::from_slice::<Value>(input) else {
        return;
    };
    for is_reload in [false, true] {
        hand_over(&found, is_reload);
    }
}

/// A page finds the journal, and meets its host, and then another account's.
fn hand_over(found: &Value, is_reload: bool) {
    let facts = ResumeFacts {
        frame: "frame",
        is_reload,
        is_only: true,
        is_claimed: false,
    };
    let mut widget = Widget::new(Environment {
        own_origin: "https://phone.example".to_owned(),
        instance_id: "w".to_owned(),
        is_embedded: true,
    });
    widget.attach(InstanceOptions {
        resume: true,
        ..InstanceOptions::default()
    });
    let resumed = widget.resume(NOW, found, facts);
    assert!(Journal::parse(found).is_ok() || resumed.is_err());
    check_kept(&widget);
    let owed = match resumed {
        Ok(()) => count(found, "owed"),
        Err(code) => {
            assert!(CODES.contains(&code));
            0
        }
    };

    let sync = json!({ "type": "SYNC", "messageId": "h_1", "portalId": 1, "userId": 2 });
    let posts = hear(&mut widget, &sync);
    assert!(own(&posts).count() <= owed, "{posts:?}");
    assert!(resumed.is_ok() || widget.calls().iter().count() == 0);
    let other = json!({ "type": "SYNC", "messageId": "o_1", "portalId": 3, "userId": 4 });
    let posts = hear(&mut widget, &other);
    assert_eq!(own(&posts).next(), None, "owed twice");
    check_kept(&widget);
}

/// A host says something; what the page and its app post, the handshake left out.
fn hear(widget: &mut Widget<Value>, message: &Value) -> Vec<Value> {
    let facts = Facts {
        is_trusted: true,
        source: SourceId::PEER,
        origin: HOST,
    };
    widget.handle_message(NOW, facts, message);
    let mut posts = Vec::new();
    while let Some(output) = widget.poll_output() {
        match output {
            Output::Post {
                message, origin, ..
            } => {
                assert_eq!(origin, HOST);
                assert!(message.get("messageId").is_some(), "{message}");
                if message.get("type") != Some(&json!("SYNC_ACK")) {
                    posts.push(message);
                }
            }
            Output::Deliver { message, .. } => {
                if message.get("type") == Some(&json!("READY")) {
                    let hello = json!({ "type": "INITIALIZED", "data": { "isLoggedIn": true } });
                    widget.send(NOW, 1, &hello);
                }
                widget.handle_delivered(NOW);
            }
            Output::Resumed { .. } => widget.handle_delivered(NOW),
            _ => {}
        }
    }
    posts
}

/// What does not tell of the page itself.
fn own(posts: &[Value]) -> impl Iterator<Item = &Value> {
    let is_own = |post: &&Value| post.get("type") != Some(&json!("INITIALIZED"));
    posts.iter().filter(is_own)
}

fn count(journal: &Value, list: &str) -> usize {
    match &journal[list] {
        Value::Object(items) => items.len(),
        _ => 0,
    }
}

/// What the page keeps reads, and holds the calls it has.
fn check_kept(widget: &Widget<Value>) -> Value {
    let kept = widget
        .journal(NOW, "frame", true)
        .expect("it was asked for");
    assert!(Journal::parse(&kept).is_ok(), "{kept}");
    for call in calls_snapshot::<Value>(widget.calls()) {
        assert!(call.get("state").is_some(), "{call}");
    }
    kept
}

const HOST: &str = "https://app.hubspot.com";
const NOW: Millis = Millis(1_000_000.0);
