//! Validates the URL of the consent page: the access that a user consents to.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::IntoParams;

use crate::platform::{
    answer::{Refusal, Result},
    apps::{self, App, HUB_ID, NOT_GRANTABLE},
    namespace::Namespace,
    request::Request,
};

/// The parameters of the page's URL.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuthorizationQuery {
    /// The app's client id.
    #[param(required)]
    client_id: Option<String>,
    /// The redirect URI; registered with the app.
    #[param(required)]
    redirect_uri: Option<String>,
    /// `code`; also the default.
    response_type: Option<String>,
    /// Scopes that the app needs, separated by spaces.
    scope: Option<String>,
    /// As `scope`.
    scopes: Option<String>,
    /// Scopes granted if the account allows them, separated by spaces.
    optional_scope: Option<String>,
    /// As `optional_scope`.
    optional_scopes: Option<String>,
    /// Returned unchanged; 2048 characters at most.
    state: Option<String>,
    /// The challenge of PKCE.
    code_challenge: Option<String>,
    /// `S256` or `plain`.
    code_challenge_method: Option<String>,
}

/// The access that a user consents to.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Authorization {
    pub(crate) redirect_uri: String,
    pub(crate) scopes: BTreeSet<String>,
    pub(crate) state: Option<String>,
    pub(crate) challenge: Option<Challenge>,
    /// The user who consented; 0 before.
    pub(crate) user: i64,
}

/// The challenge of PKCE.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Challenge {
    pub(crate) text: String,
    /// True for SHA-256; otherwise it is the verifier itself.
    pub(crate) is_hashed: bool,
}

/// A page with the fault, as a refusal, so that it is logged.
pub(super) fn fault_page(reason: &'static str, text: impl Into<String>) -> Refusal {
    Refusal::new(400, "VALIDATION_ERROR", reason, text).on_page()
}

/// Validates the page's URL.
pub(super) fn check(request: &Request, namespace: &Namespace<'_>) -> Result<(App, Authorization)> {
    let fault = |reason, text: &str| Err(fault_page(reason, text));
    let query = &request.query;
    if let Some(name) = query.repeated(&PARAMETERS) {
        return fault("REPEATED", &format!("The parameter {name} is there twice."));
    }
    if request.path.contains_key("accountId") && request.part("accountId").parse() != Ok(HUB_ID) {
        return fault("NO_SUCH_ACCOUNT", "There is no such account.");
    }
    let query: AuthorizationQuery = query.read()?;
    let Some(client_id) = query.client_id else {
        return fault("NO_CLIENT", "The parameter client_id is missing.");
    };
    let Some(app) = apps::by_client(namespace, &client_id)? else {
        return fault(
            "UNKNOWN_CLIENT",
            "No app has the client_id of this address.",
        );
    };
    let Some(redirect_uri) = query.redirect_uri else {
        return fault("NO_REDIRECT", "The parameter redirect_uri is missing.");
    };
    // Exact match: a prefix, another case or a further slash is another URI.
    if !app.registration.redirect_uris.contains(&redirect_uri) {
        return fault(
            "UNREGISTERED_REDIRECT",
            "The redirect_uri of this address is not registered with the app.",
        );
    }
    if query.response_type.is_some_and(|kind| kind != "code") {
        return fault("RESPONSE_TYPE", "The response_type can only be code.");
    }
    // Both spellings: the guide's and the reference's.
    let required = scopes(query.scope.or(query.scopes));
    let optional = scopes(query.optional_scope.or(query.optional_scopes));
    let scopes = granted(&app, &required, &optional)?;
    let challenge = challenge(query.code_challenge, query.code_challenge_method.as_deref())?;
    let state = query.state;
    if state
        .as_ref()
        .is_some_and(|state| state.len() > LONGEST_STATE)
    {
        return fault("LONG_STATE", "The state is longer than 2048 characters.");
    }
    let authorization = Authorization {
        redirect_uri,
        scopes,
        state,
        challenge,
        user: 0,
    };
    Ok((app, authorization))
}

fn granted(
    app: &App,
    required: &BTreeSet<String>,
    optional: &BTreeSet<String>,
) -> Result<BTreeSet<String>> {
    let registration = &app.registration;
    let is_unknown = |scope: &&String| {
        !registration.scopes.contains(*scope) && !registration.optional_scopes.contains(*scope)
    };
    let unknown: Vec<&String> = required.union(optional).filter(is_unknown).collect();
    for (reason, text, scopes) in [
        (
            "UNKNOWN_SCOPE",
            "The app does not declare these scopes",
            unknown,
        ),
        (
            "REQUIRED_AS_OPTIONAL",
            "These scopes are required by the app and cannot be optional",
            registration.scopes.intersection(optional).collect(),
        ),
        (
            "MISSING_SCOPE",
            "The app requires these scopes too",
            registration.scopes.difference(required).collect(),
        ),
        (
            "OPTIONAL_AS_REQUIRED",
            "These scopes are optional for the app and belong into optional_scope",
            registration
                .optional_scopes
                .intersection(required)
                .collect(),
        ),
    ] {
        if !scopes.is_empty() {
            let scopes: Vec<&str> = scopes.into_iter().map(String::as_str).collect();
            return Err(fault_page(
                reason,
                format!("{text}: {}.", scopes.join(", ")),
            ));
        }
    }
    Ok(required
        .union(optional)
        .filter(|scope| scope.as_str() != NOT_GRANTABLE)
        .cloned()
        .collect())
}

fn scopes(text: Option<String>) -> BTreeSet<String> {
    text.unwrap_or_default()
        .split(' ')
        .filter(|scope| !scope.is_empty())
        .map(str::to_owned)
        .collect()
}

fn challenge(text: Option<String>, method: Option<&str>) -> Result<Option<Challenge>> {
    let fault = |reason, text: &str| Err(fault_page(reason, text));
    let Some(text) = text else {
        if method.is_some() {
            return fault("NO_CHALLENGE", "The parameter code_challenge is missing.");
        }
        return Ok(None);
    };
    let is_hashed = match method {
        Some("S256") => true,
        None | Some("plain") => false,
        Some(_) => {
            return fault(
                "CHALLENGE_METHOD",
                "The code_challenge_method can only be S256 or plain.",
            );
        }
    };
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte);
    if !(43..=128).contains(&text.len()) || !text.bytes().all(is_allowed) {
        return fault(
            "BAD_CHALLENGE",
            "The code_challenge has to have 43 to 128 letters, digits or -._~",
        );
    }
    Ok(Some(Challenge { text, is_hashed }))
}

const LONGEST_STATE: usize = 2048;

const PARAMETERS: [&str; 11] = [
    "client_id",
    "code_challenge",
    "code_challenge_method",
    "optional_scope",
    "optional_scopes",
    "redirect_uri",
    "response_type",
    "scope",
    "scopes",
    "state",
    "accountId",
];
