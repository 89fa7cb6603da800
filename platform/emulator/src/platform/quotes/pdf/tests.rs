//! Documents as a PDF library reads them back: each letter and its position.

use std::collections::BTreeMap;

use pdf_extract::{
    Document as Read, MediaBox, Object, OutputDev, OutputError, Transform, output_doc_page,
};
use rust_decimal::Decimal;

use super::*;
use crate::platform::quotes::{
    brand::Logo,
    locale::Locale,
    view::{LineView, SignerView},
};

/// A letter of a page, in points from its upper left corner.
#[derive(Clone, Debug)]
struct Letter {
    text: String,
    left: f64,
    right: f64,
    baseline: f64,
    size: f64,
}

/// The letters of each page.
#[derive(Default)]
struct Reader(Vec<Vec<Letter>>);

impl OutputDev for Reader {
    fn begin_page(
        &mut self,
        _: u32,
        _: &MediaBox,
        _: Option<(f64, f64, f64, f64)>,
    ) -> Result<(), OutputError> {
        self.0.push(Vec::new());
        Ok(())
    }

    fn output_character(
        &mut self,
        at: &Transform,
        width: f64,
        _: f64,
        size: f64,
        text: &str,
    ) -> Result<(), OutputError> {
        let letter = Letter {
            text: text.to_owned(),
            left: at.m31,
            right: at.m31 + width * size * at.m11,
            baseline: f64::from(HEIGHT) - at.m32,
            size: size * at.m11,
        };
        self.0.last_mut().unwrap().push(letter);
        Ok(())
    }

    fn end_page(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
    fn begin_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
    fn end_word(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
    fn end_line(&mut self) -> Result<(), OutputError> {
        Ok(())
    }
}

/// Letters at one height of a page, from the left to the right.
#[derive(Debug)]
struct Row {
    text: String,
    letters: Vec<Letter>,
}

impl Row {
    /// Start and end of a text within it.
    fn place(&self, text: &str) -> (f64, f64) {
        let at = self.text.rfind(text).unwrap();
        let (mut length, mut place) = (0, (f64::MAX, f64::MIN));
        for letter in &self.letters {
            if (at..at + text.len()).contains(&length) {
                place = (place.0.min(letter.left), place.1.max(letter.right));
            }
            length += letter.text.len();
        }
        place
    }
}

fn read(pdf: &Pdf) -> Vec<Vec<Row>> {
    let mut document = Read::load_mem(&pdf.bytes).unwrap();
    for object in document.objects.values_mut() {
        if let Ok(font) = object.as_dict_mut()
            && let Ok(Object::Array(widths)) = font.get_mut(b"W")
        {
            *widths = single_widths(widths);
        }
    }
    let mut reader = Reader::default();
    for page in document.get_pages().into_keys() {
        output_doc_page(&document, &mut reader, page).unwrap();
    }
    reader.0.into_iter().map(rows).collect()
}

/// The widths of a font one by one, since the reader does not know ranges of them.
fn single_widths(widths: &[Object]) -> Vec<Object> {
    let mut single = Vec::new();
    let mut rest = widths;
    while let [first, second, others @ ..] = rest {
        rest = others;
        if let (Ok(last), [width, others @ ..]) = (second.as_i64(), others) {
            rest = others;
            for code in first.as_i64().unwrap()..=last {
                single.extend([code.into(), Object::Array(vec![width.clone()])]);
            }
        } else {
            single.extend([first.clone(), second.clone()]);
        }
    }
    single
}

fn rows(page: Vec<Letter>) -> Vec<Row> {
    let mut rows = BTreeMap::<i64, Vec<Letter>>::new();
    for letter in page {
        #[allow(clippy::cast_possible_truncation, reason = "a page is small")]
        let height = (letter.baseline * 2.0).round() as i64;
        rows.entry(height).or_default().push(letter);
    }
    let row = |mut letters: Vec<Letter>| {
        letters.sort_by(|one, other| one.left.total_cmp(&other.left));
        let text = letters.iter().map(|letter| letter.text.as_str()).collect();
        Row { text, letters }
    };
    rows.into_values().map(row).collect()
}

/// The row of a text on any page.
fn row<'a>(pages: &'a [Vec<Row>], text: &str) -> &'a Row {
    let row = pages.iter().flatten().find(|row| row.text.contains(text));
    row.unwrap_or_else(|| panic!("no {text:?} in {pages:#?}"))
}

