//! `GET {auth_url}/oauth/authorize`, `POST /oauth/v1/token`,
//! `GET /oauth/v1/access-tokens/{token}`, `GET`, `DELETE /oauth/v1/refresh-tokens/{token}`,
//! `POST /oauth/v3/token`, `/oauth/v3/token/introspect`, `/oauth/v3/token/revoke`
//!
//! Source: the OAuth API reference and the service's published OpenAPI files, v1 and
//! v3, read 2026-11. The service has announced the end of v1 for 2027-02-16.

use serde::{Deserialize, Serialize};

use super::{
    Endpoint, Error, Method, Request, Response, Secret,
    checks::Checks,
    given::or_default,
    pkce::{CodeChallenge, CodeVerifier},
    query::{Parameters, encode, escape},
    secret,
};

/// The address a user is sent to, to install the app.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
#[cfg_attr(
    feature = "schemas",
    ts(rename = "AuthorizationParameters", optional_fields)
)]
pub struct Authorization {
    /// The app's client id.
    pub client_id: String,
    /// Where the user comes back with a code; registered with the app.
    pub redirect_uri: String,
    /// Scopes the app needs.
    pub scopes: Vec<String>,
    /// Scopes it takes when the account can grant them.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schemas", ts(as = "Option<Vec<String>>"))]
    pub optional_scopes: Vec<String>,
    /// Comes back unchanged: an unguessable value against forged answers.
    pub state: Option<Secret>,
    /// The challenge of a verifier that the code's exchange then has to send.
    #[serde(skip_deserializing)]
    #[cfg_attr(feature = "schemas", ts(as = "Option<String>"))]
    pub code_challenge: Option<CodeChallenge>,
}

impl Authorization {
    /// Checks the addresses and the client id.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`], with every fault.
    pub fn check(&self, auth_url: &str) -> Result<(), Error> {
        let mut checks = Checks::default();
        checks.address("authUrl", auth_url);
        checks.filled("clientId", &self.client_id, CLIENT_ID_FIX);
        checks.address("redirectUri", &self.redirect_uri);
        checks.finish()
    }

    /// The address below `auth_url`, such as `https://app.example`.
    ///
    /// The parameters are spelt `scope` and `optional_scope`, as the service's
    /// guide and its official clients do.
    #[must_use]
    pub fn url(&self, auth_url: &str) -> String {
        let scopes = self.scopes.join(" ");
        let optional = self.optional_scopes.join(" ");
        let mut pairs = vec![
            ("client_id", self.client_id.as_str()),
            ("redirect_uri", self.redirect_uri.as_str()),
            ("scope", scopes.as_str()),
        ];
        if !optional.is_empty() {
            pairs.push(("optional_scope", &optional));
        }
        if let Some(state) = &self.state {
            pairs.push(("state", state.expose()));
        }
        if let Some(challenge) = &self.code_challenge {
            pairs.push(("code_challenge", challenge.as_str()));
            pairs.push(("code_challenge_method", "S256"));
        }
        [
            auth_url.trim_end_matches('/'),
            AUTHORIZE_ROUTE,
            "?",
            &encode(pairs),
        ]
        .concat()
    }
}

/// The app's own credentials.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Credentials {
    /// The app's client id.
    pub client_id: String,
    /// The app's client secret.
    pub client_secret: Secret,
    /// Which of the service's token endpoints is asked.
    pub version: OAuthVersion,
}

/// A version of the service's token endpoint; both take and answer the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum OAuthVersion {
    /// `/oauth/v1/token`.
    #[default]
    V1,
    /// `/oauth/v3/token`.
    V3,
}

impl Credentials {
    /// The checks of a request with them, begun.
    fn checks(&self) -> Checks {
        let mut checks = Checks::default();
        checks.filled("clientId", &self.client_id, CLIENT_ID_FIX);
        checks.secret(
            "clientSecret",
            &self.client_secret,
            "the app's client secret",
        );
        checks
    }

