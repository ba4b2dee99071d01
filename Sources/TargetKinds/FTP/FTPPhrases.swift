/// The partial sentences in the facts of its findings, in all languages.
enum FTPPhrases {
    static let noReply = KindPhrase(
        "no reply",
        [
            "de": "keine Antwort",
            "fr": "pas de réponse",
            "es": "sin respuesta",
            "zh-Hans": "没有应答",
        ])

    static let all = [noReply]
}
