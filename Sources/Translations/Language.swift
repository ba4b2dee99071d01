/// A language of output for users. Output for programs is always English: JSON, metrics, files, the journal, alerts.
public enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case simplifiedChinese = "zh-Hans"

    /// The language of the current output. It is a task-local value, like a deadline or a trace, since all text of a page is in
    /// the language of its reader.
    @TaskLocal public static var current = Language.english

    /// The language's tag (BCP 47), as in `lang=` and `Content-Language`.
    public var tag: String { rawValue }

    /// The language for a primary subtag and further subtags; `nil` for a language without texts.
    ///
    /// - Parameters:
    ///   - primary: The language, as in `de` (ISO 639-1), in lower case.
    ///   - others: The script and the region, as in `at`, `hant` or `tw`, in lower case.
    init?(primary: Substring, others: [Substring]) {
        switch primary {
        case "en": self = .english
        case "de": self = .german
        case "fr": self = .french
        case "es": self = .spanish
        case "zh":
            // Readers of traditional characters are assumed to prefer English to simplified characters.
            let isSimplified = others.contains("hans")
            let isTraditional = others.contains { ["hant", "tw", "hk", "mo"].contains($0) }
            guard isSimplified || !isTraditional else { return nil }
            self = .simplifiedChinese
        default: return nil
        }
    }

    /// Whether the count has the singular form.
    func isSingular(_ count: Int) -> Bool {
        switch self {
        case .english, .german, .spanish: count == 1
        case .french: count == 0 || count == 1
        case .simplifiedChinese: false
        }
    }
}
