//! The words of a quote, on its page and in its PDF, in each language that it can have.
//!
//! `{}` marks the place of a value.

use pure_rust_locales::Locale;

/// A language that a quote can have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Language {
    Arabic,
    #[default]
    English,
    French,
    German,
    Japanese,
    Spanish,
}

impl Language {
    /// Parses a tag such as `de` or `de-ch`; `None` for a language without words here.
    pub(crate) fn parse(tag: &str) -> Option<Self> {
        let (language, _) = tag.split_once(['-', '_']).unwrap_or((tag, ""));
        let mut all = Self::ALL.into_iter();
        all.find(|one| one.tag().eq_ignore_ascii_case(language))
    }

    /// Its tag.
    pub(crate) const fn tag(self) -> &'static str {
        self.row().0
    }

    /// The C library's locale when a template names none.
    pub(crate) const fn posix(self) -> Locale {
        self.row().1
    }

    /// Its words.
    pub(crate) const fn words(self) -> &'static Words {
        self.row().2
    }

    /// True if it is written from right to left.
    pub(crate) const fn is_from_right(self) -> bool {
        matches!(self, Self::Arabic)
    }

    /// True if the font of a PDF has its letters.
    pub(crate) const fn is_in_font(self) -> bool {
        !matches!(self, Self::Arabic | Self::Japanese)
    }

    const fn row(self) -> (&'static str, Locale, &'static Words) {
        match self {
            Self::Arabic => ("ar", Locale::ar_EG, &ARABIC),
            Self::English => ("en", Locale::en_US, &ENGLISH),
            Self::French => ("fr", Locale::fr_FR, &FRENCH),
            Self::German => ("de", Locale::de_DE, &GERMAN),
            Self::Japanese => ("ja", Locale::ja_JP, &JAPANESE),
            Self::Spanish => ("es", Locale::es_ES, &SPANISH),
        }
    }

    const ALL: [Self; 6] = [
        Self::Arabic,
        Self::English,
        Self::French,
        Self::German,
        Self::Japanese,
        Self::Spanish,
    ];
}

