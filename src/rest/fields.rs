//! Reads the fields of plain data, and tells every fault with its field.

use serde_json::{Map, Value};

use super::{
    Error, Secret,
    settings::{Problem, ProblemCode},
};
use crate::protocol::{Origin, is_loopback_host, origin_of_url};

/// The fields of an object, and what is wrong with those that were read.
///
/// A field that cannot be read gives its type's empty value, which
/// [`Fields::finish`] then lets nobody see.
pub(super) struct Fields<'a> {
    fields: &'a Map<String, Value>,
    problems: Vec<Problem>,
}

impl<'a> Fields<'a> {
    pub(super) const fn new(fields: &'a Map<String, Value>) -> Self {
        Self {
            fields,
            problems: Vec::new(),
        }
    }

    /// What was read, unless there are problems.
    pub(super) fn finish<T>(self, read: T) -> Result<T, Vec<Problem>> {
        if self.problems.is_empty() {
            Ok(read)
        } else {
            Err(self.problems)
        }
    }

    /// Whether a field is there.
    pub(super) fn has(&self, name: &str) -> bool {
        self.fields.contains_key(name)
    }

    /// A text that has to be there and to say something.
    pub(super) fn filled(&mut self, name: &'static str, what: &str, fix: &str) -> String {
        let text = self.text(name, what);
        if let Some(text) = &text
            && text.trim().is_empty()
        {
            self.fault(ProblemCode::Empty, name, &["is empty: ", fix].concat());
        }
        text.unwrap_or_default()
    }

    /// A key, a token or a code.
    pub(super) fn secret(&mut self, name: &'static str, what: &str) -> Secret {
        Secret::new(self.filled(name, what, &["give ", what].concat()))
    }

    /// An address; https, on loopback also http.
    pub(super) fn address(&mut self, name: &'static str, what: &str) -> String {
        let url = self.text(name, what);
        if let Some(why) = url.as_deref().and_then(address_fault) {
            self.fault(ProblemCode::InvalidUrl, name, why);
        }
        url.unwrap_or_default()
    }

    /// A text that has to be there.
    pub(super) fn text(&mut self, name: &'static str, what: &str) -> Option<String> {
        match self.fields.get(name) {
            None => {
                self.problems.push(missing(name, what));
                None
            }
            Some(Value::String(text)) => Some(text.clone()),
            Some(_) => {
                self.fault(ProblemCode::WrongType, name, "is no text: use a text");
                None
            }
        }
    }

    /// A size in px that may be absent.
    pub(super) fn size(&mut self, name: &'static str) -> Option<u32> {
        let value = self.fields.get(name)?;
        let size = whole_number(value)
            .filter(|number| i32::try_from(*number).is_ok())
            .and_then(|number| u32::try_from(number).ok());
        if size.is_none() {
            let code = if value.is_number() {
                ProblemCode::InvalidSize
            } else {
                ProblemCode::WrongType
            };
            self.fault(
                code,
                name,
                "is no size: use a whole number of pixels above 0",
            );
        }
        size
    }

    /// An identifier that has to be there, in the range of its type.
    pub(super) fn id<T: TryFrom<i64> + Default>(&mut self, name: &'static str, what: &str) -> T {
        let Some(value) = self.fields.get(name) else {
            self.problems.push(missing(name, what));
            return T::default();
        };
        let id = whole_number(value).and_then(|number| T::try_from(number).ok());
        if id.is_none() {
            let code = if value.is_number() {
                ProblemCode::InvalidId
            } else {
                ProblemCode::WrongType
            };
            let why = "is no identifier: use the whole number above 0 that the service gave";
            self.fault(code, name, why);
        }
        id.unwrap_or_default()
    }

    /// A flag that may be absent.
    pub(super) fn flag(&mut self, name: &'static str) -> Option<bool> {
        let value = self.fields.get(name)?;
        if value.as_bool().is_none() {
            self.fault(
                ProblemCode::WrongType,
                name,
                "is neither true nor false: use one of them, without quotes",
            );
        }
        value.as_bool()
    }

