//! Rooms in which the pages of one machine leave each other short texts, so that two phones
//! of a demo find each other: each reads what came after the last one it has.
//!
//! They live in memory, per namespace, and none is older than a minute. What a text means is
//! the pages' own matter, and the log has nothing of it.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use calling_rest::Method;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    answer::{Answer, Refusal, Result, quoted},
    endpoint::{AnswerBody, Endpoint, Handler, Own, RequestBody},
    namespace::is_name,
    options::Profile,
    request::Request,
    shape::{params, shape},
};
use crate::system;

/// The endpoints of this module.
pub(crate) const ENDPOINTS: &[Endpoint] = &[
    Endpoint::control(
        Method::Post,
        "/emulator/signals/{room}",
        Handler::Own(Own::SendSignal),
    )
    .summary("Leaves a text in a room, for the other pages there")
    .takes(RequestBody::Body(shape::<NewSignal>()))
    .answers(AnswerBody::Of(shape::<SentSignal>()))
    .refuses(&[400, 429]),
    Endpoint::control(
        Method::Get,
        "/emulator/signals/{room}",
        Handler::Own(Own::ReadSignals),
    )
    .summary("Reads what others left in a room")
    .with_query(&[params::<SignalQuery>])
    .answers(AnswerBody::Of(shape::<ReadSignals>())),
];

/// A text that is left in a room.
///
/// Shape: `{"from":"softphone-1","to":"customer-1","data":"…"}`.
#[derive(Debug, Deserialize, ToSchema)]
pub(crate) struct NewSignal {
    /// Who leaves it: 1 to 40 small letters, digits or hyphens.
    from: String,
    /// Who may read it; everyone else in the room when absent.
    to: Option<String>,
    /// The text, of 32 KiB at most.
    data: String,
}

/// A text was left.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SentSignal {
    /// Its number; a later text has a higher one.
    number: i64,
}

/// Which texts are meant.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct SignalQuery {
    /// Who reads: what it left itself, and what others may read alone, is left out.
    #[serde(rename = "as")]
    reader: Option<String>,
    /// The number after which they come; without it there are none, and `next` is where to
    /// begin.
    #[param(value_type = Option<i64>)]
    after: Option<String>,
    /// For how long an answer without texts may wait for one, in ms; 10,000 at most.
    #[param(value_type = Option<u64>)]
    wait: Option<String>,
}

/// What others left.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ReadSignals {
    /// The texts, oldest first.
    signals: Vec<Signal>,
    /// What the next request names as `after`.
    next: i64,
}

/// A text in a room.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Signal {
    /// Its number.
    number: i64,
    /// Who left it.
    from: String,
    /// The text.
    data: String,
    #[serde(skip)]
    to: Option<String>,
    #[serde(skip)]
    left_ms: i64,
}

/// The rooms of all namespaces.
#[derive(Debug, Default)]
pub(crate) struct Signals {
    rooms: Mutex<Rooms>,
    /// How many requests wait for a text.
    waiting: AtomicUsize,
}

#[derive(Debug, Default)]
struct Rooms {
    /// The number of the newest text of any room.
    last: i64,
    /// By namespace and name.
    by_name: HashMap<(String, String), VecDeque<Signal>>,
}

impl Signals {
    /// Leaves a text in a room.
    pub(crate) fn send(&self, request: &Request, namespace: &str) -> Result<Answer> {
        let room = room(request)?;
        let NewSignal { from, to, data } = request.read(Profile::Spec)?;
        check_name("from", &from)?;
        if let Some(to) = &to {
            check_name("to", to)?;
        }
        if data.len() > LONGEST_DATA {
            return Err(Refusal::invalid(
                "data",
                "INVALID_OPTION",
                format!("data has {} bytes: send {LONGEST_DATA} at most", data.len()),
            ));
        }
        let now_ms = system::now_ms();
        let mut rooms = self.rooms();
        rooms.expire(now_ms);
        let key = (namespace.to_owned(), room.to_owned());
        let held = rooms.by_name.get(&key).map_or(0, VecDeque::len);
        let is_room_full = held >= MOST_IN_ROOM;
        let is_one_room_too_many = held == 0 && rooms.by_name.len() >= MOST_ROOMS;
        if is_room_full || is_one_room_too_many || rooms.bytes() + data.len() > MOST_BYTES {
            return Err(full());
        }
        let number = rooms.last.saturating_add(1);
        rooms.last = number;
        rooms.by_name.entry(key).or_default().push_back(Signal {
            number,
            from,
            data,
            to,
            left_ms: now_ms,
        });
        drop(rooms);
        Answer::json(200, &SentSignal { number })
    }

