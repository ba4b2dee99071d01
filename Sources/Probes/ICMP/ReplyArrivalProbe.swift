package import EventLoopKit
import Glibc
package import NetworkModel
import SystemAddresses

/// Tests whether the reply of a seemingly silent host to an echo request reaches this machine, and is dropped by its packet
/// filter. It requires `CAP_NET_RAW`.
package struct ReplyArrivalProbe: Sendable {
    /// A host on the link has replied within it.
    private static let patience = Duration.milliseconds(60)

    private let address: IPAddress
    private let interface: String?
    private let loop: EventLoop

    /// Creates a probe of a host with an IPv4 address.
    ///
    /// - Parameter interface: The interface to use regardless of routes; `nil` for that chosen by the kernel.
    package init(address: IPAddress, loop: EventLoop, on interface: String? = nil) {
        self.address = address
        self.interface = interface
        self.loop = loop
    }

    /// What became of the reply.
    package enum Outcome: Sendable, Hashable {
        /// It was delivered.
        case delivered(roundTrip: Duration)
        /// It arrived on an interface, and not at the socket.
        case keptOut
        /// There was none in time, or this process may not see it.
        case silent

        package var isDelivered: Bool { if case .delivered = self { true } else { false } }
    }

    /// Sends a request, and waits for the reply.
    ///
    /// - Throws: `CancellationError`.
    package func observe() async throws -> Outcome {
        guard address.family == .ipv4, let watch = ICMPWatch(),
            case .open(let socket) = EchoSocket.open(to: address, on: interface)
        else { return .silent }
        let random = UInt16.random(in: 1...UInt16.max)
        let begun = ContinuousClock.now
        guard socket.send(identifier: random, sequence: 1) == 0,
            let identifier = socket.isRaw ? random : socket.socket.localPort
        else { return .silent }
        if try await isReplied(socket, identifier, within: Self.patience) {
            return .delivered(roundTrip: begun.duration(to: .now))
        }
        guard watch.hasReply(from: address, identifier: identifier) else { return .silent }
        return try await isReplied(socket, identifier, within: ICMPWatch.delivery)
            ? .delivered(roundTrip: begun.duration(to: .now)) : .keptOut
    }

    private func isReplied(_ socket: EchoSocket, _ identifier: UInt16, within limit: Duration) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while ContinuousClock.now < deadline, try await socket.socket.wait(until: deadline, on: loop) {
            // Bounded, so that a flood of other replies cannot delay the deadline.
            for _ in 0..<64 {
                switch socket.receive(identifier: identifier) {
                case .reply: return true
                case .error, .nothing: break
                case .unrelated: continue
                }
                break
            }
        }
        return false
    }
}
