//! Positions of the parts of a quote on its pages.
//!
//! Positions count from the side where a line begins: from the right in a right-to-left
//! quote.

use parley::Alignment;

use super::text::{Line, Style, Typesetter};
use crate::platform::quotes::{
    brand::Color,
    direction::isolated,
    view::{LineView, QuoteView},
    words::{Language, Words, filled},
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
    Logo {
        at: (f32, f32),
        size: (f32, f32),
    },
}

/// The marks of each page of a quote, with a logo of this size.
pub(super) fn pages(
    view: &QuoteView,
    setter: &mut Typesetter,
    logo: Option<(f32, f32)>,
) -> Vec<Vec<Mark>> {
    let mut layout = Layout {
        setter,
        words: view.words(),
        accent: view.brand.color,
        is_from_right: view.language.is_from_right(),
        pages: vec![Vec::new()],
        y: MARGIN,
        table: None,
    };
    layout.quote(view, logo);
    layout.numbers(view);
    layout.pages
}

/// Puts marks on pages, from the top down.
struct Layout<'a> {
    setter: &'a mut Typesetter,
    words: &'static Words,
    accent: Color,
    is_from_right: bool,
    pages: Vec<Vec<Mark>>,
    y: f32,
    /// The table that continues on the next page, with its head.
    table: Option<Table>,
}

/// The columns of a table.
#[derive(Clone)]
struct Table {
    size: f32,
    /// Width of the first one.
    name: f32,
    /// The others: index among all columns, start and width.
    columns: Vec<(usize, f32, f32)>,
}

