//! Templates of timeline events, with the values of an event.

use serde_json::Value;

/// A line of JSON, the values; then the template.
///
/// # Panics
///
/// When what is rendered has an element or an address that a page could run.
pub fn template(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else {
        return;
    };
    let (values, template) = text.split_once('\n').unwrap_or(("{}", text));
    let values: Value = serde_json::from_str(values).unwrap_or_default();
    let Ok(shown) = emulator::fuzzing::rendered(template, &values) else {
        return;
    };
    for html in shown {
        for tag in html.split('<').skip(1) {
            let end = tag.find(|letter: char| !letter.is_ascii_alphanumeric() && letter != '/');
            let name = tag.split_at(end.unwrap_or(tag.len())).0;
            let name = name.trim_matches('/');
            assert!(TAGS.contains(&name), "{name} in {html}");
        }
        for (at, attribute) in html.match_indices("href=\"") {
            let address = &html[at + attribute.len()..];
            let is_known = SCHEMES.iter().any(|scheme| {
                let start = address.get(..scheme.len()).unwrap_or_default();
                start.eq_ignore_ascii_case(scheme)
            });
            // A text may look like an attribute; it has no tag before it.
            assert!(is_known || !is_in_tag(&html[..at]), "{html}");
        }
    }
}

/// Whether what follows a text stands within a tag.
fn is_in_tag(before: &str) -> bool {
    before.rfind('<') > before.rfind('>')
}

const SCHEMES: [&str; 4] = ["http:", "https:", "mailto:", "tel:"];

const TAGS: [&str; 18] = [
    "a",
    "blockquote",
    "br",
    "code",
    "em",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "li",
    "ol",
    "p",
    "pre",
    "strong",
    "ul",
];