    /// A request whose form's further secrets are in the grant.
    fn grant<'a>(
        &'a self,
        grant: Parameters,
        secrets: impl IntoIterator<Item = &'a Secret>,
    ) -> Request {
        let route = match self.version {
            OAuthVersion::V1 => TOKEN_ROUTE,
            OAuthVersion::V3 => TOKEN_V3_ROUTE,
        };
        self.request(route, grant, secrets)
    }

    /// The same to any route.
    fn request<'a>(
        &'a self,
        route: &'static str,
        grant: Parameters,
        secrets: impl IntoIterator<Item = &'a Secret>,
    ) -> Request {
        let mut fields = grant;
        fields.push(("client_id", Secret::new(&self.client_id)));
        fields.push(("client_secret", self.client_secret.clone()));
        Request::new(Method::Post, route)
            .with_form(&fields)
            .with_secrets([&self.client_secret])
            .with_secrets(secrets)
    }
}

/// What the token endpoint answers. Its tokens are secrets: keep them out of logs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(
    feature = "schemas",
    ts(rename = "TokenAnswer", rename_all = "camelCase", optional_fields)
)]
pub struct Tokens {
    /// The kind: `bearer`.
    #[serde(default, deserialize_with = "or_default")]
    #[cfg_attr(feature = "schemas", ts(as = "Option<String>"))]
    pub token_type: String,
    /// Short-lived. Allow 512 characters and more: its size changes over time.
    #[serde(serialize_with = "secret::exposed")]
    #[cfg_attr(feature = "schemas", schema(value_type = String))]
    pub access_token: Secret,
    /// Makes new access tokens; always there after a code's exchange.
    #[serde(
        serialize_with = "secret::exposed_if_any",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<String>))]
    pub refresh_token: Option<Secret>,
    /// The access token's lifetime in seconds.
    pub expires_in: u64,
    /// What they are for: `access_token`, or `client_credentials` of the grant of
    /// that name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_use: Option<String>,
    /// The account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hub_id: Option<i64>,
    /// The user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    /// What was granted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<String>>,
    /// Who the user is, signed.
    #[serde(
        serialize_with = "secret::exposed_if_any",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<String>))]
    pub id_token: Option<Secret>,
}

impl Tokens {
    /// For how long the access token can be given out, in ms from when it was asked
    /// for: up to a minute before its end, or half of its lifetime where that is
    /// less.
    #[must_use]
    pub fn fresh_for_ms(&self) -> u64 {
        let lifetime_ms = self.expires_in.saturating_mul(1000);
        lifetime_ms.saturating_sub(MARGIN_MS.min(lifetime_ms / 2))
    }
}

/// How long before its end a token is no longer given out.
const MARGIN_MS: u64 = 60_000;

/// Exchanges the code of an authorization. A code works once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS), ts(optional_fields))]
pub struct ExchangeCode {
    /// The app.
    #[serde(skip)]
    pub credentials: Credentials,
    /// The code.
    pub code: Secret,
    /// The address of the authorization, exactly.
    pub redirect_uri: String,
    /// The verifier of the authorization's challenge, when it had one.
    #[serde(skip_deserializing)]
    #[cfg_attr(feature = "schemas", ts(as = "Option<String>"))]
    pub code_verifier: Option<CodeVerifier>,
}

impl Endpoint for ExchangeCode {
    type Answer = Tokens;

    fn request(&self) -> Result<Request, Error> {
        let mut checks = self.credentials.checks();
        checks.secret("code", &self.code, "the code that came back with the user");
        checks.address("redirectUri", &self.redirect_uri);
        checks.finish()?;
        let verifier = self.code_verifier.as_ref().map(CodeVerifier::secret);
        let mut grant = vec![
            ("grant_type", Secret::new("authorization_code")),
            ("code", self.code.clone()),
            ("redirect_uri", Secret::new(&self.redirect_uri)),
        ];
        grant.extend(verifier.map(|verifier| ("code_verifier", verifier.clone())));
        let secrets = [&self.code].into_iter().chain(verifier);
        Ok(self.credentials.grant(grant, secrets))
    }

    fn answer(&self, response: &Response) -> Result<Tokens, Error> {
        response.json()
    }
}

/// Makes a new access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefreshTokens {
    /// The app.
    pub credentials: Credentials,
    /// The refresh token.
    pub refresh_token: Secret,
}

impl Endpoint for RefreshTokens {
    type Answer = Tokens;

    fn request(&self) -> Result<Request, Error> {
        let mut checks = self.credentials.checks();
        checks.secret("refreshToken", &self.refresh_token, "the refresh token");
        checks.finish()?;
        let grant = vec![
            ("grant_type", Secret::new("refresh_token")),
            ("refresh_token", self.refresh_token.clone()),
        ];
        Ok(self.credentials.grant(grant, [&self.refresh_token]))
    }

