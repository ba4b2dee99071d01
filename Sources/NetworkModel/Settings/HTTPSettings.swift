/// The HTTP request, and the expected response.
public struct HTTPSettings: Sendable, Hashable {
    /// What is sent behind the head of the request.
    public enum Body: Sendable, Hashable {
        /// These bytes.
        case bytes([UInt8])
        /// Read piece by piece while it is sent, never as a whole.
        case file(String)
    }

    /// The version of HTTP that is insisted on.
    public enum Version: String, Sendable, Hashable, CaseIterable {
        /// HTTP/1.1 (RFC 9112).
        case http1 = "1.1"
        /// HTTP/2 (RFC 9113).
        case http2 = "2"
    }

    /// A field of the request's head.
    public struct Field: Sendable, Hashable {
        /// The name, a token (RFC 9110 section 5.1).
        public let name: String
        /// The value, without what could end the field (RFC 9110 section 5.5).
        public let value: String

        /// - Throws: ``SettingsError`` where the name is no token, or the value could end the field (RFC 9110 section 5).
        public init(name: String, value: String) throws(SettingsError) {
            guard !name.isEmpty, name.utf8.count <= 256, name.utf8.allSatisfy(Token.isCharacter) else {
                throw SettingsError(
                    "\"\(SafeText.escaped(String(name.prefix(60))))\" is no name of a field: "
                        + "letters, digits and - (RFC 9110 section 5.1)")
            }
            if let bad = value.utf8.first(where: { $0 < 0x20 && $0 != 9 || $0 == 0x7f }) {
                throw SettingsError(
                    "the value of \(name) holds the control character \(bad), which would end or forge a field")
            }
            guard value.utf8.count <= 8_192 else {
                throw SettingsError("the value of \(name) has \(value.utf8.count) bytes; at most 8192 are taken")
            }
            self.name = name
            self.value = value
        }
    }

    /// A method of RFC 9110 section 9, or any other token.
    public var method: String = "GET"
    /// The further fields of the request's head, in their order.
    public var fields: [Field] = []
    /// The body of the request; `nil`: none.
    public var body: Body?
    /// `nil`: the best that both sides have.
    public var version: Version?
    /// How many redirects are followed, 0 to 30; 0: a redirect is the answer.
    public var maxRedirects = 10
    /// Whether a compressed answer is asked for, and taken.
    public var acceptsCompression = true
    /// The statuses that are as expected; empty: 2xx, and a 3xx where redirects end.
    public var expectedStatus: [ClosedRange<Int>] = []
    /// The rules that the body of the answer has to follow, all of them; empty: any body will do.
    public var rules: [BodyRule] = []
    /// So much of the body is read, after decompression; 1 KiB to 16 MiB.
    public var maxBodyBytes = 1 << 20
    /// Whether a longer body is wrong, rather than only not read.
    public var isLongBodyWrong = false
    /// Whether the evidence has the last answer's fields and certificates (``HTTPEvidence/answer``).
    public var keepsAnswer = false

    /// Creates settings with their defaults: a GET whose answer has to be 2xx.
    public init() {}

    /// Whether a method can be sent: any token but the one that is for proxies (RFC 9110 section 9.3.6).
    public static func isMethod(_ text: String) -> Bool { Token.isToken(text) && text != "CONNECT" }

    /// Whether a field of this name shows who asks: credentials do that, and are nowhere shown.
    public static func isLogin(_ name: String) -> Bool {
        ["authorization", "proxy-authorization"].contains(name.lowercased())
    }

    /// A status, a class or a range of them, as in `204`, `2xx` and `200-299`; `nil` for another text.
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

    /// Whether the body has to be kept for its rules, rather than only counted.
    public var readsBody: Bool { !rules.isEmpty }
}

/// A condition for the body of a response.
public enum BodyRule: Sendable, Hashable {
    /// A text that has to be in the body.
    case contains(String)
    /// A text that must not be in the body.
    case lacks(String)
    /// A regular expression of PCRE2 that has to match somewhere.
    case matches(String)
    /// A regular expression of PCRE2 that must match nowhere.
    case lacksMatch(String)
    /// A singular query of RFC 9535 section 2.3.5.1, as in `$.items[0].name`, and the value that it has to lead to.
    case json(path: JSONPath, equals: JSONValue)
}

/// RFC 9110 section 5.6.2.
public enum Token {
    /// Whether a byte may stand in a token (`tchar`).
    public static func isCharacter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
    }

    /// Whether a text is a token, as methods and names of fields are.
    public static func isToken(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 64 && text.utf8.allSatisfy(isCharacter)
    }
}
