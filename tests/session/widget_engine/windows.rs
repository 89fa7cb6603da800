//! Several windows of one user: exactly one of them posts messages about a call.

use calling_widget_sdk::protocol::limits::{
    ACKNOWLEDGED_WITHIN, MAX_CLOSED_CALLS, MAX_OPEN_CALLS, MAX_WINDOWS,
};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{AppInput, PageInput, Role, TimeInput, WindowInput};
use serde_json::{Value, json};

use super::desk::{Desk, name};
use super::page::{
    HOST, NOTHING, Options, Page, Sent, about, asking, created, engaged, reply, resuming, sync,
};
use crate::table::with;

const STARTS: &str = "OUTGOING_CALL_STARTED";

#[test]
fn the_lock_elects_the_leader_among_windows_with_a_live_host() {
    let mut desk = Desk::of(0);
    let mut page = Page::waiting();
    page.now = desk.now;
    page.host_silently(&sync("h_1"));
    let at_login = desk.add(page);
    let ready = desk.open(Options::default());
    for at in [at_login, ready] {
        desk.join(at);
    }

    desk.says(at_login, &about("INCOMING_CALL", "c-1"));
    // It did not request the lock.
    desk.enter(at_login, WindowInput::Lead {});

    assert_eq!(desk.browser.requests, [ready]);
    assert_eq!([desk.role(0), desk.role(1)], [Role::Follower, Role::Leader]);
    desk.expect(&[(ready, "INCOMING_CALL")]);
    desk.says(at_login, &json!({ "type": "INITIALIZED" }));
    assert_eq!(desk.browser.requests, [ready, at_login]);
}

#[test]
fn a_leader_without_an_answer_of_its_host_leaves_it_to_the_next() {
    let mut desk = Desk::of(2);
    desk.says(0, &asking("INCOMING_CALL", "c-1"));

    for _ in 0..16 {
        desk.pass(2_500.0);
    }
    desk.says(1, &about("INCOMING_CALL", "c-2"));
    desk.says(1, &about("CALL_ENDED", "c-1"));

    assert_eq!(desk.browser.requests, [1, 0]);
    assert_eq!([desk.role(0), desk.role(1)], [Role::Follower, Role::Leader]);
    // A call stays where it is.
    desk.expect(&[
        (0, "INCOMING_CALL"),
        (0, "CALL_ENDED"),
        (1, "INCOMING_CALL"),
    ]);
}

#[test]
fn a_message_before_the_election_is_posted_after_it() {
    let mut desk = Desk::of(1);
    let young = desk.open(Options::default());
    desk.share(young);
    let sent = desk.says(young, &about("INCOMING_CALL", "c-1"));
    assert_eq!(sent, Sent::Forwarded);
    desk.expect(&[]);

    desk.enter(young, WindowInput::Meet {});
    desk.settle();

    desk.expect(&[(0, "INCOMING_CALL")]);
}

#[test]
fn a_window_without_shared_means_acts_for_itself() {
    let mut desk = Desk::of(0);
    let alone = desk.open(Options::default());
    desk.share(alone);
    desk.says(alone, &about("INCOMING_CALL", "c-1"));
    desk.says(alone, &about("INCOMING_CALL", "c-2"));

    desk.enter(alone, WindowInput::Leave {});
    desk.says(alone, &about("CALL_ENDED", "c-1"));

    assert_eq!(desk.role(alone), Role::Alone);
    desk.expect(&[
        (0, "INCOMING_CALL"),
        (0, "INCOMING_CALL"),
        (0, "CALL_ENDED"),
    ]);
}

#[test]
fn a_window_alone_reports_its_calls_once_another_joins() {
    let mut desk = Desk::of(1);
    let said = desk.windows[0].said;

    desk.says(0, &about("INCOMING_CALL", "c-1"));
    assert_eq!(desk.windows[0].said, said);
    let late = desk.open(Options::default());
    desk.join(late);

    assert_eq!(desk.states(late), [json!("ringing")]);
}

#[test]
fn an_id_that_is_dialled_again_is_a_new_call() {
    let mut desk = Desk::of(2);
    let steps = [STARTS, "CALL_ENDED", "CALL_COMPLETED"].repeat(2);

    for wire in &steps {
        desk.says(1, &about(wire, "c-1"));
    }

    let posted: Vec<_> = steps.iter().map(|wire| (1, *wire)).collect();
    desk.expect(&posted);
}

