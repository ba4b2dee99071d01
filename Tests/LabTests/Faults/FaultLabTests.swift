import Lab
import Testing

import struct NetworkModel.CauseID
import struct NetworkModel.Report

@Suite("Faults in the lab", .lab, .tags(.lab))
struct FaultLabTests {
    @Test("the report names the cause of a fault", arguments: Fault.all)
    func fault(fault: Fault) async throws {
        try await Lab.run { lab in
            let office = try await OfficeAtWork(in: lab)
            try await fault.bringAbout(office)
            let report = try await office.client.check(fault.target, ["--timeout", "6"] + fault.options)
            for mistake in fault.mistakes(in: report) { Issue.record("\(mistake)") }
        }
    }

    @Test("no two rows are called the same")
    func titles() {
        let titles = Fault.all.map(\.title)
        #expect(titles.count == Set(titles).count, "\(titles.sorted())")
    }
}
