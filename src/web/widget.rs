//! The class around the widget's engine.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use js_sys::Array;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::class::{Argument as _, counts, due, processed, words};
use super::value::{Unknown, word, write, write_option};
use crate::protocol::Millis;
use crate::session::widget::{
    AnswerOutput, AppInput, AppOutput, ChangeOutput, Environment, Input, InstanceOptions,
    JournalInput, LifecycleMode, MessageInput, Mode, Output, PageInput, PageOutput, Plan, Question,
    ReceiptInput, TimeInput, Widget, WindowInput, WindowOutput,
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
    WidgetOrders = "WidgetOrders" {
        sent = "sent"(outcome: &JsValue as "SendOutcome");
        attached = "attached"(burst: u32 as "number");
        bad_origin = "badOrigin"(text: &str as "string");
        admitted = "admitted"();
        ask_sync = "askSync"();
        route = "route"(plan: JsValue as "Plan");
        journal = "journal"(record: JsValue as "unknown");
        resumable = "resumable"(verdict: &JsValue as "\"taken\" | \"leftAlone\" | \"useless\"");
        callee = "callee"(callee: JsValue as "Callee | undefined");
        threw = "threw"(error: &JsValue as "unknown");
        counts = "counts"(counts: JsValue as "readonly (readonly [code: DiagnosticCode, count: number])[]");
        state = "state"(state: &JsValue as "\"notEmbedded\" | \"waiting\" | \"ready\"");
        pinned = "pinned"(
            origin: Option<String> as "string | undefined",
            source: u32 as "number",
            id_prefix: &str as "string",
            ready: JsValue as "unknown",
            user_hash: JsValue as "number | undefined",
            is_initialized: bool as "boolean"
        );
        presence = "presence"(
            presence: JsValue as "unknown",
            posted_by: u32 as "number"
        );
        silent = "silent"(is_silent: bool as "boolean");
        ready = "ready"(instance: u32 as "number", is_ready: bool as "boolean");
        call = "call"(
            key: u32 as "number",
            is_under_way: bool as "boolean",
            call: JsValue as "CallSnapshot"
        );
        gone = "gone"(key: u32 as "number");
        queued = "queued"(
            number: u32 as "number",
            instance: u32 as "number",
            message: JsValue as "object",
            message_id: &str as "string",
            since: f64 as "number",
            call: Option<u32> as "number | undefined",
            before: JsValue as "object | undefined"
        );
        unqueued = "unqueued"(numbers: JsValue as "readonly number[]");
        windows = "windows"(role: &JsValue as "WindowRole", others: u32 as "number");
        acknowledge = "acknowledge"(instance: u32 as "number", message: JsValue as "Message");
        deliver = "deliver"(
            message: JsValue as "Message",
            to: JsValue as "readonly Plan[]",
            to_one: bool as "boolean"
        );
        report = "report"(
            code: &JsValue as "DiagnosticCode",
            level: &JsValue as "Diagnostic[\"level\"]",
            detail: &str as "string",
            count: u32 as "number"
        );
        settled = "settled"(
            wait: u32 as "number",
            outcome: &JsValue as "\"\" | ReceiptCode",
            value: JsValue as "unknown"
        );
        resumed = "resumed"(account: JsValue as "ResumedCalls");
        say = "say"(said: JsValue as "object");
        watch = "watch"(window: &str as "string");
        lead = "lead"(may_lead: bool as "boolean");
        post = "post"(
            message: JsValue as "Message",
            origin: &str as "string",
            to: u32 as "number",
            by: u32 as "number"
        );
        persist = "persist"();
        wake = "wake"(at: f64 as "number");
    }
}

/// The engine of a widget's session. The first argument of each input is the time, in ms since
/// the epoch; an instance, a receipt and a wait are numbers that the facade chooses, each once.
#[wasm_bindgen]
#[derive(Debug)]
pub struct WidgetCore {
    engine: RefCell<Widget>,
    orders: WidgetOrders,
}

#[wasm_bindgen]
impl WidgetCore {
    /// An engine before `start`, and the object that takes its outputs.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new(orders: WidgetOrders) -> Self {
        Self {
            engine: RefCell::new(Widget::new(Environment::default())),
            orders,
        }
    }
}

