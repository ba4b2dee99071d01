/// The full name of a DNS-SD instance as text, `Name._type._tcp.domain` (RFC 6763 section 4.3).
///
/// In the name of the instance, a backslash before a character denotes that character (`\.`, `\\`), `\DDD` the byte with that
/// decimal number (RFC 1035 section 5.1), and `\u{…}` a Unicode character, as netdiag shows characters that it does not
/// print. Dots need no backslash, since the type is searched from the right.
public struct ServiceName: Sendable, Hashable, CustomStringConvertible {
    /// The decoded name of the instance, 1 to 63 bytes.
    public var instance: String
    /// The service type, as in `_http._tcp`.
    public var type: String
    /// The domain, as in `local`.
    public var domain: String

    /// Creates a name from its decoded parts, which are not validated.
    public init(instance: String, type: String, domain: String) {
        self.instance = instance
        self.type = type
        self.domain = domain
    }

    /// The text from which the name can be parsed again. In the name of the instance, dots, backslashes and control
    /// characters are escaped, as is a colon that would make it a URL, or the path of a Unix socket.
    public var description: String {
        let isLikeURL = instance.range(of: ":/") != nil
        let escaped = SafeText.escaped(instance).unicodeScalars.reduce(into: "") { text, scalar in
            if scalar == "." || scalar == ":" && isLikeURL { text += "\\" }
            text.unicodeScalars.append(scalar)
        }
        return "\(escaped).\(type).\(domain)"
    }

    /// Parses a name.
    ///
    /// - Returns: `nil` if the text does not look like the name of an instance.
    /// - Throws: The reason why the name is invalid.
    init?(_ text: String) throws(TextEscapes.Problem) {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let transport = labels.lastIndex(where: { ["_tcp", "_udp"].contains($0.lowercased()) }), transport >= 2,
            labels[transport - 1].hasPrefix("_")
        else { return nil }
        let service = labels[transport - 1]
        guard (2...63).contains(service.utf8.count), service.dropFirst().allSatisfy(Self.isOfService) else {
            throw .init(
                reason: "\"\(SafeText.escaped(String(service)))\" is not a service name; expected a name like _http")
        }
        type = "\(service).\(labels[transport])"
        domain = labels[(transport + 1)...].filter { !$0.isEmpty }.joined(separator: ".")
        guard !domain.isEmpty else { throw .init(reason: "the domain is missing; \(type).local is on this link") }
        guard URLAuthority.isName(domain) else {
            throw .init(reason: "\"\(SafeText.escaped(domain))\" is not a domain")
        }
        let bytes = try TextEscapes.bytes(text[..<labels[transport - 2].endIndex], .name)
        guard let instance = String(validating: bytes, as: UTF8.self) else {
            throw .init(reason: "the bytes of the service's name are not UTF-8 (RFC 6763 section 4.1.1)")
        }
        self.instance = instance
        guard (1...63).contains(instance.utf8.count) else {
            throw .init(reason: "the service's name has \(instance.utf8.count) bytes; expected 1 to 63")
        }
        guard !instance.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw .init(reason: "a service's name cannot contain a control character")
        }
    }

    private static func isOfService(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || character == "-" || character == "_")
    }
}
