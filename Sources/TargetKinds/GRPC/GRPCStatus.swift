/// The result of a call, as in `grpc-status` (grpc/doc/statuscodes.md): 0 to 16; libraries accept no other values.
public struct GRPCStatus: Sendable, Hashable, Codable {
    /// The number, as in 14 for `UNAVAILABLE`.
    public let code: Int

    static let ok = GRPCStatus(0)
    static let notFound = GRPCStatus(5)
    static let unimplemented = GRPCStatus(12)

    private static let names = [
        "OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS",
        "PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED",
        "INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED",
    ]

    private init(_ code: Int) { self.code = code }

    /// Parses a status.
    ///
    /// - Parameter text: The digits.
    init?(text: String) {
        guard (1...2).contains(text.utf8.count), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let code = Int(text), Self.names.indices.contains(code)
        else { return nil }
        self.code = code
    }

    public init(from decoder: any Decoder) throws {
        code = try decoder.singleValueContainer().decode(Int.self)
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(code)
    }

    /// The status in words, as in `UNAVAILABLE (14)`.
    var words: String { Self.names.indices.contains(code) ? "\(Self.names[code]) (\(code))" : "\(code)" }
}

/// The text of a status in its encoded form (grpc/doc/PROTOCOL-HTTP2.md, Status-Message).
enum GRPCMessage {
    /// Decodes percent-encoded bytes; a `%` without two hexadecimal digits denotes itself.
    static func decoded(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = value(rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return bytes
    }

    private static func value(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.count == 2, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
