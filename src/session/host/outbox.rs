//! Collects the orders and reports of a host's session.

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;

use super::HostOutput;
use super::output::ReportOutput;
use crate::session::Code;
use crate::session::counts::Counts;

/// Collects orders and reports until the engine has handled its input.
#[derive(Clone, Debug, Default)]
pub(super) struct Outbox {
    outputs: Vec<HostOutput>,
    counts: Counts,
}

impl Outbox {
    pub(super) fn push(&mut self, output: HostOutput) {
        self.outputs.push(output);
    }

    /// Inserts an output at an earlier [`Outbox::len`].
    pub(super) fn insert(&mut self, at: usize, output: HostOutput) {
        self.outputs.insert(at, output);
    }

    /// Reports a diagnostic.
    pub(super) fn diagnose(&mut self, code: Code, detail: String) {
        self.report(code, detail, false);
    }

    /// Reports a diagnostic, as a warning or as an error.
    pub(super) fn report(&mut self, code: Code, detail: String, is_error: bool) {
        self.count(code, 1);
        self.push(HostOutput::Report(ReportOutput::Diagnostic {
            code,
            detail,
            is_error,
        }));
    }

    /// Counts refused messages. Each code is reported once, and those of other windows never.
    pub(super) fn refuse(&mut self, code: Code, detail: &str, times: u32) {
        let is_first = self.counts().iter().all(|(known, _)| *known != code);
        if is_first && !code.is_of_other_windows() {
            self.diagnose(code, detail.to_owned());
            return self.count(code, times.saturating_sub(1));
        }
        self.count(code, times);
    }

    pub(super) fn count(&mut self, code: Code, times: u32) {
        self.counts.add(code, times);
    }

    pub(super) fn take(&mut self) -> Vec<HostOutput> {
        core::mem::take(&mut self.outputs)
    }

    pub(super) fn len(&self) -> usize {
        self.outputs.len()
    }

    /// The count of each code, in the order of first occurrence.
    pub(super) fn counts(&self) -> &[(Code, u32)] {
        self.counts.as_slice()
    }
}
