//! Sequences of events in a widget's session.

use std::collections::HashSet;

use calling_widget_sdk::protocol::limits::MAX_QUEUED;
use calling_widget_sdk::protocol::{Kind, Millis, Part};
use calling_widget_sdk::session::Code;
use calling_widget_sdk::session::widget::{
    AnswerOutput, AppInput, AppOutput, ChangeOutput, Input, Journal, JournalInput, LifecycleMode,
    Mode, Output, Plan, TimeInput, Verdict, WindowInput,
};
use serde_json::{Value, json};

use simulation::{Options, Sent, WidgetEdge, heard};

use crate::bytes::Bytes;
use crate::drain::{check_plan, drain_with};

/// Bytes: a byte for each step, then what the step takes.
///
/// # Panics
///
/// When a post names another origin than the session's, when a session's host
/// moves, when an id of the session's own repeats, when READY comes twice for one
/// host session, or when the queue, the calls, the counters or the orders of one
/// step are not bounded.
pub fn widget(input: &[u8]) {
    let mut bytes = Bytes(input);
    let mut run = Run::new(bytes.next(), 1);
    for _ in 0..STEPS {
        if bytes.is_empty() {
            break;
        }
        run.step(&mut bytes);
        run.drain();
    }
}

const HOST: &str = "https://app.hubspot.com";
const OWN: &str = "https://phone.example";
const STEPS: usize = 256;

/// The calls of another window.
fn calls(bytes: &mut Bytes<'_>) -> Vec<Value> {
    let (first, count) = (bytes.next(), bytes.next() % 72);
    let mut call = |key: u8| {
        let state = ["ringing", "connected", "ended", "completed", "lost"];
        json!({
            "key": key, "externalCallId": format!("c-{}", key % 96),
            "direction": "inbound", "engagement": "none", "state": bytes.pick(&state),
        })
    };
    let keys = (0..count).map(|at| first.wrapping_add(at));
    keys.map(&mut call).collect()
}

struct Run {
    setting: u8,
    widget: WidgetEdge,
    now: Millis,
    /// The number of pages so far, this one included.
    pages: u32,
    /// The answer of every instance to each delivery.
    answer: Option<Value>,
    /// Ids of the session's own that were posted, by any page.
    posted: HashSet<String>,
    /// The instances that were given READY of this host session.
    greeted: Vec<u32>,
    /// Account, user and place of that session, as READY names them.
    greeted_by: [Value; 3],
    /// True if the queue may be flooded: once in some inputs, for it takes as long as all the rest.
    may_flood: bool,
}

impl Run {
    fn new(setting: u8, pages: u32) -> Self {
        let session = match pages {
            1 => "w".to_owned(),
            _ => format!("w{pages}"),
        };
        let edge = format!("{session}e");
        let widget = WidgetEdge::with_ids(OWN, &session, &edge, setting & 1 == 0);
        Self {
            setting,
            widget,
            now: Millis(1_000_000.0),
            pages,
            answer: None,
            posted: HashSet::new(),
            greeted: Vec::new(),
            greeted_by: [const { Value::Null }; 3],
            may_flood: setting >> 5 == 7,
        }
    }

