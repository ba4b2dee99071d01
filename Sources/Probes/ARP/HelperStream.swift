import CSockets
import EventLoopKit
import Glibc

/// A connection to `netdiag-arp`, which has the capability that this process lacks. It carries one request, and is closed with its
/// last owner.
final class HelperStream: Sendable {
    /// The socket of `netdiag-arp`, on which systemd listens. Only netdiagd can access it (netdiag-arp.socket).
    private static let path = "/run/netdiag-arp/socket"
    /// The time within which systemd starts `netdiag-arp`, in milliseconds.
    static let startTime = 1_000

    private let fd: CInt

    /// Sends a request.
    ///
    /// - Returns: `nil` if there is no helper.
    init?(sending request: [UInt8]) {
        guard let descriptor = UnixStream.connected(to: Self.path) else { return nil }
        fd = descriptor
        guard send(fd, request, request.count, CInt(NETDIAG_NO_SIGNAL)) == request.count else { return nil }
    }

    deinit { close(fd) }

    /// Waits for a reply.
    ///
    /// - Parameter length: Its length in bytes.
    /// - Returns: `nil` if there was none before the deadline.
    /// - Throws: `CancellationError`.
    func reply(
        of length: Int, until deadline: ContinuousClock.Instant, on loop: EventLoop
    ) async throws -> [UInt8]? {
        // The descriptor stays open as long as the loop watches it.
        defer { withExtendedLifetime(self) {} }
        guard try await !loop.ready(fd, for: .readable, until: deadline).isEmpty else { return nil }
        var buffer = [UInt8](repeating: 0, count: length)
        return recv(fd, &buffer, length, 0) == length ? buffer : nil
    }
}
