public import NetworkModel

/// One string of a TXT record (RFC 6763 section 6.3); their order is kept.
public struct TXTEntry: Sendable, Hashable {
    public var key: String
    public var value: TXTValue

    public init(key: String, value: TXTValue) {
        self.key = key
        self.value = value
    }

    /// As on the wire, without the length byte.
    var bytes: [UInt8] {
        switch value {
        case .flag: Array(key.utf8)
        case .text(let text): Array("\(key)=\(text)".utf8)
        case .bytes(let bytes): Array("\(key)=".utf8) + bytes
        }
    }
}
