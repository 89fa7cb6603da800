//! Each invariant can be violated: with one fault seeded between the engines
//! and the world, a search finds it. Without, it finds nothing.

use model::scope::{BASE, NONE};
use model::{Budget, Fault, Invariant, Scope, Search, World, invariant::INVARIANTS};

/// A world large enough for any of the faults to show.
const SMALL: Scope = Scope {
    name: "small",
    calls: 2,
    budget: Budget { ticks: 1, ..NONE },
    ..BASE
};

/// The same, with a widget that may be reloaded to open a session again.
const RELOADING: Scope = Scope {
    excused: &[Invariant::SessionReturns],
    ..SMALL
};

/// A page of the widget's is replaced while a message is pending.
const OVERTAKING: Scope = Scope {
    budget: Budget {
        overtakes: 2,
        reloads: 1,
        ..NONE
    },
    ..SMALL
};

/// Open calls are left to the next page.
const RESUMING: Scope = Scope {
    calls: 1,
    resume: true,
    budget: Budget {
        reloads: 1,
        crashes: 1,
        ..NONE
    },
    ..SMALL
};

/// A fault against each invariant, and a world in which it shows.
const CONTROLS: &[(Invariant, Option<Fault>, &Scope)] = &[
    (
        Invariant::OwnEngagement,
        Some(Fault::AnswerOfAnotherCall),
        &SMALL,
    ),
    (Invariant::CreatedOnce, Some(Fault::CreateTwice), &SMALL),
    (Invariant::SavedOnce, Some(Fault::SaveTwice), &SMALL),
    (Invariant::TakenOnce, Some(Fault::TakeTwice), &SMALL),
    (
        Invariant::NothingQueuedLost,
        Some(Fault::SwallowPost),
        &SMALL,
    ),
    (Invariant::NothingDoubled, Some(Fault::PostTwice), &SMALL),
    (Invariant::CallsResumed, Some(Fault::NoKeeping), &RESUMING),
    (Invariant::OrderKept, Some(Fault::SwapPosts), &SMALL),
    (
        Invariant::InitializedFirst,
        Some(Fault::InitializedLast),
        &SMALL,
    ),
    (Invariant::ReadyOnce, Some(Fault::ReadyTwice), &SMALL),
    (Invariant::HeardOnce, Some(Fault::DropDelivery), &SMALL),
    (Invariant::HeardOnce, Some(Fault::HearTwice), &SMALL),
    (Invariant::AckMatches, Some(Fault::AckUnmatched), &SMALL),
    (Invariant::AckPaced, Some(Fault::AckEvery), &SMALL),
    (Invariant::IdsNeverRepeat, Some(Fault::SameId), &SMALL),
    (Invariant::PinnedOrigin, Some(Fault::AnyOrigin), &SMALL),
    (Invariant::LateInert, None, &OVERTAKING),
    (Invariant::ForeignInert, Some(Fault::OpenGate), &SMALL),
    (Invariant::RefusedInert, Some(Fault::RefusalMoves), &SMALL),
    (Invariant::ErrorUnanswered, Some(Fault::AnswerError), &SMALL),
    (
        Invariant::CallsBounded,
        Some(Fault::StartUnderTwoNames),
        &SMALL,
    ),
    (Invariant::TrafficStops, Some(Fault::Chatter), &SMALL),
    (
        Invariant::SessionReturns,
        Some(Fault::SwallowGreeting),
        &SMALL,
    ),
    (
        Invariant::SessionReachable,
        Some(Fault::SwallowGreeting),
        &RELOADING,
    ),
    (Invariant::SidesAgree, Some(Fault::OtherEndStatus), &SMALL),
    (
        Invariant::NothingLost,
        Some(Fault::SwallowCompletion),
        &SMALL,
    ),
];

#[test]
fn each_invariant_is_broken_by_its_fault() {
    for (invariant, fault, scope) in CONTROLS {
        let search = Search::new(World::new(scope, *fault)).only(*invariant);

        let found = search.run().found.map(|(broken, _)| broken);

        assert_eq!(found, Some(*invariant), "{fault:?}");
    }
    for invariant in INVARIANTS {
        let mut controls = CONTROLS.iter();
        assert!(controls.any(|(of, ..)| of == invariant), "{invariant:?}");
    }
}

#[test]
fn without_a_fault_nothing_is_found() {
    for scope in [SMALL, RELOADING, RESUMING] {
        let report = Search::new(World::new(&scope, None)).run();

        assert!(report.found.is_none(), "{:?}", report.found);
        assert!(report.in_session > 0);
    }
}

#[test]
fn every_invariant_is_in_the_docs() {
    let page = include_str!("../../../docs/model.md");

    for invariant in INVARIANTS {
        let row = format!("| `{}` |{} |", invariant.name(), invariant.says());
        assert!(page.contains(&row), "{row}");
    }
}
