/// The rules for a service type (RFC 6763 section 7, RFC 6335 section 5.1).
enum ServiceType {
    enum Use {
        /// As required by the standards.
        case publishing
        /// Also types in use that are longer than 15 characters, or have an underscore inside.
        case browsing
    }

    private static let example = "a service type looks like _http._tcp or _osc._udp"

    /// Validates `_service._tcp`, `_service._udp`, and either of them after `_subtype._sub.`.
    static func validate(_ type: String, use: Use) throws(ServiceDiscoveryError) {
        guard type.utf8.count <= 255 else { throw .invalidType("\(quoted(type)) is too long; \(example)") }
        var labels = type.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count == 4, labels[1].lowercased() == "_sub" {
            try validate(subtype: labels[0], of: type)
            labels.removeFirst(2)
        }
        guard labels.count == 2 else { throw .invalidType("\(quoted(type)) is not a service type; \(example)") }
        guard ["_tcp", "_udp"].contains(labels[1].lowercased()) else {
            throw .invalidType("\(quoted(type)) does not end in ._tcp or ._udp; \(example)")
        }
        guard labels[0].first == "_" else {
            throw .invalidType("\(quoted(type)) does not begin with an underscore; \(example)")
        }
        try validate(service: labels[0].dropFirst(), of: type, use: use)
    }

    private static func validate(
        service name: Substring, of type: String, use: Use
    ) throws(ServiceDiscoveryError) {
        let most = use == .publishing ? 15 : 62
        // RFC 6335 allows one character, avahi-daemon does not.
        guard (2...most).contains(name.utf8.count) else {
            throw .invalidType(
                "the service name of \(quoted(type)) has \(name.utf8.count) characters; 2 to \(most) are allowed")
        }
        guard name.utf8.allSatisfy({ isLetter($0) || isDigit($0) || $0 == hyphen || use == .browsing && $0 == 0x5f })
        else {
            throw .invalidType("the service name of \(quoted(type)) may only have letters, digits and hyphens")
        }
        guard use == .publishing else { return }
        guard name.utf8.contains(where: isLetter) else {
            throw .invalidType("the service name of \(quoted(type)) needs at least one letter")
        }
        guard name.utf8.first != hyphen, name.utf8.last != hyphen, !name.contains("--") else {
            throw .invalidType(
                "the service name of \(quoted(type)) may neither begin nor end with a hyphen nor have two together")
        }
    }

    /// Validates a subtype: any label by RFC 6763 section 7.1, but avahi-daemon requires the underscore.
    private static func validate(subtype label: Substring, of type: String) throws(ServiceDiscoveryError) {
        guard label.first == "_", (3...63).contains(label.utf8.count),
            label.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f && $0 != UInt8(ascii: "\\") })
        else {
            throw .invalidType(
                "the subtype of \(quoted(type)) must be an underscore and 2 to 62 printable ASCII characters")
        }
    }

    private static let hyphen = UInt8(ascii: "-")
    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7a).contains(byte | 0x20) }
}
