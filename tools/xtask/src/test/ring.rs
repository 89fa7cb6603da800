//! The three rings of the tree, with their parts and crates.

use std::sync::LazyLock;

use clap::{ValueEnum, builder::PossibleValue};

use super::Part;

/// A ring of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Ring {
    /// The code that a calling app runs, with its tests.
    Core,
    /// The REST client and the emulator.
    Platform,
    /// The tasks, the site and the check of a widget.
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
                Part::Compare,
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

    /// Its crates and their features, as arguments of Cargo. The model and the soak are left out:
    /// they need optimised code, and are another part.
    pub(super) fn crates(self) -> &'static [&'static str] {
        match self {
            Self::Core => &[
                "--package=calling-widget-sdk",
                "--package=calling-widget-fuzz",
                "--package=simulation",
                "--features=tables",
            ],
            Self::Platform => &["--package=calling-rest", "--package=emulator"],
            Self::Tools => &["--package=xtask"],
        }
    }
}

/// An argument of the command: a ring or a part.
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
