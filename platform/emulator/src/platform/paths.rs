//! Unknown paths: the parts that a message may repeat, and the most similar endpoint.

use strsim::osa_distance;

use super::endpoints;

/// A path in which only words of the service's paths remain, even with a letter or two
/// mistyped; other parts may be ids, tokens or names of people, and become `*`.
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

/// The endpoint most similar to a mistyped path.
pub(crate) fn nearest(path: &str) -> Option<&'static str> {
    endpoints::all()
        .filter_map(|one| Some((distance(path, one.route)?, one.route)))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, route)| route)
}

/// The number of different letters, if the paths have equally many parts, all similar.
fn distance(path: &str, route: &str) -> Option<usize> {
    if path.split('/').count() != route.split('/').count() {
        return None;
    }
    let parts = path.split('/').zip(route.split('/'));
    parts
        .map(|(part, word)| match word {
            parameter if parameter.starts_with('{') => (!part.is_empty()).then_some(0),
            "" => part.is_empty().then_some(0),
            _ if is_version(part) && is_version(word) => Some(usize::from(part != word)),
            _ => Some(osa_distance(part, word)).filter(|letters| *letters <= allowance(word)),
        })
        .sum()
}

fn is_version(part: &str) -> bool {
    part.strip_prefix('v').is_some_and(|number| {
        (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn is_word(part: &str) -> bool {
    let lower = part.to_ascii_lowercase();
    let known = || {
        let of_routes = endpoints::all().flat_map(|one| one.route.split('/'));
        of_routes
            .filter(|word| !word.is_empty() && !word.starts_with('{'))
            .chain(FURTHER)
    };
    is_version(part)
        || lower.is_ascii() && lower.len() <= LONGEST_WORD && {
            known().any(|word| osa_distance(&lower, word) <= allowance(word))
        }
}

/// The most mistyped letters in a word; none in short words, which too many texts resemble.
const fn allowance(word: &str) -> usize {
    match word.len() {
        ..4 => 0,
        4..10 => 1,
        _ => 2,
    }
}

/// Words of the service's other paths, and the names of types.
const FURTHER: [&str; 35] = [
    "associations",
    "batch",
    "calls",
    "cards-dev",
    "companies",
    "company",
    "contact",
    "contacts",
    "deals",
    "emails",
    "engagements",
    "event",
    "event-types",
    "groups",
    "integrations",
    "labels",
    "line_items",
    "lists",
    "meetings",
    "migrate",
    "notes",
    "ns",
    "owners",
    "pipelines",
    "products",
    "properties",
    "quotes",
    "schemas",
    "search",
    "tasks",
    "tickets",
    "timeline",
    "users",
    "views",
    "webhooks",
];

const LONGEST_WORD: usize = 40;
const MOST_PARTS: usize = 12;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistyped_path_is_shown_without_what_it_may_hold() {
        for (path, shown) in [
            ("/crm/v3/object/contacts/101", "/crm/v3/object/contacts/*"),
            ("/crm/v3/objcets/calls", "/crm/v3/objcets/calls"),
            ("/CRM/v3/Objects/deals", "/CRM/v3/Objects/deals"),
            (
                "/oauth/v1/acces-tokens/CPTt-Jsu",
                "/oauth/v1/acces-tokens/*",
            ),
            (
                "/crm/v3/objects/contact/ada@people.example/x",
                "/crm/v3/objects/contact/*/*",
            ),
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
    fn the_endpoint_that_may_be_meant_is_found() {
        for (path, route) in [
            (
                "/crm/v3/object/contacts",
                Some("/crm/v3/objects/{objectType}"),
            ),
            ("/oauth/v1/tokens", Some("/oauth/v1/token")),
            (
                "/crm/v4/objects/contacts",
                Some("/crm/v3/objects/{objectType}"),
            ),
            ("/crm/v3/owner", Some("/crm/v3/owners")),
            ("/nothing.js", None),
        ] {
            assert_eq!(nearest(path), route, "{path}");
        }
    }
}
