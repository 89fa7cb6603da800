//! Access to a payload without owning its type.

use alloc::string::String;
use alloc::vec::Vec;

use super::{EngagementId, Name};

/// A value that travels in a message.
///
/// The engines read the few fields they need through this trait and pass the value itself on, so
/// that nothing the other side sent is lost or rebuilt. Implemented for the browser's values and
/// for [`serde_json::Value`].
pub trait Payload: Clone {
    /// The value's type.
    fn value_kind(&self) -> ValueKind;

    /// A field of an object; `None` when it is absent, undefined, or the value
    /// is no object.
    fn field(&self, name: Name) -> Option<Self>;

    /// The same for a name from outside.
    fn field_named(&self, name: &str) -> Option<Self>;

    /// The text of a string.
    fn text(&self) -> Option<String>;

    /// The value of a number.
    fn number(&self) -> Option<f64>;

    /// The value of a boolean.
    fn boolean(&self) -> Option<bool>;

    /// A string unchanged, or a number's decimal text.
    fn id_text(&self) -> Option<String>;

    /// The names of an object's own fields; empty for anything else.
    fn keys(&self) -> Vec<String>;

    /// The items of a list or the field values of an object, as long as there
    /// are at most `limit` of them; `None` past it. Empty for anything else.
    fn children(&self, limit: usize) -> Option<Vec<Self>>;

    /// True if two values hold the same data.
    fn same(&self, other: &Self) -> bool;

    /// A string.
    fn from_text(text: &str) -> Self;

    /// A number.
    fn from_number(number: f64) -> Self;

    /// An engagement id, as the number or the text it came as.
    fn from_engagement_id(id: &EngagementId) -> Self;

    /// A boolean.
    fn from_boolean(boolean: bool) -> Self;

    /// A list of these items.
    fn list(items: Vec<Self>) -> Self;

    /// An object with no fields.
    fn empty() -> Self;

    /// A shallow copy of an object; a fresh object for anything else.
    fn copied(&self) -> Self;

    /// Sets a field of an object made by [`Payload::empty`] or [`Payload::copied`]; `None` makes
    /// the field undefined where the representation knows that, and removes it elsewhere.
    fn put(&mut self, name: Name, value: Option<Self>);

    /// The same for a name from outside.
    fn put_named(&mut self, name: &str, value: Option<Self>);

    /// A field's text, if it is a string.
    fn text_field(&self, name: Name) -> Option<String> {
        self.field(name)?.text()
    }

    /// True if JavaScript takes the value for true.
    fn is_truthy(&self) -> bool {
        match self.value_kind() {
            ValueKind::Undefined | ValueKind::Null => false,
            ValueKind::Boolean => self.boolean() == Some(true),
            ValueKind::Number => self.number().is_some_and(|n| n != 0.0 && !n.is_nan()),
            ValueKind::Text => self.text().is_some_and(|text| !text.is_empty()),
            _ => true,
        }
    }

    /// A field's text, if it is a string or a number.
    fn id_field(&self, name: Name) -> Option<String> {
        self.field(name)?.id_text()
    }

    /// True if the value can name a record: a number above zero, or a text that is neither empty
    /// nor a zero. Apps send 0 for none yet.
    fn is_record_id(&self) -> bool {
        match self.number() {
            Some(number) => number > 0.0 && number.is_finite(),
            None => self.id_text().is_some_and(|id| !id.is_empty() && id != "0"),
        }
    }

    /// An engagement id, if the value can be one.
    fn engagement_id(&self) -> Option<EngagementId> {
        let text = self.id_text().filter(|_| self.is_record_id())?;
        let is_number = self.value_kind() == ValueKind::Number;
        Some(EngagementId::new(text, is_number))
    }
}

/// The type of a [`Payload`] value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Absent.
    Undefined,
    /// Null.
    Null,
    /// A boolean.
    Boolean,
    /// A number, not-a-number and the infinities included.
    Number,
    /// A string.
    Text,
    /// A list.
    List,
    /// An object with fields.
    Object,
    /// A function.
    Function,
    /// Anything else a browser knows: bigint, symbol.
    Other,
}

