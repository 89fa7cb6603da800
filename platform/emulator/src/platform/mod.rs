//! The platform's endpoints, in layers: a module names only modules of lower layers. A test reads
//! this table.
//!
//! | layer | module | holds |
//! |--:|---|---|
//! | 15 | `service` | from a request to its answer |
//! | 14 | `openapi` | the document of all endpoints |
//! | 13 | `paths` | unknown paths in messages |
//! | 12 | `endpoints` | every endpoint |
//! | 11 | `control` | reset, snapshot, clock |
//! | 11 | `docs` | the endpoints as a page |
//! | 11 | `faults` | faults that a test switches on |
//! | 11 | `health` | the health check |
//! | 11 | `host_page` | the token of the demo's host page |
//! | 11 | `log` | the last requests |
//! | 10 | `start` | the initial data |
//! | 9 | `account` | the account of an access token |
//! | 9 | `cards` | app cards in the place of legacy CRM cards |
//! | 9 | `inbound` | incoming calls and recordings |
//! | 9 | `settings` | calling, recording and channel settings |
//! | 9 | `timeline` | events of apps on the timelines of records |
//! | 8 | `objects` | the HTTP of records |
//! | 7 | `quotes` | the rules of a quote; its page and PDF |
//! | 6 | `credentials` | an app, by its developer's key or an access token |
//! | 6 | `records` | records as stored, without rules of their types |
//! | 5 | `oauth` | consent, codes, tokens |
//! | 4 | `apps` | the apps of the account |
//! | 4 | `users` | the users of the account |
//! | 4 | `options` | the options of a platform |
//! | 3 | `endpoint` | the description of an endpoint |
//! | 3 | `seed` | the contents of a seed file |
//! | 2 | `guard` | the pages that may send requests |
//! | 2 | `namespace` | the context of an endpoint: transaction, time, ids |
//! | 2 | `request` | one parsed request |
//! | 1 | `answer` | answers and refusals |
//! | 0 | `clock` | the time and its formats |
//! | 0 | `identity` | ids, tokens and their hashes |
//! | 0 | `pages` | the common parts of pages |
//! | 0 | `scopes` | the scopes, except those of records |
//! | 0 | `shape` | the schemas of types |

mod account;
mod answer;
mod apps;
mod cards;
mod clock;
mod control;
mod credentials;
mod docs;
mod endpoint;
mod endpoints;
mod faults;
mod guard;
mod health;
mod host_page;
mod identity;
mod inbound;
mod log;
mod namespace;
mod oauth;
mod objects;
mod openapi;
mod options;
mod pages;
mod paths;
mod quotes;
mod records;
mod request;
mod scopes;
mod seed;
mod service;
mod settings;
mod shape;
mod start;
mod timeline;
mod users;

use std::sync::Arc;

use axum::Router;

#[cfg(target_arch = "wasm32")]
pub(crate) use self::service::{BODY_TIMEOUT, LONGEST_BODY};
pub use self::{
    clock::Clock,
    options::{Options, Profile},
    seed::{Seed, SeedFault},
};
use self::{identity::Identity, namespace::Namespace, service::State};
use crate::{
    store::{Store, StoreError, add_namespace},
    system::NoRandomness,
};

/// The platform: its data, its clock, its log.
#[derive(Clone, Debug)]
pub struct Platform(Arc<State>);

impl Platform {
    /// Opens the data.
    ///
    /// # Errors
    ///
    /// [`PlatformError`]; the data file is unchanged.
    pub fn new(options: Options) -> Result<Self, PlatformError> {
        let identity = Identity::new(options.seed)?;
        rehearse(&options, &identity)?;
        let store = match &options.data {
            Some(path) => Store::open(path)?,
            None => Store::in_memory()?,
        };
        Ok(Self(Arc::new(State::new(options, store, identity))))
    }

    /// The application, without a socket.
    ///
    /// Paths below `/ns/NAME` are those of the namespace NAME; all others are those
    /// of the namespace `default`.
    pub fn router(&self) -> Router {
        service::router(&self.0, None)
    }

    /// All data, in a form that [`Self::restore`] accepts, in another process too; `None` while a
    /// request is handled. Excludes faults, the log and connections.
    pub fn image(&self) -> Option<Vec<u8>> {
        self.0.store.image()
    }

    /// Replaces all data with an image from [`Self::image`].
    ///
    /// # Errors
    ///
    /// [`PlatformError::Store`], for an image of another version or a damaged one; nothing changes.
    pub fn restore(&self, image: &[u8]) -> Result<(), PlatformError> {
        Ok(self.0.store.restore(image)?)
    }

    /// The application, with a site for all other paths.
    pub fn router_with(&self, site: Router) -> Router {
        service::router(&self.0, Some(site))
    }
}

/// Tries the seed on temporary data, to find its faults first.
fn rehearse(options: &Options, identity: &Identity) -> Result<(), PlatformError> {
    if options.additions.is_empty() {
        return Ok(());
    }
    let outcome = Store::apart(|data| {
        let namespace = Namespace {
            data,
            name: namespace::DEFAULT,
            now_ms: options.clock.now_ms(),
            identity,
            profile: options.profile,
            most_namespaces: namespace::MOST,
            base_url: "http://localhost",
        };
        let is_there = add_namespace(data, namespace.name, 0).is_ok();
        // A fault in the platform's own data is not the seed's.
        if is_there && start::fill_own(&namespace).is_ok() {
            start::add(&namespace, &options.additions)
        } else {
            Ok(())
        }
    });
    Ok(outcome??)
}

/// A reason why a platform cannot be set up.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlatformError {
    /// The data file cannot be opened.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The platform refuses an entry of the seed.
    #[error(transparent)]
    Seed(#[from] SeedFault),
    /// The system has no randomness.
    #[error("the system gives no random bytes: {0}")]
    Randomness(#[from] NoRandomness),
}
