//! `GET /quotes/{slug}`: the page of a published quote, and with `.pdf` its document.

use calling_rest::Method;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{
    account::Account,
    lock::is_locked,
    pdf,
    quote::Quote,
    view::{QuoteView, headings, title},
};
use crate::platform::{
    answer::{Answer, Refusal, Result},
    endpoint::{AnswerBody, Endpoint, Handler, Step},
    guard::Exposure,
    namespace::Namespace,
    records::{Objects, Schema, type_ids::QUOTE},
    request::Request,
};

/// The endpoints of this module.
pub(crate) const ENDPOINTS: &[Endpoint] = &[Endpoint::new(
    Method::Get,
    "/quotes/{slug}",
    Exposure::Linked,
    Handler::Steps(show),
)
.summary("Shows a published quote; with .pdf behind its slug as a PDF")
.answers(AnswerBody::Page)
.refuses(&[400, 404])];

/// Shows a published quote. Whoever has its address may read it, as with the service.
pub(crate) fn show(request: &Request, namespace: &Namespace<'_>) -> Result<Step> {
    let slug = request.part("slug");
    let (slug, is_pdf) = match slug.strip_suffix(".pdf") {
        Some(slug) => (slug, true),
        None => (slug, false),
    };
    let schema = Schema::named(namespace, QUOTE)?;
    let quotes = Objects::of(namespace, &schema);
    let found = match quotes.holder("hs_slug", slug)? {
        Some(id) => quotes.find(id)?,
        None => None,
    };
    let Some(record) = found.filter(is_locked) else {
        let mut refusal = Refusal::not_found(
            "NO_SUCH_QUOTE",
            "There is no published quote at this address. It may have been taken back: ask who \
             sent you the address.",
        );
        refusal.is_page = true;
        return Err(refusal);
    };
    let quote = Quote::load(namespace, record)?;
    let view = QuoteView::of(&quote, &Account::of(namespace)?, namespace.now_ms);
    let address = [slug, ".pdf"].concat();
    Ok(Step::WithoutData(Box::new(move || {
        if !is_pdf {
            let page = page(&view, &address);
            return Ok(Answer::styled_page(page.into_string(), STYLE));
        }
        if view.letters() > MOST_LETTERS {
            let mut refusal = Refusal::new(
                400,
                "VALIDATION_ERROR",
                "LONG_QUOTE",
                format!(
                    "This quote has too much text for a PDF, more than {MOST_LETTERS} letters. \
                     Read it on its page, or shorten its descriptions, comments and terms."
                ),
            );
            refusal.is_page = true;
            return Err(refusal);
        }
        let bytes = pdf::document(&view)
            .ok_or_else(|| Refusal::internal("the document of a quote cannot be made"))?;
        Ok(Answer::pdf(bytes))
    })))
}

