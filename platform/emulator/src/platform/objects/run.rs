//! Batches whose inputs take effect each by itself: a fault of one leaves the others in effect.
//! A long batch yields to other requests between its parts.

use std::vec;

use calling_rest::object_batch::BatchOutcome;
use serde::Serialize;

use super::batch::{completed, failed};
use crate::platform::{
    answer::{Answer, Result},
    endpoint::Step,
    namespace::Namespace,
};

/// Runs a function for each input.
pub(super) fn run<I, T>(
    namespace: &Namespace<'_>,
    inputs: Vec<I>,
    statuses: [u16; 2],
    work: impl Fn(&Namespace<'_>, I) -> Result<Vec<T>> + Send + 'static,
) -> Result<Step>
where
    I: Send + 'static,
    T: Serialize + Send + 'static,
{
    let run = Run {
        rest: inputs.into_iter(),
        work,
        outcome: BatchOutcome::default(),
        statuses,
    };
    run.go_on(namespace)
}

/// A batch under way.
struct Run<I, T, W> {
    rest: vec::IntoIter<I>,
    work: W,
    outcome: BatchOutcome<T>,
    statuses: [u16; 2],
}

impl<I, T, W> Run<I, T, W>
where
    I: Send + 'static,
    T: Serialize + Send + 'static,
    W: Fn(&Namespace<'_>, I) -> Result<Vec<T>> + Send + 'static,
{
    /// Runs a part.
    fn go_on(mut self, namespace: &Namespace<'_>) -> Result<Step> {
        for input in self.rest.by_ref().take(PART) {
            match namespace.atomically(|| (self.work)(namespace, input)) {
                Ok(results) => self.outcome.results.extend(results),
                Err(refusal) if refusal.status < 500 => {
                    self.outcome.errors.push(failed(refusal));
                }
                Err(refusal) => return Err(refusal),
            }
        }
        if self.rest.len() > 0 {
            return Ok(Step::WithData(Box::new(move |namespace| {
                self.go_on(namespace)
            })));
        }
        let [whole, partial] = self.statuses;
        let is_whole = self.outcome.errors.is_empty();
        let status = namespace.status(if is_whole { whole } else { partial });
        let outcome = completed(namespace, self.outcome);
        Ok(Step::WithoutData(Box::new(move || {
            Answer::json(status, &outcome)
        })))
    }
}

/// The vendor's statuses, without faults and with some.
pub(super) const PARTIAL: [u16; 2] = [200, 207];
pub(super) const CREATED: [u16; 2] = [201, 207];
/// The service's own client accepts no other here.
pub(super) const ALWAYS_200: [u16; 2] = [200, 200];

/// Inputs per part, before other requests run.
const PART: usize = 50;
