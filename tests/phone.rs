//! The phone's rules, each row by hand; every order of events is in tests/model/tests/phone.rs.

use std::collections::BTreeSet;

use calling_widget_sdk::phone::{
    CallEvent, END_CAUSES, LineEvent, LineState, PhoneCallState, PhoneCode, after, line_after,
    timeline_status,
};
use calling_widget_sdk::protocol::{EndStatus, is_same_number};

/// State, event, next state, steps, code: every pair that changes or does something.
///
/// Source of the SDK's order: docs/protocol.md, "Outbound", "Inbound" and "Other ends of a call".
const ROWS: &str = "
none dial             > dialing  outgoingCall dial 60000
none dialBadNumber    > ended    outgoingCall callEnded:FAILED complete PHONE_BAD_NUMBER
none dialBusy         > none     PHONE_CALL_OPEN
none outgoing         > dialing  outgoingCall
none incoming         > ringing  incomingCall
none incomingBusy     > closed   rejectBusy PHONE_CALL_OPEN

dialing ringing       > dialing  0 mute
dialing reconnecting  > dialing
dialing reconnected   > dialing
dialing answered      > connected callAnswered mute
dialing ended         > ended    callEnded complete
dialing failed        > ended    callEnded complete
dialing hangUp        > canceling hangUp 5000
dialing endCall       > canceling hangUp 5000
dialing threw         > ended    callEnded:FAILED complete PHONE_THREW
dialing silent        > ended    hangUp callEnded:FAILED complete PHONE_SILENT
dialing elsewhere     > ended    callEnded:CANCELED complete
dialing lost          > ended    callEnded:CANCELED complete
dialing left          > left     5000
dialing digits        > dialing  control
dialing mute          > dialing  control

ringing ringing       > ringing
ringing reconnecting  > ringing
ringing reconnected   > ringing
ringing answer        > answering answer 60000
ringing answered      > connected callAnswered mute
ringing decline       > declining reject 5000
ringing hangUp        > declining reject 5000
ringing endCall       > declining reject 5000
ringing ended         > ended    callEnded:MISSED complete
ringing declined      > ended    callEnded:REJECTED complete
ringing failed        > ended    callEnded:FAILED complete
ringing elsewhere     > ended    callEnded:CANCELED complete
ringing lost          > ended    callEnded:MISSED complete
ringing left          > left     5000
ringing mute          > ringing  control

answering answered    > connected callAnswered mute
answering reconnecting > answering
answering reconnected > answering
answering decline     > declining reject 5000
answering hangUp      > declining reject 5000
answering endCall     > declining reject 5000
answering ended       > ended    callEnded:MISSED complete
answering declined    > ended    callEnded:REJECTED complete
answering failed      > ended    callEnded:FAILED complete
answering elsewhere   > ended    callEnded:CANCELED complete
answering left        > left     5000
answering mute        > answering control

left silent           > ended    callEnded:CANCELED complete
left taken            > closed

answering threw       > ended    reject callEnded:FAILED complete PHONE_THREW
answering silent      > ended    reject callEnded:FAILED complete PHONE_SILENT

connected ended       > ended    callEnded:COMPLETED complete
connected elsewhere   > ended    callEnded:COMPLETED complete
connected left        > ended    callEnded:COMPLETED complete
connected lost        > ended    callEnded:COMPLETED complete
connected failed      > ended    callEnded:FAILED complete
connected hangUp      > hangingUp hangUp 5000
connected endCall     > hangingUp hangUp 5000
connected transfer    > transferring transfer 30000
connected transferred > transferred callTransferred hangUp 5000
connected control     > connected control
connected mute        > connected control
connected digits      > connected control
connected reconnecting > reconnecting soundLost 60000
connected reconnected > connected
connected held        > connected held
connected unheld      > connected unheld