    fn answer(&self, response: &Response) -> Result<Tokens, Error> {
        response.json()
    }
}

/// Asks for an access token of the app itself, without a user: the grant
/// `client_credentials`. There is no refresh token; ask again instead.
///
/// Source: the service's published OpenAPI file, v1; v3 does not list the grant, so
/// v1 is asked whatever [`Credentials::version`] says.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS))]
pub struct ClientCredentials {
    /// The app.
    #[serde(skip)]
    pub credentials: Credentials,
    /// What the token is for.
    pub scopes: Vec<String>,
}

impl Endpoint for ClientCredentials {
    type Answer = Tokens;

    fn request(&self) -> Result<Request, Error> {
        self.credentials.checks().finish()?;
        let grant = vec![
            ("grant_type", Secret::new("client_credentials")),
            ("scope", Secret::new(self.scopes.join(" "))),
        ];
        Ok(self.credentials.request(TOKEN_ROUTE, grant, []))
    }

    fn answer(&self, response: &Response) -> Result<Tokens, Error> {
        response.json()
    }
}

/// What is known of an access token.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", ts(rename_all = "camelCase", optional_fields))]
pub struct AccessTokenMetadata {
    /// The token.
    #[serde(serialize_with = "secret::exposed")]
    #[cfg_attr(feature = "schemas", schema(value_type = String))]
    pub token: Secret,
    /// The user it was made for; an e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// The account's domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hub_domain: Option<String>,
    /// The account.
    pub hub_id: i64,
    /// The app.
    pub app_id: i64,
    /// The user.
    pub user_id: i64,
    /// What was granted.
    #[serde(default, deserialize_with = "or_default")]
    pub scopes: Vec<String>,
    /// Seconds until it expires.
    pub expires_in: i64,
    /// The kind: `access`, `bearer`.
    #[serde(default, deserialize_with = "or_default")]
    pub token_type: String,
    /// Whether the app is distributed privately, not by the marketplace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_private_distribution: Option<bool>,
    /// The signed form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signed_access_token: Option<SignedAccessToken>,
}

/// The signed form of an access token.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", ts(optional_fields = nullable))]
pub struct SignedAccessToken {
    /// When it expires, in ms since the epoch.
    pub expires_at: Option<i64>,
    /// The scopes, encoded.
    pub scopes: Option<String>,
    /// The account.
    pub hub_id: Option<i64>,
    /// The user.
    pub user_id: Option<i64>,
    /// The app.
    pub app_id: Option<i64>,
    /// The signature.
    #[serde(serialize_with = "secret::exposed_if_any")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<String>))]
    pub signature: Option<Secret>,
    /// Groups of the scopes, encoded.
    pub scope_to_scope_group_pks: Option<String>,
    /// The newer signature.
    #[serde(serialize_with = "secret::exposed_if_any")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<String>))]
    pub new_signature: Option<Secret>,
    /// The data centre.
    pub hublet: Option<String>,
    /// Scopes on trial, encoded.
    pub trial_scopes: Option<String>,
    /// Groups of the scopes on trial, encoded.
    pub trial_scope_to_scope_group_pks: Option<String>,
    /// Whether it is a user's, not an account's.
    pub is_user_level: Option<bool>,
    /// The app's installation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app_install_id: Option<String>,
    /// For whom it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub audience: Option<String>,
    /// The user who installed the app.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub installing_user_id: Option<i64>,
    /// Whether the app is distributed privately, not by the marketplace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_private_distribution: Option<bool>,
    /// Whether it is of a service account, apart from the user who installed the app.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_service_account: Option<bool>,
}

/// Asks what is known of an access token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadAccessToken {
    /// The token.
    pub token: Secret,
}

impl Endpoint for ReadAccessToken {
    type Answer = AccessTokenMetadata;

    fn request(&self) -> Result<Request, Error> {
        with_token(Method::Get, ACCESS_TOKEN_ROUTE, &self.token)
    }

    fn answer(&self, response: &Response) -> Result<AccessTokenMetadata, Error> {
        response.json()
    }
}

