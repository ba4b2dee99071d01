/// The partial sentences in the facts of its findings, in all languages.
enum SSHPhrases {
    static let itSaysText = KindPhrase(
        "it says \"{text}\"",
        [
            "de": "er sagt „{text}“",
            "fr": "il dit « {text} »",
            "es": "dice «{text}»",
            "zh-Hans": "它返回“{text}”",
        ])

    static let all = [itSaysText]
}
