//! Reads parameters and answers, and names the first fault with its path.
//!
//! serde reads them, from a value that adds the name of each field to a fault inside it. The error
//! is of this crate, since the texts of `serde_json`'s quote the value, which may be a key or
//! personal.

use std::{fmt, iter::Enumerate, slice};

use serde::{
    Deserializer,
    de::{
        self, DeserializeOwned, DeserializeSeed, Expected, IntoDeserializer, MapAccess, SeqAccess,
        Unexpected, Visitor, value::StrDeserializer,
    },
};
use serde_json::{Map, Value};

#[cfg(any(feature = "exports", test))]
use super::problem::NO_ID;
use super::{
    Error,
    problem::{Problem, ProblemCode},
};

/// The parameters of one call, by name.
#[cfg(any(feature = "exports", test))]
#[derive(Debug, Default)]
pub(crate) struct Parameters(pub(crate) Map<String, Value>);

#[cfg(any(feature = "exports", test))]
#[allow(dead_code, reason = "each entry uses a part of it")]
impl Parameters {
    /// True if there is such a parameter.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The fields of a parameter, as parameters; empty if it is no object.
    pub(crate) fn inside(&self, name: &str) -> Self {
        let fields = self.0.get(name).and_then(Value::as_object);
        Self(fields.cloned().unwrap_or_default())
    }

    /// Reads one value; a fault has its name, and the path inside it. A field that its type
    /// does not have is a fault, at any depth.
    pub(crate) fn field<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, Fault> {
        read(self.0.get(name), Mode::Request(&[])).map_err(|fault| fault.of(name))
    }

    /// Reads one object of several types; `others` are the fields of the types that read it
    /// without a check, with [`Self::part_of`].
    pub(crate) fn shared<T: DeserializeOwned + Default>(
        &self,
        name: &'static str,
        others: &'static [&'static str],
    ) -> Result<T, Fault> {
        match self.0.get(name) {
            None => Ok(T::default()),
            value => read(value, Mode::Request(others)).map_err(|fault| fault.of(name)),
        }
    }

    /// Reads the fields of one type of an object that [`Self::shared`] reads too.
    pub(crate) fn part_of<T: DeserializeOwned + Default>(
        &self,
        name: &'static str,
    ) -> Result<T, Fault> {
        match self.0.get(name) {
            None => Ok(T::default()),
            value => read(value, Mode::Part).map_err(|fault| fault.of(name)),
        }
    }

    /// Like `field`, for a value that may be absent.
    pub(crate) fn optional<T: DeserializeOwned + Default>(
        &self,
        name: &'static str,
    ) -> Result<T, Fault> {
        match self.has(name) {
            true => self.field(name),
            false => Ok(T::default()),
        }
    }

    /// Reads an identifier assigned by the service.
    pub(crate) fn id<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, Fault> {
        self.field(name).map_err(|mut fault: Fault| {
            if fault.0.why == MISFIT {
                fault.0.code = ProblemCode::InvalidId;
                NO_ID.clone_into(&mut fault.0.why);
            }
            fault
        })
    }

    /// Like `field`, for an object that may have `others` besides the fields of its type; a
    /// fault names its field.
    pub(crate) fn object<T: DeserializeOwned>(
        &self,
        name: &'static str,
        others: &'static [&'static str],
    ) -> Result<T, Fault> {
        match self.0.get(name) {
            None => Err(Fault::missing().of(name)),
            value => read(value, Mode::Request(others)).map_err(|fault| fault.of_object(name)),
        }
    }

    /// Reads a part of a path: an identifier, or the name of a type.
    pub(crate) fn part(&self, name: &'static str) -> Result<String, Fault> {
        let part: String = self.field(name)?;
        // An address has no empty part, and dots lead to another path.
        let (code, why) = match part.as_str() {
            "" => (ProblemCode::Empty, "is empty: add a text"),
            "." | ".." => (
                ProblemCode::InvalidName,
                "is no name: use letters or digits",
            ),
            _ => return Ok(part),
        };
        Err(Fault::new(code, why).of(name))
    }
}

