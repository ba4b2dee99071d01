import NIOCore

/// What a DNS server does to questions.
package enum DNSBehaviour: Sendable {
    /// Answers them from its zone.
    case answers
    /// Answers with this response code and no records (RFC 1035 section 4.1.1).
    case code(UInt8, DNSExplanation? = nil)
    /// SERVFAIL, unless checking is disabled.
    case bogus(DNSExplanation? = nil)
    /// With the addresses of nobody, and the extended error that they are blocked unless it is another one.
    case blocked(DNSExplanation? = nil)
    /// From its zone, but with the first alias alone.
    case aliasesAlone
    case silence
    /// Bytes that are no message.
    case garbage
    /// Rightly, but for the id or the question.
    case mistaken(DNSMistake)
    /// Empty and truncated, over UDP.
    case truncated
    /// Rightly, after this time.
    case late(Duration)

    /// The reply, and when it is sent; `nil`: never.
    func reply(to query: DNSQuery, _ zone: DNSZone, isStream: Bool) -> (bytes: [UInt8], delay: TimeAmount?)? {
        func fitting(_ found: DNSZone.Answer, but mistake: DNSMistake? = nil, _ explanation: DNSExplanation? = nil)
            -> [UInt8]
        {
            let reply = query.reply(code: found.code, records: found.records, but: mistake, explanation: explanation)
            let fits = isStream ? reply.count <= Int(UInt16.max) : reply.count <= query.maxReplyBytes
            return fits ? reply : query.reply(isTruncated: true)
        }
        func answer(but mistake: DNSMistake? = nil) -> [UInt8] {
            fitting(zone.answer(query.name, query.type), but: mistake)
        }
        switch self {
        case .answers: return (answer(), nil)
        case .code(let code, let explanation): return (query.reply(code: code, explanation: explanation), nil)
        case .bogus(let explanation):
            let found = query.isUnchecked ? zone.answer(query.name, query.type) : DNSZone.Answer(code: 2)
            return (fitting(found, explanation), nil)
        case .blocked(let explanation):
            return (fitting(DNSZone.blocked(query.name, query.type), explanation ?? .blocked), nil)
        case .aliasesAlone: return (fitting(zone.answer(query.name, query.type, maxAliases: 1)), nil)
        case .silence: return nil
        case .garbage: return ([UInt8](repeating: 0xff, count: 40), nil)
        case .mistaken(let mistake): return (answer(but: mistake), nil)
        case .truncated: return (isStream ? answer() : query.reply(isTruncated: true), nil)
        case .late(let delay): return (answer(), TimeAmount(delay))
        }
    }
}

/// Why there is no better answer: an extended error (RFC 8914).
package struct DNSExplanation: Sendable, Hashable {
    let code: UInt16
    /// Of 64 bytes at most.
    let text: String

    static let blocked = DNSExplanation(code: 15, text: "")

    /// OPT (RFC 6891 section 6.1.2) with the option alone.
    var record: [UInt8] {
        let info = [UInt8(code >> 8), UInt8(code & 0xff)] + Array(text.utf8)
        let option: [UInt8] = [0, 15, 0, UInt8(info.count)] + info
        // The root, OPT, 1,232 bytes over UDP, version 0 without flags.
        return [0, 0, 41, 4, 208, 0, 0, 0, 0, 0, UInt8(option.count)] + option
    }
}
