/// The clauses of its rows in other languages.
extension IMAPKind {
    static var rowPhrases: [KindPhrase] {
        [
            KindPhrase(
                "not-imap",
                [
                    "de": "kein IMAP",
                    "fr": "pas de l'IMAP",
                    "es": "no es IMAP",
                    "zh-Hans": "不是 IMAP",
                ]),
            KindPhrase(
                "bye",
                [
                    "de": "mit BYE beendet",
                    "fr": "terminé par BYE",
                    "es": "terminado con BYE",
                    "zh-Hans": "以 BYE 结束",
                ]),
            KindPhrase(
                "{count} capability | {count} capabilities",
                [
                    "de": "{count} Fähigkeit | {count} Fähigkeiten",
                    "fr": "{count} capacité | {count} capacités",
                    "es": "{count} capacidad | {count} capacidades",
                    "zh-Hans": "{count} 项能力",
                ]),
        ]
    }
}
