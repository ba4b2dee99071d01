import Diagnosis
import NetworkModel

@testable import TargetKinds

/// Lines of mail servers.
enum SMTPEntry: FuzzEntry {
    static let name = "smtp"

    static func run(_ input: [UInt8]) throws {
        var evidence = SMTPEvidence(security: .plain, startTLS: .attempt)
        var parts = SMTPReply.Parts()
        for line in input.split(separator: 0x0a, omittingEmptySubsequences: false) {
            do {
                guard let reply = try parts.add(Array(line)) else { continue }
                parts = SMTPReply.Parts()
                try require((200...559).contains(reply.code), "a code is out of range")
                try require((1...128).contains(reply.lines.count), "a reply has \(reply.lines.count) lines")
                (evidence.outcome, evidence.said, evidence.code) = (.refused, reply.text, reply.code)
            } catch let malformed as SMTPReply.Malformed {
                (evidence.outcome, evidence.said, evidence.code) = (.notSMTP, malformed.text, nil)
                break
            }
        }
        try LineEntry.check(evidence, evidence.said, target: "smtp://192.0.2.1")
    }
}

/// What holds for the evidence of every protocol of lines.
enum LineEntry {
    static func check(_ evidence: some JudgedEvidence, _ said: String?, target: String) throws {
        try require((said?.unicodeScalars.count ?? 0) <= 300, "a long text is kept")
        try require(evidence.summary.utf8.count < 1_024, "a long text is shown")
        let findings = evidence.findings(in: Evidence(target: try Target(target)))
        try require(
            !evidence.isProven || !findings.contains { $0.severity == .error }, "up with an error")
        try require(
            !findings.contains { $0.summary.unicodeScalars.contains(where: SafeText.isUnsafe) },
            "a terminal is written to")
        _ = try JSON.line(evidence)
    }
}
