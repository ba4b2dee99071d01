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

extension ServedFaults {
    @Suite("Conditions of faults with their own servers")
    struct ConditionTests {
        @Test(
            "connections that the conditions do not select are served without the fault",
            arguments: [
                "tls.expired", "tls.not-tls", "ws.no-pong", "ws.handshake-invalid", "dns.nxdomain", "dns.malformed",
                "ftp.login-rejected", "ftp.not-found",
            ])
        func limited(_ cause: String) async throws {
            try await withFault(CauseID(rawValue: cause)) { fault in
                #expect(fault.canHaveConditions)
                var when = FaultConditions()
                when.after = 1_000
                fault.limit(to: when)
                let report = try await FaultCheck.report(of: fault.check.target, fault.check.arguments)
                #expect(report.status == .connectionUp, "\(report.summaries)")
            }
        }
    }
}
