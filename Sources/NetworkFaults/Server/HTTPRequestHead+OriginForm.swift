import NIOHTTP1

extension HTTPRequestHead {
    /// Replaces a target in absolute form by its path and query, and the field Host by its authority, which counts instead (RFC
    /// 9112 section 3.2.2). A target without a host, or with user information, stays as it is, and is refused like any other
    /// that is no path (RFC 9110 section 4.2).
    mutating func useOriginForm() {
        guard uri.utf8.first != UInt8(ascii: "/") else { return }
        let start = String(Substring(uri.utf8.prefix(8))).lowercased()
        guard let scheme = ["http://", "https://"].first(where: { start.utf8.starts(with: $0.utf8) }) else { return }
        let rest = uri.utf8.dropFirst(scheme.utf8.count)
        let authority = rest.prefix { !"/?#".utf8.contains($0) }
        guard !authority.isEmpty, authority.first != UInt8(ascii: ":"), !authority.contains(UInt8(ascii: "@")) else {
            return
        }
        let path = String(Substring(rest.dropFirst(authority.count)))
        headers.replaceOrAdd(name: "Host", value: String(Substring(authority)))
        if path.utf8.first == UInt8(ascii: "/") {
            uri = path
        } else {
            // Without a path, OPTIONS is about the server (RFC 9112 section 3.2.4).
            uri = path.isEmpty && method == .OPTIONS ? "*" : "/" + path
        }
    }
}
