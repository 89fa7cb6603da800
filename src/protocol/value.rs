//! The values of messages: plain ones as they are, all others by reference.

use alloc::borrow::{Cow, ToOwned};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;
use core::any::Any;
use core::fmt;

use super::text::push_decimal;
use super::{EngagementId, Name};

/// A value of a message.
///
/// A field may hold a value of any kind, whatever its table says: a reader asks for the kind that
/// it expects and gets nothing for another.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Value {
    /// Absent.
    #[default]
    Undefined,
    /// Null.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number.
    Number(Number),
    /// A string; borrowed where it is a word of this program's.
    Text(Cow<'static, str>),
    /// A value of the other side's or the app's, which is passed on as it came.
    Kept(ValueKind, Kept),
    /// A list made here.
    List(Vec<Value>),
    /// An object made here.
    Object(Object),
}

/// True if a text can be an id. Apps make texts of what they do not know yet.
pub(super) fn is_id(text: &str) -> bool {
    !matches!(text, "" | "NaN" | "null" | "undefined")
}

/// The type of a [`Value`].
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

impl Value {
    /// The value's type.
    #[must_use]
    pub const fn kind(&self) -> ValueKind {
        match self {
            Self::Undefined => ValueKind::Undefined,
            Self::Null => ValueKind::Null,
            Self::Boolean(_) => ValueKind::Boolean,
            Self::Number(_) => ValueKind::Number,
            Self::Text(_) => ValueKind::Text,
            Self::Kept(kind, _) => *kind,
            Self::List(_) => ValueKind::List,
            Self::Object(_) => ValueKind::Object,
        }
    }

    /// True if there is no value.
    #[must_use]
    pub const fn is_undefined(&self) -> bool {
        matches!(self, Self::Undefined)
    }

    /// The value, unless there is none.
    #[must_use]
    pub fn given(&self) -> Option<&Self> {
        (!self.is_undefined()).then_some(self)
    }

    /// The text of a string.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The value of a number.
    #[must_use]
    pub const fn number(&self) -> Option<f64> {
        match self {
            Self::Number(number) => Some(number.value),
            _ => None,
        }
    }

    /// The value of a whole number.
    #[must_use]
    pub fn whole(&self) -> Option<u32> {
        let number = self.number()?;
        // The cast changes any other number.
        let whole = number as u32;
        (f64::from(whole) == number).then_some(whole)
    }

    /// The value of a boolean.
    #[must_use]
    pub const fn boolean(&self) -> Option<bool> {
        match self {
            Self::Boolean(boolean) => Some(*boolean),
            _ => None,
        }
    }

    /// A string unchanged, or a number's decimal text.
    pub(crate) fn id_text(&self) -> Option<String> {
        match self {
            Self::Text(text) => Some(text.clone().into_owned()),
            Self::Number(number) => Some(number.text()),
            _ => None,
        }
    }

    /// True if JavaScript takes the value for true.
    #[must_use]
    pub fn is_truthy(&self) -> bool {
        match self {
            Self::Undefined | Self::Null => false,
            Self::Boolean(boolean) => *boolean,
            Self::Number(number) => number.value != 0.0 && !number.value.is_nan(),
            Self::Text(text) => !text.is_empty(),
            _ => true,
        }
    }

    /// True if the value can name a record: a number above zero, or a text that is an id and no
    /// zero. Apps send 0 for none yet.
    pub(crate) fn is_record_id(&self) -> bool {
        match self {
            Self::Number(number) => number.value > 0.0 && number.value.is_finite(),
            Self::Text(text) => is_id(text) && text != "0",
            _ => false,
        }
    }

    /// An engagement id, if the value can be one; blanks around it do not count.
    #[must_use]
    pub fn engagement_id(&self) -> Option<EngagementId> {
        let text = self.id_text().filter(|_| self.is_record_id())?;
        let id = text.trim_ascii();
        let is_number = matches!(self, Self::Number(_));
        (!id.is_empty()).then(|| EngagementId::new(id.to_owned(), is_number))
    }

