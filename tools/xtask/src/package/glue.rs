//! `pkg/build/<entry>.js`: the module as text, with wasm-bindgen's output for bundlers.
//!
//! A core's has a function `glue`, which makes what wasm-bindgen wrote anew: each session has an
//! instance of its own, so that one that traps ends no other. A REST client's has the glue in
//! `<entry>.glue.js`. `pkg/src/wasm/glue.ts` starts both.

use std::path::Path;

use crate::{
    error::Result,
    package::wasm::{Module, hex},
    workspace,
};

/// Writes the script of one entry and its declarations into a folder.
///
/// `sources` is the path from there to `pkg/src`.
pub(super) fn write(module: &Module, folder: &Path, sources: &str) -> Result<()> {
    let name = module.entry.built;
    let types = declarations(&module.types);
    let script = script(module, sources);
    workspace::write(&folder.join(format!("{name}.js")), script)?;
    if let Some(class) = module.entry.class {
        let types = types.replace("../src/", sources);
        let types = [PLAIN_TYPES, &factory_types(class, &types), &types].concat();
        return workspace::write(&folder.join(format!("{name}.d.ts")), types);
    }
    workspace::write(&folder.join(format!("{name}.d.ts")), PLAIN_TYPES)?;
    workspace::write(
        &folder.join(format!("{name}.glue.js")),
        [&prelude(sources), module.glue.as_str()].concat(),
    )?;
    workspace::write(
        &folder.join(format!("{name}.glue.d.ts")),
        [GLUE_TYPES, &types].concat(),
    )
}

/// The script of a module, with the glue of a core.
pub(super) fn script(module: &Module, sources: &str) -> String {
    let text = format!(
        "export const wasmText =\n  \"{}\";\n\nexport const build = \"{}\";\n",
        hex(&module.wasm),
        module.id(),
    );
    match module.entry.class {
        None => text,
        Some(class) => [
            prelude(sources),
            factory(&module.glue),
            text,
            inputs(&module.types, class),
        ]
        .concat(),
    }
}

/// A function that returns the exports of a script.
fn factory(glue: &str) -> String {
    let mut names = Vec::new();
    let mut inner = String::new();
    for line in glue.lines() {
        let rest = line.strip_prefix("export ").unwrap_or(line);
        if rest.len() < line.len() {
            let mut words = rest.split(|sign: char| !(sign.is_ascii_alphanumeric() || sign == '_'));
            names.extend(words.nth(1));
        }
        inner.extend([rest, "\n"]);
    }
    format!(
        "export function glue() {{\n{inner}return {{ {} }};\n}}\n",
        names.join(", ")
    )
}

/// The kinds of the fields of a core's inputs, for traces: see `pkg/src/trace/half.ts`.
fn inputs(types: &str, class: &str) -> String {
    let class = ["export class ", class, " {"].concat();
    let methods = types
        .lines()
        .skip_while(|line| *line != class)
        .take_while(|line| *line != "}")
        .filter_map(|line| {
            line.trim()
                .strip_suffix("): void;")?
                .split_once("(now: number")
        });
    let rows: String = methods
        .map(|(name, fields)| {
            let fields = fields
                .split(", ")
                .filter_map(|field| field.split_once(": "));
            let letters: String = fields.map(|(_, kind)| letter(kind)).collect();
            format!("  {name}: \"{letters}\",\n")
        })
        .collect();
    format!("\nexport const inputs = {{\n{rows}}};\n")
}

/// The letter of a field's type; a capital one if it may be absent.
fn letter(kind: &str) -> char {
    let (kind, is_optional) = match kind.split_once(" | null") {
        Some((kind, _)) => (kind, true),
        None => (kind, false),
    };
    let letter = match kind {
        "object" | "unknown" => 'm',
        "boolean" => 'b',
        "number" => 'n',
        "string[]" => 'l',
        // A text of a union.
        _ => 's',
    };
    if is_optional {
        letter.to_ascii_uppercase()
    } else {
        letter
    }
}

const PLAIN_TYPES: &str = r#"/** The module, as `decode` reads it. */
export declare const wasmText: string;

/** The identifier of this build of the module. */
export declare const build: string;
"#;

/// The declaration of a core's factory, with the class and the functions that it returns.
fn factory_types(class: &str, types: &str) -> String {
    let functions = types
        .lines()
        .filter_map(|line| line.strip_prefix("export function ")?.split_once('('))
        .map(|(name, _)| name);
    let exports: String = functions
        .chain([class])
        .map(|name| format!("  readonly {name}: typeof {name};\n"))
        .collect();
    format!(
        "\n/** The kinds of the fields of its inputs. */\n\
         export declare const inputs: Readonly<Record<string, string>>;\n\n\
         /** A fresh copy of what wasm-bindgen wrote. */\n\
         export declare function glue(): {{\n{exports}  \
         readonly __wbg_set_wasm: (exports: WebAssembly.Exports) => void;\n}};\n\n"
    )
}

/// The declaration of the glue's additional export, for the code that starts it.
const GLUE_TYPES: &str = "/** @internal */\nexport declare function __wbg_set_wasm(exports: WebAssembly.Exports): void;\n";

/// The classes that the glue needs, where the platform may lack them: jsdom under Jest.
fn prelude(sources: &str) -> String {
    format!("import {{ TextDecoder, TextEncoder }} from \"{sources}wasm/encoding.ts\";\n")
}

/// wasm-bindgen's declarations without `Symbol.dispose`, which needs a newer library than users are
/// asked to have.
fn declarations(types: &str) -> String {
    types
        .lines()
        .filter(|line| !line.trim_start().starts_with("[Symbol.dispose]"))
        // An instance is freed by itself.
        .filter(|line| line.trim() != "free(): void;")
        .map(|line| format!("{line}\n"))
        .collect()
}
