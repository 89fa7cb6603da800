//! The options of the clients, which their constructors check.

use js_sys::{Array, Object};
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

use super::{
    failure::{refused, shown},
    parameters::{Parameters, get},
};
use crate::{Error, Secret, checks::Checks, retry::Policy, web::fetch::LONGEST_TIMER_MS};

/// What a client has besides its connection, read and checked as the fields of a request
/// are.
pub(super) struct OwnOptions<'a> {
    options: &'a JsValue,
    parameters: Parameters,
    pub(super) checks: Checks,
}

impl<'a> OwnOptions<'a> {
    pub(super) fn of(options: &'a JsValue) -> Self {
        Self {
            options,
            parameters: Parameters::default(),
            checks: Checks::default(),
        }
    }

    /// One option.
    pub(super) fn read<T: DeserializeOwned + Default>(&mut self, name: &'static str) -> T {
        self.parameters.field(name, &get(self.options, name))
    }

    /// The identifier of the app.
    pub(super) fn app_id(&mut self) -> i32 {
        let app_id = self.read("appId");
        self.checks.id("appId", app_id);
        app_id
    }

    /// The option `accessToken`: a text, or a function.
    pub(super) fn access_token(&mut self) -> JsValue {
        let access_token = get(self.options, "accessToken");
        if !access_token.is_function() {
            let token: Secret = self.read("accessToken");
            let what = "an access token, or a function that returns one";
            self.checks.secret("accessToken", &token, what);
        }
        access_token
    }

    /// Whether there is such an option.
    pub(super) fn has(&self, name: &str) -> bool {
        !get(self.options, name).is_undefined()
    }

    /// Throws `INVALID_OPTION`, naming every option that is not accepted. No value is in
    /// it, which may be a secret.
    pub(super) fn accept(self) -> Result<(), JsValue> {
        let problems = self.parameters.problems(self.checks.into_problems());
        if problems.is_empty() {
            return Ok(());
        }
        let fault = Error::Invalid(problems).to_string();
        Err(refused("INVALID_OPTION", &fault))
    }
}

/// Of `RetryOptions`.
pub(super) fn policy(options: &JsValue) -> Result<Policy, JsValue> {
    let usual = Policy::default();
    if options.is_undefined() {
        return Ok(usual);
    }
    if !options.is_object() || Array::is_array(options) {
        return Err(unfit(
            "retry",
            options,
            &["an object with ", RETRY].concat(),
        ));
    }
    for name in Object::keys(options.unchecked_ref::<Object>()) {
        let name = name.as_string().unwrap_or_default();
        if RETRY.split(", ").all(|known| known != name) {
            let fault = format!("retry.{name} is unknown: use {RETRY}");
            return Err(refused("INVALID_OPTION", &fault));
        }
    }
    let option = |name: &str| get(options, name);
    let longest_wait_ms = number("retry.longestWaitMs", &option("longestWaitMs"), 0)?;
    let non_idempotent = option("nonIdempotent");
    Ok(Policy {
        retries: number("retry.retries", &option("retries"), 0)?.unwrap_or(usual.retries),
        longest_wait_ms: longest_wait_ms.map_or(usual.longest_wait_ms, u64::from),
        non_idempotent: match non_idempotent.as_bool() {
            Some(non_idempotent) => non_idempotent,
            None if non_idempotent.is_undefined() => usual.non_idempotent,
            None => {
                return Err(unfit(
                    "retry.nonIdempotent",
                    &non_idempotent,
                    "true or false",
                ));
            }
        },
    })
}

/// The fields of `RetryOptions`.
const RETRY: &str = "retries, longestWaitMs, nonIdempotent";

/// A whole number that a timer takes, where one is given.
pub(super) fn number(name: &str, value: &JsValue, least: u32) -> Result<Option<u32>, JsValue> {
    if value.is_undefined() {
        return Ok(None);
    }
    let range = f64::from(least)..=f64::from(LONGEST_TIMER_MS);
    match value.as_f64() {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "checked to be whole and in range"
        )]
        Some(number) if number.fract() == 0.0 && range.contains(&number) => Ok(Some(number as u32)),
        _ => Err(unfit(
            name,
            value,
            &format!("a whole number from {least} on"),
        )),
    }
}

/// An option whose value is no secret and is not accepted.
pub(super) fn unfit(name: &str, value: &JsValue, allowed: &str) -> JsValue {
    let fault = format!("{name} is {}: use {allowed}", shown(value));
    refused("INVALID_OPTION", &fault)
}
