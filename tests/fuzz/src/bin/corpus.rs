//! `corpus unpack|pack TARGET FOLDER`: writes the seeds of a target into a folder of inputs for the
//! fuzzer, and new seeds from such a folder.

#![expect(
    clippy::print_stdout,
    reason = "it talks to the person at the terminal"
)]

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use calling_widget_fuzz::{TARGETS, Target, read_line, write_line};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [task, name, folder] = arguments.as_slice() else {
        return Err("usage: corpus unpack|pack TARGET FOLDER".into());
    };
    let target = TARGETS
        .iter()
        .find(|target| target.name == name)
        .ok_or("no such target")?;
    match task.as_str() {
        "unpack" => unpack(target, Path::new(folder)),
        "pack" => pack(target, Path::new(folder)),
        _ => Err("unpack or pack".into()),
    }
}

fn unpack(target: &Target, folder: &Path) -> Result<(), Box<dyn Error>> {
    fs::create_dir_all(folder)?;
    let lines = fs::read_to_string(file(target)).unwrap_or_default();
    for (at, line) in lines.lines().enumerate() {
        let input = read_line(target.form, line);
        fs::write(folder.join(format!("{at:04}")), input)?;
    }
    println!("{}: {} inputs", target.name, lines.lines().count());
    Ok(())
}

/// The inputs of the folder, one a line; if there are too many, some of every length.
fn pack(target: &Target, folder: &Path) -> Result<(), Box<dyn Error>> {
    let mut inputs = Vec::new();
    for entry in fs::read_dir(folder)? {
        let input = fs::read(entry?.path())?;
        if !input.is_empty() && input.len() <= MOST_BYTES {
            inputs.push(input);
        }
    }
    inputs.sort_by(|one, other| (one.len(), one).cmp(&(other.len(), other)));
    inputs.dedup();
    let all: Vec<String> = inputs
        .iter()
        .filter_map(|input| write_line(target.form, input))
        .collect();
    let lines: Vec<&str> = match all.len() {
        count if count > MOST_INPUTS => (0..MOST_INPUTS)
            .filter_map(|at| all.get(at * count / MOST_INPUTS))
            .map(String::as_str)
            .collect(),
        _ => all.iter().map(String::as_str).collect(),
    };
    fs::write(file(target), lines.join("\n") + "\n")?;
    println!("{}: {} seeds", target.name, lines.len());
    Ok(())
}

fn file(target: &Target) -> PathBuf {
    let name = format!("corpus/{}.jsonl", target.name);
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

/// As many seeds as a reader can look through; the fuzzer breeds the rest.
const MOST_INPUTS: usize = 20;
const MOST_BYTES: usize = 2048;
