//! Messages of any page of the origin on the channel of the user's windows.

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::protocol::limits::{MAX_CLOSED_CALLS, MAX_OPEN_CALLS, MAX_WINDOWS};
use calling_widget_sdk::session::widget::{ChangeOutput, Output, PageOutput, Role, WindowInput};
use serde_json::{Value, json};
use simulation::{Options, WidgetEdge, heard};

/// JSON: a list of inputs. A number lets that many milliseconds pass, and a text is the app's
/// message about the call `c-1`; `lead` makes the window the leader, and a text that ends in
/// `.` reports that the window of that name is gone.
///
/// # Panics
///
/// When the answers, the windows or the calls are not bounded, or when a window without a
/// host leads or posts.
pub fn windows(input: &[u8]) {
    let Ok(Value::Array(steps)) = serde_json::from_slice(input) else {
        return;
    };
    for has_host in [true, false] {
        let mut run = Run::new(has_host);
        for step in steps.iter().take(STEPS) {
            run.step(step);
            run.carry_out();
            run.check();
        }
    }
}

const HOST: &str = "https://app.hubspot.com";
const OWN: &str = "https://phone.example";
const STEPS: usize = 256;

/// More than one step sends: every command that may be pending, and a few answers.
const MOST_SAID: usize = 128;

struct Run {
    widget: WidgetEdge,
    now: Millis,
    has_host: bool,
    said: usize,
    others: u32,
    /// Number of messages about calls that were posted.
    posted: usize,
}

impl Run {
    fn new(has_host: bool) -> Self {
        let mut widget = WidgetEdge::with_ids(OWN, "w", "we", has_host);
        let now = Millis(1_000_000.0);
        widget.attach(now, Options::default());
        let sync = json!({ "type": "SYNC", "messageId": "h_1", "portalId": 1, "userId": 2 });
        if has_host {
            widget.hear(now, HOST, &sync);
        }
        let mut run = Self {
            widget,
            now,
            has_host,
            said: 0,
            others: 0,
            posted: 0,
        };
        let window = "m".to_owned();
        run.enter(WindowInput::Join { window });
        run.enter(WindowInput::Meet {});
        run.carry_out();
        run
    }

    fn enter(&mut self, input: WindowInput) {
        self.widget.enter(self.now, input);
    }

    fn step(&mut self, step: &Value) {
        self.said = 0;
        match step {
            Value::Number(millis) => {
                let millis = millis.as_f64().unwrap_or_default();
                self.now = self.now + Millis(millis.clamp(-60_000.0, 60_000.0));
                self.widget.tick(self.now);
            }
            Value::String(lead) if lead == "lead" => self.enter(WindowInput::Lead {}),
            Value::String(gone) if gone.ends_with('.') => {
                let window = gone.trim_end_matches('.').to_owned();
                self.enter(WindowInput::Gone { window });
            }
            Value::String(wire) => {
                let message = json!({ "type": wire, "data": { "externalCallId": "c-1" } });
                self.widget.send(self.now, 1, &message);
            }
            said => self.enter(heard(said.clone(), String::new())),
        }
    }

    fn carry_out(&mut self) {
        while let Some(output) = self.widget.poll() {
            match output {
                Output::App(_) => self.widget.delivered(self.now),
                Output::Window(_) => self.said += 1,
                Output::Change(ChangeOutput::Windows { others, .. }) => self.others = others,
                Output::Page(PageOutput::Post { message, .. }) => {
                    let is_about_call = message.json()["data"]["externalCallId"].is_string();
                    self.posted += usize::from(is_about_call);
                }
                _ => {}
            }
        }
    }

    fn check(&self) {
        assert!(self.said <= MOST_SAID, "{} messages", self.said);
        assert!(self.others as usize <= MAX_WINDOWS);
        let calls = self.widget.calls().iter().count();
        assert!(calls <= MAX_OPEN_CALLS + MAX_CLOSED_CALLS, "{calls} calls");
        assert!(self.has_host || self.widget.role() != Role::Leader);
        assert!(self.has_host || self.posted == 0, "{} posts", self.posted);
    }
}
