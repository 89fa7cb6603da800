//! Some hundred calls of each kind of shift, and errors in a file of rates.

#![expect(clippy::expect_used, reason = "a test may fail")]

use std::process::Command;

use soak::{Rates, Soak, Tally};

const RATES: &str = include_str!("../rates.json");

/// A shift: an odd seed has a host like the published one, 96 has no faults, and with 2 and 96 an
/// agent has several windows.
fn shift(seed: u64, calls: u32, agents: usize) -> Tally {
    let soak = Soak {
        calls: calls.into(),
        shift: calls,
        seed,
        agents,
        is_published: None,
        rates: Rates::parse(RATES).expect("the file has rates"),
        threads: 1,
    };
    soak.run().unwrap_or_else(|failure| panic!("{failure:?}"))
}

#[test]
fn a_day_without_faults_puts_every_call_on_the_timeline() {
    let tally = shift(96, 400, 1);

    assert!(tally.outcomes["on the timeline"] > 300, "{tally:?}");
    assert_eq!(tally.faults.len(), 0);
    assert!(tally.reports.contains_key("FORWARDED"), "{tally:?}");
}

#[test]
fn no_call_is_lost_doubled_or_mixed_up_while_things_go_wrong() {
    for seed in [1, 2] {
        let tally = shift(seed, 300, 3);

        assert!(tally.outcomes["on the timeline"] > 200, "{tally:?}");
        assert!(tally.faults.len() > 10, "{tally:?}");
        let shares = tally.reports.contains_key("FORWARDED");
        assert_eq!(shares, seed == 2, "{tally:?}");
    }
}

#[test]
fn a_fault_in_a_file_of_rates_names_place_and_expectation() {
    for (text, expected) in [
        ("{\n\"sleeps\": \"often\" }", "expected f64 at line 2"),
        (
            "{ \"traps\": 1.5 }",
            "`traps`: expected a number from 0 to 1",
        ),
        ("{ \"later\": 0 }", "`later`: expected one of store_slow"),
    ] {
        let bad = Rates::parse(text).expect_err(text);

        assert!(bad.contains(expected), "{bad}");
    }
}

#[test]
fn the_program_ends_with_2_for_bad_rates() {
    let done = Command::new(env!("CARGO_BIN_EXE_soak"))
        .args([
            "--rates",
            concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"),
        ])
        .output()
        .expect("it runs");

    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("line 1"));
}
