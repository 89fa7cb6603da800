//! The lock of published quotes.

use super::status::Status;
use crate::platform::{
    answer::{Refusal, Result, quoted, refuse},
    namespace::Namespace,
    records::{Objects, store::Record, type_ids::QUOTE},
    request::Request,
};

/// The status of a quote.
pub(super) fn status_of(record: &Record) -> Option<Status> {
    Status::parse(record.text("hs_status")?)
}

/// True if a quote is published: it is read-only then.
pub(crate) fn is_locked(record: &Record) -> bool {
    status_of(record).is_some_and(Status::is_published)
}

/// The quote of an id, unless it is deleted.
pub(super) fn find(namespace: &Namespace<'_>, id: i64) -> Result<Option<Record>> {
    Objects::named(namespace, QUOTE)?.present(id)
}

/// The quote of a request's path.
pub(super) fn of_path(request: &Request, namespace: &Namespace<'_>) -> Result<Record> {
    let text = request.part("quoteId");
    let found = text.parse().map_or(Ok(None), |id| find(namespace, id))?;
    found.ok_or_else(|| {
        refuse!(
            not_found("NO_SUCH_RECORD"),
            "there is no quote {}",
            quoted(text)
        )
    })
}

/// The published quote of a slug.
pub(super) fn find_published(namespace: &Namespace<'_>, slug: &str) -> Result<Record> {
    let quotes = Objects::named(namespace, QUOTE)?;
    let found = match quotes.holder("hs_slug", slug)? {
        Some(id) => quotes.find(id)?,
        None => None,
    };
    found.filter(is_locked).ok_or_else(|| {
        let refusal = refuse!(
            not_found("NO_SUCH_QUOTE"),
            "There is no published quote at this address. It may have been taken back: ask who \
             sent you the address."
        );
        refusal.on_page()
    })
}

/// Refuses a change of a published quote.
pub(super) fn locked(record: &Record, code: &str, what: &str) -> Refusal {
    let mut refusal = refuse!(
        invalid("hs_status", code),
        "the quote {} is published, so {what}: set its hs_status to DRAFT, PENDING_APPROVAL \
         or REJECTED first",
        record.id
    );
    refusal.object.sub_category = Some(code.into());
    refusal
}

/// Refuses to delete a published quote.
pub(crate) fn check_archive(record: &Record) -> Result<()> {
    if is_locked(record) {
        return Err(locked(
            record,
            "PUBLISHED_QUOTE_CANNOT_BE_DELETED",
            "it cannot be deleted",
        ));
    }
    Ok(())
}
