//! The set of calls, by transcript.

use serde_json::json;

use super::*;
use crate::lifecycle::Awaited;
use crate::protocol::Envelope;

fn id(text: &str) -> ExternalCallId {
    text.to_owned().into()
}

fn engagement(text: &str) -> EngagementId {
    EngagementId::new(text.to_owned(), true)
}

/// What a message names.
fn naming(call: Option<&str>, number: &str) -> CallName {
    CallName {
        id: call.map(id),
        engagement: Some(engagement(number)),
    }
}

/// An incoming call.
fn rings(calls: &mut Calls, name: &str) -> u32 {
    let key = calls.start(Some(id(name)), CallDirection::Inbound);
    key.expect("room for a call")
}

/// An outgoing call that asked for its engagement.
fn pending(calls: &mut Calls, name: &str) -> u32 {
    let key = calls.start(Some(id(name)), CallDirection::Outbound);
    let key = key.expect("room for a call");
    engage(calls, key, EngagementEvent::Asked);
    key
}

fn engage(calls: &mut Calls, key: u32, event: EngagementEvent) {
    calls.engage(key, event).expect("the call's own engagement");
}

/// A call is over, and closed.
fn transfer(calls: &mut Calls, name: &str) {
    let moved = calls.apply(&id(name).into(), CallEvent::Transferred);
    moved.expect("it is open");
}

fn started(names: &[Option<&str>]) -> Calls {
    let mut calls = Calls::new();
    for name in names {
        let key = calls.start(name.map(id), CallDirection::Inbound);
        key.expect("room for a call");
    }
    calls
}

/// A window with incoming calls.
fn began(names: &[&str]) -> Calls {
    let names: Vec<_> = names.iter().copied().map(Some).collect();
    started(&names)
}

fn standing(calls: &Calls) -> Vec<(u32, Option<&str>)> {
    let standing = calls.iter().map(|call| {
        let id = call.external_call_id.as_ref();
        (call.key(), id.map(ExternalCallId::as_str))
    });
    standing.collect()
}

#[test]
fn a_call_begins_as_the_table_of_entries_says() {
    let mut requested = Calls::new();
    let mut dialled = Calls::new();
    let mut taken = Calls::new();
    requested.request().expect("room");
    dialled.start(None, CallDirection::Outbound).expect("room");
    taken.start(None, CallDirection::Inbound).expect("room");

    let begun = [requested, dialled, taken].map(|calls| calls.iter().next().map(|call| call.state));

    assert_eq!(begun, CallState::ENTRIES.map(|(_, state)| Some(state)));
}

#[test]
fn an_earlier_pages_calls_come_first_under_handles_of_their_own() {
    let mut calls = started(&[None, Some("c-2"), Some("c-3")]);
    let earlier = started(&[Some("c-1"), Some("c-2"), None]);

    let grown = calls.take_over(&earlier);
    let next = calls.start(Some(id("c-4")), CallDirection::Inbound);

    assert_eq!(grown, 3);
    assert_eq!(
        standing(&calls),
        [
            (4, Some("c-1")),
            (6, None),
            (1, None),
            (2, Some("c-2")),
            (3, Some("c-3")),
            (7, Some("c-4")),
        ]
    );
    assert_eq!(next, Ok(7));
}

#[test]
fn an_earlier_pages_call_is_known_by_its_engagement() {
    let mut calls = started(&[None]);
    let mut earlier = started(&[Some("c-1"), Some("c-2")]);
    for calls in [&mut calls, &mut earlier] {
        engage(calls, 1, EngagementEvent::Supplied(engagement("7")));
    }

    calls.take_over(&earlier);

    assert_eq!(standing(&calls), [(3, Some("c-2")), (1, None)]);
}

#[test]
fn an_engagement_of_another_call_is_refused_even_if_it_is_over() {
    for is_over in [false, true] {
        for event in [EngagementEvent::Created, EngagementEvent::Supplied] {
            let mut calls = Calls::new();
            let [first, second] = ["c-1", "c-2"].map(|name| pending(&mut calls, name));
            let created = EngagementEvent::Created(engagement("7"));
            engage(&mut calls, first, created);
            if is_over {
                transfer(&mut calls, "c-1");
            }
            let before: Vec<_> = calls.iter().cloned().collect();
            calls.take_changed();

            let refused = calls.engage(second, event(engagement("7")));

            let refused = refused.expect_err("it is the first call's");
            assert_eq!(refused.code, RefusalCode::OtherEngagement);
            assert_eq!(calls.iter().cloned().collect::<Vec<_>>(), before);
            assert!(calls.take_changed().is_empty());
            assert_eq!(calls.engage(first, event(engagement("7"))), Ok(()));
        }
    }
}

