//! Reads parameters, and names the first fault with its path.
//!
//! serde reads them, and `serde_path_to_error` finds the path. The error is of this crate, since
//! the texts of `serde_json`'s quote the value, which may be a key or personal.

use std::{cell::Cell, fmt};

use serde::{
    Deserializer,
    de::{
        self, DeserializeOwned, Expected, IntoDeserializer, Unexpected, Visitor,
        value::{MapDeserializer, SeqDeserializer, StrDeserializer},
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
        read(self.given(name)?, Some(&[])).map_err(|fault| fault.of(name))
    }

    /// Reads one object of several types; `others` are the fields of the types that read it
    /// without a check, with [`Self::part_of`].
    pub(crate) fn shared<T: DeserializeOwned + Default>(
        &self,
        name: &'static str,
        others: &'static [&'static str],
    ) -> Result<T, Fault> {
        match self.0.get(name) {
            Some(value) => read(value, Some(others)).map_err(|fault| fault.of(name)),
            None => Ok(T::default()),
        }
    }

    /// Reads the fields of one type of an object that [`Self::shared`] reads too.
    pub(crate) fn part_of<T: DeserializeOwned + Default>(
        &self,
        name: &'static str,
    ) -> Result<T, Fault> {
        match self.0.get(name) {
            Some(value) => read(value, None).map_err(|fault| fault.of(name)),
            None => Ok(T::default()),
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
        read(self.given(name)?, Some(others)).map_err(|fault| fault.of_object(name))
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

    fn given(&self, name: &'static str) -> Result<&Value, Fault> {
        let value = self.0.get(name);
        value.ok_or_else(|| Fault::new(ProblemCode::MissingField, MISSING).of(name))
    }
}

/// Reads an object whose fields the problem names; `name` names the object. Unknown fields are
/// left out.
///
/// # Errors
///
/// The first fault.
pub(crate) fn lenient<T: DeserializeOwned>(name: &str, value: &Value) -> Result<T, Fault> {
    read(value, None).map_err(|fault| fault.of_object(name))
}

fn read<T: DeserializeOwned>(
    value: &Value,
    others: Option<&'static [&'static str]>,
) -> Result<T, Fault> {
    let names = Cell::default();
    let given = Given {
        value,
        others,
        names: Some(&names),
    };
    serde_path_to_error::deserialize(given).map_err(|error| {
        let path = error.path().to_string();
        error.into_inner().at(&path, names.get())
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

    /// At a path; `names` are the fields of the outermost object.
    fn at(mut self, path: &str, names: &[&'static str]) -> Self {
        if path != "." {
            // That of an unknown field may end with it.
            let below = match path.rsplit('.').next() == Some(&self.0.path) {
                true => "",
                false => &self.0.path,
            };
            self.0.path = joined(path, below);
        }
        let first = self.0.path.split(['.', '[']).next();
        self.0.field = names.iter().copied().find(|name| Some(*name) == first);
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

    /// In the parameter of this name.
    #[cfg(any(feature = "exports", test))]
    fn of(mut self, name: &'static str) -> Self {
        self.0.path = joined(name, &self.0.path);
        self.0.field = Some(name);
        self
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

    fn missing_field(name: &'static str) -> Self {
        let mut fault = Self::new(ProblemCode::MissingField, MISSING);
        name.clone_into(&mut fault.0.path);
        fault
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

/// A given value. Other than for `serde_json`, null is no absent field, the fields of a type are
/// read in its order, and a field that the type does not have may be a fault.
#[derive(Clone, Copy)]
struct Given<'v> {
    value: &'v Value,
    /// The fields that it may have besides those of its type; any if `None`.
    others: Option<&'static [&'static str]>,
    /// Gets the names of its fields.
    names: Option<&'v Cell<&'static [&'static str]>>,
}

impl<'v> Given<'v> {
    fn inside(self, value: &'v Value) -> Self {
        Self {
            value,
            others: self.others.map(|_| [].as_slice()),
            names: None,
        }
    }
}

impl<'de> IntoDeserializer<'de, Fault> for Given<'de> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Given<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value {
            Value::Null => visitor.visit_unit(),
            Value::Bool(flag) => visitor.visit_bool(*flag),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(number), _) => visitor.visit_u64(number),
                (_, Some(number)) => visitor.visit_i64(number),
                _ => visitor.visit_f64(number.as_f64().unwrap_or_default()),
            },
            Value::String(text) => visitor.visit_borrowed_str(text),
            Value::Array(values) => {
                let values = values.iter().map(|value| self.inside(value));
                visitor.visit_seq(SeqDeserializer::new(values))
            }
            Value::Object(fields) => {
                let fields = fields.iter();
                let fields = fields.map(|(name, value)| (name.as_str(), self.inside(value)));
                visitor.visit_map(MapDeserializer::new(fields))
            }
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
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
        if let Some(of_outermost) = self.names {
            of_outermost.set(names);
        }
        let Some(fields) = self.value.as_object() else {
            let why = [NO_OBJECT, " with ", &names.join(", ")].concat();
            return Err(Fault::new(ProblemCode::WrongType, why));
        };
        if let Some(others) = self.others {
            let known = [names, others, &OF_ANSWERS].concat();
            if let Some(name) = fields.keys().find(|name| !known.contains(&name.as_str())) {
                return Err(Fault::unknown(name, names, others));
            }
        }
        let fields = names
            .iter()
            .filter_map(|name| Some((*name, self.inside(fields.get(*name)?))));
        visitor.visit_map(MapDeserializer::new(fields))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let text = self.value.as_str().unwrap_or_default();
        let variant: StrDeserializer<'_, Fault> = text.into_deserializer();
        match variants.contains(&text) {
            true => visitor.visit_enum(variant),
            false => Err(de::Error::unknown_variant(text, variants)),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        unit unit_struct tuple tuple_struct seq map identifier ignored_any
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
    fn what_is_as_expected_is_read() {
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
