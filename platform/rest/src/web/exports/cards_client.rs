//! `CardsClient`: app cards in the place of legacy CRM cards.

use wasm_bindgen::prelude::*;

use super::{
    connection::{CallOptions, TokenConnection, shows_nothing},
    options::OwnOptions,
    parameters::Parameters,
};
use crate::card_migration::MigrateCard;

/// App cards in the place of legacy CRM cards.
///
/// Every method's promise rejects with a `RestError`. Neither an error nor an inspection
/// of the client shows the token.
///
/// @example
/// const cards = new CardsClient({ baseUrl: "https://api.example", appId: 123, accessToken });
/// const { remainingPortalCount } = await cards.migrate({ legacyCrmCardId: 1001, appCardId: 5001 });
#[wasm_bindgen]
pub struct CardsClient {
    connection: TokenConnection,
    app_id: i32,
}

#[wasm_bindgen]
impl CardsClient {
    /// @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "CardsClientOptions")] options: &JsValue,
    ) -> Result<Self, JsValue> {
        let mut own = OwnOptions::of(options);
        let app_id = own.app_id();
        let access_token = own.access_token();
        own.accept()?;
        Ok(Self {
            connection: TokenConnection::new(options, access_token)?,
            app_id,
        })
    }

    /// Starts a migration. The same call again answers how far it is: `endedAt` is there
    /// once it has ended.
    #[wasm_bindgen(unchecked_return_type = "CardMigrationProgress")]
    pub async fn migrate(
        &self,
        #[wasm_bindgen(unchecked_param_type = "CardMigration")] migration: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |token, parameters: &mut Parameters| MigrateCard {
            token,
            app_id: self.app_id,
            migration: parameters.field("migration", &migration),
        };
        self.connection.ask(options, call).await
    }
}

shows_nothing! { CardsClient }
