extension Target {
    /// Parses the forms of the command line and the configuration: a URL of a registered scheme, as in
    /// `https://example.org/`, a bare host, `host:port` (TCP), or a DNS-SD instance `Name._type._tcp.local`.
    ///
    /// - Throws: ``TargetError`` with what is wrong and what would be right.
    public init(_ text: String, schemes: SchemeTable) throws(TargetError) {
        guard !text.isEmpty else { throw TargetError(text, "it is empty; try https://example.org/ or example.org:22") }
        guard text.utf8.count <= 2048 else {
            throw TargetError(text, "it has \(text.utf8.count) bytes; the maximum is 2048")
        }
        if let target = try Self.socket(text, schemes) {
            self = target
            return
        }
        let separator = text.range(of: "://")
        // The name of a DNS-SD instance is meant for people, and can contain everything except control characters (RFC 6763
        // section 4.1.1).
        let scheme = separator.map { text[..<$0.lowerBound] }
        if scheme.map(Self.isScheme) != true, let service = try Self.service(text) {
            self = service
            return
        }
        try Self.checkCharacters(text)
        guard let separator else {
            if let colon = text.firstIndex(of: ":"), let scheme = schemes[text[..<colon].lowercased()],
                !scheme.transport.isNetwork
            {
                throw TargetError(text, "the path of a socket begins with /, as in \(scheme.name):/run/socket")
            }
            if let name = Self.otherScheme(text, schemes) { throw Self.unknown(name, in: text, schemes) }
            if let url = Self.misspelt(text, schemes) {
                throw TargetError(text, "did you mean \(SafeText.escaped(SafeText.cut(url, to: 80)))?")
            }
            let authority = try URLAuthority(text, in: text)
            let kind = authority.port == nil ? Kind.host : .url(.tcp, path: "")
            self.init(text: text, kind: kind, host: authority.host, port: authority.port)
            return
        }
        let rest = text[separator.upperBound...]
        let end = rest.unicodeScalars.firstIndex { "/?#".unicodeScalars.contains($0) } ?? rest.endIndex
        // The rest of a URL of another scheme may have another form.
        let name = text[..<separator.lowerBound].lowercased()
        guard let scheme = schemes[name] else { throw Self.unknown(name, in: text, schemes) }
        let authority = try URLAuthority(String(rest[..<end]), in: text)
        let tail = String(rest[end...])
        self = try scheme.target(authority: authority, tail: tail, text)
    }

