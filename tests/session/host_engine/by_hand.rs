//! Messages that the page sends by hand.

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::{ChangeOutput, HostOutput, MessageInput, UserInput};
use serde_json::json;

use super::page::{Page, WIDGET, engaged, outgoing};

#[test]
fn the_page_may_answer_by_hand_and_the_calls_follow() {
    let mut page = Page::asked();

    let sent = page.send(
        Kind::CreateEngagementSucceeded,
        Some(json!({ "engagementId": 12 })),
    );
    let outputs = page.drain();

    assert!(sent.is_ok());
    assert_eq!(
        outputs,
        [json!(["post", "CREATE_ENGAGEMENT_SUCCEEDED", { "engagementId": 12 }])]
    );
    assert_eq!(page.calls()[0]["engagement"], "created");
}

#[test]
fn an_engagement_the_page_made_by_hand_is_the_hosts_own() {
    for (kind, owner) in [
        (Kind::CreateEngagementSucceeded, "service"),
        (Kind::UpdateEngagementSucceeded, "app"),
    ] {
        let mut page = Page::calling();
        let data = engaged("c-1", 12);
        assert!(page.send(kind, Some(data.clone())).is_ok());
        assert_eq!(page.drain(), [json!(["post", kind.as_str(), data])]);

        page.say("CALL_ENDED", data.clone());
        let completed = page.say("CALL_COMPLETED", data);

        assert_eq!(completed[1][3]["owner"], owner);
    }
}

#[test]
fn the_page_hears_that_its_calls_changed() {
    let mut page = Page::ready(|_| {});
    let start = json!({
        "type": "OUTGOING_CALL_STARTED", "messageId": "w1_9", "data": outgoing(&json!({})),
    });
    let outputs = page.enter_raw(MessageInput::Receive {
        origin: WIDGET.to_owned(),
        is_gone: false,
        message: start.into(),
    });

    let calls: Vec<_> = outputs
        .iter()
        .filter_map(|output| match output {
            HostOutput::Change(ChangeOutput::Call { call, .. }) => Some(call),
            _ => None,
        })
        .collect();
    assert_eq!(calls.len(), 1, "each call once");
    assert_eq!(calls[0].field("state"), json!("dialing"));
}

#[test]
fn an_answer_by_hand_settles_each_step_of_an_engagement() {
    let mut page = Page::asked();
    let steps = [
        (Kind::CreateEngagementFailed, "failed"),
        (Kind::CreateEngagementSucceeded, "created"),
        (Kind::UpdateEngagementSucceeded, "updated"),
        (Kind::UpdateEngagementFailed, "updateFailed"),
        (Kind::FinalizeEngagementFailed, "finalizeFailed"),
        (Kind::FinalizeEngagementSucceeded, "finalized"),
    ];

    for (kind, state) in steps {
        let data = engaged("c-1", 12);

        assert!(page.send(kind, Some(data)).is_ok());

        assert_eq!(page.calls()[0]["engagement"], state, "{kind:?}");
    }
}

#[test]
fn a_host_sends_only_what_hosts_send() {
    let mut page = Page::new(|_| {});
    let early = page.send(Kind::SetCallState, None);
    page.connect();

    assert_eq!(early, Err(Code::NotReady));
    for kind in [Kind::CallEnded, Kind::Ready, Kind::Sync, Kind::SyncAck] {
        assert_eq!(page.send(kind, None), Err(Code::WrongDirection), "{kind:?}");
    }
    assert_eq!(
        page.command(UserInput::SendRaw {
            message: json!({ "type": "SYNC" }).into()
        }),
        Err(Code::WrongDirection)
    );
    assert_eq!(
        page.command(UserInput::SendRaw {
            message: json!({ "data": 1 }).into()
        }),
        Err(Code::MissingField)
    );
}
