import NIOCore
import NetworkModel

extension ByteBuffer {
    /// Encodes a document on a line of its own; the result is `nil` if it cannot be encoded.
    init?(jsonLine document: some Encodable) {
        guard let json = try? JSON.line(document) else { return nil }
        self.init(bytes: json)
        writeInteger(UInt8(ascii: "\n"))
    }
}