/// Fails if letters overlap or are outside of the margins.
fn assert_clear(pages: &[Vec<Row>]) {
    for row in pages.iter().flatten() {
        for pair in row.letters.windows(2) {
            // Letters of one word may be kerned.
            let most = pair[0].size.max(pair[1].size) * 0.25;
            assert!(pair[0].right <= pair[1].left + most, "{}", row.text);
        }
        // A space at the end of a line hangs over.
        let is_seen = |letter: &&Letter| !letter.text.trim().is_empty();
        for letter in row.letters.iter().filter(is_seen) {
            assert!(letter.left > 55.0 && letter.right < 540.0, "{}", row.text);
            assert!((56.0..830.0).contains(&letter.baseline), "{}", row.text);
        }
    }
}

fn ours(view: &QuoteView) -> Pdf {
    written(view, ADDRESS, None).unwrap()
}

fn line(locale: &Locale, currency: &str, name: &str, price: &str, quantity: u32) -> LineView {
    let price: Decimal = price.parse().unwrap();
    LineView {
        name: name.to_owned(),
        quantity: locale.number(quantity.into()),
        price: locale.money(price, currency),
        discount: locale.percent(Decimal::new(75, 1)),
        amount: locale.money(price * Decimal::from(quantity), currency),
        ..LineView::default()
    }
}

fn view(locale: &Locale, lines: Vec<LineView>) -> QuoteView {
    QuoteView {
        language: locale.language,
        title: "Phones".to_owned(),
        number: "Q-1".to_owned(),
        seller: vec!["Phones Example Ltd".to_owned()],
        buyer: vec!["Works".to_owned()],
        total: lines
            .last()
            .map_or_else(String::new, |line| line.amount.clone()),
        sums: vec![("Subtotal".to_owned(), "1.00".to_owned())],
        lines,
        has_signature_box: true,
        ..QuoteView::default()
    }
}

#[test]
fn a_wide_amount_has_its_place_on_one_line() {
    // `~` is the space that ends no line.
    for case in [
        "en-us IDR 12500000 1 IDR~12,500,000.00",
        "en-us IDR 12500000 1000 IDR~12,500,000,000.00",
        "en-us USD 123456789.99 1 USD~123,456,789.99",
        "en-us USD 123456789.99 1000000 USD~123,456,789,990,000.00",
        "de-de EUR 123456789.99 1 123.456.789,99~EUR",
        "en-us USD 7922816251426433759354395.0335 1 USD~7,922,816,251,426,433,759,354,395.0335",
    ] {
        let case = case.replace('~', "\u{a0}");
        let fields: Vec<_> = case.split(' ').collect();
        let [tag, currency, price, quantity, shown] = fields[..] else {
            panic!("{case}")
        };
        let (language, quantity) = (&tag[..2], quantity.parse().unwrap());
        let locale = Locale::of(language, tag);
        let name = "Switchboard with a name that is longer than its column would be wide";
        let view = view(
            &locale,
            vec![line(&locale, currency, name, price, quantity)],
        );

        let pages = read(&ours(&view));

        assert_clear(&pages);
        let row = row(&pages, "Switchboard");
        let (_, to) = row.place(shown);
        assert!((to - 539.0).abs() < 2.0, "{shown} {to}");
        // Columns are apart.
        let gaps = row
            .letters
            .windows(2)
            .filter(|pair| pair[1].left - pair[0].right > pair[1].size * 1.1);
        assert_eq!(gaps.count(), 4, "{}", row.text);
    }
}