#[cfg(not(target_arch = "wasm32"))]
impl Payload for serde_json::Value {
    fn value_kind(&self) -> ValueKind {
        match self {
            Self::Null => ValueKind::Null,
            Self::Bool(_) => ValueKind::Boolean,
            Self::Number(_) => ValueKind::Number,
            Self::String(_) => ValueKind::Text,
            Self::Array(_) => ValueKind::List,
            Self::Object(_) => ValueKind::Object,
        }
    }

    fn field(&self, name: Name) -> Option<Self> {
        self.field_named(name.as_str())
    }

    fn field_named(&self, name: &str) -> Option<Self> {
        self.as_object()?.get(name).cloned()
    }

    fn text(&self) -> Option<String> {
        self.as_str().map(str::to_owned)
    }

    fn number(&self) -> Option<f64> {
        self.as_f64()
    }

    fn boolean(&self) -> Option<bool> {
        self.as_bool()
    }

    fn id_text(&self) -> Option<String> {
        match self {
            Self::String(text) => Some(text.clone()),
            Self::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    fn keys(&self) -> Vec<String> {
        self.as_object()
            .map(|fields| fields.keys().cloned().collect())
            .unwrap_or_default()
    }

    fn children(&self, limit: usize) -> Option<Vec<Self>> {
        match self {
            Self::Array(items) => (items.len() <= limit).then(|| items.clone()),
            Self::Object(fields) => {
                (fields.len() <= limit).then(|| fields.values().cloned().collect())
            }
            _ => Some(Vec::new()),
        }
    }

    fn same(&self, other: &Self) -> bool {
        self == other
    }

    fn from_text(text: &str) -> Self {
        Self::String(text.to_owned())
    }

    fn from_number(number: f64) -> Self {
        // JSON writes a whole number without a fraction, as browsers do.
        #[expect(
            clippy::cast_possible_truncation,
            reason = "checked to be whole and in range"
        )]
        if number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0 {
            return Self::from(number as i64);
        }
        serde_json::Number::from_f64(number).map_or(Self::Null, Self::Number)
    }

    fn from_engagement_id(id: &EngagementId) -> Self {
        let number = || {
            let whole = id.as_str().parse::<u64>().map(serde_json::Number::from);
            // The standard library parses any other exactly.
            let other = || serde_json::Number::from_f64(id.as_str().parse().ok()?);
            whole.ok().or_else(other)
        };
        let number = id.is_number().then(number).flatten();
        number.map_or_else(|| Self::from_text(id.as_str()), Self::Number)
    }

    fn from_boolean(boolean: bool) -> Self {
        Self::Bool(boolean)
    }

    fn list(items: Vec<Self>) -> Self {
        Self::Array(items)
    }

    fn empty() -> Self {
        Self::Object(serde_json::Map::new())
    }

    fn copied(&self) -> Self {
        match self {
            Self::Object(_) => self.clone(),
            _ => Self::empty(),
        }
    }

    fn put(&mut self, name: Name, value: Option<Self>) {
        self.put_named(name.as_str(), value);
    }

    fn put_named(&mut self, name: &str, value: Option<Self>) {
        match (self, value) {
            (Self::Object(fields), Some(value)) => drop(fields.insert(name.to_owned(), value)),
            (Self::Object(fields), None) => drop(fields.remove(name)),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::Payload;

    #[test]
    fn an_engagement_id_goes_out_as_it_came() {
        for id in [
            json!(7),
            json!(u64::MAX),
            json!(1.5),
            json!(8.005_581_219_345_432e-290),
            json!("7"),
            json!("1e3"),
        ] {
            let known = id.engagement_id().expect("an id");

            assert_eq!(Value::from_engagement_id(&known), id);
        }
    }
}
