//! A page that is being left: the ends of its calls are the next page's to report.

#![expect(clippy::expect_used, reason = "a test may fail")]

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::protocol::limits::PAGE_LEFT_WITHIN;
use calling_widget_sdk::session::widget::PageInput;
use serde_json::{Value, json};

use super::desk::Desk;
use super::page::{NOTHING, Page, Sent, about, posted, resuming, sync};

const START: &str = "OUTGOING_CALL_STARTED";
const ENDS: [&str; 2] = ["CALL_ENDED", "CALL_COMPLETED"];

const GOES: PageInput = PageInput::Leave { is_certain: false };
const IS_GONE: PageInput = PageInput::Leave { is_certain: true };

/// A page in a call that survives a reload.
fn in_call() -> Page {
    let mut page = Page::ready_with(resuming());
    page.app(&about(START, "c-1"));
    page.app(&about("CALL_ANSWERED", "c-1"));
    page
}

/// Sends both messages of the end; returns what was posted.
fn end(page: &mut Page) -> Vec<String> {
    let outputs = ENDS.map(|wire| page.send(&about(wire, "c-1")).1).concat();
    posted(&outputs).into_iter().map(str::to_owned).collect()
}

/// The states of the calls that the next page resumes.
fn recorded(page: &mut Page) -> Vec<Value> {
    let Some(record) = page.journal("frame") else {
        return Vec::new();
    };
    let mut next = Page::waiting_with(resuming());
    next.resume("frame", &record).expect("it is fresh");
    next.host(&sync("h_9"));
    let calls = next.calls();
    let calls = calls.as_array().expect("a list").iter();
    calls.map(|call| call["state"].clone()).collect()
}

#[test]
fn the_end_of_a_call_while_the_page_is_left_is_the_next_pages() {
    let mut page = in_call();

    page.enter(GOES);
    assert_eq!(end(&mut page), Vec::<String>::new());
    page.enter(IS_GONE);

    assert_eq!(recorded(&mut page), [json!("connected")]);
}

#[test]
fn a_page_that_stays_posts_the_end_of_its_call_itself() {
    for (is_hidden, is_clock_set_back) in [(false, false), (false, true), (true, false)] {
        let mut page = in_call();
        page.enter(GOES);
        end(&mut page);

        if is_hidden {
            page.enter(IS_GONE);
            page.enter(PageInput::Stay {});
        } else {
            let due = page.now + PAGE_LEFT_WITHIN;
            for millis in [0.0, 1.0] {
                page.wait(millis);
                page.timeout();
                assert_eq!(posted(&page.drain()), [""; 0]);
            }
            assert_eq!(page.wake(), Some(due));
            page.now = if is_clock_set_back { Millis(0.0) } else { due };
            page.timeout();
        }

        assert_eq!(posted(&page.drain()), ENDS);
        assert_eq!(recorded(&mut page), Vec::<Value>::new());
    }
}

#[test]
fn a_call_started_while_the_page_is_left_follows_the_ends_before_it() {
    let mut page = in_call();
    page.enter(GOES);
    end(&mut page);

    let (sent, outputs) = page.send(&about(START, "c-2"));

    assert!(matches!(sent, Sent::Posted(_)), "{sent:?}");
    assert_eq!(posted(&outputs), [ENDS[0], ENDS[1], START]);
}

#[test]
fn a_removed_frame_posts_the_end_and_records_the_call_as_open() {
    let mut page = in_call();

    page.enter(IS_GONE);

    assert_eq!(end(&mut page), ENDS);
    assert_eq!(recorded(&mut page), [json!("connected")]);
}

#[test]
fn a_page_that_nobody_resumes_posts_the_end_at_once() {
    let mut page = Page::ready();
    page.app(&about(START, "c-1"));

    page.enter(GOES);

    assert_eq!(end(&mut page), ENDS);
}

#[test]
fn a_window_that_is_closed_leaves_its_call_as_it_was() {
    for (start, answer, given) in [
        ("INCOMING_CALL", None, "ringing"),
        (START, Some("CALL_ANSWERED"), "connected"),
    ] {
        for closed in [0, 1] {
            let mut desk = Desk::of(2);
            desk.says(closed, &about(start, "c-1"));
            if let Some(answer) = answer {
                desk.says(closed, &about(answer, "c-1"));
            }
            let owner = if start == START { closed } else { 0 };

            desk.enter(closed, IS_GONE);
            for wire in ENDS {
                desk.says(closed, &about(wire, "c-1"));
            }
            desk.close(closed);

            let ends = desk.windows.iter().flat_map(|window| &window.posted);
            let ends = ends.filter(|message| ENDS.iter().any(|wire| message["type"] == *wire));
            assert_eq!(ends.count(), 0, "{start} {closed}");
            let left = 1 - closed;
            if owner == closed {
                assert_eq!(desk.windows[left].given, [json!(given)]);
            }
            assert_eq!(desk.states(left), [json!(given)], "{start} {closed}");
        }
    }
}

#[test]
fn a_window_that_stays_forwards_the_end_that_it_held_back() {
    for is_left_again in [false, true] {
        let mut desk = Desk::of(2);
        desk.says(1, &about("INCOMING_CALL", "c-1"));
        desk.enter(1, GOES);

        desk.says(1, &about("CALL_ENDED", "c-1"));
        assert_eq!(desk.states(0), [json!("ringing")]);
        if is_left_again {
            desk.pass(PAGE_LEFT_WITHIN.0 - 500.0);
            desk.enter(1, GOES);
        }
        desk.pass(PAGE_LEFT_WITHIN.0);

        desk.expect(&[(0, "INCOMING_CALL"), (0, "CALL_ENDED")]);
        assert_eq!(desk.states(1), [json!("ended")]);
    }
}

#[test]
fn a_session_without_calls_is_left_without_a_word() {
    let mut page = Page::ready_with(resuming());

    page.enter(GOES);
    page.enter(IS_GONE);

    assert_eq!(page.drain(), NOTHING);
}
