//! The digests that let a page refuse a file somebody changed: for the `integrity` of a
//! script tag, and for `init` of `./slim`.

use std::{collections::BTreeMap, path::Path};

use crate::{
    error::{Error, Result},
    process::{capture, node},
    workspace,
};

/// Writes `integrity.json` beside the files, and each file's own digest into the package's
/// copy of the page that shows how to load it.
pub(super) fn write(dist: &Path, page: &Path) -> Result<()> {
    let mut digests = BTreeMap::new();
    for name in FILES {
        digests.insert(name, digest(&dist.join(name))?);
    }
    let json = serde_json::to_string_pretty(&digests)
        .map_err(|error| Error::Check(format!("integrity.json: {error}")))?;
    workspace::write(&dist.join("integrity.json"), json + "\n")?;
    workspace::write(page, filled(&workspace::read(page)?, &digests)?)
}

/// The page with the digests in the place of their names.
fn filled(page: &str, digests: &BTreeMap<&str, String>) -> Result<String> {
    let mut filled = page.to_owned();
    for (name, digest) in digests {
        let place = format!("sha384-({name})");
        if !filled.contains(&place) {
            return Err(Error::Check(format!(
                "docs/loading.md has no place for a digest: write `{place}`"
            )));
        }
        filled = filled.replace(&place, digest);
    }
    Ok(filled)
}

/// A file's digest, as the attribute `integrity` takes it.
fn digest(path: &Path) -> Result<String> {
    let digest = capture(node().args(["--print", DIGEST]).arg(path))?;
    Ok(digest.trim().to_owned())
}

/// Files that a page loads by address.
const FILES: [&str; 3] = ["script-published.js", "script.js", "widget.wasm"];

const DIGEST: &str = "'sha384-' + require('crypto').createHash('sha384')\
    .update(require('fs').readFileSync(process.argv[1])).digest('base64')";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_digest_takes_the_place_of_its_files_name() {
        let digests = BTreeMap::from([("script.js", "sha384-abc".to_owned())]);

        assert_eq!(
            filled("integrity=\"sha384-(script.js)\"", &digests).expect("it has a place"),
            "integrity=\"sha384-abc\""
        );
        assert!(filled("integrity=\"\"", &digests).is_err());
    }

    #[test]
    fn a_digest_is_what_browsers_compare() {
        let path = workspace::target("test/integrity/empty");
        workspace::write(&path, "").expect("the folder is ours");

        // The SHA-384 of nothing.
        assert_eq!(
            digest(&path).expect("it is there"),
            "sha384-OLBgp1GsljhM2TJ+sbHjaiH9txEUvgdDTAzHv2P24donTt6/529l+9Ua0vFImLlb"
        );
    }
}
