//! The namespace of a request: the context of an endpoint.

use calling_rest::query::escape;
use rusqlite::{OptionalExtension as _, Row, ToSql, Transaction};
use serde::Serialize;

use super::{
    answer::{Answer, Refusal, Result, refuse},
    identity::Identity,
};
use crate::{Profile, store};

/// A namespace within a transaction, at one moment.
#[derive(Debug)]
pub(crate) struct Namespace<'a> {
    pub(crate) data: &'a Transaction<'a>,
    pub(crate) name: &'a str,
    pub(crate) now_ms: i64,
    pub(crate) identity: &'a Identity,
    pub(crate) profile: Profile,
    pub(crate) most_namespaces: i64,
    /// The base URL for answers, without a trailing slash.
    pub(crate) base_url: &'a str,
}

impl Namespace<'_> {
    /// Runs a statement, in which `?1` is the namespace and `?2` the first value, and returns the
    /// number of changed rows.
    pub(crate) fn run(&self, sql: &str, values: &[&dyn ToSql]) -> Result<usize> {
        let mut statement = self.data.prepare_cached(sql)?;
        Ok(statement.execute(&*self.bound(values))?)
    }

    /// The first row of a query.
    pub(crate) fn one<T>(
        &self,
        sql: &str,
        values: &[&dyn ToSql],
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>> {
        let mut statement = self.data.prepare_cached(sql)?;
        Ok(statement.query_row(&*self.bound(values), read).optional()?)
    }

    /// True if a query has a row.
    pub(crate) fn exists(&self, sql: &str, values: &[&dyn ToSql]) -> Result<bool> {
        Ok(self.one(sql, values, |_| Ok(()))?.is_some())
    }

    /// Every row of a query.
    pub(crate) fn all<T, All: FromIterator<T>>(
        &self,
        sql: &str,
        values: &[&dyn ToSql],
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<All> {
        let mut statement = self.data.prepare_cached(sql)?;
        let rows = statement.query_map(&*self.bound(values), read)?;
        Ok(rows.collect::<rusqlite::Result<_>>()?)
    }

    fn bound<'a>(&'a self, values: &[&'a dyn ToSql]) -> Vec<&'a dyn ToSql> {
        [&[&self.name as &dyn ToSql], values].concat()
    }

    /// The next serial number; never reused.
    pub(crate) fn serial(&self) -> Result<i64> {
        Ok(store::next_serial(self.data, self.name)?)
    }

    /// A fresh uuid.
    pub(crate) fn uuid(&self, kind: &str) -> Result<String> {
        Ok(self.identity.uuid(kind, self.name, self.serial()?))
    }

    /// A fresh opaque token.
    pub(crate) fn token(&self, kind: &str) -> Result<String> {
        Ok(self.identity.token(kind, self.name, self.serial()?))
    }

    /// Runs work within a savepoint: all or nothing. Without it, earlier writes of a refused
    /// request stay.
    pub(crate) fn atomically<T>(&self, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.data.execute_batch("SAVEPOINT whole")?;
        let outcome = work();
        self.data.execute_batch(if outcome.is_ok() {
            "RELEASE whole"
        } else {
            "ROLLBACK TO whole; RELEASE whole"
        })?;
        outcome
    }

    /// The answer to a creation; `place` is the path of the new resource, whose URL the vendor's
    /// profile adds.
    pub(crate) fn created(&self, place: &[&str], value: &impl Serialize) -> Result<Answer> {
        let answer = Answer::json(self.status(201), value)?;
        if self.profile == Profile::Spec {
            return Ok(answer);
        }
        let place: String = place
            .iter()
            .map(|part| ["/", &escape(part)].concat())
            .collect();
        Ok(answer.with("location", [self.base_url, &place].concat()))
    }

    /// The status of an answer: 200, or the service's own in the vendor's profile.
    pub(crate) fn status(&self, vendor: u16) -> u16 {
        match self.profile {
            Profile::Spec => 200,
            Profile::Vendor => vendor,
        }
    }
}

/// True for a valid name of a namespace.
pub(crate) fn is_name(text: &str) -> bool {
    (1..=40).contains(&text.len())
        && text
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

/// Refuses a namespace or snapshot beyond the limit.
pub(crate) fn too_many(most: i64) -> Refusal {
    refuse!(
        new(429, "RATE_LIMITS", "TOO_MANY_NAMESPACES"),
        "there are {most} namespaces and snapshots already: remove some by DELETE \
         /emulator/namespaces/NAME"
    )
}

/// The namespace of paths without one.
pub(crate) const DEFAULT: &str = "default";

/// The limit of namespaces and snapshots.
pub(crate) const MOST: i64 = 2000;
