/// A host name in avahi's form: DNS presentation format, where `\DDD` is a byte in decimal digits (RFC 1035 section 5.1),
/// which is used for every byte that is not a letter, digit, hyphen or underscore.
enum HostText {
    /// The name as text. Escaped dots and backslashes stay escaped, since the labels could not be distinguished otherwise.
    static func decoded(_ name: String) -> String {
        guard name.utf8.contains(backslash), let labels = labels(of: name) else { return name }
        let texts = labels.map { label -> String? in
            guard let text = String(validating: label, as: UTF8.self) else { return nil }
            return text.unicodeScalars.reduce(into: "") { result, scalar in
                if scalar == "." || scalar == "\\" { result += "\\" }
                result.unicodeScalars.append(scalar)
            }
        }
        return texts.contains(nil) ? name : texts.compactMap(\.self).joined(separator: ".")
    }

    /// Whether avahi-daemon may get the name for a lookup of addresses. The daemon crashes with some names that the network
    /// itself provided (CVE-2021-3502), and sends queries for names that no host has.
    ///
    /// The name must have more than one label of 1 to 63 bytes each, UTF-8 without control characters, and at most 253 bytes
    /// in total.
    static func isFitForLookup(_ name: String) -> Bool {
        guard let labels = labels(of: name), labels.count > 1 else { return false }
        guard labels.reduce(-1, { $0 + $1.count + 1 }) <= 253 else { return false }
        return labels.allSatisfy { label in
            guard (1...63).contains(label.count), let text = String(validating: label, as: UTF8.self) else {
                return false
            }
            return !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
    }

    /// The bytes of each label; `nil` if an escape is not valid.
    static func labels(of name: String) -> [[UInt8]]? {
        var labels: [[UInt8]] = [[]]
        var rest = Array(name.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == dot {
                // A dot at the end is the root's.
                if !rest.isEmpty { labels.append([]) }
                continue
            }
            guard byte == backslash else {
                labels[labels.count - 1].append(byte)
                continue
            }
            guard let next = rest.first else { return nil }
            let digits = rest.prefix(3).filter { (0x30...0x39).contains($0) }
            if digits.count == 3 {
                let value = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
                guard let byte = UInt8(exactly: value) else { return nil }
                labels[labels.count - 1].append(byte)
                rest.removeFirst(3)
            } else if next == dot || next == backslash {
                labels[labels.count - 1].append(next)
                rest.removeFirst()
            } else {
                return nil
            }
        }
        return labels
    }

    private static let dot = UInt8(ascii: ".")
    private static let backslash = UInt8(ascii: "\\")
}
