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
    /// The query.
    #[serde(default)]
    pub(crate) query: String,
    /// The examples that come before it, by method and route; `consent` is a user's.
    #[serde(default)]
    after: Vec<String>,
    /// The body, or the fields of the form.
    pub(crate) request: Option<Value>,
    /// The answer.
    pub(crate) answer: Option<Value>,
}

impl Example {
    /// What has to come before it.
    pub(crate) fn before(&self) -> Option<String> {
        let names: Vec<String> = self
            .after
            .iter()
            .map(|name| match name.as_str() {
                "consent" => format!("`{INSTALL}`, which gives the code"),
                "POST /oauth/v1/token" => format!("`{INSTALL}`, which gives the token"),
                name => format!("`{name}`"),
            })
            .collect();
        (!names.is_empty()).then(|| format!("What it needs is made by {}.", names.join(", ")))
    }
}

const INSTALL: &str = "POST /emulator/apps/{appId}/installation";

/// The example of an endpoint.
pub(crate) fn of(endpoint: &Endpoint) -> Option<&'static Example> {
    EXAMPLES.get(&[endpoint.method.as_str(), " ", endpoint.route].concat())
}

/// A test reads the file, so that it is never without examples.
static EXAMPLES: LazyLock<BTreeMap<String, Example>> =
    LazyLock::new(|| serde_json::from_str(include_str!("examples.json")).unwrap_or_default());
