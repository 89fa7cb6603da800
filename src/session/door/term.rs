//! The core's payloads: views of those that the facade keeps, plain values, and drafts made of
//! both.

use alloc::borrow::{Cow, ToOwned};
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::handles::HandleGuard;
use super::read::{Lines, Read, decimal};
use super::view::{Fields, Slot, read_view};
use super::write::{Json, Write, whole_text};
use crate::protocol::{EngagementId, Name, Payload, ValueKind};

/// A value of a message: one pointer, since the engine moves and drops terms everywhere.
#[derive(Clone, Debug)]
pub struct Term(Rc<Value>);

/// A term's value.
#[derive(Clone, Debug)]
enum Value {
    /// Nothing.
    Undefined,
    /// Null.
    Null,
    /// A boolean.
    Boolean(bool),
    /// A number in JavaScript's notation.
    Number(String),
    /// A string.
    Text(String),
    /// A part of a payload that the facade keeps.
    Part(Part),
    /// A list made here.
    List(Vec<Term>),
    /// An object made here.
    Made(Made),
}

/// A part of a payload that the facade keeps: the whole of it, a field, an item.
#[derive(Clone, Debug)]
struct Part {
    place: Rc<Place>,
    kind: ValueKind,
    view: View,
}

/// The part's position.
#[derive(Debug)]
enum Place {
    Whole(HandleGuard),
    Field(Rc<Place>, Name),
    /// A field without a table.
    Other(Rc<Place>, String),
    Item(Rc<Place>, u32),
}

/// The known content, beside the type.
#[derive(Clone, Debug)]
enum View {
    Nothing,
    Fields(Rc<Fields>),
    Items(Rc<Vec<Slot>>),
}

/// An object made here: its base, and the fields set in it.
#[derive(Clone, Debug, Default)]
struct Made {
    base: Option<Rc<Part>>,
    fields: Vec<(Cow<'static, str>, Term)>,
}

impl Part {
    fn field(&self, name: Name) -> Option<Term> {
        match self.fields()?.slot(name) {
            Some(slot) => slot.term(|| Place::Field(Rc::clone(&self.place), name)),
            None => self.other_field(name.as_str()),
        }
    }

    fn field_named(&self, name: &str) -> Option<Term> {
        match self.fields()?.known(name) {
            Some(known) => self.field(known),
            None => self.other_field(name),
        }
    }

    /// A field that no table has.
    fn other_field(&self, name: &str) -> Option<Term> {
        if !self.fields()?.has_other(name) {
            return None;
        }
        let place = || Place::Other(Rc::clone(&self.place), name.to_owned());
        Slot::Unread(ValueKind::Other).term(place)
    }

    fn fields(&self) -> Option<&Fields> {
        match &self.view {
            View::Fields(fields) => Some(fields),
            _ => None,
        }
    }

    fn handle(&self) -> u32 {
        let mut place = &self.place;
        loop {
            match &**place {
                Place::Whole(payload) => return payload.handle(),
                Place::Field(of, _) | Place::Other(of, _) | Place::Item(of, _) => place = of,
            }
        }
    }

    fn same(&self, other: &Self) -> bool {
        if Rc::ptr_eq(&self.place, &other.place) {
            return true;
        }
        self.kind == other.kind
            && match (&self.view, &other.view) {
                (View::Fields(one), View::Fields(two)) => one.same(two),
                (View::Items(one), View::Items(two)) => {
                    one.len() == two.len() && one.iter().zip(&**two).all(|(one, two)| one.same(two))
                }
                (View::Nothing, View::Nothing) => true,
                _ => false,
            }
    }
}

impl Made {
    /// A field that was set: its value, none if undefined.
    fn own(&self, name: &str) -> Option<Option<Term>> {
        let (_, value) = self.fields.iter().find(|(known, _)| known == name)?;
        Some((!value.is_undefined()).then(|| value.clone()))
    }
}

impl Slot {
    /// The value at a place; `None` where there is none.
    fn term(&self, place: impl FnOnce() -> Place) -> Option<Term> {
        let (kind, view) = match self {
            Self::Absent => return None,
            Self::Null => return Some(Value::Null.into()),
            Self::Boolean(boolean) => return Some(Value::Boolean(*boolean).into()),
            Self::Number(text) => return Some(Value::Number(text.clone()).into()),
            Self::Text(text) => return Some(Value::Text(text.clone()).into()),
            Self::Unread(kind) => (*kind, View::Nothing),
            Self::Object(fields) => (ValueKind::Object, View::Fields(Rc::clone(fields))),
            Self::List(items) => (ValueKind::List, View::Items(Rc::clone(items))),
        };
        let part = Part {
            place: Rc::new(place()),
            kind,
            view,
        };
        Some(Value::Part(part).into())
    }
}

impl Term {
    /// Nothing.
    #[must_use]
    pub fn undefined() -> Self {
        Value::Undefined.into()
    }

