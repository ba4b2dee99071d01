import Diagnosis
import EventLoopKit
import NetworkModel
import Probes

extension UplinkRun {
    /// The evidence with one more packet, to an address that providers route, if the only router behind the gateway reports those
    /// to documentation addresses as undeliverable: it has no route to the Internet, or only none to those addresses.
    ///
    /// The packet ends at the first router behind the gateway; or at the next one, if the first drops packets that end there before it
    /// looks for their route.
    func comparedWithRoutedAddress(_ evidence: UplinkEvidence) async throws -> UplinkEvidence {
        guard engine.uplink.options.sendsPackets, evidence.isProviderWithoutRoute,
            let address = DocumentationAddress.filterWitness(.ipv4), snapshot.route(to: address)?.isDefault == true
        else { return evidence }
        let probe = UplinkPacketProbe(
            toNobody: address, as: .udp, limit: evidence.limitOfRouteTrial ?? Self.hopLimits.lowerBound,
            loop: engine.loop)
        var evidence = evidence
        evidence.packets.append(try await probe.observe(until: .now + Self.packetLimit))
        return assigningSenders(evidence)
    }
}
