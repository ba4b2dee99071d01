public import EventLoopKit
import Glibc
public import NetworkModel

/// Sends one small UDP datagram with a small hop limit to an address that belongs to nobody: the router where the limit runs
/// out, or one that knows no way there, says so (RFC 792, RFC 4443). It takes no privilege.
public struct NobodyProbe: Sendable {
    /// What datagrams hold, for whoever finds them in a capture.
    private static let text = Array("netdiag: does anything answer beyond the gateway?".utf8)
    /// The first port of traceroute(8).
    private static let port: UInt16 = 33_434

    private let destination: IPAddress
    private let limit: Int
    private let interface: String?
    private let loop: EventLoop

    /// - Parameters:
    ///   - limit: Routers that it may pass, 1 to 4.
    ///   - interface: The one to send by; `nil`: as the routing table has it.
    public init(_ destination: IPAddress, limit: Int, loop: EventLoop, on interface: String? = nil) {
        self.interface = interface
        self.destination = destination
        self.limit = min(max(limit, 1), 4)
        self.loop = loop
    }

    /// - Throws: `CancellationError`.
    public func observe(until deadline: ContinuousClock.Instant) async throws -> UplinkEvidence.Packet {
        var packet = UplinkEvidence.Packet(destination: destination, limit: limit)
        do {
            let socket = try ProbeSocket(.datagram(destination.family))
            if let interface { try socket.bind(toInterface: interface) }
            socket.queueErrors()
            socket.setHopLimit(limit)
            try socket.connect(to: SocketAddress(destination, port: Self.port + UInt16(limit)))
            let code = socket.send(Self.text)
            guard code == 0 else { throw ProbeSocket.Failure(code: code) }
            while try await socket.wait(until: deadline, on: loop) {
                guard let error = socket.takeError() else {
                    // Nobody has this address: what answers in its place is no router.
                    guard socket.receive(atMost: 64) != nil else { break }
                    continue
                }
                packet.error = error.icmp
                if error.icmp == nil { packet.failure = SystemError.name(error.code) }
                break
            }
        } catch let failure as ProbeSocket.Failure {
            packet.failure = SystemError.name(failure.code)
        }
        return packet
    }
}
