//! The class around the host's engine.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::class::{Argument as _, counts, due, processed};
use super::value::{Unknown, word, write};
use crate::protocol::{self, Millis};
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
    /// The object that takes the outputs of a host's engine, in order: `HostOutput` describes each.
    /// `threw` is what a getter of the input's value threw, which is the app's: the engine has not
    /// seen the input.
    HostOrders = "HostOrders" {
        sent = "sent"(message_id: &str as "string");
        refused = "refused"(code: &JsValue as "DiagnosticCode", detail: &str as "string");
        answer = "answer"(is_so: bool as "boolean");
        bad_origin = "badOrigin"(text: &str as "string");
        admitted = "admitted"();
        threw = "threw"(error: &JsValue as "unknown");
        counts = "counts"(counts: JsValue as "readonly (readonly [code: DiagnosticCode, count: number])[]");
        state = "state"(state: &JsValue as "EngineState");
        widget = "widget"(
            is_logged_in: bool as "boolean",
            is_available: bool as "boolean",
            version: Option<String> as "string | undefined",
            sdk_version: Option<String> as "string | undefined",
            debug_mode: Option<bool> as "boolean | undefined"
        );
        call = "call"(key: u32 as "number", call: JsValue as "HostCallSnapshot");
        gone = "gone"(key: u32 as "number");
        active = "active"(is_active: bool as "boolean");
        post = "post"(
            message: JsValue as "WidgetMessage",
            origin: &str as "string",
            call: Option<u32> as "number | undefined"
        );
        visibility = "visibility"(
            is_minimized: bool as "boolean",
            is_hidden: bool as "boolean"
        );
        resize = "resize"(
            width: Option<String> as "string | undefined",
            height: Option<String> as "string | undefined"
        );
        move_frame = "move"(url: &str as "string");
        received = "received"(
            message: JsValue as "WidgetMessage",
            call: Option<u32> as "number | undefined"
        );
        notify = "notify"(
            name: &JsValue as "string | undefined",
            data: JsValue as "unknown",
            message: JsValue as "WidgetMessage"
        );
        failed = "failed"(code: &JsValue as "DiagnosticCode");
        alert = "alert"(text: &str as "string", source: &JsValue as "\"widget\" | \"host\"");
        diagnostic = "diagnostic"(
            code: &JsValue as "DiagnosticCode",
            detail: &str as "string",
            is_error: bool as "boolean"
        );
        store = "store"(
            request: u32 as "number",
            method: &JsValue as "StoreMethod",
            args: JsValue as "unknown[]"
        );
        navigate = "navigate"(request: u32 as "number", data: JsValue as "unknown");
        wake = "wake"(at: f64 as "number");
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
        Self {
            engine: RefCell::new(Host::new(HostConfig::default())),
            orders,
        }
    }
}

inputs! {
    HostCore {
        start = "start"(
            own_origin: String,
            widget_origin: String,
            instance_id: String,
            context: Unknown,
            allowed_widget_origins: Vec<String>,
            supports_custom_objects: bool,
            supports_inbound_calling: bool,
            in_call_task: bool,
            is_strict: bool,
        ) => HostConfig in PageInput::Start;
        restore = "restore"(
            state: String as "EngineState",
            is_logged_in: bool,
            is_available: bool,
            version: Option<String>,
            sdk_version: Option<String>,
            debug_mode: Option<bool>,
            is_minimized: bool,
            is_hidden: bool,
            snapshot: Unknown,
        ) => PageInput::Restore;
        note = "note"(code: String as "DiagnosticCode", detail: String) => PageInput::Note;
        count = "count"() => PageInput::Count;

        dial = "dial"(data: Unknown) => UserInput::Dial;
        cancel_dial = "cancelDial"() => UserInput::CancelDial;
        end_call = "endCall"() => UserInput::EndCall;
        set_visibility = "setVisibility"(
            is_minimized: Option<bool>,
            is_hidden: Option<bool>,
        ) => UserInput::SetVisibility;
        send = "send"(message: Unknown) => UserInput::Send;
        send_raw = "sendRaw"(message: Unknown) => UserInput::SendRaw;
        set_in_call_task = "setInCallTask"(in_call_task: bool) => UserInput::SetInCallTask;
        can_dial = "canDial"(object_type_id: String) => UserInput::CanDial;

        frame_loading = "frameLoading"() => FrameInput::FrameLoading;
        frame_loaded = "frameLoaded"() => FrameInput::FrameLoaded;
        frame_failed = "frameFailed"() => FrameInput::FrameFailed;

        admit = "admit"(is_trusted: bool, origin: String, is_gone: bool) => MessageInput::Admit;
        receive = "receive"(origin: String, is_gone: bool, message: Unknown)
            => MessageInput::Receive;
        refuse = "refuse"(code: String as "DiagnosticCode", times: u32) => MessageInput::Refuse;

        stored = "stored"(request: u32, answer: Unknown) => StoreInput::Stored;
        store_failed = "storeFailed"(request: u32, text: String) => StoreInput::StoreFailed;
        navigated = "navigated"(request: u32, has_succeeded: bool) => StoreInput::Navigated;

        timeout = "timeout"() => TimeInput::Timeout;
    }
}

named_arguments!(HostState);

/// True if two texts mean one phone number, for record stores; neither is kept.
#[wasm_bindgen(js_name = isSameNumber)]
#[must_use]
pub fn is_same_number(one: &str, other: &str) -> bool {
    protocol::is_same_number(one, other)
}

impl HostCore {
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
            ChangeOutput::WidgetChanged { widget } => orders.widget(
                widget.is_logged_in,
                widget.is_available,
                widget.version,
                widget.sdk_version,
                widget.debug_mode,
            ),
            ChangeOutput::Call { key, call } => orders.call(key, write(&call)),
            ChangeOutput::Gone { key } => orders.gone(key),
            ChangeOutput::Active { is_active } => orders.active(is_active),
        }
    }

    fn show(&self, output: FrameOutput) {
        let orders = &self.orders;
        match output {
            FrameOutput::Post {
                message,
                origin,
                call,
            } => orders.post(write(&message), &origin, call),
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
            ReportOutput::Received { message, call } => orders.received(write(&message), call),
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
