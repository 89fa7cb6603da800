//! Phone numbers as people write them, read to be compared.

use alloc::string::String;

use super::{around, cut};

/// A text that is one phone number.
///
/// The number is the one that a phone would dial for the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhoneNumber {
    form: Form,
    text: String,
    extension: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// Digits from the country's code on.
    International,
    /// Digits that need not begin with the country's code.
    Unprefixed,
    /// A service code, or an address that is no number.
    Code,
}

impl PhoneNumber {
    /// Reads a text; `None` unless it is one number.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        if text.len() > LONGEST_TEXT {
            return None;
        }
        let text = plain(text);
        // The address of a SIP header, behind a name.
        let address = around(&text, b'<').map_or(&*text, |(_, address)| address);
        let address = cut(address, |byte| byte == b'>').map_or(address, |(address, _)| address);
        let is_name = |name: &str| name.bytes().all(|byte| byte.is_ascii_alphabetic());
        let scheme = around(address, b':')
            .map(|(scheme, rest)| (scheme.trim_matches([' ', '.']), rest))
            .filter(|(scheme, _)| !scheme.is_empty() && is_name(scheme));
        let Some((scheme, rest)) = scheme else {
            return Self::read_address("", address);
        };
        let rest = unescaped(rest.trim_start_matches('/'));
        Self::read_address(scheme, &rest)
    }

    fn read_address(scheme: &str, text: &str) -> Option<Self> {
        if let Some((user, host)) = around(text, b'@') {
            let (host, _) = cut(host, |byte| matches!(byte, b';' | b'?')).unwrap_or((host, ""));
            let (user, _) = cut(user, |byte| byte == b';').unwrap_or((user, ""));
            if user.is_empty() || host.is_empty() || host.ends_with(".invalid") {
                return None;
            }
            return Self::read_number(user).or_else(|| {
                let is_address = !text.contains([' ', '"', '<']);
                is_address.then(|| Self::code([user, "@", host].concat()))
            });
        }
        // The SIP address of a host names no user.
        if scheme.starts_with("sip") {
            return None;
        }
        let mut parts = text.split(';');
        let (number, mut extension) = split_extension(parts.next()?);
        for part in parts {
            let part = part.trim();
            if let Some(digits) = part.strip_prefix("ext=") {
                extension = digits;
            } else if !part.starts_with(|letter: char| letter.is_ascii_lowercase()) {
                return None;
            }
        }
        let number = Self::read_number(number).or_else(|| Self::read_digits(&keyed(number)?))?;
        Some(Self {
            extension: extension.into(),
            ..number
        })
    }

    /// Reads a number without an extension.
    fn read_number(text: &str) -> Option<Self> {
        if text.contains(['*', '#']) {
            // Of a number that a trace masked, the last digits are left.
            let text = text.rsplit_once("***").map_or(text, |(_, left)| left);
            let code: String = text.chars().filter(|one| !is_separator(*one)).collect();
            let is_code = |byte| matches!(byte, b'0'..=b'9' | b'*' | b'#' | b'+');
            let has_digit = code.bytes().any(|byte| byte.is_ascii_digit());
            return (has_digit && code.bytes().all(is_code)).then(|| Self::code(code));
        }
        Self::read_digits(text)
    }

    fn read_digits(text: &str) -> Option<Self> {
        let text = text.trim_matches(is_separator);
        // A telephone system may write the digit of its outside line in front.
        let is_line = |line: &str| matches!(line.trim_end_matches(is_separator), "" | "0" | "9");
        let abroad = around(text, b'+').filter(|(line, _)| is_line(line));
        let number = abroad.map_or(text, |(_, number)| number);
        if !number
            .chars()
            .all(|one| one.is_ascii_digit() || is_separator(one))
        {
            return None;
        }
        let digits: String = number.chars().filter(char::is_ascii_digit).collect();
        if digits.bytes().all(|digit| digit == b'0') {
            return None;
        }
        let rest = PREFIXES.iter().find_map(|(prefix, shortest)| {
            let rest = digits.strip_prefix(prefix)?;
            (rest.len() >= *shortest && !rest.starts_with('0')).then_some(rest)
        });
        let (form, digits) = match rest {
            _ if abroad.is_some() => (Form::International, &*digits),
            Some(rest) => (Form::International, rest),
            None => (Form::Unprefixed, &*digits),
        };
        (digits.len() <= LONGEST).then(|| Self::new(form, digits.into()))
    }

    fn code(text: String) -> Self {
        Self::new(Form::Code, text)
    }

    const fn new(form: Form, text: String) -> Self {
        Self {
            form,
            text,
            extension: String::new(),
        }
    }

    /// True if both mean one number.
    ///
    /// Two international numbers are the same if they are equal from the country's code on. One
    /// without its country's code is the same as each that has it as its national number, or that
    /// ends in it, from seven digits on. A number without an extension is the same as each of its
    /// extensions.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        let is_another = !self.extension.is_empty()
            && !other.extension.is_empty()
            && self.extension != other.extension;
        !is_another
            && match (self.form, other.form) {
                (Form::Code, _) | (_, Form::Code) => self == other,
                (Form::International, Form::International) => {
                    split_country(&self.text) == split_country(&other.text)
                }
                (Form::International, Form::Unprefixed) => {
                    self.text == other.text || is_national(&other.text, &self.text)
                }
                (Form::Unprefixed, Form::International) => other.is_same(self),
                (Form::Unprefixed, Form::Unprefixed) => {
                    let (one, two) = (&*self.text, &*other.text);
                    one == two || is_national(one, two) || is_national(two, one)
                }
            }
    }

    /// A text that all numbers have which are the same as this one: an index for many of them.
    #[must_use]
    pub fn key(&self) -> &str {
        match self.form {
            Form::Code => &self.text,
            _ => {
                let start = self.text.len().saturating_sub(KEY_DIGITS);
                self.text.get(start..).unwrap_or(&self.text)
            }
        }
    }

    /// The digits behind the country's code, without a trunk prefix; `None` for a code.
    #[must_use]
    pub fn national(&self) -> Option<&str> {
        match self.form {
            Form::International => Some(split_country(&self.text).1),
            Form::Unprefixed => Some(self.text.trim_start_matches('0')),
            Form::Code => None,
        }
    }

    /// True if a search for this number, or for the part of one, finds a text.
    #[must_use]
    pub fn is_found_in(&self, text: &str) -> bool {
        let Some(known) = Self::read(text) else {
            return digits_of(text).contains(&self.text);
        };
        let has_part = match self.form {
            Form::International => known.text.starts_with(&self.text),
            Form::Unprefixed => known.text.contains(self.text.trim_start_matches('0')),
            Form::Code => false,
        };
        self.is_same(&known) || (self.extension.is_empty() && has_part)
    }
}

