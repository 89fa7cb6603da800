//! Wasm as printable text, for scripts that carry their module.
//!
//! Base64 costs a quarter of the compressed size, because it destroys the byte
//! alignment that gzip and brotli live on. This code keeps it: the 87 most
//! frequent byte values are one character each, the other 169 a prefix and one
//! character. A frequent value that is a character in use is that character, so
//! that names stand in the text as they do in the scripts around it, and weigh
//! once. Quotes, backslash, `$` and `<` are left out, so the text stands in
//! any JavaScript string, template or inline script as it is.
//!
//! ```text
//! 64 hexadecimal digits: one bit per byte value, set when it is frequent
//! then per byte:  frequent   itself, or of the CHARACTERS left over the one of its rank
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
    let (singles, prefixes) = characters.split_at(SINGLES);
    let is_itself = |value: u8| singles.contains(&char::from(value));
    let mut left = singles
        .iter()
        .filter(|&&character| !is_frequent(frequent, character as usize));
    let mut pairs = prefixes.iter().flat_map(|prefix| {
        characters
            .iter()
            .map(move |second| format!("{prefix}{second}"))
    });
    (0..=u8::MAX)
        .map(|value| {
            if !is_frequent(frequent, usize::from(value)) {
                pairs.next()
            } else if is_itself(value) {
                Some(char::from(value).to_string())
            } else {
                left.next().map(char::to_string)
            }
            .unwrap_or_default()
        })
        .collect()
}

fn is_frequent(frequent: &[bool; 256], value: usize) -> bool {
    frequent.get(value).copied().unwrap_or_default()
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
        let singles: Vec<char> = characters.iter().copied().take(SINGLES).collect();
        let is_itself = |value: &u8| singles.contains(&char::from(*value));
        let others: Vec<u8> = frequent
            .iter()
            .copied()
            .filter(|value| !is_itself(value))
            .collect();
        let left: Vec<char> = singles
            .iter()
            .copied()
            .filter(|&character| !frequent.contains(&(character as u8)))
            .collect();
        let mut body = body.chars();
        let mut bytes = Vec::new();
        while let Some(character) = body.next() {
            let first = rank(character).unwrap_or(usize::MAX);
            if let Some(at) = left.iter().position(|&known| known == character) {
                bytes.extend(others.get(at));
            } else if first < SINGLES {
                bytes.push(character as u8);
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
    fn names_stand_as_they_are() {
        let bytes = b"CALL_ANSWERED, callAnswered";

        assert!(encode(bytes).ends_with("CALL_ANSWERED, callAnswered"));
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
