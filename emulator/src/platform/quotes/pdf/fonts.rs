//! The fonts of a document, and how wide texts are in them.

use krilla::text::Font;
use ttf_parser::Face;

use crate::platform::quotes::direction::is_control;

/// A regular font and a bold one.
pub(super) struct Fonts {
    pub(super) regular: Font,
    pub(super) bold: Font,
    faces: [Face<'static>; 2],
}

impl Fonts {
    /// Reads both.
    pub(super) fn new() -> Option<Self> {
        let [regular, bold] = [dejavu::sans::regular(), dejavu::sans::bold()];
        Some(Self {
            regular: Font::new(regular.to_vec().into(), 0)?,
            bold: Font::new(bold.to_vec().into(), 0)?,
            faces: [Face::parse(regular, 0).ok()?, Face::parse(bold, 0).ok()?],
        })
    }

    /// How wide a text is, in points.
    pub(super) fn width(&self, text: &str, size: f32, is_bold: bool) -> f32 {
        text.chars()
            .map(|letter| self.letter_width(letter, size, is_bold))
            .sum()
    }

    fn letter_width(&self, letter: char, size: f32, is_bold: bool) -> f32 {
        if is_control(letter) {
            return 0.0;
        }
        let [regular, bold] = &self.faces;
        let face = if is_bold { bold } else { regular };
        let glyph = face.glyph_index(letter).unwrap_or_default();
        let units = face.glyph_hor_advance(glyph).unwrap_or_default();
        f32::from(units) * size / f32::from(face.units_per_em())
    }

    /// The lines of a text that are no wider than this. A word that is wider is cut.
    pub(super) fn wrapped(&self, text: &str, size: f32, most: f32) -> Vec<String> {
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
