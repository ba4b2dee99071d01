/// The host and port of a target (RFC 3986 section 3.2, without user information).
struct URLAuthority {
    let host: Host
    let port: UInt16?

    init(_ authority: String, in text: String) throws(TargetError) {
        guard !authority.isEmpty else { throw TargetError(text, "the host is missing") }
        guard !authority.unicodeScalars.contains("@") else {
            throw TargetError(text, "a target must not contain a user name or password, since reports would show it")
        }
        let hostText: Substring
        let portText: Substring?
        if authority.hasPrefix("[") {
            guard let close = authority.firstIndex(of: "]") else {
                throw TargetError(text, "the ] after the IPv6 address is missing")
            }
            hostText = authority[authority.index(after: authority.startIndex)..<close]
            let rest = authority[authority.index(after: close)...]
            guard rest.isEmpty || rest.hasPrefix(":") else {
                throw TargetError(text, "only a :port may follow the ]")
            }
            portText = rest.isEmpty ? nil : rest.dropFirst()
            // A zone in a URI is written %25 (RFC 6874); the plain % that people type is accepted too.
            let zoned = hostText.replacingFirst("%25", with: "%")
            guard let address = IPAddress(zoned), address.family == .ipv6 else {
                throw TargetError(
                    text, "[\(SafeText.cut(hostText, to: 60))] is not an IPv6 address; a zone is written [fe80::1%eth0]"
                )
            }
            host = .address(address)
        } else if let address = IPAddress(authority) {
            host = .address(address)
            portText = nil
        } else {
            let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count <= 2 else {
                throw TargetError(text, "an IPv6 address is written in brackets, as in [2001:db8::1]:80")
            }
            portText = parts.count == 2 ? parts[1] : nil
            if let address = IPAddress(String(parts[0])), address.family == .ipv4 {
                host = .address(address)
            } else {
                host = .name(try Self.name(String(parts[0]), in: text))
            }
        }
        port = try portText.map { digits throws(TargetError) in try Self.port(digits, in: text) }
    }

    private static func port(_ digits: Substring, in text: String) throws(TargetError) -> UInt16 {
        guard digits.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let port = UInt16(digits), port > 0
        else { throw TargetError(text, "the port \"\(SafeText.cut(digits, to: 20))\" is not a number from 1 to 65535") }
        return port
    }

    private static func name(_ name: String, in text: String) throws(TargetError) -> String {
        guard !name.isEmpty else { throw TargetError(text, "the host is missing") }
        guard !name.unicodeScalars.contains("%") else {
            throw TargetError(text, "a host name is not percent-encoded; write its characters as they are")
        }
        if name.unicodeScalars.contains("/"), isName(String(name.prefix { $0 != "/" })) {
            let shown = SafeText.escaped(SafeText.cut(text, to: 60))
            throw TargetError(text, "a path needs a scheme: https://\(shown) or http://\(shown)")
        }
        guard isName(name) else {
            throw TargetError(
                text,
                "\"\(SafeText.escaped(SafeText.cut(name, to: 60)))\" is not a host name: expected "
                    + "labels of 1 to 63 letters, digits, - or _, 253 bytes in all")
        }
        if let last = name.split(separator: ".").last,
            last.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 })
        {
            throw TargetError(
                text, "\"\(SafeText.cut(name, to: 60))\" is not an IPv4 address (four numbers from 0 to 255)")
        }
        return name
    }

    /// Whether a text is a name that can be resolved: RFC 1123 labels, `_` for service names, and letters beyond ASCII, which
    /// are converted by IDNA.
    static func isName(_ name: String) -> Bool {
        let labels = (name.hasSuffix(".") ? name.dropLast() : name[...])
            .split(separator: ".", omittingEmptySubsequences: false)
        return name.utf8.count <= 253 && !labels.isEmpty
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.unicodeScalars.allSatisfy(isNameScalar)
            }
    }

    private static func isNameScalar(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII {
            return scalar == "-" || scalar == "_" || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        }
        // Full-width dots and look-alikes of syntax would change what the name means (RFC 5891 section 5).
        switch scalar.properties.generalCategory {
        case .lowercaseLetter, .otherLetter, .uppercaseLetter, .titlecaseLetter, .modifierLetter, .nonspacingMark,
            .spacingMark, .decimalNumber:
            return true
        default: return false
        }
    }
}

extension Substring {
    fileprivate func replacingFirst(_ old: String, with new: String) -> String {
        guard let range = range(of: old) else { return String(self) }
        return String(self[..<range.lowerBound]) + new + String(self[range.upperBound...])
    }
}
