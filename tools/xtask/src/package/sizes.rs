//! The sizes of the entries.

use std::{io::Write as _, path::Path};

use flate2::{Compression, write::GzEncoder};

use crate::{
    error::{Error, Result},
    package::wasm::Module,
    workspace,
};

/// The weights of one entry, in bytes.
#[derive(Debug)]
pub(crate) struct Size {
    /// The entry.
    pub(crate) name: &'static str,
    gzip_limit: Option<usize>,
    wasm: usize,
    script: usize,
    /// The script, gzipped.
    pub(crate) gzip: usize,
}

/// Weighs one entry's minified ES module.
pub(super) fn measure(module: &Module) -> Result<Size> {
    let mut size = measure_script(module.entry.name, module.entry.gzip_limit)?;
    size.wasm = module.wasm.len();
    if let Some(name) = module.entry.beside {
        let beside = measure_script(name, None)?;
        size.script += beside.script;
        size.gzip += beside.gzip;
    }
    Ok(size)
}

/// Weighs a script that holds no wasm.
pub(super) fn measure_script(name: &'static str, gzip_limit: Option<usize>) -> Result<Size> {
    let path = workspace::root().join(format!("pkg/dist/{name}.js"));
    let script = workspace::read_bytes(&path)?;
    Ok(Size {
        name,
        gzip_limit,
        wasm: 0,
        script: script.len(),
        gzip: gzip_length(&script).map_err(|source| Error::File { path, source })?,
    })
}

/// Prints one line per entry.
pub(crate) fn print(sizes: &[Size]) {
    println!(
        "{:<10} {:>12} {:>12} {:>12}",
        "entry", "wasm", "script", "gzip"
    );
    for size in sizes {
        println!(
            "{:<10} {:>12} {:>12} {:>12}",
            size.name, size.wasm, size.script, size.gzip
        );
    }
}

/// Refuses an entry above its limit.
pub(crate) fn check(sizes: &[Size]) -> Result<()> {
    for size in sizes {
        if let Some(limit) = size.gzip_limit.filter(|&limit| size.gzip > limit) {
            return Err(Error::Check(format!(
                "the entry `{}` weighs {} bytes gzipped; the limit is {limit}",
                size.name, size.gzip
            )));
        }
    }
    Ok(())
}

/// The size of a file, gzipped.
pub(crate) fn gzip_of(path: &Path) -> Result<usize> {
    gzip_length(&workspace::read_bytes(path)?).map_err(|source| Error::File {
        path: path.to_owned(),
        source,
    })
}

fn gzip_length(bytes: &[u8]) -> std::io::Result<usize> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(gzip: usize) -> Size {
        Size {
            name: "index",
            gzip_limit: Some(17_000),
            wasm: 0,
            script: 0,
            gzip,
        }
    }

    #[test]
    fn an_entry_above_its_limit_is_refused() {
        assert!(check(&[size(17_000)]).is_ok());
        assert!(check(&[size(17_001)]).is_err());
    }
}
