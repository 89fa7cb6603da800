//! The decision about another attempt, a pure function of facts.

use serde_json::Value;

use super::{Request, Response};

/// The number of attempts, and the longest wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Policy {
    /// Attempts after the first.
    pub retries: u32,
    /// The longest wait worth it, in ms; a longer one ends the attempts.
    pub longest_wait_ms: u64,
    /// Repeats a POST or PATCH that writes after a network failure and a 5xx too. The service
    /// knows no idempotency keys, so it may be carried out twice.
    pub non_idempotent: bool,
}

impl Policy {
    /// Never retries.
    pub const NEVER: Self = Self {
        retries: 0,
        longest_wait_ms: 0,
        non_idempotent: false,
    };
}

impl Default for Policy {
    /// Two more attempts, half a minute at most before each.
    fn default() -> Self {
        Self {
            retries: 2,
            longest_wait_ms: 30_000,
            non_idempotent: false,
        }
    }
}

/// The decision after an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Return the outcome.
    Stop,
    /// Repeat after this many ms.
    After(u64),
}

/// Decides after the `attempt`-th attempt, counted from 1; no response means
/// that the network failed.
#[must_use]
pub fn decide(
    policy: &Policy,
    request: &Request,
    attempt: u32,
    response: Option<&Response>,
) -> Decision {
    // With these the service has done nothing.
    let is_undone = |it: &Response| matches!(it.status, RATE_LIMITED | LOCKED | MIGRATING);
    let allowed =
        policy.non_idempotent || request.is_idempotent() || response.is_some_and(is_undone);
    if !allowed || attempt > policy.retries {
        return Decision::Stop;
    }
    let step = u64::from(attempt);
    let wait_ms = match response {
        None => Some(STEP_MS * step),
        Some(response) => match response.status {
            RATE_LIMITED => rate_limit_wait(response, step),
            LOCKED => Some(retry_after(response).unwrap_or_default().max(LOCKED_MS)),
            MIGRATING => retry_after(response),
            500..=599 => Some(retry_after(response).unwrap_or(STEP_MS * step)),
            _ => None,
        },
    };
    match wait_ms {
        Some(wait_ms) if wait_ms <= policy.longest_wait_ms => Decision::After(wait_ms),
        _ => Decision::Stop,
    }
}

/// A limit per day does not pass by waiting.
fn rate_limit_wait(response: &Response, step: u64) -> Option<u64> {
    if let Some(wait_ms) = retry_after(response) {
        return Some(wait_ms);
    }
    let body = response.value().unwrap_or_default();
    match body.get("policyName").and_then(Value::as_str) {
        Some("DAILY") => None,
        Some("TEN_SECONDLY_ROLLING") => Some(step.saturating_mul(10_000)),
        _ => Some(step.saturating_mul(1_000)),
    }
}

/// `Retry-After` in seconds; a date is not understood and counts as absent.
fn retry_after(response: &Response) -> Option<u64> {
    let seconds: u64 = response.header("retry-after")?.trim().parse().ok()?;
    seconds.checked_mul(1000)
}

/// There were too many requests.
const RATE_LIMITED: u16 = 429;

/// The resource is locked; the service asks for two seconds at least.
///
/// Source: the platform's guide to errors, read 2026-11.
const LOCKED: u16 = 423;

const LOCKED_MS: u64 = 2000;

/// The account moves to another data centre; `Retry-After` tells until when.
///
/// Source: as [`LOCKED`].
const MIGRATING: u16 = 477;

/// The wait grows by this much with each attempt.
const STEP_MS: u64 = 200;

#[cfg(test)]
mod tests {
    use super::{
        Decision::{self, After, Stop},
        Policy, decide,
    };
    use crate::{Method, Request, Response};

