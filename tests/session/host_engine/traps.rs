//! A host goes on in place of an engine that trapped.

use calling_widget_sdk::session::host::{HostState, PageInput};
use serde_json::{Value, json};

use super::page::{Page, engaged, incoming};

/// A host in place of one that trapped in a session, with these calls.
fn restored(calls: &Value, is_minimized: bool) -> (Page, Vec<Value>) {
    let mut page = Page::new(|_| {});
    let outputs = page.enter(PageInput::Restore {
        state: HostState::Initialized,
        is_logged_in: true,
        is_available: true,
        version: Some("0.9.7".to_owned()),
        sdk_version: None,
        debug_mode: Some(true),
        is_minimized,
        is_hidden: false,
        snapshot: json!({ "calls": calls }).into(),
    });
    (page, outputs)
}

fn call(key: u32, state: &str, engagement: &str, id: Option<u32>) -> Value {
    let mut call = json!({
        "key": key, "externalCallId": format!("c-{key}"), "direction": "outbound",
        "state": state, "engagement": engagement,
    });
    if let Some(id) = id {
        call["engagementId"] = json!(id);
    }
    call
}

#[test]
fn open_requests_to_the_store_fail_after_a_trap() {
    let calls = json!([
        call(1, "dialing", "pending", None),
        call(2, "completed", "updating", Some(7)),
        call(3, "ended", "finalizing", Some(8)),
        call(4, "connected", "created", Some(9)),
        call(5, "connected", "supplied", Some(10)),
    ]);

    let (mut page, outputs) = restored(&calls, false);
    let ended = page.say("CALL_ENDED", engaged("c-4", 9));

    let answers: Vec<_> = outputs
        .iter()
        .map(|output| (&output[1], &output[2]["externalCallId"]))
        .collect();
    assert_eq!(
        json!(answers),
        json!([
            ["CREATE_ENGAGEMENT_FAILED", "c-1"],
            ["UPDATE_ENGAGEMENT_FAILED", "c-2"],
            ["FINALIZE_ENGAGEMENT_FAILED", "c-3"],
        ])
    );
    assert_eq!(ended, [json!(["notify", "callEnded", "CALL_ENDED"])]);
    page.say("CALL_ENDED", engaged("c-5", 10));
    for (name, engagement, owner) in [("c-4", 9, "service"), ("c-5", 10, "app")] {
        let completed = page.say("CALL_COMPLETED", engaged(name, engagement));
        assert_eq!(completed[1][3]["owner"], owner, "{completed:?}");
    }
}

#[test]
fn a_minimized_frame_is_shown_for_a_call_after_a_trap() {
    for is_loaded in [false, true] {
        let (mut page, _) = restored(&json!([]), true);
        if is_loaded {
            page.connect();
            page.initialize();
        }

        let outputs = page.say("INCOMING_CALL", incoming(&json!({})));

        let shown = json!({ "isMinimized": false, "isHidden": false });
        assert!(outputs.contains(&json!(["visibility", false, false])));
        assert!(outputs.contains(&json!(["post", "VISIBILITY_CHANGED", shown])));
    }
}
