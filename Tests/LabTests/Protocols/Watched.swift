import FoundationEssentials
import Lab
import TargetKinds
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.Report

extension RunningDaemon {
    /// The report of a configured target, which the daemon checks for `netdiag check`.
    func report(_ target: String) async throws -> Report {
        let result = try await host.netdiag("check", "--json", target)
        guard
            let report = try? JSON.decode(
                Report.self, from: Data(result.output.utf8), kinds: TargetKinds.builtIn.evidence)
        else {
            throw LabError.failed(command: ["netdiag", "check", target], result: result)
        }
        return report
    }
}

extension Pair {
    /// A pair with servers, and a daemon on the client with settings for them.
    static func watched(
        _ targets: String, _ start: @Sendable (Pair) async throws -> Void,
        _ body: @Sendable (RunningDaemon, Pair) async throws -> Void
    ) async throws {
        try await run { pair in
            try await start(pair)
            let daemon = try await pair.client.startDaemon("publish: off\ninterval: 1h\ntargets:\n" + targets)
            try await body(daemon, pair)
            #expect(try await daemon.stop() == .exited(0))
        }
    }
}
