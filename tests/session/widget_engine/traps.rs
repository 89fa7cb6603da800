//! An engine that trapped, and the one in its place: what the edge was given is all it
//! goes on from.

use calling_widget_sdk::lifecycle::Call;
use calling_widget_sdk::protocol::{Name, Payload as _};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{
    AppInput, ChangeOutput, Input, LifecycleMode, Mode, Output,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::page::{
    NOTHING, Page, Sent, about, asking, engaged, other_sync, posted, sync, with_lifecycle,
    with_mode,
};

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

/// How often a page gives out INITIALIZED for a message of the app's.
fn presences(page: &mut Page, message: &Value) -> usize {
    page.say(1, message);
    std::iter::from_fn(|| page.widget.poll())
        .filter(|order| matches!(order, Output::Change(ChangeOutput::Presence { .. })))
        .count()
}

#[test]
fn a_host_that_begins_a_new_session_after_a_trap_gets_initialized_as_it_stands() {
    let mut page = Page::ready();
    page.app(&initialized(false));
    page.app(&json!({ "type": "LOGGED_IN" }));
    page.trap();
    page.app(&json!({ "type": "USER_AVAILABLE" }));
    page.app(&json!({ "type": "RESIZE_WIDGET", "data": { "width": 3, "height": 4 } }));
    page.trap();

    let outputs = page.host(&sync("other_1"));

    assert_eq!(posted(&outputs), ["SYNC_ACK", "INITIALIZED"]);
    assert_eq!(
        outputs[1]["post"]["data"],
        json!({
            "isLoggedIn": true, "isAvailable": true,
            "sizeInfo": { "width": 3, "height": 4 }, "theme": "dark",
        })
    );
}

#[test]
fn a_host_gets_no_initialized_after_a_trap_that_was_never_posted() {
    let mut page = Page::waiting();
    page.host_silently(&sync("h_1"));
    page.trap();

    assert_eq!(posted(&page.host(&sync("other_1"))), ["SYNC_ACK"]);
}

#[test]
fn initialized_of_an_earlier_host_session_is_not_restored() {
    let mut page = Page::ready();
    page.app(&initialized(true));
    page.host_silently(&other_sync());
    page.trap();

    page.wait(500.0);
    let again = page.host(&other_sync());

    assert_eq!(posted(&again), ["SYNC_ACK"]);
}

#[test]
fn after_a_trap_the_same_initialized_of_another_instance_is_suppressed() {
    let mut page = Page::ready();
    let other = page.join();
    page.timeout();
    page.drain();
    page.app(&initialized(true));
    page.trap();

    let (same, nothing) = page.send_of(other, &initialized(true));
    let (different, outputs) = page.send_of(other, &initialized(false));

    assert_eq!((same, nothing), (Sent::Suppressed, NOTHING.to_vec()));
    assert!(matches!(different, Sent::Posted(_)));
    assert_eq!(posted(&outputs), ["INITIALIZED"]);
}

#[test]
fn after_a_trap_a_log_in_still_ends_the_suppression() {
    let mut page = Page::ready();
    let other = page.join();
    page.timeout();
    page.drain();
    page.app(&initialized(true));
    page.app(&json!({ "type": "LOGGED_OUT" }));
    page.trap();

    let (sent, _) = page.send_of(other, &initialized(true));

    assert!(matches!(sent, Sent::Posted(_)), "{sent:?}");
}

#[test]
fn what_is_restored_of_initialized_is_given_out_only_when_it_changed() {
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
fn a_call_goes_on_after_a_trap_and_the_session_is_not_opened_again() {
    let mut page = Page::ready();
    page.app(&about("OUTGOING_CALL_STARTED", "c-1"));
    page.trap();

    let (sent, outputs) = page.send(&about("CALL_ANSWERED", "c-1"));
    page.wait(500.0);
    let again = page.host(&sync("h_9"));

    assert!(matches!(sent, Sent::Posted(_)), "{sent:?}");
    assert_eq!(posted(&outputs), ["CALL_ANSWERED"]);
    assert_eq!(page.calls()[0]["state"], json!("connected"));
    assert_eq!(posted(&again), ["SYNC_ACK", "INITIALIZED"]);
    assert_eq!(page.count(Code::NotStarted), 0);
}

#[test]
fn what_was_queued_goes_out_after_a_trap_as_it_was_sent() {
    for lifecycle in [
        LifecycleMode::Strict,
        LifecycleMode::Warn,
        LifecycleMode::Off,
    ] {
        let mut page = Page::waiting_with(with_lifecycle(lifecycle));
        page.host_silently(&sync("h_1"));
        for wire in [START, "CALL_ANSWERED", "CALL_ENDED", "CALL_COMPLETED"] {
            page.app(&about(wire, "c-1"));
        }
        page.trap();
        page.app(&json!({ "type": "CALL_DATA" }));
        page.trap();

        let (_, outputs) = page.send(&initialized(true));

        assert_eq!(
            posted(&outputs),
            [
                "INITIALIZED",
                START,
                "CALL_ANSWERED",
                "CALL_ENDED",
                "CALL_COMPLETED",
                "CALL_DATA",
            ]
        );
        let ids = outputs[1..]
            .iter()
            .map(|output| &output["post"]["messageId"]);
        let ids: Vec<&Value> = ids.collect();
        assert_eq!(ids[..5], ["w_1", "w_2", "w_3", "w_4", "w_5"]);
        assert_eq!(page.calls().as_array().map(Vec::len), Some(1));
        assert_eq!(page.calls()[0]["state"], json!("completed"));
        let notes = page.count(Code::AlreadyStarted) + page.count(Code::AlreadyAnswered);
        assert_eq!(notes + page.count(Code::NotStarted), 0);
    }
}

#[test]
fn a_queued_start_grows_stale_in_its_time_however_often_the_engine_traps() {
    let mut page = Page::waiting();
    page.host_silently(&sync("h_1"));
    page.app(&about(START, "c-1"));
    page.wait(9_000.0);
    page.trap();
    page.app(&about("CALL_ANSWERED", "c-1"));
    page.trap();
    page.wait(2_000.0);

    let (_, outputs) = page.send(&initialized(true));

    assert_eq!(posted(&outputs), ["INITIALIZED"]);
    assert_eq!(page.calls(), json!([]));
}

#[test]
fn the_answer_to_what_was_queued_before_a_trap_reaches_its_call() {
    let mut page = Page::waiting();
    page.host_silently(&sync("h_1"));
    page.app(&asking(START, "c-1"));
    page.trap();
    let (_, outputs) = page.send(&initialized(true));

    page.host_silently(&json!({
        "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": outputs[1]["post"]["messageId"],
        "data": { "engagementId": 7 },
    }));

    assert_eq!(page.calls()[0]["engagementId"], json!(7));
}

#[test]
fn after_a_trap_a_queued_message_still_moves_nothing_of_anothers_engagement() {
    let named = |wire: &str, call: &str| engaged(wire, call, 7);
    let mut page = Page::waiting();
    page.host_silently(&sync("h_1"));
    page.app(&named(START, "c-1"));
    page.app(&about(START, "c-2"));
    page.app(&named("CALL_COMPLETED", "c-2"));
    page.trap();
    page.app(&initialized(true));

    page.host_silently(&json!({
        "type": "UPDATE_ENGAGEMENT_SUCCEEDED", "messageId": "h_3",
        "data": { "externalCallId": "c-2", "engagementId": 7 },
    }));

    assert_eq!(page.calls()[0]["engagement"], json!("supplied"));
    assert_eq!(page.calls()[1]["engagement"], json!("none"));
}

/// What happens to a session with one host.
#[derive(Clone, Debug)]
enum Step {
    Sync,
    Send(u32, Value),
    Hear(Value),
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

/// What three instances post in the end, and their calls.
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
            Step::Hear(message) => outputs.extend(page.host_silently(message)),
            Step::Forget(at) => {
                let key = page.widget.calls().iter().nth(*at).map(Call::key);
                if let Some(key) = key {
                    page.enter(Input::App(AppInput::ForgetCall { key }));
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
        2 => answer().prop_map(Step::Hear),
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
        let mut data = json!({ "engagementProperties": {} });
        if let Some(call) = call {
            data.put(Name::ExternalCallId, Some(json!(call)));
        }
        if let Some(id) = id {
            data.put(Name::EngagementId, Some(json!(id)));
        }
        if creates {
            data.put(Name::CreateEngagement, Some(json!(true)));
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

#[test]
fn initialized_of_a_published_instance_is_known_after_a_trap() {
    let mut page = Page::waiting();
    let published = with_mode(Mode::Published);
    let other = page.attach(published);
    page.host_silently(&sync("h_1"));
    page.send_of(other, &initialized(true));
    page.trap();

    let (sent, _) = page.send(&json!({ "type": "CALL_DATA" }));

    assert!(matches!(sent, Sent::Posted(_)), "{sent:?}");
}
