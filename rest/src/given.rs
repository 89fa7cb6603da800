//! Reads what a caller gave as JSON, and reports every fault with its field.
//!
//! serde's derived readers end at the first fault. This deserializer reports it, gives
//! the reader a stand-in of the type it asks for, and goes on. No problem quotes a
//! value, which may be a key or personal.
//!
//! A field that may be absent is an `Option`, or reads `or_default`: a field that is
//! `#[serde(default)]` alone counts as missing.

use std::{fmt, iter};

use serde::{
    Deserialize, Deserializer,
    de::{
        self, DeserializeOwned, DeserializeSeed, Expected, IntoDeserializer, MapAccess, SeqAccess,
        Unexpected, Visitor, value::StrDeserializer,
    },
};
use serde_json::Value;

use super::problem::{Problem, ProblemCode};

/// What was read so far, and what is wrong with it.
#[derive(Debug, Default)]
pub struct Given {
    /// The fields, in the order in which they are declared.
    seen: Vec<&'static str>,
    /// Fields that got a stand-in: what a check says of one is of no use.
    stand_ins: Vec<&'static str>,
    problems: Vec<Problem>,
    /// Numbers that their type cannot hold: a check says more of one, where there is
    /// a check.
    misfits: Vec<Problem>,
    /// Whether a whole value has a stand-in, of which a check says nothing of use.
    is_whole_missing: bool,
}

impl Given {
    /// Reads an object, whose fields the problems name; `name` names the object.
    pub fn read<T: DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
        value: Option<&Value>,
    ) -> T {
        if value.is_none() {
            self.seen.push(name);
        }
        let place = Place {
            field: None,
            path: name.to_owned(),
        };
        self.read_at(place, value)
    }

    /// Reads one value, by whose name the problems call it.
    pub fn field<T: DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
        value: Option<&Value>,
    ) -> T {
        self.seen.push(name);
        let place = Place {
            field: Some(name),
            path: name.to_owned(),
        };
        self.read_at(place, value)
    }

    /// Reads a value whose type has fields that may be absent without being `Option`s:
    /// reported is its first fault, by the path.
    pub fn whole<T: DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
        value: Option<&Value>,
    ) -> T {
        self.seen.push(name);
        let (code, why) = match value {
            None => (ProblemCode::MissingField, " is missing: add it".to_owned()),
            Some(value) => match serde_path_to_error::deserialize(value) {
                Ok(read) => return read,
                Err(error) => {
                    let why = [": ", &super::request::reason(&error)].concat();
                    (ProblemCode::WrongType, why)
                }
            },
        };
        self.is_whole_missing = true;
        let text = [name, &why].concat();
        self.problems.push(Problem::new(code, Some(name), &text));
        T::default()
    }

    /// Reads a part of a path: an identifier, or the name of a type.
    pub fn part(&mut self, name: &'static str, value: Option<&Value>) -> String {
        let part: String = self.field(name, value);
        // An address has no empty part, and one of dots is a step to another path.
        let why = match part.as_str() {
            "" => "is empty: add a text",
            "." | ".." => "is no name: use letters or digits",
            _ => return part,
        };
        if !self.stand_ins.contains(&name) {
            let text = [name, " ", why].concat();
            let code = match part.as_str() {
                "" => ProblemCode::Empty,
                _ => ProblemCode::InvalidName,
            };
            self.problems.push(Problem::new(code, Some(name), &text));
        }
        part
    }

    /// Reads a text of a form of its own, which may be absent.
    pub fn parsed<T>(
        &mut self,
        name: &'static str,
        value: Option<&Value>,
        parse: impl FnOnce(&str) -> Result<T, super::Error>,
    ) -> Option<T> {
        let text: Option<String> = self.field(name, value);
        match parse(&text?) {
            Ok(parsed) => Some(parsed),
            Err(super::Error::Invalid(problems)) => {
                self.problems.extend(problems);
                None
            }
            Err(_) => None,
        }
    }

    /// Adds a problem of whoever gave the values.
    pub fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    /// Every problem: those of reading, and those that the checks of what was read
    /// found, in the order of the fields.
    #[must_use]
    pub fn problems(self, of_checks: Vec<Problem>) -> Vec<Problem> {
        let mut problems = self.problems;
        let is_of_stand_in = |problem: &Problem| {
            problem
                .field
                .is_some_and(|field| self.stand_ins.contains(&field))
        };
        if !self.is_whole_missing {
            problems.extend(of_checks.into_iter().filter(|it| !is_of_stand_in(it)));
        }
        for misfit in self.misfits {
            if problems.iter().all(|problem| problem.field != misfit.field) {
                problems.push(misfit);
            }
        }
        // By hand: a sort's code weighs more than all the reading, in a browser.
        let mut ordered = Vec::new();
        for field in iter::once(None).chain(self.seen.into_iter().map(Some)) {
            ordered.extend(problems.extract_if(.., |problem| problem.field == field));
        }
        ordered.extend(problems);
        ordered
    }

    fn read_at<T: DeserializeOwned + Default>(&mut self, place: Place, value: Option<&Value>) -> T {
        let reader = At {
            given: self,
            place,
            value,
            is_stand_in: false,
        };
        match T::deserialize(reader) {
            Ok(read) => read,
            Err(Fault(why)) => {
                self.problems
                    .push(Problem::new(ProblemCode::WrongType, None, &why));
                T::default()
            }
        }
    }
}

