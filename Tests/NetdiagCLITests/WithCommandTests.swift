import NetworkEmulation
import Testing

@testable import NetdiagCLI

struct WithCommandTests {
    @Test("a value of an option is not mistaken for the command", arguments: LinkOptions.namesWithValue)
    func values(_ name: String) {
        #expect(WithCommand.misplacedCommand(in: [name, "value"]) == nil)
    }

    @Test func allOptionsWithValuesAreKnown() async throws {
        let help = try await Command(["with", "--help"]).output
        let shown = help.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ")
            return line.hasPrefix("  --") && words.count > 1 && words[1].hasPrefix("<") ? String(words[0]) : nil
        }
        #expect(shown.sorted() == LinkOptions.namesWithValue.sorted())
    }

    @Test(arguments: [
        ([], nil), (["--", "curl"], nil), (["--loss", "3%", "--", "curl", "x"], nil), (["--local"], nil),
        (["curl"], "netdiag with -- curl"),
        (["--dns", "slow", "sh", "-c", "a b"], "netdiag with --dns slow -- sh -c 'a b'"),
    ])
    func misplaced(_ arguments: [String], _ line: String?) {
        #expect(WithCommand.misplacedCommand(in: arguments) == line.map { "write -- before the command: \($0)" })
    }

    @Test("altered queries are counted in the summary, with the singular for one")
    func summary() {
        var summary = CableSummary()
        summary.questions = 1
        #expect(CablePage.lines(summary).last == "  1 DNS query")
        (summary.questions, summary.questionsInterferedWith) = (4, 4)
        #expect(CablePage.lines(summary).last == "  4 DNS queries, 4 of them altered")
    }
}
