//! `TimelineClient`: events on the timelines of records, and their types.

use wasm_bindgen::prelude::*;

use super::{
    connection::{CallOptions, TokenConnection, shows_nothing},
    options::OwnOptions,
    parameters::{Parameters, get},
};
use crate::{
    Endpoint,
    access::Access,
    timeline::{
        Developer,
        event_properties::{
            CreateEventProperty, DeleteEventProperty, ListEventProperties, UpdateEventProperty,
        },
        event_types::{
            CreateEventType, DeleteEventType, ListEventTypes, ReadEventType, UpdateEventType,
        },
        events::{CreateEvent, Installation, PutEvent, PutEvents, ReadEvent},
    },
};

/// Events on the timelines of records, and their types.
///
/// Event types and their properties take the developer's `key`, and `userId`; events take
/// the `accessToken`. Every method's promise rejects with a `RestError`. A request with
/// faults is not sent: `INVALID_REQUEST` has every fault with its field. Neither an error
/// nor an inspection of the client shows the key or the token.
///
/// @example
/// const timeline = new TimelineClient({ baseUrl: "https://api.example", appId: 123, accessToken: (options) => store.accessToken(options) });
/// await timeline.putEvent({ id: "visit-1", eventTypeId: "5001", email: "maria.okafor@example.com" });
#[wasm_bindgen]
pub struct TimelineClient {
    connection: TokenConnection,
    app_id: i32,
    key: JsValue,
    user_id: JsValue,
}

