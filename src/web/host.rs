//! The class around the host's engine.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::orders::{counts, due, known, processed};
use super::value::{read, word, write};
use crate::protocol::{Millis, Value};
use crate::session::Code;
use crate::session::host::{
    AnswerOutput, ChangeOutput, FrameInput, FrameOutput, Host, HostConfig, HostInput, HostOutput,
    HostState, MessageInput, PageInput, PageOutput, ReportOutput, StoreInput, StoreOutput,
    StoreRequest, TimeInput, UserInput,
};

#[wasm_bindgen(typescript_custom_section)]
const IMPORTS: &str = r#"
import type { DiagnosticCode } from "../src/generated/codes.js";
import type { WidgetMessage } from "../src/host/events.js";
import type { StoreMethod } from "../src/host/records.js";
import type { HostCallSnapshot } from "../src/host/types.js";

/** The states of an engine. */
export type EngineState = "loading" | "syncing" | "connected" | "initialized" | "failed";
"#;

orders! {
    /// The object that takes the outputs of a host's engine, in order.
    HostOrders = "HostOrders" {
        /// The command was carried out: it became this message.
        sent = "sent"(message_id: &str = "messageId" as "string");
        /// The command was not carried out; the detail is the field it cannot do without, or
        /// empty.
        refused = "refused"(code: &JsValue = "code" as "DiagnosticCode", detail: &str = "detail" as "string");
        /// The answer to a question.
        answer = "answer"(is_so: bool = "isSo" as "boolean");
        /// An origin of `start` is no pattern: there is no session.
        bad_origin = "badOrigin"(text: &str = "text" as "string");
        /// The message of the event counts: enter it by `receive`. So do others from the same
        /// origin, until the next `move`.
        admitted = "admitted"();
        /// A getter of the input's value threw this, which is the app's: the engine has not seen
        /// the input.
        threw = "threw"(error: &JsValue = "error" as "unknown");
        /// The count of each code.
        counts = "counts"(counts: JsValue = "counts" as "readonly (readonly [code: DiagnosticCode, count: number])[]");

        /// The session's state changed.
        state = "state"(state: &JsValue = "state" as "EngineState");
        /// The widget's own state: the user is logged in, can take calls; the version of the
        /// published SDK it is compatible with, and of this package; true if it logs.
        widget = "widget"(
            is_logged_in: bool = "isLoggedIn" as "boolean",
            is_available: bool = "isAvailable" as "boolean",
            version: Option<String> = "version" as "string | undefined",
            sdk_version: Option<String> = "sdkVersion" as "string | undefined",
            debug_mode: Option<bool> = "debugMode" as "boolean | undefined"
        );
        /// A call began or changed.
        call = "call"(key: u32 = "key" as "number", call: JsValue = "call" as "HostCallSnapshot");
        /// A call is forgotten.
        gone = "gone"(key: u32 = "key" as "number");
        /// True if leaving the page would lose a call.
        active = "active"(is_active: bool = "isActive" as "boolean");

        /// Post this to the frame, for this origin only.
        post = "post"(message: JsValue = "message" as "WidgetMessage", origin: &str = "origin" as "string");
        /// Show, minimise or hide the frame.
        visibility = "visibility"(
            is_minimized: bool = "isMinimized" as "boolean",
            is_hidden: bool = "isHidden" as "boolean"
        );
        /// Give the frame another size, as HTML takes it; absent where the widget named none.
        resize = "resize"(
            width: Option<String> = "width" as "string | undefined",
            height: Option<String> = "height" as "string | undefined"
        );
        /// Give the frame another address; http or https, of an allowed origin.
        move_frame = "move"(url: &str = "url" as "string");

        /// A message of the widget's was admitted; for a log. It may have no effect.
        received = "received"(message: JsValue = "message" as "WidgetMessage");
        /// Report a message that took effect, or an unknown one, which has no name.
        notify = "notify"(
            name: &JsValue = "name" as "string | undefined",
            data: JsValue = "data" as "unknown",
            message: JsValue = "message" as "WidgetMessage"
        );
        /// The widget did not acknowledge SYNC.
        failed = "failed"(code: &JsValue = "code" as "DiagnosticCode");
        /// Show the user a text.
        alert = "alert"(text: &str = "text" as "string", source: &JsValue = "source" as "\"widget\" | \"host\"");
        /// Something was refused, ignored or noted. The detail is the subject: a message type, a
        /// field, a rule; never a value.
        diagnostic = "diagnostic"(
            code: &JsValue = "code" as "DiagnosticCode",
            detail: &str = "detail" as "string",
            is_error: bool = "isError" as "boolean"
        );

        /// Ask the record store, then enter `stored` or `storeFailed` with this number.
        store = "store"(
            request: u32 = "request" as "number",
            method: &JsValue = "method" as "StoreMethod",
            args: JsValue = "args" as "unknown[]"
        );
        /// Open a record, then enter `navigated` with this number.
        navigate = "navigate"(request: u32 = "request" as "number", data: JsValue = "data" as "unknown");

        /// The time to enter `timeout`, in ms since the epoch; it replaces any other.
        wake = "wake"(at: f64 = "at" as "number");
    }
}

