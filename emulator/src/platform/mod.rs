//! The platform's endpoints, over data of their own.
//!
//! | module | holds |
//! |---|---|
//! | `answer` | answers and refusals |
//! | `apps` | apps, users, and what is there from the start |
//! | `call` | one request, read; what an endpoint works with |
//! | `cards` | app cards in the place of legacy CRM cards |
//! | `control` | reset, snapshot, clock |
//! | `definition` | every endpoint, once |
//! | `docs` | the endpoints as a page |
//! | `examples` | examples of requests and answers |
//! | `faults` | faults that a test switches on |
//! | `guard` | which pages may ask |
//! | `host_page` | the token of the demo's host page |
//! | `identity` | identifiers, tokens and their digests |
//! | `inbound` | incoming calls and recordings |
//! | `log` | the last requests |
//! | `oauth` | consent, codes, tokens |
//! | `objects` | records of the CRM, call engagements among them |
//! | `openapi` | the document of all of it |
//! | `pages` | what pages have in common |
//! | `paths` | what is shown of a path that is no endpoint's |
//! | `service` | from a request to its answer |
//! | `settings` | calling, recording and channel settings |
//! | `shape` | the schemas of types |
//! | `timeline` | events of apps on the timelines of records |

mod answer;
mod apps;
mod call;
mod cards;
mod control;
mod definition;
mod docs;
mod examples;
mod faults;
mod guard;
mod host_page;
mod identity;
mod inbound;
mod log;
mod oauth;
mod objects;
mod openapi;
mod pages;
mod paths;
mod quotes;
mod service;
mod settings;
mod shape;
mod timeline;

use std::{
    collections::HashMap,
    path::PathBuf,
    sync::{Arc, Mutex, atomic::AtomicI64},
    time::Duration,
};

use axum::Router;

use self::{answer::Refusal, faults::Faults, identity::Identity, log::Log};
use crate::store::{Layout, Store, StoreError};

/// How the platform answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Profile {
    /// As the reference says: success is 200.
    #[default]
    Spec,
    /// With the statuses that the service's own client libraries expect.
    Vendor,
}

impl Profile {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::Vendor => "vendor",
        }
    }
}

/// Where the time comes from. Either can be moved forward by a control path.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Clock {
    /// It stands still at the start of 2026.
    Fixed,
    /// The system's.
    #[default]
    Real,
}

impl Clock {
    fn now_ms(self) -> i64 {
        match self {
            Self::Fixed => FIXED_MS,
            Self::Real => jiff::Timestamp::now().as_millisecond(),
        }
    }
}

/// How a platform is set up.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How it answers.
    pub profile: Profile,
    /// The data's file; in memory when there is none.
    pub data: Option<PathBuf>,
    /// Makes identifiers and tokens come out the same each time.
    pub seed: Option<u64>,
    /// Where the time comes from.
    pub clock: Clock,
    /// Hosts, without port, that mean this server besides loopback.
    pub hosts: Vec<String>,
    /// Origins whose pages may ask.
    pub origins: Vec<String>,
    /// How many namespaces and snapshots there may be; 2000 when absent.
    pub namespaces: Option<i64>,
    /// How long a request's body may take; 10 s when absent.
    pub body_timeout: Option<Duration>,
}

/// Why a platform cannot be set up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlatformError {
    /// The data file is not opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system has no randomness.
    #[error("the system gives no random bytes: {0}")]
    Randomness(#[from] getrandom::Error),
}

/// The platform: its data, its clock, its log.
#[derive(Clone, Debug)]
pub struct Platform(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    options: Options,
    store: Store,
    identity: Identity,
    log: Log,
    faults: Mutex<HashMap<String, Faults>>,
    /// Numbers answers, for their correlation ids.
    answers: AtomicI64,
    /// The highest number that a namespace had which was removed. One that is made
    /// anew goes on from there, so that no code and no token is made twice; a seed
    /// tells the same story again. In memory, since without a seed the key that the
    /// numbers are mixed with ends with the process as well.
    given: AtomicI64,
}

impl Platform {
    /// Opens the data.
    ///
    /// # Errors
    ///
    /// [`PlatformError`]; the data's file is left as it is.
    pub fn new(options: Options) -> Result<Self, PlatformError> {
        let store = match &options.data {
            Some(path) => Store::open(path, fill_anew)?,
            None => Store::in_memory()?,
        };
        Ok(Self(Arc::new(Inner {
            identity: Identity::new(options.seed)?,
            options,
            store,
            log: Log::default(),
            faults: Mutex::default(),
            answers: AtomicI64::new(0),
            given: AtomicI64::new(0),
        })))
    }

    /// The application, without a socket.
    ///
    /// Paths below `/ns/NAME` are those of the namespace NAME; all others are those
    /// of the namespace `default`.
    pub fn router(&self) -> Router {
        service::router(self, None)
    }

    /// The application, with a site for the paths that are no endpoint's.
    pub fn router_with(&self, site: Router) -> Router {
        service::router(self, Some(site))
    }
}

/// Gives namespaces of a file of an earlier layout what it had no place for.
fn fill_anew(data: &rusqlite::Connection, namespace: &str, layout: Layout) -> rusqlite::Result<()> {
    match layout {
        Layout::First => objects::fill(data, namespace, FIXED_MS)?,
        Layout::Second => objects::fill_further(data, namespace)?,
        Layout::Third => {}
    }
    apps::open_timeline(data, namespace)?;
    timeline::fill(data, namespace, FIXED_MS)
}

/// The namespace of paths that name none.
const DEFAULT_NAMESPACE: &str = "default";

/// Whether a text can name a namespace.
fn is_namespace(name: &str) -> bool {
    (1..=40).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

fn too_many_namespaces(most: i64) -> Refusal {
    Refusal::new(
        429,
        "RATE_LIMITS",
        "TOO_MANY_NAMESPACES",
        format!(
            "there are {most} namespaces and snapshots already: remove some by DELETE \
             /emulator/namespaces/NAME"
        ),
    )
}

/// How many namespaces and snapshots there may be.
const MOST_NAMESPACES: i64 = 2000;

/// 2026-01-01T00:00:00Z.
const FIXED_MS: i64 = 1_767_225_600_000;
