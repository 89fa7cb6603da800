//! Checks the documents against the repository.

#![expect(clippy::expect_used, reason = "a test may fail")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use calling_widget_sdk::lifecycle::{CallEvent, CallState};
use calling_widget_sdk::protocol::limits::{SYNC_INTERVAL, SYNC_REPEAT_AFTER, SYNC_TIMEOUT};
use calling_widget_sdk::protocol::{Direction, MESSAGES};

#[test]
fn the_readmes_widget_is_the_one_that_is_compiled() {
    let readme = read(&root().join("README.md"));
    let widget = read(&root().join("tests/types/readme-widget.ts"));

    let block = readme
        .split("```ts\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());

    assert_eq!(block, Some(widget.as_str()));
}

#[test]
fn every_picture_is_taken_by_the_task() {
    let task = read(&root().join("tests/e2e/pictures.ts"));
    let pictures: Vec<String> = fs::read_dir(root().join("docs"))
        .expect("the folder")
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| !name.ends_with(".md"))
        .collect();

    assert!(!pictures.is_empty());
    for name in pictures {
        assert!(task.contains(&format!("(\"{name}\")")), "{name}");
    }
}

#[test]
fn every_error_that_is_thrown_is_explained() {
    let errors = read(&root().join("pkg/src/shared/errors.ts"));
    let page = read(&root().join("tools/xtask/src/generate/codes.template.md"));

    let codes: Vec<&str> = errors
        .lines()
        .filter_map(|line| line.trim().strip_prefix("| \"")?.split('"').next())
        .collect();

    assert!(codes.len() >= 10, "{codes:?}");
    for code in codes {
        assert!(page.contains(&format!("| `{code}` |")), "{code}");
    }
}

#[test]
fn the_times_of_the_handshake_are_the_engines() {
    let page = read(&root().join("docs/protocol.md"));
    let handshake = page.split("\n## ").nth(2).expect("a section");
    let times: Vec<f64> = handshake
        .split_whitespace()
        .zip(handshake.split_whitespace().skip(1))
        .filter_map(|(number, unit)| match unit {
            "ms" => number.parse().ok(),
            "s" => number.parse().ok().map(|seconds: f64| seconds * 1_000.0),
            _ => None,
        })
        .collect();

    assert_eq!(
        times,
        [SYNC_INTERVAL.0, SYNC_REPEAT_AFTER.0, SYNC_TIMEOUT.0]
    );
}

#[test]
fn the_states_of_a_call_are_the_engines() {
    let page = read(&root().join("docs/widget.md"));
    let rows: Vec<Vec<&str>> = page
        .lines()
        .skip_while(|line| *line != "## Calls")
        .filter(|line| line.starts_with("| `"))
        .map(|line| line.split('|').map(str::trim).collect())
        .take(7)
        .collect();

    for row in &rows {
        let [_, name, _, allowed, _] = row.as_slice() else {
            panic!("a row of three cells: {row:?}");
        };
        let state = CallState::parse(name.trim_matches('`'), None).expect("a state");
        let refused = [CallEvent::OutgoingStarted, CallEvent::Completed]
            .into_iter()
            .find_map(|event| state.after(event).err())
            .expect("one of the two is not allowed");
        assert_eq!(allowed.replace('`', ""), refused.allowed, "{name}");
    }
    let names: BTreeSet<&str> = rows.iter().map(|row| row[1]).collect();
    assert_eq!(names.len(), 7);
}

/// A page, the language of its examples, and the test that runs them.
const EXAMPLES: &str = "
docs/rest.md | js | platform/tests/clients/guide.test.ts
docs/rest.md | rust | platform/emulator/tests/platform/guide.rs
docs/rest.md | rust wasm | platform/rest/tests/web_node.rs
docs/emulator.md | js | platform/tests/clients/emulator-guide.test.mjs
docs/quotes.md | js | platform/tests/clients/quotes-guide.test.mjs
docs/emulator.md | python | platform/tests/contract/guide.py
platform/emulator/npm/README.md | js | platform/tests/npm/guide.test.mjs
platform/emulator/npm/README.md | js node | platform/tests/npm/guide.test.mjs
platform/emulator/npm/README.md | js vitest | tests/consumers/emulator/vitest.test.js
platform/emulator/npm/README.md | js jest | tests/consumers/emulator/jest.test.js
platform/emulator/npm/README.md | js msw | tests/consumers/emulator/msw.test.mjs
platform/emulator/npm/README.md | js page | tests/consumers/demo/demo.test.mjs
platform/emulator/npm/README.md | python pytest | tests/consumers/emulator/test_emulator.py
docs/timeline.md | js | platform/tests/clients/timeline-guide.test.mjs
docs/testing.md | ts vitest | tests/unit/testing-guide.test.ts
docs/testing.md | ts playwright | tests/consumers/playwright/phone.spec.ts
";

