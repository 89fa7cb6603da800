//! `GET`, `POST /oauth/authorize` and `/oauth/{accountId}/authorize`
//!
//! The page checks the request and keeps it; its form names only the kept request,
//! so what the user agrees to is what was checked. An address that is not
//! registered is never redirected to.

use std::collections::BTreeSet;

use calling_rest::query::encode;
use calling_widget_sdk::protocol::origin_of_url;
use rusqlite::{OptionalExtension as _, params};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::platform::{
    answer::{Answer, Body, Refusal},
    apps::{self, App, HUB_ID, NOT_GRANTABLE, USERS, User},
    call::{Call, Fields, Space},
    identity::digest,
    pages::{self, escaped},
};

/// The parameters of the page's address.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct AuthorizationQuery {
    /// The app's client id.
    #[param(required)]
    client_id: Option<String>,
    /// Where the user comes back; registered with the app.
    #[param(required)]
    redirect_uri: Option<String>,
    /// `code`, which it is when absent too.
    response_type: Option<String>,
    /// Scopes that the app needs, with spaces between.
    scope: Option<String>,
    /// As `scope`.
    scopes: Option<String>,
    /// Scopes that the app takes when the account can grant them, with spaces between.
    optional_scope: Option<String>,
    /// As `optional_scope`.
    optional_scopes: Option<String>,
    /// Comes back unchanged; 2048 characters at most.
    state: Option<String>,
    /// The challenge of PKCE.
    code_challenge: Option<String>,
    /// `S256` or `plain`.
    code_challenge_method: Option<String>,
}

/// What a user decides.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct Decision {
    /// The request that the page names.
    #[schema(required, nullable = false)]
    request: Option<String>,
    /// The user who decides.
    #[schema(required, value_type = i64)]
    user: Option<String>,
    /// `allow` or `cancel`.
    #[schema(required, nullable = false)]
    decision: Option<String>,
}

/// What a user is asked for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) redirect_uri: String,
    pub(crate) scopes: BTreeSet<String>,
    pub(crate) state: Option<String>,
    pub(crate) challenge: Option<Challenge>,
    /// The user who agreed; 0 before.
    pub(crate) user: i64,
}

/// The challenge of PKCE.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Challenge {
    pub(crate) text: String,
    /// By SHA-256; otherwise it is the verifier itself.
    pub(crate) is_hashed: bool,
}

/// Shows the page. Every fault of the request is told on a page too: an address
/// that was not checked gets nothing.
pub(crate) fn show(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let (app, request) = match check(call, space) {
        Ok(checked) => checked,
        Err(Fault::Page(reason, text)) => {
            return Err(fault_page(reason, &text));
        }
        Err(Fault::Other(refusal)) => return Err(refusal),
    };
    let id = space.uuid("consent")?;
    let body = serde_json::to_string(&request)
        .map_err(|_| Refusal::internal("a request has no JSON form"))?;
    forget_expired(space)?;
    space.data.execute(
        "INSERT INTO consent (ns, id, app, body, expires_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![
            space.name,
            digest(&id),
            app.id,
            body,
            space.now_ms + LIFETIME_MS
        ],
    )?;
    Ok(Answer {
        status: 200,
        body: Body::Page {
            style: pages::STYLE,
            html: page(&app, &request, &id),
            form_origin: origin_of_url(&request.redirect_uri),
        },
    })
}

