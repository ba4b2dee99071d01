/// The header of a reply (RFC 1035 section 4.1.1).
struct DNSReplyHeader {
    let isTruncated: Bool
    /// The response code (RCODE).
    let code: UInt8
    /// Whether the additional section is not empty, as with the OPT record of a server that supports EDNS.
    let hasAdditional: Bool

    static let size = 12

    /// Parses a header.
    ///
    /// - Parameter bytes: At least ``size`` bytes.
    init(_ bytes: UnsafeRawBufferPointer) {
        isTruncated = bytes[2] & 0x02 != 0
        code = bytes[3] & 0x0f
        hasAdditional = bytes[10] != 0 || bytes[11] != 0
    }

    /// Whether it may be the response of a server that does not support EDNS (RFC 6891 section 7), or fails because of it:
    /// FORMERR, SERVFAIL or NOTIMP, without an OPT record.
    var mayRejectEDNS: Bool { [1, 2, 4].contains(code) && !hasAdditional }

    /// Whether a datagram is a server's FORMERR without the question, as from one that stopped parsing at the OPT record.
    static func isBareRejection(_ bytes: UnsafeRawBufferPointer, of query: [UInt8]) -> Bool {
        bytes.count == size && bytes[0] == query[0] && bytes[1] == query[1] && bytes[2] & 0x80 != 0
            && bytes[4] == 0 && bytes[5] == 0 && DNSReplyHeader(bytes).mayRejectEDNS
    }

    /// Whether a datagram is a reply with the query's ID and question, compared without regard to case.
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
