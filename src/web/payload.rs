//! Browser values as payloads.

use alloc::string::String;
use alloc::vec::Vec;

use wasm_bindgen::prelude::*;

use crate::protocol::{EngagementId, Payload, ValueKind};

impl Payload for JsValue {
    fn value_kind(&self) -> ValueKind {
        KINDS
            .get(kind(self) as usize)
            .copied()
            .unwrap_or(ValueKind::Other)
    }

    fn field(&self, name: &str) -> Option<Self> {
        let value = field(self, name);
        (!value.is_undefined()).then_some(value)
    }

    fn text(&self) -> Option<String> {
        text(self, false)
    }

    fn text_len(&self) -> usize {
        if self.value_kind() == ValueKind::Text {
            length(self) as usize
        } else {
            0
        }
    }

    fn number(&self) -> Option<f64> {
        self.as_f64()
    }

    fn boolean(&self) -> Option<bool> {
        self.as_bool()
    }

    fn id_text(&self) -> Option<String> {
        text(self, true)
    }

    fn keys(&self) -> Vec<String> {
        gathered(&items(self, true))
            .iter()
            .filter_map(Payload::text)
            .collect()
    }

    fn children(&self, limit: usize) -> Option<Vec<Self>> {
        // The length is read before the items: a million of them would
        // otherwise be gathered first.
        let children = items(self, false);
        (length(&children) as usize <= limit).then(|| gathered(&children))
    }

    fn names_len(&self) -> usize {
        names_length(self) as usize
    }

    fn same(&self, other: &Self) -> bool {
        same(self, other)
    }

    fn from_text(text: &str) -> Self {
        Self::from_str(text)
    }

    fn from_number(number: f64) -> Self {
        Self::from_f64(number)
    }

    fn from_engagement_id(id: &EngagementId) -> Self {
        if id.numeric {
            number(&id.text)
        } else {
            Self::from_str(&id.text)
        }
    }

    fn from_boolean(boolean: bool) -> Self {
        Self::from_bool(boolean)
    }

    fn list(items: Vec<Self>) -> Self {
        items.into_iter().collect::<js_sys::Array>().into()
    }

    fn empty() -> Self {
        Self::UNDEFINED.copied()
    }

    fn copied(&self) -> Self {
        copied(self)
    }

    fn put(&mut self, name: &str, value: Option<Self>) {
        put(self, name, &value.unwrap_or(Self::UNDEFINED));
    }
}

/// The items of a JavaScript list.
pub(super) fn gathered(list: &JsValue) -> Vec<JsValue> {
    (0..length(list)).map(|index| item(list, index)).collect()
}

/// In the order of `payload.js`.
const KINDS: [ValueKind; 8] = [
    ValueKind::Undefined,
    ValueKind::Null,
    ValueKind::Boolean,
    ValueKind::Number,
    ValueKind::Text,
    ValueKind::List,
    ValueKind::Object,
    ValueKind::Function,
];

#[wasm_bindgen(module = "/src/web/payload.js")]
extern "C" {
    fn kind(value: &JsValue) -> u32;
    fn field(value: &JsValue, name: &str) -> JsValue;
    fn text(value: &JsValue, is_id: bool) -> Option<String>;
    fn items(value: &JsValue, are_names: bool) -> JsValue;
    fn length(value: &JsValue) -> u32;
    #[wasm_bindgen(js_name = namesLength)]
    fn names_length(value: &JsValue) -> u32;
    fn item(list: &JsValue, index: u32) -> JsValue;
    fn same(one: &JsValue, two: &JsValue) -> bool;
    fn copied(value: &JsValue) -> JsValue;
    fn put(object: &JsValue, name: &str, value: &JsValue);
    fn number(text: &str) -> JsValue;
}
