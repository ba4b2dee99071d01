/// The clauses of its rows in other languages.
extension NTPKind {
    static var rowPhrases: [KindPhrase] {
        [
            KindPhrase(
                "{address} answers, but not NTP",
                [
                    "de": "{address} antwortet, aber nicht mit NTP",
                    "fr": "{address} répond, mais pas en NTP",
                    "es": "{address} responde, pero no con NTP",
                    "zh-Hans": "{address} 有应答，但不是 NTP",
                ]),
            KindPhrase(
                "{address} refuses: {label}",
                [
                    "de": "{address} lehnt ab: {label}",
                    "fr": "{address} refuse : {label}",
                    "es": "{address} rechaza: {label}",
                    "zh-Hans": "{address} 拒绝：{label}",
                ]),
            KindPhrase(
                "{address} stratum {number} ({label})",
                [
                    "de": "{address} Stratum {number} ({label})",
                    "fr": "{address} strate {number} ({label})",
                    "es": "{address} estrato {number} ({label})",
                    "zh-Hans": "{address} 层级 {number}（{label}）",
                ]),
            KindPhrase(
                "clock {offset}",
                [
                    "de": "Uhr {offset}",
                    "fr": "horloge {offset}",
                    "es": "reloj {offset}",
                    "zh-Hans": "时钟 {offset}",
                ]),
        ]
    }
}
