//! No app can put markup on a timeline that a page would run.
//!
//! `tests/hostile/timeline.json` has the attacks; `tests/e2e/timeline.spec.ts`
//! opens the same ones in a browser.

use emulator::Profile;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::support::{Fixture, KEY, Reply};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Attacks {
    /// Texts for values, labels and titles.
    values: Vec<String>,
    /// Templates that are accepted, and show nothing harmful.
    templates: Vec<String>,
    /// Templates that are refused.
    refused_templates: Vec<String>,
    /// Addresses of frames, all refused.
    addresses: Vec<String>,
}

fn attacks() -> Attacks {
    serde_json::from_str(include_str!("../../../../tests/hostile/timeline.json")).unwrap()
}

const EVENT: &str = "/integrations/v1/123/timeline/event";

struct Timeline {
    fixture: Fixture,
    token: String,
}

impl Timeline {
    async fn new() -> Self {
        let fixture = Fixture::new(Profile::Spec);
        let (token, _) = fixture.tokens().await;
        Self { fixture, token }
    }

    async fn make_type(&self, header: &str, detail: &str) -> Reply {
        let target = format!("/integrations/v1/123/timeline/event-types?hapikey={KEY}&userId=9");
        let body = json!({ "name": "Attack", "headerTemplate": header, "detailTemplate": detail });
        self.fixture.json("POST", &target, &body).await
    }

    async fn put(&self, event: &Value) -> Reply {
        self.fixture.ask(&self.token, "PUT", EVENT, event).await
    }

    async fn view(&self, of: &Value) -> Value {
        let path = format!("/emulator/timeline/123/{of}/1");
        let reply = self.fixture.ask(&self.token, "GET", &path, &Value::Null);
        let reply = reply.await;
        assert_eq!(reply.status, 200, "{}", reply.text);
        reply.json()
    }
}

/// Refuses every tag, attribute and address that is not known to be harmless. In the
/// serializer's output, `<` always begins a tag, since others are escaped.
fn hold_safe(html: &str, from: &str) {
    for tag in html.split('<').skip(1) {
        let (tag, _) = tag
            .split_once('>')
            .unwrap_or_else(|| panic!("{from}: {html}"));
        let mut parts = tag.trim_start_matches('/').splitn(2, ' ');
        let name = parts.next().unwrap();
        const TAGS: &str = "a blockquote br code em h1 h2 h3 h4 h5 h6 hr li ol p pre strong ul";
        assert!(TAGS.split(' ').any(|known| known == name), "{from}: {html}");
        let mut rest = parts.next().unwrap_or_default();
        while let Some((attribute, after)) = rest.split_once("=\"") {
            let (value, next) = after.split_once('"').expect(html);
            match attribute.trim() {
                "href" => {
                    let known = ["https:", "http:", "mailto:", "tel:"];
                    assert!(
                        known.iter().any(|one| value.starts_with(one)),
                        "{from}: {html}"
                    );
                }
                "start" | "title" => {}
                "target" => assert_eq!(value, "_blank"),
                "rel" => assert_eq!(value, "noopener noreferrer nofollow"),
                other => panic!("{from}: {other} in {html}"),
            }
            rest = next;
        }
        assert_eq!(rest.trim(), "", "{from}: {html}");
    }
}

/// The visible text of HTML.
fn text_of(html: &str) -> String {
    let text: String = html
        .split('<')
        .enumerate()
        .map(|(at, part)| match part.split_once('>') {
            Some((_, text)) if at > 0 => text,
            _ => part,
        })
        .collect();
    text.replace("&lt;", "<")
        .replace("&gt;", ">")
        .replace("&nbsp;", "\u{a0}")
        .replace("&amp;", "&")
}

