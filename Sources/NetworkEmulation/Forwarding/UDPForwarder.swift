import CNamespace
import Glibc
import HeapModule

/// Forwards the command's datagrams over a connected socket of this machine for each flow.
final class UDPForwarder {
    static let maxFlows = 1_024
    /// The time without a datagram after which a flow ends, in nanoseconds (RFC 4787 section 4.3).
    static let idleLimit: Int64 = 120_000_000_000
    /// The maximum number of datagrams that are delayed by slow DNS.
    static let maxDeferred = 1_024

    private let poller: Poller
    private unowned let outlet: any PacketOutlet
    private var flows: [FlowKey: UDPFlow] = [:]
    private var deferred = Heap<DelayedPacket>()
    private var sequence: UInt64 = 0
    /// The numbers of DNS queries, and of those that were interfered with.
    private(set) var questions = 0
    private(set) var questionsInterferedWith = 0

    init(poller: Poller, outlet: any PacketOutlet) { (self.poller, self.outlet) = (poller, outlet) }

    var nextDue: Int64? { deferred.min?.due }

    /// Handles a datagram with a valid checksum.
    func receive(_ packet: PacketView, _ policy: RoutePolicy, at now: Int64) {
        guard let key = packet.flow else { return }
        let data = UnsafeRawBufferPointer(rebasing: packet.payload[8...])
        if key.destinationPort == 53 {
            questions += 1
            if let dns = policy.dns {
                questionsInterferedWith += 1
                switch dns.action(for: data) {
                case .drop: return
                case .answer(let answer): return outlet.sendToCommand(PacketWriter.datagram(answering: key, answer))
                case .forward(let delay):
                    guard deferred.count < Self.maxDeferred else { return }
                    deferred.insert(
                        DelayedPacket(due: now + delay.nanoseconds, sequence: sequence, bytes: Array(packet.bytes)))
                    sequence &+= 1
                    return
                }
            }
        }
        forward(packet, key, data, policy, at: now)
    }

    /// Forwards the delayed datagrams that are due.
    func flush(_ policy: RoutePolicy, at now: Int64) {
        while let next = deferred.min, next.due <= now {
            deferred.removeMin()
            next.bytes.withUnsafeBytes { bytes in
                guard let packet = PacketView(bytes), let key = packet.flow else { return }
                forward(packet, key, UnsafeRawBufferPointer(rebasing: packet.payload[8...]), policy, at: now)
            }
        }
    }

    private func forward(
        _ packet: PacketView, _ key: FlowKey, _ data: UnsafeRawBufferPointer, _ policy: RoutePolicy, at now: Int64
    ) {
        guard let flow = flows[key] ?? open(key, about: packet, policy) else { return }
        flow.send(data, of: packet, at: now)
    }

    private func open(_ key: FlowKey, about packet: PacketView, _ policy: RoutePolicy) -> UDPFlow? {
        let router = CableNetwork.routerAddress(isIPv6: packet.isIPv6)
        let remote: PacketAddress
        switch policy.decide(key.destination, port: key.destinationPort, isTCP: false) {
        case .remote(let address): remote = address
        case .failure(let failure):
            outlet.sendToCommand(PacketWriter.error(failure, about: packet, from: router))
            return nil
        case .refused, .portal:
            outlet.sendToCommand(PacketWriter.error(.portUnreachable, about: packet, from: key.destination))
            return nil
        case .silence: return nil
        }
        if flows.count >= Self.maxFlows, let oldest = flows.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            oldest.value.end()
            flows[oldest.key] = nil
        }
        var endpoint = netdiag_endpoint(remote, port: key.destinationPort)
        var isRaw: CInt = 0
        let fd = netdiag_flow_open(NETDIAG_FLOW_UDP, &endpoint, &isRaw)
        guard fd >= 0 else {
            outlet.sendToCommand(
                PacketWriter.error(PacketWriter.Failure(code: -fd), about: packet, from: router))
            return nil
        }
        let flow = UDPFlow(fd, key, poller: poller, outlet: outlet)
        flows[key] = flow
        return flow
    }

    /// Ends flows that have been idle for too long.
    func sweep(at now: Int64) {
        for (key, flow) in flows where now - flow.lastUse > Self.idleLimit {
            flow.end()
            flows[key] = nil
        }
    }
}

extension PacketWriter.Failure {
    /// The error that a router reports if the kernel does not allow this machine to send.
    init(code: CInt) {
        self =
            switch code {
            case ENETUNREACH: .networkUnreachable
            case EACCES, EPERM: .prohibited
            default: .hostUnreachable
            }
    }
}
