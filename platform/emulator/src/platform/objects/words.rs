//! Searches values for words and patterns, for queries and the token filters.

use calling_widget_sdk::protocol::{PhoneNumber, digits_of};

use super::json::value;
use crate::platform::{
    answer::{Result, refuse},
    records::{Objects, store::Record},
};

/// Words that a record must all have.
#[derive(Debug)]
pub(super) struct Words {
    words: Vec<String>,
    /// A query that is a phone number, or the part of one.
    number: Option<PhoneNumber>,
}

/// Consecutive words of a value; `*` stands for any letters.
#[derive(Debug)]
pub(crate) struct Pattern(Vec<Word>);

/// One word of a pattern: its parts between the `*`.
#[derive(Debug)]
struct Word(Vec<String>);

impl Words {
    pub(super) fn read(query: &str) -> Result<Self> {
        let length = query.chars().count();
        if length > LONGEST_QUERY {
            return Err(refuse!(
                invalid("query", "INVALID_SIZE"),
                "query has {length} characters: use {LONGEST_QUERY} at most"
            ));
        }
        let is_number = digits_of(query).len() >= FEWEST_DIGITS;
        Ok(Self {
            words: split(query, |_| false),
            number: is_number.then(|| PhoneNumber::read(query)).flatten(),
        })
    }

    /// True if each begins a word of the type's searched properties, or the number is a part of
    /// one.
    pub(super) fn are_in(&self, objects: &Objects<'_>, record: &Record) -> bool {
        let schema = &objects.schema;
        let searched = schema.kind.searched.iter();
        let values: Vec<(bool, String)> = searched
            .filter_map(|name| {
                let kind = &schema.property(name)?.property.field_type;
                Some((kind == "phonenumber", value(objects, record, name)?))
            })
            .collect();
        if let Some(number) = &self.number
            && values
                .iter()
                .any(|(is_number, text)| *is_number && number.is_found_in(text))
        {
            return true;
        }
        let known: Vec<String> = values
            .iter()
            .flat_map(|(_, text)| split(text, |_| false))
            .collect();
        let mut words = self.words.iter();
        words.all(|word| known.iter().any(|one| one.starts_with(word)))
    }
}

impl Pattern {
    pub(crate) fn read(text: &str) -> Self {
        let words = split(text, |letter| letter == '*');
        Self(words.iter().map(|word| Word::read(word)).collect())
    }

    /// True if a text matches.
    pub(crate) fn is_in(&self, text: &str) -> bool {
        if self.0.is_empty() {
            return false;
        }
        let known = split(text, |_| false);
        known.windows(self.0.len()).any(|words| {
            let mut pairs = self.0.iter().zip(words);
            pairs.all(|(pattern, word)| pattern.matches(word))
        })
    }
}

impl Word {
    fn read(word: &str) -> Self {
        Self(word.split('*').map(str::to_owned).collect())
    }

    /// True if a word matches. The first and the last part are its ends; each part between them
    /// matches at its first occurrence, which leaves the most for those behind it.
    fn matches(&self, word: &str) -> bool {
        let Some((last, before)) = self.0.split_last() else {
            return false;
        };
        let Some((first, between)) = before.split_first() else {
            return word == last;
        };
        let inside = word.strip_prefix(first.as_str());
        let mut rest = inside.and_then(|inside| inside.strip_suffix(last.as_str()));
        for part in between {
            rest = rest.and_then(|rest| Some(rest.split_once(part.as_str())?.1));
        }
        rest.is_some()
    }
}

/// The lower-case words of a text.
fn split(text: &str, further: impl Fn(char) -> bool) -> Vec<String> {
    text.to_lowercase()
        .split(|letter: char| !letter.is_alphanumeric() && !further(letter))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
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
            ("**x**", "x", true),
            ("a*a", "a", false),
            ("ä*ö", "ÄxÖ", true),
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
