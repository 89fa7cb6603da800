//! Reads parameters from JSON, and names the first fault with its path.
//!
//! Not `serde_json`'s deserializer: its texts quote the value, which may be a key or
//! personal, and it takes null for an absent field.

use std::fmt;

use serde::{
    Deserializer,
    de::{
        self, DeserializeOwned, DeserializeSeed, Expected, IntoDeserializer, MapAccess, SeqAccess,
        Unexpected, Visitor, value::StrDeserializer,
    },
};
#[cfg(any(feature = "exports", test))]
use serde_json::Map;
use serde_json::Value;

#[cfg(any(feature = "exports", test))]
use super::checks::NO_ID;
use super::{
    Error,
    problem::{Problem, ProblemCode},
};

/// The parameters of one call, by name.
#[cfg(any(feature = "exports", test))]
#[derive(Debug, Default)]
pub(crate) struct Parameters(Map<String, Value>);

#[cfg(any(feature = "exports", test))]
#[allow(dead_code, reason = "each entry uses a part of it")]
impl Parameters {
    /// Parses a JSON object; empty if the text is none.
    pub(crate) fn parse(text: &str) -> Self {
        // As any value, which takes less code than as an object.
        match serde_json::from_slice(text.as_bytes()) {
            Ok(Value::Object(fields)) => Self(fields),
            _ => Self::default(),
        }
    }

    /// True if there is such a parameter.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The value of a parameter; null if absent.
    pub(crate) fn value(&self, name: &str) -> &Value {
        self.0.get(name).unwrap_or(&Value::Null)
    }

    /// The fields of a parameter, as parameters; empty if it is no object.
    pub(crate) fn inside(&self, name: &str) -> Self {
        let fields = self.0.get(name).and_then(Value::as_object);
        Self(fields.cloned().unwrap_or_default())
    }

    /// Reads one value; a fault has its name, and the path inside it. A field that its type
    /// does not have is a fault, at any depth.
    pub(crate) fn field<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, Fault> {
        let read = T::deserialize(At::own(self.0.get(name), &[]));
        read.map_err(|fault| fault.within(name).of(Some(name)))
    }

    /// Reads one object of several types; `others` are the fields of the types that read it
    /// without a check, with [`Self::part_of`].
    pub(crate) fn shared<T: DeserializeOwned + Default>(
        &self,
        name: &'static str,
        others: &'static [&'static str],
    ) -> Result<T, Fault> {
        let Some(value) = self.0.get(name) else {
            return Ok(T::default());
        };
        let read = T::deserialize(At::own(Some(value), others));
        read.map_err(|fault| fault.within(name).of(Some(name)))
    }

    /// Reads the fields of one type of an object that [`Self::shared`] reads too.
    pub(crate) fn part_of<T: DeserializeOwned + Default>(
        &self,
        name: &'static str,
    ) -> Result<T, Fault> {
        let Some(value) = self.0.get(name) else {
            return Ok(T::default());
        };
        let read = T::deserialize(At::any(Some(value)));
        read.map_err(|fault| fault.within(name).of(Some(name)))
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
        object(name, At::own(self.0.get(name), others))
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
        Err(Fault::new(code, why).within(name).of(Some(name)))
    }
}

/// Reads an object whose fields the problem names; `name` names the object. Unknown fields are
/// left out.
///
/// # Errors
///
/// The first fault.
pub(crate) fn lenient<T: DeserializeOwned>(
    name: &'static str,
    value: Option<&Value>,
) -> Result<T, Fault> {
    object(name, At::any(value))
}

fn object<T: DeserializeOwned>(name: &'static str, at: At<'_>) -> Result<T, Fault> {
    T::deserialize(at).map_err(|fault| match (fault.0.path.as_str(), at.value) {
        ("", None) => fault.within(name).of(Some(name)),
        ("", Some(_)) => fault.within(name),
        _ => fault,
    })
}

/// The first fault. Boxed, since every read may return one.
#[derive(Debug)]
pub(crate) struct Fault(Box<Found>);

#[derive(Debug)]
struct Found {
    code: ProblemCode,
    /// The field of the outermost object.
    field: Option<&'static str>,
    /// The path to it, below the value that is read.
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