#[test]
fn an_id_that_is_dialled_in_wrap_up_is_a_new_call_in_each_window() {
    let mut desk = Desk::of(2);
    let dial = |number: &str| {
        let data = json!({ "externalCallId": "c-1", "toNumber": number });
        json!({ "type": STARTS, "data": data })
    };
    desk.says(1, &dial("+12025550123"));
    desk.says(1, &about("CALL_ENDED", "c-1"));

    desk.says(1, &dial("+12025550124"));
    desk.says(0, &about("CALL_ANSWERED", "c-1"));
    desk.says(1, &about("CALL_COMPLETED", "c-1"));

    let told = ["CALL_ENDED", STARTS, "CALL_ANSWERED", "CALL_COMPLETED"];
    let told = told.map(|wire| (1, wire));
    desk.expect(&[&[(1, STARTS)], &told[..]].concat());
    assert_eq!(desk.call(0)["state"], json!("connected"));
    desk.close(1);
    let begun = &desk.windows[0].announced[0][1];
    assert_eq!(begun["toNumber"], json!("+12025550124"));
}

#[test]
fn the_window_that_dials_has_the_call() {
    let mut desk = Desk::of(2);

    let dialled = desk.says(1, &about(STARTS, "c-1"));
    let leader = desk.says(0, &about("CALL_ENDED", "c-1"));
    let own = desk.says(1, &about("CALL_ENDED", "c-1"));

    assert!(matches!(dialled, Sent::Posted(_)));
    assert_eq!((leader, own), (Sent::Forwarded, Sent::Suppressed));
    desk.expect(&[(1, STARTS), (1, "CALL_ENDED")]);
    assert_eq!(desk.call(0)["owner"], json!("w1"));
    assert_eq!(desk.call(1).get("owner"), None);
}

#[test]
fn a_call_without_an_id_is_its_own_windows_until_a_repeated_start_names_it() {
    let mut desk = Desk::of(2);
    let start = |id: Value| json!({ "type": STARTS, "data": { "externalCallId": id, "toNumber": "+15550100" } });

    let sent = [Value::Null, json!("c-1")].map(|id| {
        let sent = desk.says(1, &start(id));
        (matches!(sent, Sent::Posted(_)), desk.states(0).len())
    });

    assert_eq!(sent, [(true, 0), (true, 1)]);
}

#[test]
fn a_completion_that_says_more_is_posted_and_a_repeated_one_is_not() {
    const DONE: &str = "CALL_COMPLETED";
    let notes = |text: &str| {
        let data =
            json!({ "externalCallId": "c-1", "engagementProperties": { "hs_call_body": text } });
        json!({ "type": DONE, "data": data })
    };
    let ended = || about("CALL_ENDED", "c-1");
    let plain = || about(DONE, "c-1");
    for talks in [0, 1] {
        let other = 1 - talks;
        for (what, said, posted) in [
            (
                "each window completes it",
                vec![(talks, ended()), (talks, notes("a")), (other, notes("a"))],
                1,
            ),
            (
                "the notes follow in the window that talked",
                vec![
                    (talks, ended()),
                    (talks, plain()),
                    (other, plain()),
                    (talks, notes("a")),
                ],
                2,
            ),
            (
                "or in another one",
                vec![(talks, ended()), (talks, plain()), (other, notes("a"))],
                2,
            ),
            (
                "or there after it has completed the call",
                vec![
                    (talks, ended()),
                    (talks, notes("")),
                    (other, notes("")),
                    (other, notes("a")),
                ],
                2,
            ),
            (
                "the window that talked is the last to complete it",
                vec![(talks, ended()), (other, plain()), (talks, notes("a"))],
                2,
            ),
            (
                "the call was transferred",
                vec![
                    (talks, about("CALL_TRANSFERRED", "c-1")),
                    (talks, notes("a")),
                ],
                1,
            ),
            ("no app reports ends", vec![(talks, notes("a"))], 1),
        ] {
            let mut desk = Desk::of(2);
            desk.says(0, &asking("INCOMING_CALL", "c-1"));
            desk.host_says(0, &created("c-1", 7));
            desk.says(talks, &about("CALL_ANSWERED", "c-1"));

            for (at, message) in &said {
                desk.says(*at, message);
            }

            let wires = desk.windows[0]
                .posted
                .iter()
                .map(|message| &message["type"]);
            let done = wires.filter(|wire| *wire == DONE).count();
            assert_eq!(done, posted, "{talks}: {what}");
        }
    }
}

#[test]
fn notes_about_a_completed_call_of_a_gone_window_reach_a_host() {
    let mut desk = Desk::of(2);
    desk.says(0, &asking("INCOMING_CALL", "c-1"));
    desk.host_says(0, &created("c-1", 7));
    for wire in ["CALL_ENDED", "CALL_COMPLETED"] {
        desk.says(0, &about(wire, "c-1"));
    }
    desk.close(0);
    let notes = json!({ "externalCallId": "c-1", "engagementProperties": { "hs_call_body": "a" } });

    desk.says(1, &json!({ "type": "CALL_COMPLETED", "data": notes }));

    let data = &desk.windows[1].posted.last().expect("a message")["data"];
    assert_eq!(data["engagementId"], json!(7));
}