    fn step(&mut self, bytes: &mut Bytes<'_>) {
        match bytes.next() % 16 {
            0 => {
                let (one, other) = (bytes.next(), bytes.next());
                self.widget.attach(self.now, options(one, other));
            }
            1 => {
                let before = self.widget.counts().len();
                let instance = instance(bytes.next());
                self.enter(AppInput::Detach { instance });
                assert!(self.widget.counts().len() >= before);
            }
            2..=5 => {
                let pinned = self.widget.host_origin().map(str::to_owned);
                let attested = bytes.next();
                let is_trusted = attested & 15 != 15;
                let source = if attested & 16 == 0 {
                    1
                } else {
                    bytes.next().into()
                };
                let origins = [
                    HOST,
                    HOST,
                    HOST,
                    "https://evil.example",
                    "null",
                    OWN,
                    "",
                    HOST,
                ];
                let origin = origins[usize::from(attested >> 5)];
                let message = bytes.message();
                let before = self.widget.calls().iter().count();
                self.widget
                    .event(self.now, is_trusted, source, origin, &message);
                if !is_trusted || source == 0 {
                    self.expect_nothing(&message);
                    assert_eq!(self.widget.calls().iter().count(), before);
                }
                let is_pinned = self.widget.host_origin();
                assert!(
                    pinned.is_none() || is_pinned == pinned.as_deref(),
                    "the host moved"
                );
            }
            6 => {
                let origin = bytes.pick(&["", HOST, "https://evil.example"]).to_owned();
                let instance = instance(bytes.next());
                let message = bytes.message();
                self.enter(AppInput::Inject {
                    instance,
                    origin,
                    message: message.into(),
                });
            }
            10 if self.may_flood => self.flood(bytes),
            7..=10 => {
                let instance = instance(bytes.next());
                let message = bytes.message();
                self.widget.send(self.now, instance, &message);
            }
            11 => {
                self.answer = (bytes.next() & 1 == 0).then(|| bytes.message());
            }
            12 => self.enter(AppInput::AssumeReady {
                origin: HOST.to_owned(),
            }),
            13 => match bytes.next() % 8 {
                0 => self.reload(bytes),
                1 => self.enter(JournalInput::LoseJournal {}),
                2..=4 => self.other_window(bytes),
                _ => {
                    self.enter(TimeInput::Timeout {});
                    let due = self.widget.wake();
                    assert!(due.is_none_or(|due| due > self.now), "{due:?} is now");
                }
            },
            14 => {
                let wait = bytes.pick(&[1.0, 100.0, 501.0, 10_001.0, 31_000.0, 1e9, -5_000.0]);
                self.now = self.now + Millis(wait);
            }
            _ => {
                let (wire, data) = (bytes.wire(), bytes.data());
                let instance = instance(bytes.next());
                let message = json!({ "type": wire, "data": data }).into();
                self.enter(AppInput::Route { instance, message });
                let Some(AnswerOutput::Route { plan }) = self.widget.take_answer() else {
                    panic!("a question is answered");
                };
                check_plan(&plan);
            }
        }
    }

    fn enter(&mut self, input: impl Into<Input>) {
        self.widget.enter(self.now, input);
    }

    /// Sends one message more often than the queue allows. A log-in, an availability and
    /// INITIALIZED replace the one before, so any number of them is accepted.
    fn flood(&mut self, bytes: &mut Bytes<'_>) {
        self.may_flood = false;
        let instance = instance(bytes.next());
        let message = bytes.message();
        let sent = (0..=MAX_QUEUED).map(|_| self.widget.send(self.now, instance, &message));
        let waiting = sent.filter(|sent| *sent == Sent::Queued).count();
        let is_latest_only = matches!(
            message["type"].as_str().and_then(Kind::parse),
            Some(
                Kind::Initialized
                    | Kind::LoggedIn
                    | Kind::LoggedOut
                    | Kind::UserAvailable
                    | Kind::UserUnavailable
            )
        );
        assert!(waiting <= MAX_QUEUED || is_latest_only, "{waiting} wait");
    }

    /// Delivers a message of another of the user's windows, or of something that is no window.
    fn other_window(&mut self, bytes: &mut Bytes<'_>) {
        let window = bytes.pick(&["w1", "w2", "a", "z", ""]).to_owned();
        let input = match bytes.next() % 8 {
            0 => Input::Window(WindowInput::Join { window }),
            5 => Input::Window(WindowInput::Leave {}),
            6 if bytes.next() & 1 == 0 => Input::Window(WindowInput::Meet {}),
            6 => Input::Window(WindowInput::Lead {}),
            3 => Input::Window(WindowInput::Gone { window }),
            what => {
                let (flags, number) = (bytes.next(), bytes.next());
                let says = match what {
                    1 => "calls",
                    2 => "command",
                    4 => "ack",
                    _ => bytes.pick(&["hello", "else"]),
                };
                let mut said = json!({
                    "from": window, "says": says, "number": number % 4, "leads": flags & 1 == 0,
                    "isRelayed": flags & 8 != 0,
                });
                if what == 2 {
                    said["message"] = bytes.message();
                }
                said["calls"] = json!(calls(bytes));
                if flags & 4 != 0 {
                    said["to"] = json!(bytes.pick(&["w1", "w2", "a", "z", ""]));
                }
                Input::Window(heard(said, String::new()))
            }
        };
        self.enter(input);
    }

