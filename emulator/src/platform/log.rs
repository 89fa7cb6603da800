//! The log of requests: the route, never the address, and why it was refused. A route is a
//! pattern, so no key, token or id stands in it; a path that is no endpoint's is masked.

use std::{
    collections::VecDeque,
    sync::{Mutex, PoisonError},
};

use calling_rest::Method;
use maud::{Markup, html};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    answer::{Answer, Result},
    clock::iso,
    endpoint::{AnswerBody, Endpoint, Handler, Own},
    guard::Exposure,
    pages,
    request::Request,
    shape::{params, shape},
};

/// The endpoints of this module.
pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::new(
        Method::Get,
        "/emulator/log",
        Exposure::Own,
        Handler::Own(Own::Log),
    )
    .summary("The last requests as a page")
    .with_query(&[params::<LogQuery>])
    .answers(AnswerBody::Page),
    Endpoint::new(
        Method::Get,
        "/emulator/log.json",
        Exposure::Guarded,
        Handler::Own(Own::LogData),
    )
    .summary("The last requests, the newest first")
    .with_query(&[params::<LogQuery>])
    .answers(AnswerBody::Of(shape::<LogEntries>())),
];

/// One request.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Entry {
    /// When it was answered, by the system's clock; an ISO date-time.
    #[schema(format = DateTime)]
    pub(crate) at: String,
    /// The namespace; empty for a request that was refused before it was read.
    pub(crate) namespace: String,
    /// The method.
    pub(crate) method: String,
    /// The route's pattern; for a path without one, the path with `*` for all but the
    /// words of paths.
    pub(crate) route: String,
    /// The status.
    pub(crate) status: u16,
    /// Why it was refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) reason: Option<&'static str>,
    /// The answer's identifier.
    pub(crate) correlation_id: String,
    /// How long it took.
    pub(crate) duration_ms: u64,
}

/// The last requests, the newest first.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LogEntries {
    /// The requests.
    results: Vec<Entry>,
}

/// Which requests are meant.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct LogQuery {
    /// Words that have to be in the entry.
    q: Option<String>,
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

    /// The newest first, of one namespace, that hold every word.
    fn find(&self, namespace: &str, words: &str) -> Vec<Entry> {
        let words: Vec<String> = words.split_whitespace().map(str::to_lowercase).collect();
        let entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries
            .iter()
            .rev()
            .filter(|entry| entry.namespace == namespace || entry.namespace.is_empty())
            .filter(|entry| {
                let text = format!(
                    "{} {} {} {} {}",
                    entry.method,
                    entry.route,
                    entry.status,
                    entry.reason.unwrap_or_default(),
                    entry.correlation_id
                )
                .to_lowercase();
                words.iter().all(|word| text.contains(word))
            })
            .cloned()
            .collect()
    }

    /// The log as data.
    pub(crate) fn data(&self, request: &Request, namespace: &str) -> Result<Answer> {
        let LogQuery { q } = request.query.read()?;
        let results = self.find(namespace, &q.unwrap_or_default());
        Answer::json(200, &LogEntries { results })
    }

    /// The log as a page.
    pub(crate) fn page(&self, request: &Request, namespace: &str) -> Result<Answer> {
        let LogQuery { q } = request.query.read()?;
        let words = q.unwrap_or_default();
        let entries = self.find(namespace, &words);
        let body = html! {
            form {
                label { "Search " input name="q" value=(words); }
                " "
                button { "Go" }
            }
            table {
                tr {
                    th { "At" } th { "Request" } th { "Status" } th { "Reason" } th { "ms" }
                    th { "Correlation id" }
                }
                @for entry in &entries { (row(entry)) }
            }
        };
        Ok(Answer::page(200, pages::page("Requests", &body)))
    }
}

/// The system's time as an ISO date-time, for entries.
pub(crate) fn now() -> String {
    iso(jiff::Timestamp::now().as_millisecond())
}

fn row(entry: &Entry) -> Markup {
    html! {
        tr {
            td { (entry.at) }
            td { (entry.method) " " (entry.route) }
            td { (entry.status) }
            td { (entry.reason.unwrap_or_default()) }
            td { (entry.duration_ms) }
            td { code { (entry.correlation_id) } }
        }
    }
}

/// How many requests are remembered.
const MOST_ENTRIES: usize = 1000;
