import Diagnosis
import NetworkModel

@testable import TargetKinds

/// Answers of UDP ports, beside what is expected.
enum UDPEntry: FuzzEntry {
    static let name = "udp"

    static func run(_ input: [UInt8]) throws {
        let target = try Target("udp://192.0.2.1:4000")
        guard case .address(let address) = target.host else { return }
        for isAnswer in [true, false] {
            var exchange = DatagramEvidence(
                SocketAddress(address, port: 4_000), outcome: isAnswer ? .answered : .silent)
            (exchange.sent, exchange.strays) = (1, isAnswer ? 0 : 1)
            let evidence = UDPEvidence(
                exchange: exchange, expected: "^correct$", received: UDPEvidence.text(input, without: []))
            // 200 bytes are kept, each of which may become a replacement character.
            try require((evidence.received ?? "").utf8.count <= 600, "a long text is kept")
            try require(evidence.summary.utf8.count < 1_024, "a long text is shown")
            let findings = evidence.findings(in: Evidence(target: target))
            try require(
                evidence.isProven != findings.contains { $0.severity == .error },
                "up with an error, or down without one")
            for finding in findings {
                try require(!finding.summary.unicodeScalars.contains(where: SafeText.isUnsafe), "\(finding.summary)")
            }
            _ = try JSON.line(evidence)
        }
    }
}
