/// Parses D-Bus's marshalled values one after the other; every read is checked against the end.
struct DBusReader {
    private let bytes: ArraySlice<UInt8>
    private let isLittleEndian: Bool
    /// The offset from the message's start, by which values are aligned.
    private(set) var offset = 0

    init(header bytes: ArraySlice<UInt8>) throws(DBusError) {
        switch bytes.first {
        case UInt8(ascii: "l"): isLittleEndian = true
        case UInt8(ascii: "B"): isLittleEndian = false
        default: throw .malformed
        }
        self.bytes = bytes
    }

    mutating func bytes(_ count: Int) throws(DBusError) -> ArraySlice<UInt8> {
        guard count >= 0, count <= bytes.count - offset else { throw .malformed }
        defer { offset += count }
        return bytes.from(offset).prefix(count)
    }

    mutating func skip(_ count: Int) throws(DBusError) { _ = try bytes(count) }

    mutating func align(_ boundary: Int) throws(DBusError) {
        // The last value of a message need not be padded.
        try skip(min((boundary - offset % boundary) % boundary, bytes.count - offset))
    }

    mutating func byte() throws(DBusError) -> UInt8 {
        try bytes(1).first ?? 0
    }

    mutating func uint16() throws(DBusError) -> UInt16 {
        try align(2)
        let value = try bytes(2).integer(at: 0, as: UInt16.self) ?? 0
        return isLittleEndian ? UInt16(littleEndian: value) : UInt16(bigEndian: value)
    }

    mutating func uint32() throws(DBusError) -> UInt32 {
        try align(4)
        let value = try bytes(4).integer(at: 0, as: UInt32.self) ?? 0
        return isLittleEndian ? UInt32(littleEndian: value) : UInt32(bigEndian: value)
    }

    mutating func int32() throws(DBusError) -> Int32 { Int32(bitPattern: try uint32()) }

    mutating func string() throws(DBusError) -> String {
        let length = Int(try uint32())
        let text = try bytes(length)
        try skip(1)
        return String(decoding: text, as: UTF8.self)
    }

    mutating func signature() throws(DBusError) -> String {
        let length = Int(try byte())
        let text = try bytes(length)
        try skip(1)
        return String(decoding: text, as: UTF8.self)
    }

    /// Parses the elements of an array, each of which begins at the boundary.
    mutating func array<Element>(
        boundary: Int, _ element: (inout DBusReader) throws(DBusError) -> Element
    ) throws(DBusError) -> [Element] {
        let length = Int(try uint32())
        try align(boundary)
        guard length <= bytes.count - offset else { throw .malformed }
        let end = offset + length
        var elements: [Element] = []
        while offset < end {
            try align(boundary)
            let before = offset
            elements.append(try element(&self))
            guard offset > before else { throw .malformed }
        }
        return elements
    }
}
