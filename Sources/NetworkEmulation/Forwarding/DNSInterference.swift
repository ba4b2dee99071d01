public import NetworkModel

/// What happens to the command's DNS queries.
public enum DNSInterference: Sendable, Hashable {
    /// There is no response.
    case silent
    /// The response to every query is NXDOMAIN: no name exists.
    case nxdomain
    /// The response to every query is SERVFAIL.
    case servfail
    /// Queries are passed on after this delay.
    case slow(Duration)
    /// Every name resolves to this IPv4 address.
    case hijack(IPAddress)

    /// What happens to a query over UDP.
    package enum Action: Sendable, Hashable {
        case drop
        case answer([UInt8])
        case forward(after: Duration)
    }

    /// Decides about a query. A packet that is not a query with one question gets no response, but is passed on by ``slow(_:)``.
    package func action(for question: UnsafeRawBufferPointer) -> Action {
        switch self {
        case .silent: .drop
        case .slow(let delay): .forward(after: delay)
        case .nxdomain: Self.response(question, code: 3, address: nil)
        case .servfail: Self.response(question, code: 2, address: nil)
        case .hijack(let address): Self.response(question, code: 0, address: address)
        }
    }

    /// A response to a query with one question (RFC 1035 section 4.1), with a response code, and an A record if the
    /// question is for one.
    private static func response(_ query: UnsafeRawBufferPointer, code: UInt8, address: IPAddress?) -> Action {
        guard query.count >= 12, query[2] & 0x80 == 0, query.number16(at: 4) == 1, let end = questionEnd(query) else {
            return .drop
        }
        let asksForAddress = query.number16(at: end - 4) == 1
        let record: [UInt8]
        if let address, address.family == .ipv4, asksForAddress {
            record = [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 10, 0, 4] + address.bytes
        } else {
            record = []
        }
        // The flags are QR, opcode and RD of the query, and RA.
        var head: [UInt8] = [query[0], query[1], 0x80 | (query[2] & 0x79), 0x80 | code]
        head += [0, 1, 0, record.isEmpty ? 0 : 1, 0, 0, 0, 0]
        return .answer(head + query[12..<end] + record)
    }

    /// The offset after the name, type and class of the question. Names of questions are not compressed.
    private static func questionEnd(_ query: UnsafeRawBufferPointer) -> Int? {
        var offset = 12
        while offset < query.count, offset < 12 + 255 {
            let length = Int(query[offset])
            if length == 0 { return offset + 5 <= query.count ? offset + 5 : nil }
            guard length < 64 else { return nil }
            offset += 1 + length
        }
        return nil
    }
}
