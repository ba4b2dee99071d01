import Diagnosis
import NetworkModel
import Probes

/// What this machine itself does to its packets, as those to addresses that nobody has show.
extension DiagnosticEngine {
    /// The results of packets to documentation addresses. What compares counters of interfaces is done one after the other.
    ///
    /// - Parameter first: The packets that were sent while the uplink was examined.
    /// - Throws: `CancellationError`.
    func ownOutput(
        after first: FirstOutput, beside proof: UplinkEvidence?, in snapshot: NetworkSnapshot
    ) async throws -> MachineOutput {
        var output = MachineOutput(nobody: try await judgedOutput(first, beside: proof, in: snapshot))
        for trace in output.nobody {
            let detour = try await detour(behind: trace)?.route
            if let ruled = detour?.rejects != true ? try await emptyDetour(behind: trace) : detour {
                output.ruled.append(.init(trace, ruled))
            }
        }
        var mayBeRefusedHere = output.nobody.contains { $0.transport == .tcp && $0.outcome == .refused }
        if let proof, UplinkProof(proof) != .works, uplink.options.sendsPackets,
            let nobody = DocumentationAddress.any(.ipv4, in: snapshot)
        {
            output.withheld = try await withheld(from: SocketAddress(nobody, port: 443))
            output.report = try await FilteredReportProbe(toNobody: nobody, loop: loop).observe()
            mayBeRefusedHere = true
        }
        // Also if the gateway reports one SYN, and not the other one.
        if mayBeRefusedHere {
            try await recordRefusals(&output.nobody)
            for (index, trace) in output.nobody.enumerated() {
                output.nobody[index].rewriting = try await rewriting(behind: trace, isToNobody: true)
            }
        }
        return output
    }

    /// Finds out whether this machine itself resets the connections that got no error, as with a NAT rule that redirects them.
    ///
    /// - Throws: `CancellationError`.
    private func recordRefusals(_ traces: inout [PathEvidence.Trace]) async throws {
        for (index, trace) in traces.enumerated() where trace.transport == .tcp && trace.outcome == .silent {
            if try await isRefusedHere(SocketAddress(trace.address, port: trace.port)) {
                traces[index].isAnsweredHere = true
            }
        }
    }
}
