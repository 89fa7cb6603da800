//! The widget entry's class.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use core::cell::RefCell;

use wasm_bindgen::prelude::*;

use crate::protocol::{Millis, Payload};
use crate::session::widget::{
    Environment, InstanceOptions, Level, LifecycleMode, Output, Sent, Widget,
};
use crate::session::{CODES, Facts, HostPolicy, SourceId, calls_snapshot};

/// The shared widget session of a window.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WidgetSession {
    inner: RefCell<Widget<JsValue>>,
}

#[wasm_bindgen]
impl WidgetSession {
    /// A session of a page: its origin, a random id, whether it is framed.
    #[wasm_bindgen(constructor)]
    pub fn new(own_origin: String, instance_id: String, is_embedded: bool) -> Self {
        Self {
            inner: RefCell::new(Widget::new(Environment {
                own_origin,
                instance_id,
                is_embedded,
            })),
        }
    }

    /// Adds an instance. `origins` replaces the trusted host origins; its first
    /// entry that is no origin is thrown.
    pub fn attach(
        &self,
        debug_mode: bool,
        lifecycle: u8,
        validate_strictly: bool,
        is_relay: bool,
        origins: Option<Vec<String>>,
    ) -> Result<u32, JsValue> {
        let policy = origins
            .map(|origins| HostPolicy::from_list(origins.iter().map(String::as_str)))
            .transpose()
            .map_err(|error| JsValue::from_str(&error.0))?;
        Ok(self.inner.borrow_mut().attach(InstanceOptions {
            debug_mode,
            lifecycle: match lifecycle {
                1 => LifecycleMode::Strict,
                2 => LifecycleMode::Off,
                _ => LifecycleMode::Warn,
            },
            validate_strictly,
            policy,
            is_relay,
        }))
    }

    /// Removes an instance; returns how many are left.
    pub fn detach(&self, instance: u32) -> usize {
        self.inner.borrow_mut().detach(instance)
    }

    /// A message event with what the browser attests of it.
    pub fn receive(
        &self,
        now: f64,
        is_trusted: bool,
        source: u32,
        origin: &str,
        message: &JsValue,
    ) {
        let facts = Facts {
            is_trusted,
            source: SourceId(source),
            origin,
        };
        self.inner
            .borrow_mut()
            .handle_message(Millis(now), facts, message);
    }

    /// A message the app hands in itself.
    pub fn inject(&self, now: f64, instance: u32, origin: &str, message: &JsValue) {
        self.inner
            .borrow_mut()
            .handle_injected(Millis(now), instance, origin, message);
    }

    /// The app declares the session open.
    pub fn assume_ready(&self, now: f64, origin: &str) {
        self.inner.borrow_mut().assume_ready(Millis(now), origin);
    }

    /// Sends a message under `id`, unless it carries an id itself: `[0, message
    /// id]` posted, `[1]` waits for READY, `[2]` another instance sent it,
    /// `[3, code]` refused.
    pub fn send(&self, now: f64, instance: u32, message: &JsValue, id: String) -> Vec<JsValue> {
        match self
            .inner
            .borrow_mut()
            .send_as(Millis(now), instance, message, Some(id))
        {
            Sent::Posted(id) => vec![number(0), JsValue::from_str(&id)],
            Sent::Queued => vec![number(1)],
            Sent::Suppressed => vec![number(2)],
            Sent::Refused(code) => vec![number(3), JsValue::from_str(code.as_str())],
        }
    }

    /// Whether a send of this instance would be posted at once.
    pub fn is_open_to(&self, instance: u32) -> bool {
        self.inner.borrow().is_open_to(instance)
    }

    /// Whether READY was delivered to an instance.
    pub fn is_ready(&self, instance: u32) -> bool {
        self.inner.borrow().is_ready(instance)
    }

    /// The names of the handlers to call for a message, in order.
    pub fn route(
        &self,
        instance: u32,
        wire: &str,
        data: &JsValue,
        handlers: &JsValue,
    ) -> Vec<JsValue> {
        let has = |name: &str| {
            handlers
                .field(name)
                .is_some_and(|handler| handler.is_function())
        };
        self.inner
            .borrow_mut()
            .route(instance, wire, Some(data), has)
            .into_iter()
            .map(JsValue::from_str)
            .collect()
    }

    /// The edge saw something by itself: the code, by its text, and how often.
    pub fn note(&self, code: &str, times: u32) {
        if let Some(code) = CODES.iter().find(|known| known.as_str() == code) {
            self.inner.borrow_mut().note(*code, times);
        }
    }

    /// What a delivery carried was handed to the handlers.
    pub fn delivered(&self, now: f64) {
        self.inner.borrow_mut().handle_delivered(Millis(now));
    }

    /// Whether [`WidgetSession::handle_timeout`] is due.
    pub fn is_due(&self, now: f64) -> bool {
        self.inner.borrow().poll_timeout(Millis(now)).is_some()
    }

    /// Time passed.
    pub fn handle_timeout(&self, now: f64) {
        self.inner.borrow_mut().handle_timeout(Millis(now));
    }

    /// The next order, or undefined: `[0, message, origin, source]` post,
    /// `[1, message, instance or 0]` deliver, `[2, code, level, detail]` report,
    /// `[3]` changed.
    pub fn poll(&self) -> Option<Vec<JsValue>> {
        // The borrow ends here, before the edge acts on the order.
        let output = self.inner.borrow_mut().poll_output()?;
        Some(match output {
            Output::Post {
                message,
                origin,
                to,
            } => {
                vec![number(0), message, JsValue::from_str(&origin), number(to.0)]
            }
            Output::Deliver { message, to } => {
                vec![number(1), message, number(to.unwrap_or(0))]
            }
            Output::Report(report) => vec![
                number(2),
                JsValue::from_str(report.code.as_str()),
                number(match report.level {
                    Level::Note => 0,
                    Level::Warn => 1,
                    Level::Error => 2,
                }),
                JsValue::from_str(&report.detail),
            ],
            Output::Changed => vec![number(3)],
        })
    }

    /// The state's name.
    pub fn state(&self) -> String {
        self.inner.borrow().state().name().to_owned()
    }

    /// The host's origin, once the session is open.
    pub fn host_origin(&self) -> Option<String> {
        self.inner.borrow().host_origin().map(str::to_owned)
    }

    /// The calls, each as an object.
    pub fn calls(&self) -> Vec<JsValue> {
        calls_snapshot(self.inner.borrow().calls())
    }

    /// How often each code was given: an object from code to number.
    pub fn counts(&self) -> JsValue {
        let mut counts = JsValue::empty();
        for (code, count) in self.inner.borrow().counts() {
            counts.put(code.as_str(), Some(number(*count)));
        }
        counts
    }
}

fn number(number: u32) -> JsValue {
    JsValue::from_f64(f64::from(number))
}
