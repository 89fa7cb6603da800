//! Replaces the standard library's panic handler.

use core::arch::wasm32;
use core::panic::PanicInfo;

/// A panic ends the instance; the facade sees a trap.
///
/// The message stays out of the shipped module, where formatting it would weigh a tenth of all.
#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    #[cfg(feature = "development")]
    super::development::tell(info);
    let _ = info;
    wasm32::unreachable()
}