    fn is_undefined(&self) -> bool {
        matches!(*self.0, Value::Undefined)
    }

    fn set(&mut self, name: Cow<'static, str>, value: Option<Self>) {
        let Value::Made(made) = Rc::make_mut(&mut self.0) else {
            return;
        };
        let value = value.unwrap_or_else(Self::undefined);
        match made.fields.iter_mut().find(|(known, _)| *known == name) {
            Some((_, known)) => *known = value,
            None => made.fields.push((name, value)),
        }
    }
}

impl From<Value> for Term {
    fn from(value: Value) -> Self {
        Self(Rc::new(value))
    }
}

impl Payload for Term {
    fn value_kind(&self) -> ValueKind {
        match &*self.0 {
            Value::Undefined => ValueKind::Undefined,
            Value::Null => ValueKind::Null,
            Value::Boolean(_) => ValueKind::Boolean,
            Value::Number(_) => ValueKind::Number,
            Value::Text(_) => ValueKind::Text,
            Value::Part(part) => part.kind,
            Value::List(_) => ValueKind::List,
            Value::Made(_) => ValueKind::Object,
        }
    }

    fn field(&self, name: Name) -> Option<Self> {
        match &*self.0 {
            Value::Part(part) => part.field(name),
            Value::Made(made) => match made.own(name.as_str()) {
                Some(own) => own,
                None => made.base.as_ref()?.field(name),
            },
            _ => None,
        }
    }

    fn field_named(&self, name: &str) -> Option<Self> {
        match &*self.0 {
            Value::Part(part) => part.field_named(name),
            Value::Made(made) => match made.own(name) {
                Some(own) => own,
                None => made.base.as_ref()?.field_named(name),
            },
            _ => None,
        }
    }

    fn text_field(&self, name: Name) -> Option<String> {
        match &*self.0 {
            // The text alone, without its position.
            Value::Part(part) => match part.fields()?.slot(name)? {
                Slot::Text(text) => Some(text.clone()),
                _ => None,
            },
            _ => self.field(name)?.text(),
        }
    }