#[test]
fn a_window_that_follows_is_closed_and_the_leader_has_its_call() {
    let mut desk = Desk::of(3);
    desk.says(2, &about(STARTS, "c-1"));

    desk.close(2);
    desk.says(1, &about("CALL_ENDED", "c-1"));

    desk.expect(&[(0, "CALL_ENDED"), (2, STARTS)]);
    assert_eq!(desk.windows[0].given, [json!("dialing")]);
    assert_eq!(desk.windows[1].given, NOTHING);
    desk.close(1);
    assert_eq!(desk.count(0, Code::CallTakenOver), 1);
}

#[test]
fn messages_about_a_gone_windows_call_name_its_engagement() {
    let mut desk = Desk::of(2);
    desk.says(0, &asking("INCOMING_CALL", "c-1"));
    desk.host_says(0, &created("c-1", 7));

    desk.close(0);
    desk.says(1, &about("CALL_ENDED", "c-1"));
    desk.says(1, &json!({ "type": "CALL_COMPLETED", "data": { "externalCallId": "c-1", "engagementId": 7, "hideWidget": true } }));

    let data: Vec<&Value> = desk.windows[1]
        .posted
        .iter()
        .map(|message| &message["data"])
        .collect();
    assert!(
        data.ends_with(&[
            &json!({ "externalCallId": "c-1", "engagementId": 7 }),
            &json!({ "externalCallId": "c-1", "engagementId": 7, "hideWidget": true }),
        ]),
        "{data:?}"
    );
}

#[test]
fn the_host_of_the_window_that_takes_a_call_over_sees_it_begin() {
    let mut desk = Desk::of(2);
    let start = json!({
        "externalCallId": "c-1", "toNumber": "+15550100", "fromNumber": "+15550101",
        "createEngagement": true,
    });
    desk.says(0, &json!({ "type": STARTS, "data": start }));
    desk.says(0, &about("CALL_ANSWERED", "c-1"));
    desk.host_says(0, &created("c-1", 7));
    // A window that opens late learns of the call as well.
    let late = desk.open(Options::default());
    desk.join(late);
    desk.close(1);

    desk.close(0);

    let mut begun = start;
    begun["createEngagement"] = json!(false);
    assert_eq!(
        desk.windows[late].announced,
        [
            json!([STARTS, begun]),
            json!(["CALL_ANSWERED", { "externalCallId": "c-1" }]),
        ]
    );
    assert_eq!(desk.call(late)["engagementId"], json!(7));
}

#[test]
fn an_engagement_whose_answer_is_lost_is_requested_again() {
    for ended in [false, true] {
        let mut desk = Desk::of(2);
        let mut said = vec![asking("INCOMING_CALL", "c-1")];
        if ended {
            let data = json!({ "externalCallId": "c-1", "callEndStatus": "BUSY" });
            said.push(json!({ "type": "CALL_ENDED", "data": data }));
        }
        for message in &said {
            desk.says(0, message);
        }

        desk.close(0);

        let messages: Vec<_> = said
            .iter()
            .map(|message| json!([message["type"], message["data"]]))
            .collect();
        assert_eq!(desk.windows[1].announced, messages);
        desk.host_says(1, &created("c-1", 8));
        assert_eq!(desk.call(1)["engagementId"], json!(8));
    }
}

#[test]
fn a_gone_windows_request_for_an_ended_call_has_failed() {
    let mut desk = Desk::of(2);
    let data = json!({ "externalCallId": "c-1", "engagementId": 7 });
    desk.says(0, &about("INCOMING_CALL", "c-1"));
    desk.says(0, &json!({ "type": "CALL_ENDED", "data": data }));
    let mut completed = data;
    completed["engagementProperties"] = json!({ "hs_call_body": "x" });
    desk.says(0, &json!({ "type": "CALL_COMPLETED", "data": completed }));
    assert_eq!(desk.call(1)["engagement"], json!("updating"));

    desk.close(0);

    assert_eq!(desk.call(1)["engagement"], json!("updateFailed"));
    assert_eq!(desk.windows[1].announced, NOTHING);
}

#[test]
fn the_app_is_given_the_calls_whose_window_is_gone_and_no_other() {
    // The window that answers, the one that closes, and the first app's calls from closed ones.
    let rows: [(usize, usize, &[&str]); 4] = [
        (2, 2, &["connected"]),
        (2, 1, &[]),
        (0, 2, &[]),
        (1, 1, &["connected"]),
    ];
    for (answers, closed, given) in rows {
        let mut desk = Desk::answered(3, answers);

        desk.close(closed);

        assert_eq!(desk.windows[0].given, given, "{answers} {closed}");
        assert_eq!(desk.states(0), [json!("connected")]);
    }
}

