//! Sequences of what happens to a widget's session.

use std::collections::HashSet;

use calling_widget_sdk::protocol::Millis;
use calling_widget_sdk::protocol::limits::{MAX_CLOSED_CALLS, MAX_OPEN_CALLS, MAX_QUEUED};
use calling_widget_sdk::session::widget::{
    Environment, Found, InstanceOptions, Journal, LifecycleMode, Mode, Output, Sent, Widget,
};
use calling_widget_sdk::session::{CODES, Code, Facts, HostPolicy, SourceId};
use serde_json::{Value, json};

use crate::bytes::Bytes;

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
        run.check();
    }
}

const HOST: &str = "https://app.hubspot.com";
const OWN: &str = "https://phone.example";
const STEPS: usize = 256;

/// More orders than any one step gives: more sends than the queue holds, with a
/// report for each of 16 fields and answers of every instance.
const MOST_ORDERS: usize = 16_384;

struct Run {
    setting: u8,
    widget: Widget<Value>,
    /// How many pages there were, this one included.
    pages: u32,
    now: f64,
    /// What every instance answers each delivery with.
    answer: Option<Value>,
    /// Ids of the session's own that were posted, by whatever page.
    posted: HashSet<String>,
    /// Who was given READY since the host session opened; `None` stands for all.
    greeted: Vec<Option<u32>>,
}

impl Run {
    fn new(setting: u8, pages: u32) -> Self {
        let instance_id = match pages {
            1 => "w".to_owned(),
            _ => format!("w{pages}"),
        };
        let widget = Widget::new(Environment {
            own_origin: OWN.to_owned(),
            instance_id,
            is_embedded: setting & 1 == 0,
        });
        Self {
            setting,
            widget,
            pages,
            now: 1_000_000.0,
            answer: None,
            posted: HashSet::new(),
            greeted: Vec::new(),
        }
    }

