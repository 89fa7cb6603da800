//! `pkg/src/generated/door.ts` and `host-door.ts`: the TypeScript half of the door.

use calling_widget_sdk::protocol::limits::{
    MAX_DEPTH, MAX_KEYS, MAX_QUEUED, MAX_READ_TEXT, MAX_TEXT, SYNC_INTERVAL, SYNC_TIMEOUT,
};
use calling_widget_sdk::protocol::{Field, FieldKind, MESSAGES, Shape};
use calling_widget_sdk::session::door::{Entry, Views};
use calling_widget_sdk::session::{host, widget};

use super::messages::inner_shapes;
use super::text::{HEADER, paragraph, tsdoc};

/// The file's text.
pub(super) fn text() -> String {
    let shapes = shapes();
    [
        format!("// {HEADER}\n\n{IMPORTS}"),
        format!(
            "/** Limits of a message: levels, keys and items, text in UTF-16 code units. */\n\
             export const MAX_DEPTH = {MAX_DEPTH};\nexport const MAX_KEYS = {MAX_KEYS};\nexport const MAX_TEXT = {MAX_TEXT};\n\n\
             /** Only the type of a longer text crosses; in UTF-16 code units. */\n\
             export const MAX_READ_TEXT = {MAX_READ_TEXT};\n\n\
             /** Maximum number of sends queued for the other side. */\n\
             export const MAX_QUEUED = {MAX_QUEUED};\n\n\
             /** Interval at which a host repeats SYNC, and the time after which it stops. */\n\
             export const SYNC_INTERVAL_MS = {};\nexport const SYNC_TIMEOUT_MS = {};\n\n",
            SYNC_INTERVAL.0, SYNC_TIMEOUT.0,
        ),
        inputs("WidgetInputs", "The inputs of a widget session.", widget::Input::GROUPS),
        outputs("WidgetOutput", "The outputs of a widget session.", widget::Output::GROUPS),
        tables(&shapes),
        messages(&shapes),
    ]
    .concat()
        .trim_end()
        .to_owned()
        + "\n"
}

/// The text of the host's file.
pub(super) fn host_text() -> String {
    [
        format!("// {HEADER}\n\n{HOST_IMPORTS}"),
        inputs(
            "HostInputs",
            "The inputs of a host session.",
            host::HostInput::GROUPS,
        ),
        outputs(
            "HostOutput",
            "The outputs of a host session.",
            host::HostOutput::GROUPS,
        ),
    ]
    .concat()
    .trim_end()
    .to_owned()
        + "\n"
}

const HOST_IMPORTS: &str = "\
import type { DiagnosticCode } from \"./codes.js\";
import type { StoreMethod } from \"../host/records.js\";
import type { Draft, Viewed } from \"../wasm/crossing.js\";

";

const IMPORTS: &str = "\
import type { DiagnosticCode } from \"./codes.js\";
import type { Draft, FieldView, Plan, Viewed } from \"../wasm/crossing.js\";

";

/// A type of the fields of every input, and their letters.
fn inputs(name: &str, doc: &str, groups: &[&[Entry]]) -> String {
    let mut types = format!("/** {doc} */\nexport type {name} = {{\n");
    let mut letters = String::new();
    for entry in groups.iter().copied().flatten() {
        types.push_str(&tsdoc("  ", &[paragraph(entry.doc)]));
        let fields: Vec<String> = entry
            .fields
            .iter()
            .map(|(name, letter, kind)| {
                let absent = if is_optional(letter) {
                    " | undefined"
                } else {
                    ""
                };
                format!("{name}: {}{absent}", union(kind))
            })
            .collect();
        types.push_str(&format!("  {}: [{}];\n", entry.name, fields.join(", ")));
        let signs: String = entry.fields.iter().map(|(_, letter, _)| *letter).collect();
        letters.push_str(&format!("  {}: \"{signs}\",\n", entry.name));
    }
    types.push_str("};\n\n");
    let constant = constant_name(name);
    format!(
        "{types}/** The encoding of every input's fields, by `pkg/src/wasm/door.ts`. */\n\
         export const {constant}: Readonly<Record<keyof {name}, string>> = {{\n{letters}}};\n\n"
    )
}

