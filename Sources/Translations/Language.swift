/// A language that people's output is in. Programs' output is English always: JSON, metrics, files, the journal, alerts.
public enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case german = "de"
    case french = "fr"
    case spanish = "es"
    case simplifiedChinese = "zh-Hans"

    /// What is written at the moment is in this language. A value of the task, as a deadline or a trace is, since every word of a
    /// page is in the language of its one reader.
    @TaskLocal public static var current = Language.english

    /// The language's tag (BCP 47), as in `lang=` and `Content-Language`.
    public var tag: String { rawValue }

    /// The language that a subtag and what follows it name; `nil` for one without texts.
    ///
    /// - Parameters:
    ///   - primary: The language, as in `de` (ISO 639-1), in lower case.
    ///   - others: Region and script, as in `at`, `hant` or `tw`, in lower case.
    init?(primary: Substring, others: [Substring]) {
        switch primary {
        case "en": self = .english
        case "de": self = .german
        case "fr": self = .french
        case "es": self = .spanish
        case "zh":
            // Who writes in traditional characters would rather read English than simplified ones.
            let isSimplified = others.contains("hans")
            let isTraditional = others.contains { ["hant", "tw", "hk", "mo"].contains($0) }
            guard isSimplified || !isTraditional else { return nil }
            self = .simplifiedChinese
        default: return nil
        }
    }

    /// How a count of things is said.
    func isSingular(_ count: Int) -> Bool {
        switch self {
        case .english, .german, .spanish: count == 1
        case .french: count == 0 || count == 1
        case .simplifiedChinese: false
        }
    }
}