/// A value with the white space that a page shows.
fn words(text: &str) -> String {
    let is_visible = |letter: &char| {
        (!letter.is_control() || letter.is_whitespace())
            && !(0xF_0000..0xF_0080).contains(&u32::from(*letter))
    };
    let text: String = text.chars().filter(is_visible).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[tokio::test]
async fn a_value_is_shown_as_text_wherever_it_stands() {
    let timeline = Timeline::new().await;
    let detail = "{{value}}\n\n# {{value}}\n\n- {{value}}\n\n> {{value}}\n\n**{{value}}** \
        _{{extraData.inner.value}}_ `{{value}}`\n\n    {{value}}\n\n[{{value}}]({{value}} \
        \"{{value}}\")\n\n![{{value}}]({{value}})\n\n<{{value}}>\n\n{{#each extraData.list}}\
        {{this}}{{/each}}\n\n{{{value}}}{{&value}}\n\n[a][b]\n\n[b]: {{value}}\n\n\
        <div title=\"{{value}}\">{{value}}</div>\n\n```{{value}}\n{{value}}\n```";
    let made = timeline.make_type("{{value}}", detail).await;
    assert_eq!(made.status, 200, "{}", made.text);
    let of = made.json()["id"].clone();
    let target =
        format!("/integrations/v1/123/timeline/event-types/{of}/properties?hapikey={KEY}&userId=9");
    let property = json!({ "name": "value", "label": "V", "propertyType": "String" });
    let made = timeline.fixture.json("POST", &target, &property).await;
    assert_eq!(made.status, 200, "{}", made.text);
    let values = attacks().values;
    assert!(values.len() >= 30);

    for value in &values {
        let frame = json!({ "linkLabel": value, "iframeLabel": value, "width": 1, "height": 1,
            "iframeUri": "https://app.example/" });
        let event = json!({ "id": "1", "eventTypeId": of, "objectId": 101, "value": value,
            "timelineIFrame": frame,
            "extraData": { "inner": { "value": value }, "list": [value], value: value } });
        let put = timeline.put(&event).await;
        assert_eq!(put.status, 200, "{value}: {}", put.text);

        let view = timeline.view(&of).await;

        let header = view["header"].as_str().unwrap();
        assert!(!header.contains('<'), "{value}: {header}");
        assert_eq!(words(&text_of(header)), words(value), "{header}");
        hold_safe(view["detail"].as_str().unwrap(), value);
        // Labels are texts, which the page shows as such.
        assert_eq!(view["timelineIFrame"], frame);
    }
}

#[tokio::test]
async fn a_template_brings_no_markup_of_its_own() {
    let timeline = Timeline::new().await;
    let templates = attacks().templates;
    for template in &templates {
        let made = timeline.make_type(template, template).await;
        assert_eq!(made.status, 200, "{template}: {}", made.text);
        let of = made.json()["id"].clone();
        let event = json!({ "id": "1", "eventTypeId": of, "objectId": 101, "extraData": {
            "bad": "javascript:ran()", "call": "ran()", "tag": "img",
            "html": "<img src=x onerror=ran()>", "<img src=x onerror=ran()>": "key" } });
        let put = timeline.put(&event).await;
        assert_eq!(put.status, 200, "{template}: {}", put.text);

        let view = timeline.view(&of).await;

        hold_safe(view["header"].as_str().unwrap(), template);
        hold_safe(view["detail"].as_str().unwrap(), template);
    }
}

#[tokio::test]
async fn what_could_run_is_refused_when_it_is_stored() {
    let timeline = Timeline::new().await;
    let Attacks {
        refused_templates,
        addresses,
        ..
    } = attacks();

    for template in &refused_templates {
        let made = timeline.make_type(template, "").await;
        assert_eq!(made.status, 400, "{template}: {}", made.text);
        assert_eq!(made.json()["errors"][0]["in"], "headerTemplate");
    }
    for address in &addresses {
        let event = json!({ "id": "1", "eventTypeId": "5001", "objectId": 101, "timelineIFrame": {
            "linkLabel": "a", "iframeLabel": "b", "width": 1, "height": 1, "iframeUri": address } });
        let put = timeline.put(&event).await;
        assert_eq!(put.status, 400, "{address}: {}", put.text);
        assert_eq!(put.json()["errors"][0]["in"], "timelineIFrame.iframeUri");
    }
}
