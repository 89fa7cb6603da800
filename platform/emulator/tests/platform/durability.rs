//! The program itself: acknowledged writes survive a kill. All endpoints write by one function
//! of the store: an event with its contact, in several tables, stands for them.

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use crate::program::Program;

/// Starts the program on the data of a killed one; sometimes after another one that is killed
/// while it starts.
fn start_after_a_kill(data: &Path, chance: &mut Chance) -> Program {
    while chance.rng.bool() {
        start_and_kill(data, chance);
    }
    let start = Instant::now();
    let program = Program::on(data);
    chance.pace = start.elapsed();
    program
}

/// Kills the program at a random point of its start.
fn start_and_kill(data: &Path, chance: &mut Chance) {
    let mut command = Program::command();
    let command = command.arg("--data").arg(data).stdout(Stdio::null());
    let mut child = command.spawn().unwrap();
    thread::sleep(chance.moment(START));
    chance.starts += 1;
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Random points for kills; a failed test prints their seed. `CRASH_SEED` repeats it, but not
/// the machine's pace.
struct Chance {
    rng: fastrand::Rng,
    /// Programs killed while starting.
    starts: u32,
    /// The duration of the last start.
    pace: Duration,
}

impl Drop for Chance {
    fn drop(&mut self) {
        println!("killed while they started: {}", self.starts);
    }
}

impl Chance {
    fn new() -> Self {
        let seed = std::env::var("CRASH_SEED").ok();
        let seed = seed.map_or_else(|| fastrand::u64(..), |seed| seed.parse().unwrap());
        println!("CRASH_SEED={seed}");
        Self {
            rng: fastrand::Rng::with_seed(seed),
            starts: 0,
            pace: Duration::ZERO,
        }
    }

    fn moment(&mut self, longest: Duration) -> Duration {
        longest.mul_f64(self.rng.f64())
    }

    /// A moment during writes, which take longer on a busy machine.
    fn moment_of_load(&mut self) -> Duration {
        self.moment(LOAD.max(self.pace * 3))
    }
}

/// The rounds of a run, and those of `cargo xtask test --all`.
fn rounds(each: usize, all: usize) -> usize {
    if std::env::var("TEST_ALL").is_ok_and(|all| all == "1") {
        all
    } else {
        each
    }
}

/// True if another round follows: a busy machine runs more until enough requests were
/// answered.
fn goes_on(round: usize, kills: usize, has_enough: bool) -> bool {
    assert!(has_enough || round <= kills * 20, "too little was answered");
    round <= kills || !has_enough
}

/// Writes until the program is killed, at a random point.
fn write_until_killed(
    program: Program,
    chance: &mut Chance,
    mut write: impl FnMut() -> Option<()>,
) {
    let moment = START + chance.moment_of_load();
    let killing = thread::spawn(move || {
        thread::sleep(moment);
        program.kill();
    });
    while write().is_some() {}
    killing.join().unwrap();
}

/// A little longer than a start takes.
const START: Duration = Duration::from_millis(20);

/// The time for writes.
const LOAD: Duration = Duration::from_millis(60);

/// Sends a request; `None` if the connection breaks.
fn ask(port: u16, method: &str, namespace: &str, body: &str) -> Option<(u16, String)> {
    let target = format!(
        "/ns/{namespace}/crm/v3/extensions/calling/123/settings?hapikey=emulator-developer-key-123"
    );
    send(port, method, &target, "x-none: ", body)
}

/// The same for any path, with another header.
fn send(port: u16, method: &str, target: &str, header: &str, body: &str) -> Option<(u16, String)> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).ok()?;
    stream
        .set_read_timeout(Some(Duration::from_secs(20)))
        .ok()?;
    write!(
        stream,
        "{method} {target} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n{header}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    )
    .ok()?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply).ok()?;
    let (head, body) = reply.split_once("\r\n\r\n")?;
    let announced: Option<usize> = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "))
        .and_then(|length| length.parse().ok());
    // A truncated answer counts as none.
    let is_whole = announced.is_none_or(|length| length == body.len());
    let status = head.get(9..12)?.parse().ok()?;
    is_whole.then(|| (status, body.to_owned()))
}

/// A data file in a folder of its own.
fn data_file() -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.db");
    (folder, data)
}

