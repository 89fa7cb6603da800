//! The fonts of documents: ours, with the machine's as fallback.

use std::sync::{Arc, LazyLock};

use parley::{
    FontContext,
    fontique::{Blob, Collection, CollectionOptions, FontInfoOverride, SourceCache},
};

/// Our fonts, and the machine's for letters that ours lack. Loaded once.
pub(super) fn all() -> FontContext {
    static ALL: LazyLock<FontContext> = LazyLock::new(|| with(true));
    ALL.clone()
}

/// Ours alone: the same on every machine.
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

/// The name of our font; collides with none of the machine's.
pub(super) const FAMILY: &str = "Quote Sans";
