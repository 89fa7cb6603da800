//! Counts of codes.

use alloc::vec::Vec;
use core::fmt;

use super::code::Code;

/// The counts of a session, in the order of first occurrence.
#[derive(Clone, Default)]
pub(crate) struct Counts(Vec<(Code, u32)>);

impl Counts {
    /// Adds to a code's count; returns the sum.
    pub(crate) fn add(&mut self, code: Code, times: u32) -> u32 {
        match self.0.iter_mut().find(|(known, _)| *known == code) {
            Some((_, count)) => {
                *count = count.saturating_add(times);
                *count
            }
            None => {
                self.0.push((code, times));
                times
            }
        }
    }

    /// A code's count.
    pub(crate) fn of(&self, code: Code) -> u32 {
        let found = self.0.iter().find(|(known, _)| *known == code);
        found.map_or(0, |(_, count)| *count)
    }

    pub(crate) fn as_slice(&self) -> &[(Code, u32)] {
        &self.0
    }
}

/// Prints as a plain list, which the model checker leaves out of a state.
impl fmt::Debug for Counts {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}
