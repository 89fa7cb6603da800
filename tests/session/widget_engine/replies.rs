//! What a host's message does, and which call an answer is about.

use calling_widget_sdk::protocol::{Kind, MESSAGES};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::LifecycleMode;
use serde_json::{Value, json};

use super::page::{
    Page, Sent, about, asking, created, delivered, engaged, posted, reply, report, reports,
    with_lifecycle,
};

const CREATED: &str = "CREATE_ENGAGEMENT_SUCCEEDED";
const FINALIZE: &str = "FINALIZE_ENGAGEMENT";
const PUBLISH: &str = "PUBLISH_TO_CHANNEL";

/// Each call's engagement: its state, and its id once there is one.
fn engagements(page: &Page) -> Value {
    let calls = page.calls();
    let views = calls.as_array().into_iter().flatten().map(|call| {
        let id = call.get("engagementId").cloned().unwrap_or_default();
        json!([call.get("engagement"), id])
    });
    views.collect()
}

#[test]
fn nothing_is_ever_posted_in_answer_to_a_message_of_the_hosts() {
    let unknown = [
        "NEW_THING",
        "NEW_THING_FAILED",
        "toString",
        "__proto__",
        "ready",
    ];
    let known = MESSAGES.iter().map(|message| message.wire);
    for wire in known.chain(unknown).filter(|wire| *wire != "SYNC") {
        for data in [
            json!({}),
            Value::Null,
            json!({ "engagementId": 7 }),
            json!("x"),
        ] {
            let mut page = Page::ready();
            page.app(&asking("INCOMING_CALL", "c-1"));

            let outputs = page.host(&reply(wire, &data));
            let bare = page.host(&json!({ "type": wire, "messageId": "h_10" }));

            assert_eq!(posted(&outputs), [""; 0], "{wire}");
            assert_eq!(posted(&bare), [""; 0], "{wire}");
        }
    }
}

#[test]
fn an_error_is_delivered_and_never_answered() {
    let mut page = Page::ready();
    let error = reply(
        "ERROR",
        &json!({ "type": "UNKNOWN_MESSAGE_TYPE", "data": {} }),
    );

    let outputs = page.host(&error);

    assert_eq!(outputs, [json!({ "deliver": error })]);
}

#[test]
fn an_unknown_type_is_delivered_as_it_is_and_counted() {
    let mut page = Page::ready();
    let message = json!({ "type": "NEW_THING", "messageId": 4, "data": [1, null], "more": {} });

    let outputs = page.host(&message);

    assert_eq!(outputs, [json!({ "deliver": message })]);
    assert_eq!(page.widget.counts(), [(Code::UnknownType, 1)]);
}

#[test]
fn every_message_a_host_may_send_is_delivered_unchanged() {
    let local = [Kind::Sync, Kind::Ready, Kind::SyncAckFailed];
    for message in MESSAGES.iter().filter(|row| !local.contains(&row.kind)) {
        let mut page = Page::ready();
        let sent = json!({
            "type": message.wire, "messageId": "h_9", "beside": true,
            "data": { "unknown": [1, { "deep": null }] },
        });

        let outputs = page.host(&sent);

        assert!(outputs.contains(&json!({ "deliver": sent })), "{sent}");
    }
}

#[test]
fn a_reply_with_the_widgets_own_id_is_delivered() {
    let mut page = Page::ready();
    let (sent, _) = page.send(&asking("INCOMING_CALL", "c-1"));
    let message = json!({ "type": CREATED, "messageId": "w_1", "data": { "engagementId": 7 } });

    let outputs = page.host(&message);

    assert_eq!(sent, Sent::Posted("w_1".to_owned()));
    assert_eq!(outputs, [json!({ "deliver": message })]);
    assert_eq!(engagements(&page), json!([["created", 7]]));
}

#[test]
fn two_messages_with_one_id_are_both_delivered() {
    let mut page = Page::ready();
    let message = reply("END_CALL", &Value::Null);

    let first = page.host(&message);
    let second = page.host(&message);

    assert_eq!(first, [json!({ "deliver": message })]);
    assert_eq!(second, first);
}

#[test]
fn an_answer_names_its_call() {
    let mut page = Page::ready();
    page.app(&asking("INCOMING_CALL", "c-1"));
    page.app(&asking("INCOMING_CALL", "c-2"));

    page.host(&created("c-2", 8));
    page.host(&reply(
        "CREATE_ENGAGEMENT_FAILED",
        &json!({ "externalCallId": "c-1" }),
    ));

    assert_eq!(
        engagements(&page),
        json!([["failed", null], ["created", 8]])
    );
}

