import LinkFacts
import NetworkModel
import Probes

extension DiagnosticEngine {
    /// The reason why this machine withholds packets to a silent destination after programs have sent them.
    ///
    /// - Returns: A datagram that was not sent, with `XfrmOutNoStates` or `ENOBUFS` as its failure; `nil` if packets are
    ///   sent.
    /// - Throws: The error with which the kernel refused.
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
    /// Runs on the monitor itself, so that nothing happens between the datagrams and the reading of the counter.
    fileprivate func drops(of interface: String, beside probe: WithheldProbe) throws -> Bool {
        probe.isDropped { try? shaper(on: interface)?.drops }
    }
}
