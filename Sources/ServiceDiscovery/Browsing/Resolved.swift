import CAvahi
import NetworkModel

/// What a resolver found over one transport.
struct Resolved: Sendable, Hashable {
    let host: String
    let port: UInt16
    let address: IPAddress?
    let txt: [String: TXTValue]

    /// Strings of a TXT record that are read; more are ignored.
    private static let mostStrings = 512

    init(
        host: UnsafePointer<CChar>?, port: UInt16, address: UnsafePointer<AvahiAddress>?, interface: CInt,
        txt: UnsafeMutablePointer<AvahiStringList>?
    ) {
        self.host = text(host)
        self.port = port
        self.address = address.flatMap { Self.address($0.pointee, interface) }
        self.txt = Self.values(txt)
    }

    private static func address(_ address: AvahiAddress, _ interface: CInt) -> IPAddress? {
        let count = address.proto == CInt(AVAHI_PROTO_INET) ? 4 : 16
        let bytes = withUnsafeBytes(of: address.data) { Array($0.prefix(count)) }
        guard let found = IPAddress(bytes: bytes), found.isLinkLocal, found.family == .ipv6, interface >= 0 else {
            return IPAddress(bytes: bytes)
        }
        // Without its zone it could not be reached.
        return IPAddress(bytes: bytes, zone: InterfaceName.of(index: UInt32(interface)))
    }

    /// RFC 6763 section 6.4: the first of two equal keys counts, strings without a key are ignored.
    private static func values(_ first: UnsafeMutablePointer<AvahiStringList>?) -> [String: TXTValue] {
        var values: [String: TXTValue] = [:]
        var keys = Set<String>()
        var next = first
        for _ in 0..<mostStrings {
            guard let item = next else { break }
            next = avahi_string_list_get_next(item)
            guard let start = avahi_string_list_get_text(item) else { continue }
            let bytes = UnsafeBufferPointer(start: start, count: avahi_string_list_get_size(item))
            let key = String(decoding: bytes.prefix { $0 != UInt8(ascii: "=") }, as: UTF8.self)
            guard !key.isEmpty, keys.insert(key.lowercased()).inserted else { continue }
            guard let equals = bytes.firstIndex(of: UInt8(ascii: "=")) else {
                values[key] = .flag
                continue
            }
            let value = Array(bytes[(equals + 1)...])
            values[key] = String(validating: value, as: UTF8.self).map(TXTValue.text) ?? .bytes(value)
        }
        return values
    }
}
