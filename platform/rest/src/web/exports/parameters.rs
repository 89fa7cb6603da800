//! The parameters of a call.

use js_sys::{JSON, Reflect};
use serde::de::DeserializeOwned;
use serde_json::Value;
use wasm_bindgen::prelude::*;

use super::failure::thrown;
use crate::{
    Error,
    objects::ObjectType,
    problem::{Problem, ProblemCode},
    reader::Reader,
};

/// The parameters of a call, as JavaScript gives them.
#[derive(Default)]
pub(super) struct Parameters(Reader);

impl Parameters {
    /// An object, whose fields the problems name.
    pub(super) fn read<T: DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
        value: &JsValue,
    ) -> T {
        let value = self.json(value);
        self.0.read(name, value.as_ref())
    }

    /// The same, of an object that has no other fields, but for those of an answer.
    pub(super) fn read_whole<T: DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
        value: &JsValue,
    ) -> T {
        let value = self.json(value);
        self.0.read_whole(name, value.as_ref(), &OF_ANSWERS)
    }

    /// One value.
    pub(super) fn field<T: DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
        value: &JsValue,
    ) -> T {
        let value = self.json(value);
        self.0.field(name, value.as_ref())
    }

    /// The same, of a value that may be absent.
    pub(super) fn optional<T: DeserializeOwned + Default>(
        &mut self,
        name: &'static str,
        value: Option<&JsValue>,
    ) -> T {
        match value.filter(|value| !value.is_undefined()) {
            Some(value) => self.field(name, value),
            None => T::default(),
        }
    }

    /// A part of a path.
    pub(super) fn part(&mut self, name: &'static str, value: &JsValue) -> String {
        let value = self.json(value);
        self.0.part(name, value.as_ref())
    }

    /// The type of records that a path names.
    pub(super) fn object_type(&mut self, name: &'static str, value: &JsValue) -> ObjectType {
        ObjectType::new(self.part(name, value))
    }

    /// A text of a form of its own, a field of an object; it may be absent.
    pub(super) fn parsed<T>(
        &mut self,
        name: &'static str,
        object: &JsValue,
        parse: impl FnOnce(&str) -> Result<T, Error>,
    ) -> Option<T> {
        let value = self.json(&get(object, name));
        self.0.parsed(name, value.as_ref(), parse)
    }

    /// What is wrong, with what the checks found.
    pub(super) fn problems(self, of_checks: Vec<Problem>) -> Vec<Problem> {
        self.0.problems(of_checks)
    }

    /// What was checked, unless something is wrong.
    pub(super) fn finish<T>(self, checked: Result<T, Error>) -> Result<T, JsValue> {
        let (value, of_checks) = match checked {
            Ok(value) => (Ok(value), Vec::new()),
            Err(Error::Invalid(problems)) => (Err(Error::Invalid(Vec::new())), problems),
            Err(error) => (Err(error), Vec::new()),
        };
        let problems = self.0.problems(of_checks);
        if problems.is_empty() {
            value.map_err(|error| thrown(&error))
        } else {
            Err(thrown(&Error::Invalid(problems)))
        }
    }

    /// As `JSON.stringify` writes a value; nothing where there is none.
    fn json(&mut self, value: &JsValue) -> Option<Value> {
        match JSON::stringify(value) {
            Ok(text) => serde_json::from_str(&text.as_string()?).ok(),
            Err(_) => {
                // The reason may quote the data.
                let why = "the parameters have no JSON form: use plain data without cycles";
                self.0
                    .report(Problem::new(ProblemCode::WrongType, None, why));
                None
            }
        }
    }
}

/// What an answer has besides the fields of its request, which may be made of an answer.
const OF_ANSWERS: [&str; 2] = ["createdAt", "updatedAt"];

/// A field of an object; undefined where there is none, or no object.
pub(super) fn get(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}
