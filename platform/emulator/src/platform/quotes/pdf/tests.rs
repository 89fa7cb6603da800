//! Documents as a PDF library reads them back: each letter and its position.
//!
//! All but one use our font alone, so they are the same on every machine.

use std::collections::BTreeMap;

use pdf_extract::{
    Document as Read, MediaBox, Object, OutputDev, OutputError, Transform, output_doc_page,
};
use rust_decimal::Decimal;

use super::{text::Style, *};
use crate::platform::quotes::{
    brand::Logo,
    direction::isolated,
    locale::Locale,
    view::{LineView, SignerView},
    words::Language,
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
    written(view, fonts::ours(), None).unwrap()
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

/// A quote with this title, in a language.
fn titled(language: &str, title: &str) -> Vec<Vec<Row>> {
    let view = QuoteView {
        title: title.to_owned(),
        ..view(&Locale::of(language, ""), Vec::new())
    };
    read(&ours(&view))
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
        "ar-ae AED 12500000 3 AED~37,500,000.00",
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
        let (from, to) = row.place(shown);
        let is_at_the_end = if language == "ar" {
            (from - 56.0).abs() < 2.0
        } else {
            (to - 539.0).abs() < 2.0
        };
        assert!(is_at_the_end, "{shown} {from} {to}");
        // Columns are apart.
        let gaps = row
            .letters
            .windows(2)
            .filter(|pair| pair[1].left - pair[0].right > 11.0);
        assert_eq!(gaps.count(), 4, "{}", row.text);
    }
}

#[test]
fn amounts_too_wide_for_a_table_have_a_line_each() {
    let locale = Locale::of("en", "en-us");
    let price = "7922816251426433759354395.0335";
    let view = view(&locale, vec![line(&locale, "USD", "Phone", price, 1)]);

    let pages = read(&ours(&view));

    assert_clear(&pages);
    for title in ["Unit price", "Amount"] {
        let row = row(&pages, title);
        assert!(
            row.text.contains("7,922,816,251,426,433,759,354,395.0335"),
            "{}",
            row.text
        );
    }
}

#[test]
fn no_digit_changes_its_place_beside_arabic() {
    let locale = Locale::of("ar", "ar-ae");
    let mut phone = line(&locale, "AED", "هاتف مكتبي VoIP 24", "129.50", 24);
    phone.description = "ضمان 36 شهرًا".to_owned();
    let view = QuoteView {
        title: "هواتف 2026".to_owned(),
        number: "Q-2026-0117".to_owned(),
        buyer: vec![
            "Works".to_owned(),
            "شركة المثال 12".to_owned(),
            format!("{}, {}", isolated("ليلى"), isolated("a@people.example")),
        ],
        sums: vec![(
            format!(
                "{} {}",
                isolated("خصم"),
                locale.percent(Decimal::new(25, 1))
            ),
            locale.money(Decimal::new(-8697, 2), "AED"),
        )],
        comments: vec!["الرقم +15550199.".to_owned()],
        terms: vec!["خلال 30 يومًا.\nPay AED 5.50 in 14 days.".to_owned()],
        ..view(&locale, vec![phone])
    };

    let pages = read(&ours(&view));

    assert_clear(&pages);
    let item = row(&pages, "VoIP 24");
    // The name begins at the right, the sums end at the left.
    let [name, price, amount] = ["VoIP 24", "129.50", "3,108.00"].map(|text| item.place(text));
    assert!(name.0 > price.1 && price.0 > amount.1, "{}", item.text);
    let arabic = item.letters.last().unwrap();
    assert!(
        arabic.right > 537.0 && !arabic.text.is_ascii(),
        "{}",
        item.text
    );
    for text in [
        "2026",
        "Q-2026-0117",
        "36",
        "12",
        "15550199",
        "30",
        "Pay AED 5.50 in 14 days.",
        "7.5",
    ] {
        row(&pages, text);
    }
    // A sign stands before its number, and a currency behind both.
    let sum = row(&pages, "AED\u{a0}−86.97");
    // Read from the right, a rate and an address follow their labels.
    assert!(
        sum.place("2.5").1 < sum.letters.last().unwrap().left,
        "{}",
        sum.text
    );
    let buyer = row(&pages, "a@people.example");
    assert!(
        buyer.place("a@people").1 < buyer.letters.last().unwrap().left,
        "{}",
        buyer.text
    );
    // A line in English is written from the left, whatever the one before it.
    assert!(row(&pages, "Pay AED").place("Pay").0 < 58.0);
}

