/// Names of records as text, with the escapes of RFC 1035 section 5.1, and on the wire.
enum RecordName {
    private static let backslash = UInt8(ascii: "\\"), dot = UInt8(ascii: ".")

    /// Validates a name down to the last byte before avahi-daemon gets it, which aborts if a label is not valid.
    static func validate(_ name: String) throws(ServiceDiscoveryError) {
        let example = "give a name in full, for example printer.local"
        // Every byte written as \DDD.
        guard name.utf8.count <= 4 * 255 else { throw .invalidName("\(quoted(name)) is too long; \(example)") }
        guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .invalidName("the name \(quoted(name)) has a control character; write it as \\DDD, in decimal")
        }
        guard let labels = HostText.labels(of: name), !labels.joined().contains(0) else {
            throw .invalidName(
                "the name \(quoted(name)) has a backslash that escapes nothing: write \\\\, \\. or \\DDD, in decimal from "
                    + "001 to 255")
        }
        guard labels.count > 1, labels.allSatisfy({ (1...63).contains($0.count) }) else {
            throw .invalidName(
                "\(quoted(name)) must have two or more parts, each of 1 to 63 bytes; \(example)")
        }
        let size = labels.reduce(1) { $0 + $1.count + 1 }
        guard size <= 255 else {
            throw .invalidName("the name \(quoted(name)) has \(size) bytes on the wire; 255 is the most")
        }
        guard labels.allSatisfy({ String(validating: $0, as: UTF8.self) != nil }) else {
            throw .invalidName("the name \(quoted(name)) is not UTF-8 where it is written as \\DDD")
        }
    }

    /// The text of a name on the wire that takes all of the data.
    ///
    /// - Returns: `nil` if it is not valid, or compressed.
    static func text(_ data: ArraySlice<UInt8>) -> String? {
        var labels: [String] = []
        var rest = data
        guard rest.count <= 255 else { return nil }
        while let count = rest.popFirst(), count > 0 {
            guard count < 64, rest.count > Int(count) else { return nil }
            labels.append(escaped(rest.prefix(Int(count))))
            rest = rest.dropFirst(Int(count))
        }
        return rest.isEmpty && data.last == 0 ? labels.joined(separator: ".") : nil
    }

    private static func escaped(_ label: ArraySlice<UInt8>) -> String {
        // Names are UTF-8 (RFC 6763 section 4.1.1); otherwise every byte beyond ASCII is escaped.
        let isText = String(validating: label, as: UTF8.self) != nil
        var bytes: [UInt8] = []
        for byte in label {
            switch byte {
            case dot, backslash: bytes += [backslash, byte]
            case 0x20...0x7e: bytes.append(byte)
            case 0x80... where isText: bytes.append(byte)
            default:
                let digits = String(byte)
                bytes.append(backslash)
                bytes += (String(repeating: "0", count: 3 - digits.count) + digits).utf8
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
