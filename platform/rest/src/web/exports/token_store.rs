//! [`crate::client::TokenStore`] over a function of JavaScript.

use std::rc::Rc;

use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use crate::{
    Secret,
    client::{Fresh, Refresh, TokenStore},
    web::fetch::{Clock, promise_of},
};

/// The tokens of one installation.
#[wasm_bindgen]
#[derive(Debug)]
pub struct Tokens(Rc<TokenStore<Maker>>);

#[wasm_bindgen]
impl Tokens {
    /// `refresh` takes a refresh token, and returns what `OAuthClient.refresh` does.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "(refreshToken: string) => unknown")]
        refresh: Function,
        #[wasm_bindgen(js_name = refreshToken)] refresh_token: String,
    ) -> Self {
        let clock = Clock::default();
        let maker = Maker { refresh, clock };
        Self(Rc::new(TokenStore::of(maker, Secret::new(refresh_token))))
    }

    /// An access token. The work goes on if its caller leaves: the service may replace the
    /// refresh token, which must not get lost.
    #[wasm_bindgen(js_name = accessToken, unchecked_return_type = "Promise<string>")]
    pub fn access_token(&self) -> Promise {
        let store = Rc::clone(&self.0);
        future_to_promise(async move { Ok(store.access_token().await?.expose().into()) })
    }

    /// The refresh token.
    #[wasm_bindgen(js_name = refreshToken, unchecked_return_type = "Promise<string>")]
    pub fn refresh_token(&self) -> Promise {
        let store = Rc::clone(&self.0);
        future_to_promise(async move { Ok(store.refresh_token().await.expose().into()) })
    }
}

#[derive(Debug)]
struct Maker {
    refresh: Function,
    clock: Clock,
}

impl Refresh for Maker {
    type Failure = JsValue;

    async fn refresh(&self, refresh_token: &Secret) -> Result<Fresh, JsValue> {
        let token = refresh_token.expose().into();
        let tokens = self.refresh.call1(&JsValue::UNDEFINED, &token)?;
        let tokens = JsFuture::from(promise_of(&tokens)).await?;
        let get = |name: &str| Reflect::get(&tokens, &name.into()).unwrap_or_default();
        let text = |name: &str| get(name).as_string().map(Secret::new);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a time that is negative, or of no number, is 0"
        )]
        let fresh_for_ms = get("freshForMs").as_f64().unwrap_or_default() as u64;
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
