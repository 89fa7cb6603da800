//! The scopes, except those of records, and the names of all scopes of the service.

use std::{collections::BTreeSet, sync::LazyLock};

use serde::Deserialize;

/// Reads data of the app.
///
/// Source of both: the published OpenAPI file, for callers with a token.
pub(crate) const READ: &str = "developers-read";

/// Changes data of the app.
pub(crate) const WRITE: &str = "developers-write";

/// Reads the owners of records.
pub(crate) const OWNERS: &str = "crm.objects.owners.read";

/// The scopes and their descriptions.
pub(crate) const SCOPES: [(&str, &str); 4] = [
    (OWNERS, "reads who may own records"),
    (READ, "reads what belongs to the app"),
    (WRITE, "changes what belongs to the app"),
    ("private-apps-read", "reads the cards of private apps"),
];

/// True if the service has a scope of this name.
///
/// Source: the service's guide to scopes, read 2026-11.
pub(crate) fn exists(scope: &str) -> bool {
    NAMES.further.contains(scope)
        || SCOPES.iter().any(|(known, _)| *known == scope)
        || is_of_records(scope)
}

/// True for the scope of a type of records: `crm.objects.contacts.read`, also with
/// `sensitive` or `highly_sensitive` before `read` or `write`, and `v2` at the end.
fn is_of_records(scope: &str) -> bool {
    let scope = scope.strip_suffix(".v2").unwrap_or(scope);
    let mut parts = scope.split('.');
    let (Some("crm"), Some(area), Some(records)) = (parts.next(), parts.next(), parts.next())
    else {
        return false;
    };
    let mut last = parts.next();
    if matches!(last, Some("sensitive" | "highly_sensitive")) {
        last = parts.next();
    }
    ["objects", "pipelines", "schemas"].contains(&area)
        && NAMES.types.contains(records)
        && matches!(last, Some("read" | "write"))
        && parts.next().is_none()
}

/// Names in the service's scopes.
#[derive(Default, Deserialize)]
struct Names {
    /// Types of records.
    types: BTreeSet<String>,
    /// The scopes of everything else.
    further: BTreeSet<String>,
}

/// The file is built in: a test reads it.
static NAMES: LazyLock<Names> =
    LazyLock::new(|| serde_json::from_str(include_str!("scopes.json")).unwrap_or_default());

#[cfg(test)]
mod tests {
    use super::exists;

    #[test]
    fn a_scope_exists_as_the_service_writes_it() {
        for scope in [
            "oauth",
            "timeline",
            "e-commerce",
            "developers-read",
            "crm.objects.contacts.read",
            "crm.schemas.quote.write",
            "crm.objects.deals.sensitive.read.v2",
            "crm.pipelines.orders.write",
        ] {
            assert!(exists(scope), "{scope}");
        }
        for scope in [
            "",
            "OAuth",
            "crm.objects.contacts",
            "crm.objects.contacts.reads",
            "crm.objects.contact.read",
            "crm.objects..read",
            "crm.objects.contacts.read.write",
            "crm.objects.contacts.read ",
            "contacts.read",
        ] {
            assert!(!exists(scope), "{scope}");
        }
    }
}
