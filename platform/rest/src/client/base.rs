//! The address that a transport's requests go below: one check for all of them.

use super::super::{Error, Request, checks::base_url_problem};

/// An address by https, on loopback also http, without a query.
#[derive(Clone, Debug)]
pub(crate) struct BaseUrl(String);

impl BaseUrl {
    /// Reads it; slashes at its end do not count.
    ///
    /// # Errors
    ///
    /// [`Error::Invalid`], which says what is wrong with it, and the fix.
    pub(crate) fn parse(url: &str) -> Result<Self, Error> {
        match base_url_problem("base_url", url) {
            None => Ok(Self(url.trim_end_matches('/').to_owned())),
            Some(problem) => Err(Error::Invalid(vec![problem])),
        }
    }

    /// Where a request goes. It may hold keys.
    pub(crate) fn address(&self, request: &Request) -> String {
        [self.0.as_str(), &request.target()].concat()
    }

    /// The address itself.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}
