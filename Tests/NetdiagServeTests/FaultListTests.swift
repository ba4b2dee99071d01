import NetworkFaults
import Testing

@testable import NetdiagServe

@Suite("netdiag serve --list-faults")
struct FaultListTests {
    @Test("no line is wider than the terminal, and none is lost", arguments: [80, 100, 200])
    func widths(columns: Int) {
        for fault in FaultCatalogue.all {
            let lines = FaultList.lines(fault, columns: columns)
            #expect(lines.allSatisfy { $0.count <= columns && $0.last != " " }, "\(lines)")
            let whole = FaultList.lines(fault, columns: nil)
            #expect(whole.count == 2 + fault.arguments.count)
            func words(_ lines: [String]) -> String { lines.joined().filter { $0 != " " } }
            #expect(words(lines) == words(whole))
        }
    }
}
