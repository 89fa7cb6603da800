//! `pkg/dist/types`: declarations for `import` and for `require`.
//!
//! Under `"type": "module"` a `.d.ts` describes an ES module, so a CommonJS
//! consumer needs a `.d.cts` of its own, down to the last file it refers to.

use std::path::Path;

use crate::{
    error::Result,
    process::{node_script, run},
    workspace,
};

/// Writes the declarations of everything in `pkg/src`.
pub(super) fn write() -> Result<()> {
    println!("package: declarations");
    let package = workspace::root().join("pkg");
    run(node_script("typescript/bin/tsc").args(["--project", "pkg/tsconfig.build.json"]))?;
    copy_glue_types(&package)?;
    lift_entries(&package.join("dist/types"))?;
    for path in workspace::files_below(&package.join("dist"))? {
        let Some(name) = path.to_str().and_then(|path| path.strip_suffix(".d.ts")) else {
            continue;
        };
        let text = for_require(&workspace::read(&path)?);
        workspace::write(Path::new(&format!("{name}.d.cts")), text)?;
    }
    Ok(())
}

/// Keeps the paths between `src/` and `build/` true between `dist/types/` and
/// `dist/build/`.
fn copy_glue_types(package: &Path) -> Result<()> {
    let built = package.join("build");
    for path in workspace::files_below(&built)? {
        let place = path.strip_prefix(&built).ok();
        if let Some(place) = place.filter(|_| workspace::file_name(&path).ends_with(".d.ts")) {
            let text = workspace::read(&path)?.replace("\"../src/", "\"../types/");
            workspace::write(&package.join("dist/build").join(place), text)?;
        }
    }
    Ok(())
}

/// Puts the entries' declarations where `package.json` names them, a folder up from where
/// the compiler writes them. No other file imports an entry.
fn lift_entries(types: &Path) -> Result<()> {
    for path in workspace::files_below(&types.join("entries"))? {
        let text = lifted(&workspace::read(&path)?);
        workspace::write(&types.join(workspace::file_name(&path)), text)?;
        workspace::remove(&path)?;
    }
    Ok(())
}

/// Declarations whose relative imports are right a folder up.
fn lifted(text: &str) -> String {
    ['"', '\'']
        .into_iter()
        .fold(text.to_owned(), |text, quote| {
            text.replace(&format!("{quote}../"), &format!("{quote}./"))
                .replace(&format!("{quote}./../"), &format!("{quote}../"))
        })
}

/// The same declarations with relative imports of the CommonJS files.
fn for_require(text: &str) -> String {
    text.split_inclusive(['"', '\''])
        .map(|piece| {
            let stem = piece
                .strip_suffix(".js\"")
                .or_else(|| piece.strip_suffix(".js'"));
            match (stem, piece.chars().last()) {
                (Some(stem), Some(quote)) if stem.starts_with("./") || stem.starts_with("../") => {
                    format!("{stem}.cjs{quote}")
                }
                _ => piece.to_owned(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_imports_name_the_commonjs_files() {
        let text = "import { A } from \"./a.js\";\nexport type B = import('../b/c.js').B;\n";

        assert_eq!(
            for_require(text),
            "import { A } from \"./a.cjs\";\nexport type B = import('../b/c.cjs').B;\n"
        );
    }

    #[test]
    fn an_entry_a_folder_up_imports_the_same_files() {
        let text =
            "export * from \"./host.js\";\nimport \"../a/b.js\";\nimport('../../build/c.js');\n";

        assert_eq!(
            lifted(text),
            "export * from \"./host.js\";\nimport \"./a/b.js\";\nimport('../build/c.js');\n"
        );
    }

    #[test]
    fn other_texts_stay_as_they_are() {
        let text = "/** see \"index.js\" */\nexport declare const name: \"widget.js\";\n";

        assert_eq!(for_require(text), text);
    }
}
