//! `OAuthClient`, `authorizationUrl` and `createPkce`.

use std::fmt;

use wasm_bindgen::prelude::*;
use web_sys::Crypto;

use super::{
    connection::{Answered, CallOptions, Connection, parsed, unless_aborted},
    failure::{refused, thrown},
    options::{OwnOptions, unfit},
    parameters::{Parameters, get},
};
use crate::{
    Endpoint, Error,
    oauth::{
        Authorization, ClientCredentials, Credentials, DeleteRefreshToken, ExchangeCode,
        Introspect, OAuthVersion, ReadAccessToken, ReadRefreshToken, RefreshTokens, RevokeToken,
        Tokens,
    },
    pkce::{CodeChallenge, CodeVerifier},
    problem::{Problem, ProblemCode},
};

/// The tokens of an app, at the service.
///
/// Every method's promise rejects with a `RestError`. Neither an error nor an
/// inspection of the client shows a secret or a token.
#[wasm_bindgen]
pub struct OAuthClient {
    connection: Connection,
    credentials: Credentials,
}

#[wasm_bindgen]
impl OAuthClient {
    /// @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "OAuthClientOptions")] options: &JsValue,
    ) -> Result<Self, JsValue> {
        let connection = Connection::new(options)?;
        let version = get(options, "version");
        let version = match version.as_string().as_deref() {
            Some("v1") => OAuthVersion::V1,
            Some("v3") => OAuthVersion::V3,
            None if version.is_undefined() => OAuthVersion::V1,
            _ => return Err(unfit("version", &version, "\"v1\" or \"v3\"")),
        };
        let mut own = OwnOptions::of(options);
        let credentials = Credentials {
            client_id: own.read("clientId"),
            client_secret: own.read("clientSecret"),
            version,
        };
        own.checks = credentials.checks();
        own.accept()?;
        Ok(Self {
            connection,
            credentials,
        })
    }

    /// Exchanges the code of an authorization; a code works once. `redirectUri` is
    /// the authorization's, exactly; `codeVerifier` belongs to its challenge.
    #[wasm_bindgen(js_name = exchangeCode, unchecked_return_type = "Tokens")]
    pub async fn exchange_code(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ExchangeCode")] grant: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |credentials, parameters: &mut Parameters| ExchangeCode {
            credentials,
            code_verifier: parameters.parsed("codeVerifier", &grant, CodeVerifier::parse),
            ..parameters.read("grant", &grant)
        };
        Ok(tokens(&self.ask(options, call).await?))
    }

    /// Makes a new access token. The answer may have another refresh token: store it.
    #[wasm_bindgen(unchecked_return_type = "Tokens")]
    pub async fn refresh(
        &self,
        #[wasm_bindgen(js_name = refreshToken, unchecked_param_type = "string")]
        refresh_token: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |credentials, parameters: &mut Parameters| RefreshTokens {
            credentials,
            refresh_token: parameters.field("refreshToken", &refresh_token),
        };
        Ok(tokens(&self.ask(options, call).await?))
    }

    /// Asks for an access token of the app itself, without a user (`client_credentials`,
    /// at v1). There is no refresh token: ask again instead.
    #[wasm_bindgen(js_name = clientCredentials, unchecked_return_type = "Tokens")]
    pub async fn client_credentials(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ClientCredentials")] grant: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |credentials, parameters: &mut Parameters| ClientCredentials {
            credentials,
            ..parameters.read("grant", &grant)
        };
        Ok(tokens(&self.ask(options, call).await?))
    }

    /// Reads whether a token of the app is valid, and its metadata (v3). `hint` says of
    /// which kind it is.
    #[wasm_bindgen(unchecked_return_type = "Introspection")]
    pub async fn introspect(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] token: JsValue,
        hint: Option<Hint>,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let hint = hint.map_or(JsValue::UNDEFINED, JsValue::from);
        let call = |credentials, parameters: &mut Parameters| Introspect {
            credentials,
            token: parameters.field("token", &token),
            hint: parameters.field("hint", &hint),
        };
        Ok(self.ask(options, call).await?.in_camel_case(None))
    }

    /// Ends a refresh token, and nothing else, as `deleteRefreshToken` does (v3).
    #[wasm_bindgen(js_name = revokeToken)]
    pub async fn revoke_token(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] token: JsValue,
        options: Option<CallOptions>,
    ) -> Result<(), JsValue> {
        let call = |credentials, parameters: &mut Parameters| RevokeToken {
            credentials,
            token: parameters.field("token", &token),
        };
        self.ask(options, call).await.map(drop)
    }

    /// Reads the metadata of an access token.
    #[wasm_bindgen(js_name = readAccessToken, unchecked_return_type = "AccessTokenMetadata")]
    pub async fn read_access_token(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] token: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |parameters: &mut Parameters| ReadAccessToken {
            token: parameters.field("token", &token),
        };
        Ok(self.ask_without(options, call).await?.in_camel_case(None))
    }

    /// Reads the metadata of a refresh token.
    #[wasm_bindgen(js_name = readRefreshToken, unchecked_return_type = "RefreshTokenMetadata")]
    pub async fn read_refresh_token(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] token: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |parameters: &mut Parameters| ReadRefreshToken {
            token: parameters.field("token", &token),
        };
        Ok(self.ask_without(options, call).await?.in_camel_case(None))
    }

    /// Deletes a refresh token, and nothing else: access tokens made with it stay
    /// valid until they expire, and the app stays installed.
    #[wasm_bindgen(js_name = deleteRefreshToken)]
    pub async fn delete_refresh_token(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] token: JsValue,
        options: Option<CallOptions>,
    ) -> Result<(), JsValue> {
        let call = |parameters: &mut Parameters| DeleteRefreshToken {
            token: parameters.field("token", &token),
        };
        self.ask_without(options, call).await.map(drop)
    }
}