#[test]
fn an_earlier_pages_calls_are_taken_while_there_is_room() {
    let mut calls = started(&[None; MAX_OPEN_CALLS - 1]);
    let mut earlier = started(&[Some("c-1"), Some("c-2"), Some("c-3")]);
    transfer(&mut earlier, "c-3");

    calls.take_over(&earlier);

    let has = |name| calls.by_id(&id(name)).is_some();
    assert_eq!(["c-1", "c-2", "c-3"].map(has), [true, false, true]);
}

#[test]
fn a_clicked_number_is_the_newest_call_once_it_is_called() {
    let mut calls = Calls::new();
    calls.request().expect("room");
    rings(&mut calls, "c-1");
    dials(&mut calls, None, "+15550100123").expect("room");

    assert_eq!(standing(&calls), [(2, Some("c-1")), (1, None)]);
}

#[test]
fn a_start_is_the_clicked_numbers_whatever_came_before_it() {
    for (before, is_dropped) in [
        (CallEvent::Answered, false),
        (CallEvent::Ended { status: None }, true),
    ] {
        let mut calls = Calls::new();
        let clicked = calls.request().expect("room");
        calls.force(&id("c-1").into(), before);
        let mut others = calls.clone();

        let started = dials(&mut calls, Some("c-1"), "+12025550188");
        others.request().expect("room");

        let states: Vec<_> = calls.iter().map(|call| call.state).collect();
        assert_eq!((started, states), (Ok(clicked), vec![CallState::Dialing]));
        assert_eq!(
            others.get(clicked).is_none(),
            is_dropped,
            "by the next click"
        );
    }
}

#[test]
fn an_unknown_id_is_that_of_its_engagements_call() {
    let mut calls = started(&[None, None, None]);
    for (key, number) in [(1, "7"), (2, "8")] {
        let supplied = EngagementEvent::Supplied(engagement(number));
        engage(&mut calls, key, supplied);
    }
    let name = |call, number| naming(Some(call), number);

    let answered = calls.apply(&id("c-1").into(), CallEvent::Answered);
    let ended = calls.apply(&name("c-1", "7"), CallEvent::Ended { status: None });
    let other = calls.apply(&name("c-9", "9"), CallEvent::Answered);
    let again = calls.apply(&name("c-9", "7"), CallEvent::Completed);

    // Three calls may have the id, until an engagement tells them apart.
    assert_eq!(answered.expect_err("refused").code, RefusalCode::NotStarted);
    assert_eq!(ended, Ok(1));
    assert_eq!(other.expect_err("refused").code, RefusalCode::NotStarted);
    assert_eq!(again, Ok(1));
    assert_eq!(standing(&calls), [(1, Some("c-1")), (2, None), (3, None)]);
    // One that is completed is done with: the id is that of the only call without one that it fits.
    calls.force(&name("c-2", "8"), CallEvent::Answered);
    let finalized = calls.apply(&name("c-3", "7"), CallEvent::FinalizeAsked);
    assert_eq!(finalized, Ok(1));
    let answered = calls.apply(&name("c-3", "7"), CallEvent::Answered);
    assert_eq!(answered, Ok(3));
    let mut calls = started(&[None, None]);
    let ended = calls.apply(&CallName::default(), CallEvent::Ended { status: None });
    assert_eq!(calls.apply(&id("c-1").into(), CallEvent::Completed), ended);
    // A number that was clicked is no call yet.
    let mut calls = started(&[Some("c-1")]);
    engage(&mut calls, 1, EngagementEvent::Supplied(engagement("7")));
    calls.request().expect("room");
    let own = id("c-1").into();
    for event in [CallEvent::Ended { status: None }, CallEvent::Completed] {
        let ended = calls.apply(&own, event);
        let again = calls.apply(&name("c-9", "7"), event);
        let state = ended
            .ok()
            .and_then(|key| calls.get(key))
            .map(|call| call.state.name());
        assert_eq!(again.expect_err("again").state, state.expect("it goes on"));
    }
    // A call that runs has the event that its engagement names, though it does not fit.
    for (event, answered) in [
        (CallEvent::Answered, Err(RefusalCode::AlreadyAnswered)),
        (CallEvent::Ended { status: None }, Ok(2)),
    ] {
        let mut calls = started(&[Some("c-1"), None]);
        engage(&mut calls, 1, EngagementEvent::Supplied(engagement("7")));
        calls.apply(&own, event).expect("it rings");
        let again = calls.apply(&name("c-9", "7"), CallEvent::Answered);
        assert_eq!(again.map_err(|refused| refused.code), answered);
    }
}

