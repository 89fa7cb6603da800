//! The fuzz targets over their seeds, and over inputs from proptest.

#![expect(clippy::expect_used, reason = "a test may fail")]

use std::fs;
use std::path::Path;
use std::sync::LazyLock;

use calling_widget_fuzz::{TARGETS, Target};
use proptest::prelude::*;

#[test]
fn every_input_of_the_corpus_holds() {
    for target in TARGETS {
        for input in corpus(target) {
            (target.run)(&input);
        }
    }
}

#[test]
fn every_target_has_twenty_seeds_none_of_them_twice() {
    for target in TARGETS {
        let mut inputs = corpus(target);
        let count = inputs.len();
        inputs.sort();
        inputs.dedup();

        assert_eq!(inputs.len(), count, "{}", target.name);
        assert!(count >= 20, "{}: {count}", target.name);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_hold(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        for target in TARGETS {
            (target.run)(&bytes);
        }
    }

    /// Two known inputs, cut and joined, with a changed byte: closer to a target's language than
    /// random bytes.
    #[test]
    fn inputs_bred_from_the_corpus_hold(picks in any::<[prop::sample::Index; 5]>(), byte in any::<u8>()) {
        for target in TARGETS {
            let corpus = CORPORA.iter().find(|(name, _)| *name == target.name);
            let (_, corpus) = corpus.expect("one for each target");
            let [one, other, cut, join, place] = picks;
            let (one, other) = (one.get(corpus), other.get(corpus));
            let mut bred = one.get(..cut.index(one.len() + 1)).unwrap_or_default().to_vec();
            bred.extend(other.get(join.index(other.len() + 1)..).unwrap_or_default());
            if let Some(place) = bred.len().checked_sub(1).map(|last| place.index(last + 1))
                && let Some(changed) = bred.get_mut(place)
            {
                // Text stays text.
                *changed ^= byte & 0x7F;
            }
            (target.run)(&bred);
        }
    }
}

/// A target's name, and its inputs.
type Corpus = (&'static str, Vec<Vec<u8>>);

/// Every corpus, read once.
static CORPORA: LazyLock<Vec<Corpus>> = LazyLock::new(|| {
    let read = |target: &Target| (target.name, corpus(target));
    TARGETS.iter().map(read).collect()
});

fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(target.name);
    let seeds = fs::read_dir(folder).expect("every target has a corpus");
    let paths = seeds.map(|seed| seed.expect("it can be read").path());
    paths
        .map(|path| fs::read(path).expect("it can be read"))
        .collect()
}
