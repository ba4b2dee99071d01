import NIOCore

/// What a DNS server does with a query.
package enum DNSBehaviour: Sendable {
    /// Responds from its zone.
    case answers
    /// Responds with this response code and no records (RFC 1035 section 4.1.1).
    case code(UInt8, DNSExplanation? = nil)
    /// Responds SERVFAIL, unless checking is disabled.
    case bogus(DNSExplanation? = nil)
    /// Responds with unspecified addresses, and by default with the extended error "Blocked" (RFC 8914 section 4.16).
    case blocked(DNSExplanation? = nil)
    /// Responds from its zone, but only with the first alias.
    case aliasesAlone
    case silence
    /// Responds with bytes that are not a DNS message.
    case garbage
    /// Responds correctly, except for the ID or the question.
    case mistaken(DNSMistake)
    /// Responds over UDP with an empty, truncated message.
    case truncated
    /// Responds correctly after this delay.
    case late(Duration)

    /// Returns the response and its delay; `nil` for no response.
    func reply(to query: DNSQuery, _ zone: DNSZone, isStream: Bool) -> (bytes: [UInt8], delay: TimeAmount?)? {
        func fitting(_ found: DNSZone.Answer, but mistake: DNSMistake? = nil, _ explanation: DNSExplanation? = nil)
            -> [UInt8]
        {
            let reply = query.reply(code: found.code, records: found.records, but: mistake, explanation: explanation)
            let fits = isStream ? reply.count <= Int(UInt16.max) : reply.count <= query.maxReplyBytes
            return fits ? reply : query.reply(isTruncated: true)
        }
        func zoneReply(but mistake: DNSMistake? = nil) -> [UInt8] {
            fitting(zone.lookUp(query.name, query.type), but: mistake)
        }
        switch self {
        case .answers: return (zoneReply(), nil)
        case .code(let code, let explanation): return (query.reply(code: code, explanation: explanation), nil)
        case .bogus(let explanation):
            let found = query.isUnchecked ? zone.lookUp(query.name, query.type) : DNSZone.Answer(code: 2)
            return (fitting(found, explanation), nil)
        case .blocked(let explanation):
            return (fitting(DNSZone.blocked(query.name, query.type), explanation ?? .blocked), nil)
        case .aliasesAlone: return (fitting(zone.lookUp(query.name, query.type, maxAliases: 1)), nil)
        case .silence: return nil
        case .garbage: return ([UInt8](repeating: 0xff, count: 40), nil)
        case .mistaken(let mistake): return (zoneReply(but: mistake), nil)
        case .truncated: return (isStream ? zoneReply() : query.reply(isTruncated: true), nil)
        case .late(let delay): return (zoneReply(), TimeAmount(delay))
        }
    }
}

/// An extended DNS error (RFC 8914), which explains a response.
package struct DNSExplanation: Sendable, Hashable {
    let code: UInt16
    /// The extra text, at most 64 bytes.
    let text: String

    static let blocked = DNSExplanation(code: 15, text: "")

    /// The OPT record (RFC 6891 section 6.1.2), with only this option.
    var record: [UInt8] {
        let info = [UInt8(code >> 8), UInt8(code & 0xff)] + Array(text.utf8)
        let option: [UInt8] = [0, 15, 0, UInt8(info.count)] + info
        // The fields are the root name, type OPT, a UDP payload size of 1232 bytes, and version 0 without flags.
        return [0, 0, 41, 4, 208, 0, 0, 0, 0, 0, UInt8(option.count)] + option
    }
}
