//! What the account settles for its quotes: `GET`, `PATCH /emulator/account`.

use jiff::{Timestamp, tz::TimeZone};
use rusqlite::{OptionalExtension as _, params};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::{
    Profile,
    platform::{
        answer::{Answer, Refusal, quoted},
        call::{Call, Space},
    },
};

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
    /// Which total quotes show.
    pub(crate) quote_total_preference: String,
    /// How many quotes may be published with an electronic signature in a month.
    pub(crate) esign_limit: u32,
    /// Those that were, in [`Account::esign_month`].
    #[serde(default)]
    esign_quotes: Vec<i64>,
    /// The month they were published in: `2026-11`, in UTC.
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
    pub(crate) fn of(space: &Space<'_>) -> Result<Self, Refusal> {
        let body: Option<String> = space
            .data
            .prepare_cached("SELECT body FROM account WHERE ns = ?1")?
            .query_row([space.name], |row| row.get(0))
            .optional()?;
        match body {
            None => Ok(Self::default()),
            Some(body) => serde_json::from_str(&body)
                .map_err(|_| Refusal::internal("the account in the data cannot be read")),
        }
    }

    fn store(&self, space: &Space<'_>) -> Result<(), Refusal> {
        let body = serde_json::to_string(self)
            .map_err(|_| Refusal::internal("the account has no JSON form"))?;
        space.data.execute(
            "INSERT INTO account (ns, body) VALUES (?1, ?2)
             ON CONFLICT (ns) DO UPDATE SET body = excluded.body",
            params![space.name, body],
        )?;
        Ok(())
    }

    /// How many quotes were published with an electronic signature this month.
    fn esign_used(&self, now_ms: i64) -> usize {
        if self.esign_month == month(now_ms) {
            self.esign_quotes.len()
        } else {
            0
        }
    }

    /// Whether a quote may still be published with an electronic signature this month.
    /// One that was already this month does not count twice.
    pub(super) fn may_sign(&self, quote: i64, now_ms: i64) -> bool {
        let used = self.esign_used(now_ms);
        (used > 0 && self.esign_quotes.contains(&quote))
            || u32::try_from(used).is_ok_and(|used| used < self.esign_limit)
    }

    /// Counts a quote that was published with an electronic signature.
    pub(super) fn sign(mut self, space: &Space<'_>, quote: i64) -> Result<(), Refusal> {
        let month = month(space.now_ms);
        if self.esign_month != month {
            self.esign_month = month;
            self.esign_quotes.clear();
        }
        if !self.esign_quotes.contains(&quote) {
            self.esign_quotes.push(quote);
        }
        self.store(space)
    }

    fn shown(&self, now_ms: i64) -> Value {
        serde_json::json!({
            "currency": self.currency,
            "timeZone": self.time_zone,
            "quoteTotalPreference": self.quote_total_preference,
            "esignLimit": self.esign_limit,
            "esignUsed": self.esign_used(now_ms),
        })
    }
}

/// Reads the account's settings.
pub(crate) fn read(_: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    Answer::json(200, &Account::of(space)?.shown(space.now_ms))
}

/// Changes some of the account's settings.
pub(crate) fn update(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let account = changed(Account::of(space)?, &call.object(Profile::Spec)?)?;
    account.store(space)?;
    Answer::json(200, &account.shown(space.now_ms))
}

fn changed(mut account: Account, fields: &Map<String, Value>) -> Result<Account, Refusal> {
    for (name, value) in fields {
        let text = value.as_str().unwrap_or_default();
        let wrong = |expected: &str| {
            let shown = value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned);
            Err(Refusal::invalid(
                name,
                "INVALID_OPTION",
                format!("{name} is {}: {expected}", quoted(&shown)),
            ))
        };
        match name.as_str() {
            "currency" => {
                if iso_currency::Currency::from_code(text).is_none() {
                    return wrong("use a code of ISO 4217 such as USD");
                }
                text.clone_into(&mut account.currency);
            }
            "timeZone" => {
                if text.is_empty() || text.len() > 64 {
                    return wrong("use a name such as US/Eastern");
                }
                text.clone_into(&mut account.time_zone);
            }
            "quoteTotalPreference" => {
                if text.is_empty() || text.len() > 64 {
                    return wrong("use a name such as total_first_payment");
                }
                text.clone_into(&mut account.quote_total_preference);
            }
            "esignLimit" => {
                let limit = value.as_u64().and_then(|limit| u32::try_from(limit).ok());
                let Some(limit) = limit.filter(|limit| *limit <= MOST_SIGNED) else {
                    return wrong("use a whole number from 0 to 1000");
                };
                account.esign_limit = limit;
            }
            _ => {
                return Err(Refusal::invalid(
                    name,
                    "UNKNOWN_FIELD",
                    format!(
                        "{} is no setting: use currency, timeZone, quoteTotalPreference or \
                         esignLimit",
                        quoted(name)
                    ),
                ));
            }
        }
    }
    Ok(account)
}

/// The month of a moment, in UTC.
fn month(now_ms: i64) -> String {
    Timestamp::from_millisecond(now_ms)
        .map(|moment| moment.to_zoned(TimeZone::UTC).strftime("%Y-%m").to_string())
        .unwrap_or_default()
}

const MOST_SIGNED: u32 = 1000;

#[cfg(test)]
mod tests {
    use super::*;

    const NOVEMBER: i64 = 1_795_392_000_000;
    const DECEMBER: i64 = 1_796_083_200_000;

    #[test]
    fn signatures_count_once_a_quote_and_anew_each_month() {
        let account = Account {
            esign_limit: 2,
            esign_quotes: vec![1, 2],
            esign_month: month(NOVEMBER),
            ..Account::default()
        };

        assert_eq!(month(NOVEMBER), "2026-11");
        assert_eq!(month(DECEMBER), "2026-12");
        assert!(account.may_sign(1, NOVEMBER));
        assert!(!account.may_sign(3, NOVEMBER));
        assert!(account.may_sign(3, DECEMBER));
        assert_eq!(account.esign_used(DECEMBER), 0);
    }

    #[test]
    fn a_setting_of_another_form_is_named() {
        for (fields, field) in [
            (r#"{"currency":"dollars"}"#, "currency"),
            (r#"{"esignLimit":-1}"#, "esignLimit"),
            (r#"{"timeZone":7}"#, "timeZone"),
            (r#"{"other":1}"#, "other"),
        ] {
            let fields: Map<String, Value> = serde_json::from_str(fields).unwrap();
            let refusal = changed(Account::default(), &fields).unwrap_err();
            let detail = refusal.object.errors.first().unwrap();
            assert_eq!(detail.location.as_deref(), Some(field));
        }
    }
}
