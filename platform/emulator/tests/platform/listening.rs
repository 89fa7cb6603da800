//! The program's sockets and output.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream, UdpSocket},
    process::Stdio,
    time::Duration,
};

use crate::program::Program;

fn start() -> Program {
    Program::start(Program::command().stderr(Stdio::piped()))
}

/// The status of a request to an address; `None` if nothing listens.
fn ask(program: &Program, address: IpAddr) -> Option<String> {
    let address = SocketAddr::new(address, program.port);
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(5)).ok()?;
    write!(
        stream,
        "GET /emulator/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"
    )
    .ok()?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply).ok()?;
    reply.get(9..12).map(str::to_owned)
}

const V4: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// An address of this machine that others may reach, if it has one. Sends no packet: a datagram
/// socket only chooses its own address.
fn outer_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

#[test]
fn it_listens_on_loopback_alone() {
    let program = start();

    assert_eq!(ask(&program, V4).as_deref(), Some("200"));
    if let Some(outer) = outer_address() {
        assert_eq!(ask(&program, outer), None, "{outer}");
    }
}

/// The body comes after the head, as Python's client sends it.
#[test]
fn a_refusal_leaves_the_connection_open() {
    let program = start();
    let mut stream = TcpStream::connect(SocketAddr::new(V4, program.port)).unwrap();
    let mut answers = BufReader::new(stream.try_clone().unwrap());

    for path in [
        "/nowhere",
        "/emulator/health",
        "/crm/v3/objects/contacts/merge",
    ] {
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 2\r\n\r\n"
        )
        .unwrap();
        stream.write_all(b"{}").unwrap();
        let mut length = 0;
        let mut line = String::new();
        answers.read_line(&mut line).unwrap();
        assert!(line.starts_with("HTTP/1.1 40"), "{path} {line}");
        while line != "\r\n" {
            line.clear();
            answers.read_line(&mut line).unwrap();
            if let Some(text) = line.strip_prefix("content-length: ") {
                length = text.trim().parse().unwrap();
            }
        }
        let mut body = vec![0; length];
        answers.read_exact(&mut body).unwrap();
    }
}

/// Whatever a request holds, the program prints its own addresses alone.
#[test]
fn nothing_of_a_request_is_printed() {
    let mut program = start();
    let port = program.port;
    let send = |request: &str| {
        let mut stream = TcpStream::connect((V4, port)).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut reply = Vec::new();
        let _ = stream.read_to_end(&mut reply);
    };
    let body = "grant_type=canary&client_secret=canary";
    for request in [
        "GET /canary?hapikey=canary HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n".to_owned(),
        "GET /oauth/v1/access-tokens/canary HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer canary\r\nconnection: close\r\n\r\n".to_owned(),
        "CANARY / HTTP/1.1\r\nhost: canary.example\r\nconnection: close\r\n\r\n".to_owned(),
        "canary canary\r\n\r\n".to_owned(),
        format!(
            "POST /oauth/v1/token HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
             content-type: application/x-www-form-urlencoded\r\ncontent-length: {}\r\n\r\n{body}",
            body.len()
        ),
        "POST /crm/v3/objects/contacts HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\
         authorization: Bearer canary\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{\"canary\""
            .to_owned(),
    ] {
        send(&request);
    }

    program.child.kill().unwrap();
    let (mut output, mut errors) = (String::new(), String::new());
    program.output.read_to_string(&mut output).unwrap();
    let mut stderr = program.child.stderr.take().unwrap();
    stderr.read_to_string(&mut errors).unwrap();
    assert_eq!(output, "Ctrl-C stops it.\n");
    assert_eq!(errors, "");
}
