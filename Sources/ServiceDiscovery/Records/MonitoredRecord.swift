public import NetworkModel

/// A received record of class IN.
public struct MonitoredRecord: Sendable, Hashable {
    /// The name in the record, in the form of ``AvahiConnection/monitor(name:type:)``.
    public let name: String
    /// The type of the record.
    public let type: RecordType
    /// The record's data as on the wire, with uncompressed names (RFC 1035 section 3.2.1).
    public let data: [UInt8]
    /// The name of the interface; `nil` for unicast DNS.
    public let interface: String?

    init(_ raw: RawRecord, type: RecordType, interface: String?) {
        name = raw.name
        self.type = type
        data = raw.data
        self.interface = interface
    }

    /// The decoded data; `nil` if it is not valid, or has an unsupported type.
    public var value: RecordValue? { RecordValue(type, data, interface: interface) }
}

/// The decoded data of a record.
public enum RecordValue: Sendable, Hashable {
    /// The address of A and AAAA; link-local IPv6 addresses have the interface as their zone.
    case address(IPAddress)
    /// The name of PTR and CNAME.
    case name(String)
    /// The fields of SRV (RFC 2782).
    case server(priority: UInt16, weight: UInt16, port: UInt16, host: String)
    /// The strings of TXT, each at most 255 bytes.
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
