import HTTPTypes
import NetworkModel

/// The name and port that a daemon sends when it polls another one, so that a daemon that does not receive its
/// announcements learns about it.
///
/// It is not authenticated. It only causes a poll of its sender, at the address that it came from.
struct PeerHello: Sendable, Hashable {
    static let fieldName = "Netdiag-Peer"
    static let field = HTTPField.Name(fieldName)!

    let port: UInt16
    let name: String

    init(port: UInt16, name: String) {
        self.port = port
        self.name = name
    }

    /// Parses a field value such as `8053;B%C3%BCro`; the result is `nil` if it is invalid.
    init?(_ text: String) {
        guard text.utf8.count <= 256, let semicolon = text.firstIndex(of: ";"), let port = UInt16(text[..<semicolon]),
            port != 0,
            let name = try? RequestTarget.decoded(text[text.index(after: semicolon)...], plusIsSpace: false),
            (1...63).contains(name.utf8.count)
        else { return nil }
        self.init(port: port, name: name)
    }

    /// The field value: the port in decimal, and the percent-encoded name (RFC 3986 section 2.1).
    var text: String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes = Array("\(port);".utf8)
        for byte in name.utf8 {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                bytes.append(byte)
            default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
