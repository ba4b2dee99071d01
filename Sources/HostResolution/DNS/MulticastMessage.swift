import CAres
import NetworkModel

/// An untrusted packet of multicast DNS (RFC 6762 section 18), parsed by libresolv.
public struct MulticastMessage: Sendable, Hashable {
    /// The maximum size of a packet with its headers, in bytes (RFC 6762 section 17).
    public static let maxBytes = 9_000
    private static let maxRecords = 512

    /// Whether it is a response; false also if it could not be parsed.
    public private(set) var isResponse = false
    /// The owners of its questions and records, in lower case and presentation format. If the packet cannot be parsed, only
    /// the first name, if that can be.
    public private(set) var names: [String] = []
    /// The owners of its addresses (A, AAAA) and services (SRV), in the same form.
    public private(set) var located: Set<String> = []
    /// Why it cannot be parsed; `nil` if it can.
    public private(set) var problem: String?

    /// Parses a packet. Unknown record types, classes, opcodes and options are no problem, nor are bytes after the last
    /// record.
    public init(_ bytes: [UInt8]) {
        guard bytes.count <= Self.maxBytes else {
            problem = "a packet of more than \(Self.maxBytes) bytes"
            return
        }
        bytes.withUnsafeBufferPointer { buffer in
            var message = ns_msg()
            guard let base = buffer.baseAddress, buffer.count >= Int(NS_HFIXEDSZ) else {
                problem = "\(buffer.count) bytes, which are not a DNS message"
                return
            }
            let extent = netdiag_message_extent(base, CInt(buffer.count))
            guard extent >= 0, ns_initparse(base, extent, &message) == 0 else {
                names = [Self.firstName(buffer)].compactMap(\.self)
                problem = "records that run over the end of the packet, or names that lead nowhere"
                return
            }
            read(&message)
        }
    }

    private mutating func read(_ message: inout ns_msg) {
        isResponse = netdiag_message_is_response(&message) != 0
        // Such messages must be ignored (RFC 6762 sections 18.3 and 18.11), and are no fault.
        guard netdiag_message_opcode(&message) == 0, netdiag_message_rcode(&message) == 0 else {
            isResponse = false
            return
        }
        var record = netdiag_record()
        let parser = RecordParser(message: message)
        for section in [ns_s_qd, ns_s_an, ns_s_ns, ns_s_ar] {
            for index in 0..<min(Int(netdiag_message_count(&message, section)), Self.maxRecords) {
                guard netdiag_message_record(&message, section, CInt(index), &record) == 0 else {
                    problem = "a record whose name leads nowhere"
                    return
                }
                let owner = String(cString: netdiag_record_name(&record)).lowercased()
                names.append(owner)
                // The highest bit of a record's class is not part of it (RFC 6762 section 10.2).
                guard section != ns_s_qd, record.record_class & 0x7fff == 1, record.size > 0,
                    let type = DNSRecordType(code: record.type)
                else { continue }
                guard parser.value(of: record, type: type) != nil else {
                    problem = "a record of the type \(type.rawValue) whose data is none"
                    return
                }
                if type == .a || type == .aaaa || type == .srv { located.insert(owner) }
            }
        }
    }

    private static func firstName(_ buffer: UnsafeBufferPointer<UInt8>) -> String? {
        guard let base = buffer.baseAddress, buffer.count > Int(NS_HFIXEDSZ) else { return nil }
        var text = [CChar](repeating: 0, count: Int(NS_MAXDNAME))
        let size = ns_name_uncompress(
            base, base + buffer.count, base + Int(NS_HFIXEDSZ), &text, text.count)
        guard size > 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).lowercased()
    }
}
