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

    @Test("a screen reader gets a whole line for each fault and argument, without columns and bars")
    func plain() async throws {
        let result = try await ChildProcess.run(
            ProgramPaths.serve, ["--list-faults", "--plain"], limit: ProgramPaths.limit)
        let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(result.status == 0 && lines == FaultCatalogue.all.flatMap(FaultList.plainLines))
        #expect(lines.count == FaultCatalogue.all.reduce(0) { $0 + 1 + $1.arguments.count })
        #expect(lines.allSatisfy { !$0.hasPrefix(" ") && !$0.contains("|") }, "\(lines)")
    }
}
