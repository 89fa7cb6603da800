//! A widget's page without a browser.

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::widget::{
    Environment, Input, InstanceOptions, Level, LifecycleMode, Order, Output, Sent, Widget,
};
use calling_widget_sdk::session::{Code, Facts, SourceId, calls_snapshot};
use serde_json::{Value, json};

/// The origin of the page the widget is framed in.
pub(crate) const HOST: &str = "https://app.hubspot.com";

/// The origin of the widget's own page.
pub(crate) const OWN: &str = "https://phone.example.com";

/// No orders.
pub(crate) const NOTHING: [Value; 0] = [];

/// A widget session, and the hour.
pub(crate) struct Page {
    pub(crate) widget: Widget<Value>,
    pub(crate) now: Millis,
    routed: Vec<Order<Value>>,
}

impl Page {
    /// A page of an origin, framed or not, without instances.
    pub(crate) fn at(own_origin: &str, is_embedded: bool) -> Self {
        Self {
            widget: Widget::new(Environment {
                own_origin: own_origin.to_owned(),
                instance_id: "w".to_owned(),
                is_embedded,
            }),
            now: Millis(1_000_000.0),
            routed: Vec::new(),
        }
    }

    /// A framed page with one instance, number 1, that waits for SYNC.
    pub(crate) fn waiting() -> Self {
        Self::waiting_with(InstanceOptions::default())
    }

    /// The same with options.
    pub(crate) fn waiting_with(options: InstanceOptions) -> Self {
        let mut page = Self::at(OWN, true);
        page.widget.attach(options);
        page
    }

    /// A framed page with one instance and an open session.
    pub(crate) fn ready() -> Self {
        Self::ready_with(InstanceOptions::default())
    }

    /// The same with options.
    pub(crate) fn ready_with(options: InstanceOptions) -> Self {
        let mut page = Self::waiting_with(options);
        page.host(&sync("h_1"));
        page
    }

    /// Another instance; its number.
    pub(crate) fn join(&mut self) -> u32 {
        let instance = self.widget.attach(InstanceOptions::default());
        self.drain();
        instance
    }

    /// Time passes.
    pub(crate) fn wait(&mut self, millis: f64) {
        self.now = self.now + Millis(millis);
    }

    /// A message of the host in the parent window; what came of it.
    pub(crate) fn host(&mut self, message: &Value) -> Vec<Value> {
        self.event(true, 1, HOST, message)
    }

    /// A message event with all that the browser attests; what came of it.
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

    /// A message event; what comes of it stays in the session.
    pub(crate) fn feed(&mut self, is_trusted: bool, source: u32, origin: &str, message: &Value) {
        let facts = Facts {
            is_trusted,
            source: SourceId(source),
            origin,
        };
        self.widget.handle_message(self.now, facts, message);
    }

    /// A message the app hands in itself.
    pub(crate) fn inject(&mut self, instance: u32, origin: &str, message: &Value) -> Vec<Value> {
        self.widget
            .handle_injected(self.now, instance, origin, message);
        self.drain()
    }

    /// A message of instance 1 and what came of it.
    pub(crate) fn send(&mut self, message: &Value) -> (Sent, Vec<Value>) {
        self.send_of(1, message)
    }

    /// A message of an instance and what came of it.
    pub(crate) fn send_of(&mut self, instance: u32, message: &Value) -> (Sent, Vec<Value>) {
        let sent = self.widget.send(self.now, instance, message);
        (sent, self.drain())
    }

    /// A message of the app's that is expected to go out or to wait.
    pub(crate) fn app(&mut self, message: &Value) {
        let (sent, _) = self.send(message);
        assert!(!matches!(sent, Sent::Refused(_)), "{sent:?}: {message}");
    }

