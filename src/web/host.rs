//! The host entry's class.

use std::cell::RefCell;

use js_sys::Array;
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::protocol::{Kind, Millis, OriginPattern, Payload};
use crate::session::host::{Host, HostConfig, HostOutput, Lifecycle, StoreRequest};
use crate::session::{Code, Facts, SourceId, calls_snapshot};

/// A host's session with the widget in one frame.
#[wasm_bindgen]
#[derive(Debug)]
pub struct HostSession {
    inner: RefCell<Host<JsValue>>,
}

#[wasm_bindgen]
impl HostSession {
    /// A session by its configuration, whose first origin that is none is
    /// thrown; `context` holds SYNC's further fields.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "object")] config: JsValue,
        #[wasm_bindgen(unchecked_param_type = "object")] context: JsValue,
    ) -> Result<Self, JsValue> {
        let config: Config = serde_wasm_bindgen::from_value(config)?;
        if let Some(text) = config
            .allowed_widget_origins
            .iter()
            .find(|text| OriginPattern::parse(text).is_none())
        {
            return Err(JsValue::from_str(text));
        }
        Ok(Self {
            inner: RefCell::new(Host::new(HostConfig {
                own_origin: config.own_origin,
                widget_origin: config.widget_origin,
                instance: config.instance,
                context,
                allowed_widget_origins: config.allowed_widget_origins,
                is_ready: config.is_ready,
                supports_custom_objects: config.supports_custom_objects,
                supports_inbound_calling: config.supports_inbound_calling,
                in_call_task: config.in_call_task,
                lifecycle: if config.is_strict {
                    Lifecycle::Strict
                } else {
                    Lifecycle::Warn
                },
            })),
        })
    }

    /// The frame was given an address.
    pub fn frame_loading(&self, now: f64) {
        self.inner.borrow_mut().handle_frame_loading(Millis(now));
    }

    /// The frame loaded.
    pub fn frame_loaded(&self, now: f64) {
        self.inner.borrow_mut().handle_frame_loaded(Millis(now));
    }

    /// The frame reported an error.
    pub fn frame_error(&self) {
        self.inner.borrow_mut().handle_frame_error();
    }

    /// A message event with what the browser attests of it.
    pub fn receive(
        &self,
        now: f64,
        is_trusted: bool,
        is_from_frame: bool,
        origin: &str,
        #[wasm_bindgen(unchecked_param_type = "unknown")] message: &JsValue,
    ) {
        let facts = Facts {
            is_trusted,
            source: if is_from_frame {
                SourceId::PEER
            } else {
                SourceId::FOREIGN
            },
            origin,
        };
        self.inner
            .borrow_mut()
            .handle_message(Millis(now), &facts, message);
    }

    /// The record store answered.
    pub fn store_succeeded(
        &self,
        now: f64,
        request: u32,
        #[wasm_bindgen(unchecked_param_type = "unknown")] value: JsValue,
    ) {
        self.inner
            .borrow_mut()
            .handle_store_result(Millis(now), request, Ok(value));
    }

    /// The record store failed, with this text.
    pub fn store_failed(&self, now: f64, request: u32, text: String) {
        self.inner
            .borrow_mut()
            .handle_store_result(Millis(now), request, Err(text));
    }

    /// The page opened a record, or could not.
    pub fn navigated(&self, request: u32, succeeded: bool) {
        self.inner
            .borrow_mut()
            .handle_navigation_result(request, succeeded);
    }

    /// Time passed.
    pub fn handle_timeout(&self, now: f64) {
        self.inner.borrow_mut().handle_timeout(Millis(now));
    }

    /// When [`HostSession::handle_timeout`] is due.
    pub fn poll_timeout(&self) -> Option<f64> {
        self.inner.borrow().poll_timeout().map(|at| at.0)
    }

    /// The next order, a tag and what belongs to it; undefined when there is
    /// none.
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn poll(&self) -> JsValue {
        // The borrow ends here, before the edge acts on the order.
        let output = self.inner.borrow_mut().poll_output();
        output.map_or(JsValue::UNDEFINED, order)
    }

    /// The user wants to call a number.
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn dial(
        &self,
        now: f64,
        #[wasm_bindgen(unchecked_param_type = "unknown")] data: &JsValue,
    ) -> JsValue {
        outcome(
            "phoneNumber",
            self.inner.borrow_mut().dial_number(Millis(now), data),
        )
    }

    /// Drops the number that waits; whether there was one.
    pub fn cancel_dial(&self) -> bool {
        self.inner.borrow_mut().cancel_dial()
    }

    /// The user hangs up.
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn end_call(&self) -> JsValue {
        outcome("", self.inner.borrow_mut().end_call())
    }

    /// The user minimises, hides or shows the frame.
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn set_visibility(&self, is_minimized: Option<bool>, is_hidden: Option<bool>) -> JsValue {
        outcome(
            "",
            self.inner
                .borrow_mut()
                .set_visibility(is_minimized, is_hidden),
        )
    }

    /// Sends a message of this type.
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn send(
        &self,
        wire: &str,
        #[wasm_bindgen(unchecked_param_type = "unknown")] data: JsValue,
    ) -> JsValue {
        let data = (!data.is_undefined()).then_some(data);
        outcome(
            "",
            match Kind::parse(wire) {
                Some(kind) => self.inner.borrow_mut().send(kind, data),
                None => Err(Code::UnknownType),
            },
        )
    }

    /// Sends a message as it is.
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn send_raw(
        &self,
        #[wasm_bindgen(unchecked_param_type = "unknown")] message: &JsValue,
    ) -> JsValue {
        outcome("type", self.inner.borrow_mut().send_raw(message))
    }

    /// The user began or left a queue of tasks of the type Call.
    pub fn set_in_call_task(&self, in_call_task: bool) {
        self.inner.borrow_mut().set_in_call_task(in_call_task);
    }

    /// Whether the user works through a queue of tasks of the type Call.
    pub fn in_call_task(&self) -> bool {
        self.inner.borrow().config().in_call_task
    }

    /// Whether numbers of an object type are offered for dialling.
    pub fn can_dial(&self, object_type_id: &str) -> bool {
        self.inner.borrow().can_dial(object_type_id)
    }

    /// The state's name.
    pub fn state(&self) -> String {
        self.inner.borrow().state().name().to_owned()
    }

    /// What the widget said of itself.
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn widget(&self) -> JsValue {
        let host = self.inner.borrow();
        let widget = host.widget();
        let mut value = JsValue::empty();
        value.put("isLoggedIn", Some(widget.is_logged_in.into()));
        value.put("isAvailable", Some(widget.is_available.into()));
        value.put("isTest", Some((!host.config().is_ready).into()));
        for (name, text) in [
            ("version", &widget.version),
            ("sdkVersion", &widget.sdk_version),
        ] {
            if let Some(text) = text {
                value.put(name, Some(JsValue::from_str(text)));
            }
        }
        if let Some(debug_mode) = widget.debug_mode {
            value.put("debugMode", Some(debug_mode.into()));
        }
        value
    }

    /// How the frame is shown.
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn visibility(&self) -> JsValue {
        let visibility = self.inner.borrow().visibility();
        let mut value = JsValue::empty();
        value.put("isMinimized", Some(visibility.is_minimized.into()));
        value.put("isHidden", Some(visibility.is_hidden.into()));
        value
    }

    /// The calls, each as an object.
    #[wasm_bindgen(unchecked_return_type = "unknown[]")]
    pub fn calls(&self) -> Vec<JsValue> {
        calls_snapshot(self.inner.borrow().calls())
    }

    /// Whether a call runs or is about to.
    pub fn has_active_call(&self) -> bool {
        self.inner.borrow().has_active_call()
    }

    /// How often each code was given: an object from code to number.
    #[wasm_bindgen(unchecked_return_type = "unknown")]
    pub fn counts(&self) -> JsValue {
        let mut counts = JsValue::empty();
        for (code, count) in self.inner.borrow().counts() {
            counts.put(code.as_str(), Some((*count).into()));
        }
        counts
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Config {
    own_origin: String,
    widget_origin: String,
    instance: String,
    allowed_widget_origins: Vec<String>,
    is_ready: bool,
    supports_custom_objects: bool,
    supports_inbound_calling: bool,
    in_call_task: bool,
    is_strict: bool,
}

/// Shape: `{sent: true, messageId}` or `{sent: false, code, message}`; `field` is
/// the one the command cannot do without.
fn outcome(field: &str, result: Result<String, Code>) -> JsValue {
    let mut value = JsValue::empty();
    value.put("sent", Some(result.is_ok().into()));
    match result {
        Ok(id) => value.put("messageId", Some(JsValue::from_str(&id))),
        Err(code) => {
            value.put("code", Some(JsValue::from_str(code.as_str())));
            let text = match code {
                // What the table says of a message that came in is no help here.
                Code::WrongDirection => {
                    "The host may not send this message. Send one of the host's.".into()
                }
                Code::MissingField => explained(code, field),
                _ => explained(code, ""),
            };
            value.put("message", Some(JsValue::from_str(&text)));
        }
    }
    value
}

/// A code's cause, what it is about, and what to do.
fn explained(code: Code, detail: &str) -> String {
    let cause = code.cause().trim();
    if detail.is_empty() {
        [cause, " ", code.fix()].concat()
    } else {
        [cause, " (", detail, ") ", code.fix()].concat()
    }
}

/// An order as the facade takes it: its tag, then what belongs to it.
fn order(output: HostOutput<JsValue>) -> JsValue {
    let parts: Vec<JsValue> = match output {
        HostOutput::Post { message, origin } => vec!["post".into(), message, origin.into()],
        HostOutput::Received(message) => vec!["received".into(), message],
        HostOutput::Notify {
            kind,
            data,
            message,
        } => {
            let name = kind.map_or("unknownMessage", |kind| kind.message().name);
            let data = data.unwrap_or(JsValue::UNDEFINED);
            vec!["notify".into(), name.into(), data, message]
        }
        HostOutput::StateChanged(state) => vec!["state".into(), state.name().into()],
        HostOutput::Failed(code) => vec![
            "failed".into(),
            code.as_str().into(),
            explained(code, "").into(),
        ],
        HostOutput::Alert { text, source } => {
            vec!["alert".into(), text.into(), source.name().into()]
        }
        HostOutput::VisibilityChanged(visibility) => vec![
            "visibility".into(),
            visibility.is_minimized.into(),
            visibility.is_hidden.into(),
        ],
        HostOutput::Resize { width, height } => {
            vec!["resize".into(), width.into(), height.into()]
        }
        HostOutput::MoveFrame { url } => vec!["move".into(), url.into()],
        HostOutput::Navigate { request, data } => vec!["navigate".into(), request.into(), data],
        HostOutput::Store { request, ask } => {
            let (method, args) = question(ask);
            vec![
                "store".into(),
                request.into(),
                method.into(),
                args.into_iter().collect::<Array>().into(),
            ]
        }
        HostOutput::CallsChanged => vec!["calls".into()],
        HostOutput::Diagnostic {
            code,
            detail,
            is_error,
        } => vec![
            "diagnostic".into(),
            code.as_str().into(),
            explained(code, &detail).into(),
            is_error.into(),
        ],
    };
    parts.into_iter().collect::<Array>().into()
}

/// A question to the record store: its method and the arguments.
fn question(ask: StoreRequest<JsValue>) -> (&'static str, Vec<JsValue>) {
    match ask {
        StoreRequest::Create { input } => ("createEngagement", vec![input]),
        StoreRequest::Adopt { engagement, input } => ("adoptEngagement", vec![engagement, input]),
        StoreRequest::Complete {
            engagement,
            outcome,
        } => ("completeEngagement", vec![engagement, outcome]),
        StoreRequest::Associate { engagement, to } => (
            "associateEngagement",
            vec![engagement, to.into_iter().collect::<Array>().into()],
        ),
        StoreRequest::Update {
            engagement,
            properties,
        } => ("updateEngagement", vec![engagement, properties]),
        StoreRequest::MatchCaller { number } => ("matchCallerId", vec![number.into()]),
        StoreRequest::Publish {
            engagement,
            external_call_id,
        } => (
            "publishEngagement",
            vec![engagement, external_call_id.into()],
        ),
    }
}
