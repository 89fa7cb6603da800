//! The emulator makes no outbound connection.

use std::{fs, path::Path};

/// No source names an API that opens a connection, and no dependency of the program is a
/// client: only its tests have one.
#[test]
fn no_source_opens_a_connection() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = vec![root.join("src")];
    let mut files = 0;
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            files += 1;
            let text = fs::read_to_string(&path).unwrap();
            for word in [
                "TcpStream",
                "TcpSocket",
                "UdpSocket",
                "UnixStream",
                ".connect(",
                "reqwest",
            ] {
                assert!(!text.contains(word), "{} has {word}", path.display());
            }
        }
    }
    assert!(files >= 20, "{files}");
    let manifest = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let (of_program, _) = manifest.split_once("[dev-dependencies]").unwrap();
    for client in [
        "local-client",
        "native-client",
        "reqwest",
        "hyper-rustls",
        "\"client",
        "ureq",
    ] {
        assert!(!of_program.contains(client), "{client}");
    }
}
