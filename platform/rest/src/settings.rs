//! The calling settings of an app, and their override in one browser.
//!
//! An override is an object with any of the settings, kept as JSON in the local
//! storage under [`OVERRIDE_KEY`]. It replaces those settings for that browser.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::{
    checks::Checks,
    parameters::lenient,
    problem::{Problem, ProblemCode},
};

/// The override's key in the local storage.
pub const OVERRIDE_KEY: &str = "LocalSettings:Calling:CallingExtensions";

/// The calling settings of an app.
///
/// Shape: `{"name":"Phone","url":"https://phone.example/","width":400,"height":600,"isReady":true,"supportsCustomObjects":false}`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CallingSettings {
    /// The app's name, as users see it.
    pub name: String,
    /// The app's address; https, on loopback also http.
    pub url: String,
    /// The frame's width in px.
    #[serde(default, deserialize_with = "size")]
    pub width: Option<u32>,
    /// The frame's height in px.
    #[serde(default, deserialize_with = "size")]
    pub height: Option<u32>,
    /// True if the app is ready for production; defaults to true.
    pub is_ready: Option<bool>,
    /// True if calls can be placed from custom objects; defaults to false.
    pub supports_custom_objects: Option<bool>,
    /// True if the app takes incoming calls; defaults to false.
    pub supports_inbound_calling: Option<bool>,
    /// True if calls run in the separate call window; defaults to true.
    pub uses_calling_window: Option<bool>,
    /// True if the app has a frame in the navigation bar; defaults to false.
    pub uses_remote: Option<bool>,
}

impl CallingSettings {
    /// Reads settings; unknown fields are left out.
    ///
    /// # Errors
    ///
    /// Every [`Problem`] they have.
    pub fn from_value(value: &Value) -> Result<Self, Vec<Problem>> {
        // As a change, so that there is one reader of both.
        let patch: SettingsPatch =
            lenient("settings", value).map_err(|fault| vec![fault.into()])?;
        let settings = Self::try_from(patch).map_err(|problem| vec![problem])?;
        let mut checks = Checks::default();
        settings.check(&mut checks);
        sound(settings, checks.into_problems())
    }

    /// Checks what the types do not express.
    pub(super) fn check(&self, checks: &mut Checks) {
        checks.filled("name", &self.name, APP_NAME_FIX);
        checks.address("url", &self.url);
        checks.size("width", self.width);
        checks.size("height", self.height);
    }
}

/// A change of some settings; absent ones are unchanged.
///
/// Shape: `{"isReady":true}`.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct SettingsPatch {
    /// The app's name, as users see it.
    pub name: Option<String>,
    /// The app's address; https, on loopback also http.
    pub url: Option<String>,
    /// The frame's width in px.
    #[serde(default, deserialize_with = "size")]
    pub width: Option<u32>,
    /// The frame's height in px.
    #[serde(default, deserialize_with = "size")]
    pub height: Option<u32>,
    /// True if the app is ready for production.
    pub is_ready: Option<bool>,
    /// True if calls can be placed from custom objects.
    pub supports_custom_objects: Option<bool>,
    /// True if the app takes incoming calls.
    pub supports_inbound_calling: Option<bool>,
    /// True if calls run in the separate call window.
    pub uses_calling_window: Option<bool>,
    /// True if the app has a frame in the navigation bar.
    pub uses_remote: Option<bool>,
}

impl SettingsPatch {
    /// Moves an app from test to production.
    #[must_use]
    pub fn ready() -> Self {
        Self {
            is_ready: Some(true),
            ..Self::default()
        }
    }

    /// Reads a change; unknown fields are left out.
    ///
    /// # Errors
    ///
    /// Every [`Problem`] it has.
    pub fn from_value(value: &Value) -> Result<Self, Vec<Problem>> {
        let patch: Self = lenient("settings", value).map_err(|fault| vec![fault.into()])?;
        let mut checks = Checks::default();
        patch.check(&mut checks);
        sound(patch, checks.into_problems())
    }

    /// Reads an override. It may have any of the settings; without `isReady` the app is ready.
    ///
    /// Source: the readme of the published SDK, whose examples are a name with an address, and a
    /// name with `isReady`: "this flag (or any other field)" can be overridden.
    ///
    /// # Errors
    ///
    /// The first [`Problem`] it has; such an override is not applied.
    pub fn override_from_value(value: &Value) -> Result<Self, Problem> {
        let mut patch = Self::from_value(value).map_err(first)?;
        if patch == Self::default() {
            return Err(Problem::new(
                ProblemCode::MissingField,
                Some("name"),
                "no setting is given: add name, url or isReady",
            ));
        }
        patch.is_ready.get_or_insert(true);
        Ok(patch)
    }