/// What is known of a refresh token.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", ts(rename_all = "camelCase", optional_fields))]
pub struct RefreshTokenMetadata {
    /// The token.
    #[serde(serialize_with = "secret::exposed")]
    #[cfg_attr(feature = "schemas", schema(value_type = String))]
    pub token: Secret,
    /// The app's client id.
    pub client_id: String,
    /// The account.
    pub hub_id: i64,
    /// The user.
    pub user_id: i64,
    /// What was granted.
    #[serde(default, deserialize_with = "or_default")]
    pub scopes: Vec<String>,
    /// The kind: `refresh_token`.
    #[serde(default, deserialize_with = "or_default")]
    pub token_type: String,
    /// The user it was made for; an e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// The account's domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hub_domain: Option<String>,
}

/// Asks what is known of a refresh token.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadRefreshToken {
    /// The token.
    pub token: Secret,
}

impl Endpoint for ReadRefreshToken {
    type Answer = RefreshTokenMetadata;

    fn request(&self) -> Result<Request, Error> {
        with_token(Method::Get, REFRESH_TOKEN_ROUTE, &self.token)
    }

    fn answer(&self, response: &Response) -> Result<RefreshTokenMetadata, Error> {
        response.json()
    }
}

/// Deletes a refresh token, and nothing else: access tokens made with it stay
/// valid until they expire, and the app stays installed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteRefreshToken {
    /// The token.
    pub token: Secret,
}

impl Endpoint for DeleteRefreshToken {
    type Answer = ();

    fn request(&self) -> Result<Request, Error> {
        with_token(Method::Delete, REFRESH_TOKEN_ROUTE, &self.token)
    }

    fn answer(&self, _: &Response) -> Result<(), Error> {
        Ok(())
    }
}

/// Asks whether a token is good, and what is known of it.
///
/// Source: the service's published OpenAPI file, v3; RFC 7662.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Introspect {
    /// The app.
    pub credentials: Credentials,
    /// The token, of either kind.
    pub token: Secret,
    /// Of which kind it is, when that is known.
    pub hint: Option<TokenKind>,
}

/// A kind of token.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
pub enum TokenKind {
    /// Makes calls.
    AccessToken,
    /// Makes access tokens.
    RefreshToken,
}

impl TokenKind {
    /// As it stands on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AccessToken => "access_token",
            Self::RefreshToken => "refresh_token",
        }
    }
}

/// Whether a token is good, and what is known of it.
///
/// Shape: `{"active":true,"token_use":"access_token","hub_id":62515,…}`, and
/// `{"active":false}` of a token that is unknown, expired or another app's.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ts_rs::TS, utoipa::ToSchema))]
#[cfg_attr(feature = "schemas", ts(rename_all = "camelCase", optional_fields))]
pub struct Introspection {
    /// Whether it can be used.
    pub active: bool,
    /// Its kind: `access_token`, `refresh_token`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_use: Option<String>,
    /// The token.
    #[serde(
        serialize_with = "secret::exposed_if_any",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<String>))]
    pub token: Option<Secret>,
    /// The user it was made for; an e-mail address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user: Option<String>,
    /// The account's domain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hub_domain: Option<String>,
    /// The account.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hub_id: Option<i64>,
    /// The app.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub app_id: Option<i64>,
    /// The app's client id.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_id: Option<String>,
    /// The user.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    /// What was granted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scopes: Option<Vec<String>>,
    /// Seconds until it expires; a refresh token does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_in: Option<i64>,
    /// The kind, as the metadata of v1 have it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub token_type: Option<String>,
    /// Whether the app is distributed privately, not by the marketplace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_private_distribution: Option<bool>,
    /// The signed form of an access token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signed_access_token: Option<SignedAccessToken>,
}

impl Endpoint for Introspect {
    type Answer = Introspection;

    fn request(&self) -> Result<Request, Error> {
        let mut checks = self.credentials.checks();
        checks.secret("token", &self.token, "the token");
        checks.finish()?;
        let hint = self
            .hint
            .map(|kind| ("token_type_hint", Secret::new(kind.as_str())));
        let form = [("token", self.token.clone())].into_iter().chain(hint);
        Ok(self
            .credentials
            .request(INTROSPECT_ROUTE, form.collect(), [&self.token]))
    }

    fn answer(&self, response: &Response) -> Result<Introspection, Error> {
        response.json()
    }
}

/// Ends a refresh token, and nothing else, as [`DeleteRefreshToken`] does; the
/// credentials are needed, and the token stands in the body.
///
/// Source: the service's published OpenAPI file, v3; RFC 7009.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RevokeToken {
    /// The app.
    pub credentials: Credentials,
    /// The refresh token.
    pub token: Secret,
}

