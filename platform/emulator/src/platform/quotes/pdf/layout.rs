//! Positions of the parts of a quote on its pages: one column, from the top down.

use super::text::{Line, Style, Typesetter};
use crate::platform::quotes::{
    brand::Color,
    view::{LineView, QuoteView},
    words::{Words, filled},
};

/// Something on a page, in points from its upper left corner.
pub(super) enum Mark {
    Text {
        line: Line,
        at: (f32, f32),
        color: Color,
    },
    Rule {
        at: (f32, f32),
        width: f32,
        thickness: f32,
        color: Color,
    },
}

/// The marks of each page of a quote.
pub(super) fn pages(view: &QuoteView, address: &str, setter: &mut Typesetter) -> Vec<Vec<Mark>> {
    let mut layout = Layout {
        setter,
        words: view.words(),
        pages: vec![Vec::new()],
        y: MARGIN,
        table: None,
    };
    layout.quote(view);
    layout.missing(address);
    layout.numbers(&view.number);
    layout.pages
}

/// Puts marks on pages.
struct Layout<'a> {
    setter: &'a mut Typesetter,
    words: &'static Words,
    pages: Vec<Vec<Mark>>,
    y: f32,
    /// The table that continues on the next page, with its head.
    table: Option<Table>,
}

/// The columns of a table behind its first one: each one's index among the titles, and its end.
#[derive(Clone)]
struct Table {
    size: f32,
    name_width: f32,
    ends: Vec<(usize, f32)>,
}

