//! The fonts of documents: ours, and behind them those of the machine.

use std::sync::{Arc, LazyLock};

use parley::{
    FontContext,
    fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, SourceCache},
};

/// Our fonts, and those of the machine for letters that ours lack. They are looked for once.
pub(super) fn all() -> FontContext {
    static ALL: LazyLock<FontContext> = LazyLock::new(|| with(true));
    ALL.clone()
}

/// Ours alone, which are the same on every machine.
#[cfg(test)]
pub(super) fn ours() -> FontContext {
    with(false)
}

fn with(system_fonts: bool) -> FontContext {
    let mut collection = Collection::new(CollectionOptions {
        shared: false,
        system_fonts,
    });
    for font in [dejavu::sans::regular(), dejavu::sans::bold()] {
        let named = FontInfoOverride {
            family_name: Some(FAMILY),
            ..FontInfoOverride::default()
        };
        collection.register_fonts(Blob::new(Arc::new(font)), Some(named));
    }
    FontContext {
        collection,
        source_cache: SourceCache::default(),
    }
}

/// The name of ours, whatever the machine has.
pub(super) const FAMILY: &str = "Quote Sans";
