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
    for (fault, promise) in [
        (DeskFault::PostsItself, Promise::OneActs),
        (DeskFault::GoneUnheard, Promise::NothingLost),
        (DeskFault::EndSwallowed, Promise::NothingLost),
        (DeskFault::ReleaseOvertakes, Promise::OneActs),
        (DeskFault::LockUngranted, Promise::OneLeads),
        (DeskFault::AcksUnheard, Promise::NothingLost),
        (DeskFault::StartsUnheard, Promise::HostKnows),
        (DeskFault::HostPretended, Promise::OneLeads),
    ] {
        let name = match fault {
            DeskFault::HostPretended => "windows-popout",
            _ => "windows-close",
        };
        let desk = Desk::new(DeskScope {
            fault: Some(fault),
            ..scope(name)
        });

        let found = Search::new(desk).run().found.map(|(promise, _)| promise);

        assert_eq!(found, Some(promise), "{fault:?}");
    }
}
