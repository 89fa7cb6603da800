//! Several windows of one user: exactly one of them posts what is about a call.

#![expect(
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

use std::collections::VecDeque;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::protocol::limits::{MAX_CLOSED_CALLS, MAX_OPEN_CALLS};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{
    AppOutput, Input, Output, PageOutput, Role, TimeInput, WindowInput, WindowOutput,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use super::page::{HOST, Options, Page, Sent, about, sync};

const STARTS: &str = "OUTGOING_CALL_STARTED";

/// The windows of a user, and the channel between them.
struct Desk {
    windows: Vec<Window>,
    /// What is on its way: to which window, and what.
    channel: VecDeque<(usize, Value)>,
    now: Millis,
    /// No leadership is later than another.
    is_flat: bool,
}

struct Window {
    page: Page,
    is_open: bool,
    /// It hangs: what arrives is queued, and no timer fires.
    hangs: bool,
    /// What the apps had posted to the window's own host.
    posted: Vec<Value>,
    /// What the session posted by itself of calls that it took over: types and data.
    announced: Vec<Value>,
    heard: u32,
}

impl Desk {
    /// So many windows with open sessions; the first one leads.
    fn of(count: usize) -> Self {
        let mut desk = Self {
            windows: Vec::new(),
            channel: VecDeque::new(),
            now: Millis(1_000_000.0),
            is_flat: false,
        };
        for _ in 0..count {
            let at = desk.open(Options::default());
            desk.join(at);
        }
        desk
    }

    fn open(&mut self, options: Options) -> usize {
        let mut page = Page::waiting_with(options);
        page.now = self.now;
        page.host(&sync("h_1"));
        self.add(page)
    }

    /// A window whose app has to log in yet.
    fn open_at_login(&mut self) -> usize {
        let mut page = Page::waiting();
        page.now = self.now;
        page.host_silently(&sync("h_1"));
        self.add(page)
    }

    fn add(&mut self, page: Page) -> usize {
        self.windows.push(Window {
            page,
            is_open: true,
            hangs: false,
            posted: Vec::new(),
            announced: Vec::new(),
            heard: 0,
        });
        self.windows.len() - 1
    }

    /// A window joins the others, and knows who leads.
    fn join(&mut self, at: usize) {
        let join = WindowInput::Join {
            window: name(at),
            has_lock: true,
            was: Role::Alone,
        };
        self.enter(at, Input::Window(join));
        self.pass(300.0);
    }

    fn choose(&mut self, at: usize, role: Role) {
        let role = Some(role);
        self.enter(at, Input::Window(WindowInput::SetRole { role }));
        self.settle();
    }

    fn enter(&mut self, at: usize, input: Input<Value>) {
        self.windows[at].page.now = self.now;
        self.windows[at].page.enter(input);
        self.carry_out(at);
    }

    /// A message of the app's in a window.
    fn says(&mut self, at: usize, message: &Value) -> Sent {
        self.windows[at].page.now = self.now;
        let sent = self.windows[at].page.say(1, message);
        self.carry_out(at);
        sent
    }

    fn carry_out(&mut self, at: usize) {
        while let Some(order) = self.windows[at].page.widget.poll() {
            let said = match order {
                Output::Page(PageOutput::Post { message, by: 0, .. }) => {
                    let wire = message["type"].as_str().unwrap_or_default();
                    if wire.contains("CALL") {
                        let announced = json!([wire, message["data"]]);
                        self.windows[at].announced.push(announced);
                    }
                    continue;
                }
                Output::Page(PageOutput::Post { message, .. }) => {
                    self.windows[at].posted.push(message);
                    continue;
                }
                Output::App(AppOutput::Deliver { .. }) | Output::App(AppOutput::Resumed { .. }) => {
                    self.windows[at].page.delivered();
                    continue;
                }
                Output::Window(WindowOutput::Say { said }) => said,
                _ => continue,
            };
            for to in (0..self.windows.len()).filter(|to| *to != at) {
                self.channel.push_back((to, said.clone()));
            }
        }
    }

    /// Hands over everything that is on its way to windows that do not hang.
    fn settle(&mut self) {
        let hangs = |window: &Window| window.is_open && window.hangs;
        let mut heard = 0;
        while let Some(at) = self
            .channel
            .iter()
            .position(|(to, _)| !hangs(&self.windows[*to]))
        {
            heard += 1;
            assert!(heard < MOST_SAID, "the windows never come to rest");
            let (to, said) = self.channel.remove(at).expect("it was found");
            if self.windows[to].is_open {
                self.hears(to, said);
            }
        }
    }

    fn hears(&mut self, at: usize, mut said: Value) {
        if self.is_flat {
            said["term"] = json!(1);
        }
        self.windows[at].heard += 1;
        let message_id = format!("f{}", self.windows[at].heard);
        let message = said.get("message").cloned().unwrap_or_else(|| json!({}));
        let heard = WindowInput::Heard {
            said,
            message,
            is_relayed: false,
            message_id,
        };
        self.enter(at, Input::Window(heard));
    }

    /// A window is closed: what it said before is under way all the same.
    fn close(&mut self, at: usize) {
        self.windows[at].is_open = false;
    }

    /// The others find out.
    fn notice(&mut self, gone: usize) {
        for at in 0..self.windows.len() {
            if self.windows[at].is_open {
                let window = name(gone);
                self.enter(at, Input::Window(WindowInput::Gone { window }));
            }
        }
        self.settle();
    }

    /// Time passes: every timer fires when it is due, after what was said before.
    fn pass(&mut self, millis: f64) {
        let end = self.now + Millis(millis);
        loop {
            self.settle();
            let lives = |window: &&Window| window.is_open && !window.hangs;
            let live = self.windows.iter().filter(lives);
            let due = live.filter_map(|window| window.page.wake());
            let Some(due) = due.reduce(Millis::min).filter(|due| *due <= end) else {
                break;
            };
            self.now = if self.now < due { due } else { self.now };
            for at in 0..self.windows.len() {
                if lives(&&self.windows[at])
                    && self.windows[at]
                        .page
                        .wake()
                        .is_some_and(|at| at <= self.now)
                {
                    self.enter(at, Input::Time(TimeInput::Timeout {}));
                }
            }
        }
        self.now = end;
    }

    fn role(&self, at: usize) -> Role {
        self.windows[at].page.widget.role()
    }

    fn count(&self, at: usize, code: Code) -> u32 {
        self.windows[at].page.count(code)
    }

    /// The types of what the hosts of all windows got about calls, with the window.
    fn posted(&self) -> Vec<(usize, String)> {
        let mut all = Vec::new();
        for (at, window) in self.windows.iter().enumerate() {
            for message in &window.posted {
                let wire = message["type"].as_str().expect("a type");
                if wire.contains("CALL") {
                    all.push((at, wire.to_owned()));
                }
            }
        }
        all
    }

    fn states(&self, at: usize) -> Vec<Value> {
        let calls = self.windows[at].page.calls();
        let calls = calls.as_array().expect("a list");
        calls.iter().map(|call| call["state"].clone()).collect()
    }
}

/// More than windows say to each other of anything.
const MOST_SAID: u32 = 2_000;

fn name(at: usize) -> String {
    format!("w{at}")
}

fn posts(list: &[(usize, &str)]) -> Vec<(usize, String)> {
    list.iter()
        .map(|(at, wire)| (*at, (*wire).to_owned()))
        .collect()
}

#[test]
fn a_call_that_comes_in_everywhere_is_posted_by_the_leader_alone() {
    let mut desk = Desk::of(3);

    for wire in [
        "INCOMING_CALL",
        "CALL_ANSWERED",
        "CALL_ENDED",
        "CALL_COMPLETED",
    ] {
        for at in [2, 0, 1] {
            desk.says(at, &about(wire, "c-1"));
            desk.settle();
        }
    }

    assert_eq!(
        desk.posted(),
        posts(&[
            (0, "INCOMING_CALL"),
            (0, "CALL_ANSWERED"),
            (0, "CALL_ENDED"),
            (0, "CALL_COMPLETED"),
        ])
    );
    for at in 0..3 {
        assert_eq!(desk.states(at), [json!("completed")], "window {at}");
    }
}

#[test]
fn a_window_whose_app_is_not_initialized_leads_nobody() {
    let mut desk = Desk::of(0);
    let at_login = desk.open_at_login();
    desk.join(at_login);
    let ready = desk.open(Options::default());
    desk.join(ready);
    desk.pass(10_000.0);

    for wire in ["INCOMING_CALL", "CALL_ANSWERED"] {
        for at in [at_login, ready] {
            desk.says(at, &about(wire, "c-1"));
            desk.settle();
        }
    }
    desk.says(at_login, &json!({ "type": "INITIALIZED" }));
    desk.settle();
    desk.says(ready, &about("CALL_ENDED", "c-1"));
    desk.pass(10_000.0);

    let of_calls = desk
        .posted()
        .into_iter()
        .filter(|(_, wire)| wire != "INITIALIZED");
    assert_eq!(
        of_calls.collect::<Vec<_>>(),
        posts(&[
            (ready, "INCOMING_CALL"),
            (ready, "CALL_ANSWERED"),
            (ready, "CALL_ENDED"),
        ])
    );
}

#[test]
fn messages_cross_and_each_is_still_posted_once() {
    let mut desk = Desk::of(2);

    for wire in [
        "INCOMING_CALL",
        "CALL_ANSWERED",
        "CALL_ENDED",
        "CALL_COMPLETED",
    ] {
        desk.says(1, &about(wire, "c-1"));
        desk.says(0, &about(wire, "c-1"));
    }
    desk.settle();

    let wires: Vec<String> = desk.posted().into_iter().map(|(_, wire)| wire).collect();
    assert_eq!(
        wires,
        [
            "INCOMING_CALL",
            "CALL_ANSWERED",
            "CALL_ENDED",
            "CALL_COMPLETED"
        ]
    );
}

#[test]
fn the_window_that_dials_has_the_call() {
    let mut desk = Desk::of(2);

    assert!(matches!(
        desk.says(1, &about(STARTS, "c-1")),
        Sent::Posted(_)
    ));
    desk.settle();
    let leader = desk.says(0, &about("CALL_ENDED", "c-1"));
    desk.settle();
    let own = desk.says(1, &about("CALL_ENDED", "c-1"));

    assert_eq!((leader, own), (Sent::Forwarded, Sent::Suppressed));
    assert_eq!(desk.posted(), posts(&[(1, STARTS), (1, "CALL_ENDED")]));
    assert_eq!(desk.windows[0].page.calls()[0]["owner"], json!("w1"));
    assert_eq!(desk.windows[1].page.calls()[0].get("owner"), None);
}

#[test]
fn the_host_answers_the_window_that_has_the_call_and_all_know_its_engagement() {
    let mut desk = Desk::of(2);
    desk.says(
        1,
        &json!({ "type": STARTS, "data": { "externalCallId": "c-1", "createEngagement": true } }),
    );
    let engagement = json!({
        "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": "h_2",
        "data": { "externalCallId": "c-1", "engagementId": 7 },
    });

    desk.windows[1].page.feed(true, 1, HOST, &engagement);
    desk.carry_out(1);
    desk.settle();

    assert_eq!(desk.windows[0].page.calls()[0]["engagementId"], json!(7));
    assert_eq!(
        desk.windows[0].page.calls()[0]["engagement"],
        json!("created")
    );
}

#[test]
fn a_call_without_an_id_is_its_own_windows() {
    let mut desk = Desk::of(2);

    let sent = desk.says(1, &json!({ "type": "INCOMING_CALL", "data": {} }));
    desk.settle();

    assert!(matches!(sent, Sent::Posted(_)));
    assert_eq!(desk.states(0), NONE);
}

#[test]
fn the_leader_is_closed_in_a_call_and_it_goes_on() {
    let mut desk = Desk::of(3);
    for at in 0..3 {
        desk.says(at, &about("INCOMING_CALL", "c-1"));
        desk.says(at, &about("CALL_ANSWERED", "c-1"));
    }
    desk.settle();

    desk.close(0);
    // The apps say what became of it before anybody has noticed.
    desk.says(1, &about("CALL_ENDED", "c-1"));
    desk.settle();
    desk.notice(0);
    desk.says(2, &about("CALL_ENDED", "c-1"));
    desk.pass(3_000.0);
    for at in [1, 2] {
        desk.says(at, &about("CALL_COMPLETED", "c-1"));
        desk.settle();
    }

    assert_eq!(
        desk.posted(),
        posts(&[
            (0, "INCOMING_CALL"),
            (0, "CALL_ANSWERED"),
            (1, "CALL_ENDED"),
            (1, "CALL_COMPLETED"),
        ])
    );
    assert_eq!(desk.count(1, Code::CallTakenOver), 1);
}

#[test]
fn what_the_window_that_is_gone_did_not_get_is_sent_once_the_grace_is_over() {
    let mut desk = Desk::of(2);
    desk.says(1, &about(STARTS, "c-1"));
    desk.settle();
    desk.close(1);
    desk.says(0, &about("CALL_ENDED", "c-1"));
    desk.notice(1);
    let early = desk.posted();

    desk.pass(2_999.0);
    let late = desk.posted();
    desk.pass(1.0);

    assert_eq!(early, posts(&[(1, STARTS)]));
    assert_eq!(late, early);
    assert_eq!(desk.posted(), posts(&[(0, "CALL_ENDED"), (1, STARTS)]));
}

#[test]
fn what_is_sent_about_a_call_of_a_window_that_is_gone_names_its_engagement() {
    let mut desk = Desk::of(2);
    desk.says(0, &json!({ "type": "INCOMING_CALL", "data": { "externalCallId": "c-1", "createEngagement": true } }));
    let engagement = json!({
        "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": "h_2",
        "data": { "externalCallId": "c-1", "engagementId": 7 },
    });
    desk.windows[0].page.feed(true, 1, HOST, &engagement);
    desk.carry_out(0);
    desk.settle();

    desk.close(0);
    desk.notice(0);
    desk.pass(3_000.0);
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
    let engagement = json!({
        "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": "h_2",
        "data": { "externalCallId": "c-1", "engagementId": 7 },
    });
    desk.windows[0].page.feed(true, 1, HOST, &engagement);
    desk.carry_out(0);
    // It comes late, and is told all the same.
    let late = desk.open(Options::default());
    desk.join(late);
    desk.close(1);
    desk.notice(1);

    desk.close(0);
    desk.notice(0);
    desk.pass(3_000.0);

    let mut begun = start;
    begun["createEngagement"] = json!(false);
    assert_eq!(
        desk.windows[late].announced,
        [
            json!([STARTS, begun]),
            json!(["CALL_ANSWERED", { "externalCallId": "c-1" }]),
        ]
    );
    assert_eq!(desk.windows[late].page.calls()[0]["engagementId"], json!(7));
}

#[test]
fn an_engagement_whose_answer_is_lost_is_asked_for_again_and_settles() {
    for ended in [false, true] {
        let mut desk = Desk::of(2);
        let start = json!({ "externalCallId": "c-1", "createEngagement": true });
        desk.says(0, &json!({ "type": "INCOMING_CALL", "data": start }));
        if ended {
            let data = json!({ "externalCallId": "c-1", "callEndStatus": "BUSY" });
            desk.says(0, &json!({ "type": "CALL_ENDED", "data": data }));
        }
        desk.settle();

        desk.close(0);
        desk.notice(0);
        desk.pass(3_000.0);

        let mut messages = vec![json!(["INCOMING_CALL", start])];
        if ended {
            let data = json!({ "externalCallId": "c-1", "callEndStatus": "BUSY" });
            messages.push(json!(["CALL_ENDED", data]));
        }
        assert_eq!(desk.windows[1].announced, messages);
        let engagement = json!({
            "type": "CREATE_ENGAGEMENT_SUCCEEDED", "messageId": "h_2",
            "data": { "externalCallId": "c-1", "engagementId": 8 },
        });
        desk.windows[1].page.feed(true, 1, HOST, &engagement);
        assert_eq!(desk.windows[1].page.calls()[0]["engagementId"], json!(8));
    }
}

#[test]
fn what_a_window_that_is_gone_awaits_of_a_call_that_is_over_has_failed() {
    let mut desk = Desk::of(2);
    let data = json!({ "externalCallId": "c-1", "engagementId": 7 });
    desk.says(0, &about("INCOMING_CALL", "c-1"));
    desk.says(0, &json!({ "type": "CALL_ENDED", "data": data }));
    let mut completed = data;
    completed["engagementProperties"] = json!({ "hs_call_body": "x" });
    desk.says(0, &json!({ "type": "CALL_COMPLETED", "data": completed }));
    desk.settle();
    assert_eq!(
        desk.windows[1].page.calls()[0]["engagement"],
        json!("updating")
    );

    desk.close(0);
    desk.notice(0);
    desk.pass(3_000.0);

    assert_eq!(
        desk.windows[1].page.calls()[0]["engagement"],
        json!("updateFailed")
    );
    assert_eq!(desk.windows[1].announced, NONE);
}

#[test]
fn a_host_that_saw_the_call_begin_is_not_told_again() {
    let mut desk = Desk::of(2);
    desk.says(0, &about("INCOMING_CALL", "c-1"));
    desk.settle();
    // It hangs, the other window takes the call over, and is closed in its turn.
    desk.windows[0].hangs = true;
    desk.says(1, &about("CALL_ANSWERED", "c-1"));
    desk.pass(20_000.0);
    desk.windows[0].hangs = false;
    desk.pass(20_000.0);
    assert_eq!(desk.windows[1].page.calls()[0].get("owner"), None);
    desk.close(1);
    desk.notice(1);
    desk.pass(4_000.0);

    assert_eq!(desk.windows[0].page.calls()[0].get("owner"), None);
    assert_eq!(
        desk.posted(),
        posts(&[(0, "INCOMING_CALL"), (1, "CALL_ANSWERED")])
    );
    assert_eq!(desk.windows[0].announced, NONE);
    assert_eq!(desk.windows[1].announced.len(), 1);
}

#[test]
fn a_page_that_is_loaded_anew_keeps_its_call() {
    let resuming = || Options {
        resume: true,
        ..Options::default()
    };
    let mut desk = Desk::of(1);
    let before = desk.open(resuming());
    desk.join(before);
    desk.says(before, &about(STARTS, "c-1"));
    desk.settle();
    let record = desk.windows[before]
        .page
        .journal("frame")
        .expect("a call is open");

    desk.close(before);
    desk.notice(before);
    let after = desk.open(resuming());
    desk.windows[after]
        .page
        .resume("frame", &record)
        .expect("it is fresh");
    desk.carry_out(after);
    desk.join(after);
    desk.pass(10_000.0);
    desk.says(0, &about("CALL_ENDED", "c-1"));
    desk.settle();

    assert_eq!(desk.windows[0].page.calls()[0]["owner"], json!(name(after)));
    assert_eq!(
        desk.posted(),
        posts(&[(before, STARTS), (after, "CALL_ENDED")])
    );
}

#[test]
fn a_window_that_comes_later_is_shown_the_calls() {
    let mut desk = Desk::of(1);
    desk.says(0, &about("INCOMING_CALL", "c-1"));
    let late = desk.open(Options::default());

    desk.join(late);

    assert_eq!(desk.states(late), [json!("ringing")]);
}

#[test]
fn a_window_that_shares_no_more_forgets_the_others_calls() {
    let mut desk = Desk::of(2);
    desk.says(0, &about("INCOMING_CALL", "c-1"));
    desk.settle();
    assert_eq!(desk.states(1), [json!("ringing")]);

    desk.enter(1, Input::Window(WindowInput::Leave {}));
    let sent = desk.says(1, &about("CALL_ENDED", "c-1"));

    assert_eq!(desk.states(1), NONE);
    assert!(matches!(sent, Sent::Posted(_)), "{sent:?}");
}

#[test]
fn a_window_that_comes_back_is_what_the_app_chose() {
    let mut desk = Desk::of(2);
    desk.choose(0, Role::Follower);
    desk.choose(1, Role::Leader);

    desk.enter(1, Input::Window(WindowInput::Leave {}));
    desk.join(1);

    assert_eq!(desk.role(1), Role::Leader);
}

#[test]
fn another_user_is_shown_none_of_the_calls() {
    let mut desk = Desk::of(2);
    desk.says(0, &about("INCOMING_CALL", "c-1"));
    desk.settle();

    desk.windows[1]
        .page
        .feed(true, 1, HOST, &super::page::other_sync());
    desk.carry_out(1);

    assert_eq!(desk.states(1), NONE);
}

#[test]
fn a_trap_loses_no_window() {
    let mut desk = Desk::of(2);
    desk.says(0, &about("INCOMING_CALL", "c-1"));
    desk.settle();

    desk.windows[1].page.trap();
    desk.join(1);
    let sent = desk.says(1, &about("CALL_ENDED", "c-1"));
    desk.settle();

    assert_eq!(sent, Sent::Forwarded);
    assert_eq!(
        desk.posted(),
        posts(&[(0, "INCOMING_CALL"), (0, "CALL_ENDED")])
    );
}

#[test]
fn a_call_that_is_over_is_not_opened_by_what_comes_late() {
    let mut desk = Desk::of(2);
    for wire in ["INCOMING_CALL", "CALL_ENDED", "CALL_COMPLETED"] {
        desk.says(0, &about(wire, "c-1"));
    }
    desk.settle();

    let late = json!([{
        "key": 1, "externalCallId": "c-1", "direction": "inbound", "state": "ringing",
        "engagement": "none", "term": 1,
    }]);
    desk.hears(1, calls_of("w0", late));

    assert_eq!(desk.states(1), [json!("completed")]);
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
    desk.settle();

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
fn what_other_windows_say_cannot_harm() {
    let mut desk = Desk::of(2);
    for calls in [
        json!(1),
        json!([{ "key": 1 }]),
        json!(vec![
            json!({ "key": 1, "direction": "inbound", "state": "ringing", "engagement": "none" });
            9_999
        ]),
    ] {
        desk.hears(0, calls_of("w1", calls));
    }
    for message in [
        json!({}),
        json!({ "type": "CALL_ENDED" }),
        json!({ "type": 7, "data": 7 }),
        Value::Null,
    ] {
        for to in ["", "w0", "w9"] {
            let mut command = calls_of("w1", json!([]));
            command["says"] = json!("command");
            command["to"] = json!(to);
            command["number"] = json!(1);
            command["message"] = message.clone();
            desk.hears(0, command);
        }
    }

    assert_eq!(desk.states(0), NONE);
    assert_eq!(desk.posted(), posts(&[]));
}

/// The calls that a window announces, of the term in which the first one leads.
fn calls_of(window: &str, calls: Value) -> Value {
    json!({
        "from": window, "says": "calls", "term": 1, "leader": "w0", "hasLock": true,
        "host": "alive", "calls": calls,
    })
}

const WIRES: [&str; 4] = [
    "INCOMING_CALL",
    "CALL_ANSWERED",
    "CALL_ENDED",
    "CALL_COMPLETED",
];

#[test]
fn a_leader_that_hangs_and_comes_back_posts_nothing_that_another_one_posted() {
    let mut desk = Desk::of(2);
    desk.windows[0].hangs = true;
    for wire in WIRES {
        desk.says(1, &about(wire, "c-1"));
    }
    desk.pass(10_000.0);
    assert_eq!(desk.role(1), Role::Leader);
    assert_eq!(
        desk.posted(),
        WIRES.map(|wire| (1, wire.to_owned())).to_vec()
    );

    // Its app's events are first, then what the others said meanwhile.
    desk.windows[0].hangs = false;
    for wire in WIRES {
        desk.says(0, &about(wire, "c-1"));
    }
    desk.pass(30_000.0);

    assert_eq!(desk.posted().len(), 4, "{:?}", desk.posted());
    assert_eq!([desk.role(0), desk.role(1)], [Role::Follower, Role::Leader]);
    assert_eq!(desk.count(0, Code::NotDelivered), 0);
}

#[test]
fn of_two_commands_on_their_way_to_a_leader_that_is_closed_none_is_lost() {
    let mut desk = Desk::of(2);
    desk.says(1, &about("INCOMING_CALL", "c-1"));
    desk.settle();
    desk.says(1, &about("CALL_ANSWERED", "c-1"));
    desk.says(1, &about("CALL_ENDED", "c-1"));

    desk.close(0);
    desk.notice(0);
    desk.pass(3_000.0);

    assert_eq!(
        desk.posted(),
        posts(&[
            (0, "INCOMING_CALL"),
            (1, "CALL_ANSWERED"),
            (1, "CALL_ENDED")
        ])
    );
}

#[test]
fn what_a_hung_window_has_is_taken_over_by_the_leader() {
    let mut desk = Desk::of(3);
    desk.says(2, &about(STARTS, "c-1"));
    desk.settle();
    desk.windows[2].hangs = true;

    desk.says(1, &about("CALL_ENDED", "c-1"));
    desk.pass(20_000.0);

    assert_eq!(desk.posted(), posts(&[(0, "CALL_ENDED"), (2, STARTS)]));
    assert_eq!(desk.count(1, Code::NotDelivered), 0);
}

#[test]
fn where_the_app_made_every_window_a_follower_it_is_reported() {
    let mut desk = Desk::of(2);
    for at in [0, 1] {
        desk.choose(at, Role::Follower);
    }

    desk.says(1, &about("INCOMING_CALL", "c-1"));
    desk.pass(20_000.0);

    assert_eq!(desk.posted(), posts(&[]));
    assert_eq!(desk.count(1, Code::NotDelivered), 1);
    assert_eq!(desk.count(0, Code::NotDelivered), 0);
}

#[test]
fn a_command_of_an_earlier_term_is_refused_and_forwarded_again() {
    let mut desk = Desk::of(2);
    let mut command = calls_of("w9", json!([]));
    command["says"] = json!("command");
    command["number"] = json!(1);
    command["term"] = json!(0);
    command["message"] = about("INCOMING_CALL", "c-1");

    desk.hears(0, command);
    desk.carry_out(0);
    let answers: Vec<&Value> = desk.channel.iter().map(|(_, said)| &said["says"]).collect();

    assert!(answers.contains(&&json!("refusal")), "{answers:?}");
    assert_eq!(desk.posted(), posts(&[]));
}

#[test]
fn a_command_that_comes_twice_is_carried_out_once() {
    let mut desk = Desk::of(2);
    desk.says(0, &about("INCOMING_CALL", "c-1"));
    desk.settle();
    let mut command = calls_of("w1", json!([]));
    command["says"] = json!("command");
    command["number"] = json!(1);
    command["message"] = about("CALL_ENDED", "c-1");

    for _ in 0..3 {
        desk.hears(0, command.clone());
    }

    assert_eq!(
        desk.posted(),
        posts(&[(0, "INCOMING_CALL"), (0, "CALL_ENDED")])
    );
}

const NONE: [Value; 0] = [];

/// What may happen on a desk.
#[derive(Clone, Debug)]
enum Event {
    Says(usize, usize),
    Settle,
    CloseLeader,
    Pass,
}

fn event() -> impl Strategy<Value = Event> {
    prop_oneof![
        6 => (0_usize..4, 0_usize..4).prop_map(|(at, wire)| Event::Says(at, wire)),
        3 => Just(Event::Settle),
        1 => Just(Event::CloseLeader),
        1 => Just(Event::Pass),
    ]
}

proptest! {
    /// Whatever the apps say, in whatever order, and whichever windows are closed: no host
    /// and no two hosts get the same of a call twice, and none after its end.
    #[test]
    fn a_call_is_posted_once_in_order(events in proptest::collection::vec(event(), 1..40)) {
        let mut desk = Desk::of(4);
        let mut leader = 0;
        for event in events {
            match event {
                Event::Says(at, wire) if desk.windows[at].is_open => {
                    // Apps say it in order: what came before is said again.
                    for wire in WIRES.iter().take(wire + 1) {
                        desk.says(at, &about(wire, "c-1"));
                    }
                }
                Event::Says(..) => {}
                Event::Settle => desk.settle(),
                Event::CloseLeader if leader < 3 => {
                    // What it had said arrives before the others find out.
                    desk.close(leader);
                    desk.settle();
                    desk.notice(leader);
                    leader += 1;
                }
                Event::CloseLeader => {}
                Event::Pass => desk.pass(3_000.0),
            }
        }
        desk.pass(30_000.0);
        for at in leader..4 {
            for wire in WIRES {
                desk.says(at, &about(wire, "c-1"));
                desk.settle();
            }
        }
        desk.pass(30_000.0);
        let mut wires: Vec<String> = desk.posted().into_iter().map(|(_, wire)| wire).collect();
        let order = |wire: &String| WIRES.iter().position(|known| known == wire);
        wires.sort_by_key(order);
        prop_assert_eq!(wires, WIRES);
        for window in &desk.windows {
            let began = window.announced.iter().filter(|message| message[0] == WIRES[0]);
            prop_assert!(began.count() <= 1);
        }
    }
}

/// What may happen to three windows that hang, come back and hear late.
#[derive(Clone, Debug)]
enum Mishap {
    Says(usize, usize),
    Hears(usize),
    Settle,
    Hang(usize),
    Wake(usize),
    Pass(u32),
}

fn mishap() -> impl Strategy<Value = Mishap> {
    // Around the times after which a window is asked for, taken to be gone, or given up.
    let millis = prop_oneof![Just(1), Just(1_000), Just(3_000), Just(6_000), Just(20_000)];
    prop_oneof![
        6 => (0_usize..3, 0_usize..4).prop_map(|(at, wire)| Mishap::Says(at, wire)),
        4 => (0_usize..3).prop_map(Mishap::Hears),
        2 => Just(Mishap::Settle),
        2 => (0_usize..3).prop_map(Mishap::Hang),
        2 => (0_usize..3).prop_map(Mishap::Wake),
        3 => millis.prop_map(Mishap::Pass),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]
    /// Whichever windows hang and come back, and however late they hear: of all hosts at
    /// most one gets a step of the call, and gets it once.
    #[test]
    fn windows_that_hang_and_hear_late_post_nothing_twice(
        mishaps in proptest::collection::vec(mishap(), 1..30),
    ) {
        let mut desk = Desk::of(3);
        for mishap in mishaps {
            match mishap {
                Mishap::Says(at, wire) if !desk.windows[at].hangs => {
                    for wire in WIRES.iter().take(wire + 1) {
                        desk.says(at, &about(wire, "c-1"));
                    }
                }
                Mishap::Hears(at) if !desk.windows[at].hangs => {
                    let mut channel = desk.channel.iter();
                    if let Some(first) = channel.position(|(to, _)| *to == at) {
                        let (_, said) = desk.channel.remove(first).expect("it was found");
                        desk.hears(at, said);
                    }
                }
                Mishap::Says(..) | Mishap::Hears(_) => {}
                Mishap::Settle => desk.settle(),
                Mishap::Hang(at) => desk.windows[at].hangs = true,
                Mishap::Wake(at) => desk.windows[at].hangs = false,
                Mishap::Pass(millis) => desk.pass(f64::from(millis)),
            }
        }
        for window in &mut desk.windows {
            window.hangs = false;
        }
        desk.pass(30_000.0);
        let posted = desk.posted();
        for wire in WIRES {
            let times = posted.iter().filter(|(_, posted)| posted == wire).count();
            prop_assert!(times <= 1, "{wire} was posted {times} times");
        }
    }
}

#[test]
#[should_panic(expected = "the windows never come to rest")]
fn without_terms_windows_never_agree() {
    let mut desk = Desk::of(3);
    desk.is_flat = true;

    desk.windows[0].hangs = true;
    desk.says(1, &about("INCOMING_CALL", "c-1"));
    desk.pass(6_000.0);
    desk.windows[0].hangs = false;
    desk.pass(30_000.0);
}
