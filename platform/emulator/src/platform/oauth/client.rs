//! Authenticates an app by the credentials in a form, or refuses it.

use serde::{Deserialize, de::DeserializeOwned};
use utoipa::ToSchema;

use crate::platform::{
    answer::{Refusal, Result},
    apps::{self, App},
    endpoint::Codes,
    namespace::Namespace,
    request::{Fields, Request},
};

/// The credentials of an app.
#[derive(Debug, Default, Deserialize, ToSchema)]
pub(crate) struct ClientForm {
    /// The app's client id.
    #[schema(required, nullable = false)]
    pub(crate) client_id: Option<String>,
    /// The app's client secret.
    #[schema(required, nullable = false)]
    pub(crate) client_secret: Option<String>,
}

/// The form of a request to a token endpoint.
pub(crate) fn form<T: DeserializeOwned>(request: &Request) -> Result<T> {
    fields(request)?.read()
}

/// The same; fields may stand in the query. Source: public apps, which post no body
/// (`axios.post(url, null, { params })`), read 2026-11.
pub(crate) fn form_or_query<T: DeserializeOwned>(request: &Request) -> Result<T> {
    let form = if request.body.is_empty() {
        Fields::default()
    } else {
        fields(request)?
    };
    form.and(&request.query).read()
}

fn fields(request: &Request) -> Result<Fields> {
    let media = request.content_type.split(';').next().unwrap_or_default();
    if !media
        .trim()
        .eq_ignore_ascii_case("application/x-www-form-urlencoded")
    {
        let mut refusal = refused("BAD_REQUEST", OF_NO_FORM);
        refusal.status = 415;
        return Err(refusal);
    }
    let form = Fields::parse(&request.body);
    if let Some(name) = form.repeated(&FIELDS) {
        return Err(refused(
            "BAD_REQUEST",
            format!("the field {name} is there twice: send it once"),
        ));
    }
    Ok(form)
}

/// The app with these credentials.
pub(crate) fn client(form: &ClientForm, namespace: &Namespace<'_>) -> Result<App> {
    let app = match form.client_id.as_deref() {
        Some(client_id) => apps::by_client(namespace, client_id)?,
        None => None,
    };
    let app = app.ok_or_else(|| refused("BAD_CLIENT_ID", NO_CLIENT))?;
    let secret = form.client_secret.as_deref();
    if !secret.is_some_and(|secret| app.has_secret(secret)) {
        return Err(refused(
            "BAD_CLIENT_SECRET",
            "missing or invalid client secret",
        ));
    }
    Ok(app)
}

/// The shorter error body of the token endpoint: the service's code and the standard's.
///
/// Source: RFC 6749, section 5.2.
pub(crate) fn refused(status: &'static str, text: impl Into<String>) -> Refusal {
    let text = text.into();
    let mut codes = TOKEN_CODES.iter();
    let error = codes.find_map(|(code, error)| (*code == status).then_some(*error));
    let mut refusal = Refusal::new(400, "", status, &*text);
    refusal.object.category = None;
    refusal.object.status = Some(status.to_owned());
    refusal.object.error = error.map(str::to_owned);
    refusal.object.error_description = Some(text);
    refusal
}

/// Many libraries send the credentials in a header (Basic) unless told otherwise.
const NO_CLIENT: &str =
    "missing or unknown client id: send client_id and client_secret in the form";

/// The text of the refusal of any other body.
pub(crate) const OF_NO_FORM: &str =
    "the body is no form: send content-type application/x-www-form-urlencoded";

/// Error codes of a form about tokens.
pub(crate) const FORM_CODES: Codes = &[
    ("BAD_REQUEST", "invalid_request"),
    ("BAD_CLIENT_ID", "invalid_client"),
    ("BAD_CLIENT_SECRET", "invalid_client"),
];

/// Error codes of the token endpoint: version 3's, and OAuth's.
pub(crate) const TOKEN_CODES: [(&str, &str); 12] = [
    ("BAD_REQUEST", "invalid_request"),
    ("BAD_GRANT_TYPE", "unsupported_grant_type"),
    ("BAD_CLIENT_ID", "invalid_client"),
    ("BAD_CLIENT_SECRET", "invalid_client"),
    ("BAD_REDIRECT_URI", "invalid_request"),
    ("BAD_AUTH_CODE", "invalid_grant"),
    ("EXPIRED_AUTH_CODE", "invalid_grant"),
    ("MISMATCH_REDIRECT_URI_AUTH_CODE", "invalid_grant"),
    ("BAD_CODE_VERIFIER", "invalid_grant"),
    ("BAD_REFRESH_TOKEN", "invalid_grant"),
    ("APP_NOT_INSTALLED", "unauthorized_client"),
    ("BAD_SCOPE", "invalid_scope"),
];

/// Version 3 has no token for the app itself, which the last two are about.
pub(crate) const TOKEN_V3_CODES: Codes = TOKEN_CODES.split_at(10).0;

const FIELDS: [&str; 10] = [
    "client_id",
    "client_secret",
    "code",
    "code_verifier",
    "grant_type",
    "redirect_uri",
    "refresh_token",
    "scope",
    "token",
    "token_type_hint",
];
