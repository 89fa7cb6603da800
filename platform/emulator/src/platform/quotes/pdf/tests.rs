//! The texts on each page, and documents of odd texts and pictures.

use rust_decimal::Decimal;

use super::*;
use crate::platform::quotes::{
    locale::Locale,
    view::{LineView, SignerView},
};

/// A line of text on a page, in points from its upper left corner.
#[derive(Debug)]
struct Placed {
    text: String,
    left: f32,
    right: f32,
    top: f32,
}

/// The lines of text of each page, in the order of the layout.
fn placed(view: &QuoteView) -> Vec<Vec<Placed>> {
    let mut setter = Typesetter::new().unwrap();
    let pages = pages(view, ADDRESS, &mut setter).into_iter();
    let texts = pages.map(|marks| marks.into_iter().filter_map(of_mark).collect());
    texts.collect()
}

fn of_mark(mark: Mark) -> Option<Placed> {
    let Mark::Text { line, at, .. } = mark else {
        return None;
    };
    Some(Placed {
        left: at.0,
        right: at.0 + line.shown_width(),
        top: at.1,
        text: line.text,
    })
}

/// The line that has a text, on any page.
fn find<'a>(pages: &'a [Vec<Placed>], text: &str) -> &'a Placed {
    let found = pages.iter().flatten().find(|one| one.text.contains(text));
    found.unwrap_or_else(|| panic!("no {text:?} in {pages:#?}"))
}

/// Fails if lines overlap or are outside of the margins.
fn assert_clear(pages: &[Vec<Placed>]) {
    for page in pages {
        for one in page {
            let is_inside = one.left > 55.0 && one.right < 540.0;
            assert!(is_inside && (56.0..820.0).contains(&one.top), "{one:?}");
            let beside = page.iter().filter(|other| other.top == one.top);
            for other in beside.filter(|other| other.left > one.left) {
                assert!(other.left - one.right > 4.0, "{one:?} {other:?}");
            }
        }
    }
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
        total: "1.00".to_owned(),
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
        "en-us IDR 12500000 1000 IDR~12,500,000,000.00",
        "en-us USD 123456789.99 1000000 USD~123,456,789,990,000.00",
        "de-de EUR 123456789.99 1 123.456.789,99~EUR",
        "en-us USD 7922816251426433759354395.0335 1 USD~7,922,816,251,426,433,759,354,395.0335",
    ] {
        let case = case.replace('~', "\u{a0}");
        let fields: Vec<_> = case.split(' ').collect();
        let [tag, currency, price, quantity, shown] = fields[..] else {
            panic!("{case}")
        };
        let locale = Locale::of(&tag[..2], tag);
        let name = "Switchboard with a name that is longer than its column would be wide";
        let item = line(&locale, currency, name, price, quantity.parse().unwrap());

        let pages = placed(&view(&locale, vec![item]));

        assert_clear(&pages);
        let top = find(&pages, "Switchboard").top;
        let row = pages[0].iter().filter(|one| one.top == top);
        assert_eq!(row.count(), 5, "{case}");
        let amounts = pages[0].iter().filter(|one| one.text == shown);
        let right = amounts.map(|one| one.right).fold(0.0, f32::max);
        assert!((right - 539.0).abs() < 2.0, "{shown} {right}");
    }
}

#[test]
fn each_page_of_a_table_has_its_head() {
    let locale = Locale::of("de", "");
    let lines = (0..60).map(|number| LineView {
        description: "Mit Farbanzeige".to_owned(),
        ..line(&locale, "EUR", &format!("Telefon {number}"), "129.5", 1)
    });
    let view = view(&locale, lines.collect());
    let head = view.words().columns[0];
    let is_item = |one: &Placed| one.text.starts_with("Telefon");

    let pages = placed(&view);

    assert_clear(&pages);
    let tables: Vec<_> = pages
        .iter()
        .filter(|page| page.iter().any(is_item))
        .collect();
    assert!(tables.len() >= 3, "{} pages", tables.len());
    for page in &tables {
        let first = page.iter().position(is_item).unwrap();
        assert!(
            page[..first].iter().any(|one| one.text == head),
            "{page:#?}"
        );
    }
    let items = tables.iter().flat_map(|page| page.iter());
    assert_eq!(items.filter(|one| is_item(one)).count(), 60);
    // After the last item, no table head repeats.
    let heads = pages.iter().flatten().filter(|one| one.text == head);
    assert_eq!(heads.count(), tables.len());
}

#[test]
fn long_terms_have_as_many_pages_as_they_need() {
    let locale = Locale::of("en", "en-us");
    let terms: Vec<String> = (0..2_000).map(|number| format!("Term {number}")).collect();
    let [apart, joined] = [terms.clone(), vec![terms.join("\n")]].map(|terms| {
        let view = QuoteView {
            terms,
            ..view(&locale, Vec::new())
        };
        placed(&view)
    });

    for pages in [&apart, &joined] {
        assert_clear(pages);
        assert!(pages.len() > 30, "{}", pages.len());
        find(pages, "Term 1999");
        let count = pages.len();
        for (index, page) in pages.iter().enumerate() {
            let foot = &page.last().unwrap().text;
            assert!(
                foot.ends_with(&format!("{} of {count}", index + 1)),
                "{foot}"
            );
        }
    }
    // Paragraphs are further apart than lines.
    let step = |pages| find(pages, "Term 2").top - find(pages, "Term 1").top;
    assert!(step(&apart) > step(&joined) + 3.0);
}

#[test]
fn letters_that_the_font_lacks_are_named_with_the_page() {
    for (language, name, missing) in [
        (
            "en",
            "新しい 電話 a\u{10fffd}\u{200d}\u{202e}\u{fe0f}\u{3000}",
            Some("U+3044, U+3057, U+65B0, U+8A71, U+96FB, U+10FFFD"),
        ),
        (
            "de",
            "Größe\u{ad}\u{200b} Ελληνικά Кириллица\u{a0}€\t\u{7}",
            None,
        ),
        // The words of a language that the font lacks are English.
        ("ja", "Phone", None),
    ] {
        let locale = Locale::of(language, "").in_font();
        let view = view(&locale, vec![line(&locale, "EUR", name, "1", 1)]);

        let pdf = document(&view, ADDRESS).unwrap();

        assert_eq!(pdf.missing.as_deref(), missing);
        let text = String::from_utf8_lossy(&pdf.bytes);
        assert!(text.contains("/ToUnicode"), "its text can be copied");
        if missing.is_some() {
            let hint = ["Characters shown as □ can be read at ", ADDRESS].concat();
            find(&placed(&view), &hint);
        }
    }
}

#[test]
fn no_text_keeps_a_document_from_being_made() {
    let mut texts = vec![
        " \n\t ".to_owned(),
        "\u{0}\u{1}\u{7f}\u{85}\u{feff}".to_owned(),
        "\r\n\u{b}\u{c}\u{2028}\u{2029}".to_owned(),
        "\u{202e}abc\u{202c}\u{2066}\u{2069}\u{202b}1 2 3".to_owned(),
        "名前 🙂 👨\u{200d}👩\u{200d}👧 🇩🇪 1\u{fe0f}\u{20e3} العربية".to_owned(),
        "x".repeat(12_000),
        "line\n".repeat(300),
    ];
    // As many marks on one letter as a byte counts, and more.
    texts.extend([1, 255, 256, 700].map(|marks| format!("a{}b", "\u{301}".repeat(marks))));
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
        assert!(document(&view, ADDRESS).is_some(), "{start:?}");
    }
}

const ADDRESS: &str = "http://localhost/quotes/phones";
