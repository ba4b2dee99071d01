import CAres
import NetworkModel

/// A packet of multicast DNS (RFC 6762 section 18) from whomever, parsed by libresolv.
public struct MulticastMessage: Sendable, Hashable {
    /// The longest that may be sent, with its headers (RFC 6762 section 17).
    public static let sizeLimit = 9_000
    private static let recordLimit = 512

    /// Whether it answers; `false` for what could not be decoded too.
    public private(set) var isResponse = false
    /// The owners of its questions and of its records, in lower case and presentation format. Of a packet that cannot be
    /// decoded, the first name alone, if that can be.
    public private(set) var names: [String] = []
    /// The owners of its addresses (A, AAAA) and of its services (SRV), likewise.
    public private(set) var located: Set<String> = []
    /// What cannot be decoded; `nil`: nothing.
    public private(set) var problem: String?

    /// Record types, classes, opcodes and options that are not known are no problem, nor are bytes behind the last record.
    public init(_ bytes: [UInt8]) {
        guard bytes.count <= Self.sizeLimit else {
            problem = "a packet of more than \(Self.sizeLimit) bytes"
            return
        }
        bytes.withUnsafeBufferPointer { buffer in
            var message = ns_msg()
            guard let base = buffer.baseAddress, buffer.count >= Int(NS_HFIXEDSZ) else {
                problem = "\(buffer.count) bytes, which are no DNS message"
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
        // Such messages have to be ignored (RFC 6762 sections 18.3 and 18.11), and are no fault.
        guard netdiag_message_opcode(&message) == 0, netdiag_message_rcode(&message) == 0 else {
            isResponse = false
            return
        }
        var record = netdiag_record()
        let parser = RecordParser(message: message)
        for section in [ns_s_qd, ns_s_an, ns_s_ns, ns_s_ar] {
            for index in 0..<min(Int(netdiag_message_count(&message, section)), Self.recordLimit) {
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