    /// A flag that has to be there.
    pub(super) fn given_flag(&mut self, name: &'static str) -> bool {
        if !self.fields.contains_key(name) {
            self.problems.push(missing(name, "true or false"));
        }
        self.flag(name).unwrap_or_default()
    }

    /// A text of a form of its own that may be absent; the form's own problem, which
    /// quotes nothing, is told.
    pub(super) fn formed<T>(
        &mut self,
        name: &'static str,
        parse: impl FnOnce(&str) -> Result<T, Error>,
    ) -> Option<T> {
        if !self.has(name) {
            return None;
        }
        match parse(&self.text(name, "")?) {
            Ok(formed) => Some(formed),
            Err(Error::Invalid(problems)) => {
                self.problems.extend(problems);
                None
            }
            Err(_) => None,
        }
    }

    /// A value of any type that may be absent; `what` says what is expected. The
    /// value itself is in no problem, as it may be personal.
    pub(super) fn typed<T>(
        &mut self,
        name: &'static str,
        what: &str,
        read: fn(&Value) -> Option<T>,
    ) -> Option<T> {
        let typed = read(self.fields.get(name)?);
        if typed.is_none() {
            let why = ["is not as expected: use ", what].concat();
            self.fault(ProblemCode::WrongType, name, &why);
        }
        typed
    }

    /// A value of any type that has to be there.
    pub(super) fn given<T>(
        &mut self,
        name: &'static str,
        what: &str,
        read: fn(&Value) -> Option<T>,
    ) -> Option<T> {
        if !self.fields.contains_key(name) {
            self.problems.push(missing(name, what));
        }
        self.typed(name, what, read)
    }

    /// The value of a field that has to be there, which is read elsewhere.
    pub(super) fn part(&mut self, name: &'static str, what: &str) -> Option<&'a Value> {
        let value = self.fields.get(name);
        if value.is_none() {
            self.problems.push(missing(name, what));
        }
        value
    }

    /// What a part came to; its problems are among the others.
    pub(super) fn take<T>(&mut self, part: Option<Result<T, Vec<Problem>>>) -> Option<T> {
        match part? {
            Ok(read) => Some(read),
            Err(problems) => {
                self.problems.extend(problems);
                None
            }
        }
    }

    fn fault(&mut self, code: ProblemCode, name: &'static str, why: &str) {
        self.problems
            .push(Problem::new(code, Some(name), &[name, " ", why].concat()));
    }
}

/// A field that is not there.
pub(super) fn missing(name: &'static str, what: &str) -> Problem {
    Problem::new(
        ProblemCode::MissingField,
        Some(name),
        &[name, " is missing: add ", what].concat(),
    )
}

/// What is wrong with an address that is sent to the service.
///
/// # Errors
///
/// [`Error::Invalid`], naming the field.
pub(super) fn checked_address(name: &'static str, url: &str) -> Result<(), Error> {
    match address_fault(url) {
        None => Ok(()),
        Some(why) => Err(Error::Invalid(vec![Problem::new(
            ProblemCode::InvalidUrl,
            Some(name),
            &[name, " ", why].concat(),
        )])),
    }
}

/// Why an address is not one by https, on loopback also http.
pub(super) fn address_fault(url: &str) -> Option<&'static str> {
    let origin = origin_of_url(url);
    match origin.as_deref().and_then(Origin::parse) {
        None => Some("is no http or https address: use one like https://phone.example/"),
        Some(origin) if origin.scheme == "http" && !is_loopback_host(origin.host) => {
            Some("is not https: use https, or http on localhost only")
        }
        Some(_) => None,
    }
}

/// A number without fraction, above 0 and exact.
fn whole_number(value: &Value) -> Option<i64> {
    /// Past it, not every whole number is a number of JavaScript.
    const EXACT: f64 = 9_007_199_254_740_991.0;
    if let Some(number) = value.as_i64() {
        return (number > 0).then_some(number);
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked to be whole and in range"
    )]
    value
        .as_f64()
        .filter(|number| number.fract() == 0.0 && *number >= 1.0 && *number <= EXACT)
        .map(|number| number as i64)
}
