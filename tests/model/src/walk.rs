//! Walks: ways through a scope that is too large to be searched to its end.

use std::rc::Rc;

use crate::fault::Fault;
use crate::fingerprint::Canon;
use crate::scope::Scope;
use crate::search::Found;
use crate::settle::settle;
use crate::trace::shortened;
use crate::world::World;
use crate::world::probe::Probed;

/// Takes steps from the page's opening, each chosen among those possible by its
/// number, until nothing is chosen any more; then lets everything come to rest.
/// What was violated first, if anything was.
pub fn walk(
    scope: &Scope,
    fault: Option<Fault>,
    choose: &mut dyn FnMut(usize) -> Option<usize>,
) -> Option<Found> {
    let mut world = World::new(Rc::new(scope.clone()), fault);
    let mut steps = Vec::new();
    let mut possible = Vec::new();
    let broken = loop {
        world.actions(&mut possible);
        let step = choose(possible.len()).and_then(|at| possible.get(at));
        let Some(step) = step else {
            let probed = world.probe(&mut Probed::default(), &mut Canon::default());
            let settled = settle(&world);
            break probed.first().or(settled.broken().first()).copied();
        };
        steps.push(*step);
        world.act(*step);
        if let Some(broken) = world.broken().first() {
            break Some(*broken);
        }
    };
    broken.map(|invariant| Found {
        invariant,
        trace: shortened(scope, fault, steps, invariant),
    })
}

/// Walks by chance, as many as asked for: the first violation, and how many steps
/// were taken. The same seed takes the same ways.
pub fn walks(scope: &Scope, times: u64, seed: u64) -> (u64, Option<Found>) {
    let mut chance = Chance(seed | 1);
    let mut taken = 0;
    for _ in 0..times {
        let mut left = SHORTEST + chance.below(LONGEST - SHORTEST);
        let found = walk(scope, None, &mut |possible| {
            left = left.checked_sub(1).filter(|_| possible > 0)?;
            taken += 1;
            Some(chance.below(possible))
        });
        if found.is_some() {
            return (taken, found);
        }
    }
    (taken, None)
}

/// From what ends before the first session to what uses everything up.
const SHORTEST: usize = 20;
const LONGEST: usize = 220;

/// Numbers by chance: xorshift64*, which needs no crate.
struct Chance(u64);

impl Chance {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let number = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        number as usize % end.max(1)
    }
}
