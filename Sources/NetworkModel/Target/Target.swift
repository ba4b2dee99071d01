/// The target of a check, parsed from user input.
public struct Target: Sendable, Hashable {
    /// What is asked of the host.
    public enum Kind: Sendable, Hashable {
        /// What the kind of a scheme asks for.
        ///
        /// - Parameter path: What follows host and port, in the form that ``RegisteredScheme/path`` says; a fragment is
        ///   left out (RFC 9110 section 4.2.5).
        case url(RegisteredScheme, path: String)
        /// A bare host: an echo request; where it has a name, its resolution alone is enough to be told.
        case host
        /// A DNS-SD instance (RFC 6763 section 4.1): its SRV record says host and port.
        case service(instance: String, type: String, domain: String)
    }

    /// The text that the target was parsed from; its name in reports, configuration and the API.
    public let text: String
    /// What is asked of the host.
    public let kind: Kind
    /// Where the target is: an address, a name, or a socket of this machine.
    public let host: Host
    /// The port, 1 to 65535; `nil` if the kind has none (`icmp`, a bare host) or a record will tell.
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
    /// The text, cut and made fit to be shown.
    public let text: String
    /// What is wrong with the text, and what would be right.
    public let reason: String

    init(_ text: String, _ reason: String) {
        // Before its @, a password may stand.
        self.text = Proxy.masked(text)
        self.reason = reason
    }

    public var description: String { "\"\(text)\" is not a target: \(reason)" }
}