impl Endpoint for RevokeToken {
    type Answer = ();

    fn request(&self) -> Result<Request, Error> {
        let mut checks = self.credentials.checks();
        checks.secret("token", &self.token, "the refresh token");
        checks.finish()?;
        let form = vec![
            ("token", self.token.clone()),
            (
                "token_type_hint",
                Secret::new(TokenKind::RefreshToken.as_str()),
            ),
        ];
        Ok(self.credentials.request(REVOKE_ROUTE, form, [&self.token]))
    }

    fn answer(&self, _: &Response) -> Result<(), Error> {
        Ok(())
    }
}

fn with_token(method: Method, route: &'static str, token: &Secret) -> Result<Request, Error> {
    let mut checks = Checks::default();
    checks.secret("token", token, "the token");
    checks.finish()?;
    let path = route.replace("{token}", &escape(token.expose()));
    Ok(Request::to(method, route, path).with_secrets([token]))
}

const CLIENT_ID_FIX: &str = "give the app's client id";

/// The path of the consent page.
pub const AUTHORIZE_ROUTE: &str = "/oauth/authorize";

/// The path of the token endpoint.
pub const TOKEN_ROUTE: &str = "/oauth/v1/token";

/// The path of the token endpoint's third version.
pub const TOKEN_V3_ROUTE: &str = "/oauth/v3/token";

/// The path on which a token is looked into.
pub const INTROSPECT_ROUTE: &str = "/oauth/v3/token/introspect";

/// The path on which a token is ended.
pub const REVOKE_ROUTE: &str = "/oauth/v3/token/revoke";

/// The path of an access token's metadata.
pub const ACCESS_TOKEN_ROUTE: &str = "/oauth/v1/access-tokens/{token}";

/// The path of a refresh token.
pub const REFRESH_TOKEN_ROUTE: &str = "/oauth/v1/refresh-tokens/{token}";

#[cfg(test)]
mod tests {
    use super::*;

    fn credentials() -> Credentials {
        Credentials {
            client_id: "id".to_owned(),
            client_secret: Secret::new("canary&1"),
            version: OAuthVersion::V1,
        }
    }

    fn response(body: &str) -> Response {
        Response {
            status: 200,
            headers: Vec::new(),
            body: body.as_bytes().to_vec(),
        }
    }

    #[test]
    fn the_authorization_address_carries_what_is_set() {
        let mut authorization = Authorization {
            client_id: "id".to_owned(),
            redirect_uri: "https://app.example/back?x=1".to_owned(),
            scopes: vec!["contacts".to_owned(), "timeline".to_owned()],
            optional_scopes: Vec::new(),
            state: None,
            code_challenge: None,
        };

        assert_eq!(
            authorization.url("https://auth.example/"),
            "https://auth.example/oauth/authorize?client_id=id&redirect_uri=https%3A%2F%2Fapp.example%2Fback%3Fx%3D1&scope=contacts%20timeline"
        );
        authorization.optional_scopes = vec!["content".to_owned()];
        authorization.state = Some(Secret::new("s t"));
        assert!(
            authorization
                .url("https://auth.example")
                .ends_with("&optional_scope=content&state=s%20t")
        );
        authorization.code_challenge = Some(CodeVerifier::from_bytes(&[0; 32]).challenge());
        assert!(authorization.url("https://auth.example").ends_with(
            "&state=s%20t&code_challenge=DwBzhbb51LfusnSGBa_hqYSgo7-j8BTQnip4TOnlzRo&code_challenge_method=S256"
        ));
    }

