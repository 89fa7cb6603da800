//! `SettingsClient`: the calling settings of one app, at the service.

use std::rc::Rc;

use wasm_bindgen::prelude::*;

use super::{
    connection::{Answered, CallOptions, Connection, shows_nothing, unless_aborted},
    failure::refused,
    options::OwnOptions,
    parameters::Parameters,
};
use crate::{
    Endpoint, Secret,
    access::Access,
    calling_settings::{App, CreateSettings, DeleteSettings, ReadSettings, UpdateSettings},
    channel_connection::{
        CreateChannelConnection, DeleteChannelConnection, ReadChannelConnection,
        UpdateChannelConnection,
    },
    inbound_call::InboundCall,
    recording::{Recording, RecordingAction, RecordingReady},
};

/// The calling settings of one app, at the service.
///
/// Every method's promise rejects with a `RestError`. A request with faults is not
/// sent: `INVALID_REQUEST` has every fault with its field. Neither an error nor an
/// inspection of the client shows the key.
///
/// @example
/// const client = new SettingsClient({ baseUrl: "https://api.example", appId: 123, key: process.env.DEVELOPER_KEY });
/// await client.create({ name: "Phone", url: "https://phone.example/", isReady: false });
/// await client.update({ isReady: true });
#[wasm_bindgen]
pub struct SettingsClient {
    app: Rc<AppConnection>,
}

#[wasm_bindgen]
impl SettingsClient {
    /// @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "SettingsClientOptions")] options: &JsValue,
    ) -> Result<Self, JsValue> {
        let app = AppConnection::new(options)?;
        Ok(Self { app: Rc::new(app) })
    }

    /// Registers the app's settings. Refused with 409 when there are some.
    #[wasm_bindgen(unchecked_return_type = "StoredSettings")]
    pub async fn create(
        &self,
        #[wasm_bindgen(unchecked_param_type = "CallingSettings")] settings: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |app, parameters: &mut Parameters| CreateSettings {
            app,
            settings: parameters.read_whole("settings", &settings),
        };
        Ok(self.app.ask(options, call).await?.as_it_came())
    }

    /// Reads the app's settings. Refused with 404 when there are none.
    #[wasm_bindgen(unchecked_return_type = "StoredSettings")]
    pub async fn read(&self, options: Option<CallOptions>) -> Result<JsValue, JsValue> {
        let call = |app, _: &mut Parameters| ReadSettings { app };
        Ok(self.app.ask(options, call).await?.as_it_came())
    }

    /// Changes what is given; the rest stays. `{ isReady: true }` takes the app into
    /// production. Refused with 404 when there are no settings.
    #[wasm_bindgen(unchecked_return_type = "StoredSettings")]
    pub async fn update(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Partial<CallingSettings>")] patch: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |app, parameters: &mut Parameters| UpdateSettings {
            app,
            patch: parameters.read_whole("patch", &patch),
        };
        Ok(self.app.ask(options, call).await?.as_it_came())
    }

    /// Removes the app's settings.
    pub async fn delete(&self, options: Option<CallOptions>) -> Result<(), JsValue> {
        let call = |app, _: &mut Parameters| DeleteSettings { app };
        self.app.ask(options, call).await.map(drop)
    }

    /// Reports to the service that the recording of an engagement's call can be fetched.
    #[wasm_bindgen(js_name = recordingReady)]
    pub async fn recording_ready(
        &self,
        #[wasm_bindgen(js_name = engagementId, unchecked_param_type = "number")]
        engagement_id: JsValue,
        options: Option<CallOptions>,
    ) -> Result<(), JsValue> {
        let call = |app: App, parameters: &mut Parameters| RecordingReady {
            access: app.access,
            engagement_id: parameters.field("engagementId", &engagement_id),
        };
        self.app.ask(options, call).await.map(drop)
    }

    /// Reports an incoming call to the service, and gets the records of its caller.
    #[wasm_bindgen(js_name = inboundCall, unchecked_return_type = "InboundCallAnswer")]
    pub async fn inbound_call(
        &self,
        #[wasm_bindgen(unchecked_param_type = "InboundCall")] call: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |app: App, parameters: &mut Parameters| InboundCall {
            access: app.access,
            ..parameters.read_whole("call", &call)
        };
        Ok(self.app.ask(options, call).await?.as_it_came())
    }

    /// Where recordings are fetched.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn recording(&self) -> RecordingClient {
        RecordingClient {
            app: Rc::clone(&self.app),
        }
    }

    /// Where the service asks for the numbers of the app's users.
    #[wasm_bindgen(getter, js_name = channelConnection)]
    #[must_use]
    pub fn channel_connection(&self) -> ChannelConnectionClient {
        ChannelConnectionClient {
            app: Rc::clone(&self.app),
        }
    }
}

/// Where recordings are fetched.
#[wasm_bindgen]
pub struct RecordingClient {
    app: Rc<AppConnection>,
}

