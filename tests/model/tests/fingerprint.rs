//! Fingerprints of states.

use model::{Base, Canon};

fn print(text: &str, now: f64, last_ids: [u32; 2]) -> u128 {
    let mut canon = Canon::default();
    let digest = canon.digest(|out| out.write_str(text));
    canon.begin();
    let base = Base {
        now,
        last_ids,
        document: 0,
        posted: 0,
    };
    canon.add(&digest, &base);
    canon.finish()
}

#[test]
fn ids_count_by_their_first_appearance() {
    let one = print("a ~w3 b ~w3_17 c ~h1_2 d ~w3_17", 0.0, [0, 0]);

    assert_eq!(one, print("a ~w5 b ~w5_20 c ~h9_3 d ~w5_20", 0.0, [0, 0]));
    assert_ne!(one, print("a ~w5 b ~w5_20 c ~h9_3 d ~w5_21", 0.0, [0, 0]));
    assert_ne!(one, print("a ~w5 b ~w6_20 c ~h9_3 d ~w6_20", 0.0, [0, 0]));
}

#[test]
fn instants_count_by_their_distance_from_now() {
    let one = print("x: Millis(1500.0), y", 1_600.0, [0, 0]);

    assert_eq!(one, print("x: Millis(2500.0), y", 2_600.0, [0, 0]));
    assert_ne!(one, print("x: Millis(2500.0), y", 2_700.0, [0, 0]));
}

#[test]
fn handed_out_ids_count_by_their_distance_from_the_last_posted() {
    let text = |count| format!("MessageIds {{ instance: \"~w1\", count: {count} }}");

    assert_eq!(print(&text(4), 0.0, [4, 9]), print(&text(7), 0.0, [7, 9]));
    assert_ne!(print(&text(4), 0.0, [4, 9]), print(&text(4), 0.0, [7, 9]));
}

#[test]
fn counters_of_diagnostics_do_not_count() {
    let one = print("a, counts: [(NotReady, 3), (Stale, 1)], b", 0.0, [0, 0]);

    assert_eq!(one, print("a, counts: [], b", 0.0, [0, 0]));
    assert_ne!(one, print("a, counts: [], c", 0.0, [0, 0]));
}
