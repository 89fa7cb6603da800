//! Sequences of what happens to a widget's session.

use std::collections::HashMap;

use calling_widget_sdk::protocol::limits::{
    MAX_CLOSED_CALLS, MAX_OPEN_CALLS, MAX_QUEUED, MAX_UNCONFIRMED,
};
use calling_widget_sdk::protocol::{EXTENDED_FIELD, Millis};
use calling_widget_sdk::session::widget::{
    Environment, InstanceOptions, Journal, LifecycleMode, Mode, Output, ResumeFacts, Sent, Widget,
};
use calling_widget_sdk::session::{CODES, Code, Facts, HostPolicy, SourceId};
use serde_json::{Value, json};

use crate::bytes::Bytes;

/// Bytes: a byte for each step, then what the step takes.
///
/// # Panics
///
/// When a post names another origin than the session's, when a session's host
/// moves, when an id of the session's own repeats but for the very message being
/// repeated, when a host that did not ask for them is sent places, when READY comes
/// twice for one host session, or when the queue, the calls, the counters or the
/// orders of one step are not bounded.
pub fn widget(input: &[u8]) {
    run(input);
}

/// Whether an input brings the widget to give what it posts a place.
#[must_use]
pub fn widget_confirms(input: &[u8]) -> bool {
    !run(input).places.is_empty()
}

fn run(input: &[u8]) -> Run {
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
    run
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
    host: Peer,
    now: f64,
    /// What every instance answers each delivery with.
    answer: Option<Value>,
    /// What was posted under ids of the session's own, without what is said beside
    /// it, by whatever page.
    posted: HashMap<String, Value>,
    /// What was posted with a place: the message's id beyond loads, by page and
    /// place.
    places: HashMap<(u32, u64), String>,
    /// Who was given READY since the host session opened; `None` stands for all.
    greeted: Vec<Option<u32>>,
}

/// The host, as far as it confirms messages.
#[derive(Default)]
struct Peer {
    confirms: bool,
    /// It announced itself, to whatever page.
    is_announced: bool,
    /// SYNCs that it owes: where from, and what they say beside.
    syncs: Vec<(String, SourceId, Value)>,
    /// The load it announced, and what the widget calls its session of it.
    load: String,
    session: String,
    /// The last place of its stream, and of the widget's.
    seq: u32,
    heard: u64,
}

impl Peer {
    /// Puts on a message what our host says beside it, once the widget knows who it
    /// is.
    fn number(&mut self, message: &mut Value) {
        if self.session.is_empty() || message.get("type") == Some(&json!("SYNC")) {
            return;
        }
        self.seq += 1;
        message[EXTENDED_FIELD] = json!({
            "v": 1, "load": self.load, "peer": self.session, "seq": self.seq,
            "base": self.seq, "ack": self.heard,
        });
    }

    /// Answers what the widget posted to it, as our host does.
    fn hear(&mut self, message: &Value, origin: &str, source: SourceId) {
        if !self.confirms {
            return;
        }
        let mut owes = |field| self.syncs.push((origin.to_owned(), source, field));
        match message.get(EXTENDED_FIELD) {
            _ if is_acknowledgement(message) => {
                owes(json!({ "v": 1, "load": message["messageId"] }));
            }
            Some(field) if field["open"] == json!(true) => {
                if self.session != field["peer"] || self.load != field["load"] {
                    self.seq = 0;
                }
                self.session = text(&field["peer"]);
                self.load = text(&field["load"]);
                self.heard = self.heard.max(field["seq"].as_u64().unwrap_or(0));
            }
            Some(field) => owes(json!({ "v": 1, "load": field["load"], "peer": field["peer"] })),
            None => {}
        }
    }
}

