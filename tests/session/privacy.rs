//! Personal data through every message both ways: none of it in a report, a
//! diagnostic or an error.

#![expect(clippy::indexing_slicing, reason = "a test may fail")]

use calling_widget_sdk::protocol::{Kind, Millis};
use calling_widget_sdk::session::host::{HostConfig, HostOutput};
use calling_widget_sdk::session::widget::{AppInput, LifecycleMode, Output};
use calling_widget_sdk::session::{host, widget};
use serde_json::{Map, Value, json};

use crate::fixtures::fixtures;
use simulation::{CRM, HostEdge, Options, PHONE, WidgetEdge, trusting};

/// One person's number, name, address, recording and text.
const CANARIES: &[&str] = &[
    "+13035550168",
    "Canary Quillfeather",
    "canary.quillfeather@example.com",
    "https://canary-recordings.example/13035550168.mp3",
    "canary wants to be called at seven",
];

#[test]
fn no_report_of_the_widget_holds_personal_data() {
    let mut texts = Vec::new();

    for lifecycle in [LifecycleMode::Warn, LifecycleMode::Strict] {
        for is_strict in [false, true] {
            let mut widget = widget(Options {
                debug_mode: true,
                lifecycle,
                is_strict,
                ..trusting(CRM)
            });
            for message in tainted() {
                widget.send(Millis(2.0), 1, &message);
                widget.receive(Millis(3.0), CRM, &message);
                widget.receive(Millis(3.0), "https://evil.example", &message);
                let origin = String::new();
                let handed_in = AppInput::Inject {
                    instance: 1,
                    origin,
                    message: message.into(),
                };
                widget.enter(Millis(3.0), handed_in);
                texts.extend(reports(&mut widget));
            }
        }
    }

    assert!(texts.len() > 100, "{}", texts.len());
    assert_eq!(leaks(&texts), Vec::<String>::new());
}

#[test]
fn no_diagnostic_of_the_host_holds_personal_data() {
    let mut texts = Vec::new();

    for is_strict in [false, true] {
        let mut host = host(is_strict);
        for message in tainted() {
            host.receive(Millis(2.0), PHONE, &message);
            host.receive(Millis(2.0), "https://evil.example", &message);
            if let Some(kind) = kind(&message) {
                let outcome = host.send(Millis(2.0), kind, message.get("data").cloned());
                texts.push(format!("{outcome:?}"));
            }
            if let Some(data) = message.get("data") {
                let data = data.clone();
                let outcome =
                    host.command(Millis(2.0), host::UserInput::Dial { data: data.into() });
                texts.push(format!("{outcome:?}"));
            }
            let outcome = host.send_raw(Millis(2.0), message);
            texts.push(format!("{:?}", outcome.err()));
            texts.extend(diagnostics(&mut host));
        }
    }

    assert!(texts.len() > 100, "{}", texts.len());
    assert_eq!(leaks(&texts), Vec::<String>::new());
}

#[test]
fn a_leak_would_be_found() {
    let texts = [
        "WRONG_TYPE outgoingCall: toNumber".to_owned(),
        format!("WRONG_TYPE outgoingCall: {}", CANARIES[0]),
    ];

    assert_eq!(
        leaks(&texts),
        [format!("WRONG_TYPE outgoingCall: {}", CANARIES[0])]
    );
}

/// A session whose READY was delivered.
fn widget(options: Options) -> WidgetEdge {
    let mut widget = WidgetEdge::new(PHONE, "w1", true);
    widget.attach(Millis(0.0), options);
    let sync = json!({ "type": "SYNC", "messageId": "h_1", "ownerName": CANARIES[1] });
    widget.receive(Millis(1.0), CRM, &sync);
    reports(&mut widget);
    widget
}

/// A session whose widget said INITIALIZED.
fn host(is_strict: bool) -> HostEdge {
    let mut host = HostEdge::new(HostConfig {
        is_strict,
        ..HostEdge::usual("h1")
    });
    host.enter(Millis(0.0), host::FrameInput::FrameLoaded {});
    for message in [
        json!({ "type": "SYNC_ACK", "messageId": "h1_1" }),
        json!({ "type": "INITIALIZED", "messageId": "w1_1", "data": { "isLoggedIn": true, "isAvailable": true } }),
    ] {
        host.receive(Millis(1.0), PHONE, &message);
    }
    diagnostics(&mut host);
    host
}

fn reports(widget: &mut WidgetEdge) -> Vec<String> {
    let mut texts = Vec::new();
    while let Some(output) = widget.poll() {
        match output {
            Output::App(widget::AppOutput::Report { .. }) => texts.push(format!("{output:?}")),
            Output::App(widget::AppOutput::Deliver { .. })
            | Output::App(widget::AppOutput::Resumed { .. }) => widget.delivered(Millis(4.0)),
            _ => {}
        }
    }
    texts
}

fn diagnostics(host: &mut HostEdge) -> Vec<String> {
    std::iter::from_fn(|| host.poll())
        .filter(|output| {
            matches!(
                output,
                HostOutput::Report(host::ReportOutput::Diagnostic { .. })
                    | HostOutput::Report(host::ReportOutput::Failed { .. })
                    | HostOutput::Change(host::ChangeOutput::StateChanged { .. })
            )
        })
        .map(|output| format!("{output:?}"))
        .collect()
}

/// The texts that contain a canary.
fn leaks(texts: &[String]) -> Vec<String> {
    texts
        .iter()
        .filter(|text| {
            let text = text.to_lowercase();
            text.contains("canary") || text.contains("3035550168")
        })
        .cloned()
        .collect()
}

/// Every fixture with personal data in place of its texts, and each again with
/// that data also in fields of the wrong type and in unknown fields.
fn tainted() -> Vec<Value> {
    let messages = fixtures()
        .into_iter()
        .map(|(_, message)| Value::Object(message));
    let mut all = Vec::new();
    for message in messages {
        for canary in CANARIES {
            for is_odd in [false, true] {
                let mut tainted = message.clone();
                taint(&mut tainted, canary, is_odd);
                all.push(tainted);
            }
        }
    }
    all
}

/// Replaces each text by the canary; if `is_odd`, also each number and boolean, and
/// adds an unknown field.
fn taint(value: &mut Value, canary: &str, is_odd: bool) {
    match value {
        Value::Object(fields) => {
            taint_fields(fields, canary, is_odd);
            if is_odd {
                fields.insert("note".to_owned(), canary.into());
            }
        }
        Value::Array(items) => items
            .iter_mut()
            .for_each(|item| taint(item, canary, is_odd)),
        Value::String(_) => *value = canary.into(),
        Value::Number(_) | Value::Bool(_) if is_odd => *value = canary.into(),
        _ => {}
    }
}

fn taint_fields(fields: &mut Map<String, Value>, canary: &str, is_odd: bool) {
    for (name, field) in fields {
        // What is left is still a message of its type; SYNC_ACK and SYNC are the
        // session's own.
        if name != "type" && name != "messageId" && name != "externalCallId" {
            taint(field, canary, is_odd);
        }
    }
}

fn kind(message: &Value) -> Option<Kind> {
    Kind::parse(message.get("type")?.as_str()?)
}