/// Reads a field that may be absent, as its type's empty value.
///
/// # Errors
///
/// The deserializer's.
pub(super) fn or_default<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: Deserialize<'de> + Default,
    D: Deserializer<'de>,
{
    Option::deserialize(deserializer).map(Option::unwrap_or_default)
}

/// Where a value stands.
#[derive(Clone)]
struct Place {
    /// The field of the object that was given; none for the object itself.
    field: Option<&'static str>,
    path: String,
}

/// A value at its place; nothing where it is absent.
struct At<'g, 'v> {
    given: &'g mut Given,
    place: Place,
    value: Option<&'v Value>,
    /// Whether a fault was reported already, so that anything will do.
    is_stand_in: bool,
}

impl<'v> At<'_, 'v> {
    fn reborrow(&mut self, place: Place, value: Option<&'v Value>) -> At<'_, 'v> {
        At {
            given: self.given,
            place,
            value,
            is_stand_in: self.is_stand_in,
        }
    }

    /// Reports that there is no value of the expected type: `expected` is added when it
    /// is missing, `why` says what is wrong with another, and the fix.
    fn fault(&mut self, expected: &str, why: &str) {
        if self.is_stand_in {
            return;
        }
        self.is_stand_in = true;
        let path = self.place.path.as_str();
        let (code, words) = match self.value {
            None => (ProblemCode::MissingField, [" is missing: add ", expected]),
            Some(_) => (ProblemCode::WrongType, [" ", why]),
        };
        // Of an object that is not there, its own name is all there is to name.
        let field = self.place.field.or_else(|| {
            let seen = self.given.seen.last().copied();
            seen.filter(|_| self.value.is_none())
        });
        self.given.stand_ins.extend(field);
        let text = [path, &words.concat()].concat();
        self.given.problems.push(Problem::new(code, field, &text));
    }

    /// Reports a number that its type cannot hold.
    fn misfit(&mut self) {
        if self.is_stand_in {
            return;
        }
        let text = [
            &self.place.path,
            " is no whole number of the field's range: use one",
        ]
        .concat();
        self.given.misfits.push(Problem::new(
            ProblemCode::WrongType,
            self.place.field,
            &text,
        ));
    }
}

/// Why a type does not take what it reads, in its own words.
#[derive(Debug)]
struct Fault(String);

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

/// The default texts quote the value, and their code weighs more than all the reading.
impl de::Error for Fault {
    fn custom<T: fmt::Display>(why: T) -> Self {
        Self(why.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self("a value is of another type".to_owned())
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self("a value is not one of those it may be".to_owned())
    }

    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self("a list is of another length".to_owned())
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self("a value is not one of those it may be".to_owned())
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self("a field is not known".to_owned())
    }

    fn missing_field(name: &'static str) -> Self {
        Self([name, " is missing"].concat())
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self([name, " is there twice"].concat())
    }
}

