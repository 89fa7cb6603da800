//! A CRM's page without a browser.

use std::collections::BTreeMap;

use calling_widget_sdk::lifecycle::Call;
use calling_widget_sdk::protocol::{Kind, Millis, Value as Payload};
use calling_widget_sdk::session::host::{
    ChangeOutput, FrameInput, FrameOutput, HostConfig, HostInput, HostOutput, ReportOutput,
    StoreInput, StoreOutput, StoreRequest, TimeInput, UserInput, Visibility, WidgetInfo,
};
use calling_widget_sdk::session::{Code, call_snapshot};
use serde_json::{Value, json};
use simulation::HostEdge;

use crate::table::with;

/// The page's own origin.
pub(super) const CRM: &str = "https://crm.example";
/// The widget's.
pub(super) const WIDGET: &str = "https://phone.example";

/// A host with a clock, and the number of messages its widget posted.
pub(super) struct Page {
    pub(super) host: HostEdge,
    /// The page's copy of the calls, of the widget, and of whether a call is active.
    told: (BTreeMap<u32, Value>, WidgetInfo, bool),
    pub(super) now: f64,
    pub(super) sent: u32,
}

impl Page {
    pub(super) fn new(change: impl FnOnce(&mut HostConfig)) -> Self {
        let context =
            json!({ "portalId": 1, "userId": 2, "ownerId": 3, "iframeLocation": "remote" });
        let mut config = HostEdge::config(CRM, WIDGET, "h1", context);
        change(&mut config);
        Self {
            host: HostEdge::new(config),
            told: Default::default(),
            now: 1_000.0,
            sent: 0,
        }
    }

    /// A host whose widget is initialized, logged in and available.
    pub(super) fn ready(change: impl FnOnce(&mut HostConfig)) -> Self {
        let mut page = Self::new(change);
        page.connect();
        page.initialize();
        page
    }

    /// The same, logged out.
    pub(super) fn logged_out() -> Self {
        let mut page = Self::new(|_| {});
        page.connect();
        page.say("INITIALIZED", json!({ "isLoggedIn": false }));
        page
    }

    /// One that is logged in, with the call `c-1`.
    pub(super) fn calling() -> Self {
        let mut page = Self::ready(|_| {});
        page.say("OUTGOING_CALL_STARTED", outgoing(&json!({})));
        page
    }

    /// The same, with a call that asks for its engagement.
    pub(super) fn asked() -> Self {
        let mut page = Self::ready(|_| {});
        page.start_asking();
        page
    }

    /// The same, whose engagement was created.
    pub(super) fn created(engagement: u32) -> Self {
        let mut page = Self::asked();
        page.answer(1, Ok(json!({ "id": engagement })));
        page
    }

    /// Initializes the widget, logged in and available.
    pub(super) fn initialize(&mut self) {
        let data = json!({ "isLoggedIn": true, "isAvailable": true });
        self.say("INITIALIZED", data);
    }

    /// Loads the widget's page; returns the acknowledgement of its first SYNC.
    pub(super) fn load(&mut self) -> Value {
        let outputs = self.enter_raw(FrameInput::FrameLoaded {});
        let id = outputs.iter().find_map(|output| match output {
            HostOutput::Frame(FrameOutput::Post { message, .. })
                if message.field("type") == json!("SYNC") =>
            {
                Some(message.field("messageId").json())
            }
            _ => None,
        });
        let id = id.expect("SYNC goes out at the load");
        json!({ "type": "SYNC_ACK", "messageId": id, "version": "0.9.7", "debugMode": true })
    }

    /// Loads the widget's page and acknowledges.
    pub(super) fn connect(&mut self) {
        let ack = self.load();
        self.receive(&ack);
    }

    /// Ends and completes a call; returns the host's orders for the completion.
    pub(super) fn finish(&mut self, data: &Value) -> Vec<Value> {
        self.say("CALL_ENDED", data.clone());
        self.say("CALL_COMPLETED", data.clone())
    }

    /// Reloads the widget and logs it in.
    pub(super) fn reconnect(&mut self) {
        self.connect();
        self.say("INITIALIZED", json!({ "isLoggedIn": true }));
    }

    /// Starts the call `c-1`, which asks for its engagement.
    pub(super) fn start_asking(&mut self) {
        let data = outgoing(&json!({ "createEngagement": true }));
        self.say("OUTGOING_CALL_STARTED", data);
    }

    /// Posts a message of the widget; returns the host's orders.
    pub(super) fn say(&mut self, wire: &str, data: Value) -> Vec<Value> {
        self.sent += 1;
        let mut message = json!({ "type": wire, "messageId": format!("w1_{}", self.sent) });
        if !data.is_null() {
            message["data"] = data;
        }
        self.receive(&message)
    }

    pub(super) fn receive(&mut self, message: &Value) -> Vec<Value> {
        self.receive_from(WIDGET, message)
    }

    pub(super) fn receive_from(&mut self, origin: &str, message: &Value) -> Vec<Value> {
        self.event(true, origin, message)
    }

