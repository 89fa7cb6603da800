//! Reports of a widget without a host, or whose host is gone.

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::WidgetState;
use serde_json::{Value, json};

use super::page::{HOST, Page, asking, created, reply, report, reports, sync};

/// A page whose host owes the engagement of a call.
fn pending() -> Page {
    let mut page = Page::ready();
    page.app(&asking("OUTGOING_CALL_STARTED", "c-1"));
    page
}

fn visible(id: &str) -> Value {
    json!({ "type": "VISIBILITY_CHANGED", "messageId": id, "data": {} })
}

#[test]
fn a_framed_page_without_a_sync_for_ten_seconds_reports_it_once() {
    let mut page = Page::waiting();

    let early = page.live(9_999.0);
    let outputs = page.live(1.0);
    let later = page.live(3_600_000.0);
    let state = page.widget.state();
    page.host(&sync("h_1"));

    assert_eq!(reports(&early).len(), 0);
    assert_eq!(reports(&outputs), [&report("note", "NO_HOST", "")]);
    assert_eq!(reports(&later).len(), 0);
    // A host that comes late is taken all the same.
    assert_eq!(
        [state, page.widget.state()],
        [WidgetState::Waiting, WidgetState::Ready]
    );
    assert_eq!(reports(&page.live(60_000.0)).len(), 0);
}

#[test]
fn the_time_a_page_slept_does_not_count() {
    let mut page = Page::waiting();
    page.live(2_000.0);

    page.wait(8.0 * 3_600_000.0);
    page.timeout();

    assert_eq!(reports(&page.drain()).len(), 0);
    assert_eq!(reports(&page.live(10_000.0)).len(), 1);
}

#[test]
fn no_host_is_missed_unframed_after_a_refusal_or_in_session() {
    let mut alone = Page::unframed();
    let mut refused = Page::waiting();
    refused.event(true, 1, "https://evil.example.com", &sync("e_1"));
    let mut ready = Page::ready();

    for page in [&mut alone, &mut refused, &mut ready] {
        page.live(60_000.0);

        assert_eq!(page.count(Code::NoHost), 0);
        assert_eq!(page.wake(), None);
    }
}

#[test]
fn a_host_that_was_not_sent_the_question_yet_owes_nothing() {
    for is_open in [false, true] {
        let mut page = Page::waiting();
        if is_open {
            page.host_silently(&sync("h_1"));
        }
        page.app(&asking("OUTGOING_CALL_STARTED", "c-1"));

        page.live(60_000.0);

        assert_eq!(page.count(Code::HostSilent), 0);
    }
}

#[test]
fn a_host_that_owes_an_answer_is_silent_after_half_a_minute() {
    let mut page = pending();

    page.live(29_999.0);
    let early = page.widget.is_host_silent();
    let outputs = page.live(1.0);

    assert!(!early);
    assert!(page.widget.is_host_silent());
    assert_eq!(reports(&outputs), [&report("note", "HOST_SILENT", "")]);
    assert_eq!(page.widget.state(), WidgetState::Ready);
}

#[test]
fn a_host_that_owes_nothing_may_be_quiet_for_hours() {
    let unnamed = |engagement: u32| {
        let data = json!({ "engagementId": engagement });
        reply("CREATE_ENGAGEMENT_SUCCEEDED", &data)
    };
    for (calls, answers) in [
        (&["c-1"][..], vec![created("c-1", 7)]),
        (&["c-1", "c-2"], vec![unnamed(7), unnamed(8)]),
    ] {
        let mut page = Page::ready();
        for call in calls {
            page.app(&asking("OUTGOING_CALL_STARTED", call));
        }
        for answer in &answers {
            page.host(answer);
        }

        let outputs = page.live(8.0 * 3_600_000.0);

        assert_eq!(reports(&outputs), [""; 0]);
        assert_eq!(page.count(Code::HostSilent), 0);
        assert_eq!(page.wake(), None);
    }
}

#[test]
fn whatever_the_host_says_shows_that_it_is_there() {
    let mut page = pending();

    for round in 0..10 {
        page.live(29_000.0);
        page.host(&visible(&format!("h_{round}")));
    }

    assert_eq!(page.count(Code::HostSilent), 0);
}

#[test]
fn a_strangers_message_does_not_end_the_silence() {
    let mut page = pending();

    page.live(29_000.0);
    page.event(true, 2, HOST, &visible("h_2"));
    page.event(true, 1, "https://evil.example.com", &visible("h_2"));
    page.event(true, 1, HOST, &json!("no message"));
    page.live(1_000.0);

    assert_eq!(page.count(Code::HostSilent), 1);
}

#[test]
fn a_message_of_the_host_ends_its_silence_until_it_owes_another() {
    let mut page = pending();
    page.live(30_000.0);

    page.host(&visible("h_2"));
    let spoken = page.widget.is_host_silent();
    page.live(3_600_000.0);
    let count = page.count(Code::HostSilent);
    page.app(&asking("OUTGOING_CALL_STARTED", "c-2"));
    page.live(30_000.0);

    assert_eq!([spoken, page.widget.is_host_silent()], [false, true]);
    assert_eq!([count, page.count(Code::HostSilent)], [1, 2]);
}

#[test]
fn a_night_of_sleep_is_no_silence() {
    let mut page = pending();

    page.live(5_000.0);
    page.wait(8.0 * 3_600_000.0);
    page.timeout();
    page.drain();
    page.host(&created("c-1", 7));
    page.live(60_000.0);

    assert_eq!(page.count(Code::HostSilent), 0);
}

#[test]
fn a_page_whose_last_instance_is_gone_waits_for_nothing() {
    let mut waiting = Page::waiting();
    let mut asking = pending();

    for page in [&mut waiting, &mut asking] {
        page.detach(1);
        page.timeout();

        assert_eq!(page.wake(), None);
    }
}

#[test]
fn one_alarm_stands_while_messages_come_and_go() {
    let mut page = pending();
    page.timeout();
    let first = page.wake();

    page.wait(1_000.0);
    page.host(&created("c-1", 7));
    let answered = page.wake();
    page.app(&asking("OUTGOING_CALL_STARTED", "c-2"));
    let again = page.wake();

    assert_eq!(first, Some(page.now + Millis(4_000.0)));
    assert_eq!([answered, again], [first; 2]);
}
