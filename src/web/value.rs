//! A browser's values as the engines' values, and back.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::Any;
use core::cell::RefCell;

use js_sys::{Array, Object, Reflect};
use wasm_bindgen::prelude::wasm_bindgen;
use wasm_bindgen::{JsCast, JsValue};

use crate::protocol::limits::MAX_READ_TEXT;
use crate::protocol::{Kept, Name, Number, Source, Value, ValueKind, is_exact};

#[wasm_bindgen]
extern "C" {
    /// A browser's value of any type.
    #[wasm_bindgen(typescript_type = "unknown")]
    #[derive(Debug)]
    pub type Unknown;
}

/// A browser's value that goes on as it came: an object, a list, a long text, a function.
#[derive(Debug)]
struct Browser(JsValue);

impl Source for Browser {
    fn field(&self, name: &str) -> Value {
        get(&self.0, &JsValue::from_str(name))
    }

    fn named(&self, name: Name) -> Value {
        get(&self.0, word(name.as_str()))
    }

    fn keys(&self) -> Vec<String> {
        let names = names(&self.0);
        names.iter().filter_map(|name| name.as_string()).collect()
    }

    fn size(&self) -> usize {
        names(&self.0).length() as usize
    }

    fn items(&self, limit: usize) -> Option<Vec<Value>> {
        let items: &Array = self.0.unchecked_ref();
        let length = items.length();
        let get = |index| get(&self.0, &JsValue::from(index));
        (length as usize <= limit).then(|| (0..length).map(get).collect())
    }

    fn is_like(&self, other: &Kept) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| self.0 == other.0)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// Reads a browser's value, and runs the getters of what it reads.
///
/// # Errors
///
/// What a getter threw.
pub fn read<T: From<Value>>(value: JsValue) -> Result<T, JsValue> {
    // A getter may call the SDK: that input reads by itself.
    let before = THROWN.take();
    let read = T::from(value_of(value));
    match THROWN.replace(before) {
        None => Ok(read),
        Some(error) => Err(error),
    }
}

/// Writes a value: what came from the browser is the very same value again.
#[must_use]
pub fn write(value: &Value) -> JsValue {
    match value {
        Value::Undefined => JsValue::UNDEFINED,
        Value::Null => JsValue::NULL,
        Value::Boolean(boolean) => JsValue::from_bool(*boolean),
        Value::Number(number) => match number.as_written() {
            // An id as text, which may be any number.
            Some(text) => JsValue::from_f64(JsValue::from_str(text).unchecked_into_f64()),
            None => JsValue::from_f64(number.value()),
        },
        Value::Text(Cow::Borrowed(text)) => word(text).clone(),
        Value::Text(Cow::Owned(text)) => JsValue::from_str(text),
        Value::Kept(_, kept) => {
            let kept = kept.as_any().downcast_ref::<Browser>();
            kept.map_or(JsValue::UNDEFINED, |kept| kept.0.clone())
        }
        Value::List(items) => items.iter().map(write).collect::<Array>().into(),
        Value::Object(object) => {
            let made = match object.base().and_then(browser) {
                // By entries: no field, not even `__proto__`, is more than a field.
                Some(base) => {
                    let entries = Object::entries(base.unchecked_ref::<Object>());
                    Object::from_entries(&entries).unwrap_or_default()
                }
                None => Object::new(),
            };
            let fields: &Fields = made.unchecked_ref();
            for (name, value) in object.fields() {
                match name {
                    Cow::Borrowed(name) => fields.set(word(name), &write(value)),
                    Cow::Owned(name) => define(&made, name, &write(value)),
                }
            }
            made.into()
        }
    }
}

/// Sets a field by a name from outside, which may be `__proto__`.
fn define(object: &Object, name: &str, value: &JsValue) {
    let field = Array::new();
    field.push(&JsValue::from_str(name));
    field.push(value);
    if let Ok(made) = Object::from_entries(&Array::of1(&field)) {
        let name = JsValue::from_str(name);
        let descriptor = Object::get_own_property_descriptor(&made, &name);
        let _ = Reflect::define_property(object, &name, descriptor.unchecked_ref::<Object>());
    }
}

#[wasm_bindgen]
extern "C" {
    /// An object made here.
    type Fields;

    #[wasm_bindgen(method, structural, indexing_setter)]
    fn set(this: &Fields, name: &JsValue, value: &JsValue);
}

/// A text of this program's: the same text is decoded once, and stays as long as the instance.
pub(super) fn word(text: &'static str) -> &'static JsValue {
    let key = (text.as_ptr(), text.len());
    WORDS.with_borrow_mut(|words| {
        let at = words.partition_point(|(known, _)| *known < key);
        if let Some((known, word)) = words.get(at)
            && *known == key
        {
            return *word;
        }
        let word: &'static JsValue = Box::leak(Box::new(JsValue::from_str(text)));
        words.insert(at, (key, word));
        word
    })
}

// The tests for the most frequent kinds come first.
fn value_of(value: JsValue) -> Value {
    if value.is_string() {
        let text: &js_sys::JsString = value.unchecked_ref();
        return if text.length() as usize <= MAX_READ_TEXT {
            String::from(text).into()
        } else {
            Value::Kept(ValueKind::Text, Kept::new(Browser(value)))
        };
    }
    if value.is_undefined() {
        return Value::Undefined;
    }
    if js_sys::Number::is_finite(&value) {
        return number(value.unchecked_into_f64());
    }
    if value.is_object() {
        let kind = if Array::is_array(&value) {
            ValueKind::List
        } else {
            ValueKind::Object
        };
        return Value::Kept(kind, Kept::new(Browser(value)));
    }
    if value.is_null() {
        return Value::Null;
    }
    if let Some(boolean) = value.as_bool() {
        return Value::Boolean(boolean);
    }
    if let Some(infinite) = value.as_f64() {
        return number(infinite);
    }
    let kind = if value.is_function() {
        ValueKind::Function
    } else {
        ValueKind::Other
    };
    Value::Kept(kind, Kept::new(Browser(value)))
}

fn number(number: f64) -> Value {
    Value::Number(if is_exact(number) {
        number.into()
    } else {
        let text = js_sys::Number::from(number).to_string_with_radix(10);
        Number::new(number, text.map_or_else(|_| String::new(), String::from))
    })
}

fn browser(kept: &Kept) -> Option<&JsValue> {
    Some(&kept.as_any().downcast_ref::<Browser>()?.0)
}

/// A property. After a getter threw nothing more of the value is read.
fn get(object: &JsValue, name: &JsValue) -> Value {
    if THROWN.with_borrow(Option::is_some) {
        return Value::Undefined;
    }
    match Reflect::get(object, name) {
        Ok(value) => value_of(value),
        Err(error) => {
            THROWN.set(Some(error));
            Value::Undefined
        }
    }
}

/// The names of an object's fields; none where a proxy refuses them.
fn names(object: &JsValue) -> Array {
    Object::keys(object.unchecked_ref::<Object>())
}

thread_local! {
    /// What a getter of the value that is read threw.
    static THROWN: RefCell<Option<JsValue>> = const { RefCell::new(None) };
    /// The words by their address, in its order.
    static WORDS: RefCell<Vec<((*const u8, usize), &'static JsValue)>> = const { RefCell::new(Vec::new()) };
}
