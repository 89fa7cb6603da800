//! A published quote as a PDF, of A4 pages.
//!
//! The font has Latin, Greek, Cyrillic and more, but no East Asian letters: these are
//! shown as boxes.

use krilla::{
    Document,
    color::rgb,
    geom::{PathBuilder, Point, Rect},
    metadata::Metadata,
    num::NormalizedF32,
    page::PageSettings,
    paint::Fill,
    surface::Surface,
    text::{Font, TextDirection},
};
use ttf_parser::Face;

use super::shown::{Shown, ShownLine};

/// The document of a quote; nothing where the fonts cannot be read.
pub(crate) fn document(shown: &Shown) -> Option<Vec<u8>> {
    let fonts = Fonts::new()?;
    let mut pages = vec![Vec::new()];
    Layout {
        fonts: &fonts,
        pages: &mut pages,
        y: MARGIN,
    }
    .quote(shown);
    let mut document = Document::new();
    document.set_metadata(
        Metadata::new()
            .title(format!("{} · quote {}", shown.title, shown.number))
            .language("en".to_owned()),
    );
    let count = pages.len();
    for (index, marks) in pages.into_iter().enumerate() {
        let mut page = document.start_page_with(PageSettings::from_wh(WIDTH, HEIGHT)?);
        let mut surface = page.surface();
        for mark in &marks {
            draw(&mut surface, &fonts, mark);
        }
        let footer = format!("{} · page {} of {count}", shown.number, index + 1);
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

/// A text or a line on a page.
enum Mark {
    Text {
        at: (f32, f32),
        text: String,
        size: f32,
        color: Color,
        is_bold: bool,
    },
    /// A rule from the left to the right.
    Rule {
        from: f32,
        to: f32,
        y: f32,
        thickness: f32,
        color: Color,
    },
}

type Color = (u8, u8, u8);

impl Mark {
    fn text(at: (f32, f32), text: &str, size: f32, color: Color) -> Self {
        Self::Text {
            at,
            text: text.to_owned(),
            size,
            color,
            is_bold: false,
        }
    }

    fn bold(at: (f32, f32), text: &str, size: f32, color: Color) -> Self {
        Self::Text {
            at,
            text: text.to_owned(),
            size,
            color,
            is_bold: true,
        }
    }
}

struct Fonts {
    regular: Font,
    bold: Font,
    faces: [Face<'static>; 2],
}

impl Fonts {
    fn new() -> Option<Self> {
        let [regular, bold] = [dejavu::sans::regular(), dejavu::sans::bold()];
        Some(Self {
            regular: Font::new(regular.to_vec().into(), 0)?,
            bold: Font::new(bold.to_vec().into(), 0)?,
            faces: [Face::parse(regular, 0).ok()?, Face::parse(bold, 0).ok()?],
        })
    }

    /// How wide a text is, in points.
    fn width(&self, text: &str, size: f32, is_bold: bool) -> f32 {
        text.chars()
            .map(|letter| self.letter_width(letter, size, is_bold))
            .sum()
    }

    fn letter_width(&self, letter: char, size: f32, is_bold: bool) -> f32 {
        let [regular, bold] = &self.faces;
        let face = if is_bold { bold } else { regular };
        let glyph = face.glyph_index(letter).unwrap_or_default();
        let units = face.glyph_hor_advance(glyph).unwrap_or_default();
        f32::from(units) * size / f32::from(face.units_per_em())
    }

    /// The lines of a text that are no wider than this. A word that is wider is cut.
    fn wrapped(&self, text: &str, size: f32, most: f32) -> Vec<String> {
        let space = self.letter_width(' ', size, false);
        let mut lines = Vec::new();
        let (mut line, mut width) = (String::new(), 0.0);
        for word in text.split_whitespace() {
            let of_word = self.width(word, size, false);
            if !line.is_empty() && width + space + of_word <= most {
                line.push(' ');
                line.push_str(word);
                width += space + of_word;
                continue;
            }
            if !line.is_empty() {
                lines.push(std::mem::take(&mut line));
                width = 0.0;
            }
            for letter in word.chars() {
                let of_letter = self.letter_width(letter, size, false);
                if !line.is_empty() && width + of_letter > most {
                    lines.push(std::mem::take(&mut line));
                    width = 0.0;
                }
                line.push(letter);
                width += of_letter;
            }
        }
        if !line.is_empty() {
            lines.push(line);
        }
        lines
    }
}

/// Puts marks on pages, from the top down.
struct Layout<'a> {
    fonts: &'a Fonts,
    pages: &'a mut Vec<Vec<Mark>>,
    y: f32,
}

impl Layout<'_> {
    fn quote(&mut self, shown: &Shown) {
        self.text(&format!("Quote {}", shown.number), TEXT, GREY);
        for line in self.fonts.wrapped(&shown.title, TITLE, FULL * 0.9) {
            self.room(TITLE * 1.3);
            self.y += TITLE * 1.2;
            self.mark(Mark::bold((MARGIN, self.y), &line, TITLE, INK));
        }
        self.y += 4.0;
        if shown.is_expired {
            self.text(&format!("Expired on {}", shown.expires), TEXT, RED);
        } else {
            self.text(&format!("Valid until {}", shown.expires), TEXT, INK);
        }
        self.y += 8.0;
        self.rule(MARGIN, RIGHT, 2.0, BLUE);
        self.parties(shown);
        self.paragraphs("Comments", &shown.comments);
        self.heading("Products and services");
        self.lines(&shown.lines);
        self.sums(shown);
        if let Some(payment) = &shown.payment {
            self.paragraphs("Payment", std::slice::from_ref(payment));
        }
        self.paragraphs("Terms", &shown.terms);
        if !shown.signers.is_empty() {
            let signers: Vec<String> = shown
                .signers
                .iter()
                .map(|signer| format!("{signer} is to sign"))
                .collect();
            self.paragraphs("Electronic signatures", &signers);
        }
        if shown.has_signature_box {
            self.room(90.0);
            self.heading("Signature");
            self.y += 40.0;
            for (from, to, label) in [
                (0.0, 0.2, "Date"),
                (0.24, 0.6, "Name"),
                (0.64, 1.0, "Signature"),
            ] {
                let (from, to) = (MARGIN + FULL * from, MARGIN + FULL * to);
                self.rule(from, to, 0.7, INK);
                let at = (from, self.y + SMALL * 1.4);
                self.mark(Mark::text(at, label, SMALL, GREY));
            }
        }
    }

    fn parties(&mut self, shown: &Shown) {
        let top = self.y;
        let mut lowest = top;
        for (title, lines, left) in [
            ("From", &shown.seller, MARGIN),
            ("For", &shown.buyer, MARGIN + FULL / 2.0),
        ] {
            self.y = top;
            if lines.is_empty() {
                continue;
            }
            self.heading_at(title, left);
            for line in lines.iter().take(MOST_PARTY_LINES) {
                for line in self.fonts.wrapped(line, TEXT, FULL / 2.0 - 20.0) {
                    self.y += TEXT * LEADING;
                    self.mark(Mark::text((left, self.y), &line, TEXT, INK));
                }
            }
            lowest = lowest.max(self.y);
        }
        self.y = lowest;
    }

    fn lines(&mut self, lines: &[ShownLine]) {
        self.y += TEXT * LEADING;
        let y = self.y;
        for (column, title) in ["Item", "Quantity", "Unit price", "Discount", "Amount"]
            .into_iter()
            .enumerate()
        {
            self.cell(column, y, title, SMALL, GREY);
        }
        self.y += 5.0;
        self.rule(MARGIN, RIGHT, 1.0, GREY);
        for line in lines {
            let name = self.fonts.wrapped(&line.name, TEXT, NAME_WIDTH);
            let mut further = self.fonts.wrapped(&line.description, SMALL, NAME_WIDTH);
            if !line.billing.is_empty() {
                further.push(format!("Billed {}", line.billing));
            }
            self.room(TEXT * LEADING * 2.0);
            let y = self.y + TEXT * LEADING;
            for (column, text) in [&line.quantity, &line.price, &line.discount, &line.amount]
                .into_iter()
                .enumerate()
            {
                self.cell(column + 1, y, text, TEXT, INK);
            }
            for (text, size, color) in name
                .iter()
                .map(|text| (text, TEXT, INK))
                .chain(further.iter().map(|text| (text, SMALL, GREY)))
            {
                self.room(size * LEADING);
                self.y += size * LEADING;
                self.mark(Mark::text((MARGIN, self.y), text, size, color));
            }
            self.y += 6.0;
            self.rule(MARGIN, RIGHT, 0.5, LIGHT);
        }
    }

    fn sums(&mut self, shown: &Shown) {
        let left = MARGIN + FULL * 0.55;
        for (label, amount) in &shown.sums {
            self.room(TEXT * LEADING);
            self.y += TEXT * LEADING;
            let label = self.fonts.wrapped(label, TEXT, FULL * 0.25);
            let label = label.first().map_or("", String::as_str);
            self.mark(Mark::text((left, self.y), label, TEXT, INK));
            self.right(RIGHT, self.y, amount, TEXT, false);
        }
        self.room(30.0);
        self.y += 6.0;
        self.rule(left, RIGHT, 1.0, INK);
        self.y += 16.0;
        self.mark(Mark::bold((left, self.y), "Total", 12.0, INK));
        self.right(RIGHT, self.y, &shown.total, 12.0, true);
    }

    fn paragraphs(&mut self, title: &str, paragraphs: &[String]) {
        if paragraphs.is_empty() {
            return;
        }
        self.heading(title);
        for paragraph in paragraphs {
            for line in self.fonts.wrapped(paragraph, TEXT, FULL) {
                self.text(&line, TEXT, INK);
            }
            self.y += 3.0;
        }
    }

    fn heading(&mut self, title: &str) {
        self.room(50.0);
        self.heading_at(title, MARGIN);
    }

    fn heading_at(&mut self, title: &str, left: f32) {
        self.y += 28.0;
        let title = title.to_uppercase();
        self.mark(Mark::bold((left, self.y), &title, SMALL, GREY));
        self.y += 3.0;
    }

    fn text(&mut self, text: &str, size: f32, color: Color) {
        self.room(size * LEADING);
        self.y += size * LEADING;
        self.mark(Mark::text((MARGIN, self.y), text, size, color));
    }

    /// One cell of a line: the first column to the left, the others to the right.
    fn cell(&mut self, column: usize, y: f32, text: &str, size: f32, color: Color) {
        let Some(&right) = COLUMNS.get(column) else {
            return;
        };
        if column == 0 {
            self.mark(Mark::text((MARGIN, y), text, size, color));
            return;
        }
        let at = right - self.fonts.width(text, size, false);
        self.mark(Mark::text((at, y), text, size, color));
    }

    fn right(&mut self, right: f32, y: f32, text: &str, size: f32, is_bold: bool) {
        let at = (right - self.fonts.width(text, size, is_bold), y);
        let mark = if is_bold { Mark::bold } else { Mark::text };
        self.mark(mark(at, text, size, INK));
    }

    fn rule(&mut self, from: f32, to: f32, thickness: f32, color: Color) {
        let y = self.y;
        self.mark(Mark::Rule {
            from,
            to,
            y,
            thickness,
            color,
        });
    }

    /// Goes on on another page where this one has no room.
    fn room(&mut self, height: f32) {
        if self.y + height > HEIGHT - MARGIN {
            self.pages.push(Vec::new());
            self.y = MARGIN;
        }
    }

    fn mark(&mut self, mark: Mark) {
        if let Some(page) = self.pages.last_mut() {
            page.push(mark);
        }
    }
}

fn draw(surface: &mut Surface<'_>, fonts: &Fonts, mark: &Mark) {
    let fill = |(red, green, blue): Color| Fill {
        paint: rgb::Color::new(red, green, blue).into(),
        opacity: NormalizedF32::ONE,
        rule: krilla::paint::FillRule::default(),
    };
    match mark {
        Mark::Text {
            at: (x, y),
            text,
            size,
            color,
            is_bold,
        } => {
            surface.set_fill(Some(fill(*color)));
            let font = if *is_bold {
                &fonts.bold
            } else {
                &fonts.regular
            };
            let at = Point::from_xy(*x, *y);
            surface.draw_text(at, font.clone(), *size, text, false, TextDirection::Auto);
        }
        Mark::Rule {
            from,
            to,
            y,
            thickness,
            color,
        } => {
            let mut path = PathBuilder::new();
            if let Some(rule) = Rect::from_xywh(*from, *y, to - from, *thickness) {
                path.push_rect(rule);
            }
            if let Some(path) = path.finish() {
                surface.set_fill(Some(fill(*color)));
                surface.draw_path(&path);
            }
        }
    }
}

/// A4, in points of 1/72 inch.
const WIDTH: f32 = 595.0;
const HEIGHT: f32 = 842.0;
const MARGIN: f32 = 56.0;
const RIGHT: f32 = WIDTH - MARGIN;
const FULL: f32 = RIGHT - MARGIN;

/// Where columns end; the first begins at the margin.
const COLUMNS: [f32; 5] = [0.0, RIGHT - 265.0, RIGHT - 180.0, RIGHT - 90.0, RIGHT];
const NAME_WIDTH: f32 = FULL - 320.0;

const TITLE: f32 = 20.0;
const TEXT: f32 = 9.5;
const SMALL: f32 = 8.0;
const LEADING: f32 = 1.45;

const INK: Color = (29, 39, 51);
const GREY: Color = (82, 96, 111);
const LIGHT: Color = (210, 216, 223);
const BLUE: Color = (11, 92, 171);
const RED: Color = (163, 35, 31);

const MOST_PARTY_LINES: usize = 14;

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(lines: usize, text: &str) -> Shown {
        let line = ShownLine {
            name: text.to_owned(),
            description: text.repeat(3),
            quantity: "2".to_owned(),
            price: "EUR 1,234.50".to_owned(),
            amount: "EUR 2,469.00".to_owned(),
            ..ShownLine::default()
        };
        Shown {
            title: text.to_owned(),
            number: "20261123-101500123".to_owned(),
            expires: "2099-12-31".to_owned(),
            seller: vec![text.to_owned()],
            buyer: vec![text.to_owned()],
            comments: vec![text.to_owned()],
            lines: vec![line; lines],
            sums: vec![("Subtotal".to_owned(), "EUR 1.00".to_owned())],
            total: "EUR 1.00".to_owned(),
            terms: vec![text.repeat(4)],
            has_signature_box: true,
            ..Shown::default()
        }
    }

    #[test]
    fn a_document_has_as_many_pages_as_it_needs() {
        for (lines, pages) in [(1, 1), (40, 2)] {
            let bytes = document(&shown(lines, "Desk phone ")).unwrap();
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
            assert!(document(&shown(2, text)).is_some(), "{text:.20}");
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
