/// The texts of the causes in other languages.
extension HTTPKind {
    static var translations: [String: String] {
        [
            "de": german,
            "fr": french,
            "es": spanish,
            "zh-Hans": simplifiedChinese,
        ]
    }
}
