//! A clock that stops while the page sleeps, and the time-out that the edge has set.

use crate::protocol::Millis;
use crate::protocol::limits::{HEARTBEAT, HEARTBEAT_GRACE};

/// Counts the time for which a page was awake, from readings of its edge.
///
/// After an hour's sleep of a laptop, or in a background tab whose timers run once a minute, the
/// clock jumps: awaited events had no chance to come meanwhile, so the jump is no time-out. Between
/// two readings at most [`HEARTBEAT`] and [`HEARTBEAT_GRACE`] count, and a clock set back counts
/// nothing. Waits by this clock are woken at [`AwakeClock::due`], so that the readings are close
/// enough while it runs.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AwakeClock {
    /// The latest reading, once there is one.
    pub(crate) last: Option<Millis>,
    /// The time counted so far.
    pub(crate) awake: Millis,
}

impl AwakeClock {
    /// Takes a reading of the edge's clock; returns the time awake until then.
    pub(crate) fn advance(&mut self, now: Millis) -> Millis {
        if let Some(last) = self.last {
            self.awake = self.awake + within(now - last, HEARTBEAT + HEARTBEAT_GRACE);
        }
        self.last = Some(now);
        self.awake
    }

    /// The time of the next reading, by the edge's clock, for a deadline in time awake.
    pub(crate) fn due(&self, at: Millis) -> Millis {
        self.last.unwrap_or(Millis(0.0)) + within(at - self.awake, HEARTBEAT)
    }
}

/// Clamps a span to 0 and `most`; NaN becomes 0.
fn within(span: Millis, most: Millis) -> Millis {
    // Not `clamp`, which keeps NaN.
    Millis(span.0.max(0.0).min(most.0))
}

/// The time-out that the edge has set.
#[derive(Clone, Debug, Default)]
pub(crate) struct Alarm(Option<Millis>);

impl Alarm {
    /// Sets the next time-out, and returns it for the edge. A pending one that is early enough
    /// stays: when it fires too early, the next one is set then, which costs less than one for each
    /// message.
    pub(crate) fn set(&mut self, at: Millis) -> Option<Millis> {
        let is_earlier = self.0.is_none_or(|standing| at < standing);
        is_earlier.then(|| *self.0.insert(at))
    }

    /// Notes that the time-out fired: none is set.
    pub(crate) const fn rang(&mut self) {
        self.0 = None;
    }
}

#[cfg(test)]
mod tests {
    use super::AwakeClock;
    use crate::protocol::Millis;

    #[test]
    fn a_clock_set_back_or_broken_counts_nothing() {
        let mut clock = AwakeClock::default();
        clock.advance(Millis(5000.0));

        clock.advance(Millis(1000.0));
        clock.advance(Millis(f64::NAN));
        clock.advance(Millis(2000.0));
        let awake = clock.advance(Millis(2500.0));

        assert_eq!(awake, Millis(500.0));
    }

    #[test]
    fn the_next_reading_is_due_at_a_heartbeat_at_most() {
        let mut clock = AwakeClock::default();
        clock.advance(Millis(1000.0));

        assert_eq!(clock.due(Millis(30_000.0)), Millis(6000.0));
        assert_eq!(clock.due(Millis(700.0)), Millis(1700.0));
        assert_eq!(clock.due(Millis(-1.0)), Millis(1000.0));
    }
}
