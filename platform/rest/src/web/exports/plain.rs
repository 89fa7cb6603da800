//! Parameters of JavaScript as plain data: as JSON has them, without what it would lose.
//!
//! `serde_wasm_bindgen` gives values and does not take them: its reader is larger than this one by
//! 11 kB gzipped, does not end at a cycle, and makes an empty object of a date.

use js_sys::{Array, Function, Map, Reflect, Set};
use serde_json::{Number, Value};
use wasm_bindgen::prelude::*;

use crate::{
    Error,
    parameters::Parameters,
    problem::{Problem, ProblemCode},
};

/// Reads the parameters of a call.
///
/// # Errors
///
/// [`Error::Invalid`] for a value without a JSON form.
pub(super) fn parameters(parameters: &JsValue) -> Result<Parameters, Error> {
    match plain("", parameters, 0) {
        Ok(Some(Value::Object(fields))) => Ok(Parameters(fields)),
        Ok(_) => Ok(Parameters::default()),
        Err(why) => {
            let problem = Problem::new(ProblemCode::WrongType, None, &why);
            Err(Error::Invalid(vec![problem]))
        }
    }
}

/// A value that is no object; none if it is undefined.
///
/// # Errors
///
/// What it is, if JSON would lose it.
pub(super) fn scalar(value: &JsValue) -> Result<Option<Value>, &'static str> {
    if value.is_undefined() {
        return Ok(None);
    }
    if value.is_null() {
        return Ok(Some(Value::Null));
    }
    if let Some(text) = value.as_string() {
        return Ok(Some(text.into()));
    }
    if let Some(flag) = value.as_bool() {
        return Ok(Some(flag.into()));
    }
    let Some(number) = value.as_f64() else {
        return Err(match (value.is_function(), value.is_symbol()) {
            (true, _) => "a function",
            (_, true) => "a symbol",
            _ => "a bigint",
        });
    };
    #[expect(
        clippy::cast_possible_truncation,
        reason = "checked to be whole and in range"
    )]
    let number = match number.fract() == 0.0 && number.abs() <= MOST_EXACT {
        true => Some(Number::from(number as i64)),
        false => Number::from_f64(number),
    };
    number
        .map(|number| Some(number.into()))
        .ok_or("no finite number")
}

fn plain(name: &str, given: &JsValue, depth: u32) -> Result<Option<Value>, String> {
    let own = Reflect::get(given, &"toJSON".into());
    let value = match own.ok().and_then(|it| it.dyn_into::<Function>().ok()) {
        // Of a date.
        Some(to_json) => to_json.call1(given, &name.into()).map_err(|_| formless())?,
        None => given.clone(),
    };
    let lost = |what: &str| {
        // Any other text may be data.
        let is_sign = |it: u8| it.is_ascii_alphanumeric() || it == b'_';
        let name = match name.len() <= 40 && name.bytes().all(is_sign) {
            true => name,
            false => "a field",
        };
        [name, " is ", what, ", which has no JSON form: ", FIX].concat()
    };
    if value.is_null() && !given.is_null() {
        return Err(lost("no valid date"));
    }
    if !value.is_object() {
        return scalar(&value).map_err(lost);
    }
    if value.is_instance_of::<Map>() || value.is_instance_of::<Set>() {
        return Err(lost("a Map or a Set"));
    }
    if depth > DEEPEST {
        return Err(formless());
    }
    if Array::is_array(&value) {
        let mut list = Vec::new();
        for at in 0..value.unchecked_ref::<Array>().length() {
            let inner = Reflect::get_u32(&value, at).map_err(|_| formless())?;
            list.push(plain("", &inner, depth.saturating_add(1))?.unwrap_or_default());
        }
        return Ok(Some(list.into()));
    }
    let mut fields = serde_json::Map::new();
    for key in Reflect::own_keys(&value).map_err(|_| formless())? {
        let Some(name) = key.as_string() else {
            continue;
        };
        let inner = Reflect::get(&value, &key).map_err(|_| formless())?;
        if let Some(inner) = plain(&name, &inner, depth.saturating_add(1))? {
            fields.insert(name, inner);
        }
    }
    Ok(Some(fields.into()))
}

fn formless() -> String {
    "the parameters have no JSON form: use plain data without cycles".to_owned()
}

const FIX: &str = "use a text, a number, a list or an object";

/// Deeper data is taken for a cycle.
const DEEPEST: u32 = 64;

/// Beyond it, not every whole number is exact in JavaScript.
const MOST_EXACT: f64 = 9_007_199_254_740_991.0;
