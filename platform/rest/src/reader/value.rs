//! The deserializer of one value at its place, which goes on after a fault.

use serde::{
    Deserializer,
    de::{IntoDeserializer, Visitor, value::StrDeserializer},
};
use serde_json::Value;

use super::{
    fault::{Found, Place, Stop},
    parts::{Entries, Fields},
};
use crate::problem::{Problem, ProblemCode};

/// A value at its place; nothing where it is absent.
pub(super) struct ValueAt<'r, 'v> {
    found: &'r mut Found,
    /// The fields of the one object that is read.
    names: &'r mut Vec<&'static str>,
    /// Where serde ended before.
    stops: &'r [Stop],
    pub(super) place: Place,
    value: Option<&'v Value>,
    /// Whether a fault was reported already, so that anything will do.
    is_placeholder: bool,
}

impl<'r, 'v> ValueAt<'r, 'v> {
    pub(super) fn new(
        found: &'r mut Found,
        names: &'r mut Vec<&'static str>,
        stops: &'r [Stop],
        place: Place,
        value: Option<&'v Value>,
    ) -> Self {
        Self {
            found,
            names,
            stops,
            place,
            value,
            is_placeholder: false,
        }
    }

    /// A value inside, which has a placeholder where serde ended before.
    pub(super) fn inside(&mut self, place: Place, value: Option<&'v Value>) -> ValueAt<'_, 'v> {
        let stop = self
            .stops
            .iter()
            .find(|stop| stop.place.as_ref() == Some(&place));
        let mut inside = ValueAt {
            found: self.found,
            names: self.names,
            stops: self.stops,
            place,
            value,
            is_placeholder: self.is_placeholder,
        };
        if let Some(stop) = stop.filter(|_| value.is_some()) {
            inside.fault("", &stop.words());
        }
        inside
    }

    /// The fields of an object for want of which serde has ended.
    fn missing_from(&self, object: &Place) -> impl Iterator<Item = &'static str> {
        self.stops.iter().filter_map(|stop| {
            let name = stop.missing?;
            (stop.place == Some(object.inside(name, Some(name)))).then_some(name)
        })
    }

    /// Reports that there is no value of the expected type: `expected` is added when it
    /// is missing, `why` says what is wrong with another, and the fix.
    fn fault(&mut self, expected: &str, why: &str) {
        if self.is_placeholder {
            return;
        }
        self.is_placeholder = true;
        let path = self.place.path.as_str();
        let (code, words) = match self.value {
            None => (ProblemCode::MissingField, [" is missing: add ", expected]),
            Some(_) => (ProblemCode::WrongType, [" ", why]),
        };
        // Of an object that is not there, its own name is all there is to name.
        let field = self.place.field.or_else(|| {
            let name = self.names.last().copied();
            name.filter(|_| self.value.is_none())
        });
        self.found.placeholders.extend(field);
        self.found.is_inside |= field != Some(path);
        if !self.found.paths.iter().any(|known| known == path) {
            self.found.paths.push(path.to_owned());
            let text = [path, &words.concat()].concat();
            self.found.problems.push(Problem::new(code, field, &text));
        }
    }

    /// The same for an object or a list, inside which everything is a placeholder then.
    fn fault_of_many(&mut self, expected: &str, why: &str) {
        self.fault(expected, why);
        self.found.is_inside = true;
    }

    /// Reports a number that its type cannot hold.
    fn misfit(&mut self) {
        if self.is_placeholder {
            return;
        }
        let text = [
            &self.place.path,
            " is no whole number of the field's range: use one",
        ]
        .concat();
        let problem = Problem::new(ProblemCode::WrongType, self.place.field, &text);
        if self.place.field == Some(&self.place.path) {
            self.found.misfits.push(problem);
        } else {
            self.found.is_inside = true;
            self.found.problems.push(problem);
        }
    }
}

macro_rules! integers {
    ($($method:ident $visit:ident $type:ty),* $(,)?) => {
        $(
            fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Stop> {
                let number = self.value.filter(|value| value.is_number());
                let whole = number.and_then(whole).and_then(|it| <$type>::try_from(it).ok());
                match (whole, number) {
                    (Some(whole), _) => return visitor.$visit(whole),
                    (None, Some(_)) => self.misfit(),
                    (None, None) => self.fault("a whole number", "is no whole number: use one, without quotes"),
                }
                visitor.$visit(0)
            }
        )*
    };
}

impl<'de> Deserializer<'de> for ValueAt<'_, 'de> {
    type Error = Stop;

