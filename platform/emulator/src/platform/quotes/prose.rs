//! Terms and comments: plain text, or the HTML of the service's own editor, as paragraphs.

use super::direction::plain;

/// The paragraphs of a text. Within one, a line break is a line break.
pub(super) fn paragraphs(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text = if is_html(&text) {
        unmarked(&text)
    } else {
        text
    };
    let mut paragraphs = vec![String::new()];
    for line in plain(&text).split(is_end_of_line).map(str::trim) {
        let Some(last) = paragraphs.last_mut() else {
            continue;
        };
        if line.is_empty() {
            paragraphs.push(String::new());
        } else {
            if !last.is_empty() {
                last.push('\n');
            }
            last.push_str(line);
        }
    }
    paragraphs.retain(|one| !one.is_empty());
    paragraphs
}

const fn is_end_of_line(letter: char) -> bool {
    matches!(letter, '\n' | '\u{2028}' | '\u{2029}')
}

/// True if a text has an element that the editor writes.
fn is_html(text: &str) -> bool {
    text.match_indices('<').any(|(at, _)| {
        let tag = text.get(at..).and_then(Tag::read);
        tag.is_some_and(|tag| ELEMENTS.iter().any(|(name, _)| *name == tag.name))
    })
}

/// The text of HTML: an empty line between paragraphs, a line for each entry of a list. Its
/// result has no markup, so any input is safe; and it reads a text once, where an HTML parser
/// takes seconds for a text of nested elements alone.
fn unmarked(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    let mut rest = html;
    while let Some(letter) = rest.chars().next() {
        if let Some(tag) = Tag::read(rest) {
            rest = rest.get(tag.length..).unwrap_or_default();
            if !tag.is_end && HIDDEN.contains(&&*tag.name) {
                let end = ["</", &tag.name].concat();
                let end = rest.to_ascii_lowercase().find(&end);
                rest = end.and_then(|end| rest.get(end..)).unwrap_or_default();
            }
            let known = ELEMENTS.iter().find(|(name, _)| *name == tag.name);
            text.push_str(match (known.map(|(_, breaks)| breaks), tag.is_end) {
                (Some(Breaks::Line), false) => "\n",
                (Some(Breaks::Entry), false) => "\n• ",
                (Some(Breaks::Paragraph), _) => "\n\n",
                (Some(Breaks::Space), _) => " ",
                _ => "",
            });
            continue;
        }
        let (shown, length) = entity(rest).unwrap_or((letter, letter.len_utf8()));
        // Blank space of HTML is one space; only elements break lines.
        text.push(if shown.is_whitespace() { ' ' } else { shown });
        rest = rest.get(length..).unwrap_or_default();
    }
    let lines = text.split('\n');
    let lines: Vec<String> = lines
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    lines.join("\n")
}

/// A tag at the beginning of a text.
struct Tag {
    name: String,
    is_end: bool,
    length: usize,
}

impl Tag {
    fn read(text: &str) -> Option<Self> {
        let inner = text.strip_prefix('<')?;
        let named = inner.strip_prefix('/');
        let name = named.unwrap_or(inner);
        let end = name.find(|letter: char| !letter.is_ascii_alphanumeric())?;
        let (name, after) = name.split_at(end);
        if !name.starts_with(|letter: char| letter.is_ascii_alphabetic()) || name.len() > LONGEST {
            return None;
        }
        // Up to the next tag, so that each letter is read once.
        let rest = after.find(['<', '>']).and_then(|end| after.get(end..))?;
        let closed = rest.strip_prefix('>')?;
        after
            .starts_with(['>', ' ', '/', '\n', '\t'])
            .then(|| Self {
                name: name.to_ascii_lowercase(),
                is_end: named.is_some(),
                length: text.len() - closed.len(),
            })
    }
}

