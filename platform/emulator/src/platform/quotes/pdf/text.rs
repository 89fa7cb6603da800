//! Sets texts in lines: glyphs, positions and directions.

use std::{
    collections::{BTreeSet, HashMap},
    ops::Range,
    rc::Rc,
};

use icu_segmenter::GraphemeClusterSegmenter;
use krilla::{
    color::rgb,
    geom::Point,
    num::NormalizedF32,
    paint::{Fill, FillRule, Stroke},
    surface::Surface,
    text::{Font, GlyphId, KrillaGlyph, Tag as Axis},
};
use parley::{
    Alignment, FontContext, FontFamily, FontFamilyName, FontWeight, GenericFamily, Language as Tag,
    Layout, LayoutContext, LineHeight, OverflowWrap, Run, StyleProperty,
};
use skrifa::{FontRef, MetadataProvider as _};

use super::fonts::FAMILY;
use crate::platform::quotes::{brand::Color, words::Language};

/// Sets texts, and draws their lines.
pub(super) struct Typesetter {
    fonts: FontContext,
    context: LayoutContext<()>,
    language: Option<Tag>,
    is_from_right: bool,
    faces: HashMap<Face, Option<Font>>,
    /// The letters that no font has.
    missing: BTreeSet<char>,
}

/// A font as runs use it.
#[derive(PartialEq, Eq, Hash)]
struct Face {
    /// The id of its data, and its index in them.
    data: (u64, u32),
    /// Settings of a variable font, as bits.
    variations: Vec<([u8; 4], u32)>,
}

/// The style of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Style {
    pub(super) size: f32,
    pub(super) is_bold: bool,
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
}

/// A line of a text.
pub(super) struct Line {
    text: Rc<str>,
    layout: Rc<Layout<()>>,
    index: usize,
    /// Its start, from the left of its place.
    left: f32,
}

impl Typesetter {
    /// With these fonts, for texts in a language.
    pub(super) fn new(fonts: FontContext, language: Language) -> Self {
        Self {
            fonts,
            context: LayoutContext::new(),
            language: Tag::parse(language.tag()).ok(),
            is_from_right: language.is_from_right(),
            faces: HashMap::new(),
            missing: BTreeSet::new(),
        }
    }

    /// The letters so far that no font has.
    pub(super) const fn missing(&self) -> &BTreeSet<char> {
        &self.missing
    }

    /// Breaks a text into lines no wider than this. A wider word is cut, and after each line
    /// break the direction is that of the text there.
    pub(super) fn set(
        &mut self,
        text: &str,
        style: Style,
        most: f32,
        side: Alignment,
    ) -> Vec<Line> {
        let mut lines = Vec::new();
        for mut text in pieces(text) {
            // A text that is isolated throughout has the direction of its language.
            if self.is_from_right && text.contains(END_OF_ISOLATE) {
                text.push(RIGHT_TO_LEFT_MARK);
            }
            let layout = self.broken(&text, style, Some(most));
            self.missing.extend(lacking(&text, &layout));
            let is_on_right = match side {
                Alignment::Start => layout.is_rtl(),
                side => side == Alignment::Right,
            };
            let (text, layout) = (Rc::<str>::from(text), Rc::new(layout));
            lines.extend(layout.lines().enumerate().map(|(index, line)| {
                let end = end_of(&text, line.text_range());
                let width: f32 = line.runs().map(|run| advance(&run, end)).sum();
                Line {
                    text: Rc::clone(&text),
                    layout: Rc::clone(&layout),
                    index,
                    left: if is_on_right {
                        (most - width).max(0.0)
                    } else {
                        0.0
                    },
                }
            }));
        }
        lines
    }

    /// The width of a text on one line.
    pub(super) fn width(&mut self, text: &str, style: Style) -> f32 {
        self.broken(text, style, None).full_width()
    }

    /// True if some font has each letter of a text, in the document or not.
    pub(super) fn has_glyphs(&mut self, text: &str, style: Style) -> bool {
        lacking(text, &self.broken(text, style, None)).is_empty()
    }

    fn broken(&mut self, text: &str, style: Style, most: Option<f32>) -> Layout<()> {
        let families = [
            FontFamilyName::named(FAMILY),
            FontFamilyName::Generic(GenericFamily::SansSerif),
        ];
        let weight = if style.is_bold {
            FontWeight::BOLD
        } else {
            FontWeight::NORMAL
        };
        let mut builder = self
            .context
            .ranged_builder(&mut self.fonts, text, 1.0, false);
        builder.push_default(FontFamily::List(families.as_slice().into()));
        builder.push_default(StyleProperty::FontSize(style.size));
        builder.push_default(StyleProperty::FontWeight(weight));
        builder.push_default(StyleProperty::Locale(self.language));
        builder.push_default(StyleProperty::OverflowWrap(OverflowWrap::Anywhere));
        builder.push_default(LineHeight::Absolute(style.size * LEADING));
        let mut layout = builder.build(text);
        layout.break_all_lines(most);
        layout
    }

