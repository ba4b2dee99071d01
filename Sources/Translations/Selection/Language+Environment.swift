extension Language {
    /// The language of a process, from the variables of gettext(3): the locale is the first of `LC_ALL`, `LC_MESSAGES` and
    /// `LANG` that is set. If it is not `C`, `LANGUAGE` may specify several languages, of which the first with texts is used.
    ///
    /// - Parameter environment: Returns the value of a variable; `nil` if it is not set.
    public init(environment: (String) -> String?) {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
        guard !Self.isUntranslated(locale[...]) else {
            self = .english
            return
        }
        let list = environment("LANGUAGE") ?? ""
        // If there is a list, the locale is ignored, as in gettext(3).
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

    /// A locale name of setlocale(3), as in `zh_CN.UTF-8` or `de_DE@euro`. Charset and modifier are ignored.
    private init?(localeName name: Substring) {
        let parts = name.prefix { $0 != "." && $0 != "@" }.lowercased()
            .split(omittingEmptySubsequences: false) { $0 == "_" || $0 == "-" }
        self.init(primary: parts[0], others: Array(parts.dropFirst()))
    }

    private static func isUntranslated(_ locale: Substring) -> Bool { locale == "C" || locale == "POSIX" }
}
