/// A proxy, with the credentials for it.
public struct Proxy: Sendable, Hashable, CustomStringConvertible {
    /// The protocol of the proxy, given by the scheme of its URL.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// HTTP, without or with TLS to the proxy (RFC 9110 section 3.7).
        case http, https
        /// SOCKS 5, where this machine resolves the target's name.
        case socks5
        /// SOCKS 5, where the proxy resolves the target's name.
        case socks5h
    }

    /// The protocol of the proxy.
    public var kind: Kind
    /// The proxy's host.
    public var host: Host
    /// The proxy's port.
    public var port: UInt16
    /// The credentials for the proxy, used if it requires them; `nil` for none.
    public var authentication: AuthenticationSettings?
    /// The place of the setting: `https_proxy`, `--proxy`, `the configuration`.
    public var origin: String

    /// Creates a proxy.
    ///
    /// - Parameters:
    ///   - kind: The protocol of the proxy.
    ///   - host: The proxy's host.
    ///   - port: The proxy's port.
    ///   - authentication: The credentials for the proxy; `nil` for none.
    ///   - origin: The place of the setting.
    public init(
        kind: Kind, host: Host, port: UInt16, authentication: AuthenticationSettings? = nil,
        origin: String = "the configuration"
    ) {
        self.kind = kind
        self.host = host
        self.port = port
        self.authentication = authentication
        self.origin = origin
    }

    /// The URL, never with a password.
    public var description: String { "\(kind.rawValue)://\(host.bracketed):\(port)" }

    /// Whether the proxy resolves the target's name.
    public var resolvesNames: Bool { kind != .socks5 }

    /// Parses a URL such as `http://proxy.example:3128`; `host:port` without a scheme is an HTTP proxy.
    ///
    /// - Parameters:
    ///   - text: The URL, at most 2,048 bytes.
    ///   - origin: The place of the setting, as in `https_proxy`.
    ///   - allowsPassword: Whether `user:password@` is allowed, as in variables of the environment.
    /// - Throws: ``SettingsError``, whose text never contains a password.
    public init(_ text: String, origin: String, allowsPassword: Bool = false) throws(SettingsError) {
        let shown = Self.masked(text)
        func wrong(_ reason: String) -> SettingsError { SettingsError("\"\(shown)\" is not a proxy: \(reason)") }
        guard text.utf8.count <= 2_048 else { throw wrong("it has more than 2048 bytes") }
        if text.unicodeScalars.contains(where: { SafeText.isUnsafe($0) || $0.properties.isWhitespace }) {
            throw wrong("it contains a blank or a control character")
        }
        let parts = text.range(of: "://")
        let scheme = parts.map { text[..<$0.lowerBound].lowercased() } ?? "http"
        if scheme.hasPrefix("pac+") || scheme == "pac" {
            throw wrong(
                "automatic configuration (PAC) is not supported; name the proxy itself, as in http://proxy.example:3128"
            )
        }
        guard let kind = Kind(rawValue: scheme == "socks" ? "socks5" : scheme) else {
            throw wrong("the scheme is one of http, https, socks5 and socks5h, as in http://proxy.example:3128")
        }
        let rest = parts.map { text[$0.upperBound...] } ?? text[...]
        var authority = rest[..<(rest.unicodeScalars.firstIndex { "/?#".unicodeScalars.contains($0) } ?? rest.endIndex)]
        guard rest[authority.endIndex...].isEmpty || rest[authority.endIndex...] == "/" else {
            throw wrong("it has a path, and takes scheme, host and port, as in http://proxy.example:3128")
        }
        var authentication: AuthenticationSettings?
        if let at = authority.unicodeScalars.lastIndex(of: "@") {
            guard allowsPassword else {
                throw wrong("a password does not belong in it; name a file with it in credentials:, or use netrc")
            }
            let login = authority[..<at].utf8.split(
                separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false
            ).map { Substring($0) }
            guard let user = Self.decoded(login[0]), let password = Self.decoded(login.count > 1 ? login[1] : "") else {
                throw wrong("a % in its name or password must be followed by two hexadecimal digits")
            }
            authentication = AuthenticationSettings(
                source: .given(Secret(.password(user: user, password: password))))
            authority = authority[authority.unicodeScalars.index(after: at)...]
        }
        // A word in place of the port may be a password, if the host after it was forgotten.
        if let colon = authority.unicodeScalars.lastIndex(of: ":"), authority.utf8.last != UInt8(ascii: "]"),
            !authority[colon...].utf8.dropFirst().allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        {
            throw SettingsError(
                "\"\(Self.masked(text[..<colon] + "…"))\" is not a proxy: its port is not a number from 1 to 65535")
        }
        let place: URLAuthority
        do {
            place = try URLAuthority(String(authority), in: shown)
        } catch {
            throw wrong(error.reason)
        }
        self.init(
            kind: kind, host: place.host, port: place.port ?? Self.defaultPort(kind), authentication: authentication,
            origin: origin)
    }

    /// The port of a URL without one, as with curl(1): programs that read the same variables must not mean another proxy.
    private static func defaultPort(_ kind: Kind) -> UInt16 {
        switch kind {
        case .https: 443
        case .http, .socks5, .socks5h: 1080
        }
    }

    /// The text without everything before the last @ of its authority. Something that looks like an unknown scheme may be
    /// part of a password.
    static func masked(_ text: some StringProtocol) -> String {
        let text = String(text)
        let separator = text.range(of: "://")
        let isScheme = separator.map { text[..<$0.lowerBound].utf8.allSatisfy(Token.isCharacter) } ?? false
        let start = isScheme ? separator?.upperBound ?? text.startIndex : text.startIndex
        let shown = text.unicodeScalars.lastIndex(of: "@").map { at in text[..<start] + "…" + text[at...] } ?? text[...]
        return SafeText.escaped(SafeText.cut(shown, to: 80))
    }

    private static func decoded(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
                value >= 0x20
            else { return nil }
            rest = rest.dropFirst(2)
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}

/// The route of a check: direct, or through a proxy.
public enum ProxyChoice: Sendable, Hashable {
    /// The route by `http_proxy`, `https_proxy`, `ftp_proxy`, `all_proxy` and `no_proxy` (curl(1)).
    case environment
    /// No proxy, whatever the environment specifies.
    case direct
    /// This proxy, whatever the environment specifies.
    case through(Proxy)
}