impl OAuthClient {
    /// Asks the endpoint that is made of the app's credentials and the parameters.
    async fn ask<E: Endpoint>(
        &self,
        options: Option<CallOptions>,
        endpoint: impl FnOnce(Credentials, &mut Parameters) -> E,
    ) -> Result<Answered<E::Answer>, JsValue> {
        self.ask_without(options, |parameters| {
            endpoint(self.credentials.clone(), parameters)
        })
        .await
    }

    /// Asks an endpoint that takes no credentials.
    async fn ask_without<E: Endpoint>(
        &self,
        options: Option<CallOptions>,
        endpoint: impl FnOnce(&mut Parameters) -> E,
    ) -> Result<Answered<E::Answer>, JsValue> {
        unless_aborted(options.as_ref(), async {
            let mut parameters = Parameters::default();
            let endpoint = endpoint(&mut parameters);
            self.connection.ask(parameters, endpoint).await
        })
        .await
    }
}

impl fmt::Debug for OAuthClient {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("OAuthClient")
            .finish_non_exhaustive()
    }
}

/// The address a user is sent to, to install the app. Nothing is sent.
///
/// @throws RestError `INVALID_REQUEST`, with every fault.
#[wasm_bindgen(js_name = authorizationUrl)]
pub fn authorization_url(
    #[wasm_bindgen(unchecked_param_type = "Authorization")] authorization: &JsValue,
) -> Result<String, JsValue> {
    let mut parameters = Parameters::default();
    let auth_url: String = parameters.field("authUrl", &get(authorization, "authUrl"));
    let authorization = Authorization {
        code_challenge: parameters.parsed("codeChallenge", authorization, CodeChallenge::parse),
        ..parameters.read("authorization", authorization)
    };
    parameters.finish(authorization.check(&auth_url))?;
    Ok(authorization.url(&auth_url))
}

/// Makes a verifier and its challenge, of the method S256. Nothing is sent.
///
/// @param bytes 32 bytes that nobody can guess; by default those of the platform.
/// @throws CallingError `INVALID_OPTION` where the platform has no randomness to give.
/// @throws RestError `INVALID_REQUEST` when there are not 32.
/// @example
/// const { codeVerifier, codeChallenge } = createPkce();
/// const address = authorizationUrl({ authUrl, clientId, redirectUri, scopes, state, codeChallenge });
/// // and when the user is back:
/// const tokens = await oauth.exchangeCode({ code, redirectUri, codeVerifier });
#[wasm_bindgen(js_name = createPkce, unchecked_return_type = "Pkce")]
pub fn create_pkce(
    #[wasm_bindgen(unchecked_optional_param_type = "Uint8Array")] bytes: Option<Vec<u8>>,
) -> Result<JsValue, JsValue> {
    let bytes = match bytes {
        Some(bytes) => bytes,
        None => random()?,
    };
    let Ok(bytes) = <&[u8; 32]>::try_from(bytes.as_slice()) else {
        return Err(thrown(&Error::Invalid(vec![Problem::new(
            ProblemCode::InvalidPkce,
            Some("bytes"),
            "bytes are not 32: give 32 bytes of the system's randomness",
        )])));
    };
    let verifier = CodeVerifier::from_bytes(bytes);
    let pair = serde_json::json!({
        "codeVerifier": verifier.secret().expose(),
        "codeChallenge": verifier.challenge().as_str(),
    });
    Ok(parsed(&pair.to_string()))
}

fn random() -> Result<Vec<u8>, JsValue> {
    let mut bytes = vec![0; 32];
    CRYPTO.with(|crypto| match crypto {
        Some(crypto) => crypto.get_random_values_with_u8_array(&mut bytes).map(drop),
        None => Err(refused(
            "INVALID_OPTION",
            "there is no crypto here, which Node has from 20 on: give 32 bytes, such as \
             randomBytes(32) of node:crypto",
        )),
    })?;
    Ok(bytes)
}

/// The answer, with for how long its access token can be used.
fn tokens(answered: &Answered<Tokens>) -> JsValue {
    answered.in_camel_case(Some(("freshForMs", answered.read.fresh_for_ms())))
}

#[wasm_bindgen]
extern "C" {
    /// A kind of token.
    #[derive(Debug)]
    #[wasm_bindgen(typescript_type = "TokenKind")]
    pub type Hint;

    #[wasm_bindgen(thread_local_v2, js_name = crypto)]
    static CRYPTO: Option<Crypto>;
}
