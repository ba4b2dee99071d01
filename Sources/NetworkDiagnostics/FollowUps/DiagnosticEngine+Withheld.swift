import LinkFacts
import NetworkModel
import Probes

extension DiagnosticEngine {
    /// What keeps packets to a silent destination on this machine, after programs have handed them over.
    ///
    /// - Returns: A datagram that was not sent, with `XfrmOutNoStates` or `ENOBUFS` as its failure; `nil` if packets get out.
    /// - Throws: What the kernel refused.
    func withheld(from destination: SocketAddress) async throws -> PathEvidence.Trace? {
        let address = destination.address
        guard !address.isLoopback else { return nil }
        let probe = WithheldProbe(destination)
        var trace = PathEvidence.Trace(address: address, port: 9, transport: .udp, outcome: .unsent)
        if probe.lacksState() {
            trace.failure = "XfrmOutNoStates"
            return trace
        }
        let snapshot = try await routedSnapshot().snapshot
        guard let interface = snapshot.route(to: address)?.interface, try await links.shaper(on: interface) != nil,
            try await links.drops(of: interface, beside: probe)
        else { return nil }
        trace.failure = "ENOBUFS"
        return trace
    }
}

extension LinkMonitor {
    /// On the monitor itself, so that nothing comes between the datagrams and the counter.
    fileprivate func drops(of interface: String, beside probe: WithheldProbe) throws -> Bool {
        probe.isDropped { try? shaper(on: interface)?.drops }
    }
}