    /// Draws a line with its upper left corner here.
    pub(super) fn draw(
        &mut self,
        surface: &mut Surface<'_>,
        shown: &Line,
        (left, top): (f32, f32),
        color: Color,
    ) {
        let Some(line) = shown.layout.get(shown.index) else {
            return;
        };
        let metrics = line.metrics();
        let y = top + metrics.baseline - metrics.block_min_coord;
        let end = end_of(&shown.text, line.text_range());
        let mut x = left + shown.left;
        surface.set_fill(Some(fill(color)));
        for run in line.runs() {
            let (free, glyphs) = glyphs(&run, &shown.text, end);
            let at = Point::from_xy(x + free, y);
            x += advance(&run, end);
            let Some(face) = self.face(&run).filter(|_| !glyphs.is_empty()) else {
                continue;
            };
            let size = run.font_size();
            // A font without bold letters draws them with a wider pen.
            let stroke = run.synthesis().embolden().then(|| Stroke {
                paint: rgb(color).into(),
                width: size / 30.0,
                ..Stroke::default()
            });
            surface.set_stroke(stroke);
            surface.draw_glyphs(at, &glyphs, face, &shown.text, size, false);
        }
        surface.set_stroke(None);
    }

    fn face(&mut self, run: &Run<'_, ()>) -> Option<Font> {
        let font = run.font();
        let (data, number) = font.data.clone().into_raw_parts();
        let synthesis = run.synthesis();
        let variations = synthesis.variation_settings().iter();
        let variations = variations.map(|(tag, value)| (tag.to_be_bytes(), *value));
        let variations: Vec<([u8; 4], f32)> = variations.collect();
        let key = Face {
            data: (number, font.index),
            variations: variations
                .iter()
                .map(|(tag, value)| (*tag, value.to_bits()))
                .collect(),
        };
        let face = self.faces.entry(key).or_insert_with(|| {
            let variations: Vec<(Axis, f32)> = variations
                .iter()
                .map(|(tag, value)| (Axis::new(tag), *value))
                .collect();
            Font::new_variable(data.into(), font.index, &variations)
        });
        face.clone()
    }
}

impl Line {
    /// Its height.
    pub(super) fn height(&self) -> f32 {
        let line = self.layout.get(self.index);
        line.map_or(0.0, |line| line.metrics().line_height)
    }
}

/// The letters of a text that no font has.
fn lacking(text: &str, layout: &Layout<()>) -> Vec<char> {
    let mut lacking = Vec::new();
    for run in layout.lines().flat_map(|line| line.runs()) {
        let mut clusters = run.clusters().flat_map(|cluster| cluster.glyphs());
        if clusters.all(|glyph| glyph.id != 0) {
            continue;
        }
        let font = run.font();
        let Ok(face) = FontRef::from_index(font.data.data(), font.index) else {
            continue;
        };
        let (charmap, text) = (face.charmap(), text.get(run.text_range()));
        let letters = text.unwrap_or_default().chars();
        let lacks = |letter: &char| is_shown(*letter) && charmap.map(*letter).is_none();
        lacking.extend(letters.filter(lacks));
    }
    lacking
}

/// Splits a text at its line breaks, within parley's limits: it counts the letters of a line
/// in 16 bits, and those of one cluster in eight.
fn pieces(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    let graphemes = GraphemeClusterSegmenter::new();
    let mut pieces = Vec::new();
    for text in text.split(is_line_break) {
        let text = text.replace(char::is_control, " ");
        let ends: Vec<usize> = graphemes.segment_str(&text).skip(1).collect();
        let (mut piece, mut start) = (String::new(), 0);
        for end in ends {
            let grapheme = text.get(start..end).unwrap_or_default();
            start = end;
            if piece.len() >= LONGEST_PIECE {
                pieces.push(std::mem::take(&mut piece));
            }
            for (at, letter) in grapheme.chars().enumerate() {
                // Hundreds of marks on one letter are no writing: another one begins here.
                if at > 0 && at % LONGEST_GRAPHEME == 0 {
                    piece.push('\u{200b}');
                }
                piece.push(letter);
            }
        }
        pieces.push(piece);
    }
    pieces
}

/// The end of the last letter of a line. White space after it takes no room, on whichever
/// side it stands (UAX #9, rule L1).
fn end_of(text: &str, line: Range<usize>) -> usize {
    let shown = text.get(line.clone()).unwrap_or_default();
    line.start + shown.trim_end_matches(|letter| !is_shown(letter)).len()
}

