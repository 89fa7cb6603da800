//! The marks on a page: texts and rules, in points from its upper left corner.

use krilla::{
    color::rgb,
    geom::{PathBuilder, Point, Rect},
    num::NormalizedF32,
    paint::{Fill, FillRule},
    surface::Surface,
    text::TextDirection,
};

use super::fonts::Fonts;
use crate::platform::quotes::direction::{Run, runs};

/// A text or a line on a page.
pub(super) enum Mark {
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

pub(super) type Color = (u8, u8, u8);

impl Mark {
    pub(super) fn text(at: (f32, f32), text: &str, size: f32, color: Color) -> Self {
        Self::Text {
            at,
            text: text.to_owned(),
            size,
            color,
            is_bold: false,
        }
    }

    pub(super) fn bold(at: (f32, f32), text: &str, size: f32, color: Color) -> Self {
        Self::Text {
            at,
            text: text.to_owned(),
            size,
            color,
            is_bold: true,
        }
    }
}

/// Draws a mark.
pub(super) fn draw(surface: &mut Surface<'_>, fonts: &Fonts, mark: &Mark) {
    let fill = |(red, green, blue): Color| Fill {
        paint: rgb::Color::new(red, green, blue).into(),
        opacity: NormalizedF32::ONE,
        rule: FillRule::default(),
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
            let mut x = *x;
            for Run {
                text,
                is_from_right,
            } in runs(text)
            {
                let direction = if is_from_right {
                    TextDirection::RightToLeft
                } else {
                    TextDirection::LeftToRight
                };
                let at = Point::from_xy(x, *y);
                surface.draw_text(at, font.clone(), *size, &text, false, direction);
                x += fonts.width(&text, *size, *is_bold);
            }
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
pub(super) const WIDTH: f32 = 595.0;
pub(super) const HEIGHT: f32 = 842.0;
pub(super) const MARGIN: f32 = 56.0;
pub(super) const RIGHT: f32 = WIDTH - MARGIN;
pub(super) const FULL: f32 = RIGHT - MARGIN;

pub(super) const INK: Color = (29, 39, 51);
pub(super) const GREY: Color = (82, 96, 111);
pub(super) const LIGHT: Color = (210, 216, 223);
pub(super) const BLUE: Color = (11, 92, 171);
pub(super) const RED: Color = (163, 35, 31);
