public import EventLoopKit
import Glibc
public import NetworkModel
import SystemAddresses

/// Sends a packet that shows how far this machine's own traffic gets: a datagram or a SYN with a small hop limit to an
/// address that belongs to nobody, or a SYN to a resolver. The router where the limit expires, or one without a route,
/// reports it (RFC 792, RFC 4443). It requires no privilege.
public struct UplinkPacketProbe: Sendable {
    /// The content of datagrams, for people who find them in a capture.
    private static let text = Array("netdiag: does anything answer beyond the gateway?".utf8)
    /// The first port of traceroute(8).
    private static let datagramPort: UInt16 = 33_434
    private static let connectionPort: UInt16 = 443
    private static let webPort: UInt16 = 80
    private static let hopLimits = 1...4

    private let destination: SocketAddress
    private let transport: PathEvidence.Transport
    private let limit: Int?
    private let interface: String?
    private let source: IPAddress?
    private let watch: ICMPWatch?
    private let loop: EventLoop

    /// Creates a packet to a documentation address.
    ///
    /// - Parameters:
    ///   - destination: An address that belongs to nobody (RFC 5737, RFC 3849).
    ///   - transport: UDP or TCP.
    ///   - limit: The hop limit, 1 to 4.
    ///   - loop: The loop on which the probe runs.
    ///   - interface: The outgoing interface; `nil` for that of the routing table.
    ///   - source: The source address; `nil` for that chosen by the kernel.
    ///   - isForWeb: Whether a SYN is sent to port 80 and not to 443.
    ///   - watch: What sees errors that this machine's packet filter drops; `nil` to receive only those that it lets
    ///     in.
    public init(
        toNobody destination: IPAddress, as transport: PathEvidence.Transport, limit: Int, loop: EventLoop,
        on interface: String? = nil, from source: IPAddress? = nil, isForWeb: Bool = false, watch: ICMPWatch? = nil
    ) {
        let limit = min(max(limit, Self.hopLimits.lowerBound), Self.hopLimits.upperBound)
        let port =
            transport != .tcp ? Self.datagramPort + UInt16(limit) : isForWeb ? Self.webPort : Self.connectionPort
        self.destination = SocketAddress(destination, port: port)
        self.transport = transport
        self.limit = limit
        self.interface = interface
        self.source = source
        self.watch = watch
        self.loop = loop
    }

    /// Creates a connection to a resolver, which is closed at once: every resolver accepts queries over TCP (RFC 7766).
    ///
    /// - Parameters:
    ///   - resolver: The address and port of the resolver.
    ///   - loop: The loop on which the probe runs.
    ///   - interface: The outgoing interface; `nil` for that of the routing table.
    public init(toResolver resolver: SocketAddress, loop: EventLoop, on interface: String? = nil) {
        destination = resolver
        transport = .tcp
        limit = nil
        self.interface = interface
        source = nil
        watch = nil
        self.loop = loop
    }

    /// Creates a connection to a destination of a check, which is closed at once.
    ///
    /// - Parameters:
    ///   - destination: The address and port of the destination.
    ///   - source: The source address; `nil` for that chosen by the kernel.
    ///   - loop: The loop on which the probe runs.
    ///   - interface: The outgoing interface; `nil` for that of the routing table.
    public init(
        to destination: SocketAddress, from source: IPAddress? = nil, loop: EventLoop, on interface: String? = nil
    ) {
        self.destination = destination
        transport = .tcp
        limit = nil
        self.interface = interface
        self.source = source
        watch = nil
        self.loop = loop
    }

    /// Sends the packet, and waits for a response.
    ///
    /// - Throws: `CancellationError`.
    public func observe(until deadline: ContinuousClock.Instant) async throws -> UplinkEvidence.Packet {
        var packet = UplinkEvidence.Packet(destination: destination.address, transport: transport, limit: limit)
        do {
            if transport == .tcp {
                try await connect(until: deadline, recordingIn: &packet)
            } else {
                try await send(until: deadline, recordingIn: &packet)
            }
        } catch let failure as ProbeSocket.Failure {
            packet.failure = SystemError.name(failure.code)
        }
        return packet
    }

    private func prepare(_ kind: ProbeSocket.Kind) throws -> ProbeSocket {
        let socket = try ProbeSocket(kind)
        if let interface { try socket.bind(toInterface: interface) }
        if let source { try socket.bind(to: SocketAddress(source, port: 0)) }
        socket.queueErrors()
        if let limit { socket.setHopLimit(limit) }
        return socket
    }

    private func send(
        until deadline: ContinuousClock.Instant, recordingIn packet: inout UplinkEvidence.Packet
    ) async throws {
        let socket = try prepare(.datagram(destination.address.family))
        try socket.connect(to: destination)
        let code = socket.send(Self.text)
        guard code == 0 else { throw ProbeSocket.Failure(code: code) }
        while try await socket.wait(until: deadline, on: loop) {
            guard let error = socket.takeError() else {
                // Nobody has this address, so that a device which responds in its place is not a router.
                guard socket.receive(atMost: 64) != nil else { return }
                continue
            }
            record(error, into: &packet)
            return
        }
        guard let error = errorSeen(about: socket) else { return }
        if try await socket.wait(until: .now + ICMPWatch.delivery, on: loop), let error = socket.takeError() {
            return record(error, into: &packet)
        }
        (packet.error, packet.isKeptOut) = (error, true)
    }

    private func record(_ error: QueuedError, into packet: inout UplinkEvidence.Packet) {
        packet.error = error.icmp
        if error.icmp == nil { packet.failure = SystemError.name(error.code) }
    }

    /// The error about the packet of a socket that has arrived on an interface.
    private func errorSeen(about socket: ProbeSocket) -> ICMPError? {
        guard let watch, let port = socket.localPort else { return nil }
        return watch.error(about: destination, transport, from: port)
    }

    private func connect(
        until deadline: ContinuousClock.Instant, recordingIn packet: inout UplinkEvidence.Packet
    ) async throws {
        let socket = try prepare(.stream(destination.address.family))
        socket.resetOnClose()
        try socket.connect(to: destination)
        if try await !socket.wait(for: .writable, until: deadline, on: loop) {
            guard let error = errorSeen(about: socket) else { return }
            guard try await socket.wait(for: .writable, until: .now + ICMPWatch.delivery, on: loop) else {
                (packet.error, packet.isKeptOut) = (error, true)
                return
            }
        }
        if let error = socket.takeError() { return record(error, into: &packet) }
        switch socket.takePendingError() {
        case 0: packet.answer = .accepted
        case ECONNREFUSED, ECONNRESET: packet.answer = .reset
        case let code?: packet.failure = SystemError.name(code)
        case nil: break
        }
    }
}
