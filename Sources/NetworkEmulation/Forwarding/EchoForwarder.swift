import CNamespace
import Glibc

/// Forwards the command's echo requests over a socket of this machine for each identifier and destination.
final class EchoForwarder {
    static let maxFlows = 256
    static let idleLimit: Int64 = 60_000_000_000

    private let poller: Poller
    private unowned let outlet: any PacketOutlet
    private var flows: [FlowKey: EchoFlow] = [:]
    /// The number of requests that were not sent, since the user has no permission to (icmp(7), `ping_group_range`).
    private(set) var refused = 0

    init(poller: Poller, outlet: any PacketOutlet) { (self.poller, self.outlet) = (poller, outlet) }

    /// Handles an ICMP message with a valid checksum. Messages other than echo requests are ignored.
    func receive(_ packet: PacketView, _ policy: RoutePolicy, at now: Int64) {
        let message = packet.payload
        guard message.count >= 8, message[0] == (packet.isIPv6 ? 128 : 8) else { return }
        let key = FlowKey(
            source: packet.source, sourcePort: message.number16(at: 4), destination: packet.destination,
            destinationPort: 0)
        guard let flow = flows[key] ?? open(key, about: packet, policy) else { return }
        flow.send(message, of: packet, at: now)
    }

    private func open(_ key: FlowKey, about packet: PacketView, _ policy: RoutePolicy) -> EchoFlow? {
        let remote: PacketAddress
        switch policy.decide(key.destination, port: 0, isTCP: false) {
        case .remote(let address): remote = address
        case .failure(let failure):
            let router = CableNetwork.routerAddress(isIPv6: packet.isIPv6)
            outlet.sendToCommand(PacketWriter.error(failure, about: packet, from: router))
            return nil
        case .refused, .portal, .silence: return nil
        }
        if flows.count >= Self.maxFlows, let oldest = flows.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            oldest.value.end()
            flows[oldest.key] = nil
        }
        var endpoint = netdiag_endpoint(remote, port: 0)
        var isRaw: CInt = 0
        let fd = netdiag_flow_open(NETDIAG_FLOW_ECHO, &endpoint, &isRaw)
        guard fd >= 0 else {
            if -fd == EACCES || -fd == EPERM { refused += 1 }
            let router = CableNetwork.routerAddress(isIPv6: packet.isIPv6)
            outlet.sendToCommand(PacketWriter.error(PacketWriter.Failure(code: -fd), about: packet, from: router))
            return nil
        }
        let flow = EchoFlow(fd, key, isRaw: isRaw != 0, poller: poller, outlet: outlet)
        flows[key] = flow
        return flow
    }

    func sweep(at now: Int64) {
        for (key, flow) in flows where now - flow.lastUse > Self.idleLimit {
            flow.end()
            flows[key] = nil
        }
    }
}
