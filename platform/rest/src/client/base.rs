//! The base address of a transport's requests: one check for all transports.

use super::super::{Error, Request, checks::base_url_problem};

/// An address by https, on loopback also http, without a query.
#[derive(Clone, Debug)]
pub(crate) struct BaseUrl(String);

impl BaseUrl {
    /// Parses an address; trailing slashes are dropped.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`], which names the fault and the fix.
    pub(crate) fn parse(url: &str) -> Result<Self, Error> {
        match base_url_problem("base_url", url) {
            None => Ok(Self(url.trim_end_matches('/').to_owned())),
            Some(problem) => Err(Error::Invalid(vec![problem])),
        }
    }

    /// The full address of a request. It may hold keys.
    pub(crate) fn address(&self, request: &Request) -> String {
        [self.0.as_str(), &request.target()].concat()
    }

    /// The base address.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
