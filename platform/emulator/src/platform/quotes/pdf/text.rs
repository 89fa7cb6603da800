//! Lines of text in the document's font.
//!
//! The font has Latin, Greek and Cyrillic letters; each has one glyph and one width. A character
//! that it cannot show becomes a box, and the document says where to read it.

use std::collections::BTreeSet;

use krilla::{
    color::rgb,
    geom::Point,
    num::NormalizedF32,
    paint::{Fill, FillRule},
    surface::Surface,
    text::{Font, GlyphId, KrillaGlyph},
};
use skrifa::{
    FontRef, MetadataProvider as _, charmap::Charmap, instance::LocationRef, metrics::GlyphMetrics,
    prelude::Size,
};

use crate::platform::quotes::brand::Color;

/// Sets texts, and draws their lines.
pub(super) struct Typesetter {
    plain: Face,
    bold: Face,
    /// The characters so far that the font cannot show.
    pub(super) missing: BTreeSet<char>,
}

/// The style of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) size: f32,
    pub(super) is_bold: bool,
}

/// A line of a text.
pub(super) struct Line {
    pub(super) text: String,
    glyphs: Vec<KrillaGlyph>,
    style: Style,
    pub(super) width: f32,
}

/// One weight of the font.
struct Face {
    font: Font,
    glyphs: Charmap<'static>,
    widths: GlyphMetrics<'static>,
}

impl Style {
    /// Letters of a size.
    pub(super) const fn plain(size: f32) -> Self {
        let is_bold = false;
        Self { size, is_bold }
    }

    /// Bold letters of a size.
    pub(super) const fn bold(size: f32) -> Self {
        let is_bold = true;
        Self { size, is_bold }
    }

    /// The height of a line.
    pub(super) fn leading(self) -> f32 {
        self.size * 1.45
    }
}

impl Typesetter {
    /// With the document's font; `None` if it cannot be read.
    pub(super) fn new() -> Option<Self> {
        Some(Self {
            plain: Face::new(dejavu::sans::regular())?,
            bold: Face::new(dejavu::sans::bold())?,
            missing: BTreeSet::new(),
        })
    }

    /// Breaks a text into lines no wider than this, between words; a wider word is cut.
    pub(super) fn set(&mut self, text: &str, style: Style, most: f32) -> Vec<Line> {
        let mut lines = Vec::new();
        for paragraph in text.replace("\r\n", "\n").split(is_line_break) {
            let mut line = self.line(style);
            for word in paragraph.split_inclusive(is_break) {
                let word = self.word(word, style);
                if line.width + word.shown_width() > most && !line.text.is_empty() {
                    lines.push(std::mem::replace(&mut line, self.line(style)));
                }
                line.append(word, most, &mut lines);
            }
            lines.push(line);
        }
        lines
    }

    /// The width of a text on one line.
    pub(super) fn width(&mut self, text: &str, style: Style) -> f32 {
        self.word(text, style).width
    }

    /// Draws a line with its upper left corner here.
    pub(super) fn draw(
        &self,
        surface: &mut Surface<'_>,
        line: &Line,
        (left, top): (f32, f32),
        color: Color,
    ) {
        let Style { size, is_bold } = line.style;
        let face = if is_bold { &self.bold } else { &self.plain };
        surface.set_fill(Some(fill(color)));
        let at = Point::from_xy(left, top + size * BASELINE);
        surface.draw_glyphs(at, &line.glyphs, face.font.clone(), &line.text, size, false);
    }

    fn line(&self, style: Style) -> Line {
        Line {
            text: String::new(),
            glyphs: Vec::new(),
            style,
            width: 0.0,
        }
    }

    /// A text without line breaks, glyph by glyph.
    fn word(&mut self, text: &str, style: Style) -> Line {
        let mut word = self.line(style);
        let face = if style.is_bold {
            &self.bold
        } else {
            &self.plain
        };
        for letter in text.chars().filter(|letter| !is_invisible(*letter)) {
            let letter = if face.has(letter) {
                letter
            } else if letter.is_whitespace() || letter.is_control() {
                ' '
            } else {
                self.missing.insert(letter);
                BOX
            };
            let (glyph, advance) = face.glyph(letter);
            let start = word.text.len();
            word.text.push(letter);
            word.glyphs.push(KrillaGlyph::new(
                glyph,
                advance,
                0.0,
                0.0,
                0.0,
                start..word.text.len(),
                None,
            ));
            word.width += advance * style.size;
        }
        word
    }
}

impl Line {
    /// Its height.
    pub(super) fn height(&self) -> f32 {
        self.style.leading()
    }

    /// Its width without the space at its end, which may hang over.
    pub(super) fn shown_width(&self) -> f32 {
        let space = self.text.ends_with(char::is_whitespace);
        let space = self.glyphs.last().filter(|_| space);
        self.width - space.map_or(0.0, |glyph| glyph.x_advance * self.style.size)
    }

    /// Appends a word, cut into further lines where it is too wide for one.
    fn append(&mut self, word: Self, most: f32, lines: &mut Vec<Self>) {
        let is_cut = word.shown_width() > most;
        for glyph in word.glyphs {
            let width = glyph.x_advance * word.style.size;
            if is_cut && self.width + width > most && !self.text.is_empty() {
                let next = Self {
                    text: String::new(),
                    glyphs: Vec::new(),
                    style: self.style,
                    width: 0.0,
                };
                lines.push(std::mem::replace(self, next));
            }
            let start = self.text.len();
            let letter = word.text.get(glyph.text_range.clone());
            self.text.push_str(letter.unwrap_or_default());
            self.width += width;
            self.glyphs.push(KrillaGlyph {
                text_range: start..self.text.len(),
                ..glyph
            });
        }
    }
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

    /// True if a letter stands by itself in this font: no joined or reordered script.
    fn has(&self, letter: char) -> bool {
        let is_plain = matches!(letter, ..'\u{590}' | '\u{1c80}'..'\u{fb07}' | '\u{fffd}');
        is_plain && self.glyphs.map(letter).is_some()
    }

    /// A letter's glyph, and its width at size 1.
    fn glyph(&self, letter: char) -> (GlyphId, f32) {
        let glyph = self.glyphs.map(letter).unwrap_or_default();
        let advance = self.widths.advance_width(glyph).unwrap_or_default();
        (GlyphId::new(glyph.to_u32()), advance)
    }
}

/// The fill of a color.
pub(super) fn fill(Color(red, green, blue): Color) -> Fill {
    Fill {
        paint: rgb::Color::new(red, green, blue).into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::default(),
    }
}

/// True for what has no mark of its own: joiners, soft hyphens, marks of direction, selectors.
const fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

/// True if a line ends here, by Unicode Standard Annex 14.
const fn is_line_break(letter: char) -> bool {
    matches!(
        letter,
        '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}'
    )
}

/// True if a line may end behind this letter.
fn is_break(letter: char) -> bool {
    letter == '-' || letter.is_whitespace() && !matches!(letter, '\u{a0}' | '\u{202f}')
}

/// In place of a character that the font cannot show.
const BOX: char = '\u{25a1}';

/// The baseline below a line's top, in multiples of the font size.
const BASELINE: f32 = 1.13;
