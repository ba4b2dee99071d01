import CZlib
import NIOCore
import NIOHTTP1

/// Compresses responses for clients that accept it (RFC 9110 section 12.5.3).
enum Gzip {
    /// The sizes of bodies that are compressed. Shorter ones hardly shrink, and longer ones are sent unchanged.
    private static let sizes = 256...(1 << 20)

    static func isAccepted(_ headers: HTTPHeaders) -> Bool {
        headers[canonicalForm: "accept-encoding"].contains { item in
            let parts = item.split(separator: ";").map { $0.filter { $0 != " " }.lowercased() }
            guard parts.first == "gzip" || parts.first == "*" else { return false }
            return !parts.dropFirst().contains { ["q=0", "q=0.0", "q=0.00", "q=0.000"].contains($0) }
        }
    }

    /// Returns the compressed bytes; `nil` if that saves nothing.
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
