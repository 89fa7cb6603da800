//! A bill of materials in the form of CycloneDX 1.6.
//!
//! It holds neither a time nor a serial number, so that the same sources give the
//! same file.

use serde_json::{Value, json};

use super::{Component, Tool, parse};
use crate::{error::Result, workspace};

/// The document, for the package as it is and what it is compiled of.
pub(super) fn of(components: &[Component], tools: &[Tool]) -> Result<String> {
    let manifest: Value = parse(&workspace::read(
        &workspace::root().join("pkg/package.json"),
    )?)?;
    let text = |key: &str| {
        manifest
            .get(key)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    Ok(document(
        text("name"),
        text("version"),
        text("license"),
        components,
        tools,
    ))
}

fn document(
    name: &str,
    version: &str,
    license: &str,
    components: &[Component],
    tools: &[Tool],
) -> String {
    let own = format!("pkg:npm/{name}@{version}");
    let inside: Vec<String> = components.iter().map(url).collect();
    let document = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {
            "tools": { "components": tools.iter().map(tool).collect::<Vec<_>>() },
            "component": {
                "type": "library",
                "bom-ref": own,
                "name": name,
                "version": version,
                "licenses": [{ "expression": license }],
                "purl": own,
            },
        },
        "components": components.iter().map(component).collect::<Vec<_>>(),
        "dependencies": [{ "ref": own, "dependsOn": inside }],
    });
    format!("{document:#}\n")
}

fn tool(
    Tool {
        kind,
        name,
        version,
    }: &Tool,
) -> Value {
    json!({
        "type": "application",
        "name": name,
        "version": version,
        "purl": format!("pkg:{kind}/{name}@{version}"),
    })
}

fn component(component: &Component) -> Value {
    let Component {
        name,
        version,
        license,
        checksum,
        ..
    } = component;
    let mut value = json!({
        "type": "library",
        "bom-ref": url(component),
        "name": name,
        "version": version,
        "licenses": [{ "expression": license }],
        "purl": url(component),
    });
    if let (Some(checksum), Some(fields)) = (checksum, value.as_object_mut()) {
        fields.insert(
            "hashes".into(),
            json!([{ "alg": "SHA-256", "content": checksum }]),
        );
    }
    value
}

/// The component's package URL, which also names it within the document.
fn url(
    Component {
        name,
        version,
        checksum,
        ..
    }: &Component,
) -> String {
    // Only what came as a crate has a checksum.
    let kind = if checksum.is_some() {
        "cargo"
    } else {
        "generic"
    };
    format!("pkg:{kind}/{name}@{version}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_component_is_named_by_its_package_url_and_hash() {
        let document = document(
            "package",
            "1.2.3",
            "MIT",
            &[Component {
                name: "a".into(),
                version: "1.0.0".into(),
                license: "MIT".into(),
                checksum: Some("ff".into()),
                texts: vec![],
            }],
            &[Tool {
                kind: "generic",
                name: "rustc".into(),
                version: "1.95.0".into(),
            }],
        );

        let document: Value = serde_json::from_str(&document).expect("it is JSON");
        assert_eq!(
            document.pointer("/metadata/tools/components/0/purl"),
            Some(&json!("pkg:generic/rustc@1.95.0"))
        );
        assert_eq!(
            document.pointer("/components/0/purl"),
            Some(&json!("pkg:cargo/a@1.0.0"))
        );
        assert_eq!(
            document.pointer("/components/0/hashes/0/content"),
            Some(&json!("ff"))
        );
        assert_eq!(
            document.pointer("/dependencies/0/dependsOn/0"),
            Some(&json!("pkg:cargo/a@1.0.0"))
        );
    }
}
