/// Packets of multicast DNS as hosts send them, rightly and wrongly.
public enum MulticastPackets {
    /// A name on the wire.
    public static func name(_ text: String) -> [UInt8] {
        text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    /// A header with as many questions, answers, authorities and additional records.
    public static func header(flags: UInt16 = 0x8400, _ counts: [UInt8]) -> [UInt8] {
        [0, 0, UInt8(flags >> 8), UInt8(flags & 0xff)] + counts.flatMap { [0, $0] }
    }

    public static func record(_ owner: String, type: UInt8, class: UInt16 = 0x8001, _ data: [UInt8]) -> [UInt8] {
        name(owner) + [0, type, UInt8(`class` >> 8), UInt8(`class` & 0xff), 0, 0, 0, 120]
            + [UInt8(data.count >> 8), UInt8(data.count & 0xff)] + data
    }

    public static let garbage = [UInt8](repeating: 0xff, count: 40)

    /// An address record whose packet ends before its data does.
    public static func truncated(_ owner: String) -> [UInt8] {
        header([0, 1, 0, 0]) + record(owner, type: 1, [10, 77, 1, 2]).dropLast(3)
    }

    /// An address of three bytes.
    public static func shortAddress(_ owner: String) -> [UInt8] {
        header([0, 1, 0, 0]) + record(owner, type: 1, [10, 77, 1])
    }

    /// What responders send rightly, or has to be ignored in silence.
    public static let oddities: [[UInt8]] = [
        // A record of a type that nobody knows.
        header([0, 1, 0, 0]) + record("odd.local", type: 250, [1, 2, 3]),
        // EDNS with an owner option, which sleep proxies are sent.
        header([0, 0, 0, 1]) + [0, 0, 41, 0x05, 0xa0, 0, 0, 0x11, 0x94, 0, 8, 0, 4, 0, 4, 1, 2, 3, 4],
        // A query with known answers, more of which are to follow.
        header(flags: 0x0200, [1, 1, 0, 0]) + name("_http._tcp.local") + [0, 12, 0, 1]
            + record("_http._tcp.local", type: 12, class: 1, name("Web._http._tcp.local")),
        // A query from a port of its own for a unicast answer.
        header(flags: 0x0100, [1, 0, 0, 0]) + name("odd.local") + [0, 1, 0x80, 1],
        // Another opcode, and a response code.
        header(flags: 0xa800, [0, 0, 0, 0]), header(flags: 0x8405, [0, 0, 0, 0]),
        // NSEC: there is an address of IPv4 alone.
        header([0, 1, 0, 0]) + record("odd.local", type: 47, name("odd.local") + [0, 1, 0x40]),
        // Padded.
        header([0, 1, 0, 0]) + record("odd.local", type: 1, [10, 77, 1, 9]) + [0, 0, 0, 0],
        // A TXT record without any text, and one with an empty one.
        header([0, 2, 0, 0]) + record("odd.local", type: 16, []) + record("odd.local", type: 16, [0]),
    ]
}
