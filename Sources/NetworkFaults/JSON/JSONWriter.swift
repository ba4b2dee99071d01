package import NIOCore

/// Writes JSON into a buffer without intermediate strings.
package struct JSONWriter {
    package private(set) var buffer: ByteBuffer

    package init(capacity: Int = 256) {
        buffer = ByteBuffer()
        buffer.reserveCapacity(capacity)
    }

    package mutating func raw(_ text: StaticString) { buffer.writeStaticString(text) }

    /// Writes text that is JSON already.
    package mutating func raw(_ text: String) { buffer.writeString(text) }

    package mutating func string(_ text: String) {
        buffer.writeInteger(UInt8(ascii: "\""))
        let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5c && $0 != 0x7f }
        buffer.writeString(isPlain ? text : JSONText.escaped(text))
        buffer.writeInteger(UInt8(ascii: "\""))
    }

    /// Writes a string from UTF-8. Invalid bytes are replaced.
    package mutating func string(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.allSatisfy({ $0 >= 0x20 && $0 < 0x7f && $0 != 0x22 && $0 != 0x5c }) else {
            return string(String(decoding: bytes, as: UTF8.self))
        }
        buffer.writeInteger(UInt8(ascii: "\""))
        buffer.writeBytes(bytes)
        buffer.writeInteger(UInt8(ascii: "\""))
    }

    package mutating func integer(_ value: Int64) { buffer.writeString(String(value)) }

    /// Writes a number. Whole numbers have no fraction, and infinity and NaN become `null`.
    package mutating func number(_ value: Double) {
        guard value.isFinite else { return raw("null") }
        buffer.writeString(value == value.rounded() && abs(value) < 0x1p53 ? String(Int64(value)) : "\(value)")
    }

    package mutating func node(_ node: JSONNode) {
        switch node.content {
        case .null: raw("null")
        case .boolean(let value): raw(value ? "true" : "false")
        case .integer(let value): integer(value)
        case .number(let value): number(value)
        case .string(let text): string(text)
        case .array(let items):
            raw("[")
            for (index, item) in items.enumerated() {
                if index > 0 { raw(",") }
                self.node(item)
            }
            raw("]")
        case .object(let members):
            raw("{")
            for (index, member) in members.enumerated() {
                if index > 0 { raw(",") }
                string(member.name)
                raw(":")
                self.node(member.node)
            }
            raw("}")
        }
    }
}
