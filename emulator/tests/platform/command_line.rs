//! What the program says of itself.

use crate::program::Program;

fn says(argument: &str) -> (bool, String) {
    let output = Program::command().arg(argument).output().unwrap();
    (
        output.status.success(),
        String::from_utf8(output.stdout).unwrap(),
    )
}

#[test]
fn it_says_its_version() {
    for argument in ["--version", "-V"] {
        let expected = format!("emulator {}\n", env!("CARGO_PKG_VERSION"));
        assert_eq!(says(argument), (true, expected));
    }
}

/// The options as the guide lists them.
#[test]
fn its_help_has_every_option_of_the_guide_and_what_it_serves() {
    let guide = include_str!("../../../docs/emulator.md");
    let (is_done, help) = says("--help");
    assert!(is_done);
    let rows = guide.lines().filter(|line| line.starts_with("| `--"));
    let options: Vec<&str> = rows
        .flat_map(|row| row.split('|').nth(1).unwrap().split(['`', ' ']))
        .filter(|word| word.starts_with("--"))
        .collect();
    assert!(options.len() > 8, "{options:?}");
    for option in &options {
        assert!(help.contains(option), "{option}");
    }
    let of_help = help.split_whitespace().filter(|word| {
        word.starts_with("--")
            && !["--help", "--version"].contains(&word.trim_end_matches([',', '.', ':', ';']))
    });
    for word in of_help {
        let option = word.trim_end_matches([',', '.', ':', ';']);
        assert!(options.contains(&option), "the guide lacks {option}");
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
