import NetworkModel

/// The host that a request is addressed to: the Host field, or the authority of its target (RFC 9110 section 7.2).
struct Authority: Sendable, Hashable {
    /// The host in lower case, without brackets, zone and final dot.
    let host: String
    /// The port; `nil` for the default of the scheme.
    let port: UInt16?

    /// Parses `host`, `host:port` and `[address]:port` (RFC 3986 section 3.2); the result is `nil` for other text.
    init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard (1...300).contains(bytes.count), bytes.allSatisfy({ 0x21...0x7e ~= $0 }) else { return nil }
        let rest: ArraySlice<UInt8>
        if bytes[0] == UInt8(ascii: "[") {
            guard let close = bytes.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            // A zone has no meaning outside this machine (RFC 6874 section 4).
            let inside = String(decoding: bytes[1..<close].prefix { $0 != UInt8(ascii: "%") }, as: UTF8.self)
            guard let address = IPAddress(inside), address.family == .ipv6 else { return nil }
            host = address.description
            rest = bytes[(close + 1)...]
        } else {
            let name = bytes.prefix { $0 != UInt8(ascii: ":") }
            guard !name.isEmpty, name.allSatisfy(Self.isNameByte) else { return nil }
            let lower = String(decoding: name, as: UTF8.self).lowercased()
            host = lower.hasSuffix(".") ? String(lower.dropLast()) : lower
            guard !host.isEmpty else { return nil }
            rest = bytes[name.endIndex...]
        }
        guard !rest.isEmpty else {
            port = nil
            return
        }
        let digits = rest.dropFirst()
        guard rest.first == UInt8(ascii: ":"), digits.count <= 5,
            digits.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        else { return nil }
        // The port after the colon may be empty.
        guard !digits.isEmpty else {
            port = nil
            return
        }
        guard let port = UInt16(String(decoding: digits, as: UTF8.self)) else { return nil }
        self.port = port
    }

    /// Whether host names contain the byte in practice: letters, digits, `-`, `.` and `_`.
    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
