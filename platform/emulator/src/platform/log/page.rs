//! The log as a page, without scripts: each request unfolds to its body and its answer.

use maud::{Markup, html};

use super::{Entry, LogQuery, Outcome};
use crate::platform::{answer::Answer, pages};

/// The page of these entries.
pub(super) fn page(query: &LogQuery, entries: &[Entry]) -> Answer {
    let words = query.q.as_deref().unwrap_or_default();
    let shown = entries.get(..MOST_SHOWN).unwrap_or(entries);
    let body = html! {
        form {
            label { "Search " input type="search" name="q" value=(words); }
            label {
                "Show "
                select name="outcome" {
                    option value="" { "every request" }
                    (option(query, Outcome::Refused, "refused", "refusals"))
                    (option(query, Outcome::Done, "done", "what was done"))
                }
            }
            button { "Show" }
        }
        p role="status" { (count(entries.len(), shown.len())) }
        ol { @for entry in shown { (item(entry, shown.len() == 1)) } }
    };
    Answer::styled_page(pages::page("Requests", STYLE, &body), STYLE, None, None)
}

fn option(query: &LogQuery, outcome: Outcome, value: &str, text: &str) -> Markup {
    html! { option value=(value) selected[query.outcome == Some(outcome)] { (text) } }
}

fn count(found: usize, shown: usize) -> String {
    match (found, shown) {
        (0, _) => "No request fits.".to_owned(),
        (1, _) => "One request.".to_owned(),
        _ if shown < found => format!("{found} requests, of which the newest {shown} are here."),
        _ => format!("{found} requests, the newest first."),
    }
}

fn item(entry: &Entry, is_open: bool) -> Markup {
    let is_refused = entry.status >= 400;
    let path = entry.path.as_deref().unwrap_or(&entry.route);
    html! {
        li id=(entry.correlation_id) {
            details open[is_open] {
                summary {
                    span class=(if is_refused { "refused" } else { "done" }) { (entry.status) }
                    " " strong { (entry.method) " " (path) }
                    @if let Some(reason) = entry.reason { " " code { (reason) } }
                    " " small { (time(&entry.at)) " · " (entry.duration_ms) " ms" }
                }
                dl {
                    dt { "Id" } dd { code { (entry.correlation_id) } }
                    dt { "At" } dd { (entry.at) }
                    @if entry.path.as_ref().is_some_and(|path| *path != entry.route) {
                        dt { "Route" } dd { code { (entry.route) } }
                    }
                    (text("Body", entry.body.as_deref()))
                    (text("Answer", entry.answer.as_deref()))
                }
            }
        }
    }
}

fn text(name: &str, text: Option<&str>) -> Markup {
    html! {
        dt { (name) }
        dd {
            @match text {
                Some(text) => pre { (text) },
                None => "none",
            }
        }
    }
}

/// The time of day, to the second.
fn time(at: &str) -> &str {
    at.get(11..19).unwrap_or(at)
}

/// The most entries on a page; a search finds the others.
const MOST_SHOWN: usize = 100;

/// The page's only style; the policy allows it by its hash.
const STYLE: &str = "\
:root{color-scheme:light dark;--line:#ccc;--done:#17653a;--refused:#a3201b;--quiet:#555}\
@media(prefers-color-scheme:dark){\
:root{--line:#444;--done:#7fd6a2;--refused:#ff9d94;--quiet:#aaa}}\
body{font:16px/1.5 system-ui,sans-serif;max-width:70rem;margin:1.5rem auto;padding:0 1rem;\
overflow-wrap:anywhere}\
form{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center}\
label{display:flex;flex-wrap:wrap;gap:.25rem .5rem;align-items:center}\
input,select,button{font:inherit;padding:.25rem .5rem;max-width:100%;box-sizing:border-box}\
ol{list-style:none;padding:0;margin:0}li{border-top:1px solid var(--line)}\
summary{padding:.5rem .25rem;cursor:pointer}summary strong{font-weight:600}\
.done,.refused{font-variant-numeric:tabular-nums;font-weight:600}\
.done{color:var(--done)}.refused{color:var(--refused)}\
small{color:var(--quiet);white-space:nowrap}\
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.25rem 1rem;\
margin:0 .25rem 1rem}dt{color:var(--quiet)}dd{margin:0}\
pre{margin:0;white-space:pre-wrap;max-height:24rem;overflow:auto}\
code,pre{font:.875rem/1.5 ui-monospace,monospace}\
@media(max-width:40rem){dl{grid-template-columns:minmax(0,1fr)}dd{margin-bottom:.5rem}}";
