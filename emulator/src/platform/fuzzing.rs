//! What the fuzz targets call: parts that read what anyone sends.

use jiff::tz::TimeZone;
use serde_json::Value;

use super::{
    budget::Budget,
    objects::Pattern,
    timeline::{Place, Template, html},
};

/// The HTML of a template with values, on the line of an event and in the opened one.
///
/// # Errors
///
/// Why it is not read, or not rendered.
pub fn rendered(template: &str, values: &Value) -> Result<[String; 2], String> {
    let budget = Budget::of(1 << 20);
    let text = Template::read(template)?.render(values, &TimeZone::UTC, &budget)?;
    Ok([Place::Header, Place::Detail].map(|place| html(&text, place)))
}

/// Whether a text has the words of a pattern; nothing where that takes too many steps.
pub fn has_words(text: &str, pattern: &str) -> Option<bool> {
    let budget = Budget::of(1 << 20);
    let has_words = Pattern::read(pattern).is_in(text, &budget);
    (!budget.is_overspent()).then_some(has_words)
}