    /// A copy to set fields in: a shallow one of an object or a list, whose items become fields, an
    /// empty one for anything else.
    #[must_use]
    pub fn copied(&self) -> Object {
        match self {
            Self::Kept(ValueKind::Object | ValueKind::List, kept) => Object {
                base: Some(kept.clone()),
                fields: Vec::new(),
            },
            Self::Object(object) => object.clone(),
            _ => Object::default(),
        }
    }

    /// A field of an object; [`Value::Undefined`] where there is none.
    #[must_use]
    pub fn field(&self, name: &str) -> Self {
        match self {
            Self::Kept(ValueKind::Object, kept) => kept.0.field(name),
            Self::Object(object) => object.field(name),
            _ => Self::Undefined,
        }
    }

    /// The same for a field that a table knows.
    #[must_use]
    pub fn named(&self, name: Name) -> Self {
        match self {
            Self::Kept(ValueKind::Object, kept) => kept.0.named(name),
            Self::Object(object) => object.field(name.as_str()),
            _ => Self::Undefined,
        }
    }

    /// The names of an object's fields; empty for anything else.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        match self {
            Self::Kept(ValueKind::Object, kept) => kept.0.keys(),
            Self::Object(object) => object.keys(),
            _ => Vec::new(),
        }
    }

    /// The number of an object's fields.
    pub(super) fn size(&self) -> usize {
        match self {
            Self::Kept(ValueKind::Object, kept) => kept.0.size(),
            _ => self.keys().len(),
        }
    }

    /// The items of a list, as long as there are at most `limit` of them.
    #[must_use]
    pub fn items(&self, limit: usize) -> Option<Vec<Self>> {
        match self {
            Self::Kept(ValueKind::List, kept) => kept.0.items(limit),
            Self::List(items) => (items.len() <= limit).then(|| items.clone()),
            _ => None,
        }
    }
}

impl From<&'static str> for Value {
    fn from(text: &'static str) -> Self {
        Self::Text(Cow::Borrowed(text))
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text))
    }
}

impl From<bool> for Value {
    fn from(boolean: bool) -> Self {
        Self::Boolean(boolean)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Number(number.into())
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        f64::from(number).into()
    }
}

impl From<&EngagementId> for Value {
    fn from(id: &EngagementId) -> Self {
        if id.is_number() {
            Self::Number(Number::written(id.as_str()))
        } else {
            id.as_str().to_owned().into()
        }
    }
}

impl From<Object> for Value {
    fn from(object: Object) -> Self {
        Self::Object(object)
    }
}

impl From<Vec<Self>> for Value {
    fn from(items: Vec<Self>) -> Self {
        Self::List(items)
    }
}

impl<T: Into<Self>> From<Option<T>> for Value {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Undefined, Into::into)
    }
}

/// A number, with its text where that is not plain digits.
#[derive(Clone, Debug, PartialEq)]
pub struct Number {
    value: f64,
    /// In JavaScript's notation; none for a whole number that a float holds exactly.
    written: Option<String>,
}

impl Number {
    /// A number, and its text in JavaScript's notation.
    #[must_use]
    pub const fn new(value: f64, written: String) -> Self {
        Self {
            value,
            written: Some(written),
        }
    }

    /// The number of a text in JavaScript's notation, as [`Number::text`] gave it.
    fn written(text: &str) -> Self {
        match text.parse::<i64>() {
            Ok(whole) if is_exact(whole as f64) => (whole as f64).into(),
            _ => Self::new(f64::NAN, text.to_owned()),
        }
    }

    /// The value.
    #[must_use]
    pub const fn value(&self) -> f64 {
        self.value
    }

    /// The text, where it is not that of the whole value.
    #[must_use]
    pub fn as_written(&self) -> Option<&str> {
        self.written.as_deref()
    }

    /// The text in JavaScript's notation.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.written {
            Some(text) => text.clone(),
            None => {
                let mut text = String::new();
                let whole = self.value as i64;
                if whole < 0 {
                    text.push('-');
                }
                push_decimal(&mut text, whole.unsigned_abs());
                text
            }
        }
    }
}

