//! Reads views of payloads: one line for each field of the table.

use alloc::borrow::ToOwned;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::vec::Vec;

use super::read::{Lines, Read, unescaped, whole};
use crate::protocol::{Field, FieldKind, Kind, Name, Shape, ValueKind, shapes};

/// An object of a payload: the fields of its table, and the names of others where the facade writes
/// them.
#[derive(Debug)]
pub(super) struct Fields {
    shape: &'static Shape,
    slots: Vec<Slot>,
    /// Fields of a payload that stands at the message's top level.
    beside: Option<Rc<Fields>>,
    others: Vec<String>,
}

/// A field's value, as far as the facade writes it.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    Absent,
    Null,
    Boolean(bool),
    /// In JavaScript's notation.
    Number(String),
    Text(String),
    /// Only its type: no engine reads it.
    Unread(ValueKind),
    Object(Rc<Fields>),
    List(Rc<Vec<Slot>>),
}

impl Fields {
    /// A field's value.
    pub(super) fn slot(&self, name: Name) -> Option<&Slot> {
        let fields = self.shape.fields;
        match fields.iter().position(|field| field.name == name) {
            Some(at) => self.slots.get(at),
            None => self.beside.as_ref()?.slot(name),
        }
    }

    /// The name of a field, if a table has it.
    pub(super) fn known(&self, name: &str) -> Option<Name> {
        let mut names = self.shape.fields.iter().map(|field| field.name);
        match names.find(|known| known.as_str() == name) {
            Some(known) => Some(known),
            None => self.beside.as_ref()?.known(name),
        }
    }

    /// True if there is a field of this name that no table has.
    pub(super) fn has_other(&self, name: &str) -> bool {
        self.others.iter().any(|other| other == name)
            || self
                .beside
                .as_ref()
                .is_some_and(|beside| beside.has_other(name))
    }

    /// The names of the fields that are present.
    pub(super) fn names(&self) -> Vec<String> {
        let known = self.shape.fields.iter().zip(&self.slots);
        let known = known.filter(|(_, slot)| !matches!(slot, Slot::Absent));
        let mut names: Vec<String> = known
            .map(|(field, _)| field.name.as_str().to_owned())
            .collect();
        if let Some(beside) = &self.beside {
            names.extend(beside.names());
        }
        names.extend(self.others.iter().cloned());
        names
    }

    pub(super) fn same(&self, other: &Self) -> bool {
        self.slots.len() == other.slots.len()
            && self
                .slots
                .iter()
                .zip(&other.slots)
                .all(|(one, two)| one.same(two))
            && self.others == other.others
            && match (&self.beside, &other.beside) {
                (Some(one), Some(two)) => one.same(two),
                (one, two) => one.is_none() && two.is_none(),
            }
    }
}

impl Slot {
    pub(super) fn same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Absent, Self::Absent) | (Self::Null, Self::Null) => true,
            (Self::Boolean(one), Self::Boolean(two)) => one == two,
            (Self::Number(one), Self::Number(two)) | (Self::Text(one), Self::Text(two)) => {
                one == two
            }
            (Self::Unread(one), Self::Unread(two)) => one == two,
            (Self::Object(one), Self::Object(two)) => one.same(two),
            (Self::List(one), Self::List(two)) => {
                one.len() == two.len() && one.iter().zip(&**two).all(|(one, two)| one.same(two))
            }
            _ => false,
        }
    }

    fn read(lines: &mut Lines<'_>, kind: Option<FieldKind>) -> Self {
        let line = lines.line();
        let Some(letter) = line.bytes().next() else {
            return Self::Absent;
        };
        let rest = line.get(1..).unwrap_or_default();
        match letter {
            b'z' => Self::Null,
            b't' => Self::Boolean(true),
            b'f' => Self::Boolean(false),
            b'n' => Self::Number(rest.to_owned()),
            b's' => Self::Text(unescaped(rest)),
            b'o' => match kind {
                Some(FieldKind::Object(shape)) => Self::Object(Rc::new(read_fields(lines, shape))),
                _ => {
                    lines.refuse();
                    Self::Absent
                }
            },
            b'l' => {
                let Some(FieldKind::List([shape, ..])) = kind else {
                    lines.refuse();
                    return Self::Absent;
                };
                let mut items = Vec::new();
                let count = whole(rest);
                if count.is_none() {
                    lines.refuse();
                }
                for _ in 0..count.unwrap_or(0) {
                    if !lines.is_sound() {
                        break;
                    }
                    items.push(Self::read(lines, Some(FieldKind::Object(shape))));
                }
                Self::List(Rc::new(items))
            }
            b'N' => Self::Unread(ValueKind::Number),
            b'S' => Self::Unread(ValueKind::Text),
            b'O' => Self::Unread(ValueKind::Object),
            b'L' => Self::Unread(ValueKind::List),
            b'F' => Self::Unread(ValueKind::Function),
            _ => Self::Unread(ValueKind::Other),
        }
    }
}

