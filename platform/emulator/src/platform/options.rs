//! How a platform is set up.

use std::{path::PathBuf, time::Duration};

use super::{clock::Clock, seed::Seed};

/// How a platform is set up.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// How it answers.
    pub profile: Profile,
    /// The data's file; in memory when there is none.
    pub data: Option<PathBuf>,
    /// Makes identifiers and tokens come out the same each time.
    pub seed: Option<u64>,
    /// What every namespace has from the start, besides the platform's own data.
    pub additions: Seed,
    /// Where the time comes from.
    pub clock: Clock,
    /// Hosts, without port, that mean this server besides loopback.
    pub hosts: Vec<String>,
    /// Where requests go as those who ask know it, without a slash at the end, such as
    /// `https://example.com/demo`; as the host they name when absent.
    pub address: Option<String>,
    /// Origins whose pages may ask.
    pub origins: Vec<String>,
    /// How many namespaces and snapshots there may be; 2000 when absent.
    pub namespaces: Option<i64>,
    /// How long a request's body may take; 10 s when absent.
    pub body_timeout: Option<Duration>,
}

/// How the platform answers.
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
    /// As the documents write it.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::Vendor => "vendor",
        }
    }
}
