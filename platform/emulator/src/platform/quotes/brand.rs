//! The color and the logo of a quote: its own or its template's.

use base64::{Engine as _, prelude::BASE64_STANDARD};
use calling_widget_sdk::protocol::origin_of_url;

/// The color and the logo of a quote.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Brand {
    /// The color of rules and buttons.
    pub(crate) color: Color,
    pub(crate) logo: Option<Logo>,
}

/// A color: red, green, blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Color(pub(crate) u8, pub(crate) u8, pub(crate) u8);

/// A logo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Logo {
    /// Its address in a page.
    pub(crate) url: String,
    /// The source that a page's policy allows for it: `data:`, or an origin.
    pub(crate) source: String,
}

impl Default for Color {
    fn default() -> Self {
        Self(11, 92, 171)
    }
}

impl Color {
    /// Parses `#rrggbb` or `#rgb`.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let digits = text.trim().strip_prefix('#')?;
        let digits: Option<Vec<u32>> = digits.chars().map(|digit| digit.to_digit(16)).collect();
        let [red, green, blue] = match digits?[..] {
            [red, green, blue] => [red * 17, green * 17, blue * 17],
            [r, red, g, green, b, blue] => [r * 16 + red, g * 16 + green, b * 16 + blue],
            _ => return None,
        };
        let byte = |value: u32| u8::try_from(value).ok();
        Some(Self(byte(red)?, byte(green)?, byte(blue)?))
    }

    /// As a CSS color.
    pub(crate) fn css(self) -> String {
        let Self(red, green, blue) = self;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// True if white is readable on it: a contrast of 4.5, as WCAG 2.2 defines it.
    pub(crate) fn is_dark(self) -> bool {
        let Self(red, green, blue) = self;
        let linear = |value: u8| {
            let value = f64::from(value) / 255.0;
            if value <= 0.040_45 {
                value / 12.92
            } else {
                ((value + 0.055) / 1.055).powf(2.4)
            }
        };
        let light = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
        1.05 / (light + 0.05) >= 4.5
    }
}

impl Logo {
    /// Parses an address: of the web, or a `data:` URL.
    pub(crate) fn parse(url: &str) -> Option<Self> {
        let url = url.trim();
        if let Some(data) = url.strip_prefix("data:image/") {
            let (kind, data) = data.split_once(";base64,")?;
            let is_good = matches!(kind, "png" | "jpeg") && BASE64_STANDARD.decode(data).is_ok();
            return is_good.then(|| Self {
                url: url.to_owned(),
                source: "data:".to_owned(),
            });
        }
        // No character that ends a directive of a policy.
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b":/.-[]".contains(&byte);
        Some(Self {
            url: url.to_owned(),
            source: origin_of_url(url).filter(|origin| origin.bytes().all(is_plain))?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_color_is_one_of_a_style() {
        for (text, color) in [
            ("#0b5cab", Some(Color(11, 92, 171))),
            (" #FFF ", Some(Color(255, 255, 255))),
            ("#a1c", Some(Color(170, 17, 204))),
            ("0b5cab", None),
            ("#0b5cabf", None),
            ("#ggg", None),
            ("#", None),
            ("red;}body{display:none", None),
        ] {
            assert_eq!(Color::parse(text), color, "{text}");
        }
        assert!(Color::default().is_dark() && !Color(255, 255, 255).is_dark());
        assert!(!Color(242, 169, 0).is_dark());
    }

    #[test]
    fn a_logo_is_a_picture_or_one_of_the_web() {
        for (url, source) in [
            (
                "https://crm.example/a/logo.png?v=1",
                Some("https://crm.example"),
            ),
            (
                "http://localhost:3000/logo.svg",
                Some("http://localhost:3000"),
            ),
            ("data:image/png;base64,AAAA", Some("data:")),
            ("data:image/jpeg;base64,AAAA", Some("data:")),
            ("data:image/svg+xml;base64,AAAA", None),
            ("data:image/png;base64,?", None),
            ("data:text/html,<script>", None),
            ("javascript:alert(1)", None),
            ("file:///etc/passwd", None),
            ("https://a b;script-src *", None),
            ("https://a;script-src", None),
            ("https://a,b", None),
            ("logo.png", None),
            ("", None),
        ] {
            let found = Logo::parse(url).map(|logo| logo.source);
            assert_eq!(found.as_deref(), source, "{url}");
        }
    }
}
