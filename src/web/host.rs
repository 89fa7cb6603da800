//! The class around the host's engine.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::class::{Argument as _, Written as _};
use super::value::{Unknown, word, write};
use crate::protocol::{self, Kind, Millis};
use crate::session::host::{
    AlertSource, AnswerOutput, ChangeOutput, FrameInput, FrameOutput, Host, HostConfig, HostInput,
    HostOutput, HostState, MessageInput, PageInput, PageOutput, ReportOutput, StoreInput,
    StoreOutput, StoreRequest, TimeInput, UserInput,
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
    HostOrders = "HostOrders" of HostOutput {
        Answer(AnswerOutput) {
            Sent => sent = "sent"(message_id: &str as "string");
            Refused => refused = "refused"(
                code: JsValue as "DiagnosticCode",
                detail: &str as "string",
            );
            Answer => answer = "answer"(is_so: bool as "boolean");
            BadOrigin => bad_origin = "badOrigin"(text: &str as "string");
            Admitted => admitted = "admitted"();
            Counts => counts = "counts"(
                counts: JsValue as "readonly (readonly [code: DiagnosticCode, count: number])[]",
            );
        }
        Change(ChangeOutput) {
            StateChanged => state = "state"(state: JsValue as "EngineState");
            WidgetChanged { widget } => widget = "widget"(
                is_logged_in: bool as "boolean" = widget.is_logged_in,
                is_available: bool as "boolean" = widget.is_available,
                version: Option<&str> as "string | undefined" = widget.version.as_deref(),
                sdk_version: Option<&str> as "string | undefined" = widget.sdk_version.as_deref(),
                debug_mode: Option<bool> as "boolean | undefined" = widget.debug_mode,
            );
            Call => call = "call"(key: u32 as "number", call: JsValue as "HostCallSnapshot");
            Gone => gone = "gone"(key: u32 as "number");
            Active => active = "active"(is_active: bool as "boolean");
        }
        Frame(FrameOutput) {
            Post => post = "post"(
                message: JsValue as "WidgetMessage",
                origin: &str as "string",
                call: Option<u32> as "number | undefined",
            );
            VisibilityChanged { visibility } => visibility = "visibility"(
                is_minimized: bool as "boolean" = visibility.is_minimized,
                is_hidden: bool as "boolean" = visibility.is_hidden,
            );
            Resize => resize = "resize"(
                width: Option<&str> as "string | undefined",
                height: Option<&str> as "string | undefined",
            );
            MoveFrame => move_frame = "move"(url: &str as "string");
        }
        Store(StoreOutput) {
            Store { request, ask } => store = "store"(
                request: u32 as "number" = request,
                method: JsValue as "StoreMethod" = word(ask.method()).clone(),
                args: JsValue as "unknown[]" = args(&ask),
            );
            Navigate => navigate = "navigate"(
                request: u32 as "number",
                data: JsValue as "unknown",
            );
        }
        Report(ReportOutput) {
            Received => received = "received"(
                message: JsValue as "WidgetMessage",
                call: Option<u32> as "number | undefined",
            );
            Notify { kind, data, message } => notify = "notify"(
                name: JsValue as "string | undefined" = name(kind),
                data: JsValue as "unknown" = data.written(),
                message: JsValue as "WidgetMessage" = message.written(),
            );
            Failed => failed = "failed"(code: JsValue as "DiagnosticCode");
            Alert => alert = "alert"(
                text: &str as "string",
                source: JsValue as "\"widget\" | \"host\"",
            );
            Diagnostic => diagnostic = "diagnostic"(
                code: JsValue as "DiagnosticCode",
                detail: &str as "string",
                is_error: bool as "boolean",
            );
        }
        Page(PageOutput) {
            Wake => wake = "wake"(at: f64 as "number");
        }
    }
}

inputs! {
    /// The engine of a host's session. The first argument of each input is the time, in ms since
    /// the epoch.
    HostCore(Host = Host::new(HostConfig::default()), HostInput, HostOrders) {
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

named_arguments!(AlertSource, HostState);

/// True if two texts mean one phone number, for record stores; neither is kept.
#[wasm_bindgen(js_name = isSameNumber)]
#[must_use]
pub fn is_same_number(one: &str, other: &str) -> bool {
    protocol::is_same_number(one, other)
}

/// The name of a message's listener; none for an unknown message.
fn name(kind: Option<Kind>) -> JsValue {
    kind.map_or(JsValue::UNDEFINED, |kind| word(kind.message().name).clone())
}

/// The arguments of the store's method.
fn args(ask: &StoreRequest) -> JsValue {
    let args = match ask {
        StoreRequest::Create { call } => vec![call],
        StoreRequest::Complete { engagement, call }
        | StoreRequest::Publish { engagement, call } => vec![engagement, call],
        StoreRequest::MatchCaller { number } => vec![number],
    };
    args.into_iter().map(write).collect::<Array>().into()
}