impl Layout<'_> {
    fn quote(&mut self, view: &QuoteView, logo: Option<(f32, f32)>) {
        if let Some(size) = logo {
            let at = (self.left(0.0, size.0), self.y);
            self.mark(Mark::Logo { at, size });
            self.y += size.1 + 12.0;
        }
        let number = filled(self.words.quote, &[&isolated(&view.number)]);
        self.text(&number, PLAIN, GREY);
        let title = Style::bold(20.0);
        self.text(&view.title, title, INK);
        self.text(
            &view.validity,
            PLAIN,
            if view.is_expired { RED } else { INK },
        );
        self.y += 8.0;
        self.rule(0.0, FULL, 2.0, self.accent);
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
        if view.has_signature_box && (1..=MOST_BESIDE).contains(&signers.len()) {
            // Avoids a page for the last line alone.
            self.room(HEADING_GAP + 180.0);
        }
        self.paragraphs(self.words.signers, &signers);
        if view.has_signature_box {
            self.signature();
        }
        self.missing();
    }

    fn parties(&mut self, view: &QuoteView) {
        let parties = [
            (self.words.from, &view.seller),
            (self.words.buyer, &view.buyer),
        ];
        let half = FULL / 2.0 - 10.0;
        let blocks = parties.map(|(_, lines)| self.block(&lines.join("\n"), PLAIN, half));
        if blocks.iter().any(|block| height(block) > HIGHEST_PARTY) {
            for (title, lines) in parties {
                self.paragraphs(title, lines);
            }
            return;
        }
        self.room(HIGHEST_PARTY + 40.0);
        let top = self.y;
        let mut lowest = top;
        for (((title, lines), block), start) in parties
            .into_iter()
            .zip(blocks)
            .zip([0.0, FULL / 2.0 + 10.0])
        {
            self.y = top;
            if lines.is_empty() {
                continue;
            }
            self.y += HEADING_GAP;
            self.flow(&title.to_uppercase(), HEADING, (start, half), GREY);
            self.put(block, (start, half), INK);
            lowest = lowest.max(self.y);
        }
        self.y = lowest;
    }

    fn lines(&mut self, lines: &[LineView]) {
        let Some(table) = self.table_of(lines) else {
            self.list(lines);
            return;
        };
        self.y += 6.0;
        self.head(&table);
        self.table = Some(table.clone());
        let plain = Style::plain(table.size);
        let small = Style::plain(SMALL.size.min(table.size));
        for line in lines {
            let values = values(line);
            let mut cells = Vec::new();
            for (number, start, width) in &table.columns {
                let text = values.get(number - 1).map_or("", |text| text.as_str());
                cells.push((self.cell(text, plain, *width), (*start, *width)));
            }
            // Keeps the first two lines of a line item together.
            self.room(table.size * 3.0);
            let (top, page) = (self.y, self.pages.len());
            let mut lowest = top;
            for (cell, place) in cells {
                self.y = top;
                self.put(cell, place, INK);
                lowest = lowest.max(self.y);
            }
            self.y = top;
            self.flow(&line.name, plain, (0.0, table.name), INK);
            for text in [&line.description].into_iter().chain(&line.billing) {
                self.flow(text, small, (0.0, table.name), GREY);
            }
            if self.pages.len() == page {
                self.y = self.y.max(lowest);
            }
            self.y += 4.0;
            self.rule(0.0, FULL, 0.5, LIGHT);
            self.y += 3.0;
        }
        self.table = None;
    }

    /// The columns in which every number fits on one line; `None` if they are too wide for a
    /// page.
    fn table_of(&mut self, lines: &[LineView]) -> Option<Table> {
        let has_discount = lines.iter().any(|line| !line.discount.is_empty());
        let shown = (1..=4).filter(|at| *at != 3 || has_discount);
        // Each column's index, and the widths of its title and its widest number.
        let mut widths = Vec::new();
        for number in shown {
            let title = self.words.columns.get(number).copied().unwrap_or("");
            let title = self.setter.width(title, SMALL);
            let mut widest = 0.0_f32;
            for line in lines {
                if let Some(text) = values(line).get(number - 1) {
                    widest = widest.max(self.setter.width(text, PLAIN));
                }
            }
            widths.push((number, title, widest));
        }
        SIZES.into_iter().find_map(|size| {
            let widths = widths.iter().map(|(number, title, widest)| {
                // One point more, so that no rounding breaks a number.
                let width = title.max(widest * size / PLAIN.size).ceil() + 1.0;
                (*number, width)
            });
            let all: f32 = widths.clone().map(|(_, width)| width + GAP).sum();
            let name = FULL - all;
            let mut start = name;
            let columns = widths.map(|(number, width)| {
                let at = start + GAP;
                start = at + width;
                (number, at, width)
            });
            let columns = columns.collect();
            (name >= NARROWEST_NAME).then_some(Table {
                size,
                name,
                columns,
            })
        })
    }

    fn head(&mut self, table: &Table) {
        let top = self.y;
        let names = self.words.columns;
        let name = self.block(names.first().copied().unwrap_or(""), SMALL, table.name);
        self.put(name, (0.0, table.name), GREY);
        for (number, start, width) in &table.columns {
            self.y = top;
            let title = names.get(*number).copied().unwrap_or("");
            let title = self.cell(title, SMALL, *width);
            self.put(title, (*start, *width), GREY);
        }
        self.y += 3.0;
        self.rule(0.0, FULL, 1.0, GREY);
        self.y += 4.0;
    }

    /// Line items whose numbers fit in no table: each number on its own line.
    fn list(&mut self, lines: &[LineView]) {
        for line in lines {
            self.flow(&line.name, PLAIN, (0.0, FULL), INK);
            for text in [&line.description].into_iter().chain(&line.billing) {
                self.flow(text, SMALL, (0.0, FULL), GREY);
            }
            for (title, text) in self.words.columns.into_iter().skip(1).zip(values(line)) {
                if !text.is_empty() {
                    self.pair((title, text), (PLAIN, INK), 0.0);
                }
            }
            self.y += 4.0;
            self.rule(0.0, FULL, 0.5, LIGHT);
            self.y += 3.0;
        }
    }

    fn sums(&mut self, view: &QuoteView) {
        let bold = Style::bold(12.0);
        let mut width = self.setter.width(&view.total, bold);
        for (_, amount) in &view.sums {
            width = width.max(self.setter.width(amount, PLAIN));
        }
        self.y += 5.0;
        let start = (FULL - width - WIDEST_LABEL).clamp(0.0, FULL * 0.5);
        for (label, amount) in &view.sums {
            self.pair((label, amount), (PLAIN, INK), start);
        }
        self.room(40.0);
        self.y += 4.0;
        self.rule(start, FULL - start, 1.0, INK);
        self.y += 4.0;
        self.pair((self.words.total, &view.total), (bold, INK), start);
    }

    /// A label, and at the end of the line its value.
    fn pair(&mut self, (label, value): (&str, &str), (style, color): (Style, Color), start: f32) {
        let full = FULL - start;
        let width = (self.setter.width(value, style).ceil() + 1.0).min(full);
        let value = self.cell(value, style, width);
        // Side by side if both fit, else one below the other.
        let beside = full - width - GAP;
        let label_width = if beside < NARROWEST_LABEL {
            full
        } else {
            beside
        };
        let label = self.block(label, style, label_width);
        self.room(height(&label).max(height(&value)).min(LOWEST / 2.0));
        let top = self.y;
        self.put(label, (start, label_width), color);
        let below = self.y;
        if beside >= NARROWEST_LABEL && below > top {
            self.y = top;
        }
        self.put(value, (FULL - width, width), color);
        self.y = self.y.max(below);
    }

    fn signature(&mut self) {
        self.room(HEADING_GAP + 90.0);
        self.heading(self.words.signature.last().copied().unwrap_or(""));
        self.y += 40.0;
        let top = self.y;
        let places = [(0.0, 0.2), (0.24, 0.36), (0.64, 0.36)];
        for ((start, width), label) in places.into_iter().zip(self.words.signature) {
            let place = (FULL * start, FULL * width);
            self.y = top;
            self.rule(place.0, place.1, 0.7, INK);
            self.y += 3.0;
            let label = self.block(label, SMALL, place.1);
            self.put(label, place, GREY);
        }
    }

    /// Names the letters that no font has, since they are shown as boxes: in English if the
    /// quote's own language would be boxes too.
    fn missing(&mut self) {
        if let Some(missing) = named(self.setter) {
            self.y += 12.0;
            let mut words = self.words.no_glyph;
            if !self.setter.has_glyphs(words, SMALL) {
                words = Language::English.words().no_glyph;
            }
            self.text(&filled(words, &[&missing]), SMALL, RED);
        }
    }

    /// The numbers of the pages, below them.
    fn numbers(&mut self, view: &QuoteView) {
        let count = self.pages.len();
        // The caller's own number may be long.
        let number: String = view.number.chars().take(LONGEST_NUMBER).collect();
        for index in 0..count {
            let page = [index + 1, count].map(|number| number.to_string());
            let page = filled(self.words.page, &[&page[0], &page[1]]);
            let text = format!("{} · {page}", isolated(&number));
            let line = self.block(&text, SMALL, FULL).into_iter().next();
            let at = (MARGIN, HEIGHT - MARGIN / 2.0 - SMALL.size);
            if let (Some(line), Some(marks)) = (line, self.pages.get_mut(index)) {
                let color = GREY;
                marks.push(Mark::Text { line, at, color });
            }
        }
    }

    fn paragraphs(&mut self, title: &str, paragraphs: &[String]) {
        if paragraphs.is_empty() {
            return;
        }
        self.heading(title);
        for paragraph in paragraphs {
            // In its own direction, as on the page.
            let block = self.setter.set(paragraph, PLAIN, FULL, Alignment::Start);
            self.put(block, (0.0, FULL), INK);
            self.y += 4.0;
        }
    }

    fn heading(&mut self, title: &str) {
        self.room(HEADING_GAP + 40.0);
        self.y += HEADING_GAP;
        self.text(&title.to_uppercase(), HEADING, GREY);
    }

    fn text(&mut self, text: &str, style: Style, color: Color) {
        self.flow(text, style, (0.0, FULL), color);
    }

    /// A text from where a line begins.
    fn flow(&mut self, text: &str, style: Style, place: (f32, f32), color: Color) {
        if !text.is_empty() {
            let block = self.block(text, style, place.1);
            self.put(block, place, color);
        }
    }

    fn block(&mut self, text: &str, style: Style, width: f32) -> Vec<Line> {
        let side = if self.is_from_right {
            Alignment::Right
        } else {
            Alignment::Left
        };
        self.setter.set(text, style, width, side)
    }

    /// A text at the end of its place.
    fn cell(&mut self, text: &str, style: Style, width: f32) -> Vec<Line> {
        let side = if self.is_from_right {
            Alignment::Left
        } else {
            Alignment::Right
        };
        self.setter.set(text, style, width, side)
    }

    /// Puts the lines of a text below one another, on as many pages as they need.
    fn put(&mut self, lines: Vec<Line>, (start, width): (f32, f32), color: Color) {
        let left = self.left(start, width);
        for line in lines {
            let height = line.height();
            self.room(height);
            let at = (left, self.y);
            self.mark(Mark::Text { line, at, color });
            self.y += height;
        }
    }

    fn rule(&mut self, start: f32, width: f32, thickness: f32, color: Color) {
        let at = (self.left(start, width), self.y);
        self.mark(Mark::Rule {
            at,
            width,
            thickness,
            color,
        });
    }

    fn left(&self, start: f32, width: f32) -> f32 {
        if self.is_from_right {
            WIDTH - MARGIN - start - width
        } else {
            MARGIN + start
        }
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

fn height(lines: &[Line]) -> f32 {
    lines.iter().map(Line::height).sum()
}

/// The numbers of a line item, in the order of their columns.
const fn values(line: &LineView) -> [&String; 4] {
    [&line.quantity, &line.price, &line.discount, &line.amount]
}

/// The letters that no font has, by their code points.
pub(super) fn named(setter: &Typesetter) -> Option<String> {
    let missing = setter.missing();
    let named = missing.iter().take(MOST_NAMED);
    let mut named: Vec<String> = named
        .map(|letter| format!("U+{:04X}", u32::from(*letter)))
        .collect();
    if missing.len() > MOST_NAMED {
        named.push("...".to_owned());
    }
    (!named.is_empty()).then(|| named.join(", "))
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
/// Font sizes of a table; the first that fits is used.
const SIZES: [f32; 4] = [9.5, 8.5, 7.5, 6.5];
const GAP: f32 = 12.0;
const NARROWEST_NAME: f32 = 130.0;
const NARROWEST_LABEL: f32 = 60.0;
const WIDEST_LABEL: f32 = 160.0;
const HIGHEST_PARTY: f32 = 220.0;
const HEADING_GAP: f32 = 18.0;

/// The most signers that fit above a signature.
const MOST_BESIDE: usize = 4;
const LONGEST_NUMBER: usize = 60;
const MOST_NAMED: usize = 40;

const INK: Color = Color(29, 39, 51);
const GREY: Color = Color(82, 96, 111);
const LIGHT: Color = Color(210, 216, 223);
const RED: Color = Color(163, 35, 31);
