//! The files of a site, limited to its folder.

use std::path::{Path, PathBuf};

use axum::{
    Router,
    extract::{Request, State},
    handler::HandlerWithoutStateExt as _,
    http::StatusCode,
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse as _, Response},
};
use percent_encoding::percent_decode_str;
use tower_http::services::ServeDir;

/// Serves a folder. Neither a link that leads out of it nor a name that begins with a dot
/// (`.env`, `.git`) is served: they are not meant for a page.
pub(crate) fn serve(root: &Path) -> Router {
    let files = ServeDir::new(root).not_found_service(not_found.into_service());
    Router::new()
        .fallback_service(files)
        .layer(from_fn_with_state(root.to_owned(), inside))
}

async fn not_found() -> (StatusCode, &'static str) {
    (StatusCode::NOT_FOUND, "there is no such file\n")
}

async fn inside(State(root): State<PathBuf>, request: Request, next: Next) -> Response {
    if is_inside(&root, request.uri().path()) {
        next.run(request).await
    } else {
        not_found().await.into_response()
    }
}

/// True if the target of a path may be served. A missing file counts as inside: its absence
/// is noticed later.
fn is_inside(root: &Path, path: &str) -> bool {
    let Ok(path) = percent_decode_str(path).decode_utf8() else {
        return false;
    };
    if path.split(['/', '\\']).any(|name| name.starts_with('.')) {
        return false;
    }
    let Ok(real_root) = root.canonicalize() else {
        return false;
    };
    let named = root.join(path.trim_start_matches('/'));
    // A folder is served by its index.
    [named.join("index.html"), named]
        .iter()
        .filter_map(|file| file.canonicalize().ok())
        .all(|real| real.starts_with(&real_root))
}
