//! Patches that find their place by what stands there.

/// A fault of `tests/faults`: a line of head, then a unified diff.
///
/// Shape: `Breaks: <the guarantee>`, an empty line, the diff.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Patch {
    pub(super) name: String,
    pub(super) files: Vec<PatchedFile>,
}

/// What a patch changes in one file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PatchedFile {
    pub(super) name: String,
    /// Of each hunk, the text that stands there and the one that replaces it.
    hunks: Vec<(String, String)>,
}

impl Patch {
    /// Reads a patch.
    ///
    /// # Errors
    ///
    /// What is missing, in a sentence.
    pub(super) fn parse(name: &str, text: &str) -> Result<Self, String> {
        if !text.starts_with("Breaks: ") {
            return Err(format!("{name}: no line `Breaks:`"));
        }
        let mut files: Vec<PatchedFile> = Vec::new();
        for line in text.lines() {
            if let Some(file) = line.strip_prefix("+++ b/") {
                files.push(PatchedFile {
                    name: file.trim().to_owned(),
                    hunks: Vec::new(),
                });
                continue;
            }
            // Nothing before the first `+++` is part of a hunk.
            let Some(file) = files.last_mut() else {
                continue;
            };
            if line.starts_with("--- a/") {
                continue;
            }
            if line.starts_with("@@") {
                file.hunks.push((String::new(), String::new()));
                continue;
            }
            let Some((before, after)) = file.hunks.last_mut() else {
                continue;
            };
            let (mark, rest) = line.split_at(line.len().min(1));
            if mark != "+" {
                before.push_str(rest);
                before.push('\n');
            }
            if mark != "-" {
                after.push_str(rest);
                after.push('\n');
            }
        }
        if files.iter().all(|file| file.hunks.is_empty()) {
            return Err(format!("{name}: nothing to change"));
        }
        Ok(Self {
            name: name.to_owned(),
            files,
        })
    }
}

impl PatchedFile {
    /// The file with every hunk applied. A hunk's place is where its text
    /// stands, whatever line that is, and there has to be one such place.
    ///
    /// # Errors
    ///
    /// Why it does not apply, in a sentence.
    pub(super) fn apply(&self, text: &str) -> Result<String, String> {
        let mut text = format!("\n{text}");
        for (before, after) in &self.hunks {
            let (before, after) = (format!("\n{before}"), format!("\n{after}"));
            // Two places may share the line break between them, so they are
            // looked for from both ends and not counted.
            match (text.find(&before), text.rfind(&before)) {
                (Some(first), Some(last)) if first == last => {
                    text.replace_range(first..first + before.len(), &after);
                }
                (Some(_), _) => {
                    return Err(format!("it applies to several places of {}", self.name));
                }
                (None, _) => return Err(format!("it no longer applies to {}", self.name)),
            }
        }
        Ok(text.split_off(1))
    }
}

#[cfg(test)]
mod tests {
    use super::Patch;

    const PATCH: &str = "Breaks: order\n\n--- a/src/x.rs\n+++ b/src/x.rs\n\
                         @@ -9,3 +9,3 @@\n let a = 1;\n-first(a);\n+second(a);\n done();\n";

    #[test]
    fn a_patch_applies_wherever_its_lines_stand() {
        let patch = Patch::parse("order", PATCH).expect("a patch");

        let applied = patch.files[0].apply("x();\n\nlet a = 1;\nfirst(a);\ndone();\n");

        assert_eq!(
            applied.as_deref(),
            Ok("x();\n\nlet a = 1;\nsecond(a);\ndone();\n")
        );
    }

    #[test]
    fn a_patch_applies_nowhere_or_to_one_place() {
        let patch = Patch::parse("order", PATCH).expect("a patch");
        let lines = "let a = 1;\nfirst(a);\ndone();\n";

        assert!(
            patch.files[0]
                .apply("let a = 2;\nfirst(a);\ndone();\n")
                .is_err()
        );
        assert!(patch.files[0].apply(&lines.repeat(2)).is_err());
    }

    #[test]
    fn a_patch_says_what_it_breaks() {
        assert!(Patch::parse("x", &PATCH.replace("Breaks", "Mends")).is_err());
        assert!(Patch::parse("x", "Breaks: a\n").is_err());
    }
}