/// Reads an object whose fields the problem names; `name` names the object. Unknown fields are
/// left out.
///
/// # Errors
///
/// The first fault.
pub(crate) fn lenient<T: DeserializeOwned>(name: &str, value: &Value) -> Result<T, Fault> {
    read(Some(value), Mode::Part).map_err(|fault| fault.of_object(name))
}

/// Reads an answer, in which null is an absent field.
///
/// # Errors
///
/// The first fault, in words.
pub(crate) fn answer<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    read(Some(value), Mode::Answer).map_err(|Fault(found)| {
        let why = match found.code {
            ProblemCode::MissingField => " is missing",
            _ => " is of another type",
        };
        match found.path.as_str() {
            "" => ["it", why].concat(),
            path => ["the field ", path, why].concat(),
        }
    })
}

fn read<T: DeserializeOwned>(value: Option<&Value>, mode: Mode) -> Result<T, Fault> {
    T::deserialize(Given { value, mode })
}

/// The first fault. Boxed, since every read may return one.
#[derive(Debug)]
pub(crate) struct Fault(Box<Found>);

#[derive(Debug)]
struct Found {
    code: ProblemCode,
    /// The field of the outermost object.
    field: Option<&'static str>,
    /// The path to it.
    path: String,
    why: String,
}

impl Fault {
    fn new(code: ProblemCode, why: impl Into<String>) -> Self {
        Self(Box::new(Found {
            code,
            field: None,
            path: String::new(),
            why: why.into(),
        }))
    }

    /// A field that neither a type has nor `others`.
    fn unknown(name: &str, names: &[&str], others: &[&str]) -> Self {
        let fix = [": use ", &[names, others].concat().join(", ")].concat();
        // Any other text may be a misplaced value.
        let is_sign = |it: u8| it.is_ascii_alphanumeric() || it == b'_';
        if name.len() > LONGEST_NAME || !name.bytes().all(is_sign) {
            let why = ["has an unknown field", &fix].concat();
            return Self::new(ProblemCode::UnknownField, why);
        }
        let mut fault = Self::new(ProblemCode::UnknownField, ["is unknown", &fix].concat());
        name.clone_into(&mut fault.0.path);
        fault
    }

    /// A value of another type than the one expected.
    fn other_type(expected: &dyn Expected, is_number: bool) -> Self {
        let why = match expected.to_string().as_str() {
            "a boolean" => "is neither true nor false: use one of them, without quotes",
            "a string" => "is no text: use a text",
            "f64" => "is no number: use one, without quotes",
            "i32" | "i64" | "u8" | "u16" | "u32" | "u64" if is_number => MISFIT,
            "i32" | "i64" | "u8" | "u16" | "u32" | "u64" => {
                "is no whole number: use one, without quotes"
            }
            "a sequence" => "is no list: use a list",
            "a map" => NO_OBJECT,
            _ => OTHER_TYPE,
        };
        Self::new(ProblemCode::WrongType, why)
    }

    fn missing() -> Self {
        Self::new(ProblemCode::MissingField, MISSING)
    }

    /// In the field of this name, or the item at `[0]`.
    fn inside(mut self, name: &str, field: Option<&'static str>) -> Self {
        self.0.path = joined(name, &self.0.path);
        self.0.field = field;
        self
    }

    /// In the parameter of this name.
    #[cfg(any(feature = "exports", test))]
    fn of(self, name: &'static str) -> Self {
        self.inside(name, Some(name))
    }