reconnecting reconnecting > reconnecting
reconnecting reconnected > connected
reconnecting answered    > connected
reconnecting ended       > ended callEnded:COMPLETED complete
reconnecting elsewhere   > ended callEnded:COMPLETED complete
reconnecting left        > ended callEnded:COMPLETED complete
reconnecting lost        > ended callEnded:COMPLETED complete
reconnecting failed      > ended untilSound callEnded:FAILED complete
reconnecting silent      > ended hangUp untilSound callEnded:FAILED complete PHONE_SILENT
reconnecting hangUp      > hangingUp hangUp 5000
reconnecting endCall     > hangingUp hangUp 5000
reconnecting transferred > transferred callTransferred hangUp 5000
reconnecting control     > reconnecting control
reconnecting mute        > reconnecting control
reconnecting digits      > reconnecting control
reconnecting taken       > closed
reconnecting held        > reconnecting held
reconnecting unheld      > reconnecting unheld

transferring transferred    > transferred callTransferred hangUp 5000
transferring transferFailed > connected PHONE_TRANSFER_FAILED
transferring threw    > connected PHONE_THREW
transferring silent   > connected PHONE_SILENT
transferring ended    > ended    callEnded:COMPLETED complete
transferring elsewhere > ended   callEnded:COMPLETED complete
transferring left     > ended    callEnded:COMPLETED complete
transferring failed   > ended    callEnded:FAILED complete
transferring reconnecting > transferring
transferring reconnected > transferring
transferring hangUp   > hangingUp hangUp 5000
transferring endCall  > hangingUp hangUp 5000
transferring held     > transferring held
transferring unheld   > transferring unheld

canceling ringing     > canceling
canceling reconnecting > canceling
canceling reconnected > canceling
canceling answered    > canceling hangUp 5000
canceling ended       > ended    callEnded:CANCELED complete
canceling failed      > ended    callEnded:CANCELED complete
canceling elsewhere   > ended    callEnded:CANCELED complete
canceling left        > ended    callEnded:CANCELED complete
canceling silent      > ended    callEnded:CANCELED complete PHONE_SILENT
canceling threw       > ended    callEnded:CANCELED complete PHONE_THREW

declining answered    > declining hangUp 5000
declining ended       > ended    callEnded:REJECTED complete
declining failed      > ended    callEnded:REJECTED complete
declining elsewhere   > ended    callEnded:REJECTED complete
declining left        > ended    callEnded:REJECTED complete
declining silent      > ended    callEnded:REJECTED complete PHONE_SILENT
declining threw       > ended    callEnded:REJECTED complete PHONE_THREW

hangingUp reconnecting > hangingUp
hangingUp reconnected > hangingUp
hangingUp ended       > ended    callEnded:COMPLETED complete
hangingUp elsewhere   > ended    callEnded:COMPLETED complete
hangingUp left        > ended    callEnded:COMPLETED complete
hangingUp failed      > ended    callEnded:COMPLETED complete
hangingUp silent      > ended    callEnded:COMPLETED complete PHONE_SILENT
hangingUp threw       > ended    callEnded:COMPLETED complete PHONE_THREW
hangingUp held        > hangingUp held
hangingUp unheld      > hangingUp unheld

dialing taken         > closed
ringing taken         > closed
answering taken       > closed
connected taken       > closed
canceling taken       > closed
declining taken       > closed
hangingUp taken       > closed
transferring taken    > closed

ended completed       > closed   callCompleted
ended lost            > ended    complete
transferred ended     > closed
transferred failed    > closed
transferred silent    > closed
transferred threw     > transferred
";

/// Codes that may report a pair without effect.
const IGNORED: [PhoneCode; 7] = [
    PhoneCode::Late,
    PhoneCode::MicrophoneLost,
    PhoneCode::NotAllowed,
    PhoneCode::OutOfOrder,
    PhoneCode::Repeated,
    PhoneCode::Threw,
    PhoneCode::UnknownCall,
];

