//! Tracks the payloads that the core still needs.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::mem::take;

use super::write::Json;

/// The handles of payloads that the core has released: the facade need not keep them.
#[derive(Clone, Debug, Default)]
pub struct Handles {
    released: Rc<RefCell<Vec<u32>>>,
}

/// A payload's handle; released when dropped.
#[derive(Debug)]
pub(super) struct HandleGuard {
    handle: u32,
    released: Rc<RefCell<Vec<u32>>>,
}

impl Handles {
    /// Writes the order to release the payloads dropped since the last time.
    pub fn write_released(&self, json: &mut Json) {
        let released = self.take_released();
        if !released.is_empty() {
            json.open('[');
            json.text("release");
            json.item(&released);
            json.close(']');
        }
    }

    /// The handles released since the last time.
    #[must_use]
    pub fn take_released(&self) -> Vec<u32> {
        take(&mut self.released.borrow_mut())
    }

    /// A payload that the facade keeps until this is dropped.
    pub(super) fn guard(&self, handle: u32) -> HandleGuard {
        HandleGuard {
            handle,
            released: Rc::clone(&self.released),
        }
    }
}

impl HandleGuard {
    pub(super) const fn handle(&self) -> u32 {
        self.handle
    }
}

impl Drop for HandleGuard {
    fn drop(&mut self) {
        self.released.borrow_mut().push(self.handle);
    }
}
