//! Paths that are no endpoint's: dated ones, the parts of others that a message may repeat, and the
//! service's paths that are not here, with those to use instead.

use std::sync::LazyLock;

use serde::Deserialize;

use super::endpoints;

/// A path in which only words of the service's paths remain; other parts may be ids, tokens or names
/// of people, and become `*`.
pub(crate) fn masked(path: &str) -> String {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let mut masked: Vec<&str> = parts
        .iter()
        .take(MOST_PARTS)
        .map(|part| {
            if part.is_empty() || is_word(part) {
                part
            } else {
                "*"
            }
        })
        .collect();
    if parts.len() > MOST_PARTS {
        masked.push("…");
    }
    ["/", &masked.join("/")].concat()
}

/// The path of version 3 or 4 that a dated one stands for, one with its version behind the area
/// (`/crm/objects/v3/contacts`), or one of records in version 4. Source: the service's own clients of
/// the version 2026-03 and before, and public apps, read 2026-11.
///
/// The flag is true for a dated one.
pub(crate) fn undated(path: &str) -> Option<(String, bool)> {
    let parts: Vec<&str> = path.split('/').skip(1).collect();
    let (before, rest, is_dated) = match parts.as_slice() {
        [
            area @ ("account-info" | "appinstalls" | "oauth"),
            date,
            rest @ ..,
        ] if is_date(date) => (["/", area, "/v3"].concat(), rest, true),
        ["crm", area, version @ ("v3" | "v4"), rest @ ..] => {
            (["/crm/", version, "/", area].concat(), rest, false)
        }
        ["crm", "v4", "objects", rest @ ..] if rest.get(2) != Some(&"associations") => {
            ("/crm/v3/objects".to_owned(), rest, false)
        }
        ["crm", "extensions", kind, date, rest @ ..] if is_date(date) => {
            (["/crm/v3/extensions/", kind].concat(), rest, true)
        }
        ["crm", area, date, rest @ ..] | ["crm", date, area, rest @ ..] if is_date(date) => {
            let is_association = *area == "associations" || rest.get(2) == Some(&"associations");
            let version = if is_association { "v4" } else { "v3" };
            (["/crm/", version, "/", area].concat(), rest, true)
        }
        _ => return None,
    };
    let path = rest.iter().fold(before, |path, part| path + "/" + part);
    Some((path, is_dated))
}

/// Paths of the service that are not here.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Elsewhere {
    /// Their purpose.
    pub(crate) what: String,
    /// Their beginnings; `*` is any part.
    paths: Vec<String>,
    /// The paths to use here, if there are any.
    #[serde(default, rename = "use")]
    pub(crate) instead: Option<String>,
}

/// The service's own path that a request means, by the longest beginning.
pub(crate) fn elsewhere(path: &str) -> Option<&'static Elsewhere> {
    let begins = |pattern: &str| {
        let mut parts = path.split('/');
        pattern.split('/').all(|word| match (word, parts.next()) {
            (_, None) => false,
            ("*", Some(part)) => !part.is_empty(),
            (word, Some(part)) => word == part,
        })
    };
    let all = ELSEWHERE
        .iter()
        .flat_map(|one| one.paths.iter().map(move |path| (one, path)));
    all.filter(|(_, pattern)| begins(pattern))
        .max_by_key(|(_, pattern)| pattern.split('/').count())
        .map(|(one, _)| one)
}

/// The file is built in: a test reads it. `cargo xtask generate` writes it into
/// `docs/emulator.md`.
static ELSEWHERE: LazyLock<Vec<Elsewhere>> =
    LazyLock::new(|| serde_json::from_str(include_str!("elsewhere.json")).unwrap_or_default());

fn is_version(part: &str) -> bool {
    part.strip_prefix('v').is_some_and(|number| {
        (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

/// The version of a dated path: `2026-03`. There is one each March and September.
fn is_date(part: &str) -> bool {
    part.split_once('-').is_some_and(|(year, month)| {
        let is_number = year.bytes().all(|byte| byte.is_ascii_digit());
        year.len() == 4 && is_number && matches!(month, "03" | "09")
    })
}

fn is_word(part: &str) -> bool {
    let of_routes = endpoints::all().flat_map(|one| one.route.split('/'));
    let others = ELSEWHERE.iter().flat_map(|one| &one.paths);
    let mut words = of_routes.chain(others.flat_map(|path| path.split('/')));
    is_version(part) || is_date(part) || words.any(|word| word.eq_ignore_ascii_case(part))
}

const MOST_PARTS: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_path_is_shown_without_what_it_may_hold() {
        for (path, shown) in [
            ("/crm/v3/object/contacts/101", "/crm/v3/*/contacts/*"),
            ("/CRM/v3/Objects/deals", "/CRM/v3/Objects/deals"),
            ("/oauth/v1/acces-tokens/CPTt-Jsu", "/oauth/v1/*/*"),
            ("/emulator-developer-key-123", "/*"),
            ("/v123/%63rm/crm%2f", "/*/*/*"),
            ("/crm/v3/objects/1/me2", "/crm/v3/objects/*/*"),
            ("/", "/"),
            ("//oauth//", "//oauth//"),
        ] {
            assert_eq!(masked(path), shown);
        }
        let long = "/crm".repeat(20);
        assert_eq!(masked(&long), ["/crm".repeat(12), "/…".to_owned()].concat());
    }

    #[test]
    fn each_path_of_the_service_says_what_to_use() {
        for one in &*ELSEWHERE {
            for pattern in &one.paths {
                let path = pattern.replace('*', "7");
                let found = elsewhere(&[&path, "/8"].concat()).map(|found| &found.what);
                assert_eq!(found, Some(&one.what), "{path}");
                assert!(
                    !masked(&path).contains('*') || pattern.contains('*'),
                    "{path}"
                );
            }
            // Each path to use is one of ours.
            let instead = one.instead.as_deref().unwrap_or_default();
            for word in instead
                .split([' ', ',', '?', ':'])
                .filter(|word| word.starts_with('/'))
            {
                let is_ours = endpoints::all().any(|endpoint| {
                    let same =
                        |(ours, theirs): (&str, &str)| ours.starts_with('{') || ours == theirs;
                    endpoint.route.split('/').count() == word.split('/').count()
                        && endpoint.route.split('/').zip(word.split('/')).all(same)
                });
                assert!(is_ours, "{word}");
            }
        }
        assert!(ELSEWHERE.len() > 15);
        for other in [
            "/crm/v3/objects/contacts",
            "/engagements",
            "/oauth/2026/token",
            "/nothing",
        ] {
            assert!(elsewhere(other).is_none(), "{other}");
        }
    }
}