#[test]
fn each_page_of_a_table_has_its_head() {
    for (language, name) in [("en", "Desk phone"), ("de", "Tischtelefon")] {
        let locale = Locale::of(language, "");
        let mut lines: Vec<LineView> = (0..60)
            .map(|number| {
                line(
                    &locale,
                    "EUR",
                    &format!("{name} no. {number}"),
                    "129.5",
                    number,
                )
            })
            .collect();
        for line in &mut lines {
            line.description = "With a color display".to_owned();
        }
        let view = view(&locale, lines);
        let head = view.words().columns[1];

        let pages = read(&ours(&view));

        assert_clear(&pages);
        let is_item = |row: &&Row| row.text.contains("no.");
        let is_head = |row: &Row| {
            let title: Vec<char> = row.text.chars().collect();
            let (mut title, mut head) = (title, head.chars().collect::<Vec<_>>());
            title.sort_unstable();
            head.sort_unstable();
            head.dedup();
            row.letters.len() < 60 && head.iter().all(|letter| title.contains(letter))
        };
        let tables: Vec<&Vec<Row>> = pages
            .iter()
            .filter(|page| page.iter().any(|row| is_item(&row)))
            .collect();
        assert!(tables.len() >= 3, "{language}: {} pages", tables.len());
        for page in &tables {
            let first = page.iter().position(|row| is_item(&row)).unwrap();
            assert!(is_head(&page[first - 1]), "{}", page[first - 1].text);
        }
        let items: usize = tables
            .iter()
            .map(|page| page.iter().filter(is_item).count())
            .sum();
        assert_eq!(items, 60, "{language}");
        // After the last item, no table head repeats.
        let last = pages.last().unwrap();
        assert!(
            last.iter().any(|row| is_item(&row)) || !is_head(&last[0]),
            "{}",
            last[0].text
        );
    }
}

#[test]
fn paragraphs_of_terms_are_further_apart_than_lines() {
    let locale = Locale::of("de", "de-de");
    let view = QuoteView {
        terms: vec![
            "Erste Zeile\nZweite Zeile".to_owned(),
            "Dritte Zeile".to_owned(),
        ],
        ..view(&locale, Vec::new())
    };

    let pages = read(&ours(&view));

    let [first, second, third] =
        ["Erste", "Zweite", "Dritte"].map(|text| row(&pages, text).letters[0].baseline);
    assert!(third - second > second - first + 3.0);
}

#[test]
fn a_letter_without_a_glyph_is_named_with_the_page() {
    let locale = Locale::of("en", "en-us");
    let name = "新しい 電話 a\u{10fffd}\u{200d}\u{202e}\u{fe0f}\u{3000}";
    let view = view(&locale, vec![line(&locale, "EUR", name, "1", 1)]);

    let pdf = ours(&view);

    let missing = "U+3044, U+3057, U+65B0, U+8A71, U+96FB, U+10FFFD";
    assert_eq!(pdf.missing.as_deref(), Some(missing));
    row(
        &read(&pdf),
        &["Characters shown as □ can be read at ", ADDRESS].concat(),
    );
}

#[test]
fn european_letters_and_invisible_ones_have_no_warning() {
    let locale = Locale::of("de", "de-de");
    let name = "Größe\u{ad}\u{200b} Ελληνικά Кириллица\u{a0}€\t\u{7}";
    let pdf = ours(&view(&locale, vec![line(&locale, "EUR", name, "1", 1)]));

    assert_eq!(pdf.missing, None);
    row(&read(&pdf), "Größe");
}

