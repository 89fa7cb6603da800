//! The class around the widget's engine.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::class::{Argument as _, Written};
use super::value::{Unknown, word};
use crate::protocol::Millis;
use crate::session::widget::{
    AnswerOutput, AppInput, AppOutput, ChangeOutput, Environment, Input, InstanceOptions,
    JournalInput, Level, LifecycleMode, MessageInput, Mode, Outcome, Output, PageInput, PageOutput,
    Plan, Question, ReceiptInput, Role, SendOutcome, TimeInput, Verdict, Widget, WidgetState,
    WindowInput, WindowOutput,
};

#[wasm_bindgen(typescript_custom_section)]
const IMPORTS: &str = r#"
import type { DiagnosticCode } from "../src/generated/codes.js";
import type { ReceiptCode } from "../src/shared/errors.js";
import type { Callee, CallSnapshot, Diagnostic, LifecycleMode, Mode, WindowRole } from "../src/shared/types.js";
import type { Plan } from "../src/widget/delivery.js";
import type { Message, Question, ResumedCalls, SendOutcome } from "../src/widget/member.js";
"#;

orders! {
    /// The object that takes the outputs of a widget's engine, in order: `Output` describes each.
    /// `threw` is what a getter of the input's value threw, which is the app's: the engine has not
    /// seen the input.
    WidgetOrders = "WidgetOrders" of Output {
        Answer(AnswerOutput) {
            Sent => sent = "sent"(outcome: JsValue as "SendOutcome");
            BadOrigin => bad_origin = "badOrigin"(text: &str as "string");
            Admitted => admitted = "admitted"();
            AskSync => ask_sync = "askSync"();
            Route => route = "route"(plan: JsValue as "Plan");
            Journal => journal = "journal"(record: JsValue as "unknown");
            Resumable => resumable = "resumable"(
                verdict: JsValue as "\"taken\" | \"leftAlone\" | \"useless\"",
            );
            Callee => callee = "callee"(callee: JsValue as "Callee | undefined");
            Counts => counts = "counts"(
                counts: JsValue as "readonly (readonly [code: DiagnosticCode, count: number])[]",
            );
        }
        Change(ChangeOutput) {
            State => state = "state"(
                state: JsValue as "\"notEmbedded\" | \"waiting\" | \"ready\"",
            );
            Pinned => pinned = "pinned"(
                origin: Option<&str> as "string | undefined",
                source: u32 as "number",
                user_hash: JsValue as "number | undefined",
                is_initialized: bool as "boolean",
            );
            Silent => silent = "silent"(is_silent: bool as "boolean");
            Ready => ready = "ready"(instance: u32 as "number");
            Call => call = "call"(
                key: u32 as "number",
                is_under_way: bool as "boolean",
                call: JsValue as "CallSnapshot",
            );
            Gone => gone = "gone"(key: u32 as "number");
            Windows => windows = "windows"(role: JsValue as "WindowRole", others: u32 as "number");
        }
        App(AppOutput) {
            Acknowledge => acknowledge = "acknowledge"(
                instance: u32 as "number",
                message: JsValue as "Message",
            );
            Deliver => deliver = "deliver"(
                message: JsValue as "Message",
                to: JsValue as "readonly Plan[]",
                to_one: bool as "boolean",
            );
            Report => report = "report"(
                code: JsValue as "DiagnosticCode",
                level: JsValue as "Diagnostic[\"level\"]",
                detail: &str as "string",
                count: u32 as "number",
            );
            Settled => settled = "settled"(
                wait: u32 as "number",
                outcome: JsValue as "\"\" | ReceiptCode",
                value: JsValue as "unknown",
            );
            Resumed => resumed = "resumed"(account: JsValue as "ResumedCalls");
        }
        Window(WindowOutput) {
            Say => say = "say"(said: JsValue as "object");
            Watch => watch = "watch"(window: &str as "string");
            Lead => lead = "lead"(may_lead: bool as "boolean");
        }
        Page(PageOutput) {
            Post => post = "post"(
                message: JsValue as "Message",
                origin: &str as "string",
                to: u32 as "number",
                by: u32 as "number",
            );
            Persist => persist = "persist"();
            Wake => wake = "wake"(at: f64 as "number");
        }
    }
}