#[test]
fn a_taken_over_call_is_given_unless_another_window_has_it() {
    // The window that answers, and the calls that the app of the leader's successor is given.
    for (answers, given) in [(1, vec![json!("connected")]), (2, vec![])] {
        let mut desk = Desk::answered(3, answers);

        desk.close(0);

        assert_eq!(desk.windows[1].given, given);
        assert_eq!(desk.windows[2].given, NOTHING);
        desk.host_says(1, &json!({ "type": "END_CALL", "messageId": "h_3" }));
        assert_eq!(
            desk.windows[answers].given.last(),
            Some(&if answers == 1 {
                json!(null)
            } else {
                json!({ "externalCallId": "c-1" })
            })
        );
    }
}

#[test]
fn end_call_is_given_to_the_window_whose_app_answered() {
    let end = json!({ "type": "END_CALL", "messageId": "h_2" });
    let mut desk = Desk::answered(2, 1);
    // Its own newer call is another host's, and an older one is over.
    desk.says(1, &about(STARTS, "c-2"));

    desk.host_says(0, &end);
    desk.pass(10_000.0);

    let named = json!({ "externalCallId": "c-1" });
    assert_eq!(
        [&desk.windows[0].given, &desk.windows[1].given],
        [&vec![], &vec![named]]
    );
    assert_eq!(desk.count(0, Code::NotDelivered), 0);
    // The leader's app answers too: either may end the call.
    desk.says(0, &about("CALL_ANSWERED", "c-1"));
    desk.host_says(0, &end);
    assert_eq!(desk.windows[0].given, [json!(null)]);
    // A window that hangs gets it once it is back.
    let mut desk = Desk::answered(2, 1);
    desk.windows[1].hangs = true;
    desk.host_says(0, &end);
    desk.hears(0, calls_of("w9", json!([])));
    desk.windows[1].hangs = false;
    desk.settle();
    let named = json!({ "externalCallId": "c-1" });
    assert_eq!(
        [&desk.windows[0].given, &desk.windows[1].given],
        [&vec![], &vec![named]]
    );
}

#[test]
fn end_call_that_was_passed_on_goes_no_further() {
    let mut desk = Desk::answered(2, 1);
    desk.says(1, &about(STARTS, "c-2"));
    desk.says(0, &about("CALL_ANSWERED", "c-2"));

    desk.host_says(0, &json!({ "type": "END_CALL", "messageId": "h_2" }));

    let named = json!({ "externalCallId": "c-1" });
    assert_eq!(
        [&desk.windows[0].given, &desk.windows[1].given],
        [&vec![], &vec![named]]
    );
}

#[test]
fn end_call_for_a_closed_window_goes_to_the_one_with_the_call() {
    let mut desk = Desk::answered(2, 1);
    desk.windows[1].is_open = false;

    desk.host_says(0, &json!({ "type": "END_CALL", "messageId": "h_2" }));
    desk.close(1);

    let given = [json!("connected"), json!({ "externalCallId": "c-1" })];
    assert_eq!(desk.windows[0].given, given);
}

#[test]
fn a_message_is_repeated_once_its_leader_leads_no_more() {
    let gone = |window: &str| WindowInput::Gone {
        window: window.into(),
    };
    for (window, is_gone, repeats) in [
        ("w0", false, 1),
        ("w0", true, 1),
        ("w9", false, 0),
        ("w9", true, 0),
    ] {
        let mut desk = Desk::of(2);
        desk.windows[0].hangs = true;
        desk.says(1, &about("INCOMING_CALL", "c-1"));
        let said = desk.windows[1].said;

        if is_gone {
            desk.enter(1, gone(window));
        } else {
            desk.hears(1, calls_of(window, json!([])));
        }

        assert_eq!(desk.windows[1].said - said, repeats, "{window} {is_gone}");
    }
}

#[test]
fn a_message_a_hanging_leader_does_not_take_is_reported_once() {
    let mut desk = Desk::of(2);
    desk.windows[0].hangs = true;
    desk.says(1, &about("INCOMING_CALL", "c-1"));

    // Another window's is acknowledged.
    let ack = json!({ "from": "w2", "says": "ack", "leads": false, "to": "w9", "number": 1 });
    desk.hears(1, ack);
    desk.pass(ACKNOWLEDGED_WITHIN.0 - 1.0);
    desk.enter(1, TimeInput::Timeout {});
    assert_eq!(desk.count(1, Code::NotDelivered), 0);
    desk.pass(1.0);
    assert_eq!(desk.count(1, Code::NotDelivered), 1);
    desk.pass(7_000.0);

    // It remains leader, and processes the queued messages once it is back.
    assert_eq!([desk.role(0), desk.role(1)], [Role::Leader, Role::Follower]);
    desk.windows[0].hangs = false;
    desk.says(0, &about("INCOMING_CALL", "c-1"));
    desk.pass(30_000.0);
    desk.expect(&[(0, "INCOMING_CALL")]);
    assert_eq!(
        [
            desk.count(0, Code::NotDelivered),
            desk.count(1, Code::NotDelivered)
        ],
        [0, 1]
    );
}

