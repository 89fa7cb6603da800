//! Pages of a list.

use calling_rest::objects::{NextPage, Paging};
use utoipa::IntoParams;

use crate::platform::{
    answer::{Result, quoted, refuse},
    request::Request,
};

/// The page size of a request.
pub(crate) fn limit(request: &Request, default: i64, highest: i64) -> Result<i64> {
    let Some(text) = request.query.get("limit") else {
        return Ok(default);
    };
    let limit = text.parse().ok();
    limit
        .filter(|limit| (1..=highest).contains(limit))
        .ok_or_else(|| {
            refuse!(
                invalid("limit", "INVALID_INTEGER"),
                "limit is {}: use a whole number from 1 to {highest}",
                quoted(text)
            )
        })
}

/// The id that a page begins with.
pub(super) fn after(request: &Request) -> Result<i64> {
    let Some(text) = request.query.get("after") else {
        return Ok(0);
    };
    text.parse().map_err(|_| {
        refuse!(
            invalid("after", "INVALID_OPTION"),
            "{} is no cursor: use the one of paging.next",
            quoted(text)
        )
    })
}

/// The link to the next page of a request, if there is one.
pub(super) fn paging(request: &Request, path: &str, next: Option<i64>) -> Option<Paging> {
    let mut paging = from(next?);
    let query = request.query.with("after", &paging.next.after);
    paging.next.link = Some([&request.base_url, path, "?", &query].concat());
    Some(paging)
}

/// A link to the next page.
pub(super) fn from(next: impl ToString) -> Paging {
    Paging {
        next: NextPage {
            after: next.to_string(),
            link: None,
        },
    }
}

/// Shortens a list to this many entries, and returns the id of the next one.
pub(super) fn cut<T>(list: &mut Vec<T>, limit: i64, id: impl Fn(&T) -> i64) -> Option<i64> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let next = list.get(limit).map(id);
    list.truncate(limit);
    next
}

/// The choice of archived records.
#[derive(Debug, IntoParams)]
#[into_params(parameter_in = Query)]
#[expect(dead_code, reason = "it is its description alone that is used")]
pub(crate) struct Archived {
    /// True for archived records; false if absent.
    archived: Option<bool>,
}

/// Any other text than `true` is false, as reports of the service's answers say, read 2026-11.
pub(super) fn is_archived(request: &Request) -> bool {
    let archived = request.query.get("archived").unwrap_or_default();
    archived.eq_ignore_ascii_case("true")
}