#[test]
fn an_answer_without_a_name_is_about_the_only_call_that_waits_for_it() {
    let mut page = Page::ready();
    page.app(&about("INCOMING_CALL", "c-1"));
    page.app(&asking("INCOMING_CALL", "c-2"));

    page.host(&reply(
        "ENGAGEMENT_CREATED",
        &json!({ "engagementId": "8" }),
    ));

    assert_eq!(
        engagements(&page),
        json!([["none", null], ["created", "8"]])
    );
}

#[test]
fn an_ambiguity_ends_once_each_of_its_calls_was_answered() {
    let mut page = Page::ready();
    page.app(&asking("INCOMING_CALL", "c-1"));
    page.app(&asking("INCOMING_CALL", "c-2"));
    // A host that announces each engagement twice.
    for id in [7, 8] {
        for kind in [CREATED, "ENGAGEMENT_CREATED"] {
            page.host(&reply(kind, &json!({ "engagementId": id })));
        }
    }
    page.app(&asking("INCOMING_CALL", "c-3"));

    page.host(&reply(CREATED, &json!({ "engagementId": 9 })));

    assert_eq!(
        engagements(&page),
        json!([["pending", null], ["pending", null], ["created", 9]])
    );
}

#[test]
fn an_answer_that_is_owed_about_a_call_that_is_over_is_no_other_calls() {
    let mut page = Page::ready();
    for call in ["c-1", "c-2"] {
        page.app(&asking("INCOMING_CALL", call));
    }
    page.host(&reply(CREATED, &json!({ "engagementId": 7 })));
    for call in ["c-1", "c-2"] {
        page.app(&about("CALL_ENDED", call));
        page.app(&about("CALL_COMPLETED", call));
    }
    page.app(&asking("INCOMING_CALL", "c-3"));

    // The store was slow: it is the first or the second call's.
    page.host(&reply(CREATED, &json!({ "engagementId": 8 })));
    assert_eq!(engagements(&page)[2], json!(["pending", null]));

    page.host(&reply(CREATED, &json!({ "engagementId": 9 })));
    page.app(&asking("INCOMING_CALL", "c-4"));
    page.host(&reply(CREATED, &json!({ "engagementId": 10 })));
    assert_eq!(engagements(&page)[3], json!(["created", 10]));
}

#[test]
fn an_answer_that_fits_two_calls_is_ambiguous_and_moves_neither() {
    let mut page = Page::ready();
    page.app(&asking("INCOMING_CALL", "c-1"));
    page.app(&asking("INCOMING_CALL", "c-2"));
    let message = reply(CREATED, &json!({ "engagementId": 8 }));

    let outputs = page.host(&message);

    let note = report("note", "AMBIGUOUS_REPLY", CREATED);
    assert_eq!(outputs, [note, json!({ "deliver": message })]);
    assert_eq!(
        engagements(&page),
        json!([["pending", null], ["pending", null]])
    );
}

#[test]
fn both_announcements_of_one_engagement_are_about_one_call() {
    let mut page = Page::ready();
    page.app(&asking("INCOMING_CALL", "c-1"));
    page.host(&reply(CREATED, &json!({ "engagementId": 8 })));
    page.app(&asking("INCOMING_CALL", "c-2"));

    let outputs = page.host(&reply("ENGAGEMENT_CREATED", &json!({ "engagementId": 8 })));

    assert_eq!(reports(&outputs), [&Value::Null; 0]);
    assert_eq!(
        engagements(&page),
        json!([["created", 8], ["pending", null]])
    );
}

#[test]
fn another_engagement_for_a_call_that_has_one_is_noted_and_changes_nothing() {
    let mut page = Page::ready();
    page.app(&asking("INCOMING_CALL", "c-1"));
    page.host(&reply(CREATED, &json!({ "engagementId": 8 })));

    let data = json!({ "externalCallId": "c-1", "engagementId": 9 });
    let outputs = page.host(&reply(CREATED, &data));

    assert_eq!(outputs[0]["note"], json!("OTHER_ENGAGEMENT"));
    assert_eq!(delivered(&outputs), [CREATED]);
    assert_eq!(engagements(&page), json!([["created", 8]]));
}

