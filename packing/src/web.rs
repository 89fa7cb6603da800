//! The reading end as a module: exports `text`, `unpack` and its memory.

#![expect(
    unsafe_code,
    reason = "the module has one thread, is used once, and what it exports is C's"
)]

use core::panic::PanicInfo;
use core::ptr::addr_of_mut;

use crate::ROOM;
use crate::model::{SLOTS, Slots, Tables};
use crate::unpack::unpack as read;

static mut TEXT: [u8; ROOM] = [0; ROOM];
static mut BYTES: [u8; ROOM] = [0; ROOM];
static mut SLOTS_OF_MODEL: Slots = [0; SLOTS];
static mut TABLES: Tables = Tables::NEW;

/// Where the text goes.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn text() -> *const u8 {
    addr_of_mut!(TEXT).cast()
}

/// Reads the text; where the module is.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn unpack(length: usize) -> *const u8 {
    // SAFETY: nothing else holds them, and nobody calls again.
    let (text, bytes, slots, tables) = unsafe {
        (
            &*addr_of_mut!(TEXT),
            &mut *addr_of_mut!(BYTES),
            &mut *addr_of_mut!(SLOTS_OF_MODEL),
            &mut *addr_of_mut!(TABLES),
        )
    };
    if let Some(bytes) = bytes.get_mut(..length) {
        read(text, bytes, slots, tables);
    }
    addr_of_mut!(BYTES).cast()
}

#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
