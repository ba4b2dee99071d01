import Probes

/// The reason why a packet is not MQTT, or not the expected one.
struct MQTTMalformed: Error, Hashable {
    let detail: String

    init(_ detail: String) { self.detail = detail }
}

/// Parses the values in a packet (MQTT 5.0 section 1.5), which is in memory.
struct MQTTReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var count: Int { rest.count }

    mutating func byte() throws(MQTTMalformed) -> UInt8 {
        guard let byte = rest.popFirst() else { throw MQTTMalformed("a packet is cut off") }
        return byte
    }

    /// A number of two bytes.
    mutating func number() throws(MQTTMalformed) -> Int { Int(try byte()) << 8 | Int(try byte()) }

    mutating func bytes(_ count: Int) throws(MQTTMalformed) -> ArraySlice<UInt8> {
        guard count <= rest.count else {
            throw MQTTMalformed("a packet has \(rest.count) bytes where \(count) are announced")
        }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    /// A string or binary data, preceded by its length.
    mutating func text() throws(MQTTMalformed) -> ArraySlice<UInt8> { try bytes(try number()) }

    /// The remaining bytes.
    mutating func remainder() -> ArraySlice<UInt8> {
        defer { rest = [] }
        return rest
    }

    /// A variable byte integer, of at most four bytes (section 1.5.5).
    mutating func length() throws(MQTTMalformed) -> Int {
        var value = 0
        for shift in stride(from: 0, to: 28, by: 7) {
            let byte = try byte()
            value |= Int(byte & 0x7f) << shift
            if byte < 0x80 { return value }
        }
        throw MQTTMalformed("a length has more than four bytes")
    }

    /// Parses properties (section 2.2.2), and returns the reason string.
    mutating func reasonString() throws(MQTTMalformed) -> String? {
        var properties = MQTTReader(try bytes(try length()))
        var reason: String?
        while properties.count > 0 {
            let identifier = try properties.length()
            switch identifier {
            case 0x01, 0x17, 0x19, 0x24, 0x25, 0x28, 0x29, 0x2a: _ = try properties.byte()
            case 0x13, 0x21, 0x22, 0x23: _ = try properties.number()
            case 0x02, 0x11, 0x18, 0x27: _ = try properties.bytes(4)
            case 0x0b: _ = try properties.length()
            case 0x1f: reason = ServerText.text(try properties.text())
            case 0x03, 0x08, 0x09, 0x12, 0x15, 0x16, 0x1a, 0x1c: _ = try properties.text()
            case 0x26:
                _ = try properties.text()
                _ = try properties.text()
            default: throw MQTTMalformed("a property has the unknown identifier \(identifier)")
            }
        }
        return reason
    }
}