    fn within(mut self, name: &str) -> Self {
        let dot = match self.0.path.as_bytes().first() {
            None | Some(b'[') => "",
            Some(_) => ".",
        };
        self.0.path = [name, dot, &self.0.path].concat();
        self
    }

    /// The error of an answer with this fault.
    #[cfg(feature = "rest-exports")]
    pub(crate) fn malformed(self, status: u16) -> Error {
        let why = match self.0.code {
            ProblemCode::MissingField => " is missing",
            _ => " is of another type",
        };
        Error::Malformed {
            status: Some(status),
            reason: match self.0.field {
                Some(_) => ["the field ", &self.0.path, why].concat(),
                None => ["it", why].concat(),
            },
        }
    }

    fn of(mut self, field: Option<&'static str>) -> Self {
        self.0.field = field;
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
        let space = if path.is_empty() { "" } else { " " };
        Self::new(code, field, &[path.as_str(), space, &why].concat())
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

/// The default texts quote the value, and their code is larger than all the reading.
impl de::Error for Fault {
    fn custom<T: fmt::Display>(why: T) -> Self {
        let why = why.to_string();
        // Texts of this crate's types, which name the fix.
        match why.strip_prefix("expected ") {
            Some(fix) => Self::new(ProblemCode::WrongType, [OTHER_TYPE, ": use ", fix].concat()),
            None => Self::new(ProblemCode::WrongType, OTHER_TYPE),
        }
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::new(ProblemCode::WrongType, OTHER_TYPE)
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::new(ProblemCode::WrongType, OTHER_TYPE)
    }

    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self::new(ProblemCode::WrongType, TOO_SHORT)
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self::new(ProblemCode::WrongType, OTHER_TYPE)
    }

    fn unknown_field(name: &str, names: &'static [&'static str]) -> Self {
        unknown_field(name, &names.join(", "))
    }

    fn missing_field(name: &'static str) -> Self {
        Self::new(ProblemCode::MissingField, "is missing: add it")
            .within(name)
            .of(Some(name))
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self::new(ProblemCode::WrongType, OTHER_TYPE)
    }
}

/// Without quoting what is no name: it may be a misplaced value.
fn unknown_field(name: &str, known: &str) -> Fault {
    let is_sign = |it: u8| it.is_ascii_alphanumeric() || it == b'_';
    if name.len() <= LONGEST_NAME && name.bytes().all(is_sign) {
        let why = ["is unknown: use ", known].concat();
        return Fault::new(ProblemCode::UnknownField, why).within(name);
    }
    let why = ["has an unknown field: use ", known].concat();
    Fault::new(ProblemCode::UnknownField, why)
}

const OTHER_TYPE: &str = "is of another type";

/// A value; none if absent.
#[derive(Clone, Copy)]
struct At<'v> {
    value: Option<&'v Value>,
    /// The fields that it may have besides those of its type; any if `None`.
    others: Option<&'static [&'static str]>,
}

