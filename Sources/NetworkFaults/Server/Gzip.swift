import CZlib
import NIOCore
import NIOHTTP1

/// Compresses answers for clients that take it (RFC 9110 section 12.5.3).
enum Gzip {
    /// Shorter bodies do not become much shorter; longer ones are sent as they are.
    private static let sizes = 256...(1 << 20)

    static func isAccepted(_ headers: HTTPHeaders) -> Bool {
        headers[canonicalForm: "accept-encoding"].contains { item in
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            guard parts.first == "gzip" || parts.first == "*" else { return false }
            return !parts.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
        }
    }

    /// The bytes as gzip; `nil` if that is of no use.
    static func compressed(_ bytes: ByteBuffer) -> ByteBuffer? {
        let count = bytes.readableBytes
        guard sizes.contains(count) else { return nil }
        var result = ByteBuffer()
        let written = result.writeWithUnsafeMutableBytes(minimumWritableBytes: count) { out in
            bytes.withUnsafeReadableBytes { netdiag_gzip($0.baseAddress, $0.count, out.baseAddress, count) }
        }
        return written > 0 && written < count ? result : nil
    }
}
