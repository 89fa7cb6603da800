//! Outputs as calls on an object of the facade's.

use alloc::vec::Vec;
use core::cell::RefCell;

use js_sys::{Array, Error};
use wasm_bindgen::JsValue;

use super::value::word;
use crate::protocol::Millis;
use crate::session::Count;

/// The object that takes an engine's outputs: a method for each, with the names and types of its
/// arguments in Rust and in TypeScript.
macro_rules! orders {
    (
        $(#[doc = $type_doc:literal])+
        $type:ident = $type_name:tt {
            $(
                $(#[doc = $doc:literal])+
                $method:ident = $name:tt($($arg:ident: $rust:ty = $arg_name:tt as $script:tt),*);
            )+
        }
    ) => {
        #[wasm_bindgen]
        extern "C" {
            $(#[doc = $type_doc])+
            #[derive(Debug)]
            #[wasm_bindgen(typescript_type = $type_name)]
            pub type $type;

            $(
                #[wasm_bindgen(method, js_name = $name)]
                fn $method(this: &$type $(, $arg: $rust)*);
            )+
        }

        #[wasm_bindgen(typescript_custom_section)]
        const ORDERS: &str = concat!(
            "/**", $($type_doc,)+ " */\n",
            "export interface ", $type_name, " {\n",
            $(
                "  /**", $($doc,)+ " */\n",
                "  ", $name, "(", $($arg_name, ": ", $script, ", ",)* "): void;\n",
            )+
            "}\n",
        );
    };
}

/// The outputs of an input.
///
/// # Errors
///
/// What a getter of the input threw, or an error of JavaScript's if the engine is at work: then a
/// getter that it reads itself has called the SDK.
pub(super) fn processed<Engine, Input, Output>(
    engine: &RefCell<Engine>,
    input: Result<Input, JsValue>,
    process: impl FnOnce(&mut Engine, Input) -> Vec<Output>,
) -> Result<Vec<Output>, JsValue> {
    let input = input?;
    match engine.try_borrow_mut() {
        Ok(mut engine) => Ok(process(&mut engine, input)),
        Err(_) => Err(Error::new("the SDK is busy").into()),
    }
}

/// A list of words.
#[cfg(feature = "widget")]
pub(super) fn words(list: &[&'static str]) -> Array {
    list.iter().copied().map(word).collect()
}

/// The count of each code, as pairs.
pub(super) fn counts(counts: &[Count]) -> JsValue {
    let pair =
        |Count(code, count): &Count| Array::of2(&word(code.as_str()), &JsValue::from(*count));
    counts.iter().map(pair).collect::<Array>().into()
}

/// The time of a timer, rounded up: one that fires too early would find nothing to do, again and
/// again.
pub(super) fn due(at: Millis) -> f64 {
    at.0.ceil()
}

/// A value that every input of this version's facade has.
///
/// # Errors
///
/// An error of JavaScript's.
pub(super) fn known<T>(value: Option<T>) -> Result<T, JsValue> {
    value.ok_or_else(|| Error::new("no input of this version").into())
}