    /// Source: the OAuth API reference, form fields of the token endpoint.
    #[test]
    fn the_token_endpoint_takes_a_form() {
        let exchange = ExchangeCode {
            credentials: credentials(),
            code: Secret::new("co+de"),
            redirect_uri: "https://app.example/back".to_owned(),
            code_verifier: None,
        };
        let proved = ExchangeCode {
            code_verifier: CodeVerifier::parse(&"canary-verifier_".repeat(3)).ok(),
            ..exchange.clone()
        };
        let refresh = RefreshTokens {
            credentials: credentials(),
            refresh_token: Secret::new("canary2"),
        };

        let requests = [
            &exchange as &dyn Endpoint<Answer = Tokens>,
            &proved,
            &refresh,
        ]
        .map(|call| call.request().unwrap());

        assert_eq!(
            requests
                .each_ref()
                .map(|r| String::from_utf8(r.body.clone()).unwrap()),
            [
                "grant_type=authorization_code&code=co%2Bde&redirect_uri=https%3A%2F%2Fapp.example%2Fback&client_id=id&client_secret=canary%261",
                "grant_type=authorization_code&code=co%2Bde&redirect_uri=https%3A%2F%2Fapp.example%2Fback&code_verifier=canary-verifier_canary-verifier_canary-verifier_&client_id=id&client_secret=canary%261",
                "grant_type=refresh_token&refresh_token=canary2&client_id=id&client_secret=canary%261",
            ]
        );
        for request in &requests {
            assert_eq!(
                (request.method, request.target().as_str()),
                (Method::Post, "/oauth/v1/token")
            );
            assert!(
                request
                    .headers
                    .contains(&("content-type", "application/x-www-form-urlencoded"))
            );
        }
        assert_eq!(
            requests.each_ref().map(|request| request.secrets.len()),
            [2, 3, 2]
        );
        let shown = format!("{exchange:?} {proved:?} {refresh:?} {requests:?}");
        assert!(
            !shown.contains("canary") && !shown.contains("co+de"),
            "{shown}"
        );
    }

    /// Source: the service's published OpenAPI file, v3: the fields of each form.
    #[test]
    fn the_third_version_takes_forms_too() {
        let v3 = Credentials {
            version: OAuthVersion::V3,
            ..credentials()
        };
        let token = || Secret::new("canary2");
        let requests = [
            RefreshTokens {
                credentials: v3.clone(),
                refresh_token: token(),
            }
            .request(),
            Introspect {
                credentials: v3.clone(),
                token: token(),
                hint: Some(TokenKind::AccessToken),
            }
            .request(),
            RevokeToken {
                credentials: v3.clone(),
                token: token(),
            }
            .request(),
            ClientCredentials {
                credentials: v3,
                scopes: vec!["a".to_owned(), "b".to_owned()],
            }
            .request(),
        ]
        .map(Result::unwrap);

        let sent = requests.each_ref().map(|request| {
            let body = String::from_utf8(request.body.clone()).unwrap();
            [request.method.as_str(), &request.target(), &body].join(" ")
        });
        let client = "client_id=id&client_secret=canary%261";
        assert_eq!(
            sent,
            [
                format!(
                    "POST /oauth/v3/token grant_type=refresh_token&refresh_token=canary2&{client}"
                ),
                format!(
                    "POST /oauth/v3/token/introspect token=canary2&token_type_hint=access_token&{client}"
                ),
                format!(
                    "POST /oauth/v3/token/revoke token=canary2&token_type_hint=refresh_token&{client}"
                ),
                format!("POST /oauth/v1/token grant_type=client_credentials&scope=a%20b&{client}"),
            ]
        );
        assert_eq!(
            requests.each_ref().map(|request| request.secrets.len()),
            [2, 2, 2, 1]
        );
        assert!(!format!("{requests:?}").contains("canary"));
    }

