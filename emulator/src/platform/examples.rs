//! Examples of requests and their answers, for the OpenAPI document.
//!
//! They are in `examples.json`, by method and route. Each answer is what an emulator
//! with the seed 1 and the clock that stands still answers: a test asks for it.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;
use serde_json::Value;

use super::endpoint::Endpoint;

/// One example.
#[derive(Debug, Deserialize)]
pub(crate) struct Example {
    /// Parameters of the path that are others than usual.
    #[serde(default)]
    pub(crate) path: BTreeMap<String, String>,
    /// The body, or the fields of the form.
    pub(crate) request: Option<Value>,
    /// The answer.
    pub(crate) answer: Option<Value>,
}

/// The example of an endpoint.
pub(crate) fn of(endpoint: &Endpoint) -> Option<&'static Example> {
    EXAMPLES.get(&[endpoint.method.as_str(), " ", endpoint.route].concat())
}

/// A test reads the file, so that it is never without examples.
static EXAMPLES: LazyLock<BTreeMap<String, Example>> =
    LazyLock::new(|| serde_json::from_str(include_str!("examples.json")).unwrap_or_default());
