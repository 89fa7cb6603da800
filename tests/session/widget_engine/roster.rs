//! Which of the user's windows leads, and which are there.

#![expect(clippy::indexing_slicing, reason = "a test may fail")]

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::protocol::limits::MAX_WINDOWS;
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{
    ChangeOutput, Input, Output, Role, WindowInput, WindowOutput,
};
use serde_json::{Value, json};

use super::page::{OWN, Page};

/// A window among the others: its page, and what it said of them last.
struct Window {
    page: Page,
    role: Role,
    others: u32,
    /// What it said, and the windows that the edge has to watch.
    said: Vec<Value>,
    watched: Vec<String>,
}

/// What a window says, of a term in which another one leads.
fn said(from: &str, says: &str, term: u32, leader: Option<&str>) -> Value {
    let mut said = json!({
        "from": from, "says": says, "term": term, "hasLock": true, "host": "alive", "calls": [],
    });
    if let Some(leader) = leader {
        said["leader"] = json!(leader);
    }
    said
}

impl Window {
    fn with(page: Page) -> Self {
        Self {
            page,
            role: Role::Alone,
            others: 0,
            said: Vec::new(),
            watched: Vec::new(),
        }
    }

    fn new() -> Self {
        Self::with(Page::ready())
    }

    /// One that joins the others under a name, and waits for the one that leads.
    fn named(name: &str) -> Self {
        let mut window = Self::new();
        window.join(name, Role::Alone);
        window
    }

    fn join(&mut self, name: &str, was: Role) {
        self.enter(WindowInput::Join {
            window: name.to_owned(),
            has_lock: true,
            was,
        });
    }

    fn enter(&mut self, input: WindowInput<Value>) {
        self.page.enter(Input::Window(input));
        self.carry_out();
    }

    fn hears(&mut self, said: Value) {
        self.enter(WindowInput::Heard {
            said,
            message: json!({}),
            is_relayed: false,
            message_id: "m_1".to_owned(),
        });
    }

    /// Another window is there.
    fn meets(&mut self, window: &str, has_lock: bool) {
        let mut here = said(window, "here", 0, None);
        here["hasLock"] = json!(has_lock);
        self.hears(here);
    }

    /// Another window says that it leads.
    fn is_led_by(&mut self, window: &str, term: u32) {
        self.hears(said(window, "calls", term, Some(window)));
    }

    /// What it said of this, in order: the term, and who leads in it.
    fn saying(&self, says: &str) -> Vec<(u64, Option<&str>)> {
        let said = self.said.iter().filter(|said| said["says"] == says);
        said.map(|said| {
            (
                said["term"].as_u64().unwrap_or_default(),
                said["leader"].as_str(),
            )
        })
        .collect()
    }

    fn loses(&mut self, window: &str) {
        let window = window.to_owned();
        self.enter(WindowInput::Gone { window });
    }

    /// Time passes, and the timer fires whenever it is due.
    fn pass(&mut self, millis: f64) {
        let end = self.page.now + Millis(millis);
        while let Some(due) = self.page.wake().filter(|due| *due <= end) {
            self.page.now = due;
            self.page.timeout();
            self.carry_out();
        }
        self.page.now = end;
    }

    fn carry_out(&mut self) {
        while let Some(output) = self.page.widget.poll() {
            match output {
                Output::Change(ChangeOutput::Windows { role, others }) => {
                    (self.role, self.others) = (role, others);
                }
                Output::Window(WindowOutput::Say { said }) => self.said.push(said),
                Output::Window(WindowOutput::Watch { window }) => self.watched.push(window),
                _ => {}
            }
        }
    }
}

#[test]
fn the_window_with_the_smallest_name_leads_where_none_says_that_it_does() {
    for (others, role) in [(["b", "c"], Role::Leader), (["b", "Z"], Role::Follower)] {
        let mut window = Window::named("a");
        for other in others {
            window.meets(other, true);
        }

        window.pass(299.0);
        assert_eq!(window.role, Role::Alone);
        window.pass(1.0);

        assert_eq!((window.role, window.others), (role, 2));
    }
}

