import CNamespace
import Glibc

/// Forwards the command's TCP connections. A SYN is held until this machine has connected to the server itself. Only
/// then does the kernel of the router's namespace respond, and the accepted connection is joined with this machine's. A
/// server that refuses, is unreachable or is silent therefore appears so to the command.
final class TCPForwarder {
    /// The maximum number of connections, including attempts.
    static let maxConnections = 2_048
    /// The maximum number of ports on which the router's kernel listens: one for each server port that accepted a
    /// connection.
    static let maxListeners = 2_048
    /// The maximum duration of an attempt, in nanoseconds: as long as Linux tries (tcp(7), `tcp_syn_retries`).
    static let connectLimit: Int64 = 130_000_000_000

    private struct ListenerKey: Hashable {
        let isIPv6: Bool
        let port: UInt16
    }

    private let poller: Poller
    private unowned let outlet: any PacketOutlet
    private let supervisor: CInt
    private var attempts: [FlowKey: TCPAttempt] = [:]
    private var listeners: [ListenerKey: TCPListener] = [:]
    /// Joined connections, and sessions of the portal.
    private var open: [ObjectIdentifier: any TCPSession] = [:]
    private(set) var connections = 0
    /// The number of connections that were not established since there were too many.
    private(set) var refused = 0
    /// Called when the portal's terms were accepted.
    var onAcceptance: () -> Void = {}
    /// Whether the portal's terms were accepted.
    var isPortalOpen = false

    init(poller: Poller, outlet: any PacketOutlet, supervisor: CInt) {
        (self.poller, self.outlet, self.supervisor) = (poller, outlet, supervisor)
    }

    func receive(_ packet: PacketView, _ policy: RoutePolicy, at now: Int64) {
        let header = packet.payload
        guard header.count >= 20, let key = packet.flow else { return }
        let flags = header[13]
        // A SYN without ACK starts a connection.
        guard flags & 0x12 == 0x02 else { return outlet.sendToRouter(packet.bytes) }
        // The router's kernel verifies the checksums of all other segments.
        guard packet.hasValidChecksum else { return }
        if let attempt = attempts[key] {
            if attempt.isConnected { outlet.sendToRouter(packet.bytes) }
            return
        }
        begin(packet, key, policy, at: now)
    }

    private func begin(_ packet: PacketView, _ key: FlowKey, _ policy: RoutePolicy, at now: Int64) {
        guard attempts.count + open.count < Self.maxConnections else {
            refused += 1
            return
        }
        switch policy.decide(key.destination, port: key.destinationPort, isTCP: true) {
        case .silence: return
        case .refused: outlet.sendToCommand(PacketWriter.reset(refusing: packet))
        case .failure(let failure): fail(packet, failure)
        case .portal:
            let attempt = TCPAttempt(key, syn: Array(packet.bytes), began: now)
            attempts[key] = attempt
            connected(attempt)
        case .remote(let address):
            var endpoint = netdiag_endpoint(address, port: key.destinationPort)
            var isRaw: CInt = 0
            let fd = netdiag_flow_open(NETDIAG_FLOW_TCP, &endpoint, &isRaw)
            if -fd == ECONNREFUSED {
                outlet.sendToCommand(PacketWriter.reset(refusing: packet))
            } else if fd < 0 {
                fail(packet, PacketWriter.Failure(code: -fd))
            } else {
                let attempt = TCPAttempt(key, syn: Array(packet.bytes), began: now)
                attempts[key] = attempt
                attempt.wait(for: fd, poller: poller) { [unowned self] in finish($0, code: $1) }
            }
        }
    }

    private func fail(_ packet: PacketView, _ failure: PacketWriter.Failure) {
        let router = CableNetwork.routerAddress(isIPv6: packet.isIPv6)
        outlet.sendToCommand(PacketWriter.error(failure, about: packet, from: router))
    }

    /// Handles the outcome of this machine's own connection.
    private func finish(_ attempt: TCPAttempt, code: CInt) {
        guard code != 0 else { return connected(attempt) }
        attempts[attempt.key] = nil
        attempt.cancel()
        attempt.syn.withUnsafeBytes { bytes in
            guard let packet = PacketView(bytes) else { return }
            switch code {
            case ECONNREFUSED, ECONNRESET: outlet.sendToCommand(PacketWriter.reset(refusing: packet))
            case ETIMEDOUT: break
            default: fail(packet, PacketWriter.Failure(code: code))
            }
        }
    }

    /// Passes the SYN to the router's kernel once the server has accepted, or if the connection is for the portal.
    private func connected(_ attempt: TCPAttempt) {
        guard listen(isIPv6: attempt.key.destination.isIPv6, port: attempt.key.destinationPort) else {
            refused += 1
            attempts[attempt.key] = nil
            return attempt.cancel()
        }
        attempt.isConnected = true
        attempt.syn.withUnsafeBytes { outlet.sendToRouter($0) }
    }

    private func listen(isIPv6: Bool, port: UInt16) -> Bool {
        let key = ListenerKey(isIPv6: isIPv6, port: port)
        guard listeners[key] == nil else { return true }
        guard listeners.count < Self.maxListeners else { return false }
        let fd = netdiag_cable_listen(supervisor, isIPv6 ? 1 : 0, port)
        guard fd >= 0 else { return false }
        listeners[key] = TCPListener(fd, poller: poller) { [unowned self] in accept($0, $1) }
        return true
    }

    private func accept(_ fd: CInt, _ key: FlowKey) {
        guard let attempt = attempts.removeValue(forKey: key), attempt.isConnected else {
            return netdiag_flow_abort(fd)
        }
        connections += 1
        let session: any TCPSession
        if let remote = attempt.takeDescriptor() {
            session = TCPSplice(fd, remote, poller: poller) { [unowned self] in open[ObjectIdentifier($0)] = nil }
        } else {
            session = PortalSession(fd, isOpen: isPortalOpen, poller: poller) { [unowned self] session, accepted in
                if accepted { onAcceptance() }
                open[ObjectIdentifier(session)] = nil
            }
        }
        open[ObjectIdentifier(session)] = session
        session.begin()
    }

    /// Cancels attempts that take too long.
    func sweep(at now: Int64) {
        for (key, attempt) in attempts where now - attempt.began > Self.connectLimit {
            attempts[key] = nil
            attempt.cancel()
        }
    }
}

/// The counterpart of a command's connection that the router's kernel has accepted.
protocol TCPSession: AnyObject {
    func begin()
}
