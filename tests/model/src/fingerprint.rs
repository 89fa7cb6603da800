//! Fingerprints of states: 128 bits of their canonical text.
//!
//! An engine's text is its `Debug` output, so that new fields are part of the state automatically.
//! Four things in it grow without bound and mean nothing by themselves; each counts by its meaning:
//!
//! - an instance's id, `~w3`, and a message id, `~w3_17`: by the order of their first appearance,
//!   since engines only compare them, and by whether it was posted;
//! - an instant, `Millis(1234.0)`: by its distance from now, since engines only
//!   take differences;
//! - the number of ids an instance has generated: by its distance from the last one posted, so that
//!   an id about to be used twice stays visible;
//! - the count of a diagnostic: left out, since it only decides whether the page gets a report.
//!
//! Most steps change one engine. So a text is stored as the hash of its content and the list of its
//! relative parts, and a state is composed of these.

use std::fmt::{self, Debug, Write};
use std::ops::Deref;
use std::rc::Rc;

use xxhash_rust::xxh3::xxh3_128;

/// The digest of a shared value, until another takes its place.
#[derive(Clone, Debug)]
pub(crate) struct Cached<T>(Option<(Rc<T>, Rc<Digest>)>);

impl<T: Deref<Target: Debug>> Cached<T> {
    pub(crate) const EMPTY: Self = Self(None);

    /// The digest of an edge's engine. Between two steps the edge holds nothing else but its timer,
    /// which the engine has too.
    pub(crate) fn digest(&mut self, edge: &Rc<T>, canon: &mut Canon) -> Rc<Digest> {
        if let Some((known, digest)) = &self.0
            && Rc::ptr_eq(known, edge)
        {
            return Rc::clone(digest);
        }
        let engine = &***edge;
        let digest = Rc::new(canon.digest(|out| write!(out, "{engine:?}")));
        self.0 = Some((Rc::clone(edge), Rc::clone(&digest)));
        digest
    }
}

/// A text: the hash of its content, and its relative parts.
#[derive(Clone, Debug, PartialEq)]
pub struct Digest {
    hash: u128,
    tokens: Vec<Token>,
}

/// A relative part of a text, which means nothing by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Token {
    /// `~w3`: the side and the number.
    Instance(u8, u32),
    /// `~w3_17`.
    Message(u8, u32, u32),
    Instant(f64),
    /// The number of ids an instance of this side has generated.
    Count(u8, u32),
}

/// The base that a state is relative to.
#[derive(Clone, Copy, Debug)]
pub struct Base {
    /// The current instant, in ms.
    pub now: f64,
    /// The highest number of a message id the widget and the host posted.
    pub last_ids: [u32; 2],
    /// The number of the widget's document.
    pub document: u32,
    /// The numbers of its edge's ids that were posted, one bit each.
    pub posted: u128,
}

impl Base {
    /// True if an id in a text was posted: a queued one must not have been; those of earlier
    /// documents all were.
    fn is_posted(&self, side: u8, serial: u32, message: u32) -> bool {
        side == b'e' && (serial != self.document || is_in(self.posted, message))
    }
}

/// True if a number's bit is set.
pub(crate) fn is_in(numbers: u128, number: u32) -> bool {
    numbers.checked_shr(number).unwrap_or_default() & 1 == 1
}

/// The maker of fingerprints, with its buffers.
#[derive(Debug, Default)]
pub struct Canon {
    raw: Vec<u8>,
    said: Vec<u8>,
    state: Vec<u8>,
    instances: Vec<(u8, u32)>,
    messages: Vec<(u8, u32)>,
}

impl Canon {
    /// The digest of the output of `write`.
    pub fn digest(&mut self, write: impl FnOnce(&mut dyn Write) -> fmt::Result) -> Digest {
        self.raw.clear();
        // Writing into a buffer cannot fail.
        let _ = write(&mut Raw(&mut self.raw));
        self.said.clear();
        let mut tokens = Vec::new();
        let mut rest = self.raw.as_slice();
        let mut side = 0;
        // A verbatim part ends where a relative one begins.
        let mut verbatim = 0;
        while let Some(skipped) =
            memchr::memchr3(b'~', b'M', b'c', rest.get(verbatim..).unwrap_or_default())
        {
            verbatim += skipped;
            let at = rest.get(verbatim..).unwrap_or_default();
            let (taken, token) = match at {
                [b'~', ..] => id(at),
                [b'M', ..] if at.starts_with(b"Millis(") => instant(at),
                [b'c', ..] if at.starts_with(b"counts: [") => counts(at),
                [b'c', ..] if at.starts_with(b"count: ") => count(at, side),
                _ => {
                    verbatim += 1;
                    continue;
                }
            };
            if let Some(Token::Instance(of, _) | Token::Message(of, _, _)) = token {
                side = of;
            }
            self.said
                .extend_from_slice(rest.get(..verbatim).unwrap_or_default());
            self.said.push(b'~');
            tokens.extend(token);
            rest = rest.get(verbatim + taken..).unwrap_or_default();
            verbatim = 0;
        }
        self.said.extend_from_slice(rest);
        Digest {
            hash: xxh3_128(&self.said),
            tokens,
        }
    }