/// Takes the user's decision.
pub(crate) fn decide(call: &Call, space: &Space<'_>) -> Result<Answer, Refusal> {
    let form: Decision = Fields::parse(&call.body).read()?;
    let unknown = || {
        fault_page(
            "UNKNOWN_CONSENT",
            "This page is no longer valid: go back to the app and start again.",
        )
    };
    let id = form.request.ok_or_else(unknown)?;
    let row = space
        .data
        .query_row(
            "SELECT app, body, expires_ms FROM consent WHERE ns = ?1 AND id = ?2",
            params![space.name, digest(&id)],
            |row| Ok((row.get(0)?, row.get::<_, String>(1)?, row.get::<_, i64>(2)?)),
        )
        .optional()?;
    let (app_id, body, expires_ms) = row.ok_or_else(unknown)?;
    if space.now_ms >= expires_ms {
        return Err(unknown());
    }
    let mut request: Request = serde_json::from_str(&body)
        .map_err(|_| Refusal::internal("a request in the data cannot be read"))?;
    let user = form
        .user
        .and_then(|id| id.parse().ok())
        .and_then(|id: i64| USERS.iter().find(|user| user.id == id))
        .ok_or_else(|| fault_page("UNKNOWN_USER", "Choose one of the users."))?;
    let decision = form.decision.as_deref();
    if !matches!(decision, Some("allow" | "cancel")) {
        return Err(fault_page(
            "NO_DECISION",
            "Choose whether to connect the app.",
        ));
    }
    space.data.execute(
        "DELETE FROM consent WHERE ns = ?1 AND id = ?2",
        params![space.name, digest(&id)],
    )?;
    if decision == Some("cancel") {
        // The service leaves the user where they are.
        return Ok(Answer::page(
            200,
            pages::page("Cancelled", "<p>The app was not connected.</p>"),
        ));
    }
    let is_installed = is_installed(space, app_id)?;
    if !is_installed && !user.may_install {
        return Ok(back(
            &request,
            vec![
                ("error", "access_denied"),
                (
                    "error_description",
                    "the user may not install apps, and the app is not installed",
                ),
            ],
        ));
    }
    space.data.execute(
        "INSERT OR IGNORE INTO install (ns, app) VALUES (?1, ?2)",
        params![space.name, app_id],
    )?;
    request.user = user.id;
    let code = space.uuid("code")?;
    let grant_id = space.serial()?;
    let body = serde_json::to_string(&request)
        .map_err(|_| Refusal::internal("a request has no JSON form"))?;
    space.data.execute(
        "INSERT INTO code (ns, id, app, grant_id, body, expires_ms, is_used)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, 0)",
        params![
            space.name,
            digest(&code),
            app_id,
            grant_id,
            body,
            space.now_ms + LIFETIME_MS
        ],
    )?;
    Ok(back(&request, vec![("code", &code)]))
}

/// Whether a user who may install the app has done so.
pub(crate) fn is_installed(space: &Space<'_>, app: i32) -> Result<bool, Refusal> {
    Ok(space
        .data
        .query_row(
            "SELECT 1 FROM install WHERE ns = ?1 AND app = ?2",
            params![space.name, app],
            |_| Ok(()),
        )
        .optional()?
        .is_some())
}

enum Fault {
    Page(&'static str, String),
    Other(Refusal),
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        Self::Other(refusal)
    }
}

fn check(call: &Call, space: &Space<'_>) -> Result<(App, Request), Fault> {
    let fault = |reason, text: &str| Err(Fault::Page(reason, text.to_owned()));
    let query = &call.query;
    if let Some(name) = query.repeated(&PARAMETERS) {
        return fault("REPEATED", &format!("The parameter {name} is there twice."));
    }
    if call.path.contains_key("accountId") && call.part("accountId").parse() != Ok(HUB_ID) {
        return fault("NO_SUCH_ACCOUNT", "There is no such account.");
    }
    let query: AuthorizationQuery = query.read()?;
    let Some(client_id) = query.client_id else {
        return fault("NO_CLIENT", "The parameter client_id is missing.");
    };
    let Some(app) = apps::by_client(space, &client_id)? else {
        return fault(
            "UNKNOWN_CLIENT",
            "No app has the client_id of this address.",
        );
    };
    let Some(redirect_uri) = query.redirect_uri else {
        return fault("NO_REDIRECT", "The parameter redirect_uri is missing.");
    };
    // Exactly: a prefix, another case or a further slash is another address.
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
    let asked = scopes(query.scope.or(query.scopes));
    let optional = scopes(query.optional_scope.or(query.optional_scopes));
    let scopes = granted(&app, &asked, &optional)?;
    let challenge = challenge(query.code_challenge, query.code_challenge_method.as_deref())?;
    let state = query.state;
    if state
        .as_ref()
        .is_some_and(|state| state.len() > LONGEST_STATE)
    {
        return fault("LONG_STATE", "The state is longer than 2048 characters.");
    }
    let request = Request {
        redirect_uri,
        scopes,
        state,
        challenge,
        user: 0,
    };
    Ok((app, request))
}

