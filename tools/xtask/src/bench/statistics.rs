//! Medians and quartiles.

/// The median of some figures, and the quartiles.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Summary {
    /// A quarter of the figures is below.
    pub(super) low: f64,
    /// As many are below as above.
    pub(super) median: f64,
    /// A quarter of the figures is above.
    pub(super) high: f64,
}

impl Summary {
    /// Summarises figures; `None` when there are none.
    pub(super) fn of(figures: impl IntoIterator<Item = f64>) -> Option<Self> {
        let mut sorted: Vec<f64> = figures.into_iter().collect();
        sorted.sort_by(f64::total_cmp);
        Some(Self {
            low: quantile(&sorted, 1)?,
            median: quantile(&sorted, 2)?,
            high: quantile(&sorted, 3)?,
        })
    }
}

/// A quartile of sorted figures, interpolated between its neighbours.
fn quantile(sorted: &[f64], quarters: usize) -> Option<f64> {
    let place = sorted.len().checked_sub(1)? * quarters;
    let (below, above) = (sorted.get(place / 4)?, sorted.get(place.div_ceil(4))?);
    let share = f64::from(u8::try_from(place % 4).ok()?) / 4.0;
    Some(below + (above - below) * share)
}
