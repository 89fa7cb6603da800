//! Reads plain data: the fields of an answer, and values of a few types.
//!
//! By hand rather than by serde's derive, whose code for these few types weighs
//! 12 kB gzipped in the module of `calling-widget-sdk/rest`.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

use super::Secret;

/// An answer that is an object of fields.
pub(super) trait FromFields: Sized {
    /// Reads it; what is faulty is the reader's to remember.
    fn from_fields(fields: &mut Reader<'_>) -> Self;
}

/// The fields of an object, and which of them is not as it should be. A field that
/// is null counts as absent: the service answers both.
pub(super) struct Reader<'a> {
    fields: &'a Map<String, Value>,
    faulty: Option<&'static str>,
}

impl<'a> Reader<'a> {
    /// Reads an answer.
    ///
    /// # Errors
    ///
    /// Why it is none, without quoting it.
    pub(super) fn read<T: FromFields>(value: &'a Value) -> Result<T, String> {
        let Value::Object(fields) = value else {
            return Err("it is no object".to_owned());
        };
        let mut reader = Reader {
            fields,
            faulty: None,
        };
        let read = T::from_fields(&mut reader);
        match reader.faulty {
            None => Ok(read),
            Some(name) => Err([
                "the field ",
                name,
                " is missing, or its value is of another type",
            ]
            .concat()),
        }
    }

    /// A text.
    pub(super) fn text(&mut self, name: &'static str) -> Option<String> {
        self.field(name, text)
    }

    /// A key, a token or a signature.
    pub(super) fn secret(&mut self, name: &'static str) -> Option<Secret> {
        self.text(name).map(Secret::new)
    }

    /// A whole number.
    pub(super) fn number(&mut self, name: &'static str) -> Option<i64> {
        self.field(name, Value::as_i64)
    }

    /// A size in px.
    pub(super) fn size(&mut self, name: &'static str) -> Option<u32> {
        self.field(name, |value| u32::try_from(value.as_u64()?).ok())
    }

    /// A duration, whose unit is the field's.
    pub(super) fn duration(&mut self, name: &'static str) -> Option<u64> {
        self.field(name, Value::as_u64)
    }

    /// A flag.
    pub(super) fn flag(&mut self, name: &'static str) -> Option<bool> {
        self.field(name, Value::as_bool)
    }

    /// A list of texts.
    pub(super) fn texts(&mut self, name: &'static str) -> Option<Vec<String>> {
        self.field(name, texts)
    }

    /// A list of anything.
    pub(super) fn values(&mut self, name: &'static str) -> Option<Vec<Value>> {
        self.field(name, |value| value.as_array().cloned())
    }

    /// An object of fields.
    pub(super) fn part<T: FromFields>(&mut self, name: &'static str) -> Option<T> {
        self.field(name, |value| Reader::read(value).ok())
    }

    /// A field that has to be there; its name is for the error.
    pub(super) fn needed<T: Default>(
        &mut self,
        name: &'static str,
        read: fn(&mut Self, &'static str) -> Option<T>,
    ) -> T {
        let value = read(self, name);
        if value.is_none() {
            self.faulty.get_or_insert(name);
        }
        value.unwrap_or_default()
    }

    fn field<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.fields.get(name).filter(|value| !value.is_null())?;
        let typed = read(value);
        if typed.is_none() {
            self.faulty.get_or_insert(name);
        }
        typed
    }
}

/// A text.
pub(super) fn text(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// A list of texts.
pub(super) fn texts(value: &Value) -> Option<Vec<String>> {
    list_of(value, text)
}

/// A list whose every entry can be read.
pub(super) fn list_of<T>(value: &Value, read: fn(&Value) -> Option<T>) -> Option<Vec<T>> {
    value.as_array()?.iter().map(read).collect()
}

/// An object whose every field can be read.
pub(super) fn map_of<T>(
    value: &Value,
    read: fn(&Value) -> Option<T>,
) -> Option<BTreeMap<String, T>> {
    let mut map = BTreeMap::new();
    for (name, value) in value.as_object()? {
        map.insert(name.clone(), read(value)?);
    }
    Some(map)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(Debug, PartialEq)]
    struct Sample {
        id: i64,
        name: Option<String>,
        tags: Option<Vec<String>>,
    }

    impl FromFields for Sample {
        fn from_fields(fields: &mut Reader<'_>) -> Self {
            Self {
                id: fields.needed("id", Reader::number),
                name: fields.text("name"),
                tags: fields.texts("tags"),
            }
        }
    }

    #[test]
    fn a_field_may_be_absent_or_null_unless_it_is_needed() {
        let bare = Sample {
            id: 1,
            name: None,
            tags: None,
        };

        assert_eq!(Reader::read(&json!({ "id": 1 })), Ok(bare));
        assert_eq!(
            Reader::read(&json!({ "id": 1, "name": null, "tags": ["a"], "new": {} })),
            Ok(Sample {
                id: 1,
                name: None,
                tags: Some(vec!["a".to_owned()]),
            })
        );
    }

    #[test]
    fn the_first_faulty_field_is_named_without_its_value() {
        for (value, expected) in [
            (json!([]), "it is no object"),
            (
                json!({ "name": 5, "tags": "canary" }),
                "the field id is missing, or its value is of another type",
            ),
            (
                json!({ "id": null }),
                "the field id is missing, or its value is of another type",
            ),
            (
                json!({ "id": 1, "tags": ["a", { "b": "canary" }] }),
                "the field tags is missing, or its value is of another type",
            ),
        ] {
            assert_eq!(
                Reader::read::<Sample>(&value),
                Err(expected.to_owned()),
                "{value}"
            );
        }
    }
}