#[test]
fn no_text_keeps_a_document_from_being_made() {
    let mut texts = vec![
        String::new(),
        " \n\t ".to_owned(),
        "\u{0}\u{1}\u{7f}\u{85}\u{feff}".to_owned(),
        "\r\n\u{b}\u{c}\u{2028}\u{2029}".to_owned(),
        "\u{202e}abc\u{202c}\u{2066}\u{2069}\u{202b}1 2 3".to_owned(),
        "\u{202e}".repeat(500),
        "\u{2067}".repeat(500),
        "名前 🙂 👨\u{200d}👩\u{200d}👧 🇩🇪 1\u{fe0f}\u{20e3} العربية".to_owned(),
        "🙂".repeat(300),
        "x".repeat(12_000),
        "العربية".repeat(1000),
        "\u{5d0}1a".repeat(300),
        "((([[[".repeat(500),
        "line\n".repeat(300),
    ];
    // As many marks on one letter as a byte counts, and more.
    for marks in [1, 254, 255, 256, 700] {
        texts.push(format!("a{}b", "\u{301}".repeat(marks)));
        texts.push(format!("\u{644}{}\u{627}", "\u{64e}".repeat(marks)));
        texts.push(format!("a{}", "\u{fe0f}\u{200d}".repeat(marks)));
    }
    let locale = Locale::of("en", "");
    for text in &texts {
        let mut item = line(&locale, "EUR", text, "1", 1);
        item.description.clone_from(text);
        item.billing = vec![text.clone()];
        let view = QuoteView {
            title: text.clone(),
            number: text.clone(),
            seller: vec![text.clone()],
            buyer: vec![text.clone(); 3],
            comments: vec![text.clone()],
            terms: vec![text.clone()],
            sums: vec![(text.clone(), "EUR 1.00".to_owned())],
            signers: vec![SignerView {
                text: text.clone(),
                button: None,
            }],
            ..view(&locale, vec![item])
        };
        let start = text.chars().take(20).collect::<String>();
        assert!(written(&view, ADDRESS, None).is_some(), "{start:?}");
    }
}

#[test]
fn long_terms_have_as_many_pages_as_they_need() {
    let locale = Locale::of("en", "en-us");
    let terms: Vec<String> = (0..2_000).map(|number| format!("Term {number}")).collect();
    for terms in [terms.clone(), vec![terms.join("\n")]] {
        let view = QuoteView {
            terms,
            ..view(&locale, Vec::new())
        };

        let pages = read(&ours(&view));

        assert_clear(&pages);
        assert!(pages.len() > 30, "{}", pages.len());
        row(&pages, "Term 1999");
        let count = pages.len();
        for (index, page) in pages.iter().enumerate() {
            let foot = &page.last().unwrap().text;
            assert!(
                foot.ends_with(&format!("{} of {count}", index + 1)),
                "{foot}"
            );
        }
    }
}

#[test]
fn a_logo_that_cannot_be_read_is_left_out() {
    let locale = Locale::of("en", "en-us");
    let dot = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
    for (logo, has_picture) in [
        (dot.to_owned(), true),
        // Cut off within its data.
        (dot[..64].to_owned(), false),
        // 65,535 on each side.
        (dot.replace("AAAAEAAAAB", "AAD//wAA//"), false),
        ("iVBORw0KGgo=".to_owned(), false),
        (String::new(), false),
    ] {
        let mut view = view(&locale, Vec::new());
        view.brand.logo = Logo::parse(&["data:image/png;base64,", &logo].concat());
        assert!(view.brand.logo.is_some());

        let pdf = document(&view, ADDRESS).unwrap();

        let text = String::from_utf8_lossy(&pdf.bytes);
        assert_eq!(text.contains("/Subtype/Image"), has_picture, "{logo}");
    }
}

#[test]
fn a_quote_in_japanese_has_english_words_in_its_pdf() {
    let locale = Locale::of("ja", "ja-jp").in_font();

    let pdf = ours(&view(
        &locale,
        vec![line(&locale, "JPY", "Phone", "129.5", 3)],
    ));

    assert_eq!(pdf.missing, None);
    row(&read(&pdf), "Unit price");
}

const ADDRESS: &str = "http://localhost/quotes/phones";