/// The width of a run up to the end of its line. Measured by glyphs: a line may break within
/// the letters that share one.
fn advance(run: &Run<'_, ()>, end: usize) -> f32 {
    let clusters = run.clusters();
    let shown = clusters
        .filter(|cluster| cluster.text_range().start < end && !cluster.is_ligature_continuation());
    let glyphs = shown.flat_map(|cluster| cluster.glyphs());
    glyphs.map(|glyph| glyph.advance).sum()
}

/// The glyphs of a run from left to right, each with its part of the text, and the free
/// width before the first one.
fn glyphs(run: &Run<'_, ()>, text: &str, end: usize) -> (f32, Vec<KrillaGlyph>) {
    let size = run.font_size();
    let space = space_of(run);
    let (mut free, mut glyphs) = (0.0, Vec::<KrillaGlyph>::new());
    let (mut start, mut whole) = (0, 0..0);
    for cluster in run.visual_clusters() {
        let range = cluster.text_range();
        if range.start >= end {
            continue;
        }
        // The first cluster holds a ligature's glyph, and all glyphs of a letter with marks.
        if cluster.is_ligature_continuation() {
            whole = joined(&whole, &range);
            continue;
        }
        name_parts(
            glyphs.get_mut(start..).unwrap_or_default(),
            run,
            text,
            &whole,
        );
        (start, whole) = (glyphs.len(), range.clone());
        for glyph in cluster.glyphs() {
            // Not drawn: controls of direction, whose glyph is a space, and blank space that a font
            // lacks, whose glyph is a box.
            let is_hidden = !cluster.is_ligature_start() && !is_shown(cluster.source_char());
            // A letter's variation selector has a zero-width space beside the letter's glyph.
            let is_blank = glyph.advance == 0.0 && space == Some(glyph.id);
            // Nor is a mark so high on others that it is on other lines.
            let is_far = glyph.y.abs() > size;
            if is_far || is_blank || is_hidden && (glyph.id == 0 || glyph.advance == 0.0) {
                match glyphs.last_mut() {
                    Some(last) => last.x_advance += glyph.advance / size,
                    None => free += glyph.advance,
                }
                continue;
            }
            glyphs.push(KrillaGlyph::new(
                GlyphId::new(glyph.id),
                glyph.advance / size,
                glyph.x / size,
                glyph.y / size,
                0.0,
                range.clone(),
                None,
            ));
        }
    }
    name_parts(
        glyphs.get_mut(start..).unwrap_or_default(),
        run,
        text,
        &whole,
    );
    (free, glyphs)
}

/// The glyph of a space in a run's font.
fn space_of(run: &Run<'_, ()>) -> Option<u32> {
    let font = run.font();
    let face = FontRef::from_index(font.data.data(), font.index).ok()?;
    face.charmap().map(' ').map(|id| id.to_u32())
}

/// Maps each glyph of a part of the text to its letter if the font has it for one, else to
/// the whole part. They come in any order.
fn name_parts(glyphs: &mut [KrillaGlyph], run: &Run<'_, ()>, text: &str, whole: &Range<usize>) {
    let font = run.font();
    let face = FontRef::from_index(font.data.data(), font.index);
    let charmap = face.ok().filter(|_| glyphs.len() > 1);
    let charmap = charmap.map(|face| face.charmap());
    for glyph in glyphs {
        let letters = text.get(whole.clone()).unwrap_or_default().char_indices();
        let own = charmap.as_ref().and_then(|charmap| {
            letters
                .map(|(at, letter)| (whole.start + at, letter))
                .find(|(_, letter)| {
                    charmap.map(*letter).map(|id| id.to_u32()) == Some(glyph.glyph_id.to_u32())
                })
        });
        glyph.text_range = own.map_or(whole.clone(), |(at, letter)| at..at + letter.len_utf8());
    }
}

/// The fill of a color.
pub(super) fn fill(color: Color) -> Fill {
    Fill {
        paint: rgb(color).into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::default(),
    }
}

fn rgb(Color(red, green, blue): Color) -> rgb::Color {
    rgb::Color::new(red, green, blue)
}

fn joined(one: &Range<usize>, other: &Range<usize>) -> Range<usize> {
    one.start.min(other.start)..one.end.max(other.end)
}

/// True if a letter is visible: no control, joiner or mark of direction.
fn is_shown(letter: char) -> bool {
    !letter.is_control()
        && !letter.is_whitespace()
        && !matches!(
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

const END_OF_ISOLATE: char = '\u{2069}';
const RIGHT_TO_LEFT_MARK: char = '\u{200f}';

/// In bytes, about three pages.
const LONGEST_PIECE: usize = 10_000;
const LONGEST_GRAPHEME: usize = 60;

/// The line height, in multiples of the font size.
const LEADING: f32 = 1.45;
