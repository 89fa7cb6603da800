//! A widget's page without a browser.

use calling_widget_sdk::protocol::{self, Kind, Millis, Object};
use calling_widget_sdk::session::widget::{
    AnswerOutput, AppInput, AppOutput, Input, Level, LifecycleMode, Mode, Output, PageOutput,
    Question, ReceiptInput, TimeInput, Verdict,
};
use calling_widget_sdk::session::{Code, calls_snapshot};
use serde_json::{Value, json};

pub(crate) use simulation::{Options, Sent, trusting};

use simulation::WidgetEdge;

/// The origin of the page the widget is framed in.
pub(crate) const HOST: &str = "https://app.hubspot.com";

/// The origin of the widget's own page.
pub(crate) const OWN: &str = "https://phone.example.com";

/// No orders.
pub(crate) const NOTHING: [Value; 0] = [];

/// A widget session with a clock.
pub(crate) struct Page {
    pub(crate) widget: WidgetEdge,
    pub(crate) now: Millis,
    routed: Vec<Value>,
}

impl Page {
    /// A page of an origin, framed or not, without instances.
    pub(crate) fn at(own_origin: &str, is_embedded: bool) -> Self {
        Self {
            widget: WidgetEdge::new(own_origin, "w", is_embedded),
            now: Millis(1_000_000.0),
            routed: Vec::new(),
        }
    }

    /// A framed page with one instance, number 1, that waits for SYNC.
    pub(crate) fn waiting() -> Self {
        Self::waiting_with(Options::default())
    }

    /// The same with options.
    pub(crate) fn waiting_with(options: Options) -> Self {
        let mut page = Self::at(OWN, true);
        page.attach(options);
        page
    }

    /// A page with one instance that is not framed.
    pub(crate) fn unframed() -> Self {
        let mut page = Self::at(OWN, false);
        page.join();
        page
    }

    /// A framed page with one instance and an open session.
    pub(crate) fn ready() -> Self {
        Self::ready_with(Options::default())
    }

    /// The same with options.
    pub(crate) fn ready_with(options: Options) -> Self {
        let mut page = Self::waiting_with(options);
        page.host(&sync("h_1"));
        page
    }

    /// Another instance; its number.
    pub(crate) fn join(&mut self) -> u32 {
        let instance = self.attach(Options::default());
        self.drain();
        instance
    }

    /// Another instance with options; its number.
    pub(crate) fn attach(&mut self, options: Options) -> u32 {
        self.widget.attach(self.now, options)
    }

    pub(crate) fn detach(&mut self, instance: u32) {
        self.enter(AppInput::Detach { instance });
    }

    /// Any other input; the outputs stay in the session.
    pub(crate) fn enter(&mut self, input: impl Into<Input>) {
        self.widget.enter(self.now, input);
    }

    /// The timer fires.
    pub(crate) fn timeout(&mut self) {
        self.enter(TimeInput::Timeout {});
    }

    /// When the timer fires.
    pub(crate) fn wake(&self) -> Option<Millis> {
        self.widget.wake()
    }

    /// Opens a receipt; its number.
    pub(crate) fn track(&mut self, instance: u32, kind: Kind) -> u32 {
        self.widget.track(self.now, instance, kind)
    }

    pub(crate) fn track_end(&mut self, receipt: u32) {
        self.widget.track_end(self.now, receipt);
    }

    /// Asks for the outcome of a receipt's message; returns the number of the wait.
    pub(crate) fn ask(&mut self, receipt: u32, question: Question, timeout: Option<f64>) -> u32 {
        self.widget
            .wait(self.now, receipt, question, timeout.map(Millis))
    }

    pub(crate) fn abort(&mut self, wait: u32) {
        self.enter(ReceiptInput::Abort { wait });
    }

    /// The record for the next page.
    pub(crate) fn journal(&mut self, frame: &str) -> Option<Value> {
        self.widget.journal(self.now, frame)
    }

