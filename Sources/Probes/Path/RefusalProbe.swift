package import EventLoopKit
import Glibc
package import NetworkModel

/// Connects several times to a destination, or sends it datagrams, with a hop limit that ends at the first router, while counters
/// of interfaces show where the packets go.
package struct RefusalProbe: Sendable {
    /// The number of connections or datagrams. Each is a SYN, which the RST answers, or a datagram, which an ICMP error answers.
    package static let count = 16
    /// How long to wait for the answer. The first router and this machine itself respond at once.
    private static let patience = Duration.milliseconds(50)

    private let destination: SocketAddress
    private let isDatagram: Bool
    private let loop: EventLoop

    /// - Parameter isDatagram: Whether to send datagrams (UDP), and not to connect (TCP).
    package init(_ destination: SocketAddress, isDatagram: Bool = false, loop: EventLoop) {
        self.destination = destination
        self.isDatagram = isDatagram
        self.loop = loop
    }

    /// Whether all connections or datagrams are refused. It ends with the first one that is not.
    ///
    /// - Throws: `CancellationError`.
    package func isRefused() async throws -> Bool {
        for _ in 0..<Self.count where try await !isRefusedOnce() { return false }
        return true
    }

    /// Sends the SYNs without waiting for responses.
    ///
    /// - Returns: The number of SYNs that were sent.
    package func sendSYNs() -> Int {
        (0..<Self.count).count { _ in
            guard let socket = try? ProbeSocket(.stream(destination.address.family)) else { return false }
            socket.setHopLimit(1)
            socket.resetOnClose()
            return (try? socket.connect(to: destination)) != nil
        }
    }

    private func isRefusedOnce() async throws -> Bool {
        let socket: ProbeSocket
        do throws(ProbeSocket.Failure) {
            socket = try ProbeSocket(
                isDatagram ? .datagram(destination.address.family) : .stream(destination.address.family))
            socket.setHopLimit(1)
            if !isDatagram { socket.resetOnClose() }
            try socket.connect(to: destination)
        } catch {
            return error.code == ECONNREFUSED
        }
        if isDatagram {
            guard socket.send([0]) == 0 else { return false }
            _ = try await socket.wait(until: .now + Self.patience, on: loop)
            return socket.takePendingError() == ECONNREFUSED
        }
        guard try await socket.wait(for: .writable, until: .now + Self.patience, on: loop) else { return false }
        return socket.takePendingError() == ECONNREFUSED
    }
}
