//! Replaces the platform in this process by the npm package, if `EMULATOR_COMMAND` names its
//! command: the same tests run on both.

use std::{
    io::{BufRead as _, BufReader},
    process::{Child, Command, Stdio},
    sync::Arc,
};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{HeaderName, HeaderValue, Request, Response},
};
use emulator::{Clock, Options, Platform, Profile};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpStream,
};

/// The application of a platform.
pub(crate) fn router(options: Options) -> Router {
    match std::env::var("EMULATOR_COMMAND") {
        Ok(command) if is_possible(&options) => forwarding(&command, &options),
        _ => Platform::new(options).unwrap().router(),
    }
}

/// True if requests go through a server of Node, which trims the values of headers and itself
/// answers a request with an unknown method.
pub(crate) fn is_in_place() -> bool {
    std::env::var_os("EMULATOR_COMMAND").is_some()
}

/// Data files, further names and other limits exist in the native server alone; seed files are
/// texts here, and the package has its own tests of them.
fn is_possible(options: &Options) -> bool {
    options.data.is_none()
        && options.additions.is_empty()
        && options.hosts.is_empty()
        && options.namespaces.is_none()
        && options.body_timeout.is_none()
}

/// A program that ends with the tests.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn forwarding(command: &str, options: &Options) -> Router {
    let profile = match options.profile {
        Profile::Spec => "spec",
        Profile::Vendor => "vendor",
    };
    let clock = match options.clock {
        Clock::Fixed => "fixed",
        Clock::Real => "real",
    };
    let mut program = Command::new("node");
    program
        .args([command, "--port=0", "--profile", profile, "--clock", clock])
        .args(options.seed.map(|seed| format!("--seed={seed}")))
        .args(
            options
                .origins
                .iter()
                .map(|it| ["--allow-origin=", it].concat()),
        )
        .stdout(Stdio::piped());
    let mut child = program.spawn().unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    let address = line.split("localhost:").nth(1).expect(&line);
    let port: u16 = address.split('/').next().unwrap().parse().unwrap();
    let program = Arc::new(Program(child));
    Router::new().fallback(move |request: Request<Body>| {
        let program = Arc::clone(&program);
        async move {
            let response = exchange(port, request).await;
            drop(program);
            response
        }
    })
}

/// Sends a request unchanged, and reads the answer to its end.
async fn exchange(port: u16, request: Request<Body>) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, usize::MAX).await.unwrap();
    let mut head = format!("{} {} HTTP/1.1\r\n", parts.method, parts.uri).into_bytes();
    for (name, value) in &parts.headers {
        head.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
    }
    head.extend(b"connection: close\r\n");
    if !parts.headers.contains_key("content-length") {
        head.extend(format!("content-length: {}\r\n", body.len()).as_bytes());
    }
    head.extend(b"\r\n");
    let mut stream = TcpStream::connect(("127.0.0.1", port)).await.unwrap();
    // A server that refuses a body does not read it to its end.
    let _ = stream.write_all(&[&head, body.as_ref()].concat()).await;
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer).await;
    read(&answer).unwrap_or_else(|| panic!("no answer: {}", String::from_utf8_lossy(&answer)))
}

fn read(answer: &[u8]) -> Option<Response<Body>> {
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
    let (head, body) = answer.split_at(end + 4);
    let mut lines = head.split(|&byte| byte == b'\n');
    let status = std::str::from_utf8(lines.next()?).ok()?;
    let status: u16 = status.split(' ').nth(1)?.trim().parse().ok()?;
    let mut response = Response::new(Body::from(body.to_vec()));
    *response.status_mut() = status.try_into().ok()?;
    for line in lines {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let Some(colon) = line.iter().position(|&byte| byte == b':') else {
            continue;
        };
        let (name, value) = line.split_at(colon);
        response.headers_mut().append(
            HeaderName::from_bytes(name).ok()?,
            HeaderValue::from_bytes(value[1..].trim_ascii()).ok()?,
        );
    }
    Some(response)
}
