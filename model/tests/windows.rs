//! What is promised of several windows can be violated, by a fault or by what is not
//! promised.

#![expect(clippy::indexing_slicing, reason = "a test may fail")]

use model::desk::{DESKS, DeskFault, DeskScope, Promise, search};

const SCOPE: DeskScope = DeskScope {
    closes: 1,
    ..DESKS[0]
};

#[test]
fn each_fault_between_windows_is_found() {
    for (fault, promise) in [
        (DeskFault::PostsItself, Promise::OneActs),
        (DeskFault::GoneUnheard, Promise::OneLeads),
        (DeskFault::EndSwallowed, Promise::NothingLost),
    ] {
        let outcome = search(DeskScope {
            fault: Some(fault),
            ..SCOPE
        });

        let found = outcome.found.map(|(promise, _)| promise);
        assert_eq!(found, Some(promise), "{fault:?}");
    }
}

/// Two commands are under way to the leader when that is closed: the window that leads then
/// sends the second first, which does not fit the call yet.
#[test]
fn an_app_that_says_two_steps_at_once_may_lose_one() {
    let outcome = search(DeskScope {
        is_eager: true,
        ..SCOPE
    });

    let found = outcome.found.map(|(promise, _)| promise);
    assert_eq!(found, Some(Promise::NothingLost));
}
