//! The state of the service: its data, its clock, its log.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicI64, Ordering},
    },
};

use crate::{
    platform::{
        answer::Result,
        faults::Faults,
        identity::Identity,
        log::Log,
        namespace::{self, Namespace},
        options::Options,
        start,
    },
    store::{self, Store},
};

/// The data of all namespaces, and state in memory.
#[derive(Debug)]
pub(crate) struct State {
    pub(super) options: Options,
    pub(in crate::platform) store: Store,
    pub(super) identity: Identity,
    pub(super) log: Log,
    faults: Mutex<HashMap<String, Faults>>,
    /// Numbers answers, for their correlation ids.
    pub(super) answers: AtomicI64,
    /// The highest serial of any removed namespace. A namespace created again continues
    /// from it, so no token repeats. With a seed it starts at 0. In memory, since without
    /// a seed the key that the serials are mixed with ends with the process too.
    pub(super) highest_removed: AtomicI64,
}

impl State {
    /// Starts with the data alone.
    pub(crate) fn new(options: Options, store: Store, identity: Identity) -> Self {
        Self {
            options,
            store,
            identity,
            log: Log::default(),
            faults: Mutex::default(),
            answers: AtomicI64::new(0),
            highest_removed: AtomicI64::new(0),
        }
    }

    /// The faults by namespace. A poisoned lock means a panic elsewhere; each change of
    /// the map is complete.
    pub(super) fn faults(&self) -> MutexGuard<'_, HashMap<String, Faults>> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The most namespaces and snapshots.
    fn most_namespaces(&self) -> i64 {
        self.options.namespaces.unwrap_or(namespace::MOST)
    }
}

/// Runs a function on a namespace, and creates a missing one.
///
/// A refusal (4xx) commits, because it may revoke a token. A server error (5xx) rolls back.
pub(super) async fn with_namespace<T: Send + 'static>(
    state: &Arc<State>,
    name: &str,
    base_url: &str,
    work: impl FnOnce(&Namespace<'_>) -> Result<T> + Send + 'static,
) -> Result<T> {
    let shared = Arc::clone(state);
    let name = name.to_owned();
    let base_url = base_url.to_owned();
    let outcome = state
        .store
        .run(move |data| {
            let state = &*shared;
            let moved_ms = store::clock_ms(data, &name)?;
            let now_ms = state.options.clock.now_ms();
            let namespace = Namespace {
                data,
                name: &name,
                now_ms: now_ms.saturating_add(moved_ms.unwrap_or_default()),
                identity: &state.identity,
                profile: state.options.profile,
                most_namespaces: state.most_namespaces(),
                base_url: &base_url,
            };
            if moved_ms.is_none() {
                make(state, &namespace)?;
            }
            match work(&namespace) {
                Err(refusal) if refusal.status >= 500 => Err(refusal),
                outcome => Ok(outcome),
            }
        })
        .await;
    outcome?
}

fn make(state: &State, namespace: &Namespace<'_>) -> Result<()> {
    if store::namespaces(namespace.data)? >= namespace.most_namespaces {
        return Err(namespace::too_many(namespace.most_namespaces));
    }
    let serial = if namespace.identity.is_seeded {
        0
    } else {
        state.highest_removed.load(Ordering::Relaxed)
    };
    store::add_namespace(namespace.data, namespace.name, serial)?;
    start::fill(namespace, &state.options.additions)
}
