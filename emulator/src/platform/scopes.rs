//! The scopes of what belongs to an app's developer.

/// Reads what belongs to the app.
///
/// Source of both: the published OpenAPI file, for callers with a token.
pub(crate) const READ: &str = "developers-read";

/// Changes what belongs to the app.
pub(crate) const WRITE: &str = "developers-write";

/// The scopes, and what each opens.
pub(crate) const SCOPES: [(&str, &str); 3] = [
    (READ, "reads what belongs to the app"),
    (WRITE, "changes what belongs to the app"),
    ("private-apps-read", "reads the cards of private apps"),
];
