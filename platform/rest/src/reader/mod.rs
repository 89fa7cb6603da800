//! Reads parameters from JSON, and reports every fault with its field.
//!
//! serde's derived readers end at the first fault. The deserializer in `value` reports it,
//! hands out a placeholder of the type that is asked for, and goes on. No problem quotes a
//! value, which may be a key or personal.

mod fault;
mod parts;
#[cfg(test)]
mod tests;
mod value;

use std::iter;

use serde::de::DeserializeOwned;
use serde_json::Value;

use self::{
    fault::{Found, Place, Stop},
    value::ValueAt,
};
use super::problem::{Problem, ProblemCode};

/// Reads the parameters of one call, and collects what is wrong with them.
#[derive(Debug, Default)]
pub struct Reader {
    /// The parameters and their fields, in the order in which they are declared.
    names: Vec<&'static str>,
    found: Found,
}

impl Reader {
    /// Reads an object, whose fields the problems name; `name` names the object.
    pub fn read<T: DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
        value: Option<&Value>,
    ) -> T {
        if value.is_none() {
            self.names.push(name);
        }
        let place = Place {
            field: None,
            path: name.to_owned(),
        };
        self.read_at(&place, value)
    }

    /// As [`Reader::read`], of an object that has no other fields: neither those of its type
    /// nor `also`, which an answer has and the request leaves out.
    pub fn read_whole<T: DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
        value: Option<&Value>,
        also: &[&str],
    ) -> T {
        let before = self.names.len();
        let read = self.read(name, value);
        let known = self.names.get(before..).unwrap_or_default();
        let fields = value.and_then(Value::as_object).into_iter().flatten();
        let unknown = fields.filter(|(field, _)| {
            !known.contains(&field.as_str()) && !also.contains(&field.as_str())
        });
        let problems = unknown.map(|(field, _)| {
            // What has not the form of a name may be a value in a wrong place.
            let is_name = field.len() <= LONGEST_NAME
                && field
                    .bytes()
                    .all(|it| it.is_ascii_alphanumeric() || it == b'_');
            let field = if is_name { field } else { "a field" };
            let text = [field, " is unknown: use ", &known.join(", ")].concat();
            Problem::new(ProblemCode::UnknownField, None, &text)
        });
        self.found.problems.extend(problems);
        read
    }

    /// Reads one value; the problems name it, with the path inside it.
    pub fn field<T: DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
        value: Option<&Value>,
    ) -> T {
        self.names.push(name);
        let place = Place {
            field: Some(name),
            path: name.to_owned(),
        };
        self.read_at(&place, value)
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
        if !self.found.placeholders.contains(&name) {
            let text = [name, " ", why].concat();
            let code = match part.as_str() {
                "" => ProblemCode::Empty,
                _ => ProblemCode::InvalidName,
            };
            self.report(Problem::new(code, Some(name), &text));
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
                self.found.problems.extend(problems);
                None
            }
            Err(_) => None,
        }
    }

    /// Adds a problem that the caller found.
    pub fn report(&mut self, problem: Problem) {
        self.found.problems.push(problem);
    }

    /// Every problem: those of reading, and those that the checks of what was read
    /// found, in the order of the fields.
    #[must_use]
    pub fn problems(self, of_checks: Vec<Problem>) -> Vec<Problem> {
        let Found {
            mut problems,
            placeholders,
            misfits,
            is_inside,
            ..
        } = self.found;
        // A check of a placeholder says nothing of use. What is inside a parameter has no
        // name here.
        let is_of_use = |problem: &Problem| match problem.field {
            Some(field) if self.names.contains(&field) => !placeholders.contains(&field),
            _ => !is_inside,
        };
        problems.extend(of_checks.into_iter().filter(is_of_use));
        for misfit in misfits {
            if problems.iter().all(|problem| problem.field != misfit.field) {
                problems.push(misfit);
            }
        }
        // By hand: a sort's code weighs more than all the reading, in a browser.
        let mut ordered = Vec::new();
        for field in iter::once(None).chain(self.names.into_iter().map(Some)) {
            ordered.extend(problems.extract_if(.., |problem| problem.field == field));
        }
        ordered.extend(problems);
        ordered
    }

    /// Reads in rounds: serde ends a round at a field that has to be there, and at a value
    /// whose type says no in its own words. The next round has a placeholder for it.
    fn read_at<T: DeserializeOwned + Default>(
        &mut self,
        place: &Place,
        value: Option<&Value>,
    ) -> T {
        let mut stops: Vec<Stop> = Vec::new();
        loop {
            let mut found = self.found.clone();
            let mut names = self.names.clone();
            let reader = ValueAt::new(&mut found, &mut names, &stops, place.clone(), value);
            let read = match T::deserialize(reader) {
                Ok(read) => read,
                Err(stop) if stop.is_inside(place) && !stops.contains(&stop) => {
                    stops.push(stop);
                    continue;
                }
                // A placeholder does not do either: what was found has to be enough.
                Err(stop) => {
                    if found.problems.len() == self.found.problems.len() {
                        found.problems.push(stop.problem(place));
                    }
                    found.is_inside = true;
                    T::default()
                }
            };
            self.found = found;
            self.names = names;
            return read;
        }
    }
}

/// The longest name that a problem repeats.
const LONGEST_NAME: usize = 40;