#[test]
fn a_reloaded_page_is_given_its_call_where_no_leader_has_it() {
    // A leader that notices at once, or late, that the page before is gone; or no leader.
    for (leaders, is_seen_late) in [(1, false), (1, true), (0, false)] {
        let mut desk = Desk::of(leaders);
        let before = desk.open(resuming());
        desk.join(before);
        desk.says(before, &about(STARTS, "c-1"));
        let record = desk.windows[before].page.journal("frame");
        desk.windows[before].is_open = false;
        if !is_seen_late {
            desk.close(before);
        }

        let after = desk.reopen(record);
        let sent = desk.says(after, &about("CALL_ENDED", "c-1"));
        assert_eq!(
            (sent, &desk.windows[after].given),
            (Sent::Forwarded, &vec![])
        );
        desk.enter(after, WindowInput::Meet {});
        if leaders == 1 {
            // What changed at the leader before it heard this page is not all that it has.
            let some = with(calls_of(&name(0), json!([])), &json!({ "leads": true }));
            desk.hears(after, some.clone());
            // Nor is what it told another window.
            desk.hears(after, with(some, &json!({ "all": true, "to": "w9" })));
        }
        desk.settle();
        if is_seen_late {
            desk.close(before);
        }

        let (has, owner) = if leaders == 1 {
            (0, Some(json!(name(0))))
        } else {
            (after, None)
        };
        assert_eq!(desk.call(after).get("owner"), owner.as_ref());
        assert_eq!(desk.windows[after].given.is_empty(), leaders == 1);
        let mut posted = [(has, "CALL_ENDED"), (before, STARTS)];
        posted.sort();
        desk.expect(&posted);
    }
}

#[test]
fn a_reloaded_page_is_given_its_call_once_as_the_window_that_talks_goes() {
    let mut desk = Desk::of(0);
    let before = desk.open(resuming());
    desk.join(before);
    let talking = desk.open(Options::default());
    desk.join(talking);
    desk.says(before, &about("INCOMING_CALL", "c-1"));
    desk.says(talking, &about("CALL_ANSWERED", "c-1"));
    let record = desk.windows[before].page.journal("frame");
    desk.windows[talking].hangs = true;
    desk.close(before);
    let after = desk.reopen(record);
    desk.enter(after, WindowInput::Meet {});
    desk.hears(after, calls_of(&name(talking), json!([])));

    desk.close(talking);

    assert_eq!(desk.role(after), Role::Leader);
    assert_eq!(desk.windows[after].given, [json!("connected")]);
}

#[test]
fn what_a_host_owes_about_a_call_that_was_left_is_no_other_calls() {
    let mut desk = Desk::of(1);
    let before = desk.open(resuming());
    desk.join(before);
    desk.says(before, &asking(STARTS, "c-1"));
    let record = desk.windows[before].page.journal("frame");
    desk.close(before);
    let after = desk.reopen(record);
    desk.enter(after, WindowInput::Meet {});
    desk.settle();
    assert_eq!(desk.call(after)["owner"], json!(name(0)));
    desk.enter(after, WindowInput::Leave {});
    desk.says(after, &asking(STARTS, "c-2"));

    desk.host_says(
        after,
        &reply("CREATE_ENGAGEMENT_SUCCEEDED", &json!({ "engagementId": 7 })),
    );

    assert_eq!(desk.call(after)["engagement"], json!("pending"));
}

#[test]
fn a_reloaded_page_requests_an_engagement_again() {
    let start = asking(STARTS, "c-1");
    let mut desk = Desk::of(0);
    let before = desk.open(resuming());
    desk.join(before);
    desk.says(before, &start);
    let record = desk.windows[before].page.journal("frame");
    desk.close(before);
    let after = desk.reopen(record);
    // A call that this page begins is its own, whoever has that of the page before.
    for wire in [STARTS, "CALL_ANSWERED", "CALL_ENDED"] {
        let sent = desk.says(after, &about(wire, "c-2"));
        assert!(matches!(sent, Sent::Posted(_)), "{sent:?}");
    }
    desk.enter(after, WindowInput::Meet {});
    desk.settle();

    let sent = desk.says(after, &start);

    assert!(matches!(sent, Sent::Posted(_)), "{sent:?}");
}

