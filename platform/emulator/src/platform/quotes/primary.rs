//! A deal's primary quote: the one that was published last.

use crate::platform::{
    answer::Result,
    namespace::Namespace,
    records::{
        Objects,
        type_ids::{DEAL, QUOTE},
    },
};

/// Makes a quote that is published its deal's primary one, in place of any other.
pub(super) fn make(namespace: &Namespace<'_>, quote: i64, deal: i64) -> Result<()> {
    let deals = Objects::named(namespace, DEAL)?;
    for former in deals.labelled(deal, QUOTE, PRIMARY.0)? {
        deals.unlabel(deal, (QUOTE, former), PRIMARY)?;
    }
    deals.associate(deal, (QUOTE, quote), Some(PRIMARY))
}

/// The numbers of the label: from the deal, and from the quote.
///
/// Source of the first: other clients of the service, read 2026-11. The second is ours.
const PRIMARY: (i64, i64) = (1393, 1394);
