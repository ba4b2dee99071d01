/// The target of a check, parsed from user input.
public struct Target: Sendable, Hashable {
    /// The kind of a target.
    public enum Kind: Sendable, Hashable {
        /// A URL of a registered scheme.
        ///
        /// - Parameter path: The text after host and port, in the form of ``RegisteredScheme/path``, without a fragment (RFC
        ///   9110 section 4.2.5).
        case url(RegisteredScheme, path: String)
        /// A bare host, which gets an echo request. Its silence alone is no verdict, since many hosts drop pings.
        case host
        /// A DNS-SD instance (RFC 6763 section 4.1), whose SRV record has host and port.
        case service(instance: String, type: String, domain: String)
    }

    /// The text from which the target was parsed. It is the name of the target in reports, in the configuration and in the
    /// API.
    public let text: String
    /// The kind of the target.
    public let kind: Kind
    /// The host: an address, a name, or a socket of this machine.
    public let host: Host
    /// The port, 1 to 65535; `nil` if the kind has none (`icmp`, a bare host), or if a record contains it.
    public let port: UInt16?

    init(text: String, kind: Kind, host: Host, port: UInt16?) {
        self.text = text
        self.kind = kind
        self.host = host
        self.port = port
    }
}

extension Target: Encodable, CustomStringConvertible {
    public var description: String { text }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The reason why a text is not a target, and what would be valid.
public struct TargetError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The text, truncated and escaped.
    public let text: String
    /// What is wrong with the text, and what would be right.
    public let reason: String

    init(_ text: String, _ reason: String) {
        // There may be a password before the @.
        self.text = Proxy.masked(text)
        self.reason = reason
    }

    public var description: String { "\"\(text)\" is not a target: \(reason)" }
}