/// Whether a post answers a plain SYNC, with all that was on it.
fn is_acknowledgement(message: &Value) -> bool {
    message.get("version").is_some()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

impl Run {
    fn new(setting: u8, pages: u32) -> Self {
        let instance_id = match pages {
            1 => "w".to_owned(),
            _ => format!("w{pages}"),
        };
        let mut widget = Widget::new(Environment {
            own_origin: OWN.to_owned(),
            instance_id,
            is_embedded: setting & 1 == 0,
        });
        if setting & 4 != 0 {
            widget.stay_plain();
        }
        Self {
            setting,
            widget,
            pages,
            host: Peer {
                confirms: setting & 2 != 0,
                ..Peer::default()
            },
            now: 1_000_000.0,
            answer: None,
            posted: HashMap::new(),
            places: HashMap::new(),
            greeted: Vec::new(),
        }
    }

    fn step(&mut self, bytes: &mut Bytes<'_>) {
        self.post_syncs();
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
                let mut message = bytes.message();
                if attested & 1 == 0 {
                    self.host.number(&mut message);
                }
                self.host.is_announced |= message.get(EXTENDED_FIELD).is_some();
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
                // Once what is kept has overflowed, more of it is only slow.
                let has_overflowed = self.places.len() > MAX_UNCONFIRMED;
                let sends = if has_overflowed { 1 } else { MAX_QUEUED };
                let sent = (0..=sends).map(|_| self.widget.send(now, instance, &message));
                let waiting = sent.filter(|sent| *sent == Sent::Queued).count();
                assert!(waiting <= MAX_QUEUED, "{waiting} wait");
            }
            11 => {
                self.answer = (bytes.next() & 1 == 0).then(|| bytes.message());
            }
            12 => self.widget.assume_ready(now, HOST),
            13 => match bytes.next() % 4 {
                0 => self.reload(bytes),
                1 => self.widget.forget_owed(),
                _ => self.widget.handle_timeout(now),
            },
            14 => {
                let wait = bytes.pick(&[1.0, 100.0, 501.0, 10_001.0, 31_000.0, 1e9, -5_000.0]);
                self.now += wait;
            }
            _ => {
                let (wire, data) = (bytes.wire(), bytes.data());
                let instance = instance(bytes.next());
                let handlers = self.widget.route(instance, wire, Some(&data), |_| true);
                assert!(handlers.len() <= 3, "{handlers:?}");
            }
        }
    }

    /// The host says what it is, or answers a challenge.
    fn post_syncs(&mut self) {
        for (origin, source, field) in std::mem::take(&mut self.host.syncs) {
            let load = text(&field["load"]);
            let prefix = load.rsplit_once('_').map_or("", |(prefix, _)| prefix);
            let mut sync = json!({
                "type": "SYNC", "messageId": format!("{prefix}_100"), "portalId": 1,
            });
            sync[EXTENDED_FIELD] = field;
            let facts = Facts {
                is_trusted: true,
                source,
                origin: &origin,
            };
            self.host.is_announced = true;
            self.widget.handle_message(Millis(self.now), facts, &sync);
        }
        self.drain();
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

    /// The page is loaded again, with what it kept, which has to be readable.
    fn reload(&mut self, bytes: &mut Bytes<'_>) {
        let now = Millis(self.now);
        let kept = self.widget.journal(now, "frame", true);
        let how = bytes.next();
        let next = Self::new(self.setting, self.pages + 1);
        let before = std::mem::replace(self, next);
        self.now = before.now;
        (self.posted, self.places) = (before.posted, before.places);
        self.widget.attach(options(how, 64));
        let (Some(kept), Some(_)) = (kept, self.widget.journal(now, "frame", true)) else {
            return;
        };
        assert!(Journal::parse(&kept).is_ok(), "{kept}");
        let facts = ResumeFacts {
            frame: "frame",
            is_reload: how & 1 != 0,
            is_only: true,
            is_claimed: false,
        };
        let resumed = self.widget.resume(now, &kept, facts);
        // A journal that waits for a host grows old.
        let is_old = resumed == Err(Code::JournalExpired);
        assert!(resumed.is_ok() || is_old, "{resumed:?} {kept}");
    }

    /// Carries the orders out, each delivery answered by every instance.
    fn drain(&mut self) {
        let mut orders = 0;
        while let Some(output) = self.widget.poll_output() {
            orders += 1;
            assert!(orders <= MOST_ORDERS, "the orders have no end");
            match output {
                Output::Post {
                    message,
                    origin,
                    to,
                } => {
                    match self.widget.host_origin() {
                        Some(host) => assert_eq!(origin, host),
                        // An allowed one that announces itself is asked who it is.
                        None => {
                            assert!([HOST, OWN].contains(&origin.as_str()), "{origin}");
                            assert_eq!(message[EXTENDED_FIELD]["open"], json!(false));
                        }
                    }
                    self.note(&message);
                    self.host.hear(&message, &origin, to);
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

    /// Ids of the session's own never repeat, but for the very message with its
    /// place. What carries one already is a reply, and keeps the one it carries.
    fn note(&mut self, message: &Value) {
        let mut plain = message.clone();
        let field = plain
            .as_object_mut()
            .and_then(|message| message.remove(EXTENDED_FIELD));
        let seq = field.as_ref().and_then(|field| field["seq"].as_u64());
        if let Some(field) = field.filter(|_| !is_acknowledgement(message)) {
            self.note_field(&field, seq);
        }
        let id = message.get("messageId").expect("every post has an id");
        let Some(id) = id.as_str().filter(|id| id.starts_with('w')) else {
            return;
        };
        if id == "w_1" {
            // The inputs use this one for replies.
            return;
        }
        let is_repeated = seq.is_some() && self.posted.get(id) == Some(&plain);
        assert!(!self.posted.contains_key(id) || is_repeated, "{id} again");
        self.posted.insert(id.to_owned(), plain);
    }

    /// What is said beside a message: to who asked for it alone, and of one message
    /// in each place.
    fn note_field(&mut self, field: &Value, seq: Option<u64>) {
        let is_plain = self.setting & 4 != 0;
        assert!(self.host.is_announced && !is_plain, "{field} unasked for");
        let is_open = field["open"] == json!(true);
        assert!(
            is_open || field["open"] == json!(false) && seq.is_none(),
            "{field}"
        );
        if let Some(seq) = seq {
            let id = text(&field["id"]);
            let place = (self.pages, seq);
            let at = self.places.entry(place).or_insert_with(|| id.clone());
            assert_eq!(*at, id, "two in one place");
        }
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
