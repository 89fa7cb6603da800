//! The writing end.

use crate::model::{Model, SLOTS, Slots, Tables};

/// A module as text.
pub fn pack(bytes: &[u8]) -> String {
    let mut slots = slots();
    let mut tables = Tables::NEW;
    let mut model = Model::new(&mut slots, &mut tables);
    let mut coder = Coder {
        low: 0,
        range: 1 << 30,
        digits: Vec::new(),
    };
    for &byte in bytes {
        for at in (0..8).rev() {
            let bit = byte >> at & 1 == 1;
            coder.write(bit, model.foretell());
            model.learn(bit);
        }
    }
    coder.end()
}

/// Writes bits by how likely they were.
struct Coder {
    low: u64,
    range: u64,
    digits: Vec<u8>,
}

impl Coder {
    fn write(&mut self, bit: bool, likelihood: f64) {
        let set = (self.range as f64 * likelihood) as u64;
        if bit {
            self.range = set;
        } else {
            self.low += set;
            self.range -= set;
        }
        while self.range < 1 << 30 {
            self.shift();
        }
    }

    fn shift(&mut self) {
        if self.low >> 36 != 0 {
            self.low &= (1 << 36) - 1;
            for digit in self.digits.iter_mut().rev() {
                *digit = (*digit + 1) & 63;
                if *digit != 0 {
                    break;
                }
            }
        }
        self.digits.push((self.low >> 30) as u8);
        self.low = (self.low & ((1 << 30) - 1)) << 6;
        self.range <<= 6;
    }

    fn end(mut self) -> String {
        for _ in 0..6 {
            self.shift();
        }
        // The first is always zero: the range began that far below.
        self.digits
            .iter()
            .skip(1)
            .map(|&digit| character(digit))
            .collect()
    }
}

/// Printable, and free of escapes in a string, a template and inline HTML.
fn character(digit: u8) -> char {
    let code = b'=' + digit;
    let code = code + u8::from(code >= b'\\');
    char::from(code + u8::from(code >= b'`'))
}

/// New slots, which are too many for a stack.
pub(crate) fn slots() -> Box<Slots> {
    let slots = vec![0; SLOTS].into_boxed_slice();
    slots.try_into().unwrap_or_else(|_| Box::new([0; SLOTS]))
}