#[test]
fn a_window_that_shares_no_more_forgets_the_others_calls() {
    let mut desk = Desk::ringing(2);
    assert_eq!(desk.states(1), [json!("ringing")]);

    desk.enter(1, WindowInput::Leave {});
    let sent = desk.says(1, &about("CALL_ENDED", "c-1"));

    assert_eq!(desk.states(1), NOTHING);
    assert!(matches!(sent, Sent::Posted(_)), "{sent:?}");
}

#[test]
fn another_user_is_shown_none_of_the_calls() {
    let mut desk = Desk::ringing(2);

    desk.windows[1]
        .page
        .feed(true, 1, HOST, &super::page::other_sync());
    desk.carry_out(1);

    assert_eq!(desk.states(1), NOTHING);
}

#[test]
fn a_forwarded_command_is_the_newest_instances() {
    let mut desk = Desk::ringing(2);
    desk.windows[0].page.join();
    desk.enter(0, AppInput::Detach { instance: 1 });

    desk.says(1, &about("CALL_ENDED", "c-1"));

    desk.expect(&[(0, "INCOMING_CALL"), (0, "CALL_ENDED")]);
}

#[test]
fn a_call_ended_but_not_completed_elsewhere_is_given_to_the_app() {
    let mut desk = Desk::ringing(2);
    desk.says(1, &about("CALL_ENDED", "c-1"));

    desk.close(1);

    assert_eq!(desk.windows[0].given, [json!("ended")]);
}

#[test]
fn a_call_is_given_to_an_app_that_has_no_step_of_it_on_its_way() {
    for (answers, says, given, state) in [
        (1, "CALL_ENDED", &NOTHING[..], "ended"),
        (0, "INCOMING_CALL", &[json!("connected")][..], "connected"),
    ] {
        let mut desk = Desk::answered(2, answers);
        desk.windows[0].hangs = true;
        desk.says(1, &about(says, "c-1"));

        desk.close(0);

        assert_eq!(desk.windows[1].given, given);
        assert_eq!(desk.states(1), [state]);
    }
}

#[test]
fn an_answered_call_is_seen_while_the_window_that_has_it_hangs() {
    let mut desk = Desk::ringing(3);
    desk.windows[0].hangs = true;

    desk.says(1, &about("CALL_ANSWERED", "c-1"));

    assert_eq!(desk.call(2)["taker"], json!(name(1)));
}

#[test]
fn a_window_with_many_finished_calls_is_still_followed() {
    let mut desk = Desk::of(2);
    for call in 0..MAX_CLOSED_CALLS + 3 {
        for wire in ["INCOMING_CALL", "CALL_ENDED", "CALL_COMPLETED"] {
            desk.says(0, &about(wire, &format!("c-{call}")));
        }
    }
    desk.says(0, &about("INCOMING_CALL", "last"));

    let states = desk.states(1);

    assert_eq!(states.last(), Some(&json!("ringing")));
    assert!(states.len() > MAX_CLOSED_CALLS, "{}", states.len());
}

#[test]
fn the_calls_of_other_windows_are_bounded() {
    let mut desk = Desk::of(2);
    for window in ["w1", "w2", "w3"] {
        let call = |key: u32, state: &str| {
            json!({
                "key": key, "externalCallId": format!("{window}-{key}"),
                "direction": "inbound", "state": state, "engagement": "none",
            })
        };
        for state in ["completed", "ringing"] {
            let calls: Vec<Value> = (1..=64).map(|key| call(key, state)).collect();
            desk.hears(0, calls_of(window, json!(calls)));
        }
    }

    let states = desk.states(0);
    let open = states.iter().filter(|state| **state == json!("ringing"));
    assert!(open.count() <= MAX_OPEN_CALLS);
    assert!(states.len() <= MAX_OPEN_CALLS + MAX_CLOSED_CALLS);
}

#[test]
fn a_malformed_command_of_another_window_changes_nothing() {
    let mut desk = Desk::of(2);
    for message in [
        json!({}),
        json!({ "type": "CALL_ENDED" }),
        json!({ "type": 7, "data": 7 }),
        Value::Null,
    ] {
        for to in ["", "w0", "w9"] {
            let mut command = command(&message);
            command["to"] = json!(to);
            desk.hears(0, command);
        }
    }

    assert_eq!(desk.states(0), NOTHING);
    desk.expect(&[]);
}

