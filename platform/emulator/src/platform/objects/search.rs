//! `POST /crm/v3/objects/{objectType}/search`
//!
//! It reads every record of its type. A written record is found at once; the service takes a
//! moment.
//!
//! Source: the service's guide to CRM search, read 2026-11. That a record without a
//! value meets none of `NEQ`, `NOT_IN` and `NOT_CONTAINS_TOKEN` is reported of it.

use std::cmp::Ordering;

use calling_rest::{
    Method,
    object_search::{Cursor, Direction, Found, ROUTE, Search, Sort, SortBy},
};
use serde_json::{Value, json};

use super::{
    access::reader,
    filter::{Comparable, Condition, comparable, conditions},
    json::{self, Projection, value},
    paging,
    words::Words,
};
use crate::platform::{
    answer::{Answer, Result, quoted, refuse},
    endpoint::Endpoint,
    namespace::Namespace,
    records::{Objects, Schema},
    request::Request,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[Endpoint::with_token(Method::Post, ROUTE, search)
    .summary("Searches records by the values of their properties")
    .example(
        r#"{"filterGroups":[{"filters":[{"operator":"EQ","propertyName":"phone",
               "value":"+15550100"}]}],"limit":10,"properties":["firstname","phone"]}"#,
    )
    .takes::<Search>()
    .answers::<Found>()];

fn search(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let (schema, _) = reader(request, namespace)?;
    let search = read(request, namespace)?;
    let (limit, after) = part(&search)?;
    let objects = Objects::of(namespace, &schema);
    let groups = conditions(namespace, &objects, &search.filter_groups)?;
    let words = search.query.as_deref().map(Words::read).transpose()?;
    let order = order(&schema, &search.sorts)?;
    let mut found = Vec::new();
    for record in objects.list(i64::MIN, false, i64::MAX)? {
        let is_of_group =
            |group: &Vec<Condition>| group.iter().all(|one| one.is_met(&objects, &record));
        let is_found = (groups.is_empty() || groups.iter().any(is_of_group))
            && (words.as_ref()).is_none_or(|words| words.are_in(&objects, &record));
        if is_found {
            let text = value(&objects, &record, &order.property_name);
            let property = schema.property(&order.property_name);
            let key = text.zip(property);
            let key = key.map(|(text, property)| comparable(property, &text));
            found.push((key, record));
        }
    }
    // By id already; the sort is stable.
    found.sort_by(|(one, _), (other, _)| compared(one, other, order.direction));
    let projection = Projection {
        properties: search.properties,
        ..Projection::default()
    };
    let total = found.len();
    let page = found.into_iter().skip(after).take(limit);
    let results = page.map(|(_, record)| json::json(namespace, &objects, &projection, record));
    let next = after + limit;
    let goes_on = limit > 0 && next < total;
    Answer::ok(&Found {
        total: i64::try_from(total).unwrap_or(i64::MAX),
        results: results.collect::<Result<_>>()?,
        paging: goes_on.then(|| paging::from(next)),
    })
}

/// Reads the body. Filters without a group form one group: many programs send them so, and
/// the parameters of other reads and of their own forms, which have no effect.
fn read(request: &Request, namespace: &Namespace<'_>) -> Result<Search> {
    let mut body = request.object(namespace.profile)?;
    for name in IGNORED {
        body.remove(name);
    }
    let filters = body.remove("filters").filter(|filters| !filters.is_null());
    if let Some(filters) = filters {
        let groups = body.get("filterGroups").and_then(Value::as_array);
        if groups.is_some_and(|groups| !groups.is_empty()) {
            return Err(refuse!(
                invalid("filters", "INVALID_OPTION"),
                "the search has both filters and filterGroups: use filterGroups"
            ));
        }
        body.insert("filterGroups".to_owned(), json!([{ "filters": filters }]));
    }
    Request::read_part("", body.into())
}

/// The page size, and the number of results before the page.
fn part(search: &Search) -> Result<(usize, usize)> {
    let limit = search.limit.unwrap_or(DEFAULT_LIMIT);
    let limit = usize::try_from(limit)
        .ok()
        .filter(|limit| *limit <= HIGHEST_LIMIT)
        .ok_or_else(|| {
            refuse!(
                invalid("limit", "INVALID_INTEGER"),
                "limit is {limit}: use a whole number from 0 to {HIGHEST_LIMIT}"
            )
        })?;
    let after = match &search.after {
        None => Some(0),
        Some(Cursor::Text(text)) if text.is_empty() => Some(0),
        Some(Cursor::Text(text)) => text.parse().ok(),
        Some(Cursor::Number(number)) => usize::try_from(*number).ok(),
    };
    let after = after.ok_or_else(|| {
        let cursor = match &search.after {
            Some(Cursor::Text(text)) => text.clone(),
            Some(Cursor::Number(number)) => number.to_string(),
            None => String::new(),
        };
        refuse!(
            invalid("after", "INVALID_OPTION"),
            "{} is no cursor: use the one of paging.next",
            quoted(&cursor)
        )
    })?;
    if after.saturating_add(limit) > MOST_FOUND {
        return Err(refuse!(
            invalid("after", "INVALID_OPTION"),
            "after {after} goes beyond the {MOST_FOUND} records that a search tells: add a \
             filter"
        ));
    }
    Ok((limit, after))
}

/// The order of a search. A sort by a text that is no property has no effect.
///
/// Source: issues of the service's own clients, which sent such texts, read 2026-11.
fn order(schema: &Schema, sorts: &[Sort]) -> Result<SortBy> {
    let by = match sorts {
        [] => None,
        [Sort::By(by)] => Some(by.clone()),
        [Sort::Text(text)] => Some(serde_json::from_str(text).unwrap_or_else(|_| {
            let (name, direction) = match text.strip_prefix('-') {
                Some(name) => (name, Direction::Descending),
                None => (text.as_str(), Direction::Ascending),
            };
            SortBy {
                property_name: name.to_owned(),
                direction,
            }
        })),
        several => {
            return Err(refuse!(
                invalid("sorts", "INVALID_SIZE"),
                "sorts has {} orders: use one",
                several.len()
            ));
        }
    };
    let known = by.filter(|by| schema.property(&by.property_name).is_some());
    Ok(known.unwrap_or_else(|| SortBy {
        property_name: schema.kind.created.clone(),
        direction: Direction::Ascending,
    }))
}

/// Orders sort keys; a missing value is last in either direction.
fn compared(
    one: &Option<Comparable>,
    other: &Option<Comparable>,
    direction: Direction,
) -> Ordering {
    match (one, other) {
        (Some(one), Some(other)) => match direction {
            Direction::Ascending => one.compare(other),
            Direction::Descending => other.compare(one),
        },
        _ => other.is_some().cmp(&one.is_some()),
    }
}

const IGNORED: [&str; 5] = [
    "archived",
    "associations",
    "direction",
    "propertiesWithHistory",
    "sortBy",
];
const DEFAULT_LIMIT: i64 = 10;
const HIGHEST_LIMIT: usize = 200;
const MOST_FOUND: usize = 10_000;
