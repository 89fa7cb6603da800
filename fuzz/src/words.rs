//! Patterns of a search, and texts.

/// A line, the pattern; then the text.
///
/// # Panics
///
/// When a text has other words than a slower reading of the pattern finds.
pub fn words(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else {
        return;
    };
    let (pattern, text) = text.split_once('\n').unwrap_or((text, ""));
    let Some(found) = emulator::fuzzing::has_words(text, pattern) else {
        return;
    };
    if pattern.len() * text.len() > MOST_COMPARED {
        return;
    }
    let split = |text: &str, star: bool| -> Vec<Vec<char>> {
        let text = text.to_lowercase();
        let words = text.split(|letter: char| !(letter.is_alphanumeric() || star && letter == '*'));
        let words = words.filter(|word| !word.is_empty());
        words.map(|word| word.chars().collect()).collect()
    };
    let (pattern, known) = (split(pattern, true), split(text, false));
    let expected = !pattern.is_empty()
        && known.windows(pattern.len()).any(|words| {
            let mut pairs = pattern.iter().zip(words);
            pairs.all(|(pattern, word)| matches(pattern, word))
        });
    assert_eq!(found, expected, "{pattern:?} in {known:?}");
}

/// Whether a word is as a pattern has it: letter by letter, with every place where a star
/// may end.
fn matches(pattern: &[char], word: &[char]) -> bool {
    let mut ends = vec![false; word.len() + 1];
    ends[0] = true;
    for letter in pattern {
        let mut next = vec![false; word.len() + 1];
        for at in 0..=word.len() {
            next[at] = if *letter == '*' {
                ends[at] || (at > 0 && next[at - 1])
            } else {
                at > 0 && ends[at - 1] && word[at - 1] == *letter
            };
        }
        ends = next;
    }
    ends[word.len()]
}

/// The slower reading takes time by the square.
const MOST_COMPARED: usize = 40_000;
