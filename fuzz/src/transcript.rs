//! Lists of messages, as the files in `tests/fixtures/messages` hold them.

use calling_widget_sdk::protocol::{Kind, Millis};
use calling_widget_sdk::session::host::{HostConfig, StoreRequest};
use calling_widget_sdk::session::{calls_snapshot, check_payload};
use serde_json::{Value, json};
use simulation::{HostEdge, Options, Pages, Pair, WIDGET, WidgetEdge};

/// JSON: a list of messages. The widget is given each as its host's, and each as
/// its app's; what it posts reaches a host, and what that posts comes back.
///
/// # Panics
///
/// When the two keep each other busy, when a finding names a field that the
/// table lacks, or when a call's snapshot lacks a field.
pub fn transcript(input: &[u8]) {
    let Ok(Value::Array(messages)) = serde_json::from_slice::<Value>(input) else {
        return;
    };
    let mut pair = opened();
    for (at, message) in messages.iter().take(MOST).enumerate() {
        pair.now = pair.now + Millis(50.0);
        let kind = message
            .get("type")
            .and_then(Value::as_str)
            .and_then(Kind::parse);
        if let Some(kind) = kind {
            let findings = check_payload(kind.message().shape, message.get("data"));
            assert!(findings.len() <= 16, "{findings:?}");
        }
        if at % 2 == 0 {
            pair.send(INSTANCE, message);
        } else {
            pair.post(WIDGET, message.clone());
        }
        settle(&mut pair);
    }
    for call in calls_snapshot::<Value>(pair.widget().calls()) {
        for field in ["direction", "state", "engagement"] {
            assert!(call.get(field).is_some_and(Value::is_string), "{call}");
        }
    }
}

/// A host and a widget whose wire delivers at once.
fn opened() -> Pair {
    let mut widget = WidgetEdge::with_ids(PHONE, "w", "we", true);
    widget.attach(START, Options::default());
    let context = json!({ "portalId": 1, "iframeLocation": "remote" });
    let config = HostConfig::new(CRM.to_owned(), PHONE.to_owned(), "h".to_owned(), context);
    let mut pair = Pair::new(START.0, 0.0, HostEdge::new(config), widget);
    pair.load();
    settle(&mut pair);
    pair
}

fn settle(pair: &mut Pair) {
    pair.drain(&mut Site);
    for round in 0.. {
        assert!(round < 32, "the two keep each other busy");
        if pair.next_arrival().is_none() {
            return;
        }
        pair.deliver_due(&mut Site);
    }
}

/// An app that greets its host, and a store that makes engagements.
struct Site;

impl Pages for Site {
    fn heard(&mut self, pair: &mut Pair, _side: usize, message: &Value) {
        if message.get("type") == Some(&json!("READY")) {
            let hello = json!({ "type": "INITIALIZED", "data": { "isLoggedIn": true } });
            pair.send(INSTANCE, &hello);
        }
    }

    fn handle_request(
        &mut self,
        pair: &mut Pair,
        side: usize,
        request: u32,
        ask: StoreRequest<Value>,
    ) {
        let answer = match ask {
            StoreRequest::Create { .. } => json!({ "id": request }),
            _ => json!([]),
        };
        pair.stored(side, request, Ok(answer));
    }

    fn opens_record(&mut self) -> bool {
        false
    }
}

const CRM: &str = "https://app.hubspot.com";
const PHONE: &str = "https://phone.example";
const START: Millis = Millis(1000.0);
const INSTANCE: u32 = 1;
const MOST: usize = 64;
