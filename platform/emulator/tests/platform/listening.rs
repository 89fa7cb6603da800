//! The program on addresses beyond loopback.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpListener, TcpStream, UdpSocket},
    process::{Command, Stdio},
    time::Duration,
};

use crate::program::Program;

/// Starts the program; with an address to listen on, it warns.
fn start(arguments: &[&str]) -> (Program, String) {
    let mut command = Program::command();
    let mut program = Program::start(command.args(arguments).stderr(Stdio::piped()));
    let mut warning = String::new();
    if arguments.iter().any(|one| one.starts_with("--listen")) {
        let mut errors = BufReader::new(program.child.stderr.take().unwrap());
        errors.read_line(&mut warning).unwrap();
    }
    (program, warning)
}

/// The status of a request to an address under a name; `None` if nothing listens.
fn ask(program: &Program, address: IpAddr, host: &str) -> Option<String> {
    let address = SocketAddr::new(address, program.port);
    let mut stream = TcpStream::connect_timeout(&address, Duration::from_secs(5)).ok()?;
    write!(
        stream,
        "GET /emulator/health HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\r\n"
    )
    .ok()?;
    let mut reply = String::new();
    stream.read_to_string(&mut reply).ok()?;
    reply.get(9..12).map(str::to_owned)
}

/// Sends a request, and fails on another status.
fn expect(program: &Program, address: IpAddr, host: &str, status: Option<&str>) {
    let found = ask(program, address, host);
    assert_eq!(found.as_deref(), status, "{address} {host}");
}

const V4: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const V6: IpAddr = IpAddr::V6(Ipv6Addr::LOCALHOST);

/// An address of this machine that others may reach, if it has one. Sends no packet: a datagram
/// socket only chooses its own address.
fn outer_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    let address = socket.local_addr().ok()?.ip();
    (!address.is_loopback() && !address.is_unspecified()).then_some(address)
}

fn has_v6() -> bool {
    TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok()
}

#[test]
fn by_default_it_listens_on_loopback_alone() {
    let (program, _) = start(&[]);

    expect(&program, V4, "localhost", Some("200"));
    if let Some(outer) = outer_address() {
        expect(&program, outer, "localhost", None);
    }
}

#[test]
fn listening_on_all_addresses_warns_and_admits_known_names_only() {
    for all in ["0.0.0.0", "::"] {
        if all == "::" && !has_v6() {
            continue;
        }
        let listen = format!("--listen={all}");
        let (program, warning) = start(&[&listen, "--allow-host=crm.test"]);

        let expected = format!("warning: listening on {all} too");
        assert!(warning.starts_with(&expected), "{warning}");
        let mut addresses = vec![V4];
        addresses.extend(has_v6().then_some(V6));
        addresses.extend(outer_address());
        for address in addresses {
            for host in ["localhost", "crm.test"] {
                expect(&program, address, host, Some("200"));
            }
            let own = address_as_host(address);
            for host in ["192.0.2.1", "evil.example", "0.0.0.0", &own] {
                let is_loopback = address.is_loopback() && host == own;
                let status = if is_loopback { "200" } else { "421" };
                expect(&program, address, host, Some(status));
            }
        }
    }
}

#[test]
fn one_address_is_listened_on_beside_loopback() {
    let Some(outer) = outer_address() else { return };
    let listen = format!("--listen={outer}");

    let (program, warning) = start(&[&listen]);

    assert!(warning.contains(&outer.to_string()), "{}", warning);
    expect(&program, V4, "localhost", Some("200"));
    expect(&program, outer, "localhost", Some("200"));
    expect(&program, outer, &address_as_host(outer), Some("421"));
}

#[test]
fn a_taken_port_is_named_with_the_option() {
    for (address, further) in [
        (Ipv4Addr::LOCALHOST, None),
        (Ipv4Addr::UNSPECIFIED, Some("--listen=0.0.0.0")),
    ] {
        let taken = TcpListener::bind((address, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();

        let output = Command::new(env!("CARGO_BIN_EXE_emulator"))
            .arg(format!("--port={port}"))
            .args(further)
            .output()
            .unwrap();

        assert!(!output.status.success());
        let text = String::from_utf8(output.stderr).unwrap();
        let expected =
            format!("error: port {port} is already in use; choose another with --port\n");
        assert!(text.ends_with(&expected), "{text}");
    }
}

/// The body comes after the head, as Python's client sends it.
#[test]
fn a_refusal_leaves_the_connection_open() {
    let (program, _) = start(&[]);
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
    let (mut program, _) = start(&[]);
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

fn address_as_host(address: IpAddr) -> String {
    match address {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => format!("[{address}]"),
    }
}
