import Diagnosis
import NetworkModel
import Probes
import TargetKinds

/// An echo server, which has to return each datagram (RFC 862): a kind that uses datagrams.
enum EchoKind: TargetKind {
    static let summary = "An echo server, which has to return a datagram unchanged (RFC 862)."
    static let schemes = [RegisteredScheme("echo", layer: EchoEvidence.layer, transport: .udp, defaultPort: 7)]
    static let causes = [refused, noAnswer, altered]
    static let probe = KindProbe<EchoSettings, EchoEvidence>.datagrams { request, channel in
        let exchange = try await channel.exchange(attempts: 3, every: .seconds(1)) { _ in
            (0..<request.settings.size).map { _ in UInt8.random(in: 0...255) }
        } isAnswer: { answer, question in
            answer == question
        }
        return EchoEvidence(exchange: exchange.evidence)
    }

    static let refused = CauseEntry(
        "echo.refused", .error, "The host responds, but nothing listens on the port.",
        summary: "no echo server is running on {destination}",
        advice: ["On the server, see what listens: ss -lunp"],
        evidence: "the host answers with ICMP port unreachable",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let noAnswer = CauseEntry(
        "echo.no-answer", .error, "The server does not return datagrams.",
        summary: "{destination} does not return any of {sent} datagrams",
        advice: ["Look for a firewall on the path that drops them"],
        evidence: "nothing arrives",
        incident: .init(scope: .target(by: "destination"), basis: .silence, breaks: .nothing))
    static let altered = CauseEntry(
        "echo.altered", .error, "The server returns other datagrams than it was sent.",
        summary: "{destination} returns {strays} datagrams that are not those that it was sent",
        advice: ["On the server, see what listens: ss -lunp"],
        evidence: "datagrams arrive, and none has the bytes of the request",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
}

struct EchoSettings: KindSettings {
    static let size = KindSetting(
        "size", .number(in: 8...1_400, of: "bytes"), default: 32, "The size of the datagrams.", for: .nobody)
    static let settings: [any KindSettingDescription] = [size]

    let size: Int

    init(_ values: SettingValues) { size = values[Self.size] }
}

struct EchoEvidence: JudgedEvidence {
    static let layer = Layer.kind("echo")

    /// The result of the datagrams.
    var exchange: DatagramEvidence

    var summary: String { exchange.summary }
    var isProven: Bool { exchange.outcome == .answered }
    /// With it, the engine attributes missing responses to the route where it shows a fault.
    var datagrams: DatagramEvidence? { exchange }
    var hasStalled: Bool { false }

    mutating func mapServerText(_ change: (String) -> String) {}

    func findings(in evidence: Evidence) -> [Finding] {
        DatagramRules.findings(
            exchange, .init(refused: EchoKind.refused, silent: EchoKind.noAnswer, stray: EchoKind.altered),
            ["destination": exchange.destination], in: evidence)
    }
}
