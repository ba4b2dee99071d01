import NetworkModel
import TargetKinds
import Testing

@testable import NetworkFaults

/// Every fault is started and checked.
@Suite("A check names the fault of each server")
struct ServedFaultTests {
    private static let definitions = FaultCatalogue.all

    @Test("with its default arguments", arguments: definitions.map(\.cause))
    func fault(_ cause: CauseID) async throws {
        let definition = try #require(Self.definitions.first { $0.cause == cause })
        let report = try await FaultCheck.report(of: definition)
        #expect(report.foremost == cause, "\(report.findings.map { "\($0.id.rawValue): \($0.summary)" })")
        let others = report.findings.filter { $0.id != cause && $0.severity != .info }
        #expect(others.isEmpty, "\(others.map { "\($0.id.rawValue): \($0.summary)" })")
    }
}
