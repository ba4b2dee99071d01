import NetworkModel

/// A format of text, with the name in JSON Schema (draft 2020-12, validation, section 7.3).
package enum TextFormat: String, Sendable, Hashable, CaseIterable {
    case email
    case date
    case dateTime = "date-time"
    case uuid
    /// An absolute URL with a host.
    case url
    /// Any absolute URI (RFC 3986 section 4.3).
    case uri
    case hostname
    case ipv4
    case ipv6

    /// A valid example for messages.
    package var example: String {
        switch self {
        case .email: "ann@example.org"
        case .date: "2026-11-23"
        case .dateTime: "2026-11-23T12:00:00Z"
        case .uuid: "8c5e0a3e-4f0b-4d0e-9a51-0c6f6f5a2b11"
        case .url: "https://example.org/"
        case .uri: "urn:isbn:0451450523"
        case .hostname: "www.example.org"
        case .ipv4: "192.0.2.1"
        case .ipv6: "2001:db8::1"
        }
    }

    /// The name of the format for messages.
    package var name: String {
        switch self {
        case .email: "e-mail address"
        case .date: "date"
        case .dateTime: "time of RFC 3339"
        case .uuid: "UUID"
        case .url: "URL"
        case .uri: "URI"
        case .hostname: "host name"
        case .ipv4: "IPv4 address"
        case .ipv6: "IPv6 address"
        }
    }

    package func fits(_ text: String) -> Bool {
        let bytes = text.utf8
        guard bytes.count <= 8_192 else { return false }
        switch self {
        case .email: return Self.isAddress(text)
        case .date: return Self.isDate(Array(bytes))
        case .dateTime: return Self.isTime(Array(bytes))
        case .uuid:
            let groups = text.split(separator: "-", omittingEmptySubsequences: false)
            return groups.map(\.utf8.count) == [8, 4, 4, 4, 12]
                && bytes.allSatisfy { $0 == UInt8(ascii: "-") || Self.isHexadecimal($0) }
        case .url:
            guard let scheme = Self.scheme(text), ["http", "https", "ftp", "ws", "wss"].contains(scheme.lowercased())
            else { return false }
            let rest = text.dropFirst(scheme.utf8.count + 1)
            guard rest.hasPrefix("//") else { return false }
            let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
            return Self.isHost(authority)
        case .uri: return Self.scheme(text) != nil
        case .hostname: return Self.isHostname(text[...])
        case .ipv4: return IPAddress(text) != nil && !text.contains(":")
        case .ipv6: return IPAddress(text) != nil && text.contains(":") && !text.contains("%")
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    /// Whether the text is a local part of atoms and a domain (RFC 5321 section 4.1.2 without quoted local parts, RFC 6531 for
    /// UTF-8).
    private static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, text.utf8.count <= 254, (1...64).contains(parts[0].utf8.count) else { return false }
        let atoms = parts[0].split(separator: ".", omittingEmptySubsequences: false)
        let areAtoms = atoms.allSatisfy { atom in
            !atom.isEmpty
                && atom.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7f && !"\"(),:;<>@[\\]".utf8.contains($0) }
        }
        return areAtoms && isHostname(parts[1])
    }

    private static func isHostname(_ text: Substring) -> Bool {
        (1...253).contains(text.utf8.count)
            && text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                    && label.utf8.allSatisfy {
                        $0 >= 0x80 || $0 == UInt8(ascii: "-") || Character(Unicode.Scalar($0)).isLetter
                            || (0x30...0x39).contains($0)
                    }
            }
    }

    private static func isHost(_ authority: Substring) -> Bool {
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if host.hasPrefix("["), let end = host.firstIndex(of: "]") {
            return IPAddress(String(host[host.index(after: host.startIndex)..<end])) != nil
                && isPort(host[host.index(after: end)...])
        }
        let name = host.prefix { $0 != ":" }
        return isHostname(name) && isPort(host[name.endIndex...])
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.isEmpty || text.first == ":" && Int(text.dropFirst()).map { (0...65_535).contains($0) } == true
    }

    /// Returns the scheme of an absolute URI with only allowed characters; `nil` for other texts.
    private static func scheme(_ text: String) -> Substring? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let scheme = text[..<colon]
        let isScheme =
            scheme.first?.isLetter == true
            && scheme.utf8.allSatisfy {
                $0 < 0x80 && (Character(Unicode.Scalar($0)).isLetter || "0123456789+-.".utf8.contains($0))
            }
        guard isScheme, text.utf8.count > scheme.utf8.count + 1 else { return nil }
        let areAllowed = text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f && !"\"<>\\^`{|}".utf8.contains($0) }
        return areAllowed ? scheme : nil
    }

    /// Whether the text is a date such as `2026-11-23` in the Gregorian calendar (RFC 3339 section 5.6).
    private static func isDate(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 10, bytes[4] == UInt8(ascii: "-"), bytes[7] == UInt8(ascii: "-"),
            let year = number(bytes[0..<4]), let month = number(bytes[5..<7]), let day = number(bytes[8..<10]),
            (1...12).contains(month)
        else { return false }
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        return (1...days[month - 1]).contains(day)
    }

    private static func isTime(_ bytes: [UInt8]) -> Bool {
        guard bytes.count >= 20, isDate(Array(bytes[..<10])), "Tt ".utf8.contains(bytes[10]),
            isClock(bytes[11..<16]), bytes[16] == UInt8(ascii: ":"),
            let second = number(bytes[17..<19]), second <= 60
        else { return false }
        var rest = bytes[19...]
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { (0x30...0x39).contains($0) }
            guard !digits.isEmpty else { return false }
            rest = rest[digits.endIndex...]
        }
        if rest.count == 1 { return "Zz".utf8.contains(rest[rest.startIndex]) }
        return rest.count == 6 && "+-".utf8.contains(rest[rest.startIndex]) && isClock(rest.dropFirst())
    }

    /// Whether the text is a time such as `23:59`.
    private static func isClock(_ bytes: ArraySlice<UInt8>) -> Bool {
        let first = bytes.startIndex
        guard let hour = number(bytes[first..<(first + 2)]), let minute = number(bytes[(first + 3)..<(first + 5)])
        else { return false }
        return hour <= 23 && minute <= 59 && bytes[first + 2] == UInt8(ascii: ":")
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
        bytes.allSatisfy { (0x30...0x39).contains($0) } ? Int(String(decoding: bytes, as: UTF8.self)) : nil
    }
}