#[wasm_bindgen]
impl RecordingClient {
    /// Registers the address.
    #[wasm_bindgen(unchecked_return_type = "RecordingSettings")]
    pub async fn create(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] url: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |app, parameters: &mut Parameters| Recording {
            app,
            action: RecordingAction::Create(parameters.field(RECORDING_URL, &url)),
        };
        Ok(self.app.ask(options, call).await?.as_it_came())
    }

    /// Reads it.
    #[wasm_bindgen(unchecked_return_type = "RecordingSettings")]
    pub async fn read(&self, options: Option<CallOptions>) -> Result<JsValue, JsValue> {
        let call = |app, _: &mut Parameters| Recording {
            app,
            action: RecordingAction::Read,
        };
        Ok(self.app.ask(options, call).await?.as_it_came())
    }

    /// Changes it.
    #[wasm_bindgen(unchecked_return_type = "RecordingSettings")]
    pub async fn update(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] url: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |app, parameters: &mut Parameters| Recording {
            app,
            action: RecordingAction::Update(parameters.field(RECORDING_URL, &url)),
        };
        Ok(self.app.ask(options, call).await?.as_it_came())
    }
}

/// As the parameter is named.
const RECORDING_URL: &str = "url";

/// Where the service asks for the numbers of the app's users.
#[wasm_bindgen]
pub struct ChannelConnectionClient {
    app: Rc<AppConnection>,
}

#[wasm_bindgen]
impl ChannelConnectionClient {
    /// Registers the connection.
    #[wasm_bindgen(unchecked_return_type = "StoredChannelConnection")]
    pub async fn create(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ChannelConnection")] connection: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |app, parameters: &mut Parameters| CreateChannelConnection {
            app,
            ..parameters.read_whole("connection", &connection)
        };
        Ok(self.app.ask(options, call).await?.as_it_came())
    }

    /// Reads it.
    #[wasm_bindgen(unchecked_return_type = "StoredChannelConnection")]
    pub async fn read(&self, options: Option<CallOptions>) -> Result<JsValue, JsValue> {
        let call = |app, _: &mut Parameters| ReadChannelConnection { app };
        Ok(self.app.ask(options, call).await?.as_it_came())
    }

    /// Changes what is given.
    #[wasm_bindgen(unchecked_return_type = "StoredChannelConnection")]
    pub async fn update(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Partial<ChannelConnection>")] patch: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |app, parameters: &mut Parameters| UpdateChannelConnection {
            app,
            ..parameters.read_whole("patch", &patch)
        };
        Ok(self.app.ask(options, call).await?.as_it_came())
    }

    /// Removes it.
    pub async fn delete(&self, options: Option<CallOptions>) -> Result<(), JsValue> {
        let call = |app, _: &mut Parameters| DeleteChannelConnection { app };
        self.app.ask(options, call).await.map(drop)
    }
}

/// A connection, and the app that is asked about. What it is made of stays in this
/// module, where neither `JSON.stringify` nor an inspection of a client finds a secret.
struct AppConnection {
    connection: Connection,
    app_id: i32,
    access: AppAccess,
}

/// By what the calls are made.
enum AppAccess {
    Key(Secret),
    /// A text, or a function that gives one for each call.
    Token(JsValue),
}

impl AppConnection {
    /// Of `SettingsClientOptions`.
    fn new(options: &JsValue) -> Result<Self, JsValue> {
        let mut own = OwnOptions::of(options);
        if own.has("key") && own.has("accessToken") {
            let fault = "key and accessToken are both there: give one of them";
            return Err(refused("INVALID_OPTION", fault));
        }
        let app_id = own.app_id();
        let access = if own.has("accessToken") {
            AppAccess::Token(own.access_token())
        } else {
            let key: Secret = own.read("key");
            Access::Key(key.clone()).check(&mut own.checks);
            AppAccess::Key(key)
        };
        own.accept()?;
        Ok(Self {
            connection: Connection::new(options)?,
            app_id,
            access,
        })
    }

    /// Asks the endpoint that is made of the app and the parameters.
    async fn ask<E: Endpoint>(
        &self,
        options: Option<CallOptions>,
        endpoint: impl FnOnce(App, &mut Parameters) -> E,
    ) -> Result<Answered<E::Answer>, JsValue> {
        unless_aborted(options.as_ref(), async {
            let mut parameters = Parameters::default();
            let access = match &self.access {
                AppAccess::Key(key) => Access::Key(key.clone()),
                AppAccess::Token(token) => {
                    let token = self.connection.token_for_call(token, options.as_ref());
                    Access::Token(parameters.field("accessToken", &token.await?))
                }
            };
            let id = self.app_id;
            let endpoint = endpoint(App { id, access }, &mut parameters);
            self.connection.ask(parameters, endpoint).await
        })
        .await
    }
}

shows_nothing! { SettingsClient RecordingClient ChannelConnectionClient }
