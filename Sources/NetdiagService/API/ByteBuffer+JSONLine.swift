import NIOCore
import NetworkModel

extension ByteBuffer {
    /// A document on a line of its own; `nil` if it cannot be encoded.
    init?(jsonLine document: some Encodable) {
        guard let json = try? JSON.line(document) else { return nil }
        self.init(bytes: json)
        writeInteger(UInt8(ascii: "\n"))
    }
}
