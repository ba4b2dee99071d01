/// A URL in a text of a server.
package enum ServerURL {
    /// Changes the login, the path and the query of a URL. The scheme and the host stay, by which it is judged.
    ///
    /// Scalars are compared, since a Swift character combines a slash with a mark after it, and the host would include the path.
    package static func mapped(_ url: String, _ change: (String) -> String) -> String {
        guard let slashes = url.range(of: "//"),
            ["", "http:", "https:", "ws:", "wss:"].contains(url[..<slashes.lowerBound].lowercased())
        else { return change(url) }
        let (start, scalars) = (slashes.upperBound, url.unicodeScalars)
        let end = scalars[start...].firstIndex { "/?#\\".unicodeScalars.contains($0) } ?? url.endIndex
        let host = scalars[start..<end].lastIndex(of: "@").map { scalars.index(after: $0) } ?? start
        let (login, path) = (change(String(url[start..<host])), change(String(url[end...])))
        return "\(url[..<start])\(login)\(url[host..<end])\(path)"
    }
}