/// A type of every output.
fn outputs(name: &str, doc: &str, groups: &[&[Entry]]) -> String {
    let mut types = format!("/** {doc} */\nexport type {name} =\n");
    for entry in groups.iter().copied().flatten() {
        let fields: String = entry
            .fields
            .iter()
            .map(|(name, around, kind)| {
                let kind = union(kind);
                match *around {
                    "?" => format!(", {name}: {kind} | null"),
                    "[]" => format!(", {name}: readonly ({kind})[]"),
                    _ => format!(", {name}: {kind}"),
                }
            })
            .collect();
        types.push_str(&format!("  | [tag: \"{}\"{fields}]\n", entry.name));
    }
    format!("{};\n\n", types.trim_end())
}

/// A union of string literals, formatted as usual.
fn union(kind: &str) -> String {
    kind.trim_start_matches('|').replace('|', " | ")
}

fn is_optional(letter: &str) -> bool {
    letter.bytes().all(|byte| byte.is_ascii_uppercase()) && !letter.is_empty()
}

/// `WidgetInputs` as `WIDGET_INPUTS`.
fn constant_name(name: &str) -> String {
    let mut constant = String::new();
    for (at, character) in name.chars().enumerate() {
        if at > 0 && character.is_ascii_uppercase() {
            constant.push('_');
        }
        constant.push(character.to_ascii_uppercase());
    }
    constant
}

/// Every table of a view, parts before wholes.
fn shapes() -> Vec<&'static Shape> {
    let mut found = Vec::new();
    for shape in Views::TABLES
        .iter()
        .copied()
        .chain(MESSAGES.iter().map(|message| message.shape))
    {
        collect(shape, &mut found);
    }
    found
}

fn collect(shape: &'static Shape, found: &mut Vec<&'static Shape>) {
    for inner in shape.fields.iter().flat_map(inner_shapes) {
        collect(inner, found);
    }
    if position(found, shape).is_none() {
        found.push(shape);
    }
}

fn position(shapes: &[&'static Shape], shape: &Shape) -> Option<usize> {
    shapes.iter().position(|known| known.name == shape.name)
}

fn tables(shapes: &[&'static Shape]) -> String {
    let rows: String = shapes
        .iter()
        .map(|shape| {
            let fields: Vec<String> = shape
                .fields
                .iter()
                .map(|field| view(field, shapes))
                .collect();
            format!("  /* {} */ [{}],\n", shape.name, fields.join(", "))
        })
        .collect();
    format!(
        "/** The fields of every table, in its order: see {{@link FieldView}}. */\n\
         export const TABLES: readonly (readonly FieldView[])[] = [\n{rows}];\n\n"
    )
}

/// A field's name, true if every session reads it, the table of its content, and true if that
/// is a list.
fn view(field: &Field, shapes: &[&'static Shape]) -> String {
    let is_read = field.is_compared || !(field.mask.is_personal() || field.is_passed_on);
    let inner = match field.kind {
        FieldKind::Object(shape) => position(shapes, shape).map(|at| format!(", {at}")),
        FieldKind::List([shape, ..]) => position(shapes, shape).map(|at| format!(", {at}, 1")),
        _ => None,
    };
    let inner = inner.unwrap_or_default();
    format!("[{:?}, {}{inner}]", field.name.as_str(), u8::from(is_read))
}

/// The table of every message, and the place of its fields.
fn messages(shapes: &[&'static Shape]) -> String {
    let rows: String = MESSAGES
        .iter()
        .filter_map(|message| {
            let at = position(shapes, message.shape)?;
            let place = u8::from(Views::is_top_level(message.kind))
                + u8::from(Views::names_others(message.kind));
            Some(format!("  {}: [{at}, {place}],\n", message.wire))
        })
        .collect();
    let known: String = Views::TABLES
        .iter()
        .enumerate()
        .filter_map(|(at, shape)| {
            let table = position(shapes, shape)?;
            Some(format!("  {}: [{at}, {table}],\n", shape.name))
        })
        .collect();
    format!(
        "/**\n * Each message's table, and where its fields stand: 0 in `data`, 1 at the top level\n \
         * too, 2 there with the names of all others.\n */\n\
         export const MESSAGE_TABLES: Readonly<Record<string, readonly [table: number, place: 0 | 1 | 2]>> = {{\n{rows}}};\n\n\
         /** Other inputs with a table: the number and the table. */\n\
         export const VALUE_TABLES = {{\n{known}}} as const;\n"
    )
}
