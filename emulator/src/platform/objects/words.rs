//! Words of values: what a search for words and the token filters look at.

use super::json::value;
use crate::platform::{
    answer::{Refusal, Result},
    records::{Objects, store::Record},
};

/// Words that all have to be in a record.
#[derive(Debug)]
pub(super) struct Words {
    words: Vec<String>,
    /// The digits of a query that is a phone number.
    digits: Option<String>,
}

/// Words that have to stand one after the other in a value; `*` stands for any letters.
#[derive(Debug)]
pub(super) struct Pattern(Vec<String>);

impl Words {
    pub(super) fn read(query: &str) -> Result<Self> {
        let length = query.chars().count();
        if length > LONGEST_QUERY {
            return Err(Refusal::invalid(
                "query",
                "INVALID_SIZE",
                format!("query has {length} characters: use {LONGEST_QUERY} at most"),
            ));
        }
        let digits: String = query.chars().filter(char::is_ascii_digit).collect();
        let is_number = digits.len() >= FEWEST_DIGITS && !query.chars().any(char::is_alphabetic);
        Ok(Self {
            words: split(query, |_| false),
            digits: is_number.then_some(digits),
        })
    }

    /// Whether each is the beginning of a word of the type's searched properties, or the
    /// number is a part of one.
    pub(super) fn are_in(&self, objects: &Objects<'_>, record: &Record) -> bool {
        let schema = objects.schema;
        let searched = schema.kind.searched.iter();
        let values: Vec<(bool, String)> = searched
            .filter_map(|name| {
                let kind = &schema.property(name)?.property.field_type;
                Some((kind == "phonenumber", value(objects, record, name)?))
            })
            .collect();
        if let Some(digits) = &self.digits
            && values.iter().any(|(is_number, text)| {
                let known: String = text.chars().filter(char::is_ascii_digit).collect();
                *is_number && known.contains(digits)
            })
        {
            return true;
        }
        let known: Vec<String> = values
            .iter()
            .flat_map(|(_, text)| split(text, |_| false))
            .collect();
        self.words
            .iter()
            .all(|word| known.iter().any(|known| known.starts_with(word)))
    }
}

impl Pattern {
    pub(super) fn read(text: &str) -> Self {
        Self(split(text, |letter| letter == '*'))
    }

    pub(super) fn is_in(&self, text: &str) -> bool {
        let known = split(text, |_| false);
        !self.0.is_empty()
            && known.windows(self.0.len()).any(|words| {
                let mut pairs = self.0.iter().zip(words);
                pairs.all(|(pattern, word)| matches(pattern.as_bytes(), word.as_bytes()))
            })
    }
}

/// The words of a text in small letters.
fn split(text: &str, further: impl Fn(char) -> bool) -> Vec<String> {
    text.to_lowercase()
        .split(|letter: char| !letter.is_alphanumeric() && !further(letter))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Whether a word is as a pattern has it. Each `*` is tried as short as it can be, and
/// only the last one is tried again.
fn matches(pattern: &[u8], word: &[u8]) -> bool {
    let (mut at, mut read) = (0, 0);
    let mut retry: Option<(usize, usize)> = None;
    while let Some(byte) = word.get(read) {
        match pattern.get(at) {
            Some(b'*') => {
                retry = Some((at + 1, read));
                at += 1;
            }
            Some(known) if known == byte => {
                at += 1;
                read += 1;
            }
            _ => {
                let Some((behind, from)) = retry else {
                    return false;
                };
                retry = Some((behind, from + 1));
                at = behind;
                read = from + 1;
            }
        }
    }
    pattern
        .get(at..)
        .is_some_and(|rest| rest.iter().all(|byte| *byte == b'*'))
}

const LONGEST_QUERY: usize = 3000;
const FEWEST_DIGITS: usize = 3;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pattern_is_found_word_by_word() {
        for (pattern, text, is_in) in [
            ("ada", "Ada Example", true),
            ("ad", "Ada Example", false),
            ("ad*", "Ada Example", true),
            ("*ple", "Ada Example", true),
            ("a*a*e", "analyse", true),
            ("a*x*e", "analyse", false),
            ("*@people.example", "ada@people.example", true),
            ("*@other.example", "ada@people.example", false),
            ("example ada", "Ada Example", false),
            ("*", "x", true),
            ("", "x", false),
            ("@", "x", false),
        ] {
            assert_eq!(
                Pattern::read(pattern).is_in(text),
                is_in,
                "{pattern} {text}"
            );
        }
    }
}