    /// Resumes from the record of an earlier page; returns the verdict, or the fault's code.
    pub(crate) fn resume(&mut self, frame: &str, record: &Value) -> Result<Verdict, Code> {
        self.widget.resume(self.now, frame, record)
    }

    pub(crate) fn assume_ready(&mut self, origin: &str) {
        let origin = origin.to_owned();
        self.enter(AppInput::AssumeReady { origin });
    }

    /// Advances the clock; fires no timer.
    pub(crate) fn wait(&mut self, millis: f64) {
        self.now = self.now + Millis(millis);
    }

    /// Advances the clock as in a page that is awake: every timer fires when due.
    pub(crate) fn live(&mut self, millis: f64) -> Vec<Value> {
        let end = self.now + Millis(millis);
        let mut seen = self.drain();
        while let Some(due) = self.wake().filter(|due| *due <= end) {
            self.now = if due > self.now { due } else { self.now };
            self.timeout();
            seen.extend(self.drain());
        }
        self.now = end;
        seen
    }

    /// A message of the host in the parent window; returns the outputs. At READY the first
    /// instance's app is initialized, which is left out.
    pub(crate) fn host(&mut self, message: &Value) -> Vec<Value> {
        self.feed(true, 1, HOST, message);
        let initialized = json!({ "type": "INITIALIZED", "messageId": "i" });
        let (_, mut outputs) = self.drain_with(|delivered| {
            let is_ready = delivered.get("type") == Some(&json!("READY"));
            is_ready
                .then(|| (1, initialized.clone()))
                .into_iter()
                .collect()
        });
        let is_own = |post: &Value| post.get("messageId") == initialized.get("messageId");
        outputs.retain(|output| !output.get("post").is_some_and(is_own));
        outputs
    }

    /// The same with handlers that send nothing.
    pub(crate) fn host_silently(&mut self, message: &Value) -> Vec<Value> {
        self.event(true, 1, HOST, message)
    }

    /// A message event with all that the browser attests; returns the outputs.
    pub(crate) fn event(
        &mut self,
        is_trusted: bool,
        source: u32,
        origin: &str,
        message: &Value,
    ) -> Vec<Value> {
        self.feed(is_trusted, source, origin, message);
        self.drain()
    }

    /// A message event; the outputs stay in the session.
    pub(crate) fn feed(&mut self, is_trusted: bool, source: u32, origin: &str, message: &Value) {
        self.widget
            .event(self.now, is_trusted, source, origin, message);
    }

    /// A message that the app injects.
    pub(crate) fn inject(&mut self, instance: u32, origin: &str, message: &Value) -> Vec<Value> {
        self.enter(AppInput::Inject {
            instance,
            origin: origin.to_owned(),
            message: message.clone().into(),
        });
        self.drain()
    }

    /// Sends a message of instance 1; returns the result and the outputs.
    pub(crate) fn send(&mut self, message: &Value) -> (Sent, Vec<Value>) {
        self.send_of(1, message)
    }

    /// Sends a message of an instance; returns the result and the outputs.
    pub(crate) fn send_of(&mut self, instance: u32, message: &Value) -> (Sent, Vec<Value>) {
        let sent = self.widget.send(self.now, instance, message);
        (sent, self.drain())
    }

    /// Sends a message of the app that is expected to be posted or queued.
    pub(crate) fn app(&mut self, message: &Value) {
        let (sent, _) = self.send(message);
        assert!(!matches!(sent, Sent::Refused(_)), "{sent:?}: {message}");
    }

    /// A message of the host, with the answer of each instance.
    pub(crate) fn host_answered(
        &mut self,
        message: &Value,
        answers: &[(u32, Value)],
    ) -> (Vec<Sent>, Vec<Value>) {
        self.feed(true, 1, HOST, message);
        self.drain_answered(answers)
    }

    /// Everything the session orders, each delivery taken by silent handlers.
    pub(crate) fn drain(&mut self) -> Vec<Value> {
        self.drain_answered(&[]).1
    }

