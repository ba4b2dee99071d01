import Diagnosis
import NetworkModel

@testable import TargetKinds

/// Messages of PostgreSQL servers, without their length: the type, and the body.
enum PostgresEntry: FuzzEntry {
    static let name = "postgres"

    static func run(_ input: [UInt8]) throws {
        guard let type = input.first else { return }
        let message: PostgresMessage
        do { message = try PostgresMessage(type: type, Array(input.dropFirst())) } catch { return }
        var evidence = PostgresEvidence(startTLS: .off, user: "postgres", database: "postgres")
        switch message {
        case .authentication(let request):
            try require(request.mechanisms.count <= 8, "more mechanisms are kept than allowed")
            evidence.authentication = request
        case .error(let error): (evidence.outcome, evidence.error) = (.refused, error)
        case .version(let version): evidence.version = version
        case .ready, .other: return
        }
        try require(evidence.summary.utf8.count < 1_024, "a long text is shown")
        let findings = evidence.findings(in: Evidence(target: try Target("postgres://192.0.2.1")))
        try require(
            evidence.isProven != findings.contains { $0.severity == .error }, "up with an error, or down without one")
        try require(try JSON.line(evidence).count < 1 << 14, "a long answer is kept")
    }
}