impl From<f64> for Number {
    fn from(value: f64) -> Self {
        Self {
            value,
            written: None,
        }
    }
}

/// True for a whole number that a float holds exactly, so that its digits are its text.
#[must_use]
pub fn is_exact(number: f64) -> bool {
    number == number as i64 as f64 && number.abs() <= 9_007_199_254_740_991.0
}

/// A value that stays where it is and is passed on by reference.
#[derive(Clone)]
pub struct Kept(Rc<dyn Source>);

impl Kept {
    /// A reference to a value of the edge's.
    #[must_use]
    pub fn new(value: impl Source) -> Self {
        Self(Rc::new(value))
    }

    /// The edge's value.
    #[must_use]
    pub fn as_any(&self) -> &dyn Any {
        self.0.as_any()
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(f)
    }
}

/// The same value, or one with the same content where the edge compares that.
impl PartialEq for Kept {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0) || self.0.is_like(other)
    }
}

/// A value of the edge's: a browser's, or a JSON value.
pub trait Source: 'static {
    /// A field of an object; [`Value::Undefined`] where there is none.
    fn field(&self, name: &str) -> Value;

    /// The same for a field that a table knows.
    fn named(&self, name: Name) -> Value {
        self.field(name.as_str())
    }

    /// The names of an object's own fields.
    fn keys(&self) -> Vec<String>;

    /// The number of an object's own fields.
    fn size(&self) -> usize {
        self.keys().len()
    }

    /// The items of a list, as long as there are at most `limit` of them.
    fn items(&self, limit: usize) -> Option<Vec<Value>>;

    /// True if another value is known to have the same content.
    fn is_like(&self, other: &Kept) -> bool;

    /// The value itself, for its edge.
    fn as_any(&self) -> &dyn Any;

    /// Formats it for tests. A shipped module has no text for it.
    fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept")
    }
}

/// An object made here: a copy of another, with fields set.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    base: Option<Kept>,
    fields: Vec<(Cow<'static, str>, Value)>,
}

impl Object {
    /// An object without fields.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            base: None,
            fields: Vec::new(),
        }
    }

    /// Sets a field. One that is undefined stays a field in a browser, and has none in JSON.
    pub fn set(&mut self, name: Name, value: impl Into<Value>) {
        self.put(Cow::Borrowed(name.as_str()), value.into());
    }

    /// The same for a name from outside.
    pub fn set_named(&mut self, name: String, value: Value) {
        self.put(Cow::Owned(name), value);
    }

    /// The same object with a field set.
    #[must_use]
    pub fn with(mut self, name: Name, value: impl Into<Value>) -> Self {
        self.set(name, value);
        self
    }

    fn put(&mut self, name: Cow<'static, str>, value: Value) {
        match self.fields.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => self.fields.push((name, value)),
        }
    }

    /// The object it is a copy of.
    #[must_use]
    pub const fn base(&self) -> Option<&Kept> {
        self.base.as_ref()
    }

    /// The fields that were set, in order.
    #[must_use]
    pub fn fields(&self) -> &[(Cow<'static, str>, Value)] {
        &self.fields
    }

    /// A field; [`Value::Undefined`] where there is none.
    #[must_use]
    pub fn field(&self, name: &str) -> Value {
        match self.fields.iter().find(|(known, _)| known == name) {
            Some((_, value)) => value.clone(),
            None => self
                .base
                .as_ref()
                .map_or(Value::Undefined, |base| base.0.field(name)),
        }
    }

    /// The names of the fields.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        let base = self.base.as_ref().map(|base| base.0.keys());
        let mut names = base.unwrap_or_default();
        for (name, value) in &self.fields {
            if !value.is_undefined() && !names.iter().any(|known| known == name) {
                names.push(name.clone().into_owned());
            }
        }
        names
    }
}

#[cfg(any(not(target_arch = "wasm32"), feature = "json"))]
mod json {
    //! Values from JSON and back, for everything but the browser.

    use core::any::Any;
    use core::fmt;

    use serde_json::{Map, Value as Json};

