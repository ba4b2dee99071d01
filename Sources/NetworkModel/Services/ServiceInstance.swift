import FoundationEssentials

/// The value of a TXT key (RFC 6763 section 6.4).
public enum TXTValue: Sendable, Hashable, Codable {
    /// The key stands alone, without `=`.
    case flag
    /// UTF-8.
    case text(String)
    /// Bytes that are not UTF-8.
    case bytes([UInt8])

    private enum CodingKeys: String, CodingKey { case base64 }

    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.singleValueContainer() {
            if container.decodeNil() {
                self = .flag
                return
            }
            if let text = try? container.decode(String.self) {
                self = .text(text)
                return
            }
        }
        let data = try decoder.container(keyedBy: CodingKeys.self).decode(Data.self, forKey: .base64)
        self = .bytes(Array(data))
    }

    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .flag:
            var container = encoder.singleValueContainer()
            try container.encodeNil()
        case .text(let text):
            var container = encoder.singleValueContainer()
            try container.encode(text)
        case .bytes(let bytes):
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Data(bytes), forKey: .base64)
        }
    }
}

/// A DNS-SD service instance on one interface, its address families merged.
public struct ServiceInstance: Sendable, Hashable, Codable {
    /// The instance's name, decoded (RFC 6763 section 4.1.1).
    public var name: String
    /// `_http._tcp`
    public var type: String
    /// The domain that the instance is in, as in `local`.
    public var domain: String
    /// The interface's name; `nil` for wide-area DNS-SD, which belongs to none.
    public var interface: String?
    /// The SRV record's host; this and the fields below are `nil` until it is resolved.
    public var host: String?
    /// The port of the SRV record; `nil` until it is resolved.
    public var port: UInt16?
    /// The host's addresses on the interface; `nil` until it is resolved.
    public var addresses: [IPAddress]?
    /// The TXT record by its keys (RFC 6763 section 6); `nil` until it is resolved.
    public var txt: [String: TXTValue]?
    /// Still announced, although its host or its port no longer answers.
    public var stale: Bool
    /// What the port did, where it was tried; `nil` if it answers, was not tried, or the host itself is silent.
    public var staleReason: StaleReason?

    /// Why a service that is announced cannot be had.
    public enum StaleReason: String, Sendable, Hashable, Codable {
        /// Nothing listens there.
        case refused
        /// Nothing came back in time.
        case noAnswer = "no-answer"
    }

    private enum CodingKeys: String, CodingKey {
        case name, type, domain, interface, host, port, addresses, txt, stale
        case staleReason = "stale_reason"
    }

    /// Creates an instance; without a host, it is not resolved.
    public init(
        name: String, type: String, domain: String, interface: String?, host: String? = nil, port: UInt16? = nil,
        addresses: [IPAddress]? = nil, txt: [String: TXTValue]? = nil, stale: Bool = false
    ) {
        self.name = name
        self.type = type
        self.domain = domain
        self.interface = interface
        self.host = host
        self.port = port
        self.addresses = addresses
        self.txt = txt
        self.stale = stale
    }

    /// What tells instances apart: name, type, domain (without regard to ASCII case) and interface.
    public var identity: String {
        "\(name.lowercased())\u{0}\(type.lowercased())\u{0}\(domain.lowercased())\u{0}\(interface ?? "")"
    }
}

/// One line of `netdiag browse --json`.
public struct ServiceEvent: Sendable, Hashable, Codable {
    /// What became of the instance.
    public enum Kind: String, Sendable, Hashable, Codable {
        case added, resolved, updated, removed
    }

    /// What became of the instance.
    public var event: Kind
    /// The instance as it is now; of one that was removed, as it was last. In JSON, its fields are beside the event.
    public var instance: ServiceInstance

    /// Creates an event of an instance.
    public init(_ event: Kind, _ instance: ServiceInstance) {
        self.event = event
        self.instance = instance
    }

    private enum CodingKeys: String, CodingKey { case event }

    public init(from decoder: any Decoder) throws {
        event = try decoder.container(keyedBy: CodingKeys.self).decode(Kind.self, forKey: .event)
        instance = try ServiceInstance(from: decoder)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(event, forKey: .event)
        try instance.encode(to: encoder)
    }
}