#[test]
fn an_answer_with_the_engagement_of_another_call_is_refused_and_changes_neither() {
    let ties = [
        ("h_9", json!({ "externalCallId": "c-2" })),
        // The message that started the second call.
        ("w_2", json!({})),
        ("w_2", json!({ "externalCallId": "c-2" })),
    ];
    for wire in [CREATED, "ENGAGEMENT_CREATED"] {
        for (message_id, data) in &ties {
            let mut page = Page::ready();
            page.app(&asking("INCOMING_CALL", "c-1"));
            page.host(&created("c-1", 8));
            page.app(&asking("INCOMING_CALL", "c-2"));
            let mut data = data.clone();
            data["engagementId"] = json!("8");

            let outputs =
                page.host(&json!({ "type": wire, "messageId": message_id, "data": data }));

            let note = report("note", "OTHER_ENGAGEMENT", wire);
            assert_eq!(reports(&outputs), [&note], "{data}");
            assert_eq!(delivered(&outputs), [wire]);
            assert_eq!(
                engagements(&page),
                json!([["created", 8], ["pending", null]])
            );
        }
    }
}

#[test]
fn the_app_gives_no_call_the_engagement_of_another() {
    for (wire, rest) in [
        ("CALL_ENDED", json!({})),
        ("CALL_COMPLETED", json!({ "engagementProperties": {} })),
        ("FINALIZE_ENGAGEMENT", json!({})),
        ("PUBLISH_TO_CHANNEL", json!({})),
    ] {
        for own in [None, Some(9)] {
            let mut page = Page::ready();
            two_calls(&mut page, wire, own);
            let before = engagements(&page);
            let mut data = rest.clone();
            data["externalCallId"] = json!("c-2");
            data["engagementId"] = json!("8");

            let (_, outputs) = page.send(&json!({ "type": wire, "data": data }));

            assert_eq!(posted(&outputs), [wire]);
            let detail = "engagementId names an engagement that is not this call's; send the id that belongs to the call";
            let note = report("note", "OTHER_ENGAGEMENT", detail);
            assert_eq!(reports(&outputs), [&note]);
            assert_eq!(engagements(&page), before, "{wire}");
        }
    }
}

#[test]
fn strict_sends_nothing_about_an_engagement_that_is_not_the_calls() {
    for named in [8, 10] {
        for wire in [
            "CALL_ENDED",
            "CALL_COMPLETED",
            "FINALIZE_ENGAGEMENT",
            "PUBLISH_TO_CHANNEL",
        ] {
            let mut page = Page::ready_with(with_lifecycle(LifecycleMode::Strict));
            two_calls(&mut page, wire, Some(9));
            let before = page.calls();

            let (sent, outputs) = page.send(&engaged(wire, "c-2", named));

            assert_eq!(sent, Sent::Refused(Code::OtherEngagement), "{wire}");
            assert_eq!(posted(&outputs), [""; 0]);
            assert_eq!(outputs[0]["error"], json!("OTHER_ENGAGEMENT"));
            assert_eq!(outputs.len(), 1, "{outputs:?}");
            assert_eq!(page.calls(), before, "{wire}");
        }
    }
}

/// The call `c-1` with the host's engagement 8, and `c-2` with its own, if any,
/// in a state in which the message is in order.
fn two_calls(page: &mut Page, wire: &str, own: Option<u32>) {
    for (call, engagement) in [("c-1", Some(8)), ("c-2", own)] {
        page.app(&about("INCOMING_CALL", call));
        if let Some(id) = engagement {
            let data = json!({ "externalCallId": call, "engagementId": id });
            page.host(&reply(CREATED, &data));
        }
    }
    if wire != "CALL_ENDED" {
        page.app(&about("CALL_ENDED", "c-2"));
    }
}

#[test]
fn a_creation_that_succeeds_after_it_failed_counts() {
    let mut page = Page::ready();
    page.app(&asking("INCOMING_CALL", "c-1"));
    page.host(&reply(
        "CREATE_ENGAGEMENT_FAILED",
        &json!({ "externalCallId": "c-1" }),
    ));
    let failed = engagements(&page);
    let data = json!({ "externalCallId": "c-1", "engagementId": 8 });

    let outputs = page.host(&reply(CREATED, &data));

    assert_eq!(failed, json!([["failed", null]]));
    assert_eq!(reports(&outputs), [&Value::Null; 0]);
    assert_eq!(delivered(&outputs), [CREATED]);
    assert_eq!(engagements(&page), json!([["created", 8]]));
}

#[test]
fn answers_about_no_known_call_change_nothing_and_are_delivered() {
    let mut page = Page::ready();

    for message in MESSAGES
        .iter()
        .filter(|row| row.wire.contains("ENGAGEMENT"))
    {
        let sent = reply(
            message.wire,
            &json!({ "engagementId": 5, "externalCallId": "x" }),
        );
        let outputs = page.host(&sent);

        assert_eq!(outputs, [json!({ "deliver": sent })]);
    }

    assert_eq!(page.calls(), json!([]));
}

