public import EventLoopKit
public import NetworkModel
import SystemAddresses

/// Sends a datagram to a port on which no program listens, for a process that may not send echo requests.
///
/// The host reports that the port is closed (RFC 1122 section 3.2.2.1). Before that, the kernel looks for the host on the
/// link, so that the neighbour entry is newer than the datagram.
public struct ClosedPortProbe: Sendable {
    /// The first port of traceroute(8).
    private static let port: UInt16 = 33_434

    private let address: IPAddress
    private let loop: EventLoop
    private let interface: String?

    /// Creates a probe of a host.
    ///
    /// - Parameters:
    ///   - address: The address of the host.
    ///   - loop: The loop on which the probe runs.
    ///   - interface: The interface to use regardless of routes; `nil` for that chosen by the kernel.
    public init(address: IPAddress, loop: EventLoop, on interface: String? = nil) {
        self.address = address
        self.loop = loop
        self.interface = interface
    }

    /// Sends the datagram.
    ///
    /// - Returns: Whether the host responded; `nil` if nothing was sent.
    /// - Throws: `CancellationError`.
    public func isAnswered(within limit: Duration) async throws -> Bool? {
        let deadline = ContinuousClock.now + limit
        guard let socket = try? ProbeSocket.datagrams(address.family) else { return nil }
        do throws(ProbeSocket.Failure) {
            if let interface { try socket.bind(toInterface: interface) }
            try socket.connect(to: SocketAddress(address, port: Self.port))
        } catch {
            return nil
        }
        guard socket.send([0]) == 0 else { return nil }
        while try await socket.wait(until: deadline, on: loop) {
            if let error = socket.takeError() {
                // The kernel's own error says that it found no neighbour, and one of another router is about a detour.
                return error.reporter.map { $0.bytes == address.bytes } ?? false
            }
            if socket.receive(atMost: 64) != nil { return true }
        }
        return false
    }
}
