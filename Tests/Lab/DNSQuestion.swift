import Glibc

/// A question on the wire, and replies to it (RFC 1035 section 4).
struct DNSQuestion: Sendable {
    let name: String
    let type: UInt16
    /// Up to the end of the question section; what follows (EDNS) is left out.
    private let bytes: [UInt8]
    private let isUnchecked: Bool

    init?(_ message: [UInt8]) {
        var labels: [String] = []
        var end = 12
        while end < message.count, message[end] != 0 {
            let next = end + 1 + Int(message[end])
            guard next < message.count else { return nil }
            labels.append(String(decoding: message[(end + 1)..<next], as: UTF8.self))
            end = next
        }
        guard end + 5 <= message.count else { return nil }
        name = labels.joined(separator: ".")
        type = UInt16(message[end + 1]) << 8 | UInt16(message[end + 2])
        bytes = Array(message[..<(end + 5)])
        isUnchecked = message[3] & 0x10 != 0
    }

    /// `nil` for silence.
    func reply(_ answer: DNSScript.Answer, _ script: DNSScript) -> [UInt8]? {
        switch answer {
        case .silence, .late: return nil
        case .garbage: return Array(repeating: 0xff, count: 40)
        case .truncated: return head(flags: 0x02)
        case .code(let code): return head(code: code)
        case .unlessChecked(let other): return isUnchecked ? reply(other, script) : head(code: 2)
        case .explained(let other, let code, let text): return reply(other, script).map { explained($0, code, text) }
        case .wrongID:
            var reply = head()
            reply[0] ^= 0x55
            return reply
        case .wrongQuestion:
            var reply = head()
            reply[13] = reply[13] == UInt8(ascii: "x") ? UInt8(ascii: "y") : UInt8(ascii: "x")
            return reply
        case .addresses, .alias: return records(answer, script)
        case .aliasAlone(let target):
            return head(answers: 1) + Self.record(Self.wire(name), 5, Self.wire(target))
        }
    }

    /// The records of the answer, through at most eight aliases.
    private func records(_ answer: DNSScript.Answer, _ script: DNSScript) -> [UInt8] {
        var (records, code): ([[UInt8]], UInt8) = ([], 0)
        var (owner, answer) = (Self.wire(name), answer)
        for _ in 0..<8 {
            switch answer {
            case .addresses(let addresses):
                records += addresses.compactMap { Self.address($0, type) }.map { Self.record(owner, type, $0) }
                return head(code: code, answers: records.count) + records.joined()
            case .alias(let target):
                records.append(Self.record(owner, 5, Self.wire(target)))
                // An alias that is asked for itself is not followed.
                guard type != 5 else { return head(answers: 1) + records[0] }
                owner = Self.wire(target)
                answer = script.answer(to: target, type)
            case .code(let other):
                code = other
                return head(code: code, answers: records.count) + records.joined()
            default:
                return head(answers: records.count) + records.joined()
            }
        }
        return head(answers: records.count) + records.joined()
    }

    private func head(code: UInt8 = 0, flags: UInt8 = 0, answers: Int = 0) -> [UInt8] {
        var head = bytes
        head[2] = 0x80 | (bytes[2] & 0x79) | flags
        head[3] = 0x80 | code
        (head[4], head[5]) = (0, 1)
        for index in 6..<12 { head[index] = 0 }
        head[7] = UInt8(answers)
        return head
    }

    private func explained(_ reply: [UInt8], _ code: UInt16, _ text: String) -> [UInt8] {
        var reply = reply
        reply[11] = 1
        let info = [UInt8(code >> 8), UInt8(code & 0xff)] + Array(text.utf8)
        let option: [UInt8] = [0, 15, 0, UInt8(info.count)] + info
        return reply + [0, 0, 41, 4, 208, 0, 0, 0, 0, 0, UInt8(option.count)] + option
    }

    private static func record(_ owner: [UInt8], _ type: UInt16, _ data: [UInt8]) -> [UInt8] {
        owner + [UInt8(type >> 8), UInt8(type & 0xff), 0, 1, 0, 0, 0, 60, 0, UInt8(data.count)] + data
    }

    private static func wire(_ name: String) -> [UInt8] {
        name.split(separator: ".").flatMap { [UInt8($0.utf8.count)] + Array($0.utf8) } + [0]
    }

    /// `nil` where the address is of another type.
    private static func address(_ text: String, _ type: UInt16) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16)
        switch type {
        case 1: return inet_pton(AF_INET, text, &bytes) == 1 ? Array(bytes.prefix(4)) : nil
        case 28: return inet_pton(AF_INET6, text, &bytes) == 1 ? bytes : nil
        default: return nil
        }
    }
}
