import Probes

/// A message of a server (RFC 4511 section 4.1.1).
struct LDAPMessage {
    /// The content of a message, as far as it is needed.
    enum Operation: Sendable, Hashable {
        /// The attributes of an entry, by lower-case name.
        case entry([String: [[UInt8]]])
        case searchDone(LDAPResult)
        /// The response to an extended request; without a request, a notice of the server.
        case extended(LDAPResult)
        /// A reference to another server, or a part of a response that was not requested.
        case other
    }

    /// The tags of operations (RFC 4511 appendix B).
    private enum Tag {
        static let entry: UInt8 = 0x64
        static let searchDone: UInt8 = 0x65
        static let reference: UInt8 = 0x73
        static let extended: UInt8 = 0x78
        static let intermediate: UInt8 = 0x79
    }

    static let maxBytes = 65_536
    private static let maxAttributes = 64
    private static let maxValues = 32

    /// The ID of the request; 0 for a notice of the server.
    let id: Int
    let operation: Operation

    /// Parses a message.
    ///
    /// - Parameter body: The content of the sequence.
    init(_ body: ArraySlice<UInt8>) throws(BERReader.Malformed) {
        var reader = BERReader(body)
        id = try reader.number()
        let (tag, content) = try reader.element()
        switch tag {
        case Tag.entry: operation = .entry(try Self.attributes(content))
        case Tag.searchDone: operation = .searchDone(try Self.result(content))
        case Tag.extended: operation = .extended(try Self.result(content))
        case Tag.reference, Tag.intermediate: operation = .other
        default: throw BERReader.Malformed("an operation of a server has the tag \(tag)")
        }
        // Controls may follow (section 4.1.11), but were not requested.
    }

    /// Parses section 4.5.2: a name, and attributes with their values.
    private static func attributes(_ content: ArraySlice<UInt8>) throws(BERReader.Malformed) -> [String: [[UInt8]]] {
        var reader = BERReader(content)
        _ = try reader.content(BER.octets)
        var list = BERReader(try reader.content(BER.sequence))
        var found: [String: [[UInt8]]] = [:]
        while !list.isAtEnd {
            var attribute = BERReader(try list.content(BER.sequence))
            let name = try attribute.content(BER.octets).prefix(64).map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
            var set = BERReader(try attribute.content(BER.set))
            var values: [[UInt8]] = []
            while !set.isAtEnd {
                let value = try set.content(BER.octets)
                if values.count < maxValues { values.append(Array(value)) }
            }
            if found.count < maxAttributes { found[String(decoding: name, as: UTF8.self)] = values }
        }
        return found
    }

    private static func result(_ content: ArraySlice<UInt8>) throws(BERReader.Malformed) -> LDAPResult {
        var reader = BERReader(content)
        let code = try reader.number(BER.enumerated)
        _ = try reader.content(BER.octets)
        return LDAPResult(code: code, message: ServerText.text(try reader.content(BER.octets)))
    }
}

/// The messages of a client.
enum LDAPRequest {
    /// The requested attributes of the root DSE (RFC 4512 section 5.1, RFC 3045).
    static let attributes = ["namingContexts", "supportedLDAPVersion", "vendorName", "vendorVersion"]

    /// Encodes StartTLS (RFC 4511 section 4.14.1).
    static func startTLS(id: UInt8) -> [UInt8] {
        message(id, BER.element(0x77, BER.text("1.3.6.1.4.1.1466.20037", tag: 0x80)))
    }

    /// Encodes a search for the root DSE: only the entry without a name, with the filter `(objectClass=*)`.
    static func search(id: UInt8) -> [UInt8] {
        let number = { (value: UInt8) in BER.element(BER.integer, [value]) }
        let choice = { (value: UInt8) in BER.element(BER.enumerated, [value]) }
        return message(
            id,
            BER.element(
                0x63, BER.text(""), choice(0), choice(0), number(0), number(0), BER.element(0x01, [0]),
                BER.text("objectClass", tag: 0x87),
                BER.element(BER.sequence, attributes.flatMap { BER.text($0) })))
    }

    /// Encodes Unbind, which has no response (RFC 4511 section 4.3).
    static func unbind(id: UInt8) -> [UInt8] { message(id, BER.element(0x42)) }

    private static func message(_ id: UInt8, _ operation: [UInt8]) -> [UInt8] {
        BER.element(BER.sequence, BER.element(BER.integer, [id]), operation)
    }
}
