import FoundationEssentials

/// The value of a TXT key (RFC 6763 section 6.4).
public enum TXTValue: Sendable, Hashable, Codable {
    /// The key has no value and no `=`.
    case flag
    /// The value is UTF-8.
    case text(String)
    /// The value is not UTF-8.
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

/// A DNS-SD service instance on one interface, with its address families merged.
public struct ServiceInstance: Sendable, Hashable, Codable {
    /// The decoded name of the instance (RFC 6763 section 4.1.1).
    public var name: String
    /// The service type, as in `_http._tcp`.
    public var type: String
    /// The domain of the instance, as in `local`.
    public var domain: String
    /// The name of the interface; `nil` for wide-area DNS-SD.
    public var interface: String?
    /// The host in the SRV record; `nil` until the instance is resolved.
    public var host: String?
    /// The port of the SRV record; `nil` until it is resolved.
    public var port: UInt16?
    /// The host's addresses on the interface; `nil` until it is resolved.
    public var addresses: [IPAddress]?
    /// The TXT record by keys (RFC 6763 section 6); `nil` until it is resolved.
    public var txt: [String: TXTValue]?
    /// Whether it is still announced although its host or port no longer responds.
    public var stale: Bool
    /// Why its port does not work; `nil` if it works, was not tried, or if the host does not respond.
    public var staleReason: StaleReason?

    /// Why an announced service is not reachable.
    public enum StaleReason: String, Sendable, Hashable, Codable {
        /// No program listens on the port.
        case refused
        /// There was no response in time.
        case noAnswer = "no-answer"
    }

    private enum CodingKeys: String, CodingKey {
        case name, type, domain, interface, host, port, addresses, txt, stale
        case staleReason = "stale_reason"
    }

    /// Creates an instance, which is not resolved without a host.
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

    /// The key that identifies an instance: name, type, domain (without regard to ASCII case) and interface.
    public var identity: String {
        "\(name.lowercased())\u{0}\(type.lowercased())\u{0}\(domain.lowercased())\u{0}\(interface ?? "")"
    }
}

/// An event of a service instance: a line of `netdiag browse --json`.
public struct ServiceEvent: Sendable, Hashable, Codable {
    /// What happened to the instance.
    public enum Kind: String, Sendable, Hashable, Codable {
        case added, resolved, updated, removed
    }

    /// What happened to the instance.
    public var event: Kind
    /// The instance after the event, or before its removal. In JSON, its fields are next to the event.
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
