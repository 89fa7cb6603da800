//! Every question about every kind of message, with its answers, and shared helpers.

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::session::widget::{Outcome, Question};
use serde_json::{Value, json};

use crate::widget_engine::page::{Page, Sent, about, engaged};

/// The tie of a host's answer to the message that it answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Ties {
    /// By the id of the message it answers.
    Echo,
    /// By the ids of its call, or by the record's coordinates.
    Names,
    /// By both.
    Both,
    /// Not at all.
    Neither,
}

/// One question about one kind of message, and the host's answers to it.
pub(super) struct Case {
    pub(super) sends: &'static str,
    pub(super) question: Question,
    pub(super) success: Option<(&'static str, Value)>,
    pub(super) failure: (&'static str, Value),
    /// The value that the app gets.
    pub(super) value: Value,
}

/// Every question about every kind.
pub(super) fn cases() -> Vec<Case> {
    const CREATED: [&str; 2] = ["CREATE_ENGAGEMENT_SUCCEEDED", "CREATE_ENGAGEMENT_FAILED"];
    const ANNOUNCED: [&str; 2] = ["ENGAGEMENT_CREATED", "CREATE_ENGAGEMENT_FAILED"];
    const FOUND: [&str; 2] = ["CALLER_ID_MATCH_SUCCEEDED", "CALLER_ID_MATCH_FAILED"];
    const SAVED: [&str; 2] = ["UPDATE_ENGAGEMENT_SUCCEEDED", "UPDATE_ENGAGEMENT_FAILED"];
    const FINALIZED: [&str; 2] = [
        "FINALIZE_ENGAGEMENT_SUCCEEDED",
        "FINALIZE_ENGAGEMENT_FAILED",
    ];
    const PUBLISHED: [&str; 2] = ["PUBLISH_TO_CHANNEL_SUCCEEDED", "PUBLISH_TO_CHANNEL_FAILED"];

    let case = |sends, question, [success, failure]: [&'static str; 2]| {
        let matches = json!([{ "callerIdType": "CONTACT" }]);
        let (data, value) = match question {
            Question::Engagement => (json!({ "engagementId": 7 }), json!(7)),
            Question::CallerId => (json!({ "callerIdMatches": matches }), matches),
            _ => (json!({}), Value::Null),
        };
        Case {
            sends,
            question,
            success: Some((success, data)),
            failure: (failure, json!({ "error": { "message": "no" } })),
            value,
        }
    };
    let mut cases = vec![
        case("OUTGOING_CALL_STARTED", Question::Engagement, CREATED),
        case("OUTGOING_CALL_STARTED", Question::Engagement, ANNOUNCED),
        case("INCOMING_CALL", Question::Engagement, CREATED),
        case("INCOMING_CALL", Question::CallerId, FOUND),
        case("CALL_COMPLETED", Question::Saved, SAVED),
        case("FINALIZE_ENGAGEMENT", Question::Finalized, FINALIZED),
        case("FINALIZE_ENGAGEMENT", Question::Finalized, PUBLISHED),
        case("PUBLISH_TO_CHANNEL", Question::Finalized, FINALIZED),
        case("PUBLISH_TO_CHANNEL", Question::Finalized, PUBLISHED),
    ];
    cases.push(Case {
        sends: "NAVIGATE_TO_RECORD",
        question: Question::Navigated,
        success: None,
        failure: ("NAVIGATE_TO_RECORD_FAILED", json!({})),
        value: Value::Null,
    });
    cases
}

impl Case {
    /// The message that asks for everything, about call `c-<n>`.
    pub(super) fn message(&self, n: u32) -> Value {
        let id = format!("c-{n}");
        let data = match self.sends {
            "OUTGOING_CALL_STARTED" | "INCOMING_CALL" => {
                json!({ "externalCallId": id, "createEngagement": true })
            }
            "CALL_COMPLETED" => json!({
                "externalCallId": id, "engagementId": 100 + n,
                "engagementProperties": { "hs_call_title": "x" },
            }),
            "NAVIGATE_TO_RECORD" => json!({ "objectCoordinates": coordinates(n) }),
            _ => json!({ "externalCallId": id, "engagementId": 100 + n }),
        };
        json!({ "type": self.sends, "data": data })
    }

    /// A page on which the message is in order for the calls 1 to `calls`.
    pub(super) fn page(&self, calls: u32) -> Page {
        let mut page = Page::ready();
        self.prepare(&mut page, calls);
        page
    }

    pub(super) fn prepare(&self, page: &mut Page, calls: u32) {
        if self.question == Question::Navigated || self.starts() {
            return;
        }
        for n in 1..=calls {
            let id = format!("c-{n}");
            page.app(&about("OUTGOING_CALL_STARTED", &id));
            page.app(&engaged("CALL_ENDED", &id, 100 + n));
        }
    }

    /// Compares the outcome of its question; `None` while it is open.
    #[track_caller]
    pub(super) fn expect(&self, page: &mut Page, receipt: u32, outcome: Option<Outcome>) {
        let expected = outcome.map(|outcome| outcome.as_str().to_owned());
        assert_eq!(
            code(page, receipt, self.question),
            expected,
            "{}",
            self.sends
        );
    }

    pub(super) fn starts(&self) -> bool {
        matches!(self.sends, "OUTGOING_CALL_STARTED" | "INCOMING_CALL")
    }

    /// An answer about call `c-<n>`, whose message went out as `message_id`.
    pub(super) fn answer(
        &self,
        what: &(&str, Value),
        n: u32,
        ties: Ties,
        message_id: &str,
    ) -> Value {
        let (wire, mut data) = what.clone();
        if self.question == Question::Navigated && ties != Ties::Neither {
            put(&mut data, "objectCoordinates", coordinates(n));
        } else if matches!(ties, Ties::Names | Ties::Both) {
            put(&mut data, "externalCallId", json!(format!("c-{n}")));
        }
        let id = if matches!(ties, Ties::Echo | Ties::Both) {
            message_id
        } else {
            "h_77"
        };
        json!({ "type": wire, "messageId": id, "data": data })
    }
}

pub(super) fn put(object: &mut Value, name: &str, value: Value) {
    if let Some(fields) = object.as_object_mut() {
        fields.insert(name.to_owned(), value);
    }
}

/// The kind of a message that is in the table.
pub(super) fn kind_of(message: &Value) -> Kind {
    let wire = message.get("type").and_then(Value::as_str);
    wire.and_then(Kind::parse).unwrap_or(Kind::Sync)
}

pub(super) fn coordinates(n: u32) -> Value {
    json!({ "portalId": 1, "objectId": n, "objectTypeId": "0-1" })
}

pub(super) const TIES: [Ties; 4] = [Ties::Echo, Ties::Names, Ties::Both, Ties::Neither];

/// Sends a message for a receipt; returns its number and the result of the send.
pub(super) fn tracked(page: &mut Page, instance: u32, message: &Value) -> (u32, Sent) {
    let kind = kind_of(message);
    let receipt = page.track(instance, kind);
    let (sent, _) = page.send_of(instance, message);
    page.track_end(receipt);
    (receipt, sent)
}

/// The same of instance 1, expected to be posted; returns the message id instead.
pub(super) fn posted_for(page: &mut Page, message: &Value) -> (u32, String) {
    match tracked(page, 1, message) {
        (receipt, Sent::Posted(id)) => (receipt, id),
        (_, sent) => panic!("{sent:?}"),
    }
}

/// The settled waits among orders: the wait, the outcome, the value.
pub(super) fn settled(outputs: &[Value]) -> Vec<(u64, String, Value)> {
    let settled = outputs.iter().filter_map(|output| {
        let wait = output.get("settled")?.as_u64()?;
        Some((
            wait,
            output["outcome"].as_str()?.to_owned(),
            output["value"].clone(),
        ))
    });
    settled.collect()
}

/// The outcome of a question at once; `None` while it is open.
pub(super) fn outcome(
    page: &mut Page,
    receipt: u32,
    question: Question,
) -> Option<(String, Value)> {
    let wait = page.ask(receipt, question, None);
    let now = settled(&page.drain());
    page.abort(wait);
    page.drain();
    now.into_iter()
        .next()
        .map(|(_, outcome, value)| (outcome, value))
}

/// The outcome's code alone.
pub(super) fn code(page: &mut Page, receipt: u32, question: Question) -> Option<String> {
    outcome(page, receipt, question).map(|(code, _)| code)
}

pub(super) fn is(outcome: Outcome) -> Option<String> {
    Some(outcome.as_str().to_owned())
}
