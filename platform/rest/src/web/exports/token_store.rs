//! `TokenStore`: [`crate::client::TokenStore`] over whatever makes the tokens.

use std::{fmt, rc::Rc};

use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use super::{
    connection::{CallOptions, unless_aborted},
    options::{OwnOptions, unfit},
    parameters::get,
};
use crate::{
    Secret,
    client::{self, Fresh, Refresh},
    web::fetch::{Clock, promise_of},
};

/// Stores the tokens of one installation. Inspecting it shows none.
///
/// @example
/// const store = new TokenStore({ oauth, refreshToken });
/// const headers = { authorization: `Bearer ${await store.accessToken()}` };
#[wasm_bindgen]
pub struct TokenStore {
    store: Rc<client::TokenStore<Maker>>,
}

#[wasm_bindgen]
impl TokenStore {
    /// @throws CallingError `INVALID_OPTION`, naming the option.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "TokenStoreOptions")] options: &JsValue,
    ) -> Result<Self, JsValue> {
        let oauth = get(options, "oauth");
        if !get(&oauth, "refresh").is_function() {
            return Err(unfit("oauth", &oauth, "an OAuthClient"));
        }
        let mut own = OwnOptions::of(options);
        let refresh_token = own.read("refreshToken");
        own.checks.secret(
            "refreshToken",
            &refresh_token,
            "the installation's refresh token",
        );
        own.accept()?;
        let maker = Maker {
            oauth: oauth.unchecked_into(),
            clock: Clock::default(),
        };
        Ok(Self {
            store: Rc::new(client::TokenStore::of(maker, refresh_token)),
        })
    }

    /// An access token that is valid for another minute at least, or for half of its
    /// lifetime if that is less. Concurrent callers share one refresh, and its failure
    /// too; the next call tries again. A signal ends only the caller's wait.
    #[wasm_bindgen(js_name = accessToken, unchecked_return_type = "string")]
    pub async fn access_token(&self, options: Option<CallOptions>) -> Result<JsValue, JsValue> {
        let store = Rc::clone(&self.store);
        unless_aborted(options.as_ref(), async {
            // By itself, so that it goes on when this caller leaves: the service may
            // answer another refresh token, which must not get lost.
            let token = future_to_promise(async move {
                let token = store.access_token().await?;
                Ok(token.expose().into())
            });
            JsFuture::from(token).await
        })
        .await
    }

    /// The refresh token, for you to store: the service may answer another one.
    #[wasm_bindgen(js_name = refreshToken)]
    pub async fn refresh_token(&self) -> String {
        self.store.refresh_token().await.expose().to_owned()
    }
}

impl fmt::Debug for TokenStore {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("TokenStore").finish_non_exhaustive()
    }
}

/// An `OAuthClient`, or a test's double of one.
struct Maker {
    oauth: Oauth,
    clock: Clock,
}

impl Refresh for Maker {
    type Failure = JsValue;

    async fn refresh(&self, refresh_token: &Secret) -> Result<Fresh, JsValue> {
        let tokens = self.oauth.refresh(refresh_token.expose())?;
        let tokens = JsFuture::from(promise_of(&tokens)).await?;
        let text = |name: &str| get(&tokens, name).as_string().map(Secret::new);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a time that is negative, or of no number, is 0"
        )]
        let fresh_for_ms = get(&tokens, "freshForMs").as_f64().unwrap_or_default() as u64;
        Ok(Fresh {
            access_token: text("accessToken").unwrap_or_default(),
            refresh_token: text("refreshToken"),
            fresh_for_ms,
        })
    }

    fn now_ms(&self) -> u64 {
        self.clock.now_ms()
    }
}

#[wasm_bindgen]
extern "C" {
    type Oauth;

    #[wasm_bindgen(method, structural, catch)]
    fn refresh(this: &Oauth, refresh_token: &str) -> Result<JsValue, JsValue>;
}
