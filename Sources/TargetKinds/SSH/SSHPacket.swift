/// The reason why a server's message violates the SSH protocol.
struct SSHMalformed: Error, Hashable {
    let detail: String

    init(_ detail: String) { self.detail = detail }
}

/// A packet before there are keys (RFC 4253 section 6).
struct SSHPacket {
    /// The maximum length, which every implementation supports (RFC 4253 section 6.1), and which is sufficient before
    /// there are keys.
    static let maxBytes = 35_000

    /// The payload, beginning with the message number.
    let payload: [UInt8]

    var number: UInt8 { payload[0] }

    /// Parses the length of a packet.
    ///
    /// - Returns: The number of bytes after the four of the length.
    static func count(_ length: [UInt8]) throws(SSHMalformed) -> Int {
        let count = length.reduce(0) { $0 << 8 | Int($1) }
        // At least 16 bytes, and a multiple of 8 (RFC 4253 section 6).
        guard (12...maxBytes).contains(count), (count + 4) % 8 == 0 else {
            throw SSHMalformed("a packet has \(count) bytes")
        }
        return count
    }

    /// Parses a packet.
    ///
    /// - Parameter body: The bytes after the length, which gives their number.
    init(_ body: [UInt8]) throws(SSHMalformed) {
        let padding = Int(body.first ?? 0)
        guard padding >= 4, padding + 1 < body.count else {
            throw SSHMalformed("a packet of \(body.count) bytes has \(padding) of padding")
        }
        payload = Array(body[1..<(body.count - padding)])
    }
}

/// The numbers of the messages that are allowed before there are keys (RFC 4250 section 4.1.2).
enum SSHMessage {
    static let disconnect: UInt8 = 1
    static let ignore: UInt8 = 2
    static let debug: UInt8 = 4
    static let keyExchangeInit: UInt8 = 20
}

/// Parses the fields of a message (RFC 4251 section 5).
struct SSHFields {
    private var rest: ArraySlice<UInt8>

    /// Creates a parser.
    ///
    /// - Parameter payload: The payload of a packet, whose message number is skipped.
    init(_ payload: [UInt8]) { rest = payload.dropFirst() }

    /// Reads the next bytes.
    ///
    /// - Returns: `nil` if there are fewer.
    mutating func bytes(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func number() -> UInt32? { bytes(4).map { $0.reduce(0) { $0 << 8 | UInt32($1) } } }

    mutating func string() -> ArraySlice<UInt8>? { number().flatMap { bytes(Int($0)) } }

    /// A list of names. If it is too long, or contains an invalid name, the rest is ignored.
    mutating func names() -> [String]? {
        guard let text = string() else { return nil }
        // Names have at most 64 printable ASCII characters, without commas (RFC 4251 section 6).
        return text.split(separator: UInt8(ascii: ",")).lazy.filter { name in
            name.count <= 64 && name.allSatisfy { (0x21...0x7e).contains($0) }
        }.prefix(SSHOffer.maxNames).map { String(decoding: $0, as: UTF8.self) }
    }
}
