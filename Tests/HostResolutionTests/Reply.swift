/// Replies in wire format (RFC 1035 section 4).
enum Reply {
    static func to(
        _ query: RawDNSServer.Query, code: UInt8 = 0, isTruncated: Bool = false, recursion: Bool = true,
        answers: [[UInt8]] = [], authority: [[UInt8]] = [], announced: Int? = nil
    ) -> [UInt8] {
        let count = announced ?? answers.count
        let header =
            query.bytes.prefix(2) + [0x81 | (isTruncated ? 2 : 0), (recursion ? 0x80 : 0) | code, 0, 1]
            + [UInt8(count >> 8), UInt8(count & 0xff), 0, UInt8(authority.count), 0, 0]
        return header + query.question + answers.joined() + authority.joined()
    }

    /// A record, by default with the question's name as its owner.
    static func record(
        _ type: UInt16, ttl: UInt32 = 60, _ data: [UInt8], owner: [UInt8] = [0xc0, 12]
    ) -> [UInt8] {
        owner + [UInt8(type >> 8), UInt8(type & 0xff), 0, 1]
            + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ttl >> $0) }
            + [UInt8(data.count >> 8), UInt8(data.count & 0xff)] + data
    }

    static func name(_ text: String) -> [UInt8] {
        text.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    static func txt(_ bytes: [UInt8]) -> [UInt8] { [UInt8(bytes.count)] + bytes }
}