/// Makes settings with a width.
fn make(port: u16, namespace: &str, width: i64) {
    let body = format!(r#"{{"name":"Phone","url":"https://phone.example/","width":{width}}}"#);
    let (status, body) = ask(port, "POST", namespace, &body).expect("an answer");
    assert_eq!(status, 200, "{body}");
}

fn width(port: u16, namespace: &str) -> i64 {
    let (status, body) = ask(port, "GET", namespace, "").expect("an answer");
    assert_eq!(status, 200, "{body}");
    let body: serde_json::Value = serde_json::from_str(&body).unwrap();
    body["width"].as_i64().unwrap()
}

/// The header of a program that writes records and events, as the host page has it.
fn bearer(port: u16) -> String {
    let control = "x-emulator-control: 1";
    let (_, page) = send(port, "POST", "/emulator/host-page", control, "").expect("a token");
    let page: serde_json::Value = serde_json::from_str(&page).unwrap();
    let token = page["accessToken"].as_str().unwrap();
    format!("authorization: Bearer {token}")
}

#[test]
fn no_answered_event_or_its_contact_is_lost_to_a_kill() {
    let kills = rounds(40, 150);
    const EVENTS: &str = "/integrations/v1/123/timeline/event";
    let (_folder, data) = data_file();
    let mut answered: Vec<String> = Vec::new();
    let mut chance = Chance::new();

    for round in 0.. {
        if !goes_on(round, kills, answered.len() > kills) {
            break;
        }
        let program = start_after_a_kill(&data, &mut chance);
        let port = program.port;
        let bearer = bearer(port);
        for id in answered.iter().rev().take(10) {
            let target = format!("{EVENTS}/5001/{id}");
            let (status, body) = send(port, "GET", &target, &bearer, "").expect("an answer");
            assert_eq!(status, 200, "round {round}: {id} {body}");
            // The event and its contact are written together.
            let event: serde_json::Value = serde_json::from_str(&body).unwrap();
            let target = format!("/crm/v3/objects/contacts/{}", event["objectId"]);
            let (status, body) = send(port, "GET", &target, &bearer, "").expect("an answer");
            assert_eq!(status, 200, "round {round}: {id} {body}");
            assert!(body.contains(&format!("{id}@people.example")), "{body}");
            let target = format!("/emulator/timeline/contacts/{}", event["objectId"]);
            let (_, body) = send(port, "GET", &target, &bearer, "").expect("an answer");
            assert!(body.contains(&format!("\"id\":\"{id}\"")), "{body}");
        }
        write_until_killed(program, &mut chance, || {
            let id = format!("e{}", answered.len());
            let body = format!(
                r#"{{"id":"{id}","eventTypeId":"5001","email":"{id}@people.example","rating":"3"}}"#
            );
            let (status, body) = send(port, "PUT", EVENTS, &bearer, &body)?;
            assert_eq!(status, 200, "{body}");
            answered.push(id);
            Some(())
        });
    }
}

#[test]
fn a_file_is_made_whole_however_early_its_program_is_killed() {
    let mut chance = Chance::new();
    for round in 0..rounds(12, 30) {
        let (_folder, data) = data_file();
        start_and_kill(&data, &mut chance);

        let program = start_after_a_kill(&data, &mut chance);

        make(program.port, "a", 1);
        program.kill();
        let program = start_after_a_kill(&data, &mut chance);
        assert_eq!(width(program.port, "a"), 1, "round {round}");
        program.kill();
    }
}

/// SQLite parses such a name as a URL with options, or opens no file at all.
#[cfg(unix)]
#[test]
fn a_name_of_a_file_is_never_read_as_an_address() {
    for name in [
        "file:data.db?mode=memory",
        "file:data.db?vfs=memdb",
        ":memory:",
    ] {
        let folder = tempfile::tempdir().unwrap();
        let start = || {
            let mut command = Program::command();
            Program::start(command.current_dir(folder.path()).args(["--data", name]))
        };
        let program = start();
        make(program.port, "a", 7);
        program.kill();

        let again = start();

        assert_eq!(width(again.port, "a"), 7, "{name}");
        assert!(folder.path().join(name).is_file(), "{name}");
        again.kill();
    }
}

#[cfg(unix)]
#[test]
fn the_data_are_for_their_owner_alone() {
    use std::os::unix::fs::PermissionsExt as _;

    let (folder, data) = data_file();
    let mut command = Command::new("sh");
    command
        .args(["-c", "umask 000; exec \"$0\" \"$@\""])
        .arg(env!("CARGO_BIN_EXE_emulator"))
        .args(["--port=0", "--data"])
        .arg(&data);
    let program = Program::start(&mut command);
    make(program.port, "a", 7);

    let mut modes: Vec<(String, u32)> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| {
            let entry = entry.unwrap();
            let mode = entry.metadata().unwrap().permissions().mode() & 0o777;
            (entry.file_name().into_string().unwrap(), mode)
        })
        .collect();
    modes.sort();

    assert!(modes.len() > 1, "{modes:?}");
    for (name, mode) in &modes {
        assert_eq!(*mode, 0o600, "{name}");
    }
    program.kill();
}

/// A running request is answered, and its effect persists; no new connection is accepted.
#[cfg(unix)]
#[test]
fn a_stop_is_graceful() {
    let (_folder, data) = data_file();
    let mut program = Program::on(&data);
    let port = program.port;
    let fault = r#"{"latencyMs":3600}"#;
    let target = "/ns/a/emulator/faults";
    let control = "x-emulator-control: 1";
    assert_eq!(send(port, "POST", target, control, fault).unwrap().0, 200);
    let start = Instant::now();
    let under_way = thread::spawn(move || make(port, "a", 7));
    // Nothing shows from outside that the request has arrived. On a busy machine it may come 600 ms
    // later, and so may the stop, which waits for more than a second.
    thread::sleep(Duration::from_secs(3));

    // A shell has it built in; a program of that name is not on every machine.
    let stopped = Command::new("sh")
        .args(["-c", "kill -TERM \"$0\""])
        .arg(program.child.id().to_string())
        .status()
        .unwrap();
    let is_closed = || TcpStream::connect(("127.0.0.1", port)).is_err();
    let mut was_closed = is_closed();
    while !was_closed && !under_way.is_finished() {
        thread::sleep(Duration::from_millis(20));
        was_closed = is_closed();
    }
    under_way.join().expect("the request under way is answered");

    assert!(stopped.success());
    assert!(was_closed, "it still takes connections");
    assert!(
        start.elapsed() >= Duration::from_millis(3600),
        "it was not under way"
    );
    assert!(program.child.wait().unwrap().success());
    let again = Program::on(&data);
    assert_eq!(width(again.port, "a"), 7);
    again.kill();
}