    fn after(method: Method, attempt: u32, status: u16, header: &str, body: &str) -> Decision {
        let response = Response {
            status,
            headers: vec![("retry-after".to_owned(), header.to_owned())],
            body: body.as_bytes().to_vec(),
        };
        let request = Request::new(method, "/x");
        decide(&Policy::default(), &request, attempt, Some(&response))
    }

    #[test]
    fn a_rate_limit_waits_as_long_as_the_service_says() {
        let rolling = r#"{"policyName":"TEN_SECONDLY_ROLLING"}"#;
        for (header, body, expected) in [
            ("3", "", After(3000)),
            ("0", "", After(0)),
            ("30", "", After(30_000)),
            ("31", "", Stop),
            ("18446744073709551615", "", After(1000)),
            ("Sat, 21 Nov 2026 07:00:00 GMT", "", After(1000)),
            ("", rolling, After(10_000)),
            ("", r#"{"policyName":"DAILY"}"#, Stop),
            ("", r#"{"policyName":"SECONDLY"}"#, After(1000)),
        ] {
            assert_eq!(
                after(Method::Get, 1, 429, header, body),
                expected,
                "{header} {body}"
            );
        }
    }

    #[test]
    fn faults_of_the_service_and_the_network_wait_longer_each_time() {
        assert_eq!(after(Method::Get, 1, 500, "", ""), After(200));
        assert_eq!(after(Method::Delete, 2, 503, "", ""), After(400));
        assert_eq!(after(Method::Get, 1, 503, "2", ""), After(2000));
        let request = Request::new(Method::Get, "/x");
        assert_eq!(decide(&Policy::default(), &request, 2, None), After(400));
    }

    /// Source: the platform's guide to errors.
    #[test]
    fn a_locked_or_moving_resource_is_waited_for() {
        assert_eq!(after(Method::Get, 1, 423, "", ""), After(2000));
        assert_eq!(after(Method::Get, 1, 423, "1", ""), After(2000));
        assert_eq!(after(Method::Get, 1, 423, "5", ""), After(5000));
        assert_eq!(after(Method::Patch, 1, 423, "", ""), After(2000));
        assert_eq!(after(Method::Get, 1, 477, "20", ""), After(20_000));
        assert_eq!(after(Method::Get, 1, 477, "86400", ""), Stop);
        assert_eq!(after(Method::Get, 1, 477, "", ""), Stop);
        for status in [502, 504, 521, 522, 523, 524] {
            assert_eq!(
                after(Method::Get, 1, status, "", ""),
                After(200),
                "{status}"
            );
        }
    }

    #[test]
    fn attempts_end() {
        assert_eq!(after(Method::Get, 3, 500, "", ""), Stop);
        let request = Request::new(Method::Get, "/x");
        assert_eq!(decide(&Policy::NEVER, &request, 1, None), Stop);
    }

    #[test]
    fn an_answer_that_will_not_change_is_taken() {
        for status in [200, 201, 204, 207, 400, 401, 403, 404, 409, 414] {
            assert_eq!(after(Method::Get, 1, status, "1", ""), Stop, "{status}");
        }
    }

    #[test]
    fn a_write_is_repeated_only_if_it_was_not_carried_out() {
        let wished = Policy {
            non_idempotent: true,
            ..Policy::default()
        };
        for method in [Method::Post, Method::Patch] {
            for status in [429, 423, 477] {
                assert_eq!(after(method, 2, status, "2", ""), After(2000), "{status}");
                assert_eq!(after(method, 3, status, "2", ""), Stop, "{status}");
            }
            assert_eq!(after(method, 1, 429, "", r#"{"policyName":"DAILY"}"#), Stop);
            let write = Request::new(method, "/x");
            for (policy, expected) in [(Policy::default(), Stop), (wished, After(200))] {
                assert_eq!(decide(&policy, &write, 1, None), expected);
                let read = write.clone().that_reads();
                assert_eq!(decide(&policy, &read, 1, None), After(200));
            }
            assert_eq!(after(method, 1, 503, "", ""), Stop);
        }
    }
}
