/// Valid and invalid packets of multicast DNS.
public enum MulticastPackets {
    /// A name in wire format.
    public static func name(_ text: String) -> [UInt8] {
        text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    /// A header with the numbers of questions, answers, authority and additional records.
    public static func header(flags: UInt16 = 0x8400, _ counts: [UInt8]) -> [UInt8] {
        [0, 0, UInt8(flags >> 8), UInt8(flags & 0xff)] + counts.flatMap { [0, $0] }
    }

    /// A record with a TTL of 120 s; by default, with the cache-flush bit.
    public static func record(_ owner: String, type: UInt8, class: UInt16 = 0x8001, _ data: [UInt8]) -> [UInt8] {
        name(owner) + [0, type, UInt8(`class` >> 8), UInt8(`class` & 0xff), 0, 0, 0, 120]
            + [UInt8(data.count >> 8), UInt8(data.count & 0xff)] + data
    }

    /// Bytes that are not a DNS message.
    public static let garbage = [UInt8](repeating: 0xff, count: 40)

    /// An address record in a packet that ends before its data.
    public static func truncated(_ owner: String) -> [UInt8] {
        header([0, 1, 0, 0]) + record(owner, type: 1, [10, 77, 1, 2]).dropLast(3)
    }

    /// An address record with an address of three bytes.
    public static func shortAddress(_ owner: String) -> [UInt8] {
        header([0, 1, 0, 0]) + record(owner, type: 1, [10, 77, 1])
    }

    /// Packets that are valid, or have to be ignored silently.
    public static let oddities: [[UInt8]] = [
        // A record of an unknown type.
        header([0, 1, 0, 0]) + record("odd.local", type: 250, [1, 2, 3]),
        // EDNS with an owner option, as sent to sleep proxies.
        header([0, 0, 0, 1]) + [0, 0, 41, 0x05, 0xa0, 0, 0, 0x11, 0x94, 0, 8, 0, 4, 0, 4, 1, 2, 3, 4],
        // A query with known answers, of which more follow (TC, RFC 6762 section 7.2).
        header(flags: 0x0200, [1, 1, 0, 0]) + name("_http._tcp.local") + [0, 12, 0, 1]
            + record("_http._tcp.local", type: 12, class: 1, name("Web._http._tcp.local")),
        // A query from another port, for a unicast response.
        header(flags: 0x0100, [1, 0, 0, 0]) + name("odd.local") + [0, 1, 0x80, 1],
        // Another opcode, and an error code.
        header(flags: 0xa800, [0, 0, 0, 0]), header(flags: 0x8405, [0, 0, 0, 0]),
        // NSEC: there is only an IPv4 address.
        header([0, 1, 0, 0]) + record("odd.local", type: 47, name("odd.local") + [0, 1, 0x40]),
        // Padding at the end.
        header([0, 1, 0, 0]) + record("odd.local", type: 1, [10, 77, 1, 9]) + [0, 0, 0, 0],
        // A TXT record without strings, and one with an empty string.
        header([0, 2, 0, 0]) + record("odd.local", type: 16, []) + record("odd.local", type: 16, [0]),
    ]
}
