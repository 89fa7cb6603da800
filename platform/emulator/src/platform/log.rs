//! The log of requests: path, status, reason of a refusal. Nothing in it is secret or about a
//! person.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use calling_rest::Method;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    answer::{Answer, Result, quoted, refuse},
    clock::iso,
    endpoint::{Endpoint, Handler, Own},
    request::Request,
    shape::params,
};
use crate::system;

pub(crate) const ENDPOINTS: &[Endpoint] =
    &[
        Endpoint::new(Method::Get, "/emulator/log.json", Handler::Own(Own::Log))
            .summary("The last requests, the newest first")
            .after("POST /crm/v3/extensions/calling/{appId}/settings")
            .with_query(&[params::<LogQuery>])
            .answers::<LogEntries>(),
    ];

/// One request.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Entry {
    /// The moment of the answer, by the system's clock; an ISO date-time.
    #[schema(format = DateTime)]
    pub(crate) at: String,
    /// The namespace; empty for a request refused before its path was read.
    pub(crate) namespace: String,
    /// The method.
    pub(crate) method: String,
    /// The route's pattern; for a path without one, the path with `*` for all but words of the
    /// service's paths.
    pub(crate) route: String,
    /// The path with its ids; `*` stands for every other value.
    pub(crate) path: Option<String>,
    /// The status.
    pub(crate) status: u16,
    /// The reason of a refusal.
    pub(crate) reason: Option<&'static str>,
    /// The answer's correlation id.
    pub(crate) correlation_id: String,
    /// The duration, in milliseconds.
    pub(crate) duration_ms: u64,
}

/// The last requests, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LogEntries {
    /// The requests.
    results: Vec<Entry>,
}

/// A filter of the log.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LogQuery {
    /// Words that an entry must contain.
    q: Option<String>,
    /// `refused` for refusals, `done` for the others.
    #[param(inline)]
    outcome: Option<Outcome>,
}

/// The outcome of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Outcome {
    Done,
    Refused,
}

/// The last requests.
#[derive(Debug, Default)]
pub(crate) struct Log(Mutex<VecDeque<Entry>>);

impl Log {
    pub(crate) fn push(&self, entry: Entry) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() >= MOST_ENTRIES {
            entries.pop_front();
        }
        entries.push_back(entry);
    }

    /// Answers with the entries of one namespace that match, the newest first.
    pub(crate) fn find(&self, request: &Request, namespace: &str) -> Result<Answer> {
        let query = read(request)?;
        let words = query.q.as_deref().unwrap_or_default().to_lowercase();
        let words: Vec<&str> = words.split_whitespace().collect();
        let entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let of_namespace = entries
            .iter()
            .rev()
            .filter(|entry| entry.namespace == namespace || entry.namespace.is_empty());
        let of_outcome = of_namespace.filter(|entry| {
            query
                .outcome
                .is_none_or(|outcome| (outcome == Outcome::Refused) == (entry.status >= 400))
        });
        let results = of_outcome.filter(|entry| words.is_empty() || entry.has_all(&words));
        Answer::ok(&LogEntries {
            results: results.cloned().collect(),
        })
    }
}

impl Entry {
    fn has_all(&self, words: &[&str]) -> bool {
        let status = self.status.to_string();
        let texts = [
            self.method.as_str(),
            &self.route,
            self.path.as_deref().unwrap_or_default(),
            &status,
            self.reason.unwrap_or_default(),
            &self.correlation_id,
        ];
        let text = texts.join(" ").to_lowercase();
        words.iter().all(|word| text.contains(word))
    }
}

/// Parses a query; refuses an unknown outcome.
fn read(request: &Request) -> Result<LogQuery> {
    match request.query.get("outcome") {
        None | Some("done" | "refused") => request.query.read(),
        Some(other) => Err(refuse!(
            invalid("outcome", "INVALID_OPTION"),
            "{} is no outcome: use done or refused",
            quoted(other)
        )),
    }
}

/// The path of a route with its ids and types; `*` stands for every other value.
pub(crate) fn path(route: &str, request: &Request) -> String {
    let parts = route.split('/').map(|part| {
        let name = part
            .strip_prefix('{')
            .and_then(|name| name.strip_suffix('}'));
        let Some(name) = name else { return part };
        let value = request.part(name);
        let is_type = name.ends_with("Type") && is_word(value);
        if is_type || name.ends_with("Id") && is_id(value) {
            value
        } else {
            "*"
        }
    });
    parts.collect::<Vec<_>>().join("/")
}

/// An id of a record or of a type, such as `2-12345`. A longer one may be a phone number.
fn is_id(text: &str) -> bool {
    let digits = text.strip_prefix("2-").unwrap_or(text);
    (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// A word in lower case, as paths have them.
fn is_word(text: &str) -> bool {
    is_id(text)
        || (1..=40).contains(&text.len())
            && text
                .bytes()
                .all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// The system's time as an ISO date-time, for entries.
pub(crate) fn now() -> String {
    iso(system::now_ms())
}

/// The most entries.
const MOST_ENTRIES: usize = 1000;
