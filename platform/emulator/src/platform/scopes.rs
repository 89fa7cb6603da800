//! The scopes, except those of records.

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
