//! The reading end.

use crate::model::{Model, Slots, Tables};

/// Fills `bytes` with the module a text carries; slots and tables are new.
pub fn unpack(text: &[u8], bytes: &mut [u8], slots: &mut Slots, tables: &mut Tables) {
    let mut model = Model::new(slots, tables);
    let mut digits = text.iter().map(|&code| {
        let code = code - u8::from(code > b'`');
        u64::from(code - u8::from(code > b'\\') - b'=')
    });
    let mut code: u64 = 0;
    let mut range: u64 = 1;
    for byte in bytes {
        *byte = loop {
            while range < 1 << 30 {
                range <<= 6;
                code = code << 6 | digits.next().unwrap_or(0);
            }
            let set = (range as f64 * model.foretell()) as u64;
            let bit = code < set;
            if bit {
                range = set;
            } else {
                code -= set;
                range -= set;
            }
            if let Some(byte) = model.learn(bit) {
                break byte;
            }
        };
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;
    use crate::pack::{pack, slots};

    fn unpacked(text: &str, length: usize) -> Vec<u8> {
        let mut bytes = vec![0; length];
        unpack(text.as_bytes(), &mut bytes, &mut slots(), &mut {
            Tables::NEW
        });
        bytes
    }

    /// Bytes in which nothing repeats.
    fn noise(length: u32) -> Vec<u8> {
        (0..length)
            .map(|n| (n.wrapping_mul(0x2f0b_4c47).wrapping_mul(n | 1) >> 24) as u8)
            .collect()
    }

    #[test]
    fn every_byte_value_survives_the_round_trip() {
        let bytes: Vec<u8> = (0..=u8::MAX).chain((0..=u8::MAX).rev()).collect();

        assert_eq!(unpacked(&pack(&bytes), bytes.len()), bytes);
    }

    #[test]
    fn what_nobody_foretold_survives_the_round_trip() {
        let bytes = noise(20_000);

        assert_eq!(unpacked(&pack(&bytes), bytes.len()), bytes);
    }

    #[test]
    fn the_text_needs_no_escape_anywhere() {
        let text = pack(&noise(4096));

        assert!(text.bytes().all(|byte| (b'='..=b'~').contains(&byte)));
        assert!(!text.contains(['\\', '`']));
    }

    #[test]
    fn what_repeats_takes_little() {
        // local.get 1, i32.const 7, i32.add, local.set 1
        let bytes = [0x20, 1, 0x41, 7, 0x6a, 0x21, 1].repeat(500);

        assert!(pack(&bytes).len() < 200);
    }

    #[test]
    fn an_empty_module_is_no_more_than_the_end_of_the_text() {
        assert_eq!(pack(&[]).len(), 5);
    }
}
