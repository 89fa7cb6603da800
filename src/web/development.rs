//! The development build: what a panic is about.

use alloc::string::ToString;
use alloc::vec::Vec;
use core::cell::RefCell;
use core::panic::PanicInfo;

/// The words of the panic that ended the instance, behind their length.
struct Words(RefCell<Vec<u8>>);

#[expect(unsafe_code, reason = "the module has one thread")]
unsafe impl Sync for Words {}

static WORDS: Words = Words(RefCell::new(Vec::new()));

/// Keeps a panic's words for [`words`].
pub(super) fn tell(info: &PanicInfo<'_>) {
    let text = info.to_string();
    if let Ok(mut words) = WORDS.0.try_borrow_mut() {
        words.extend((text.len() as u32).to_le_bytes());
        words.extend(text.as_bytes());
    }
}

/// Where the words of the panic stand that ended the instance: their length as four
/// bytes, the least first, and then they.
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
