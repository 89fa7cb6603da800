//! The words of a quote, on its page and in its PDF, in each language that it can have.
//!
//! A `{}` stands where a value comes.

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
    /// The language of a tag such as `de` or `de-ch`; nothing for one without words here.
    pub(crate) fn parse(tag: &str) -> Option<Self> {
        let (language, _) = tag.split_once(['-', '_']).unwrap_or((tag, ""));
        let mut all = Self::ALL.into_iter();
        all.find(|one| one.tag().eq_ignore_ascii_case(language))
    }

    /// Its tag.
    pub(crate) const fn tag(self) -> &'static str {
        match self {
            Self::Arabic => "ar",
            Self::English => "en",
            Self::French => "fr",
            Self::German => "de",
            Self::Japanese => "ja",
            Self::Spanish => "es",
        }
    }

    /// The C library's locale where a template names none.
    pub(crate) const fn posix(self) -> pure_rust_locales::Locale {
        use pure_rust_locales::Locale;
        match self {
            Self::Arabic => Locale::ar_EG,
            Self::English => Locale::en_US,
            Self::French => Locale::fr_FR,
            Self::German => Locale::de_DE,
            Self::Japanese => Locale::ja_JP,
            Self::Spanish => Locale::es_ES,
        }
    }

    /// Whether it is written from the right.
    pub(crate) const fn is_from_right(self) -> bool {
        matches!(self, Self::Arabic)
    }

    /// Its words.
    pub(crate) const fn words(self) -> &'static Words {
        match self {
            Self::Arabic => &ARABIC,
            Self::English => &ENGLISH,
            Self::French => &FRENCH,
            Self::German => &GERMAN,
            Self::Japanese => &JAPANESE,
            Self::Spanish => &SPANISH,
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

/// The words of one language.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) quote: &'static str,
    pub(crate) page: &'static str,
    pub(crate) download: &'static str,
    pub(crate) valid_until: &'static str,
    pub(crate) expired_on: &'static str,
    pub(crate) from: &'static str,
    pub(crate) buyer: &'static str,
    pub(crate) comments: &'static str,
    pub(crate) lines: &'static str,
    /// Item, quantity, unit price, discount, amount.
    pub(crate) columns: [&'static str; 5],
    /// What a line item without a name is.
    pub(crate) line_item: &'static str,
    pub(crate) each: &'static str,
    /// In the order of [`FREQUENCIES`].
    pub(crate) billed: [&'static str; 10],
    pub(crate) billing_starts: &'static str,
    pub(crate) term_in_days: &'static str,
    pub(crate) term_in_months: &'static str,
    pub(crate) subtotal: &'static str,
    pub(crate) discount: &'static str,
    pub(crate) fee: &'static str,
    pub(crate) tax: &'static str,
    pub(crate) total: &'static str,
    pub(crate) payment: &'static str,
    pub(crate) payable: &'static str,
    pub(crate) payable_by: &'static str,
    pub(crate) card: &'static str,
    pub(crate) payment_processing: &'static str,
    pub(crate) paid_on: &'static str,
    pub(crate) terms: &'static str,
    pub(crate) signers: &'static str,
    /// Of a signer who has not signed.
    pub(crate) is_to_sign: &'static str,
    /// A signer, and the day.
    pub(crate) signed_on: &'static str,
    pub(crate) sign_as: &'static str,
    /// Date, name, signature.
    pub(crate) signature: [&'static str; 3],
    /// Letters that no font has.
    pub(crate) no_glyph: &'static str,
    /// A number and a percent sign.
    pub(crate) percent: &'static str,
    /// A currency and a number, or the other way round.
    pub(crate) is_currency_last: bool,
}

/// The values of `recurringbillingfrequency`.
pub(crate) const FREQUENCIES: [&str; 10] = [
    "weekly",
    "biweekly",
    "monthly",
    "quarterly",
    "per_six_months",
    "annually",
    "per_two_years",
    "per_three_years",
    "per_four_years",
    "per_five_years",
];

/// A text with values in the places of its braces.
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

const ENGLISH: Words = Words {
    quote: "Quote {}",
    page: "page {} of {}",
    download: "Download PDF",
    valid_until: "Valid until {}",
    expired_on: "Expired on {}",
    from: "From",
    buyer: "For",
    comments: "Comments",
    lines: "Products and services",
    columns: ["Item", "Quantity", "Unit price", "Discount", "Amount"],
    line_item: "Line item",
    each: "{} each",
    billed: [
        "Billed weekly",
        "Billed every two weeks",
        "Billed monthly",
        "Billed quarterly",
        "Billed every six months",
        "Billed annually",
        "Billed every two years",
        "Billed every three years",
        "Billed every four years",
        "Billed every five years",
    ],
    billing_starts: "From {}",
    term_in_days: "Term in days: {}",
    term_in_months: "Term in months: {}",
    subtotal: "Subtotal",
    discount: "Discount",
    fee: "Fee",
    tax: "Tax",
    total: "Total",
    payment: "Payment",
    payable: "Can be paid",
    payable_by: "Can be paid by {}",
    card: "credit or debit card",
    payment_processing: "The payment is on its way",
    paid_on: "Paid on {}",
    terms: "Terms",
    signers: "Electronic signatures",
    is_to_sign: "{} is to sign",
    signed_on: "{} signed on {}",
    sign_as: "Sign as {}",
    signature: ["Date", "Name", "Signature"],
    no_glyph: "No font of this machine has these characters: {}",
    percent: "{} %",
    is_currency_last: false,
};

const GERMAN: Words = Words {
    quote: "Angebot {}",
    page: "Seite {} von {}",
    download: "PDF herunterladen",
    valid_until: "Gültig bis {}",
    expired_on: "Abgelaufen am {}",
    from: "Von",
    buyer: "Für",
    comments: "Anmerkungen",
    lines: "Produkte und Leistungen",
    columns: ["Position", "Menge", "Einzelpreis", "Rabatt", "Betrag"],
    line_item: "Position",
    each: "je {}",
    billed: [
        "Wöchentliche Abrechnung",
        "Abrechnung alle zwei Wochen",
        "Monatliche Abrechnung",
        "Vierteljährliche Abrechnung",
        "Halbjährliche Abrechnung",
        "Jährliche Abrechnung",
        "Abrechnung alle zwei Jahre",
        "Abrechnung alle drei Jahre",
        "Abrechnung alle vier Jahre",
        "Abrechnung alle fünf Jahre",
    ],
    billing_starts: "Ab {}",
    term_in_days: "Laufzeit in Tagen: {}",
    term_in_months: "Laufzeit in Monaten: {}",
    subtotal: "Zwischensumme",
    discount: "Rabatt",
    fee: "Gebühr",
    tax: "Steuer",
    total: "Gesamtbetrag",
    payment: "Zahlung",
    payable: "Kann bezahlt werden",
    payable_by: "Kann bezahlt werden mit {}",
    card: "Kredit- oder Debitkarte",
    payment_processing: "Die Zahlung wird bearbeitet",
    paid_on: "Bezahlt am {}",
    terms: "Bedingungen",
    signers: "Elektronische Unterschriften",
    is_to_sign: "Unterschrift ausstehend: {}",
    signed_on: "{} hat am {} unterschrieben",
    sign_as: "Als {} unterschreiben",
    signature: ["Datum", "Name", "Unterschrift"],
    no_glyph: "Keine Schrift dieses Rechners hat diese Zeichen: {}",
    percent: "{} %",
    is_currency_last: true,
};

const JAPANESE: Words = Words {
    quote: "見積書 {}",
    page: "{} / {} ページ",
    download: "PDFをダウンロード",
    valid_until: "有効期限: {}",
    expired_on: "期限切れ: {}",
    from: "発行元",
    buyer: "宛先",
    comments: "備考",
    lines: "商品・サービス",
    columns: ["品目", "数量", "単価", "値引き", "金額"],
    line_item: "品目",
    each: "1点につき {}",
    billed: [
        "毎週請求",
        "2週間ごとに請求",
        "毎月請求",
        "3か月ごとに請求",
        "6か月ごとに請求",
        "毎年請求",
        "2年ごとに請求",
        "3年ごとに請求",
        "4年ごとに請求",
        "5年ごとに請求",
    ],
    billing_starts: "請求開始日: {}",
    term_in_days: "契約期間(日): {}",
    term_in_months: "契約期間(月): {}",
    subtotal: "小計",
    discount: "値引き",
    fee: "手数料",
    tax: "税",
    total: "合計",
    payment: "お支払い",
    payable: "お支払いいただけます",
    payable_by: "お支払い方法: {}",
    card: "クレジットカードまたはデビットカード",
    payment_processing: "お支払いを処理中です",
    paid_on: "支払日: {}",
    terms: "取引条件",
    signers: "電子署名",
    is_to_sign: "未署名: {}",
    signed_on: "署名済み: {} ({})",
    sign_as: "{} として署名する",
    signature: ["日付", "氏名", "署名"],
    no_glyph: "この端末のフォントにない文字: {}",
    percent: "{}%",
    is_currency_last: false,
};

const ARABIC: Words = Words {
    quote: "عرض السعر {}",
    page: "صفحة {} من {}",
    download: "تنزيل PDF",
    valid_until: "صالح حتى {}",
    expired_on: "انتهت الصلاحية في {}",
    from: "من",
    buyer: "إلى",
    comments: "ملاحظات",
    lines: "المنتجات والخدمات",
    columns: ["البند", "الكمية", "سعر الوحدة", "الخصم", "المبلغ"],
    line_item: "بند",
    each: "{} لكل وحدة",
    billed: [
        "فوترة أسبوعية",
        "فوترة كل أسبوعين",
        "فوترة شهرية",
        "فوترة ربع سنوية",
        "فوترة نصف سنوية",
        "فوترة سنوية",
        "فوترة كل سنتين",
        "فوترة كل ثلاث سنوات",
        "فوترة كل أربع سنوات",
        "فوترة كل خمس سنوات",
    ],
    billing_starts: "ابتداءً من {}",
    term_in_days: "المدة بالأيام: {}",
    term_in_months: "المدة بالأشهر: {}",
    subtotal: "المجموع الفرعي",
    discount: "خصم",
    fee: "رسوم",
    tax: "ضريبة",
    total: "الإجمالي",
    payment: "الدفع",
    payable: "يمكن الدفع",
    payable_by: "يمكن الدفع بواسطة {}",
    card: "بطاقة ائتمان أو خصم",
    payment_processing: "الدفع قيد المعالجة",
    paid_on: "تم الدفع في {}",
    terms: "الشروط",
    signers: "التوقيعات الإلكترونية",
    is_to_sign: "بانتظار توقيع {}",
    signed_on: "وقّع {} في {}",
    sign_as: "التوقيع باسم {}",
    signature: ["التاريخ", "الاسم", "التوقيع"],
    no_glyph: "لا يوجد خط على هذا الجهاز لهذه الأحرف: {}",
    percent: "{}%",
    is_currency_last: true,
};

const FRENCH: Words = Words {
    quote: "Devis {}",
    page: "page {} sur {}",
    download: "Télécharger le PDF",
    valid_until: "Valable jusqu’au {}",
    expired_on: "Expiré le {}",
    from: "De",
    buyer: "Pour",
    comments: "Commentaires",
    lines: "Produits et services",
    columns: ["Article", "Quantité", "Prix unitaire", "Remise", "Montant"],
    line_item: "Article",
    each: "{} par unité",
    billed: [
        "Facturation hebdomadaire",
        "Facturation toutes les deux semaines",
        "Facturation mensuelle",
        "Facturation trimestrielle",
        "Facturation semestrielle",
        "Facturation annuelle",
        "Facturation tous les deux ans",
        "Facturation tous les trois ans",
        "Facturation tous les quatre ans",
        "Facturation tous les cinq ans",
    ],
    billing_starts: "À partir du {}",
    term_in_days: "Durée en jours : {}",
    term_in_months: "Durée en mois : {}",
    subtotal: "Sous-total",
    discount: "Remise",
    fee: "Frais",
    tax: "Taxe",
    total: "Total",
    payment: "Paiement",
    payable: "Peut être payé",
    payable_by: "Peut être payé par {}",
    card: "carte de crédit ou de débit",
    payment_processing: "Le paiement est en cours",
    paid_on: "Payé le {}",
    terms: "Conditions",
    signers: "Signatures électroniques",
    is_to_sign: "Signature attendue : {}",
    signed_on: "{} a signé le {}",
    sign_as: "Signer en tant que {}",
    signature: ["Date", "Nom", "Signature"],
    no_glyph: "Aucune police de cette machine n’a ces caractères : {}",
    percent: "{} %",
    is_currency_last: true,
};

const SPANISH: Words = Words {
    quote: "Presupuesto {}",
    page: "página {} de {}",
    download: "Descargar PDF",
    valid_until: "Válido hasta el {}",
    expired_on: "Venció el {}",
    from: "De",
    buyer: "Para",
    comments: "Comentarios",
    lines: "Productos y servicios",
    columns: [
        "Artículo",
        "Cantidad",
        "Precio unitario",
        "Descuento",
        "Importe",
    ],
    line_item: "Artículo",
    each: "{} por unidad",
    billed: [
        "Facturación semanal",
        "Facturación cada dos semanas",
        "Facturación mensual",
        "Facturación trimestral",
        "Facturación semestral",
        "Facturación anual",
        "Facturación cada dos años",
        "Facturación cada tres años",
        "Facturación cada cuatro años",
        "Facturación cada cinco años",
    ],
    billing_starts: "A partir del {}",
    term_in_days: "Duración en días: {}",
    term_in_months: "Duración en meses: {}",
    subtotal: "Subtotal",
    discount: "Descuento",
    fee: "Cargo",
    tax: "Impuesto",
    total: "Total",
    payment: "Pago",
    payable: "Se puede pagar",
    payable_by: "Se puede pagar con {}",
    card: "tarjeta de crédito o débito",
    payment_processing: "El pago está en proceso",
    paid_on: "Pagado el {}",
    terms: "Condiciones",
    signers: "Firmas electrónicas",
    is_to_sign: "Pendiente de firma: {}",
    signed_on: "{} firmó el {}",
    sign_as: "Firmar como {}",
    signature: ["Fecha", "Nombre", "Firma"],
    no_glyph: "Ninguna fuente de este equipo tiene estos caracteres: {}",
    percent: "{} %",
    is_currency_last: true,
};

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
            ]
            .map(|text| text.matches("{}").count())
        };
        for language in Language::ALL {
            let expected = [1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1];
            assert_eq!(places(language.words()), expected, "{language:?}");
        }
    }
}
