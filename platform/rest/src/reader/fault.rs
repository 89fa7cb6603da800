//! Where a value is, why serde ends there, and what was found so far.

use std::fmt;

use serde::de::{self, Expected, Unexpected};

use crate::problem::{Problem, ProblemCode};

/// What was found so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    pub(super) problems: Vec<Problem>,
    /// Fields that got a placeholder.
    pub(super) placeholders: Vec<&'static str>,
    /// Whether one is inside a parameter.
    pub(super) is_inside: bool,
    /// Numbers that their type cannot hold: of a field, a check says more, where there is
    /// a check.
    pub(super) misfits: Vec<Problem>,
    /// The paths with a problem: an object that is read in two parts has it once.
    pub(super) paths: Vec<String>,
}

/// Where a value is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The parameter, or the field of the one object that is read; none for the object.
    pub(super) field: Option<&'static str>,
    pub(super) path: String,
}

impl Place {
    /// Of a field inside.
    pub(super) fn inside(&self, name: &str, field: Option<&'static str>) -> Self {
        let dot = if self.path.is_empty() { "" } else { "." };
        Self {
            field: self.field.or(field),
            path: [self.path.as_str(), dot, name].concat(),
        }
    }
}

/// Why serde ends, and where.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Stop {
    /// The field that has to be there, as its type names it.
    pub(super) missing: Option<&'static str>,
    why: String,
    pub(super) place: Option<Place>,
}

impl Stop {
    pub(super) fn because(why: &str) -> Self {
        Self {
            missing: None,
            why: why.to_owned(),
            place: None,
        }
    }

    /// Says where, unless that is known.
    pub(super) fn at(mut self, place: impl FnOnce() -> Place) -> Self {
        self.place.get_or_insert_with(place);
        self
    }

    /// Of an object: says which field is missing.
    pub(super) fn in_object(self, object: &Place) -> Self {
        match self.missing {
            Some(name) => self.at(|| object.inside(name, Some(name))),
            None => self,
        }
    }

    /// Whether it is known where, below the value that is read.
    pub(super) fn is_inside(&self, whole: &Place) -> bool {
        self.place.as_ref().is_some_and(|place| place != whole)
    }

    /// The problem of a value for which no placeholder does.
    pub(super) fn problem(&self, whole: &Place) -> Problem {
        let place = self.place.as_ref().unwrap_or(whole);
        let text = [&place.path, " ", &self.words()].concat();
        Problem::new(ProblemCode::WrongType, place.field, &text)
    }

    /// What is wrong, and the fix where the type says one: its texts begin with "expected".
    pub(super) fn words(&self) -> String {
        let fix = self.why.strip_prefix("expected ");
        let fix = fix.map_or_else(String::new, |fix| [": use ", fix].concat());
        ["is of another type", &fix].concat()
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.why)
    }
}

impl std::error::Error for Stop {}

/// The default texts quote the value, and their code weighs more than all the reading.
impl de::Error for Stop {
    fn custom<T: fmt::Display>(why: T) -> Self {
        Self::because(&why.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::because("")
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::because("")
    }

    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self::because("")
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self::because("")
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self::because("")
    }

    fn missing_field(name: &'static str) -> Self {
        Self {
            missing: Some(name),
            ..Self::because("")
        }
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self::because("")
    }
}