#[test]
fn a_popouts_messages_wait_for_the_next_page_of_its_opener() {
    let mut desk = Desk::of(0);
    let popout = desk.add(Page::unframed());
    desk.join(popout);
    let hears_leader = |desk: &mut Desk, window: &str| {
        let mut calls = calls_of(window, ringing("c-1"));
        (calls["leads"], calls["isRelayed"]) = (json!(true), json!(true));
        desk.hears(popout, calls);
    };
    hears_leader(&mut desk, "w8");
    let window = "w7".to_owned();

    desk.enter(popout, WindowInput::Gone { window });
    desk.says(popout, &about("CALL_ANSWERED", "c-1"));
    desk.pass(60_000.0);
    assert_eq!(desk.count(popout, Code::NotDelivered), 1);
    let said = desk.windows[popout].said;
    hears_leader(&mut desk, "w8");

    assert_eq!(desk.windows[popout].said, said + 1);
    desk.pass(60_000.0);
    hears_leader(&mut desk, "w9");
    assert_eq!(desk.windows[popout].said, said + 1);
    assert_eq!(desk.count(popout, Code::NotDelivered), 2);
}

#[test]
fn a_message_that_waits_for_a_leader_that_hangs_is_posted_once_it_is_back() {
    let mut desk = Desk::answered(3, 2);
    desk.windows[1].hangs = true;
    desk.close(0);
    desk.says(2, &about("CALL_ENDED", "c-1"));
    desk.pass(60_000.0);
    assert_eq!(desk.count(2, Code::NotDelivered), 1);

    desk.windows[1].hangs = false;
    desk.settle();

    assert_eq!(desk.states(1), [json!("ended")]);
    let before = [(0, "INCOMING_CALL"), (0, "CALL_ANSWERED")];
    desk.expect(&[before.as_slice(), &[(1, "CALL_ENDED")]].concat());
}

/// One call, as a window announces it.
fn ringing(call: &str) -> Value {
    json!([{
        "key": 1, "externalCallId": call, "direction": "inbound", "state": "ringing",
        "engagement": "none",
    }])
}

/// The calls that a window announces.
fn calls_of(window: &str, calls: Value) -> Value {
    json!({ "from": window, "says": "calls", "leads": false, "calls": calls })
}

fn command(message: &Value) -> Value {
    json!({ "from": "w1", "says": "command", "leads": false, "calls": [], "number": 1, "message": message })
}

#[test]
fn a_command_that_comes_twice_is_carried_out_once() {
    let mut desk = Desk::ringing(2);
    let publishes = engaged("FINALIZE_ENGAGEMENT", "c-1", 7);

    for message in [&about("CALL_ENDED", "c-1"), &publishes] {
        let mut command = command(message);
        command["number"] = json!(message["type"].as_str().map(str::len));
        for _ in 0..3 {
            desk.hears(0, command.clone());
        }
    }
    let published = |desk: &Desk| {
        let wires = desk.windows[0].posted.iter();
        let published = wires.filter(|message| message["type"] == publishes["type"]);
        published.count()
    };
    desk.expect(&[(0, "INCOMING_CALL"), (0, "CALL_ENDED")]);
    assert_eq!(published(&desk), 1);

    // Its page was loaded anew, and counts anew.
    desk.hears(0, json!({ "from": "w1", "says": "hello", "leads": false }));
    let mut again = command(&publishes);
    again["number"] = json!("FINALIZE_ENGAGEMENT".len());
    desk.hears(0, again);
    assert_eq!(published(&desk), 2);
}

#[test]
fn a_page_that_is_left_acknowledges_commands_once_it_stays() {
    let mut desk = Desk::ringing(2);
    let command = command(&about("CALL_ENDED", "c-1"));
    desk.enter(0, PageInput::Leave { is_certain: false });
    let before = desk.windows[0].said;

    desk.hears(0, command.clone());
    desk.hears(0, command);
    let while_left = desk.windows[0].said;
    desk.enter(0, PageInput::Stay {});

    assert_eq!(while_left, before);
    // One acknowledgement for each, and its calls.
    assert_eq!(desk.windows[0].said, before + 3);
    desk.expect(&[(0, "INCOMING_CALL"), (0, "CALL_ENDED")]);
}

#[test]
fn a_page_that_stays_for_another_windows_call_acknowledges_what_it_held_back() {
    let mut desk = Desk::ringing(2);
    desk.enter(0, PageInput::Leave { is_certain: false });
    desk.hears(0, command(&about("CALL_ENDED", "c-1")));
    let before = desk.windows[0].said;
    let mut begins = command(&about("INCOMING_CALL", "c-2"));
    begins["number"] = json!(2);

    desk.hears(0, begins);

    // One acknowledgement for each, and its calls.
    assert_eq!(desk.windows[0].said, before + 3);
    desk.expect(&[
        (0, "INCOMING_CALL"),
        (0, "CALL_ENDED"),
        (0, "INCOMING_CALL"),
    ]);
}

