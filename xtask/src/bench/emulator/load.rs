//! The load generator, autocannon, and what it tells.

use std::path::Path;

use serde::Deserialize;

use super::script;
use crate::{
    error::{Error, Result},
    process::capture,
};

/// Requests to be sent, one after the other on each connection.
#[derive(Debug, Clone)]
pub(super) struct Load {
    target: String,
    arguments: Vec<String>,
}

impl Load {
    /// Reads a path.
    pub(super) fn get(target: &str) -> Self {
        Self {
            target: target.to_owned(),
            arguments: Vec::new(),
        }
    }

    /// Posts to a path; `[<id>]` in the body is another text each time.
    pub(super) fn post(target: &str, body: &str) -> Self {
        Self::get(target).saying("POST", body)
    }

    /// Changes what is at a path.
    pub(super) fn patch(target: &str, body: &str) -> Self {
        Self::get(target).saying("PATCH", body)
    }

    fn saying(self, method: &str, body: &str) -> Self {
        self.and(&["--method", method, "--idReplacement", "--body", body])
    }

    /// With headers, each a line.
    pub(super) fn with(self, headers: &[&str]) -> Self {
        headers.iter().fold(self, |load, line| {
            let (name, value) = line.split_once(": ").unwrap_or((line, ""));
            load.and(&["--headers", &format!("{name}={value}")])
        })
    }

    /// Over so many connections.
    pub(super) fn over(self, connections: u32) -> Self {
        self.and(&["--connections", &connections.to_string()])
    }

    /// For so long.
    pub(super) fn lasting(self, seconds: u32) -> Self {
        self.and(&["--duration", &seconds.to_string()])
    }

    /// So many of them.
    pub(super) fn amount(self, requests: u32) -> Self {
        self.and(&["--amount", &requests.to_string()])
    }

    fn and(mut self, arguments: &[&str]) -> Self {
        self.arguments
            .extend(arguments.iter().map(|word| (*word).to_owned()));
        self
    }
}

/// What came of a load.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Rate {
    /// The mean over its time.
    pub(super) requests_per_second: f64,
    /// What 99 of 100 answers took at most, in ms.
    pub(super) p99_ms: f64,
}

/// Sends a load to a port; every answer has to be a success.
pub(super) fn measure(tools: &Path, port: u16, load: &Load) -> Result<Rate> {
    let told = capture(
        script(tools, "autocannon/autocannon.js")
            .args(["--json", "--no-progress"])
            .args(&load.arguments)
            .arg(format!("http://127.0.0.1:{port}{}", load.target)),
    )?;
    read(&told)
}

fn read(told: &str) -> Result<Rate> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Told {
        requests: Requests,
        latency: Latency,
        duration: f64,
        errors: u64,
        #[serde(rename = "2xx")]
        successes: u64,
        non2xx: u64,
    }
    #[derive(Deserialize)]
    struct Requests {
        total: f64,
    }
    #[derive(Deserialize)]
    struct Latency {
        p99: f64,
    }
    let told: Told = serde_json::from_str(told)
        .map_err(|error| Error::Check(format!("autocannon told something else: {error}")))?;
    if told.errors > 0 || told.non2xx > 0 || told.successes == 0 {
        return Err(Error::Check(format!(
            "of a load's answers {} were successes, {} refusals, {} errors",
            told.successes, told.non2xx, told.errors
        )));
    }
    Ok(Rate {
        requests_per_second: told.requests.total / told.duration,
        p99_ms: told.latency.p99,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_with_refusals_is_no_measurement() {
        let told = |non2xx: u64| {
            format!(
                r#"{{"requests":{{"total":300}},"latency":{{"p99":4}},"duration":2,
                    "errors":0,"2xx":300,"non2xx":{non2xx}}}"#
            )
        };

        let rate = read(&told(0)).expect("it is what autocannon tells");

        assert_eq!(
            rate,
            Rate {
                requests_per_second: 150.0,
                p99_ms: 4.0
            }
        );
        assert!(matches!(read(&told(1)), Err(Error::Check(text)) if text.contains("1 refusals")));
    }
}
