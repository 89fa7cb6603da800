//! `GET /quotes/{slug}`: the page of a published quote, and with `.pdf` its document.

use calling_rest::Method;
use maud::{Markup, html};

use super::{
    account::Account,
    lock::find_published,
    pdf,
    quote::Quote,
    view::{QuoteView, Section},
};
use crate::platform::{
    answer::{Answer, Result, refuse},
    endpoint::{AnswerBody, Endpoint},
    guard::Exposure,
    namespace::Namespace,
    request::Request,
};

pub(crate) const ENDPOINTS: &[Endpoint] = &[Endpoint::open(Method::Get, "/quotes/{slug}", show)
    .exposed(Exposure::Linked)
    .summary("Shows a published quote; with .pdf behind its slug as a PDF")
    .answers_as(AnswerBody::Page)
    .refuses(&[400, 404])];

/// Anyone with the address may read a published quote, as with the service.
fn show(request: &Request, namespace: &Namespace<'_>) -> Result<Answer> {
    let slug = request.part("slug");
    let (slug, is_pdf) = match slug.strip_suffix(".pdf") {
        Some(slug) => (slug, true),
        None => (slug, false),
    };
    let quote = Quote::load(namespace, find_published(namespace, slug)?)?;
    let (account, now_ms) = (Account::of(namespace)?, namespace.now_ms);
    let view = QuoteView::of(&quote, &account, now_ms);
    if !is_pdf {
        return Ok(Answer::page(&view.title, &body(&view, slug), None));
    }
    let address = quote.record.text("hs_quote_link").unwrap_or_default();
    let pdf = pdf::document(&view, address).ok_or_else(|| {
        let refusal = refuse!(
            new(400, "VALIDATION_ERROR", "LONG_QUOTE"),
            "This quote has too much text for a PDF of {} pages. Read it on its page, or \
             shorten its descriptions, comments and terms.",
            pdf::MOST_PAGES
        );
        refusal.on_page()
    })?;
    Ok(Answer::of("application/pdf", pdf))
}

fn body(view: &QuoteView, slug: &str) -> Markup {
    html! {
        p { (view.subtitle) }
        p { a href=([slug, ".pdf"].concat()) { "Download PDF" } }
        (sections(&view.above))
        h2 { "Products and services" }
        table {
            @for item in &view.items {
                tr {
                    td { strong { (item.name) } @for detail in &item.details { br; (detail) } }
                    td.amount { (item.amount) }
                }
            }
            @for (label, amount) in &view.sums { tr { td { (label) } td.amount { (amount) } } }
            tr { th { "Total" } th.amount { (view.total) } }
        }
        (sections(&view.below))
        @if !view.signers.is_empty() {
            form method="post" action=([slug, "/signature"].concat()) {
                @for (contact, name) in &view.signers {
                    button name="contact" value=(contact) { "Sign as " (name) } " "
                }
            }
        }
    }
}

fn sections(sections: &[Section]) -> Markup {
    html! {
        @for section in sections {
            h2 { (section.title) }
            p { @for line in &section.lines { (line) br; } }
        }
    }
}
