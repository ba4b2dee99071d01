/// The header of a reply (RFC 1035 section 4.1.1).
struct DNSReplyHeader {
    let isTruncated: Bool
    /// RCODE.
    let code: UInt8
    /// Whether the additional section holds something, as the OPT record of a server that knows EDNS.
    let hasAdditional: Bool

    static let size = 12

    /// - Parameter bytes: At least ``size``.
    init(_ bytes: UnsafeRawBufferPointer) {
        isTruncated = bytes[2] & 0x02 != 0
        code = bytes[3] & 0x0f
        hasAdditional = bytes[10] != 0 || bytes[11] != 0
    }

    /// Whether it is what a server says that does not know EDNS (RFC 6891 section 7), or that breaks on it: FORMERR, SERVFAIL or
    /// NOTIMP, and no OPT record.
    var mayRejectEDNS: Bool { [1, 2, 4].contains(code) && !hasAdditional }

    /// Whether a datagram is a server's FORMERR that does not repeat the question, as of one that stopped reading at the OPT record.
    static func isBareRejection(_ bytes: UnsafeRawBufferPointer, of query: [UInt8]) -> Bool {
        bytes.count == size && bytes[0] == query[0] && bytes[1] == query[1] && bytes[2] & 0x80 != 0
            && bytes[4] == 0 && bytes[5] == 0 && DNSReplyHeader(bytes).mayRejectEDNS
    }

    /// Whether a datagram is a reply with the query's id and question, whose letters may differ in case.
    static func isReply(_ bytes: UnsafeRawBufferPointer, to query: [UInt8]) -> Bool {
        var end = size
        while end < query.count, query[end] != 0 { end += Int(query[end]) + 1 }
        end += 5
        guard bytes.count >= end, end <= query.count, bytes[0] == query[0], bytes[1] == query[1],
            bytes[2] & 0x80 != 0, bytes[4] == 0, bytes[5] == 1
        else { return false }
        return (size..<end).allSatisfy { lowercased(bytes[$0]) == lowercased(query[$0]) }
    }

    private static func lowercased(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