#[test]
fn every_pair_follows_its_row_or_is_reported_and_ignored() {
    let mut seen = BTreeSet::new();
    for state in PhoneCallState::ALL {
        for event in CallEvent::ALL {
            let rule = after(*state, *event);
            let name = [state.as_str(), event.as_str()].join(" ");
            let code = rule.code.map(|code| code.as_str().to_owned());
            let words = [rule.to.as_str().to_owned()]
                .into_iter()
                .chain(rule.steps.iter().map(|step| step.name()))
                .chain(code)
                .collect::<Vec<_>>()
                .join(" ");

            match row(&name) {
                Some(expected) => {
                    assert_eq!(words, expected, "{name}");
                    seen.insert(name);
                }
                None => {
                    assert_eq!((rule.to, rule.steps), (*state, &[][..]), "{name}");
                    assert!(
                        rule.code.is_some_and(|code| IGNORED.contains(&code)),
                        "{name}"
                    );
                }
            }
        }
    }
    let rows = ROWS.lines().filter(|line| !line.is_empty()).count();
    assert_eq!(seen.len(), rows, "a row is of no pair");
}

#[test]
fn an_event_out_of_place_is_reported_by_its_reason() {
    use CallEvent as On;
    use PhoneCallState as Is;
    for (state, event, code) in [
        (Is::None, On::Answered, PhoneCode::UnknownCall),
        (Is::None, On::EndCall, PhoneCode::UnknownCall),
        (Is::Ringing, On::Incoming, PhoneCode::Repeated),
        (Is::Dialing, On::Outgoing, PhoneCode::Repeated),
        (Is::Connected, On::Answered, PhoneCode::Repeated),
        (Is::Connected, On::Threw, PhoneCode::Threw),
        (Is::Connected, On::Answered, PhoneCode::Repeated),
        (Is::Reconnecting, On::Transfer, PhoneCode::NotAllowed),
        (Is::Reconnecting, On::Threw, PhoneCode::Threw),
        (Is::Declining, On::Reconnected, PhoneCode::OutOfOrder),
        (Is::Ended, On::Reconnected, PhoneCode::Late),
        (Is::Canceling, On::EndCall, PhoneCode::Repeated),
        (Is::Connected, On::Ringing, PhoneCode::OutOfOrder),
        (Is::Dialing, On::Incoming, PhoneCode::OutOfOrder),
        (Is::Dialing, On::Transferred, PhoneCode::OutOfOrder),
        (Is::Dialing, On::Transfer, PhoneCode::NotAllowed),
        (Is::Dialing, On::Control, PhoneCode::NotAllowed),
        (Is::Ringing, On::Digits, PhoneCode::NotAllowed),
        (Is::Dialing, On::Refused, PhoneCode::Threw),
        (Is::Connected, On::Answer, PhoneCode::NotAllowed),
        (Is::Connected, On::MicrophoneLost, PhoneCode::MicrophoneLost),
        (Is::Ended, On::Ended, PhoneCode::Late),
        (Is::Ended, On::EndCall, PhoneCode::Late),
        (Is::Closed, On::Answered, PhoneCode::Late),
        (Is::Closed, On::Dial, PhoneCode::Late),
        (Is::Closed, On::Threw, PhoneCode::Threw),
    ] {
        assert_eq!(after(state, event).code, Some(code), "{state:?} {event:?}");
    }
}

#[test]
fn causes_lead_to_the_end_status_of_their_document() {
    // RFC 3261, section 21: 408, 480, 486, 487, 600, 603.
    for (cause, status) in [
        (486, EndStatus::Busy),
        (600, EndStatus::Busy),
        (480, EndStatus::NoAnswer),
        (408, EndStatus::NoAnswer),
        (487, EndStatus::Canceled),
        (603, EndStatus::Rejected),
    ] {
        let rows: Vec<_> = END_CAUSES
            .iter()
            .filter(|row| row.sip.contains(&cause))
            .map(|row| row.status)
            .collect();
        assert_eq!(rows, [status], "{cause}");
    }
    // Q.850, table 1: 16, 17, 18, 19, 21, 26.
    for (cause, word) in [
        (16, "normal"),
        (17, "busy"),
        (18, "noAnswer"),
        (19, "noAnswer"),
        (21, "rejected"),
        (26, "elsewhere"),
    ] {
        let mut rows = END_CAUSES.iter().filter(|row| row.q850.contains(&cause));
        assert_eq!(rows.next().map(|row| row.word), Some(word), "{cause}");
        assert!(rows.next().is_none(), "{cause}");
    }
    assert!(
        END_CAUSES
            .iter()
            .any(|row| row.word == "failed" && row.status == EndStatus::Failed)
    );
}

