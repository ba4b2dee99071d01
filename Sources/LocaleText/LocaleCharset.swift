import Glibc

/// The encoding of the locale in which a program runs.
public enum LocaleCharset {
    /// Whether it is UTF-8, by the name of the locale: `LC_ALL`, `LC_CTYPE` or `LANG`, the first that is set (locale(7)).
    ///
    /// - Parameter environment: Returns the value of a variable; `nil` if it is not set.
    public static func isUTF8(_ environment: (String) -> String? = value) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
        return locale.lowercased().filter { $0 != "-" }.contains("utf8")
    }

    /// Returns the value of an environment variable of the process; `nil` if it is not set.
    public static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
