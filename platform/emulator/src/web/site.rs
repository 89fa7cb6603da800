//! The files of a site in memory, served as `site` serves a folder.

use std::{collections::HashMap, sync::Arc};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::Request,
    http::{HeaderValue, Method, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use percent_encoding::percent_decode_str;
use serde::Deserialize;

/// A file, without its contents.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SiteFile {
    /// Its path in the site, such as `index.html`.
    path: String,
    /// Its length in bytes.
    length: usize,
}

/// The files of a site, by path.
pub(super) type Files = HashMap<String, Bytes>;

/// Splits concatenated files off a body, and returns the rest. `None` if the body ends within
/// a file.
pub(super) fn split(files: Vec<SiteFile>, body: &[u8]) -> Option<(Files, &[u8])> {
    let (mut found, mut rest) = (Files::new(), body);
    for SiteFile { path, length } in files {
        let (bytes, after) = rest.split_at_checked(length)?;
        found.insert(path, Bytes::copy_from_slice(bytes));
        rest = after;
    }
    Some((found, rest))
}

/// Serves the files.
pub(super) fn serve(files: Files) -> Router {
    let files = Arc::new(files);
    Router::new().fallback(move |request: Request| {
        let response = answer(&files, &request);
        async move { response }
    })
}

fn answer(files: &Files, request: &Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let Ok(path) = percent_decode_str(request.uri().path()).decode_utf8() else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let path = path.strip_prefix('/').unwrap_or_default();
    // A folder is served by its index.
    let path = if path.is_empty() || path.ends_with('/') {
        [path, "index.html"].concat()
    } else {
        path.to_owned()
    };
    let Some(bytes) = files.get(&path) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let media = HeaderValue::from_static(media_of(&path));
    ([(header::CONTENT_TYPE, media)], Body::from(bytes.clone())).into_response()
}

/// The media type of a file, by its extension.
fn media_of(path: &str) -> &'static str {
    let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
    let media = MEDIA.iter().find(|(known, _)| *known == ending);
    media.map_or("application/octet-stream", |(_, media)| media)
}

/// Media types of pages.
const MEDIA: [(&str, &str); 14] = [
    ("css", "text/css"),
    ("gif", "image/gif"),
    ("html", "text/html; charset=utf-8"),
    ("ico", "image/x-icon"),
    ("jpg", "image/jpeg"),
    ("js", "text/javascript; charset=utf-8"),
    ("json", "application/json"),
    ("map", "application/json"),
    ("mjs", "text/javascript; charset=utf-8"),
    ("png", "image/png"),
    ("svg", "image/svg+xml"),
    ("txt", "text/plain; charset=utf-8"),
    ("wasm", "application/wasm"),
    ("woff2", "font/woff2"),
];