impl<'v> At<'v> {
    /// A value with the fields of its type, and `others`.
    #[cfg(any(feature = "exports", test))]
    const fn own(value: Option<&'v Value>, others: &'static [&'static str]) -> Self {
        Self {
            value,
            others: Some(others),
        }
    }

    /// A value with any fields.
    const fn any(value: Option<&'v Value>) -> Self {
        Self {
            value,
            others: None,
        }
    }

    /// A value inside it.
    fn inside(self, value: Option<&'v Value>) -> Self {
        Self {
            value,
            others: self.others.map(|_| [].as_slice()),
        }
    }

    /// The fault of a value that is missing or of another type.
    fn fault(self, expected: &str, why: &str) -> Fault {
        match self.value {
            None => Fault::new(
                ProblemCode::MissingField,
                ["is missing: add ", expected].concat(),
            ),
            Some(_) => Fault::new(ProblemCode::WrongType, why),
        }
    }

    /// A whole number in the range of its type.
    fn whole<T: TryFrom<i64>>(self) -> Result<T, Fault> {
        let Some(number) = self.value.filter(|value| value.is_number()) else {
            return Err(self.fault(
                "a whole number",
                "is no whole number: use one, without quotes",
            ));
        };
        let number = number.as_i64().or_else(|| {
            // Beyond it, not every whole number is exact in JavaScript.
            const EXACT: f64 = 9_007_199_254_740_991.0;
            let number = number.as_f64()?;
            #[expect(
                clippy::cast_possible_truncation,
                reason = "checked to be whole and in range"
            )]
            (number.fract() == 0.0 && number.abs() <= EXACT).then_some(number as i64)
        });
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| Fault::new(ProblemCode::WrongType, MISFIT))
    }

    /// Refuses a field that neither its type has nor `others`.
    fn check_names(self, names: &'static [&'static str]) -> Result<(), Fault> {
        let Some(others) = self.others else {
            return Ok(());
        };
        let fields = self.value.and_then(Value::as_object).into_iter().flatten();
        let is_known = |name| {
            [names, others, &OF_ANSWERS]
                .iter()
                .any(|it| it.contains(&name))
        };
        match fields
            .map(|(name, _)| name.as_str())
            .find(|name| !is_known(name))
        {
            Some(name) => Err(unknown_field(name, &[names, others].concat().join(", "))),
            None => Ok(()),
        }
    }
}

macro_rules! integers {
    ($($method:ident $visit:ident),* $(,)?) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            visitor.$visit(self.whole()?)
        })*
    };
}

impl<'de> Deserializer<'de> for At<'de> {
    type Error = Fault;

    integers! {
        deserialize_i8 visit_i8, deserialize_i16 visit_i16, deserialize_i32 visit_i32,
        deserialize_i64 visit_i64, deserialize_u8 visit_u8, deserialize_u16 visit_u16,
        deserialize_u32 visit_u32, deserialize_u64 visit_u64,
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.and_then(Value::as_bool) {
            Some(flag) => visitor.visit_bool(flag),
            None => Err(self.fault(
                "true or false",
                "is neither true nor false: use one of them, without quotes",
            )),
        }
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.and_then(Value::as_f64) {
            Some(number) => visitor.visit_f64(number),
            None => Err(self.fault("a number", "is no number: use one, without quotes")),
        }
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.and_then(Value::as_str) {
            Some(text) => visitor.visit_borrowed_str(text),
            None => Err(self.fault("a text", "is no text: use a text")),
        }
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Some(_) => visitor.visit_some(self),
            None => visitor.visit_none(),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.and_then(Value::as_array) {
            Some(values) => visitor.visit_seq(Values(self, values.iter().enumerate())),
            None => Err(self.fault("a list", "is no list: use a list")),
        }
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.and_then(Value::as_object) {
            Some(fields) => visitor.visit_map(Entries {
                of: self,
                fields: fields.iter(),
                next: None,
            }),
            None => Err(self.fault("an object", "is no object: use an object")),
        }
    }

    /// In the order of the type's fields, which takes half the code of reading by name.
    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let Some(fields) = self.value.and_then(Value::as_object) else {
            let expected = ["an object with ", &names.join(", ")].concat();
            return Err(self.fault(&expected, &["is no object: use ", &expected].concat()));
        };
        self.check_names(names)?;
        let mut fields = Fields {
            of: self,
            names: names.iter(),
            fields,
            missing: None,
        };
        let read = visitor.visit_seq(&mut fields);
        read.map_err(|fault| match fields.missing {
            Some(missing) if fault.0.why == TOO_SHORT => missing,
            _ => fault,
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let text = self.value.and_then(Value::as_str);
        match text.filter(|text| variants.contains(text)) {
            Some(text) => {
                let variant: StrDeserializer<'_, Fault> = text.into_deserializer();
                visitor.visit_enum(variant)
            }
            None => {
                let expected = ["one of ", &variants.join(", ")].concat();
                Err(self.fault(
                    &expected,
                    &["is not an allowed value: use ", &expected].concat(),
                ))
            }
        }
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            None => Err(self.fault("a value", OTHER_TYPE)),
            Some(Value::Null) => visitor.visit_unit(),
            Some(Value::Bool(_)) => self.deserialize_bool(visitor),
            Some(Value::Number(number)) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (_, Some(number)) => visitor.visit_i64(number),
                _ => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
            Some(Value::String(_)) => self.deserialize_str(visitor),
            Some(Value::Array(_)) => self.deserialize_seq(visitor),
            Some(Value::Object(_)) => self.deserialize_map(visitor),
        }
    }

    serde::forward_to_deserialize_any! {
        f32 char bytes byte_buf unit unit_struct tuple tuple_struct identifier ignored_any
    }
}