/// True if two texts mean one phone number.
#[must_use]
pub fn is_same_number(one: &str, other: &str) -> bool {
    match (PhoneNumber::read(one), PhoneNumber::read(other)) {
        (Some(one), Some(other)) => one.is_same(&other),
        _ => false,
    }
}

/// The digits of a text, and the keys of its letters; none for a withheld number, which has zeros at
/// most.
#[must_use]
pub fn digits_of(text: &str) -> String {
    let text = plain(text);
    let text = keyed(&text).unwrap_or(text);
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    if digits.bytes().all(|digit| digit == b'0') {
        return String::new();
    }
    digits
}

/// True if digits without a prefix for abroad are the national number of a whole number, or its
/// end.
fn is_national(digits: &str, whole: &str) -> bool {
    let of_whole = split_country(whole);
    let national = digits.trim_start_matches('0');
    let is_whole = national.len() >= SHORTEST_NATIONAL && national == of_whole.1;
    (!whole.starts_with('0') && (is_whole || split_country(digits) == of_whole))
        || (digits.len() >= SHORTEST_LOCAL && !digits.starts_with('0') && whole.ends_with(digits))
}

/// The country's code of a whole number, and its national number without zeros at the front: some
/// write the trunk prefix there, and no two numbers differ by it alone.
fn split_country(digits: &str) -> (&str, &str) {
    let length = match digits.as_bytes() {
        [b'1' | b'7', ..] => 1,
        [b'2', b'0' | b'7', ..]
        | [b'3', b'0'..=b'4' | b'6' | b'9', ..]
        | [b'4', b'0' | b'1' | b'3'..=b'9', ..]
        | [b'5', b'1'..=b'8', ..]
        | [b'6', b'0'..=b'6', ..]
        | [b'8', b'1' | b'2' | b'4' | b'6', ..]
        | [b'9', b'0'..=b'5' | b'8', ..] => 2,
        _ => 3,
    };
    let (country, national) = digits.split_at_checked(length).unwrap_or((digits, ""));
    (country, national.trim_start_matches('0'))
}

