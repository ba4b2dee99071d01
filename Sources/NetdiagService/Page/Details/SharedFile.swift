import HTTPTypes
import NetworkModel
import Translations

/// A page as one self-contained file, for example for a provider's support desk. It contains no scripts, and loads
/// nothing.
struct SharedFile: Sendable {
    let title: String
    let host: String
    let content: HTML

    var text: String {
        let now = Timestamp()
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="\(Language.current.tag)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            <style>\(HTML(trusted: StyleSheet.text))</style>
            </head>
            <body>
            <main>
            <p class="bar"><strong>\(Phrase.asSeenFrom.text(["host": host]))</strong> \(PageTime.html(now))</p>
            \(content)</main>
            <footer>netdiag \(Version.text)\(Phrase.clauseSeparator)\(Phrase.timesInUTC)</footer>
            </body>
            </html>

            """
        return page.text
    }

    /// The response as a file, which browsers must not show as a page of the daemon.
    var response: APIResponse {
        var response = APIResponse(text: text, type: "text/html; charset=utf-8")
        response.fields[.contentSecurityPolicy] = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        response.fields[.contentDisposition] =
            "attachment; filename=\"\(Self.fileName(SharedMask.applied(to: title))).html\""
        return response
    }

    /// A file name that only contains letters, digits and hyphens, so that it needs no quoting and cannot leave its
    /// directory.
    static func fileName(_ title: String) -> String {
        let plain = title.unicodeScalars.prefix(60).map { scalar -> Character in
            let isPlain = scalar.isASCII && scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            return isPlain ? Character(scalar) : "-"
        }
        let words = String(plain).split(separator: "-").joined(separator: "-")
        return "netdiag-\(words.isEmpty ? "report" : words)"
    }
}
