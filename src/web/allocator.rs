//! The allocator of the wasm modules, also of the REST client's.

use core::alloc::{GlobalAlloc, Layout};
use core::arch::wasm32;
use core::cell::Cell;
use core::ptr::null_mut;

/// An allocator of size classes: a freed block waits in the list of its class
/// and is handed out again; memory never goes back.
///
/// A session holds a few hundred small values at a time, and a REST client an answer of
/// a few megabytes, so a general allocator would weigh up to a tenth of the module and gain
/// nothing.
struct SizeClasses {
    /// The first free block of each class; a free block begins with the next.
    free: [Cell<*mut u8>; CLASSES],
    /// The bounds of fresh memory.
    fresh: Cell<usize>,
    end: Cell<usize>,
}

/// Classes are powers of two from 16 bytes on.
const CLASSES: usize = 28;
const SMALLEST: u32 = 4;
const PAGE: usize = 65536;

#[global_allocator]
static ALLOCATOR: SizeClasses = SizeClasses {
    free: [const { Cell::new(null_mut()) }; CLASSES],
    fresh: Cell::new(0),
    end: Cell::new(0),
};

#[expect(unsafe_code, reason = "the module has one thread")]
unsafe impl Sync for SizeClasses {}

impl SizeClasses {
    fn class(&self, size: usize) -> (Option<&Cell<*mut u8>>, usize) {
        let leading = size.saturating_sub(1).leading_zeros();
        let bits = usize::BITS.saturating_sub(leading).max(SMALLEST);
        let class = bits.saturating_sub(SMALLEST) as usize;
        (self.free.get(class), bits as usize)
    }

    /// A fresh block. Where the memory ends at four gigabytes its end is 0; distances to it are
    /// right all the same.
    fn extend(&self, size: usize) -> *mut u8 {
        let mut start = self.fresh.get();
        if self.end.get().wrapping_sub(start) < size {
            let pages = size.div_ceil(PAGE);
            let before = wasm32::memory_grow(0, pages);
            if before == usize::MAX {
                return null_mut();
            }
            // The rest of the pages before is given up, unless they are adjacent.
            let grown = before.wrapping_mul(PAGE);
            if grown != self.end.get() {
                start = grown;
            }
            self.end.set(grown.wrapping_add(pages.wrapping_mul(PAGE)));
        }
        self.fresh.set(start.wrapping_add(size));
        start as *mut u8
    }
}

#[expect(unsafe_code, reason = "an allocator hands out raw memory")]
unsafe impl GlobalAlloc for SizeClasses {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // No type here is aligned to more than 16 bytes.
        let (Some(list), bits) = self.class(layout.size()) else {
            return null_mut();
        };
        let block = list.get();
        if block.is_null() {
            return self.extend(1 << bits);
        }
        // SAFETY: a block in a list is at least 16 bytes, aligned, and unused.
        list.set(unsafe { block.cast::<*mut u8>().read() });
        block
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if let (Some(list), _) = self.class(layout.size()) {
            // SAFETY: the block came from `alloc` with this layout, so it has
            // room for a pointer.
            unsafe { block.cast::<*mut u8>().write(list.get()) };
            list.set(block);
        }
    }
}
