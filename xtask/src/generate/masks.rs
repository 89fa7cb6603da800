//! `pkg/src/generated/masks.ts`: what the log may show.

use std::collections::BTreeSet;

use calling_widget_sdk::protocol::{FieldKind, Mask};

use super::messages::shapes;
use super::text::HEADER;

/// The file's text.
pub(super) fn text() -> String {
    let (phone, shown) = fields();
    format!(
        "// {HEADER}\n\n\
         /** Fields that hold a phone number: all but its last four digits are hidden. */\n\
         export const PHONE_FIELDS =\n  \"{}\";\n\n\
         /**\n * Fields whose text is shown: identifiers, enumerations, types. Any other text is\n \
         * hidden whole, that of unknown fields included.\n */\n\
         export const SHOWN_FIELDS =\n  \"{}\";\n",
        join(&phone),
        join(&shown)
    )
}

/// The names of the fields that hold phone numbers, and of those whose text may
/// be shown. A name that is masked in one payload is masked in all.
pub(super) fn fields() -> (BTreeSet<&'static str>, BTreeSet<&'static str>) {
    let mut phone = BTreeSet::new();
    let mut hidden = BTreeSet::new();
    let mut shown = BTreeSet::from(["messageId", "type"]);
    for field in shapes().iter().flat_map(|shape| shape.fields) {
        match (field.mask, field.kind) {
            (Mask::Phone, _) => {
                phone.insert(field.name);
            }
            (Mask::Whole, _) => {
                hidden.insert(field.name);
            }
            (
                Mask::None,
                FieldKind::Text
                | FieldKind::TextOrNumber
                | FieldKind::OneOf(_)
                | FieldKind::Open(_),
            ) => {
                shown.insert(field.name);
            }
            (Mask::None, _) => {}
        }
    }
    shown.retain(|name| !phone.contains(name) && !hidden.contains(name));
    (phone, shown)
}

fn join(names: &BTreeSet<&str>) -> String {
    names.iter().copied().collect::<Vec<_>>().join(" ")
}
