//! `pkg/build/<entry>.js`: the glue as a factory, and the module as text.
//!
//! wasm-bindgen's script for the web is one instance per page. A trapped
//! instance can never be used again, so the glue becomes a function: each call
//! gives a fresh one.

use std::path::Path;

use crate::{
    error::{Error, Result},
    package::{encode::encode, wasm::Module},
    process::{npm_bin, run},
    workspace,
};

/// Writes the script of one entry and its declarations into a folder.
pub(super) fn write(module: &Module, folder: &Path) -> Result<()> {
    let feature = module.entry.feature;
    if module.entry.is_plain {
        workspace::write(
            &folder.join(format!("{feature}.js")),
            plain_script(&module.wasm, &module.id()),
        )?;
        return workspace::write(&folder.join(format!("{feature}.d.ts")), PLAIN_TYPES);
    }
    let script = factory(&used_part(module)?).ok_or_else(|| {
        Error::WasmBindgen(format!(
            "the glue of `{feature}` does not end in one export list"
        ))
    })?;
    workspace::write(
        &folder.join(format!("{feature}.js")),
        format!(
            "export const wasmText =\n  \"{}\";\n\nexport const build = \"{}\";\n\n{script}",
            encode(&module.wasm),
            module.id(),
        ),
    )?;
    workspace::write(
        &folder.join(format!("{feature}.glue.d.ts")),
        declarations(&module.types),
    )?;
    workspace::write(
        &folder.join(format!("{feature}.d.ts")),
        TYPES.replace("ENTRY", feature),
    )
}

/// The script of a module whose exports need no glue.
pub(super) fn plain_script(wasm: &[u8], id: &str) -> String {
    format!(
        "export const wasmText =\n  \"{}\";\n\nexport const build = \"{id}\";\n",
        encode(wasm),
    )
}

/// Writes the script of a core that is JavaScript, and its declarations.
pub(super) fn write_translated(module: &Module, translated: &str, folder: &Path) -> Result<()> {
    workspace::write(
        &folder.join("compat.js"),
        format!(
            "{translated}\nexport {{ instantiate }};\n\nexport const build = \"{}\";\n",
            module.id()
        ),
    )?;
    workspace::write(&folder.join("compat.d.ts"), TRANSLATED_TYPES)
}

/// The glue without what a synchronous start never calls.
fn used_part(module: &Module) -> Result<String> {
    let glue = module.folder.join("glue.js");
    let kept = module.folder.join("kept.js");
    let bundled = module.folder.join("bundled.js");
    workspace::write(&glue, with_less_support(&imported_once(&module.glue)))?;
    // `export *` leaves the default export out, which is the asynchronous start.
    workspace::write(&kept, "export * from \"./glue.js\";\n")?;
    run(npm_bin("esbuild")
        .arg(&kept)
        .args([
            "--bundle",
            "--format=esm",
            "--inject:pkg/src/wasm/text.ts",
            "--log-level=warning",
        ])
        .arg(format!("--outfile={}", bundled.display())))?;
    workspace::read(&bundled)
}

/// Glue that names each module it imports once: wasm-bindgen repeats a module
/// for every function it hands on as it is.
fn imported_once(glue: &str) -> String {
    let mut seen = Vec::new();
    glue.lines()
        .filter(|line| {
            let entry = line
                .trim()
                .strip_prefix("\"_")
                .and_then(|rest| rest.split_once("\": "));
            let Some((path, _)) = entry else {
                return true;
            };
            let is_new = !seen.contains(&path);
            seen.push(path);
            is_new
        })
        .map(|line| format!("{line}\n"))
        .collect()
}

/// The glue with what supports strings and the start in fewer words: no
/// platform classes, no growing buffer, no kept view, one way to start.
fn with_less_support(glue: &str) -> String {
    SUPPORT
        .iter()
        .fold(glue.to_owned(), |glue, (statement, by)| {
            replace_statement(&glue, statement, by)
        })
}

/// Replaces the statement that begins a line with these words, up to where its
/// braces close; a glue without it stays as it is.
fn replace_statement(glue: &str, beginning: &str, by: &str) -> String {
    let mut replaced = String::new();
    let mut lines = glue.lines();
    while let Some(line) = lines.next() {
        if !line.trim_start().starts_with(beginning) {
            replaced.push_str(line);
            replaced.push('\n');
            continue;
        }
        let mut depth = brace_balance(line);
        while depth > 0
            && let Some(line) = lines.next()
        {
            depth += brace_balance(line);
        }
        replaced.push_str(by);
    }
    replaced
}

fn brace_balance(line: &str) -> i32 {
    line.chars()
        .map(|character| match character {
            '{' => 1,
            '}' => -1,
            _ => 0,
        })
        .sum()
}

