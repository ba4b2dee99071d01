/// A DNS-SD instance and the records that announce it, valid or not.
public struct AnnouncedService: Sendable {
    /// The first label, which need not be valid text.
    public var name: [UInt8]
    /// The service type, as in `_http._tcp`.
    public var type: String
    /// The target of the SRV record in wire format; `nil` for no SRV record.
    public var target: [UInt8]?
    /// The port of the SRV record.
    public var port: UInt16
    /// The strings of the TXT record; `nil` for no TXT record.
    public var txt: [[UInt8]]?

    public init(
        _ name: String, type: String = "_http._tcp", target: String = "evil.local", port: UInt16 = 80,
        txt: [String] = ["path=/"]
    ) {
        self.name = Array(name.utf8)
        self.type = type
        self.target = MulticastPackets.name(target)
        self.port = port
        self.txt = txt.map { Array($0.utf8) }
    }

    /// A modified copy.
    public func with(_ change: (inout Self) -> Void) -> Self {
        var copy = self
        change(&copy)
        return copy
    }

    private var owner: [UInt8] { [UInt8(name.count)] + name + MulticastPackets.name("\(type).local") }

    private var records: [[UInt8]] {
        func record(_ owner: [UInt8], _ type: UInt8, unique: Bool, _ data: [UInt8]) -> [UInt8] {
            owner + [0, type, unique ? 0x80 : 0, 1, 0, 0, 0, 120, UInt8(data.count >> 8), UInt8(data.count & 0xff)]
                + data
        }
        var records = [record(MulticastPackets.name("\(type).local"), 12, unique: false, owner)]
        if let target {
            records.append(
                record(owner, 33, unique: true, [0, 0, 0, 0, UInt8(port >> 8), UInt8(port & 0xff)] + target))
        }
        if let txt {
            let data = txt.flatMap { [UInt8($0.count)] + $0 }
            records.append(record(owner, 16, unique: true, data.isEmpty ? [0] : data))
        }
        return records
    }

    /// A packet that announces several services.
    public static func packet(_ services: [AnnouncedService]) -> [UInt8] {
        let records = services.flatMap(\.records)
        return MulticastPackets.header([0, UInt8(records.count), 0, 0]) + records.joined()
    }
}
