//! The filters of a search.

use std::{cmp::Ordering, collections::BTreeSet};

use calling_rest::object_search::{Filter, FilterGroup, Operator};

use super::{json::value, words::Pattern};
use crate::platform::{
    answer::{Refusal, Result, quoted, refuse},
    namespace::Namespace,
    records::{
        Objects, Schema,
        changes::unknown,
        property::Defined,
        store::Record,
        value::{moment_ms, normalized},
    },
};

/// A condition on a record.
#[derive(Debug)]
pub(super) enum Condition {
    /// A record with one of these ids.
    Among(BTreeSet<i64>),
    /// A record whose value of a property passes the test.
    Value { name: String, test: Test },
}

/// A test of a value. Only `HasNone` passes without one.
#[derive(Debug)]
pub(super) enum Test {
    HasAny,
    HasNone,
    Compared(fn(Ordering) -> bool, Comparable),
    Between(Comparable, Comparable),
    OneOf(Vec<Comparable>),
    NoneOf(Vec<Comparable>),
    Holds(Pattern),
    HoldsNot(Pattern),
}

/// A value in a comparable form.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Comparable {
    Number(f64),
    Moment(i64),
    /// Unchanged for an enumeration, else lower-case.
    Text(String),
}

impl Comparable {
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Number(one), Self::Number(other)) => one.total_cmp(other),
            (Self::Moment(one), Self::Moment(other)) => one.cmp(other),
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            // One property has one kind, unless an earlier version of it had another.
            (one, other) => one.rank().cmp(&other.rank()),
        }
    }

    const fn rank(&self) -> u8 {
        match self {
            Self::Number(_) => 0,
            Self::Moment(_) => 1,
            Self::Text(_) => 2,
        }
    }
}

impl Condition {
    /// True if a record meets it.
    pub(super) fn is_met(&self, objects: &Objects<'_>, record: &Record) -> bool {
        match self {
            Self::Among(ids) => ids.contains(&record.id),
            Self::Value { name, test } => {
                let text = value(objects, record, name);
                let Some((text, defined)) = text.zip(objects.schema.property(name)) else {
                    return matches!(test, Test::HasNone);
                };
                test.is_met(&text, defined)
            }
        }
    }
}

impl Test {
    fn is_met(&self, text: &str, defined: &Defined) -> bool {
        let value = || comparable(defined, text);
        match self {
            Self::HasAny => true,
            Self::HasNone => false,
            Self::Compared(is_right, other) => is_right(value().compare(other)),
            Self::Between(low, high) => {
                let value = value();
                value.compare(low).is_ge() && value.compare(high).is_le()
            }
            Self::OneOf(values) => is_among(defined, text, values),
            Self::NoneOf(values) => !is_among(defined, text, values),
            Self::Holds(pattern) => pattern.is_in(text),
            Self::HoldsNot(pattern) => !pattern.is_in(text),
        }
    }
}

/// Compares a value with each of these. A value with several options equals each of them, and
/// a text with several options if it has all of those.
fn is_among(defined: &Defined, text: &str, values: &[Comparable]) -> bool {
    if !defined.is_multiple() {
        return values.contains(&comparable(defined, text));
    }
    let has = |option: &str| text.split(';').any(|one| one == option);
    values
        .iter()
        .any(|value| matches!(value, Comparable::Text(wanted) if wanted.split(';').all(has)))
}

/// A property's value in a comparable form.
pub(super) fn comparable(defined: &Defined, text: &str) -> Comparable {
    let read = match &*defined.property.kind {
        "number" => text.parse().ok().map(Comparable::Number),
        "date" | "datetime" => moment_ms(text).map(Comparable::Moment),
        "bool" | "string" => Some(Comparable::Text(text.to_lowercase())),
        _ => None,
    };
    read.unwrap_or_else(|| Comparable::Text(text.to_owned()))
}

/// The conditions of a search, by group.
pub(super) fn conditions(
    namespace: &Namespace<'_>,
    objects: &Objects<'_>,
    groups: &[FilterGroup],
) -> Result<Vec<Vec<Condition>>> {
    let all: usize = groups.iter().map(|group| group.filters.len()).sum();
    if groups.len() > MOST_GROUPS || all > MOST_FILTERS {
        return Err(refuse!(
            invalid("filterGroups", "INVALID_SIZE"),
            "the search has {} groups and {all} filters: use {MOST_GROUPS} and \
             {MOST_FILTERS} at most",
            groups.len()
        ));
    }
    let mut conditions = Vec::new();
    for (index, group) in groups.iter().enumerate() {
        let count = group.filters.len();
        let place = format!("filterGroups[{index}].filters");
        if count > MOST_OF_GROUP {
            return Err(refuse!(
                invalid(&place, "INVALID_SIZE"),
                "{place} has {count} filters: use {MOST_OF_GROUP} at most"
            ));
        }
        let filters = group.filters.iter().enumerate();
        conditions.push(
            filters
                .map(|(index, filter)| {
                    let place = format!("{place}[{index}]");
                    condition(namespace, objects, filter, &place)
                })
                .collect::<Result<_, _>>()?,
        );
    }
    Ok(conditions)
}