/// The engine of a host's session. The first argument of each input is the time, in ms since the
/// epoch.
#[wasm_bindgen]
#[derive(Debug)]
pub struct HostCore {
    engine: RefCell<Host>,
    orders: HostOrders,
}

#[wasm_bindgen]
impl HostCore {
    /// An engine before `start`, and the object that takes its outputs.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(orders: HostOrders) -> Self {
        let none = String::new;
        let config = HostConfig::new(none(), none(), none(), Value::Undefined.into());
        Self {
            engine: RefCell::new(Host::new(config)),
            orders,
        }
    }

    /// The settings; the first input, once. Answered by `badOrigin` where an origin is invalid.
    #[allow(clippy::too_many_arguments, reason = "one for each field")]
    pub fn start(
        &self,
        now: f64,
        own_origin: String,
        widget_origin: String,
        instance: String,
        #[wasm_bindgen(unchecked_param_type = "unknown")] context: JsValue,
        allowed_widget_origins: Vec<String>,
        supports_custom_objects: bool,
        supports_inbound_calling: bool,
        in_call_task: bool,
        is_strict: bool,
    ) {
        self.enter(now, || {
            let context = read(context)?;
            Ok(PageInput::Start {
                own_origin,
                widget_origin,
                instance,
                context,
                allowed_widget_origins,
                supports_custom_objects,
                supports_inbound_calling,
                in_call_task,
                is_strict,
            }
            .into())
        });
    }

    /// Restores the state of an engine that trapped, from the last `state`, `widget`, `visibility`
    /// and `call` of each. Requests that the widget still waits for are answered as failed.
    #[allow(clippy::too_many_arguments, reason = "one for each field")]
    pub fn restore(
        &self,
        now: f64,
        #[wasm_bindgen(unchecked_param_type = "EngineState")] state: &str,
        is_logged_in: bool,
        is_available: bool,
        version: Option<String>,
        sdk_version: Option<String>,
        debug_mode: Option<bool>,
        is_minimized: bool,
        is_hidden: bool,
        #[wasm_bindgen(unchecked_param_type = "unknown")] snapshot: JsValue,
    ) {
        self.enter(now, || {
            let state = known(HostState::parse(state))?;
            let snapshot = read(snapshot)?;
            Ok(PageInput::Restore {
                state,
                is_logged_in,
                is_available,
                version,
                sdk_version,
                debug_mode,
                is_minimized,
                is_hidden,
                snapshot,
            }
            .into())
        });
    }

    /// Reports the edge's own diagnostic.
    pub fn note(
        &self,
        now: f64,
        #[wasm_bindgen(unchecked_param_type = "DiagnosticCode")] code: &str,
        detail: String,
    ) {
        self.enter(now, || {
            let code = known(Code::parse(code))?;
            Ok(PageInput::Note { code, detail }.into())
        });
    }

    /// Asks for the count of each code. Answered by `counts`.
    pub fn count(&self, now: f64) {
        self.enter(now, || Ok(PageInput::Count {}.into()));
    }

    /// The user wants to call a number. Answered by `sent` or `refused`, as are all commands.
    pub fn dial(&self, now: f64, #[wasm_bindgen(unchecked_param_type = "unknown")] data: JsValue) {
        self.enter(now, || {
            let data = read(data)?;
            Ok(UserInput::Dial { data }.into())
        });
    }

    /// Drops the queued number. Answered by `answer`: true if there was one.
    #[wasm_bindgen(js_name = cancelDial)]
    pub fn cancel_dial(&self, now: f64) {
        self.enter(now, || Ok(UserInput::CancelDial {}.into()));
    }

    /// The user hangs up.
    #[wasm_bindgen(js_name = endCall)]
    pub fn end_call(&self, now: f64) {
        self.enter(now, || Ok(UserInput::EndCall {}.into()));
    }

    /// The user minimises, hides or shows the frame.
    #[wasm_bindgen(js_name = setVisibility)]
    pub fn set_visibility(&self, now: f64, is_minimized: Option<bool>, is_hidden: Option<bool>) {
        self.enter(now, || {
            Ok(UserInput::SetVisibility {
                is_minimized,
                is_hidden,
            }
            .into())
        });
    }

    /// Sends the payload of a message under its type.
    pub fn send(
        &self,
        now: f64,
        #[wasm_bindgen(unchecked_param_type = "unknown")] message: JsValue,
    ) {
        self.enter(now, || {
            let message = read(message)?;
            Ok(UserInput::Send { message }.into())
        });
    }

    /// Sends a message unchanged.
    #[wasm_bindgen(js_name = sendRaw)]
    pub fn send_raw(
        &self,
        now: f64,
        #[wasm_bindgen(unchecked_param_type = "unknown")] message: JsValue,
    ) {
        self.enter(now, || {
            let message = read(message)?;
            Ok(UserInput::SendRaw { message }.into())
        });
    }

    /// The user began or left a queue of tasks of the type Call.
    #[wasm_bindgen(js_name = setInCallTask)]
    pub fn set_in_call_task(&self, now: f64, in_call_task: bool) {
        self.enter(now, || Ok(UserInput::SetInCallTask { in_call_task }.into()));
    }

    /// Asks if numbers of an object type are offered for dialling. Answered by `answer`.
    #[wasm_bindgen(js_name = canDial)]
    pub fn can_dial(&self, now: f64, object_type_id: String) {
        self.enter(now, || Ok(UserInput::CanDial { object_type_id }.into()));
    }

    /// The frame was given an address.
    #[wasm_bindgen(js_name = frameLoading)]
    pub fn frame_loading(&self, now: f64) {
        self.enter(now, || Ok(FrameInput::FrameLoading {}.into()));
    }

    /// The frame loaded, for the first time or again.
    #[wasm_bindgen(js_name = frameLoaded)]
    pub fn frame_loaded(&self, now: f64) {
        self.enter(now, || Ok(FrameInput::FrameLoaded {}.into()));
    }

    /// The frame reported an error.
    #[wasm_bindgen(js_name = frameFailed)]
    pub fn frame_failed(&self, now: f64) {
        self.enter(now, || Ok(FrameInput::FrameFailed {}.into()));
    }

    /// A message event of the frame's window, before anything of its message is read. Answered by
    /// `admitted` where the message counts. The event of a page that is gone names no window.
    pub fn admit(&self, now: f64, is_trusted: bool, origin: String, is_gone: bool) {
        self.enter(now, || {
            Ok(MessageInput::Admit {
                is_trusted,
                origin,
                is_gone,
            }
            .into())
        });
    }

    /// The message of an event that counts.
    pub fn receive(
        &self,
        now: f64,
        origin: String,
        is_gone: bool,
        #[wasm_bindgen(unchecked_param_type = "unknown")] message: JsValue,
    ) {
        self.enter(now, || {
            let message = read(message)?;
            Ok(MessageInput::Receive {
                origin,
                is_gone,
                message,
            }
            .into())
        });
    }

    /// Messages of events that count are over a limit, or contain something that is not data:
    /// nothing of them was taken.
    pub fn refuse(
        &self,
        now: f64,
        #[wasm_bindgen(unchecked_param_type = "DiagnosticCode")] code: &str,
        times: u32,
    ) {
        self.enter(now, || {
            let code = known(Code::parse(code))?;
            Ok(MessageInput::Refuse { code, times }.into())
        });
    }

    /// The record store answered the request of this number: by a record, or a list of matches.
    pub fn stored(
        &self,
        now: f64,
        request: u32,
        #[wasm_bindgen(unchecked_param_type = "unknown")] answer: JsValue,
    ) {
        self.enter(now, || {
            let answer = read(answer)?;
            Ok(StoreInput::Stored { request, answer }.into())
        });
    }

    /// The record store failed.
    #[wasm_bindgen(js_name = storeFailed)]
    pub fn store_failed(&self, now: f64, request: u32, text: String) {
        self.enter(now, || Ok(StoreInput::StoreFailed { request, text }.into()));
    }

    /// A record store asks if two texts mean one phone number. Answered by `answer`.
    #[wasm_bindgen(js_name = isSameNumber)]
    pub fn is_same_number(&self, now: f64, one: String, other: String) {
        self.enter(now, || Ok(StoreInput::IsSameNumber { one, other }.into()));
    }

    /// The page opened the record of `navigate`, or could not.
    pub fn navigated(&self, now: f64, request: u32, has_succeeded: bool) {
        self.enter(now, || {
            Ok(StoreInput::Navigated {
                request,
                has_succeeded,
            }
            .into())
        });
    }

    /// The time that `wake` asked for has come.
    pub fn timeout(&self, now: f64) {
        self.enter(now, || Ok(TimeInput::Timeout {}.into()));
    }

    /// Reads an input, then enters it: what a getter throws is the app's.
    fn enter(&self, now: f64, read: impl FnOnce() -> Result<HostInput, JsValue>) {
        self.process(now, read());
    }

    // Each input has its own `enter`, and they share this.
    #[inline(never)]
    fn process(&self, now: f64, input: Result<HostInput, JsValue>) {
        let process = |engine: &mut Host, input| engine.process(Millis(now), input);
        match processed(&self.engine, input, process) {
            Ok(outputs) => outputs.into_iter().for_each(|output| self.order(output)),
            Err(error) => self.orders.threw(&error),
        }
    }

    fn order(&self, output: HostOutput) {
        let orders = &self.orders;
        match output {
            HostOutput::Answer(output) => self.answer(output),
            HostOutput::Change(output) => self.change(output),
            HostOutput::Frame(output) => self.show(output),
            HostOutput::Store(StoreOutput::Store { request, ask }) => self.ask(request, &ask),
            HostOutput::Store(StoreOutput::Navigate { request, data }) => {
                orders.navigate(request, write(&data));
            }
            HostOutput::Report(output) => self.report(output),
            HostOutput::Page(PageOutput::Wake { at }) => orders.wake(due(at)),
        }
    }

    fn answer(&self, output: AnswerOutput) {
        let orders = &self.orders;
        match output {
            AnswerOutput::Sent { message_id } => orders.sent(&message_id),
            AnswerOutput::Refused { code, detail } => {
                orders.refused(&word(code.as_str()), &detail);
            }
            AnswerOutput::Answer { is_so } => orders.answer(is_so),
            AnswerOutput::BadOrigin { text } => orders.bad_origin(&text),
            AnswerOutput::Admitted {} => orders.admitted(),
            AnswerOutput::Counts { counts: all } => orders.counts(counts(&all)),
        }
    }

    fn change(&self, output: ChangeOutput) {
        let orders = &self.orders;
        match output {
            ChangeOutput::StateChanged { state } => orders.state(&word(state.as_str())),
            ChangeOutput::WidgetChanged {
                is_logged_in,
                is_available,
                version,
                sdk_version,
                debug_mode,
            } => orders.widget(is_logged_in, is_available, version, sdk_version, debug_mode),
            ChangeOutput::Call { key, call } => orders.call(key, write(&call)),
            ChangeOutput::Gone { key } => orders.gone(key),
            ChangeOutput::Active { is_active } => orders.active(is_active),
        }
    }

    fn show(&self, output: FrameOutput) {
        let orders = &self.orders;
        match output {
            FrameOutput::Post { message, origin } => orders.post(write(&message), &origin),
            FrameOutput::VisibilityChanged { visibility } => {
                orders.visibility(visibility.is_minimized, visibility.is_hidden);
            }
            FrameOutput::Resize { width, height } => orders.resize(width, height),
            FrameOutput::MoveFrame { url } => orders.move_frame(&url),
        }
    }

    fn report(&self, output: ReportOutput) {
        let orders = &self.orders;
        match output {
            ReportOutput::Received { message } => orders.received(write(&message)),
            ReportOutput::Notify {
                kind,
                data,
                message,
            } => {
                let name = kind.map_or(JsValue::UNDEFINED, |kind| word(kind.message().name));
                orders.notify(&name, write(&data), write(&message));
            }
            ReportOutput::Failed { code } => orders.failed(&word(code.as_str())),
            ReportOutput::Alert { text, source } => orders.alert(&text, &word(source.as_str())),
            ReportOutput::Diagnostic {
                code,
                detail,
                is_error,
            } => orders.diagnostic(&word(code.as_str()), &detail, is_error),
        }
    }

    /// Asks by the store's method, and its arguments.
    fn ask(&self, request: u32, ask: &StoreRequest) {
        let (method, args) = match ask {
            StoreRequest::Create { call } => (StoreRequest::CREATE, vec![call]),
            StoreRequest::Complete { engagement, call } => {
                (StoreRequest::COMPLETE, vec![engagement, call])
            }
            StoreRequest::Publish { engagement, call } => {
                (StoreRequest::PUBLISH, vec![engagement, call])
            }
            StoreRequest::MatchCaller { number } => (StoreRequest::MATCH_CALLER, vec![number]),
        };
        let args: Array = args.into_iter().map(write).collect();
        self.orders.store(request, &word(method), args.into());
    }
}