#[test]
fn completion_with_properties_awaits_their_update() {
    for (answer, state) in [
        ("UPDATE_ENGAGEMENT_SUCCEEDED", "updated"),
        ("UPDATE_ENGAGEMENT_FAILED", "updateFailed"),
    ] {
        let mut page = Page::ready();
        page.app(&asking("INCOMING_CALL", "c-1"));
        page.host(&reply(CREATED, &json!({ "engagementId": 8 })));
        page.app(&about("CALL_ENDED", "c-1"));
        page.app(&json!({ "type": "CALL_COMPLETED", "data": {
            "externalCallId": "c-1", "engagementId": 8,
            "engagementProperties": { "hs_timestamp": "1" },
        } }));

        let waiting = engagements(&page);
        page.host(&reply(answer, &json!({})));

        assert_eq!(waiting, json!([["updating", 8]]));
        assert_eq!(engagements(&page), json!([[state, 8]]));
    }
}

#[test]
fn completion_without_properties_awaits_nothing() {
    for data in [
        json!({ "externalCallId": "c-1", "engagementId": 8 }),
        json!({ "externalCallId": "c-1", "engagementId": 8, "engagementProperties": null }),
    ] {
        let mut page = Page::ready();
        page.app(&about("INCOMING_CALL", "c-1"));
        page.app(&about("CALL_ENDED", "c-1"));

        page.app(&json!({ "type": "CALL_COMPLETED", "data": data }));

        assert_eq!(engagements(&page), json!([["supplied", 8]]));
    }
}

#[test]
fn an_engagement_of_the_apps_own_is_handed_over() {
    for (command, answers, (ending, state)) in [
        (FINALIZE, FINALIZE, ("SUCCEEDED", "finalized")),
        (FINALIZE, FINALIZE, ("FAILED", "finalizeFailed")),
        (PUBLISH, PUBLISH, ("SUCCEEDED", "finalized")),
        (PUBLISH, PUBLISH, ("FAILED", "finalizeFailed")),
        (FINALIZE, PUBLISH, ("SUCCEEDED", "finalized")),
    ] {
        let answer = format!("{answers}_{ending}");
        let mut page = Page::ready();
        page.app(&about("INCOMING_CALL", "c-1"));
        page.app(&about("CALL_ENDED", "c-1"));
        let data = json!({ "externalCallId": "c-1", "engagementId": "own-8" });
        page.app(&json!({ "type": command, "data": data }));

        let waiting = engagements(&page);
        page.host(&reply(&answer, &json!({ "engagementId": "own-8" })));

        assert_eq!(waiting, json!([["finalizing", "own-8"]]));
        assert_eq!(engagements(&page), json!([[state, "own-8"]]));
    }
}

#[test]
fn a_late_update_does_not_take_a_publication_back() {
    let mut page = Page::ready();
    page.app(&about("INCOMING_CALL", "c-1"));
    page.app(&about("CALL_ENDED", "c-1"));
    page.app(&json!({ "type": "CALL_COMPLETED", "data": {
        "externalCallId": "c-1", "engagementId": 8, "engagementProperties": {},
    } }));
    page.app(&about("FINALIZE_ENGAGEMENT", "c-1"));
    page.host(&reply(
        "FINALIZE_ENGAGEMENT_SUCCEEDED",
        &json!({ "engagementId": 8 }),
    ));

    page.host(&reply(
        "UPDATE_ENGAGEMENT_SUCCEEDED",
        &json!({ "engagementId": 8 }),
    ));

    assert_eq!(engagements(&page), json!([["finalized", 8]]));
}

#[test]
fn trouble_with_an_engagement_is_noted_unless_the_lifecycle_is_off() {
    for (mode, notes) in [(LifecycleMode::Warn, 1), (LifecycleMode::Off, 0)] {
        let mut page = Page::ready_with(with_lifecycle(mode));
        page.app(&asking("INCOMING_CALL", "c-1"));
        page.host(&reply(CREATED, &json!({ "engagementId": 8 })));

        let (_, outputs) = page.send(&engaged("CALL_ENDED", "c-1", 9));

        assert_eq!(posted(&outputs), ["CALL_ENDED"]);
        assert_eq!(reports(&outputs).len(), notes, "{mode:?}");
        assert_eq!(engagements(&page), json!([["created", 8]]));
    }
}
