import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

/// Packets to other ports of the addresses for which a device on the path rejects SYNs to port 443: it may have a rule about
/// that port, or one about addresses that nobody has.
extension UplinkRun {
    /// SYNs to port 80 and datagrams, with the hop limit of the first rejected SYN to port 443 and the next one; earlier ones if
    /// the rejected SYNs are. They are repeated once if there is no response, unless a failed check waits for them.
    func otherPorts(beside evidence: UplinkEvidence) async throws -> [UplinkEvidence.Packet]? {
        let rejected = evidence.rejectedConnections
        let now = rejected.filter { $0.isEarlier != true }
        guard !now.isEmpty else { return rejected.isEmpty ? nil : engine.uplink.earlierOtherPorts() }
        let begun = ContinuousClock.now
        var found = try await otherPorts(like: now)
        if !isAfterFailure, !now.contains(where: { isCompared($0, found) }) {
            try await engine.loop.sleep(until: begun + Self.pause)
            found += try await otherPorts(like: now)
        }
        engine.uplink.store(otherPorts: found)
        return found
    }

    /// Whether a portal that responds for IPv4 does so for IPv6, too; `nil` if there is none.
    func interceptionOfIPv6(beside evidence: UplinkEvidence) async throws -> UplinkEvidence.Interception? {
        guard let met = evidence.interception, met.isOfPortal, met.destination.family == .ipv4,
            evidence.gateways.contains(where: { $0.family == .ipv6 }),
            let nobody = DocumentationAddress.any(.ipv6, in: snapshot)
        else { return nil }
        return try await InterceptionProbe(nobody, loop: engine.loop)
            .observe(until: .now + Self.interceptionLimit)
    }

    private func isCompared(_ rejected: UplinkEvidence.Packet, _ others: [UplinkEvidence.Packet]) -> Bool {
        others.contains { $0.destination == rejected.destination && ($0.error != nil || $0.answer != nil) }
    }

    private func otherPorts(like rejected: [UplinkEvidence.Packet]) async throws -> [UplinkEvidence.Packet] {
        var firstLimits: [IPAddress: Int] = [:]
        for packet in rejected {
            firstLimits[packet.destination] = min(
                firstLimits[packet.destination] ?? .max, packet.limit ?? Self.hopLimits.upperBound)
        }
        let deadline = ContinuousClock.now + Self.packetLimit
        return try await withThrowingTaskGroup(of: UplinkEvidence.Packet.self) { group in
            for (destination, first) in firstLimits {
                for limit in first...max(first, min(first + 1, Self.hopLimits.upperBound)) {
                    for transport in [PathEvidence.Transport.tcp, .udp] {
                        let probe = UplinkPacketProbe(
                            toNobody: destination, as: transport, limit: limit, loop: engine.loop, isForWeb: true)
                        group.addTask { try await probe.observe(until: deadline) }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }
}