/// The keys of a number in letters (ITU-T E.161), behind an area code at least: without it, letters
/// are a name. Letters beyond the number's length are spelt, not dialled.
fn keyed(text: &str) -> Option<String> {
    let text: String = text.chars().filter(|one| !is_separator(*one)).collect();
    let length = match text.as_bytes() {
        [b'0' | b'1', ..] => 11,
        [b'+', b'1', ..] => 12,
        [b'+', ..] => text.len(),
        _ => 10,
    };
    let letters = text.find(|one: char| one.is_ascii_lowercase())?;
    let is_vanity = (3..length.saturating_sub(3)).contains(&letters)
        && (length..=length.saturating_add(5)).contains(&text.len());
    let key = |one: char| match one {
        'a'..='c' => '2',
        'd'..='f' => '3',
        'g'..='i' => '4',
        'j'..='l' => '5',
        'm'..='o' => '6',
        'p'..='s' => '7',
        't'..='v' => '8',
        'w'..='z' => '9',
        other => other,
    };
    is_vanity.then(|| text.chars().take(length).map(key).collect())
}

/// The number and its extension, empty without one.
fn split_extension(text: &str) -> (&str, &str) {
    let marks = [' ', '.', ':', ',', '#', '*', '('];
    let bare = text.trim_end_matches([')', '#', ' ']);
    let main = bare.trim_end_matches(|one: char| one.is_ascii_digit());
    let extension = bare.get(main.len()..).unwrap_or_default();
    let number = main.trim_end_matches(marks);
    let word = WORDS
        .iter()
        .filter_map(|word| number.strip_suffix(word))
        .find(|rest| !rest.ends_with(|one: char| one.is_ascii_lowercase()));
    let is_marked = main
        .get(number.len()..)
        .is_some_and(|end| end.contains([',', '#', '*']));
    let number = word.unwrap_or(number).trim_end_matches(marks);
    let keys = number.bytes().filter(u8::is_ascii_alphanumeric).count();
    let is_extension = (1..=LONGEST_EXTENSION).contains(&extension.len());
    if is_extension && (word.is_some() || is_marked) && keys >= SHORTEST_LOCAL {
        (number, extension)
    } else {
        (text, "")
    }
}

/// A text in lower case and ASCII, as far as digits, dashes and spaces go; without invisible marks.
fn plain(text: &str) -> String {
    let text: String = text
        .chars()
        .filter(|one| {
            !matches!(*one, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}'
                | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
        })
        .map(|one| match one {
            '\u{ff01}'..='\u{ff5e}' => ascii_of(one, 0xff01, b'!'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{30fc}' | '\u{fe58}' | '\u{fe63}' => '-',
            '\u{b7}' | '\u{2022}' => '.',
            _ if one.is_whitespace() => ' ',
            '\u{660}'..='\u{669}' => ascii_of(one, 0x660, b'0'),
            '\u{6f0}'..='\u{6f9}' => ascii_of(one, 0x6f0, b'0'),
            _ => one,
        })
        .map(|one| one.to_ascii_lowercase())
        .collect();
    text.trim().into()
}

/// The ASCII character as far from another as this one is from a script's first.
fn ascii_of(one: char, first: u32, ascii: u8) -> char {
    let distance = u32::from(one).saturating_sub(first);
    char::from(ascii.saturating_add(u8::try_from(distance).unwrap_or_default()))
}

/// Replaces the escapes of a URI.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('%');
    let mut plain: String = parts.next().unwrap_or_default().into();
    for part in parts {
        let code = part
            .get(..2)
            .and_then(|code| u8::from_str_radix(code, 16).ok());
        match (code.filter(u8::is_ascii_graphic), part.get(2..)) {
            (Some(code), Some(rest)) => {
                plain.push(char::from(code).to_ascii_lowercase());
                plain.push_str(rest);
            }
            _ => {
                plain.push(' ');
                plain.push_str(part.strip_prefix("20").unwrap_or(part));
            }
        }
    }
    plain
}

const fn is_separator(one: char) -> bool {
    matches!(one, ' ' | '(' | ')' | '.' | '[' | ']' | '-' | '/')
}

