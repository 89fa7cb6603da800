//! The program's output.

use std::{fs, process::Stdio};

use crate::program::Program;

fn says(argument: &str) -> (bool, String) {
    let output = Program::command().arg(argument).output().unwrap();
    (
        output.status.success(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

#[test]
fn a_reader_that_goes_away_ends_it_without_a_word() {
    let mut program = Program::command()
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(program.stdout.take());

    let output = program.wait_with_output().unwrap();

    assert_eq!(output.status.code(), Some(141));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

#[test]
fn it_says_its_version() {
    for argument in ["--version", "-V"] {
        let expected = format!("emulator {}\n", env!("CARGO_PKG_VERSION"));
        assert_eq!(says(argument), (true, expected));
    }
}

/// The guide lists those that need more words.
#[test]
fn its_help_has_every_option_of_the_guide_and_what_it_serves() {
    let guide = include_str!("../../../../docs/emulator.md");
    let (is_done, help) = says("--help");
    assert!(is_done);
    let rows = guide.lines().filter(|line| line.starts_with("| `--"));
    let options: Vec<&str> = rows
        .flat_map(|row| row.split('|').nth(1).unwrap().split(['`', ' ']))
        .filter(|word| word.starts_with("--"))
        .collect();
    assert!(options.len() > 6, "{options:?}");
    for option in &options {
        assert!(help.contains(option), "{option}");
    }
    for part in [
        "calling settings",
        "OAuth",
        "records",
        "quotes",
        "timeline",
        "/emulator/docs",
    ] {
        assert!(help.contains(part), "{part}");
    }
}

fn starts_with_seed(
    seed: &std::path::Path,
    data: &std::path::Path,
) -> (Option<i32>, String, String) {
    let mut command = Program::command();
    command.arg("--seed").arg(seed).arg("--data").arg(data);
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}

/// No line reports that it listens, and no data file is created.
#[test]
fn a_faulty_seed_is_named_by_file_and_line_and_starts_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let seed = folder.path().join("seed.json");
    let data = folder.path().join("data.db");
    for (text, line, words) in [
        ("{\n\"apps\": [\n", 3, "the seed is no JSON: EOF"),
        (
            "{\r\n\"app\": [\r\n]}",
            2,
            "app is no field: use number, apps, ",
        ),
        (
            "{\"records\":[{\"type\":\"contacts\",\n\"properties\":{\"email\":7}}]}",
            2,
            "records[0].properties.email is refused: Email address 7 is invalid",
        ),
    ] {
        fs::write(&seed, text).unwrap();

        let (code, printed, failed) = starts_with_seed(&seed, &data);

        assert_eq!((code, &*printed), (Some(1), ""), "{failed}");
        let expected = format!("error: {}:{line}: {words}", seed.display());
        assert!(failed.starts_with(&expected), "{failed}");
        assert_eq!(failed.lines().count(), 1, "{failed}");
        assert!(!data.exists());
    }
    for missing in [folder.path().join("none.json"), folder.path().to_owned()] {
        let (code, printed, failed) = starts_with_seed(&missing, &data);

        assert_eq!((code, &*printed), (Some(1), ""), "{failed}");
        let start = format!("error: cannot read the seed {}: ", missing.display());
        assert!(failed.starts_with(&start), "{failed}");
        let end = "; --seed takes a number or a JSON file\n";
        assert!(failed.ends_with(end) && !data.exists(), "{failed}");
    }
}

/// A data file keeps its data; new data come from the seed.
#[test]
fn a_seed_and_a_number_start_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let seed = folder.path().join("7");
    fs::write(&seed, include_str!("data/seed.json")).unwrap();
    let data = folder.path().join("data.db");

    let program = Program::start(Program::command().arg("--seed").arg(&seed));
    let stored = Program::start(
        Program::command()
            .arg("--seed")
            .arg(&seed)
            .arg("--data")
            .arg(&data),
    );
    let numbered = Program::start(Program::command().args(["--seed", "18446744073709551615"]));

    assert!(program.port > 0 && stored.port > 0 && numbered.port > 0);
    assert!(data.exists());
}
