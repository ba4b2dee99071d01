package import EventLoopKit
package import NetworkModel
import SystemAddresses

/// Tests whether routers beyond the gateway report expired packets of this machine, while its strict reverse path filter drops these
/// reports, since they arrive on an interface that does not lead back (RFC 3704). It requires `CAP_NET_RAW` to see what the kernel
/// drops.
package struct FilteredReportProbe: Sendable {
    /// The content of datagrams, for people who find them in a capture.
    private static let text = Array("netdiag: does a report of a router arrive?".utf8)
    /// The first port of traceroute(8).
    private static let firstPort: UInt16 = 33_434
    /// From the first router behind the gateway.
    private static let hopLimits = 2...4
    private static let patience = Duration.milliseconds(300)
    /// A router may have used up its reports to this machine, of which Linux sends one per second.
    private static let pause = Duration.milliseconds(800)

    private let destination: IPAddress
    private let loop: EventLoop

    /// Creates a probe.
    ///
    /// - Parameter destination: An IPv4 address that belongs to nobody (RFC 5737).
    package init(toNobody destination: IPAddress, loop: EventLoop) {
        self.destination = destination
        self.loop = loop
    }

    /// Sends datagrams with small hop limits, unless this process may not see the reports, or the filter has never dropped anything.
    ///
    /// - Returns: A trace to the router whose report arrived and was dropped; `nil` if there was none.
    /// - Throws: `CancellationError`.
    package func observe() async throws -> PathEvidence.Trace? {
        guard destination.family == .ipv4, let drops = ArrivalProbe.reversePathDrops, drops > 0,
            let watch = ICMPWatch()
        else { return nil }
        var sent: [Datagram] = []
        for round in 0..<2 {
            if round > 0 { try await loop.sleep(until: .now + Self.pause) }
            sent += Self.hopLimits.compactMap(send)
            guard let report = try await firstReport(about: sent, by: watch) else { continue }
            if try await report.socket.wait(until: .now + ICMPWatch.delivery, on: loop) { return nil }
            guard let now = ArrivalProbe.reversePathDrops, now > drops else { return nil }
            var trace = PathEvidence.Trace(address: report.sender, port: 0, transport: .icmp, outcome: .silent)
            trace.arrival = PathEvidence.Trace.Arrival(
                interface: InterfaceName.of(index: report.interface), isReversePathFiltered: true)
            return trace
        }
        return nil
    }

    private typealias Datagram = (socket: ProbeSocket, peer: SocketAddress, port: UInt16)

    private func send(limit: Int) -> Datagram? {
        let peer = SocketAddress(destination, port: Self.firstPort + UInt16(limit))
        guard let socket = try? ProbeSocket(.datagram(.ipv4)) else { return nil }
        socket.queueErrors()
        socket.setHopLimit(limit)
        guard (try? socket.connect(to: peer)) != nil, let port = socket.localPort, socket.send(Self.text) == 0 else {
            return nil
        }
        return (socket, peer, port)
    }

    /// The first report about one of the datagrams: its socket, and the sender and the interface of the report.
    private func firstReport(
        about sent: [Datagram], by watch: ICMPWatch
    ) async throws -> (socket: ProbeSocket, sender: IPAddress, interface: UInt32)? {
        let deadline = ContinuousClock.now + Self.patience
        while !sent.isEmpty, try await watch.socket.wait(until: deadline, on: loop) {
            guard let (message, interface) = watch.receive() else { continue }
            for (socket, peer, port) in sent {
                let error = ICMPMessage.error(in: message, about: peer, .udp, from: port)
                if let reporter = error?.reporter { return (socket, reporter, interface) }
            }
        }
        return nil
    }
}