#[test]
fn a_command_for_the_leader_goes_on_to_the_window_with_the_call() {
    for (to, is_forwarded) in [(Value::Null, true), (json!("w0"), false)] {
        let mut desk = Desk::of(3);
        desk.says(2, &about(STARTS, "c-1"));
        let mut command = command(&about("CALL_ANSWERED", "c-1"));
        command["to"] = to;

        desk.hears(0, command);
        desk.settle();

        let answered = [(2, STARTS), (2, "CALL_ANSWERED")];
        desk.expect(&answered[..1 + usize::from(is_forwarded)]);
    }
}

#[test]
fn a_call_that_another_window_claims_is_left_to_a_leader_alone() {
    for (at, from, leads, is_left) in [
        (1, "w0", true, true),
        (1, "w2", false, false),
        (0, "w1", false, false),
        (0, "w1", true, false),
    ] {
        let mut desk = Desk::of(2);
        desk.says(at, &about(STARTS, "c-1"));
        let mut claim = calls_of(from, ringing("c-1"));
        claim["leads"] = json!(leads);

        desk.hears(at, claim);

        let owner = desk.call(at)["owner"].clone();
        assert_eq!(owner == json!(from), is_left, "{at} {from} {leads}");
    }
}

#[test]
fn an_answer_moves_no_call_that_another_window_has() {
    let mut desk = Desk::of(2);
    desk.says(1, &asking(STARTS, "c-1"));
    let mut claim = calls_of("w0", ringing("c-1"));
    claim["leads"] = json!(true);
    desk.hears(1, claim);

    desk.host_says(
        1,
        &reply("CREATE_ENGAGEMENT_SUCCEEDED", &json!({ "engagementId": 7 })),
    );

    assert_eq!(desk.call(1)["owner"], json!("w0"));
    assert_eq!(desk.call(1)["engagement"], json!("none"));
}

#[test]
fn a_window_hears_neither_itself_nor_others_before_it_meets_them_nor_relayed_calls() {
    let mut desk = Desk::of(1);
    let young = desk.open(Options::default());
    desk.share(young);
    let mut relayed = calls_of("w9", ringing("c-1"));
    relayed["isRelayed"] = json!(true);

    desk.hears(0, calls_of("w0", ringing("c-1")));
    desk.hears(young, calls_of("w0", ringing("c-1")));
    desk.hears(0, relayed);

    assert_eq!([desk.states(0), desk.states(young)], [NOTHING, NOTHING]);
}

#[test]
fn a_message_out_of_order_is_posted_by_the_window_with_the_call() {
    for wire in ["CALL_COMPLETED", "FINALIZE_ENGAGEMENT"] {
        let mut desk = Desk::ringing(2);

        desk.says(0, &engaged(wire, "c-1", 7));

        let last = desk.windows[0]
            .posted
            .last()
            .map(|message| &message["type"]);
        assert_eq!(last, Some(&json!(wire)));
    }
}

#[test]
fn other_windows_are_bounded_whoever_speaks() {
    let mut desk = Desk::of(1);

    for _ in 0..2 {
        desk.hears(0, calls_of("x0", json!([])));
        assert_eq!(desk.windows[0].others, 1);
    }
    for other in 0..10 * MAX_WINDOWS {
        desk.hears(0, calls_of(&format!("x{other}"), json!([])));
    }

    assert_eq!(desk.windows[0].others as usize, MAX_WINDOWS);
    assert_eq!(desk.windows[0].watched, MAX_WINDOWS);
}

/// Messages of another page of the origin, or of another version.
#[test]
fn a_value_that_is_no_windows_message_is_ignored_and_counted() {
    let whole = calls_of("b", json!([]));
    let mut desk = Desk::of(1);
    let mut others = vec![json!({}), json!([]), json!({ "says": "echo" })];
    for (field, value) in [
        ("from", json!("")),
        ("from", json!("x".repeat(65))),
        ("from", json!(7)),
        ("says", json!("toString")),
        ("says", Value::Null),
        ("says", json!("ack")),
        ("says", json!("command")),
        ("leads", json!("true")),
        ("leads", Value::Null),
        ("calls", json!(7)),
        ("calls", json!([{ "key": 1 }])),
        ("calls", Value::Null),
    ] {
        let mut other = whole.clone();
        other[field] = value;
        others.push(other);
    }

    for other in &others {
        desk.hears(0, other.clone());
    }

    assert_eq!(desk.windows[0].others, 0);
    let count = desk.count(0, Code::WindowMessageIgnored);
    assert_eq!(count as usize, others.len());
    desk.hears(0, whole);
    assert_eq!(desk.windows[0].others, 1);
}
