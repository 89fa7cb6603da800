//! Some hundred calls of each kind of shift, and thousands while windows come and go.

use clap::{Parser, ValueEnum};
use soak::{Fault, Soak, Tally};

/// A shift: an odd seed has a host like the published one, 96 has no faults, and with 2 and 96 an
/// agent has several windows.
fn shift(seed: u64, calls: u32, agents: usize) -> Tally {
    let soak = Soak {
        calls: calls.into(),
        shift: calls,
        seed,
        agents,
        is_published: None,
        faults: Fault::value_variants().to_vec(),
        often: 1.0,
        threads: 1,
    };
    run(&soak)
}

fn run(soak: &Soak) -> Tally {
    let tally = soak.run();
    tally.unwrap_or_else(|failure| panic!("{}: {:?}", failure.what, failure.shortest))
}

/// The number of faults that happened.
fn faults(tally: &Tally) -> usize {
    tally
        .rows()
        .filter(|(title, ..)| *title == "faults")
        .count()
}

#[test]
fn a_day_without_faults_puts_every_call_on_the_timeline() {
    let tally = shift(96, 400, 1);

    assert!(tally.of("outcomes", "on the timeline") > 300, "{tally:?}");
    assert_eq!(faults(&tally), 0);
    assert!(tally.of("reports", "FORWARDED") > 0, "{tally:?}");
}

#[test]
fn no_call_is_lost_doubled_or_mixed_up_while_things_go_wrong() {
    for seed in [1, 2] {
        let tally = shift(seed, 300, 3);

        assert!(tally.of("outcomes", "on the timeline") > 200, "{tally:?}");
        assert!(faults(&tally) > 10, "{tally:?}");
        let shares = tally.of("reports", "FORWARDED") > 0;
        assert_eq!(shares, seed == 2, "{tally:?}");
    }
}

/// Sixteen times as often as else: most faults between windows need two within seconds.
#[test]
fn no_call_is_lost_doubled_or_mixed_up_while_windows_come_and_go() {
    let soak = Soak::parse_from([
        "soak",
        "--calls=24000",
        "--shift=150",
        "--seed=4000",
        "--often=16",
        "--only=widget_reloaded,host_reloaded,log_in_page,tab_closed,hangs,shared_calls",
    ]);

    let tally = run(&soak);

    assert!(tally.of("outcomes", "on the timeline") > 9_000, "{tally:?}");
    assert!(tally.of("reports", "FORWARDED") > 5_000, "{tally:?}");
}
