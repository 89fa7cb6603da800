//! The SIP server of the tests of phones.

use std::path::Path;

use super::browser;

/// Installs the server if that needs nobody's consent, or says how to: without it the tests of SIP
/// phones are reported as not run.
pub(crate) fn prepare() {
    let find = || is_there().then_some(());
    // apt-get's output is enough: nothing else needs the server.
    let _ = browser::find_or_install(find, "Kamailio, a SIP server", &PACKAGES);
    if !is_there() {
        println!(
            "setup: no SIP server, so the tests of SIP phones are not run; to install it: \
             sudo apt-get install -y {}",
            PACKAGES.join(" ")
        );
    }
}

/// True if it is where `tests/e2e/support/sip/server.ts` looks for it.
fn is_there() -> bool {
    ["/usr/sbin/kamailio", "/usr/local/sbin/kamailio"]
        .iter()
        .any(|path| Path::new(path).exists())
}

const PACKAGES: [&str; 2] = ["kamailio", "kamailio-websocket-modules"];
