import ARPWire
import CSockets
package import EventLoopKit
import Glibc
package import NetworkModel
import SystemAddresses

/// Tests whether this machine itself rewrites the addresses of packets after programs have sent them, as its NAT rules do. It
/// requires `CAP_NET_RAW` to see packets as they leave (packet(7)), and recognises them by bytes that such rules do not change: the
/// sequence number of a SYN, or the beginning of a datagram. `netdiag-arp` sees them for a process that lacks the capability, but
/// cannot prove that they do not leave. Over IPv4 only.
package struct RewritingProbe: Sendable {
    /// What became of the packets.
    package enum Outcome: Sendable, Hashable {
        /// They leave with these addresses by an interface.
        case sent(source: IPAddress, destination: IPAddress, interface: String)
        /// The first one leaves with this source address, and the next one was not seen.
        case once(source: IPAddress)
        /// They do not leave, while a packet to the gateway does.
        case kept
        /// They were not seen, which proves nothing: this process may not see packets as they leave.
        case unseen
    }

    /// Packets end at the first router.
    private static let hopLimit = 1
    /// The number of packets, all of which must have the same result.
    private static let trials = 2
    /// The time within which packets leave the queue of an interface.
    private static let queueDelay = Duration.milliseconds(30)
    /// The time within which the first router reports the packets. If it does, responses to the new source address arrive.
    private static let patience = Duration.milliseconds(120)
    /// The time within which `netdiag-arp` reports a packet that has left.
    private static let helperDelay = Duration.milliseconds(100)
    /// The discard port (RFC 863).
    private static let discard: UInt16 = 9

    private let destination: SocketAddress
    private let transport: PathEvidence.Transport
    private let gateway: IPAddress?
    private let loop: EventLoop

    /// Creates a probe.
    ///
    /// - Parameters:
    ///   - transport: TCP or UDP.
    ///   - gateway: The gateway to the destination; `nil` if that is on the link.
    package init(
        _ destination: SocketAddress, as transport: PathEvidence.Transport, by gateway: IPAddress?, loop: EventLoop
    ) {
        self.destination = destination
        self.transport = transport
        self.gateway = gateway
        self.loop = loop
    }

    /// Sends the packets.
    ///
    /// - Returns: What became of them; `nil` if they were not sent, if they differ, or if responses to a new source address arrive.
    /// - Throws: `CancellationError`.
    package func observe() async throws -> Outcome? {
        guard destination.address.family == .ipv4, transport != .icmp else { return nil }
        let isPermitted = (try? ProbeSocket(.link)) != nil
        var found: Outcome?
        for _ in 0..<Self.trials {
            let outcome = try await isPermitted ? observeOnce() : observeByHelper()
            guard let outcome, let joined = Self.joined(found, outcome) else { return nil }
            found = joined
            if outcome == .unseen { break }
        }
        return found
    }

    /// What became of a packet and of those before it; `nil` if that differs.
    static func joined(_ found: Outcome?, _ outcome: Outcome) -> Outcome? {
        guard let found, found != outcome else { return outcome }
        if outcome == .unseen, case .sent(let source, _, _) = found { return .once(source: source) }
        return nil
    }

    private func observeOnce() async throws -> Outcome? {
        guard let (socket, source, packet, mark) = opened(),
            let watch = Self.watch(transport, for: mark), socket.send(packet) == 0
        else { return nil }
        if try await watch.wait(until: .now + Self.queueDelay, on: loop), let sent = Self.packet(on: watch) {
            if sent.source != source, try await socket.isReported(for: .readable, within: Self.patience, on: loop) {
                return nil
            }
            return .sent(source: sent.source, destination: sent.destination, interface: sent.interface)
        }
        // The queue of a slow interface would delay both.
        guard let gateway, try await isSent(to: gateway), Self.packet(on: watch) == nil else { return nil }
        return .kept
    }

    /// The same through `netdiag-arp`, with a SYN of the kernel's TCP, which is recognised by its ports. NAT rules may change them.
    private func observeByHelper() async throws -> Outcome? {
        let isTCP = transport == .tcp
        let query = Self.question()
        guard let unspecified = IPAddress("0.0.0.0"),
            let socket = try? ProbeSocket(isTCP ? .stream(.ipv4) : .datagram(.ipv4)),
            (try? socket.bind(to: SocketAddress(unspecified, port: 0))) != nil, let port = socket.localPort
        else { return nil }
        socket.setHopLimit(Self.hopLimit)
        socket.queueErrors()
        socket.resetOnClose()
        let request = isTCP ? SentRequest(synFrom: port, to: destination.port) : SentRequest(query: query)
        // The packet is sent once the helper watches.
        guard let helper = HelperStream(sending: request.bytes),
            try await reply(of: helper, within: .milliseconds(HelperStream.startTime)) == .watching
        else { return .unseen }
        guard (try? socket.connect(to: destination)) != nil, let own = socket.localAddress,
            isTCP || socket.send(query) == 0
        else { return nil }
        guard case .sent(let interface, let from, let to)? = try await reply(of: helper, within: Self.helperDelay),
            let source = IPAddress(bytes: from), let receiver = IPAddress(bytes: to)
        else { return .unseen }
        let interest: EventLoop.Interest = isTCP ? .writable : .readable
        if source != own, try await socket.isReported(for: interest, within: Self.patience, on: loop) { return nil }
        return .sent(source: source, destination: receiver, interface: InterfaceName.of(index: interface))
    }

    private func reply(of helper: HelperStream, within limit: Duration) async throws -> SentReply? {
        try await helper.reply(of: SentReply.length, until: .now + limit, on: loop).flatMap { SentReply(bytes: $0) }
    }

    /// A socket with the source address of its packets, a packet to send, and the bytes by which it is recognised.
    private func opened() -> (socket: ProbeSocket, source: IPAddress, packet: [UInt8], mark: ArraySlice<UInt8>)? {
        let isTCP = transport == .tcp
        guard let socket = try? ProbeSocket(isTCP ? .raw(.ipv4, .tcp) : .datagram(.ipv4)) else { return nil }
        socket.setHopLimit(Self.hopLimit)
        socket.queueErrors()
        let peer = isTCP ? SocketAddress(destination.address, port: 0) : destination
        guard (try? socket.connect(to: peer)) != nil, let source = socket.localAddress else { return nil }
        if isTCP {
            let segment = RawSYN.segment(to: destination, from: source)
            return (socket, source, segment, segment[4..<8])
        }
        let packet = Self.question()
        return (socket, source, packet, packet[0..<4])
    }

    /// A query for the name servers of the root, with a random identifier.
    private static func question() -> [UInt8] {
        SentRequest.query((0..<2).map { _ in UInt8.random(in: 0...255) })
    }

    /// A packet socket for packets of this machine with these bytes: the sequence number of a TCP segment, or the beginning of the
    /// data of UDP, after an IPv4 header of 20 bytes.
    private static func watch(_ transport: PathEvidence.Transport, for mark: ArraySlice<UInt8>) -> ProbeSocket? {
        let value = mark.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let (number, offset): (UInt8, UInt32) = transport == .tcp ? (6, 24) : (17, 28)
        guard let socket = try? ProbeSocket(.link), netdiag_watch_sent(socket.fd, number, offset, value) == 0 else {
            return nil
        }
        return socket
    }

    /// Whether a datagram to the gateway leaves.
    private func isSent(to gateway: IPAddress) async throws -> Bool {
        let packet = Self.question()
        guard let watch = Self.watch(.udp, for: packet[0..<4]), let socket = try? ProbeSocket(.datagram(.ipv4)) else {
            return false
        }
        socket.setHopLimit(Self.hopLimit)
        guard (try? socket.connect(to: SocketAddress(gateway, port: Self.discard))) != nil, socket.send(packet) == 0
        else { return false }
        return try await watch.wait(until: .now + Self.queueDelay, on: loop) && Self.packet(on: watch) != nil
    }

    private static func packet(
        on watch: ProbeSocket
    ) -> (source: IPAddress, destination: IPAddress, interface: String)? {
        var buffer = [UInt8](repeating: 0, count: 256)
        var interface: UInt32 = 0
        let count = netdiag_receive_sent(watch.fd, &buffer, buffer.count, &interface)
        guard count >= 20, let source = IPAddress(bytes: Array(buffer[12..<16])),
            let destination = IPAddress(bytes: Array(buffer[16..<20]))
        else { return nil }
        return (source, destination, InterfaceName.of(index: interface))
    }
}

extension ProbeSocket {
    /// Whether an ICMP error of another host about a packet arrives, or a response: a datagram, a connection, or a RST.
    ///
    /// - Parameter interest: The readiness that a response causes: `writable` for a stream.
    fileprivate func isReported(
        for interest: EventLoop.Interest, within limit: Duration, on loop: EventLoop
    ) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while try await wait(for: interest, until: deadline, on: loop) {
            guard let error = takeError() else {
                guard interest == .writable else { return receive(atMost: 1) != nil }
                return [0, ECONNREFUSED, ECONNRESET].contains(takePendingError())
            }
            if error.icmp?.isOwn == false { return true }
        }
        return false
    }
}