    /// Checks that a message from outside the session is counted, and changes nothing else.
    fn expect_nothing(&mut self, message: &Value) {
        while let Some(output) = self.widget.poll() {
            let is_expected = matches!(&output, Output::App(AppOutput::Report { .. }));
            assert!(is_expected, "{output:?} for {message}");
        }
    }

    /// Reloads the page, with the record it wrote, which has to be readable.
    fn reload(&mut self, bytes: &mut Bytes<'_>) {
        let record = self.widget.journal(self.now, "frame");
        let how = bytes.next();
        let next = Self::new(self.setting, self.pages + 1);
        let before = std::mem::replace(self, next);
        self.now = before.now;
        self.posted = before.posted;
        self.may_flood = before.may_flood;
        self.widget.attach(self.now, options(how, 64));
        let Some(record) = record else { return };
        assert!(
            Journal::parse(&Part::from(record.clone())).is_ok(),
            "{record}"
        );
        let resumed = self.widget.resume(self.now, "frame", &record);
        // A record that waits for a host expires.
        assert!(resumed != Ok(Verdict::LeftAlone), "{record}");
    }

    /// Carries out the orders; every instance answers each delivery.
    fn drain(&mut self) {
        let Self {
            widget,
            now,
            answer,
            greeted,
            greeted_by,
            ..
        } = self;
        let outputs = drain_with(widget, *now, |widget, output| match output {
            Output::Change(ChangeOutput::Pinned { .. }) => greeted.clear(),
            Output::App(AppOutput::Deliver { message, to, .. }) => {
                let message = message.json();
                if message["type"] == "READY" {
                    let names = ["portalId", "userId", "iframeLocation"];
                    let by = names.map(|name| message["data"][name].clone());
                    if *greeted_by != by {
                        // A page may open sessions by hand.
                        greeted.clear();
                        *greeted_by = by;
                    }
                    greet(greeted, &message, to);
                }
                for instance in 1..5 {
                    if let Some(answer) = &*answer {
                        widget.send(*now, instance, answer);
                    }
                }
            }
            Output::App(AppOutput::Acknowledge { instance, message }) => {
                widget.send(*now, *instance, &message.json());
            }
            _ => {}
        });
        outputs.posts.iter().for_each(|post| self.note(post));
        assert!(self.widget.counts().len() <= Code::ALL.len(), "counters");
    }

    /// Checks that the session's own ids never repeat. A message that already has an id is a
    /// reply, and keeps it.
    fn note(&mut self, message: &Value) {
        let id = message.get("messageId").expect("every post has an id");
        let Some(id) = id.as_str().filter(|id| id.starts_with('w')) else {
            return;
        };
        if id == "w_1" {
            // The inputs use this one for replies.
            return;
        }
        assert!(self.posted.insert(id.to_owned()), "{id} again");
    }
}

/// Checks that a host's READY is not for an instance that had it.
fn greet(greeted: &mut Vec<u32>, message: &Value, to: &[Plan]) {
    assert!(message.get("messageId").is_none(), "a host's READY");
    for plan in to {
        assert!(!greeted.contains(&plan.instance), "READY twice");
        greeted.push(plan.instance);
    }
}

fn instance(byte: u8) -> u32 {
    u32::from(byte % 5)
}

fn options(one: u8, other: u8) -> Options {
    Options {
        debug_mode: one & 1 != 0,
        is_strict: one & 2 != 0,
        is_relay: one & 12 == 12,
        lifecycle: match one >> 4 & 3 {
            0 => LifecycleMode::Strict,
            1 => LifecycleMode::Off,
            _ => LifecycleMode::Warn,
        },
        origins: (one >> 6 == 3).then(|| vec![HOST.to_owned()]),
        mode: match other & 7 {
            6 => Mode::Published,
            _ => Mode::Normal,
        },
        keeps_repeated_dials: other & 8 != 0,
        resume: other & 64 != 0,
        ..Options::default()
    }
}
