//! The account's settings for quotes: `GET`, `PATCH /emulator/account`.

use calling_rest::Method;
use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    Profile,
    platform::{
        answer::{Answer, Result, quoted, refuse},
        endpoint::Endpoint,
        namespace::Namespace,
        request::Request,
    },
    store::Json,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::control(Method::Get, "/emulator/account", read)
        .summary("Reads what the account settles for its quotes")
        .answers::<AccountSettings>(),
    Endpoint::control(Method::Patch, "/emulator/account", update)
        .summary("Changes what the account settles for its quotes")
        .example(r#"{"currency":"EUR","esignLimit":2}"#)
        .takes::<AccountChange>()
        .answers::<AccountSettings>(),
];

/// The account's settings.
///
/// Shape: `{"currency":"USD","timeZone":"UTC","quoteTotalPreference":"total_first_payment","esignLimit":10,"esignUsed":0}`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Account {
    /// The default currency, by ISO 4217.
    pub(crate) currency: String,
    /// The time zone, by its name in the IANA data.
    pub(crate) time_zone: String,
    /// The total that quotes show.
    pub(crate) quote_total_preference: String,
    /// The most quotes published with an electronic signature in a month.
    pub(crate) esign_limit: u32,
    /// Quotes published with one in [`Account::esign_month`].
    #[serde(default)]
    esign_quotes: Vec<i64>,
    /// The month of these quotes: `2026-11`, in UTC.
    #[serde(default)]
    esign_month: String,
}

impl Default for Account {
    fn default() -> Self {
        Self {
            currency: "USD".to_owned(),
            time_zone: "UTC".to_owned(),
            quote_total_preference: "total_first_payment".to_owned(),
            esign_limit: 10,
            esign_quotes: Vec::new(),
            esign_month: String::new(),
        }
    }
}

impl Account {
    /// The account of a namespace.
    pub(crate) fn of(namespace: &Namespace<'_>) -> Result<Self> {
        let query = "SELECT body FROM account WHERE ns = ?1";
        let stored = namespace.one(query, &[], |row| row.get(0))?;
        Ok(stored.map(|Json(account)| account).unwrap_or_default())
    }

    pub(super) fn store(&self, namespace: &Namespace<'_>) -> Result<()> {
        let put = "INSERT OR REPLACE INTO account (ns, body) VALUES (?1, ?2)";
        namespace.run(put, &[&Json(self)]).map(drop)
    }

    /// The number of quotes published with an electronic signature this month.
    fn esign_used(&self, now_ms: i64) -> usize {
        if self.esign_month == month(now_ms) {
            self.esign_quotes.len()
        } else {
            0
        }
    }

    /// Its time zone; UTC for an unknown one.
    pub(crate) fn zone(&self) -> TimeZone {
        TimeZone::get(&self.time_zone).unwrap_or(TimeZone::UTC)
    }

    /// The day of a moment in the account's time zone.
    pub(super) fn day(&self, at_ms: i64) -> String {
        Timestamp::from_millisecond(at_ms)
            .map(|moment| moment.to_zoned(self.zone()).date().to_string())
            .unwrap_or_default()
    }

    /// True if a quote may be published with an electronic signature this month. One that
    /// already was does not count twice.
    pub(super) fn may_sign(&self, quote: i64, now_ms: i64) -> bool {
        let used = self.esign_used(now_ms);
        (used > 0 && self.esign_quotes.contains(&quote))
            || u32::try_from(used).is_ok_and(|used| used < self.esign_limit)
    }

    /// Counts a quote published with an electronic signature.
    pub(super) fn sign(mut self, namespace: &Namespace<'_>, quote: i64) -> Result<()> {
        let month = month(namespace.now_ms);
        if self.esign_month != month {
            self.esign_month = month;
            self.esign_quotes.clear();
        }
        if !self.esign_quotes.contains(&quote) {
            self.esign_quotes.push(quote);
        }
        self.store(namespace)
    }

