//! The page that a request comes from, and its rights.
//!
//! Any page in the user's browser can send requests to this machine. This module decides what
//! such a request may do, by the headers that the browser sets: `Origin` and `Sec-Fetch-*`. Other
//! programs send neither.

use axum::http::{HeaderMap, Method, header};

use super::answer::{Refusal, Result};

/// The protection of a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Exposure {
    /// Reveals nothing: any page may send requests.
    Public,
    /// A page that a link elsewhere may open.
    Linked,
    /// A page or a file of our own.
    Own,
    /// Reads or changes state.
    Guarded,
    /// Like guarded, with a header that no form and no link can send; closed to all pages of other
    /// origins.
    Control,
}

/// The page that a request comes from, as its browser attests.
#[derive(Debug)]
pub(crate) struct CallerPage<'a> {
    host: &'a str,
    origin: Option<&'a str>,
    site: Option<&'a str>,
    is_navigation: bool,
    has_control_header: bool,
}

impl<'a> CallerPage<'a> {
    /// Reads the headers; `host` is already validated.
    pub(crate) fn read(headers: &'a HeaderMap, method: &Method, host: &'a str) -> Self {
        let text = |name: &str| {
            headers
                .get(name)
                .map(|value| value.to_str().unwrap_or("null"))
        };
        let origins = headers.get_all(header::ORIGIN).iter().count();
        Self {
            host,
            origin: if origins > 1 {
                Some("null")
            } else {
                text("origin")
            },
            site: text("sec-fetch-site"),
            is_navigation: *method == Method::GET
                && text("sec-fetch-mode") == Some("navigate")
                && text("sec-fetch-dest") == Some("document"),
            has_control_header: text(CONTROL_HEADER) == Some("1"),
        }
    }

    /// Allows or refuses the use of a route.
    pub(crate) fn check(&self, exposure: Exposure, listed: &[String]) -> Result<()> {
        match exposure {
            Exposure::Public => return Ok(()),
            Exposure::Linked if self.is_navigation && self.origin.is_none() => return Ok(()),
            Exposure::Linked | Exposure::Own | Exposure::Guarded | Exposure::Control => {}
        }
        // A listed page may use the platform, but not its controls.
        let is_listed = exposure != Exposure::Control && self.listed_origin(listed).is_some();
        if self.origin.is_some_and(|origin| !self.is_own(origin)) && !is_listed {
            return Err(refused(
                "FOREIGN_ORIGIN",
                if exposure == Exposure::Control {
                    "a page of another origin asks for a control path: have a program do it"
                } else {
                    "a page of another origin asks: list it with --allow-origin if it may"
                },
            ));
        }
        let is_own_site = matches!(self.site, None | Some("same-origin" | "none"));
        if !is_own_site && !is_listed {
            return Err(refused(
                "CROSS_SITE",
                "a page of another site asks: list its origin with --allow-origin if it may",
            ));
        }
        if exposure == Exposure::Control && !self.has_control_header {
            return Err(refused(
                "NO_CONTROL_HEADER",
                "a control path needs the header x-emulator-control: 1",
            ));
        }
        Ok(())
    }

    /// The origin, if it is listed.
    pub(crate) fn listed_origin(&self, listed: &[String]) -> Option<&'a str> {
        self.origin
            .filter(|origin| listed.iter().any(|known| known == origin))
    }

    /// True if a page of another site sends the request, or links here.
    pub(crate) fn is_cross_site(&self) -> bool {
        self.site == Some("cross-site")
    }

    fn is_own(&self, origin: &str) -> bool {
        origin
            .strip_prefix("http://")
            .is_some_and(|authority| authority.eq_ignore_ascii_case(self.host))
    }
}

fn refused(reason: &'static str, message: &str) -> Refusal {
    Refusal::new(403, "FORBIDDEN", reason, message)
}

/// The header of control paths. A page elsewhere cannot send it without a preflight, which is
/// refused.
pub(crate) const CONTROL_HEADER: &str = "x-emulator-control";