fn condition(
    namespace: &Namespace<'_>,
    objects: &Objects<'_>,
    filter: &Filter,
    place: &str,
) -> Result<Condition> {
    let name = &filter.property_name;
    if let Some(type_name) = name.strip_prefix("associations.") {
        let to = Schema::named(namespace, type_name)?;
        let ids: Vec<i64> = match filter.operator {
            Operator::Eq => vec![number(one_value(filter, place)?, place)?],
            Operator::In => values(filter, place)?
                .iter()
                .map(|id| number(id, place))
                .collect::<Result<_, _>>()?,
            _ => {
                return Err(refuse!(
                    invalid(&[place, ".operator"].concat(), "INVALID_OPTION"),
                    "{} does not compare {name}: use EQ or IN",
                    operator_name(filter)
                ));
            }
        };
        return Ok(Condition::Among(objects.belonging(&to.type_id, &ids)?));
    }
    let schema = &objects.schema;
    let Some(defined) = schema.property(name) else {
        return Err(Refusal::invalid(
            &[place, ".propertyName"].concat(),
            "PROPERTY_DOESNT_EXIST",
            unknown(name, schema),
        ));
    };
    let read = |text: &str| compared_with(defined, text, place);
    let one = || read(one_value(filter, place)?);
    let list = || -> Result<Vec<Comparable>> {
        values(filter, place)?
            .iter()
            .map(|text| read(text))
            .collect()
    };
    let pattern = || one_value(filter, place).map(Pattern::read);
    let test = match filter.operator {
        Operator::HasProperty => Test::HasAny,
        Operator::NotHasProperty => Test::HasNone,
        Operator::Eq => Test::OneOf(vec![one()?]),
        Operator::Neq => Test::NoneOf(vec![one()?]),
        Operator::Lt => Test::Compared(Ordering::is_lt, one()?),
        Operator::Lte => Test::Compared(Ordering::is_le, one()?),
        Operator::Gt => Test::Compared(Ordering::is_gt, one()?),
        Operator::Gte => Test::Compared(Ordering::is_ge, one()?),
        Operator::Between => {
            let high = filter.high_value.as_deref();
            let high = high.ok_or_else(|| missing(place, "highValue", filter))?;
            Test::Between(one()?, read(high)?)
        }
        Operator::In => Test::OneOf(list()?),
        Operator::NotIn => Test::NoneOf(list()?),
        Operator::ContainsToken => Test::Holds(pattern()?),
        Operator::NotContainsToken => Test::HoldsNot(pattern()?),
    };
    Ok(Condition::Value {
        name: name.clone(),
        test,
    })
}

/// A filter's text in a comparable form; refuses one that is no number or moment.
fn compared_with(defined: &Defined, text: &str, place: &str) -> Result<Comparable> {
    if !matches!(&*defined.property.kind, "number" | "date" | "datetime") {
        return Ok(comparable(defined, text));
    }
    // A day compares with any moment.
    let is_moment = defined.property.kind == "date" && moment_ms(text).is_some();
    if !is_moment {
        normalized(&defined.property.name, defined, text.to_owned()).map_err(
            |(code, message)| Refusal::invalid(&[place, ".value"].concat(), code, message),
        )?;
    }
    Ok(comparable(defined, text.trim()))
}

fn one_value<'a>(filter: &'a Filter, place: &str) -> Result<&'a str> {
    let value = filter.value.as_deref().filter(|text| !text.is_empty());
    value.ok_or_else(|| missing(place, "value", filter))
}

fn values<'a>(filter: &'a Filter, place: &str) -> Result<&'a [String]> {
    if filter.values.is_empty() {
        return Err(missing(place, "values", filter));
    }
    if filter.values.len() > MOST_VALUES {
        return Err(refuse!(
            invalid(&[place, ".values"].concat(), "INVALID_SIZE"),
            "{place}.values has {} values: use {MOST_VALUES} at most",
            filter.values.len()
        ));
    }
    Ok(&filter.values)
}

fn missing(place: &str, field: &str, filter: &Filter) -> Refusal {
    let place = [place, ".", field].concat();
    refuse!(
        invalid(&place, "MISSING_FIELD"),
        "{place} is missing: add what {} compares {} with",
        operator_name(filter),
        filter.property_name
    )
}

fn number(text: &str, place: &str) -> Result<i64> {
    text.parse().map_err(|_| {
        refuse!(
            invalid(&[place, ".value"].concat(), "INVALID_OPTION"),
            "{} is no identifier of a record: use its digits",
            quoted(text)
        )
    })
}

fn operator_name(filter: &Filter) -> String {
    serde_json::to_value(filter.operator)
        .ok()
        .and_then(|name| name.as_str().map(str::to_owned))
        .unwrap_or_default()
}

const MOST_GROUPS: usize = 5;
const MOST_OF_GROUP: usize = 6;
const MOST_FILTERS: usize = 18;

/// Each needs a lookup in an index.
const MOST_VALUES: usize = 1000;