    /// The same with handlers that answer each delivery.
    pub(crate) fn drain_answered(&mut self, answers: &[(u32, Value)]) -> (Vec<Sent>, Vec<Value>) {
        self.drain_with(|_| answers.to_vec())
    }

    /// The same with handlers that answer by what was delivered; null for calls that
    /// were taken over.
    fn drain_with(
        &mut self,
        answer: impl Fn(&Value) -> Vec<(u32, Value)>,
    ) -> (Vec<Sent>, Vec<Value>) {
        let mut sent = Vec::new();
        let mut seen = Vec::new();
        while let Some(order) = self.widget.poll() {
            let delivered = match &order {
                Output::App(AppOutput::Acknowledge { instance, message }) => {
                    self.widget.send(self.now, *instance, &message.json());
                    None
                }
                Output::App(AppOutput::Deliver { message, .. }) => Some(message.json()),
                Output::App(AppOutput::Resumed { .. }) => Some(Value::Null),
                _ => None,
            };
            seen.extend(view(order, self.widget.instances.len()));
            if let Some(delivered) = delivered {
                for (instance, message) in answer(&delivered) {
                    sent.push(self.widget.send(self.now, instance, &message));
                }
                self.widget.delivered(self.now);
            }
        }
        (sent, seen)
    }

    /// A message of an instance; the outputs stay in the session.
    pub(crate) fn say(&mut self, instance: u32, message: &Value) -> Sent {
        self.widget.send(self.now, instance, message)
    }

    /// The handlers have returned.
    pub(crate) fn delivered(&mut self) {
        self.widget.delivered(self.now);
    }

    /// The count of a code.
    pub(crate) fn count(&self, code: Code) -> u32 {
        let counts = self.widget.counts().iter();
        counts
            .filter(|(known, _)| *known == code)
            .map(|(_, count)| *count)
            .sum()
    }

    /// The app's handlers that an instance calls for a message, of those that it has.
    pub(crate) fn route(
        &mut self,
        instance: u32,
        wire: &str,
        data: Option<&Value>,
        has: impl Fn(&str) -> bool,
    ) -> Vec<&'static str> {
        let message = json!({ "type": wire, "data": data }).into();
        self.drain();
        self.enter(AppInput::Route { instance, message });
        let Some(AnswerOutput::Route { plan }) = self.widget.take_answer() else {
            panic!("it answers with a plan");
        };
        let mut handlers = plan.all;
        handlers.retain(|name| has(name));
        let mut first_of = plan.first_of;
        first_of.push("defaultEventHandler");
        let first = first_of.into_iter().find(|name| has(name));
        let handler = first.or(handlers.first().copied()).unwrap_or_default();
        self.enter(AppInput::Routed {
            instance,
            handler: handler.to_owned(),
        });
        self.routed = self.drain();
        handlers.extend(first);
        handlers
    }

    /// The reports of the last [`Page::route`], as `drain` shows them.
    pub(crate) fn reports(&mut self) -> Vec<Value> {
        std::mem::take(&mut self.routed)
    }

    /// The calls as the app sees them.
    pub(crate) fn calls(&self) -> Value {
        calls_snapshot(self.widget.calls())
            .into_iter()
            .map(shown)
            .collect()
    }
}

/// An object of the engine's as JSON.
pub(crate) fn shown(object: Object) -> Value {
    protocol::Value::from(object).json()
}

/// An order as JSON; changes and mere counts are left out.
fn view(order: Output, instances: usize) -> Option<Value> {
    Some(match order {
        Output::Page(PageOutput::Post {
            message,
            origin,
            to,
            ..
        }) => json!({ "post": message.json(), "origin": origin, "to": to }),
        Output::App(AppOutput::Deliver { message, to, .. }) => {
            let to: Vec<u32> = to.iter().map(|plan| plan.instance).collect();
            match to.as_slice() {
                [only] if instances > 1 => json!({ "deliver": message.json(), "only": only }),
                _ => json!({ "deliver": message.json() }),
            }
        }
        Output::App(AppOutput::Report {
            code,
            level,
            detail,
            ..
        }) => {
            let level = match level {
                Level::Note => "note",
                Level::Warn => "warn",
                Level::Error => "error",
                Level::Count => return None,
            };
            json!({ level: code.as_str(), "detail": detail })
        }
        Output::App(AppOutput::Resumed { account }) => json!({ "resumed": account.json() }),
        Output::App(AppOutput::Settled {
            wait,
            outcome,
            value,
        }) => {
            json!({ "settled": wait, "outcome": outcome.as_str(), "value": value.map(Value::from) })
        }
        _ => return None,
    })
}

