//! Browser values as payloads.

use alloc::string::String;
use alloc::vec::Vec;

use wasm_bindgen::prelude::*;

use crate::protocol::{EngagementId, Payload, ValueKind};

impl Payload for JsValue {
    fn value_kind(&self) -> ValueKind {
        if self.is_string() {
            ValueKind::Text
        } else if self.is_undefined() {
            ValueKind::Undefined
        } else if self.is_null() {
            ValueKind::Null
        } else if self.is_object() {
            if is_array(self) {
                ValueKind::List
            } else {
                ValueKind::Object
            }
        } else if self.is_function() {
            ValueKind::Function
        } else if self.as_f64().is_some() {
            ValueKind::Number
        } else if self.as_bool().is_some() {
            ValueKind::Boolean
        } else {
            ValueKind::Other
        }
    }

    fn field(&self, name: &str) -> Option<Self> {
        if !self.is_object() {
            return None;
        }
        // A getter of the app's own object may throw.
        get(self, name).ok().filter(|value| !value.is_undefined())
    }

    fn text(&self) -> Option<String> {
        self.as_string()
    }

    fn text_len(&self) -> usize {
        if self.is_string() {
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
        if self.as_f64().is_some() {
            string(self).as_string()
        } else {
            self.as_string()
        }
    }

    fn keys(&self) -> Vec<String> {
        if !self.is_object() {
            return Vec::new();
        }
        keys(self)
            .map(|names| names.iter().filter_map(|name| name.as_string()).collect())
            .unwrap_or_default()
    }

    fn children(&self, limit: usize) -> Option<Vec<Self>> {
        if !self.is_object() {
            return Some(Vec::new());
        }
        // A list's length is read before its items: a million of them would
        // otherwise be gathered first.
        if is_array(self) && length(self) as usize > limit {
            return None;
        }
        let Ok(children) = values(self) else {
            return Some(Vec::new());
        };
        (children.len() <= limit).then_some(children)
    }

    fn same(&self, other: &Self) -> bool {
        match (stringify(self), stringify(other)) {
            (Ok(one), Ok(two)) => one == two,
            _ => false,
        }
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

    fn empty() -> Self {
        object()
    }

    fn copied(&self) -> Self {
        // A getter of the app's own object may throw.
        assign(&object(), self).unwrap_or_else(|_| object())
    }

    fn put(&mut self, name: &str, value: Option<Self>) {
        set(self, name, &value.unwrap_or(Self::UNDEFINED));
    }
}

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = Reflect, js_name = get, catch)]
    fn get(target: &JsValue, name: &str) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_namespace = Reflect, js_name = set)]
    fn set(target: &JsValue, name: &str, value: &JsValue);

    #[wasm_bindgen(js_namespace = Array, js_name = isArray)]
    fn is_array(value: &JsValue) -> bool;

    #[wasm_bindgen(js_namespace = Object, js_name = keys, catch)]
    fn keys(target: &JsValue) -> Result<Vec<JsValue>, JsValue>;

    #[wasm_bindgen(js_namespace = Object, js_name = values, catch)]
    fn values(target: &JsValue) -> Result<Vec<JsValue>, JsValue>;

    #[wasm_bindgen(js_namespace = Object, js_name = assign, catch)]
    fn assign(target: &JsValue, source: &JsValue) -> Result<JsValue, JsValue>;

    #[wasm_bindgen(js_name = Object)]
    fn object() -> JsValue;

    #[wasm_bindgen(js_name = String)]
    fn string(value: &JsValue) -> JsValue;

    #[wasm_bindgen(js_name = Number)]
    fn number(text: &str) -> JsValue;

    #[wasm_bindgen(js_namespace = JSON, js_name = stringify, catch)]
    fn stringify(value: &JsValue) -> Result<JsValue, JsValue>;

    type HasLength;

    #[wasm_bindgen(method, getter, structural, js_name = length)]
    fn length_of(this: &HasLength) -> u32;
}

fn length(value: &JsValue) -> u32 {
    value.unchecked_ref::<HasLength>().length_of()
}
