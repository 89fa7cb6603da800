//! The two sides of a class around an engine: inputs as its methods, outputs as calls on an object
//! of the facade's.

use alloc::string::String;
use alloc::vec::Vec;

use js_sys::{Array, Error};
use wasm_bindgen::JsValue;

use super::value::{Unknown, read, write};
use crate::protocol::{Millis, Value};
use crate::session::Code;

/// A class around an engine. Each method reads its arguments as the fields of an input, and enters
/// it at a time, in ms since the epoch. The inputs themselves say what they mean.
macro_rules! inputs {
    (
        $(#[doc = $class_doc:literal])+
        $class:ident($engine:ident = $new:expr, $all:ident, $orders:ident) {
            $(
                $method:ident = $name:tt(
                    $($argument:ident: $type:ty $(as $script:tt)?),* $(,)?
                ) => $input:ident $(:: $variant:ident)? $(in $group:ident :: $wrapping:ident)?;
            )+
        }
    ) => {
        $(#[doc = $class_doc])+
        #[wasm_bindgen]
        #[derive(Debug)]
        pub struct $class {
            engine: RefCell<$engine>,
            orders: $orders,
        }

        #[wasm_bindgen]
        impl $class {
            /// An engine before `start`, and the object that takes its outputs.
            #[wasm_bindgen(constructor)]
            #[must_use]
            pub fn new(orders: $orders) -> Self {
                let engine = RefCell::new($new);
                Self { engine, orders }
            }
        }

        impl $class {
            /// Reads an input, then enters it: what a getter throws is the app's.
            fn enter(&self, now: f64, read: impl FnOnce() -> Result<$all, JsValue>) {
                self.process(now, read());
            }

            // Each input has its own `enter`, and they share this.
            #[inline(never)]
            fn process(&self, now: f64, input: Result<$all, JsValue>) {
                let outputs = input.and_then(|input| match self.engine.try_borrow_mut() {
                    Ok(mut engine) => Ok(engine.process(Millis(now), input)),
                    // A getter that the engine reads has called the SDK.
                    Err(_) => Err(super::class::error("the SDK is busy")),
                });
                match outputs {
                    Ok(outputs) => outputs.into_iter().for_each(|output| self.orders.take(output)),
                    Err(error) => self.orders.threw(&error),
                }
            }
        }

        #[allow(missing_docs, reason = "an input says what it means")]
        #[allow(clippy::too_many_arguments, reason = "one for each field")]
        #[wasm_bindgen]
        impl $class {
            $(
                #[wasm_bindgen(js_name = $name)]
                pub fn $method(
                    &self,
                    now: f64
                    $(, $(#[wasm_bindgen(unchecked_param_type = $script)])? $argument: $type)*
                ) {
                    self.enter(now, || {
                        let input = $input $(:: $variant)? {
                            $($argument: $argument.field()?),*
                        };
                        Ok($($group::$wrapping)? (input).into())
                    });
                }
            )+
        }
    };
}

/// The object that takes an engine's outputs: a method for each, with the names and types of its
/// arguments in Rust and in TypeScript. The outputs themselves say what they mean. An argument is
/// the field of its name, unless the row names the output's fields and the argument's value.
macro_rules! orders {
    (
        $(#[doc = $type_doc:literal])+
        $type:ident = $type_name:tt of $output:ident {
            $($group:ident($outputs:ident) {
                $($variant:ident $({ $($field:ident),+ })? => $method:ident = $name:tt(
                    $($argument:ident: $type_of:ty as $script:tt $(= $value:expr)?),* $(,)?
                );)+
            })+
        }
    ) => {
        #[wasm_bindgen]
        extern "C" {
            $(#[doc = $type_doc])+
            #[derive(Debug)]
            #[wasm_bindgen(typescript_type = $type_name)]
            pub type $type;

            #[wasm_bindgen(method)]
            fn threw(this: &$type, error: &JsValue);

            $($(
                #[wasm_bindgen(method, js_name = $name)]
                fn $method(this: &$type $(, $argument: $type_of)*);
            )+)+
        }

        #[wasm_bindgen(typescript_custom_section)]
        const ORDERS: &str = concat!(
            "/**", $($type_doc,)+ " */\n",
            "export interface ", $type_name, " {\n",
            "  threw(error: unknown): void;\n",
            $($("  ", $name, "(", $(stringify!($argument), ": ", $script, ", ",)* "): void;\n",)+)+
            "}\n",
        );

        impl $type {
            /// Calls the method of an output.
            fn take(&self, output: $output) {
                match output {
                    $($output::$group(output) => match output {
                        $(orders!(@pattern $outputs $variant $({ $($field),+ })? ($($argument),*)) => {
                            self.$method($(orders!(@value $argument $($value)?)),*);
                        })+
                    },)+
                }
            }
        }
    };
    (@pattern $outputs:ident $variant:ident { $($field:ident),+ } ($($argument:ident),*)) => {
        $outputs::$variant { $($field),+ }
    };
    (@pattern $outputs:ident $variant:ident ($($argument:ident),*)) => {
        $outputs::$variant { $($argument),* }
    };
    (@value $argument:ident $value:expr) => { $value };
    (@value $argument:ident) => { $argument.written() };
}

/// An argument of a method, as a field of an input.
pub(super) trait Argument<Field> {
    /// The field.
    ///
    /// # Errors
    ///
    /// What a getter of the value threw; an error of JavaScript's for a name that no input of this
    /// version has.
    fn field(self) -> Result<Field, JsValue>;
}

impl<T> Argument<T> for T {
    fn field(self) -> Result<T, JsValue> {
        Ok(self)
    }
}

impl<T: From<Value>> Argument<T> for Unknown {
    fn field(self) -> Result<T, JsValue> {
        read(self.into())
    }
}

impl Argument<Millis> for f64 {
    fn field(self) -> Result<Millis, JsValue> {
        Ok(Millis(self))
    }
}

impl Argument<Option<Millis>> for Option<f64> {
    fn field(self) -> Result<Option<Millis>, JsValue> {
        Ok(self.map(Millis))
    }
}

/// A field of an output, as an argument of a method.
pub(super) trait Written<'a, Argument> {
    fn written(&'a self) -> Argument;
}

impl<T: Copy> Written<'_, T> for T {
    fn written(&self) -> T {
        *self
    }
}

impl<'a> Written<'a, &'a str> for String {
    fn written(&'a self) -> &'a str {
        self
    }
}

impl<'a> Written<'a, Option<&'a str>> for Option<String> {
    fn written(&'a self) -> Option<&'a str> {
        self.as_deref()
    }
}

/// The time of a timer, rounded up: one that fires too early would find nothing to do, again and
/// again.
impl Written<'_, f64> for Millis {
    fn written(&self) -> f64 {
        self.0.ceil()
    }
}

impl Written<'_, JsValue> for Value {
    fn written(&self) -> JsValue {
        write(self)
    }
}

impl Written<'_, JsValue> for Option<Value> {
    fn written(&self) -> JsValue {
        self.as_ref().map_or(JsValue::UNDEFINED, write)
    }
}

/// The count of each code, as pairs.
impl Written<'_, JsValue> for Vec<(Code, u32)> {
    fn written(&self) -> JsValue {
        let pair = |(code, count): &(Code, u32)| Array::of2(&code.written(), &(*count).into());
        self.iter().map(pair).collect::<Array>().into()
    }
}

/// Takes the names of enums for arguments, and gives them.
macro_rules! named_arguments {
    ($($type:ident),+) => {$(
        impl super::class::Argument<$type> for String {
            fn field(self) -> Result<$type, JsValue> {
                let unknown = || super::class::error("no input of this version");
                $type::parse(&self).ok_or_else(unknown)
            }
        }

        impl super::class::Written<'_, JsValue> for $type {
            fn written(&self) -> JsValue {
                super::value::word(self.as_str()).clone()
            }
        }
    )+};
}

named_arguments!(Code);

pub(super) fn error(text: &str) -> JsValue {
    Error::new(text).into()
}