/// A SYNC of account 1, user 2, as a record page sends it.
pub(crate) fn sync(id: &str) -> Value {
    json!({
        "type": "SYNC", "messageId": id, "hostUrl": HOST,
        "portalId": 1, "userId": 2, "ownerId": "3", "iframeLocation": "widget",
    })
}

/// The SYNC of another host session: another prefix and another user.
pub(crate) fn other_sync() -> Value {
    json!({
        "type": "SYNC", "messageId": "other_1", "hostUrl": HOST,
        "portalId": 1, "userId": 9, "ownerId": "3", "iframeLocation": "widget",
    })
}

/// A message about a call.
pub(crate) fn about(wire: &str, call: &str) -> Value {
    json!({ "type": wire, "data": { "externalCallId": call } })
}

/// A message that starts a call and asks for its engagement.
pub(crate) fn asking(wire: &str, call: &str) -> Value {
    json!({ "type": wire, "data": { "externalCallId": call, "createEngagement": true } })
}

/// A message about a call and an engagement.
pub(crate) fn engaged(wire: &str, call: &str, engagement: impl Into<Value>) -> Value {
    let engagement = engagement.into();
    json!({ "type": wire, "data": { "externalCallId": call, "engagementId": engagement } })
}

/// An answer of the host.
pub(crate) fn reply(wire: &str, data: &Value) -> Value {
    json!({ "type": wire, "messageId": "h_9", "data": data })
}

/// The host created the engagement of a call.
pub(crate) fn created(call: &str, engagement: impl Into<Value>) -> Value {
    let data = json!({ "externalCallId": call, "engagementId": engagement.into() });
    reply("CREATE_ENGAGEMENT_SUCCEEDED", &data)
}

/// A report, as [`Page::drain`] shows it.
pub(crate) fn report(level: &str, code: &str, detail: &str) -> Value {
    json!({ level: code, "detail": detail })
}

/// The types of the posted messages, in order.
pub(crate) fn posted(outputs: &[Value]) -> Vec<&str> {
    types(outputs, "post")
}

/// The types of the delivered messages, in order.
pub(crate) fn delivered(outputs: &[Value]) -> Vec<&str> {
    types(outputs, "deliver")
}

/// The reports, in order.
pub(crate) fn reports(outputs: &[Value]) -> Vec<&Value> {
    let is_report = |output: &&Value| output.get("detail").is_some();
    outputs.iter().filter(is_report).collect()
}

fn types<'a>(outputs: &'a [Value], order: &str) -> Vec<&'a str> {
    let messages = outputs.iter().filter_map(|output| output.get(order));
    messages
        .map(|message| message.get("type").and_then(Value::as_str).unwrap_or("?"))
        .collect()
}

/// An instance that asks for the calls of the page before.
pub(crate) fn resuming() -> Options {
    Options {
        resume: true,
        ..Options::default()
    }
}

/// An instance that only relays.
pub(crate) fn relaying() -> Options {
    Options {
        is_relay: true,
        ..Options::default()
    }
}

/// An instance of a mode.
pub(crate) fn with_mode(mode: Mode) -> Options {
    Options {
        mode,
        ..Options::default()
    }
}

/// An instance in debug mode.
pub(crate) fn debugging() -> Options {
    Options {
        debug_mode: true,
        ..Options::default()
    }
}

/// An instance that asks for a lifecycle mode.
pub(crate) fn with_lifecycle(lifecycle: LifecycleMode) -> Options {
    Options {
        lifecycle,
        ..Options::default()
    }
}