#[test]
fn an_id_that_is_written_otherwise_is_its_calls() {
    const ID: &str = "0f8fad5b-d9cb-469f";
    let ended = |own: &[&str], its: &str| {
        let end = CallEvent::Ended { status: None };
        began(own).apply(&id(its).into(), end).ok()
    };

    for its in [
        "0F8FAD5B-D9CB-469F",
        "{0f8fad5b-d9cb-469f}",
        " 0f8fad5b-d9cb-469f\r\n",
        "call_0f8fad5b-d9cb-469f",
        "0f8fad5b-d9cb-469f_123",
    ] {
        assert_eq!(ended(&[ID], its), Some(1), "{its}");
        assert_eq!(ended(&[its], ID), Some(1), "{its}");
        assert_eq!(ended(&["another", ID], its), Some(2), "{its}");
    }
    for (own, its) in [
        (ID, "0f8fad5b-d9cb-469f0"),
        (ID, "0f8fad5b-d9cb-4690"),
        ("s-20115-1", "s-20115-2"),
        ("1", "call-1"),
        ("1001", "1001-2"),
    ] {
        assert_eq!(ended(&[own], its), None, "{own} {its}");
    }
    // An id of its own comes first.
    assert_eq!(
        ended(&["y3MxNzUyNzYx", "Y3MxNzUyNzYx"], "y3MxNzUyNzYx"),
        Some(1)
    );
    // Its notes may come when it is over.
    let mut calls = began(&[ID]);
    transfer(&mut calls, ID);
    let name = id("{0F8FAD5B-D9CB-469F}").into();
    let noted = calls.named(&name, CallEvent::Completed);
    assert_eq!(noted.map(Call::key), Some(1));
    // A start that is repeated is its own, too.
    let mut calls = Calls::new();
    dials(&mut calls, Some(ID), "+12025550123").expect("room");
    let again = dials(&mut calls, Some("{0F8FAD5B-D9CB-469F}"), "+12025550123");
    assert_eq!(
        again.expect_err("repeated").code,
        RefusalCode::AlreadyStarted
    );
}

#[test]
fn notes_of_a_transferred_call_may_first_name_its_engagement() {
    let mut calls = began(&["c-1"]);
    transfer(&mut calls, "c-1");
    let of = naming(None, "7");

    let events = [CallEvent::Completed, CallEvent::Ended { status: None }];
    let anothers = events.map(|event| calls.is_of_another(&of, event));

    assert_eq!(anothers, [false, true]);
}

#[test]
fn a_message_without_id_is_about_the_newest_call_it_fits() {
    let mut calls = Calls::new();
    let [first, second] = ["c-1", "c-2"].map(|name| rings(&mut calls, name));
    calls
        .apply(&id("c-1").into(), CallEvent::Ended { status: None })
        .expect("ringing");

    let mut unnamed = |event| calls.apply(&CallName::default(), event);
    assert_eq!(unnamed(CallEvent::Completed), Ok(first));
    assert_eq!(unnamed(CallEvent::Answered), Ok(second));
}

