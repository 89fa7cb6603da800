//! A published quote as a PDF, of A4 pages in one font: krilla writes it.

mod layout;
#[cfg(test)]
mod tests;
mod text;

use krilla::{
    Document,
    geom::{PathBuilder, Rect},
    metadata::Metadata,
    page::PageSettings,
    surface::Surface,
};

use self::{
    layout::{HEIGHT, Mark, WIDTH, pages},
    text::{Typesetter, fill},
};
use super::view::QuoteView;

/// A document.
#[derive(Debug)]
pub(crate) struct Pdf {
    pub(crate) bytes: Vec<u8>,
    /// The code points shown as boxes, since the font lacks them.
    pub(crate) missing: Option<String>,
}

/// The document of a quote whose page has this address; `None` if it cannot be made.
pub(crate) fn document(view: &QuoteView, address: &str) -> Option<Pdf> {
    let mut setter = Typesetter::new()?;
    let pages = pages(view, address, &mut setter);
    let mut document = Document::new();
    document.set_metadata(
        Metadata::new()
            .title(view.heading())
            .language(view.language.tag().to_owned()),
    );
    for marks in pages {
        let mut page = document.start_page_with(PageSettings::from_wh(WIDTH, HEIGHT)?);
        let mut surface = page.surface();
        for mark in &marks {
            draw(&mut surface, &setter, mark);
        }
        surface.finish();
        page.finish();
    }
    Some(Pdf {
        bytes: document.finish().ok()?,
        missing: named(&setter),
    })
}

fn draw(surface: &mut Surface<'_>, setter: &Typesetter, mark: &Mark) {
    match mark {
        Mark::Text { line, at, color } => setter.draw(surface, line, *at, *color),
        Mark::Rule {
            at: (x, y),
            width,
            thickness,
            color,
        } => {
            let mut path = PathBuilder::new();
            if let Some(rule) = Rect::from_xywh(*x, *y, *width, *thickness) {
                path.push_rect(rule);
            }
            if let Some(path) = path.finish() {
                surface.set_fill(Some(fill(*color)));
                surface.draw_path(&path);
            }
        }
    }
}

/// The code points that the font lacks.
fn named(setter: &Typesetter) -> Option<String> {
    let missing = setter.missing.iter();
    let mut named: Vec<String> = missing
        .take(MOST_NAMED)
        .map(|letter| format!("U+{:04X}", u32::from(*letter)))
        .collect();
    if setter.missing.len() > MOST_NAMED {
        named.push("...".to_owned());
    }
    (!named.is_empty()).then(|| named.join(", "))
}

const MOST_NAMED: usize = 40;