    #[test]
    fn an_unknown_token_is_not_active_and_tells_nothing() {
        let introspect = Introspect {
            credentials: credentials(),
            token: Secret::new("t"),
            hint: None,
        };

        let unknown = introspect.parse(&response(r#"{"active":false}"#));
        let known = introspect
            .parse(&response(
                r#"{"active":true,"token_use":"refresh_token","token":"canary","client_id":"id","scopes":["oauth"]}"#,
            ))
            .unwrap();

        assert_eq!(unknown, Ok(Introspection::default()));
        assert!(known.active);
        assert_eq!(known.token_use.as_deref(), Some("refresh_token"));
        assert!(!format!("{known:?}").contains("canary"));
    }

    #[test]
    fn tokens_may_be_long_and_are_not_shown() {
        let refresh = RefreshTokens {
            credentials: credentials(),
            refresh_token: Secret::default(),
        };
        let long = "canary".repeat(200);

        let tokens = refresh
            .parse(&response(&format!(
                r#"{{"token_type":"bearer","access_token":"{long}","refresh_token":"canary2","expires_in":1800,"hub_id":1,"user_id":2,"token_use":"access_token","scopes":["oauth"],"id_token":"canary3"}}"#
            )))
            .unwrap();

        assert_eq!(tokens.access_token.expose(), long);
        assert_eq!(tokens.refresh_token, Some(Secret::new("canary2")));
        assert_eq!(
            (tokens.token_type.as_str(), tokens.expires_in),
            ("bearer", 1800)
        );
        assert_eq!((tokens.hub_id, tokens.user_id), (Some(1), Some(2)));
        assert_eq!(tokens.token_use.as_deref(), Some("access_token"));
        assert_eq!(tokens.scopes, Some(vec!["oauth".to_owned()]));
        assert_eq!(tokens.id_token, Some(Secret::new("canary3")));
        assert!(!format!("{tokens:?}").contains("canary"));
    }

    #[test]
    fn a_body_that_cannot_be_read_is_not_quoted() {
        let refresh = RefreshTokens {
            credentials: credentials(),
            refresh_token: Secret::default(),
        };

        for body in [
            r#"{"access_token":"canary","expires_in":"canary"}"#,
            r#""canary""#,
            "canary",
        ] {
            let error = refresh.parse(&response(body)).unwrap_err();
            assert!(matches!(error, Error::Malformed { .. }));
            assert!(!format!("{error} {error:?}").contains("canary"));
        }
    }

    /// Source: the OAuth API reference, every field of the metadata.
    #[test]
    fn every_field_of_the_metadata_is_read() {
        let body = r#"{"token":"t","user":"user@example.com","hub_domain":"hub.example","hub_id":1,"app_id":2,"user_id":3,"scopes":["contacts"],"expires_in":1754,"token_type":"access","is_private_distribution":true,"signed_access_token":{"expiresAt":1763708400000,"scopes":"AAEC","hubId":1,"userId":3,"appId":2,"signature":"s","scopeToScopeGroupPks":"g","newSignature":"n","hublet":"na1","trialScopes":"ts","trialScopeToScopeGroupPks":"tg","isUserLevel":false,"appInstallId":"i","audience":"a","installingUserId":4,"isPrivateDistribution":true,"isServiceAccount":false}}"#;

        let metadata = ReadAccessToken {
            token: Secret::new("t"),
        }
        .parse(&response(body))
        .unwrap();

        assert_eq!(
            metadata,
            AccessTokenMetadata {
                token: Secret::new("t"),
                user: Some("user@example.com".to_owned()),
                hub_domain: Some("hub.example".to_owned()),
                hub_id: 1,
                app_id: 2,
                user_id: 3,
                scopes: vec!["contacts".to_owned()],
                expires_in: 1754,
                token_type: "access".to_owned(),
                is_private_distribution: Some(true),
                signed_access_token: Some(SignedAccessToken {
                    expires_at: Some(1_763_708_400_000),
                    scopes: Some("AAEC".to_owned()),
                    hub_id: Some(1),
                    user_id: Some(3),
                    app_id: Some(2),
                    signature: Some(Secret::new("s")),
                    scope_to_scope_group_pks: Some("g".to_owned()),
                    new_signature: Some(Secret::new("n")),
                    hublet: Some("na1".to_owned()),
                    trial_scopes: Some("ts".to_owned()),
                    trial_scope_to_scope_group_pks: Some("tg".to_owned()),
                    is_user_level: Some(false),
                    app_install_id: Some("i".to_owned()),
                    audience: Some("a".to_owned()),
                    installing_user_id: Some(4),
                    is_private_distribution: Some(true),
                    is_service_account: Some(false),
                }),
            }
        );
    }

    #[test]
    fn a_token_in_a_path_is_escaped_and_not_shown() {
        let token = || Secret::new("can/ary?");
        let requests = [
            ReadAccessToken { token: token() }.request().unwrap(),
            ReadRefreshToken { token: token() }.request().unwrap(),
            DeleteRefreshToken { token: token() }.request().unwrap(),
        ];

        assert_eq!(
            requests.each_ref().map(|r| (r.method.as_str(), r.target())),
            [
                ("GET", "/oauth/v1/access-tokens/can%2Fary%3F".to_owned()),
                ("GET", "/oauth/v1/refresh-tokens/can%2Fary%3F".to_owned()),
                ("DELETE", "/oauth/v1/refresh-tokens/can%2Fary%3F".to_owned()),
            ]
        );
        assert!(!format!("{requests:?}").contains("ary"));
    }
}
