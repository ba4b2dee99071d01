import NetworkModel
import TargetKinds
import Testing

@testable import NetworkFaults

/// Servers that are started and checked. The tests run one after another, since many checks at once would exceed their
/// time limits.
@Suite("Faulty servers", .serialized) enum ServedFaults {}

extension ServedFaults {
    @Suite("Each form of a fault")
    struct ArgumentTests {
        /// All values of arguments except for the defaults, which `netdiag serve --prove` tests (ProofTests).
        private static let forms = FaultCatalogue.all.flatMap { definition in
            definition.arguments.flatMap { argument -> [String] in
                guard case .choice(let words, let usual) = argument.kind else { return [] }
                return words.filter { $0 != usual }.map { "\(definition.cause.rawValue)=\(argument.name)=\($0)" }
            }
        }

        @Test("every word of an argument", arguments: forms)
        func form(_ text: String) async throws {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            let definition = try #require(FaultCatalogue.definition(CauseID(rawValue: parts[0])))
            let report = try await FaultCheck.report(of: definition, parts[1])
            #expect(report.foremost == definition.cause, "\(report.summaries)")
        }
    }
}