#[test]
fn the_examples_are_run() {
    for row in EXAMPLES.trim().lines() {
        let [page, language, file] = row.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("a row of three cells: {row}");
        };
        let page = read(&root().join(page));
        let test = read(&root().join(file));
        let fence = ["```", language, "\n"].concat();
        let examples: Vec<&str> = page
            .split(&fence)
            .skip(1)
            .filter_map(|after| after.split("```").next())
            .collect();

        assert!(!examples.is_empty(), "{row}");
        // An app's tests have different imports, and an address in their configuration.
        let own: &[&str] = if language.starts_with("ts ") {
            &["import {", "test.use("]
        } else {
            &[]
        };
        // The test's checks may stand in between; comments are the page's.
        let mut lines = test.lines().map(str::trim);
        for line in examples.iter().flat_map(|example| example.lines()) {
            let line = line.trim();
            assert!(
                line.is_empty()
                    || line.starts_with("//")
                    || own.iter().any(|start| line.starts_with(start))
                    || lines.any(|known| known == line),
                "{file} does not run: {line}"
            );
        }
    }
}

#[test]
fn the_npm_readme_names_every_entry_and_command() {
    let readme = read(&root().join("pkg/README.md"));
    let manifest: serde_json::Value =
        serde_json::from_str(&read(&root().join("pkg/package.json"))).expect("it is JSON");
    let entries = manifest["exports"].as_object().expect("it has entries");
    for entry in entries.keys().filter(|entry| *entry != "./package.json") {
        let name = ["`calling-widget-sdk", entry.trim_start_matches('.'), "`"].concat();
        assert!(readme.contains(&name), "{name}");
    }
    let commands = read(&root().join("pkg/command/commands.ts"));
    let imports = commands.lines().filter(|line| line.contains("/command"));
    let names: Vec<&str> = imports
        .filter_map(|line| line.rsplit('/').next()?.split('.').next())
        .collect();
    assert!(names.len() >= 6, "{names:?}");
    for name in names {
        let is_named = [["`", name, "`"], ["`", name, " "]];
        let is_named = is_named.iter().any(|text| readme.contains(&text.concat()));
        assert!(is_named, "{name}");
    }
}

/// Until the package is published, a fresh machine finds nothing on npm.
#[test]
fn the_readme_begins_with_a_clone_and_says_nothing_is_on_npm() {
    let readme = read(&root().join("README.md"));
    let mut blocks = readme.split("```sh\n").skip(1);
    let first = blocks.next().and_then(|rest| rest.split("```").next());
    let first: Vec<&str> = first.unwrap_or_default().lines().collect();

    assert!(
        first.iter().all(|line| line.starts_with("cargo xtask ")),
        "{first:?}"
    );
    let note = readme
        .find("The package is not on npm yet")
        .expect("it says so");
    let npx = readme.find("npx").expect("it has the commands");
    assert!(note < npx && !readme.contains("npm install calling-widget-sdk"));
}