    /// The fingerprint of a state that is its text.
    #[must_use]
    pub fn text(&self, text: &str) -> u128 {
        xxh3_128(text.as_bytes())
    }

    /// Begins a state.
    pub fn begin(&mut self) {
        self.state.clear();
        self.instances.clear();
        self.messages.clear();
    }

    /// Adds a text to the state.
    pub fn add(&mut self, digest: &Digest, base: &Base) {
        self.state.extend_from_slice(&digest.hash.to_le_bytes());
        for token in &digest.tokens {
            match *token {
                Token::Instance(side, serial) => self.add_instance(side, serial),
                Token::Message(side, serial, number) => {
                    let instance = place(&mut self.instances, (side, serial));
                    let message = place(&mut self.messages, (instance, number));
                    self.state.push(instance);
                    self.state.push(message);
                    self.state
                        .push(u8::from(base.is_posted(side, serial, number)));
                }
                Token::Instant(at) => self.add_instant(at, base),
                Token::Count(side, count) => {
                    let [widget, host] = base.last_ids;
                    let last = if side == b'w' { widget } else { host };
                    self.state
                        .extend_from_slice(&count.wrapping_sub(last).to_le_bytes());
                }
            }
        }
    }

    /// Adds an instance's number to the state.
    pub(crate) fn add_instance(&mut self, side: u8, serial: u32) {
        let instance = place(&mut self.instances, (side, serial));
        self.state.push(instance);
    }

    /// Adds an instant to the state.
    pub(crate) fn add_instant(&mut self, at: f64, base: &Base) {
        self.state.extend_from_slice(&(at - base.now).to_le_bytes());
    }

    /// Adds verbatim bytes to the state.
    pub(crate) fn add_bytes(&mut self, bytes: impl IntoIterator<Item = u8>) {
        self.state.extend(bytes);
    }

    /// The fingerprint of the state.
    #[must_use]
    pub fn finish(&self) -> u128 {
        xxh3_128(&self.state)
    }
}

/// `~w3` or `~w3_17`.
fn id(at: &[u8]) -> (usize, Option<Token>) {
    let side = at.get(1).copied().unwrap_or_default();
    let (serial, digits) = number(at.get(2..).unwrap_or_default());
    if digits == 0 {
        return (1, None);
    }
    let tail = at.get(2 + digits..).unwrap_or_default();
    if tail.first() == Some(&b'_') {
        let (message, more) = number(tail.get(1..).unwrap_or_default());
        return (
            3 + digits + more,
            Some(Token::Message(side, serial, message)),
        );
    }
    (2 + digits, Some(Token::Instance(side, serial)))
}

fn instant(at: &[u8]) -> (usize, Option<Token>) {
    let from = b"Millis(".len();
    let end = at.iter().position(|byte| *byte == b')').unwrap_or(from);
    let instant = at
        .get(from..end)
        .and_then(|text| std::str::from_utf8(text).ok())
        .and_then(|text| text.parse().ok());
    (end + 1, instant.map(Token::Instant))
}

/// `counts: [(Code, 3), …]`.
fn counts(at: &[u8]) -> (usize, Option<Token>) {
    let end = at.iter().position(|byte| *byte == b']');
    (end.map_or(at.len(), |end| end + 1), None)
}

/// `count: 17`, of the instance whose id comes before.
fn count(at: &[u8], side: u8) -> (usize, Option<Token>) {
    let from = b"count: ".len();
    let (count, digits) = number(at.get(from..).unwrap_or_default());
    (from + digits, Some(Token::Count(side, count)))
}

/// The position of a value in a list; it is added if missing.
///
/// A list is as long as a state has ids, and endless traffic has no end of them:
/// past 255 they count as one.
fn place<T: PartialEq>(list: &mut Vec<T>, value: T) -> u8 {
    let at = match list.iter().position(|known| *known == value) {
        Some(at) => at,
        None => {
            list.push(value);
            list.len() - 1
        }
    };
    u8::try_from(at).unwrap_or(u8::MAX)
}

/// The number at the beginning of a text, and its number of digits.
fn number(text: &[u8]) -> (u32, usize) {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = text.iter().take(digits).fold(0_u32, |number, digit| {
        number
            .wrapping_mul(10)
            .wrapping_add(u32::from(digit - b'0'))
    });
    (number, digits)
}

struct Raw<'a>(&'a mut Vec<u8>);

impl Write for Raw<'_> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}
