import Diagnosis
import NetworkModel
import Probes
import TargetKinds

/// A Redis server, which has to answer PING (https://redis.io/docs/latest/commands/ping/).
enum RedisKind: TargetKind {
    static let summary = "A Redis server, which has to answer PING."
    static let schemes = [
        RegisteredScheme("redis", layer: RedisEvidence.layer, transport: .tcp, defaultPort: 6_379),
        RegisteredScheme("rediss", layer: RedisEvidence.layer, transport: .tls, defaultPort: 6_379),
    ]
    static let causes = [notRedis, refused]
    static let probe = KindProbe<NoKindSettings, RedisEvidence>.stream { _, _, stream in
        var reader = StreamReader(stream)
        do {
            // An array of one string (RESP).
            try await stream.send(Array("*1\r\n$4\r\nPING\r\n".utf8))
            return RedisEvidence(reply: String(decoding: try await reader.line(atMost: 512), as: UTF8.self))
        } catch let end as StreamEnd {
            return RedisEvidence(reply: nil, end: "\(end)")
        }
    }

    static let notRedis = CauseEntry(
        "redis.not-redis", .error, "What listens on the port does not speak the protocol of Redis.",
        summary: "{destination} does not answer PING: {reply}",
        advice: ["see what listens there: ss -tlnp"],
        evidence: "the answer to PING is neither +PONG nor an error of Redis",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
    static let refused = CauseEntry(
        "redis.refused", .error, "Redis answers with an error.",
        summary: "{destination} refuses: {reply}",
        advice: ["LOADING passes by itself; NOAUTH: the server wants a password; DENIED: see protected-mode"],
        evidence: "the answer to PING begins with -",
        incident: .init(scope: .target(by: "destination"), basis: .answer, breaks: .nothing))
}

/// What a Redis server has answered.
struct RedisEvidence: JudgedEvidence {
    static let layer = Layer.kind("redis")

    var reply: String?
    /// Why there is no answer.
    var end: String?

    var summary: String { reply ?? end ?? "nothing" }
    var isProven: Bool { reply == "+PONG" }
    var datagrams: DatagramEvidence? { nil }
    /// Nothing of it is large.
    var hasStalled: Bool { false }

    mutating func mapServerText(_ change: (String) -> String) { reply = reply.map(change) }

    func findings(in evidence: Evidence) -> [Finding] {
        guard !isProven else { return [] }
        let entry = reply?.utf8.first == UInt8(ascii: "-") ? RedisKind.refused : RedisKind.notRedis
        return [Finding(entry, ["destination": evidence.destination, "reply": SafeText.escaped(summary)])]
    }
}