macro_rules! integers {
    ($($method:ident $visit:ident $type:ty),* $(,)?) => {
        $(
            fn $method<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Fault> {
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

impl<'de> Deserializer<'de> for At<'_, 'de> {
    type Error = Fault;

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

    fn deserialize_bool<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Fault> {
        let flag = self.value.and_then(Value::as_bool);
        if flag.is_none() {
            self.fault(
                "true or false",
                "is neither true nor false: use one of them, without quotes",
            );
        }
        visitor.visit_bool(flag.unwrap_or_default())
    }

    fn deserialize_f64<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Fault> {
        let number = self.value.and_then(Value::as_f64);
        if number.is_none() {
            self.fault("a number", "is no number: use one, without quotes");
        }
        visitor.visit_f64(number.unwrap_or_default())
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_f64(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Fault> {
        let text = self.value.and_then(Value::as_str);
        if text.is_none() {
            self.fault("a text", "is no text: use a text");
        }
        visitor.visit_borrowed_str(text.unwrap_or_default())
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_char<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_str(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.is_stand_in || self.value.is_none() {
            visitor.visit_none()
        } else {
            visitor.visit_some(self)
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Fault> {
        let values = self.value.and_then(Value::as_array);
        if values.is_none() {
            self.fault("a list", "is no list: use a list");
        }
        visitor.visit_seq(Entries {
            values: values.map_or(&[][..], Vec::as_slice).iter().enumerate(),
            at: self,
        })
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(mut self, visitor: V) -> Result<V::Value, Fault> {
        let fields = self.value.and_then(Value::as_object);
        if fields.is_none() {
            self.fault("an object", "is no object: use an object");
        }
        let fields = fields.into_iter().flatten();
        visitor.visit_map(Fields {
            fields: fields.map(|(name, value)| (name.as_str(), None, Some(value))),
            at: self,
            next: None,
        })
    }

    fn deserialize_struct<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        names: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        let fields = self.value.and_then(Value::as_object);
        if fields.is_none() {
            let expected = ["an object with ", &names.join(", ")].concat();
            self.fault(&expected, &["is no object: use ", &expected].concat());
        }
        let is_given = self.place.field.is_none();
        if is_given {
            self.place.path.clear();
            self.given.seen.extend(names);
            if fields.is_none() {
                self.given.stand_ins.extend(names);
            }
        }
        let fields = names.iter().map(|&name| {
            let value = fields.and_then(|fields| fields.get(name));
            (name, is_given.then_some(name), value)
        });
        visitor.visit_map(Fields {
            fields,
            at: self,
            next: None,
        })
    }

    fn deserialize_enum<V: Visitor<'de>>(
        mut self,
        _: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
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
        let variant: StrDeserializer<'_, Fault> = variant.into_deserializer();
        visitor.visit_enum(variant)
    }

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.value.filter(|_| !self.is_stand_in) {
            // serde_json quotes no value of its own.
            Some(value) => value
                .deserialize_any(visitor)
                .map_err(|_| Fault([self.place.path.as_str(), " is not as expected"].concat())),
            None => visitor.visit_unit(),
        }
    }

    serde::forward_to_deserialize_any! {
        bytes byte_buf unit unit_struct identifier ignored_any
    }
}

/// The fields of an object: by its type's names, or those that it has.
struct Fields<'g, 'v, I> {
    fields: I,
    at: At<'g, 'v>,
    next: Option<(Place, Option<&'v Value>)>,
}

impl<'v, 'n, I> MapAccess<'v> for Fields<'_, 'v, I>
where
    I: Iterator<Item = (&'n str, Option<&'static str>, Option<&'v Value>)>,
{
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'v>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        let Some((name, field, value)) = self.fields.next() else {
            return Ok(None);
        };
        let parent = &self.at.place;
        let dot = if parent.path.is_empty() { "" } else { "." };
        let place = Place {
            field: parent.field.or(field),
            path: [parent.path.as_str(), dot, name].concat(),
        };
        self.next = Some((place, value));
        let name: StrDeserializer<'_, Fault> = name.into_deserializer();
        seed.deserialize(name).map(Some)
    }

    fn next_value_seed<S: DeserializeSeed<'v>>(&mut self, seed: S) -> Result<S::Value, Fault> {
        let (place, value) = self
            .next
            .take()
            .ok_or_else(|| Fault("a value without a name".to_owned()))?;
        seed.deserialize(self.at.reborrow(place, value))
    }
}

/// The entries of a list.
struct Entries<'g, 'v> {
    values: std::iter::Enumerate<std::slice::Iter<'v, Value>>,
    at: At<'g, 'v>,
}

impl<'v> SeqAccess<'v> for Entries<'_, 'v> {
    type Error = Fault;

    fn next_element_seed<S: DeserializeSeed<'v>>(
        &mut self,
        seed: S,
    ) -> Result<Option<S::Value>, Fault> {
        let Some((index, value)) = self.values.next() else {
            return Ok(None);
        };
        let place = Place {
            field: self.at.place.field,
            path: format!("{}[{index}]", self.at.place.path),
        };
        seed.deserialize(self.at.reborrow(place, Some(value)))
            .map(Some)
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde_json::json;

    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Sample {
        id: i32,
        name: String,
        is_ready: Option<bool>,
        #[serde(default, deserialize_with = "or_default")]
        tags: Vec<String>,
        kind: Kind,
        numbers: Option<BTreeMap<String, Inner>>,
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(rename_all = "SCREAMING_SNAKE_CASE")]
    enum Kind {
        #[default]
        Small,
        VeryLarge,
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    struct Inner {
        number: i64,
    }

    fn read(value: &Value) -> (Sample, Vec<String>) {
        let mut given = Given::default();
        let sample = given.read("sample", Some(value));
        let texts = given.problems(Vec::new());
        (sample, texts.into_iter().map(|it| it.message).collect())
    }

    #[test]
    fn what_is_as_expected_is_read() {
        let value = json!({ "id": 7.0, "name": "a", "isReady": true, "tags": ["b"], "new": 1,
            "kind": "VERY_LARGE", "numbers": { "one": { "number": 1 } } });

        let (sample, problems) = read(&value);

        assert_eq!(problems, [""; 0]);
        assert_eq!(
            sample,
            Sample {
                id: 7,
                name: "a".to_owned(),
                is_ready: Some(true),
                tags: vec!["b".to_owned()],
                kind: Kind::VeryLarge,
                numbers: Some(BTreeMap::from([("one".to_owned(), Inner { number: 1 })])),
            }
        );
    }

    #[test]
    fn every_fault_is_reported_in_order_and_without_its_value() {
        let value = json!({ "id": "canary", "isReady": null, "tags": ["b", { "canary": 1 }],
            "kind": "canary", "numbers": { "one": {}, "two": "canary" } });

        let (_, problems) = read(&value);

        assert_eq!(
            problems,
            [
                "id is no whole number: use one, without quotes",
                "name is missing: add a text",
                "isReady is neither true nor false: use one of them, without quotes",
                "tags[1] is no text: use a text",
                "kind is not an allowed value: use one of SMALL, VERY_LARGE",
                "numbers.one.number is missing: add a whole number",
                "numbers.two is no object: use an object with number",
            ]
        );
    }

    #[test]
    fn what_is_no_object_has_one_fault() {
        assert_eq!(
            read(&json!(["canary"])).1,
            ["sample is no object: use an object with id, name, isReady, tags, kind, numbers"]
        );
        let mut given = Given::default();
        let _: Sample = given.read("sample", None);
        let problems = given.problems(vec![Problem::new(ProblemCode::Empty, Some("name"), "")]);
        assert_eq!(problems.len(), 1);
        assert_eq!(
            (problems[0].code, problems[0].field),
            (ProblemCode::MissingField, Some("sample"))
        );
    }

    #[test]
    fn a_whole_value_may_lack_fields_and_has_its_first_fault_reported_without_the_value() {
        #[derive(Debug, Default, PartialEq, Deserialize)]
        struct Whole {
            #[serde(default)]
            names: Vec<String>,
            kinds: Vec<Kind>,
        }
        let read = |value: Option<&Value>| {
            let mut given = Given::default();
            let whole: Whole = given.whole("search", value);
            let check = Problem::new(ProblemCode::Empty, Some("kinds"), "of a stand-in");
            let problems = given.problems(vec![check]).into_iter();
            let texts: Vec<String> = problems.map(|it| it.message).collect();
            (whole, texts)
        };

        let (good, problems) = read(Some(&json!({ "kinds": ["SMALL"] })));
        assert_eq!((good.kinds.len(), good.names.len()), (1, 0));
        assert_eq!(problems, ["of a stand-in"]);
        for (value, expected) in [
            (None, "search is missing: add it"),
            (Some(json!({})), "search: the field kinds is missing"),
            (Some(json!("canary")), "search: it is of another type"),
            (
                Some(json!({ "kinds": ["SMALL", "canary"] })),
                "search: the field kinds[1] is of another type",
            ),
        ] {
            assert_eq!(read(value.as_ref()).1, [expected]);
        }
    }

    #[test]
    fn a_part_of_a_path_leads_nowhere_else() {
        let code = |value: Value| {
            let mut given = Given::default();
            given.part("id", Some(&value));
            let problems = given.problems(Vec::new()).into_iter();
            problems.map(|it| it.code).collect::<Vec<_>>()
        };

        for good in ["1", "2-123", "a/b", "...", "a.b"] {
            assert_eq!(code(json!(good)), [], "{good}");
        }
        assert_eq!(code(json!("")), [ProblemCode::Empty]);
        assert_eq!(code(json!(".")), [ProblemCode::InvalidName]);
        assert_eq!(code(json!("..")), [ProblemCode::InvalidName]);
        assert_eq!(code(json!(1)), [ProblemCode::WrongType]);
    }

    #[test]
    fn a_check_says_more_of_a_number_that_does_not_fit_and_nothing_of_a_stand_in() {
        let mut given = Given::default();
        let _: i32 = given.field("a", Some(&json!(1.5)));
        let _: i32 = given.field("b", Some(&json!(3_000_000_000_u32)));
        let _: i32 = given.field("c", Some(&json!("1")));
        let check = |field| Problem::new(ProblemCode::InvalidId, Some(field), "checked");

        let problems = given.problems(vec![check("c"), check("b")]);

        let found: Vec<_> = problems.iter().map(|it| (it.code, it.field)).collect();
        assert_eq!(
            found,
            [
                (ProblemCode::WrongType, Some("a")),
                (ProblemCode::InvalidId, Some("b")),
                (ProblemCode::WrongType, Some("c")),
            ]
        );
    }
}
