//! The places of the repository, and the file operations of the tasks.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

use memchr::memmem;

use crate::error::{Error, Result};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    // Cargo sets the variable when it runs the task; the compiled-in value is for a binary started
    // by hand.
    let xtask = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    match xtask.ancestors().nth(2) {
        Some(root) => root.to_path_buf(),
        None => xtask,
    }
}

/// The folders of this machine that a compiler may name, with their contents: the repository,
/// Cargo's and rustup's.
pub(crate) fn own_paths() -> [(String, &'static [&'static str]); 3] {
    let home = env::home_dir().unwrap_or_default();
    let of = |name: &str, folder: &str| {
        env::var_os(name).map_or_else(|| home.join(folder), PathBuf::from)
    };
    let text = |folder: PathBuf| folder.display().to_string();
    [
        (text(root()), &["pkg", "platform", "src", "target", "www"]),
        (text(of("CARGO_HOME", ".cargo")), &["git", "registry"]),
        (text(of("RUSTUP_HOME", ".rustup")), &["toolchains"]),
    ]
}

/// Refuses shipped bytes that name a place on this machine. A folder alone may be a word of the
/// text, such as `/app`.
pub(crate) fn check_paths(what: &str, bytes: &[u8]) -> Result<()> {
    for (path, inner) in own_paths() {
        for folder in inner {
            let path = format!("{path}/{folder}/");
            if memmem::find(bytes, path.as_bytes()).is_some() {
                return Err(Error::Check(format!(
                    "{what} names {path}, a path of this machine"
                )));
            }
        }
    }
    Ok(())
}

/// A place below the folder of everything built. It is inside the repository, where bundles find
/// the npm packages.
pub(crate) fn target(path: &str) -> PathBuf {
    root().join("target").join(path)
}

/// Reads a text file.
pub(crate) fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|source| at(path, source))
}

/// Reads a file's bytes.
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|source| at(path, source))
}

/// Writes a file and the folders above it.
pub(crate) fn write(path: &Path, contents: impl AsRef<[u8]>) -> Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(|source| at(folder, source))?;
    }
    fs::write(path, contents).map_err(|source| at(path, source))
}

/// Copies a file, making the folders above the copy.
pub(crate) fn copy(from: &Path, to: &Path) -> Result<()> {
    write(to, read_bytes(from)?)
}

/// Copies every file below a folder to the same place below another.
pub(crate) fn copy_below(from: &Path, to: &Path) -> Result<()> {
    files_below(from)?.iter().try_for_each(|file| {
        let within = file.strip_prefix(from).unwrap_or(file);
        copy(file, &to.join(within))
    })
}

/// Removes a file.
pub(crate) fn remove(path: &Path) -> Result<()> {
    fs::remove_file(path).map_err(|source| at(path, source))
}

/// Makes an empty folder.
pub(crate) fn empty_folder(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|source| at(folder, source))?;
    }
    fs::create_dir_all(folder).map_err(|source| at(folder, source))
}

/// Every file below a folder, sorted; none when the folder is absent.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        if !folder.is_dir() {
            continue;
        }
        for entry in fs::read_dir(&folder).map_err(|source| at(&folder, source))? {
            let path = entry.map_err(|source| at(&folder, source))?.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The file's name; empty for a path that has none.
pub(crate) fn file_name(path: &Path) -> String {
    path.file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default()
}

fn at(path: &Path, source: std::io::Error) -> Error {
    Error::File {
        path: path.to_path_buf(),
        source,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_of_this_machine_is_found_in_what_is_shipped() {
        for (path, inner) in own_paths() {
            for folder in inner {
                let module = format!("\0asm {path}/{folder}/lib.rs");
                let found = check_paths("module", module.as_bytes());
                assert!(found.is_err(), "{path}/{folder}");
            }
        }
        assert!(check_paths("module", b"\0asm /sdk/src/lib.rs").is_ok());
    }
}
