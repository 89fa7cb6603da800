//! A published quote as a PDF, of A4 pages.
//!
//! parley sets the texts: it shapes letters, orders both directions and breaks lines, with
//! our font and the machine's as fallback. krilla writes them.

mod fonts;
mod layout;
#[cfg(test)]
mod tests;
mod text;

use krilla::{
    Data, Document,
    geom::{PathBuilder, Rect, Size, Transform},
    image::Image,
    metadata::{Metadata, TextDirection},
    page::PageSettings,
    surface::Surface,
};
use parley::FontContext;

use self::{
    layout::{HEIGHT, Mark, WIDTH, named, pages},
    text::{Typesetter, fill},
};
use super::{
    brand::{Picture, PictureKind},
    view::QuoteView,
};

/// A document.
#[derive(Debug)]
pub(crate) struct Pdf {
    pub(crate) bytes: Vec<u8>,
    /// The letters shown as boxes, since no font has them, by their code points.
    pub(crate) missing: Option<String>,
}

/// The document of a quote; `None` if it cannot be made.
pub(crate) fn document(view: &QuoteView) -> Option<Pdf> {
    let logo = view.brand.logo.as_ref();
    let logo = logo.and_then(|logo| logo.picture.as_ref()).and_then(image);
    // An unreadable picture fails only when written.
    written(view, fonts::all(), logo).or_else(|| written(view, fonts::all(), None))
}

fn written(view: &QuoteView, fonts: FontContext, logo: Option<Image>) -> Option<Pdf> {
    let mut setter = Typesetter::new(fonts, view.language);
    let pages = pages(view, &mut setter, logo.as_ref().map(logo_size));
    let mut document = Document::new();
    let direction = if view.language.is_from_right() {
        TextDirection::RightToLeft
    } else {
        TextDirection::LeftToRight
    };
    document.set_metadata(
        Metadata::new()
            .title(view.heading())
            .language(view.language.tag().to_owned())
            .text_direction(direction),
    );
    for marks in pages {
        let mut page = document.start_page_with(PageSettings::from_wh(WIDTH, HEIGHT)?);
        let mut surface = page.surface();
        for mark in &marks {
            draw(&mut surface, &mut setter, mark, logo.as_ref());
        }
        surface.finish();
        page.finish();
    }
    Some(Pdf {
        bytes: document.finish().ok()?,
        missing: named(&setter),
    })
}

fn draw(surface: &mut Surface<'_>, setter: &mut Typesetter, mark: &Mark, logo: Option<&Image>) {
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
        Mark::Logo {
            at: (x, y),
            size: (width, height),
        } => {
            if let (Some(logo), Some(size)) = (logo, Size::from_wh(*width, *height)) {
                surface.push_transform(&Transform::from_translate(*x, *y));
                surface.draw_image(logo.clone(), size);
                surface.pop();
            }
        }
    }
}

/// Decodes a picture for a document; `None` for one that takes long to read.
fn image(picture: &Picture) -> Option<Image> {
    let data = Data::from(picture.bytes.clone());
    let image = match picture.kind {
        PictureKind::Jpeg => Image::from_jpeg(data, true),
        PictureKind::Png => Image::from_png(data, true),
    };
    let image = image.ok()?;
    let (width, height) = image.size();
    let is_small = u64::from(width) * u64::from(height) <= MOST_PIXELS;
    (is_small && width > 0 && height > 0).then_some(image)
}

/// The size of a logo on a page.
#[allow(clippy::cast_precision_loss, reason = "a picture has few pixels")]
fn logo_size(image: &Image) -> (f32, f32) {
    let (width, height) = image.size();
    let (width, height) = (width as f32, height as f32);
    let scale = (HIGHEST_LOGO / height).min(WIDEST_LOGO / width);
    (width * scale, height * scale)
}

/// The pixels of 2000 × 1000, which are 8 MB in memory.
const MOST_PIXELS: u64 = 2_000_000;

const HIGHEST_LOGO: f32 = 40.0;
const WIDEST_LOGO: f32 = 150.0;