#[test]
fn the_timeline_has_a_status_for_each_end() {
    // The statuses of a call's engagement have no MISSED and no REJECTED.
    assert_eq!(timeline_status(EndStatus::Missed), "NO_ANSWER");
    assert_eq!(timeline_status(EndStatus::Rejected), "NO_ANSWER");
    assert_eq!(timeline_status(EndStatus::Busy), "BUSY");
}

#[test]
fn a_line_says_what_changed_and_no_more() {
    use LineEvent as On;
    use LineState as Is;
    for (state, event, expected) in [
        (Is::Unregistered, On::Registered, "available userAvailable"),
        (Is::Available, On::Registered, "available"),
        (
            Is::Available,
            On::Unregistered,
            "unregistered userUnavailable",
        ),
        (Is::Unregistered, On::Unregistered, "unregistered"),
        (
            Is::Available,
            On::LogOut,
            "leaving userUnavailable hangUpAll",
        ),
        (Is::Unregistered, On::LogOut, "leaving hangUpAll"),
        // A phone that comes back does not make an unavailable user available.
        (Is::Available, On::Away, "away userUnavailable"),
        (Is::Away, On::Away, "away"),
        (Is::Away, On::Unregistered, "unregistered"),
        (Is::Unregistered, On::RegisteredAway, "away"),
        (Is::Away, On::RegisteredAway, "away"),
        (Is::Away, On::Back, "available userAvailable"),
        (Is::Unregistered, On::Away, "unregistered"),
        (Is::Unregistered, On::Back, "unregistered"),
        (Is::Away, On::LogOut, "leaving hangUpAll"),
        (Is::Leaving, On::Away, "leaving"),
        (Is::LoggedOut, On::RegisteredAway, "away userLoggedIn"),
        (Is::Leaving, On::LogOut, "leaving"),
        (Is::Leaving, On::Registered, "leaving"),
        (Is::Leaving, On::Unregistered, "leaving"),
        (Is::Leaving, On::CallsOver, "loggedOut userLoggedOut"),
        (Is::Available, On::CallsOver, "available"),
        (Is::LoggedOut, On::LogOut, "loggedOut"),
        (Is::LoggedOut, On::Unregistered, "loggedOut"),
        (
            Is::LoggedOut,
            On::Registered,
            "available userLoggedIn userAvailable",
        ),
    ] {
        let (to, steps) = line_after(state, event);
        let words: Vec<_> = [to.as_str()]
            .into_iter()
            .chain(steps.iter().map(|step| step.as_str()))
            .collect();
        assert_eq!(words.join(" "), expected, "{state:?} {event:?}");
    }
}

fn row(pair: &str) -> Option<String> {
    ROWS.lines().find_map(|line| {
        let (left, right) = line.split_once('>')?;
        let words = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
        (words(left) == pair).then(|| words(right))
    })
}

/// Texts, and the number that `pkg/src/phone/number.ts` dials for each.
#[test]
fn a_text_is_the_same_number_as_the_one_dialled_for_it() {
    let dialled = include_str!("fixtures/numbers.json");
    let dialled: Vec<Vec<String>> = serde_json::from_str(dialled).expect("a list of lists");
    assert!(!dialled.is_empty());
    for row in dialled {
        let [text, target, ..] = &*row else {
            panic!("{row:?} has no number");
        };
        assert!(is_same_number(text, target), "{text} {target}");
    }
}
