//! The end of a state when nobody acts any more.

use crate::invariant::Invariant;
use crate::search::State;
use crate::world::{Action, World};

/// More steps than it takes any state to come to rest.
const MANY: usize = 2_000;

/// Delivers everything pending and lets time pass until nothing is due, and checks the result
/// against the promises about the end.
///
/// A host that reports that it gave up is loaded anew by its user. So is a widget that is in no
/// session then, which has to be enough.
pub(crate) fn settle(world: &World) -> World {
    let mut world = world.clone();
    let mut steps = 0;
    let mut is_reloaded = false;
    while steps < MANY {
        let action = match world.fair() {
            Some(action) => action,
            None if world.is_in_session() => {
                world.check_rest();
                return world;
            }
            None if is_reloaded => {
                world.violate(Invariant::SessionReachable);
                return world;
            }
            None => {
                is_reloaded = true;
                if world.has_given_up() {
                    Action::ReloadPage
                } else {
                    world.violate(Invariant::SessionReturns);
                    if !world.broken().is_empty() {
                        return world;
                    }
                    Action::ReloadWidget
                }
            }
        };
        world.take(action);
        steps += 1;
        if !world.broken().is_empty() {
            return world;
        }
    }
    world.violate(Invariant::TrafficStops);
    world
}
