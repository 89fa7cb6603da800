//! Sequences of what happens to a host's session.

use std::collections::HashMap;

use calling_widget_sdk::protocol::limits::{MAX_CLOSED_CALLS, MAX_OPEN_CALLS, MAX_STORE_REQUESTS};
use calling_widget_sdk::protocol::{EXTENDED_FIELD, Kind, Millis, SDK_VERSION, SDK_VERSION_FIELD};
use calling_widget_sdk::session::host::{Host, HostConfig, HostOutput, StoreRequest};
use calling_widget_sdk::session::{CODES, Facts, SourceId};
use serde_json::{Value, json};

use crate::bytes::Bytes;

/// Bytes: a byte for each step, then what the step takes.
///
/// # Panics
///
/// When a post names an origin that the widget may not have, when a message id
/// repeats but for the very message being repeated, when a widget that did not ask
/// for them is sent places, when the store is asked about an engagement it does not
/// know, to complete one twice or to create two for one message, or when calls,
/// questions, counters or the orders of one step are not bounded.
pub fn host(input: &[u8]) {
    run(input);
}

/// Whether an input brings the host to give what it posts a place.
#[must_use]
pub fn host_confirms(input: &[u8]) -> bool {
    !run(input).places.is_empty()
}

fn run(input: &[u8]) -> Run {
    let mut bytes = Bytes(input);
    let mut run = Run::new(bytes.next());
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

const CRM: &str = "https://crm.example";
const PHONE: &str = "https://phone.example";
const SECOND: &str = "https://second.example";
const STEPS: usize = 256;

/// More orders than any one step gives: every open question runs out of time at
/// once, and each failure is told and answered.
const MOST_ORDERS: usize = 16 * MAX_STORE_REQUESTS;

struct Run {
    host: Host<Value>,
    now: f64,
    /// What was posted, by its id, without what is said beside it.
    posted: HashMap<String, Value>,
    /// The ids of what was posted with a place, by load and place.
    places: HashMap<(String, u64), String>,
    /// The last plain SYNC's id.
    sync: Value,
    widget: Peer,
    /// Questions to the store: their number, and whether an engagement's creation.
    asked: Vec<(u32, bool)>,
    navigations: Vec<u32>,
    /// Engagements the store was asked to complete.
    completed: Vec<Value>,
    /// The messages it was asked to create one for.
    created_for: Vec<String>,
    engagements: u32,
}

/// The widget, as far as it confirms messages.
#[derive(Default)]
struct Peer {
    /// It says what it is.
    is_ours: bool,
    /// It said so to this load, or spoke as one that does.
    is_announced: bool,
    /// The load that the host announced; empty for none.
    load: String,
    /// The last place of its stream, and of the host's.
    seq: u32,
    heard: u64,
    /// How many messages have an id beyond loads.
    ids: u32,
}

impl Peer {
    /// Puts on a message what our widget says beside it, once the host has announced
    /// itself. What is sent `again` has the id of the one before.
    fn number(&mut self, message: &mut Value, again: bool) {
        if self.load.is_empty() {
            return;
        }
        self.seq += 1;
        self.ids += u32::from(!again);
        message[EXTENDED_FIELD] = json!({
            "v": 1, "load": self.load, "peer": "w.1", "open": true, "seq": self.seq,
            "base": self.seq, "ack": self.heard, "id": format!("w_{}", 100 + self.ids),
        });
    }

    fn end_load(&mut self) {
        self.is_announced = false;
        self.load.clear();
        (self.seq, self.heard) = (0, 0);
    }
}

impl Run {
    fn new(setting: u8) -> Self {
        let place = ["remote", "widget"][usize::from(setting & 1)];
        let mut config = HostConfig::new(
            CRM.to_owned(),
            PHONE.to_owned(),
            "h".to_owned(),
            json!({ "portalId": 1, "userId": 2, "iframeLocation": place }),
        );
        config.allowed_widget_origins = vec![SECOND.to_owned()];
        config.supports_custom_objects = setting & 2 != 0;
        config.supports_inbound_calling = setting & 4 == 0;
        config.in_call_task = setting & 8 != 0;
        config.confirms_messages = setting & 16 != 0;
        Self {
            host: Host::new(config),
            now: 1_000_000.0,
            posted: HashMap::new(),
            places: HashMap::new(),
            sync: Value::Null,
            widget: Peer {
                is_ours: setting & 32 == 0,
                ..Peer::default()
            },
            asked: Vec::new(),
            navigations: Vec::new(),
            completed: Vec::new(),
            created_for: Vec::new(),
            engagements: 1000,
        }
    }

    fn step(&mut self, bytes: &mut Bytes<'_>) {
        let now = Millis(self.now);
        match bytes.next() % 16 {
            0 => {
                self.widget.end_load();
                match bytes.next() % 4 {
                    0 => self.host.handle_frame_loading(now),
                    1 | 2 => self.host.handle_frame_loaded(now),
                    _ => self.host.handle_frame_error(),
                }
            }
            1 => {
                let mut ack = json!({ "type": "SYNC_ACK", "messageId": self.sync });
                if self.widget.is_ours {
                    ack[SDK_VERSION_FIELD] = json!(SDK_VERSION);
                    self.widget.is_announced = true;
                }
                self.hear(PHONE, &ack);
                let mut hello = json!({ "type": "INITIALIZED", "messageId": "w_1", "data": {
                    "isLoggedIn": bytes.next() & 3 != 0, "isAvailable": true,
                } });
                self.widget.number(&mut hello, false);
                self.hear(PHONE, &hello);
            }
            2..=5 => {
                let attested = bytes.next();
                let facts = Facts {
                    is_trusted: attested & 15 != 15,
                    source: SourceId(u32::from(attested & 48 != 48)),
                    origin: [PHONE, PHONE, SECOND, "https://evil.example"]
                        [usize::from(attested >> 6)],
                };
                let mut message = bytes.message();
                if attested & 1 == 0 {
                    self.widget.number(&mut message, attested & 14 == 14);
                }
                self.widget.is_announced |= message.get(EXTENDED_FIELD).is_some();
                self.host.handle_message(now, &facts, &message);
            }
            6 => {
                let data = bytes.data();
                let _ = self.host.dial_number(now, &data);
            }
            7 => match bytes.next() % 4 {
                0 => drop(self.host.end_call()),
                1 => drop(self.host.cancel_dial()),
                2 => self.host.set_in_call_task(bytes.next() & 1 != 0),
                _ => {
                    let how = bytes.next();
                    let is = |bit: u8| (how & bit != 0).then_some(how & (bit << 1) != 0);
                    drop(self.host.set_visibility(is(1), is(4)));
                }
            },
            8 => {
                let wire = bytes.wire();
                let data = (bytes.next() & 1 != 0).then(|| bytes.data());
                if let Some(kind) = Kind::parse(wire) {
                    let _ = self.host.send(kind, data);
                }
            }
            9 => {
                let message = bytes.message();
                let _ = self.host.send_raw(&message);
            }
            10 => {
                let request = self.navigations.pop().unwrap_or(bytes.next().into());
                self.host
                    .handle_navigation_result(request, bytes.next() & 1 != 0);
            }
            11..=13 => self.answer(bytes),
            _ => {
                let waits = [1.0, 50.0, 100.0, 5_000.0, 30_000.0, 1e9, -5_000.0];
                self.now += bytes.pick(&waits);
                self.host.handle_timeout(Millis(self.now));
            }
        }
    }

    fn hear(&mut self, origin: &str, message: &Value) {
        let facts = Facts {
            is_trusted: true,
            source: SourceId::PEER,
            origin,
        };
        self.host.handle_message(Millis(self.now), &facts, message);
        self.drain();
    }

    /// The store answers one of its questions, or one that nobody asked.
    fn answer(&mut self, bytes: &mut Bytes<'_>) {
        let how = bytes.next();
        if self.asked.is_empty() || how == 255 {
            let request = bytes.next().into();
            let is_open = self.asked.iter().any(|(open, _)| *open == request);
            if !is_open {
                let before = self.host.counts().len();
                self.host
                    .handle_store_result(Millis(self.now), request, Ok(json!({ "id": 9 })));
                assert_eq!(self.host.poll_output(), None, "an answer nobody asked for");
                assert_eq!(self.host.counts().len(), before);
            }
            return;
        }
        let (request, creates) = self.asked.remove(usize::from(how & 15) % self.asked.len());
        self.engagements += 1;
        let result = match how >> 4 {
            0 => Err("the store is down".to_owned()),
            1 => Ok(json!({ "id": null })),
            2 => Ok(json!([{ "objectCoordinates": { "objectId": 1, "objectTypeId": "0-1" } }])),
            _ if creates => Ok(json!({ "id": self.engagements })),
            _ => Ok(json!([])),
        };
        self.host
            .handle_store_result(Millis(self.now), request, result);
    }

    fn drain(&mut self) {
        let mut orders = 0;
        while let Some(output) = self.host.poll_output() {
            orders += 1;
            assert!(orders <= MOST_ORDERS, "the orders have no end");
            match output {
                HostOutput::Post { message, origin } => self.post(&message, &origin),
                HostOutput::Store { request, ask } => {
                    let creates = matches!(ask, StoreRequest::Create { .. });
                    if let StoreRequest::Create {
                        idempotency_key: Some(key),
                        ..
                    } = &ask
                    {
                        assert!(!self.created_for.contains(key), "{key} twice");
                        self.created_for.push(key.clone());
                    }
                    if let StoreRequest::Complete { engagement, .. } = ask {
                        assert!(!self.completed.contains(&engagement), "{engagement} twice");
                        self.completed.push(engagement);
                    }
                    self.asked.push((request, creates));
                }
                HostOutput::Navigate { request, .. } => self.navigations.push(request),
                HostOutput::MoveFrame { url } => {
                    let known = [PHONE, SECOND].iter().any(|origin| url.starts_with(origin));
                    assert!(known, "{url}");
                }
                HostOutput::Diagnostic { code, detail, .. } => {
                    assert!(CODES.contains(&code) && detail.len() < 512, "{detail}");
                }
                _ => {}
            }
        }
    }

    fn post(&mut self, message: &Value, origin: &str) {
        assert!([PHONE, SECOND].contains(&origin), "{origin}");
        let id = message.get("messageId").and_then(Value::as_str);
        let id = id.expect("every post has an id").to_owned();
        assert!(id.starts_with("h_"), "{id} is none of the host's");
        let mut plain = message.clone();
        let field = plain
            .as_object_mut()
            .and_then(|message| message.remove(EXTENDED_FIELD));
        let is_repeated = self.posted.get(&id) == Some(&plain);
        let seq = field.as_ref().and_then(|field| field.get("seq"));
        let seq = seq.and_then(Value::as_u64);
        assert!(
            !self.posted.contains_key(&id) || is_repeated && seq.is_some(),
            "{id} again"
        );
        let is_sync = plain.get("type") == Some(&json!("SYNC"));
        match field {
            Some(field) => self.note(&id, &field, seq, is_sync),
            None if is_sync => self.sync = json!(id),
            None => {}
        }
        self.posted.insert(id, plain);
    }

    /// What is said beside a message: to who asked for it alone, and of one message
    /// in each place.
    fn note(&mut self, id: &str, field: &Value, seq: Option<u64>, is_sync: bool) {
        assert!(self.host.config().confirms_messages, "{field} unasked for");
        assert!(self.widget.is_announced, "{field} to a plain widget");
        assert!(field.get("open").is_none(), "{field} as a widget's");
        let load = field.get("load").and_then(Value::as_str);
        load.expect("a load").clone_into(&mut self.widget.load);
        assert!(is_sync != seq.is_some(), "{field}");
        if let Some(seq) = seq {
            let place = (self.widget.load.clone(), seq);
            let at = self.places.entry(place).or_insert_with(|| id.to_owned());
            assert_eq!(at, id, "two in one place");
            self.widget.heard = self.widget.heard.max(seq);
        }
    }

    fn check(&self) {
        let calls = self.host.calls();
        let open = calls.iter().filter(|call| call.state.is_open()).count();
        assert!(open <= MAX_OPEN_CALLS, "{open} open calls");
        assert!(
            calls.iter().count() - open <= MAX_CLOSED_CALLS,
            "closed calls"
        );
        assert!(self.host.counts().len() <= CODES.len(), "counters");
        if let Some(due) = self.host.poll_timeout() {
            assert!(due.0.is_finite(), "{due:?}");
        }
    }
}