fn page(view: &QuoteView, pdf: &str) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title(view)) }
                // The policy allows the style by its digest, so it stands as it is.
                style { (PreEscaped(STYLE)) }
            }
            body {
                main {
                    header {
                        div {
                            p.kind { "Quote " bdi { (view.number) } }
                            h1 { bdi { (view.title) } }
                            p.expired[view.is_expired] { (view.validity) }
                        }
                        a.button href=(pdf) { "Download PDF" }
                    }
                    section.parties {
                        (party(headings::FROM, &view.seller))
                        (party(headings::FOR, &view.buyer))
                    }
                    @if !view.comments.is_empty() {
                        section { h2 { (headings::COMMENTS) } (paragraphs(&view.comments)) }
                    }
                    section {
                        h2 { (headings::LINES) }
                        (lines(view))
                        (sums(view))
                    }
                    @if let Some(payment) = &view.payment {
                        section { h2 { (headings::PAYMENT) } p { (payment) } }
                    }
                    @if !view.terms.is_empty() {
                        section { h2 { (headings::TERMS) } (paragraphs(&view.terms)) }
                    }
                    @if !view.signers.is_empty() {
                        section {
                            h2 { (headings::SIGNERS) }
                            ul { @for signer in &view.signers { li { bdi { (signer) } } } }
                        }
                    }
                    @if view.has_signature_box {
                        section {
                            h2 { (headings::SIGNATURE) }
                            div.signature {
                                @for label in headings::SIGNATURE_BOX { div { (label) } }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn party(title: &str, lines: &[String]) -> Markup {
    html! {
        @if !lines.is_empty() {
            div {
                h2 { (title) }
                @for line in lines { p { bdi { (line) } } }
            }
        }
    }
}

fn paragraphs(texts: &[String]) -> Markup {
    html! { @for text in texts { p { bdi { (text) } } } }
}

fn lines(view: &QuoteView) -> Markup {
    let has_discount = view.lines.iter().any(|line| !line.discount.is_empty());
    let [item, quantity, price, discount, amount] = headings::COLUMNS;
    html! {
        div.scroll tabindex="0" role="region" aria-label=(headings::LINES) {
            table {
                thead {
                    tr {
                        th scope="col" { (item) }
                        th.number scope="col" { (quantity) }
                        th.number scope="col" { (price) }
                        @if has_discount { th.number scope="col" { (discount) } }
                        th.number scope="col" { (amount) }
                    }
                }
                tbody {
                    @for line in &view.lines {
                        tr {
                            td {
                                strong { bdi { (line.name) } }
                                @if !line.description.is_empty() {
                                    p { bdi { (line.description) } }
                                }
                                @if !line.billing.is_empty() { p { (line.billing) } }
                            }
                            td.number { (line.quantity) }
                            td.number { (line.price) }
                            @if has_discount { td.number { (line.discount) } }
                            td.number { (line.amount) }
                        }
                    }
                }
            }
        }
    }
}

fn sums(view: &QuoteView) -> Markup {
    html! {
        dl {
            @for (label, amount) in &view.sums {
                div { dt { bdi { (label) } } dd { (amount) } }
            }
            div.total { dt { (headings::TOTAL) } dd { (view.total) } }
        }
    }
}

/// How much text a PDF may have: some 200 pages, which take a second or two.
const MOST_LETTERS: usize = 500_000;

/// The page's only style.
const STYLE: &str = "*{box-sizing:border-box}\
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d2733;background:#eef1f5}\
main{max-width:52rem;margin:2rem auto;padding:2.5rem;background:#fff;border-radius:8px;\
box-shadow:0 1px 4px #0002}\
header{display:flex;flex-wrap:wrap;gap:1rem;justify-content:space-between;align-items:flex-start;\
border-bottom:3px solid #0b5cab;padding-bottom:1.5rem}\
h1{margin:.1rem 0;font-size:1.75rem;line-height:1.2;overflow-wrap:anywhere}\
h2{margin:0 0 .4rem;font-size:.85rem;text-transform:uppercase;letter-spacing:.05em;color:#52606f}\
p{margin:.1rem 0;overflow-wrap:anywhere}.kind{color:#52606f}.expired{color:#a3231f;font-weight:600}\
section{margin-top:2rem}\
.parties{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:1.5rem}\
.button{padding:.55rem 1rem;border-radius:6px;background:#0b5cab;color:#fff;text-decoration:none}\
.button:hover{background:#08477f}.button:focus-visible,.scroll:focus-visible{outline:3px solid \
#f2a900;outline-offset:2px}\
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}\
th{font-size:.85rem;color:#52606f;border-bottom:2px solid #ccd4dd}\
td,th{text-align:left;padding:.6rem .75rem .6rem 0;vertical-align:top}\
td{border-bottom:1px solid #e2e7ed}td p{color:#52606f;font-size:.9rem}\
.number{text-align:right;padding-right:0;padding-left:.75rem;white-space:nowrap;\
font-variant-numeric:tabular-nums}\
dl{margin:1rem 0 0 auto;max-width:22rem}dl div{display:flex;justify-content:space-between;\
gap:1rem;padding:.2rem 0}dd{margin:0;white-space:nowrap;font-variant-numeric:tabular-nums}\
.total{border-top:2px solid #1d2733;margin-top:.3rem;font-size:1.2rem;font-weight:700}\
.signature{display:grid;grid-template-columns:1fr 2fr 2fr;gap:1.5rem;margin-top:3.5rem}\
.signature div{border-top:1px solid #1d2733;padding-top:.3rem;font-size:.85rem;color:#52606f}\
@media(max-width:40rem){main{margin:0;padding:1.25rem;border-radius:0}}\
@media print{body{background:#fff}main{box-shadow:none;margin:0;max-width:none}.button{display:none}}";
