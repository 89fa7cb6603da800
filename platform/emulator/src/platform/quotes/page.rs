//! `GET /quotes/{slug}`: the page of a published quote, and with `.pdf` its document.

use calling_rest::Method;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::{
    account::Account,
    lock::find_published,
    pdf,
    quote::Quote,
    view::{LineView, QuoteView, SignerView},
};
use crate::platform::{
    answer::{Answer, Refusal, Result, refuse},
    endpoint::{AnswerBody, Endpoint, Handler, Step},
    guard::Exposure,
    namespace::Namespace,
    request::Request,
};

pub(crate) const ENDPOINTS: &[Endpoint] =
    &[
        Endpoint::new(Method::Get, "/quotes/{slug}", Handler::Steps(show))
            .exposed(Exposure::Linked)
            .summary("Shows a published quote; with .pdf behind its slug as a PDF")
            .answers_as(AnswerBody::Page)
            .refuses(&[400, 404]),
    ];

/// Anyone with the address may read a published quote, as with the service.
fn show(request: &Request, namespace: &Namespace<'_>) -> Result<Step> {
    let slug = request.part("slug");
    let (slug, is_pdf) = match slug.strip_suffix(".pdf") {
        Some(slug) => (slug, true),
        None => (slug, false),
    };
    let quote = Quote::load(namespace, find_published(namespace, slug)?)?;
    let (account, now_ms) = (Account::of(namespace)?, namespace.now_ms);
    let slug = slug.to_owned();
    Ok(Step::WithoutData(Box::new(move || {
        if !is_pdf {
            return Ok(answer(&QuoteView::of(&quote, &account, now_ms), &slug));
        }
        let view = QuoteView::in_font(&quote, &account, now_ms);
        if view.letters() > MOST_LETTERS {
            let refusal = refuse!(
                new(400, "VALIDATION_ERROR", "LONG_QUOTE"),
                "This quote has too much text for a PDF, more than {MOST_LETTERS} letters. \
                 Read it on its page, or shorten its descriptions, comments and terms."
            );
            return Err(refusal.on_page());
        }
        let address = quote.record.text("hs_quote_link").unwrap_or_default();
        let pdf = pdf::document(&view, address)
            .ok_or_else(|| Refusal::internal("the document of a quote cannot be made"))?;
        let answer = Answer::of("application/pdf", pdf.bytes);
        Ok(match pdf.missing {
            None => answer,
            Some(missing) => {
                let warning = ["the font of the PDF lacks ", &missing].concat();
                answer.with("x-emulator-warning", warning)
            }
        })
    })))
}

/// The page; its policy allows one style and one origin of pictures.
fn answer(view: &QuoteView, slug: &str) -> Answer {
    let on_color = if view.brand.color.is_dark() {
        "#fff"
    } else {
        "#1d2733"
    };
    let color = view.brand.color.css();
    let style = format!(":root{{--color:{color};--on-color:{on_color}}}{STYLE}");
    let logo = view.brand.logo.as_ref();
    let html = page(view, slug, &style).into_string();
    let pictures = logo.map(|logo| logo.source.clone());
    Answer::styled_page(html, &style, None, pictures)
}

fn page(view: &QuoteView, slug: &str, style: &str) -> Markup {
    let words = view.words();
    let direction = if view.language.is_from_right() {
        "rtl"
    } else {
        "ltr"
    };
    let (before, after) = words.quote.split_once("{}").unwrap_or((words.quote, ""));
    html! {
        (DOCTYPE)
        html lang=(view.language.tag()) dir=(direction) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (view.heading()) }
                style { (PreEscaped(style)) }
            }
            body {
                main {
                    @if let Some(logo) = &view.brand.logo {
                        img.logo src=(logo.url) alt="" referrerpolicy="no-referrer";
                    }
                    header {
                        div {
                            p.kind { (before) bdi { (view.number) } (after) }
                            h1 { bdi { (view.title) } }
                            p.expired[view.is_expired] { (view.validity) }
                        }
                        a.button href=([slug, ".pdf"].concat()) { (words.download) }
                    }
                    section.parties {
                        (party(words.from, &view.seller))
                        (party(words.buyer, &view.buyer))
                    }
                    (prose(words.comments, &view.comments))
                    section {
                        h2 { (words.lines) }
                        (lines(view))
                        (sums(view))
                    }
                    @if let Some(payment) = &view.payment {
                        section { h2 { (words.payment) } p { (payment) } }
                    }
                    (prose(words.terms, &view.terms))
                    @if !view.signers.is_empty() {
                        section {
                            h2 { (words.signers) }
                            form.signers method="post" action=([slug, "/signature"].concat()) {
                                @for signer in &view.signers { (signature(signer)) }
                            }
                        }
                    }
                    @if view.has_signature_box {
                        section {
                            h2 { (words.signature[2]) }
                            div.signature { @for label in words.signature { div { (label) } } }
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

/// Paragraphs, each in its text's own direction.
fn prose(title: &str, texts: &[String]) -> Markup {
    html! {
        @if !texts.is_empty() {
            section.prose { h2 { (title) } @for text in texts { p dir="auto" { (text) } } }
        }
    }
}

fn signature(signer: &SignerView) -> Markup {
    html! {
        p {
            span { (signer.text) }
            @if let Some((contact, label)) = &signer.button {
                " " button.button name="contact" value=(contact) { (label) }
            }
        }
    }
}

/// The line items: a table, and on a narrow screen a list of labelled cells.
fn lines(view: &QuoteView) -> Markup {
    let has_discount = view.lines.iter().any(|line| !line.discount.is_empty());
    let [item, quantity, price, discount, amount] = view.words().columns;
    html! {
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
                        (first_cell(line))
                        (number_cell(quantity, &line.quantity))
                        (number_cell(price, &line.price))
                        @if has_discount { (number_cell(discount, &line.discount)) }
                        (number_cell(amount, &line.amount))
                    }
                }
            }
        }
    }
}

