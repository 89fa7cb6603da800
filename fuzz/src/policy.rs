//! Lists of allowed host origins.

use calling_widget_sdk::protocol::{DEFAULT_HOST_ORIGINS, Origin, OriginPattern, is_loopback_host};
use calling_widget_sdk::session::HostPolicy;

use crate::origin::spelled;

/// Lines: the widget's own origin, the origin of a host, and the entries of
/// `allowedHostOrigins`.
///
/// # Panics
///
/// When a list is taken that holds an entry that is no origin, when a list trusts
/// a host that none of its entries spells, or when the default trusts one that is
/// neither listed, nor its own, nor loopback beside loopback.
pub fn policy(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else {
        return;
    };
    let mut lines = text.split('\n');
    let (own, host) = (
        lines.next().unwrap_or_default(),
        lines.next().unwrap_or_default(),
    );
    let list: Vec<&str> = lines.take(MOST).collect();

    let first_bad = list
        .iter()
        .find(|entry| OriginPattern::parse(entry).is_none());
    let origin = Origin::parse(host);
    match HostPolicy::from_list(list.iter().copied()) {
        Err(error) => assert_eq!(Some(&error.0.as_str()), first_bad),
        Ok(policy) => {
            assert_eq!(first_bad, None);
            let is_spelled = list.iter().any(|entry| spelled(entry, host));
            assert_eq!(
                policy.allows(host),
                origin.is_some() && is_spelled,
                "{list:?} {host}"
            );
        }
    }

    let default = HostPolicy::default_for(own);
    let own_origin = Origin::parse(own);
    let is_listed = DEFAULT_HOST_ORIGINS
        .iter()
        .any(|entry| spelled(entry, host));
    let is_local = |origin: &Option<Origin<'_>>| {
        origin
            .as_ref()
            .is_some_and(|origin| is_loopback_host(origin.host))
    };
    let is_trusted = is_listed || own == host || (is_local(&own_origin) && is_local(&origin));
    assert_eq!(
        default.allows(host),
        origin.is_some() && is_trusted,
        "{own} {host}"
    );
}

const MOST: usize = 32;