    /// A message event without a window, as of a page that is gone.
    pub(super) fn gone(&mut self, origin: &str, message: &Value) -> Vec<Value> {
        self.host.gone(Millis(self.now), origin, message);
        self.drain()
    }

    /// A message event with all that the browser attests.
    pub(super) fn event(&mut self, is_trusted: bool, origin: &str, message: &Value) -> Vec<Value> {
        self.host
            .event(Millis(self.now), is_trusted, origin, message);
        self.drain()
    }

    pub(super) fn dial(&mut self, data: Value) -> (Result<String, Code>, Vec<Value>) {
        let data = data.into();
        let outcome = self.command(UserInput::Dial { data });
        (outcome, self.drain())
    }

    /// The page sends by hand; the outputs stay with the host.
    pub(super) fn send(&mut self, kind: Kind, data: Option<Value>) -> Result<String, Code> {
        self.host.send(Millis(self.now), kind, data)
    }

    /// Another command; the outputs stay with the host.
    pub(super) fn command(&mut self, input: impl Into<HostInput>) -> Result<String, Code> {
        self.host.command(Millis(self.now), input)
    }

    /// The user minimizes or hides the frame; returns the host's orders.
    pub(super) fn put(&mut self, [is_minimized, is_hidden]: [Option<bool>; 2]) -> Vec<Value> {
        let done = self.command(UserInput::SetVisibility {
            is_minimized,
            is_hidden,
        });
        done.expect("connected");
        self.drain()
    }

    pub(super) fn ask(&mut self, input: impl Into<HostInput>) -> bool {
        self.host.ask(Millis(self.now), input)
    }

    pub(super) fn navigated(&mut self, request: u32, has_succeeded: bool) -> Vec<Value> {
        self.enter(StoreInput::Navigated {
            request,
            has_succeeded,
        })
    }

    pub(super) fn answer(&mut self, request: u32, result: Result<Value, &str>) -> Vec<Value> {
        self.host
            .stored(Millis(self.now), request, result.map_err(str::to_owned));
        self.drain()
    }

    /// Any other input; returns the host's orders.
    pub(super) fn enter(&mut self, input: impl Into<HostInput>) -> Vec<Value> {
        self.host.enter(Millis(self.now), input);
        self.drain()
    }

    pub(super) fn enter_raw(&mut self, input: impl Into<HostInput>) -> Vec<HostOutput> {
        self.host.enter(Millis(self.now), input);
        self.drain_raw()
    }

    /// Fires the next timer; returns its time and the host's orders.
    pub(super) fn wake(&mut self) -> Option<(Millis, Vec<Value>)> {
        let at = self.host.wake()?;
        self.now = at.0;
        Some((at, self.enter(TimeInput::Timeout {})))
    }

    /// The host's orders, without the log's and the call list's notices.
    pub(super) fn drain(&mut self) -> Vec<Value> {
        self.drain_raw().into_iter().filter_map(as_json).collect()
    }

    /// All of the host's orders. Checks that they report every change.
    pub(super) fn drain_raw(&mut self) -> Vec<HostOutput> {
        let outputs: Vec<_> = std::iter::from_fn(|| self.host.poll()).collect();
        let (calls, widget, is_active) = &mut self.told;
        for output in &outputs {
            match output {
                HostOutput::Change(ChangeOutput::Call { key, call }) => {
                    let mut call = call.json();
                    call.as_object_mut()
                        .expect("a call is an object")
                        .remove("isCutOff");
                    calls.insert(*key, call);
                }
                HostOutput::Change(ChangeOutput::Gone { key }) => drop(calls.remove(key)),
                HostOutput::Change(ChangeOutput::WidgetChanged { widget: now }) => {
                    widget.clone_from(now);
                }
                HostOutput::Change(ChangeOutput::Active { is_active: now }) => *is_active = *now,
                _ => {}
            }
        }
        let keys = self.taken().map(Call::key);
        assert_eq!(
            self.told,
            (
                keys.zip(self.calls()).collect(),
                self.host.widget().clone(),
                self.host.has_active_call(),
            ),
            "the page's copy"
        );
        outputs
    }

    pub(super) fn count(&self, code: Code) -> u32 {
        self.host
            .counts()
            .iter()
            .find(|(known, _)| *known == code)
            .map_or(0, |(_, count)| *count)
    }

    pub(super) fn calls(&self) -> Vec<Value> {
        let calls = self.taken().map(call_snapshot);
        calls.map(|call| Payload::from(call).json()).collect()
    }

    /// The calls that the host takes.
    pub(super) fn taken(&self) -> impl Iterator<Item = &Call> {
        let calls = self.host.calls().iter();
        calls.filter(|call| self.host.is_taken(call.key()))
    }

    /// A field of each call.
    pub(super) fn each(&self, field: &str) -> Vec<Value> {
        let calls = self.calls().into_iter();
        calls.map(|call| call[field].clone()).collect()
    }

    /// The state of each call.
    pub(super) fn states(&self) -> Vec<Value> {
        self.each("state")
    }

    /// The state of each call's engagement.
    pub(super) fn engagements(&self) -> Vec<Value> {
        self.each("engagement")
    }
}

