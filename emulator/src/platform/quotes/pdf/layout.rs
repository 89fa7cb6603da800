//! Where the parts of a quote stand on its pages.

use super::{
    fonts::Fonts,
    marks::{BLUE, Color, FULL, GREY, HEIGHT, INK, LIGHT, MARGIN, Mark, RED, RIGHT},
};
use crate::platform::quotes::direction::isolated;
use crate::platform::quotes::{
    view::{LineView, QuoteView},
    words::{Words, filled},
};

/// The marks of each page of a quote.
pub(super) fn pages(view: &QuoteView, fonts: &Fonts) -> Vec<Vec<Mark>> {
    let mut layout = Layout {
        fonts,
        words: view.words(),
        pages: vec![Vec::new()],
        y: MARGIN,
    };
    layout.quote(view);
    layout.pages
}

/// Puts marks on pages, from the top down.
struct Layout<'a> {
    fonts: &'a Fonts,
    words: &'static Words,
    pages: Vec<Vec<Mark>>,
    y: f32,
}

impl Layout<'_> {
    fn quote(&mut self, view: &QuoteView) {
        self.text(
            &filled(self.words.quote, &[&isolated(&view.number)]),
            TEXT,
            GREY,
        );
        for line in self.fonts.wrapped(&view.title, TITLE, FULL * 0.9) {
            self.room(TITLE * 1.3);
            self.y += TITLE * 1.2;
            self.mark(Mark::bold((MARGIN, self.y), &line, TITLE, INK));
        }
        self.y += 4.0;
        let color = if view.is_expired { RED } else { INK };
        self.text(&view.validity, TEXT, color);
        self.y += 8.0;
        self.rule(MARGIN, RIGHT, 2.0, BLUE);
        self.parties(view);
        self.paragraphs(self.words.comments, &view.comments);
        self.heading(self.words.lines);
        self.lines(&view.lines);
        self.sums(view);
        if let Some(payment) = &view.payment {
            self.paragraphs(self.words.payment, std::slice::from_ref(payment));
        }
        self.paragraphs(self.words.terms, &view.terms);
        let signers: Vec<String> = view.signers.iter().map(|one| one.text.clone()).collect();
        self.paragraphs(self.words.signers, &signers);
        if view.has_signature_box {
            self.room(90.0);
            self.heading(self.words.signature[2]);
            self.y += 40.0;
            let places = [(0.0, 0.2), (0.24, 0.6), (0.64, 1.0)];
            for ((from, to), label) in places.into_iter().zip(self.words.signature) {
                let (from, to) = (MARGIN + FULL * from, MARGIN + FULL * to);
                self.rule(from, to, 0.7, INK);
                let at = (from, self.y + SMALL * 1.4);
                self.mark(Mark::text(at, label, SMALL, GREY));
            }
        }
    }

    fn parties(&mut self, view: &QuoteView) {
        let top = self.y;
        let mut lowest = top;
        for (title, lines, left) in [
            (self.words.from, &view.seller, MARGIN),
            (self.words.buyer, &view.buyer, MARGIN + FULL / 2.0),
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

    fn lines(&mut self, lines: &[LineView]) {
        self.y += TEXT * LEADING;
        let y = self.y;
        for (column, title) in self.words.columns.into_iter().enumerate() {
            self.cell(column, y, title, SMALL, GREY);
        }
        self.y += 5.0;
        self.rule(MARGIN, RIGHT, 1.0, GREY);
        for line in lines {
            let name = self.fonts.wrapped(&line.name, TEXT, NAME_WIDTH);
            let mut further = self.fonts.wrapped(&line.description, SMALL, NAME_WIDTH);
            further.extend(line.billing.clone());
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

    fn sums(&mut self, view: &QuoteView) {
        let left = MARGIN + FULL * 0.55;
        for (label, amount) in &view.sums {
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
        self.mark(Mark::bold((left, self.y), self.words.total, 12.0, INK));
        self.right(RIGHT, self.y, &view.total, 12.0, true);
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

/// Where columns end; the first begins at the margin.
const COLUMNS: [f32; 5] = [0.0, RIGHT - 265.0, RIGHT - 180.0, RIGHT - 90.0, RIGHT];
const NAME_WIDTH: f32 = FULL - 320.0;

const TITLE: f32 = 20.0;
pub(super) const TEXT: f32 = 9.5;
pub(super) const SMALL: f32 = 8.0;
const LEADING: f32 = 1.45;

const MOST_PARTY_LINES: usize = 14;
