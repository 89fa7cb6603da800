//! A copy of the sources, which may be broken at will.

use std::path::{Path, PathBuf};

use super::patch::Patch;
use crate::{
    error::{Error, Result},
    process::{capture, git},
    workspace,
};

/// A copy of the sources, which may be broken at will.
pub(super) struct Copy {
    pub(super) root: PathBuf,
    pub(super) built: PathBuf,
}

impl Copy {
    /// Brings the copy up to date. What did not change keeps its time, so that
    /// Cargo builds only what a fault touches.
    pub(super) fn make() -> Result<Self> {
        let root = workspace::target("faults/tree");
        let listed =
            capture(git().args(["ls-files", "--cached", "--others", "--exclude-standard"]))?;
        let listed: Vec<&str> = listed.lines().collect();
        for file in workspace::files_below(&root)? {
            let name = file.strip_prefix(&root).unwrap_or(&file);
            if !listed.iter().any(|listed| Path::new(listed) == name) {
                workspace::remove(&file)?;
            }
        }
        for name in listed {
            let from = workspace::root().join(name);
            if !from.is_file() {
                continue;
            }
            write_changed(&root.join(name), &workspace::read_bytes(&from)?)?;
        }
        let built = workspace::target("faults/built");
        Ok(Self { root, built })
    }

    /// Does something while the copy has these faults.
    pub(super) fn broken<T>(
        &self,
        patches: &[&Patch],
        act: impl FnOnce() -> Result<T>,
    ) -> Result<T> {
        let broken = broken_texts(&self.root, patches)?;
        for (path, _, broken) in &broken {
            workspace::write(path, broken)?;
        }
        let outcome = act();
        for (path, original, _) in &broken {
            workspace::write(path, original)?;
        }
        outcome
    }
}

/// The files below a folder that patches are about: the path, the text as it is, and the
/// text with all of them applied.
pub(super) fn broken_texts(
    root: &Path,
    patches: &[&Patch],
) -> Result<Vec<(PathBuf, String, String)>> {
    let mut texts: Vec<(PathBuf, String, String)> = Vec::new();
    for file in patches.iter().flat_map(|patch| &patch.files) {
        let path = root.join(&file.name);
        if let Some((.., text)) = texts.iter_mut().find(|(known, ..)| *known == path) {
            *text = file.apply(text).map_err(Error::Check)?;
            continue;
        }
        let original = workspace::read(&path)?;
        let text = file.apply(&original).map_err(Error::Check)?;
        texts.push((path, original, text));
    }
    Ok(texts)
}

fn write_changed(path: &Path, contents: &[u8]) -> Result<()> {
    let is_same = path.is_file() && workspace::read_bytes(path)? == contents;
    if is_same {
        return Ok(());
    }
    workspace::write(path, contents)
}
