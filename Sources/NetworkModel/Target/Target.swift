/// The target of a check, parsed from user input.
public struct Target: Sendable, Hashable {
    /// The kind of a target.
    public enum Kind: Sendable, Hashable {
        /// A URL of a registered scheme.
        ///
        /// - Parameter path: The text after host and port, in the form of ``RegisteredScheme/path``, without a fragment (RFC
        ///   9110 section 4.2.5).
        case url(RegisteredScheme, path: String)
        /// A bare host, which gets an echo request. Its silence alone is not a verdict, since many hosts drop pings.
        case host
        /// A DNS-SD instance (RFC 6763 section 4.1), whose SRV record has host and port.
        case service(instance: String, type: String, domain: String)
    }

    /// The parts behind one reference, since a check copies its target some twenty times.
    @usableFromInline final class Parts: Sendable {
        @usableFromInline let text: String
        @usableFromInline let kind: Kind
        @usableFromInline let host: Host
        @usableFromInline let port: UInt16?
        /// Parsed once, since rules read it several times in a check.
        @usableFromInline let question: (name: String, type: DNSRecordType)?

        init(text: String, kind: Kind, host: Host, port: UInt16?) {
            self.text = text
            self.kind = kind
            self.host = host
            self.port = port
            question = kind.question
        }
    }

    @usableFromInline let parts: Parts

    /// The text from which the target was parsed. It is the name of the target in reports, in the configuration and in the
    /// API.
    @inlinable public var text: String { parts.text }
    /// The kind of the target.
    @inlinable public var kind: Kind { parts.kind }
    /// The host: an address, a name, or a socket of this machine.
    @inlinable public var host: Host { parts.host }
    /// The port, 1 to 65535; `nil` if the kind has none (`icmp`, a bare host), or if a record contains it.
    @inlinable public var port: UInt16? { parts.port }
    /// The query for a DNS server; `nil` for all other targets.
    @inlinable public var question: (name: String, type: DNSRecordType)? { parts.question }

    init(text: String, kind: Kind, host: Host, port: UInt16?) {
        parts = Parts(text: text, kind: kind, host: host, port: port)
    }

    public static func == (left: Target, right: Target) -> Bool {
        left.parts === right.parts
            || (left.text, left.host, left.port) == (right.text, right.host, right.port) && left.kind == right.kind
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(port)
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
