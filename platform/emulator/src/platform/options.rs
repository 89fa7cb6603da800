//! The options of a platform.

use std::{path::PathBuf, time::Duration};

use super::{clock::Clock, seed::Seed};

/// The options of a platform.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The profile of its answers.
    pub profile: Profile,
    /// The data file; in memory if absent.
    pub data: Option<PathBuf>,
    /// Makes ids and tokens repeatable.
    pub seed: Option<u64>,
    /// Initial data of every namespace, besides the platform's own.
    pub additions: Seed,
    /// The source of the time.
    pub clock: Clock,
    /// Names of this server besides loopback, without port.
    pub hosts: Vec<String>,
    /// The base URL in answers, without a trailing slash, such as `https://example.com/demo`; by
    /// default the host in the request.
    pub address: Option<String>,
    /// Origins whose pages may send requests.
    pub origins: Vec<String>,
    /// The limit of namespaces and snapshots; 2000 by default.
    pub namespaces: Option<i64>,
    /// The time-out of a request's body; 10 s by default.
    pub body_timeout: Option<Duration>,
}

/// The profile of a platform's answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(not(target_arch = "wasm32"), derive(clap::ValueEnum))]
pub enum Profile {
    /// As the reference says: success is 200.
    #[default]
    Spec,
    /// With the statuses that the service's own client libraries expect.
    Vendor,
}

impl Profile {
    /// The name in documents.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::Vendor => "vendor",
        }
    }
}