    /// Reads an override's JSON text.
    ///
    /// # Errors
    ///
    /// As [`SettingsPatch::override_from_value`], and [`ProblemCode::NotJson`].
    pub fn parse_override(text: &str) -> Result<Self, Problem> {
        let value = serde_json::from_str(text).map_err(|_| Problem::not_json())?;
        Self::override_from_value(&value)
    }

    /// Like [`CallingSettings::check`].
    pub(super) fn check(&self, checks: &mut Checks) {
        if let Some(name) = &self.name {
            checks.filled("name", name, APP_NAME_FIX);
        }
        if let Some(url) = &self.url {
            checks.address("url", url);
        }
        checks.size("width", self.width);
        checks.size("height", self.height);
    }
}

impl TryFrom<SettingsPatch> for CallingSettings {
    type Error = Problem;

    fn try_from(patch: SettingsPatch) -> Result<Self, Problem> {
        let missing = |name: &'static str| {
            let why = [name, " is missing: add a text"].concat();
            Problem::new(ProblemCode::MissingField, Some(name), &why)
        };
        Ok(Self {
            name: patch.name.ok_or_else(|| missing("name"))?,
            url: patch.url.ok_or_else(|| missing("url"))?,
            width: patch.width,
            height: patch.height,
            is_ready: patch.is_ready,
            supports_custom_objects: patch.supports_custom_objects,
            supports_inbound_calling: patch.supports_inbound_calling,
            uses_calling_window: patch.uses_calling_window,
            uses_remote: patch.uses_remote,
        })
    }
}

impl From<CallingSettings> for SettingsPatch {
    fn from(settings: CallingSettings) -> Self {
        Self {
            name: Some(settings.name),
            url: Some(settings.url),
            width: settings.width,
            height: settings.height,
            is_ready: settings.is_ready,
            supports_custom_objects: settings.supports_custom_objects,
            supports_inbound_calling: settings.supports_inbound_calling,
            uses_calling_window: settings.uses_calling_window,
            uses_remote: settings.uses_remote,
        }
    }
}

/// The value, unless there are problems.
fn sound<T>(read: T, problems: Vec<Problem>) -> Result<T, Vec<Problem>> {
    if problems.is_empty() {
        Ok(read)
    } else {
        Err(problems)
    }
}

/// Reads a size; 0, an invalid one, for a number that is not whole or out of range.
fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let number = Option::<f64>::deserialize(deserializer)?;
    let largest = f64::from(u32::MAX);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked to be whole and in range"
    )]
    Ok(number.map(
        |number| match number.fract() == 0.0 && (0.0..=largest).contains(&number) {
            true => number as u32,
            false => 0,
        },
    ))
}

const APP_NAME_FIX: &str = "give the app a name";