    fn text(&self) -> Option<String> {
        match &*self.0 {
            Value::Text(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn number(&self) -> Option<f64> {
        match &*self.0 {
            Value::Number(text) => decimal(text),
            _ => None,
        }
    }

    fn boolean(&self) -> Option<bool> {
        match &*self.0 {
            Value::Boolean(boolean) => Some(*boolean),
            _ => None,
        }
    }

    fn id_text(&self) -> Option<String> {
        match &*self.0 {
            Value::Text(text) | Value::Number(text) => Some(text.clone()),
            _ => None,
        }
    }

    fn keys(&self) -> Vec<String> {
        match &*self.0 {
            Value::Part(Part {
                view: View::Fields(fields),
                ..
            }) => fields.names(),
            Value::Made(made) => {
                let mut names = match &made.base {
                    Some(base) => Self::from(Value::Part((**base).clone())).keys(),
                    None => Vec::new(),
                };
                for (name, _) in &made.fields {
                    if !names.iter().any(|known| known == name) {
                        names.push(name.clone().into_owned());
                    }
                }
                names
            }
            _ => Vec::new(),
        }
    }

    fn children(&self, limit: usize) -> Option<Vec<Self>> {
        let (place, items) = match &*self.0 {
            Value::Part(Part {
                place,
                view: View::Items(items),
                ..
            }) => (place, items),
            Value::List(items) => return (items.len() <= limit).then(|| items.clone()),
            _ => return Some(Vec::new()),
        };
        let terms = items.iter().enumerate().map(|(at, item)| {
            let place = || Place::Item(Rc::clone(place), at as u32);
            item.term(place).unwrap_or_else(Self::undefined)
        });
        (items.len() <= limit).then(|| terms.collect())
    }

    fn same(&self, other: &Self) -> bool {
        match (&*self.0, &*other.0) {
            (Value::Undefined, Value::Undefined) | (Value::Null, Value::Null) => true,
            (Value::Boolean(one), Value::Boolean(two)) => one == two,
            (Value::Number(one), Value::Number(two)) | (Value::Text(one), Value::Text(two)) => {
                one == two
            }
            (Value::Part(one), Value::Part(two)) => one.same(two),
            (Value::List(one), Value::List(two)) => one == two,
            (Value::Made(_), _) | (_, Value::Made(_)) => {
                let (names, others) = (self.keys(), other.keys());
                self.value_kind() == other.value_kind()
                    && names.len() == others.len()
                    && names.iter().all(|name| {
                        match (self.field_named(name), other.field_named(name)) {
                            (Some(one), Some(two)) => one.same(&two),
                            (one, two) => one.is_none() && two.is_none(),
                        }
                    })
            }
            _ => false,
        }
    }

    fn from_text(text: &str) -> Self {
        Value::Text(text.to_owned()).into()
    }

    fn from_number(number: f64) -> Self {
        Value::Number(whole_text(number)).into()
    }

    fn from_engagement_id(id: &EngagementId) -> Self {
        if id.is_number() {
            Value::Number(id.as_str().to_owned()).into()
        } else {
            Value::Text(id.as_str().to_owned()).into()
        }
    }

    fn from_boolean(boolean: bool) -> Self {
        Value::Boolean(boolean).into()
    }

    fn list(items: Vec<Self>) -> Self {
        Value::List(items).into()
    }

    fn empty() -> Self {
        Value::Made(Made::default()).into()
    }

    fn copied(&self) -> Self {
        match &*self.0 {
            Value::Part(part) if part.kind == ValueKind::Object => Value::Made(Made {
                base: Some(Rc::new(part.clone())),
                fields: Vec::new(),
            })
            .into(),
            Value::Made(_) => self.clone(),
            _ => Self::empty(),
        }
    }

    fn put(&mut self, name: Name, value: Option<Self>) {
        self.set(Cow::Borrowed(name.as_str()), value);
    }

    fn put_named(&mut self, name: &str, value: Option<Self>) {
        self.set(Cow::Owned(name.to_owned()), value);
    }
}

impl PartialEq for Term {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

/// A view's lines: the handle, then the input of `read_view`.
impl Read for Term {
    const LETTER: &'static str = "m";
    const TYPE: &'static str = "Viewed";

    fn read(lines: &mut Lines<'_>) -> Self {
        let handle = u32::read(lines);
        let fields = read_view(lines);
        let part = Part {
            place: Rc::new(Place::Whole(lines.handles().guard(handle))),
            kind: ValueKind::Object,
            view: View::Fields(Rc::new(fields)),
        };
        Value::Part(part).into()
    }
}

/// A draft. Plain values stand for themselves. A part of a payload is a list: its handle, then the
/// names and positions of its path. Undefined is the empty list, a list begins with null, and an
/// object holds its base under the empty name.
impl Write for Term {
    const TYPE: &'static str = "Draft";

    fn write(&self, json: &mut Json) {
        match &*self.0 {
            Value::Undefined => json.raw("[]"),
            Value::Null => json.raw("null"),
            Value::Boolean(boolean) => boolean.write(json),
            Value::Number(text) if is_json_number(text) => json.raw(text),
            Value::Number(_) => json.raw("null"),
            Value::Text(text) => json.text(text),
            Value::Part(part) => part.write(json),
            Value::List(items) => {
                json.open('[');
                json.raw("null");
                for item in items {
                    item.write(json);
                }
                json.close(']');
            }
            Value::Made(made) => {
                json.open('{');
                if let Some(base) = &made.base {
                    json.name("");
                    base.write(json);
                }
                for (name, value) in &made.fields {
                    json.name(name);
                    value.write(json);
                }
                json.close('}');
            }
        }
    }
}

impl Part {
    fn write(&self, json: &mut Json) {
        json.open('[');
        self.handle().write(json);
        write_place(&self.place, json);
        json.close(']');
    }
}

fn write_place(place: &Place, json: &mut Json) {
    match place {
        Place::Whole(_) => {}
        Place::Field(of, name) => {
            write_place(of, json);
            json.text(name.as_str());
        }
        Place::Other(of, name) => {
            write_place(of, json);
            json.text(name);
        }
        Place::Item(of, at) => {
            write_place(of, json);
            at.write(json);
        }
    }
}

/// True if a JavaScript number is valid JSON.
fn is_json_number(text: &str) -> bool {
    let first = text.strip_prefix('-').unwrap_or(text).bytes().next();
    first.is_some_and(|byte| byte.is_ascii_digit())
}