#[test]
fn the_window_that_says_first_that_it_leads_does() {
    let mut window = Window::named("a");

    window.is_led_by("b", 1);
    window.pass(10_000.0);

    assert_eq!(window.role, Role::Follower);
}

#[test]
fn of_two_that_lead_in_one_term_the_one_with_the_smaller_name_stays() {
    for (other, role, leader) in [("b", Role::Leader, "a"), ("A", Role::Follower, "A")] {
        let mut window = Window::named("a");
        window.pass(300.0);
        assert_eq!(window.role, Role::Leader);

        window.is_led_by(other, 1);

        let announced = window.saying("calls");
        assert_eq!(window.role, role, "{other}");
        assert_eq!(announced, [(1, Some("a")), (1, Some(leader))], "{other}");
    }
}

#[test]
fn of_two_that_lead_the_one_of_the_later_term_stays() {
    let mut window = Window::named("a");
    window.pass(300.0);

    window.is_led_by("b", 2);

    assert_eq!(window.role, Role::Follower);
}

#[test]
fn who_speaks_of_an_earlier_term_is_answered_with_who_leads() {
    let mut window = Window::named("b");
    window.is_led_by("c", 7);
    let before = window.saying("calls").len();

    window.is_led_by("a", 6);

    assert_eq!(window.saying("calls").split_off(before), [(7, Some("c"))]);
}

#[test]
fn where_the_leader_is_gone_the_next_one_leads_at_once_in_a_later_term() {
    let mut window = Window::named("b");
    window.is_led_by("a", 4);
    window.is_led_by("c", 3);

    window.loses("a");

    assert_eq!((window.role, window.others), (Role::Leader, 1));
    assert_eq!(window.saying("calls").last(), Some(&(5, Some("b"))));
}

#[test]
fn a_window_without_a_host_neither_leads_nor_is_left_to_lead() {
    let mut popout = Window::with(Page::at(OWN, false));
    popout.join("a", Role::Alone);
    popout.meets("b", true);
    popout.pass(10_000.0);
    assert_eq!(popout.role, Role::Follower);
    popout.enter(WindowInput::SetRole {
        role: Some(Role::Leader),
    });
    assert_eq!(popout.role, Role::Follower);

    let mut window = Window::named("b");
    let mut here = said("a", "here", 0, None);
    here["host"] = json!("none");
    window.hears(here);
    window.pass(300.0);

    assert_eq!(window.role, Role::Leader);
}

#[test]
fn a_leader_without_an_answer_of_its_host_leaves_it_to_one_that_has_one() {
    for (others_host, role) in [("alive", Role::Follower), ("none", Role::Leader)] {
        let mut window = Window::named("a");
        window.pass(300.0);
        let call = json!({ "externalCallId": "c-1", "createEngagement": true });
        window
            .page
            .say(1, &json!({ "type": "INCOMING_CALL", "data": call }));
        let mut here = said("b", "here", 1, Some("a"));
        here["host"] = json!(others_host);

        for _ in 0..16 {
            window.hears(here.clone());
            window.pass(2_000.0);
        }

        assert_eq!(window.role, role, "{others_host}");
    }
}

#[test]
fn a_window_that_is_silent_for_seven_seconds_is_gone_unless_it_is_watched() {
    let mut window = Window::named("b");
    window.meets("a", false);
    window.meets("c", true);
    window.pass(300.0);
    assert_eq!((window.role, window.others), (Role::Follower, 2));
    assert_eq!(window.watched, ["c"]);

    window.pass(6_700.0);
    assert_eq!(window.others, 2);
    window.pass(1_100.0);

    assert_eq!((window.role, window.others), (Role::Leader, 1));
}

#[test]
fn the_others_are_asked_every_two_seconds() {
    let mut window = Window::named("a");

    window.pass(10_100.0);

    assert_eq!(window.saying("ask").len(), 5);
}

#[test]
fn nobody_is_gone_for_what_a_window_slept_through() {
    for slept in [3_600_000.0, -3_600_000.0] {
        let mut window = Window::named("a");
        window.meets("b", false);
        window.pass(300.0);

        window.page.now = window.page.now + Millis(slept);
        window.page.timeout();
        window.carry_out();

        assert_eq!(
            (window.others, window.saying("ask").len()),
            (1, 1),
            "{slept}"
        );
    }
}

