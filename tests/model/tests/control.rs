//! Each invariant can be violated: with one fault seeded between the engines
//! and the world, a search finds it. Without, it finds nothing.

#![expect(clippy::expect_used, reason = "a test may fail")]

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

macro_rules! controls {
    ($($test:ident: $invariant:ident by $fault:expr, in $scope:expr;)+) => {
        $(
            #[test]
            fn $test() {
                caught(Invariant::$invariant, $fault, &$scope);
            }
        )+

        #[test]
        fn every_invariant_has_its_control() {
            let controlled = [$(Invariant::$invariant),+];

            for invariant in INVARIANTS {
                assert!(controlled.contains(invariant), "{}", invariant.name());
            }
        }
    };
}

controls! {
    an_answer_with_another_calls_engagement_is_caught: OwnEngagement by Some(Fault::AnswerOfAnotherCall), in SMALL;
    a_second_creation_is_caught: CreatedOnce by Some(Fault::CreateTwice), in SMALL;
    a_second_save_is_caught: SavedOnce by Some(Fault::SaveTwice), in SMALL;
    a_command_taken_twice_is_caught: TakenOnce by Some(Fault::TakeTwice), in SMALL;
    a_swallowed_post_is_caught: NothingQueuedLost by Some(Fault::SwallowPost), in SMALL;
    a_doubled_post_is_caught: NothingDoubled by Some(Fault::PostTwice), in SMALL;
    a_record_that_is_not_written_is_caught: CallsResumed by Some(Fault::NoKeeping), in RESUMING;
    posts_out_of_order_are_caught: OrderKept by Some(Fault::SwapPosts), in SMALL;
    a_late_initialized_is_caught: InitializedFirst by Some(Fault::InitializedLast), in SMALL;
    a_second_ready_is_caught: ReadyOnce by Some(Fault::ReadyTwice), in SMALL;
    a_message_the_handlers_miss_is_caught: HeardOnce by Some(Fault::DropDelivery), in SMALL;
    an_acknowledgement_of_nothing_is_caught: AckMatches by Some(Fault::AckUnmatched), in SMALL;
    an_acknowledgement_at_once_again_is_caught: AckPaced by Some(Fault::AckEvery), in SMALL;
    an_id_used_twice_is_caught: IdsNeverRepeat by Some(Fault::SameId), in SMALL;
    a_post_to_any_origin_is_caught: PinnedOrigin by Some(Fault::AnyOrigin), in SMALL;
    a_late_message_of_an_earlier_document_is_caught: LateInert by None, in OVERTAKING;
    a_gate_left_open_is_caught: ForeignInert by Some(Fault::OpenGate), in SMALL;
    a_refusal_that_moves_something_is_caught: RefusedInert by Some(Fault::RefusalMoves), in SMALL;
    an_answered_error_is_caught: ErrorUnanswered by Some(Fault::AnswerError), in SMALL;
    a_call_nobody_began_is_caught: CallsBounded by Some(Fault::StartUnderTwoNames), in SMALL;
    endless_traffic_is_caught: TrafficStops by Some(Fault::Chatter), in SMALL;
    a_session_that_never_comes_is_caught: SessionReturns by Some(Fault::SwallowGreeting), in SMALL;
    a_session_no_reload_brings_is_caught: SessionReachable by Some(Fault::SwallowGreeting), in RELOADING;
    sides_that_differ_are_caught: SidesAgree by Some(Fault::OtherEndStatus), in SMALL;
    a_command_without_effect_is_caught: NothingLost by Some(Fault::SwallowCompletion), in SMALL;
}

#[test]
fn without_a_fault_nothing_is_found() {
    for scope in [SMALL, RELOADING, RESUMING] {
        let report = Search::new(World::new(&scope, None)).run();

        assert!(report.found.is_none(), "{:?}", report.found);
        assert!(report.in_session > 0);
    }
}

fn caught(invariant: Invariant, fault: Option<Fault>, scope: &Scope) {
    let search = Search::new(World::new(scope, fault)).only(invariant);

    let (broken, _) = search.run().found.expect("a violation");

    assert_eq!(broken, invariant);
}

#[test]
fn a_message_that_is_heard_twice_is_caught() {
    caught(Invariant::HeardOnce, Some(Fault::HearTwice), &SMALL);
}

#[test]
fn every_invariant_is_in_the_docs() {
    let page = include_str!("../../../docs/model.md");

    for invariant in INVARIANTS {
        let row = format!("| `{}` |{} |", invariant.name(), invariant.says());
        assert!(page.contains(&row), "{row}");
    }
}
