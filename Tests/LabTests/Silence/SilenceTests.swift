import Foundation
import Lab
import TargetKinds
import Testing

import struct NetworkModel.Target

/// Where nothing is wrong, nothing is found: `make test` asks a few times, `make faults` as often as docs/random-networks.md says.
@Suite("Silence where nothing is wrong", .lab, .tags(.lab), .serialized)
struct SilenceTests {
    /// - Returns: As many as the environment says, or a few.
    private static func count(_ variable: String, otherwise few: Int) -> Int {
        ProcessInfo.processInfo.environment[variable].flatMap { Int($0) } ?? few
    }

    @Test("every registered kind has a healthy server")
    func kinds() throws {
        let kinds = TargetKinds.builtIn
        let asked = try TargetsOfKinds.groups.flatMap(\.targets).compactMap { kinds.kind(of: try Target($0))?.name }
        #expect(Set(kinds.all.map { $0.name }).subtracting(asked) == [], "a kind without a healthy server")
    }

    @Test("checks of healthy targets of every kind, under load, find nothing")
    func checks() async throws {
        let count = Self.count("NETDIAG_HEALTHY_CHECKS", otherwise: TargetsOfKinds.count)
        let outcome = try await Lab.run { try await HealthyOffice(in: $0).check(count) }
        Self.show("healthy targets of every kind under load: \(outcome.summary)", outcome)
        #expect(outcome.alarms == [] && outcome.checks >= count)
    }

    @Test("status of a healthy machine, under load and with interfaces coming and going, finds nothing")
    func status() async throws {
        let count = Self.count("NETDIAG_HEALTHY_STATUS", otherwise: 4)
        let outcome = try await Lab.run { try await HealthyOffice(in: $0).status(count) }
        Self.show("status of a healthy machine with 50 interfaces coming and going: \(outcome.summary)", outcome)
        #expect(outcome.alarms == [] && outcome.checks == count)
    }

    /// At once: `print` would keep lines back where they go to a file.
    private static func show(_ line: String, _ outcome: HealthyOffice.Outcome) {
        let lines = [line] + outcome.alarms.map { "  ALARM: \($0)" }
        FileHandle.standardOutput.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
