import CAres
public import NetworkModel

/// A query message without EDNS, and the parser for its response, section by section.
public struct DNSQueryMessage: Sendable {
    /// The message, without the length that precedes it over TCP (RFC 1035 section 4.2.2).
    public let bytes: [UInt8]
    /// The maximum number of records that are read from a section.
    private static let maxRecords = 256

    /// Creates a message.
    ///
    /// - Throws: ``HostResolutionError`` if the name is not valid.
    public init(_ question: DNSSettings.Question) throws(HostResolutionError) {
        var raw: UnsafeMutablePointer<UInt8>?
        var size: CInt = 0
        let status = ares_create_query(
            question.name.isEmpty ? "." : question.name, CInt(question.recordClass), CInt(question.type),
            UInt16.random(in: .min ... .max), question.isRecursionDesired ? 1 : 0, &raw, &size, 0)
        defer { ares_free_string(raw) }
        guard status == ARES_SUCCESS else {
            throw .invalidName(question.name, reason: String(cString: ares_strerror(status)))
        }
        bytes = Array(UnsafeBufferPointer(start: raw, count: Int(size)))
    }

    /// Whether a message is the response to this one, by its ID and question.
    public func isAnswered(by reply: [UInt8]) -> Bool {
        reply.count >= DNSReplyHeader.size && reply.withUnsafeBytes { DNSReplyHeader.isReply($0, to: bytes) }
    }

    /// Parses a response.
    ///
    /// - Returns: `nil` if it is not a valid message.
    public static func read(_ reply: [UInt8]) -> DNSMessageEvidence? {
        reply.withUnsafeBufferPointer { buffer in
            var message = ns_msg()
            guard let base = buffer.baseAddress, ns_initparse(base, CInt(buffer.count), &message) == 0 else {
                return nil
            }
            var serial: UInt32?
            guard let answers = records(&message, ns_s_an, &serial) else { return nil }
            var others: UInt32?
            guard let authorities = records(&message, ns_s_ns, &others),
                let additionals = records(&message, ns_s_ar, &others)
            else { return nil }
            return DNSMessageEvidence(
                code: Int(netdiag_message_rcode(&message)), answers: answers, authorities: authorities,
                additionals: additionals, serial: serial)
        }
    }

    private static func records(_ message: inout ns_msg, _ section: ns_sect, _ serial: inout UInt32?) -> [String]? {
        var texts: [String] = []
        let parser = RecordParser(message: message)
        for index in 0..<min(Int(netdiag_message_count(&message, section)), maxRecords) {
            var record = netdiag_record()
            guard netdiag_message_record(&message, section, CInt(index), &record) == 0 else { return nil }
            let owner = String(cString: netdiag_record_name(&record))
            let type = DNSRecordType(code: record.type)
            let value = type.flatMap { parser.value(of: record, type: $0) }
            if type == .soa, case .text(let text)? = value {
                serial = text.split(separator: " ").dropFirst(2).first.flatMap { UInt32($0) }
            }
            // TXT has a blank between its strings, MX and similar types between their fields.
            let parts = [
                owner.isEmpty || owner == "." ? "." : owner + ".", "\(record.ttl)", className(record.record_class),
                type?.rawValue ?? "TYPE\(record.type)", value?.presentation ?? unknown(record),
            ]
            texts.append(parts.joined(separator: "\t"))
        }
        return texts
    }

    /// The name of a class (IANA, "DNS CLASSes").
    private static func className(_ code: UInt16) -> String {
        switch code {
        case 1: "IN"
        case 3: "CH"
        case 4: "HS"
        case 254: "NONE"
        case 255: "ANY"
        default: "CLASS\(code)"
        }
    }

    /// A record in the generic form (RFC 3597 section 5).
    private static func unknown(_ record: netdiag_record) -> String {
        guard let start = record.data else { return "\\# 0" }
        let data = UnsafeBufferPointer(start: start, count: Int(record.size))
        return "\\# \(data.count) " + data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