    use super::{Kept, Number, Source, Value, ValueKind, is_exact};
    use crate::protocol::limits::MAX_READ_TEXT;

    impl Source for Json {
        fn field(&self, name: &str) -> Value {
            self.get(name)
                .cloned()
                .map_or(Value::Undefined, Value::from)
        }

        fn keys(&self) -> Vec<String> {
            let fields = self.as_object().into_iter();
            fields.flat_map(|fields| fields.keys().cloned()).collect()
        }

        fn size(&self) -> usize {
            self.as_object().map_or(0, Map::len)
        }

        fn items(&self, limit: usize) -> Option<Vec<Value>> {
            let items = self.as_array()?;
            (items.len() <= limit).then(|| items.iter().cloned().map(Value::from).collect())
        }

        fn is_like(&self, other: &Kept) -> bool {
            other.as_any().downcast_ref::<Self>() == Some(self)
        }

        fn debug(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            fmt::Debug::fmt(self, f)
        }

        fn as_any(&self) -> &dyn Any {
            self
        }
    }

    impl From<Json> for Value {
        fn from(json: Json) -> Self {
            match json {
                Json::Null => Self::Null,
                Json::Bool(boolean) => Self::Boolean(boolean),
                Json::Number(number) => {
                    let value = number.as_f64().unwrap_or(f64::NAN);
                    Self::Number(if is_exact(value) && !number.is_f64() {
                        value.into()
                    } else {
                        Number::new(value, number.to_string())
                    })
                }
                Json::String(text) => {
                    // A text has at most as many UTF-16 code units as bytes. A long one is not copied.
                    if text.len() <= MAX_READ_TEXT || text.encode_utf16().count() <= MAX_READ_TEXT {
                        Self::from(text)
                    } else {
                        Self::Kept(ValueKind::Text, Kept::new(Json::String(text)))
                    }
                }
                Json::Array(_) => Self::Kept(ValueKind::List, Kept::new(json)),
                Json::Object(_) => Self::Kept(ValueKind::Object, Kept::new(json)),
            }
        }
    }

    impl Value {
        /// The value as JSON; what is undefined is null.
        #[must_use]
        pub fn json(&self) -> Json {
            match self {
                Self::Undefined | Self::Null => Json::Null,
                Self::Boolean(boolean) => Json::Bool(*boolean),
                Self::Number(number) => json_number(number),
                Self::Text(text) => Json::String(text.clone().into_owned()),
                Self::Kept(_, kept) => kept.json(),
                Self::List(items) => items.iter().map(Self::json).collect(),
                Self::Object(object) => {
                    let base = object.base.as_ref().map(Kept::json);
                    let mut fields = match base {
                        Some(Json::Object(fields)) => fields,
                        _ => Map::new(),
                    };
                    for (name, value) in &object.fields {
                        if value.is_undefined() {
                            fields.remove(&**name);
                        } else {
                            fields.insert(name.clone().into_owned(), value.json());
                        }
                    }
                    Json::Object(fields)
                }
            }
        }
    }

    impl Kept {
        fn json(&self) -> Json {
            self.as_any()
                .downcast_ref::<Json>()
                .cloned()
                .unwrap_or_default()
        }
    }

    fn json_number(number: &Number) -> Json {
        match number.as_written() {
            None => Json::from(number.value() as i64),
            Some(text) => {
                let whole = text.parse::<u64>().map(serde_json::Number::from);
                // The standard library parses any other exactly.
                let other = || serde_json::Number::from_f64(text.parse().ok()?);
                whole.ok().or_else(other).map_or(Json::Null, Json::Number)
            }
        }
    }

    impl From<Value> for Json {
        fn from(value: Value) -> Self {
            value.json()
        }
    }

    impl PartialEq<Json> for Value {
        fn eq(&self, other: &Json) -> bool {
            self.json() == *other
        }
    }

    impl PartialEq<Value> for Json {
        fn eq(&self, other: &Value) -> bool {
            *self == other.json()
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Value;

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
            let known = Value::from(id.clone()).engagement_id().expect("an id");

            assert_eq!(Value::from(&known), id);
        }
    }
}
