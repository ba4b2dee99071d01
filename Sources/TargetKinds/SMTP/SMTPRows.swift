/// The clauses of its rows in other languages.
extension SMTPKind {
    static var rowPhrases: [KindPhrase] {
        [
            KindPhrase(
                "not-smtp",
                [
                    "de": "kein SMTP",
                    "fr": "pas du SMTP",
                    "es": "no es SMTP",
                    "zh-Hans": "不是 SMTP",
                ]),
            KindPhrase(
                "{count} extension | {count} extensions",
                [
                    "de": "{count} Erweiterung | {count} Erweiterungen",
                    "fr": "{count} extension | {count} extensions",
                    "es": "{count} extensión | {count} extensiones",
                    "zh-Hans": "{count} 个扩展",
                ]),
        ]
    }
}
