import Lab
import Testing

@Suite("Faults in the lab", .lab, .tags(.lab))
struct FaultLabTests {
    @Test("the report names the cause of a fault", arguments: Fault.all)
    func fault(fault: Fault) async throws {
        let verdict = try await Lab.run { try await fault.run(in: $0) }
        for mistake in fault.mistakes(in: verdict) { Issue.record("\(fault.title): \(mistake)") }
    }

    @Test("no two rows are called the same")
    func titles() {
        let titles = Fault.all.map(\.title)
        let twice = Dictionary(grouping: titles, by: \.self).filter { $1.count > 1 }.keys
        #expect(twice.isEmpty)
    }

    @Test("at least twenty rows have two faults")
    func doubles() {
        #expect(Fault.all.count { $0.kind == .double } >= 20)
    }
}