    /// In the object of this name, whose fields are named without it.
    fn of_object(mut self, name: &str) -> Self {
        if self.0.path.is_empty() {
            name.clone_into(&mut self.0.path);
        }
        self
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        let Found {
            code,
            field,
            path,
            why,
        } = *fault.0;
        Self::new(code, field, &[path.as_str(), " ", &why].concat())
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Self {
        Self::Invalid(vec![fault.into()])
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0.why)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: fmt::Display>(why: T) -> Self {
        // Texts of this crate's types, which name the fix.
        let why = why.to_string();
        let fix = why.strip_prefix("expected ");
        let fix = fix.map(|fix| [OTHER_TYPE, ": use ", fix].concat());
        Self::new(
            ProblemCode::WrongType,
            fix.unwrap_or_else(|| OTHER_TYPE.to_owned()),
        )
    }

    fn invalid_type(value: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::other_type(expected, matches!(value, Unexpected::Float(_)))
    }

    fn invalid_value(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::other_type(expected, true)
    }

    fn unknown_variant(_: &str, variants: &'static [&'static str]) -> Self {
        let why = ["is not an allowed value: use one of ", &variants.join(", ")];
        Self::new(ProblemCode::WrongType, why.concat())
    }

    fn unknown_field(name: &str, names: &'static [&'static str]) -> Self {
        Self::unknown(name, names, &[])
    }

    /// Of an object that is read as a list; [`Fields`] has the field's name.
    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self::missing()
    }

    fn missing_field(name: &'static str) -> Self {
        Self::missing().inside(name, Some(name))
    }
}

/// A path, and what is below it.
fn joined(path: &str, below: &str) -> String {
    let dot = match below.as_bytes().first() {
        None | Some(b'[') => "",
        Some(_) => ".",
    };
    [path, dot, below].concat()
}

const MISFIT: &str = "is no whole number of the field's range: use one";

const MISSING: &str = "is missing: add it";

const NO_OBJECT: &str = "is no object: use an object";

const OTHER_TYPE: &str = "is of another type";

/// The longest name that a problem repeats.
const LONGEST_NAME: usize = 40;

/// The rules for the fields of an object.
#[derive(Clone, Copy)]
enum Mode {
    /// It may have those of its type, and these.
    #[allow(dead_code, reason = "only the exports read requests")]
    Request(&'static [&'static str]),
    /// It may have any.
    Part,
    /// It may have any, and null is an absent one.
    Answer,
}

impl Mode {
    fn is_absent(self, value: &Value) -> bool {
        matches!(self, Self::Answer) && value.is_null()
    }
}

/// A value, or an absent one. Other than for `serde_json`, null is an absent field in answers only,
/// and a field that the type does not have may be a fault.
#[derive(Clone, Copy)]
struct Given<'v> {
    value: Option<&'v Value>,
    mode: Mode,
}

impl<'v> Given<'v> {
    fn inside(self, value: Option<&'v Value>) -> Self {
        Self {
            value,
            mode: match self.mode {
                Mode::Request(_) => Mode::Request(&[]),
                mode => mode,
            },
        }
    }

    fn items(self, items: &'v [Value]) -> Items<'v> {
        Items {
            list: self,
            items: items.iter().enumerate(),
        }
    }

    fn entries(self, fields: &'v Map<String, Value>) -> Entries<'v> {
        Entries {
            map: self,
            entries: fields.iter(),
            next: None,
        }
    }

    fn fields(self, names: &'static [&'static str]) -> Result<Fields<'v>, Fault> {
        let fields = match self.value {
            Some(Value::Object(fields)) => fields,
            None => return Err(Fault::missing()),
            _ => {
                let why = [NO_OBJECT, " with ", &names.join(", ")].concat();
                return Err(Fault::new(ProblemCode::WrongType, why));
            }
        };
        if let Mode::Request(others) = self.mode {
            let known = [names, others, &OF_ANSWERS].concat();
            if let Some(name) = fields.keys().find(|name| !known.contains(&name.as_str())) {
                return Err(Fault::unknown(name, names, others));
            }
        }
        Ok(Fields {
            object: self,
            fields,
            names,
            read: 0,
        })
    }

