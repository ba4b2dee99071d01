/// The partial sentences in the facts of its findings, in all languages.
enum ICMPPhrases {
    static let isUnreachable = KindPhrase(
        "unreachable",
        [
            "de": "nicht erreichbar",
            "fr": "injoignable",
            "es": "inalcanzable",
            "zh-Hans": "不可达",
        ])

    static let all = [isUnreachable]
}
