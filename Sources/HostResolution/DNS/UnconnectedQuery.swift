import CAres
import EventLoopKit
import Glibc
import NetworkModel
import SystemAddresses

/// A query whose socket is not connected, so that it also receives replies from other addresses than the server's.
///
/// Programs ignore such replies, as from a host with several addresses that replies from the wrong one: the kernel delivers nothing
/// else to a connected socket, and musl compares the addresses itself. A reply only shows why a server seems silent. Its
/// contents are never read beyond the question.
final class UnconnectedQuery {
    private let query: [UInt8]
    private let server: IPAddress
    private let socket: CInt
    private let watch: Watch?

    /// The maximum number of datagrams received at once, so that a flood of forged ones does not block the loop.
    private static let receivesAtOnce = 64
    /// What is read of a datagram: the header and the question.
    private static let maxQuestion = 512

    /// Sends a query once; `nil` if no socket is available.
    ///
    /// - Parameter wake: Called on the loop with the descriptor when there is something to receive.
    init?(_ query: [UInt8], to server: SocketAddress, on loop: EventLoop, wake: @escaping @Sendable (CInt?) -> Void) {
        let kind = CInt(SOCK_DGRAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
        let fd = Glibc.socket(server.address.family.rawFamily, kind, 0)
        guard fd >= 0 else { return nil }
        self.query = query
        self.server = server.address
        socket = fd
        // If a socket cannot be watched, it is read when the query is repeated or ends.
        watch = try? loop.watch(fd, for: .readable) { _ in wake(fd) }
        // The connected socket reports errors.
        _ = server.withSockaddr { sendto(fd, query, query.count, CInt(MSG_NOSIGNAL), $0, $1) }
    }

    /// The address other than the server's that a reply with the query's ID and question came from; `nil` if none did.
    func otherSource() -> IPAddress? {
        withUnsafeTemporaryAllocation(byteCount: Self.maxQuestion, alignment: 1) { buffer -> IPAddress? in
            for _ in 0..<Self.receivesAtOnce {
                var storage = sockaddr_storage()
                var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
                var source: IPAddress?
                let count = withUnsafeMutablePointer(to: &storage) { pointer in
                    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                        let count = recvfrom(socket, buffer.baseAddress, buffer.count, 0, address, &length)
                        if count >= 0 { source = SocketAddress(address)?.address }
                        return count
                    }
                }
                guard count >= 0 else {
                    if errno == EINTR { continue }
                    return nil
                }
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                guard let source, source.bytes != server.bytes, DNSReplyHeader.isReply(bytes, to: query) else {
                    continue
                }
                return source
            }
            return nil
        }
    }

    func close() {
        watch?.cancel()
        Glibc.close(socket)
    }
}