/// Longer than any number or address that a phone takes.
const LONGEST_TEXT: usize = 256;

/// Digits of the longest number (E.164).
const LONGEST: usize = 15;

/// Fewer digits are a service, or a telephone within a company: they prove nothing.
const SHORTEST_NATIONAL: usize = 6;

/// Fewer digits of a number's end prove nothing.
const SHORTEST_LOCAL: usize = 7;

/// The digits that all spellings of a number end in.
const KEY_DIGITS: usize = 4;

/// Digits of the longest extension.
const LONGEST_EXTENSION: usize = 6;

const WORDS: [&str; 7] = [
    "extension",
    "extn",
    "ext",
    "x",
    "int",
    "anexo",
    "\u{434}\u{43e}\u{431}",
];

/// Prefixes for abroad, and the fewest digits behind each: the second is an area code elsewhere.
const PREFIXES: [(&str, usize); 3] = [("000", 8), ("00", 5), ("011", 10)];

#[cfg(test)]
mod tests {
    use super::{PhoneNumber, is_same_number};

    /// Numbers, and texts that each mean the first.
    const SAME: &[&[&str]] = &[
        &[
            "+12025550188",
            "+1 202-555-0188 x12",
            "+1 (202) 555-0188 ext. 5",
            "+1 202 555 0188, extension 5",
            "+12025550188;ext=5",
            "+1 202 555 0188 (ext. 5)",
            "+12025550188*227",
            "(202) 555-0188 * 9",
            "+1 202 555 0188 int. 5",
            "+1 202 555 0188 anexo 5",
            "+1 202 555 0188 \u{434}\u{43e}\u{431}. 5",
            "202.555.0188",
            "1 202 555 0188",
            "001 202 555 0188",
            "9 +1 202 555 0188",
            "555-0188",
            "\u{ff0b}\u{ff11}\u{3000}\u{ff12}\u{ff10}\u{ff12}\u{ff0d}\u{ff15}\u{ff15}\u{ff15}\u{ff0d}\u{ff10}\u{ff11}\u{ff18}\u{ff18}",
            "\u{202a}+1\u{a0}202\u{2011}555\u{b7}0188\u{202c}",
            "+\u{661}\u{662}\u{660}\u{662}\u{665}\u{665}\u{665}\u{660}\u{661}\u{668}\u{668}",
            "tel:+1-202-555-0188;phone-context=example.com",
            "callto://+12025550188",
            "whatsapp:+12025550188",
            "sip:+12025550188@pbx.example;user=phone",
            "sips:%2B12025550188@pbx.example:5061",
            "\"Ada 2\" <sip:+1-202-555-0188@pbx.example>;tag=9",
        ],
        &[
            "+442079460958",
            "020 7946 0958",
            "(020) 7946 0958",
            "+44 (0)20 7946 0958",
            "+44 020 7946 0958",
            "44 (0)20 7946 0958",
            "442079460958",
            "20 7946 0958",
            "7946 0958",
            "0044 20 7946 0958",
            "0 0044 20 7946 0958",
            "011 44 20 7946 0958",
        ],
        &["+4922147101230", "+49 (0) 221 / 4710-1230", "0221/47101230"],
        &["+390669821234", "06 6982 1234", "+39 (0)6 6982 1234"],
        &["+8613012345678", "130 1234 5678", "0086 130 1234 5678"],
        &["+298301234", "301234"],
        &["+6834002", "683 4002"],
        &[
            "7042",
            "tel:7042;phone-context=example.com",
            "sip:7042@pbx.example",
        ],
        &["*672025550188", "*67 202 555 0188"],
        &["*******0199", "+* (***) ***-0199"],
        &["ada@pbx.example", "sip:Ada@pbx.example;transport=ws"],
        &[
            "+18003569377",
            "1-800-FLOWERS",
            "+1 (800) FLOWERS",
            "800.356.WERS",
            "18003569377",
            "tel:1-800-FLOWERS;ext=5",
            "1-800-FLOWERS ext. 5",
            "1800flowers,,5#",
        ],
        &[
            "+18004633339",
            "1-800-GO-FEDEX",
            "1-800-GO-FEDEX x24",
            "1-800-GO-FEDEX,,24",
        ],
        &["+18006288737", "1-800-MATTRESS"],
        &["+448003569377", "0800 FLOWERS", "+44 800 FLOWERS"],
    ];

