//! Servers a task asks: started, timed to their first answer, and stopped.

use std::{
    fs,
    io::{self, Read as _, Write as _},
    net::{Ipv4Addr, TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex, PoisonError},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    error::{Error, Result},
    workspace,
};

/// A server that runs, until it is dropped.
#[derive(Debug)]
pub(crate) struct Server {
    child: Child,
    output: Arc<Mutex<Vec<u8>>>,
    port: u16,
    first_answer: Duration,
}

impl Server {
    /// The emulator as it was built in a profile of Cargo's (`debug`, `release`), with
    /// data in memory.
    pub(crate) fn emulator(profile: &str, arguments: &[&str]) -> Result<Self> {
        Self::start(|port| emulator(profile, arguments, port))
    }

    /// The same, with what it prints gathered for [`Server::stop`].
    pub(crate) fn heard_emulator(profile: &str, arguments: &[&str]) -> Result<Self> {
        Self::start_with(|port| emulator(profile, arguments, port), Stdio::piped)
    }

    /// Starts a server by the command for a port that is free, and waits until it
    /// answers.
    pub(crate) fn start(command: impl Fn(u16) -> Command) -> Result<Self> {
        Self::start_with(command, Stdio::null)
    }

    fn start_with(command: impl Fn(u16) -> Command, output: fn() -> Stdio) -> Result<Self> {
        let port = unused_port()?;
        let mut command = command(port);
        let start = Instant::now();
        let mut child = command
            .stdout(output())
            .stderr(output())
            .spawn()
            .map_err(|source| Error::Spawn {
                program: command.get_program().to_string_lossy().into_owned(),
                source,
            })?;
        let output = Arc::default();
        gather(child.stdout.take(), &output);
        gather(child.stderr.take(), &output);
        let mut server = Self {
            child,
            output,
            port,
            first_answer: Duration::ZERO,
        };
        while exchange(port, "GET", "/emulator/health", &[], "").is_err() {
            if start.elapsed() > PATIENCE || server.child.try_wait().is_ok_and(|end| end.is_some())
            {
                return Err(Error::Check(format!(
                    "`{}` does not answer",
                    command.get_program().display()
                )));
            }
            thread::sleep(Duration::from_micros(500));
        }
        server.first_answer = start.elapsed();
        Ok(server)
    }

    /// Where it listens.
    pub(crate) const fn port(&self) -> u16 {
        self.port
    }

    /// How long it took from its start to its first answer.
    pub(crate) const fn first_answer(&self) -> Duration {
        self.first_answer
    }

    /// Stops it, and returns all that it has printed, if that was gathered.
    pub(crate) fn stop(mut self) -> String {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
        // Those that gather are done once nobody else has a part in it.
        while Arc::strong_count(&self.output) > 1 {
            thread::sleep(Duration::from_millis(1));
        }
        let output = self.output.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&output).into_owned()
    }

    /// The memory it has, in KiB; only Linux tells.
    pub(crate) fn resident_kib(&self) -> Option<f64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let line = status
            .lines()
            .find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix("kB")?.trim().parse().ok()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn emulator(profile: &str, arguments: &[&str], port: u16) -> Command {
    let program = format!("{profile}/emulator{}", std::env::consts::EXE_SUFFIX);
    let mut command = Command::new(workspace::target(&program));
    command.arg(format!("--port={port}")).args(arguments);
    command
}

/// Reads what a process prints until it ends.
fn gather(from: Option<impl io::Read + Send + 'static>, output: &Arc<Mutex<Vec<u8>>>) {
    let Some(mut from) = from else { return };
    let output = Arc::clone(output);
    thread::spawn(move || {
        let mut part = [0; 4096];
        while let Ok(length @ 1..) = from.read(&mut part) {
            let read = part.get(..length).unwrap_or_default();
            let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
            output.extend_from_slice(read);
        }
    });
}

/// Asks once; the answer has to be a success.
pub(crate) fn ask(
    port: u16,
    method: &str,
    target: &str,
    headers: &[&str],
    body: &str,
) -> Result<Value> {
    let text = page(port, method, target, headers, body)?;
    serde_json::from_str(&text)
        .map_err(|error| Error::Check(format!("{method} {target}: no JSON: {error}")))
}

/// The same, whatever the text of the answer is.
pub(crate) fn page(
    port: u16,
    method: &str,
    target: &str,
    headers: &[&str],
    body: &str,
) -> Result<String> {
    let (status, text) = exchange(port, method, target, headers, body)
        .map_err(|error| Error::Check(format!("{method} {target}: {error}")))?;
    if !(200..300).contains(&status) {
        return Err(Error::Check(format!("{method} {target}: {status} {text}")));
    }
    Ok(text)
}

/// A token of the emulator's for every record and for the settings of the app 123.
pub(crate) fn host_token(port: u16) -> Result<String> {
    let told = ask(port, "POST", "/emulator/host-page", &[CONTROL], "")?;
    text(&told, "/accessToken").map(str::to_owned)
}

/// A text of an answer, by its place in it.
pub(crate) fn text<'a>(told: &'a Value, place: &str) -> Result<&'a str> {
    told.pointer(place)
        .and_then(Value::as_str)
        .ok_or_else(|| Error::Check(format!("the answer has no {place}")))
}

fn exchange(
    port: u16,
    method: &str,
    target: &str,
    headers: &[&str],
    body: &str,
) -> io::Result<(u16, String)> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    let further: String = headers.iter().map(|line| format!("{line}\r\n")).collect();
    let media = if headers.iter().any(|line| line.starts_with("content-type")) || body.is_empty() {
        ""
    } else {
        "content-type: application/json\r\n"
    };
    write!(
        stream,
        "{method} {target} HTTP/1.1\r\nhost: localhost:{port}\r\nconnection: close\r\n\
         content-length: {}\r\n{media}{further}\r\n{body}",
        body.len()
    )?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply)?;
    let status = reply.get(9..12).and_then(|status| status.parse().ok());
    let body = reply
        .split_once("\r\n\r\n")
        .map(|(_, body)| body.to_owned());
    match (status, body) {
        (Some(status), Some(body)) => Ok((status, body)),
        _ => Err(io::Error::other("no answer of HTTP")),
    }
}

/// A port of this machine on which nobody listens. It lies below those that systems give
/// out by themselves, so that no connection takes it before its user does.
pub(crate) fn unused_port() -> Result<u16> {
    // Two tasks at once begin at different ports.
    let first = u16::try_from(std::process::id() % u32::from(PORTS)).unwrap_or_default();
    (0..PORTS)
        .map(|step| FIRST_PORT + (first + step) % PORTS)
        .find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
        .ok_or_else(|| Error::Check("there is no unused port".into()))
}

const FIRST_PORT: u16 = 20_000;
const PORTS: u16 = 12_000;

/// What control paths ask for.
const CONTROL: &str = "x-emulator-control: 1";

const PATIENCE: Duration = Duration::from_secs(60);
