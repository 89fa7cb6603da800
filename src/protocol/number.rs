//! Phone numbers as people write them, read to be compared.

use alloc::string::String;

use super::{around, cut};

/// A text that is one phone number.
///
/// The number is the one that a phone would dial for the text. Words around it, such as "mobile",
/// are left out, since nothing is dialled here.
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
            let digits = part.strip_prefix("ext=").unwrap_or(part);
            if is_digits(digits) && (digits.len() <= SHORT_EXTENSION || digits.len() < part.len()) {
                extension = digits;
            } else if !part.starts_with(|letter: char| letter.is_ascii_lowercase()) {
                return None;
            }
        }
        let number = Self::read_number(number)?;
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
        if text.contains(is_letter) {
            return vanity(text)
                .or_else(|| Self::read_digits(without_words(text)?))
                .filter(|number| number.text.len() >= SHORTEST_LOCAL);
        }
        Self::read_digits(text)
    }

    fn read_digits(text: &str) -> Option<Self> {
        let text = text.trim_matches(is_separator);
        let number = text.strip_prefix('+').unwrap_or(text);
        if !number
            .chars()
            .all(|one| one.is_ascii_digit() || is_separator(one))
        {
            return None;
        }
        let digits = || number.chars().filter(char::is_ascii_digit);
        let is_abroad = text.starts_with("00") || number.len() < text.len();
        // A slash is behind an area code, else it begins another number.
        let is_other = number.rsplit_once('/').is_some_and(|(_, rest)| {
            rest.chars().filter(char::is_ascii_digit).count() < SHORTEST_BEHIND_SLASH
        });
        if is_other || digits().all(|digit| digit == '0') || (!is_abroad && is_two_numbers(number))
        {
            return None;
        }
        let digits: String = digits().collect();
        if number.len() < text.len() && !digits.starts_with('0') {
            return Self::international(&digits);
        }
        match PREFIXES.iter().find_map(|(prefix, shortest)| {
            let rest = digits.strip_prefix(prefix)?;
            (rest.len() >= *shortest && !rest.starts_with('0')).then_some(rest)
        }) {
            Some(rest) => Self::international(rest),
            None => (digits.len() <= LONGEST).then(|| Self::new(Form::Unprefixed, digits)),
        }
    }

    fn international(digits: &str) -> Option<Self> {
        // A plus before an emergency number makes none of another country.
        let form = if digits.len() < SHORTEST_INTERNATIONAL {
            Form::Unprefixed
        } else {
            Form::International
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
        let national = self.text.trim_start_matches('0');
        let has_part = || match (self.form, known.form) {
            (Form::International, Form::International) => known.text.starts_with(&self.text),
            (Form::Unprefixed, Form::International | Form::Unprefixed) => {
                known.text.contains(&self.text)
                    || (national.len() >= SHORTEST_NATIONAL && known.text.contains(national))
            }
            _ => false,
        };
        self.is_same(&known) || (self.extension.is_empty() && has_part())
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

/// The digits of a text, in whatever script; none for a withheld number, which has zeros at most.
#[must_use]
pub fn digits_of(text: &str) -> String {
    let digits: String = plain(text).chars().filter(char::is_ascii_digit).collect();
    if digits.bytes().all(|digit| digit == b'0') {
        return String::new();
    }
    digits
}

/// True if digits without a prefix for abroad are the national number of a whole number, or its
/// end.
fn is_national(digits: &str, whole: &str) -> bool {
    if whole.starts_with('0') {
        // Two numbers as dialled within a country, one of them without its area.
        return is_end(digits, whole);
    }
    let (country, national) = split_country(whole);
    let without_trunk = digits.trim_start_matches('0');
    let of_country = TRUNKS.iter().find(|(code, _)| *code == country);
    let other_trunk = of_country.and_then(|(_, trunk)| digits.strip_prefix(trunk));
    let is_whole = |number: &str| number.len() >= SHORTEST_NATIONAL && number == national;
    let (own_country, own_national) = split_country(digits);
    is_whole(without_trunk)
        || other_trunk.is_some_and(is_whole)
        || (own_country == country && is_whole(own_national))
        || is_end(digits, whole)
}

/// True if a number ends in these digits: they are its local part, without a trunk prefix.
fn is_end(digits: &str, whole: &str) -> bool {
    digits.len() >= SHORTEST_LOCAL && !digits.starts_with('0') && whole.ends_with(digits)
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

/// The number in letters: seven of them count, behind an area code.
fn vanity(text: &str) -> Option<PhoneNumber> {
    let is_plus = text.starts_with('+');
    let letters: String = text
        .chars()
        .filter(|one| !is_separator(*one) && *one != '+')
        .collect();
    let area = match letters.as_bytes() {
        [b'1', b'2'..=b'9', ..] => 4,
        [b'0', b'8', one, two, ..] if one == two => 4,
        [b'8', one, two, ..] if one == two => 3,
        [b'9', b'0', b'0', ..] => 3,
        _ => return None,
    };
    let (area, name) = letters.split_at_checked(area)?;
    let (number, beyond) = name.split_at_checked(SHORTEST_LOCAL)?;
    let has_word = name
        .split(|one: char| !one.is_ascii_lowercase())
        .any(|word| word.len() >= 3);
    if !is_digits(area) || !has_word || !beyond.chars().all(is_letter) || beyond.len() > 5 {
        return None;
    }
    let keys: Option<String> = number.chars().map(key_of).collect();
    let digits = [area, &keys?].concat();
    if is_plus {
        return PhoneNumber::international(&digits);
    }
    Some(PhoneNumber::new(Form::Unprefixed, digits))
}

/// The key of a letter or digit (ITU-T E.161).
fn key_of(letter: char) -> Option<char> {
    Some(match letter {
        'a'..='c' => '2',
        'd'..='f' => '3',
        'g'..='i' => '4',
        'j'..='l' => '5',
        'm'..='o' => '6',
        'p'..='s' => '7',
        't'..='v' => '8',
        'w'..='z' => '9',
        '0'..='9' => letter,
        _ => return None,
    })
}

/// Leaves out words before and behind a number; `None` where letters touch it.
fn without_words(text: &str) -> Option<&str> {
    let is_of_number = |one: char| one.is_ascii_digit() || one == '+';
    let start = text.find(is_of_number)?;
    let end = text.rfind(is_of_number)?.saturating_add(1);
    let touches = |letter: Option<char>| letter.is_some_and(is_letter);
    let before = text.get(..start)?.chars().next_back();
    let behind = text.get(end..)?.chars().next();
    (!touches(before) && !touches(behind))
        .then(|| text.get(start..end))
        .flatten()
}

/// The number and its extension, empty without one.
fn split_extension(text: &str) -> (&str, &str) {
    let bare = text.trim_end_matches([')', '#', ' ']);
    let main = bare.trim_end_matches(|one: char| one.is_ascii_digit());
    let extension = bare.get(main.len()..).unwrap_or_default();
    let marked = main.trim_end_matches([' ', '.', ':', '#']);
    let has_hash = main.len() > marked.len() && main.contains('#');
    let is_short = extension.len() <= SHORT_EXTENSION;
    let number = WORDS
        .iter()
        .filter_map(|word| marked.strip_suffix(word))
        .find(|rest| !rest.ends_with(is_letter))
        .or_else(|| marked.strip_suffix(",,"))
        .or_else(|| marked.strip_suffix(',').filter(|_| is_short))
        .or_else(|| (is_short && has_hash).then_some(marked))
        .map(|number| number.trim_end_matches([' ', ',', '(']));
    let is_number = |number: &&str| {
        let long = number.chars().filter(char::is_ascii_alphanumeric);
        long.count() >= SHORTEST_LOCAL
    };
    match number.filter(is_number) {
        Some(number) if (1..=LONGEST).contains(&extension.len()) => (number, extension),
        _ => (text, ""),
    }
}

/// True if a text is a number twice, or two that look alike.
fn is_two_numbers(text: &str) -> bool {
    let shape = text.replace(|one: char| one.is_ascii_digit(), "0");
    let longest = shape.len().saturating_sub(1) / 2;
    (SHORTEST_LOCAL..=longest).any(|length| {
        let start = shape.len().saturating_sub(length);
        match (
            shape.get(..length),
            shape.get(length..start),
            shape.get(start..),
        ) {
            (Some(one), Some(between), Some(two)) => one == two && !between.contains('0'),
            _ => false,
        }
    })
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
            _ => ZEROS
                .iter()
                .find(|zero| (**zero..=zero.saturating_add(9)).contains(&u32::from(one)))
                .map_or(one, |zero| ascii_of(one, *zero, b'0')),
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

/// True for a letter of a plain text.
const fn is_letter(one: char) -> bool {
    one.is_ascii_lowercase() || !one.is_ascii()
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Longer than any number or address that a phone takes.
const LONGEST_TEXT: usize = 256;

/// Digits of the longest number (E.164).
const LONGEST: usize = 15;

/// Fewer digits behind a plus are no number of another country.
const SHORTEST_INTERNATIONAL: usize = 5;

/// Fewer digits are a service, or a telephone within a company: they prove nothing.
const SHORTEST_NATIONAL: usize = 6;

/// Fewer digits of a number's end prove nothing.
const SHORTEST_LOCAL: usize = 7;

/// Fewer digits behind a slash are another number's.
const SHORTEST_BEHIND_SLASH: usize = 5;

/// The digits that all spellings of a number end in.
const KEY_DIGITS: usize = 4;

/// Digits of an extension behind a single mark.
const SHORT_EXTENSION: usize = 6;

const WORDS: [&str; 10] = [
    "extension",
    "extn",
    "ext",
    "xt",
    "x",
    "int",
    "local",
    "poste",
    "anexo",
    "доб",
];

/// Prefixes for abroad, also behind the 9 of a company's line, and the fewest digits behind each:
/// some are an area code elsewhere.
const PREFIXES: [(&str, usize); 9] = [
    ("0011", 8),
    ("001", 11),
    ("00", 5),
    ("011", 10),
    ("010", 11),
    ("90011", 10),
    ("9011", 10),
    ("900", 10),
    ("810", 10),
];

/// Trunk prefixes by country's code, where they are not zeros.
const TRUNKS: [(&str, &str); 5] = [
    ("7", "8"),
    ("36", "06"),
    ("52", "01"),
    ("370", "8"),
    ("375", "80"),
];

/// The zero of each script with decimal digits, up to U+FFFF.
const ZEROS: [u32; 35] = [
    0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xde6,
    0xe50, 0xed0, 0xf20, 0x1040, 0x1090, 0x17e0, 0x1810, 0x1946, 0x19d0, 0x1a80, 0x1a90, 0x1b50,
    0x1bb0, 0x1c40, 0x1c50, 0xa620, 0xa8d0, 0xa900, 0xa9d0, 0xa9f0, 0xaa50, 0xabf0,
];

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
            "+1 202 555 0188 Local 212",
            "+1 202 555 0188 anexo 5",
            "202.555.0188",
            "1 202 555 0188",
            "001 202 555 0188",
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
            "Mobile: +1 202 555 0188",
            "Tel. 202 555 0188",
            "+1 202 555 0188 (mobile)",
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
            "+0044 20 7946 0958",
            "0011 44 20 7946 0958",
            "001 44 20 7946 0958",
            "010 44 20 7946 0958",
            "011 44 20 7946 0958",
            "9 011 44 20 7946 0958",
            "8 10 44 20 7946 0958",
        ],
        &["+4922147101230", "+49 (0) 221 / 4710-1230", "0221/47101230"],
        &["+390669821234", "06 6982 1234", "+39 (0)6 6982 1234"],
        &["+8613012345678", "130 1234 5678", "0086 130 1234 5678"],
        &[
            "+74951234567",
            "8 (495) 123-45-67",
            "+7 495 123-45-67 доб. 55",
        ],
        &["+3612345678", "06 1 234 5678", "(06-1) 234-5678"],
        &["+375291234567", "8 029 123 45 67"],
        &["+298301234", "301234"],
        &["+6834002", "683 4002"],
        &[
            "+18003569377",
            "1-800-FLOWERS",
            "800 FLOWERS",
            "+1 (800) FLOWERS x7",
        ],
        &[
            "7042",
            "tel:7042;phone-context=example.com",
            "sip:7042@pbx.example",
        ],
        &["112", "+112"],
        &["*672025550188", "*67 202 555 0188"],
        &["*******0199", "+* (***) ***-0199"],
        &["ada@pbx.example", "sip:Ada@pbx.example;transport=ws"],
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
        "AMZN12345678",
        "FLOWERS",
        "client:ada",
        "sip:10.0.0.9",
        "sip:7042",
        "2025550123 / 2025550124",
        "555-0123, 555-0124",
        "555-0123/555-0124",
        "+1 202 555 0123 +1 202 555 0124",
        "+1 202 555 0123 or 0124",
        "5550123/24",
        "100/101",
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
