public import NetworkModel

/// A record as it came, of class IN.
public struct MonitoredRecord: Sendable, Hashable {
    /// As the record has it, in the form that ``AvahiConnection/monitor(name:type:)`` takes.
    public let name: String
    /// The record's type, as asked for.
    public let type: RecordType
    /// The record's data as on the wire, names within not compressed (RFC 1035 section 3.2.1).
    public let data: [UInt8]
    /// `nil` for unicast DNS.
    public let interface: String?

    init(_ raw: RawRecord, type: RecordType, interface: String?) {
        name = raw.name
        self.type = type
        data = raw.data
        self.interface = interface
    }

    /// What the data says, `nil` if it cannot be decoded or is of another type than these.
    public var value: RecordValue? { RecordValue(type, data, interface: interface) }
}

/// What the data of a record says.
public enum RecordValue: Sendable, Hashable {
    /// A and AAAA; link-local addresses of IPv6 have the interface as their zone.
    case address(IPAddress)
    /// PTR and CNAME.
    case name(String)
    /// SRV (RFC 2782).
    case server(priority: UInt16, weight: UInt16, port: UInt16, host: String)
    /// TXT: its strings, each at most 255 bytes.
    case texts([[UInt8]])

    init?(_ type: RecordType, _ data: [UInt8], interface: String?) {
        switch type {
        case .a, .aaaa:
            guard data.count == (type == .a ? 4 : 16), let address = IPAddress(bytes: data) else { return nil }
            let isScoped = address.family == .ipv6 && address.isLinkLocal
            self = .address(isScoped ? IPAddress(bytes: data, zone: interface) ?? address : address)
        case .ptr, .cname:
            guard let name = RecordName.text(data[...]) else { return nil }
            self = .name(name)
        case .srv:
            guard data.count > 6, let host = RecordName.text(data[6...]) else { return nil }
            let numbers = stride(from: 0, to: 6, by: 2).map { UInt16(data[$0]) << 8 | UInt16(data[$0 + 1]) }
            self = .server(priority: numbers[0], weight: numbers[1], port: numbers[2], host: host)
        case .txt:
            guard let texts = Self.texts(data[...]) else { return nil }
            self = .texts(texts)
        default: return nil
        }
    }

    private static func texts(_ data: ArraySlice<UInt8>) -> [[UInt8]]? {
        var texts: [[UInt8]] = []
        var rest = data
        while let count = rest.popFirst() {
            guard rest.count >= Int(count) else { return nil }
            texts.append(Array(rest.prefix(Int(count))))
            rest = rest.dropFirst(Int(count))
        }
        return texts
    }
}