#[test]
fn the_app_says_which_window_leads_until_it_leaves_that_to_the_windows() {
    let mut window = Window::named("a");
    let leader = Some(Role::Follower);
    window.enter(WindowInput::SetRole { role: leader });
    window.is_led_by("b", 1);
    window.loses("b");
    window.pass(10_000.0);
    assert_eq!(window.role, Role::Follower);

    window.enter(WindowInput::SetRole { role: None });
    window.pass(300.0);

    assert_eq!(window.role, Role::Leader);
}

#[test]
fn what_the_app_said_before_the_windows_met_counts() {
    let mut window = Window::new();
    let role = Some(Role::Leader);
    window.enter(WindowInput::SetRole { role });
    assert_eq!(window.role, Role::Alone);

    window.join("b", Role::Alone);

    assert_eq!(window.role, Role::Leader);
}

#[test]
fn who_came_through_a_port_has_no_place_among_the_others() {
    let mut window = Window::named("a");

    window.enter(WindowInput::Heard {
        said: said("b", "here", 0, None),
        message: json!({}),
        is_relayed: true,
        message_id: "m_1".to_owned(),
    });
    window.pass(300.0);

    assert_eq!((window.role, window.others), (Role::Leader, 0));
}

#[test]
fn an_engine_in_the_place_of_one_that_trapped_has_the_role_it_had() {
    for was in [Role::Leader, Role::Follower] {
        let mut window = Window::new();

        window.join("a", was);

        assert_eq!(window.role, was);
    }
}

#[test]
fn an_engine_in_the_place_of_one_that_led_leads_in_the_term_that_it_is_told() {
    let mut window = Window::new();
    window.join("a", Role::Leader);

    window.hears(said("b", "here", 9, Some("a")));

    assert_eq!(window.role, Role::Leader);
    assert_eq!(window.saying("calls").last(), Some(&(9, Some("a"))));
}

#[test]
fn a_window_that_leaves_is_alone() {
    let mut window = Window::named("a");
    window.meets("b", true);
    window.pass(300.0);

    window.enter(WindowInput::Leave {});
    window.pass(10_000.0);

    assert_eq!((window.role, window.others), (Role::Alone, 0));
    assert_eq!(window.saying("ask").len(), 0);
}

#[test]
fn other_windows_are_bounded_whoever_speaks() {
    let mut window = Window::named("a");

    for other in 0..10 * MAX_WINDOWS {
        window.meets(&format!("w{other}"), true);
    }

    assert_eq!(window.others as usize, MAX_WINDOWS);
    assert_eq!(window.watched.len(), MAX_WINDOWS);
}

/// What another page of the origin, or another version, puts on the channel.
#[test]
fn what_is_no_message_of_a_window_is_ignored_and_counted() {
    let whole = said("b", "calls", 3, Some("b"));
    let mut window = Window::named("a");
    let mut others = vec![json!({}), json!([]), json!({ "says": "probe" })];
    for (field, value) in [
        ("from", json!("")),
        ("from", json!("x".repeat(65))),
        ("from", json!(7)),
        ("says", json!("toString")),
        ("says", Value::Null),
        ("says", json!("ack")),
        ("says", json!("answer")),
        ("says", json!("command")),
        ("term", json!(-1)),
        ("term", json!(1.5)),
        ("term", json!(4_000_000_000_u32)),
        ("term", json!("3")),
        ("hasLock", json!("true")),
        ("host", json!("__proto__")),
        ("calls", json!(7)),
        ("calls", json!([{ "key": 1 }])),
        ("calls", Value::Null),
    ] {
        let mut other = whole.clone();
        other[field] = value;
        others.push(other);
    }

    for other in &others {
        window.hears(other.clone());
    }

    assert_eq!(window.others, 0);
    let count = window.page.count(Code::WindowMessageIgnored);
    assert_eq!(count as usize, others.len());
    window.hears(whole);
    assert_eq!((window.role, window.others), (Role::Follower, 1));
}