    /// Texts that mean two numbers.
    const DIFFERENT: &[(&str, &str)] = &[
        ("+13012345678", "+86 130 1234 5678"),
        ("+13012345678", "86 130 1234 5678"),
        ("+12025550188", "+12025550189"),
        ("+12025550188", "+442025550188"),
        ("+1 202 555 0188 x12", "+1 202 555 0188 x13"),
        ("+4930123456789", "0123456789"),
        ("+12025550188", "0188"),
        ("+12025550188", "550188"),
        ("+6834002", "4002"),
        ("112", "0112"),
        ("1-800-FLOWERS", "1-800-CONTACTS"),
        ("1-800-FLOWERS x1", "+18003569377;ext=2"),
        ("100", "1001"),
        ("*67 202 555 0188", "202 555 0188"),
        ("sip:ada@pbx.example", "sip:bob@pbx.example"),
    ];

    /// Texts that are no number, or more than one.
    const NONE: &[&str] = &[
        "",
        " ",
        "-",
        "+",
        "0",
        "000000000000",
        "anonymous",
        "Anonymous",
        "sip:anonymous@anonymous.invalid",
        "sip:+12025550188@anonymous.invalid",
        "Unknown",
        "+Unknown",
        "Private Number",
        "Restricted",
        "ACME",
        "BANK24",
        "800 ask",
        "+1 202 555 0123 cell",
        "555-0123 work",
        "2025550123 Ada",
        "1-800-FLOWERS, 1-800-CONTACTS",
        "client:ada",
        "sip:10.0.0.9",
        "sip:7042",
        "2025550123 / 2025550124",
        "555-0123, 555-0124",
        "+1 202 555 0123 +1 202 555 0124",
        "1 +1 202 555 0123",
        "+1 202 555 0123 (mobile)",
        "2.025550123E9",
        "1234567890123456",
        "tel:%0d%0aVia",
        "*",
        "***",
        "#",
    ];

    #[test]
    fn a_number_is_the_same_however_it_is_written() {
        for group in SAME {
            let [number, spellings @ ..] = group else {
                panic!("a group has a number");
            };
            for spelling in spellings {
                assert!(is_same_number(number, spelling), "{number} {spelling}");
                assert!(is_same_number(spelling, number), "{spelling} {number}");
            }
        }
    }

    #[test]
    fn numbers_that_are_the_same_share_a_key() {
        for group in SAME {
            let numbers: Vec<_> = group
                .iter()
                .filter_map(|text| PhoneNumber::read(text))
                .collect();
            let keys: Vec<_> = numbers.iter().map(PhoneNumber::key).collect();
            assert_eq!(keys, vec![keys[0]; group.len()]);
        }
    }

    #[test]
    fn two_numbers_are_not_the_same() {
        for (one, other) in DIFFERENT {
            assert!(PhoneNumber::read(one).is_some(), "{one}");
            assert!(!is_same_number(one, other), "{one} {other}");
            assert!(!is_same_number(other, one), "{other} {one}");
        }
        for group in SAME {
            for other in SAME.iter().filter(|other| *other != group) {
                assert!(
                    !is_same_number(group[0], other[0]),
                    "{} {}",
                    group[0],
                    other[0]
                );
            }
        }
    }

    #[test]
    fn a_text_without_one_number_is_nobodys() {
        for text in NONE {
            assert_eq!(PhoneNumber::read(text), None, "{text}");
            assert!(!is_same_number(text, text), "{text}");
        }
        assert_eq!(PhoneNumber::read(&"1".repeat(1_000_000)), None);
    }

    #[test]
    fn a_search_finds_a_number_by_its_parts() {
        for (query, text, is_found) in [
            ("0188", "+1 (202) 555-0188", true),
            ("555 01", "+12025550188", true),
            ("+1 202 55", "+12025550188", true),
            ("020 7946", "+442079460958", true),
            ("020 7946 0958 x2", "+442079460958", true),
            ("0124", "2025550123 / 2025550124", true),
            ("+13012345678", "+86 130 1234 5678", false),
            ("0189", "+12025550188", false),
            ("*67", "+12025550188", false),
        ] {
            let query = PhoneNumber::read(query).expect("a number");
            assert_eq!(query.is_found_in(text), is_found, "{query:?} {text}");
        }
    }
}
