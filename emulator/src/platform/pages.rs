//! The pages: small, without scripts, with text shown only as text.

/// A page with a title and a body of HTML.
pub(crate) fn page(title: &str, body: &str) -> String {
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\"><title>{title}</title>\
         <style>{STYLE}</style><h1>{title}</h1>{body}</html>\n",
        title = escaped(title)
    )
}

/// A text as HTML that shows it.
pub(crate) fn escaped(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => shown.push_str("&amp;"),
            '<' => shown.push_str("&lt;"),
            '>' => shown.push_str("&gt;"),
            '"' => shown.push_str("&quot;"),
            '\'' => shown.push_str("&#39;"),
            other => shown.push(other),
        }
    }
    shown
}

/// The pages' only style; the policy allows it by its digest.
pub(crate) const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;\
margin:2rem auto;padding:0 1rem;color:#222;background:#fff}\
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .75rem .25rem 0;\
border-bottom:1px solid #ccc;vertical-align:top}code{font-size:.9em}";

#[cfg(test)]
mod tests {
    use super::escaped;

    #[test]
    fn markup_is_shown_as_text() {
        assert_eq!(
            escaped("<b a=\"x\" c='y'>&"),
            "&lt;b a=&quot;x&quot; c=&#39;y&#39;&gt;&amp;"
        );
    }
}
