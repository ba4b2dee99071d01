/// Where the path of a URL begins to hold what only its owner knows: `https://hooks.example/services/T000/B000/XXXX` is open
/// to whoever has all of it.
package enum SecretPath {
    /// - Parameter text: A URL without its scheme: host, path, query.
    /// - Returns: The slash before the first part that may be a secret; `nil` if none looks so.
    package static func start(in text: Substring) -> Substring.Index? {
        let path = text.unicodeScalars.prefix { $0 != "?" && $0 != "#" }
        guard let first = path.firstIndex(of: "/") else { return nil }
        // A login may stand before the host.
        let host = path[..<first].split(separator: "@").last.map { String($0).lowercased() } ?? ""
        var isHook = host.hasPrefix("hooks.")
        var slash = first
        while slash < path.endIndex {
            let begin = path.index(after: slash)
            let end = path[begin...].firstIndex(of: "/") ?? path.endIndex
            let part = String(path[begin..<end])
            defer { slash = end }
            if part.isEmpty { continue }
            if isHook || isToken(part) { return slash }
            let lower = part.lowercased()
            isHook = lower.contains("webhook") || lower == "hooks"
        }
        return nil
    }

    /// Letters and digits mixed, and long; or in capitals, as the numbers of teams and channels are. Too much is masked
    /// rather than too little.
    private static func isToken(_ part: String) -> Bool {
        let bytes = part.utf8
        let digits = bytes.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let capitals = bytes.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        let small = bytes.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        if bytes.count >= 16, digits, capitals || small { return true }
        return bytes.count >= 8 && digits && capitals && !small
    }
}
