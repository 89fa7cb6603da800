//! Faults that a test switches on: a status, a delay, a rate limit.
//!
//! They live in memory, per namespace, and apply to the platform's endpoints, never to the
//! control paths.

use std::time::Duration;

use calling_rest::Method;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    answer::{Refusal, Result, refuse},
    endpoint::{AnswerBody, Endpoint, Own},
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::own_control(Method::Get, "/emulator/faults", Own::Faults)
        .summary("Tells which faults are switched on")
        .after("POST /emulator/faults")
        .answers::<Faults>(),
    Endpoint::own_control(Method::Post, "/emulator/faults", Own::Faults)
        .summary("Switches faults on, in place of those that were")
        .example(
            r#"{"retryAfterS":1,"route":"/crm/v3/extensions/calling/{appId}/settings",
               "status":503,"times":2}"#,
        )
        .takes::<Faults>()
        .answers::<Faults>(),
    Endpoint::own_control(Method::Delete, "/emulator/faults", Own::Faults)
        .summary("Switches every fault off")
        .after("POST /emulator/faults")
        .answers_as(AnswerBody::Empty),
];

/// The faults of a namespace.
///
/// Shape: `{"status":503,"times":2,"latencyMs":200,"rateLimit":{"max":10}}`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Faults {
    /// The path: as the OpenAPI document has it, or with values in place of its parameters. Every
    /// path if absent.
    pub(crate) route: Option<String>,
    /// The status answered instead.
    pub(crate) status: Option<u16>,
    /// The number of requests; until switched off if absent.
    pub(crate) times: Option<u32>,
    /// The delay of an answer, in milliseconds.
    pub(crate) latency_ms: Option<u64>,
    /// The header `retry-after` of a refusal.
    pub(crate) retry_after_s: Option<u32>,
    /// A limit of requests per interval.
    pub(crate) rate_limit: Option<RateLimit>,
    #[serde(skip)]
    window: Window,
}

/// A limit of requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct RateLimit {
    /// The most requests in an interval of the namespace's clock.
    pub(crate) max: u32,
    /// The policy's name; its interval is a second, ten seconds or a day.
    #[serde(default)]
    pub(crate) policy: Policy,
}

impl Default for RateLimit {
    /// An app's own. Source: the usage guidelines, "Rate limits", read 2026-11.
    fn default() -> Self {
        Self {
            max: 110,
            policy: Policy::default(),
        }
    }
}

/// The policies of the service.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum Policy {
    Daily,
    #[default]
    TenSecondlyRolling,
    Secondly,
}

impl Policy {
    const fn interval_ms(self) -> i64 {
        match self {
            Self::Daily => 24 * 60 * 60 * 1000,
            Self::TenSecondlyRolling => 10_000,
            Self::Secondly => 1_000,
        }
    }

    /// The headers of an answer. Source: the usage guidelines, "Rate limits", read
    /// 2026-11.
    fn headers(self, max: u32, remaining: u32) -> Vec<(&'static str, String)> {
        let (max, remaining) = (max.to_string(), remaining.to_string());
        match self {
            Self::Daily => vec![
                ("x-hubspot-ratelimit-daily", max),
                ("x-hubspot-ratelimit-daily-remaining", remaining),
            ],
            Self::TenSecondlyRolling => vec![
                (
                    "x-hubspot-ratelimit-interval-milliseconds",
                    self.interval_ms().to_string(),
                ),
                ("x-hubspot-ratelimit-max", max),
                ("x-hubspot-ratelimit-remaining", remaining),
            ],
            Self::Secondly => vec![
                ("x-hubspot-ratelimit-secondly", max),
                ("x-hubspot-ratelimit-secondly-remaining", remaining),
            ],
        }
    }

    /// The name in a body.
    fn name(self) -> String {
        let name = serde_json::to_value(self).unwrap_or_default();
        name.as_str().unwrap_or_default().to_owned()
    }
}

/// The headers of an answer where no limit is switched on: limits that are hardly used, since
/// clients read them without asking whether there are any. A search has none.
pub(crate) fn unlimited(route: &str) -> Vec<(&'static str, String)> {
    let has_limits = LIMITED.iter().any(|area| route.starts_with(area));
    if !has_limits || route.ends_with("/search") {
        return Vec::new();
    }
    let of_each = |(policy, max): (Policy, u32)| policy.headers(max, max.saturating_sub(1));
    let limits = [
        (Policy::Daily, 1_000_000),
        (Policy::TenSecondlyRolling, RateLimit::default().max),
        (Policy::Secondly, 11),
    ];
    limits.into_iter().flat_map(of_each).collect()
}

/// The areas whose requests count.
const LIMITED: [&str; 3] = ["/account-info/", "/crm/", "/integrations/"];

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Window {
    start_ms: i64,
    count: u32,
}

