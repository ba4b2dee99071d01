import Glibc

/// The encoding of the locale in which a program runs.
public enum LocaleCharset {
    /// Whether it is UTF-8, by the name of the locale: `LC_ALL`, `LC_CTYPE` or `LANG`, the first that is set (locale(7)).
    ///
    /// - Parameter environment: Returns the value of a variable; `nil` if it is not set.
    public static func isUTF8(_ environment: (String) -> String? = value) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? "C"
        // By bytes: a search in a string takes a thirtieth of a short run (docs/decisions/0103).
        let letters = locale.utf8.compactMap { byte -> UInt8? in
            byte == UInt8(ascii: "-") ? nil : (0x41...0x5a).contains(byte) ? byte | 0x20 : byte
        }
        let name = "utf8".utf8
        return letters.indices.contains { letters[$0...].starts(with: name) }
    }

    /// Returns the value of an environment variable of the process; `nil` if it is not set.
    public static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