    fn of_another_type(self, expected: &dyn Expected) -> Fault {
        match self.value {
            None => Fault::missing(),
            Some(Value::Number(number)) => Fault::other_type(expected, number.is_f64()),
            Some(_) => Fault::other_type(expected, false),
        }
    }
}

/// The fields of a type, in its order: serde's code for a list is smaller than the one for a map.
struct Fields<'v> {
    object: Given<'v>,
    fields: &'v Map<String, Value>,
    names: &'static [&'static str],
    /// The number of those that were read.
    read: usize,
}

impl Fields<'_> {
    /// A fault in the one that was read last.
    fn fault(&self, fault: Fault) -> Fault {
        match self.read.checked_sub(1).and_then(|at| self.names.get(at)) {
            Some(name) => fault.inside(name, Some(name)),
            None => fault,
        }
    }
}

impl<'de> SeqAccess<'de> for Fields<'de> {
    type Error = Fault;

    /// None for an absent field, which then has its default, or is missing.
    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let name = self.names.get(self.read);
        let value = name.and_then(|name| self.fields.get(*name));
        let value = value.filter(|value| !self.object.mode.is_absent(value));
        self.read = self.read.saturating_add(1);
        match seed.deserialize(self.object.inside(value)) {
            Ok(field) => Ok(Some(field)),
            Err(_) if value.is_none() => Ok(None),
            Err(fault) => Err(self.fault(fault)),
        }
    }
}

/// The entries of a map.
struct Entries<'v> {
    map: Given<'v>,
    entries: serde_json::map::Iter<'v>,
    /// The one whose value is read next.
    next: Option<(&'v String, &'v Value)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        self.next = self.entries.next();
        let name = self.next.map(|(name, _)| name.as_str().into_deserializer());
        name.map(|name: StrDeserializer<'_, Fault>| seed.deserialize(name))
            .transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let (name, value) = self.next.take().ok_or_else(Fault::missing)?;
        seed.deserialize(self.map.inside(Some(value)))
            .map_err(|fault| fault.inside(name, None))
    }
}

/// The items of a list.
struct Items<'v> {
    list: Given<'v>,
    items: Enumerate<slice::Iter<'v, Value>>,
}

impl<'de> SeqAccess<'de> for Items<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let Some((at, value)) = self.items.next() else {
            return Ok(None);
        };
        match seed.deserialize(self.list.inside(Some(value))) {
            Ok(item) => Ok(Some(item)),
            Err(fault) => Err(fault.inside(&["[", &at.to_string(), "]"].concat(), None)),
        }
    }
}

impl<'de> Deserializer<'de> for Given<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            None => Err(Fault::missing()),
            Some(Value::Null) => visitor.visit_unit(),
            Some(Value::Bool(flag)) => visitor.visit_bool(*flag),
            Some(Value::Number(number)) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (_, Some(number)) => visitor.visit_i64(number),
                _ => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
            Some(Value::String(text)) => visitor.visit_str(text),
            Some(Value::Array(items)) => visitor.visit_seq(self.items(items)),
            Some(Value::Object(fields)) => visitor.visit_map(self.entries(fields)),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Some(Value::Bool(flag)) => visitor.visit_bool(*flag),
            _ => Err(self.of_another_type(&visitor)),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Some(Value::String(text)) => visitor.visit_str(text),
            _ => Err(self.of_another_type(&visitor)),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Some(Value::Array(items)) => visitor.visit_seq(self.items(items)),
            _ => Err(self.of_another_type(&visitor)),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Some(Value::Object(fields)) => visitor.visit_map(self.entries(fields)),
            _ => Err(self.of_another_type(&visitor)),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.is_none_or(|value| self.mode.is_absent(value)) {
            true => visitor.visit_none(),
            false => visitor.visit_some(self),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let mut fields = self.fields(names)?;
        visitor
            .visit_seq(&mut fields)
            .map_err(|fault| match fault.0.path.is_empty() {
                true => fields.fault(fault),
                false => fault,
            })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let Some(value) = self.value else {
            return Err(Fault::missing());
        };
        let text = value.as_str().unwrap_or_default();
        let variant: StrDeserializer<'_, Fault> = text.into_deserializer();
        match variants.contains(&text) {
            true => visitor.visit_enum(variant),
            false => Err(de::Error::unknown_variant(text, variants)),
        }
    }

    serde::forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char bytes byte_buf
        unit unit_struct tuple tuple_struct identifier ignored_any
    }
}

