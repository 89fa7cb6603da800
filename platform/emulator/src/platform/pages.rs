//! The pages: small, without scripts, with text shown only as text.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// A page with a title and a body.
pub(crate) fn page(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            meta charset="utf-8";
            meta name="viewport" content="width=device-width";
            title { (title) }
            // The policy allows the style by its hash, so it is not escaped.
            style { (PreEscaped(STYLE)) }
            h1 { (title) }
            (body)
        }
        "\n"
    };
    page.into_string()
}

/// The pages' only style; the policy allows it by its hash.
pub(crate) const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;\
margin:2rem auto;padding:0 1rem;color:#222;background:#fff;overflow-wrap:anywhere}\
table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.25rem .75rem .25rem 0;\
border-bottom:1px solid #ccc;vertical-align:top}code{font-size:.9em}\
.amount{text-align:right;white-space:nowrap;padding-right:0}";
