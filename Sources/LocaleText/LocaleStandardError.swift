import Glibc

/// Standard error, in characters that the locale supports.
public enum LocaleStandardError {
    /// Writes a text that ends with a line feed in one call, so that lines of several threads do not mix. Errors are ignored,
    /// since they cannot be reported.
    public static func write(_ text: String) {
        let bytes = Array((LocaleCharset.isUTF8() ? text : ASCIIText.of(text)).utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
