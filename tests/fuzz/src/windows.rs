//! Messages of any page of the origin on the channel of the user's windows.

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::widget::{Role, WindowInput};
use serde_json::{Value, json};
use simulation::{Options, WidgetEdge, heard};

use crate::drain::drain;

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
        let mut widget = WidgetEdge::with_ids(OWN, "w", "we", has_host);
        let mut now = Millis(1_000_000.0);
        widget.attach(now, Options::default());
        let sync = json!({ "type": "SYNC", "messageId": "h_1", "portalId": 1, "userId": 2 });
        if has_host {
            widget.receive(now, HOST, &sync);
        }
        let window = "m".to_owned();
        widget.enter(now, WindowInput::Join { window });
        widget.enter(now, WindowInput::Meet {});
        drain(&mut widget, now);
        for step in steps.iter().take(STEPS) {
            take(&mut widget, &mut now, step);
            let outputs = drain(&mut widget, now);
            assert!(outputs.said <= MOST_SAID, "{} messages", outputs.said);
            let mut posts = outputs.posts.iter();
            let posts = posts.any(|post| post["data"]["externalCallId"].is_string());
            assert!(has_host || !posts, "{outputs:?}");
            assert!(has_host || widget.role() != Role::Leader);
        }
    }
}

const HOST: &str = "https://app.hubspot.com";
const OWN: &str = "https://phone.example";
const STEPS: usize = 256;

/// More than one step sends: every command that may be pending, and a few answers.
const MOST_SAID: usize = 128;

fn take(widget: &mut WidgetEdge, now: &mut Millis, step: &Value) {
    let input = match step {
        Value::Number(millis) => {
            let millis = millis.as_f64().unwrap_or_default();
            *now = *now + Millis(millis.clamp(-60_000.0, 60_000.0));
            return widget.tick(*now);
        }
        Value::String(lead) if lead == "lead" => WindowInput::Lead {},
        Value::String(gone) if gone.ends_with('.') => {
            let window = gone.trim_end_matches('.').to_owned();
            WindowInput::Gone { window }
        }
        Value::String(wire) => {
            let message = json!({ "type": wire, "data": { "externalCallId": "c-1" } });
            widget.send(*now, 1, &message);
            return;
        }
        said => heard(said.clone(), String::new()),
    };
    widget.enter(*now, input);
}
