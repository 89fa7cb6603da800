//! Wasm as printable text, for scripts that carry their module.
//!
//! Base64 costs a quarter of the compressed size, because it destroys the byte
//! alignment that gzip and brotli live on. This code keeps it: the 87 most
//! frequent byte values are one character each, the other 169 a prefix and one
//! character. Quotes, backslash, `$` and `<` are left out, so the text stands in
//! any JavaScript string, template or inline script as it is.
//!
//! ```text
//! 64 hexadecimal digits: one bit per byte value, set when it is frequent
//! then per byte:  frequent   CHARACTERS[rank among the frequent]
//!                 otherwise  prefix, CHARACTERS[rank % 89]   with rank / 89 choosing the prefix
//! ```
//!
//! The decoder is `pkg/src/wasm/decode.ts`.

/// The module as text.
pub(super) fn encode(bytes: &[u8]) -> String {
    let frequent = most_frequent(bytes);
    let codes = codes(&frequent);
    let mut text = header(&frequent);
    for &byte in bytes {
        if let Some(code) = codes.get(usize::from(byte)) {
            text.push_str(code);
        }
    }
    text
}

/// For each byte value, whether it is among the most frequent ones.
fn most_frequent(bytes: &[u8]) -> [bool; 256] {
    let mut ranking: Vec<(usize, u8)> = (0..=u8::MAX)
        .map(|value| (bytes.iter().filter(|&&byte| byte == value).count(), value))
        .collect();
    ranking.sort_by_key(|&(count, value)| (std::cmp::Reverse(count), value));
    let mut frequent = [false; 256];
    for (_, value) in ranking.into_iter().take(SINGLES) {
        if let Some(flag) = frequent.get_mut(usize::from(value)) {
            *flag = true;
        }
    }
    frequent
}

/// The text of each byte value.
fn codes(frequent: &[bool; 256]) -> Vec<String> {
    let characters = characters();
    let mut singles = characters.iter().take(SINGLES);
    let mut pairs = characters.iter().skip(SINGLES).flat_map(|prefix| {
        characters
            .iter()
            .map(move |second| format!("{prefix}{second}"))
    });
    frequent
        .iter()
        .map(|&is_frequent| {
            if is_frequent {
                singles.next().map(char::to_string)
            } else {
                pairs.next()
            }
            .unwrap_or_default()
        })
        .collect()
}

fn header(frequent: &[bool; 256]) -> String {
    frequent
        .chunks(4)
        .map(|flags| {
            let bits = flags
                .iter()
                .rev()
                .fold(0, |bits, &flag| bits << 1 | u32::from(flag));
            char::from_digit(bits, 16).unwrap_or('0')
        })
        .collect()
}

/// The 89 characters in use, in order.
fn characters() -> Vec<char> {
    (' '..='~')
        .filter(|character| !EXCLUDED.contains(*character))
        .collect()
}

/// Characters that would need an escape in a string, a template or inline HTML.
const EXCLUDED: &str = "\"$'<\\`";

/// How many byte values take one character; the two characters left are prefixes.
const SINGLES: usize = 87;

#[cfg(test)]
mod tests {
    use super::*;

    /// The decoder, written from the module doc.
    fn decode(text: &str) -> Vec<u8> {
        let characters = characters();
        let rank = |character: char| characters.iter().position(|&known| known == character);
        let (header, body) = text.split_at(64);
        let is_frequent = |value: u8| {
            let digit = header.chars().nth(usize::from(value) / 4);
            digit.and_then(|digit| digit.to_digit(16)).unwrap_or(0) >> (value % 4) & 1 == 1
        };
        let (frequent, rare): (Vec<u8>, Vec<u8>) =
            (0..=u8::MAX).partition(|&value| is_frequent(value));
        let mut body = body.chars();
        let mut bytes = Vec::new();
        while let Some(first) = body.next().and_then(rank) {
            if first < SINGLES {
                bytes.extend(frequent.get(first));
            } else {
                let second = body.next().and_then(rank).unwrap_or(usize::MAX);
                bytes.extend(rare.get((first - SINGLES) * characters.len() + second));
            }
        }
        bytes
    }

    #[test]
    fn every_byte_value_survives_the_round_trip() {
        let bytes: Vec<u8> = (0..=u8::MAX).chain((0..=u8::MAX).rev()).collect();

        let text = encode(&bytes);

        assert_eq!(decode(&text), bytes);
    }

    #[test]
    fn frequent_bytes_take_one_character() {
        let bytes = [0_u8, 0, 0, 0, 0, 0, 0, 0, 255, 255];

        let text = encode(&bytes);

        assert_eq!(text.len(), 64 + bytes.len());
        assert_eq!(decode(&text), bytes);
    }

    #[test]
    fn the_text_needs_no_escape_anywhere() {
        let bytes: Vec<u8> = (0..4096_u32).map(|n| (n * n % 251) as u8).collect();

        let text = encode(&bytes);

        assert!(text.bytes().all(|byte| (0x20..=0x7e).contains(&byte)));
        assert!(!text.contains(|character| EXCLUDED.contains(character)));
    }

    #[test]
    fn an_empty_module_is_a_bare_header() {
        assert_eq!(encode(&[]).len(), 64);
    }
}
