//! The program itself: what it answered is there after it was killed.

#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing
)]

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    thread,
    time::Duration,
};

struct Program {
    child: Child,
    port: u16,
    /// Open as long as the program runs: it may write more.
    _output: BufReader<ChildStdout>,
}

impl Program {
    fn start(data: &Path) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_emulator"))
            .args(["--port=0", "--data"])
            .arg(data)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        output.read_line(&mut line).unwrap();
        let address = line.split("localhost:").nth(1).expect("an address");
        let port = address.split('/').next().unwrap().parse().unwrap();
        Self {
            child,
            port,
            _output: output,
        }
    }

    fn kill(mut self) {
        // On Unix this is SIGKILL.
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

/// Asks once; nothing when the connection breaks.
fn ask(port: u16, method: &str, namespace: &str, body: &str) -> Option<(u16, String)> {
    let target = format!(
        "/ns/{namespace}/crm/v3/extensions/calling/123/settings?hapikey=emulator-developer-key-123"
    );
    send(port, method, &target, "x-none: ", body)
}

/// The same of any path, with one more header.
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
    let status = reply.get(9..12)?.parse().ok()?;
    let (_, body) = reply.split_once("\r\n\r\n")?;
    Some((status, body.to_owned()))
}

fn width(port: u16, namespace: &str) -> i64 {
    let (status, body) = ask(port, "GET", namespace, "").expect("an answer");
    assert_eq!(status, 200, "{body}");
    let body: serde_json::Value = serde_json::from_str(&body).unwrap();
    body["width"].as_i64().unwrap()
}

#[test]
fn nothing_that_was_answered_is_lost_to_a_kill() {
    const KILLS: u64 = 200;
    const WRITERS: usize = 3;
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.db");
    let program = Program::start(&data);
    for writer in 0..WRITERS {
        let body = r#"{"name":"Phone","url":"https://phone.example/","width":1}"#;
        let (status, _) = ask(program.port, "POST", &format!("w{writer}"), body).unwrap();
        assert_eq!(status, 200);
    }
    program.kill();
    let answered: [Arc<AtomicI64>; WRITERS] = std::array::from_fn(|_| Arc::new(AtomicI64::new(1)));
    let mut writes = 0;

    for round in 0..KILLS {
        let program = Program::start(&data);
        let port = program.port;
        for (writer, answered) in answered.iter().enumerate() {
            let kept = width(port, &format!("w{writer}"));
            let answered = answered.load(Ordering::SeqCst);
            // One more may have been written whose answer did not come.
            assert!(
                kept == answered || kept == answered + 1,
                "round {round}: {kept} after {answered}"
            );
        }
        let before: i64 = answered
            .iter()
            .map(|count| count.load(Ordering::SeqCst))
            .sum();
        let writers: Vec<_> = answered
            .iter()
            .enumerate()
            .map(|(writer, answered)| {
                let answered = Arc::clone(answered);
                let namespace = format!("w{writer}");
                let start = width(port, &namespace);
                answered.store(start, Ordering::SeqCst);
                thread::spawn(move || {
                    for next in start + 1.. {
                        match ask(port, "PATCH", &namespace, &format!(r#"{{"width":{next}}}"#)) {
                            Some((200, _)) => answered.store(next, Ordering::SeqCst),
                            Some((status, body)) => panic!("{status} {body}"),
                            None => break,
                        }
                    }
                })
            })
            .collect();
        // Points that are spread over the writes, and the same each time.
        thread::sleep(Duration::from_millis(round * 7919 % 41));
        program.kill();
        for writer in writers {
            writer.join().unwrap();
        }
        let after: i64 = answered
            .iter()
            .map(|count| count.load(Ordering::SeqCst))
            .sum();
        writes += after - before;
    }

    assert!(writes > i64::try_from(KILLS).unwrap(), "{writes}");
}

#[test]
fn no_record_that_was_answered_is_lost_to_a_kill() {
    const KILLS: u64 = 20;
    const CONTACTS: &str = "/crm/v3/objects/contacts";
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data.db");
    let mut answered: Vec<String> = Vec::new();

    for round in 0..=KILLS {
        let program = Program::start(&data);
        let port = program.port;
        let control = "x-emulator-control: 1";
        let (_, told) = send(port, "POST", "/emulator/host-page", control, "").expect("a token");
        let told: serde_json::Value = serde_json::from_str(&told).unwrap();
        let bearer = format!(
            "authorization: Bearer {}",
            told["accessToken"].as_str().unwrap()
        );
        for (index, id) in answered.iter().enumerate().rev().take(20) {
            let target = format!("{CONTACTS}/{id}?properties=firstname");
            let (status, body) = send(port, "GET", &target, &bearer, "").expect("an answer");
            assert_eq!(status, 200, "round {round}: {id} {body}");
            assert!(
                body.contains(&format!("\"firstname\":\"c{index}\"")),
                "{body}"
            );
        }
        let killing = thread::spawn(move || {
            thread::sleep(Duration::from_millis(20 + round * 7919 % 41));
            program.kill();
        });
        loop {
            let body = format!(
                r#"{{"properties":{{"firstname":"c{}","phone":"+15550100"}}}}"#,
                answered.len()
            );
            let Some((status, body)) = send(port, "POST", CONTACTS, &bearer, &body) else {
                break;
            };
            assert_eq!(status, 200, "{body}");
            let made: serde_json::Value = serde_json::from_str(&body).unwrap();
            answered.push(made["id"].as_str().unwrap().to_owned());
        }
        killing.join().unwrap();
    }

    assert!(
        answered.len() > usize::try_from(KILLS).unwrap(),
        "{}",
        answered.len()
    );
}

#[test]
fn a_bad_file_is_named_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("notes.txt");
    std::fs::write(&path, "my notes").unwrap();

    let output = Command::new(env!("CARGO_BIN_EXE_emulator"))
        .args(["--port=0", "--data"])
        .arg(&path)
        .output()
        .unwrap();

    assert!(!output.status.success());
    let text = String::from_utf8(output.stderr).unwrap();
    assert!(
        text.starts_with("error: ") && text.contains("notes.txt holds no data of this program"),
        "{text}"
    );
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "my notes");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[cfg(unix)]
#[test]
fn a_stop_is_graceful() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(&folder.path().join("data.db"));

    let stopped = Command::new("kill")
        .args(["-TERM", &program.child.id().to_string()])
        .status()
        .unwrap();

    assert!(stopped.success());
    assert!(program.child.wait().unwrap().success());
}