/// Fields of answers only: a request may be built from an answer.
const OF_ANSWERS: [&str; 2] = ["createdAt", "updatedAt"];

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::json;

    use super::*;
    use crate::{identifier::text_or_number, object_search::Search, settings::SettingsPatch};

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Sample {
        id: i32,
        is_ready: Option<bool>,
        #[serde(default)]
        tags: Vec<String>,
        kind: Kind,
        #[serde(default)]
        parts: BTreeMap<String, Part>,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    enum Kind {
        Small,
        VeryLarge,
    }

    #[derive(Debug, PartialEq, Deserialize)]
    struct Part {
        #[serde(deserialize_with = "text_or_number")]
        after: String,
        #[serde(flatten)]
        more: BTreeMap<String, Value>,
    }

    fn problem<T: fmt::Debug>(
        read: Result<T, Fault>,
    ) -> (ProblemCode, Option<&'static str>, String) {
        let problem = Problem::from(read.unwrap_err());
        (problem.code, problem.field, problem.message)
    }

    fn parameters(value: &Value) -> Parameters {
        Parameters(value.as_object().unwrap().clone())
    }

    #[test]
    fn parameters_as_expected_are_read() {
        let value = json!({ "sample": { "id": 7, "tags": ["b"], "kind": "VERY_LARGE",
            "parts": { "one": { "after": 5, "b": [2] } } } });

        let sample: Sample = parameters(&value).field("sample").unwrap();

        assert_eq!(
            (sample.id, sample.is_ready, sample.kind),
            (7, None, Kind::VeryLarge)
        );
        assert_eq!(sample.tags, ["b"]);
        let part = &sample.parts["one"];
        assert_eq!((part.after.as_str(), &part.more["b"]), ("5", &json!([2])));
    }

    #[test]
    fn the_first_fault_is_named_with_its_path_and_without_its_value() {
        use ProblemCode::{MissingField, WrongType};

        let wrong = [
            r#""canary" =>  is no object: use an object with id, isReady, tags, kind, parts"#,
            r#"{"id":"canary"} => .id is no whole number: use one, without quotes"#,
            r#"{"id":3000000000} => .id is no whole number of the field's range: use one"#,
            r#"{"id":1,"isReady":null} => .isReady is neither true nor false: use one of them, without quotes"#,
            r#"{"id":1,"tags":["b",{"canary":1}]} => .tags[1] is no text: use a text"#,
            r#"{"id":1,"tags":null} => .tags is no list: use a list"#,
            r#"{"id":1,"kind":"canary"} => .kind is not an allowed value: use one of SMALL, VERY_LARGE"#,
            concat!(
                r#"{"id":1,"kind":"SMALL","parts":{"a":{"after":true}}} => "#,
                ".parts.a.after is of another type: use a text or a whole number"
            ),
        ];
        let missing = [
            r#"{"id":1,"kind":"SMALL","parts":{"a":{}}} => .parts.a.after is missing: add it"#,
            r#"{"kind":"SMALL"} => .id is missing: add it"#,
        ];
        let wrong = wrong.map(|row| (WrongType, row)).into_iter();
        for (code, row) in wrong.chain(missing.map(|row| (MissingField, row))) {
            let (value, message) = row.split_once(" => ").unwrap();
            let value: Value = serde_json::from_str(value).unwrap();
            let read = parameters(&json!({ "sample": value })).field::<Sample>("sample");
            let expected = (code, Some("sample"), ["sample", message].concat());
            assert_eq!(problem(read), expected, "{row}");
        }
        let missing = parameters(&json!({})).field::<Kind>("kind");
        let expected = "kind is missing: add it".to_owned();
        assert_eq!(problem(missing), (MissingField, Some("kind"), expected));
    }

    #[test]
    fn a_part_of_a_path_leads_nowhere_else() {
        for good in ["1", "2-123", "a/b", "...", "a.b"] {
            assert!(
                parameters(&json!({ "id": good })).part("id").is_ok(),
                "{good}"
            );
        }
        for (bad, code) in [
            (json!(""), ProblemCode::Empty),
            (json!("."), ProblemCode::InvalidName),
            (json!(".."), ProblemCode::InvalidName),
            (json!(1), ProblemCode::WrongType),
        ] {
            assert_eq!(
                problem(parameters(&json!({ "id": bad })).part("id")).0,
                code
            );
        }
    }

    #[test]
    fn a_number_that_is_no_identifier_is_reported_as_one() {
        for bad in [json!(1.5), json!(3_000_000_000_u32)] {
            let read = parameters(&json!({ "appId": bad })).id::<i32>("appId");
            assert_eq!(problem(read).0, ProblemCode::InvalidId);
        }
        let text = parameters(&json!({ "appId": "1" })).id::<i32>("appId");
        assert_eq!(problem(text).0, ProblemCode::WrongType);
    }

    #[test]
    fn an_unknown_field_is_refused_by_name_at_any_depth() {
        let read = |value: Value| {
            parameters(&json!({ "patch": value })).object::<SettingsPatch>("patch", &[])
        };
        let fix = "use name, url, width, height, isReady, supportsCustomObjects, \
                   supportsInboundCalling, usesCallingWindow, usesRemote";

        let stored = read(json!({ "isReady": true, "createdAt": "2026-01-01T00:00:00Z" }));
        assert_eq!(stored.unwrap().is_ready, Some(true));
        for (name, shown) in [
            ("isredy", "isredy is unknown"),
            ("can ary", "patch has an unknown field"),
        ] {
            let message = format!("{shown}: {fix}");
            let found = problem(read(json!({ name: true })));
            assert_eq!(found, (ProblemCode::UnknownField, None, message));
        }
        assert_eq!(problem(read(json!({ "url": 1 }))).1, Some("url"));
        let (code, field, message) = problem(read(json!([])));
        assert_eq!((code, field), (ProblemCode::WrongType, None));
        assert!(
            message.starts_with("patch is no object: use an object with name"),
            "{message}"
        );
        let missing = parameters(&json!({})).object::<SettingsPatch>("patch", &[]);
        assert_eq!(problem(missing).1, Some("patch"));

        for (value, message) in [
            (
                json!({ "filters": [] }),
                "search.filters is unknown: use filterGroups, ",
            ),
            (
                json!({ "filterGroups": [{ "filters": [], "operator": "AND" }] }),
                "search.filterGroups[0].operator is unknown: use filters",
            ),
            (
                json!({ "sorts": [{ "propertyName": "a", "order": "DESCENDING" }] }),
                "search.sorts[0].order is unknown: use propertyName, direction",
            ),
            (
                json!({ "sorts": ["a", { "property": "a" }] }),
                "search.sorts[1].property is unknown: use propertyName, direction",
            ),
        ] {
            let read = parameters(&json!({ "search": value })).field::<Search>("search");
            let found = problem(read);
            assert_eq!(
                (found.0, found.1),
                (ProblemCode::UnknownField, Some("search"))
            );
            assert!(found.2.starts_with(message), "{}", found.2);
        }
    }
}
