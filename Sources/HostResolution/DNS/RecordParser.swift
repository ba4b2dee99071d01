import CAres
import NetworkModel

/// Parses the data of records. It is valid as long as the message's bytes are in place.
struct RecordParser {
    let message: ns_msg

    /// The value of a record; `nil` if the data is not valid for the type.
    func value(of record: netdiag_record, type: DNSRecordType) -> DNSRecord.Value? {
        guard let start = record.data else { return nil }
        let data = UnsafeBufferPointer(start: start, count: Int(record.size))
        switch type {
        case .a, .aaaa:
            guard data.count == (type == .a ? 4 : 16), let address = IPAddress(bytes: data) else { return nil }
            return .address(address)
        case .cname, .ns, .ptr:
            return name(in: data, at: 0).flatMap { $0.size == data.count ? .name($0.text) : nil }
        case .mx:
            guard data.count > 2, let host = name(in: data, at: 2) else { return nil }
            return .text("\(short(data, 0)) \(absolute(host.text))")
        case .srv:
            guard data.count > 6, let host = name(in: data, at: 6) else { return nil }
            return .text("\(short(data, 0)) \(short(data, 2)) \(short(data, 4)) \(absolute(host.text))")
        case .soa:
            return startOfAuthority(data)
        case .txt:
            return strings(data)
        }
    }

    private func startOfAuthority(_ data: UnsafeBufferPointer<UInt8>) -> DNSRecord.Value? {
        guard let primary = name(in: data, at: 0), let mailbox = name(in: data, at: primary.size) else { return nil }
        let rest = primary.size + mailbox.size
        guard data.count == rest + 20 else { return nil }
        let numbers = (0..<5).map {
            "\(UInt32(short(data, rest + 4 * $0)) << 16 | UInt32(short(data, rest + 4 * $0 + 2)))"
        }
        return .text("\(absolute(primary.text)) \(absolute(mailbox.text)) \(numbers.joined(separator: " "))")
    }

    /// The character strings in quotes (RFC 1035 section 3.3.14).
    private func strings(_ data: UnsafeBufferPointer<UInt8>) -> DNSRecord.Value? {
        var parts: [String] = []
        var offset = 0
        while offset < data.count {
            let end = offset + 1 + Int(data[offset])
            guard end <= data.count else { return nil }
            parts.append("\"\(Self.escaped(data[(offset + 1)..<end]))\"")
            offset = end
        }
        return parts.isEmpty ? nil : .text(parts.joined(separator: " "))
    }

    static func escaped(_ bytes: some Sequence<UInt8>) -> String {
        var text: [UInt8] = []
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                text += [UInt8(ascii: "\\"), byte]
            case 0x20...0x7e:
                text.append(byte)
            default:
                text += [UInt8(ascii: "\\")] + [byte / 100, byte / 10 % 10, byte % 10].map { UInt8(ascii: "0") + $0 }
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The name at an offset, `.` for the root, and its length in bytes.
    private func name(in data: UnsafeBufferPointer<UInt8>, at offset: Int) -> (text: String, size: Int)? {
        guard offset < data.count, let start = data.baseAddress else { return nil }
        var buffer = [CChar](repeating: 0, count: Int(NS_MAXDNAME))
        let size = Int(ns_name_uncompress(message._msg, message._eom, start + offset, &buffer, buffer.count))
        guard size > 0, offset + size <= data.count else { return nil }
        return (String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self), size)
    }

    private func absolute(_ name: String) -> String { name == "." ? name : name + "." }

    private func short(_ data: UnsafeBufferPointer<UInt8>, _ offset: Int) -> UInt16 {
        UInt16(data[offset]) << 8 | UInt16(data[offset + 1])
    }
}
