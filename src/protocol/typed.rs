//! Payloads as structs, made by the field tables.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Deref;

use super::limits::MAX_KEYS;
use super::{Field, Name, Shape, Value, ValueKind};

/// A struct with the fields of a table.
pub trait Fields: 'static {
    /// Its table.
    fn shape(&self) -> &'static Shape;

    /// Calls a function with each field, in the table's order.
    fn each(&self, see: &mut dyn FnMut(&'static Field, &dyn Slot));

    /// True if the value has fields that the table lacks.
    fn has_others(&self) -> bool;
}

impl dyn Fields {
    /// A field by its name; `None` where the table lacks it, or the value.
    #[must_use]
    pub fn named(&self, name: Name) -> Option<Value> {
        let mut found = None;
        self.each(&mut |field, slot| {
            if field.name == name {
                found = slot.value().given().cloned();
            }
        });
        found
    }
}

/// A struct that is read from a value.
pub trait Typed: Fields + Default + Clone {
    /// Its table.
    const SHAPE: &'static Shape;

    /// Reads it from an object; every field is undefined where it is none.
    fn read(value: &Value) -> Self;
}

/// A field of a struct.
pub trait Slot {
    /// Its value.
    fn value(&self) -> &Value;

    /// The fields of an object of a known shape.
    fn fields(&self) -> Option<&dyn Fields> {
        None
    }
}

/// True if two values are equal in all fields that their tables list. Of a value that is passed on
/// unread, only the kind is compared.
pub(crate) fn is_same(one: &dyn Slot, other: &dyn Slot) -> bool {
    match (one.value(), other.value()) {
        (Value::Kept(kind, _), Value::Kept(other_kind, _)) if kind != other_kind => return false,
        (Value::Kept(..), Value::Kept(..)) => {}
        (value, other) => return value == other,
    }
    let (Some(fields), Some(others)) = (one.fields(), other.fields()) else {
        return true;
    };
    let mut is_alike = fields.has_others() == others.has_others();
    fields.each(&mut |field, slot| {
        others.each(&mut |known, other| {
            is_alike &= field.name != known.name || is_same(slot, other);
        });
    });
    is_alike
}

impl Slot for Value {
    fn value(&self) -> &Value {
        self
    }
}

/// A value with its fields, as far as its table knows them.
///
/// Where the value is no object, every field is undefined. One pointer, since the engines move and
/// drop parts everywhere.
#[derive(Clone, Default)]
pub struct Part<T>(Rc<(Value, T)>);

impl<T> Part<T> {
    /// The value as it came.
    #[must_use]
    pub fn value(&self) -> &Value {
        &self.0.0
    }
}

impl<T> fmt::Debug for Part<T> {
    /// Prints the value, since the fields follow from it.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value().fmt(formatter)
    }
}

impl<T: Typed> From<Value> for Part<T> {
    fn from(value: Value) -> Self {
        let fields = T::read(&value);
        Self(Rc::new((value, fields)))
    }
}

#[cfg(any(not(target_arch = "wasm32"), feature = "json"))]
impl<T: Typed> From<serde_json::Value> for Part<T> {
    fn from(json: serde_json::Value) -> Self {
        Value::from(json).into()
    }
}

impl<T> Deref for Part<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0.1
    }
}

impl<T: Typed> Slot for Part<T> {
    fn value(&self) -> &Value {
        &self.0.0
    }

    fn fields(&self) -> Option<&dyn Fields> {
        (self.0.0.kind() == ValueKind::Object).then_some(&self.0.1 as &dyn Fields)
    }
}

/// A list of objects of one table.
#[derive(Clone, Default)]
pub struct List<T> {
    value: Value,
    items: Vec<Part<T>>,
}

impl<T> List<T> {
    /// The items; none where the value is no list.
    #[must_use]
    pub fn items(&self) -> Option<&[Part<T>]> {
        (self.value.kind() == ValueKind::List).then_some(&*self.items)
    }
}

