//! A published quote as a PDF: one column of text on A4 pages, in one font. krilla writes it.

use krilla::{
    Document,
    geom::Point,
    metadata::Metadata,
    page::PageSettings,
    text::{Font, GlyphId, KrillaGlyph},
};
use skrifa::{
    FontRef, MetadataProvider as _, charmap::Charmap, instance::LocationRef, metrics::GlyphMetrics,
    prelude::Size,
};

use super::view::{QuoteView, Section};

/// The document of a quote whose page has this address; `None` if it has too many pages.
pub(super) fn document(view: &QuoteView, address: &str) -> Option<Vec<u8>> {
    let column = column(view, address)?;
    if column.pages.len() > MOST_PAGES {
        return None;
    }
    let mut document = Document::new();
    let metadata = Metadata::new().language("en".to_owned());
    document.set_metadata(metadata.title(view.title.clone()));
    for lines in &column.pages {
        let mut page = document.start_page_with(PageSettings::from_wh(WIDTH, HEIGHT)?);
        let mut surface = page.surface();
        for Line {
            text,
            style,
            at: (left, top),
        } in lines
        {
            let face = column.face(*style);
            let at = Point::from_xy(*left, top + style.size);
            surface.draw_glyphs(
                at,
                &face.glyphs(text),
                face.font.clone(),
                text,
                style.size,
                false,
            );
        }
        surface.finish();
        page.finish();
    }
    document.finish().ok()
}

/// The lines of a quote, page by page.
fn column(view: &QuoteView, address: &str) -> Option<Column> {
    let mut column = Column {
        plain: Face::new(dejavu::sans::regular())?,
        bold: Face::new(dejavu::sans::bold())?,
        pages: vec![Vec::new()],
        top: MARGIN,
    };
    column.text(&view.title, TITLE, FULL);
    column.text(&view.subtitle, PLAIN, FULL);
    column.sections(&view.above);
    column.heading("Products and services");
    for item in &view.items {
        column.entry(&item.name, &item.amount, BOLD);
        for detail in &item.details {
            column.text(detail, SMALL, FULL);
        }
        column.top += GAP / 2.0;
    }
    column.top += GAP / 2.0;
    for (label, amount) in &view.sums {
        column.entry(label, amount, PLAIN);
    }
    column.entry("Total", &view.total, BOLD);
    column.sections(&view.below);
    column.top += GAP;
    // Letters that the font lacks are boxes; they can be read there.
    column.text(address, SMALL, FULL);
    Some(column)
}

/// Puts texts below each other.
struct Column {
    plain: Face,
    bold: Face,
    pages: Vec<Vec<Line>>,
    top: f32,
}

/// A line of text on a page, in points from its upper left corner.
struct Line {
    text: String,
    style: Style,
    at: (f32, f32),
}

/// The size and the weight of a text.
#[derive(Clone, Copy)]
struct Style {
    size: f32,
    is_bold: bool,
}

impl Style {
    const fn plain(size: f32) -> Self {
        Self {
            size,
            is_bold: false,
        }
    }

    const fn bold(size: f32) -> Self {
        Self {
            size,
            is_bold: true,
        }
    }
}

impl Column {
    fn sections(&mut self, sections: &[Section]) {
        for section in sections {
            self.heading(section.title);
            for line in &section.lines {
                self.text(line, PLAIN, FULL);
            }
        }
    }

    fn heading(&mut self, title: &str) {
        self.top += GAP;
        if self.top + HEADING > LOWEST {
            self.break_page();
        }
        self.text(title, BOLD, FULL);
    }

    /// Puts a text, and at the end of its first line an amount.
    fn entry(&mut self, text: &str, amount: &str, style: Style) {
        let width = self.face(style).width(amount) * style.size;
        self.put(amount.to_owned(), FULL - width, style);
        self.text(text, style, FULL - width - GAP);
    }

    /// Puts a text on as many lines and pages as it needs.
    fn text(&mut self, text: &str, style: Style, width: f32) {
        for line in self.face(style).wrapped(text, width / style.size) {
            self.put(line, 0.0, style);
            self.top += style.size * LEADING;
        }
    }

    fn put(&mut self, text: String, left: f32, style: Style) {
        if self.top > LOWEST {
            self.break_page();
        }
        let at = (MARGIN + left, self.top);
        let is_within = self.pages.len() <= MOST_PAGES;
        if let Some(page) = self.pages.last_mut().filter(|_| is_within) {
            page.push(Line { text, style, at });
        }
    }

    fn break_page(&mut self) {
        self.pages.push(Vec::new());
        self.top = MARGIN;
    }

    const fn face(&self, style: Style) -> &Face {
        if style.is_bold {
            &self.bold
        } else {
            &self.plain
        }
    }
}

/// One weight of the font: Latin, Greek and Cyrillic letters, each with one glyph.
struct Face {
    font: Font,
    glyphs: Charmap<'static>,
    widths: GlyphMetrics<'static>,
}

