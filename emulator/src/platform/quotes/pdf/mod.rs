//! A published quote as a PDF, of A4 pages.
//!
//! The font has Latin, Greek, Cyrillic and more, but no East Asian letters: these are
//! shown as boxes.

mod fonts;
mod layout;
mod marks;

use krilla::{Document, metadata::Metadata, page::PageSettings};

use self::{
    fonts::Fonts,
    layout::{SMALL, pages},
    marks::{GREY, HEIGHT, MARGIN, Mark, WIDTH, draw},
};
use super::{direction::isolated, view::QuoteView, words::filled};

/// The document of a quote; nothing where the fonts cannot be read.
pub(crate) fn document(view: &QuoteView) -> Option<Vec<u8>> {
    let fonts = Fonts::new()?;
    let pages = pages(view, &fonts);
    let mut document = Document::new();
    document.set_metadata(
        Metadata::new()
            .title(view.heading())
            .language(view.language.tag().to_owned()),
    );
    let count = pages.len();
    for (index, marks) in pages.into_iter().enumerate() {
        let mut page = document.start_page_with(PageSettings::from_wh(WIDTH, HEIGHT)?);
        let mut surface = page.surface();
        for mark in &marks {
            draw(&mut surface, &fonts, mark);
        }
        let number = isolated(&view.number);
        let footer = format!(
            "{number} · {}",
            filled(
                view.words().page,
                &[&(index + 1).to_string(), &count.to_string()]
            )
        );
        let place = (MARGIN, HEIGHT - MARGIN / 2.0);
        draw(
            &mut surface,
            &fonts,
            &Mark::text(place, &footer, SMALL, GREY),
        );
        surface.finish();
        page.finish();
    }
    document.finish().ok()
}

#[cfg(test)]
mod tests {
    use super::{layout::TEXT, *};
    use crate::platform::quotes::view::LineView;

    fn view(lines: usize, text: &str) -> QuoteView {
        let line = LineView {
            name: text.to_owned(),
            description: text.repeat(3),
            quantity: "2".to_owned(),
            price: "EUR 1,234.50".to_owned(),
            amount: "EUR 2,469.00".to_owned(),
            ..LineView::default()
        };
        QuoteView {
            title: text.to_owned(),
            number: "20261123-101500123".to_owned(),
            validity: "Valid until 2099-12-31".to_owned(),
            seller: vec![text.to_owned()],
            buyer: vec![text.to_owned()],
            comments: vec![text.to_owned()],
            lines: vec![line; lines],
            sums: vec![("Subtotal".to_owned(), "EUR 1.00".to_owned())],
            total: "EUR 1.00".to_owned(),
            terms: vec![text.repeat(4)],
            has_signature_box: true,
            ..QuoteView::default()
        }
    }

    #[test]
    fn a_document_has_as_many_pages_as_it_needs() {
        for (lines, pages) in [(1, 1), (40, 2)] {
            let bytes = document(&view(lines, "Desk phone ")).unwrap();
            assert!(bytes.starts_with(b"%PDF-1."));
            assert!(bytes.trim_ascii_end().ends_with(b"%%EOF"));
            let text = String::from_utf8_lossy(&bytes);
            let found = text.matches("/Type/Page/").count() + text.matches("/Type /Page\n").count();
            assert!(found >= pages, "{found} {lines}");
        }
    }

    #[test]
    fn no_text_keeps_a_document_from_being_made() {
        for text in [
            "",
            " \n\t ",
            "\u{0}\u{1}\u{feff}",
            "\u{202e}abc\u{0301}\u{0301}",
            "名前 🙂 العربية",
            &"x".repeat(900),
        ] {
            assert!(document(&view(2, text)).is_some(), "{text:.20}");
        }
    }

    #[test]
    fn a_text_is_wrapped_within_its_width() {
        let fonts = Fonts::new().unwrap();
        let text = format!("one two {} three", "y".repeat(200));

        let lines = fonts.wrapped(&text, TEXT, 100.0);

        assert_eq!(lines.concat().replace(' ', ""), text.replace(' ', ""));
        for line in &lines {
            assert!(fonts.width(line, TEXT, false) <= 100.0, "{line}");
        }
    }
}
