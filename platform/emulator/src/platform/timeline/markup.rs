//! Renders Markdown as HTML that is safe for any input.
//!
//! Drops raw HTML, and inserts the template's values as text: no tag comes from a template. A link
//! leads to an address of the web, a mailbox or a phone.

use pulldown_cmark::{
    CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd, TextMergeStream, html::push_html,
};

use super::signs::reveal;

/// The place of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// On the line of the event: one line without blocks.
    Header,
    /// In the opened event.
    Detail,
}

/// The HTML of a Markdown text with hidden values.
pub(crate) fn html(text: &str, place: Place) -> String {
    let mut events = Vec::new();
    let mut code = 0_usize;
    for event in TextMergeStream::new(Parser::new_ext(text, Options::empty())) {
        match event {
            Event::Html(_) | Event::InlineHtml(_) => {}
            Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => {}
            Event::Start(tag) => {
                code += usize::from(matches!(tag, Tag::CodeBlock(_)));
                events.push(Event::Start(without_hidden(tag)));
            }
            Event::End(tag) => {
                code = code.saturating_sub(usize::from(matches!(tag, TagEnd::CodeBlock)));
                events.push(Event::End(match tag {
                    TagEnd::Image => TagEnd::Link,
                    other => other,
                }));
            }
            Event::SoftBreak | Event::HardBreak => events.push(line_break(place)),
            Event::Text(text) if code > 0 => events.push(Event::Text(reveal(&text).into())),
            Event::Text(text) => add_text(&mut events, &text, place),
            Event::Code(text) => events.push(Event::Code(reveal(&text).into())),
            other => events.push(other),
        }
    }
    let mut written = String::new();
    push_html(&mut written, events.into_iter());
    finished(&written, place)
}

/// Reveals the values in a tag's addresses. A picture becomes a link: the pages load nothing
/// from other hosts.
fn without_hidden(tag: Tag<'_>) -> Tag<'_> {
    match tag {
        Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }
        | Tag::Image {
            link_type,
            dest_url,
            title,
            id,
        } => Tag::Link {
            link_type: LinkType::Inline,
            dest_url: address(link_type, &dest_url).into(),
            title: reveal(&title).into(),
            id,
        },
        Tag::CodeBlock(_) => Tag::CodeBlock(CodeBlockKind::Indented),
        other => other,
    }
}

/// The address of a link; empty for one of a scheme that a browser may execute.
fn address(link_type: LinkType, address: &str) -> String {
    let address = match link_type {
        LinkType::Email => ["mailto:", &reveal(address)].concat(),
        _ => with_scheme(reveal(address)),
    };
    let is_good = SCHEMES.iter().any(|scheme| {
        let start = address.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    });
    if is_good { address } else { String::new() }
}

/// Adds a scheme to an address that begins with a host name, as in the guide's own example.
fn with_scheme(address: String) -> String {
    let host = address.split(['/', '?', '#']).next().unwrap_or_default();
    let (name, port) = host.split_once(':').unwrap_or((host, "0"));
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|one| one.is_alphanumeric() || one == '-')
    };
    let is_host = name.contains('.')
        && name.split('.').all(is_label)
        && !port.is_empty()
        && port.bytes().all(|byte| byte.is_ascii_digit());
    if is_host {
        ["https://", &address].concat()
    } else {
        address
    }
}

fn line_break(place: Place) -> Event<'static> {
    match place {
        Place::Header => Event::Text(" ".into()),
        Place::Detail => Event::HardBreak,
    }
}

/// Adds a text: the template's icons, then values with their line breaks.
fn add_text(events: &mut Vec<Event<'_>>, text: &str, place: Place) {
    let text = match place {
        Place::Header => reveal(text),
        Place::Detail => reveal(&with_icons(text)),
    };
    for (at, line) in text.split('\n').enumerate() {
        if at > 0 {
            events.push(line_break(place));
        }
        events.push(Event::Text(line.to_owned().into()));
    }
}