impl Face {
    fn new(data: &'static [u8]) -> Option<Self> {
        let tables = FontRef::new(data).ok()?;
        Some(Self {
            font: Font::new(data.to_vec().into(), 0)?,
            glyphs: tables.charmap(),
            widths: tables.glyph_metrics(Size::new(1.0), LocationRef::default()),
        })
    }

    /// Breaks a text into lines no wider than this at size 1; a longer word is cut.
    fn wrapped(&self, text: &str, most: f32) -> Vec<String> {
        let mut lines = Vec::new();
        for paragraph in text.lines() {
            let (mut line, mut width) = (String::new(), 0.0);
            for word in paragraph.split_inclusive(' ') {
                if width + self.width(word.trim_end()) > most && !line.is_empty() {
                    lines.push(std::mem::take(&mut line));
                    width = 0.0;
                }
                for letter in word.chars().map(|letter| self.shown(letter)) {
                    let advance = self.advance(letter);
                    if width + advance > most && letter != ' ' && !line.is_empty() {
                        lines.push(std::mem::take(&mut line));
                        width = 0.0;
                    }
                    line.push(letter);
                    width += advance;
                }
            }
            lines.push(line);
        }
        lines
    }

    fn width(&self, text: &str) -> f32 {
        text.chars()
            .map(|letter| self.advance(self.shown(letter)))
            .sum()
    }

    fn glyphs(&self, text: &str) -> Vec<KrillaGlyph> {
        let letters = text.char_indices().map(|(start, letter)| {
            let glyph = GlyphId::new(self.glyphs.map(letter).unwrap_or_default().to_u32());
            let range = start..start + letter.len_utf8();
            KrillaGlyph::new(glyph, self.advance(letter), 0.0, 0.0, 0.0, range, None)
        });
        letters.collect()
    }

    fn advance(&self, letter: char) -> f32 {
        let glyph = self.glyphs.map(letter).unwrap_or_default();
        self.widths.advance_width(glyph).unwrap_or_default()
    }

    /// A letter, or a box for one that the font lacks or that joins its neighbours.
    fn shown(&self, letter: char) -> char {
        let is_joined = ('\u{590}'..'\u{1c80}').contains(&letter) || letter > '\u{fb06}';
        match self.glyphs.map(letter) {
            _ if letter.is_control() => ' ',
            Some(_) if !is_joined => letter,
            _ => '□',
        }
    }
}

/// As many as take a second or two.
pub(super) const MOST_PAGES: usize = 100;

/// A4, in points of 1/72 inch.
const WIDTH: f32 = 595.0;
const HEIGHT: f32 = 842.0;
const MARGIN: f32 = 56.0;
const FULL: f32 = WIDTH - 2.0 * MARGIN;
/// The lowest top of a line.
const LOWEST: f32 = HEIGHT - MARGIN - 20.0;
const GAP: f32 = 12.0;
/// A heading with a line below it.
const HEADING: f32 = 30.0;
const LEADING: f32 = 1.45;

const TITLE: Style = Style::bold(20.0);
const PLAIN: Style = Style::plain(9.5);
const BOLD: Style = Style::bold(9.5);
const SMALL: Style = Style::plain(8.0);

#[cfg(test)]
mod tests {
    use super::{super::view::Item, *};

    fn view(text: &str) -> QuoteView {
        QuoteView {
            title: text.to_owned(),
            items: vec![Item {
                name: text.to_owned(),
                amount: "USD\u{a0}79,228,162,514,264,337,593,543,950,335.00".to_owned(),
                details: vec![text.to_owned(); 3],
            }],
            ..QuoteView::default()
        }
    }

    #[test]
    fn any_text_is_within_the_margins() {
        for text in [
            "",
            " \n\t \u{0}\u{7f}\u{85}\u{feff}\u{2028}\r\n",
            "\u{202e}abc\u{202c} 新しい 🙂 👨\u{200d}👩 1\u{fe0f}\u{20e3} العربية a\u{301}\u{301}",
            &"Größe Ελληνικά Кириллица ".repeat(300),
            &"x".repeat(12_000),
            &"line\n".repeat(300),
        ] {
            let view = view(text);
            let column = column(&view, "http://localhost/quotes/phones").unwrap();
            for Line {
                text,
                style,
                at: (left, top),
            } in column.pages.iter().flatten()
            {
                let right = left + column.face(*style).width(text.trim_end()) * style.size;
                assert!(*left >= MARGIN && right <= WIDTH - MARGIN + 1.0, "{text}");
                assert!((MARGIN..HEIGHT - MARGIN).contains(top), "{text}");
            }
            assert!(document(&view, "").is_some(), "{text}");
        }
    }

    #[test]
    fn a_document_has_as_many_pages_as_it_may() {
        assert!(document(&view(&"line\n".repeat(500)), "").is_some());
        assert!(document(&view(&"line\n".repeat(5_000)), "").is_none());
    }
}
