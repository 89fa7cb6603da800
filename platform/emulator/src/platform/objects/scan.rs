//! Reads the candidates of a search in parts, between which other requests run.

use std::ops::ControlFlow;

use calling_rest::object_search::SortBy;

use super::{
    filter::{Comparable, Condition, comparable},
    json::value,
    words::Words,
};
use crate::platform::{
    answer::{Refusal, Result, refuse},
    budget::Budget,
    endpoint::Step,
    namespace::Namespace,
    records::{Objects, Schema, store::Record},
};

/// The criteria of a search.
#[derive(Debug)]
pub(super) struct Wanted {
    pub(super) schema: Schema,
    pub(super) groups: Vec<Vec<Condition>>,
    pub(super) words: Option<Words>,
    pub(super) order: SortBy,
}

/// The records not yet read.
#[derive(Debug)]
pub(super) enum Rest {
    /// The records with these ids.
    Among(std::vec::IntoIter<i64>),
    /// All from an id on.
    From(i64),
}

/// A found record's sort key and id.
pub(super) type Match = (Option<Comparable>, i64);

/// A running search.
pub(super) struct Scan<F> {
    pub(super) wanted: Wanted,
    pub(super) rest: Rest,
    found: Vec<Match>,
    parts: u32,
    /// Builds the answer from the matches.
    end: F,
}

impl<F> Scan<F>
where
    F: FnOnce(&Namespace<'_>, Wanted, Vec<Match>) -> Result<Step> + Send + 'static,
{
    /// A search that has not begun.
    pub(super) const fn new(wanted: Wanted, rest: Rest, end: F) -> Self {
        Self {
            wanted,
            rest,
            found: Vec::new(),
            parts: 0,
            end,
        }
    }

    /// Reads one part of the records.
    pub(super) fn go_on(mut self, namespace: &Namespace<'_>) -> Result<Step> {
        self.parts += 1;
        if self.parts > MOST_PARTS {
            return Err(too_long());
        }
        if self.look(namespace)?.is_break() {
            return Ok(Step::WithData(Box::new(|namespace| self.go_on(namespace))));
        }
        (self.end)(namespace, self.wanted, self.found)
    }

    /// Breaks once the part's budget is spent before all records are read.
    fn look(&mut self, namespace: &Namespace<'_>) -> Result<ControlFlow<()>> {
        let Self {
            wanted,
            rest,
            found,
            ..
        } = self;
        let objects = Objects::of(namespace, &wanted.schema);
        let part = Budget::of(STEPS_OF_PART);
        let mut consider = |record: Record| -> Result<bool> {
            let sizes = record.properties.values().map(String::len);
            let goes_on = part.spend(STEPS_TO_READ + sizes.sum::<usize>());
            let of_record = Budget::of(STEPS_OF_RECORD);
            let is_meant = wanted.is_met(&objects, &record, &of_record);
            if of_record.is_overspent() {
                return Err(too_long());
            }
            if is_meant {
                found.push((wanted.key(&objects, &record), record.id));
            }
            let spent = usize::try_from(of_record.spent()).unwrap_or(usize::MAX);
            Ok(part.spend(spent) && goes_on)
        };
        match rest {
            Rest::Among(ids) => {
                for id in ids {
                    if let Some(record) = objects.present(id)?
                        && !consider(record)?
                    {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Ok(ControlFlow::Continue(()))
            }
            Rest::From(next) => objects.each_from(*next, |record| {
                *next = record.id.saturating_add(1);
                Ok(if consider(record)? {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                })
            }),
        }
    }
}

impl Wanted {
    fn is_met(&self, objects: &Objects<'_>, record: &Record, budget: &Budget) -> bool {
        let is_of_group = |group: &Vec<Condition>| {
            let mut conditions = group.iter();
            conditions.all(|condition| condition.is_met(objects, record, budget))
        };
        (self.groups.is_empty() || self.groups.iter().any(is_of_group))
            && self
                .words
                .as_ref()
                .is_none_or(|words| words.are_in(objects, record, budget))
    }

    /// A record's sort key; a text is cut.
    fn key(&self, objects: &Objects<'_>, record: &Record) -> Option<Comparable> {
        let name = &self.order.property_name;
        let text = value(objects, record, name)?;
        let start: String = text.chars().take(LONGEST_KEY).collect();
        Some(comparable(objects.schema.property(name)?, &start))
    }
}

fn too_long() -> Refusal {
    refuse!(
        new(400, "VALIDATION_ERROR", "LONG_SEARCH"),
        "the search would take too long: add a filter with EQ or IN, which an index answers, use \
         fewer words and values in the others, or look for shorter texts"
    )
}

/// The budget of a part, before other requests run: some 20 ms.
const STEPS_OF_PART: u64 = 1 << 20;

/// The budget of a search: some 300 MB of values.
const MOST_PARTS: u32 = 300;

/// The budget of one record: 18 filters on the longest values, several times.
const STEPS_OF_RECORD: u64 = 1 << 23;

/// The cost of a record beside its values.
const STEPS_TO_READ: usize = 200;

/// The letters of a text that decide its order.
const LONGEST_KEY: usize = 256;