/// Statements of wasm-bindgen's glue, and what does the same for this package.
/// `toUtf8` and `fromUtf8` are those of `pkg/src/wasm/text.ts`.
const SUPPORT: [(&str, &str); 8] = [
    ("let cachedTextDecoder ", ""),
    ("cachedTextDecoder.decode();", ""),
    ("const cachedTextEncoder ", ""),
    ("if (!('encodeInto' in cachedTextEncoder))", ""),
    (
        "function decodeText(",
        "function decodeText(bytes) { return fromUtf8(bytes); }\n",
    ),
    (
        "function passStringToWasm0(",
        "function passStringToWasm0(text, malloc) {
    const utf8 = toUtf8(text);
    const ptr = malloc(utf8.length, 1) >>> 0;
    const memory = getUint8ArrayMemory0();
    for (let at = 0; at < utf8.length; at++) memory[ptr + at] = utf8.charCodeAt(at);
    WASM_VECTOR_LEN = utf8.length;
    return ptr;
}
",
    ),
    (
        "function getDataViewMemory0(",
        "function getDataViewMemory0() { return new DataView(wasm.memory.buffer); }\n",
    ),
    (
        "function initSync(",
        "function initSync({ module }) {
    wasm = new WebAssembly.Instance(module, __wbg_get_imports()).exports;
    wasm.__wbindgen_start();
    return wasm;
}
",
    ),
];

const TRANSLATED_TYPES: &str = r#"import type { Instance } from "../src/wasm/door.js";

/** A fresh instance of the core as JavaScript. */
export declare function instantiate(): Instance;

/** What tells this build of the core from any other. */
export declare const build: string;
"#;

const PLAIN_TYPES: &str = r#"/** The module, as `decode` reads it. */
export declare const wasmText: string;

/** What tells this build of the module from any other. */
export declare const build: string;
"#;

/// A module that ends in one export list, as a function that returns the list.
fn factory(module: &str) -> Option<String> {
    let (body, exports) = module.trim_end().rsplit_once("\nexport {")?;
    let (names, rest) = exports.split_once('}')?;
    if rest != ";" {
        return None;
    }
    let fields = names
        .split(',')
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .map(|name| match name.split_once(" as ") {
            Some((local, exported)) => format!("{exported}: {local}"),
            None => name.to_owned(),
        })
        .collect::<Vec<_>>()
        .join(", ");
    Some(format!(
        "export function createGlue() {{\n{body}\nreturn {{ {fields} }};\n}}\n"
    ))
}

/// wasm-bindgen's declarations as strict sources want them: `unknown` for
/// `any`, and no `Symbol.dispose`, which needs a newer library than users are
/// asked to have.
fn declarations(types: &str) -> String {
    types
        .lines()
        .filter(|line| !line.trim_start().starts_with("[Symbol.dispose]"))
        .map(|line| {
            if line.trim_start().starts_with('*') {
                format!("{line}\n")
            } else {
                format!("{}\n", replace_word(line, "any", "unknown"))
            }
        })
        .collect()
}

/// Replaces a name where it stands alone.
pub(super) fn replace_word(line: &str, word: &str, by: &str) -> String {
    let mut replaced = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once(word) {
        let is_alone = !before.ends_with(is_name) && !after.starts_with(is_name);
        replaced.push_str(before);
        replaced.push_str(if is_alone { by } else { word });
        rest = after;
    }
    replaced + rest
}

fn is_name(character: char) -> bool {
    character.is_alphanumeric() || character == '_'
}

const TYPES: &str = r#"import type * as glue from "./ENTRY.glue.js";

export type * from "./ENTRY.glue.js";

/** One instance of the glue; `initSync` gives it a module. */
export type Glue = Omit<typeof glue, "default">;

/** A fresh glue, without an instance yet. */
export declare function createGlue(): Glue;

/** The module, as `decode` reads it. */
export declare const wasmText: string;

/** What tells this build of the module from any other. */
export declare const build: string;
"#;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_module_becomes_a_function_that_returns_its_exports() {
        let module =
            "let wasm;\nclass A {}\nfunction start() {}\nexport {\n  A,\n  start as initSync\n};\n";

        let script = factory(module);

        assert_eq!(
            script.as_deref(),
            Some(
                "export function createGlue() {\nlet wasm;\nclass A {}\nfunction start() {}\nreturn { A, initSync: start };\n}\n"
            )
        );
    }

    #[test]
    fn a_repeated_module_stands_in_the_imports_once() {
        let glue = "{\n  \"_1\": import1,\n  \"_1\": import2,\n}\n";

        assert_eq!(imported_once(glue), "{\n  \"_1\": import1,\n}\n");
    }

    #[test]
    fn a_statement_is_replaced_up_to_its_last_brace() {
        let glue = "let a;\nfunction b() {\n  if (a) {\n  }\n}\nlet c;\n";

        assert_eq!(
            replace_statement(glue, "function b(", "let b;\n"),
            "let a;\nlet b;\nlet c;\n"
        );
        assert_eq!(replace_statement(glue, "function d(", "let d;\n"), glue);
    }

    #[test]
    fn a_module_without_an_export_list_is_refused() {
        assert_eq!(factory("let wasm;\n"), None);
        assert_eq!(factory("let a;\nexport { a };\nstart();\n"), None);
    }

    #[test]
    fn declarations_ask_for_no_newer_library() {
        let types = "export class A {\n  free(): void;\n  [Symbol.dispose](): void;\n}\n";

        assert_eq!(
            declarations(types),
            "export class A {\n  free(): void;\n}\n"
        );
    }

    #[test]
    fn an_any_becomes_unknown_wherever_it_is_a_type() {
        let types = "  /**\n   * takes any value\n   */\n  many(company: any, b: any[]): any;\n";

        assert_eq!(
            declarations(types),
            "  /**\n   * takes any value\n   */\n  many(company: unknown, b: unknown[]): unknown;\n"
        );
    }
}
