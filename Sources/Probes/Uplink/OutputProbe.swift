public import EventLoopKit
import Glibc
public import NetworkModel
import SystemAddresses

/// Tests whether this machine sends packets: one SYN each to ports 80 and 443 of an address that belongs to nobody, and a
/// datagram. Their hop limit is 1, so that they end at the gateway.
///
/// `connect(2)` does not report a SYN that this machine's packet filter drops; a raw socket does, which requires
/// `CAP_NET_RAW`.
public struct OutputProbe: Sendable {
    /// The ports that web browsers and most other programs need.
    static let ports: [UInt16] = [80, 443]
    /// The first port of traceroute(8).
    private static let datagramPort: UInt16 = 33_435
    /// This machine's own refusal is reported at once, and the gateway's error about the hop limit nearly so.
    private static let patience = Duration.milliseconds(25)

    private let destination: IPAddress
    private let loop: EventLoop

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - destination: An address that belongs to nobody (RFC 5737, RFC 3849).
    ///   - loop: The loop on which the probe runs.
    public init(_ destination: IPAddress, loop: EventLoop) {
        self.destination = destination
        self.loop = loop
    }

    /// Sends the packets.
    ///
    /// - Returns: The result of each packet in the order of the ports, the datagram last: `unsent` with the name of the
    ///   error, `refused` with an ICMP error, or else `silent`.
    /// - Throws: `CancellationError`.
    public func observe() async throws -> [PathEvidence.Trace] {
        try await withThrowingTaskGroup(of: (Int, PathEvidence.Trace).self) { group in
            for (place, port) in Self.ports.enumerated() {
                group.addTask { (place, try await trace(of: .tcp, port)) }
            }
            group.addTask { (Self.ports.count, try await trace(of: .udp, Self.datagramPort)) }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }

    private func trace(of transport: PathEvidence.Transport, _ port: UInt16) async throws -> PathEvidence.Trace {
        let peer = SocketAddress(destination, port: port)
        var trace = PathEvidence.Trace(address: destination, port: port, transport: transport, outcome: .silent)
        func unsent(_ code: CInt) -> PathEvidence.Trace {
            (trace.outcome, trace.failure) = (.unsent, SystemError.name(code))
            return trace
        }
        let socket: ProbeSocket
        do throws(ProbeSocket.Failure) {
            socket = try ProbeSocket(transport == .tcp ? .stream(destination.family) : .datagram(destination.family))
            socket.setHopLimit(1)
            socket.resetOnClose()
            socket.queueErrors()
            try socket.connect(to: peer)
        } catch {
            // A closed port is the response of a device in place of others.
            if error.code != ECONNREFUSED { return unsent(error.code) }
            return RawSYN.refusal(of: peer, hopLimit: 1).map(unsent) ?? trace
        }
        if transport == .udp {
            let code = socket.send(Array("netdiag".utf8))
            guard code == 0 else { return unsent(code) }
        }
        let interest: EventLoop.Interest = transport == .tcp ? .writable : .readable
        if try await socket.wait(for: interest, until: .now + Self.patience, on: loop), let error = socket.takeError() {
            guard let icmp = error.icmp else { return unsent(error.code) }
            (trace.outcome, trace.error) = (.refused, icmp)
            return trace
        }
        guard transport == .tcp else { return trace }
        return RawSYN.refusal(of: peer, hopLimit: 1).map(unsent) ?? trace
    }
}
