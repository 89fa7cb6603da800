//! The development build: keeps a panic's message.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::panic::PanicInfo;

/// The message of the panic that ended the instance, behind its length.
struct Words(RefCell<Vec<u8>>);

#[expect(unsafe_code, reason = "the module has one thread")]
unsafe impl Sync for Words {}

static WORDS: Words = Words(RefCell::new(Vec::new()));

/// Stores a panic's message for [`words`].
pub(super) fn tell(info: &PanicInfo<'_>) {
    let text = info.to_string();
    if let Ok(mut words) = WORDS.0.try_borrow_mut() {
        words.extend((text.len() as u32).to_le_bytes());
        words.extend(text.as_bytes());
    }
}

/// Returns the address of the message of the panic that ended the instance: its length as four
/// bytes, little-endian, then the text.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an export has a name of its own")]
pub extern "C" fn words() -> *const u8 {
    let mut words = WORDS.0.borrow_mut();
    if words.is_empty() {
        words.extend(0_u32.to_le_bytes());
    }
    words.as_ptr()
}

/// Panics, for tests.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an export has a name of its own")]
#[expect(clippy::panic, reason = "it is there for that")]
pub extern "C" fn fail() {
    panic!("asked to fail");
}
