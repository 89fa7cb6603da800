//! Bytes as printable text, for scripts that carry their module.
//!
//! Nothing is compressed: the server's gzip does that. Each byte is encoded by itself, so gzip
//! finds the module's repetitions, and makes the text about as small as the module.
//!
//! ```text
//! text:   last prefix, 256 marks, the bytes
//! byte:   its character, or prefix and character
//! mark:   how the byte value is written: its character, or its prefix
//! prefix: a character up to the last prefix
//! ```
//!
//! The most frequent values have one character; those of letters in names count double. A
//! printable value is its own character where possible, so that gzip finds names of the module
//! again in the script around it. The values with one prefix, the lowest first, take the characters
//! of the one-character values in their order. So the marks are all that a reader needs: see
//! `pkg/src/wasm/decode.ts`.

use std::collections::BTreeMap;

/// Writes bytes as text that can stand between quotes of any kind.
pub(super) fn encode(bytes: &[u8]) -> String {
    let codes = codes(bytes);
    let marks = codes
        .iter()
        .map(|code| code.prefix.unwrap_or(code.character));
    let mut text = String::from(LAST_PREFIX);
    text.extend(marks);
    for &byte in bytes {
        if let Some(code) = codes.get(usize::from(byte)) {
            text.extend(code.prefix);
            text.push(code.character);
        }
    }
    text
}

/// The code of a byte value.
#[derive(Debug, Clone, Copy)]
struct Code {
    prefix: Option<char>,
    character: char,
}

/// The codes of all byte values, the lowest value first.
fn codes(bytes: &[u8]) -> Vec<Code> {
    let characters: Vec<char> = (LAST_PREFIX..='~')
        .skip(1)
        .filter(|character| !UNSAFE.contains(character))
        .collect();
    let mut counts = [0_usize; 256];
    for &byte in bytes {
        if let Some(count) = counts.get_mut(usize::from(byte)) {
            *count += 1;
        }
    }
    let mut chosen: Vec<u8> = (0..=u8::MAX).collect();
    chosen.sort_by_key(|&byte| {
        let count = counts.get(usize::from(byte)).copied().unwrap_or_default();
        let is_of_names = byte.is_ascii_alphabetic() || byte == b'_';
        std::cmp::Reverse(if is_of_names { 2 * count } else { count })
    });
    chosen.truncate(characters.len());
    chosen.sort_unstable();

    let mut free = characters
        .iter()
        .filter(|&&character| !chosen.iter().any(|&byte| char::from(byte) == character));
    let own: BTreeMap<u8, char> = chosen
        .iter()
        .filter_map(|&byte| {
            let itself = char::from(byte);
            let is_itself = characters.contains(&itself);
            let character = if is_itself { itself } else { *free.next()? };
            Some((byte, character))
        })
        .collect();
    let mut prefixed = PREFIXES.iter().flat_map(|&prefix| {
        own.values().map(move |&character| Code {
            prefix: Some(prefix),
            character,
        })
    });
    (0..=u8::MAX)
        .filter_map(|byte| match own.get(&byte) {
            Some(&character) => Some(Code {
                prefix: None,
                character,
            }),
            None => prefixed.next(),
        })
        .collect()
}

/// The prefixes: the lowest printable characters, as many as it takes for 256 codes.
const PREFIXES: [char; 2] = [' ', LAST_PREFIX];

const LAST_PREFIX: char = '!';

/// Characters that end a string or a script, or are special in one.
const UNSAFE: [char; 6] = ['"', '$', '\'', '<', '\\', '`'];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_value_has_a_code_of_its_own() {
        let all: Vec<u8> = (0..=u8::MAX).collect();

        assert_eq!(decode(&encode(&all)), all);
        assert!(decode(&encode(&[])).is_empty());
    }

    #[test]
    fn any_bytes_come_back() {
        let mut random = 1_u32;
        for length in 0..300 {
            let bytes: Vec<u8> = (0..length * 7)
                .map(|_| {
                    random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    let [first, second, ..] = random.to_be_bytes();
                    // Half of the values come more often than the others.
                    if first < 128 { second / 2 } else { second }
                })
                .collect();

            assert_eq!(decode(&encode(&bytes)), bytes);
        }
    }

    #[test]
    fn the_text_holds_nothing_that_ends_a_string_or_a_script() {
        let all: Vec<u8> = (0..=u8::MAX).collect();

        let text = encode(&all);

        assert!(text.chars().all(|character| matches!(character, ' '..='~')));
        assert!(!text.contains(UNSAFE));
    }

    #[test]
    fn a_frequent_value_takes_one_character() {
        let text = encode(&[200; 1000]);

        assert_eq!(text.len(), 1 + 256 + 1000);
    }

    #[test]
    fn a_name_is_written_as_it_is() {
        let mut bytes = b"OUTGOING_CALL_STARTED".to_vec();
        bytes.extend((0..=u8::MAX).cycle().take(10_000));

        let text = encode(&bytes);

        assert_eq!(
            text.get(1 + 256..)
                .map(|text| text.starts_with("OUTGOING_CALL_STARTED")),
            Some(true)
        );
    }

    /// Decodes as `pkg/src/wasm/decode.ts` does.
    fn decode(text: &str) -> Vec<u8> {
        let mut rest = text.chars();
        let last_prefix = rest.next().unwrap_or_default();
        let mut values: BTreeMap<char, Vec<u8>> = BTreeMap::new();
        let mut characters = Vec::new();
        for (value, mark) in (0..=u8::MAX).zip(rest.by_ref()) {
            if mark > last_prefix {
                characters.push(mark);
                values.entry(NONE).or_default().push(value);
            } else {
                values.entry(mark).or_default().push(value);
            }
        }
        let mut bytes = Vec::new();
        while let Some(code) = rest.next() {
            let (prefix, character) = if code > last_prefix {
                (NONE, Some(code))
            } else {
                (code, rest.next())
            };
            let place = characters.iter().position(|&own| Some(own) == character);
            bytes.extend(place.and_then(|place| values.get(&prefix)?.get(place)));
        }
        bytes
    }

    /// No prefix.
    const NONE: char = '\0';
}