    /// Reads what others left in a room, and waits for it where that is asked for.
    pub(crate) async fn read(&self, request: &Request, namespace: &str) -> Result<Answer> {
        let room = room(request)?;
        let query: SignalQuery = request.query.read()?;
        let reader = query.reader.unwrap_or_default();
        if !reader.is_empty() {
            check_name("as", &reader)?;
        }
        let wait_ms = query.wait.map_or(Ok(0), |text| wait_ms(&text))?;
        let Some(after) = query.after else {
            let next = self.rooms().last;
            return Answer::json(
                200,
                &ReadSignals {
                    signals: Vec::new(),
                    next,
                },
            );
        };
        let after: i64 = number("after", &after)?;
        let key = (namespace.to_owned(), room.to_owned());
        let place = Waiting::enter(&self.waiting);
        let most_rounds = if place.is_some() {
            wait_ms.min(LONGEST_WAIT_MS) / ROUND_MS
        } else {
            0
        };
        let mut rounds = 0;
        loop {
            let read = self.after(&key, after, &reader);
            if !read.signals.is_empty() || rounds >= most_rounds {
                return Answer::json(200, &read);
            }
            rounds += 1;
            system::sleep(Duration::from_millis(ROUND_MS)).await;
        }
    }

    /// Forgets the rooms of a namespace.
    pub(crate) fn forget(&self, namespace: &str) {
        self.rooms().by_name.retain(|(of, _), _| of != namespace);
    }

    fn after(&self, key: &(String, String), after: i64, reader: &str) -> ReadSignals {
        let mut rooms = self.rooms();
        rooms.expire(system::now_ms());
        // A number of another run of this program: nothing of this one was read yet.
        let after = if after > rooms.last { 0 } else { after };
        let signals = rooms.by_name.get(key).into_iter().flatten();
        let signals = signals.filter(|signal| {
            signal.number > after
                && signal.from != reader
                && signal.to.as_deref().is_none_or(|to| to == reader)
        });
        ReadSignals {
            signals: signals.cloned().collect(),
            next: rooms.last,
        }
    }

    /// A poisoned lock means a panic elsewhere; each change of the rooms is complete.
    fn rooms(&self) -> MutexGuard<'_, Rooms> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rooms {
    fn bytes(&self) -> usize {
        let signals = self.by_name.values().flatten();
        signals.map(|signal| signal.data.len()).sum()
    }

    fn expire(&mut self, now_ms: i64) {
        self.by_name.retain(|_, signals| {
            signals.retain(|signal| now_ms.saturating_sub(signal.left_ms) <= LIFETIME_MS);
            !signals.is_empty()
        });
    }
}

/// The place of a request that may wait; given back when it is answered or its caller is gone.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn enter(count: &'a AtomicUsize) -> Option<Self> {
        let place = Self(count);
        // Where there are too many, the place is given back at once.
        (count.fetch_add(1, Ordering::Relaxed) < MOST_WAITING).then_some(place)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

fn room(request: &Request) -> Result<&str> {
    let room = request.part("room");
    check_name("room", room)?;
    Ok(room)
}

fn check_name(field: &str, text: &str) -> Result<()> {
    if is_name(text) {
        return Ok(());
    }
    Err(Refusal::invalid(
        field,
        "INVALID_OPTION",
        format!(
            "{} is no {field}: use 1 to 40 small letters, digits or hyphens",
            quoted(text)
        ),
    ))
}

fn number<T: std::str::FromStr>(field: &str, text: &str) -> Result<T> {
    text.parse().map_err(|_| not_whole(field, text))
}

fn not_whole(field: &str, text: &str) -> Refusal {
    Refusal::invalid(
        field,
        "INVALID_INTEGER",
        format!("{} is no {field}: use a whole number", quoted(text)),
    )
}

/// Up to the largest number that the OpenAPI document has.
fn wait_ms(text: &str) -> Result<u64> {
    let ms: i64 = number("wait", text)?;
    u64::try_from(ms).map_err(|_| not_whole("wait", text))
}

fn full() -> Refusal {
    let mut refusal = Refusal::new(
        429,
        "RATE_LIMITS",
        "ROOM_FULL",
        format!(
            "{MOST_IN_ROOM} texts of the last minute are in this room, or {MOST_ROOMS} rooms or \
             {MOST_BYTES} bytes in all: send later"
        ),
    );
    refusal.headers.push(("retry-after", "60".to_owned()));
    refusal
}

/// How long a text is there.
const LIFETIME_MS: i64 = 60_000;
/// How long a text may be, in bytes: an offer of a call has some 2000.
const LONGEST_DATA: usize = 32 * 1024;
const MOST_IN_ROOM: usize = 256;
const MOST_ROOMS: usize = 256;
/// Of all texts together.
const MOST_BYTES: usize = 16 * 1024 * 1024;
const MOST_WAITING: usize = 128;
const LONGEST_WAIT_MS: u64 = 10_000;
const ROUND_MS: u64 = 50;
