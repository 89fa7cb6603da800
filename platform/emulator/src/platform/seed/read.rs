//! Readers that are stricter than serde's, which accepts null for an absent field, any number,
//! an endless list, and duplicate names.

use std::{fmt, marker::PhantomData, ops::Deref};

use serde::{
    Deserialize, Deserializer,
    de::{Error, MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::{Map, Number, Value};

use super::EXACT;

/// An optional field that refuses null.
pub(super) fn some<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

/// A whole number in a range.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Whole<const LEAST: i64 = 1, const MOST: i64 = { i64::MAX }>(pub(crate) i64);

impl<'de, const LEAST: i64, const MOST: i64> Deserialize<'de> for Whole<LEAST, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Number::deserialize(deserializer)?;
        let whole = number
            .as_i64()
            .filter(|whole| (LEAST..=MOST).contains(whole));
        whole.map(Self).ok_or_else(|| {
            D::Error::custom(format_args!(
                "is {number}: use a whole number from {LEAST} to {MOST}"
            ))
        })
    }
}

/// An id that the platform assigns to no new record.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RecordId(pub(crate) i64);

impl<'de> Deserialize<'de> for RecordId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Whole::<1, EXACT>(id) = Whole::deserialize(deserializer)?;
        if (LAST_SMALL + 1..FIRST_LARGE).contains(&id) {
            return Err(D::Error::custom(format_args!(
                "is {id}, which a new record may get: use 1 to {LAST_SMALL}, or {FIRST_LARGE} or \
                 more"
            )));
        }
        Ok(Self(id))
    }
}

/// A list of objects.
pub(crate) type Objects<T, const MOST: usize = 1_000> = List<Object<T>, MOST>;

/// An object: serde's own reader of a struct accepts a list of its fields, too.
#[derive(Clone, Debug, Default)]
pub(crate) struct Object<T>(T);

impl<T> Deref for Object<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields<T>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>> Visitor<'de> for Fields<T> {
            type Value = T;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
                T::deserialize(MapAccessDeserializer::new(map))
            }
        }
        deserializer.deserialize_map(Fields(PhantomData)).map(Self)
    }
}

/// A list of up to this many entries.
#[derive(Clone, Debug)]
pub(crate) struct List<T, const MOST: usize = 1_000>(Vec<T>);

impl<T, const MOST: usize> Default for List<T, MOST> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const MOST: usize> Deref for List<T, MOST> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<'de, T: Deserialize<'de>, const MOST: usize> Deserialize<'de> for List<T, MOST> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let entries = Vec::deserialize(deserializer)?;
        if entries.len() > MOST {
            let count = entries.len();
            let message = format_args!("has {count} entries: use {MOST} at most");
            return Err(D::Error::custom(message));
        }
        Ok(Self(entries))
    }
}

/// A text, a number, true, false or null.
struct Scalar(Value);

impl<'de> Deserialize<'de> for Scalar {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::Array(_) | Value::Object(_) => Err(D::Error::custom(
                "has parts: use a text, a number, true, false or null",
            )),
            scalar => Ok(Self(scalar)),
        }
    }
}

/// The values of properties, without duplicates.
pub(super) fn each_once<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Map<String, Value>, D::Error> {
    struct Fields;
    impl<'de> Visitor<'de> for Fields {
        type Value = Map<String, Value>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut fields = Map::new();
            while let Some((name, Scalar(value))) = map.next_entry::<String, Scalar>()? {
                if fields.contains_key(&name) {
                    return Err(A::Error::custom(format_args!("duplicate field `{name}`")));
                }
                fields.insert(name, value);
            }
            Ok(fields)
        }
    }
    deserializer.deserialize_map(Fields)
}

/// Ids of new records start after it.
const LAST_SMALL: i64 = 9_999;

/// More records than a namespace ever has.
const FIRST_LARGE: i64 = 1_000_000_000;
