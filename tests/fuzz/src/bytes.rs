//! Reads steps and messages from bytes: every byte string is valid.

use calling_widget_sdk::protocol::MESSAGES;
use serde_json::{Value, json};

/// Bytes, taken one by one; past the end come zeros.
#[derive(Debug)]
pub(crate) struct Bytes<'a>(pub(crate) &'a [u8]);

impl Bytes<'_> {
    pub(crate) const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(crate) fn next(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    /// One of a few.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[usize::from(self.next()) % from.len()]
    }

    /// A message: of a known type or not, with an id or not, and with fields that the engines
    /// read.
    pub(crate) fn message(&mut self) -> Value {
        let mut message = json!({ "type": self.wire() });
        let ids = [
            json!("x_1"),
            json!("x_2"),
            json!("y_1"),
            json!(7),
            json!("w_1"),
            json!("h_1"),
            json!(""),
            Value::Null,
        ];
        let id = &ids[usize::from(self.next()) % ids.len()];
        if !id.is_null() {
            message["messageId"] = id.clone();
        }
        let shape = self.next();
        if shape & 1 != 0 {
            message["userId"] = json!(shape >> 6);
            message["portalId"] = json!(1);
        }
        match shape >> 1 & 7 {
            0 => {}
            1 => message["data"] = Value::Null,
            2 => message["data"] = json!([1, { "a": [] }]),
            3 => message["hostUrl"] = json!("https://evil.example"),
            _ => message["data"] = self.data(),
        }
        message
    }

    pub(crate) fn wire(&mut self) -> &'static str {
        let at = usize::from(self.next()) % (MESSAGES.len() + UNKNOWN.len());
        match MESSAGES.get(at) {
            Some(message) => message.wire,
            None => UNKNOWN[at - MESSAGES.len()],
        }
    }

    /// Data with some of the fields that an engine reads.
    pub(crate) fn data(&mut self) -> Value {
        let (fields, ids, more) = (self.next(), self.next(), self.next());
        let mut data = json!({});
        if fields & 1 != 0 {
            data["externalCallId"] = match ids & 7 {
                6 => json!(ids >> 4),
                7 => json!(""),
                id => json!(format!("c-{id}")),
            };
        }
        if fields & 2 != 0 {
            data["engagementId"] = match ids >> 3 & 7 {
                6 => json!("e"),
                7 => json!(1.5),
                id => json!(id),
            };
        }
        if fields & 4 != 0 {
            data["createEngagement"] = json!(more & 1 != 0);
        }
        if fields & 8 != 0 {
            data["engagementProperties"] = json!({ "hs_call_title": "x" });
        }
        if fields & 16 != 0 {
            data["phoneNumber"] = json!(NUMBERS[usize::from(more >> 1 & 3)]);
            data["toNumber"] = json!(NUMBERS[usize::from(more >> 3 & 3)]);
            data["fromNumber"] = json!(NUMBERS[usize::from(more >> 5 & 3)]);
        }
        if fields & 32 != 0 {
            data["callEndStatus"] =
                json!(["COMPLETED", "MISSED", "nonsense", ""][usize::from(more & 3)]);
            data["isLoggedIn"] = json!(more & 4 != 0);
            data["isAvailable"] = json!(more & 8 != 0);
            data["hideWidget"] = json!(more & 16 != 0);
        }
        if fields & 64 != 0 {
            let kinds = ["0-1", "0-2", "2-9", ""];
            let kind = kinds[usize::from(more >> 2 & 3)];
            data["objectCoordinates"] =
                json!({ "portalId": 1, "objectId": more & 3, "objectTypeId": "0-1" });
            data["calleeInfo"] = json!({ "calleeId": more & 3, "calleeObjectTypeId": kind });
        }
        if fields & 128 != 0 {
            data["iFrameUrl"] = json!(URLS[usize::from(more & 3)]);
            data["width"] = json!(more);
            data["height"] = json!("400px");
            data["message"] = json!("text");
        }
        data
    }
}

/// Unknown types.
const UNKNOWN: [&str; 6] = [
    "NEW_THING",
    "NEW_THING_FAILED",
    "toString",
    "__proto__",
    "",
    "SYNC ",
];

const NUMBERS: [&str; 4] = ["", "+15550100", "0000", "5550100"];

const URLS: [&str; 4] = [
    "https://phone.example/app",
    "https://second.example/",
    "https://evil.example/",
    "javascript:alert(1)",
];