fn first_cell(line: &LineView) -> Markup {
    html! {
        td {
            strong { bdi { (line.name) } }
            @if !line.description.is_empty() { p { bdi { (line.description) } } }
            @for part in &line.billing { p { (part) } }
        }
    }
}

fn number_cell(label: &str, text: &str) -> Markup {
    html! { td.number.empty[text.is_empty()] data-label=(label) { span { (text) } } }
}

fn sums(view: &QuoteView) -> Markup {
    html! {
        dl {
            @for (label, amount) in &view.sums {
                div { dt { bdi { (label) } } dd { (amount) } }
            }
            div.total { dt { (view.words().total) } dd { (view.total) } }
        }
    }
}

/// The most text in a PDF: some 200 pages, which take a second or two.
const MOST_LETTERS: usize = 500_000;

/// The page's style, except for its colors.
const STYLE: &str = "*{box-sizing:border-box}\
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1d2733;background:#eef1f5}\
main{max-width:56rem;margin:2rem auto;padding:2.5rem;background:#fff;border-radius:8px;\
box-shadow:0 1px 4px #0002}\
.logo{display:block;max-width:12rem;max-height:4rem;margin-bottom:1.25rem}\
header{display:flex;flex-wrap:wrap;gap:1rem;justify-content:space-between;align-items:flex-start;\
border-bottom:3px solid var(--color);padding-bottom:1.5rem}header div{min-width:0}\
h1{margin:.1rem 0;font-size:1.75rem;line-height:1.2;overflow-wrap:anywhere}\
h2{margin:0 0 .4rem;font-size:.85rem;text-transform:uppercase;letter-spacing:.05em;color:#52606f}\
[dir=rtl] h2{letter-spacing:0}\
p{margin:.1rem 0;overflow-wrap:anywhere}.kind{color:#52606f}.expired{color:#a3231f;font-weight:600}\
.prose p{margin:0 0 .6rem;unicode-bidi:plaintext;white-space:pre-line}\
section{margin-top:2rem}\
.parties{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(14rem,100%),1fr));gap:1.5rem}\
.button{display:inline-block;padding:.55rem 1rem;border:0;border-radius:6px;font:inherit;\
background:var(--color);color:var(--on-color);text-decoration:none;cursor:pointer;\
max-width:100%;overflow-wrap:anywhere}\
.button:hover{filter:brightness(.85)}.button:focus-visible{outline:3px solid #f2a900;\
outline-offset:2px}\
.signers p{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:center;margin:.4rem 0}\
.signers span{min-width:0}\
table{border-collapse:collapse;width:100%}\
th{font-size:.85rem;color:#52606f;border-bottom:2px solid #ccd4dd}\
td,th{text-align:start;padding:.6rem 0;vertical-align:top}\
td{border-bottom:1px solid #e2e7ed}td p{color:#52606f;font-size:.9rem}\
.number{text-align:end;padding-inline-start:1rem;white-space:nowrap;\
font-variant-numeric:tabular-nums}\
dl{margin:1rem 0 0;margin-inline-start:auto;max-width:26rem}\
dl div{display:flex;justify-content:space-between;gap:1rem;padding:.2rem 0}\
dt{min-width:0;overflow-wrap:anywhere}\
dd{margin:0;white-space:nowrap;font-variant-numeric:tabular-nums}\
.total{border-top:2px solid #1d2733;margin-top:.3rem;font-size:1.2rem;font-weight:700}\
.signature{display:grid;grid-template-columns:1fr 2fr 2fr;gap:1.5rem;margin-top:3.5rem}\
.signature div{border-top:1px solid #1d2733;padding-top:.3rem;font-size:.85rem;color:#52606f}\
@media(max-width:44rem){main{margin:0;padding:1.25rem;border-radius:0;max-width:none}\
h1{font-size:1.4rem}thead{position:absolute;width:1px;height:1px;overflow:hidden;\
clip-path:inset(50%)}table,tbody,tr,td{display:block}\
tr{padding:.75rem 0;border-bottom:1px solid #e2e7ed}td{border:0;padding:.1rem 0}\
td.number{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 1rem;\
padding-inline-start:0;white-space:normal}td.number span{margin-inline-start:auto;\
overflow-wrap:anywhere}td.empty{display:none}\
td.number::before{content:attr(data-label);color:#52606f}\
dl{max-width:none}dl div{flex-wrap:wrap;gap:0 1rem}\
dd{margin-inline-start:auto;white-space:normal;overflow-wrap:anywhere}\
.signature{grid-template-columns:1fr;gap:3rem}}\
@media print{body{background:#fff}main{box-shadow:none;margin:0;padding:0;max-width:none}\
.button{display:none}thead{display:table-header-group}tr{break-inside:avoid}}";
