/// The clauses of its rows in other languages. In those of gateways, the address is in another clause.
extension ICMPKind {
    static var rowPhrases: [KindPhrase] {
        [
            KindPhrase(
                "{address} ping {time} (it limits its replies)",
                [
                    "de": "{address} Ping {time} (begrenzt seine Antworten)",
                    "fr": "{address} ping {time} (limite ses réponses)",
                    "es": "{address} ping {time} (limita sus respuestas)",
                    "zh-Hans": "{address} ping {time}（限制应答速率）",
                ]),
            KindPhrase(
                "{address} ping answered (it limits its replies)",
                [
                    "de": "{address} Ping beantwortet (begrenzt seine Antworten)",
                    "fr": "{address} réponse au ping (limite ses réponses)",
                    "es": "{address} ping respondido (limita sus respuestas)",
                    "zh-Hans": "{address} ping 有应答（限制应答速率）",
                ]),
            KindPhrase(
                "{address} {reason} (from {server})",
                [
                    "de": "{address} {reason} (von {server})",
                    "fr": "{address} {reason} (de {server})",
                    "es": "{address} {reason} (de {server})",
                    "zh-Hans": "{address} {reason}（来自 {server}）",
                ]),
            KindPhrase(
                "{address} {reason}",
                [
                    "de": "{address} {reason}",
                    "fr": "{address} {reason}",
                    "es": "{address} {reason}",
                    "zh-Hans": "{address} {reason}",
                ]),
        ]
    }
}
