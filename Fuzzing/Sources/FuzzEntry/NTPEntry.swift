import Diagnosis
import NetworkModel

@testable import TargetKinds

/// Answers of time servers.
enum NTPEntry: FuzzEntry {
    static let name = "ntp"

    static func run(_ input: [UInt8]) throws {
        let question = [UInt8](repeating: 0, count: 48)
        guard input.count >= 48 else {
            try require(!NTPProbe.isAnswer(input, to: question), "a short packet is an answer")
            return
        }
        let reply = NTPEvidence.Reply(input, sent: .seconds(1_700_000_000), received: .seconds(1_700_000_001))
        // Half an era, plus the second between.
        try require(abs(reply.offset.value) <= 2_147_483_650_000, "a clock is further off than NTP can say")
        let target = try Target("ntp://192.0.2.1")
        guard case .address(let address) = target.host else { return }
        var exchange = DatagramEvidence(SocketAddress(address, port: 123), outcome: .answered)
        exchange.sent = 1
        let evidence = NTPEvidence(
            exchange: exchange, reply: reply, maxOffset: Milliseconds(.seconds(1)), maxStratum: 15)
        try require(evidence.summary.utf8.count < 256, "a long text is shown")
        let findings = evidence.findings(in: Evidence(target: target))
        try require(
            evidence.isProven != findings.contains { $0.severity == .error }, "up with an error, or down without one")
        _ = try JSON.line(evidence)
    }
}