/// An order as JSON, without message ids.
pub(super) fn as_json(output: HostOutput) -> Option<Value> {
    Some(match output {
        HostOutput::Report(ReportOutput::Received { .. }) => return None,
        HostOutput::Frame(FrameOutput::Post {
            message, origin, ..
        }) => {
            assert_eq!(origin, WIDGET, "every post names the widget's origin");
            let message = message.json();
            match message.get("data") {
                Some(data) => json!(["post", message["type"], data]),
                None => json!(["post", message["type"]]),
            }
        }
        HostOutput::Report(ReportOutput::Notify { kind, message, .. }) => {
            let name = kind.map_or("unknownMessage", |kind| kind.message().name);
            json!(["notify", name, message.field("type").json()])
        }
        HostOutput::Change(ChangeOutput::StateChanged { state }) => {
            json!(["state", state.as_str()])
        }
        HostOutput::Report(ReportOutput::Failed { code }) => json!(["failed", code.as_str()]),
        HostOutput::Report(ReportOutput::Alert { text, source }) => {
            json!(["alert", text, source.as_str()])
        }
        HostOutput::Frame(FrameOutput::VisibilityChanged {
            visibility:
                Visibility {
                    is_minimized,
                    is_hidden,
                },
        }) => json!(["visibility", is_minimized, is_hidden]),
        HostOutput::Frame(FrameOutput::Resize { width, height }) => {
            json!(["resize", width, height])
        }
        HostOutput::Frame(FrameOutput::MoveFrame { url }) => json!(["move", url]),
        HostOutput::Store(StoreOutput::Navigate { request, data }) => {
            json!(["navigate", request, data.json()])
        }
        HostOutput::Store(StoreOutput::Store { request, ask }) => match ask {
            StoreRequest::Create { call } => json!(["create", request, call.json()]),
            StoreRequest::Complete { engagement, call } => {
                json!(["complete", request, engagement.json(), call.json()])
            }
            StoreRequest::Publish { engagement, call } => {
                json!(["publish", request, engagement.json(), call.json()])
            }
            StoreRequest::MatchCaller { number } => json!(["match", request, number.json()]),
        },
        HostOutput::Report(ReportOutput::Diagnostic {
            code,
            detail,
            is_error,
        }) => {
            let level = if is_error { "error" } else { "warn" };
            json!([level, code.as_str(), detail])
        }
        // Changes, each the subject of a test of its own.
        _ => return None,
    })
}

pub(super) fn contact_dial() -> Value {
    json!({
        "phoneNumber": "+15550100123", "objectId": 51, "objectType": "CONTACT",
        "calleeInfo": { "calleeId": 51, "calleeObjectTypeId": "0-1" }, "startTimestamp": 900,
    })
}

/// The number of an order's request.
pub(super) fn request_of(order: &Value) -> u32 {
    let request = order[1].as_u64().map(u32::try_from);
    request.expect("a number").expect("a small one")
}

/// A diagnostic that is no error, as JSON.
pub(super) fn warn(code: &str, detail: &str) -> Value {
    json!(["warn", code, detail])
}

/// A payload that names a call.
pub(super) fn named(call: impl Into<Value>) -> Value {
    json!({ "externalCallId": call.into() })
}

/// The payload of a start that asks for an engagement.
pub(super) fn asking(call: impl Into<Value>) -> Value {
    json!({ "externalCallId": call.into(), "createEngagement": true })
}

/// A payload that names a call and an engagement.
pub(super) fn engaged(call: impl Into<Value>, engagement: impl Into<Value>) -> Value {
    json!({ "externalCallId": call.into(), "engagementId": engagement.into() })
}

pub(super) fn outgoing(more: &Value) -> Value {
    let data = json!({
        "externalCallId": "c-1", "fromNumber": "+15550100999", "toNumber": "+15550100123",
        "callStartTime": 950,
    });
    with(data, more)
}

pub(super) fn incoming(more: &Value) -> Value {
    let data = json!({
        "externalCallId": "c-2", "fromNumber": "+15550100123", "toNumber": "+15550100999",
        "callStartTime": 950,
    });
    with(data, more)
}

/// The request to complete [`outgoing`] with an engagement.
pub(super) fn complete(request: u32, engagement: u32, more: &Value) -> Value {
    let call = with(stored("service"), &json!({ "endedAt": 1000 }));
    let call = with(call, &json!({ "associations": [], "properties": {} }));
    json!(["complete", request, engagement, with(call, more)])
}

/// [`outgoing`] as the store gets it.
pub(super) fn stored(owner: &str) -> Value {
    json!({
        "externalCallId": "c-1", "direction": "OUTBOUND", "fromNumber": "+15550100999",
        "toNumber": "+15550100123", "startedAt": 950, "owner": owner,
    })
}

/// A call with the app's engagement 77, after a message of the widget that leads
/// to the first question to the store.
pub(super) fn asked_for(wire: &str) -> Page {
    let mut page = Page::calling();
    let data = json!({
        "externalCallId": "c-1", "engagementId": 77,
        "engagementProperties": { "hs_call_title": "Theirs" },
    });
    page.say("CALL_ENDED", data.clone());
    page.say(wire, data);
    page
}
