/// The part of D-Bus's wire format that a query needs (D-Bus specification, "Message Protocol"). Requests are little-endian;
/// the bus passes on each peer's own byte order, so that responses are parsed in either.
struct DBusMessage {
    enum Kind: UInt8 {
        case call = 1
        case reply = 2
        case error = 3
        case signal = 4
    }

    var kind: UInt8
    var replySerial: UInt32?
    var body: DBusReader

    /// The maximum length of a message; the specification allows 128 MiB.
    static let maxBytes = 1 << 18

    /// The length of the first message; `nil` until its header has arrived.
    ///
    /// - Throws: ``DBusError`` if it is not valid, or longer than ``maxBytes``.
    static func length(_ bytes: ArraySlice<UInt8>) throws(DBusError) -> Int? {
        guard bytes.count >= 16 else { return nil }
        var reader = try DBusReader(header: bytes)
        try reader.skip(4)
        let body = Int(try reader.uint32())
        try reader.skip(4)
        let fields = Int(try reader.uint32())
        guard body <= maxBytes, fields <= maxBytes else { throw .malformed }
        return (16 + fields + 7) & ~7 + body
    }

    /// Parses a message.
    ///
    /// - Parameter bytes: One whole message.
    init(_ bytes: ArraySlice<UInt8>) throws(DBusError) {
        var reader = try DBusReader(header: bytes)
        try reader.skip(1)
        kind = try reader.byte()
        try reader.skip(2)
        let length = Int(try reader.uint32())
        try reader.skip(4)
        let end = Int(try reader.uint32()) + 16
        while reader.offset < end {
            try reader.align(8)
            let code = try reader.byte()
            let signature = try reader.signature()
            switch signature {
            case "u":
                let value = try reader.uint32()
                if code == 5 { replySerial = value }
            case "s", "o": _ = try reader.string()
            case "g": _ = try reader.signature()
            default: throw .malformed
            }
        }
        try reader.align(8)
        body = reader
        guard bytes.count - reader.offset >= length else { throw .malformed }
    }

    /// Encodes a method call with strings as arguments.
    static func call(
        serial: UInt32, destination: String, path: String, interface: String, member: String, arguments: [String] = []
    ) -> [UInt8] {
        var body: [UInt8] = []
        for argument in arguments { append(argument, to: &body) }
        var fields: [UInt8] = []
        for (code, type, value) in [
            (1, "o", path), (2, "s", interface), (3, "s", member), (6, "s", destination),
            (8, "g", String(repeating: "s", count: arguments.count)),
        ] where !value.isEmpty {
            pad(&fields, 8)
            fields += [UInt8(code), 1] + Array(type.utf8) + [0]
            if type == "g" {
                fields += [UInt8(value.utf8.count)] + Array(value.utf8) + [0]
            } else {
                append(value, to: &fields)
            }
        }
        // The flag 2 is NO_AUTO_START: a query must not start a service.
        var message: [UInt8] = [UInt8(ascii: "l"), Kind.call.rawValue, 2, 1]
        message += little(UInt32(body.count)) + little(serial) + little(UInt32(fields.count)) + fields
        pad(&message, 8)
        return message + body
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        pad(&bytes, 4)
        bytes += little(UInt32(text.utf8.count)) + Array(text.utf8) + [0]
    }

    private static func pad(_ bytes: inout [UInt8], _ boundary: Int) {
        while bytes.count % boundary != 0 { bytes.append(0) }
    }

    private static func little(_ value: UInt32) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian, Array.init)
    }
}

/// The reason why the bus gave no response; the caller has another source.
enum DBusError: Error {
    case malformed, unavailable, refused
}