    /// A message of the host, and what each of the instances sends in answer.
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
        let mut sent = Vec::new();
        let mut seen = Vec::new();
        while let Some(output) = self.widget.poll_output() {
            let is_delivery = matches!(output, Output::Deliver { .. } | Output::Resumed { .. });
            seen.extend(shown(output));
            if is_delivery {
                for (instance, answer) in answers {
                    sent.push(self.widget.send(self.now, *instance, answer));
                }
                self.widget.handle_delivered(self.now);
            }
        }
        (sent, seen)
    }

    /// How often a code was given.
    pub(crate) fn count(&self, code: Code) -> u32 {
        let counts = self.widget.counts().iter();
        counts
            .filter(|(known, _)| *known == code)
            .map(|(_, count)| *count)
            .sum()
    }

    /// The handlers that an instance's app has called for a message, of those it has.
    pub(crate) fn route(
        &mut self,
        instance: u32,
        wire: &str,
        data: Option<&Value>,
        has: impl Fn(&str) -> bool,
    ) -> Vec<&'static str> {
        let message = json!({ "type": wire, "data": data });
        let orders = self
            .widget
            .process(self.now, Input::Route { instance, message });
        let plan = orders.into_iter().find_map(|order| match order {
            Order::Route { plan } => Some(plan),
            _ => None,
        });
        let Some(plan) = plan else {
            panic!("it answers with a plan");
        };
        let mut handlers = plan.all;
        handlers.retain(|name| has(name));
        let mut first_of = plan.first_of;
        first_of.push("defaultEventHandler");
        let first = first_of.into_iter().find(|name| has(name));
        let handler = first.or(handlers.first().copied()).unwrap_or_default();
        self.routed = self.widget.process(
            self.now,
            Input::Routed {
                instance,
                handler: handler.to_owned(),
            },
        );
        handlers.extend(first);
        handlers
    }

    /// What the last [`Page::route`] had to report, as `drain` shows it.
    pub(crate) fn reports(&mut self) -> Vec<Value> {
        let orders = std::mem::take(&mut self.routed);
        let reports = orders.into_iter().filter_map(|order| match order {
            Order::Report { code, detail, .. } => {
                Some(json!({ "note": code.as_str(), "detail": detail }))
            }
            _ => None,
        });
        reports.collect()
    }

    /// The calls as the app sees them.
    pub(crate) fn calls(&self) -> Value {
        Value::Array(calls_snapshot(self.widget.calls()))
    }
}

/// An order as JSON; changes of the state, and what is only counted, are left out.
fn shown(output: Output<Value>) -> Option<Value> {
    Some(match output {
        Output::Post {
            message,
            origin,
            to,
            ..
        } => json!({ "post": message, "origin": origin, "to": to.0 }),
        Output::Deliver { message, to: None } => json!({ "deliver": message }),
        Output::Deliver {
            message,
            to: Some(to),
        } => json!({ "deliver": message, "only": to }),
        Output::Report(report) => {
            let level = match report.level {
                Level::Note => "note",
                Level::Warn => "warn",
                Level::Error => "error",
                Level::Count => return None,
            };
            json!({ level: report.code.as_str(), "detail": report.detail })
        }
        Output::Resumed { account } => json!({ "resumed": account }),
        Output::Persist | Output::Changed => return None,
        Output::Settled {
            wait,
            outcome,
            value,
        } => json!({ "settled": wait, "outcome": outcome.as_str(), "value": value }),
    })
}

/// A SYNC of account 1, user 2, as a record page sends it.
pub(crate) fn sync(id: &str) -> Value {
    json!({
        "type": "SYNC", "messageId": id, "hostUrl": HOST,
        "portalId": 1, "userId": 2, "iframeLocation": "widget",
    })
}

/// The SYNC of another host session: another prefix and another user.
pub(crate) fn other_sync() -> Value {
    json!({
        "type": "SYNC", "messageId": "other_1", "hostUrl": HOST,
        "portalId": 1, "userId": 9, "iframeLocation": "widget",
    })
}

/// A message about a call.
pub(crate) fn about(wire: &str, call: &str) -> Value {
    json!({ "type": wire, "data": { "externalCallId": call } })
}

/// The types of what was posted, in order.
pub(crate) fn posted(outputs: &[Value]) -> Vec<&str> {
    types(outputs, "post")
}

/// The types of what was delivered, in order.
pub(crate) fn delivered(outputs: &[Value]) -> Vec<&str> {
    types(outputs, "deliver")
}

/// What was reported, in order.
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

/// An instance that asks for a lifecycle mode.
pub(crate) fn with_lifecycle(lifecycle: LifecycleMode) -> InstanceOptions {
    InstanceOptions {
        lifecycle,
        ..InstanceOptions::default()
    }
}
