//! Which of the user's windows leads, and which are there.

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::session::widget::{
    ChangeOutput, Input, Output, Role, WindowInput, WindowOutput,
};
use serde_json::json;

use super::page::Page;

/// A window among the others: its page, and what it said of them last.
struct Window {
    page: Page,
    role: Role,
    others: u32,
    /// How often it asked the others whether they are there.
    asked: u32,
    /// Whether it said that it leads, each time it announced its calls.
    announced: Vec<bool>,
}

impl Window {
    fn new() -> Self {
        Self {
            page: Page::ready(),
            role: Role::Alone,
            others: 0,
            asked: 0,
            announced: Vec::new(),
        }
    }

    /// One that joins the others under a name, and waits for the one that leads.
    fn named(name: &str) -> Self {
        let mut window = Self::new();
        window.join(name, true, Role::Alone);
        window
    }

    fn join(&mut self, name: &str, can_lead: bool, was: Role) {
        self.enter(WindowInput::Join {
            window: name.to_owned(),
            can_lead,
            was,
        });
    }

    fn enter(&mut self, input: WindowInput<serde_json::Value>) {
        self.page.enter(Input::Window(input));
        self.carry_out();
    }

    /// Another window speaks.
    fn hears(&mut self, window: &str, is_watched: bool) {
        let window = window.to_owned();
        self.enter(WindowInput::Present { window, is_watched });
    }

    /// Another window announces its calls.
    fn is_told(&mut self, window: &str, is_leader: bool) {
        self.hears(window, true);
        self.enter(WindowInput::Announced {
            window: window.to_owned(),
            calls: json!({ "calls": [] }),
            is_leader,
        });
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
                Output::Window(WindowOutput::Ask {}) => self.asked += 1,
                Output::Window(WindowOutput::Announce { is_leader, .. }) => {
                    self.announced.push(is_leader);
                }
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
            window.hears(other, true);
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

    window.is_told("b", true);
    window.pass(10_000.0);

    assert_eq!(window.role, Role::Follower);
}

#[test]
fn of_two_that_lead_the_one_with_the_smaller_name_stays() {
    for (other, role, announced) in [
        ("b", Role::Leader, vec![true, true]),
        ("A", Role::Follower, vec![true, false]),
    ] {
        let mut window = Window::named("a");
        window.pass(300.0);
        assert_eq!(window.role, Role::Leader);

        window.is_told(other, true);

        assert_eq!(
            (window.role, window.announced),
            (role, announced),
            "{other}"
        );
    }
}

#[test]
fn where_the_leader_is_gone_the_next_one_leads_at_once() {
    let mut window = Window::named("b");
    window.is_told("a", true);
    window.hears("c", true);

    window.loses("a");

    assert_eq!((window.role, window.others), (Role::Leader, 1));
}

#[test]
fn where_the_leader_leads_no_more_another_one_does() {
    let mut window = Window::named("b");
    window.is_told("c", true);
    assert_eq!(window.role, Role::Follower);

    window.is_told("c", false);

    assert_eq!(window.role, Role::Leader);
}

#[test]
fn a_window_that_is_silent_for_seven_seconds_is_gone_unless_it_is_watched() {
    let mut window = Window::named("b");
    window.hears("a", false);
    window.hears("c", true);
    window.pass(300.0);
    assert_eq!((window.role, window.others), (Role::Follower, 2));

    window.pass(6_700.0);
    assert_eq!(window.others, 2);
    window.pass(1_100.0);

    assert_eq!((window.role, window.others), (Role::Leader, 1));
}

#[test]
fn the_others_are_asked_every_two_seconds() {
    let mut window = Window::named("a");

    window.pass(10_100.0);

    assert_eq!(window.asked, 5);
}

#[test]
fn nobody_is_gone_for_what_a_window_slept_through() {
    for slept in [3_600_000.0, -3_600_000.0] {
        let mut window = Window::named("a");
        window.hears("b", false);
        window.pass(300.0);

        window.page.now = window.page.now + Millis(slept);
        window.page.timeout();
        window.carry_out();

        assert_eq!((window.others, window.asked), (1, 1), "{slept}");
    }
}

#[test]
fn the_app_says_which_window_leads_until_it_leaves_that_to_the_windows() {
    let mut window = Window::named("a");
    let leader = Some(Role::Follower);
    window.enter(WindowInput::SetRole { role: leader });
    window.is_told("b", true);
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

    window.join("b", true, Role::Alone);

    assert_eq!(window.role, Role::Leader);
}

#[test]
fn a_window_that_only_a_port_reaches_follows() {
    let mut window = Window::new();

    window.join("a", false, Role::Alone);
    let role = Some(Role::Leader);
    window.enter(WindowInput::SetRole { role });
    window.pass(10_000.0);

    assert_eq!((window.role, window.asked), (Role::Follower, 0));
}

#[test]
fn an_engine_in_the_place_of_one_that_trapped_has_the_role_it_had() {
    for was in [Role::Leader, Role::Follower] {
        let mut window = Window::new();

        window.join("a", true, was);

        assert_eq!(window.role, was);
    }
}

#[test]
fn a_window_that_leaves_is_alone() {
    let mut window = Window::named("a");
    window.hears("b", true);
    window.pass(300.0);

    window.enter(WindowInput::Leave {});
    window.pass(10_000.0);

    assert_eq!(
        (window.role, window.others, window.asked),
        (Role::Alone, 0, 0)
    );
}
