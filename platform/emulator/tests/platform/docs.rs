//! The page of the endpoints, and its files.

use axum::{
    body::{Body, to_bytes},
    http::Response,
};
use emulator::Profile;
use tower::ServiceExt as _;

use crate::support::{Fixture, KEY, request};

async fn fetch(fixture: &Fixture, target: &str) -> Response<Body> {
    let request = request("GET", target, &[], Body::empty());
    fixture.router.clone().oneshot(request).await.unwrap()
}

/// Addresses in a page, except `data:` URLs.
fn addresses(html: &str) -> Vec<&str> {
    let attributes = html.split(['"', ' ']).collect::<Vec<_>>();
    attributes
        .windows(2)
        .filter(|pair| pair[0].ends_with("href=") || pair[0].ends_with("src="))
        .map(|pair| pair[1])
        .filter(|address| !address.starts_with("data:") && !address.starts_with('#'))
        .collect()
}

#[tokio::test]
async fn the_page_and_all_it_loads_come_from_the_emulator() {
    let fixture = Fixture::new(Profile::Spec);
    let page = fixture.get("/ns/mine/emulator/docs").await;
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), "text/html;charset=utf-8");
    assert!(page.text.contains(KEY));

    let addresses = addresses(&page.text);
    for part in [
        "docs/initializer.js",
        "docs/swagger-ui.css",
        "docs/swagger-ui-bundle.js",
    ] {
        assert!(addresses.contains(&part), "{part}");
    }
    for address in addresses {
        // Relative, so that the page of a namespace stays in it.
        assert!(
            !address.starts_with('/') && !address.contains(':'),
            "{address}"
        );
        let response = fetch(&fixture, &format!("/ns/mine/emulator/{address}")).await;
        assert_eq!(response.status().as_u16(), 200, "{address}");
        let header = |name: &str| {
            let value = response.headers().get(name);
            value.map_or("", |value| value.to_str().unwrap()).to_owned()
        };
        let media = match address.rsplit('.').next().unwrap() {
            "css" => "text/css;charset=utf-8",
            "js" => "text/javascript;charset=utf-8",
            "json" => "application/json;charset=utf-8",
            _ => "text/html;charset=utf-8",
        };
        assert_eq!(header("content-type"), media, "{address}");
        let is_gzip = header("content-encoding") == "gzip";
        let bytes = to_bytes(response.into_body(), 4 * 1024 * 1024)
            .await
            .unwrap();
        assert_eq!(bytes.starts_with(&[0x1f, 0x8b]), is_gzip, "{address}");
        assert!(bytes.len() > 500, "{address}");
    }
}
