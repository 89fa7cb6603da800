//! The three rings of the tree: which parts check each, and which crates it has.

use std::sync::LazyLock;

use clap::{ValueEnum, builder::PossibleValue};

use super::Part;

/// A ring of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Ring {
    /// What a calling app runs, and all that tests it.
    Core,
    /// The REST client and the emulator.
    Platform,
    /// The tasks, the site and the conformance data.
    Tools,
}

impl Ring {
    /// The parts that check it.
    pub(super) fn parts(self) -> &'static [Part] {
        match self {
            Self::Core => &[
                Part::Fmt,
                Part::Generate,
                Part::Clippy,
                Part::Native,
                Part::Package,
                Part::Types,
                Part::Lint,
                Part::Unit,
                Part::Model,
                Part::E2e,
                Part::Consumer,
                Part::Engines,
            ],
            Self::Platform => &[
                Part::Fmt,
                Part::Clippy,
                Part::Native,
                Part::Wasm,
                Part::Clients,
                Part::Emulator,
            ],
            Self::Tools => &[
                Part::Fmt,
                Part::Generate,
                Part::Clippy,
                Part::Doc,
                Part::Native,
                Part::Lint,
            ],
        }
    }

    /// Its crates and their features, as arguments of Cargo. The model's is left out: it wants
    /// optimised code, and is a part of its own.
    pub(super) fn crates(self) -> &'static [&'static str] {
        match self {
            Self::Core => &[
                "--package=calling-widget-sdk",
                "--package=calling-widget-fuzz",
                "--package=simulation",
                "--features=tables",
            ],
            Self::Platform => &["--package=calling-rest", "--package=emulator"],
            Self::Tools => &["--package=xtask", "--features=test-runner"],
        }
    }
}

/// What a user may name: a ring or a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    Ring(Ring),
    Part(Part),
}

impl ValueEnum for Choice {
    fn value_variants<'a>() -> &'a [Self] {
        static ALL: LazyLock<Vec<Choice>> = LazyLock::new(|| {
            let rings = Ring::value_variants().iter().copied().map(Choice::Ring);
            let parts = Part::value_variants().iter().copied().map(Choice::Part);
            rings.chain(parts).collect()
        });
        &ALL
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        match self {
            Self::Ring(ring) => ring.to_possible_value(),
            Self::Part(part) => part.to_possible_value(),
        }
    }
}