/// Reads a view's lines: the fields of [`ENVELOPE`], the payload's fields as part of `data`. Fields
/// beside `data` come last.
pub(super) fn read_view(lines: &mut Lines<'_>) -> Fields {
    let at = lines.line();
    if at.is_empty() {
        return read_message(lines);
    }
    // A value with its own table, by the table's position.
    match whole(at).and_then(|at| Views::TABLES.get(at as usize)) {
        Some(shape) => read_fields(lines, shape),
        None => {
            lines.refuse();
            read_message(lines)
        }
    }
}

fn read_message(lines: &mut Lines<'_>) -> Fields {
    let wire = Slot::read(lines, None);
    let id = Slot::read(lines, None);
    let kind = match &wire {
        Slot::Text(wire) => Kind::parse(wire),
        _ => None,
    };
    let shape = kind.map(|kind| kind.message().shape);
    let data = Slot::read(lines, shape.map(FieldKind::Object));
    let beside = kind
        .filter(|kind| Views::is_top_level(*kind))
        .and(shape)
        .map(|shape| Rc::new(read_fields(lines, shape)));
    Fields {
        shape: &ENVELOPE,
        slots: [wire, id, data].into(),
        beside,
        others: Vec::new(),
    }
}

fn read_fields(lines: &mut Lines<'_>, shape: &'static Shape) -> Fields {
    let mut slots = Vec::with_capacity(shape.fields.len());
    for field in shape.fields {
        slots.push(Slot::read(lines, Some(field.kind)));
    }
    Fields {
        shape,
        slots,
        beside: None,
        others: Vec::<String>::read(lines),
    }
}

/// The tables that a facade needs to write views.
#[derive(Clone, Copy, Debug)]
pub struct Views;

impl Views {
    /// The tables of values that are no messages.
    pub const TABLES: &'static [&'static Shape] = &[
        &shapes::DIAL_NUMBER,
        &crate::session::SNAPSHOT,
        &crate::session::widget::JOURNAL,
        &shapes::SYNC,
        &crate::session::host::STORE_ANSWER,
        &crate::session::widget::WINDOW_MESSAGE,
    ];

    /// True if a message's fields may stand at its top level.
    #[must_use]
    pub const fn is_top_level(kind: Kind) -> bool {
        matches!(kind, Kind::Sync | Kind::SyncAck | Kind::SetWidgetUrl)
    }

    /// True if a view always has the names of unknown fields, whatever the options: READY passes on
    /// those of SYNC.
    #[must_use]
    pub const fn names_others(kind: Kind) -> bool {
        matches!(kind, Kind::Sync)
    }
}

/// A message's envelope.
pub const ENVELOPE: Shape = Shape::new(
    "Envelope",
    "What every message has.",
    &[
        Field::required(Name::Type, FieldKind::Text),
        Field::required(Name::MessageId, FieldKind::TextOrNumber),
        Field::optional(Name::Data, FieldKind::Any),
    ],
);
