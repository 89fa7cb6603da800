//! The origins a widget trusts as its host.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use crate::protocol::{DEFAULT_HOST_ORIGINS, Origin, OriginPattern, is_loopback_host};

/// The origins a widget trusts as its host.
///
/// By default the widget's own origin, [`DEFAULT_HOST_ORIGINS`], and any loopback origin while the
/// widget's own page is on loopback. An app's list replaces all of these.
#[derive(Clone, Debug)]
pub(crate) enum HostPolicy {
    /// This host alone. It need be no origin: a port's messages have none, and the port itself is
    /// trusted.
    Only(String),
    Listed {
        patterns: Vec<OriginPattern>,
        own: Option<String>,
        loopback: bool,
    },
}

/// An entry of `allowedHostOrigins` that is no origin pattern.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an http or https origin: {0}")]
pub(crate) struct PolicyError(pub String);

impl HostPolicy {
    /// The default policy of a page of this origin.
    pub(crate) fn default_for(own_origin: &str) -> Self {
        let own = Origin::parse(own_origin);
        Self::Listed {
            patterns: DEFAULT_HOST_ORIGINS
                .iter()
                .filter_map(|text| OriginPattern::parse(text))
                .collect(),
            loopback: own
                .as_ref()
                .is_some_and(|origin| is_loopback_host(origin.host)),
            own: own.map(|_| own_origin.to_owned()),
        }
    }

    /// The policy of an app's own list.
    ///
    /// # Errors
    ///
    /// [`PolicyError`] with the first entry that is no pattern.
    pub(crate) fn from_list<'a>(
        list: impl IntoIterator<Item = &'a str>,
    ) -> Result<Self, PolicyError> {
        let mut patterns = Vec::new();
        for text in list {
            match OriginPattern::parse(text) {
                Some(pattern) => patterns.push(pattern),
                None => return Err(PolicyError(text.to_owned())),
            }
        }
        Ok(Self::Listed {
            patterns,
            own: None,
            loopback: false,
        })
    }

    /// True if a host of this serialised origin is trusted.
    pub(crate) fn allows(&self, origin: &str) -> bool {
        match self {
            Self::Only(only) => only == origin,
            Self::Listed {
                patterns,
                own,
                loopback,
            } => Origin::parse(origin).is_some_and(|parsed| {
                own.as_deref() == Some(origin)
                    || (*loopback && is_loopback_host(parsed.host))
                    || patterns.iter().any(|pattern| pattern.allows(&parsed))
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{HostPolicy, PolicyError};

    #[test]
    fn a_host_that_the_app_named_is_the_only_one_whatever_its_name() {
        for named in ["null", "file://", "https://crm.example.com"] {
            let policy = HostPolicy::Only(named.to_owned());

            assert!(policy.allows(named));
            assert!(!policy.allows("https://app.hubspot.com"));
            assert!(!policy.allows(""));
        }
    }

    #[test]
    fn loopback_hosts_are_trusted_only_by_loopback_widgets() {
        let local = HostPolicy::default_for("http://localhost:8141");
        let live = HostPolicy::default_for("https://phone.example.com");

        assert!(local.allows("http://localhost:8140"));
        assert!(local.allows("https://crm.localhost"));
        assert!(!live.allows("http://localhost:8140"));
        assert!(live.allows("https://phone.example.com"));
        assert!(live.allows("https://app-eu1.hubspot.com"));
    }

    #[test]
    fn a_list_with_the_opaque_origin_is_refused() {
        assert_eq!(
            HostPolicy::from_list(["null"]).err(),
            Some(PolicyError("null".to_owned()))
        );
    }
}
