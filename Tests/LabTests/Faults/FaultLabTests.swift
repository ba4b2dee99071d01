import Diagnosis
import Lab
import TargetKinds
import Testing

import struct NetworkModel.CauseID
import struct NetworkModel.Target

@Suite("Faults in the lab", .lab, .tags(.lab))
struct FaultLabTests {
    @Test("the report names the cause of a fault", arguments: Fault.tested)
    func fault(fault: Fault) async throws {
        let mistakes = try await mistakes(in: fault, alone: false)
        guard !mistakes.isEmpty else { return }
        let again = RepeatedRows.mayRepeat() ? try await self.mistakes(in: fault, alone: true) : mistakes
        for mistake in again { Issue.record("\(fault.title): \(mistake)") }
    }

    private func mistakes(in fault: Fault, alone isAlone: Bool) async throws -> [String] {
        let verdict = try await Lab.run(alone: isAlone) { try await fault.run(in: $0) }
        let mistakes = fault.mistakes(in: verdict)
        if !mistakes.isEmpty { RepeatedRows.report(fault, mistakes, verdict, alone: isAlone) }
        return mistakes
    }

    @Test("every registered kind has a lab type")
    func kinds() {
        #expect(LabKinds.missing == [], "each an enum in Tests/LabTests/Faults/Kinds that conforms to LabKind")
    }

    @Test("row titles are unique")
    func titles() {
        let titles = (Fault.all + Fault.all.compactMap(\.diagnosed)).map(\.title)
        let twice = Dictionary(grouping: titles, by: \.self).filter { $1.count > 1 }.keys
        #expect(twice.isEmpty)
    }

    @Test("every cause has a row, or a reason why it has none")
    func completeness() {
        let named = Set(Fault.all.compactMap(\.cause))
        let known = Set(Catalogue.entries.map(\.id)).union(AgreedCauses.ids)
        let excused = Set(Fault.testedAtTheRules.keys)
        func list(_ ids: Set<CauseID>) -> [String] { ids.map(\.rawValue).sorted() }
        #expect(list(known.subtracting(named).subtracting(excused)) == [], "without a row")
        #expect(
            list(named.subtracting(known)) == [], "in rows, and no cause at all: missing in the `causes` of a kind?")
        #expect(list(excused.intersection(named)) == [], "with a row: to be taken off the lists in Fault+All.swift")
        #expect(list(excused.subtracting(known)) == [], "in those lists, and no cause at all")
        let compared = Set(Culprit.table.keys.map { CauseID(rawValue: $0) })
        #expect(list(compared.subtracting(known)) == [], "in `culprits`, and no cause at all")
    }

    @Test("every scheme has a row without a fault")
    func healthyRows() {
        let healthy = Fault.all.filter { $0.cause == nil && $0.status == .connectionUp }
            .compactMap { try? Target($0.target).scheme?.name }
        let schemes = TargetKinds.builtIn.all.flatMap { kind in kind.schemes.map(\.name) }
        #expect(Set(schemes).subtracting(healthy).sorted() == [], "without a healthy row")
    }

    @Test("the catalogue has every agreed cause")
    func catalogue() {
        let missing = Set(AgreedCauses.ids).subtracting(Catalogue.entries.map(\.id))
        #expect(missing.isEmpty)
    }

    @Test("at least twenty rows have two faults")
    func doubles() {
        #expect(Fault.all.count { $0.kind == .double } >= 20)
    }
}
