import Glibc
package import NetworkModel
package import TLSServer

/// A server to which requests are forwarded. It is set in a file of routes; requests cannot choose it.
package struct Upstream: Sendable {
    /// The protocol of the upstream.
    package enum Scheme: String, Sendable, CaseIterable {
        case http, https, tcp
    }

    package let scheme: Scheme
    /// The host name, or an address without brackets.
    package let host: String
    package let port: Int
    /// The prefix of the path of each request, without a slash at the end; empty for none.
    package let base: String
    /// The host and port as in URLs and in the field Host (RFC 9110 section 7.2).
    package let authority: String
    /// The URL for messages and lists.
    package let url: String
    /// The TLS context; `nil` for no TLS.
    package var tls: TLSContext?
    /// The time limit from the resolution of the address to the end of the handshake.
    package var connectTimeout = Duration.seconds(10)

    /// Parses `http://host:port/base`, `https://…` or `tcp://host:port`.
    ///
    /// - Throws: ``SettingsError`` with the reason. TLS is not prepared: ``trust(_:)`` does that.
    package init(_ text: String) throws(SettingsError) {
        func refusal(_ reason: String) -> SettingsError {
            SettingsError("\(SafeText.shown(text)) \(reason); write one like http://127.0.0.1:8080 or tcp://db:5432")
        }
        guard text.utf8.count <= 2_048, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
            throw refusal("is not a valid URL")
        }
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, let scheme = Scheme(rawValue: parts[0].lowercased()) else {
            throw refusal("has none of the schemes http, https and tcp (WebSockets are forwarded by http and https)")
        }
        let authority = parts[1].prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let path = parts[1].dropFirst(authority.count)
        guard !path.contains("?"), !path.contains("#") else { throw refusal("has a query or a fragment") }
        guard !authority.contains("@") else {
            throw refusal("has a login, which all would see who may see the file's messages")
        }
        guard let (host, port) = Self.hostAndPort(authority) else { throw refusal("has no host and port") }
        guard let port = port ?? (scheme == .http ? 80 : scheme == .https ? 443 : nil) else {
            throw refusal("needs a port")
        }
        guard scheme != .tcp || path.isEmpty || path == "/" else { throw refusal("has a path, and tcp has none") }
        (self.scheme, self.host, self.port) = (scheme, host, port)
        base = path.hasSuffix("/") ? String(path.dropLast()) : String(path)
        let name = host.contains(":") ? "[\(host)]" : host
        let usual = scheme == .http ? 80 : scheme == .https ? 443 : 0
        self.authority = port == usual ? name : "\(name):\(port)"
        url = "\(scheme.rawValue)://\(self.authority)\(base)"
    }

    private static func hostAndPort(_ authority: Substring) -> (String, Int?)? {
        var (host, rest) = (authority, Substring())
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<end]
            rest = authority[authority.index(after: end)...]
            guard IPAddress(String(host))?.family == .ipv6, rest.isEmpty || rest.hasPrefix(":") else { return nil }
        } else if let colon = authority.firstIndex(of: ":") {
            (host, rest) = (authority[..<colon], authority[colon...])
        }
        guard !host.isEmpty, host.utf8.count <= 253, host.utf8.allSatisfy({ $0 != UInt8(ascii: "%") }) else {
            return nil
        }
        guard !rest.isEmpty else { return (String(host), nil) }
        guard let port = Int(rest.dropFirst()), (1...65_535).contains(port) else { return nil }
        return (String(host), port)
    }

    /// Prepares TLS for an upstream with the scheme `https`.
    ///
    /// - Throws: ``FaultError`` if libssl is missing, or the file contains no certificate authority.
    package mutating func trust(_ trust: TLSContext.Trust) throws(FaultError) {
        if case .file(let path) = trust, access(path, R_OK) != 0 {
            throw .usage("\(SafeText.escapedPath(path)) cannot be read: \(String(cString: strerror(errno)))")
        }
        do {
            tls = try TLSContext.client(trust)
        } catch {
            switch error {
            case .noLibrary: throw .system("https needs libssl; install libssl3")
            case .noCertificate, .noKey, .noMatch:
                let file = if case .file(let path) = trust { SafeText.escapedPath(path) } else { "the system's store" }
                throw .usage("\(file) contains no certificate of an authority; name a file in PEM form")
            case .other: throw .system("OpenSSL makes no client")
            }
        }
    }
}
