import CAres
import NetworkModel

/// A server's reply, parsed by libresolv.
struct DNSMessage {
    /// The maximum number of records that are read from a reply.
    static let maxRecords = 256
    static let maxAliases = 16

    private(set) var records: [DNSRecord] = []
    private(set) var aliases: [String] = []
    private(set) var failure: Resolution.FailureReason?
    private(set) var isAliasLoop = false
    private(set) var isNotImplemented = false
    private(set) var extendedErrors: [ExtendedDNSError] = []

    /// Parses a reply.
    ///
    /// - Parameter reply: A whole message, whose ID and question match the query.
    init(_ reply: [UInt8], answering type: DNSRecordType) {
        failure = reply.withUnsafeBufferPointer { buffer in
            var message = ns_msg()
            guard let base = buffer.baseAddress, ns_initparse(base, CInt(buffer.count), &message) == 0 else {
                return .malformed
            }
            extendedErrors = ExtendedDNSError.all(in: &message)
            return read(&message, answering: type)
        }
        if failure != nil { records = [] }
    }

    private mutating func read(_ message: inout ns_msg, answering type: DNSRecordType) -> Resolution.FailureReason? {
        let code = netdiag_message_rcode(&message)
        isNotImplemented = code == 4
        switch code {
        case 0, 3: break
        case 1: return .malformed
        case 4, 5: return .refused
        default: return .servfail
        }
        var record = netdiag_record()
        guard netdiag_message_record(&message, ns_s_qd, 0, &record) == 0 else { return .malformed }
        var links: [String: (target: String, ttl: Int)] = [:]
        var found: [(owner: String, record: DNSRecord)] = []
        let asked = Self.owner(of: &record)
        let parser = RecordParser(message: message)
        for index in 0..<min(Int(netdiag_message_count(&message, ns_s_an)), Self.maxRecords) {
            guard netdiag_message_record(&message, ns_s_an, CInt(index), &record) == 0 else { return .malformed }
            guard record.record_class == 1, let itsType = DNSRecordType(code: record.type) else { continue }
            guard itsType == type || itsType == .cname else { continue }
            guard let value = parser.value(of: record, type: itsType) else { return .malformed }
            // A TTL with its highest bit set is zero (RFC 2181 section 8).
            let ttl = record.ttl > 0x7fff_ffff ? 0 : Int(record.ttl)
            let owner = Self.owner(of: &record)
            if itsType == type {
                // A set of records has no record twice (RFC 2181 section 5).
                guard !found.contains(where: { $0.owner == owner && $0.record.value == value }) else { continue }
                found.append((owner, DNSRecord(value: value, ttl: ttl)))
            } else if case .name(let target) = value, links[owner] == nil {
                links[owner] = (target, ttl)
            }
        }
        guard let end = follow(links, from: asked) else {
            isAliasLoop = true
            return .malformed
        }
        records = found.filter { $0.owner == end.owner }
            .map { DNSRecord(value: $0.record.value, ttl: min($0.record.ttl, end.ttl)) }
        if code == 3 { return .nxdomain }
        if !records.isEmpty { return nil }
        return Self.isReferral(&message) ? .refused : .noData
    }

    /// The end of the aliases; `nil` if they form a loop. A long chain is not one: programs follow it as far as it goes.
    private mutating func follow(
        _ links: [String: (target: String, ttl: Int)], from name: String
    ) -> (owner: String, ttl: Int)? {
        guard !links.isEmpty else { return (name, .max) }
        var owner = name
        var ttl = Int.max
        var seen: Set = [owner]
        while let link = links[owner] {
            if aliases.count < Self.maxAliases { aliases.append(link.target) }
            owner = link.target == "." ? "" : link.target.lowercased()
            ttl = min(ttl, link.ttl)
            guard seen.insert(owner).inserted else { return nil }
        }
        return (owner, ttl)
    }

    private static func owner(of record: inout netdiag_record) -> String {
        String(cString: netdiag_record_name(&record)).lowercased()
    }

    /// Whether the server neither has an answer nor queries others, but refers to them (RFC 1034 section 4.3.1).
    private static func isReferral(_ message: inout ns_msg) -> Bool {
        guard netdiag_message_is_authoritative(&message) == 0, netdiag_message_offers_recursion(&message) == 0,
            netdiag_message_count(&message, ns_s_ns) > 0
        else { return false }
        var record = netdiag_record()
        guard netdiag_message_record(&message, ns_s_ns, 0, &record) == 0 else { return false }
        return record.type == DNSRecordType.ns.code
    }
}
