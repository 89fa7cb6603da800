//! Numbers by a seed: SplitMix64, <https://prng.di.unimi.it/splitmix64.c>.

/// A source of numbers; the same seed gives the same.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A number of a range without its end.
    pub(crate) const fn of(&mut self, from: u64, to: u64) -> u64 {
        from + self.next() % (to - from)
    }

    /// From 0 to 1.
    pub(crate) fn share(&mut self) -> f64 {
        self.of(0, 1 << 32) as f64 / (1_u64 << 32) as f64
    }

    pub(crate) fn chance(&mut self, probability: f64) -> bool {
        self.share() < probability
    }
}