/// Replaces names of icons: `:phone:`. An unknown name stays.
fn with_icons(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(':') {
        out.push_str(before);
        let name = after.split_once(':').filter(|(name, _)| is_name(name));
        let icon = name.and_then(|(name, behind)| {
            let place = ICONS.binary_search_by_key(&name, |(known, _)| known);
            Some((ICONS.get(place.ok()?)?.1, behind))
        });
        if let Some((icon, behind)) = icon {
            out.push_str(icon);
            rest = behind;
        } else {
            out.push(':');
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

fn is_name(text: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"_+-".contains(&byte);
    (1..=LONGEST_NAME).contains(&text.len()) && text.bytes().all(is_letter)
}

/// The tags as pages have them: a link opens a new page, and a header has no blocks. Behind each
/// `<` stands a tag, since the writer escapes texts.
fn finished(written: &str, place: Place) -> String {
    let mut parts = written.split('<');
    let mut html = parts.next().unwrap_or_default().to_owned();
    let mut is_link = false;
    for part in parts {
        let (tag, text) = part.split_once('>').unwrap_or((part, ""));
        let tag = tag.trim_end_matches(" /");
        let name = tag.split(' ').next().unwrap_or_default();
        match name {
            "a" => {
                // A picture in a link: the link ends, as there are none within links.
                html.push_str(if is_link { "</a><" } else { "<" });
                let tag = tag.replace(" href=\"\"", "");
                html.push_str(&tag.replace("&#x27;", "'").replace("&#39;", "'"));
                html.push_str(" target=\"_blank\" rel=\"noopener noreferrer nofollow\">");
                is_link = true;
            }
            "/a" => {
                html.push_str(if is_link { "</a>" } else { "" });
                is_link = false;
            }
            _ if place == Place::Detail || INLINE.contains(&name.trim_start_matches('/')) => {
                html.extend(["<", tag, ">"]);
            }
            _ => {}
        }
        html.push_str(text);
    }
    html.replace('\0', "")
        .replace('\u{a0}', "&nbsp;")
        .trim()
        .to_owned()
}

/// The beginnings of the addresses that links may have.
const SCHEMES: [&str; 4] = ["http://", "https://", "mailto:", "tel:"];

const INLINE: [&str; 3] = ["code", "em", "strong"];

/// Names of icons, sorted, and their signs.
static ICONS: &[(&str, &str)] = &include!(concat!(env!("OUT_DIR"), "/icons.rs"));

/// Longer than any icon's name.
const LONGEST_NAME: usize = 64;

#[cfg(test)]
mod tests {
    use super::{super::signs::hide, *};

    #[test]
    fn markdown_becomes_html() {
        for (text, wanted) in [
            (
                "# One\n\ntwo **three**",
                "<h1>One</h1>\n<p>two <strong>three</strong></p>",
            ),
            ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>"),
            ("one\ntwo", "<p>one<br>\ntwo</p>"),
            (
                "call :phone: at 3:47:11 :no-such-thing:",
                "<p>call ☎️ at 3:47:11 :no-such-thing:</p>",
            ),
            ("`a :phone:`\n\n---", "<p><code>a :phone:</code></p>\n<hr>"),
            (
                "[b](https://b.example/ \"t\")",
                "<p><a href=\"https://b.example/\" title=\"t\" target=\"_blank\" \
                 rel=\"noopener noreferrer nofollow\">b</a></p>",
            ),
            (
                "![picture](https://b.example/p.png)",
                "<p><a href=\"https://b.example/p.png\" target=\"_blank\" \
                 rel=\"noopener noreferrer nofollow\">picture</a></p>",
            ),
            (
                "[![p](https://b.example)](tel:1)",
                "<p><a href=\"tel:1\" target=\"_blank\" rel=\"noopener noreferrer nofollow\"></a>\
                 <a href=\"https://b.example\" target=\"_blank\" \
                 rel=\"noopener noreferrer nofollow\">p</a></p>",
            ),
            ("a <b>bold</b><img src=x onerror=alert(1)>", "<p>a bold</p>"),
            ("<script>alert(1)</script>", ""),
        ] {
            assert_eq!(html(text, Place::Detail), wanted, "{text}");
        }
        assert_eq!(
            html("# One\n**two**\nthree :phone:", Place::Header),
            "One\n<strong>two</strong> three :phone:"
        );
    }

    #[test]
    fn a_value_is_text_wherever_it_stands() {
        for value in [
            "[x](javascript:alert(1))",
            "<script>alert(1)</script>",
            "**bold** _em_ `code` ~~x~~",
            "# heading",
            "- item",
            "    code",
            "> quote",
            "| a | b |\n|---|---|",
            "---",
            "&lt;b&gt; &#60;b&#62;",
            "\\*",
            ":phone:",
            "https://evil.example <https://evil.example>",
        ] {
            let escaped = value
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;");
            let lines = escaped.replace('\n', "<br>\n");
            for (before, after, open, close) in [
                ("", "", "<p>", "</p>"),
                ("- ", "", "<ul>\n<li>", "</li>\n</ul>"),
                ("*", "*", "<p><em>", "</em></p>"),
                ("> ", "", "<blockquote>\n<p>", "</p>\n</blockquote>"),
            ] {
                let text = [before, &hide(value), after].concat();
                let wanted = [open, &lines, close].concat();
                assert_eq!(html(&text, Place::Detail), wanted, "{value} in {before}");
            }
        }
    }

    #[test]
    fn a_value_in_an_address_stays_in_it() {
        let link = |value: &str| html(&format!("[a]({})", hide(value)), Place::Detail);
        let attributes = "target=\"_blank\" rel=\"noopener noreferrer nofollow\"";

        assert_eq!(
            link("https://b.example/x y)z"),
            format!("<p><a href=\"https://b.example/x%20y)z\" {attributes}>a</a></p>")
        );
        assert_eq!(
            link("hubspot.com"),
            format!("<p><a href=\"https://hubspot.com\" {attributes}>a</a></p>")
        );
        assert!(link("b.example:8080/x?y").contains("\"https://b.example:8080/x?y\""));
        for bad in [
            "javascript:alert(1)",
            "JaVaScRiPt:alert(1)",
            "java\nscript:alert(1)",
            "data:text/html,x",
            "vbscript:x",
            "//evil.example",
            "/emulator/reset",
            "emulator/reset",
            "../a.example",
            "a.example:alert(1)",
            "a.example:",
            "file:///etc/passwd",
            "blob:https://a.example/1",
            "\u{1}javascript:alert(1)",
            "ht\ttps://a.example",
        ] {
            assert!(!link(bad).contains("href"), "{bad}: {}", link(bad));
        }
    }
}
