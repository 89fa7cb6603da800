//! A published quote as a PDF, of A4 pages in one font: krilla writes it.

mod layout;
#[cfg(test)]
mod tests;
mod text;

use krilla::{
    Data, Document,
    geom::{PathBuilder, Rect, Size, Transform},
    image::Image,
    metadata::Metadata,
    page::PageSettings,
    surface::Surface,
};

use self::{
    layout::{HEIGHT, Mark, WIDTH, pages},
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
    /// The code points shown as boxes, since the font lacks them.
    pub(crate) missing: Option<String>,
}

/// The document of a quote whose page has this address; `None` if it cannot be made.
pub(crate) fn document(view: &QuoteView, address: &str) -> Option<Pdf> {
    let logo = view.brand.logo.as_ref();
    let logo = logo.and_then(|logo| logo.picture.as_ref()).and_then(image);
    // An unreadable picture fails only when written.
    written(view, address, logo).or_else(|| written(view, address, None))
}

fn written(view: &QuoteView, address: &str, logo: Option<Image>) -> Option<Pdf> {
    let mut setter = Typesetter::new()?;
    let pages = pages(view, address, &mut setter, logo.as_ref().map(logo_size));
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
            draw(&mut surface, &setter, mark, logo.as_ref());
        }
        surface.finish();
        page.finish();
    }
    Some(Pdf {
        bytes: document.finish().ok()?,
        missing: named(&setter),
    })
}

fn draw(surface: &mut Surface<'_>, setter: &Typesetter, mark: &Mark, logo: Option<&Image>) {
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
const MOST_NAMED: usize = 40;

const HIGHEST_LOGO: f32 = 40.0;
const WIDEST_LOGO: f32 = 150.0;
