//! Messages that the page sends by hand.

use calling_widget_sdk::protocol::Kind;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::host::UserInput;
use serde_json::json;

use super::page::{Page, engaged};

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
fn an_answer_by_hand_settles_each_step_of_an_engagement() {
    let steps = [
        (Kind::CreateEngagementFailed, "failed"),
        (Kind::CreateEngagementSucceeded, "created"),
        (Kind::UpdateEngagementSucceeded, "updated"),
        (Kind::UpdateEngagementFailed, "updateFailed"),
        (Kind::FinalizeEngagementFailed, "finalizeFailed"),
        (Kind::FinalizeEngagementSucceeded, "finalized"),
    ];

    // Only a call that waits gets its engagement from an answer without its name.
    for (data, skipped) in [(engaged("c-1", 12), 0), (json!({ "engagementId": 12 }), 1)] {
        let mut page = Page::asked();
        for (kind, state) in steps.into_iter().skip(skipped) {
            assert!(page.send(kind, Some(data.clone())).is_ok());

            assert_eq!(page.drain(), [json!(["post", kind.as_str(), data])]);
            assert_eq!(page.calls()[0]["engagement"], state, "{kind:?}");
        }
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