inputs! {
    WidgetCore {
        start = "start"(
            own_origin: String,
            instance_id: String,
            is_embedded: bool,
            given_host: Option<String>,
        ) => Environment in PageInput::Start;
        restore = "restore"(
            origin: Option<String>,
            source: u32,
            id_prefix: String,
            ready: Unknown,
            is_initialized: bool,
            presence: Unknown,
            posted_by: u32,
            snapshot: Unknown,
        ) => PageInput::Restore;
        requeue = "requeue"(
            instance: u32,
            message: Unknown,
            message_id: String,
            since: f64,
            call: Option<u32>,
            before: Option<Unknown>,
        ) => PageInput::Requeue;
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
            is_ready: bool,
            burst: Option<u32>,
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

named_arguments!(LifecycleMode, Mode, Question);

impl WidgetCore {
    /// Reads an input, then enters it: what a getter throws is the app's.
    fn enter(&self, now: f64, read: impl FnOnce() -> Result<Input, JsValue>) {
        self.process(now, read());
    }

    // Each input has its own `enter`, and they share this.
    #[inline(never)]
    fn process(&self, now: f64, input: Result<Input, JsValue>) {
        let process = |engine: &mut Widget, input| engine.process(Millis(now), input);
        match processed(&self.engine, input, process) {
            Ok(outputs) => outputs.into_iter().for_each(|output| self.order(output)),
            Err(error) => self.orders.threw(&error),
        }
    }

    fn order(&self, output: Output) {
        match output {
            Output::Answer(output) => self.answer(output),
            Output::Change(output) => self.change(output),
            Output::App(output) => self.report(output),
            Output::Window(output) => match output {
                WindowOutput::Say { said } => self.orders.say(write(&said)),
                WindowOutput::Watch { window } => self.orders.watch(&window),
                WindowOutput::Lead { may_lead } => self.orders.lead(may_lead),
            },
            Output::Page(output) => match output {
                PageOutput::Post {
                    message,
                    origin,
                    to,
                    by,
                } => self.orders.post(write(&message), &origin, to, by),
                PageOutput::Persist {} => self.orders.persist(),
                PageOutput::Wake { at } => self.orders.wake(due(at)),
            },
        }
    }

    fn answer(&self, output: AnswerOutput) {
        let orders = &self.orders;
        match output {
            AnswerOutput::Sent { outcome } => orders.sent(&word(outcome.as_str())),
            AnswerOutput::Attached { burst } => orders.attached(burst),
            AnswerOutput::BadOrigin { text } => orders.bad_origin(&text),
            AnswerOutput::Admitted {} => orders.admitted(),
            AnswerOutput::AskSync {} => orders.ask_sync(),
            AnswerOutput::Route { plan } => orders.route(plan_of(&plan)),
            AnswerOutput::Journal { record } => orders.journal(write_option(record.as_ref())),
            AnswerOutput::Resumable { verdict } => orders.resumable(&word(verdict.as_str())),
            AnswerOutput::Callee { callee } => orders.callee(write_option(callee.as_ref())),
            AnswerOutput::Counts { counts: all } => orders.counts(counts(&all)),
        }
    }

    fn change(&self, output: ChangeOutput) {
        let orders = &self.orders;
        match output {
            ChangeOutput::State { state } => orders.state(&word(state.as_str())),
            ChangeOutput::Pinned {
                origin,
                source,
                id_prefix,
                ready,
                user_hash,
                is_initialized,
            } => {
                let (ready, user_hash) = (
                    write_option(ready.as_ref()),
                    write_option(user_hash.as_ref()),
                );
                orders.pinned(origin, source, &id_prefix, ready, user_hash, is_initialized);
            }
            ChangeOutput::Presence {
                presence,
                posted_by,
            } => orders.presence(write_option(presence.as_ref()), posted_by),
            ChangeOutput::Silent { is_silent } => orders.silent(is_silent),
            ChangeOutput::Ready { instance, is_ready } => orders.ready(instance, is_ready),
            ChangeOutput::Call {
                key,
                is_under_way,
                call,
            } => orders.call(key, is_under_way, write(&call)),
            ChangeOutput::Gone { key } => orders.gone(key),
            ChangeOutput::Queued {
                number,
                instance,
                message,
                message_id,
                since,
                call,
                before,
            } => {
                let (message, before) = (write(&message), write_option(before.as_ref()));
                orders.queued(
                    number,
                    instance,
                    message,
                    &message_id,
                    since.0,
                    call,
                    before,
                );
            }
            ChangeOutput::Unqueued { numbers } => {
                let numbers: Array = numbers.into_iter().map(JsValue::from).collect();
                orders.unqueued(numbers.into());
            }
            ChangeOutput::Windows { role, others } => orders.windows(&word(role.as_str()), others),
        }
    }

    fn report(&self, output: AppOutput) {
        let orders = &self.orders;
        match output {
            AppOutput::Acknowledge { instance, message } => {
                orders.acknowledge(instance, write(&message));
            }
            AppOutput::Deliver {
                message,
                to,
                to_one,
            } => {
                let to: Array = to.iter().map(plan_of).collect();
                orders.deliver(write(&message), to.into(), to_one);
            }
            AppOutput::Report {
                code,
                level,
                detail,
                count,
            } => orders.report(&word(code.as_str()), &word(level.as_str()), &detail, count),
            AppOutput::Settled {
                wait,
                outcome,
                value,
            } => {
                orders.settled(wait, &word(outcome.as_str()), write_option(value.as_ref()));
            }
            AppOutput::Resumed { account } => orders.resumed(write(&account)),
        }
    }
}

/// The handlers of an instance: itself, those to call, those of which the first counts.
fn plan_of(plan: &Plan) -> JsValue {
    let written = Array::new();
    written.push(&JsValue::from(plan.instance));
    written.push(&words(&plan.all));
    written.push(&words(&plan.first_of));
    written.into()
}
