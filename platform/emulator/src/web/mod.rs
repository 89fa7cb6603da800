//! The wasm edge: the platform as a function from a request to its answer.
//!
//! The module imports nothing. Its caller gets a buffer by [`reserve`], writes an input into it
//! and calls one of the others with the time, which returns a pointer to the answer. All are
//! plain functions of numbers, so no glue is needed:
//! `platform/emulator/npm/src/instance.ts` calls them.
//!
//! | function | input | answer |
//! |---|---|---|
//! | [`open`] | the setup; as the body the files of a site, then a seed file | facts for the caller, or an error |
//! | [`send`] | a request | the answer, or the time to wait |
//! | [`resume`] | none | as [`send`], for a pending request |
//! | [`image`] | none | all data as the body; none while a request waits for them |
//! | [`restore`] | such data as the body | nothing, or an error |
//!
//! An input is the length of its head as four bytes, little-endian; the head, which is JSON;
//! and the body. An answer begins with both lengths.

mod exchange;
mod host;
mod site;

use std::cell::RefCell;

use axum::Router;
use serde::{Deserialize, Serialize};

use self::{
    exchange::{Outcome, Waiting, begin, go_on},
    site::SiteFile,
};
use crate::{
    Clock, Options, Platform, PlatformError, Profile, Seed, SeedFault, Site, headers,
    platform::{BODY_TIMEOUT, LONGEST_BODY},
    system,
};

/// The state of an instance.
#[derive(Default)]
struct Edge {
    platform: Option<Platform>,
    router: Option<Router>,
    waiting: Waiting,
    input: Vec<u8>,
    output: Vec<u8>,
}

thread_local! {
    static EDGE: RefCell<Edge> = RefCell::default();
}

/// The setup of a platform.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Setup {
    is_vendor: bool,
    is_fixed: bool,
    seed: Option<u64>,
    random_key: [u8; 32],
    address: Option<String>,
    origins: Vec<String>,
    /// The files of the site served beside it, concatenated in the body.
    site: Vec<SiteFile>,
}

/// Facts for the caller.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Opened {
    longest_body: usize,
    body_timeout_ms: u128,
    version: &'static str,
}

/// A reason why a platform cannot be opened.
#[derive(Debug, Serialize)]
struct Fault {
    /// The line in the seed; none for other faults.
    line: Option<usize>,
    error: String,
}

impl From<SeedFault> for Fault {
    fn from(fault: SeedFault) -> Self {
        Self {
            line: Some(fault.line),
            error: fault.message,
        }
    }
}

impl From<PlatformError> for Fault {
    fn from(error: PlatformError) -> Self {
        match error {
            PlatformError::Seed(fault) => fault.into(),
            other => Self {
                line: None,
                error: other.to_string(),
            },
        }
    }
}

/// Reserves a buffer for an input of this length, and returns its address.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an export has a name of its own")]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    EDGE.with_borrow_mut(|edge| {
        edge.input = vec![0; length];
        edge.input.as_mut_ptr()
    })
}

/// Opens the platform of this instance.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an export has a name of its own")]
pub extern "C" fn open(now_ms: f64) -> *const u8 {
    EDGE.with_borrow_mut(|edge| {
        set_now(now_ms);
        let input = std::mem::take(&mut edge.input);
        let head = match opened(&input) {
            Ok((platform, router, opened)) => {
                edge.router = Some(router);
                edge.platform = Some(platform);
                serde_json::to_vec(&opened)
            }
            Err(fault) => serde_json::to_vec(&fault),
        };
        edge.answer(&head.unwrap_or_default(), &[])
    })
}

/// Sends a request.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an export has a name of its own")]
pub extern "C" fn send(now_ms: f64) -> *const u8 {
    EDGE.with_borrow_mut(|edge| {
        set_now(now_ms);
        let input = std::mem::take(&mut edge.input);
        let router = edge.router.clone().unwrap_or_default();
        let outcome = begin(router, &input, &mut edge.waiting);
        edge.write(outcome)
    })
}

/// Resumes a pending request.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an export has a name of its own")]
pub extern "C" fn resume(ticket: u32, now_ms: f64) -> *const u8 {
    EDGE.with_borrow_mut(|edge| {
        set_now(now_ms);
        let outcome = go_on(ticket, &mut edge.waiting);
        edge.write(outcome)
    })
}

/// Returns all data.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an export has a name of its own")]
pub extern "C" fn image() -> *const u8 {
    EDGE.with_borrow_mut(|edge| {
        let image = edge.platform.as_ref().and_then(Platform::image);
        edge.answer(b"{}", &image.unwrap_or_default())
    })
}

/// Replaces all data.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an export has a name of its own")]
pub extern "C" fn restore() -> *const u8 {
    EDGE.with_borrow_mut(|edge| {
        let input = std::mem::take(&mut edge.input);
        let (_, data) = exchange::parts(&input).unwrap_or_default();
        let outcome = edge
            .platform
            .as_ref()
            .map(|platform| platform.restore(data));
        let head = match outcome {
            Some(Err(error)) => serde_json::to_vec(&Fault::from(error)).unwrap_or_default(),
            Some(Ok(())) | None => b"{}".to_vec(),
        };
        edge.answer(&head, &[])
    })
}

impl Edge {
    fn write(&mut self, outcome: Outcome) -> *const u8 {
        let head = serde_json::to_vec(&outcome.head).unwrap_or_default();
        self.answer(&head, &outcome.body)
    }

    fn answer(&mut self, head: &[u8], body: &[u8]) -> *const u8 {
        self.output.clear();
        self.output.shrink_to(SPARE);
        for part in [head, body] {
            let length = u32::try_from(part.len()).unwrap_or(u32::MAX);
            self.output.extend(length.to_le_bytes());
        }
        self.output.extend(head);
        self.output.extend(body);
        self.output.as_ptr()
    }
}

fn opened(input: &[u8]) -> Result<(Platform, Router, Opened), Fault> {
    let (head, body) = exchange::parts(input).unwrap_or_default();
    let elsewhere = |error: String| Fault { line: None, error };
    let setup: Setup =
        serde_json::from_slice(head).map_err(|error| elsewhere(error.to_string()))?;
    let (files, seed) = site::split(setup.site, body)
        .ok_or_else(|| elsewhere("the site's files are not there in full".to_owned()))?;
    system::set_random_key(setup.random_key);
    let additions = if seed.is_empty() {
        Seed::default()
    } else {
        Seed::read(seed)?
    };
    let platform = Platform::new(Options {
        profile: if setup.is_vendor {
            Profile::Vendor
        } else {
            Profile::Spec
        },
        clock: if setup.is_fixed {
            Clock::Fixed
        } else {
            Clock::Real
        },
        seed: setup.seed.or(additions.number()),
        additions,
        address: setup.address,
        origins: setup.origins,
        ..Options::default()
    })?;
    let opened = Opened {
        longest_body: LONGEST_BODY,
        body_timeout_ms: BODY_TIMEOUT.as_millis(),
        version: env!("CARGO_PKG_VERSION"),
    };
    let router = if files.is_empty() {
        platform.router()
    } else {
        platform.router_with(headers::add(site::serve(files), Site::Host))
    };
    Ok((platform, router, opened))
}

fn set_now(now_ms: f64) {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "ms since 1970 are far below 2^53"
    )]
    system::set_now_ms(now_ms as i64);
}

/// The buffer retained between answers, in bytes.
const SPARE: usize = 64 * 1024;