    integers! {
        deserialize_i8 visit_i8 i8,
        deserialize_i16 visit_i16 i16,
        deserialize_i32 visit_i32 i32,
        deserialize_i64 visit_i64 i64,
        deserialize_u8 visit_u8 u8,
        deserialize_u16 visit_u16 u16,
        deserialize_u32 visit_u32 u32,
        deserialize_u64 visit_u64 u64,
    }

    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Stop> {
        let flag = self.value.and_then(Value::as_bool);
        if flag.is_none() {
            self.fault(
                "true or false",
                "is neither true nor false: use one of them, without quotes",
            );
        }
        visitor.visit_bool(flag.unwrap_or_default())
    }

    fn deserialize_f64<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Stop> {
        let number = self.value.and_then(Value::as_f64);
        if number.is_none() {
            self.fault("a number", "is no number: use one, without quotes");
        }
        visitor.visit_f64(number.unwrap_or_default())
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Stop> {
        let text = self.value.and_then(Value::as_str);
        if text.is_none() {
            self.fault("a text", "is no text: use a text");
        }
        visitor.visit_borrowed_str(text.unwrap_or_default())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Stop> {
        if self.is_placeholder || self.value.is_none() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Stop> {
        let values = self.value.and_then(Value::as_array);
        if values.is_none() {
            self.fault_of_many("a list", "is no list: use a list");
        }
        visitor.visit_seq(Entries {
            values: values.map_or(&[][..], Vec::as_slice).iter().enumerate(),
            at: self,
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Stop> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Stop> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Stop> {
        let fields = self.value.and_then(Value::as_object);
        if fields.is_none() {
            self.fault_of_many("an object", "is no object: use an object");
        }
        let place = self.place.clone();
        let missing: Vec<_> = self.missing_from(&place).collect();
        let missing = missing.into_iter().map(|name| (name, Some(name), None));
        let fields = fields.into_iter().flatten();
        let fields = fields.map(|(name, value)| (name.as_str(), None, Some(value)));
        visitor
            .visit_map(Fields {
                fields: fields.chain(missing),
                at: self,
                next: None,
            })
            .map_err(|stop| stop.in_object(&place))
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        let fields = self.value.and_then(Value::as_object);
        if fields.is_none() {
            let expected = ["an object with ", &names.join(", ")].concat();
            self.fault_of_many(&expected, &["is no object: use ", &expected].concat());
        }
        let is_the_object = self.place.field.is_none();
        if is_the_object {
            self.place.path.clear();
            self.names.extend(names);
            if fields.is_none() {
                self.found.placeholders.extend(names);
            }
        }
        let place = self.place.clone();
        let missing: Vec<_> = self.missing_from(&place).collect();
        let read: Vec<_> = names
            .iter()
            .map(|&name| {
                let value = fields.and_then(|fields| fields.get(name));
                (name, is_the_object.then_some(name), value)
            })
            // What may be absent is left to serde, which knows what it is then.
            .filter(|(name, _, value)| {
                value.is_some() || self.is_placeholder || missing.contains(name)
            })
            .collect();
        visitor
            .visit_map(Fields {
                fields: read.into_iter(),
                at: self,
                next: None,
            })
            .map_err(|stop| stop.in_object(&place))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Stop> {
        let text = self.value.and_then(Value::as_str);
        let known = text.filter(|text| variants.contains(text));
        if known.is_none() {
            let expected = ["one of ", &variants.join(", ")].concat();
            self.fault(
                &expected,
                &["is not an allowed value: use ", &expected].concat(),
            );
        }
        let variant = known.or(variants.first().copied()).unwrap_or_default();
        let variant: StrDeserializer<'_, Stop> = variant.into_deserializer();
        visitor.visit_enum(variant)
    }

    fn deserialize_any<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Stop> {
        match self.value.filter(|_| !self.is_placeholder) {
            Some(value) => value
                .deserialize_any(visitor)
                .map_err(|_| Stop::because("")),
            None => {
                self.fault("a value", "");
                visitor.visit_borrowed_str("")
            }
        }
    }

    serde::forward_to_deserialize_any! {
        bytes byte_buf unit unit_struct identifier ignored_any
    }
}

/// A number without fraction, exact in JavaScript too.
fn whole(value: &Value) -> Option<i64> {
    /// Past it, not every whole number is a number of JavaScript.
    const EXACT: f64 = 9_007_199_254_740_991.0;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked to be whole and in range"
    )]
    let of_float = |number: f64| {
        let is_whole = number.fract() == 0.0 && number.abs() <= EXACT;
        is_whole.then_some(number as i64)
    };
    value.as_i64().or_else(|| of_float(value.as_f64()?))
}
