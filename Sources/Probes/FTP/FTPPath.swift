import NetworkModel

/// The path of an FTP URL (RFC 1738 section 3.2.2), percent-encoded, and relative to the directory after the login.
public struct FTPPath: Sendable, Hashable {
    /// The path as in the URL, with a slash at its beginning.
    public let encoded: String
    /// The bytes to send, without that slash.
    public let bytes: [UInt8]

    /// Creates a path.
    ///
    /// - Parameter text: The path, percent-encoded or not; a `%` without two hexadecimal digits denotes itself.
    /// - Throws: ``ProbeError`` if it contains a control character, encoded or not, which would end the command and begin
    ///   another one.
    public init(_ text: String) throws(ProbeError) {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        if rest.first == UInt8(ascii: "/") { rest.removeFirst() }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = Self.hexadecimal(rest.prefix(2)) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        try self.init(bytes: bytes)
    }

    init(bytes: [UInt8]) throws(ProbeError) {
        guard !bytes.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
            throw ProbeError("the path", reason: "it contains a control character, which FTP cannot send")
        }
        self.bytes = bytes
        // All characters except the unreserved ones of RFC 3986 and the slash, since `;type=` has a meaning for libcurl.
        encoded =
            "/"
            + bytes.map { byte in
                let isPlain =
                    switch byte {
                    case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
                    default: "-._~/".utf8.contains(byte)
                    }
                return isPlain ? String(UnicodeScalar(byte)) : "%" + Self.digits(byte)
            }.joined()
    }

    /// Whether it denotes a directory: it is empty, or ends with a slash.
    public var isDirectory: Bool { bytes.last.map { $0 == UInt8(ascii: "/") } ?? true }

    /// The last component; empty for a directory.
    public var name: String { String(decoding: nameBytes, as: UTF8.self) }

    private var nameBytes: ArraySlice<UInt8> {
        bytes[(bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0)...]
    }

    /// The directory that contains the last component; for a directory, itself.
    public var directory: FTPPath {
        get throws(ProbeError) { try FTPPath(bytes: Array(bytes.dropLast(nameBytes.count))) }
    }

    /// The same path as a directory.
    public var asDirectory: FTPPath {
        get throws(ProbeError) { isDirectory ? self : try FTPPath(bytes: bytes + [UInt8(ascii: "/")]) }
    }

    /// The same path without the slash at its end: the name of the directory in its parent.
    public var withoutSlash: FTPPath {
        get throws(ProbeError) {
            try FTPPath(bytes: isDirectory && !bytes.isEmpty ? Array(bytes.dropLast()) : bytes)
        }
    }

    /// The path of another name in the same directory.
    ///
    /// - Throws: ``ProbeError`` if the name contains a control character.
    public func sibling(_ name: String) throws(ProbeError) -> FTPPath {
        try FTPPath(bytes: Array(bytes.dropLast(nameBytes.count)) + Array(name.utf8))
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard digits.count == 2, digits.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func digits(_ byte: UInt8) -> String {
        let text = String(byte, radix: 16, uppercase: true)
        return text.count == 1 ? "0" + text : text
    }
}
