import Diagnosis
import NetworkModel
import Probes

/// Netmasks that cover a part of the Internet.
extension DiagnosticEngine {
    /// The subnet of this machine that covers a part of the Internet, if nobody on its link answers ARP for an address there, neither a
    /// host nor the gateway in its place. The request does not leave the link.
    ///
    /// - Throws: `CancellationError`.
    func coveringSubnet(in snapshot: NetworkSnapshot) async throws -> WideSubnet? {
        guard uplink.options.sendsPackets, let subnet = RouteSelection.coveringSubnet(in: snapshot),
            let link = snapshot.link(named: subnet.interface), link.hasCarrier,
            let probe = ARPProbe(address: subnet.destination, from: subnet.address, on: link, loop: loop),
            try await probe.observe().outcome == .silent
        else { return nil }
        return subnet
    }
}
