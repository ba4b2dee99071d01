import Diagnosis
import NetworkModel

@testable import TargetKinds

/// Bodies and status messages of gRPC servers.
enum GRPCEntry: FuzzEntry {
    static let name = "grpc"

    static func run(_ input: [UInt8]) throws {
        var evidence = GRPCEvidence(.answered, service: "lab.Service")
        evidence.status = .ok
        do {
            evidence.health = try GRPCHealthMessage.health(in: input)
        } catch {
            (evidence.outcome, evidence.detail) = (.malformed, error.detail)
        }
        let text = String(decoding: input, as: UTF8.self)
        let message = GRPCMessage.decoded(text)
        try require(message.count <= text.utf8.count, "a message grows when it is decoded")
        evidence.message = ServerText.text(message)
        let findings = evidence.findings(in: Evidence(target: try Target("grpc://192.0.2.1:50051")))
        try require(
            evidence.isProven != findings.contains { $0.severity == .error }, "up with an error, or down without one")
        try require(
            !findings.contains { $0.summary.unicodeScalars.contains(where: SafeText.isUnsafe) },
            "a terminal is written to")
        _ = try JSON.line(evidence)
    }
}