#[test]
fn every_relative_link_resolves() {
    let mut broken = Vec::new();
    for page in pages().into_iter().chain(pages_of_folders()) {
        for link in links(&read(&page)) {
            if link.contains("://") || link.starts_with("mailto:") {
                continue;
            }
            let (path, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if path.is_empty() {
                page.clone()
            } else {
                page.parent().expect("a page is in a folder").join(path)
            };
            let resolves =
                target.exists() && (anchor.is_empty() || anchors(&read(&target)).contains(anchor));
            if !resolves {
                broken.push(format!("{}: {link}", page.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_path_of_the_repository_that_a_page_names_is_there() {
    let mut missing = Vec::new();
    for page in pages() {
        for path in prose(&read(&page)).split('`').skip(1).step_by(2) {
            let folder = path.split_once('/').map(|(folder, _)| folder);
            let is_path = folder.is_some_and(|folder| {
                !["", ".", ".."].contains(&folder) && root().join(folder).is_dir()
            });
            // These are built, or the published package's.
            let is_tracked = ![
                "platform/emulator/npm/dist",
                "pkg/build",
                "pkg/dist",
                "src/CallingExtensions",
                "src/Constants",
                "src/IFrameManager",
                "src/types",
                "target",
            ]
            .iter()
            .any(|built| path.starts_with(built));
            let is_whole = !path.contains(|c: char| " <{*".contains(c));
            if is_path && is_tracked && is_whole && !root().join(path).exists() {
                missing.push(format!("{}: {path}", page.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Each row has names that are no method, and the method to use.
#[test]
fn a_method_that_never_existed_has_a_method_to_use() {
    let page = read(&root().join("docs/migration.md"));
    let section = page
        .split("\n## ")
        .find(|section| section.starts_with("Methods that never"));
    let is_method = |name: &str| {
        MESSAGES
            .iter()
            .any(|message| message.direction != Direction::FromHost && message.name == name)
    };

    let rows = section
        .into_iter()
        .flat_map(str::lines)
        .filter(|line| line.starts_with("| `"));
    let mut count = 0;
    for row in rows {
        let mut cells = row.split('|').skip(1);
        let mut names = || {
            let cell = cells.next().unwrap_or_default();
            cell.split('`').skip(1).step_by(2).collect::<Vec<_>>()
        };
        let (called, used) = (names(), names());

        assert!(!called.iter().any(|name| is_method(name)), "{called:?}");
        assert!(used.first().is_some_and(|name| is_method(name)), "{row}");
        count += called.len();
    }
    assert!(count >= 10, "{count}");
}

/// The other pages are about the project's own files.
#[test]
fn a_guide_links_the_files_that_the_package_lacks() {
    const ABOUT_THE_PROJECT: [&str; 4] = [
        "architecture.md",
        "model.md",
        "reliability.md",
        "security.md",
    ];
    let mut bare = Vec::new();
    for page in pages() {
        let is_guide = page.starts_with(root().join("docs"))
            && !ABOUT_THE_PROJECT.iter().any(|name| page.ends_with(name));
        let text = prose(&read(&page));
        for (before, path) in text.split('`').zip(text.split('`').skip(1)).step_by(2) {
            let is_file = path.contains('/') && root().join(path).exists();
            if is_guide && is_file && !before.ends_with('[') {
                bare.push(format!("{}: {path}", page.display()));
            }
        }
    }
    assert!(bare.is_empty(), "{bare:#?}");
}

#[test]
fn every_page_is_reachable_from_the_readme() {
    let readme = read(&root().join("README.md"));
    let linked: BTreeSet<String> = links(&readme).into_iter().collect();

    for page in pages()
        .iter()
        .filter(|page| page.starts_with(root().join("docs")))
    {
        let name = page
            .file_name()
            .expect("a page has a name")
            .to_string_lossy();
        assert!(linked.contains(&format!("docs/{name}")), "{name}");
    }
}

/// The targets of every inline link and picture.
fn links(text: &str) -> Vec<String> {
    prose(text)
        .split("](")
        .skip(1)
        .filter_map(|after| after.split_once(')'))
        .map(|(target, _)| target.to_owned())
        .collect()
}

/// The anchors of every heading, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut anchors = BTreeSet::new();
    for line in prose(text).lines().filter(|line| line.starts_with('#')) {
        let slug: String = line
            .trim_start_matches('#')
            .trim()
            .to_lowercase()
            .chars()
            .filter(|character| character.is_alphanumeric() || " -_".contains(*character))
            .map(|character| if character == ' ' { '-' } else { character })
            .collect();
        let mut anchor = slug.clone();
        let mut count = 0;
        while !anchors.insert(anchor.clone()) {
            count += 1;
            anchor = format!("{slug}-{count}");
        }
    }
    anchors
}

/// The text without its code blocks.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect::<Vec<_>>().join("\n")
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![root().join("README.md"), root().join("CONTRIBUTING.md")];
    for entry in fs::read_dir(root().join("docs")).expect("the folder is there") {
        let path = entry.expect("the entry can be read").path();
        if path.extension().is_some_and(|ending| ending == "md") {
            pages.push(path);
        }
    }
    pages.retain(|page| page.is_file());
    pages.sort();
    pages
}

/// The pages beside the code they describe.
fn pages_of_folders() -> Vec<PathBuf> {
    let folders = [
        "src",
        "www",
        "pkg",
        "platform",
        "platform/rest",
        "platform/emulator/npm",
        "tests/fuzz",
        "tests/hostile",
        "tests/model",
        "tests/simulation",
        "tests/soak",
        "tools",
        "tools/conformance",
    ];
    let pages = folders.map(|folder| format!("{folder}/README.md"));
    let others = ["CHANGELOG.md", "SECURITY.md"].map(str::to_owned);
    pages
        .into_iter()
        .chain(others)
        .map(|path| root().join(path))
        .collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("the file is text")
}

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}
