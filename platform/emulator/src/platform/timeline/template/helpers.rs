//! The helpers of a rendering, and its output of limited length.

use std::io;

use handlebars::{
    Context, Handlebars, Helper, HelperDef, Output, RenderContext, RenderError, Renderable as _,
};
use jiff::tz::TimeZone;
use serde_json::Value;

use super::length::{self, Length};
use crate::platform::timeline::{
    date,
    signs::{hide, reveal},
};

/// Registers only the helpers that the service documents.
pub(super) fn register(handlebars: &mut Handlebars<'_>, zone: &TimeZone) {
    for name in REMOVED {
        handlebars.unregister_helper(name);
    }
    handlebars.register_helper("formatDate", Box::new(FormatDate(zone.clone())));
    handlebars.register_helper("log", Box::new(nothing));
    handlebars.register_helper(length::HELPER, Box::new(Length));
}

/// `{{#formatDate timestamp format="short"}}{{/formatDate}}`: a moment in words. Without a
/// parameter, the moment is inside the block.
struct FormatDate(TimeZone);

impl HelperDef for FormatDate {
    fn call<'reg: 'rc, 'rc>(
        &self,
        helper: &Helper<'rc>,
        handlebars: &'reg Handlebars<'reg>,
        context: &'rc Context,
        rendering: &mut RenderContext<'reg, 'rc>,
        output: &mut dyn Output,
    ) -> Result<(), RenderError> {
        let moment = match (helper.param(0), helper.template()) {
            (Some(moment), _) => match moment.value() {
                Value::Number(number) => number.to_string(),
                Value::String(text) => text.clone(),
                _ => String::new(),
            },
            (None, Some(inside)) => {
                let mut text = Bounded::of(LONGEST_SHOWN);
                inside.render(handlebars, context, rendering, &mut text)?;
                reveal(&text.text)
            }
            (None, None) => String::new(),
        };
        let format = helper.hash_get("format").map(|format| format.value());
        let format = format.and_then(Value::as_str).unwrap_or_default();
        let text = date::in_words(&moment, format, &self.0).unwrap_or_default();
        output.write(&hide(&text))?;
        Ok(())
    }
}

/// A helper without output.
fn nothing(
    _: &Helper<'_>,
    _: &Handlebars<'_>,
    _: &Context,
    _: &mut RenderContext<'_, '_>,
    _: &mut dyn Output,
) -> Result<(), RenderError> {
    Ok(())
}

/// An output of limited length.
pub(super) struct Bounded {
    pub(super) text: String,
    longest: usize,
}

impl Bounded {
    pub(super) const fn of(longest: usize) -> Self {
        Self {
            text: String::new(),
            longest,
        }
    }
}

impl Output for Bounded {
    fn write(&mut self, part: &str) -> Result<(), io::Error> {
        if self.text.len() + part.len() > self.longest {
            return Err(io::Error::other(format!(
                "its text has more than {} bytes",
                self.longest
            )));
        }
        self.text.push_str(part);
        Ok(())
    }
}

/// Helpers of the library that the service lacks.
const REMOVED: [&str; 11] = [
    "and", "eq", "gt", "gte", "len", "lt", "lte", "ne", "not", "or", "raw",
];

/// The longest part of a name or a moment that is used.
pub(super) const LONGEST_SHOWN: usize = 100;