fn first(problems: Vec<Problem>) -> Problem {
    problems
        .into_iter()
        .next()
        .unwrap_or_else(Problem::not_json)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{CallingSettings, Problem, ProblemCode as C, SettingsPatch};

    #[test]
    fn a_change_may_be_any_part_of_the_settings() {
        let read = |value: Value| {
            SettingsPatch::from_value(&value).map_err(|problems| {
                problems
                    .iter()
                    .map(|p| (p.code, p.field))
                    .collect::<Vec<_>>()
            })
        };

        assert_eq!(read(json!({ "isReady": true })), Ok(SettingsPatch::ready()));
        assert_eq!(read(json!({})), Ok(SettingsPatch::default()));
        assert_eq!(
            read(json!({ "name": "", "url": "http://phone.example", "width": -1 })),
            Err(vec![
                (C::Empty, Some("name")),
                (C::InvalidUrl, Some("url")),
                (C::InvalidSize, Some("width")),
            ])
        );
        assert_eq!(read(json!(null)), Err(vec![(C::WrongType, None)]));
    }

    fn problems(value: &Value) -> Vec<(C, Option<&'static str>)> {
        match CallingSettings::from_value(value) {
            Ok(_) => Vec::new(),
            Err(problems) => problems.iter().map(|p| (p.code, p.field)).collect(),
        }
    }

    fn with(field: &str, value: Value) -> Value {
        let mut settings = json!({ "name": "Phone", "url": "https://phone.example/" });
        settings[field] = value;
        settings
    }

    #[test]
    fn good_settings_go_through_and_come_out_the_same() {
        let value = json!({
            "name": "Phone", "url": "https://phone.example/", "width": 400, "height": 600,
            "isReady": false, "supportsCustomObjects": true, "supportsInboundCalling": true,
            "usesCallingWindow": false, "usesRemote": true,
        });

        let settings = CallingSettings::from_value(&value).expect("good settings");

        assert_eq!(serde_json::to_value(settings).expect("plain data"), value);
    }

    #[test]
    fn http_is_for_loopback_only() {
        for url in [
            "https://phone.example",
            "http://localhost:8141/",
            "http://127.0.0.1:8141",
            "http://[::1]:1/x",
        ] {
            assert_eq!(problems(&with("url", json!(url))), [], "{url}");
        }
        for url in [
            "http://phone.example",
            "javascript:alert(1)",
            "phone.example",
            "",
            "https://user@phone.example",
        ] {
            assert_eq!(
                problems(&with("url", json!(url))),
                [(C::InvalidUrl, Some("url"))],
                "{url}"
            );
        }
    }

    #[test]
    fn every_value_is_checked_and_the_first_wrong_type_is_named() {
        let values = json!({ "name": "  ", "url": "", "width": 0, "height": 600 });
        let types = json!({ "name": "  ", "url": "", "height": "600", "isReady": "true" });

        assert_eq!(
            problems(&values),
            [
                (C::Empty, Some("name")),
                (C::InvalidUrl, Some("url")),
                (C::InvalidSize, Some("width")),
            ]
        );
        assert_eq!(problems(&types), [(C::WrongType, Some("height"))]);
        for (field, value) in [("isReady", json!("true")), ("usesRemote", json!(null))] {
            let found = problems(&with(field, value));
            assert_eq!(found, [(C::WrongType, Some(field))]);
        }
        assert_eq!(
            problems(&json!({ "name": "Phone" })),
            [(C::MissingField, Some("url"))]
        );
        assert_eq!(problems(&json!([])), [(C::WrongType, None)]);
        for size in [json!(-1), json!(1.5), json!(3_000_000_000_u32)] {
            assert_eq!(
                problems(&with("width", size.clone())),
                [(C::InvalidSize, Some("width"))],
                "{size}"
            );
        }
    }

    #[test]
    fn an_override_has_any_setting_and_is_ready_by_default() {
        let read = |text| {
            SettingsPatch::parse_override(text)
                .map(|patch| {
                    (
                        patch.name.unwrap_or_default(),
                        patch.url.is_some(),
                        patch.is_ready,
                    )
                })
                .map_err(|p| (p.code, p.field))
        };
        let named = |has_url, is_ready| Ok(("Mine".to_owned(), has_url, Some(is_ready)));

        for (text, expected) in [
            // The readmes of the published SDK and of apps built with it.
            (
                r#"{"isReady":false,"name":"Mine","url":"http://localhost:9025/"}"#,
                named(true, false),
            ),
            (
                r#"{"name":"Mine","url":"https://localhost:9025/"}"#,
                named(true, true),
            ),
            (
                r#"{"name": "Mine", "url": "https://192.0.2.7:9025"}"#,
                named(true, true),
            ),
            (
                r#"{"name": "Mine", "url": "https://myWidgetUrl/path/"}"#,
                named(true, true),
            ),
            (r#"{"name":"Mine","isReady":false}"#, named(false, false)),
            (
                r#"{"name":"Mine","height":600,"width":400,"supportsCustomObjects":true,"other":1}"#,
                named(false, true),
            ),
            (
                r#"{"isReady":false}"#,
                Ok((String::new(), false, Some(false))),
            ),
            (
                r#"{"url":"https://x.example"}"#,
                Ok((String::new(), true, Some(true))),
            ),
            ("{}", Err((C::MissingField, Some("name")))),
            (r#"{"Name":"Mine"}"#, Err((C::MissingField, Some("name")))),
            (
                r#"{"name":"","url":"https://x.example"}"#,
                Err((C::Empty, Some("name"))),
            ),
            (
                r#"{"name":"Mine","url":"My local/qa/prod URL"}"#,
                Err((C::InvalidUrl, Some("url"))),
            ),
            (
                r#"{"name":"Mine","isReady":"true"}"#,
                Err((C::WrongType, Some("isReady"))),
            ),
            ("{isReady: true}", Err((C::NotJson, None))),
            ("\"text\"", Err((C::WrongType, None))),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn a_problem_tells_the_fix() {
        let problem = SettingsPatch::parse_override("x");

        assert_eq!(
            problem,
            Err(Problem {
                code: C::NotJson,
                field: None,
                message: "the text is no JSON: store the output of JSON.stringify".to_owned(),
            })
        );
    }
}
