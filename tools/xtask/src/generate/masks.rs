//! `pkg/src/generated/masks.ts`: the values that logs and traces may show.

use std::collections::{BTreeMap, BTreeSet};

use calling_widget_sdk::protocol::{Field, FieldKind, MESSAGES, Mask, Name, Shape, Typed as _};
use calling_widget_sdk::session::host::StoreAnswer;
use calling_widget_sdk::session::widget::{JournalRecord, WindowMessage};

use super::messages::{inner_shapes, shapes};
use super::text::HEADER;

/// The file's text.
pub(super) fn text() -> String {
    let mut of_messages = fields(&shapes());
    of_messages.push(&MESSAGE_ID);
    let names = |mask: Mask| {
        let masked = of_messages.iter().filter(|field| field.mask == mask);
        joined(masked.map(|field| field.name.as_str()))
    };
    let forms_of_messages = forms(&of_messages);
    let of_records = fields(&own_shapes());
    let mut of_own = forms(&of_records);
    of_own.retain(|name, form| forms_of_messages.get(name) != Some(form));
    let all = of_messages.iter().chain(&of_records);
    format!(
        "// {HEADER}\n\n\
         /** Fields that hold a phone number: all but its last four digits are hidden. */\n\
         export const PHONE_FIELDS = \"{}\";\n\n\
         /** Fields that hold a page's address: a trace shows its origin. */\n\
         export const ADDRESS_FIELDS = \"{}\";\n\n\
         /**\n * The form of what is shown, as a regular expression over the whole value, and the\n \
         * fields that have it. `type` shows the types of messages. Any other value is hidden, and\n \
         * so is that of any other field.\n */\n\
         export const SHOWN: readonly (readonly [form: string, fields: string])[] = [\n{}];\n\n\
         /** The same for what a session records of itself, where it differs. */\n\
         export const SHOWN_OF_RECORDS: typeof SHOWN = [\n{}];\n\n\
         /** Every name of a field that a table has: any other may be personal. */\n\
         export const FIELD_NAMES = \"{}\";\n\n\
         /** The types of messages. */\n\
         export const MESSAGE_TYPES = \"{}\";\n",
        names(Mask::Phone),
        names(Mask::Address),
        rows(&forms_of_messages),
        rows(&of_own),
        joined(all.map(|field| field.name.as_str())),
        joined(MESSAGES.iter().map(|message| message.wire)),
    )
}

/// Words, each once, in order.
fn joined<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let words: BTreeSet<&str> = words.collect();
    words.into_iter().collect::<Vec<_>>().join(" ")
}

/// It is in no payload's table.
const MESSAGE_ID: Field =
    Field::required(Name::MessageId, FieldKind::TextOrNumber).masked(Mask::Id);

/// The shapes of a session's own records.
fn own_shapes() -> Vec<&'static Shape> {
    let of_messages = shapes();
    let mut found: Vec<&'static Shape> = Vec::new();
    let mut left: Vec<&'static Shape> = vec![
        JournalRecord::SHAPE,
        StoreAnswer::SHAPE,
        WindowMessage::SHAPE,
    ];
    while let Some(shape) = left.pop() {
        if !of_messages.iter().any(|known| known.name == shape.name) {
            found.push(shape);
            left.extend(shape.fields.iter().flat_map(inner_shapes));
        }
    }
    found
}

fn fields(shapes: &[&'static Shape]) -> Vec<&'static Field> {
    shapes.iter().flat_map(|shape| shape.fields).collect()
}

/// The form of each field that is shown. A name that is hidden in one payload is hidden in all,
/// since a log does not know an object's payload.
fn forms(fields: &[&'static Field]) -> BTreeMap<&'static str, String> {
    let mut found: BTreeMap<&'static str, String> = BTreeMap::new();
    for field in fields {
        if let Some(form) = form(field) {
            let before = found.entry(field.name.as_str()).or_default();
            // A kind of record has one member for each of its shapes.
            *before = if before.is_empty() || *before == form {
                form
            } else {
                [before, "|", &form].concat()
            };
        }
    }
    found.retain(|name, _| {
        let mut alike = fields.iter().filter(|field| field.name.as_str() == *name);
        !alike.any(|field| field.mask.is_personal())
    });
    found
}

fn form(field: &Field) -> Option<String> {
    match (field.mask, field.kind) {
        (Mask::ByKind, FieldKind::OneOf(members) | FieldKind::Open(members)) => {
            let is_word = |member: &&str| {
                member
                    .chars()
                    .all(|sign| sign.is_ascii_alphanumeric() || sign == '_')
            };
            assert!(
                members.iter().all(is_word),
                "{} is no word",
                field.name.as_str()
            );
            let members: BTreeSet<&str> = members.iter().copied().collect();
            Some(members.into_iter().collect::<Vec<_>>().join("|"))
        }
        (mask, _) => mask.form().map(str::to_owned),
    }
}

/// The fields by their forms.
fn rows(forms: &BTreeMap<&'static str, String>) -> String {
    let mut by_form: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, form) in forms {
        by_form.entry(form).or_default().push(name);
    }
    by_form
        .iter()
        .map(|(form, names)| format!("  [{form:?}, \"{}\"],\n", names.join(" ")))
        .collect()
}