    fn settings(&self, now_ms: i64) -> AccountSettings {
        AccountSettings {
            currency: self.currency.clone(),
            time_zone: self.time_zone.clone(),
            quote_total_preference: self.quote_total_preference.clone(),
            esign_limit: self.esign_limit,
            esign_used: self.esign_used(now_ms),
        }
    }

    fn changed(mut self, change: AccountChange) -> Result<Self> {
        let refused = |field: &str, value: &str, expected: &str| {
            Err(refuse!(
                invalid(field, "INVALID_OPTION"),
                "{field} is {}: {expected}",
                quoted(value)
            ))
        };
        if let Some(currency) = change.currency {
            if iso_currency::Currency::from_code(&currency).is_none() {
                return refused("currency", &currency, "use a code of ISO 4217 such as USD");
            }
            self.currency = currency;
        }
        if let Some(zone) = change.time_zone {
            if !(1..=LONGEST_NAME).contains(&zone.len()) {
                return refused("timeZone", &zone, "use a name such as US/Eastern");
            }
            self.time_zone = zone;
        }
        if let Some(total) = change.quote_total_preference {
            if !(1..=LONGEST_NAME).contains(&total.len()) {
                let expected = "use a name such as total_first_payment";
                return refused("quoteTotalPreference", &total, expected);
            }
            self.quote_total_preference = total;
        }
        if let Some(limit) = change.esign_limit {
            if limit > MOST_SIGNED {
                let limit = limit.to_string();
                return refused("esignLimit", &limit, "use a whole number from 0 to 1000");
            }
            self.esign_limit = limit;
        }
        Ok(self)
    }
}

/// The account's settings for quotes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AccountSettings {
    /// The default currency, by ISO 4217.
    currency: String,
    /// The time zone, such as `US/Eastern`.
    time_zone: String,
    /// The total that quotes show.
    quote_total_preference: String,
    /// The most quotes published with an electronic signature in a month.
    esign_limit: u32,
    /// The number published with one this month, in UTC.
    esign_used: usize,
}

/// A change of the account's settings.
#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct AccountChange {
    /// The default currency, by ISO 4217.
    currency: Option<String>,
    /// The time zone, such as `US/Eastern`; not validated.
    #[schema(min_length = 1, max_length = 64)]
    time_zone: Option<String>,
    /// The total that quotes show.
    #[schema(min_length = 1, max_length = 64)]
    quote_total_preference: Option<String>,
    /// The most quotes published with an electronic signature in a month.
    #[schema(maximum = 1000)]
    esign_limit: Option<u32>,
}

fn read(_: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    Answer::ok(&Account::of(namespace)?.settings(namespace.now_ms))
}

fn update(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let account = Account::of(namespace)?.changed(request.read(Profile::Spec)?)?;
    account.store(namespace)?;
    Answer::ok(&account.settings(namespace.now_ms))
}

/// The month of a moment, in UTC.
fn month(now_ms: i64) -> String {
    Timestamp::from_millisecond(now_ms)
        .map(|moment| moment.to_zoned(TimeZone::UTC).strftime("%Y-%m").to_string())
        .unwrap_or_default()
}

const MOST_SIGNED: u32 = 1000;

const LONGEST_NAME: usize = 64;

#[cfg(test)]
mod tests {
    use super::*;

    const NOVEMBER: i64 = 1_795_392_000_000;

    #[test]
    fn a_moment_is_on_the_day_of_the_accounts_zone() {
        for (zone, day) in [
            ("UTC", "2026-11-23"),
            ("Asia/Tokyo", "2026-11-23"),
            ("US/Eastern", "2026-11-22"),
            ("nowhere", "2026-11-23"),
        ] {
            let time_zone = zone.to_owned();
            let account = Account {
                time_zone,
                ..Account::default()
            };
            assert_eq!(account.day(NOVEMBER), day, "{zone}");
        }
    }
}