/// The fields of a type, in order.
struct Fields<'v> {
    of: At<'v>,
    names: std::slice::Iter<'static, &'static str>,
    fields: &'v serde_json::Map<String, Value>,
    /// The last absent field that cannot be read as nothing.
    missing: Option<Fault>,
}

impl<'v> SeqAccess<'v> for Fields<'v> {
    type Error = Fault;

    /// Ends the list at an absent field: its type has a default, or refuses with
    /// `invalid_length`.
    fn next_element_seed<S: DeserializeSeed<'v>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        let Some(&name) = self.names.next() else {
            return Ok(None);
        };
        let value = self.fields.get(name);
        let read = seed.deserialize(self.of.inside(value)).map(Some);
        self.of_field(name, value.is_none(), read)
    }
}

impl Fields<'_> {
    fn of_field<T>(
        &mut self,
        name: &'static str,
        is_absent: bool,
        read: Result<Option<T>, Fault>,
    ) -> Result<Option<T>, Fault> {
        let fault = match read {
            Err(fault) => fault.within(name).of(Some(name)),
            read => return read,
        };
        if !is_absent {
            return Err(fault);
        }
        self.missing = Some(fault);
        Ok(None)
    }
}

/// The fields of an object whose type has no names for them.
struct Entries<'v> {
    of: At<'v>,
    fields: serde_json::map::Iter<'v>,
    next: Option<(&'v String, &'v Value)>,
}

impl<'v> MapAccess<'v> for Entries<'v> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'v>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        self.next = self.fields.next();
        let Some((name, _)) = self.next else {
            return Ok(None);
        };
        let name: StrDeserializer<'_, Fault> = name.as_str().into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'v>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let Some((name, value)) = self.next else {
            return Err(de::Error::custom(""));
        };
        let read = seed.deserialize(self.of.inside(Some(value)));
        read.map_err(|fault| fault.within(name))
    }
}

/// The values of a list.
struct Values<'v>(At<'v>, std::iter::Enumerate<std::slice::Iter<'v, Value>>);

impl<'v> SeqAccess<'v> for Values<'v> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'v>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        let Some((index, value)) = self.1.next() else {
            return Ok(None);
        };
        let read = seed.deserialize(self.0.inside(Some(value))).map(Some);
        read.map_err(|fault| fault.within(&["[", &index.to_string(), "]"].concat()))
    }
}

const TOO_SHORT: &str = "is too short";

const MISFIT: &str = "is no whole number of the field's range: use one";

/// Fields of answers only: a request may be built from an answer.
const OF_ANSWERS: [&str; 2] = ["createdAt", "updatedAt"];

/// The longest name that a problem repeats.
const LONGEST_NAME: usize = 40;

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
        Parameters::parse(&value.to_string())
    }

    #[test]
    fn what_is_as_expected_is_read() {
        let value = json!({ "sample": { "id": 7.0, "tags": ["b"], "kind": "VERY_LARGE",
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
            r#"{"kind":"SMALL"} => .id is missing: add a whole number"#,
        ];
        let wrong = wrong.map(|row| (WrongType, row)).into_iter();
        for (code, row) in wrong.chain(missing.map(|row| (MissingField, row))) {
            let (value, message) = row.split_once(" => ").unwrap();
            let text = [r#"{"sample":"#, value, "}"].concat();
            let read = Parameters::parse(&text).field::<Sample>("sample");
            let expected = (code, Some("sample"), ["sample", message].concat());
            assert_eq!(problem(read), expected, "{row}");
        }
        let missing = parameters(&json!({})).field::<Kind>("kind");
        let expected = "kind is missing: add one of SMALL, VERY_LARGE".to_owned();
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
