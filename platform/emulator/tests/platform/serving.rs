//! The application of one port, without a socket.

use std::{env, fs, path::PathBuf, process};

use axum::{
    Router,
    body::{Body, to_bytes},
    http::{Request, Response, StatusCode},
};
use emulator::{Config, Error, Options, Platform, Server, Site, app, platform_app};
use serde_json::json;
use tower::ServiceExt as _;

use crate::support::{Fixture, request};

/// A site in a separate folder, and a file beside the folder.
struct Folder {
    outside: PathBuf,
}

impl Folder {
    fn new(test: &str) -> Self {
        let outside = env::temp_dir().join(format!("emulator-{test}-{}", process::id()));
        let root = outside.join("site");
        fs::create_dir_all(&root).unwrap();
        for (name, text) in [
            ("index.html", "<!doctype html>"),
            ("main.js", "export {};"),
            ("style.css", "body {}"),
            ("logo.svg", "<svg/>"),
            ("module.wasm", "\0asm"),
        ] {
            fs::write(root.join(name), text).unwrap();
        }
        fs::write(outside.join("secret.txt"), "secret").unwrap();
        Self { outside }
    }

    fn config(&self, site: Site) -> Config {
        Config {
            site,
            root: self.outside.join("site"),
        }
    }

    async fn get(&self, site: Site, host: &str, path: &str) -> Response<Body> {
        get(app(&self.config(site)), host, path).await
    }
}

async fn get(app: Router, host: &str, path: &str) -> Response<Body> {
    let request = request("GET", path, &[("host", host)], Body::empty());
    app.oneshot(request).await.unwrap()
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.outside);
    }
}

async fn text(response: Response<Body>) -> String {
    let bytes = to_bytes(response.into_body(), 4096).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn header_of<'a>(response: &'a Response<Body>, name: &str) -> &'a str {
    response
        .headers()
        .get(name)
        .map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn the_host_page_is_there_under_each_name_the_platform_has() {
    let folder = Folder::new("names");
    let options = Options {
        hosts: vec!["crm.test".to_owned()],
        ..Options::default()
    };
    let platform = Platform::new(options).unwrap();
    let router = platform_app(&platform, Some(&folder.config(Site::Host))).unwrap();

    for (host, expected) in [
        ("localhost:8140", StatusCode::OK),
        ("crm.test:8140", StatusCode::OK),
        ("evil.test", StatusCode::MISDIRECTED_REQUEST),
    ] {
        for path in ["/", "/main.js"] {
            let response = get(router.clone(), host, path).await;

            assert_eq!(response.status(), expected, "{host}{path}");
        }
    }
}

#[tokio::test]
async fn every_answer_has_its_type_and_the_security_headers() {
    let folder = Folder::new("headers");
    for (host, path, kind) in [
        ("localhost:8140", "/", "text/html"),
        ("localhost", "/main.js", "text/javascript"),
        ("localhost", "/style.css", "text/css"),
        ("localhost", "/logo.svg", "image/svg+xml"),
        ("localhost", "/module.wasm", "application/wasm"),
        ("localhost", "/missing", "text/plain; charset=utf-8"),
        ("example.com", "/", "text/plain; charset=utf-8"),
    ] {
        let response = folder.get(Site::Host, host, path).await;

        for (name, value) in [
            ("content-type", kind),
            ("x-content-type-options", "nosniff"),
            ("cache-control", "no-store"),
            ("referrer-policy", "strict-origin-when-cross-origin"),
        ] {
            assert_eq!(header_of(&response, name), value, "{host}{path}");
        }
        let policy = header_of(&response, "content-security-policy");
        assert!(policy.starts_with("default-src 'none';"), "{host}{path}");
    }
}

#[tokio::test]
async fn only_the_softphone_can_be_framed() {
    let folder = Folder::new("policy");

    let host = folder.get(Site::Host, "localhost", "/").await;
    let widget = folder.get(Site::Widget, "localhost", "/").await;

    assert_eq!(
        header_of(&host, "content-security-policy"),
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src http: https:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    assert_eq!(
        header_of(&widget, "content-security-policy"),
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'"
    );
    assert_eq!(header_of(&widget, "x-frame-options"), "");
}

#[tokio::test]
async fn a_foreign_host_and_none_are_refused() {
    let folder = Folder::new("foreign");

    let foreign = folder.get(Site::Host, "example.com:8140", "/").await;
    let hostless = Request::get("/").body(Body::empty()).unwrap();
    let hostless = app(&folder.config(Site::Host)).oneshot(hostless).await;

    for refused in [foreign, hostless.unwrap()] {
        assert_eq!(refused.status(), StatusCode::MISDIRECTED_REQUEST);
        let expected = "this server answers to localhost only\n";
        assert_eq!(text(refused).await, expected);
    }
}

#[tokio::test]
async fn no_path_leads_out_of_the_folder() {
    let folder = Folder::new("outside");
    for path in [
        "/nothing.js",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/..%5csecret.txt",
        "//secret.txt",
        "/x/../../secret.txt",
    ] {
        let response = folder.get(Site::Host, "localhost", path).await;

        assert_eq!(response.status(), StatusCode::NOT_FOUND, "{path}");
        assert_eq!(text(response).await, "there is no such file\n", "{path}");
    }
}

/// The common error object on all other paths, even beside the host page's files.
#[tokio::test]
async fn beside_the_files_the_error_object_is_answered() {
    let folder = Folder::new("beside");
    let platform = Platform::new(Options::default()).unwrap();
    let router = platform_app(&platform, Some(&folder.config(Site::Host))).unwrap();
    let fixture = Fixture { router };
    let large = "a".repeat(16_384);
    let unknown = "there is no path /*: /emulator/docs lists those there are";
    let no_method = "POST is no method of /*: use GET, HEAD";
    let too_large = "the headers are more than 100, or longer than 16384 bytes";
    for (method, path, header, status, message) in [
        ("GET", "/nothing.js", "", 404, unknown),
        ("POST", "/main.js", "", 405, no_method),
        ("GET", "/main.js", large.as_str(), 431, too_large),
        ("GET", "/crm/v9/none", large.as_str(), 431, too_large),
    ] {
        let reply = fixture.call(method, path, &[("x-a", header)], "").await;

        let category = match status {
            404 => "OBJECT_NOT_FOUND",
            _ => "VALIDATION_ERROR",
        };
        assert_eq!(reply.status, status, "{method} {path}");
        let expected = json!({ "status": "error", "message": message, "category": category });
        assert_eq!(reply.error(), expected);
    }
}

#[tokio::test]
async fn files_cannot_be_written() {
    let folder = Folder::new("methods");
    let fixture = Fixture {
        router: app(&folder.config(Site::Host)),
    };

    let reply = fixture.call("POST", "/main.js", &[], "changed").await;

    assert_eq!(reply.status, 405);
}

#[tokio::test]
async fn a_missing_folder_is_refused() {
    let config = Config {
        site: Site::Host,
        root: PathBuf::from("no-such-folder"),
    };

    let outcome = Server::new().listen(&config, 0).await;

    assert!(matches!(outcome, Err(Error::NoFolder(_))));
}