    /// Whether a text may be a scheme (``RegisteredScheme/name``), in any case.
    private static func isScheme(_ text: Substring) -> Bool {
        text.utf8.first.map(isLetter) == true
            && text.utf8.allSatisfy { isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    private static func unknown(_ scheme: String, in text: String, _ schemes: SchemeTable) -> TargetError {
        let shown = SafeText.escaped(SafeText.cut(scheme, to: 20))
        return TargetError(text, "the scheme \"\(shown)\" is unknown; use one of \(schemes.list)")
    }

    /// Schemes whose URLs have no `//`. Other words before a colon are hosts, or names of users.
    private static let schemesWithoutAuthority: Set<String> = [
        "about", "data", "file", "geo", "javascript", "magnet", "mailto", "news", "sip", "sips", "sms", "tel", "urn",
        "xmpp",
    ]

    /// The scheme of a URL like `mailto:a@example.org`, if it is not registered; `nil` for other texts, such as `data:443`.
    private static func otherScheme(_ text: String, _ schemes: SchemeTable) -> String? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let name = text[..<colon].lowercased()
        let isPort = text[colon...].utf8.dropFirst().allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        return schemesWithoutAuthority.contains(name) && schemes[name] == nil && !isPort ? name : nil
    }

    /// The URL that is meant by one whose scheme ends with `//` or `:/`; `nil` for other texts.
    private static func misspelt(_ text: String, _ schemes: SchemeTable) -> String? {
        let name = text.prefix { !":/".contains($0) }
        let rest = text[name.endIndex...]
        guard rest.hasPrefix("//") || rest.hasPrefix(":/"), schemes[name.lowercased()]?.transport.isNetwork == true
        else {
            return nil
        }
        let place = rest.drop { ":/".contains($0) }
        return place.isEmpty ? nil : "\(name.lowercased())://\(place)"
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func checkCharacters(_ text: String) throws(TargetError) {
        // Most targets are ASCII without controls, for which no properties have to be looked up.
        guard !text.utf8.allSatisfy({ (0x21...0x7e).contains($0) }) else { return }
        if let bad = text.unicodeScalars.first(where: { $0.properties.isWhitespace || SafeText.isUnsafe($0) }) {
            let name = bad == " " ? "a space" : "the character U+\(String(bad.value, radix: 16).uppercased())"
            throw TargetError(text, "\(name) is not allowed in it")
        }
    }

    /// The size of `sun_path` (unix(7)), without the final null byte.
    private static let maxSocketPathBytes = 107

    /// Parses `unix:/run/socket` or `unix:///run/socket`, and `unix:/run/socket:/path` for a resource that is requested over
    /// the socket.
    ///
    /// - Returns: `nil` if the text has another form.
    private static func socket(_ text: String, _ schemes: SchemeTable) throws(TargetError) -> Target? {
        guard let colon = text.firstIndex(of: ":"), let scheme = schemes[text[..<colon].lowercased()],
            !scheme.transport.isNetwork, text[colon...].hasPrefix(":/")
        else { return nil }
        try checkCharacters(text)
        var rest = text[colon...].dropFirst()
        if rest.hasPrefix("//") {
            guard rest.hasPrefix("///") else {
                throw TargetError(text, "a socket of this machine has no host; write \(scheme.name):/run/socket")
            }
            rest = rest.dropFirst(2)
        }
        let end = rest.range(of: ":/")
        let path = String(rest[..<(end?.lowerBound ?? rest.endIndex)])
        guard path.utf8.count <= maxSocketPathBytes else {
            throw TargetError(
                text,
                "the path of a socket has at most \(maxSocketPathBytes) bytes (unix(7)); this one has \(path.utf8.count)"
            )
        }
        var resource = ""
        if let end {
            guard scheme.path != .none else {
                throw TargetError(text, "\(scheme.name): takes a socket, without a path")
            }
            resource = try self.path(String(rest[end.upperBound...]), text)
        }
        try scheme.checkIsPresent(resource, in: text)
        return Target(text: text, kind: .url(scheme, path: resource), host: .socket(path: path), port: nil)
    }

    /// The path and query that are sent. Fragments are not sent (RFC 9110 section 4.2.5).
    fileprivate static func path(_ tail: String, _ text: String) throws(TargetError) -> String {
        let sent = tail.prefix { $0 != "#" }
        if let bad = sent.unicodeScalars.first(where: { !$0.isASCII }) {
            throw TargetError(
                text,
                "the path contains U+\(String(bad.value, radix: 16).uppercased()), which is sent percent-encoded "
                    + "(RFC 3986 section 2.1)")
        }
        try checkPercentEncoding(sent, text)
        return sent.isEmpty ? "/" : sent.hasPrefix("/") ? String(sent) : "/" + sent
    }

    private static func checkPercentEncoding(_ sent: Substring, _ text: String) throws(TargetError) {
        let bytes = Array(sent.utf8)
        for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
            let digits = bytes[(index + 1)...].prefix(2)
            guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else {
                throw TargetError(text, "a % in the path must be followed by two hexadecimal digits; % itself is %25")
            }
        }
    }

    fileprivate static func question(_ tail: String, _ text: String) throws(TargetError) -> String {
        let parts = tail.drop { $0 == "/" }.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map(String.init) ?? ""
        guard !name.isEmpty else {
            throw TargetError(text, "dns:// needs a name to query, as in dns://9.9.9.9/example.org?type=AAAA")
        }
        guard name == "." || URLAuthority.isName(name) else {
            throw TargetError(text, "\"\(SafeText.escaped(name))\" is not a domain name (RFC 1035 section 2.3.1)")
        }
        var type = "A"
        if parts.count == 2 {
            guard parts[1].hasPrefix("type="), parts[1].count > 5 else {
                throw TargetError(text, "only ?type=TYPE may follow the name, as in ?type=AAAA")
            }
            type = parts[1].dropFirst(5).uppercased()
        }
        guard DNSRecordType(rawValue: type) != nil else {
            let known = DNSRecordType.allCases.map(\.rawValue).joined(separator: ", ")
            throw TargetError(
                text,
                "the record type \"\(SafeText.escaped(SafeText.cut(type, to: 20)))\" is unknown; use one of \(known)")
        }
        return "/\(name)?type=\(type)"
    }

    /// Parses `Name._type._tcp.domain` (``ServiceName``).
    private static func service(_ text: String) throws(TargetError) -> Target? {
        do {
            guard let name = try ServiceName(text) else { return nil }
            let kind = Kind.service(instance: name.instance, type: name.type, domain: name.domain)
            return Target(text: text, kind: kind, host: .name(text), port: nil)
        } catch {
            throw TargetError(text, error.reason)
        }
    }
}

extension RegisteredScheme {
    fileprivate func checkIsPresent(_ path: String, in text: String) throws(TargetError) {
        guard case .required = self.path, path.isEmpty || path == "/" else { return }
        throw TargetError(text, "it needs a path, as in \(form)")
    }

    fileprivate func target(authority: URLAuthority, tail: String, _ text: String) throws(TargetError) -> Target {
        let sent: String
        switch path {
        case .none:
            if transport == .icmp, !tail.isEmpty && tail != "/" || authority.port != nil {
                throw TargetError(text, "\(name):// takes a host, and neither port nor path")
            }
            guard tail.isEmpty || tail == "/" else {
                throw TargetError(text, "\(name):// takes a host and a port, and no path (\(tail))")
            }
            sent = ""
        case .optional:
            let path = try Target.path(tail, text)
            sent = path == "/" ? "" : path
        case .required:
            sent = try Target.path(tail, text)
            try checkIsPresent(sent, in: text)
        case .resource: sent = try Target.path(tail, text)
        case .question: sent = try Target.question(tail, text)
        }
        let port = authority.port ?? defaultPort
        guard port != nil || transport == .icmp else {
            throw TargetError(text, "\(name):// needs a port, as in \(name)://\(authority.host.bracketed):443")
        }
        return Target(text: text, kind: .url(self, path: sent), host: authority.host, port: port)
    }
}