/// A letter written as an entity, and the entity's length.
fn entity(text: &str) -> Option<(char, usize)> {
    let inner = text.strip_prefix('&')?;
    let end = inner.bytes().take(LONGEST).position(|byte| byte == b';')?;
    let name = inner.get(..end)?;
    let letter = match name.strip_prefix('#') {
        Some(number) => {
            let hex = number.strip_prefix(['x', 'X']);
            let code = hex.map_or_else(|| number.parse(), |hex| u32::from_str_radix(hex, 16));
            char::from_u32(code.ok()?).filter(|letter| !letter.is_control())?
        }
        None => ENTITIES.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((letter, name.len() + 2))
}

/// The line breaks of an element.
enum Breaks {
    /// Nothing.
    None,
    Space,
    Line,
    /// A line with a bullet.
    Entry,
    Paragraph,
}

/// The elements that the editor writes.
const ELEMENTS: [(&str, Breaks); 24] = [
    ("a", Breaks::None),
    ("b", Breaks::None),
    ("blockquote", Breaks::Paragraph),
    ("br", Breaks::Line),
    ("div", Breaks::Paragraph),
    ("em", Breaks::None),
    ("h1", Breaks::Paragraph),
    ("h2", Breaks::Paragraph),
    ("h3", Breaks::Paragraph),
    ("h4", Breaks::Paragraph),
    ("h5", Breaks::Paragraph),
    ("h6", Breaks::Paragraph),
    ("i", Breaks::None),
    ("li", Breaks::Entry),
    ("ol", Breaks::Paragraph),
    ("p", Breaks::Paragraph),
    ("s", Breaks::None),
    ("span", Breaks::None),
    ("strong", Breaks::None),
    ("table", Breaks::Paragraph),
    ("td", Breaks::Space),
    ("tr", Breaks::Line),
    ("u", Breaks::None),
    ("ul", Breaks::Paragraph),
];

/// Elements whose content is no text.
const HIDDEN: [&str; 2] = ["script", "style"];

const ENTITIES: [(&str, char); 6] = [
    ("amp", '&'),
    ("apos", '\''),
    ("gt", '>'),
    ("lt", '<'),
    ("nbsp", ' '),
    ("quot", '"'),
];

/// Longer than any entity's name.
const LONGEST: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_its_paragraphs() {
        for (text, expected) in [
            ("", &[][..]),
            (" \n\n ", &[]),
            ("One", &["One"]),
            ("One\nand two", &["One\nand two"]),
            ("One\r\n\r\nTwo\r\n \r\n\r\nThree", &["One", "Two", "Three"]),
            ("a < b & c > d", &["a < b & c > d"]),
            ("1 <x> 2", &["1 <x> 2"]),
            ("<p>One</p><p>Two</p>", &["One", "Two"]),
            (
                "<p>One<br>and <b>two</b></p>\n<p>Three</p>",
                &["One\nand two", "Three"],
            ),
            (
                "<p>Payment:</p><ul><li>30&nbsp;days</li><li>2&nbsp;% &lt; 10</li></ul><p>End",
                &["Payment:", "• 30 days\n• 2 % < 10", "End"],
            ),
            ("<p>&#8217;&#x2019;&#0;&bad;&</p>", &["’’&#0;&bad;&"]),
            ("<P CLASS='x'>One</P>", &["One"]),
            ("<p>&amp;lt;b&amp;gt;</p>", &["&lt;b&gt;"]),
            (
                "<p>a<script>alert(1)</script><style>p{}</style>b</p>",
                &["ab"],
            ),
            ("<p>\u{202e}abc</p>", &["abc"]),
            ("<p onclick='x'>a<img src=x onerror=y></p>", &["a"]),
        ] {
            assert_eq!(paragraphs(text), expected, "{text}");
        }
    }

    /// The longest property allowed, nested as deep as fits.
    #[test]
    fn a_text_of_elements_alone_has_its_text() {
        for element in [
            "<p>",
            "<div>",
            "<b>",
            "<table>",
            "<ul><li>",
            "<a href=x>",
            "<p",
            "</p>",
            "<script>",
            "&amp;",
            "&",
            "<a b",
        ] {
            let text = [&element.repeat(65_000 / element.len()), "end"].concat();
            assert!(
                paragraphs(&text).concat().len() <= text.len() * 2,
                "{element}"
            );
        }
    }
}
