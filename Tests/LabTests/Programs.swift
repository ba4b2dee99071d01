import Diagnosis
import FoundationEssentials
import Lab
import TargetKinds
import Testing

import enum NetworkModel.JSON
import struct NetworkModel.Report

/// The programs that this build made, as a host of the lab runs them.
enum Programs {
    /// Beside the test program itself, or at the path in `NETDIAG_PROGRAMS`: `make faults` measures the programs of a
    /// release.
    private static let folder =
        ProcessInfo.processInfo.environment["NETDIAG_PROGRAMS"]
        ?? URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    static let daemon = folder + "/netdiagd"
    static let command = folder + "/netdiag"
    static let serve = folder + "/netdiag-serve"
}

extension Host {
    /// Runs `netdiag check` without a daemon, and returns the report of the only target.
    func check(_ target: String, _ options: [String] = []) async throws -> Report {
        let result = try await result(
            of: [Programs.command, "check", "--no-daemon", "--json"] + options + [target])
        guard
            let report = try? JSON.decode(
                Report.self, from: Data(result.output.utf8), kinds: TargetKinds.builtIn.evidence)
        else {
            throw LabError.failed(command: ["netdiag", "check", target], result: result)
        }
        // The exit code corresponds to the report.
        let code: Int32 =
            switch report.status {
            case .connectionUp: report.degraded ? 1 : 0
            case .connectionIndeterminate: 1
            case .connectionDown: 2
            case .err, .noErr: 3
            }
        #expect(result.status == .exited(code))
        // The recorded evidence alone leads to the same verdict.
        let again = try report.judgedAgain()
        #expect(again.findings == report.findings && again.status == report.status)
        return report
    }
}