/// Declares the words of each language.
macro_rules! words {
    ($($(#[$doc:meta])* $name:ident: $kind:ty =
        $english:expr, $german:expr, $spanish:expr, $french:expr, $japanese:expr, $arabic:expr;)+
    ) => {
        /// The words of one language.
        #[derive(Debug)]
        pub(crate) struct Words {
            $($(#[$doc])* pub(crate) $name: $kind,)+
        }

        const ENGLISH: Words = Words { $($name: $english,)+ };
        const GERMAN: Words = Words { $($name: $german,)+ };
        const SPANISH: Words = Words { $($name: $spanish,)+ };
        const FRENCH: Words = Words { $($name: $french,)+ };
        const JAPANESE: Words = Words { $($name: $japanese,)+ };
        const ARABIC: Words = Words { $($name: $arabic,)+ };
    };
}

words! {
    quote: &'static str =
        "Quote {}", "Angebot {}", "Presupuesto {}", "Devis {}", "見積書 {}", "عرض السعر {}";
    page: &'static str =
        "page {} of {}", "Seite {} von {}", "página {} de {}", "page {} sur {}", "{} / {} ページ",
        "صفحة {} من {}";
    download: &'static str =
        "Download PDF", "PDF herunterladen", "Descargar PDF", "Télécharger le PDF", "PDFをダウンロード",
        "تنزيل PDF";
    valid_until: &'static str =
        "Valid until {}", "Gültig bis {}", "Válido hasta el {}", "Valable jusqu’au {}", "有効期限: {}",
        "صالح حتى {}";
    expired_on: &'static str =
        "Expired on {}", "Abgelaufen am {}", "Venció el {}", "Expiré le {}", "期限切れ: {}",
        "انتهت الصلاحية في {}";
    from: &'static str = "From", "Von", "De", "De", "発行元", "من";
    buyer: &'static str = "For", "Für", "Para", "Pour", "宛先", "إلى";
    comments: &'static str =
        "Comments", "Anmerkungen", "Comentarios", "Commentaires", "備考", "ملاحظات";
    lines: &'static str =
        "Products and services", "Produkte und Leistungen", "Productos y servicios",
        "Produits et services", "商品・サービス", "المنتجات والخدمات";
    /// Item, quantity, unit price, discount, amount.
    columns: [&'static str; 5] =
        ["Item", "Quantity", "Unit price", "Discount", "Amount"],
        ["Position", "Menge", "Einzelpreis", "Rabatt", "Betrag"],
        ["Artículo", "Cantidad", "Precio unitario", "Descuento", "Importe"],
        ["Article", "Quantité", "Prix unitaire", "Remise", "Montant"],
        ["品目", "数量", "単価", "値引き", "金額"],
        ["البند", "الكمية", "سعر الوحدة", "الخصم", "المبلغ"];
    /// The name of a line item without one.
    line_item: &'static str = "Line item", "Position", "Artículo", "Article", "品目", "بند";
    each: &'static str =
        "{} each", "je {}", "{} por unidad", "{} par unité", "1点につき {}", "{} لكل وحدة";
    /// In the order of [`super::contract::FREQUENCIES`].
    billed: [&'static str; 10] =
        ["Billed weekly", "Billed every two weeks", "Billed monthly", "Billed quarterly",
         "Billed every six months", "Billed annually", "Billed every two years",
         "Billed every three years", "Billed every four years", "Billed every five years"],
        ["Wöchentliche Abrechnung", "Abrechnung alle zwei Wochen", "Monatliche Abrechnung",
         "Vierteljährliche Abrechnung", "Halbjährliche Abrechnung", "Jährliche Abrechnung",
         "Abrechnung alle zwei Jahre", "Abrechnung alle drei Jahre", "Abrechnung alle vier Jahre",
         "Abrechnung alle fünf Jahre"],
        ["Facturación semanal", "Facturación cada dos semanas", "Facturación mensual",
         "Facturación trimestral", "Facturación semestral", "Facturación anual",
         "Facturación cada dos años", "Facturación cada tres años", "Facturación cada cuatro años",
         "Facturación cada cinco años"],
        ["Facturation hebdomadaire", "Facturation toutes les deux semaines",
         "Facturation mensuelle", "Facturation trimestrielle", "Facturation semestrielle",
         "Facturation annuelle", "Facturation tous les deux ans", "Facturation tous les trois ans",
         "Facturation tous les quatre ans", "Facturation tous les cinq ans"],
        ["毎週請求", "2週間ごとに請求", "毎月請求", "3か月ごとに請求", "6か月ごとに請求", "毎年請求", "2年ごとに請求", "3年ごとに請求",
         "4年ごとに請求", "5年ごとに請求"],
        ["فوترة أسبوعية", "فوترة كل أسبوعين", "فوترة شهرية", "فوترة ربع سنوية", "فوترة نصف سنوية",
         "فوترة سنوية", "فوترة كل سنتين", "فوترة كل ثلاث سنوات", "فوترة كل أربع سنوات",
         "فوترة كل خمس سنوات"];
    billing_starts: &'static str =
        "From {}", "Ab {}", "A partir del {}", "À partir du {}", "請求開始日: {}", "ابتداءً من {}";
    term_in_days: &'static str =
        "Term in days: {}", "Laufzeit in Tagen: {}", "Duración en días: {}", "Durée en jours : {}",
        "契約期間(日): {}", "المدة بالأيام: {}";
    term_in_months: &'static str =
        "Term in months: {}", "Laufzeit in Monaten: {}", "Duración en meses: {}",
        "Durée en mois : {}", "契約期間(月): {}", "المدة بالأشهر: {}";
    subtotal: &'static str =
        "Subtotal", "Zwischensumme", "Subtotal", "Sous-total", "小計", "المجموع الفرعي";
    discount: &'static str = "Discount", "Rabatt", "Descuento", "Remise", "値引き", "خصم";
    fee: &'static str = "Fee", "Gebühr", "Cargo", "Frais", "手数料", "رسوم";
    tax: &'static str = "Tax", "Steuer", "Impuesto", "Taxe", "税", "ضريبة";
    total: &'static str = "Total", "Gesamtbetrag", "Total", "Total", "合計", "الإجمالي";
    payment: &'static str = "Payment", "Zahlung", "Pago", "Paiement", "お支払い", "الدفع";
    payable: &'static str =
        "Can be paid", "Kann bezahlt werden", "Se puede pagar", "Peut être payé", "お支払いいただけます",
        "يمكن الدفع";
    payable_by: &'static str =
        "Can be paid by {}", "Kann bezahlt werden mit {}", "Se puede pagar con {}",
        "Peut être payé par {}", "お支払い方法: {}", "يمكن الدفع بواسطة {}";
    card: &'static str =
        "credit or debit card", "Kredit- oder Debitkarte", "tarjeta de crédito o débito",
        "carte de crédit ou de débit", "クレジットカードまたはデビットカード", "بطاقة ائتمان أو خصم";
    payment_processing: &'static str =
        "The payment is on its way", "Die Zahlung wird bearbeitet", "El pago está en proceso",
        "Le paiement est en cours", "お支払いを処理中です", "الدفع قيد المعالجة";
    paid_on: &'static str =
        "Paid on {}", "Bezahlt am {}", "Pagado el {}", "Payé le {}", "支払日: {}", "تم الدفع في {}";
    terms: &'static str = "Terms", "Bedingungen", "Condiciones", "Conditions", "取引条件", "الشروط";
    signers: &'static str =
        "Electronic signatures", "Elektronische Unterschriften", "Firmas electrónicas",
        "Signatures électroniques", "電子署名", "التوقيعات الإلكترونية";
    /// For a signer who has not signed.
    is_to_sign: &'static str =
        "{} is to sign", "Unterschrift ausstehend: {}", "Pendiente de firma: {}",
        "Signature attendue : {}", "未署名: {}", "بانتظار توقيع {}";
    /// A signer, and the day.
    signed_on: &'static str =
        "{} signed on {}", "{} hat am {} unterschrieben", "{} firmó el {}", "{} a signé le {}",
        "署名済み: {} ({})", "وقّع {} في {}";
    sign_as: &'static str =
        "Sign as {}", "Als {} unterschreiben", "Firmar como {}", "Signer en tant que {}",
        "{} として署名する", "التوقيع باسم {}";
    /// Date, name, signature.
    signature: [&'static str; 3] =
        ["Date", "Name", "Signature"],
        ["Datum", "Name", "Unterschrift"],
        ["Fecha", "Nombre", "Firma"],
        ["Date", "Nom", "Signature"],
        ["日付", "氏名", "署名"],
        ["التاريخ", "الاسم", "التوقيع"];
    /// Said in a PDF of the page's address.
    no_glyph: &'static str =
        "Characters shown as □ can be read at {}",
        "Als □ gezeigte Zeichen sind lesbar unter {}",
        "Los caracteres mostrados como □ se pueden leer en {}",
        "Les caractères affichés comme □ sont lisibles sur {}",
        "□ の文字は {} で読めます", "يمكن قراءة الأحرف المعروضة كـ □ في {}";
    /// A number and a percent sign.
    percent: &'static str = "{} %", "{} %", "{} %", "{} %", "{}%", "{}%";
    /// True if the currency follows the number.
    is_currency_last: bool = false, true, true, true, false, true;
}

/// Fills a text's braces with values.
pub(crate) fn filled(text: &str, values: &[&str]) -> String {
    let mut values = values.iter();
    let mut parts = text.split("{}");
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        whole.push_str(values.next().unwrap_or(&""));
        whole.push_str(part);
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_found_by_its_tag() {
        for (tag, language) in [
            ("de", Some(Language::German)),
            ("de-ch", Some(Language::German)),
            ("AR_EG", Some(Language::Arabic)),
            ("ja-JP", Some(Language::Japanese)),
            ("tlh", None),
            ("", None),
            ("d", None),
        ] {
            assert_eq!(Language::parse(tag), language, "{tag}");
        }
    }

    #[test]
    fn values_come_in_the_places_of_the_braces() {
        assert_eq!(filled("page {} of {}", &["1", "{}"]), "page 1 of {}");
        assert_eq!(filled("plain", &["1"]), "plain");
        assert_eq!(filled("{} and {}", &["1"]), "1 and ");
    }

    #[test]
    fn each_language_has_places_for_the_same_values() {
        let places = |words: &Words| {
            [
                words.quote,
                words.page,
                words.valid_until,
                words.expired_on,
                words.each,
                words.billing_starts,
                words.term_in_days,
                words.term_in_months,
                words.payable_by,
                words.paid_on,
                words.is_to_sign,
                words.signed_on,
                words.sign_as,
                words.percent,
                words.no_glyph,
            ]
            .map(|text| text.matches("{}").count())
        };
        for language in Language::ALL {
            assert_eq!(places(language.words()), places(&ENGLISH), "{language:?}");
        }
    }
}