#[wasm_bindgen]
impl TimelineClient {
    /// @throws CallingError `INVALID_URL` or `INVALID_OPTION`, naming the option.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "TimelineClientOptions")] options: &JsValue,
    ) -> Result<Self, JsValue> {
        let mut own = OwnOptions::of(options);
        let app_id = own.app_id();
        // Events take no key, and event types no token: what is not there is missed by
        // the calls that take it.
        if own.has("key") {
            let key = own.read("key");
            Access::Key(key).check(&mut own.checks);
        }
        if own.has("userId") {
            let user_id: i64 = own.read("userId");
            own.checks.id("userId", user_id);
        }
        let access_token = match own.has("accessToken") {
            true => own.access_token(),
            false => JsValue::UNDEFINED,
        };
        own.accept()?;
        Ok(Self {
            connection: TokenConnection::new(options, access_token)?,
            app_id,
            key: get(options, "key"),
            user_id: get(options, "userId"),
        })
    }

    /// Lists the event types of the app.
    #[wasm_bindgen(js_name = listEventTypes, unchecked_return_type = "readonly EventType[]")]
    pub async fn list_event_types(&self, options: Option<CallOptions>) -> Result<JsValue, JsValue> {
        let call = |developer, _: &mut Parameters| ListEventTypes { developer };
        self.as_developer(options, call).await
    }

    /// Reads an event type.
    #[wasm_bindgen(js_name = readEventType, unchecked_return_type = "EventType")]
    pub async fn read_event_type(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |developer, parameters: &mut Parameters| ReadEventType {
            developer,
            id: parameters.field("id", &id),
        };
        self.as_developer(options, call).await
    }

    /// Creates an event type.
    #[wasm_bindgen(js_name = createEventType, unchecked_return_type = "EventType")]
    pub async fn create_event_type(
        &self,
        #[wasm_bindgen(js_name = eventType, unchecked_param_type = "NewEventType")]
        event_type: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |developer, parameters: &mut Parameters| CreateEventType {
            developer,
            event_type: parameters.field("eventType", &event_type),
        };
        self.as_developer(options, call).await
    }

    /// Replaces an event type. It can take up to an hour until events show it. The service
    /// answers nothing.
    #[wasm_bindgen(js_name = updateEventType, unchecked_return_type = "EventType | undefined")]
    pub async fn update_event_type(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
        #[wasm_bindgen(js_name = eventType, unchecked_param_type = "NewEventType")]
        event_type: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |developer, parameters: &mut Parameters| UpdateEventType {
            developer,
            id: parameters.field("id", &id),
            event_type: parameters.field("eventType", &event_type),
        };
        self.as_developer(options, call).await
    }

    /// Deletes an event type.
    #[wasm_bindgen(js_name = deleteEventType)]
    pub async fn delete_event_type(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
        options: Option<CallOptions>,
    ) -> Result<(), JsValue> {
        let call = |developer, parameters: &mut Parameters| DeleteEventType {
            developer,
            id: parameters.field("id", &id),
        };
        self.as_developer(options, call).await.map(drop)
    }

    /// Lists the properties of an event type.
    #[wasm_bindgen(js_name = listProperties, unchecked_return_type = "readonly EventProperty[]")]
    pub async fn list_properties(
        &self,
        #[wasm_bindgen(js_name = eventTypeId, unchecked_param_type = "number")]
        event_type_id: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |developer, parameters: &mut Parameters| ListEventProperties {
            developer,
            event_type_id: parameters.field("eventTypeId", &event_type_id),
        };
        self.as_developer(options, call).await
    }

    /// Creates a property of an event type.
    #[wasm_bindgen(js_name = createProperty, unchecked_return_type = "EventProperty")]
    pub async fn create_property(
        &self,
        #[wasm_bindgen(js_name = eventTypeId, unchecked_param_type = "number")]
        event_type_id: JsValue,
        #[wasm_bindgen(unchecked_param_type = "NewEventProperty")] property: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |developer, parameters: &mut Parameters| CreateEventProperty {
            developer,
            event_type_id: parameters.field("eventTypeId", &event_type_id),
            property: parameters.field("property", &property),
        };
        self.as_developer(options, call).await
    }

    /// Replaces a property; its name and type stay what they were. It can take up to an hour
    /// until events show it.
    #[wasm_bindgen(js_name = updateProperty, unchecked_return_type = "EventProperty | undefined")]
    pub async fn update_property(
        &self,
        #[wasm_bindgen(js_name = eventTypeId, unchecked_param_type = "number")]
        event_type_id: JsValue,
        #[wasm_bindgen(unchecked_param_type = "EventPropertyChange")] change: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |developer, parameters: &mut Parameters| UpdateEventProperty {
            developer,
            event_type_id: parameters.field("eventTypeId", &event_type_id),
            change: parameters.field("change", &change),
        };
        self.as_developer(options, call).await
    }

    /// Deletes a property of an event type.
    #[wasm_bindgen(js_name = deleteProperty)]
    pub async fn delete_property(
        &self,
        #[wasm_bindgen(js_name = eventTypeId, unchecked_param_type = "number")]
        event_type_id: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
        options: Option<CallOptions>,
    ) -> Result<(), JsValue> {
        let call = |developer, parameters: &mut Parameters| DeleteEventProperty {
            developer,
            event_type_id: parameters.field("eventTypeId", &event_type_id),
            id: parameters.field("id", &id),
        };
        self.as_developer(options, call).await.map(drop)
    }

    /// Creates an event, or replaces the one of its type and identifier.
    #[wasm_bindgen(js_name = createEvent, unchecked_return_type = "TimelineEvent | undefined")]
    pub async fn create_event(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TimelineEvent")] event: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |installation, parameters: &mut Parameters| CreateEvent {
            installation,
            event: parameters.field("event", &event),
        };
        self.as_installation(options, call).await
    }

    /// The same by `PUT`, which is retried.
    #[wasm_bindgen(js_name = putEvent, unchecked_return_type = "TimelineEvent | undefined")]
    pub async fn put_event(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TimelineEvent")] event: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |installation, parameters: &mut Parameters| PutEvent {
            installation,
            event: parameters.field("event", &event),
        };
        self.as_installation(options, call).await
    }

    /// Creates or replaces up to a hundred events.
    #[wasm_bindgen(js_name = putEvents, unchecked_return_type = "TimelineEventBatch | undefined")]
    pub async fn put_events(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly TimelineEvent[]")] events: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |installation, parameters: &mut Parameters| PutEvents {
            installation,
            events: parameters.field("events", &events),
        };
        self.as_installation(options, call).await
    }

    /// Reads an event.
    #[wasm_bindgen(js_name = readEvent, unchecked_return_type = "TimelineEvent")]
    pub async fn read_event(
        &self,
        #[wasm_bindgen(js_name = eventTypeId, unchecked_param_type = "number")]
        event_type_id: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] id: JsValue,
        options: Option<CallOptions>,
    ) -> Result<JsValue, JsValue> {
        let call = |installation, parameters: &mut Parameters| ReadEvent {
            installation,
            event_type_id: parameters.field("eventTypeId", &event_type_id),
            id: parameters.part("id", &id),
        };
        self.as_installation(options, call).await
    }
}

impl TimelineClient {
    async fn as_developer<E: Endpoint + 'static>(
        &self,
        options: Option<CallOptions>,
        endpoint: impl FnOnce(Developer, &mut Parameters) -> E,
    ) -> Result<JsValue, JsValue> {
        let make = |parameters: &mut Parameters| {
            let developer = Developer {
                app_id: self.app_id,
                key: parameters.field("key", &self.key),
                user_id: parameters.field("userId", &self.user_id),
            };
            endpoint(developer, parameters)
        };
        self.connection.ask_without_token(options, make).await
    }

    async fn as_installation<E: Endpoint + 'static>(
        &self,
        options: Option<CallOptions>,
        endpoint: impl FnOnce(Installation, &mut Parameters) -> E,
    ) -> Result<JsValue, JsValue> {
        let make = |token, parameters: &mut Parameters| {
            endpoint(
                Installation {
                    app_id: self.app_id,
                    token,
                },
                parameters,
            )
        };
        self.connection.ask(options, make).await
    }
}

shows_nothing! { TimelineClient }
