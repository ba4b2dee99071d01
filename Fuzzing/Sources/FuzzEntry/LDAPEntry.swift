import Diagnosis
import NetworkModel

@testable import TargetKinds

/// Messages of directory servers, without the length of the first element.
enum LDAPEntry: FuzzEntry {
    static let name = "ldap"

    static func run(_ input: [UInt8]) throws {
        let message: LDAPMessage
        do { message = try LDAPMessage(input[...]) } catch { return }
        try require(message.id >= 0, "a message has a negative number")
        var evidence = LDAPEvidence(security: .plain, startTLS: .off, expectedContext: "dc=lab,dc=example")
        switch message.operation {
        case .entry(let attributes):
            try require(attributes.count <= 64, "more attributes are kept than allowed")
            evidence.rootDSE = LDAPEvidence.RootDSE(attributes)
            evidence.result = LDAPResult(code: 0, message: "")
        case .searchDone(let result), .extended(let result): evidence.result = result
        case .other: return
        }
        try require(evidence.summary.utf8.count < 1_024, "a long text is shown")
        let findings = evidence.findings(in: Evidence(target: try Target("ldap://192.0.2.1")))
        try require(
            evidence.isProven != findings.contains { $0.severity == .error }, "up with an error, or down without one")
        try require(try JSON.line(evidence).count < 1 << 18, "a long answer is kept")
    }
}