#[test]
fn an_engagement_alone_names_its_call_but_for_one_that_is_over() {
    let ended = CallEvent::Ended { status: None };
    let mut calls = started(&[None, Some("c-1"), Some("c-2")]);
    let [earlier, first, second] = [1, 2, 3];
    for (key, of) in [(first, "7"), (second, "8")] {
        let created = EngagementEvent::Created(engagement(of));
        engage(&mut calls, key, created);
    }
    let of = |number| naming(None, number);

    assert_eq!(calls.apply(&of("7"), ended), Ok(first));
    // Its end is repeated.
    let repeated = calls.apply(&of("7"), ended).expect_err("it is over");
    assert_eq!(repeated.code, RefusalCode::AlreadyEnded);
    let third = calls.start(None, CallDirection::Inbound).expect("room");
    // The app sends the last call's.
    assert_eq!(calls.apply(&of("7"), ended), Ok(third));
    assert_eq!(calls.force(&of("7"), ended), Some(first));
    assert_eq!(calls.apply(&of("7"), CallEvent::Completed), Ok(first));
    assert_eq!(calls.apply(&of("7"), CallEvent::FinalizeAsked), Ok(first));
    assert_eq!(calls.apply(&of("9"), CallEvent::Completed), Ok(third));
    assert_eq!(calls.force(&of("7"), CallEvent::Completed), Some(first));
    // The app would send the engagement of a later call, had it got one.
    assert_eq!(calls.apply(&of("7"), ended), Ok(earlier));
    let repeated = calls.apply(&of("7"), ended).expect_err("it is over");
    assert_eq!(repeated.code, RefusalCode::AlreadyEnded);
}

#[test]
fn an_id_may_be_used_again_once_its_call_is_done_with() {
    let mut calls = Calls::new();
    let first = pending(&mut calls, "c-1");
    let created = EngagementEvent::Created(engagement("7"));
    engage(&mut calls, first, created);
    transfer(&mut calls, "c-1");

    let second = calls.start(Some(id("c-1")), CallDirection::Outbound);

    assert!(second.is_ok() && second != Ok(first));
    assert_eq!(calls.by_id(&id("c-1")).map(Call::key), second.ok());
    let name = naming(Some("c-1"), "7");
    assert_eq!(calls.apply(&name, CallEvent::FinalizeAsked), Ok(first));
    let fits = calls.apply(&id("c-1").into(), CallEvent::FinalizeAsked);
    assert_eq!(fits, Ok(first));
    let answered = calls.correlate(Awaited::Update, name.id.as_ref(), name.engagement.as_ref());
    assert_eq!(answered, Correlation::Call(first));
    // The app sends the last call's engagement.
    assert_eq!(calls.apply(&name, CallEvent::Answered), second);
    assert_eq!(calls.force(&name, CallEvent::Completed), Some(first));
}

/// Begins an outgoing call.
fn dials(calls: &mut Calls, id: Option<&str>, number: &str) -> Result<u32, Refused> {
    let start = start("OUTGOING_CALL_STARTED", id, number);
    calls.begin(&start.body, CallDirection::Outbound)
}

fn start(kind: &str, id: Option<&str>, number: &str) -> Envelope {
    let data = json!({ "externalCallId": id, "toNumber": number, "fromNumber": number });
    json!({ "type": kind, "data": data }).into()
}

#[test]
fn a_start_with_a_calls_number_is_its_own_where_one_of_them_has_no_id() {
    for (kind, direction) in [
        ("OUTGOING_CALL_STARTED", CallDirection::Outbound),
        ("INCOMING_CALL", CallDirection::Inbound),
    ] {
        let mut calls = Calls::new();
        let begun = calls.begin(&start(kind, None, "+15550100123").body, direction);
        for event in [CallEvent::Answered, CallEvent::Completed] {
            let again = start(kind, Some("c-1"), "15550100123");
            let repeated = calls.begin(&again.body, direction);
            assert_eq!(
                repeated.expect_err("it goes on").event,
                entry_of(direction).0
            );
            let _ = calls.apply(&CallName::default(), event);
        }

        let again = start(kind, Some("c-1"), "15550100123");
        assert_eq!(calls.begin_again(&again.body, direction), begun.ok());
        let nameless = start(kind, None, "+15550100123");
        assert_eq!(calls.begin_again(&nameless.body, direction), begun.ok());
        assert_eq!(standing(&calls), [(1, Some("c-1"))]);
    }
}

#[test]
fn of_calls_in_wrap_up_under_one_id_the_engagement_names_one() {
    let mut calls = Calls::new();
    for number in ["7", "8"] {
        let key = dials(&mut calls, Some("c-1"), number).expect("another number");
        let supplied = EngagementEvent::Supplied(engagement(number));
        engage(&mut calls, key, supplied);
        let ended = CallEvent::Ended { status: None };
        calls.apply(&id("c-1").into(), ended).expect("it dials");
    }

    let name = naming(Some("c-1"), "7");
    assert_eq!(calls.apply(&name, CallEvent::Completed), Ok(1));
}

