import Glibc

/// Standard error, in what the locale can show.
public enum LocaleStandardError {
    /// Writes a text that ends with a line feed by one call, so that lines of several threads do not mix. Where that fails there is
    /// nobody left to tell.
    public static func write(_ text: String) {
        let bytes = Array((LocaleCharset.isUTF8() ? text : ASCIIText.of(text)).utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
