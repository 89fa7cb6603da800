//! What an earlier page kept, as anyone may have changed it.

use calling_widget_sdk::protocol::{EXTENDED_FIELD, Millis};
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
/// or to another host, when what may have arrived goes out again without its place,
/// when a call comes back that was not kept, or when what the page keeps in its turn
/// does not read, or is owed no longer.
pub fn journal(input: &[u8]) {
    run(input);
}

/// Whether an input leaves something that goes out with a place.
#[must_use]
pub fn journal_confirms(input: &[u8]) -> bool {
    run(input)
}

fn run(input: &[u8]) -> bool {
    let Ok(found) = serde_json::from_slice::<Value>(input) else {
        return false;
    };
    let mut has_left = false;
    for is_reload in [false, true] {
        for confirms in [false, true] {
            has_left |= hand_over(&found, is_reload, confirms);
        }
    }
    has_left
}

/// A page finds the journal, and meets its host, which confirms messages or does
/// not, and then another account's. Whether the first was given something of it with
/// a place.
fn hand_over(found: &Value, is_reload: bool, confirms: bool) -> bool {
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
    let (owed, unconfirmed) = match resumed {
        Ok(()) => (count(found, "owed"), count(found, "unconfirmed")),
        Err(code) => {
            assert!(CODES.contains(&code));
            (0, 0)
        }
    };

    let sync = json!({ "type": "SYNC", "messageId": "h_1", "portalId": 1, "userId": 2 });
    let plain = hear(&mut widget, &sync);
    assert!(plain.iter().all(|post| place(post) == 0), "{plain:?}");
    assert!(own(&plain).count() <= owed, "{plain:?}");
    assert!(resumed.is_ok() || widget.calls().iter().count() == 0);
    let mut has_left = false;
    if confirms {
        let numbered = hear(&mut widget, &announcement(&sync, 0));
        assert!(own(&numbered).count() <= owed + unconfirmed, "{numbered:?}");
        has_left = own(&numbered).next().is_some();
        let places: Vec<u64> = numbered.iter().map(place).collect();
        assert!(places.is_sorted_by(|one, next| one < next), "{places:?}");
        let last = places.last().copied().unwrap_or(0);
        assert_eq!(hear(&mut widget, &announcement(&sync, last)), [NO_POST; 0]);
        let kept = check_kept(&widget);
        assert_eq!((count(&kept, "owed"), count(&kept, "unconfirmed")), (0, 0));
    }

    let other = json!({ "type": "SYNC", "messageId": "o_1", "portalId": 3, "userId": 4 });
    for sync in [&other, &announcement(&other, 0)] {
        let posts = hear(&mut widget, sync);
        assert_eq!(own(&posts).next(), None, "owed twice");
    }
    check_kept(&widget);
    has_left
}

/// The same page's SYNC that says what it is, and what has come.
fn announcement(sync: &Value, ack: u64) -> Value {
    let mut announcement = sync.clone();
    let peer = if ack > 0 { "w.1" } else { "" };
    announcement[EXTENDED_FIELD] =
        json!({ "v": 1, "load": sync["messageId"], "peer": peer, "ack": ack });
    announcement
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
                // What was kept may lack its id; its place tells it then.
                let is_known = message.get("messageId").is_some() || place(&message) > 0;
                assert!(is_known, "{message}");
                if message.get("type") != Some(&json!("SYNC_ACK")) || place(&message) > 0 {
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

/// A post's place in the page's stream; 0 for none.
fn place(post: &Value) -> u64 {
    post[EXTENDED_FIELD]["seq"].as_u64().unwrap_or(0)
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
const NO_POST: Value = Value::Null;
