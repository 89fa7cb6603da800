//! Functions that SQLite imports, by the names that `sqlite-wasm-rs` links.
//!
//! Our use of SQLite never sleeps, needs no real randomness, and reads no local time.

use crate::system;

#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is that of the other side")]
extern "C" fn rust_sqlite_wasm_host_sleep(_: u64, _: u32) {}

/// Names of temporary files and row ids beyond the largest: neither is a secret.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name and the bytes are the other side's")]
unsafe extern "C" fn rust_sqlite_wasm_host_random(bytes: *mut u8, length: usize) -> usize {
    // SAFETY: the caller's buffer has that many bytes.
    unsafe { std::ptr::write_bytes(bytes, 0x5a, length) };
    length
}

#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name and the number are the other side's")]
unsafe extern "C" fn rust_sqlite_wasm_host_epoch_timestamp_in_ms(time: *mut i64) -> i32 {
    // SAFETY: the caller's pointer is valid for one number.
    unsafe { time.write(system::now_ms()) };
    OK
}

#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is that of the other side")]
extern "C" fn rust_sqlite_wasm_host_fill_entropy(_: *mut u8, _: usize) -> i32 {
    UNSUPPORTED
}

#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "the name is that of the other side")]
extern "C" fn rust_sqlite_wasm_host_localtime(_: i64, _: *mut u8) -> i32 {
    UNSUPPORTED
}

/// Source: `sqlite-wasm-rs`, `host`.
const OK: i32 = 0;
const UNSUPPORTED: i32 = 1;