#[test]
fn a_start_is_no_repetition_where_its_id_or_a_request_tells_it_apart() {
    let mut calls = Calls::new();
    let dials = |calls: &mut Calls, id| dials(calls, id, "+15550100123");
    let first = dials(&mut calls, Some("c-1"));
    transfer(&mut calls, "c-1");
    let second = dials(&mut calls, None);

    let repeated = dials(&mut calls, None).expect_err("it dials");
    let again = dials(&mut calls, Some("c-1"));
    let request = calls.request();
    let requested = dials(&mut calls, None);
    let ended = CallEvent::Ended { status: None };
    calls.apply(&id("c-1").into(), ended).expect("it dials");
    let clicked = calls.request();
    let asked = dials(&mut calls, Some("c-1"));

    let repeated = (repeated.code, repeated.event);
    assert_eq!(repeated, (RefusalCode::AlreadyStarted, "outgoingCall"));
    assert_eq!([first, second, again, request], [1, 2, 3, 4].map(Ok));
    assert_eq!(requested, Ok(4));
    assert_eq!([clicked, asked], [5, 5].map(Ok));
    // Addresses with the same digits.
    let to = ["sip:alice@pbx1.example", "sip:bob@pbx1.example"];
    let mut calls = Calls::new();
    assert_eq!(
        to.map(|to| self::dials(&mut calls, None, to)),
        [1, 2].map(Ok)
    );
}

#[test]
fn a_ring_becomes_the_call_that_the_host_asked_for_under_its_id() {
    for is_asked in [true, false] {
        let mut calls = began(&["c-1"]);
        if is_asked {
            calls.request().expect("room");
        }

        let started = dials(&mut calls, Some("c-1"), "+15550100123");

        let call = calls.get(1).expect("it goes on");
        if is_asked {
            let turned = (CallDirection::Outbound, CallState::Dialing);
            assert_eq!((started, (call.direction, call.state)), (Ok(1), turned));
            assert!(calls.requested().is_none());
        } else {
            // A conference may call another party under its first one's id.
            assert_eq!(
                started.expect_err("it rings").code,
                RefusalCode::AlreadyStarted
            );
            assert_eq!(call.direction, CallDirection::Inbound);
        }
    }
}

#[test]
fn a_call_that_was_never_completed_makes_room_for_a_new_one() {
    let mut calls = Calls::new();
    for n in 0..MAX_OPEN_CALLS {
        rings(&mut calls, &n.to_string());
    }
    calls
        .apply(&id("3").into(), CallEvent::Ended { status: None })
        .expect("ringing");

    let more = calls.start(Some(id("more")), CallDirection::Inbound);

    assert!(more.is_ok());
    assert_eq!(calls.by_id(&id("3")), None);
}

#[test]
fn closed_calls_are_bounded_and_the_earliest_closed_forgotten() {
    let mut calls = began(&["long"]);

    for n in 0..1000 {
        let name = n.to_string();
        rings(&mut calls, &name);
        transfer(&mut calls, &name);
    }
    transfer(&mut calls, "long");

    assert_eq!(calls.iter().count(), MAX_CLOSED_CALLS);
    assert_eq!(calls.by_id(&id("0")), None);
    assert!(calls.by_id(&id("long")).is_some());
}

#[test]
fn closed_calls_that_are_kept_are_bounded_too() {
    let mut calls = Calls::new();
    for n in 0..1000 {
        let name = n.to_string();
        let key = rings(&mut calls, &name);
        calls.keep(key, true);
        transfer(&mut calls, &name);
    }

    let kept: Vec<_> = calls.iter().map(Call::key).collect();
    assert_eq!(kept.len(), MAX_CLOSED_CALLS + MAX_KEPT_CALLS);
    for key in kept {
        calls.keep(key, false);
    }
    assert_eq!(calls.iter().count(), MAX_CLOSED_CALLS);
}

#[test]
fn an_answer_about_an_unknown_engagement_moves_no_call() {
    let mut calls = Calls::new();
    let key = pending(&mut calls, "c-1");
    for event in [
        EngagementEvent::Created(engagement("7")),
        EngagementEvent::UpdateAsked,
    ] {
        engage(&mut calls, key, event);
    }

    assert_eq!(
        calls.correlate(Awaited::Update, None, Some(&engagement("99"))),
        Correlation::Unknown
    );
    assert_eq!(
        calls.correlate(Awaited::Update, None, None),
        Correlation::Call(key)
    );
}

fn window(name: &str) -> WindowId {
    name.to_owned().into()
}

