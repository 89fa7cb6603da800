//! `POST /oauth/v1/token` and `/oauth/v3/token`, grant `authorization_code`

use serde::Deserialize;

use super::{Credentials, Tokens};
use crate::{Secret, pkce::CodeVerifier};

/// Exchanges the code of an authorization. A code works once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ExchangeCode {
    /// The app.
    #[serde(skip)]
    pub credentials: Credentials,
    /// The code.
    pub code: Secret,
    /// The redirect address of the authorization, exactly.
    pub redirect_uri: String,
    /// The verifier of the authorization's challenge, if it had one.
    #[serde(default, deserialize_with = "crate::pkce::unread")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<String>))]
    pub code_verifier: Option<CodeVerifier>,
}

endpoint! { |it: ExchangeCode| -> Tokens {
    let mut checks = it.credentials.checks();
    checks.secret("code", &it.code, "the code that came back with the user");
    checks.address("redirectUri", &it.redirect_uri);
    checks.finish()?;
    let verifier = it.code_verifier.as_ref().map(CodeVerifier::secret);
    let mut grant = vec![
        ("grant_type", Secret::new("authorization_code")),
        ("code", it.code.clone()),
        ("redirect_uri", Secret::new(&it.redirect_uri)),
    ];
    grant.extend(verifier.map(|verifier| ("code_verifier", verifier.clone())));
    let secrets = [&it.code].into_iter().chain(verifier);
    Ok(it.credentials.grant(grant, secrets))
} }
