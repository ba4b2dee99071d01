import CAres
import NetworkModel

extension ExtendedDNSError {
    /// The maximum number of errors that are read from a message.
    private static let maxErrors = 4
    private static let maxTextBytes = 256
    /// The type OPT (RFC 6891), whose option has the extended errors (RFC 8914).
    private static let optionRecord: UInt16 = 41
    private static let option = 15

    /// The errors in a message, in order.
    static func all(in message: inout ns_msg) -> [ExtendedDNSError] {
        var record = netdiag_record()
        for index in 0..<min(Int(netdiag_message_count(&message, ns_s_ar)), DNSMessage.maxRecords) {
            guard netdiag_message_record(&message, ns_s_ar, CInt(index), &record) == 0 else { return [] }
            guard record.type == optionRecord, let start = record.data else { continue }
            return read(UnsafeBufferPointer(start: start, count: Int(record.size)))
        }
        return []
    }

    private static func read(_ data: UnsafeBufferPointer<UInt8>) -> [ExtendedDNSError] {
        func short(_ offset: Int) -> Int { Int(data[offset]) << 8 | Int(data[offset + 1]) }
        var errors: [ExtendedDNSError] = []
        var offset = 0
        while offset + 4 <= data.count, errors.count < maxErrors {
            let code = short(offset)
            let begin = offset + 4
            let end = begin + short(offset + 2)
            guard end <= data.count else { break }
            if code == option, end >= begin + 2 {
                let text = String(decoding: data[(begin + 2)..<end].prefix(maxTextBytes), as: UTF8.self)
                errors.append(.init(code: UInt16(short(begin)), text: text.isEmpty ? nil : text))
            }
            offset = end
        }
        return errors
    }
}