fn owner(calls: &Calls, name: &str) -> Option<String> {
    let call = calls.by_id(&id(name)).expect("it is there");
    call.owner.as_ref().map(|owner| owner.as_str().to_owned())
}

#[test]
fn a_call_that_is_over_in_both_windows_is_the_other_windows() {
    let over = |name| {
        let mut calls = began(&[name]);
        transfer(&mut calls, name);
        calls
    };

    let [mut calls, mut reopened] = [over("c-1"), over("c-1")];
    calls.mirror(&window("a"), &window("b"), true, &over("c-1"));
    reopened.mirror(&window("a"), &window("b"), false, &began(&["c-1"]));

    assert_eq!(owner(&calls, "c-1").as_deref(), Some("b"));
    assert_eq!(owner(&reopened, "c-1"), None);
}

#[test]
fn a_second_call_under_an_id_is_shown_beside_the_one_that_is_over() {
    let mut theirs = began(&["c-1"]);
    let mut ours = Calls::new();
    let mut told = |theirs: &Calls| {
        ours.mirror(&window("a"), &window("b"), true, theirs);
        let calls = ours.iter();
        calls.map(|call| call.state.name()).collect::<Vec<_>>()
    };
    assert_eq!(told(&theirs), ["ringing"]);
    transfer(&mut theirs, "c-1");
    assert_eq!(told(&theirs), ["transferred"]);
    // One that comes late opens nothing.
    assert_eq!(told(&began(&["c-1"])), ["transferred"]);
    rings(&mut theirs, "c-1");
    for _ in 0..2 {
        assert_eq!(told(&theirs), ["transferred", "ringing"]);
    }
    transfer(&mut theirs, "c-1");
    assert_eq!(told(&theirs), ["transferred", "transferred"]);
}

#[test]
fn a_third_windows_call_is_taken_where_it_is_unknown() {
    // Call "b", as "c" announces it.
    let mut of_c = Calls::new();
    of_c.mirror(&window("c"), &window("b"), true, &began(&["c-1", "c-2"]));
    assert_eq!(standing(&of_c), [(1, Some("c-1")), (2, Some("c-2"))]);
    let mut known = began(&["c-2"]);
    let mut own = Calls::new();

    known.mirror(&window("a"), &window("c"), true, &of_c);
    own.mirror(&window("b"), &window("c"), true, &of_c);

    assert_eq!(owner(&known, "c-1").as_deref(), Some("b"));
    assert_eq!(owner(&known, "c-2"), None);
    assert_eq!(own.iter().count(), 0);
}

#[test]
fn a_message_that_names_no_call_is_rather_about_one_of_this_windows() {
    let mut calls = began(&["c-1"]);
    calls.mirror(&window("a"), &window("b"), true, &began(&["b-1"]));
    let named = |calls: &Calls| {
        let call = calls.named(&CallName::default(), CallEvent::Answered);
        call.and_then(|call| call.external_call_id.clone())
    };

    assert_eq!(named(&calls), Some(id("c-1")));
    transfer(&mut calls, "c-1");
    assert_eq!(named(&calls), Some(id("b-1")));
}

#[test]
fn of_other_windows_calls_as_many_are_taken_as_may_be_open() {
    let ours: Vec<String> = (1..MAX_OPEN_CALLS).map(|at| format!("c-{at}")).collect();
    let ours: Vec<&str> = ours.iter().map(String::as_str).collect();
    let mut calls = began(&ours);

    calls.mirror(&window("a"), &window("b"), true, &began(&["b-1", "b-2"]));

    assert_eq!(calls.iter().count(), MAX_OPEN_CALLS);
    assert_eq!(owner(&calls, "b-1").as_deref(), Some("b"));
}

#[test]
fn a_call_that_goes_on_is_kept_beside_others_that_are_over() {
    let mut calls = began(&["c-1"]);
    let names: Vec<String> = (0..MAX_CLOSED_CALLS).map(|at| format!("b-{at}")).collect();
    let mut over = Calls::new();
    for name in &names {
        rings(&mut over, name);
        transfer(&mut over, name);
    }

    calls.mirror(&window("a"), &window("b"), true, &over);
    rings(&mut calls, "c-2");
    for name in ["c-1", "c-2"] {
        transfer(&mut calls, name);
    }

    assert!(calls.by_id(&id("c-1")).is_some());
}