impl<T> fmt::Debug for List<T> {
    /// Prints the value, since the items follow from it.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(formatter)
    }
}

impl<T: Typed> Slot for List<T> {
    fn value(&self) -> &Value {
        &self.value
    }
}

impl<T: Typed> From<Value> for List<T> {
    fn from(value: Value) -> Self {
        let items = value.items(MAX_KEYS).unwrap_or_default();
        Self {
            items: items.into_iter().map(Part::from).collect(),
            value,
        }
    }
}

/// Field tables with a struct for each.
macro_rules! tables {
    ($(
        $(#[doc = $doc:literal])+
        $shape:ident as $type:ident = $name:literal, $text:literal $(, $open:ident)? {
            $($field:ident: $slot:ty = $row:expr,)*
        }
    )+) => {$(
        $(#[doc = $doc])+
        #[allow(unreachable_pub, reason = "not every table is public")]
        pub const $shape: $crate::protocol::Shape =
            $crate::protocol::Shape::new($name, $text, &[$($row),*])$(.$open())?;

        $(#[doc = $doc])+
        #[derive(Clone, Debug, Default)]
        #[allow(missing_docs, reason = "the table says what each field is")]
        pub struct $type {
            $(pub $field: $slot,)*
            /// True if the value has fields that the table lacks.
            pub has_others: bool,
        }

        impl $crate::protocol::Fields for $type {
            fn shape(&self) -> &'static $crate::protocol::Shape {
                &$shape
            }

            #[allow(unused_variables, unused_mut, reason = "some tables are empty")]
            fn each(
                &self,
                see: &mut dyn FnMut(&'static $crate::protocol::Field, &dyn $crate::protocol::Slot),
            ) {
                let mut fields = $shape.fields.iter();
                $(if let Some(field) = fields.next() {
                    see(field, &self.$field);
                })*
            }

            fn has_others(&self) -> bool {
                self.has_others
            }
        }

        impl $crate::protocol::Typed for $type {
            const SHAPE: &'static $crate::protocol::Shape = &$shape;

            // JavaScript engines compile a function whole at its first call.
            #[inline(never)]
            fn read(value: &$crate::protocol::Value) -> Self {
                #[allow(unused_mut, reason = "some tables are empty")]
                let mut reader = $crate::protocol::Reader::new(value, &$shape);
                Self {
                    $($field: reader.next(),)*
                    has_others: reader.has_others(),
                }
            }
        }
    )+};
}

pub(crate) use tables;

/// Reads the fields of a table one after another.
#[derive(Debug)]
pub struct Reader<'a> {
    value: &'a Value,
    shape: &'static Shape,
    fields: core::slice::Iter<'static, Field>,
    /// The number of fields that are there.
    count: usize,
}

impl<'a> Reader<'a> {
    /// Begins with the first field.
    #[must_use]
    pub fn new(value: &'a Value, shape: &'static Shape) -> Self {
        Self {
            value,
            shape,
            fields: shape.fields.iter(),
            count: 0,
        }
    }

    /// The next field.
    #[allow(clippy::should_implement_trait, reason = "each field has its own type")]
    pub fn next<T: Default + From<Value>>(&mut self) -> T {
        let Some(field) = self.fields.next() else {
            return T::default();
        };
        let mut value = self.value.named(field.name);
        self.count = self
            .count
            .saturating_add(usize::from(!value.is_undefined()));
        if value.is_undefined() && field.name == Name::ExternalCallId {
            // The reference spells it in two ways.
            value = self.value.named(Name::ReferenceCallId);
        }
        value.into()
    }

    /// True if the value has more fields than were read.
    #[must_use]
    pub fn has_others(&self) -> bool {
        // Names are compared only where there are more than the table's.
        let is_known = |name: &str| {
            let mut fields = self.shape.fields.iter();
            fields.any(|field| field.name.as_str() == name)
        };
        self.value.size() > self.count && self.value.keys().iter().any(|name| !is_known(name))
    }
}
