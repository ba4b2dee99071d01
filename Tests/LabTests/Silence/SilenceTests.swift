import Foundation
import Lab
import TargetKinds
import Testing

import struct NetworkModel.Target

/// No findings in a network without faults. `make test` makes a few checks, `make faults` as many as
/// docs/random-networks.md says.
@Suite("No findings without a fault", .lab, .tags(.lab))
struct SilenceTests {
    /// - Returns: The number in the environment variable, or a small default.
    private static func count(_ variable: String, otherwise few: Int) -> Int {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? few
    }

    @Test("every registered kind has a healthy server")
    func kinds() throws {
        let kinds = TargetKinds.builtIn
        let asked = try TargetsOfKinds.groups.flatMap(\.targets).compactMap { kinds.kind(of: try Target($0))?.name }
        #expect(Set(kinds.all.map { $0.name }).subtracting(asked) == [], "a kind without a healthy server")
    }

    @Test("checks of healthy targets and status of a healthy machine find nothing under load")
    func silence() async throws {
        let checks = Self.count("NETDIAG_HEALTHY_CHECKS", otherwise: TargetsOfKinds.count)
        let runs = Self.count("NETDIAG_HEALTHY_STATUS", otherwise: 4)
        try await Lab.run { lab in
            let office = try await HealthyOffice(in: lab)
            let checked = try await office.check(checks)
            Self.show("healthy targets of every kind under load: \(checked.summary)", checked)
            #expect(checked.alarms == [] && checked.checks >= checks)
            let watched = try await office.status(runs)
            Self.show("status of a healthy machine with 50 interfaces coming and going: \(watched.summary)", watched)
            #expect(watched.alarms == [] && watched.checks == runs)
        }
    }

    /// Writes immediately: `print` would buffer lines if the output is a file.
    private static func show(_ line: String, _ outcome: HealthyOffice.Outcome) {
        let lines = [line] + outcome.alarms.map { "  ALARM: \($0)" }
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
