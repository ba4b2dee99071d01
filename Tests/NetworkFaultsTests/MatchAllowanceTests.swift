import NIOCore
import NIOHTTP1
import NetworkModel
import SQLite
import Synchronization
import Testing

@testable import NetworkFaults

@Suite("The cost of patterns")
struct MatchAllowanceTests {
    /// A pattern that matches nothing, at a cost, and counts how often it is tried.
    private final class Counted: Sendable {
        let tries = Mutex(0)

        func pattern(_ matches: Bool?, cost: Duration) -> TextPattern {
            TextPattern("p+") { [self] _ in
                tries.withLock { $0 += 1 }
                return TextPattern.Outcome(matches: matches, cost: cost)
            }
        }

        var count: Int { tries.withLock { $0 } }
    }

    @Test("after the first match that is too costly, nothing is matched")
    func costly() {
        let (counted, last) = (Counted(), Counted())
        var allowance = MatchAllowance()
        let first = allowance.refusal(of: "a", by: counted.pattern(nil, cost: .milliseconds(1)))
        #expect(first?.contains("the pattern p+, which is too costly") == true)
        #expect(allowance.refusal(of: "b", by: last.pattern(true, cost: .zero)) == first)
        #expect(counted.count == 1 && last.count == 0)
    }

    @Test("the matches of a request have one limit together")
    func sum() {
        let counted = Counted()
        let pattern = counted.pattern(false, cost: .milliseconds(30))
        var allowance = MatchAllowance()
        for _ in 0..<100 { _ = allowance.refusal(of: "a", by: pattern) }
        #expect(counted.count == 4 && allowance.refusal?.contains("too costly") == true)
        var cheap = MatchAllowance()
        for _ in 0..<100 { _ = cheap.refusal(of: "a", by: counted.pattern(true, cost: .microseconds(1))) }
        #expect(cheap.refusal == nil && counted.count == 104)
    }

    @Test("a row ends at the first field whose match is too costly")
    func row() throws {
        let counted = Counted()
        var fields: [FieldDefinition] = []
        for name in ["a", "b", "c"] {
            var field = FieldDefinition(name: name, kind: .text)
            field.pattern = counted.pattern(nil, cost: .milliseconds(1))
            field.isRequired = true
            fields.append(field)
        }
        let definition = ResourceDefinition(table: "t", fields: fields, place: "serve.yaml:2")
        let request = ServedRequest(
            method: "POST", target: "/t", headers: ["Content-Type": "application/json"],
            body: ByteBuffer(string: #"{"a": "x", "b": "y", "c": "z"}"#))
        guard case .refused(let answer) = RowInput.row(request, definition, key: nil),
            case .bytes(let bytes) = answer.body
        else {
            Issue.record("it was not refused")
            return
        }
        let text = String(buffer: bytes)
        #expect(
            answer.status == .unprocessableEntity && counted.count == 1 && text.contains("1 value is wrong"), "\(text)")
    }

    @Test("a file ends at the first row whose match is too costly")
    func file() {
        let counted = Counted()
        var field = FieldDefinition(name: "a", kind: .text)
        field.pattern = counted.pattern(nil, cost: .milliseconds(1))
        let definition = ResourceDefinition(table: "t", fields: [field], place: "serve.yaml:2")
        for (text, form) in [("a\nx\ny\nz\n", SeedReader.Form.csv), (#"[{"a": "x"}, {"a": "y"}]"#, .json)] {
            let before = counted.count
            var reader = SeedReader(definition, file: "rows")
            reader.read(Array(text.utf8), as: form)
            #expect(counted.count == before + 1 && reader.problems.count == 1, "\(reader.problems)")
        }
    }
}
