/// The clauses of its rows in other languages.
extension WebSocketKind {
    static var rowPhrases: [KindPhrase] {
        [
            KindPhrase(
                "invalid-handshake",
                [
                    "de": "ungültiger Handshake",
                    "fr": "négociation invalide",
                    "es": "handshake no válido",
                    "zh-Hans": "握手无效",
                ]),
            KindPhrase(
                "no-pong",
                [
                    "de": "kein Pong",
                    "fr": "pas de pong",
                    "es": "sin pong",
                    "zh-Hans": "没有 pong",
                ]),
            KindPhrase(
                "protocol-error",
                [
                    "de": "Protokollfehler",
                    "fr": "erreur de protocole",
                    "es": "error de protocolo",
                    "zh-Hans": "协议错误",
                ]),
            KindPhrase(
                "pong after {time}",
                [
                    "de": "Pong nach {time}",
                    "fr": "pong après {time}",
                    "es": "pong tras {time}",
                    "zh-Hans": "{time} 后收到 pong",
                ]),
            KindPhrase(
                "answer after {time}",
                [
                    "de": "Antwort nach {time}",
                    "fr": "réponse après {time}",
                    "es": "respuesta tras {time}",
                    "zh-Hans": "{time} 后收到应答",
                ]),
            KindPhrase(
                "closed with {number}",
                [
                    "de": "geschlossen mit {number}",
                    "fr": "fermeture avec {number}",
                    "es": "cerrado con {number}",
                    "zh-Hans": "以 {number} 关闭",
                ]),
        ]
    }
}