inputs! {
    /// The engine of a widget's session. The first argument of each input is the time, in ms since
    /// the epoch; an instance, a receipt and a wait are numbers that the facade chooses, each once.
    WidgetCore(Widget = Widget::new(Environment::default()), Input, WidgetOrders) {
        start = "start"(
            own_origin: String,
            instance_id: String,
            is_embedded: bool,
            given_host: Option<String>,
        ) => Environment in PageInput::Start;
        leave_page = "leavePage"(is_certain: bool) => PageInput::Leave;
        stay_page = "stayPage"() => PageInput::Stay;
        note = "note"(code: String as "DiagnosticCode", detail: String) => PageInput::Note;

        admit = "admit"(
            is_trusted: bool,
            source: u32,
            origin: String,
            is_sync: Option<bool>,
        ) => MessageInput::Admit;
        receive = "receive"(source: u32, origin: String, message: Unknown) => MessageInput::Receive;
        refuse = "refuse"(code: String as "DiagnosticCode", times: u32) => MessageInput::Refuse;

        attach = "attach"(
            instance: u32,
            debug_mode: bool,
            lifecycle: String as "LifecycleMode",
            is_strict: bool,
            origins: Option<Vec<String>>,
            is_relay: bool,
            mode: String as "Mode",
            keeps_repeated_dials: bool,
            resume: bool,
        ) => InstanceOptions in AppInput::Attach;
        detach = "detach"(instance: u32) => AppInput::Detach;
        send = "send"(instance: u32, message: Unknown, message_id: String) => AppInput::Send;
        inject = "inject"(instance: u32, origin: String, message: Unknown) => AppInput::Inject;
        assume_ready = "assumeReady"(origin: String) => AppInput::AssumeReady;
        delivered = "delivered"(served: Vec<String>) => AppInput::Delivered;
        route = "route"(instance: u32, message: Unknown) => AppInput::Route;
        routed = "routed"(instance: u32, handler: String) => AppInput::Routed;
        forget_call = "forgetCall"(key: u32) => AppInput::ForgetCall;
        callee = "callee"(dial: Unknown) => AppInput::Callee;
        count = "count"() => AppInput::Count;

        track = "track"(instance: u32, receipt: u32, wire: String) => ReceiptInput::Track;
        track_end = "trackEnd"(receipt: u32) => ReceiptInput::TrackEnd;
        wait = "wait"(
            wait: u32,
            receipt: u32,
            question: String as "Question",
            timeout: Option<f64>,
        ) => ReceiptInput::Wait;
        abort = "abort"(wait: u32) => ReceiptInput::Abort;

        journal = "journal"(frame: String) => JournalInput::Journal;
        resume = "resume"(frame: String, record: Unknown) => JournalInput::Resume;
        lose_journal = "loseJournal"() => JournalInput::LoseJournal;

        join_windows = "joinWindows"(window: String) => WindowInput::Join;
        meet_windows = "meetWindows"() => WindowInput::Meet;
        lead_windows = "leadWindows"() => WindowInput::Lead;
        leave_windows = "leaveWindows"() => WindowInput::Leave;
        heard = "heard"(
            said: Unknown,
            message: Unknown,
            is_relayed: bool,
            message_id: String,
        ) => WindowInput::Heard;
        window_gone = "windowGone"(window: String) => WindowInput::Gone;

        timeout = "timeout"() => TimeInput::Timeout;
    }
}

named_arguments!(
    Level,
    LifecycleMode,
    Mode,
    Outcome,
    Question,
    Role,
    SendOutcome,
    Verdict,
    WidgetState
);

/// The handlers of an instance: itself, those to call, those of which the first counts.
impl Written<'_, JsValue> for Plan {
    fn written(&self) -> JsValue {
        let words = |list: &[&'static str]| -> JsValue {
            list.iter().copied().map(word).collect::<Array>().into()
        };
        // Browsers take ten times as long for `Array.of`.
        let parts = [
            self.instance.into(),
            words(&self.all),
            words(&self.first_of),
        ];
        parts.into_iter().collect::<Array>().into()
    }
}

impl Written<'_, JsValue> for Vec<Plan> {
    fn written(&self) -> JsValue {
        self.iter().map(Written::written).collect::<Array>().into()
    }
}