impl Layout<'_> {
    fn quote(&mut self, view: &QuoteView) {
        let words = self.words;
        self.text(&filled(words.quote, &[&view.number]), PLAIN, GREY);
        self.text(&view.title, Style::bold(20.0), INK);
        let validity = if view.is_expired { RED } else { INK };
        self.text(&view.validity, PLAIN, validity);
        self.y += 8.0;
        self.rule(0.0, 2.0, view.brand.color);
        self.paragraphs(words.from, &view.seller, 0.0);
        self.paragraphs(words.buyer, &view.buyer, 0.0);
        self.paragraphs(words.comments, &view.comments, 4.0);
        self.heading(words.lines);
        self.lines(&view.lines);
        self.sums(view);
        self.paragraphs(words.payment, view.payment.as_slice(), 4.0);
        self.paragraphs(words.terms, &view.terms, 4.0);
        let signers: Vec<String> = view.signers.iter().map(|one| one.text.clone()).collect();
        self.paragraphs(words.signers, &signers, 4.0);
        if view.has_signature_box {
            self.signature();
        }
    }

    fn lines(&mut self, lines: &[LineView]) {
        let table = self.table_of(lines);
        self.y += 6.0;
        self.head(&table);
        self.table = Some(table.clone());
        let plain = Style::plain(table.size);
        let small = Style::plain(SMALL.size.min(table.size));
        for line in lines {
            // Keeps the first two lines of a line item together.
            self.room(table.size * 3.0);
            let values = values(line);
            for (index, end) in &table.ends {
                let value = values.get(index - 1).map_or("", |value| value.as_str());
                self.ending(value, plain, *end, INK);
            }
            self.wrapped(&line.name, plain, table.name_width, INK);
            for text in [&line.description].into_iter().chain(&line.billing) {
                self.wrapped(text, small, table.name_width, GREY);
            }
            self.y += 4.0;
            self.rule(0.0, 0.5, LIGHT);
            self.y += 3.0;
        }
        self.table = None;
    }

    /// The columns at a size at which every number fits on one line.
    fn table_of(&mut self, lines: &[LineView]) -> Table {
        let has_discount = lines.iter().any(|line| !line.discount.is_empty());
        let mut columns = Vec::new();
        for index in (1..=4).filter(|index| *index != 3 || has_discount) {
            let title = self.words.columns.get(index).copied().unwrap_or_default();
            let mut widest = self.setter.width(title, PLAIN);
            for line in lines {
                if let Some(value) = values(line).get(index - 1) {
                    widest = widest.max(self.setter.width(value, PLAIN));
                }
            }
            columns.push((index, widest + GAP));
        }
        let all: f32 = columns.iter().map(|(_, width)| width).sum();
        let scale = ((FULL - NARROWEST_NAME) / all).min(1.0);
        let name_width = FULL - all * scale;
        let mut end = name_width;
        let ends = columns.into_iter().map(|(index, width)| {
            end += width * scale;
            (index, end)
        });
        Table {
            size: PLAIN.size * scale,
            name_width,
            ends: ends.collect(),
        }
    }

    fn head(&mut self, table: &Table) {
        let [name, titles @ ..] = self.words.columns;
        let style = Style::plain(SMALL.size.min(table.size));
        for (index, end) in &table.ends {
            let title = titles.get(index - 1).copied().unwrap_or_default();
            self.ending(title, style, *end, GREY);
        }
        self.wrapped(name, style, table.name_width, GREY);
        self.y += 3.0;
        self.rule(0.0, 1.0, GREY);
        self.y += 4.0;
    }

    fn sums(&mut self, view: &QuoteView) {
        self.y += 5.0;
        for (label, amount) in &view.sums {
            self.pair(label, amount, PLAIN);
        }
        self.room(40.0);
        self.y += 4.0;
        self.rule(FULL / 2.0, 1.0, INK);
        self.y += 4.0;
        self.pair(self.words.total, &view.total, Style::bold(12.0));
    }

    /// A label, and at the end of its line the amount; a wide amount has a line of its own.
    fn pair(&mut self, label: &str, amount: &str, style: Style) {
        let start = FULL / 2.0;
        let width = self.setter.width(amount, style);
        self.room(style.leading() * 2.0);
        let room = FULL - start - width - GAP;
        if room < NARROWEST_LABEL {
            self.put(label, style, (start, FULL - start), INK);
            self.ending(amount, style, FULL, INK);
            self.y += style.leading();
        } else {
            self.ending(amount, style, FULL, INK);
            self.put(label, style, (start, room), INK);
        }
    }

    fn signature(&mut self) {
        let [.., title] = self.words.signature;
        self.room(HEADING_GAP + 90.0);
        self.heading(title);
        self.y += 40.0;
        let top = self.y;
        let places = [(0.0, 0.2), (0.24, 0.36), (0.64, 0.36)];
        for ((start, width), label) in places.into_iter().zip(self.words.signature) {
            let (start, width) = (FULL * start, FULL * width);
            self.y = top;
            let at = (MARGIN + start, self.y);
            self.mark(Mark::Rule {
                at,
                width,
                thickness: 0.7,
                color: INK,
            });
            self.y += 3.0;
            self.put(label, SMALL, (start, width), GREY);
        }
    }

    /// Says where the characters are to be read that the font cannot show.
    fn missing(&mut self, address: &str) {
        if !self.setter.missing.is_empty() {
            self.y += 12.0;
            self.text(&filled(self.words.no_glyph, &[address]), SMALL, RED);
        }
    }

    /// The numbers of the pages, below them.
    fn numbers(&mut self, number: &str) {
        let count = self.pages.len();
        // The caller's own number may be long.
        let number: String = number.chars().take(LONGEST_NUMBER).collect();
        for index in 0..count {
            let page = [index + 1, count].map(|number| number.to_string());
            let page = filled(self.words.page, &[&page[0], &page[1]]);
            let text = format!("{number} · {page}");
            let line = self.setter.set(&text, SMALL, FULL).into_iter().next();
            let at = (MARGIN, HEIGHT - MARGIN / 2.0 - SMALL.size);
            if let (Some(line), Some(marks)) = (line, self.pages.get_mut(index)) {
                let color = GREY;
                marks.push(Mark::Text { line, at, color });
            }
        }
    }

    fn paragraphs(&mut self, title: &str, paragraphs: &[String], gap: f32) {
        if paragraphs.is_empty() {
            return;
        }
        self.heading(title);
        for paragraph in paragraphs {
            self.text(paragraph, PLAIN, INK);
            self.y += gap;
        }
    }

    fn heading(&mut self, title: &str) {
        self.room(HEADING_GAP + 40.0);
        self.y += HEADING_GAP;
        self.text(&title.to_uppercase(), HEADING, GREY);
    }

    fn text(&mut self, text: &str, style: Style, color: Color) {
        self.wrapped(text, style, FULL, color);
    }

    fn wrapped(&mut self, text: &str, style: Style, width: f32, color: Color) {
        if !text.is_empty() {
            self.put(text, style, (0.0, width), color);
        }
    }

    /// Puts a text at its place, on as many lines and pages as it needs.
    fn put(&mut self, text: &str, style: Style, (start, width): (f32, f32), color: Color) {
        for line in self.setter.set(text, style, width) {
            let height = line.height();
            self.room(height);
            let at = (MARGIN + start, self.y);
            self.mark(Mark::Text { line, at, color });
            self.y += height;
        }
    }

    /// Puts a text on this line, so that it ends here.
    fn ending(&mut self, text: &str, style: Style, end: f32, color: Color) {
        if let Some(line) = self
            .setter
            .set(text, style, f32::INFINITY)
            .into_iter()
            .next()
        {
            let at = (MARGIN + end - line.width, self.y);
            self.mark(Mark::Text { line, at, color });
        }
    }

    fn rule(&mut self, start: f32, thickness: f32, color: Color) {
        let at = (MARGIN + start, self.y);
        let width = FULL - start;
        self.mark(Mark::Rule {
            at,
            width,
            thickness,
            color,
        });
    }

    /// Begins a new page if this one lacks room.
    fn room(&mut self, height: f32) {
        if self.y + height > LOWEST && self.y > MARGIN {
            self.pages.push(Vec::new());
            self.y = MARGIN;
            if let Some(table) = self.table.take() {
                self.head(&table);
                self.table = Some(table);
            }
        }
    }

    fn mark(&mut self, mark: Mark) {
        if let Some(page) = self.pages.last_mut() {
            page.push(mark);
        }
    }
}

/// The numbers of a line item, in the order of their columns.
const fn values(line: &LineView) -> [&String; 4] {
    [&line.quantity, &line.price, &line.discount, &line.amount]
}

/// A4, in points of 1/72 inch.
pub(super) const WIDTH: f32 = 595.0;
pub(super) const HEIGHT: f32 = 842.0;
const MARGIN: f32 = 56.0;
const LOWEST: f32 = HEIGHT - MARGIN - 10.0;
const FULL: f32 = WIDTH - 2.0 * MARGIN;

const PLAIN: Style = Style::plain(9.5);
const SMALL: Style = Style::plain(8.0);
const HEADING: Style = Style::bold(8.0);
const GAP: f32 = 12.0;
const NARROWEST_NAME: f32 = 130.0;
const NARROWEST_LABEL: f32 = 60.0;
const HEADING_GAP: f32 = 18.0;
const LONGEST_NUMBER: usize = 60;

const INK: Color = Color(29, 39, 51);
const GREY: Color = Color(82, 96, 111);
const LIGHT: Color = Color(210, 216, 223);
const RED: Color = Color(163, 35, 31);
