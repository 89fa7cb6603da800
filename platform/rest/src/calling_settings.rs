//! `POST`, `GET`, `PATCH`, `DELETE /crm/v3/extensions/calling/{appId}/settings?hapikey=`
//!
//! Source: the calling extensions API reference (the service answers 200; the
//! published OpenAPI file has 204 for `DELETE`), read 2026-11.

use serde::{Deserialize, Serialize};

use super::{
    Error, Method, Request, Response,
    access::Access,
    checks::Checks,
    settings::{CallingSettings, SettingsPatch},
};

/// An app, and the credentials for its settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct App {
    /// The app's identifier; the service's type is int32.
    pub id: i32,
    /// The credentials.
    pub access: Access,
}

impl App {
    pub(super) fn request(&self, method: Method, route: &'static str) -> Request {
        let request = Request::at(method, route, &[&self.id.to_string()]);
        self.access.to(request)
    }

    /// Starts the checks of a request about the app.
    pub(super) fn checks(&self) -> Checks {
        let mut checks = Checks::default();
        checks.id("appId", self.id);
        self.access.check(&mut checks);
        checks
    }
}

/// The settings as stored by the service.
///
/// Shape: the settings, and `"createdAt":"2026-11-21T07:00:00Z","updatedAt":"…"`.
/// The reference does not show the answer, so every field may be absent.
#[serde_with::skip_serializing_none]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct StoredSettings {
    /// The settings.
    #[serde(flatten)]
    pub settings: SettingsPatch,
    /// Creation time; an ISO date-time.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub created_at: Option<String>,
    /// Time of the last change; an ISO date-time.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub updated_at: Option<String>,
}

impl StoredSettings {
    /// True if the app is in production, visible to every user; also if the answer does not
    /// say.
    #[must_use]
    pub fn is_in_production(&self) -> bool {
        self.settings.is_ready.unwrap_or(true)
    }
}

/// Registers the app's settings. Refused with 409 when there are some.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CreateSettings {
    /// The app and the credentials.
    pub app: App,
    /// The settings.
    pub settings: CallingSettings,
}

endpoint! { |it: CreateSettings| -> StoredSettings by stored {
    let mut checks = it.app.checks();
    it.settings.check(&mut checks);
    checks.finish()?;
    it.app
        .request(Method::Post, ROUTE)
        .with_json(&SettingsPatch::from(it.settings.clone()))
} }

/// Reads the app's settings. Refused with 404 when there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadSettings {
    /// The app and the credentials.
    pub app: App,
}

endpoint! { |it: ReadSettings| -> StoredSettings by stored {
    it.app.checks().finish()?;
    Ok(it.app.request(Method::Get, ROUTE))
} }

/// Changes some of the app's settings. Refused with 404 when there are none.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UpdateSettings {
    /// The app and the credentials.
    pub app: App,
    /// The changes; [`SettingsPatch::ready`] takes the app into production.
    pub patch: SettingsPatch,
}

endpoint! { |it: UpdateSettings| -> StoredSettings by stored {
    let mut checks = it.app.checks();
    it.patch.check(&mut checks);
    checks.finish()?;
    it.app
        .request(Method::Patch, ROUTE)
        .with_json(&it.patch)
} }

/// Removes the app's settings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeleteSettings {
    /// The app and the credentials.
    pub app: App,
}

endpoint! { |it: DeleteSettings| -> () {
    it.app.checks().finish()?;
    Ok(it.app.request(Method::Delete, ROUTE))
} }

/// Reads the settings of a response in two parts, since an error in a flattened field does
/// not name it.
fn stored(response: &Response) -> Result<StoredSettings, Error> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Stamps {
        created_at: Option<String>,
        updated_at: Option<String>,
    }

    let stamps: Stamps = response.json()?;
    Ok(StoredSettings {
        settings: response.json()?,
        created_at: stamps.created_at,
        updated_at: stamps.updated_at,
    })
}

/// The path of the calling settings.
pub const ROUTE: &str = "/crm/v3/extensions/calling/{appId}/settings";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Endpoint as _;

    #[test]
    fn an_answer_may_be_full_or_bare() {
        let read = ReadSettings {
            app: App::default(),
        };
        let parse = |body: &str| {
            read.parse(&Response {
                status: 200,
                headers: Vec::new(),
                body: body.into(),
            })
        };

        let full = parse(r#"{"name":"Phone","isReady":false,"createdAt":"2026-11-21T07:00:00Z","updatedAt":"2026-11-21T07:00:01Z","new":1}"#).unwrap();
        assert_eq!(full.settings.name.as_deref(), Some("Phone"));
        assert_eq!(full.created_at.as_deref(), Some("2026-11-21T07:00:00Z"));
        assert!(!full.is_in_production());
        assert!(parse("{}").unwrap().is_in_production());
        assert!(matches!(
            parse(""),
            Err(Error::Malformed {
                status: Some(200),
                ..
            })
        ));
    }

    #[test]
    fn any_2xx_is_success() {
        let delete = DeleteSettings {
            app: App::default(),
        };
        for status in [200, 204, 299] {
            let response = Response {
                status,
                headers: Vec::new(),
                body: Vec::new(),
            };
            assert_eq!(delete.parse(&response), Ok(()), "{status}");
        }
        let response = Response {
            status: 304,
            headers: Vec::new(),
            body: Vec::new(),
        };
        assert_eq!(delete.parse(&response).unwrap_err().status(), Some(304));
    }
}
