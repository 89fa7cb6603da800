//! `pkg/build/<entry>.js`: the module as text; and `<entry>.glue.js`: wasm-bindgen's output for
//! bundlers, which `pkg/src/wasm/glue.ts` starts.

use std::path::Path;

use crate::{
    error::Result,
    package::{encode::encode, wasm::Module},
    workspace,
};

/// Writes the script of one entry and its declarations into a folder.
pub(super) fn write(module: &Module, folder: &Path) -> Result<()> {
    let name = module.entry.built;
    workspace::write(
        &folder.join(format!("{name}.js")),
        plain_script(&module.wasm, &module.id()),
    )?;
    workspace::write(&folder.join(format!("{name}.d.ts")), PLAIN_TYPES)?;
    if module.entry.is_plain {
        return Ok(());
    }
    workspace::write(
        &folder.join(format!("{name}.glue.js")),
        [PRELUDE, &module.glue].concat(),
    )?;
    workspace::write(
        &folder.join(format!("{name}.glue.d.ts")),
        [GLUE_TYPES, &declarations(&module.types)].concat(),
    )
}

/// The script of a module whose exports need no glue.
pub(super) fn plain_script(wasm: &[u8], id: &str) -> String {
    format!(
        "export const wasmText =\n  \"{}\";\n\nexport const build = \"{id}\";\n",
        encode(wasm),
    )
}

const PLAIN_TYPES: &str = r#"/** The module, as `decode` reads it. */
export declare const wasmText: string;

/** The identifier of this build of the module. */
export declare const build: string;
"#;

/// The declaration of the glue's additional export, for the code that starts it.
const GLUE_TYPES: &str = "/** @internal */\nexport declare function __wbg_set_wasm(exports: WebAssembly.Exports): void;\n";

/// The classes that the glue needs, where the platform may lack them: jsdom under Jest.
const PRELUDE: &str = "import { TextDecoder, TextEncoder } from \"../src/wasm/encoding.ts\";\n";

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_ask_for_no_newer_library_and_free_nothing() {
        let types = "export class A {\n  free(): void;\n  [Symbol.dispose](): void;\n}\n";

        assert_eq!(declarations(types), "export class A {\n}\n");
    }
}
