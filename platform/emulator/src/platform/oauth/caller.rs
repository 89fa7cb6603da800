//! The caller behind an access token.

use std::collections::BTreeMap;

use calling_rest::error::ErrorDetail;

use super::tokens::{HOST_PAGE_GRANT, find};
use crate::platform::{
    answer::{Refusal, Result, refuse},
    namespace::Namespace,
};

/// The caller behind an access token.
#[derive(Clone, Debug)]
pub(crate) struct Caller {
    pub(crate) app: i32,
    pub(crate) user: i64,
    /// True for the demo's host page, which is the CRM's own.
    pub(crate) is_host_page: bool,
    /// The token's scopes.
    pub(crate) scopes: Vec<String>,
}

/// The app of an access token with this scope.
pub(crate) fn use_access_token(namespace: &Namespace<'_>, token: &str, scope: &str) -> Result<i32> {
    caller(namespace, token, &[scope]).map(|caller| caller.app)
}

/// The caller behind an access token with one of these scopes.
pub(crate) fn caller(namespace: &Namespace<'_>, token: &str, scopes: &[&str]) -> Result<Caller> {
    let entry = find(namespace, token, "access")?.ok_or_else(|| {
        Refusal::unauthenticated("the access token is not known: ask /oauth/v1/token for one")
    })?;
    if entry.expires_ms <= namespace.now_ms {
        let ago_s = (namespace.now_ms - entry.expires_ms) / 1000;
        return Err(refuse!(
            new(401, "EXPIRED_AUTHENTICATION", "TOKEN_EXPIRED"),
            "the access token expired {ago_s} seconds ago: refresh it"
        ));
    }
    if !entry
        .scopes
        .iter()
        .any(|granted| scopes.contains(&&**granted))
    {
        return Err(scope_missing(namespace, scopes));
    }
    Ok(Caller {
        app: entry.app,
        user: entry.user,
        is_host_page: entry.grant == HOST_PAGE_GRANT,
        scopes: entry.scopes,
    })
}

/// Refuses a token without any of these scopes.
fn scope_missing(namespace: &Namespace<'_>, scopes: &[&str]) -> Refusal {
    let wanted = if scopes.len() == 1 {
        "all of these scopes are required"
    } else {
        "one of these scopes is required"
    };
    without_scopes(namespace, scopes, " or ", wanted)
}

/// Refuses a token that lacks some of these scopes, all of which it needs.
pub(crate) fn scopes_missing(namespace: &Namespace<'_>, scopes: &[&str]) -> Refusal {
    without_scopes(
        namespace,
        scopes,
        " and ",
        "all of these scopes are required",
    )
}

fn without_scopes(
    namespace: &Namespace<'_>,
    scopes: &[&str],
    between: &str,
    wanted: &str,
) -> Refusal {
    let mut refusal = refuse!(
        new(403, "MISSING_SCOPES", "SCOPE_MISSING"),
        "the access token has not the scope {}: have the app ask for it, and the user agree \
         again",
        scopes.join(between)
    );
    // The service has it in either place. Source: reports of its answers, read 2026-11.
    let required = scopes.iter().map(|scope| (*scope).to_owned()).collect();
    let context = BTreeMap::from([("requiredGranularScopes".to_owned(), required)]);
    refusal.object.context = Some(context.clone());
    refusal.object.errors.push(ErrorDetail {
        message: Some(wanted.to_owned()),
        context: Some(context),
        ..ErrorDetail::default()
    });
    // A link to the list of endpoints, in place of the service's page on scopes.
    refusal.object.links = Some(BTreeMap::from([(
        "scopes".to_owned(),
        [namespace.base_url, "/emulator/docs"].concat(),
    )]));
    refusal
}
