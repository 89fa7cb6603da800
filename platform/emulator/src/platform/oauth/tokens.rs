//! Stored tokens: hashes, scopes and expiry.

use crate::platform::{answer::Result, identity::digest, namespace::Namespace};

/// A user's consent, for which tokens are issued.
pub(crate) struct Grant {
    pub(crate) id: i64,
    pub(crate) user: i64,
    pub(crate) scopes: Vec<String>,
}

/// A stored token.
pub(crate) struct Token {
    pub(crate) app: i32,
    pub(crate) grant: i64,
    pub(crate) user: i64,
    pub(crate) scopes: Vec<String>,
    pub(crate) expires_ms: i64,
}

impl Token {
    /// Seconds until it expires.
    pub(crate) fn expires_in(&self, namespace: &Namespace<'_>) -> i64 {
        (self.expires_ms - namespace.now_ms) / 1000
    }
}

/// Issues an access token.
pub(crate) fn make_access(namespace: &Namespace<'_>, app: i32, grant: &Grant) -> Result<String> {
    let token = namespace.token("access")?;
    let expires_ms = namespace.now_ms + LIFETIME_S * 1000;
    insert(namespace, app, grant, "access", &token, Some(expires_ms))?;
    Ok(token)
}

/// Stores a token's hash.
pub(crate) fn insert(
    namespace: &Namespace<'_>,
    app: i32,
    grant: &Grant,
    kind: &str,
    token: &str,
    expires_ms: Option<i64>,
) -> Result<()> {
    namespace.run(
        "INSERT INTO token (ns, id, kind, app, grant_id, user, scopes, expires_ms)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        &[
            &digest(token),
            &kind,
            &app,
            &grant.id,
            &grant.user,
            &grant.scopes.join(" "),
            &expires_ms,
        ],
    )?;
    Ok(())
}

/// The token of this kind, expired or not.
pub(crate) fn find(namespace: &Namespace<'_>, token: &str, kind: &str) -> Result<Option<Token>> {
    namespace.one(
        "SELECT app, user, scopes, expires_ms, grant_id FROM token
         WHERE ns = ?1 AND id = ?2 AND kind = ?3",
        &[&digest(token), &kind],
        |row| {
            let scopes: String = row.get(2)?;
            Ok(Token {
                app: row.get(0)?,
                grant: row.get(4)?,
                user: row.get(1)?,
                scopes: scopes.split_whitespace().map(str::to_owned).collect(),
                expires_ms: row.get::<_, Option<i64>>(3)?.unwrap_or(i64::MAX),
            })
        },
    )
}

/// The grant of the host page's tokens: ids of consents start at 1.
pub(crate) const HOST_PAGE_GRANT: i64 = 0;

/// The lifetime of an access token.
pub(crate) const LIFETIME_S: i64 = 1800;
