import NetworkModel
import TargetKinds

/// Finds the part of a URL's path that may be secret, as in `https://hooks.example/services/T000/B000/XXXX`, which
/// grants access to everybody with the whole URL.
package enum SecretPath {
    /// The schemes of targets whose path is a query, as their kinds declare, so that all of it is shown.
    private static let queries = schemes { $0 == .question }
    /// The schemes of targets whose path is that of a resource. Other kinds define the meaning of their paths.
    private static let resources = schemes { $0 == .resource }

    private static func schemes(_ isIncluded: (RegisteredScheme.Path) -> Bool) -> Set<String> {
        Set(TargetKinds.builtIn.all.flatMap { $0.schemes }.filter { isIncluded($0.path) }.map(\.name))
    }

    /// Whether the path of targets with a scheme is a query, as in `dns://host/name?type=TYPE`.
    ///
    /// - Parameter scheme: The scheme, in any case.
    static func isQuery(_ scheme: some StringProtocol) -> Bool { queries.contains(scheme.lowercased()) }

    /// Whether the path of targets with a scheme is that of a resource, as in `https://host/path`.
    ///
    /// - Parameter scheme: The scheme, in any case.
    static func isResource(_ scheme: some StringProtocol) -> Bool { resources.contains(scheme.lowercased()) }

    /// - Parameter text: A URL without its scheme: host, path, query.
    /// - Returns: The slash before the first part that may be a secret; `nil` if there is none.
    package static func start(in text: Substring) -> Substring.Index? {
        let path = text.unicodeScalars.prefix { $0 != "?" && $0 != "#" }
        guard let first = path.firstIndex(of: "/") else { return nil }
        // The host may follow a login.
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

    /// Whether a part is long and mixes letters and digits, or has capital letters and digits, like the IDs of teams
    /// and channels. It is better to mask too much than too little.
    private static func isToken(_ part: String) -> Bool {
        let bytes = part.utf8
        let digits = bytes.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let capitals = bytes.contains { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
        let small = bytes.contains { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        if bytes.count >= 16, digits, capitals || small { return true }
        return bytes.count >= 8 && digits && capitals && !small
    }
}