#[test]
fn arabic_letters_are_joined_and_can_be_copied() {
    let pages = titled("ar", "سلام");

    // Its second and third letter share one glyph.
    let title = pages[0]
        .iter()
        .find(|row| row.text.contains('\u{645}') && row.letters.len() == 3)
        .unwrap();
    let letters: Vec<&str> = title.letters.iter().map(|one| one.text.as_str()).collect();
    assert_eq!(letters, ["\u{645}", "\u{644}\u{627}", "\u{633}"]);
}

#[test]
fn each_page_of_a_table_has_its_head() {
    for (language, name) in [("en", "Desk phone"), ("de", "Tischtelefon"), ("ar", "هاتف")] {
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
fn a_letter_without_a_glyph_is_named() {
    let locale = Locale::of("en", "en-us");
    let name = "新しい 電話 a\u{10fffd}\u{200d}\u{202e}\u{fe0f}\u{3000}";
    let view = view(&locale, vec![line(&locale, "EUR", name, "1", 1)]);

    let pdf = ours(&view);

    let missing = "U+3044, U+3057, U+65B0, U+8A71, U+96FB, U+10FFFD";
    assert_eq!(pdf.missing.as_deref(), Some(missing));
    row(
        &read(&pdf),
        &["No font of this machine has these characters: ", missing].concat(),
    );
}

#[test]
fn a_warning_is_in_english_where_no_font_has_its_own_letters() {
    for (language, locale, warning) in [
        (
            "ja",
            "ja-jp",
            "No font of this machine has these characters: ",
        ),
        (
            "de",
            "de-de",
            "Keine Schrift dieses Rechners hat diese Zeichen: ",
        ),
    ] {
        let locale = Locale::of(language, locale);
        let view = view(&locale, vec![line(&locale, "EUR", "\u{10fffd}", "1", 1)]);

        let pdf = ours(&view);

        row(&read(&pdf), warning);
    }
}

#[test]
fn asking_for_glyphs_notes_no_letter_as_missing() {
    let mut setter = Typesetter::new(fonts::ours(), Language::English);
    let small = Style::plain(8.0);

    let has = ["\u{7aef}", "a"].map(|text| setter.has_glyphs(text, small));

    assert_eq!((has, setter.missing().len()), ([false, true], 0));
}

#[test]
fn what_every_letter_is_there_for_has_no_warning() {
    let locale = Locale::of("de", "de-de");
    let name = "Größe\u{ad}\u{200b} Ελληνικά Кириллица العربية עברית\u{a0}€\t\u{7}";
    let pdf = ours(&view(&locale, vec![line(&locale, "EUR", name, "1", 1)]));

    assert_eq!(pdf.missing, None);
    row(&read(&pdf), "Größe");
}

#[test]
fn a_script_that_ours_lacks_is_in_a_font_of_the_machine() {
    let locale = Locale::of("ja", "ja-jp");
    let name = "新しいオフィスの卓上電話機".repeat(6);
    let view = view(&locale, vec![line(&locale, "JPY", &name, "12950", 24)]);

    let pdf = written(&view, fonts::all(), None).unwrap();

    if pdf.missing.is_some() {
        #[allow(clippy::print_stderr, reason = "who runs the tests is to know")]
        {
            eprintln!("skipped: no font of this machine has Japanese letters");
        }
        return;
    }
    let pages = read(&pdf);
    assert_clear(&pages);
    let item = row(&pages, "新しいオ");
    assert!(item.text.contains("12,950"), "{}", item.text);
    // A name without spaces is broken between letters.
    assert!(
        pages[0]
            .iter()
            .filter(|row| row.text.contains('話'))
            .count()
            >= 3
    );
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
    let languages = ["en", "ar"].into_iter().cycle();
    for (text, language) in texts.iter().zip(languages) {
        let locale = Locale::of(language, "");
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
        assert!(written(&view, fonts::ours(), None).is_some(), "{start:?}");
    }
}

#[test]
fn marks_stay_within_their_line() {
    let locale = Locale::of("en", "en-us");
    let mut rows_without = 0;
    for mark in ["", "\u{301}", "\u{323}", "\u{64e}"] {
        let name = ["Phone", &mark.repeat(2000)].concat();
        let view = view(&locale, vec![line(&locale, "EUR", &name, "1", 1)]);

        let pages = read(&ours(&view));

        // The lines above and below are as on a page without the marks.
        let [head, below] = ["Quantity", "Subtotal"].map(|text| row(&pages, text));
        let others = pages.iter().flatten().filter(|row| {
            let height = row.letters[0].baseline;
            height < head.letters[0].baseline + 1.0 || height > below.letters[0].baseline - 1.0
        });
        if mark.is_empty() {
            rows_without = others.count();
            continue;
        }
        let others: Vec<&String> = others.map(|row| &row.text).collect();
        assert_eq!(others.len(), rows_without, "{mark:?} {others:?}");
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

        let pdf = document(&view).unwrap();

        let text = String::from_utf8_lossy(&pdf.bytes);
        assert_eq!(text.contains("/Subtype/Image"), has_picture, "{logo}");
    }
}

#[test]
fn a_digit_with_a_mark_in_a_text_turned_round_stays_a_digit_elsewhere() {
    let locale = Locale::of("en", "");
    let view = QuoteView {
        title: "\u{202e}0\u{1ab0}".to_owned(),
        ..view(&locale, vec![line(&locale, "EUR", "Phone", "129.5", 3)])
    };

    let pages = read(&ours(&view));

    row(&pages, "388.50");
}

#[test]
fn latin_words_of_a_hebrew_text_begin_at_the_margin() {
    for (language, is_from_right) in [("en", false), ("ar", true)] {
        let title = ["\u{5e9}\u{5dc}\u{5d5}\u{5dd} ", &"words ".repeat(60)].concat();
        let pages = titled(language, &title);

        let rows = pages
            .iter()
            .flatten()
            .filter(|row| row.text.contains("words"));
        let letters = rows.map(|row| row.letters.iter().filter(|letter| letter.text != " "));
        let edges: Vec<f64> = letters
            .map(|letters| match is_from_right {
                true => 595.0 - letters.map(|letter| letter.right).fold(0.0, f64::max),
                false => letters.map(|letter| letter.left).fold(595.0, f64::min),
            })
            .collect();
        assert!(edges.len() > 3, "{edges:?}");
        assert!(
            edges.iter().all(|edge| (55.0..58.0).contains(edge)),
            "{language}: {edges:?}"
        );
    }
}

/// White space at the end of a line, and characters without a position.
#[test]
fn nothing_is_drawn_over_the_margin() {
    for (language, title) in [
        ("en", "\u{5d8}a "),
        ("en", &"\u{5e9}\u{5dc}\u{5d5}\u{5dd} ".repeat(60)),
        ("ar", "\u{2db8}\u{e0100}"),
        ("ar", "\u{2db8}\u{fe00}"),
        ("ar", "a\u{e0100}"),
        // The line breaks between a letter and its mark.
        (
            "ar",
            "\u{16ff0}a%0\u{b47}\u{fe68}aA0\"\u{143}\u{2e9b}A\u{fe54}0 \u{c58} \u{1f300}\u{3190}0\u{2e9b}\u{202e}\u{468}\u{20d0}\u{114d0}\"ma\u{a1}\u{104a0}a\u{a3}\u{18cff}0\u{11390}AA\u{10190}",
        ),
    ] {
        let pages = titled(language, title);

        let letters = pages.iter().flatten().flat_map(|row| &row.letters);
        let far = letters.filter(|letter| !(55.0..545.0).contains(&letter.left));
        assert_eq!(far.count(), 0, "{title:?}");
    }
}