fn granted(
    app: &App,
    asked: &BTreeSet<String>,
    optional: &BTreeSet<String>,
) -> Result<BTreeSet<String>, Fault> {
    let registration = &app.registration;
    let list = |scopes: Vec<&String>| {
        let scopes: Vec<&str> = scopes.into_iter().map(String::as_str).collect();
        scopes.join(", ")
    };
    let fault = |reason, text: &str, scopes: Vec<&String>| {
        Err(Fault::Page(reason, format!("{text}: {}.", list(scopes))))
    };
    let unknown: Vec<&String> = asked
        .union(optional)
        .filter(|scope| {
            !registration.scopes.contains(*scope) && !registration.optional_scopes.contains(*scope)
        })
        .collect();
    if !unknown.is_empty() {
        return fault(
            "UNKNOWN_SCOPE",
            "The app does not declare these scopes",
            unknown,
        );
    }
    let missing: Vec<&String> = registration.scopes.difference(asked).collect();
    let misplaced: Vec<&String> = registration.scopes.intersection(optional).collect();
    if !misplaced.is_empty() {
        return fault(
            "REQUIRED_AS_OPTIONAL",
            "These scopes are required by the app and cannot be optional",
            misplaced,
        );
    }
    if !missing.is_empty() {
        return fault(
            "MISSING_SCOPE",
            "The app requires these scopes too",
            missing,
        );
    }
    let misplaced: Vec<&String> = registration.optional_scopes.intersection(asked).collect();
    if !misplaced.is_empty() {
        return fault(
            "OPTIONAL_AS_REQUIRED",
            "These scopes are optional for the app and belong into optional_scope",
            misplaced,
        );
    }
    Ok(asked
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

fn challenge(text: Option<String>, method: Option<&str>) -> Result<Option<Challenge>, Fault> {
    let fault = |reason, text: &str| Err(Fault::Page(reason, text.to_owned()));
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

fn back<'a>(request: &'a Request, mut pairs: Vec<(&'a str, &'a str)>) -> Answer {
    if let Some(state) = &request.state {
        pairs.push(("state", state));
    }
    let joint = if request.redirect_uri.contains('?') {
        "&"
    } else {
        "?"
    };
    Answer {
        status: 303,
        body: Body::Redirect([&request.redirect_uri, joint, &encode(pairs)].concat()),
    }
}

fn forget_expired(space: &Space<'_>) -> Result<(), Refusal> {
    space.data.execute(
        "DELETE FROM consent WHERE ns = ?1 AND expires_ms <= ?2",
        params![space.name, space.now_ms],
    )?;
    Ok(())
}

/// A page that tells the fault, kept as a refusal so that it reaches the log.
fn fault_page(reason: &'static str, text: &str) -> Refusal {
    let mut refusal = Refusal::new(400, "VALIDATION_ERROR", reason, text);
    refusal.is_page = true;
    refusal
}

fn page(app: &App, request: &Request, id: &str) -> String {
    let scopes: String = request
        .scopes
        .iter()
        .map(|scope| format!("<li>{}</li>", escaped(scope)))
        .collect();
    let users: String = USERS.iter().map(choice).collect();
    pages::page(
        "Connect an app",
        &format!(
            "<p><strong>{name}</strong> asks for:</p><ul>{scopes}</ul>\
             <form method=\"post\"><input type=\"hidden\" name=\"request\" value=\"{id}\">\
             <fieldset><legend>As</legend>{users}</fieldset>\
             <p>Afterwards you are sent to {redirect}.</p>\
             <button name=\"decision\" value=\"allow\">Connect app</button> \
             <button name=\"decision\" value=\"cancel\">Cancel</button></form>",
            name = escaped(&app.registration.name),
            id = escaped(id),
            redirect = escaped(&origin_of_url(&request.redirect_uri).unwrap_or_default()),
        ),
    )
}

fn choice(user: &User) -> String {
    let (checked, note) = if user.may_install {
        (" checked", "")
    } else {
        ("", " (may not install apps)")
    };
    format!(
        "<label><input type=\"radio\" name=\"user\" value=\"{}\"{checked}> {}{note}</label><br>",
        user.id,
        escaped(user.email)
    )
}

/// How long a page or a code lives; the service says only that it is short.
pub(crate) const LIFETIME_MS: i64 = 10 * 60 * 1000;

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
