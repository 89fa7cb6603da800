//! The promises about several windows can be violated, by a fault.

#![expect(clippy::indexing_slicing, reason = "a test may fail")]

use model::Search;
use model::desk::{DESKS, Desk, DeskFault, DeskScope, Promise};

fn scope(name: &str) -> DeskScope {
    let mut scopes = DESKS.iter().filter(|scope| scope.name == name);
    *scopes.next().unwrap_or(&DESKS[0])
}

#[test]
fn each_fault_between_windows_is_found() {
    for (fault, promise, name) in [
        (DeskFault::PostsItself, Promise::OneActs, "windows-close"),
        (
            DeskFault::GoneUnheard,
            Promise::NothingLost,
            "windows-close",
        ),
        (
            DeskFault::EndSwallowed,
            Promise::NothingLost,
            "windows-close",
        ),
        (
            DeskFault::ReleaseOvertakes,
            Promise::OneActs,
            "windows-close",
        ),
        (DeskFault::LockUngranted, Promise::OneLeads, "windows-close"),
        (
            DeskFault::AcksUnheard,
            Promise::NothingLost,
            "windows-close",
        ),
        (
            DeskFault::StartsUnheard,
            Promise::HostKnows,
            "windows-close",
        ),
        (
            DeskFault::HostPretended,
            Promise::OneLeads,
            "windows-popout",
        ),
    ] {
        let desk = Desk::new(DeskScope {
            fault: Some(fault),
            ..scope(name)
        });

        let found = Search::new(desk).run().found.map(|(promise, _)| promise);

        assert_eq!(found, Some(promise), "{fault:?}");
    }
}