    fn step(&mut self, bytes: &mut Bytes<'_>) {
        let now = Millis(self.now);
        match bytes.next() % 16 {
            0 => {
                let (one, other) = (bytes.next(), bytes.next());
                self.widget.attach(options(one, other));
            }
            1 => {
                let before = self.widget.counts().len();
                self.widget.detach(instance(bytes.next()));
                assert!(self.widget.counts().len() >= before);
            }
            2..=5 => {
                let pinned = self.widget.host_origin().map(str::to_owned);
                let attested = bytes.next();
                let facts = Facts {
                    is_trusted: attested & 15 != 15,
                    source: SourceId(if attested & 16 == 0 {
                        1
                    } else {
                        bytes.next().into()
                    }),
                    origin: [
                        HOST,
                        HOST,
                        HOST,
                        "https://evil.example",
                        "null",
                        OWN,
                        "",
                        HOST,
                    ][usize::from(attested >> 5)],
                };
                let message = bytes.message();
                let before = self.widget.calls().iter().count();
                self.widget.handle_message(now, facts, &message);
                if !facts.is_trusted || facts.source == SourceId::FOREIGN {
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
                let origin = bytes.pick(&["", HOST, "https://evil.example"]);
                let instance = instance(bytes.next());
                let message = bytes.message();
                self.widget.handle_injected(now, instance, origin, &message);
            }
            7..=9 => {
                let instance = instance(bytes.next());
                let message = bytes.message();
                self.widget.send(now, instance, &message);
            }
            10 => {
                let instance = instance(bytes.next());
                let message = bytes.message();
                let sent = (0..=MAX_QUEUED).map(|_| self.widget.send(now, instance, &message));
                let waiting = sent.filter(|sent| *sent == Sent::Queued).count();
                assert!(waiting <= MAX_QUEUED, "{waiting} wait");
            }
            11 => {
                self.answer = (bytes.next() & 1 == 0).then(|| bytes.message());
            }
            12 => self.widget.assume_ready(now, HOST),
            13 => match bytes.next() % 4 {
                0 => self.reload(bytes),
                1 => self.widget.lose_journal(),
                _ => self.widget.handle_timeout(now),
            },
            14 => {
                let wait = bytes.pick(&[1.0, 100.0, 501.0, 10_001.0, 31_000.0, 1e9, -5_000.0]);
                self.now += wait;
            }
            _ => {
                let (wire, data) = (bytes.wire(), bytes.data());
                let instance = instance(bytes.next());
                let plan = self.widget.plan(instance, wire, Some(&data));
                assert!(plan.all.len() <= 2 && plan.first_of.len() <= 2, "{plan:?}");
            }
        }
    }

    /// What takes no part in the session is counted, and nothing else.
    fn expect_nothing(&mut self, message: &Value) {
        while let Some(output) = self.widget.poll_output() {
            assert!(
                matches!(output, Output::Report(_)),
                "{output:?} for {message}"
            );
        }
    }

    /// The page is loaded again, with the record it wrote, which has to be readable.
    fn reload(&mut self, bytes: &mut Bytes<'_>) {
        let now = Millis(self.now);
        let kept = self.widget.journal(now, "frame");
        let how = bytes.next();
        let next = Self::new(self.setting, self.pages + 1);
        let before = std::mem::replace(self, next);
        self.now = before.now;
        self.posted = before.posted;
        self.widget.attach(options(how, 64));
        let Some(kept) = kept else { return };
        assert!(Journal::parse(&kept).is_ok(), "{kept}");
        let resumed = self.widget.resume(now, "frame", &kept);
        // A record that waits for a host grows old.
        let is_old = resumed == Err(Code::JournalExpired);
        assert!(resumed == Ok(Found::Taken) || is_old, "{resumed:?} {kept}");
    }

    /// Carries the orders out, each delivery answered by every instance.
    fn drain(&mut self) {
        let mut orders = 0;
        while let Some(output) = self.widget.poll_output() {
            orders += 1;
            assert!(orders <= MOST_ORDERS, "the orders have no end");
            match output {
                Output::Post {
                    message, origin, ..
                } => {
                    assert_eq!(self.widget.host_origin(), Some(origin.as_str()));
                    self.note(&message);
                }
                Output::Deliver { message, to } => {
                    if message.get("type") == Some(&json!("READY")) {
                        self.greet(&message, to);
                    }
                    if let Some(answer) = &self.answer {
                        for instance in 1..5 {
                            self.widget.send(Millis(self.now), instance, answer);
                        }
                    }
                    self.widget.handle_delivered(Millis(self.now));
                }
                Output::Report(report) => {
                    assert!(CODES.contains(&report.code) && report.detail.len() < 256);
                }
                _ => {}
            }
        }
    }

    /// Ids of the session's own never repeat. What carries one already is a reply,
    /// and keeps the one it carries.
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

    fn greet(&mut self, message: &Value, to: Option<u32>) {
        assert!(message.get("messageId").is_none(), "a host's READY");
        if to.is_none() {
            self.greeted.clear();
        }
        assert!(!self.greeted.contains(&to), "READY twice");
        self.greeted.push(to);
    }

    fn check(&self) {
        let calls = self.widget.calls();
        let open = calls.iter().filter(|call| call.state.is_open()).count();
        assert!(open <= MAX_OPEN_CALLS, "{open} open calls");
        assert!(
            calls.iter().count() - open <= MAX_CLOSED_CALLS,
            "closed calls"
        );
        assert!(self.widget.counts().len() <= CODES.len(), "counters");
        if let Some(due) = self.widget.poll_timeout(Millis(self.now)) {
            assert!(due.0.is_finite(), "{due:?}");
        }
    }
}

fn instance(byte: u8) -> u32 {
    u32::from(byte % 5)
}

#[allow(clippy::needless_update, reason = "options come to be")]
fn options(one: u8, other: u8) -> InstanceOptions {
    InstanceOptions {
        debug_mode: one & 1 != 0,
        validate_strictly: one & 2 != 0,
        is_relay: one & 12 == 12,
        lifecycle: match one >> 4 & 3 {
            0 => LifecycleMode::Strict,
            1 => LifecycleMode::Off,
            _ => LifecycleMode::Warn,
        },
        policy: (one >> 6 == 3).then(|| HostPolicy::from_list([HOST]).expect("an origin")),
        mode: match other & 7 {
            6 => Mode::Published,
            _ => Mode::Normal,
        },
        keeps_repeated_dials: other & 8 != 0,
        resume: other & 64 != 0,
        ..InstanceOptions::default()
    }
}
