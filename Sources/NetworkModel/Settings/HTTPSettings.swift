/// The HTTP request, and the expected response.
public struct HTTPSettings: Sendable, Hashable {
    /// The body of a request.
    public enum Body: Sendable, Hashable {
        /// The bytes of the body.
        case bytes([UInt8])
        /// The path of a file, which is read in parts while it is sent.
        case file(String)
    }

    /// A required version of HTTP.
    public enum Version: String, Sendable, Hashable, CaseIterable {
        /// HTTP/1.1 (RFC 9112).
        case http1 = "1.1"
        /// HTTP/2 (RFC 9113).
        case http2 = "2"
    }

    /// A field in the head of the request.
    public struct Field: Sendable, Hashable {
        /// The name, a token (RFC 9110 section 5.1).
        public let name: String
        /// The value, without characters that would end the field (RFC 9110 section 5.5).
        public let value: String

        /// Creates a field.
        ///
        /// - Throws: ``SettingsError`` if the name is not a token, or if the value could end the field (RFC 9110 section 5).
        public init(name: String, value: String) throws(SettingsError) {
            guard !name.isEmpty, name.utf8.count <= 256, name.utf8.allSatisfy(Token.isCharacter) else {
                throw SettingsError(
                    "\"\(SafeText.escaped(String(name.prefix(60))))\" is not a valid field name: "
                        + "expected letters, digits and - (RFC 9110 section 5.1)")
            }
            if let bad = value.utf8.first(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7f }) {
                throw SettingsError(
                    "the value of \(name) contains the control character \(bad), which would end or forge a field")
            }
            guard value.utf8.count <= 8_192 else {
                throw SettingsError("the value of \(name) has \(value.utf8.count) bytes; the maximum is 8192")
            }
            self.name = name
            self.value = value
        }
    }

    /// The method: one of RFC 9110 section 9, or any other token.
    public var method: String = "GET"
    /// Additional fields in the head of the request, in order.
    public var fields: [Field] = []
    /// The body of the request; `nil` for none.
    public var body: Body?
    /// The required version; `nil` for the highest that both sides support.
    public var version: Version?
    /// The maximum number of redirects to follow, 0 to 30. With 0, a redirect is the response.
    public var maxRedirects = 10
    /// Whether a compressed response is requested and accepted.
    public var acceptsCompression = true
    /// The expected statuses; empty for 2xx, and for a 3xx that is not followed.
    public var expectedStatus: [ClosedRange<Int>] = []
    /// The rules for the body of the response, all of which must hold; empty for any body.
    public var rules: [BodyRule] = []
    /// The maximum number of bytes of the body to read, after decompression; 1 KiB to 16 MiB.
    public var maxBodyBytes = 1 << 20
    /// Whether a longer body is an error; if not, the rest is not read.
    public var isLongBodyWrong = false
    /// Whether the evidence contains the fields and certificates of the last response (``HTTPEvidence/answer``).
    public var keepsAnswer = false

    /// Creates the default settings: a GET whose response must be 2xx.
    public init() {}

    /// Whether a method can be sent: any token except CONNECT, which is for proxies (RFC 9110 section 9.3.6).
    public static func isMethod(_ text: String) -> Bool { Token.isToken(text) && text != "CONNECT" }

    /// Whether a field of this name contains credentials, which are never shown.
    public static func isLogin(_ name: String) -> Bool {
        ["authorization", "proxy-authorization"].contains(name.lowercased())
    }

    /// Parses a status, a class or a range, as in `204`, `2xx` and `200-299`; `nil` for any other text.
    public static func statuses(_ text: String) -> ClosedRange<Int>? {
        let bytes = Array(text.utf8)
        if bytes.count == 3, UInt8(ascii: "1")...UInt8(ascii: "5") ~= bytes[0],
            bytes[1] | 0x20 == UInt8(ascii: "x"), bytes[2] | 0x20 == UInt8(ascii: "x")
        {
            let first = Int(bytes[0] - UInt8(ascii: "0")) * 100
            return first...(first + 99)
        }
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = ends.first.flatMap(\.self), let last = ends.last.flatMap(\.self), ends.count <= 2,
            (100...599).contains(first), (first...599).contains(last)
        else { return nil }
        return first...last
    }

    /// Whether the body must be kept for the rules, instead of only being counted.
    public var readsBody: Bool { !rules.isEmpty }
}

/// A condition for the body of a response.
public enum BodyRule: Sendable, Hashable {
    /// The body must contain this text.
    case contains(String)
    /// The body must not contain this text.
    case lacks(String)
    /// The body must contain a match of this regular expression (PCRE2).
    case matches(String)
    /// The body must not contain a match of this regular expression (PCRE2).
    case lacksMatch(String)
    /// The value at this path must equal the given one. The path is a singular query (RFC 9535 section 2.3.5.1), as in
    /// `$.items[0].name`.
    case json(path: JSONPath, equals: JSONValue)
}

/// Tokens of HTTP (RFC 9110 section 5.6.2).
public enum Token {
    /// Whether a byte is allowed in a token (`tchar`).
    public static func isCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Whether a text is a token, as required for methods and names of fields.
    public static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64 && text.utf8.allSatisfy(isCharacter)
    }
}
