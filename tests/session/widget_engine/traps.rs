//! An engine that trapped, and its replacement, which restores only what was handed to
//! the edge.

use calling_widget_sdk::lifecycle::Call;
use calling_widget_sdk::session::widget::{AppInput, ChangeOutput, LifecycleMode, Mode, Output};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

use super::page::{Page, about, asking, posted, sync, with_lifecycle, with_mode};

const START: &str = "OUTGOING_CALL_STARTED";

fn initialized(is_logged_in: bool) -> Value {
    json!({
        "type": "INITIALIZED",
        "data": {
            "isLoggedIn": is_logged_in, "isAvailable": false,
            "sizeInfo": { "width": 1, "height": 2 }, "theme": "dark",
        },
    })
}

/// Counts how often a page emits INITIALIZED for a message of the app.
fn presences(page: &mut Page, message: &Value) -> usize {
    page.say(1, message);
    std::iter::from_fn(|| page.widget.poll())
        .filter(|order| matches!(order, Output::Change(ChangeOutput::Presence { .. })))
        .count()
}

#[test]
fn an_initialized_never_posted_is_not_posted_after_a_trap() {
    let mut page = Page::waiting();
    page.host_silently(&sync("h_1"));
    page.trap();

    assert_eq!(posted(&page.host(&sync("other_1"))), ["SYNC_ACK"]);
}

#[test]
fn the_restored_initialized_is_reported_only_on_a_change() {
    let mut page = Page::ready();
    let call = about("OUTGOING_CALL_STARTED", "c-1");

    let inputs = [
        call,
        json!({ "type": "LOGGED_IN" }),
        initialized(false),
        json!({ "type": "USER_AVAILABLE" }),
        json!({ "type": "CALL_DATA", "data": {} }),
    ]
    .map(|message| presences(&mut page, &message));

    assert_eq!(inputs, [0, 1, 1, 1, 0]);
}

#[test]
fn the_answer_to_what_was_queued_before_a_trap_reaches_its_call() {
    let mut page = Page::waiting();
    page.host_silently(&sync("h_1"));
    page.app(&asking(START, "c-1"));
    page.app(&asking(START, "c-2"));
    page.trap();
    let (_, outputs) = page.send(&initialized(true));

    page.host_silently(&json!({
        "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": outputs[2]["post"]["messageId"],
        "data": { "engagementId": 7 },
    }));

    assert_eq!(page.calls()[1]["engagementId"], json!(7));
}

/// An input of a session with one host.
#[derive(Clone, Debug)]
enum Step {
    Sync,
    Send(u32, Value),
    Receive(Value),
    /// The app drops the call at a position.
    Forget(usize),
    Detach(u32),
    Wait(f64),
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn traps_between_inputs_change_nothing_that_is_posted(
        steps in prop::collection::vec((step(), any::<bool>()), 0..40),
    ) {
        let trapped = run(steps.iter().map(|(step, traps)| (step, *traps)));
        let whole = run(steps.iter().map(|(step, _)| (step, false)));

        prop_assert_eq!(trapped, whole);
    }
}

/// Runs the steps with three instances; returns all outputs, and the calls in the end.
fn run<'a>(steps: impl Iterator<Item = (&'a Step, bool)>) -> (Vec<Value>, Value) {
    let mut page = Page::waiting_with(with_lifecycle(LifecycleMode::Strict));
    page.join();
    page.attach(with_mode(Mode::Published));
    let mut outputs = Vec::new();
    for (step, traps) in steps {
        match step {
            // A page in the host's place would be acknowledged anew.
            Step::Sync if page.widget.host_origin().is_some() => {}
            Step::Sync => outputs.extend(page.host_silently(&sync("h_1"))),
            Step::Send(instance, message) => outputs.extend(page.send_of(*instance, message).1),
            Step::Receive(message) => outputs.extend(page.host_silently(message)),
            Step::Forget(at) => {
                let key = page.widget.calls().iter().nth(*at).map(Call::key);
                if let Some(key) = key {
                    page.enter(AppInput::ForgetCall { key });
                }
            }
            Step::Detach(instance) => page.detach(*instance),
            Step::Wait(millis) => page.wait(*millis),
        }
        outputs.extend(page.drain());
        if traps {
            page.trap();
        }
    }
    let posts = outputs.iter().filter_map(|output| output.get("post"));
    (posts.cloned().collect(), page.calls())
}

fn step() -> impl Strategy<Value = Step> {
    let instance = 1_u32..4;
    let wait = prop::sample::select(vec![1_000.0, 6_000.0, 11_000.0]);
    prop_oneof![
        1 => Just(Step::Sync),
        12 => (instance, command()).prop_map(|(instance, message)| Step::Send(instance, message)),
        2 => answer().prop_map(Step::Receive),
        1 => (0_usize..3).prop_map(Step::Forget),
        1 => (2_u32..4).prop_map(Step::Detach),
        2 => wait.prop_map(Step::Wait),
    ]
}

fn command() -> impl Strategy<Value = Value> {
    let wire = prop::sample::select(vec![
        START,
        "INCOMING_CALL",
        "CALL_ANSWERED",
        "CALL_ENDED",
        "CALL_COMPLETED",
        "CALL_DATA",
        "LOGGED_IN",
        "LOGGED_OUT",
        "USER_AVAILABLE",
    ]);
    let call = prop::option::of(prop::sample::select(vec!["a", "b", "c"]));
    let engagement = prop::option::of(1..3);
    let about = (wire, call, engagement, any::<bool>()).prop_map(|(wire, call, id, creates)| {
        let mut data = Map::new();
        let mut put = |name: &str, value| drop(data.insert(name.to_owned(), value));
        put("engagementProperties", json!({}));
        if let Some(call) = call {
            put("externalCallId", json!(call));
        }
        if let Some(id) = id {
            put("engagementId", json!(id));
        }
        if creates {
            put("createEngagement", json!(true));
        }
        json!({ "type": wire, "data": data })
    });
    prop_oneof![6 => about, 1 => any::<bool>().prop_map(initialized)]
}

fn answer() -> impl Strategy<Value = Value> {
    let wire = prop::sample::select(vec![
        "CREATE_ENGAGEMENT_SUCCEEDED",
        "CREATE_ENGAGEMENT_FAILED",
    ]);
    (wire, prop::sample::select(vec!["a", "b"]), 1..3).prop_map(|(wire, call, id)| {
        json!({
            "type": wire, "messageId": "h_2",
            "data": { "externalCallId": call, "engagementId": id },
        })
    })
}
