import NetworkModel

/// The heads of the responses of an exchange, collected line by line (RFC 9112 sections 4 and 5).
struct HTTPResponseHeads: Sendable {
    /// The head of one response.
    struct Response: Sendable {
        var status: Int
        var version: String
        /// Whether it is the proxy's own, before the tunnel was established.
        var isTunnel: Bool
        /// The fields that a diagnosis needs, by lower-case name, in order.
        var fields: [(name: String, value: String)] = []
        /// All fields, if they are requested.
        var all: [HTTPEvidence.Response.Field] = []

        /// Whether its body is a stream of events, which has no end.
        var isEventStream: Bool {
            guard (200..<300).contains(status), let type = first("content-type") else { return false }
            return String(type.prefix { $0 != ";" }).trimmed.lowercased() == "text/event-stream"
        }

        func first(_ name: String) -> String? { fields.first { $0.name == name }?.value }
        func all(_ name: String) -> [String] { fields.filter { $0.name == name }.map(\.value) }
    }

    private static let keptFields: [[UInt8]] = [
        "location", "retry-after", "server", "www-authenticate", "proxy-authenticate", "proxy-status",
        "x-squid-error", "via", "sec-websocket-accept", "sec-websocket-protocol", "sec-websocket-extensions", "upgrade",
        "content-length", "content-encoding", "date", "content-type", "grpc-status", "grpc-message",
    ].map { Array($0.utf8) }

    /// By their length, which distinguishes most of them.
    private static let keptFieldsByLength: [[[UInt8]]] = {
        let longest = keptFields.map(\.count).max() ?? 0
        return (0...longest).map { length in keptFields.filter { $0.count == length } }
    }()
    private static let codingFields = ["content-encoding", "transfer-encoding"].map { Array($0.utf8) }
    /// Those that leave the bytes of the content as they are.
    private static let plainCodings = ["chunked", "identity"].map { Array($0.utf8) }

    private(set) var responses: [Response] = []
    /// The codings of the last response's body that change its bytes.
    private(set) var codings = 0
    private let keepsAllFields: Bool

    /// - Parameter keepsAllFields: Whether all fields are kept, and not only those that a diagnosis needs.
    init(keepsAllFields: Bool) {
        self.keepsAllFields = keepsAllFields
    }

    /// Begins a response with its status line (RFC 9112 section 4), as in `HTTP/1.1 200 OK`; libcurl reports HTTP/2 in the same
    /// form, as `HTTP/2 200`.
    mutating func begin(_ statusLine: UnsafeRawBufferPointer, isTunnel: Bool) {
        let words = statusLine.prefix(256).split(maxSplits: 2, omittingEmptySubsequences: true) {
            $0 == 0x20 || $0 == 9 || $0 == 13
        }
        let version = words.first.map { String(decoding: $0.dropFirst(5), as: UTF8.self) } ?? ""
        let isNumber = words.count > 1 && words[1].allSatisfy { (0x30...0x39).contains($0) }
        let status = isNumber ? words[1].reduce(0) { ($0 * 10 + Int($1) - 0x30) % 10_000 } : 0
        // An interim response (RFC 9110 section 15.2) is not the response.
        if let last = responses.last, (100..<200).contains(last.status) {
            responses.removeLast()
        } else {
            codings = 0
        }
        responses.append(Response(status: status, version: version, isTunnel: isTunnel))
    }

    /// Adds a field to the last response.
    mutating func addField(_ name: Slice<UnsafeRawBufferPointer>, _ value: Slice<UnsafeRawBufferPointer>) {
        if Self.codingFields.contains(where: { Self.equals(name, $0) }) {
            codings += value.split(separator: UInt8(ascii: ",")).count { coding in
                let isBlank = { (byte: UInt8) in byte == 0x20 || (9...13).contains(byte) }
                let word = coding.drop(while: isBlank).prefix { !isBlank($0) }
                return !word.isEmpty && !Self.plainCodings.contains { Self.equals(word, $0) }
            }
        }
        if keepsAllFields { store(name, value) }
        guard name.count < Self.keptFieldsByLength.count,
            let kept = Self.keptFieldsByLength[name.count].first(where: { Self.equals(name, $0) }),
            responses[responses.count - 1].fields.count < 64
        else { return }
        let text = value.drop { $0 == 0x20 || $0 == 9 }.prefix { $0 != 13 && $0 != 10 }.prefix(2_048)
        responses[responses.count - 1].fields.append(
            (String(decoding: kept, as: UTF8.self), String(decoding: text, as: UTF8.self)))
    }

    /// Whether it is a word that is given in lower case.
    static func equals(_ name: Slice<UnsafeRawBufferPointer>, _ word: [UInt8]) -> Bool {
        word.count == name.count
            && word.elementsEqual(name.lazy.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 })
    }

    private mutating func store(_ name: Slice<UnsafeRawBufferPointer>, _ value: Slice<UnsafeRawBufferPointer>) {
        guard responses[responses.count - 1].all.count < 256 else { return }
        let text = value.drop { $0 == 0x20 || $0 == 9 }.prefix { $0 != 13 && $0 != 10 }.prefix(8_192)
        responses[responses.count - 1].all.append(
            .init(
                name: String(decoding: name, as: UTF8.self).lowercased(), value: String(decoding: text, as: UTF8.self)))
    }
}
