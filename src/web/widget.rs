//! The class around the widget's engine.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use js_sys::{Array, Object};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::orders::{counts, due, known, processed, words};
use super::value::{read, word, write, write_option};
use crate::protocol::Millis;
use crate::session::Code;
use crate::session::widget::{
    AnswerOutput, AppInput, AppOutput, ChangeOutput, Environment, Input, JournalInput,
    LifecycleMode, MessageInput, Mode, Output, PageInput, PageOutput, Plan, Question, ReceiptInput,
    TimeInput, Widget, WindowInput, WindowOutput,
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
    /// The object that takes the outputs of a widget's engine, in order.
    WidgetOrders = "WidgetOrders" {
        /// The outcome of a send.
        sent = "sent"(outcome: &JsValue = "outcome" as "SendOutcome");
        /// An origin of `attach` is no pattern: the instance was not added.
        bad_origin = "badOrigin"(text: &str = "text" as "string");
        /// The message of the event counts: enter it by `receive`. So do others from the same
        /// window and origin, until the next `pinned`.
        admitted = "admitted"();
        /// Enter `admit` once more, with `isSync`.
        ask_sync = "askSync"();
        /// The handlers for the message of `route`.
        route = "route"(plan: JsValue = "plan" as "Plan");
        /// The record for the page that a reload brings; none where no call is open.
        journal = "journal"(record: JsValue = "record" as "unknown");
        /// The verdict on the record of `resume`.
        resumable = "resumable"(verdict: &JsValue = "verdict" as "\"taken\" | \"leftAlone\" | \"useless\"");
        /// The callee; none where the payload names nobody.
        callee = "callee"(callee: JsValue = "callee" as "Callee | undefined");
        /// A getter of the input's value threw this, which is the app's: the engine has not seen
        /// the input.
        threw = "threw"(error: &JsValue = "error" as "unknown");
        /// The count of each code.
        counts = "counts"(counts: JsValue = "counts" as "readonly (readonly [code: DiagnosticCode, count: number])[]");

        /// The session's state changed.
        state = "state"(state: &JsValue = "state" as "\"notEmbedded\" | \"waiting\" | \"ready\"");
        /// The host that the session belongs to; no origin before it opened. `restore` takes it
        /// back. `ready` is READY as delivered; `userHash` a hash of the host's origin, its account
        /// and its user, the same in each of the user's windows.
        pinned = "pinned"(
            origin: Option<String> = "origin" as "string | undefined",
            source: u32 = "source" as "number",
            id_prefix: &str = "idPrefix" as "string",
            ready: JsValue = "ready" as "unknown",
            user_hash: JsValue = "userHash" as "number | undefined",
            is_initialized: bool = "isInitialized" as "boolean"
        );
        /// INITIALIZED changed: the message as it would be posted now, none before an instance
        /// posted it; and that instance, 0 after a later log-in or availability. `restore` takes
        /// it back.
        presence = "presence"(
            presence: JsValue = "presence" as "unknown",
            posted_by: u32 = "postedBy" as "number"
        );
        /// True if the host fell silent while an answer is pending.
        silent = "silent"(is_silent: bool = "isSilent" as "boolean");
        /// The delivery of READY to an instance changed.
        ready = "ready"(instance: u32 = "instance" as "number", is_ready: bool = "isReady" as "boolean");
        /// A call began or changed. It is under way if leaving the page would cut it off.
        call = "call"(
            key: u32 = "key" as "number",
            is_under_way: bool = "isUnderWay" as "boolean",
            call: JsValue = "call" as "CallSnapshot"
        );
        /// A call is forgotten.
        gone = "gone"(key: u32 = "key" as "number");
        /// A message is queued, or its call changed. `requeue` takes it back. `before` is a
        /// snapshot of its call before the message; none where the message began it.
        queued = "queued"(
            number: u32 = "number" as "number",
            instance: u32 = "instance" as "number",
            message: JsValue = "message" as "object",
            message_id: &str = "messageId" as "string",
            since: f64 = "since" as "number",
            call: Option<u32> = "call" as "number | undefined",
            before: JsValue = "before" as "object | undefined"
        );
        /// These are no longer queued: they are posted next, or were dropped.
        unqueued = "unqueued"(numbers: JsValue = "numbers" as "readonly number[]");
        /// The role of this window among the user's windows, and the number of others.
        windows = "windows"(role: &JsValue = "role" as "WindowRole", others: u32 = "others" as "number");

        /// Have an instance acknowledge a SYNC that the app injected into it, by its own
        /// `sendMessage`.
        acknowledge = "acknowledge"(instance: u32 = "instance" as "number", message: JsValue = "message" as "Message");
        /// Deliver a message to handlers, then enter `delivered`: to these instances, the newest
        /// first, or to the first of them that has a handler for it.
        deliver = "deliver"(
            message: JsValue = "message" as "Message",
            to: JsValue = "to" as "readonly Plan[]",
            to_one: bool = "toOne" as "boolean"
        );
        /// A diagnostic, free of personal data, and the count of its code so far.
        report = "report"(
            code: &JsValue = "code" as "DiagnosticCode",
            level: &JsValue = "level" as "Diagnostic[\"level\"]",
            detail: &str = "detail" as "string",
            count: u32 = "count" as "number"
        );
        /// A wait is over. The outcome is empty for a good one; the value is the host's answer:
        /// the engagement's id, the caller's matches, the data of a refusal.
        settled = "settled"(
            wait: u32 = "wait" as "number",
            outcome: &JsValue = "outcome" as "\"\" | ReceiptCode",
            value: JsValue = "value" as "unknown"
        );
        /// Deliver the calls that were taken over, then enter `delivered`.
        resumed = "resumed"(account: JsValue = "account" as "ResumedCalls");

        /// Post this to the other windows.
        say = "say"(said: JsValue = "said" as "object");
        /// Enter `windowGone` once the lock of this window is released.
        watch = "watch"(window: &str = "window" as "string");
        /// Request the leader's lock, and enter `leadWindows` once this window has it; or release
        /// it.
        lead = "lead"(may_lead: bool = "mayLead" as "boolean");

        /// Post a message to a window, as the facade numbers them, for this origin only; for an
        /// instance, or 0 for the session itself.
        post = "post"(
            message: JsValue = "message" as "Message",
            origin: &str = "origin" as "string",
            to: u32 = "to" as "number",
            by: u32 = "by" as "number"
        );
        /// The output of `journal` changed.
        persist = "persist"();
        /// The time to enter `timeout`, in ms since the epoch; it replaces any other.
        wake = "wake"(at: f64 = "at" as "number");
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
        let engine = Widget::new(Environment {
            own_origin: String::new(),
            instance_id: String::new(),
            is_embedded: false,
            given_host: None,
        });
        Self {
            engine: RefCell::new(engine),
            orders,
        }
    }

    /// The page of the session; the first input, once.
    pub fn start(
        &self,
        now: f64,
        own_origin: String,
        instance_id: String,
        is_embedded: bool,
        given_host: Option<String>,
    ) {
        self.enter(now, || {
            Ok(PageInput::Start {
                own_origin,
                instance_id,
                is_embedded,
                given_host,
            }
            .into())
        });
    }

    /// Restores the state of an engine that trapped: from the last `pinned`, the last `presence`,
    /// and the last `call` of each.
    #[allow(clippy::too_many_arguments, reason = "one for each field")]
    pub fn restore(
        &self,
        now: f64,
        origin: Option<String>,
        source: u32,
        id_prefix: String,
        #[wasm_bindgen(unchecked_param_type = "unknown")] ready: JsValue,
        is_initialized: bool,
        #[wasm_bindgen(unchecked_param_type = "unknown")] presence: JsValue,
        posted_by: u32,
        #[wasm_bindgen(unchecked_param_type = "unknown")] snapshot: JsValue,
    ) {
        self.enter(now, || {
            Ok(PageInput::Restore {
                origin,
                source,
                id_prefix,
                ready: read(ready)?,
                is_initialized,
                presence: read(presence)?,
                posted_by,
                snapshot: read(snapshot)?,
            }
            .into())
        });
    }

    /// Restores a queued message, from its last `queued`; after `restore`, in the order of their
    /// numbers.
    #[allow(clippy::too_many_arguments, reason = "one for each field")]
    pub fn requeue(
        &self,
        now: f64,
        instance: u32,
        #[wasm_bindgen(unchecked_param_type = "unknown")] message: JsValue,
        message_id: String,
        since: f64,
        call: Option<u32>,
        before: Option<Object>,
    ) {
        self.enter(now, || {
            let before = before.map(|before| read(before.into())).transpose()?;
            Ok(PageInput::Requeue {
                instance,
                message: read(message)?,
                message_id,
                since: Millis(since),
                call,
                before,
            }
            .into())
        });
    }

    /// The page is being left; it is certain once the page is hidden.
    #[wasm_bindgen(js_name = leavePage)]
    pub fn leave_page(&self, now: f64, is_certain: bool) {
        self.enter(now, || Ok(PageInput::Leave { is_certain }.into()));
    }

    /// The page is shown again.
    #[wasm_bindgen(js_name = stayPage)]
    pub fn stay_page(&self, now: f64) {
        self.enter(now, || Ok(PageInput::Stay {}.into()));
    }

    /// Reports the edge's own diagnostic, at its code's level. The detail is a field's path or a
    /// name; never a value.
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

    /// A message event, before anything of its message is read. Answered by `admitted` where the
    /// message counts, and by `askSync` where it depends on the message being a SYNC: then it is
    /// entered once more.
    pub fn admit(
        &self,
        now: f64,
        is_trusted: bool,
        source: u32,
        origin: String,
        is_sync: Option<bool>,
    ) {
        self.enter(now, || {
            Ok(MessageInput::Admit {
                is_trusted,
                source,
                origin,
                is_sync,
            }
            .into())
        });
    }

    /// The message of an event that counts.
    pub fn receive(
        &self,
        now: f64,
        source: u32,
        origin: String,
        #[wasm_bindgen(unchecked_param_type = "unknown")] message: JsValue,
    ) {
        self.enter(now, || {
            let message = read(message)?;
            Ok(MessageInput::Receive {
                source,
                origin,
                message,
            }
            .into())
        });
    }

    /// Messages the edge refused unread: the browser did not make their events, they come from a
    /// foreign window, are over a limit, or contain something that is not data.
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

    /// Adds an object of the app's to the session.
    #[allow(clippy::too_many_arguments, reason = "one for each field")]
    pub fn attach(
        &self,
        now: f64,
        instance: u32,
        debug_mode: bool,
        #[wasm_bindgen(unchecked_param_type = "LifecycleMode")] lifecycle: &str,
        is_strict: bool,
        origins: Option<Vec<String>>,
        is_relay: bool,
        #[wasm_bindgen(unchecked_param_type = "Mode")] mode: &str,
        keeps_repeated_dials: bool,
        resume: bool,
        is_ready: bool,
    ) {
        self.enter(now, || {
            let (lifecycle, mode) = (
                known(LifecycleMode::parse(lifecycle))?,
                known(Mode::parse(mode))?,
            );
            Ok(AppInput::Attach {
                instance,
                debug_mode,
                lifecycle,
                is_strict,
                origins,
                is_relay,
                mode,
                keeps_repeated_dials,
                resume,
                is_ready,
            }
            .into())
        });
    }

    /// Removes it.
    pub fn detach(&self, now: f64, instance: u32) {
        self.enter(now, || Ok(AppInput::Detach { instance }.into()));
    }

    /// A message of the app's. Answered by `sent`.
    pub fn send(
        &self,
        now: f64,
        instance: u32,
        #[wasm_bindgen(unchecked_param_type = "unknown")] message: JsValue,
        message_id: String,
    ) {
        self.enter(now, || {
            let message = read(message)?;
            Ok(AppInput::Send {
                instance,
                message,
                message_id,
            }
            .into())
        });
    }

    /// A message that the app injects, as its tests do; with its pretended origin, empty for the
    /// page's own.
    pub fn inject(
        &self,
        now: f64,
        instance: u32,
        origin: String,
        #[wasm_bindgen(unchecked_param_type = "unknown")] message: JsValue,
    ) {
        self.enter(now, || {
            let message = read(message)?;
            Ok(AppInput::Inject {
                instance,
                origin,
                message,
            }
            .into())
        });
    }

    /// The app assumes that the session is open, as its tests do.
    #[wasm_bindgen(js_name = assumeReady)]
    pub fn assume_ready(&self, now: f64, origin: String) {
        self.enter(now, || Ok(AppInput::AssumeReady { origin }.into()));
    }

    /// The handlers of a `deliver` or a `resumed` have returned: those that took the message, each
    /// behind its instance and a colon.
    pub fn delivered(&self, now: f64, served: Vec<String>) {
        self.enter(now, || Ok(AppInput::Delivered { served }.into()));
    }

    /// Asks for an instance's handlers of a message. Answered by `route`.
    pub fn route(
        &self,
        now: f64,
        instance: u32,
        #[wasm_bindgen(unchecked_param_type = "unknown")] message: JsValue,
    ) {
        self.enter(now, || {
            let message = read(message)?;
            Ok(AppInput::Route { instance, message }.into())
        });
    }

    /// The handler that took the message of `route`; empty for none.
    pub fn routed(&self, now: f64, instance: u32, handler: String) {
        self.enter(now, || Ok(AppInput::Routed { instance, handler }.into()));
    }

    /// Drops a call, and the messages queued about it.
    #[wasm_bindgen(js_name = forgetCall)]
    pub fn forget_call(&self, now: f64, key: u32) {
        self.enter(now, || Ok(AppInput::ForgetCall { key }.into()));
    }

    /// Asks for the callee, by DIAL_NUMBER's payload. Answered by `callee`.
    pub fn callee(
        &self,
        now: f64,
        #[wasm_bindgen(unchecked_param_type = "unknown")] data: JsValue,
    ) {
        self.enter(now, || {
            let dial = read(data)?;
            Ok(AppInput::Callee { dial }.into())
        });
    }

    /// Asks for the count of each code. Answered by `counts`.
    pub fn count(&self, now: f64) {
        self.enter(now, || Ok(AppInput::Count {}.into()));
    }

    /// Opens a receipt: it belongs to the next message of this type that the instance sends before
    /// `trackEnd`.
    pub fn track(&self, now: f64, instance: u32, receipt: u32, wire: String) {
        self.enter(now, || {
            Ok(ReceiptInput::Track {
                instance,
                receipt,
                wire,
            }
            .into())
        });
    }

    /// Closes a receipt: where no message was sent meanwhile, none was.
    #[wasm_bindgen(js_name = trackEnd)]
    pub fn track_end(&self, now: f64, receipt: u32) {
        self.enter(now, || Ok(ReceiptInput::TrackEnd { receipt }.into()));
    }

    /// Waits for the outcome of a receipt's message. Answered by `settled`, once. The time limit
    /// is in ms of the time the page is awake.
    pub fn wait(
        &self,
        now: f64,
        wait: u32,
        receipt: u32,
        #[wasm_bindgen(unchecked_param_type = "Question")] question: &str,
        timeout_ms: Option<f64>,
    ) {
        self.enter(now, || {
            let question = known(Question::parse(question))?;
            Ok(ReceiptInput::Wait {
                wait,
                receipt,
                question,
                timeout: timeout_ms.map(Millis),
            }
            .into())
        });
    }

    /// Aborts a wait.
    pub fn abort(&self, now: f64, wait: u32) {
        self.enter(now, || Ok(ReceiptInput::Abort { wait }.into()));
    }

    /// Asks for the record for the page that a reload brings. Answered by `journal`. The text
    /// tells the frames of an origin apart.
    pub fn journal(&self, now: f64, frame: String) {
        self.enter(now, || Ok(JournalInput::Journal { frame }.into()));
    }

    /// The record of an earlier page, from `journal`. Answered by `resumable`.
    pub fn resume(
        &self,
        now: f64,
        frame: String,
        #[wasm_bindgen(unchecked_param_type = "unknown")] record: JsValue,
    ) {
        self.enter(now, || {
            let record = read(record)?;
            Ok(JournalInput::Resume { frame, record }.into())
        });
    }

    /// Another page took the record of this one.
    #[wasm_bindgen(js_name = loseJournal)]
    pub fn lose_journal(&self, now: f64) {
        self.enter(now, || Ok(JournalInput::LoseJournal {}.into()));
    }

    /// This window shares its calls, as soon as the browser lets it. The random text names it,
    /// also after a trap.
    #[wasm_bindgen(js_name = joinWindows)]
    pub fn join_windows(&self, now: f64, window: String) {
        self.enter(now, || Ok(WindowInput::Join { window }.into()));
    }

    /// The other windows can hear this one: a lock shows them when it is gone.
    #[wasm_bindgen(js_name = meetWindows)]
    pub fn meet_windows(&self, now: f64) {
        self.enter(now, || Ok(WindowInput::Meet {}.into()));
    }

    /// This window has the leader's lock.
    #[wasm_bindgen(js_name = leadWindows)]
    pub fn lead_windows(&self, now: f64) {
        self.enter(now, || Ok(WindowInput::Lead {}.into()));
    }

    /// This window no longer shares its calls, or cannot.
    #[wasm_bindgen(js_name = leaveWindows)]
    pub fn leave_windows(&self, now: f64) {
        self.enter(now, || Ok(WindowInput::Leave {}.into()));
    }

    /// Any value on the windows' channel, from any page of the origin, with its field `message`: an
    /// empty object where that field is no object. `is_relayed` is true for a value that came
    /// through a port; no lock shows that its window is gone. `message_id` is for an app's message
    /// that has no id of its own.
    pub fn heard(
        &self,
        now: f64,
        #[wasm_bindgen(unchecked_param_type = "unknown")] said: JsValue,
        #[wasm_bindgen(unchecked_param_type = "unknown")] message: JsValue,
        is_relayed: bool,
        message_id: String,
    ) {
        self.enter(now, || {
            let (said, message) = (read(said)?, read(message)?);
            Ok(WindowInput::Heard {
                said,
                message,
                is_relayed,
                message_id,
            }
            .into())
        });
    }

    /// Another window is gone: its lock is released, and its earlier messages were received.
    #[wasm_bindgen(js_name = windowGone)]
    pub fn window_gone(&self, now: f64, window: String) {
        self.enter(now, || Ok(WindowInput::Gone { window }.into()));
    }

    /// The time that `wake` asked for has come.
    pub fn timeout(&self, now: f64) {
        self.enter(now, || Ok(TimeInput::Timeout {}.into()));
    }

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
