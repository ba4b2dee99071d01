extension Language {
    /// The language of a process, by the variables that gettext(3) reads: the locale is that of `LC_ALL`, `LC_MESSAGES` or `LANG`,
    /// whichever is set first; where it is not `C`, `LANGUAGE` may name several languages, of which the first with texts counts.
    ///
    /// - Parameter environment: The value of a variable; `nil` if it is not set.
    public init(environment: (String) -> String?) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
        guard !Self.isUntranslated(locale[...]) else {
            self = .english
            return
        }
        let list = environment("LANGUAGE") ?? ""
        // With a list, the locale counts no longer, as in gettext(3).
        let names = list.isEmpty ? [locale[...]] : list.split(separator: ":", maxSplits: 32)
        for name in names.prefix(32) {
            if Self.isUntranslated(name) { break }
            if let language = Language(localeName: name) {
                self = language
                return
            }
        }
        self = .english
    }

    /// A name of setlocale(3), as in `zh_CN.UTF-8` or `de_DE@euro`: charset and modifier are without effect.
    private init?(localeName name: Substring) {
        let parts = name.prefix { $0 != "." && $0 != "@" }.lowercased()
            .split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
        self.init(primary: parts[0], others: Array(parts.dropFirst()))
    }

    private static func isUntranslated(_ locale: Substring) -> Bool { locale == "C" || locale == "POSIX" }
}
