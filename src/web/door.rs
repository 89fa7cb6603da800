//! The exports of a session's module: one engine in each instance, behind one door.
//!
//! The facade calls [`reserve`] for the room an input needs, writes it there as UTF-8 and calls
//! [`process`], which returns the address of the outputs, behind their length. Both are plain
//! functions of numbers and need no glue: see `pkg/src/wasm/door.ts`.

use alloc::string::String;
use alloc::vec::Vec;
use core::cell::RefCell;

use crate::protocol::Millis;
use crate::session::door::{Engine as _, Handles, Json, Lines, Term};

#[cfg(feature = "host")]
type Engine = crate::session::host::Host<Term>;
#[cfg(not(feature = "host"))]
type Engine = crate::session::widget::Widget<Term>;

/// The state of an instance.
struct Door {
    engine: Engine,
    handles: Handles,
    input: Vec<u8>,
    output: Vec<u8>,
}

/// An instance has one thread and one engine.
struct Slot(RefCell<Option<Door>>);

#[expect(unsafe_code, reason = "the module has one thread")]
unsafe impl Sync for Slot {}

static DOOR: Slot = Slot(RefCell::new(None));

/// Makes room for an input of this many bytes and returns its address.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an export has a name of its own")]
pub extern "C" fn reserve(length: usize) -> *mut u8 {
    let mut door = DOOR.0.borrow_mut();
    let door = door.get_or_insert_with(|| Door {
        engine: Engine::unstarted(),
        handles: Handles::default(),
        input: Vec::new(),
        output: Vec::new(),
    });
    door.input.clear();
    door.input.resize(length, 0);
    door.input.as_mut_ptr()
}

/// Processes the input written at [`reserve`]'s address and returns the address of the outputs:
/// their length as four bytes, little-endian, then the text.
///
/// An input that no facade of this version writes has no outputs.
#[unsafe(no_mangle)]
#[expect(unsafe_code, reason = "an export has a name of its own")]
pub extern "C" fn process(now: f64) -> *const u8 {
    let mut door = DOOR.0.borrow_mut();
    let Some(door) = door.as_mut() else {
        return core::ptr::null();
    };
    let mut json = Json::default();
    json.open('[');
    if let Ok(text) = core::str::from_utf8(&door.input) {
        door.engine
            .enter(Millis(now), &mut Lines::new(text, &door.handles), &mut json);
    }
    door.handles.write_released(&mut json);
    json.close(']');
    let text: String = json.into_text();
    door.output.clear();
    door.output.extend((text.len() as u32).to_le_bytes());
    door.output.extend(text.as_bytes());
    // Memory for a large input is released.
    if door.input.capacity() > KEPT {
        door.input = Vec::new();
    }
    door.output.as_ptr()
}

/// The room retained between inputs, in bytes.
const KEPT: usize = 16 * 1024;