/// The effect on one request.
#[derive(Debug, Default)]
pub(crate) struct Effect {
    pub(crate) latency: Duration,
    pub(crate) headers: Vec<(&'static str, String)>,
    pub(crate) refusal: Option<Refusal>,
}

impl Faults {
    /// Refuses impossible values.
    pub(crate) fn check(&self) -> Result<()> {
        if self
            .status
            .is_some_and(|status| !(400..=599).contains(&status))
        {
            return Err(refuse!(
                invalid("status", "INVALID_OPTION"),
                "status does not refuse anything: use 400 to 599"
            ));
        }
        if self.latency_ms.is_some_and(|ms| ms > LONGEST_MS) {
            return Err(refuse!(
                invalid("latencyMs", "INVALID_OPTION"),
                "latencyMs is longer than a minute"
            ));
        }
        let max = self.rate_limit.as_ref().map(|limit| limit.max);
        for (field, number) in [
            ("times", self.times),
            ("retryAfterS", self.retry_after_s),
            ("rateLimit.max", max),
        ] {
            if number.is_some_and(|number| i32::try_from(number).is_err()) {
                return Err(refuse!(
                    invalid(field, "INVALID_OPTION"),
                    "{field} is no whole number of 32 bits: use 2147483647 at most"
                ));
            }
        }
        Ok(())
    }

    /// True if some requests of a route may be affected.
    pub(crate) fn is_of(&self, route: &str) -> bool {
        self.route.as_ref().is_none_or(|only| {
            are_pairs(only, route, |part, of_route| {
                let is_value = !part.is_empty() && !part.contains(['{', '}', '?', '#']);
                part == of_route || of_route.starts_with('{') && is_value
            })
        })
    }

    /// True if a request is affected, by its path.
    fn is_for(&self, path: &str) -> bool {
        self.route.as_ref().is_none_or(|only| {
            are_pairs(only, path, |part, of_path| {
                part.starts_with('{') || decoded(part) == decoded(of_path)
            })
        })
    }

    /// Counts a request, and returns the effect on it.
    pub(crate) fn apply(&mut self, route: &str, path: &str, now_ms: i64) -> Effect {
        if !self.is_of(route) || !self.is_for(path) {
            return Effect::default();
        }
        let mut effect = Effect {
            latency: Duration::from_millis(self.latency_ms.unwrap_or_default()),
            ..Effect::default()
        };
        if let Some(limit) = &self.rate_limit {
            let interval_ms = limit.policy.interval_ms();
            if now_ms - self.window.start_ms >= interval_ms || now_ms < self.window.start_ms {
                self.window = Window {
                    start_ms: now_ms,
                    count: 0,
                };
            }
            self.window.count = self.window.count.saturating_add(1);
            let remaining = limit.max.saturating_sub(self.window.count);
            effect.headers = limit.policy.headers(limit.max, remaining);
            if self.window.count > limit.max {
                effect.refuse(limited(limit.policy), self.retry_after_s);
                return effect;
            }
        }
        if let Some(status) = self.status
            && self.times != Some(0)
        {
            if let Some(times) = &mut self.times {
                *times -= 1;
            }
            let refusal = if status == 429 {
                let limit = self.rate_limit.clone().unwrap_or_default();
                effect.headers = limit.policy.headers(limit.max, 0);
                limited(limit.policy)
            } else {
                refuse!(
                    new(status, category(status), "FAULT_SWITCH"),
                    "a fault switch of the emulator is on"
                )
            };
            effect.refuse(refusal, self.retry_after_s);
        }
        effect
    }
}

/// True if two paths have equally many parts, and each pair of them is one.
fn are_pairs(one: &str, other: &str, is_pair: impl Fn(&str, &str) -> bool) -> bool {
    let parts = |path: &str| path.split('/').count();
    let mut pairs = one.split('/').zip(other.split('/'));
    parts(one) == parts(other) && pairs.all(|(part, of_other)| is_pair(part, of_other))
}

fn decoded(part: &str) -> Vec<u8> {
    percent_decode_str(part).collect()
}

impl Effect {
    fn refuse(&mut self, mut refusal: Refusal, retry_after_s: Option<u32>) {
        if let Some(seconds) = retry_after_s {
            refusal.headers.push(("retry-after", seconds.to_string()));
        }
        self.refusal = Some(refusal);
    }
}

/// The service's category for a status, of those observed.
const fn category(status: u16) -> &'static str {
    match status {
        401 => "INVALID_AUTHENTICATION",
        403 => "MISSING_SCOPES",
        404 => "OBJECT_NOT_FOUND",
        409 => "CONFLICT",
        500.. => "INTERNAL_ERROR",
        _ => "VALIDATION_ERROR",
    }
}

/// Source: the usage guidelines, body of a 429, read 2026-11.
fn limited(policy: Policy) -> Refusal {
    let name = policy.name();
    let mut refusal = refuse!(
        new(429, "RATE_LIMITS", "RATE_LIMIT"),
        "You have reached your {} limit.",
        name.to_lowercase()
    );
    refusal.object.error_type = Some("RATE_LIMIT".to_owned());
    refusal.object.policy_name = Some(name);
    refusal.object.group_name = Some("emulator".to_owned());
    refusal
}

const LONGEST_MS: u64 = 60_000;
