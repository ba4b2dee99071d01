/// A received query (RFC 1035 section 4.1). Only the question and EDNS are parsed.
struct DNSQuery: Sendable {
    /// The maximum length of a name, including the label lengths (RFC 1035 section 2.3.4).
    private static let maxNameBytes = 255

    /// The name in lower case, without the final dot; empty for the root.
    let name: String
    let type: UInt16
    /// Whether checking is disabled (RFC 4035 section 3.2.2).
    let isUnchecked: Bool
    /// The maximum length of a response over UDP (RFC 6891 section 6.2.3); 512 bytes without EDNS.
    let maxReplyBytes: Int
    private let id: [UInt8]
    private let flags: UInt8
    private let question: [UInt8]

    /// Parses a message; the result is `nil` unless it is a query with one question.
    init?(_ message: [UInt8]) {
        guard message.count >= 12, message[2] & 0xf8 == 0, message[4] == 0, message[5] == 1 else { return nil }
        var labels: [String] = []
        var place = 12
        while place < message.count, message[place] != 0 {
            let length = Int(message[place])
            // Compression pointers have the upper two bits set. The first name has nothing to refer to.
            guard length < 64, place + 1 + length < message.count else { return nil }
            labels.append(String(decoding: message[(place + 1)...(place + length)], as: UTF8.self).lowercased())
            place += 1 + length
        }
        let end = place + 5
        guard place - 12 < Self.maxNameBytes, end <= message.count else { return nil }
        name = labels.joined(separator: ".")
        type = UInt16(message[place + 1]) << 8 | UInt16(message[place + 2])
        question = Array(message[12..<end])
        id = Array(message[0..<2])
        flags = message[2]
        isUnchecked = message[3] & 0x10 != 0
        // The OPT record, whose owner is the root, directly follows the question if it is the only record.
        let extra = message[end...]
        let hasOption = message[11] == 1 && extra.count >= 11 && extra.starts(with: [0, 0, 41])
        let size = hasOption ? Int(message[end + 3]) << 8 | Int(message[end + 4]) : 512
        maxReplyBytes = min(max(size, 512), 4_096)
    }

    /// Returns a response that includes the question.
    ///
    /// - Parameters:
    ///   - code: The response code (RFC 1035 section 4.1.1).
    ///   - mistake: The deviation from a correct response; `nil` for none.
    ///   - explanation: The extended error; `nil` for none.
    func reply(
        code: UInt8 = 0, isTruncated: Bool = false, records: [[UInt8]] = [], but mistake: DNSMistake? = nil,
        explanation: DNSExplanation? = nil
    ) -> [UInt8] {
        var (id, question) = (id, question)
        switch mistake {
        case .id: id[0] ^= 0x55
        case .question where question.count > 5:
            question[1] = question[1] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
        case .question, nil: break
        }
        let count = min(records.count, 255)
        let head =
            id + [
                0x84 | (flags & 1) | (isTruncated ? 2 : 0), 0x80 | code, 0, 1, 0, UInt8(count), 0, 0, 0,
                explanation == nil ? 0 : 1,
            ]
        return head + question + records.prefix(count).joined() + (explanation?.record ?? [])
    }
}

/// The field in which a response does not match its query.
package enum DNSMistake: Sendable { case id, question }
